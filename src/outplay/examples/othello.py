"""Othello: the players take turns to put a disc of their own on a free cell; x begins. The new disc must outflank some
of the other player's: in a straight line, horizontal, vertical or diagonal, it and another disc of the mover enclose
them without a gap. All discs that are outflanked, in every direction, are flipped and become the mover's.

A player who can outflank nothing passes. When neither player can move, the game is over, and more discs win.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid, Heuristics


class State(NamedTuple):
    """One bit a cell, row by row from the top left. The pass is the move after those of the cells."""

    mine: int  # discs of the side to move
    theirs: int
    turn: int  # 0 the first player (x) moves, 1 the second (o)


def game(size: int = 8) -> Game:
    if size not in (4, 6, 8, 10, 12, 14, 16):
        raise ValueError("othello is played on boards of 4, 6, 8 … 16 rows")
    cells_count = size * size
    full = (1 << cells_count) - 1
    not_first = sum(1 << cell for cell in range(cells_count) if cell % size)
    not_last = not_first >> 1
    pass_move = cells_count

    def shifted(discs: int, direction: int) -> int:
        """All discs one cell on: right, left, down, up, then the diagonals; what leaves the board is gone."""
        if direction == 0:
            return (discs & not_last) << 1
        if direction == 1:
            return (discs & not_first) >> 1
        if direction == 2:
            return discs << size & full
        if direction == 3:
            return discs >> size
        if direction == 4:
            return (discs & not_last) << size + 1 & full
        if direction == 5:
            return (discs & not_first) << size - 1 & full
        if direction == 6:
            return (discs & not_last) >> size - 1
        return (discs & not_first) >> size + 1

    def placements(mine: int, theirs: int) -> int:
        """The free cells from which a line of the other's discs leads to one's own."""
        free = full ^ (mine | theirs)
        found = 0
        for direction in range(8):
            line = shifted(mine, direction) & theirs
            for _ in range(size - 3):
                line |= shifted(line, direction) & theirs
            found |= shifted(line, direction) & free
        return found

    def moves(state: State) -> int:
        found = placements(state.mine, state.theirs)
        return found if found else 1 << pass_move

    def play(state: State, move: int) -> State:
        if move == pass_move:
            return State(state.theirs, state.mine, 1 - state.turn)
        disc = 1 << move
        flipped = 0
        for direction in range(8):
            line = 0
            cell = shifted(disc, direction)
            while cell & state.theirs:
                line |= cell
                cell = shifted(cell, direction)
            if cell & state.mine:
                flipped |= line
        return State(state.theirs ^ flipped, state.mine | disc | flipped, 1 - state.turn)

    def outcome(state: State) -> int:
        if placements(state.mine, state.theirs) or placements(state.theirs, state.mine):
            return GOING_ON
        return state.mine.bit_count() - state.theirs.bit_count()

    def to_move(state: State) -> int:
        return state.turn

    def reason(state: State) -> str:
        return "neither player can move"

    def cells(state: State) -> str:
        first, second = (state.theirs, state.mine) if state.turn else (state.mine, state.theirs)
        return "".join("x" if first >> i & 1 else "o" if second >> i & 1 else "." for i in range(cells_count))

    def from_cells(cells: str, turn: int) -> State:
        first, second = (sum(1 << i for i, c in enumerate(cells) if c == symbol) for symbol in "xo")
        discs = first | second
        if discs & start != start:
            raise ValueError("the four cells in the middle are never empty")
        together = start
        for _ in range(cells_count):
            for direction in range(8):
                together |= shifted(together, direction) & discs
        if together != discs:
            raise ValueError("every disc is put beside another one, so none stands alone")
        return State(second, first, 1) if turn else State(first, second, 0)

    def caption(state: State) -> str:
        board = cells(state)
        turn = f"; {'xo'[state.turn]} to move" if outcome(state) == GOING_ON else ""
        return f"x {board.count('x')}, o {board.count('o')}{turn}"

    corners = 1 | 1 << size - 1 | 1 << cells_count - size | 1 << cells_count - 1

    def order(state: State, move: int) -> int:
        """First the moves after which the other side has few replies, and corners."""
        child = play(state, move)
        replies = placements(child.mine, child.theirs)
        bonus = 6 if corners >> move & 1 else 0
        return bonus - int(replies.bit_count()) - int((replies & corners).bit_count())

    middle = size // 2
    x = 1 << (middle - 1) * size + middle | 1 << middle * size + middle - 1
    o = 1 << (middle - 1) * size + middle - 1 | 1 << middle * size + middle
    start = x | o
    return Game(
        name="othello",
        initial=State(x, o, 0),
        bits={"mine": cells_count + 1, "theirs": cells_count + 1, "turn": 1},  # moves() has a bit more than the board
        moves=moves,
        play=play,
        outcome=outcome,
        to_move=to_move,
        alternates=True,
        actions=cells_count + 1,
        heuristics=Heuristics(order=order),
        reason=reason,
        players=("x", "o"),
        example="d3 c3 c4 e3 f4 c5",
        board=Grid(
            size,
            size,
            cells,
            from_cells,
            to_move=to_move,
            others=("pass",),
            caption=caption,
            row_1_on_top=True,
            look="felt",
        ),
    )
