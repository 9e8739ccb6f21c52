"""The engine's reasons: each kind of finding has its sentence, and nothing unknown is called even."""

import pytest

import outplay
from outplay.core.game import Outcome
from outplay.engine.analysis import Analysis, Line
from outplay.players.reasons import reason

GAME = outplay.game("tic-tac-toe")
START = GAME.start()
B2, A3, C3 = 4, 0, 2

WON, LOST, DRAWN = Outcome(0, 1, "proven"), Outcome(1, 1, "proven"), Outcome(None, 0, "proven")


def line(move: int, score: float = 0.0, outcome: Outcome | None = None, plies: int | None = None, **more: bool) -> Line:
    known = more.get("known", True)
    return Line(move, (move, B2 if move != B2 else A3), score, outcome is not None, outcome, plies, known)


def found(best: Line, *others: Line) -> Analysis:
    lines = tuple(sorted((best, *others), key=lambda one: -one.score))
    return Analysis(
        *best[:3], 5, 100, 0.1, best.exact, best.outcome, best.plies, table_used=0.0, lines=lines, known=best.known
    )


@pytest.mark.parametrize(
    ("analysis", "words"),
    [
        (found(line(B2, 1, WON, 1)), "It wins at once."),
        (found(line(B2, 1, WON, 5)), "It wins, certain within 5 moves; that is proven."),
        (found(line(B2, 3, Outcome(0, 3, ""), 5)), "It wins by 3, certain within 5 moves; that is proven."),
        (found(line(B2, 1, WON)), "It wins; that is proven."),
        (found(line(B2, -1, LOST, 4), line(A3, -1, LOST, 2)), "Every move loses; that is proven."),
        (
            found(line(B2, 0, DRAWN), line(A3, -1, LOST, 4)),
            "Nothing does better than a draw; that is proven. Every other move loses, a3 to b2.",
        ),
        (
            found(line(B2, 0.5), line(A3, -0.25)),
            "It expects to be 0.50 ahead after b2 a3. The best other move, a3, is worth 0.75 less.",
        ),
        (found(line(B2, -0.5)), "It expects to be 0.50 behind after b2 a3."),
        (found(line(B2, 0.01), line(A3, 0.0)), "It expects to be about even after b2 a3. a3 is worth as much."),
        (
            found(line(B2, 0, DRAWN), line(A3, 0, DRAWN), line(C3, 0, DRAWN)),
            "Nothing does better than a draw; that is proven. a3 and c3 are worth as much.",
        ),
        (found(line(B2, known=False)), "Nobody was found to win within 5 moves; nothing more is known."),
        (
            found(line(B2, known=False), line(A3, -1, LOST, 2)),
            "Nobody was found to win within 5 moves; nothing more is known. Every other move loses, a3 to b2.",
        ),
        (
            found(line(B2, known=False), line(A3, known=False)),
            "Nobody was found to win within 5 moves; nothing more is known.",
        ),
        (found(line(B2, 0.1), line(A3, 0.4), line(C3, 0.3)), "At this level it overlooked 2 better moves."),
        (found(line(B2, -1, LOST, 2), line(A3, 0, DRAWN)), "At this level it overlooked 1 better move."),
    ],
)
def test_every_finding_has_its_sentence(analysis: Analysis, words: str) -> None:
    assert reason(START, analysis) == words


def test_a_long_line_is_cut() -> None:
    best = line(B2, 0.5)._replace(line=(4, 0, 1, 7, 2, 6, 3))
    assert reason(START, found(best)) == "It expects to be 0.50 ahead after b2 a3 b3 b1 c3 a1 …"
