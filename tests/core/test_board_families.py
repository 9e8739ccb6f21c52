"""Hexagons, edges with boxes, and hands beside a grid: descriptions, names, drawings, highlights."""

import itertools
import json
import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.core.boards import EdgeGrid, Grid, HexGrid, Highlights
from outplay.core.boards.svg import SvgStyle
from outplay.core.errors import BadPosition, IllegalMove, RuleError

pytestmark = pytest.mark.rules

SVG = "{http://www.w3.org/2000/svg}"
SPECS = ["breakthrough:5", "hex:4", "hex:3,pie", "dots-and-boxes:2,3", "domineering:4,3", "oware"]

Step = tuple[outplay.Position, int, outplay.Position]


class Nothing(NamedTuple):
    """A state for boards that are looked at without a game."""

    nothing: int = 0


def random_game(spec: str, seed: int) -> Iterator[Step]:
    choose, position = random.Random(seed), outplay.game(spec).start()
    while moves := position.moves():
        move = choose.choice(moves)
        following = position.play(move)
        yield position, move, following
        position = following


def with_class(text: str, name: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(text)
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SPECS), st.integers(0, 2**32))
def test_every_position_is_json_is_read_back_and_drawn(spec: str, seed: int) -> None:
    for before, move, after in random_game(spec, seed):
        board = after.game.board
        description = board.describe(after.state)
        assert json.loads(json.dumps(description, allow_nan=False)) == description
        assert description["family"] == board.family
        assert after.game.position(after.text) == after
        assert after.draw(last=move, before=before).splitlines()[1:] == after.draw().splitlines()[1:]
    text = after.svg(move, before=before)
    root = ElementTree.fromstring(text)
    assert root.findtext(f"{SVG}title") == spec
    assert not re.findall(r"url\((?!#)|@import|href|on[a-z]+=", text)


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(SPECS), st.integers(0, 2**32))
def test_a_move_is_made_on_what_it_changes(spec: str, seed: int) -> None:
    for before, move, after in random_game(spec, seed):
        board = before.game.board
        steps, found = board.targets(before.state, move), board.highlights(before.state, move, after.state)
        targets = {target for step in steps for target in step}
        assert (before.name(move) == "swap") == (not steps)
        assert set(found.last) <= targets
        assert found.last or not steps
        assert bool(found.path) == (spec == "breakthrough:5")
        if found.path:
            assert tuple((cell,) for cell in found.path) == steps


# Hexagons


def test_a_board_of_hexagons_slants_and_says_who_joins_what() -> None:
    game = outplay.game("hex:3")
    position = game.position("x../.o./..x second")
    assert str(position).splitlines() == [
        "   a b c",
        "   -------",
        r"1 \ x . . \ 1",
        r" 2 \ . o . \ 2",
        r"  3 \ . . x \ 3",
        "     -------",
        "       a b c",
        "x joins top and bottom, o joins left and right",
    ]
    assert position.game.board.describe(position.state)["goals"] == {
        "top": "first",
        "bottom": "first",
        "left": "second",
        "right": "second",
    }
    assert position.name(1) == "b1"


def test_wide_boards_of_hexagons_still_slant_by_half_a_cell() -> None:
    board = HexGrid(2, 30, lambda state: "." * 60)
    lines = board.draw(Nothing()).splitlines()
    first, second = (line.index(".") for line in lines[2:4])
    assert (second - first) * 2 == lines[2].index(".", first + 1) - first


def test_edges_that_nobody_joins_are_not_drawn() -> None:
    board = HexGrid(2, 2, lambda state: "x.o.", goals=("", ""))
    assert board.draw(Nothing()).splitlines()[2:4] == ["1   x .   1", " 2   o .   2"]
    assert "joins" not in board.draw(Nothing())
    assert with_class(board.svg(Nothing()), "goal") == []


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 6), st.integers(0, 2**32))
def test_a_chain_is_highlighted_where_the_rules_say_it_was_joined(size: int, seed: int) -> None:
    for before, move, after in random_game(f"hex:{size}", seed):
        board = after.game.board
        assert isinstance(board, HexGrid)
        chain = board.highlights(before.state, move, after.state).winning
        outcome = after.outcome()
        assert bool(chain) == bool(outcome)
        if outcome:
            assert {board.cells(after.state)[int(cell)] for cell in chain} == {"xo"[outcome.winner or 0]}
            assert all(int(b) in board.neighbours(int(a)) for a, b in itertools.pairwise(chain))
            ends = [divmod(int(cell), size)[outcome.winner or 0] for cell in (chain[0], chain[-1])]
            assert ends == [0, size - 1]


def test_the_six_neighbours_of_a_hexagon() -> None:
    board = HexGrid(3, 3, lambda state: "." * 9)
    assert sorted(board.neighbours(4)) == [1, 2, 3, 5, 6, 7]
    assert sorted(board.neighbours(0)) == [1, 3]
    assert sorted(board.neighbours(2)) == [1, 4, 5]


def test_hexagons_goal_edges_and_the_chain_are_drawn_as_svg() -> None:
    game = outplay.game("hex:3")
    before = game.position("xx./oo./... first")
    position = game.position("xx./oox/... second")
    text = position.svg(5, before=before, marks={"c1": "A", "a3": "red"})
    assert len(with_class(text, "cell")) == 9
    assert [len(with_class(text, name)) for name in ("goal", "stone", "last", "tint", "badge")] == [4, 5, 1, 1, 1]
    won = game.position("xx./ooo/x.. first")
    assert with_class(won.svg(), "winning-line")
    assert "x joins top and bottom. o joins left and right." in won.svg()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"goals": ("first",)}, 'goals is two of "first", "second" and ""'),
        ({"goals": ("x", "o")}, "goals is two of"),
        ({"moves": "columns"}, "a HexGrid has no moves"),
        ({"look": "felt"}, "a HexGrid has no look"),
    ],
)
def test_what_a_board_of_hexagons_cannot_be_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises((TypeError, ValueError), match=complaint):
        HexGrid(3, 3, str, **options)
    with pytest.raises(TypeError, match="a HexGrid begins with its rows and columns"):
        HexGrid("3", 3, str)  # type: ignore[arg-type]


# Edges


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30), st.booleans())
def test_every_edge_has_a_name_of_its_own_that_reads_back(rows: int, columns: int, on_top: bool) -> None:
    board = EdgeGrid(rows, columns, str, row_1_on_top=on_top)
    count = (rows + 1) * columns + rows * (columns + 1)
    names = [board.name(None, edge) for edge in range(count)]
    assert len(set(names)) == count
    for edge in range(0, count, 7):
        one, other = names[edge].split("-")
        for text in (names[edge], f"{other}-{one}", f"{one}{other}", f"{one} {other}", names[edge].upper()):
            assert board.read_move(None, text, ()) == edge


@pytest.mark.parametrize("text", ["a1", "a1-a3", "a1-b2", "a1-a1", "d1-e1", "a4-a5", "a0-a1", "x", "a1-b1-c1"])
def test_what_is_no_edge_is_no_move(text: str) -> None:
    assert EdgeGrid(3, 3, str).read_move(None, text, ()) is None


def test_edges_and_boxes_are_drawn_in_the_terminal_and_as_svg() -> None:
    game = outplay.game("dots-and-boxes:2,2")
    position = game.start()
    for name in ("a1-b1", "a2-b2", "a1-a2", "b2-c2", "b1-b2"):
        before, move = position, game.move(name, position)
        position = position.play(move)
    assert str(position).splitlines() == [
        "  a   b   c",
        "3 +   +   + 3",
        "",
        "2 +---+---+ 2",
        "  | x |",
        "1 +---+   + 1",
        "  a   b   c",
        "x 1, o 0",
    ]
    assert game.board.highlights(before.state, move, position.state) == Highlights((10,), ("box:2",))
    marked = position.draw(lambda text, role: f"[{text}]" if role == "last" else text, move, before)
    assert "| x [|]" in marked
    text = position.svg(move, before=before, marks={"a3-b3": "1", 1: "blue"})
    assert [len(with_class(text, name)) for name in ("dot", "edge", "last", "tint", "badge")] == [9, 12, 1, 1, 1]
    assert len(with_class(text, "taken")) == 5
    assert [element.get("class") for element in with_class(text, "box")] == ["box first new"]
    assert "x: 1 boxes. o: 0 boxes. Last move: b1-b2. Boxes closed by it: 1." in text
    with pytest.raises(IllegalMove, match="cannot be marked"):
        position.svg(marks={"a1": "A"})


def test_edges_may_say_who_drew_them() -> None:
    board = EdgeGrid(1, 1, lambda state: "xo..", lambda state: ".")
    painted = board.draw(Nothing(), lambda text, role: f"<{role}>" if role in ("first", "second") else text)
    assert painted.count("<first>") == painted.count("<second>") == 1
    assert len(with_class(board.svg(Nothing()), "first")) == 1


@pytest.mark.parametrize(("edges", "boxes"), [("...", "."), ("....", ".."), (7, ".")])
def test_symbols_that_are_missing_are_named(edges: Any, boxes: Any) -> None:
    board = EdgeGrid(1, 1, lambda state: edges, lambda state: boxes)
    with pytest.raises(RuleError, match=r"test_board_families.py:\d+: (edges|boxes) must return [14] symbols, not"):
        board.draw(Nothing())


def test_what_a_board_of_edges_cannot_be_is_refused() -> None:
    with pytest.raises(TypeError, match="an EdgeGrid begins with its rows and columns"):
        EdgeGrid(0, 3, str)
    with pytest.raises(TypeError, match="the third argument of an EdgeGrid is the function"):
        EdgeGrid(3, 3, "....")  # type: ignore[arg-type]


# Hands


class Drop(NamedTuple):
    """A board of two cells; each player has pieces in hand and puts them on free cells."""

    board: int  # two bits a cell
    first: int
    second: int
    turn: int


def dropping() -> outplay.Game:
    def moves(state: Any) -> int:
        held = state.second if state.turn else state.first
        found = 0
        for cell in range(3):
            if held and not state.board >> 2 * cell & 3:
                found |= 1 << cell
        return found

    def play(state: Any, move: int) -> Drop:
        board = state.board | (1 + state.turn) << 2 * move
        if state.turn:
            return Drop(board, state.first, state.second - 1, 0)
        return Drop(board, state.first - 1, state.second, 1)

    def over(state: Any) -> int:
        return outplay.GOING_ON if moves(state) else -1

    def back(cells: str, hands: Any, turn: int) -> Drop:
        board = sum(".Pp".index(symbol) << 2 * cell for cell, symbol in enumerate(cells))
        return Drop(board, hands[0].get("P", 0), hands[1].get("p", 0), turn)

    board = Grid(
        1,
        3,
        lambda state: "".join(".Pp"[state.board >> 2 * cell & 3] for cell in range(3)),
        back,
        to_move=lambda state: state.turn,
        symbols=".Pp",
        hands=lambda state: ({"P": state.first}, {"p": state.second}),
        targets=lambda state, move: (f"hand:{state.turn}:{'Pp'[state.turn]}", move),
    )
    return outplay.Game("drop", Drop(0, 2, 1, 0), 6, moves, play, over, lambda state: state.turn, board=board)


def test_pieces_in_hand_are_named_written_described_and_drawn() -> None:
    game = dropping()
    start = game.start()
    assert start.text == "... P2/p1 first"
    assert [start.name(move) for move in start.moves()] == ["P-a1", "P-b1", "P-c1"]
    assert game.board.targets(start.state, 1) == (("hand:0:P",), (1,))
    after = start.play(game.move("p-b1", start))
    assert after.text == ".P. P1/p1 second"
    assert game.position(after.text) == after
    assert game.board.highlights(start.state, 1, after.state) == Highlights(last=(1,))
    assert game.board.describe(after.state)["hands"] == [
        [{"target": "hand:0:P", "symbol": "P", "count": 1, "role": "first"}],
        [{"target": "hand:1:p", "symbol": "p", "count": 1, "role": "second"}],
    ]
    end = after.play(0)
    assert end.text == "pP. P1/- first"
    assert str(end).splitlines() == ["second in hand: -", "  a b c", "1 p P . 1", "  a b c", "first in hand: P1"]
    text = end.svg(marks={2: "A"})
    assert len(with_class(text, "in-hand")) == 1
    assert "first in hand: 1 P. second in hand: none." in text
    assert not game.board.editable


@pytest.mark.parametrize("text", ["... first", "... P2 first", "... P2/p1", "... 2P/p1 first", ".. P2/p1 first"])
def test_hands_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(BadPosition):
        dropping().position(text)


def test_a_move_out_of_the_hand_can_be_marked() -> None:
    style = SvgStyle(marks={1: "blue"})
    text = dropping().board.svg(dropping().initial, style)
    assert [element.tag for element in with_class(text, "tint")] == [f"{SVG}rect", f"{SVG}circle"]


def test_pieces_of_nobody_are_drawn_in_grey_with_their_symbol() -> None:
    board = Grid(1, 4, lambda state: "w#. ", symbols=".wb#")
    assert board.describe(Nothing())["roles"] == {".": "empty", "w": "first", "b": "second", "#": "neutral"}
    text = board.svg(Nothing())
    assert len(with_class(text, "neutral")) == 1
    assert [element.text for element in with_class(text, "symbol")] == ["w", "#"]
    painted = board.draw(Nothing(), lambda text, role: {"first": "1", "empty": text, "label": text}[role])
    assert painted.splitlines()[1] == "1 1 # .   1"


# Sowing as in Oware


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["oware", "oware:4,6", "oware:3,2"]), st.integers(0, 2**32))
def test_seeds_of_oware_travel_as_the_rules_put_them(spec: str, seed: int) -> None:
    for before, move, after in random_game(spec, seed):
        frames = before.game.board.animation(before.state, move, after.state)
        assert frames is not None
        seeds: dict[str, int] = {}
        for side, (houses, store) in enumerate(before.game.board.seeds(before.state)):  # type: ignore[attr-defined]
            seeds |= {f"{side}:{house}": count for house, count in enumerate(houses)} | {f"{side}:store": store}
        for frame in frames:
            pits = [frame["from"]] if "from" in frame else frame["capture"]
            for pit in pits:
                count = 1 if "from" in frame else seeds[pit]
                seeds[pit] -= count
                seeds[frame["to"]] += count
        for side, (houses, store) in enumerate(after.game.board.seeds(after.state)):  # type: ignore[attr-defined]
            assert [seeds[f"{side}:{house}"] for house in range(len(houses))] == list(houses)
            assert seeds[f"{side}:store"] == store
