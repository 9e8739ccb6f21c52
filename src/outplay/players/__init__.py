"""Players: what chooses a move. `player("alpha-beta:depth=6", game)` makes one from a text."""

from outplay.core.game import Game
from outplay.players.player import Player
from outplay.players.specs import check_spec, parse_for, program_of


def player(spec: str, game: Game, seed: int | None = None) -> Player:
    """The player that a text names, for a game. `seed` is for players that use random numbers and were not given a
    seed."""
    found = program_of(spec)
    if found:
        from outplay.players.program import ProgramPlayer, own_errors

        check_spec(spec, game)
        return ProgramPlayer(found, spec, errors=own_errors, seed=seed)
    parsed = parse_for(spec, game)
    if parsed.listing.option("seed"):
        parsed = parsed.filled(seed=seed)
    made: Player = parsed.listing.load()(game, **parsed.options)
    return made
