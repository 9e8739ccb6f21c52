"""The Squatter player of 2015 as its page has it: scores counted cell by cell, and minimax without pruning."""

from helpers.naive.squatter import COLOURS, Cell, Squatter

WON = 1_000_000


def live(board: Squatter, colour: str) -> list[Cell]:
    return [cell for cell, piece in board.pieces.items() if piece == colour and board.is_live(cell)]


def around(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


def parts_of(board: Squatter, colour: str) -> dict[str, int]:
    """The four scores of one side alone."""
    pieces = live(board, colour)
    last = board.size - 1
    early = 3 * len(board.moves()) > 2 * board.size**2
    return {
        "layer": sum(max(abs(2 * row - last), abs(2 * column - last)) // 2 for row, column in pieces) if early else 0,
        "capture": 100 * board.count(colour),
        "clump": 10 * sum(sum(other in pieces for other in around(cell)) == 2 for cell in pieces),
        "corner": -9001 * sum(row in (0, last) and column in (0, last) for row, column in pieces),
    }


def parts(board: Squatter) -> dict[str, int]:
    """The four scores of the side to move, less those of the other."""
    mine, theirs = (parts_of(board, COLOURS[side]) for side in (board.to_move, 1 - board.to_move))
    return {name: mine[name] - theirs[name] for name in mine}


def value(board: Squatter, depth: int) -> int:
    """What a position is worth to the side to move, so many plies deep."""
    if result := board.result():
        winner, margin = result
        worth = WON + 100 * margin if margin else 0
        return worth if winner == board.to_move else -worth
    if depth == 0:
        return sum(parts(board).values())
    return max(-value(board.play(move), depth - 1) for move in board.moves())


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
    worth = {move: -value(board.play(move), depth - 1) for move in ordered(board)}
    best = max(worth, key=lambda move: worth[move])
    return best, worth[best]
