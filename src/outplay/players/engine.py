"""The engine as a player."""

from outplay.game import Game, Position


class EnginePlayer:
    """Thinks for some seconds, to a depth or for a number of positions; half a second if nothing is said."""

    def __init__(
        self, game: Game, time: float | None = None, depth: int | None = None, nodes: int | None = None, table: int = 64
    ) -> None:
        from outplay.engine import Engine
        from outplay.limits import Limit, checked

        half_a_second = 0.5 if time is None and depth is None and nodes is None else time
        self.limit = checked(Limit(half_a_second, depth, nodes))
        self.engine = Engine(game, table)

    def choose(self, position: Position) -> int:
        return self.engine.analyse(position, self.limit).move
