"""Players: what chooses a move. `player("alpha-beta:depth=6", game)` makes one from a text."""

from typing import Protocol

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.explanation import Explanation
from outplay.players.specs import check_spec, parse_for, program_of


class Player(Protocol):
    """Chooses a legal move in a position where the game is not over, and can then say why."""

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> int:
        """A move. `limit` is what the game's clock allows; a player that keeps no time does not look at it."""
        ...

    def explain(self) -> Explanation:
        """What the last choice rested on."""
        ...


def player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a text names, for a game. `seed` is for players that use random numbers and were not given a
    seed."""
    found = program_of(spec)
    if found:
        from outplay.players.program import ProgramPlayer, ProgramSeat, own_errors

        check_spec(spec, game)
        return ProgramPlayer(game, spec, ProgramSeat(found.command(seed), found.dialect(), errors=own_errors))
    parsed = parse_for(spec, game)
    if parsed.listing.option("seed"):
        parsed = parsed.filled(seed=seed)
    made: Player = parsed.listing.load()(game, **parsed.options)
    return made
