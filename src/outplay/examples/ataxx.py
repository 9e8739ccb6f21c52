"""Ataxx: grow and jump, and turn the pieces that you touch into yours.

Each player begins with two pieces in opposite corners. A piece grows onto a free cell beside it, also diagonally, or it
jumps to a free cell two cells away, also as a knight of chess does, and leaves its own. Then all pieces of the opponent
around the new cell become the mover's. Who cannot move passes. The game is over when neither can move, when a player
has no piece left, or forty moves after a growth. Who has more pieces wins; the margin is the difference.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid, lowest_bit


class State(NamedTuple):
    mine: int  # of the side to move: one bit for each cell, row by row from the top left
    theirs: int
    jumps: int  # moves since the last growth
    turn: int


def game(size: int = 7) -> Game:
    if not 4 <= size <= 8:
        raise ValueError("ataxx is played on boards of 4 to 8 rows")
    count, passed, cells_of_board = size * size, size**4, range(size * size)

    def distance(cell: int, other: int) -> int:  # a diagonal step counts as one
        return max(abs(cell // size - other // size), abs(cell % size - other % size))

    near, far = (tuple(sum(1 << i for i in cells_of_board if distance(cell, i) == far) for cell in cells_of_board)
                 for far in (1, 2))  # fmt: skip

    def moves(state: State, out: list[int]) -> int:
        """A move is the cell it begins on times the number of cells, plus the cell it ends on; growth ends on both."""
        free, number = (1 << count) - 1 & ~(state.mine | state.theirs), 0
        out[0] = passed  # if there is no other
        for cell in range(count):
            grown = 1 << cell if near[cell] & state.mine else 0
            ends = free & (far[cell] if state.mine >> cell & 1 else grown)
            while ends:
                out[number] = cell * count + lowest_bit(ends)
                number, ends = number + 1, ends & ends - 1
        return max(1, number)

    def play(state: State, move: int) -> State:
        if move == passed:
            return State(state.theirs, state.mine, state.jumps + 1, 1 - state.turn)
        start, end = move // count, move % count
        mine = state.mine & ~(1 << start) | 1 << end | state.theirs & near[end]
        return State(state.theirs & ~near[end], mine, 0 if start == end else state.jumps + 1, 1 - state.turn)

    def outcome(state: State) -> int:
        pieces = state.mine | state.theirs
        if state.mine and state.theirs and state.jumps < 40:
            for cell in range(count):
                if not pieces >> cell & 1 and (near[cell] | far[cell]) & pieces:
                    return GOING_ON
        return state.mine.bit_count() - state.theirs.bit_count()

    def to_move(state: State) -> int:
        return state.turn

    def cells(state: State) -> str:
        x, o = (state.mine, state.theirs)[:: -1 if state.turn else 1]
        return "".join(".xo"[(x >> i & 1) + 2 * (o >> i & 1)] for i in cells_of_board)

    def from_cells(cells: str, turn: int, words: list[str]) -> State:
        jumps = "".join(words) or "0"
        if not jumps.isdecimal():
            raise ValueError("the last word is the number of moves since the last growth")
        mine, theirs = (sum(1 << i for i in cells_of_board if cells[i] == "xo"[turn ^ side]) for side in (0, 1))
        return State(mine, theirs, int(jumps), turn)

    def targets(state: State, move: int) -> object:
        return "pass" if move == passed else divmod(move, count)[move % (count + 1) == 0 :]

    bits = {"mine": count, "theirs": count, "jumps": 6, "turn": 1}
    return Game("ataxx", State(1 | 1 << count - 1, 1 << size - 1 | 1 << count - size, 0, 0), bits, moves, play,
                outcome, to_move, alternates=True, actions=passed + 1, example="a6 g6 a7-c5 f6 c4 e5",
                board=Grid(size, size, cells, from_cells, to_move=to_move, targets=targets,
                           words=lambda s: [str(s.jumps)] * (s.jumps > 0)), choices=16 * count)  # fmt: skip
