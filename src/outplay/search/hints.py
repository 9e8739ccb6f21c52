"""What the engine asks of a game beyond its rules, with something harmless where the game does not say."""

from collections.abc import Callable
from typing import Any

from outplay.core.game import Game
from outplay.core.hashing import state_hash
from outplay.search.hooks import Hooks
from outplay.search.plain import nothing
from outplay.search.values import INFINITY, MOST_MARGIN, UNIT, WIN

GOALS = ("margin", "win")

MOST_JOINED_BITS = 256
"""On larger boards symmetric positions are not joined: they would take longer to compile than they save."""

Value = Callable[[Any], int]
Image = Callable[[Any], Any]


def hooks_of(game: Game, goal: str) -> Hooks:
    by_margin = goal == "margin"
    apart = by_margin and game.rest is not None and game.banked is not None
    images = [s.state for s in game.symmetries] if max(game.widths.values()) <= MOST_JOINED_BITS else []
    return Hooks(
        evaluate=within(game.evaluate) if game.evaluate else scaled(game.banked) if game.banked else nothing,
        end=margin_value if by_margin else win_value,
        rest=game.rest if apart and game.rest else itself,
        banked=scaled(game.banked) if apart and game.banked else nothing,
        left=most_of(game, game.left, by_margin),
        risk=most_of(game, game.left if game.risk is None else game.risk, by_margin),
        sudden=game.forced is None and (not by_margin or isinstance(game.left, int)),
        joined=joined(images),
        symmetric=bool(images),
        order=game.order or no_hint,
        hinted=game.order is not None,
        likely=game.likely or nothing,
        likes=game.likely is not None,
        forced=game.forced or nothing,
        forcing=game.forcing or nothing,
        urgent=game.urgent or nothing,
        urges=game.urgent is not None,
        forces=game.forced is not None,
        passed=game.passed or itself,
        passes=game.passed is not None and game.evaluate is not None and game.moves_as_mask,
        swing=game.swing if game.urgent else 0,
        moves=game.moves if game.moves_as_mask else nothing,
        width=game.choices or max(game.widths.values()) + 1,
    )


def most_of(game: Game, most: Value | int | None, by_margin: bool) -> Value:
    """What can still be gained, as a value. A function counts beside what is banked, if the engine knows that apart."""
    apart = (game.banked is None) == (game.rest is None)
    if callable(most) and apart and (by_margin or game.banked is None):
        return scaled(most) if by_margin else won(most)
    if not by_margin:
        return constant(WIN)
    return constant(UNIT * most) if isinstance(most, int) else constant(INFINITY)


def won(function: Value) -> Value:
    """What is worth anything is worth a win."""

    def all_or_nothing(state: Any) -> int:
        return WIN if function(state) > 0 else 0

    return all_or_nothing


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


def joined(images: list[Callable[[Any], Any]]) -> Value:
    """The least hash of a state and of its images."""
    least: Value = hash_of
    for first in range(0, len(images), 7):
        least = least_of(least, *(images[first : first + 7] + [itself] * 7)[:7])
    return least


def least_of(before: Value, a: Image, b: Image, c: Image, d: Image, e: Image, f: Image, g: Image) -> Value:
    """Seven at once, as many as a square board has: one function takes less time to compile than seven."""

    def least(state: Any) -> int:
        key = min(before(state), state_hash(a(state)), state_hash(b(state)), state_hash(c(state)))
        return min(key, state_hash(d(state)), state_hash(e(state)), state_hash(f(state)), state_hash(g(state)))

    return least
