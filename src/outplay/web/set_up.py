"""Positions that somebody sets up on the board.

A game whose board can be read back (`Board.editable`) reads them itself. For a grid that cannot be read back, the
position is found by playing towards it. That can be done for games in which every move puts one piece of the player on
an empty cell and changes nothing else.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from outplay.core.boards import Grid, flat
from outplay.core.errors import BadPosition, OutplayError, RuleError
from outplay.core.game import Game, Position, guarded

MOST_CELLS = 420
MOST_TRIED = 500
"""How many positions more than a board has cells are visited on the way to it."""
MOST_TRIED_BEFORE = 20
"""The same where each piece is tried as the last one: without it, hardly any order of the others fails."""
SAMPLES = 3
"""Random games that show what kind of game it is."""


class Growth(NamedTuple):
    """How a game fills its grid, where every move adds one piece."""

    grid: Grid
    falls: bool
    """Whether no piece ever stands over an empty cell."""


def editable(game: Game) -> bool:
    """Whether any position can be set up by clicks on the board."""
    return game.board.editable or growth(game) is not None


@lru_cache(maxsize=256)
def growth(game: Game) -> Growth | None:
    """How a game fills its grid, judged by random games; None for a game that does more than that, or has no grid."""
    grid = game.board
    if not isinstance(grid, Grid) or grid.rows * grid.columns > MOST_CELLS or len(grid.symbols) < 3:
        return None
    falls = grid.by_column
    try:
        for position, before, after in sampled(game, grid):
            changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
            if changed != [(grid.symbols[0], grid.symbols[1 + position.to_move])]:
                return None
            falls = falls and not floating(grid, after)
    except OutplayError:
        return None
    return Growth(grid, falls)


def sampled(game: Game, grid: Grid) -> Iterator[tuple[Position, str, str]]:
    """The positions of some random games, each with its cells and the cells after the next move."""
    generator = random.Random(0)
    for _ in range(SAMPLES):
        position = game.start()
        while moves := position.moves():
            following = position.play(generator.choice(moves))
            yield position, guarded(grid.cells, position.state), guarded(grid.cells, following.state)
            position = following


def position_of(game: Game, text: str) -> Position:
    """The position that a text describes: as the game writes it, or as the cells of its board. A text that the rules
    fail on is a BadPosition: whoever set it up need not have written the rules."""
    try:
        position: Position = guarded(described, game, text)
        _ = position.draw(), position.moves(), position.to_move
    except RuleError:
        raise BadPosition("this position cannot be: the rules of the game can make nothing of it") from None
    return position


def described(game: Game, text: str) -> Position:
    """The position of a text, read by the board, or found by playing where the board cannot be read back."""
    if game.board.editable or "=" in text or not (grows := growth(game)):
        return game.position(text)
    grid = grows.grid
    wanted = grid.read_cells(text)
    if grows.falls and (cells := floating(grid, wanted)):
        raise BadPosition(f"pieces fall down, and there is nothing under the one on {grid.cell_name(cells[0])}")
    first, second = grid.symbols[1], grid.symbols[2]
    more = wanted.count(first) - wanted.count(second)
    if game.alternates and more not in (0, 1):
        raise BadPosition(f"{first} moves first, so there are as many {first} as {second}, or one more")
    return played_to(game, grid, wanted)


def played_to(game: Game, grid: Grid, wanted: str) -> Position:
    """The position with these cells, at the end of any moves that lead to it.

    Where a direct search fails, each piece is tried as the last one: a row that ends the game has to be completed last.
    """
    found, nearest = search_moves(game, grid, wanted, MOST_TRIED)
    if found:
        return found
    for cell, symbol in enumerate(wanted):
        if symbol != grid.symbols[0]:
            cells = wanted[:cell] + grid.symbols[0] + wanted[cell + 1 :]
            before, _ = search_moves(game, grid, cells, MOST_TRIED_BEFORE)
            last = before and next(steps_towards(before, grid, cells, wanted), None)
            if last:
                return last
    cell = next(cell for cell, symbol in enumerate(wanted) if nearest[cell] != symbol)
    raise BadPosition(f"no game was found that leads to this board; it goes wrong at {grid.cell_name(cell)}")


def search_moves(game: Game, grid: Grid, wanted: str, more: int) -> tuple[Position | None, str]:
    """A depth-first search for moves that lead to these cells, visiting no more positions than there are cells and
    `more`: the position, or None; and the cells of the fullest position it came to."""
    position = game.start()
    nearest = cells = grid.cells(position.state)
    tried, branches = {position.state}, [steps_towards(position, grid, cells, wanted)]
    while cells != wanted:
        following = next(branches[-1], None)
        if following is None:
            branches.pop()
        elif following.state not in tried:
            position, cells = following, grid.cells(following.state)
            nearest = max(nearest, cells, key=lambda cells: -cells.count(grid.symbols[0]))
            tried.add(position.state)
            branches.append(steps_towards(position, grid, cells, wanted))
        if not branches or len(tried) > len(wanted) + more:
            return None, nearest
    return position, nearest


def steps_towards(position: Position, grid: Grid, cells: str, wanted: str) -> Iterator[Position]:
    """The positions after each move that puts a piece where one is wanted; columns that lack most come first."""
    lacking = {cell for cell, symbol in enumerate(wanted) if symbol != cells[cell]}
    lacks = {move: len(lacking.intersection(flat(grid.targets(position.state, move)))) for move in position.moves()}
    for move in sorted(filter(lacks.get, lacks), key=lambda move: (-lacks[move], move)):
        following = position.play(move)
        now = grid.cells(following.state)
        if all(new in (old, symbol) for old, new, symbol in zip(cells, now, wanted, strict=True)):
            yield following


def floating(grid: Grid, cells: str) -> list[int]:
    """The pieces that have an empty cell under them."""
    empty, below = grid.symbols[0], cells[grid.columns :]
    return [cell for cell, symbol in enumerate(below) if symbol == empty != cells[cell]]
