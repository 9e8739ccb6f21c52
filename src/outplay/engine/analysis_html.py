"""An analysis in a notebook: the board with the best moves, what is proven or expected, and the lines; and as rows."""

from typing import TYPE_CHECKING

from outplay.core.figures import amount, duration
from outplay.core.notebook import Row, board, element, page, side_by_side, table
from outplay.core.words import line_words, player_name, plies_words, proven_words, signed, start_of_sentence
from outplay.engine.deepening import PROOF_DEPTH

if TYPE_CHECKING:
    from outplay.core.boards.svg import Marks
    from outplay.core.game import Position
    from outplay.engine.analysis import Analysis, Line

MOST_MARKED = 5
"""The moves that are marked on the board."""


def rows_of(found: "Analysis") -> list[Row]:
    """A row for each line, the best first. `score` is for the side to move, None where nothing is known."""
    position = found.position
    return [
        {
            "rank": rank,
            "move": name_of(position, line.move),
            "score": line.score if line.known else None,
            "exact": line.exact,
            "winner": line.outcome.winner if line.outcome else None,
            "margin": line.outcome.margin if line.outcome else None,
            "plies": line.plies,
            "line": names_of(position, line.line, len(line.line)),
        }
        for rank, line in enumerate(found.lines, 1)
    ]


def name_of(position: "Position | None", move: int) -> str:
    return str(move) if position is None else position.name(move)


def names_of(position: "Position | None", line: tuple[int, ...], most: int = 10) -> str:
    return " ".join(map(str, line[:most])) if position is None else line_words(position, line, most)


def score_words(line: "Analysis | Line") -> str:
    """What a move is worth to the side to move, in a few letters; `=` says that it is proven."""
    if not line.known:
        return "?"
    return f"{'=' if line.exact else ''}{signed(line.score)}"


def verdict(found: "Analysis") -> str:
    """The best move, and what is proven or estimated, in a sentence."""
    position, best = found.position, f"Best is {name_of(found.position, found.move)}"
    if not found.known:
        return f"{best}. Unknown: nobody was found to win within {plies_words(max(1, found.depth))}."
    if found.outcome:
        within = f" Certain within {plies_words(found.plies)}." if found.plies else ""
        return f"{best}. Proven: {proven_words(position.game if position else None, found.outcome)}{within}"
    mover = "the side to move" if position is None else player_name(position.game, position.to_move)
    return f"{best}. Estimated: {signed(found.score)} for {mover}."


def effort(found: "Analysis") -> str:
    """How much was searched."""
    depth = "every line to its end" if found.depth == PROOF_DEPTH else f"depth {found.depth}"
    return f"{depth}, {amount(found.nodes)} nodes in {duration(found.seconds)}, {amount(found.rate)} a second"


def in_words(found: "Analysis") -> str:
    """The analysis as text."""
    lines = [f"{score_words(line):>8}  {names_of(found.position, line.line)}" for line in found.lines]
    return "\n".join([verdict(found), start_of_sentence(effort(found)), *lines])


def analysis_html(found: "Analysis") -> str:
    """The analysis as HTML."""
    head = element("h3", verdict(found)), element("p", start_of_sentence(effort(found)), class_="faint")
    rows = [
        (rank, name_of(found.position, line.move), score_words(line), names_of(found.position, line.line))
        for rank, line in enumerate(found.lines, 1)
    ]
    lines = table(("#", "move", "score", "line"), rows, words=("move",), long=("line",))
    notes = element("p", "Scores are for the side to move; = is proven.", class_="faint")
    right = element("div", *head, lines, notes)
    if found.position is None:
        return page(right)
    ranked = list(enumerate(found.lines[:MOST_MARKED], 1))
    marks: Marks = {line.move: (str(rank), "green") for rank, line in reversed(ranked)}  # the best drawn last
    return page(side_by_side(board(found.position, marks=marks), right))
