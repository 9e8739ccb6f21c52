"""The Squatter player of 2015 as its page describes it: scores counted cell by cell, and minimax without pruning."""

from helpers.naive.squatter import COLOURS, Cell, Squatter

WON = 1_000_000


def live(board: Squatter, colour: str) -> list[Cell]:
    return [cell for cell, piece in board.pieces.items() if piece == colour and board.is_live(cell)]


def around(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


CLOCKWISE = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, -1), (-1, 1), (1, 1), (1, -1))
"""Rows down and columns right: the four sides, then the four diagonals, each from the top or the upper left on."""


def layer(board: Squatter, colour: str) -> int:
    """Five for each step from the middle, by rows or columns, whichever are fewer; early in the game."""
    middle = (board.size - 1) // 2
    if not 5 * len(board.moves()) > 4 * board.size**2:
        return 0
    return 5 * sum(min(abs(row - middle), abs(column - middle)) for row, column in live(board, colour))


def clump(board: Squatter, colour: str) -> int:
    """Ten for each direction around a piece until a third neighbour is seen, then minus ten."""
    pieces, score = live(board, colour), 0
    for row, column in pieces:
        seen = 0
        for down, right in CLOCKWISE:
            seen += (row + down, column + right) in pieces
            score += 10 if seen <= 2 else -10
    return score


def capture(board: Squatter, colour: str) -> int:
    """A hundred for each captured cell, minus four hundred for each lost one."""
    other = COLOURS[1 - COLOURS.index(colour)]
    return 100 * (board.count(colour) - 4 * board.count(other))


def corner(board: Squatter, colour: str) -> int:
    """Minus 9001 if any corner is occupied."""
    ends = 0, board.size - 1
    return -9001 if any(row in ends and column in ends for row, column in live(board, colour)) else 0


def parts(board: Squatter, chooser: int | None = None) -> dict[str, int]:
    """The four scores of the chooser, the player who has to choose a move: the side to move unless it is given. They
    are those of the side to move, so that they change their signs if it is the opponent."""
    chooser = board.to_move if chooser is None else chooser
    own, other = COLOURS[chooser], COLOURS[1 - chooser]
    sign = 1 if chooser == board.to_move else -1
    return {
        "layer": sign * (layer(board, own) - layer(board, other)),
        "capture": sign * capture(board, own),
        "clump": sign * (clump(board, own) - clump(board, other)),
        "corner": sign * corner(board, own),
    }


def value(board: Squatter, depth: int, chooser: int | None = None) -> int:
    """What a position is worth to the side to move, so many plies deep, when the chooser looks for a move."""
    chooser = board.to_move if chooser is None else chooser
    if result := board.result():
        winner, margin = result
        worth = WON + 100 * margin if margin else 0
        return worth if winner == board.to_move else -worth
    if depth == 0:
        return sum(parts(board, chooser).values())
    return max(-value(board.play(move), depth - 1, chooser) for move in board.moves())


def ordered(board: Squatter) -> list[int]:
    """The moves as they are looked at: beside pieces, elsewhere, corners; row by row in each."""
    last = board.size - 1

    def rank(move: int) -> int:
        row, column = cell = divmod(move, board.size)
        if row in (0, last) and column in (0, last):
            return 2
        return 0 if any(other in board.pieces for other in around(cell)) else 1

    return sorted(board.moves(), key=rank)


def choice(board: Squatter, depth: int) -> tuple[int, int]:
    """The first of the best moves and its value."""
    worth = {move: -value(board.play(move), depth - 1, board.to_move) for move in ordered(board)}
    best = max(worth, key=lambda move: worth[move])
    return best, worth[best]
