"""The player of the founding documents in its simplest form: alpha-beta to a fixed depth."""

from outplay.game import Game, Position

WON = 1 << 24
"""A finished game counts for more than anything that is only banked."""


def final(margin: int) -> int:
    if margin > 0:
        return WON + margin
    return margin - WON if margin < 0 else 0


class PlainSearch:
    """Looks `depth` plies ahead; at the horizon it counts what is banked, if the game can tell."""

    def __init__(self, game: Game, depth: int = 6) -> None:
        from outplay.engine import Plain, checked_depth
        from outplay.search.plain import nothing

        self.depth = checked_depth(depth)
        self.search = Plain(game, "alpha-beta", horizon=game.banked or nothing, end=final)

    def choose(self, position: Position) -> int:
        return self.search.search(position, self.depth).move
