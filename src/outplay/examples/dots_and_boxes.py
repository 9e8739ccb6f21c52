"""Dots and Boxes: close more boxes than your opponent.

The players take turns to draw an edge between two neighbouring dots. Whoever draws the fourth edge of a box owns the
box and must draw another edge at once, unless the game is over; an edge that closes no box passes the turn. When all
edges are drawn, the player with more boxes wins; the margin is the difference. A move is written as the two dots of its
edge: a1-b1.
"""

from typing import NamedTuple

from outplay import GOING_ON, EdgeGrid, Game


class State(NamedTuple):
    edges: int  # the edges that are drawn, one bit each: horizontal ones row by row from the top, then vertical ones
    first: int  # the boxes of the first player, one bit each, row by row from the top left
    second: int
    turn: int  # 0 the first player moves, 1 the second


def game(rows: int = 3, columns: int = 3) -> Game:
    if not (1 <= rows <= 10 and 1 <= columns <= 10):
        raise ValueError("dots-and-boxes has 1 to 10 rows and 1 to 10 columns of boxes")
    boxes_count, horizontal = rows * columns, (rows + 1) * columns
    edges_count = horizontal + rows * (columns + 1)
    full = (1 << edges_count) - 1

    def sides(box: int) -> int:
        """The four edges of a box."""
        left = horizontal + box + box // columns
        return 1 << box | 1 << box + columns | 1 << left | 1 << left + 1

    box_sides = tuple(sides(box) for box in range(boxes_count))

    def moves(state: State) -> int:
        return full ^ state.edges

    def play(state: State, move: int) -> State:
        edges = state.edges | 1 << move
        closed = 0
        for box in range(boxes_count):
            if box_sides[box] >> move & 1 and edges & box_sides[box] == box_sides[box]:
                closed |= 1 << box
        if closed == 0:
            return State(edges, state.first, state.second, 1 - state.turn)
        if state.turn:
            return State(edges, state.first, state.second | closed, 1)
        return State(edges, state.first | closed, state.second, 0)

    def outcome(state: State) -> int:
        if state.edges != full:
            return GOING_ON
        lead = int(state.first.bit_count()) - int(state.second.bit_count())
        return -lead if state.turn else lead

    def to_move(state: State) -> int:
        return state.turn

    def reason(state: State) -> str:
        return "all edges are drawn"

    def edges(state: State) -> str:
        return "".join("+" if state.edges >> edge & 1 else "." for edge in range(edges_count))

    def boxes(state: State) -> str:
        return "".join(".xo"[(state.first >> i & 1) + 2 * (state.second >> i & 1)] for i in range(boxes_count))

    def caption(state: State) -> str:
        return f"x {state.first.bit_count()}, o {state.second.bit_count()}"

    board = EdgeGrid(rows, columns, edges, boxes, caption=caption)
    bits = {"edges": edges_count, "first": boxes_count, "second": boxes_count, "turn": 1}
    return Game("dots-and-boxes", State(0, 0, 0, 0), bits, moves, play, outcome, to_move, actions=edges_count,
                reason=reason, players=("x", "o"), board=board,
                example="a1-b1 b2-c2 b1-b2 a1-a2 a2-b2 c2-d2")  # fmt: skip
