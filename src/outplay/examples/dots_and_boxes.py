"""Dots and Boxes: close more boxes than your opponent.

The players take turns to draw an edge between two neighbouring dots. Whoever draws the fourth edge of a box owns the
box and must draw another edge at once, unless the game is over; an edge that closes no box passes the turn. When all
edges are drawn, the player with more boxes wins; the margin is the difference. A move is written as the two dots of its
edge: a1-b1.
"""

from math import comb
from typing import NamedTuple

from outplay import GOING_ON, EdgeGrid, Game, Heuristics, Numbering, lowest_bit

MOST_POSITIONS = 1 << 34
"""Positions with few edges left are numbered as long as there are no more than this."""


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

    # What helps the search: only the edges decide how the game goes on from here.

    def settled_margin(state: State) -> int:
        lead = int(state.first.bit_count()) - int(state.second.bit_count())
        return -lead if state.turn else lead

    def key_state(state: State) -> State:
        return State(state.edges, 0, 0, 0)

    def max_gain(state: State) -> int:
        return boxes_count - int(state.first.bit_count()) - int(state.second.bit_count())

    # Endgame tables: a layer holds the positions with so many edges left. The edges e1 < e2 < … that are left have the
    # number C(e1, 1) + C(e2, 2) + …

    sizes = [1]
    while len(sizes) <= edges_count and sum(sizes) <= MOST_POSITIONS:
        sizes.append(comb(edges_count, len(sizes)))
    choose = tuple(comb(edge, left) for left in range(len(sizes)) for edge in range(edges_count))

    def layer(state: State) -> int:
        return edges_count - int(state.edges.bit_count())

    def index(state: State) -> int:
        free, left, number = full ^ state.edges, 0, 0
        while free:
            left += 1
            number += choose[left * edges_count + lowest_bit(free)]
            free &= free - 1
        return number

    def numbered(layer: int, number: int) -> State:
        edges, edge = full, edges_count - 1
        while layer:
            while choose[layer * edges_count + edge] > number:
                edge -= 1
            number -= choose[layer * edges_count + edge]
            edges ^= 1 << edge
            layer -= 1
            edge -= 1
        return State(edges, 0, 0, 0)

    heuristics = Heuristics(
        settled_margin=settled_margin,
        key_state=key_state,
        max_gain=max_gain,
        numbering=Numbering(tuple(sizes), layer, index, numbered),
    )
    board = EdgeGrid(rows, columns, edges, boxes, caption=caption)
    bits = {"edges": edges_count, "first": boxes_count, "second": boxes_count, "turn": 1}
    return Game("dots-and-boxes", State(0, 0, 0, 0), bits, moves, play, outcome, to_move, reason=reason,
                players=("x", "o"), board=board, heuristics=heuristics,
                example="a1-b1 b2-c2 b1-b2 a1-a2 a2-b2 c2-d2")  # fmt: skip
