"""How many different moves a game can have: other libraries number moves from 0 to a fixed end."""

import random

from outplay.core.boards import PartBoard, PlacedBoard
from outplay.core.errors import BadLimit
from outplay.core.game import Game

SAMPLED_GAMES, SAMPLED_PLIES = 10, 1_000
"""Random games whose moves are looked at, and the plies of each."""


def move_count(game: Game, given: int | None = None) -> int:
    """A number that is larger than every move of a game.

    Where moves are places of the board, there are as many, and the other moves that have names. Other moves as a mask
    have a bit each. Moves as a list may be any numbers, and the rules do not say how large they get: `given` does, or
    else there is room for moves from any part of the board to any other and one more, and for all that random games
    come across, up to the next power of two.
    """
    if given is not None:
        if given < 1:
            raise BadLimit(f"the number of different moves must be 1 or more, not {given}")
        return given
    board = game.board
    if isinstance(board, PlacedBoard) and not board.explicit and not board.numbered:
        return min(board.places + len(board.others), game.most_moves)
    if game.moves_as_mask:
        return game.most_moves
    largest = largest_sampled(game)
    room = board.parts**2 + 1 if isinstance(board, PartBoard) else 0
    return room if largest < room else 1 << largest.bit_length()


def largest_sampled(game: Game) -> int:
    """The largest move that is legal anywhere in some random games, always the same ones."""
    generator, largest = random.Random(0), 0
    for _ in range(SAMPLED_GAMES):
        position = game.start()
        for _ in range(SAMPLED_PLIES):
            moves = position.moves()
            if not moves:
                break
            largest = max(largest, *moves)
            position = position.play(generator.choice(moves))
    return largest
