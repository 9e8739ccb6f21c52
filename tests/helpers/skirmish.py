"""A user's game with pieces that move, hands and promotion, for tests of the page.

Kings and pawns on four rows of three cells. A king moves to any neighbour, a pawn one cell forward; both capture where
they move to. A captured pawn goes to the captor's hand and may be put on any empty cell instead of a move. A pawn that
reaches the last row may become a king, or stay a pawn that cannot move. Whoever has no king has lost; after 60 moves
it is a draw.
"""

from typing import NamedTuple

from outplay import GOING_ON, Game, Grid

ROWS, COLUMNS = 4, 3
CELLS = ROWS * COLUMNS
HAND = CELLS
"""The cell that a piece in hand comes from."""
MOST_PLIES = 60
"""After so many moves it is a draw."""
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


class State(NamedTuple):
    kings: int  # of the first player, a bit a cell, row by row from the top left
    pawns: int
    other_kings: int  # of the second
    other_pawns: int
    hand: int
    other_hand: int
    plies: int
    turn: int


def moves(state: State, out: list[int]) -> int:
    kings, pawns = (state.other_kings, state.other_pawns) if state.turn else (state.kings, state.pawns)
    hand = state.other_hand if state.turn else state.hand
    own = kings | pawns
    taken = state.kings | state.pawns | state.other_kings | state.other_pawns
    forward, last = (1, ROWS - 1) if state.turn else (-1, 0)
    count = 0
    for cell in range(CELLS):
        row, column = cell // COLUMNS, cell % COLUMNS
        for down, right in STEPS:
            inside = 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
            target = (row + down) * COLUMNS + column + right
            king = kings >> cell & 1
            pawn = pawns >> cell & 1 and down == forward and right == 0
            if inside and (king or pawn) and not own >> target & 1:
                out[count] = (cell * CELLS + target) * 2
                count += 1
                if pawn and row + down == last:
                    out[count] = (cell * CELLS + target) * 2 + 1
                    count += 1
        if hand and not taken >> cell & 1:
            out[count] = (HAND * CELLS + cell) * 2
            count += 1
    return count


def play(state: State, move: int) -> State:
    promotes, target, start = move % 2, move // 2 % CELLS, move // 2 // CELLS
    bit = 1 << target
    kings, pawns, hand = state.kings, state.pawns, state.hand
    their_kings, their_pawns, their_hand = state.other_kings, state.other_pawns, state.other_hand
    if state.turn:
        kings, pawns, hand, their_kings, their_pawns, their_hand = (
            their_kings, their_pawns, their_hand, kings, pawns, hand,
        )  # fmt: skip
    if start == HAND:
        pawns, hand = pawns | bit, hand - 1
    elif kings >> start & 1:
        kings ^= 1 << start | bit
    elif promotes:
        kings, pawns = kings | bit, pawns ^ 1 << start
    else:
        pawns ^= 1 << start | bit
    hand += their_pawns >> target & 1
    their_kings, their_pawns = their_kings & ~bit, their_pawns & ~bit
    if state.turn:
        return State(their_kings, their_pawns, kings, pawns, their_hand, hand, state.plies + 1, 0)
    return State(kings, pawns, their_kings, their_pawns, hand, their_hand, state.plies + 1, 1)


def outcome(state: State) -> int:  # for the side to move
    if not (state.other_kings if state.turn else state.kings):
        return -1
    return 0 if state.plies == MOST_PLIES else GOING_ON


def to_move(state: State) -> int:
    return state.turn


def cells(state: State) -> str:
    kinds = ((state.kings, "K"), (state.pawns, "P"), (state.other_kings, "k"), (state.other_pawns, "p"))
    return "".join(next((symbol for bits, symbol in kinds if bits >> cell & 1), ".") for cell in range(CELLS))


def targets(state: State, move: int) -> tuple[int | str, ...]:
    promotes, target, start = move % 2, move // 2 % CELLS, move // 2 // CELLS
    if start == HAND:
        return ("hand:1:p" if state.turn else "hand:0:P"), target
    pawn = (state.pawns | state.other_pawns) >> start & 1
    if pawn and target // COLUMNS in (0, ROWS - 1):
        return start, target, "king" if promotes else "pawn"
    return start, target


def game() -> Game:
    board = Grid(ROWS, COLUMNS, cells, to_move=to_move, symbols=".KkPp", roles={"P": "first", "p": "second"},
                 look="cells", targets=targets,
                 hands=lambda state: ({"P": state.hand}, {"p": state.other_hand}))  # fmt: skip
    start = State(1 << 10, 1 << 7, 1 << 1, 1 << 4, 0, 0, 0, 0)
    bits = {"kings": CELLS, "pawns": CELLS, "other_kings": CELLS, "other_pawns": CELLS, "hand": 2, "other_hand": 2,
            "plies": 6, "turn": 1}  # fmt: skip
    return Game("skirmish", start, bits, moves, play, outcome, to_move, choices=64, alternates=True,
                players=("White", "Black"), board=board)  # fmt: skip
