"""Mistakes in a user's game file are answered with the file, the line, and what to write instead."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import pytest

import outplay
from outplay.engine.kernels import perft
from outplay.tools.conformance import check

pytestmark = pytest.mark.kernel

TEMPLATE = resources.files("outplay.cli").joinpath("new_game.py.txt").read_text(encoding="utf-8")


class Mistake(NamedTuple):
    """A change to the template, the text of the line that the message must name, and a part of the message."""

    old: str
    new: str
    at: str
    answer: str


PLAY = "return State(state.theirs, state.mine | 1 << move)"
ENDED = "if three(state.theirs):"

MISTAKES = {
    "no play": Mistake(
        "        play=play,\n", "", "return Game(", "the game has no play; write `def play(state, move)`"
    ),
    "no moves": Mistake(
        "        moves=moves,\n", "", "return Game(", "the game has no moves; write `def moves(state)`"
    ),
    "no bits": Mistake("bits=cells_count", "bits=0", "return Game(", "bits must be 1 or more"),
    "no state": Mistake("initial=State(0, 0)", "initial=[0, 0]", "return Game(", "initial must be a state"),
    "too few parameters": Mistake(
        "def play(state: State, move: int)", "def play(state: State)", "return Game(", "`def play(state, move)`"
    ),
    "no choices": Mistake("def moves(state: State)", "def moves(state: State, out)", "return Game(", "needs choices="),
    "a tuple returned": Mistake(PLAY, PLAY.replace("State(", "("), "def play", "a State is wanted, not (0, "),
    "nothing returned": Mistake(PLAY, PLAY.removeprefix("return "), "def play", "a State is wanted, not None"),
    "an integer too wide": Mistake(
        PLAY, "return State(state.theirs, (state.mine | 1 << move) << 17)", "def play", "give Game more bits"
    ),
    "fields too narrow": Mistake("bits=cells_count", "bits=cells_count - 6", "def moves", "give Game more bits, 16"),
    "a negative integer": Mistake(
        PLAY, "return State(state.theirs, ~state.mine)", "def play", "never negative (use `full ^ x`"
    ),
    "an outcome of None": Mistake(
        "        return GOING_ON\n", "        return None\n", "def outcome", "GOING_ON or a margin, not None"
    ),
    "a margin of millions": Mistake(
        "        return GOING_ON\n", "        return 2_000_000\n", "def outcome", "margins are less than 1,048,576"
    ),
    "a mask of None": Mistake(
        "return full ^ (state.mine | state.theirs)", "return None", "def moves", "a mask of bits, not None"
    ),
    "a turn of 7": Mistake("bit_count() & 1", "bit_count() & 1 and 7", "def to_move", "0 or 1, not 7"),
    "a negative mask": Mistake(
        "return full ^ (state.mine | state.theirs)", "return ~state.mine", "def moves", "use `full ^ x`, not `~x`"
    ),
    "a mask too wide": Mistake(
        "return full ^ (state.mine | state.theirs)",
        "return (full ^ (state.mine | state.theirs)) << 2",
        "def moves",
        "give Game more bits, 18",
    ),
    "a field misspelt": Mistake(
        "return full ^ (state.mine", "return full ^ (state.mime", "state.mime", "no attribute 'mime'"
    ),
    "a name misspelt": Mistake("return full ^", "return ful ^", "return ful ^", "'ful' is not defined"),
    "a wrong choices": Mistake("bits=cells_count,", "bits=cells_count, choices=3,", "return Game(", "leave it out"),
    "a board of text": Mistake("board=Grid(rows, columns, cells)", "board='grid'", "return Game(", "must be a Grid"),
    "heuristics of 5": Mistake("alternates=True,", "heuristics=5,", "return Game(", "must be outplay.Heuristics("),
    "an argument of Heuristics": Mistake(
        "alternates=True,", "evaluate=5,", "return Game(", "evaluate is an argument of Heur"
    ),
    "an argument misspelt": Mistake(
        "alternates=True,", "alternate=True,", "return Game(", "Game has no argument alternate"
    ),
    "three players": Mistake("alternates=True,", "players=('a', 'b', 'c'),", "return Game(", "names of the two"),
    "a short board": Mistake(
        "for i in range(cells_count))", "for i in range(3))", "def cells", "16 symbols for 4 rows"
    ),
    "a board as a list": Mistake(
        'return "".join("x"', 'return list("x"', "def cells", "a text of 16 symbols for 4 rows of 4 columns, not a list"
    ),
    "a grid the wrong way round": Mistake(
        "Grid(rows, columns, cells)", "Grid(cells, 4, 4)", "Grid(cells", "begins with"
    ),
    "cells called too early": Mistake(
        "Grid(rows, columns, cells)", "Grid(rows, columns, cells(State(0, 0)))", "Grid(rows", "not its result"
    ),
    "an endless recursion": Mistake(ENDED, "outcome(state)\n        " + ENDED, "def outcome", "without end"),
    "a state changed": Mistake(PLAY, "state.mine = 5\n        " + PLAY, "state.mine = 5", "return a new State(…)"),
    "a walrus": Mistake(ENDED, "if (n := 3) and three(state.theirs):", "n := 3", "a line of its own"),
    "a raise": Mistake(
        ENDED,
        "if state.mine == 99999:\n            raise LookupError\n        " + ENDED,
        "raise LookupError",
        "leave it out",
    ),
    "a tuple of tuples": Mistake(
        "        return full ^ (",
        "        return pairs[0][0] * 0 | full ^ (",
        "pairs[0][0]",
        "one flat tuple of integers",
    ),
    "a list": Mistake(
        ENDED, "lines = [1, 2]\n        " + ENDED, "lines = [", "keep the cells in the bits of an integer"
    ),
    "a comprehension": Mistake(
        ENDED, "n = len([i for i in range(3)])\n        " + ENDED, "n = len(", "write a for loop"
    ),
    "a generator": Mistake(ENDED, "n = max(i for i in range(3))\n        " + ENDED, "n = max(", "write a for loop"),
    "a dict": Mistake(ENDED, "d = {1: 2}\n        " + ENDED, "d = {", "a tuple of integers outside"),
    "a text": Mistake(ENDED, 'd = "x"\n        ' + ENDED, "d = ", "integers only"),
    "a division": Mistake(ENDED, "d = 4 / 2\n        " + ENDED, "d = 4", "write // for whole numbers"),
    "a try": Mistake(
        ENDED,
        "try:\n            d = 1\n        except ValueError:\n            d = 2\n        " + ENDED,
        "try:",
        "test for the case with if",
    ),
    "a lambda inside": Mistake(ENDED, "f = lambda x: x\n        " + ENDED, "f = lambda", "with def"),
    "a function inside": Mistake(
        ENDED, "def f(x): return x\n\n        " + ENDED, "def f(x)", "define it beside the rule"
    ),
    "sum": Mistake(ENDED, "d = sum((1, 2))\n        " + ENDED, "d = sum", "sum cannot be compiled"),
    "print": Mistake(ENDED, "print()\n        " + ENDED, "print()", "print cannot be compiled"),
    "_replace": Mistake(
        PLAY, "return state._replace(mine=state.theirs, theirs=state.mine | 1 << move)", "_replace(", "with every field"
    ),
    "a list outside": Mistake(
        "    def moves(state: State) -> int:",
        "    lines = [1, 2]\n\n    def moves(state: State) -> int:\n        lines[0]",
        "lines[0]",
        "`lines = tuple(lines)`",
    ),
    "a rare wrong field": Mistake(
        "if state.mine | state.theirs == full:",
        "if state.mine | state.theirs == full and state.max:",
        "state.max",
        "no field max; it has mine, theirs",
    ),
    "two kinds of value": Mistake(
        ENDED, "x = (1, 2) if state.mine else 3\n        " + ENDED, "x = (1, 2)", "make it an integer in both cases"
    ),
    "a rule as lambda": Mistake(
        "to_move=to_move",
        "to_move=lambda state: (state.mine | state.theirs).bit_count() & 1",
        "to_move=lambda",
        "written with def",
    ),
    "no end": Mistake(
        f"        {ENDED}\n            return -1\n"
        "        if state.mine | state.theirs == full:\n            return 0\n",
        "",
        "def moves",
        "there is no legal move",
    ),
    "a field left out": Mistake(PLAY, "return State(state.theirs)", "return State(", "missing 1 required"),
    "a field left out where it is rarely seen": Mistake(
        PLAY,
        "if state.mine == full:\n            return State(state.theirs)\n        " + PLAY,
        "return State(state.theirs)",
        "State takes exactly these fields: mine, theirs",
    ),
    "a broken promise": Mistake(
        "return (state.mine | state.theirs).bit_count() & 1",
        "return 0",
        "def to_move",
        "alternates=True, but the same player",
    ),
    "an error in a rule": Mistake(
        ENDED, "if 1 // (state.theirs.bit_count() - 2) < 9 and three(state.theirs):", "1 // (", "ZeroDivisionError"
    ),
    "a number cut off on the way": Mistake(
        "return full ^ (state.mine | state.theirs)",
        "return full ^ ((state.mine << 60) >> 60 | state.theirs)",
        "def moves",
        "as machine code",
    ),
    "not Python": Mistake(
        "def moves(state: State) -> int:", "def moves(state: State) -> int", "def moves", "this is not Python"
    ),
    "no game": Mistake("def game(", "def gime(", "", "the file defines no `game`"),
    "no Game returned": Mistake("    return Game(", "    Game(", "def game", "must return a Game, not None"),
    "an import that fails": Mistake(
        "from typing", "import nothing_of_that_name\nfrom typing", "import nothing", "ModuleNotFoundError"
    ),
    "an error while loading": Mistake(
        "full = (1 << cells_count) - 1", "full = (1 << cells_count) // 0", "// 0", "ZeroDivisionError"
    ),
}


def answers(path: Path) -> Iterator[str]:
    try:
        game = outplay.game(str(path))
    except outplay.RuleError as error:
        yield str(error)
        return
    yield from (finding.mistake for finding in check(game, games=10) if finding.mistake)


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_answered_with_file_line_and_advice(name: str, tmp_path: Path) -> None:
    mistake = MISTAKES[name]
    assert mistake.old in TEMPLATE
    path = tmp_path / "wrong.py"
    source = TEMPLATE.replace("    full = (1", "    pairs = ((1, 2), (3, 4))\n    full = (1")
    path.write_text(source.replace(mistake.old, mistake.new), encoding="utf-8")
    (answer,) = answers(path)
    assert mistake.answer in answer
    assert "\n" not in answer
    assert "wrong.py" in answer
    if mistake.at:
        lines = path.read_text(encoding="utf-8").splitlines()
        line = next(i for i, text in enumerate(lines, 1) if mistake.at in text)
        assert f"wrong.py:{line}: " in answer


def test_a_file_that_is_not_text_is_answered_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "picture.py"
    path.write_bytes(b"\x89PNG\xff\xfe\x00")
    with pytest.raises(outplay.RuleError, match=r"picture\.py"):
        outplay.game(str(path))


def test_a_game_without_sizes_refuses_sizes(tmp_path: Path) -> None:
    path = tmp_path / "fixed.py"
    path.write_text(TEMPLATE.replace("def game(", "def make(") + "\n\ngame = make()\n")
    assert outplay.game(str(path)).start().moves()
    with pytest.raises(outplay.BadSpec, match="a game of one size"):
        outplay.game(f"{path}:5,5")


class Careless(outplay.Board):
    """A board whose `read_move` fails with an exception of its own."""

    def read_move(self, state: object, text: str, moves: object) -> int:
        return int(text)


def test_a_board_that_fails_is_a_mistake_of_the_game(tmp_path: Path) -> None:
    game = replace(outplay.game("tic-tac-toe"), board=Careless())
    with pytest.raises(outplay.RuleError, match=r"test_mistakes\.py:\d+: read_move failed here: ValueError"):
        game.move("nonsense", game.start())


LOOP = """
    targets = (3, 1, 2)

    def to_move(state: State) -> int:
        total = 0
        for x in targets:
            if x == 1:
                continue
            total += x
        return (state.mine | state.theirs).bit_count() + total - 5 & 1
"""


def test_rules_may_walk_a_tuple_made_outside(tmp_path: Path) -> None:
    start = TEMPLATE.index("    def to_move")
    end = TEMPLATE.index("    def cells")
    path = tmp_path / "walks.py"
    path.write_text(TEMPLATE[:start] + LOOP + "\n" + TEMPLATE[end:], encoding="utf-8")
    assert list(answers(path)) == []


OUT_OF_RANGE = """
from typing import NamedTuple
from outplay import GOING_ON, Game

class State(NamedTuple):
    n: int

def game(reach: int = 3) -> Game:
    table = (5, 6, 7)
    def moves(state): return 1
    def play(state, move): return State(state.n + 1)
    def outcome(state): return 0 if state.n > 3 and table[state.n - reach] < 99 else GOING_ON
    def to_move(state): return state.n & 1
    return Game("far", State(0), 8, moves, play, outcome, to_move)
"""


def test_an_index_out_of_range_is_an_error_compiled_too(tmp_path: Path) -> None:
    path = tmp_path / "far.py"
    path.write_text(OUT_OF_RANGE)
    assert perft(outplay.game(f"{path}:4").start(), 4) == 1
    assert perft(outplay.game(f"{path}:6").start(), 4) == 1  # -2 counts from the end, as in Python
    with pytest.raises(outplay.RuleError, match="tuple index out of range"):
        perft(outplay.game(f"{path}:0").start(), 5)


WITHOUT_A_VALUE = {
    "never": ("state.mine.bit_count()", "def evaluate"),
    "not always": ("if state.mine:\n            return 5", "def evaluate"),
    "in one case": ("if state.mine == 3:\n            return\n        return 5", "return\n"),
    "None": ("if state.mine == 3:\n            return None\n        return 5", "return None"),
}


@pytest.mark.parametrize("name", WITHOUT_A_VALUE)
def test_a_heuristic_without_a_value_is_named_itself(name: str, tmp_path: Path) -> None:
    body, line = WITHOUT_A_VALUE[name]
    text = TEMPLATE.replace("Game, Grid", "Game, Grid, Heuristics").replace(
        "    return Game(\n",
        f"    def evaluate(state: State) -> int:\n        {body}\n\n"
        "    return Game(\n        heuristics=Heuristics(evaluate=evaluate),\n",
    )
    path = tmp_path / "mine.py"
    path.write_text(text)
    number = text[: text.index(line, text.index("def evaluate"))].count("\n") + 1
    with pytest.raises(outplay.RuleError) as caught:
        outplay.Engine(outplay.game(str(path)), 1)
    assert str(caught.value) == f"{path}:{number}: evaluate returns no value here; every way through it must return one"


@pytest.mark.kernel
def test_a_loop_at_the_end_of_a_heuristic_is_taken_to_return(tmp_path: Path) -> None:
    text = TEMPLATE.replace("Game, Grid", "Game, Grid, Heuristics").replace(
        "    return Game(\n",
        "    def evaluate(state: State) -> int:\n        for i in range(9):\n            if i == 4:\n"
        "                return i\n\n    return Game(\n        heuristics=Heuristics(evaluate=evaluate),\n",
    )
    path = tmp_path / "mine.py"
    path.write_text(text)
    game = outplay.game(str(path))
    assert outplay.Engine(game, 1).analyse(game.start(), outplay.Limit(depth=1)).depth == 1
