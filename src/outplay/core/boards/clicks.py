"""Whether the clicks that a board offers can be trusted: a click must never make another move than the one shown there.

A board takes the number of a move for a cell, or asks a function of its author which cells it touches. A game whose
moves mean something else (a piece and a direction) shows it in a random game: a move then changes other cells than its
own.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from outplay.core.boards.board import flat
from outplay.core.errors import OutplayError

if TYPE_CHECKING:
    from outplay.core.boards.placed import PlacedBoard
    from outplay.core.game import Game, Position

MOST_PLIES, MOST_BITS = 60, 30_000
"""How long the random game is at most, and how many bits of state it visits, so that large boards take no longer."""
SAMPLE = 2
"""How many moves are tried in each of its positions."""

Step = tuple["Position", int, "Position"]


def tried_moves(game: "Game") -> Iterator[Step]:
    """Some moves in the positions of a random game, each with the positions before and after it. It ends at a mistake
    in the rules, which is said where they are used."""
    from random import Random  # imported here: it takes a while, and few programs judge a board

    position, generator = game.start(), Random(0)
    try:
        for _ in range(min(MOST_PLIES, 1 + MOST_BITS // sum(game.widths.values()))):
            moves = position.moves()
            if not moves:
                return
            for move in generator.sample(moves, min(SAMPLE, len(moves))):
                following = position.play(move)
                yield position, move, following
            position = following
    except OutplayError:
        return


def moves_are_places(game: "Game", board: "PlacedBoard") -> bool:
    """Whether the number of every move that was tried is that of a place on the board, or one of the moves that have
    names of their own; and whether the move changed that place, if it changed any."""
    from outplay.core.game import guarded

    try:
        for before, move, after in tried_moves(game):
            if move >= board.places + len(board.others):
                return False
            if move < board.places:
                own = flat(guarded(board.place_steps, before.state, move))
                changed = guarded(board.changed, before.state, after.state)
                if changed and set(own).isdisjoint(changed):
                    return False
    except OutplayError:
        pass
    return True


@lru_cache(maxsize=256)
def trusted(game: "Game") -> bool:
    """Whether every move that was tried was made on its own targets, as far as the board shows it."""
    try:
        return all(made_where_it_says(before, move, after) for before, move, after in tried_moves(game))
    except OutplayError:
        return True


def made_where_it_says(before: "Position", move: int, after: "Position") -> bool:
    """Whether what the board highlights as a move is among the targets that make it, and a move of several clicks
    changes what is clicked last, if it changes anything that is not clicked."""
    from outplay.core.boards.parts import PartBoard
    from outplay.core.game import guarded

    board = before.game.board
    steps = guarded(board.targets, before.state, move)
    shown = guarded(board.highlights, before.state, move, after.state).last
    if steps and not set(shown) <= set(flat(steps)):
        return False
    if len(steps) < 2 or not isinstance(board, PartBoard):
        return True
    changed, first, last = set(guarded(board.changed, before.state, after.state)), set(steps[0]), set(steps[-1])
    return bool(changed & last or first & last) or changed <= set(flat(steps))
