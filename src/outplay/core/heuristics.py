"""What helps the search of a game and is no part of its rules.

Every function is optional and is compiled together with the search. A game without any of them is searched by its
rules alone. `outplay check` compares with played games what can be compared.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any, NamedTuple

State = Any

FUNCTIONS = (
    "evaluate",
    "order",
    "settled_margin",
    "key_state",
    "max_gain",
    "max_loss",
    "value_bounds",
    "candidates",
    "tactical_moves",
    "grades",
    "null_move",
    "features",
)
"""The heuristics that are functions."""

MOST_NUMBERED = 1 << 40
"""All layers of a numbering together have fewer positions."""


class Symmetry(NamedTuple):
    """A rotation or reflection of the board: a mapping of states, and the same mapping of moves.

    A position and its image have the same value.

    >>> mirror = outplay.Symmetry(state=lambda state: state, move=lambda move: 8 - move)
    >>> mirror.move(0)
    8
    """

    state: Callable[[State], State]
    move: Callable[[int], int]


@dataclass(frozen=True)
class Threats:
    """What threat-space search needs. For games in which the turn passes with every move.

    Attributes:
        threats: threats(state): the moves, as a mask, that win at once or leave the opponent only forced replies.
        forced_replies: forced_replies(state): the moves, as a mask, of which one must be played, or 0 if any move may
            be; leaving out the others must not change the value of the position.
        single_reply: single_reply(state): the moves, as a mask, that win at once or leave a single forced reply; they
            are followed to their end where a search would stop. Optional.

    >>> heuristics = outplay.game("gomoku").heuristics
    >>> heuristics.threats.threats(outplay.game("gomoku").initial)  # there is none at the start
    0
    """

    threats: Callable[[State], int]
    forced_replies: Callable[[State], int]
    single_reply: Callable[[State], int] | None = None


class Grades(NamedTuple):
    """A number from 0 to 15 for every move: the moves in whose number the 1, the 2, the 4 and the 8 are set.

    >>> grades = outplay.Grades(ones=0b011, twos=0b010, fours=0, eights=0b100)  # of the moves 0, 1 and 2: 1, 3 and 8
    >>> [sum((mask >> move & 1) << bit for bit, mask in enumerate(grades)) for move in range(3)]
    [1, 3, 8]
    """

    ones: int
    twos: int
    fours: int
    eights: int


class ValueBounds(NamedTuple):
    """Two margins between which the value of a position lies, for the side to move.

    >>> draw_or_win = outplay.ValueBounds(lower=0, upper=1)
    >>> draw_or_win.lower <= 0 <= draw_or_win.upper
    True
    """

    lower: int
    upper: int


@dataclass(frozen=True)
class Numbering:
    """How the positions of a game are numbered, for endgame tables. A table holds, for each position of the layers from
    0 up to some layer, what the side to move will still gain over the other: the final margin less the settled margin.
    So positions with the same key state share a number.

    Attributes:
        sizes: The number of positions of each layer, from layer 0 on; positions of further layers are in no table.
        layer: layer(state): the layer of a position, such as the pieces that are left. No move leads to a higher one,
            and within a layer no moves lead in a circle.
        index: index(state): the number of a position in its layer, 0 and up.
        state: state(layer, number): a position with that number; `play` must work on it, but it need not be reachable.
        shared: A text that tells all that values depend on beside the source of the rules: games with the same text,
            such as those that differ only in the number of pieces at the start, use the same tables. If empty, a table
            serves one game.

    >>> numbering = outplay.game("kalah:4,2").heuristics.numbering
    >>> numbering.sizes[:4]  # positions with 0, 1, 2 and 3 seeds in the houses
    (0, 0, 16, 80)
    >>> start = outplay.game("kalah:4,2").initial
    >>> numbering.layer(start), numbering.state(numbering.layer(start), numbering.index(start)) == start
    (16, True)
    """

    sizes: tuple[int, ...]
    layer: Callable[[State], int]
    index: Callable[[State], int]
    state: Callable[[int, int], State]
    shared: str = ""

    def mistake(self) -> str | None:
        """What is wrong with this numbering, in one line; None if nothing is.

        >>> wrong = outplay.Numbering(sizes=(), layer=abs, index=abs, state=divmod)
        >>> wrong.mistake()
        'sizes of a numbering must be a tuple with the number of positions of each layer'
        """
        sizes = self.sizes
        if not isinstance(sizes, tuple) or not sizes or not all(isinstance(n, int) and n >= 0 for n in sizes):
            return "sizes of a numbering must be a tuple with the number of positions of each layer"
        if sum(sizes) >= MOST_NUMBERED:
            return f"a numbering has {sum(sizes):,} positions, and there can be {MOST_NUMBERED:,}: leave layers out"
        if not isinstance(self.shared, str):
            return f"shared of a numbering must be a text, not {self.shared!r}"
        for name, arguments in (("layer", "state"), ("index", "state"), ("state", "layer, number")):
            if parameters(getattr(self, name)) != arguments.count(",") + 1:
                return f"{name} of a numbering must be a function written `def {name}({arguments})`"
        return None


@dataclass(frozen=True)
class Heuristics:
    """Knowledge about a game for its search. Margins are in the game's own units, evaluations in thousandths of them.

    Attributes:
        evaluate: evaluate(state): static evaluation, the expected margin for the side to move, in thousandths.
        order: order(state, move): move ordering; a larger number is searched earlier.
        settled_margin: settled_margin(state): the part of the final margin that is already certain, for the side to
            move.
        key_state: key_state(state): the state without its settled margin, which the transposition table uses as its
            key; states with the same key state must gain alike from here on.
        max_gain: max_gain(state): the most that the side to move can still gain over the opponent beside the settled
            margin; or one number for all states.
        max_loss: max_loss(state): the most that the opponent can still gain; if not given, max_gain holds for both.
        value_bounds: value_bounds(state): what is known of the value without a search, as an outplay.ValueBounds: how
            much the side to move gains over the opponent at least and at most, beside the settled margin, if both play
            their best. It should know of moves that win at once, since the search then looks for none itself.
        candidates: candidates(state): the moves, as a mask, that are worth searching; the others are searched only if
            all of these lose, and in a proof. For games whose moves are a mask.
        tactical_moves: tactical_moves(state): the moves, as a mask, that make or meet a threat: they are searched first
            and are neither reduced nor pruned; no other move may force a reply.
        grades: grades(state): how good all moves look, from 0 to 15, as an outplay.Grades of four masks; for games
            whose moves are a mask. Moves are searched in this order, whether tactical or not, and late ones are pruned
            and reduced more than in games without grades.
        futility_margin: By how much `evaluate` may change with a move that is not tactical, in thousandths: the margin
            of reverse futility pruning.
        null_move: null_move(state): the state after a pass, with nothing else changed, for null-move pruning. For games
            in which an additional move never hurts.
        threats: What threat-space search needs: outplay.Threats(threats=…, forced_replies=…).
        symmetries: Rotations and reflections of the board: a tuple of outplay.Symmetry(state=…, move=…).
        features: features(state): what a network is shown, as the side to move sees it: a mask or a tuple of masks; if
            not given, it is shown the fields of the state and who is to move.
        feature_bits: How many bits the features have: a number, or a tuple with a number for each mask.
        swapped_fields: For a state that is not as the side to move sees it: the pairs of fields that change places if
            it is looked at from the other side, as (("white", "black"),). A network then learns both sides together. If
            not given, such pairs are looked for.
        numbering: How positions are numbered, for endgame tables: outplay.Numbering(sizes=…, layer=…, …).

    >>> def evaluate(state):  # more stones are better, by a tenth of a point each
    ...     return 100 * (state.mine - state.theirs)
    >>> outplay.Heuristics(evaluate=evaluate, max_gain=1).futility_margin
    0
    """

    evaluate: Callable[[State], int] | None = None
    order: Callable[[State, int], int] | None = None
    settled_margin: Callable[[State], int] | None = None
    key_state: Callable[[State], State] | None = None
    max_gain: Callable[[State], int] | int | None = None
    max_loss: Callable[[State], int] | None = None
    value_bounds: Callable[[State], ValueBounds] | None = None
    candidates: Callable[[State], int] | None = None
    tactical_moves: Callable[[State], int] | None = None
    grades: Callable[[State], Grades] | None = None
    futility_margin: int = 0
    null_move: Callable[[State], State] | None = None
    threats: Threats | None = None
    symmetries: tuple[Symmetry, ...] = ()
    features: Callable[[State], Any] | None = None
    feature_bits: int | tuple[int, ...] = ()
    swapped_fields: tuple[tuple[str, str], ...] = ()
    numbering: Numbering | None = None

    def mistake(self, moves_as_mask: bool, alternates: bool) -> str | None:
        """What is wrong with these heuristics for a game of that kind, in one line; None if nothing is.

        >>> outplay.Heuristics(order=lambda state: 0).mistake(moves_as_mask=True, alternates=True)
        'order must be a function written `def order(state, move)`'
        """
        if message := self._signature_mistake():
            return message
        if not isinstance(self.futility_margin, int) or self.futility_margin < 0:
            return f"futility_margin must be a number, 0 or more, not {self.futility_margin!r}"
        if self.threats and not isinstance(self.threats, Threats):
            return "threats must be outplay.Threats(threats=…, forced_replies=…)"
        if self.threats and not alternates:
            return "threats are for a game with alternates=True"
        of_masks = [name for name in ("candidates", "grades") if getattr(self, name)]
        if of_masks and not moves_as_mask:
            return f"{of_masks[0]} belongs to moves(state), which gives the moves as a mask"
        if not isinstance(self.symmetries, tuple) or not all(isinstance(s, Symmetry) for s in self.symmetries):
            return "symmetries must be a tuple of outplay.Symmetry(state=…, move=…)"
        if self.numbering is not None and not isinstance(self.numbering, Numbering):
            return "numbering must be outplay.Numbering(sizes=…, layer=…, index=…, state=…)"
        return self._features_mistake() or (self.numbering.mistake() if self.numbering else None)

    def _features_mistake(self) -> str | None:
        bits = self.feature_bits if isinstance(self.feature_bits, tuple) else (self.feature_bits,)
        good = all(isinstance(number, int) and number > 0 for number in bits)
        if self.features is None:
            return "feature_bits belongs to features, which is not given" if self.feature_bits else None
        if not good or not bits:
            return "feature_bits must be how many bits features(state) has: a number, or a tuple with one for each mask"
        return None

    def swap_mistake(self, widths: dict[str, int]) -> str | None:
        """What is wrong with the swapped fields of a state that has fields of these widths; None if nothing is.

        >>> heuristics = outplay.Heuristics(swapped_fields=(("white", "black"),))
        >>> heuristics.swap_mistake({"white": 64, "red": 64})
        "'black' of swapped_fields is no field of the state; the fields are white, red"
        """
        pairs = self.swapped_fields
        if not pairs:
            return None
        if self.features:
            return "swapped_fields and features do not go together: features are as the side to move sees the state"
        example = 'swapped_fields must be pairs of fields, as in (("white", "black"),)'
        if not isinstance(pairs, tuple) or not all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
            return f"{example}, not {pairs!r}"
        names = [name for pair in pairs for name in pair]
        if unknown := [name for name in names if name not in widths]:
            return f"{unknown[0]!r} of swapped_fields is no field of the state; the fields are {', '.join(widths)}"
        if len(set(names)) != len(names):
            return "a field can be in one pair of swapped_fields only"
        if unequal := [pair for pair in pairs if widths[pair[0]] != widths[pair[1]]]:
            return f"the swapped fields {' and '.join(unequal[0])} must have the same number of bits"
        return None

    def functions(self) -> set[Callable[..., Any]]:
        """All functions that are given.

        >>> def evaluate(state):
        ...     return 0
        >>> outplay.Heuristics(evaluate=evaluate).functions() == {evaluate}
        True
        """
        maps = {function for symmetry in self.symmetries for function in symmetry}
        numbers, numbered = self.numbering, set[Callable[..., Any]]()
        if numbers:
            numbered = {numbers.layer, numbers.index, numbers.state}
        return {function for function in self._named_functions().values() if callable(function)} | maps | numbered

    def _named_functions(self) -> dict[str, Any]:
        functions = {name: getattr(self, name) for name in FUNCTIONS}
        return functions | vars(self.threats) if isinstance(self.threats, Threats) else functions

    def _signature_mistake(self) -> str | None:
        for name, function in self._named_functions().items():
            arguments = "state, move" if name == "order" else "state"
            constant = name == "max_gain" and isinstance(function, int)
            if function is not None and not constant and parameters(function) != arguments.count(",") + 1:
                return f"{name} must be a function written `def {name}({arguments})`"
        return None


def parameters(function: Any) -> int:
    """How many arguments a function takes; -1 if it is no function."""
    try:
        return len(signature(function).parameters)
    except (TypeError, ValueError):
        return -1
