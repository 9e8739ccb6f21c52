"""Positions that somebody sets up on the board, of games that give no way back from a board: found by playing there.

That can be done for games in which every move puts one piece of the player on an empty cell and changes nothing else.
"""

import random
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from outplay.core.boards import Grid, column_name
from outplay.core.errors import BadPosition, OutplayError, RuleError
from outplay.core.game import Game, Position, guarded

MOST_CELLS = 420
MOST_TRIED = 500
"""How many positions more than a board has cells are looked at on the way to it."""
SAMPLES = 3
"""Random games that show what kind of game it is."""


class Growth(NamedTuple):
    """How the boards of a game grow."""

    falls: bool
    """Whether no piece ever stands over an empty cell."""


@lru_cache(maxsize=256)
def growth(game: Game) -> Growth | None:
    """How a game's boards grow; None for a game whose boards do more than that, or that has none."""
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
    return Growth(falls)


def sampled(game: Game, grid: Grid) -> Iterator[tuple[Position, str, str]]:
    """The positions of some random games, each with its board and the board after the next move."""
    generator = random.Random(0)
    for _ in range(SAMPLES):
        position = game.start()
        while moves := position.moves():
            following = position.play(generator.choice(moves))
            yield position, guarded(grid.cells, position.state), guarded(grid.cells, following.state)
            position = following


def position_of(game: Game, text: str) -> Position:
    """The position that a text describes: as the game writes it, or as the picture of its board. What the rules cannot
    take is no position; that is said to whoever set it up, who need not have written the rules."""
    try:
        position: Position = guarded(described, game, text)
        _ = position.draw(), position.moves(), position.to_move
    except RuleError:
        raise BadPosition("this position cannot be: the rules of the game can make nothing of it") from None
    return position


def described(game: Game, text: str) -> Position:
    grid = game.board
    if not isinstance(grid, Grid) or grid.state or "=" in text or not (grows := growth(game)):
        return game.position(text)
    wanted = grid.read_cells(text)
    if grows.falls and (cells := floating(grid, wanted)):
        raise BadPosition(f"pieces fall down, and there is nothing under the one on {cell_name(grid, cells[0])}")
    first, second = grid.symbols[1], grid.symbols[2]
    more = wanted.count(first) - wanted.count(second)
    if game.alternates and more not in (0, 1):
        raise BadPosition(f"{first} moves first, so there are as many {first} as {second}, or one more")
    return played_to(game, grid, wanted)


def played_to(game: Game, grid: Grid, wanted: str) -> Position:
    """The position with this board, at the end of any moves that lead to it."""
    position = game.start()
    nearest = cells = grid.cells(position.state)
    tried, ways = {position.state}, [steps_towards(position, grid, cells, wanted)]
    while cells != wanted:
        following = next(ways[-1], None)
        if following is None:
            ways.pop()
        elif following.state not in tried:
            position, cells = following, grid.cells(following.state)
            nearest = max(nearest, cells, key=lambda cells: -cells.count(grid.symbols[0]))
            tried.add(position.state)
            ways.append(steps_towards(position, grid, cells, wanted))
        if not ways or len(tried) > len(wanted) + MOST_TRIED:
            cell = next(cell for cell, symbol in enumerate(wanted) if nearest[cell] != symbol)
            raise BadPosition(f"no game was found that leads to this board; it goes wrong at {cell_name(grid, cell)}")
    return position


def steps_towards(position: Position, grid: Grid, cells: str, wanted: str) -> Iterator[Position]:
    """The positions after each move that puts a piece where one is wanted; columns that lack most come first."""
    lacking = [cell for cell, symbol in enumerate(wanted) if symbol != cells[cell]]
    places = [cell % grid.columns for cell in lacking] if grid.by_column else lacking
    for move in sorted(set(places) & set(position.moves()), key=lambda move: (-places.count(move), move)):
        following = position.play(move)
        now = grid.cells(following.state)
        if all(new in (old, symbol) for old, new, symbol in zip(cells, now, wanted, strict=True)):
            yield following


def floating(grid: Grid, cells: str) -> list[int]:
    """The pieces that have an empty cell under them."""
    empty, below = grid.symbols[0], cells[grid.columns :]
    return [cell for cell, symbol in enumerate(below) if symbol == empty != cells[cell]]


def cell_name(grid: Grid, cell: int) -> str:
    return f"{column_name(cell % grid.columns)}{grid.row_number(cell // grid.columns)}"
