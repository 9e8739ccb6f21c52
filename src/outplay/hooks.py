"""What the engine asks of a game beyond its rules, with something harmless where the game does not say."""

from collections.abc import Callable
from typing import Any

from outplay.game import Game, Symmetry
from outplay.search.hashing import state_hash
from outplay.search.hooks import Hooks
from outplay.search.plain import nothing
from outplay.search.values import INFINITY, MOST_MARGIN, UNIT, WIN

GOALS = ("margin", "win")

Value = Callable[[Any], int]


def hooks_of(game: Game, goal: str) -> Hooks:
    by_margin = goal == "margin"
    apart = by_margin and game.rest is not None and game.banked is not None
    return Hooks(
        evaluate=within(game.evaluate) if game.evaluate else scaled(game.banked) if game.banked else nothing,
        end=margin_value if by_margin else win_value,
        rest=game.rest if apart and game.rest else itself,
        banked=scaled(game.banked) if apart and game.banked else nothing,
        left=left_of(game, apart) if by_margin else constant(WIN),
        joined=joined(game.symmetries),
        symmetric=bool(game.symmetries),
        order=game.order or no_hint,
        hinted=game.order is not None,
        forced=game.forced or nothing,
        forcing=game.forcing or nothing,
        forces=game.forced is not None,
        width=game.choices or max(game.widths.values()) + 1,
    )


def left_of(game: Game, apart: bool) -> Value:
    if isinstance(game.left, int):
        return constant(UNIT * game.left)
    return scaled(game.left) if game.left and apart else constant(INFINITY)


def scaled(function: Value) -> Value:
    def in_units(state: Any) -> int:
        return UNIT * function(state)

    return in_units


def within(function: Value) -> Value:
    """An estimate is always less than the largest margin."""

    def limited(state: Any) -> int:
        return max(1 - WIN, min(WIN - 1, function(state)))

    return limited


def constant(value: int) -> Value:
    def always(state: Any) -> int:
        return value

    return always


def margin_value(margin: int) -> int:
    return UNIT * max(-MOST_MARGIN, min(MOST_MARGIN, margin))


def win_value(margin: int) -> int:
    if margin > 0:
        return WIN
    return -WIN if margin < 0 else 0


def itself(state: Any) -> Any:
    return state


def no_hint(state: Any, move: int) -> int:
    return 0


def hash_of(state: Any) -> int:
    return state_hash(state)


def joined(symmetries: tuple[Symmetry, ...]) -> Value:
    """The least hash of all ways to look at a position."""
    least: Value = hash_of
    for symmetry in symmetries:
        least = lesser(least, symmetry.state)
    return least


def lesser(before: Value, image: Callable[[Any], Any]) -> Value:
    def least(state: Any) -> int:
        return min(before(state), state_hash(image(state)))

    return least
