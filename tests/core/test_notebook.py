"""What notebooks show: self-contained HTML with rules of its own, text in its place, and rows for tables."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay.arena.games import Result
from outplay.arena.ratings import rate
from outplay.arena.standings import cross_table, figures, standings
from outplay.arena.summary import Summary
from outplay.core.notebook import KEY, SHEET, Html, element, html, table
from outplay.core.records import Record
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.learn.match import Score
from outplay.learn.train import Generation, Measured, Training
from outplay.solve.solved import Solved
from outplay.tools.mcts_trace import MctsTrace, mcts_trace
from outplay.tools.trace import CUT, Trace, trace

pandas = pytest.importorskip("pandas", reason="pandas is not installed; install the extra dev")
polars = pytest.importorskip("polars", reason="polars is not installed; install the extra dev")
pretty = pytest.importorskip("IPython.lib.pretty", reason="IPython is not installed; install the extra dev").pretty

EVIL = "<img src=x onerror=alert(1)> & co"
GAME = outplay.game("tic-tac-toe")
MIDDLE = GAME.start().play(4)
ALONE = {"path", "line", "rect", "circle", "polyline", "stop", "input", "br", "img"}
"""Elements that need no end tag here."""


def analysis() -> outplay.Analysis:
    return outplay.Engine(GAME, 1, net="none").analyse(MIDDLE, outplay.Limit(depth=9), lines=8)


def record() -> Record:
    moves = (*map(MoveRecord, (4, 0, 8, 2)), MoveRecord(1, 0.25, -0.5, 4, 999))
    return Record(GAME.start(), moves, None, EVIL, "engine", comments={0: EVIL, 2: EVIL})


def summary() -> Summary:
    names = [EVIL, "random", "engine"]
    games = [
        Result(number, 1, names[first], names[second], winner, 1, Ending.RULES, 7, "", 0.1)
        for number, (first, second, winner) in enumerate([(0, 1, 0), (1, 2, 1), (2, 0, None), (1, 0, 1)], 1)
    ]
    rows, cross = standings(games, names), cross_table(games, names)
    return Summary(games, names, False, rows, rate(games, names), None, None, 0, [], None, cross, figures(games))


def training() -> Training:
    made = [
        Generation(number, 32 * (number + 1), 500, 0.9 - number / 10, Score(3, 2, 3 - number), bool(number), 40.0, 1.5)
        for number in range(3)
    ]
    return Training(GAME, None, Path("a.network"), tuple(made), (Measured("no evaluation", Score(3, 1, 0), 0.02),))


def solved() -> Solved:
    return Solved(outplay.Outcome(None, 0, "proven"), True, 99, 0.1, (0,), {0: 0, 1: -1}, "auto", "margin", 0, MIDDLE)


SHOWN: dict[str, Callable[[], Any]] = {
    "position": lambda: MIDDLE,
    "kalah": lambda: outplay.game("kalah:3,2").start(),
    "hex": lambda: outplay.game("hex:3").start(),
    "outcome": lambda: outplay.Outcome(0, 3, EVIL),
    "analysis": analysis,
    "an analysis without its position": lambda: analysis()._replace(position=None),
    "record": record,
    "an empty record": lambda: Record(GAME.start()),
    "results": summary,
    "solution": lambda: outplay.Solution(GAME, GAME.position("xox/ox./...")),
    "a solution of what is over": lambda: outplay.Solution(GAME, GAME.position("xxx/oo./...")),
    "solved": solved,
    "not solved": lambda: solved()._replace(outcome=None, moves=(), values={}),
    "training": training,
    "trace": lambda: trace(MIDDLE, depth=3),
    "trace with a table": lambda: trace(MIDDLE, depth=4, table=True),
    "an unfinished trace": lambda: trace(MIDDLE, depth=5, most_nodes=50),
    "tree": lambda: mcts_trace(MIDDLE, playouts=50),
}


class Checker(HTMLParser):
    """Reads a page, and refuses what is not closed, or would load or run something."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        for name, value in attributes:
            assert not name.startswith("on"), name
            assert name not in ("src", "href", "srcset"), name
            assert name == "xmlns" or "http" not in (value or ""), value
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def checked(text: str) -> Checker:
    found = Checker()
    found.feed(text)
    found.close()
    assert found.open == []
    assert not {"script", "img", "link", "iframe", "object"} & set(found.seen)
    return found


def selectors(text: str) -> list[str]:
    """The selectors of all rules in a page, without the conditions around them."""
    sheets = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    rules = re.sub(r"@media[^{]*\{|\}\}", "}", "".join(sheets))
    return [selector for selector in re.findall(r"([^{}]+)\{[^{}]*\}?", rules) if selector.strip()]


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_shown_stands_alone_and_is_whole(name: str) -> None:
    shown = SHOWN[name]()
    text = shown._repr_html_()
    found = checked(text)
    assert found.text.strip()
    assert "@import" not in text
    assert set(re.findall(r"url\((.)", text)) <= {"#"}
    assert pretty(shown) == str(shown)
    assert len(str(shown)) > 3
    assert "object at 0x" not in str(shown)


@pytest.mark.parametrize("name", SHOWN)
def test_no_rule_of_the_style_reaches_anything_else_on_the_page(name: str) -> None:
    text = SHOWN[name]()._repr_html_()
    ids = set(re.findall(r'<svg[^>]* id="(board-\w+)"', text))
    own = [f".outplay.{KEY}", *(f"#{one} " for one in ids)]
    assert selectors(text)
    for selector in selectors(text):
        assert any(mark in f"{selector} " for mark in own), selector


def test_boards_have_both_svg_and_html_that_follows_the_notebook() -> None:
    assert MIDDLE._repr_svg_() == MIDDLE.svg()
    text = MIDDLE._repr_html_()
    assert "prefers-color-scheme:dark" in text
    assert 'data-jp-theme-light="false"' in text
    assert ".vscode-dark" in text
    assert '[theme="dark"]' in text
    assert 'data-jp-theme-light="false"' in SHEET


@pytest.mark.parametrize("name", ["outcome", "record", "results"])
def test_html_in_names_and_comments_is_escaped(name: str) -> None:
    shown = SHOWN[name]()
    assert EVIL in checked(shown._repr_html_()).text
    assert "<img" not in shown._repr_html_()


def test_content_is_escaped_once() -> None:
    inner = element("b", "1 < 2")
    assert html(inner) is inner
    assert element("p", inner, " & ", Html("<i>x</i>")) == "<p><b>1 &lt; 2</b> &amp; <i>x</i></p>"
    assert "<td>&lt;</td>" in table(["a"], [["<"]])
    assert '<td class="words">x</td>' in table(["a"], [["x"]], words=["a"])


def test_an_analysis_says_what_is_best_and_how_sure_that_is() -> None:
    found = analysis()
    text = checked(found._repr_html_()).text
    assert "Best is a3. Proven: a draw." in text
    assert text.count("=−1") == 4
    assert str(found).splitlines()[2].split()[:2] == ["=0", "a3"]
    by_hand = found._replace(position=None)
    assert "Best is 0." in str(by_hand)
    unknown = found._replace(known=False, outcome=None, depth=3)
    assert "Unknown: nobody was found to win within 3 plies." in str(unknown)
    estimated = found._replace(outcome=None, exact=False, score=0.5)
    assert "Estimated: +0.5 for o." in str(estimated)


def test_a_tree_of_a_thousand_nodes_is_drawn_whole() -> None:
    made = trace(GAME.start(), search="minimax", depth=4, most_nodes=1_000)
    found = checked(made._repr_html_())
    leaves = len(re.findall('class="leaf"', made._repr_html_()))
    assert leaves + found.seen.count("details") == len(made) == 1_000
    assert "it has more nodes than are kept" in found.text


def test_a_larger_tree_is_drawn_to_the_ply_that_fits() -> None:
    made = trace(GAME.start(), search="minimax", depth=5)
    text = made._repr_html_()
    found = checked(text)
    drawn = len(re.findall('class="leaf"', text)) + found.seen.count("details")
    assert drawn == sum(ply <= 3 for ply in made.ply) == 586
    assert f"Shown to ply 3; {len(made) - 586:,} nodes lie below." in found.text


def test_the_branch_of_the_best_line_is_open_and_cut_offs_say_why() -> None:
    made = trace(MIDDLE, depth=3)
    text = made._repr_html_()
    assert text.count("<details open>") == 3
    assert text.count("cut off:") == made.end.count(CUT) > 3
    line = re.findall("<b>(.*?)</b>", text)
    assert line == made.line()


ROWS: dict[str, tuple[Callable[[], Any], list[str]]] = {
    "analysis": (analysis, ["rank", "move", "score", "exact", "winner", "margin", "plies", "line"]),
    "record": (record, ["number", "player", "move", "seconds", "score", "depth", "nodes", "comment"]),
    "results": (summary, list(summary().standings[0]._fields)),
    "training": (
        training,
        ["generation", "games", "positions", "loss", "won", "drawn", "lost", "kept", "elo", "seconds"],
    ),
    "solution": (SHOWN["solution"], ["move", "value", "margin", "plies"]),
    "solved": (solved, ["move", "keeps", "margin"]),
    "trace": (
        lambda: trace(MIDDLE, depth=3),
        ["node", "parent", "ply", "move", "to_move", "value", "nodes", "skipped", "kind", "end", "alpha", "beta"],
    ),
    "tree": (
        lambda: mcts_trace(MIDDLE, playouts=50),
        ["node", "parent", "ply", "move", "to_move", "value", "nodes", "skipped", "visits", "proven"],
    ),
}


@pytest.mark.parametrize("name", ROWS)
def test_rows_are_plain_and_pandas_makes_a_table_of_them(name: str) -> None:
    make, columns = ROWS[name]
    rows = make().to_rows()
    frame = pandas.DataFrame(rows)
    assert list(frame.columns) == columns
    assert len(frame) == len(rows) > 1
    assert {type(value) for row in rows for value in row.values()} <= {int, float, str, bool, type(None)}


def test_polars_makes_the_same_tables() -> None:
    for make, columns in ROWS.values():
        assert polars.DataFrame(make().to_rows()).columns == columns


def test_the_rows_say_what_the_objects_hold() -> None:
    frame = pandas.DataFrame(analysis().to_rows())
    assert frame[frame.move == "a3"].score.item() == 0
    assert (frame[frame.move.isin(["b3", "a2", "c2", "b1"])].winner == 0).all()
    games = pandas.DataFrame(summary().game_rows())
    assert list(games.ending.unique()) == ["rules"]
    assert pandas.DataFrame(summary().to_rows()).errors.sum() == 0
    tree: Trace = trace(MIDDLE, depth=3)
    nodes = pandas.DataFrame(tree.to_rows())
    assert (nodes.end == "cut").sum() == tree.end.count(CUT)
    assert nodes.parent.isna().sum() == 1
    grown: MctsTrace = mcts_trace(MIDDLE, playouts=50)
    assert pandas.DataFrame(grown.to_rows()).visits.max() == grown.visits[0]


def test_the_rows_of_a_solution_are_those_of_any_position() -> None:
    solution = outplay.Solution(GAME, GAME.position("xox/ox./..."))
    following = solution.root.play(GAME.move("a1", solution.root))
    assert len(solution.to_rows(following)) == len(following.moves())
    over = next(position for position in (following.play(move) for move in following.moves()) if position.outcome())
    assert solution.to_rows(over) == []


def test_outcomes_and_records_as_text_are_what_people_read() -> None:
    assert str(outplay.Outcome(1, 3, "more seeds")) == "The second player wins by 3: more seeds."
    assert str(outplay.Outcome(None, 0, "by the rules")) == "A draw."
    played = Record(GAME.start(), (MoveRecord(4),), GameResult(0, 0, Ending.RESIGNATION, "o resigned"))
    assert str(played).startswith("game: mnk:3,3,3\nresult: first wins\n")
    assert "X wins" not in checked(played._repr_html_()).text
    assert "x wins: o resigned." in checked(played._repr_html_()).text


def test_where_moves_share_a_cell_the_best_one_is_marked() -> None:
    game = outplay.game("breakthrough:5")
    position = game.start()
    best, worst = game.move("a2-b3", position), game.move("b2-b3", position)
    both = Solved(outplay.Outcome(0, 1, ""), True, 1, 0.1, (best,), {worst: -1, best: 1}, "auto", "win", 0, position)
    again = both._replace(values={best: 1, worst: -1})
    assert both._repr_html_() == again._repr_html_()
