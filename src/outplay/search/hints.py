"""What the engine asks of a game beyond its rules, with something harmless where the game does not say."""

from collections.abc import Callable
from typing import Any

from outplay.core.game import Game
from outplay.core.hashing import state_hash
from outplay.core.heuristics import Heuristics
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
    told = game.heuristics
    settled, forced = told.settled_margin, told.threats.forced_replies if told.threats else None
    apart = by_margin and told.key_state is not None and settled is not None
    images = [s.state for s in told.symmetries] if max(game.widths.values()) <= MOST_JOINED_BITS else []
    return Hooks(
        evaluate=within(told.evaluate) if told.evaluate else scaled(settled) if settled else nothing,
        end=margin_value if by_margin else win_value,
        rest=told.key_state if apart and told.key_state else itself,
        banked=scaled(settled) if apart and settled else nothing,
        left=most_of(told, told.max_gain, by_margin),
        risk=most_of(told, told.max_gain if told.max_loss is None else told.max_loss, by_margin),
        sudden=forced is None and (not by_margin or isinstance(told.max_gain, int)),
        joined=joined(images),
        symmetric=bool(images),
        order=told.order or no_hint,
        hinted=told.order is not None,
        likely=told.candidates or nothing,
        likes=told.candidates is not None,
        forced=forced or nothing,
        forcing=told.threats.threats if told.threats else nothing,
        urgent=told.tactical_moves or nothing,
        urges=told.tactical_moves is not None,
        forces=forced is not None,
        passed=told.null_move or itself,
        passes=told.null_move is not None and told.evaluate is not None and game.moves_as_mask,
        swing=told.futility_margin if told.tactical_moves else 0,
        moves=game.moves if game.moves_as_mask else nothing,
        width=game.choices or max(game.widths.values()) + 1,
    )


def most_of(told: Heuristics, most: Value | int | None, by_margin: bool) -> Value:
    """What can still be gained, as a value. A function counts beside what is banked, if the engine knows that apart."""
    apart = (told.settled_margin is None) == (told.key_state is None)
    if callable(most) and apart and (by_margin or told.settled_margin is None):
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
