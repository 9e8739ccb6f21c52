"""What the search asks of a game beyond its rules, filled from the game, with defaults where it says nothing.

A game's functions count in units of the margin; here everything is a value (see `values`). A hook that is None makes
the search leave out the technique which needs it, when it is built; the others have defaults that are always right.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from outplay.core.game import Game
from outplay.core.hashing import state_hash
from outplay.core.heuristics import Grades, Numbering, ValueBounds
from outplay.core.network import NetworkShape
from outplay.core.rules import State
from outplay.search.plain import nothing
from outplay.search.thread_state import thread_words
from outplay.search.values import INFINITY, MAX_MARGIN, UNIT, WIN

GOALS = ("margin", "win")

MAX_CANONICAL_BITS = 256
"""On larger boards there are no canonical hashes: they would take longer to compile than they save."""

Number = Callable[[State], int]
"""A function of a state that returns a value, a mask of moves or a hash."""
Image = Callable[[State], State]
"""A function of a state that returns another state."""


class NetworkHook(NamedTuple):
    """How a network is asked; its numbers stand in the thread state, so that another network needs no other code."""

    inputs: Callable[[State], Any]
    """A tuple of integers, whose bits are the inputs."""
    settled: Number
    """The value that is added to the network's: the margin that is settled already."""
    shape: tuple[int, ...]
    """Where it stands and how large it is; see `core.vectors`."""


class Hooks(NamedTuple):
    evaluate: Number
    """Static evaluation: an estimate of the value for the side to move, smaller than WIN and larger than -WIN."""
    end: Callable[[int], int]
    """The value of a finished game with that margin for the side to move."""
    settled_margin: Number
    """The value that the side to move has for certain, less the other's; entries of the table do not hold it."""
    key_state: Image
    """The state without what `settled_margin` counts: its hash is the key in the transposition table."""
    max_gain: Number
    """The most that the side to move can still gain over the other, beside the settled margin."""
    max_loss: Number
    """The most that the other side can still gain over it."""
    value_bounds: Callable[[State], ValueBounds] | None
    """What is known of the value with best play, beside the settled margin."""
    wins_in_one: bool
    """Whether to look in each node for a move that ends the game with the best value there can be."""
    images: tuple[Image, ...]
    """The symmetries of which canonical hashes are made: each gives another state that is worth the same."""
    canonical_hash: Number | None
    """A hash that symmetric positions share."""
    order: Callable[[State, int], int] | None
    """How good a move looks; larger is searched first."""
    candidates: Number | None
    """The moves worth searching, as a mask; others are searched only if all of these lose, or for a proof."""
    tactical_moves: Number | None
    """The moves that make or meet a threat, as a mask; no other move leaves the opponent with forced replies."""
    grades: Callable[[State], Grades] | None
    """How good all moves look, 0 to 15, as four masks; searched in this order. Given only with moves as a mask."""
    threats: Number | None
    """The moves that win, or leave the opponent with forced replies only, as a mask. Given with `forced_replies`."""
    forced_replies: Number | None
    """The moves of which one must be played, as a mask, or 0 if any may be."""
    single_reply_threats: Number | None
    """The moves that win, or leave the opponent a single forced reply, as a mask. Given with `forced_replies`."""
    null_move: Image | None
    """The state after the side to move passed. Given only with an evaluation, and with moves as a mask."""
    futility_margin: int
    """By how much `evaluate` may change with a move that is not tactical; 0 if that is not known."""
    moves: Number | None
    """The legal moves as a mask, in games that give them so."""
    max_moves: int
    """How many legal moves a position can have."""
    network: NetworkHook | None = None
    """Given, a network evaluates positions in place of `evaluate`."""
    numbering: Numbering | None = None
    """How positions are numbered in endgame tables."""
    rest_from: Number = nothing
    """The settled margin in units of the game, to which the rest that an endgame table holds is added."""


def hooks_of(game: Game, goal: str, network: NetworkShape | None = None) -> Hooks:
    """The hooks of a game. This is the one place where search reads what a game tells it beyond its rules.

    With the shape of a network, that is what evaluates.
    """
    told = game.heuristics
    evaluate, settled_margin, key_state = told.evaluate, told.settled_margin, told.key_state
    max_gain, max_loss = told.max_gain, told.max_gain if told.max_loss is None else told.max_loss
    threats = told.threats
    images = tuple(s.state for s in told.symmetries) if max(game.widths.values()) <= MAX_CANONICAL_BITS else ()
    by_margin = goal == "margin"
    settled = scaled(settled_margin) if settled_margin else nothing
    max_moves = game.most_moves
    apart = by_margin and key_state is not None and settled_margin is not None
    # A bound that is a function counts beside the settled margin, so it needs both or neither of the two.
    bounded = (settled_margin is None) == (key_state is None) and (by_margin or settled_margin is None)
    value_bounds = scaled_bounds(told.value_bounds, by_margin) if told.value_bounds and bounded else None
    return Hooks(
        evaluate=limited(evaluate) if evaluate else settled,
        end=margin_value if by_margin else win_value,
        settled_margin=scaled(settled_margin) if apart and settled_margin else nothing,
        key_state=key_state if apart and key_state else same_state,
        max_gain=bound_value(max_gain, bounded, by_margin),
        max_loss=bound_value(max_loss, bounded, by_margin),
        value_bounds=value_bounds,
        wins_in_one=threats is None and (not by_margin or isinstance(max_gain, int)) and not value_bounds,
        images=images,
        canonical_hash=canonical_hash(images) if images else None,
        order=told.order,
        candidates=told.candidates,
        tactical_moves=told.tactical_moves,
        grades=told.grades if game.moves_as_mask else None,
        threats=threats.threats if threats else None,
        forced_replies=threats.forced_replies if threats else None,
        single_reply_threats=threats.single_reply if threats else None,
        null_move=told.null_move if (evaluate or network) and game.moves_as_mask else None,
        futility_margin=told.futility_margin if told.tactical_moves and not network else 0,  # it is of `evaluate`
        moves=game.moves if game.moves_as_mask else None,
        max_moves=max_moves,
        network=network_hook(game, network, thread_words(max_moves)) if network else None,
        numbering=told.numbering,
        rest_from=settled_margin or nothing,
    )


def network_hook(game: Game, shape: NetworkShape, at: int) -> NetworkHook:
    """How a network of a game is asked that stands in an array from index `at` on."""
    settled = game.heuristics.settled_margin
    return NetworkHook(game.inputs, scaled(settled) if settled else nothing, shape.constants(at))


def bound_value(bound: Number | int | None, bounded: bool, by_margin: bool) -> Number:
    """A bound on what can be gained, as a value: the game's function if it can be used, or else a constant."""
    if callable(bound) and bounded:
        return scaled(bound) if by_margin else win_or_nothing(bound)
    if not by_margin:
        return constant(WIN)
    return constant(UNIT * bound) if isinstance(bound, int) else constant(INFINITY)


def scaled_bounds(function: Callable[[State], ValueBounds], by_margin: bool) -> Callable[[State], ValueBounds]:
    """What a game says of the value of a position, in values."""

    def in_units(state: Any) -> ValueBounds:
        bounds = function(state)
        return ValueBounds(UNIT * bounds.lower, UNIT * bounds.upper)

    def as_wins(state: Any) -> ValueBounds:
        bounds = function(state)
        return ValueBounds(win_value(bounds.lower), win_value(bounds.upper))

    return in_units if by_margin else as_wins


def win_or_nothing(function: Number) -> Number:
    """Where only winning counts, any margin that can be gained is a win."""

    def as_win(state: Any) -> int:
        return WIN if function(state) > 0 else 0

    return as_win


def scaled(function: Number) -> Number:
    def in_units(state: Any) -> int:
        return UNIT * function(state)

    return in_units


def limited(function: Number) -> Number:
    """An evaluation is always smaller than a win and larger than a loss."""

    def within_win(state: Any) -> int:
        return max(1 - WIN, min(WIN - 1, function(state)))

    return within_win


def constant(value: int) -> Number:
    def always(state: Any) -> int:
        return value

    return always


def margin_value(margin: int) -> int:
    """The value of a margin, where margins count."""
    return UNIT * max(-MAX_MARGIN, min(MAX_MARGIN, margin))


def win_value(margin: int) -> int:
    """The value of a margin, where only winning counts."""
    if margin > 0:
        return WIN
    return -WIN if margin < 0 else 0


def same_state(state: Any) -> Any:
    return state


def own_hash(state: Any) -> int:
    return state_hash(state)


def canonical_hash(images: tuple[Image, ...]) -> Number:
    """The least hash of a state and of its images."""
    least: Number = own_hash
    for first in range(0, len(images), 7):
        least = least_hash(least, *(images[first : first + 7] + (same_state,) * 7)[:7])
    return least


def least_hash(before: Number, a: Image, b: Image, c: Image, d: Image, e: Image, f: Image, g: Image) -> Number:
    """Seven images at once, as many as a square board has: one function takes less time to compile than seven."""

    def least(state: Any) -> int:
        key = min(before(state), state_hash(a(state)), state_hash(b(state)), state_hash(c(state)))
        return min(key, state_hash(d(state)), state_hash(e(state)), state_hash(f(state)), state_hash(g(state)))

    return least
