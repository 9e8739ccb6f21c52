"""What a learner is shown of a position: an array of small numbers, as the side to move sees it.

    board            shape                      an element
    grid, hexagons   (rows, columns, planes)    a bit of the state: a plane for each field that has a bit a cell, and a
                                                plane of one value for each bit of the other fields
    pits             (pits and bits,)           the seeds of a pit, own houses and store first; then other bits
    others           (bits,)                    a bit of the state, field by field

All that the rules depend on is shown. Fields that belong to the two players are exchanged for the second one, so that a
learner finds its own pieces always in the same place. The field that says who is to move is left out where the rules
are the same for both; where the two see the board turned against each other, as in Hex, it stays. Where cells and pits
stand in the state is found by trying: the board is asked to describe states in which single bits are set.

An element is the sum of `bit << k` over its bits; `Layout.bits` says which. Kernels read the same table.
"""

import functools
import random
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.core.arrays import Ints
from outplay.core.boards import Grid, Pits
from outplay.core.game import Game, Position
from outplay.learn.symmetry import Trial, candidates, field_of_turn, sample_positions

State = Any
Observation = NDArray[Any]
Bit = tuple[int, int]
"""A field of the state and one of its bits."""
WORD = 64
SAMPLE = 16
"""Positions on which it is tried what changes with the side to move."""
MOST_BITS = 15
"""The bits of the largest element."""


class Turn(NamedTuple):
    """What changes with the side to move."""

    field: int | None
    """The field that says who is to move, if there is one."""
    shown: bool
    """Whether it is shown."""
    fields: tuple[int, ...]
    """The field that the second player sees in place of each."""


@dataclass(frozen=True, eq=False)
class Layout:
    """How the positions of a game are shown."""

    shape: tuple[int, ...]
    high: int
    """The largest value of an element."""
    widths: tuple[int, ...]
    """The bits of each field of the state."""
    bits: Ints
    """Shape (2, most bits of an element, elements): for each side to move, the number of the bit that counts `1 << k`.
    Bits are counted through the words of all fields, then comes a word that is always 0."""

    @property
    def dtype(self) -> Any:
        """The type of the elements: int8 where they fit."""
        return np.dtype(np.int8 if self.high < 1 << 7 else np.int16)

    @property
    def words(self) -> int:
        """The words of a state."""
        return sum(words_of(width) for width in self.widths)

    def table(self) -> Ints:
        """The layout as `search.batch` takes it: for each side and bit of a state where its places begin in this array,
        then the places."""
        count, item = WORD * self.words, self.dtype.itemsize
        starts, places = list[int](), list[int]()
        for side in (0, 1):
            found: list[list[int]] = [[] for _ in range(count + WORD)]
            for k, numbers in enumerate(self.bits[side].tolist()):
                for element, bit in enumerate(numbers):
                    found[bit].append(element * item + (k >> 3) << 8 | 1 << (k & 7))
            for of_bit in found[:count]:
                starts.append(2 * count + 1 + len(places))
                places += of_bit
        starts.append(2 * count + 1 + len(places))
        return np.array(starts + places, np.int64)

    def observe(self, position: Position) -> Observation:
        """What the side to move is shown of a position."""
        return self.observe_state(position.state, position.to_move)

    def observe_state(self, state: State, side: int) -> Observation:
        """What a side is shown of a state, whoever is to move."""
        fields = zip(state, self.widths, strict=True)
        data = b"".join(value.to_bytes(8 * words_of(width), "little") for value, width in fields)
        bits = np.unpackbits(np.frombuffer(data + bytes(8), np.uint8), bitorder="little")[self.bits[side]]
        total: Observation = bits[0].astype(self.dtype)
        for k in range(1, len(bits)):
            total |= bits[k].astype(self.dtype) << k
        return total.reshape(self.shape)

    def position(self, observation: Observation, game: Game) -> Position:
        """A position of which the side to move is shown this. Where it is not shown who that is, it is the first
        player's: for the second one the rules are the same."""
        position = game.checked_position(self._state(observation, 0, game.initial))
        if position.to_move == 0:
            return position
        return game.checked_position(self._state(observation, 1, game.initial))

    def _state(self, observation: Observation, side: int, like: State) -> State:
        bits = np.zeros(WORD * (self.words + 1), np.uint8)
        values = np.asarray(observation).reshape(-1)
        for k, numbers in enumerate(self.bits[side]):
            bits[numbers] |= (values >> k & 1).astype(np.uint8)
        data, fields, at = np.packbits(bits, bitorder="little").tobytes(), list[int](), 0
        for width in self.widths:
            fields.append(int.from_bytes(data[at : at + 8 * words_of(width)], "little"))
            at += 8 * words_of(width)
        return type(like)(*fields)


def words_of(bits: int) -> int:
    return -(-bits // WORD)


@functools.lru_cache(maxsize=64)
def layout_of(game: Game) -> Layout:
    """How the positions of a game are shown to learners."""
    turn = turn_of(game)
    board = game.board
    made = None
    if isinstance(board, Grid):
        made = planes(game, board, turn)
    elif isinstance(board, Pits):
        made = counts(game, board, turn)
    return made or flat(game, turn)


def turn_of(game: Game) -> Turn:
    """What changes with the side to move, found by trying."""
    own = tuple(range(len(game.initial)))
    start = game.start()
    after = start.play(start.moves()[-1])
    if field_of_turn(game, [start.state, after.state]) is None:  # no need to play games that may be long
        return Turn(None, False, own)
    sample = sample_positions(game, random.Random(0), SAMPLE)
    field = field_of_turn(game, sample)
    trial = Trial(game, sample, field)
    found = next((one for one in candidates(game, field) if one.turns and trial.holds(one)), None)
    return Turn(field, found is None or bool(found.cells), found.fields if found else own)


def first_bits(game: Game) -> list[int]:
    """The number of the first bit of each field, and of the word that is always 0."""
    firsts = [0]
    for width in game.widths.values():
        firsts.append(firsts[-1] + WORD * words_of(width))
    return firsts


def laid_out(game: Game, shape: tuple[int, ...], elements: list[list[Bit]], turn: Turn, high: int) -> Layout:
    """The layout with these elements, each by its bits, lowest first."""
    firsts = first_bits(game)
    most = max(len(bits) for bits in elements)
    table = np.full((2, most, len(elements)), firsts[-1], np.int64)
    for side, fields in enumerate((range(len(turn.fields)), turn.fields)):
        for number, bits in enumerate(elements):
            for k, (field, bit) in enumerate(bits):
                table[side, k, number] = firsts[fields[field]] + bit
    return Layout(shape, high, tuple(game.widths.values()), table)


def bits_of(game: Game, fields: list[int], turn: Turn) -> list[Bit]:
    """All bits of some fields, without the one that is not shown."""
    widths = list(game.widths.values())
    return [(field, bit) for field in fields if turn.shown or field != turn.field for bit in range(widths[field])]


def flat(game: Game, turn: Turn) -> Layout:
    """Every bit of the state."""
    bits = bits_of(game, list(range(len(game.initial))), turn)
    return laid_out(game, (len(bits),), [[one] for one in bits], turn, 1)


def planes(game: Game, board: Grid, turn: Turn) -> Layout | None:
    """A plane for each field that has a bit a cell, then one for each bit of the other fields; None without such a
    field."""
    widths, cells = list(game.widths.values()), board.rows * board.columns
    found = {field: cell_bits(game, board, field) for field, width in enumerate(widths) if width >= cells}
    known = {widths[field]: bits for field, bits in found.items() if bits}
    boards = {field: bits or known[widths[field]] for field, bits in found.items() if widths[field] in known}
    sample = sample_positions(game, random.Random(1), SAMPLE) if max(widths) > cells else []
    for field, bits in list(boards.items()):
        if any(state[field] & ~sum(1 << bit for bit in bits) for state in sample):
            del boards[field]  # it says more than what is on the cells
    if not boards:
        return None
    others = bits_of(game, [field for field in range(len(widths)) if field not in boards], turn)
    elements = [
        [one] for cell in range(cells) for one in (*((field, boards[field][cell]) for field in boards), *others)
    ]
    shape = (board.rows, board.columns, len(boards) + len(others))
    return laid_out(game, shape, elements, turn._replace(fields=exchanged(game, board, boards, turn)), 1)


def exchanged(game: Game, board: Grid, boards: dict[int, Any], turn: Turn) -> tuple[int, ...]:
    """The fields as the second player sees them: those whose bits are drawn as the pieces of the one and of the other
    player, whoever is to move, change places; without such fields, what was found by trying."""
    owned: dict[str, list[int]] = {"first": [], "second": []}
    for field, bits in boards.items() if turn.field is not None else ():
        roles = set()
        for side in (0, 1):
            state = [0] * len(game.initial)
            state[turn.field or 0] = side
            state[field] |= 1 << bits[0]
            roles.add(board.roles.get(board.cells(type(game.initial)(*state))[0]))
        if len(roles) == 1:
            owned.setdefault(str(roles.pop()), []).append(field)
    if len(owned["first"]) != 1 or len(owned["second"]) != 1:
        return turn.fields
    (one,), (other,) = owned["first"], owned["second"]
    return tuple({one: other, other: one}.get(field, field) for field in range(len(game.initial)))


def cell_bits(game: Game, board: Grid, field: int) -> list[int] | None:
    """For each cell the bit of a field that makes it look other than on an empty board; None if it is not one bit each.

    The bits whose number has a 1 in the same place are set together: so 5000 cells need 14 boards and not 5000.
    """
    width = list(game.widths.values())[field]

    def shown(value: int) -> str:
        state = [0] * len(game.initial)
        state[field] = value
        return board.cells(type(game.initial)(*state))

    try:
        empty, full = shown(0), shown((1 << width) - 1)
        places = (width - 1).bit_length()
        boards = [shown(sum(1 << bit for bit in range(width) if bit >> place & 1)) for place in range(places)]
    except Exception:  # the functions of a board need not work in positions that no game reaches
        return None
    found = [sum((now[cell] != empty[cell]) << place for place, now in enumerate(boards)) for cell in range(len(empty))]
    one_each = len(set(found)) == len(found) and max(found) < width
    return found if one_each and all(one != other for one, other in zip(empty, full, strict=True)) else None


def counts(game: Game, board: Pits, turn: Turn) -> Layout | None:
    """The seeds of each pit, then every bit of the other fields; None if seeds are not numbers in the state's bits."""
    total = sum(pit_counts(board, game.initial))
    pits = [dict[int, Bit]() for _ in range(2 * board.houses + 2)]
    used = set[int]()
    for field, width in enumerate(game.widths.values()):
        for bit in range(width):
            state = [0] * len(game.initial)
            state[field] = 1 << bit
            try:
                seeds = pit_counts(board, type(game.initial)(*state))
            except Exception:  # as above
                return None
            if sum(seeds):
                pit = next(pit for pit, number in enumerate(seeds) if number)
                pits[pit][seeds[pit]] = field, bit
                used.add(field)
    sizes = [1 << k for k in range(total.bit_length())]
    if total.bit_length() > MOST_BITS or not all(size in pit for pit in pits for size in sizes):
        return None
    others = bits_of(game, [field for field in range(len(game.initial)) if field not in used], turn)
    elements = [[pit[size] for size in sizes] for pit in pits] + [[one] for one in others]
    return laid_out(game, (len(elements),), elements, turn, total)


def pit_counts(board: Pits, state: State) -> list[int]:
    """The seeds of the first player's houses and store, then of the second's."""
    return [number for houses, store in board.seeds(state) for number in (*houses, store)]
