"""The referee: plays one game between two players, keeps the time itself, checks every move, and ends every game with a
named reason."""

from collections.abc import Sequence
from datetime import UTC, datetime

from outplay.arena.games import GUARD_SECONDS, Conditions, PlayedGame
from outplay.core.errors import PlayerFailure
from outplay.core.game import Game, Outcome
from outplay.core.limits import Limit
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.players.game_loop import Adjudicator, GameLoop
from outplay.players.player import Player


class Clock:
    """The time of one player."""

    def __init__(self, conditions: Conditions) -> None:
        self.conditions = conditions
        self.set(conditions.clock)

    def set(self, left: float | None) -> None:
        """Sets the seconds that are left for all moves; None where a game has no clock."""
        time, increment = self.conditions.time, self.conditions.increment
        self.left = left
        self.limit = Limit(time=time, clock=left, increment=None if left is None else increment)
        """What the player is told: nothing where nothing was agreed."""
        self.allowed = min((seconds for seconds in (time, left) if seconds is not None), default=GUARD_SECONDS)
        """The seconds that the next move may take."""

    def spend(self, seconds: float) -> None:
        """Takes the time of a move off the clock, and adds the increment."""
        if self.left is not None:
            self.set(max(0.001, self.left - seconds + self.conditions.increment))


def play(
    game: Game,
    players: tuple[Player, Player],
    conditions: Conditions,
    opening: Sequence[str] = (),
    seeds: tuple[int | None, int | None] = (None, None),
    adjudicate: Adjudicator | None = None,
) -> PlayedGame:
    """One whole game, from the start of the game and through the opening. The players are closed in any case."""
    began = datetime.now(UTC).isoformat(timespec="seconds")
    loop = GameLoop(game.start(), players)
    for name in opening:
        loop.make(MoveRecord(game.move(name, loop.position)))
    try:
        if loop.result is None:
            loop.begin(seeds)
        result = loop.result or played_out(loop, conditions, adjudicate)
    finally:
        for player in players:
            player.close(loop.result)
    return PlayedGame(result, loop.named(), began, loop.waited)


def played_out(loop: GameLoop, conditions: Conditions, adjudicate: Adjudicator | None) -> GameResult:
    """Plays until the rules, a player, the number of moves or the adjudicator ends the game."""
    clocks = Clock(conditions.of(0)), Clock(conditions.of(1))
    moved = set[int]()
    """The players that have chosen a move."""
    while loop.result is None:
        if len(loop.moves) >= conditions.most_moves:
            loop.result = GameResult(None, 0, Ending.MOVE_LIMIT, f"a draw after {len(loop.moves)} moves")
            break
        position = loop.position
        proven = adjudicate(position) if adjudicate else None
        if proven:
            loop.result = adjudicated(proven)
            break
        side = position.to_move
        clock = clocks[side]
        margin = conditions.margin + (0.0 if side in moved else loop.players[side].start_margin)
        moved.add(side)
        try:
            loop.turn(clock.limit, clock.allowed, margin)
        except PlayerFailure as failure:
            loop.forfeit(side, failure)
            break
        clock.spend(loop.records[-1].seconds or 0.0)
    assert loop.result
    return loop.result


def adjudicated(proven: Outcome) -> GameResult:
    return GameResult(proven.winner, proven.margin, Ending.ADJUDICATION, "its end is proven")
