"""Solutions in a notebook: what a position and its moves are worth, proven; and the moves as rows."""

from typing import TYPE_CHECKING

from outplay.core.figures import amount, duration
from outplay.core.notebook import Row, board, element, page, side_by_side, table
from outplay.core.words import plies_words, proven_words, signed

if TYPE_CHECKING:
    from outplay.core.boards.svg import Marks
    from outplay.core.game import Position
    from outplay.solve.solution import Solution
    from outplay.solve.solved import Solved

COLOURS = {1: "green", 0: "yellow", -1: "red"}
"""The colour of a move on the board: it wins, draws or loses."""


def rows_of(solution: "Solution", position: "Position") -> list[Row]:
    """A row for each move, the best first."""
    if position.outcome():
        return []
    return [
        {"move": position.name(move), "value": value.word, "margin": value.margin, "plies": value.plies}
        for move, value in solution.ranked(position)
    ]


def summary(solution: "Solution") -> list[str]:
    """What is proven of the root, and how much was solved: two sentences."""
    root = solution.root
    proven = proven_words(root.game, solution.outcome(root))
    took = f" in {duration(solution.seconds)}" if solution.seconds else ""
    over = f"Over after {plies_words(solution[root].plies)} of best play. " if not root.outcome() else ""
    return [f"Proven: {proven}", f"{over}{len(solution):,} positions solved{took}."]


def in_words(solution: "Solution") -> str:
    lines = [
        f"{row['move']:>6}  {row['value']}{by(row['margin'])}, over after {plies_words(row['plies'])}"
        for row in rows_of(solution, solution.root)
    ]
    return "\n".join([f"{solution.game}: {' '.join(summary(solution))}", *lines])


def by(margin: int) -> str:
    return f" by {abs(margin)}" if abs(margin) > 1 else ""


def sign(margin: int) -> int:
    return (margin > 0) - (margin < 0)


def solution_html(solution: "Solution") -> str:
    root = solution.root
    ranked = [] if root.outcome() else solution.ranked(root)
    marks: Marks = {move: COLOURS[sign(value.margin)] for move, value in reversed(ranked)}  # the best drawn last
    proven, solved = summary(solution)
    rows = [(row["move"], f"{row['value']}{by(row['margin'])}", row["plies"]) for row in rows_of(solution, root)]
    moves = element("div", table(("move", "value", "plies"), rows, words=("move", "value")), class_="scroll")
    right = element("div", element("h3", f"{solution.game}: {proven}"), element("p", solved, class_="faint"), moves)
    return page(side_by_side(board(root, marks=marks), right))


def solved_rows(solved: "Solved") -> list[Row]:
    """A row for each move of which something is proven. `margin` is for the side to move; where the value was not asked
    for it is None."""
    position = solved.position
    moves = list(dict.fromkeys([*solved.moves, *sorted(solved.values, key=lambda move: -solved.values[move])]))
    return [
        {
            "move": str(move) if position is None else position.name(move),
            "keeps": move in solved.moves,
            "margin": solved.values.get(move),
        }
        for move in moves
    ]


def solved_words(solved: "Solved") -> str:
    """What is proven, the moves that keep it, and what it took."""
    game = solved.position.game if solved.position else None
    took = f"{amount(solved.nodes)} nodes in {duration(solved.seconds)}"
    if solved.outcome is None:
        return f"Nothing is proven after {took}; give it more time, or a smaller size."
    keeps = " ".join(row["move"] for row in solved_rows(solved) if row["keeps"])
    moves = f" Kept by {keeps}." if keeps else ""
    entries = f" The certificate has {solved.entries:,} entries." if solved.entries else ""
    return f"Proven: {proven_words(game, solved.outcome)}{moves} {took}.{entries}"


def solved_html(solved: "Solved") -> str:
    words = element("p", solved_words(solved))
    if solved.position is None:
        return page(words)
    values = {move: COLOURS[sign(margin)] for move, margin in solved.values.items()}
    worst_first = sorted(values, key=lambda move: solved.values[move])
    marks: Marks = {move: values.get(move, "green") for move in (*worst_first, *solved.moves)}
    rows = [(row["move"], signed(row["margin"])) for row in solved_rows(solved) if row["margin"] is not None]
    margins = [table(("move", "margin"), rows, words=("move",))] if rows else []
    head = element("h3", str(solved.position.game))
    return page(side_by_side(board(solved.position, marks=marks), element("div", head, words, *margins)))
