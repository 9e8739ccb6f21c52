"""Symmetries of a game, found by trying: maps of states that the rules do not notice. The fields that change places
with the side to move can be named by the game (`Heuristics.swapped_fields`); they are tried too.

A map moves the bits of fields as cells of a grid, rotated or reflected, may exchange fields of the same width, and may
change who is to move. It is a symmetry if, on a sample of positions, the children of a position's image are
the images of its children, with the same outcomes. Moves need not be compared.

What is found here serves learning only: a map that holds on the sample and not everywhere would make training data
worse, never a proof wrong.
"""

import random
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.core.bits import GOING_ON
from outplay.core.errors import RuleError
from outplay.core.game import Game, Position

State = Any
SAMPLE = 48
"""Positions on which a map is tried; half of them are the last but one of a game, where moves end it."""
MOST_CELLS = 400
"""On larger boards no maps of cells are tried: that takes too long."""
MOST_PLIES = 300
"""The longest random game that positions are taken from."""


class Map(NamedTuple):
    """A map of states; `cells` is where the bits of a field of at least that many come from."""

    fields: tuple[int, ...]
    """The field that each field is taken from."""
    cells: tuple[int, ...]
    """The bit that each of the lowest bits is taken from; other bits stay."""
    turns: bool
    """Whether it changes who is to move."""


class Symmetries(NamedTuple):
    """What was found; arrays of int: `bits[:, source]` are the inputs of the image."""

    keeping: list[NDArray[np.int64]]
    """Those that leave the side to move."""
    turning: NDArray[np.int64] | None
    """One that changes the side to move; None if there is none."""
    turn_field: int | None
    """The field that says who is to move, if there is one."""


def find_symmetries(game: Game, seed: int = 0) -> Symmetries:
    """The symmetries of a game, as maps of a network's inputs.

    A game's own features are as the side to move sees them: for them nothing has to change with the side to move, and
    a map of cells is used if it moves the features as it moves the fields.
    """
    sample = sample_positions(game, random.Random(seed))
    turn_field = field_of_turn(game, sample)
    tried = Trial(game, sample, turn_field)
    declared = declared_swap(game, tried)
    found = [one for one in candidates(game, turn_field) if tried.holds(one)]
    keeping = [one for one in found if not one.turns and is_real(game, one)]
    own = tuple(range(len(game.input_widths)))
    if game.heuristics.features:
        maps = [Map(own, one.cells, False) for one in keeping if tried.moves_features(one)]
        return Symmetries([sources(game, one) for one in maps], np.arange(sum(game.input_widths)), None)
    turning = declared or next((one for one in found if one.turns), None)
    return Symmetries([sources(game, one) for one in keeping], sources(game, turning) if turning else None, turn_field)


def declared_swap(game: Game, tried: "Trial") -> Map | None:
    """The map that exchanges the fields which the game names, and the side to move, with the cells as they are or on a
    board that is turned; None if it names none. RuleError if no such map is a symmetry."""
    pairs = game.heuristics.swapped_fields
    if not pairs:
        return None
    names = list(game.widths)
    other = {a: b for pair in pairs for a, b in (pair, pair[::-1])}
    fields = tuple(names.index(other.get(name, name)) for name in names)
    told = "swapped_fields " + ", ".join(" and ".join(pair) for pair in pairs)
    if tried.turn_field is None:
        raise RuleError(f"{told}: they need a field of the state that is the side to move, 0 or 1, and there is none")
    maps = (Map(fields, cells, True) for cells in cell_maps(max(game.widths.values())))
    if found := next((one for one in maps if tried.holds(one)), None):
        return found
    image_of = tried.image(Map(fields, (), True))
    wrong = next(n for n in range(len(tried.sample)) if not tried.commutes(image_of, n))
    raise RuleError(
        f"{told}: from the other side the position {Position(game, tried.sample[wrong]).text!r} plays differently, and "
        "no turned board plays alike either; leave swapped_fields out if the two sides have different rules"
    )


def sample_positions(game: Game, rng: random.Random, wanted: int = SAMPLE) -> list[State]:
    """Positions of random games in which the game goes on."""
    sample: list[State] = []
    for _ in range(4 * wanted):
        position, states = game.start(), list[State]()
        while not position.outcome() and len(states) < MOST_PLIES:
            states.append(position.state)
            position = position.play(rng.choice(position.moves()))
        sample.append(rng.choice(states) if len(sample) % 2 else states[-1])
        if len(set(sample)) >= wanted:
            break
    return list(dict.fromkeys(sample))


def field_of_turn(game: Game, sample: list[State]) -> int | None:
    """The first field that always is the number of the side to move."""
    fields = range(len(game.initial))
    return next((f for f in fields if all(state[f] == game.to_move(state) for state in sample)), None)


def number_fields(game: Game, sample: list[State]) -> set[int]:
    """The fields that hold a number, such as that of a cell, and no set of cells: always less than their width."""
    largest = [max(values) for values in zip(*sample, strict=True)]
    return {field for field, width in enumerate(game.widths.values()) if 0 < largest[field] < width}


def candidates(game: Game, turn_field: int | None) -> Iterator[Map]:
    """All maps that are tried, those of the whole board first."""
    widths = list(game.widths.values())
    exchanges = list(field_exchanges(widths))
    seen = set[Map]()
    for cells in cell_maps(max(widths)):
        for fields in exchanges:
            for turns in (False, True) if turn_field is not None else (False,):
                one = Map(fields, cells, turns)
                if one not in seen:
                    seen.add(one)
                    yield one


def field_exchanges(widths: list[int]) -> Iterator[tuple[int, ...]]:
    """The fields as they are, and with one or two pairs of the same width exchanged."""
    own = tuple(range(len(widths)))
    pairs = [(a, b) for a, b in combinations(own, 2) if widths[a] == widths[b] and widths[a] > 1]
    for chosen in [(), *((pair,) for pair in pairs), *combinations(pairs, 2)]:
        fields = list(own)
        if len({field for pair in chosen for field in pair}) == 2 * len(chosen):
            for a, b in chosen:
                fields[a], fields[b] = fields[b], fields[a]
            yield tuple(fields)


def cell_maps(bits: int) -> Iterator[tuple[int, ...]]:
    """No map of cells, then the rotations and reflections of every grid that a field of so many bits may hold."""
    yield ()
    for rows in range(2, bits // 2 + 1):
        columns = bits // rows
        if columns < 2 or rows * columns > MOST_CELLS:
            continue
        for width in {columns, columns - 1}:
            if width >= 2 and rows * width > bits - max(rows, width) - 2:
                yield from grid_maps(rows, width)


def grid_maps(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """The rotations and reflections of a grid but the identity, each as the cell that each cell is taken from."""
    grid = np.arange(rows * columns).reshape(rows, columns)
    images = [grid[::-1], grid[:, ::-1], grid[::-1, ::-1]]
    if rows == columns:
        images += [image.T for image in (grid, *images)]
    for image in images:
        yield tuple(int(cell) for cell in image.reshape(-1))


class Trial:
    """A sample of positions with their children, on which maps are tried."""

    def __init__(self, game: Game, sample: list[State], turn_field: int | None) -> None:
        self.game, self.turn_field, self.sample = game, turn_field, sample
        self.numbers = number_fields(game, sample)
        self.children = [children(game, state) for state in sample]

    def holds(self, one: Map) -> bool:
        """Whether a map is a symmetry on the sample; the identity is none.

        Numbers of cells cannot be moved like sets of cells: rules would be asked about cells that no board has."""
        widths = list(self.game.widths.values())
        if one.cells and any(widths[field] >= len(one.cells) for field in self.numbers):
            return False
        if any((field in self.numbers) != (source in self.numbers) for field, source in enumerate(one.fields)):
            return False
        image_of = self.image(one)
        if all(image_of(state) == state for state in self.sample):
            return False
        return all(self.commutes(image_of, number) for number in range(len(self.sample)))

    def commutes(self, image_of: Callable[[State], State], number: int) -> bool:
        game, image = self.game, image_of(self.sample[number])
        if any(value.bit_length() > bits for value, bits in zip(image, game.widths.values(), strict=True)):
            return False
        try:
            if game.outcome(image) != GOING_ON:
                return False
            found = children(game, image)
        except Exception:  # rules may fail in positions that no game reaches; such an image is none
            return False
        return found == {image_of(child): outcome for child, outcome in self.children[number].items()}

    def moves_features(self, one: Map) -> bool:
        """Whether the features of every image are the features, moved as the map moves cells."""
        game, image_of = self.game, self.image(one)
        for state in self.sample:
            masks = zip(game.inputs(state), game.input_widths, strict=True)
            moved_masks = [moved(mask, one.cells) if width >= len(one.cells) else mask for mask, width in masks]
            if list(game.inputs(image_of(state))) != moved_masks:
                return False
        return bool(one.cells)

    def image(self, one: Map) -> Callable[[State], State]:
        """The map as a function of a state."""
        widths, make = list(self.game.widths.values()), type(self.game.initial)

        def image_of(state: State) -> State:
            values = [state[field] for field in one.fields]
            for field, width in enumerate(widths):
                if one.cells and width >= len(one.cells):
                    values[field] = moved(values[field], one.cells)
            if one.turns and self.turn_field is not None:
                values[self.turn_field] ^= 1
            return make(*values)

        return image_of


def moved(value: int, cells: tuple[int, ...]) -> int:
    """An integer with its lowest bits moved: bit i is taken from bit cells[i]."""
    text = bin(value)[:1:-1].ljust(len(cells), "0")
    return int("".join([text[cell] for cell in reversed(cells)]), 2) | value >> len(cells) << len(cells)


def children(game: Game, state: State) -> dict[State, int]:
    """The states after every legal move, with their outcomes."""
    if game.moves_as_mask:
        mask = game.moves(state)
        moves = [place for place, bit in enumerate(bin(mask)[:1:-1]) if bit == "1"]
    else:
        out = [0] * game.choices
        moves = out[: game.moves(state, out)]
    states = {game.play(state, move) for move in moves}
    return {state: game.outcome(state) for state in states}


def is_real(game: Game, one: Map) -> bool:
    """Whether a map moves any input."""
    return bool(one.cells) or one.fields != tuple(range(len(one.fields)))


def sources(game: Game, one: Map) -> NDArray[np.int64]:
    """The input that each input is taken from."""
    widths = list(game.input_widths)
    first = [sum(widths[:field]) for field in range(len(widths))]
    parts = []
    for field, width in enumerate(widths):
        bits = np.arange(width)
        if one.cells and width >= len(one.cells):
            bits[: len(one.cells)] = one.cells
        parts.append(first[one.fields[field]] + bits)
    return np.concatenate(parts)
