"""Boards: what they describe, which clicks they offer, what they highlight, how they animate and draw a move."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.core.boards import LOOKS, Highlights, Steps, flat
from outplay.core.boards.rows import winning_cells
from outplay.core.boards.svg import Picture, SvgStyle, tag
from outplay.core.errors import IllegalMove, RuleError

pytestmark = pytest.mark.rules

SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = re.compile("svg|title|desc|style|defs|radialGradient|stop|g|rect|circle|path|text")
GRIDS = [
    "tic-tac-toe",
    "mnk:4,5,3",
    "mnk:3,6,3,exact",
    "gomoku:6",
    "gomoku:9,exact",
    "squatter:4",
    "squatter:7",
    "connect-four:4,4",
    "connect-four",
    "othello:4",
    "othello:6",
]
PITS = ["kalah:6,4", "kalah:2,2", "kalah:3,5,empty-capture", "kalah:4,9,pie", "kalah:6,3,half", "kalah:1,7"]


class State(NamedTuple):
    left: int
    turn: int


def matches(text: str = "") -> outplay.Game:
    """A game with the plain board: take one to three matches; who takes the last one wins."""

    class Named(outplay.Board):
        def draw(self, state: State, paint: Any = outplay.no_paint, last: int | None = None) -> str:
            return text or f"{'|' * state.left}\n{state.left} left"

    return outplay.Game(
        "matches",
        State(9, 0),
        {"left": 6, "turn": 1},
        lambda state: (1 << min(3, state.left)) - 1,
        lambda state, move: State(state.left - move - 1, 1 - state.turn),
        lambda state: -1 if state.left == 0 else outplay.GOING_ON,
        lambda state: state.turn,
        board=Named(),
    )


def played(spec: str, moves: str) -> tuple[outplay.Position, int, outplay.Position]:
    """The position before the last of some moves, that move, and the position after it."""
    game = outplay.game(spec)
    before = after = game.start()
    move = -1
    for word in moves.split():
        before, move = after, game.move(word, after)
        after = before.play(move)
    return before, move, after


def random_game(spec: str, seed: int) -> Iterator[tuple[outplay.Position, int, outplay.Position]]:
    """The steps of a random game: position, move, next position."""
    choose, position = random.Random(seed), outplay.game(spec).start()
    while moves := position.moves():
        move = choose.choice(moves)
        following = position.play(move)
        yield position, move, following
        position = following


def highlights(spec: str, moves: str) -> Highlights:
    before, move, after = played(spec, moves)
    return after.game.board.highlights(before.state, move, after.state)


def cells_of(position: outplay.Position) -> str:
    return str(position.game.board.describe(position.state)["cells"])


# Descriptions


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(GRIDS + PITS), st.integers(0, 2**32))
def test_a_description_is_json_and_names_its_family(spec: str, seed: int) -> None:
    for before, _, _ in random_game(spec, seed):
        board = before.game.board
        description = board.describe(before.state)
        assert description["family"] == board.family == ("pits" if "kalah" in spec else "grid")
        assert json.loads(json.dumps(description, allow_nan=False)) == description


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(GRIDS), st.integers(0, 2**32))
def test_the_terminal_shows_the_cells_of_the_description(spec: str, seed: int) -> None:
    for before, _, _ in random_game(spec, seed):
        board = before.game.board.describe(before.state)
        rows = before.draw().splitlines()[1 : 1 + board["rows"]]
        shown = [symbol for row in rows for symbol in row.split()[1:-1]]
        assert shown == [board["shown"].get(symbol, symbol) for symbol in board["cells"]]


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(PITS), st.integers(0, 2**32))
def test_the_terminal_shows_the_seeds_of_the_description(spec: str, seed: int) -> None:
    for before, _, _ in random_game(spec, seed):
        first, second = before.game.board.describe(before.state)["sides"]
        _, upper, stores, lower, _ = (re.findall("[0-9]+", line) for line in before.draw().splitlines())
        assert [*map(int, lower)] == first["houses"]
        assert [*map(int, reversed(upper))] == second["houses"]
        assert [*map(int, stores)] == [second["store"], first["store"]]


def test_a_board_of_its_own_is_described_by_what_it_draws() -> None:
    position = matches().start()
    assert position.game.board.describe(position.state) == {"family": "plain", "text": "|||||||||\n9 left"}


@pytest.mark.parametrize(
    ("spec", "look", "palette"),
    [
        ("gomoku:5", "lines", "black-first"),
        ("gomoku", "lines", "black-first"),
        ("mnk:5,5,5", "marks", "marks"),
        ("mnk:9,9,5", "lines", "black-first"),
        ("mnk:9,8,5", "marks", "marks"),
        ("tic-tac-toe", "marks", "marks"),
        ("squatter:7", "territory", "white-first"),
        ("squatter:12", "territory", "white-first"),
        ("connect-four", "columns", "discs"),
        ("connect-four:10,10", "columns", "discs"),
        ("othello", "felt", "black-first"),
        ("kalah:6,4", None, "warm"),
    ],
)
def test_the_board_says_how_it_looks(spec: str, look: str | None, palette: str) -> None:
    game = outplay.game(spec)
    assert game.board.describe(game.initial).get("look") == look
    assert game.board.palette(game.players) == palette


def test_a_look_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(ValueError, match=f"one of {', '.join(LOOKS)}, not 'glass'"):
        outplay.Grid(3, 3, str, look="glass")


def test_words_stand_after_who_is_to_move() -> None:
    with pytest.raises(ValueError, match="so it needs to_move too"):
        outplay.Grid(3, 3, str, words=lambda state: ["7"])
    plain = outplay.Grid(1, 2, lambda s: s[0], lambda *parts: parts, to_move=lambda s: s[1])
    with pytest.raises(outplay.BadPosition, match=r"as in 'x\. second'"):
        plain.read("x. second 7", ("x.", 1))
    counted = outplay.Grid(1, 2, plain.symbols_of, plain.state, to_move=plain.to_move, words=lambda s: s[2])
    for state in (("x.", 1, ["7"]), ("x.", 0, [])):
        assert counted.read(counted.write(state), state) == state


# Targets


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(GRIDS), st.integers(0, 2**32))
def test_a_click_on_a_grid_makes_a_move_that_changes_one_of_the_cells_it_stands_for(spec: str, seed: int) -> None:
    for before, move, after in random_game(spec, seed):
        targets = {m: flat(before.game.board.targets(before.state, m)) for m in before.moves()}
        clicked = [cell for cells in targets.values() for cell in cells]
        assert len(clicked) == len(set(clicked)), "one click would mean two moves"
        changed = [a != b for a, b in zip(cells_of(before), cells_of(after), strict=True)]
        assert any(changed[int(cell)] for cell in targets[move]) == (before.name(move) != "pass")


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(PITS), st.integers(0, 2**32))
def test_a_click_on_a_pit_sows_that_pit(spec: str, seed: int) -> None:
    for before, move, _ in random_game(spec, seed):
        targets = before.game.board.targets(before.state, move)
        if before.name(move) == "P":
            assert targets == ()
            assert before.game.board.label(before.state, move) == "Pie: take their side (P)"
        else:
            assert targets == ((f"{before.to_move}:{move}",),)


@pytest.mark.parametrize("spec", [*GRIDS, *PITS])
@pytest.mark.parametrize("move", [-1, 100, 10**9])
def test_a_move_that_is_no_cell_has_no_target(spec: str, move: int) -> None:
    game = outplay.game(spec)
    assert game.board.targets(game.initial, move) == ()


def test_the_moves_of_a_plain_board_are_buttons() -> None:
    game = matches()
    assert [game.board.targets(game.initial, move) for move in game.start().moves()] == [(), (), ()]
    assert game.board.label(game.initial, 2) == "2"


# Highlights


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(GRIDS), st.integers(0, 2**32))
def test_last_and_captured_are_the_cells_that_changed(spec: str, seed: int) -> None:
    for before, move, after in random_game(spec, seed):
        found = after.game.board.highlights(before.state, move, after.state)
        changed = {
            cell for cell, pair in enumerate(zip(cells_of(before), cells_of(after), strict=True)) if len({*pair}) > 1
        }
        assert {*found.last, *found.captured} == changed
        assert not {*found.last} & {*found.captured}
        assert len(found.last) == (before.name(move) != "pass")
        assert {*found.last} <= {*flat(after.game.board.targets(before.state, move))}


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(["tic-tac-toe", "mnk:4,5,3", "mnk:3,6,3,exact", "connect-four:4,4", "gomoku:6"]),
    st.integers(0, 2**32),
)
def test_a_winning_row_is_highlighted_where_the_rules_say_it_was_won(spec: str, seed: int) -> None:
    for before, move, after in random_game(spec, seed):
        found = after.game.board.highlights(before.state, move, after.state)
        outcome = after.outcome()
        winner = outcome.winner if outcome else None
        assert {cells_of(after)[int(cell)] for cell in found.winning} == (
            {"xo"[winner]} if winner is not None else set()
        )
        assert not found.winning or found.last[0] in found.winning


def naive_rows(cells: str, columns: int, length: int, exact: bool) -> set[int]:
    """The cells of winning rows, found by looking at every window of the length."""
    height, found = len(cells) // columns, set()
    grid = {divmod(cell, columns): symbol for cell, symbol in enumerate(cells)}
    for row in range(height):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                window = [(row + i * down, column + i * right) for i in range(length)]
                symbols = {grid.get(at, "") for at in window}
                ends = [
                    grid.get((row - down, column - right)),
                    grid.get((row + length * down, column + length * right)),
                ]
                if len(symbols) == 1 and symbols <= {"x", "o"} and not (exact and symbols & {*ends}):
                    found |= {y * columns + x for y, x in window}
    return found


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(1, 4), st.booleans(), st.data())
def test_rows_are_found_as_by_looking_at_every_window(
    rows: int, columns: int, length: int, exact: bool, data: st.DataObject
) -> None:
    cells = data.draw(st.text("xo.", min_size=rows * columns, max_size=rows * columns))
    assert {*winning_cells(cells, columns, "xo", length, exact)} == naive_rows(cells, columns, length, exact)


def test_captures_and_flipped_discs_are_highlighted() -> None:
    assert highlights("squatter:5", "c4 a1 b3 a2 d3 a4 c2") == Highlights((17,), (12,))
    assert highlights("othello", "d3") == Highlights((19,), (27,))
    assert highlights("connect-four", "d d") == Highlights((31,))


def test_the_house_that_was_sown_and_those_that_were_captured_are_highlighted() -> None:
    assert highlights("kalah:6,4", "3") == Highlights(("0:2",))
    assert highlights("kalah:6,4", "1 6 6 1") == Highlights(("1:0",), ("1:5", "0:0"))


def test_without_the_position_before_only_what_is_certain_is_highlighted() -> None:
    for spec, moves, expected in (
        ("othello", "d3", Highlights((19,))),
        ("connect-four", "a b a b a b a", Highlights(winning=(14, 21, 28, 35))),
        ("kalah:6,4", "3", Highlights()),
    ):
        _, move, after = played(spec, moves)
        assert after.game.board.highlights(None, move, after.state) == expected


def test_a_move_whose_own_cell_did_not_change_is_highlighted_where_something_did() -> None:
    """A grid takes the number of a move for its cell; where the move turns out to be made elsewhere, it does not."""
    board = outplay.Grid(1, 4, lambda state: state)
    assert board.highlights("x..o", 3, ".x.o") == Highlights((0, 1))


# Animation


def seeds_of(position: outplay.Position) -> dict[str, int]:
    sides = position.game.board.describe(position.state)["sides"]
    found = {f"{side}:{house}": n for side in (0, 1) for house, n in enumerate(sides[side]["houses"])}
    return found | {f"{side}:store": sides[side]["store"] for side in (0, 1)}


def played_by_hand(seeds: dict[str, int], frames: list[dict[str, Any]]) -> dict[str, int]:
    """The seeds after the frames, moved one frame at a time as the page does it."""
    if frames == [{"swap": True}]:
        return {f"{1 - int(pit[0])}{pit[1:]}": number for pit, number in seeds.items()}
    seeds = dict(seeds)
    for frame in frames:
        for pit in [frame["from"]] if "from" in frame else frame.get("capture") or frame["sweep"]:
            count = 1 if "from" in frame else seeds[pit]
            seeds[pit] -= count
            seeds[frame["to"]] += count
        assert min(seeds.values()) >= 0
    return seeds


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PITS), st.integers(0, 2**32))
def test_seeds_that_travel_as_the_frames_say_lie_as_the_rules_put_them(spec: str, seed: int) -> None:
    for before, move, after in random_game(spec, seed):
        frames = before.game.board.animation(before.state, move, after.state)
        assert frames is not None
        assert played_by_hand(seeds_of(before), frames) == seeds_of(after)
        if move < before.game.board.describe(before.state)["houses"]:
            sown = [frame for frame in frames if "from" in frame]
            assert len(sown) == seeds_of(before)[f"{before.to_move}:{move}"]
            assert {frame["from"] for frame in sown} == {f"{before.to_move}:{move}"}


def test_a_change_that_is_no_sowing_has_no_animation() -> None:
    game = outplay.game("kalah:6,4")
    start, later = game.start(), played("kalah:6,4", "3 6")[2]
    assert game.board.animation(start.state, 0, later.state) is None
    empty = game.position("0,0,0,0,0,1:20 4,4,4,4,4,4:3 first")
    assert game.board.animation(empty.state, 0, start.state) is None


# SVG


def parsed(text: str) -> ElementTree.Element:
    """The document, which must be well-formed, have no scripts, and refer to nothing outside of itself."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    for element in root.iter():
        assert ELEMENTS.fullmatch(element.tag.removeprefix(SVG))
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name or name == "style"]
    assert {*re.findall(r"url\(#([^)]*)\)", text)} <= {*ids}
    assert not re.findall(r"url\((?!#)|@import|https?:(?!//www\.w3\.org/2000/svg)", text)
    return root


def with_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GRIDS + PITS), st.integers(0, 2**32), st.sampled_from(["auto", "light", "dark"]))
def test_every_position_is_drawn_as_a_document_that_stands_alone(spec: str, seed: int, theme: str) -> None:
    *_, (before, move, after) = random_game(spec, seed)
    text = after.svg(move, before=before, theme=theme)
    root = parsed(text)
    assert text == after.svg(move, before=before, theme=theme)
    assert root.findtext(f"{SVG}title") == str(after.game)
    assert ("prefers-color-scheme:dark" in text) == (theme == "auto")


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(GRIDS), st.integers(0, 2**32))
def test_a_grid_has_a_stone_or_mark_for_each_piece(spec: str, seed: int) -> None:
    for before, _, _ in random_game(spec, seed):
        board = before.game.board.describe(before.state)
        pieces = sum(
            board["roles"].get(symbol, "empty") != "empty" and symbol not in board["shown"] for symbol in board["cells"]
        )
        root = parsed(before.svg())
        assert len(with_class(root, "stone")) + len(with_class(root, "mark")) == pieces


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(PITS), st.integers(0, 2**32))
def test_all_seeds_and_their_counts_are_drawn(spec: str, seed: int) -> None:
    for before, _, _ in random_game(spec, seed):
        root = parsed(before.svg())
        assert len(with_class(root, "seed")) == sum(seeds_of(before).values())
        counts = sorted(int(element.text or "") for element in with_class(root, "count"))
        assert counts == sorted(seeds_of(before).values())


def test_what_is_highlighted_is_drawn_and_said() -> None:
    before, move, after = played("squatter:5", "c4 a1 b3 a2 d3 a4 c2")
    root = parsed(after.svg(move, before=before))
    assert [len(with_class(root, name)) for name in ("last", "captured", "shade", "winning")] == [1, 1, 1, 0]
    assert root.findtext(f"{SVG}desc") == (
        "A board of 5 rows and 5 columns. White: c4 b3 d3 c2. Black: a4 a2 a1. Last move: c2. "
        "Captured or changed: c3. captured: White 1, Black 0. Black to move."
    )
    before, move, after = played("tic-tac-toe", "a1 a2 b1 b2 c1")
    root = parsed(after.svg(move, before=before))
    assert len(with_class(root, "winning")) == 3
    assert [element.get("d") for element in with_class(root, "winning-line")] == ["M30 110L110 110"]
    assert (root.findtext(f"{SVG}desc") or "").endswith("Winning row: a1 b1 c1. x has won: 3 in a row.")
    before, move, after = played("kalah:6,4", "1 6 6 1")
    root = parsed(after.svg(move, before=before))
    assert [len(with_class(root, name)) for name in ("last", "captured")] == [1, 2]
    assert "Last move: second's house 1. Captured: second's house 6, first's house 1." in after.svg(move, before=before)


def test_two_rows_that_cross_are_ringed_without_a_line_through_them() -> None:
    position = outplay.game("mnk:3,3,3").position("xxx/xoo/xoo")
    root = parsed(position.svg())
    assert len(with_class(root, "winning")) == 5
    assert with_class(root, "winning-line") == []


def test_coordinates_can_be_left_out_and_the_size_chosen() -> None:
    position = outplay.game("othello").start()
    root = parsed(position.svg())
    assert [element.text for element in with_class(root, "label")] == [*"abcdefgh", *"12345678"]
    assert with_class(parsed(position.svg(coordinates=False)), "label") == []
    assert max(float(parsed(position.svg(size=300)).get(side, "0")) for side in ("width", "height")) == 300
    columns = parsed(outplay.game("connect-four").start().svg())
    assert [element.text for element in with_class(columns, "label")] == [*"abcdefg"]


def test_marks_are_labels_and_tints_on_moves_and_cells() -> None:
    position = outplay.game("connect-four").start()
    root = parsed(position.svg(marks={0: "red", 3: "A & B", "e1": ("9", "#123456")}))
    assert len(with_class(root, "tint")) == 6
    assert [element.text for element in with_class(root, "badge-text")] == ["A & B", "9"]
    assert [element.get("cx") for element in with_class(root, "badge")] == ["150", "190"]
    assert [element.get("fill") for element in with_class(root, "badge")] == ["#0f8a7c", "#123456"]
    pits = parsed(outplay.game("kalah:6,4").start().svg(marks={"1:store": "red", "2": "x", 5: "y", "0:0": "z"}))
    assert len(with_class(pits, "tint")) == 1
    assert [element.text for element in with_class(pits, "badge-text")] == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"theme": "pink"}, "the theme is auto, light, dark or notebook, not 'pink'"),
        ({"size": 0}, "a whole number of pixels from 1 to 10000, not 0"),
        ({"size": 1.5}, "a whole number of pixels"),
        ({"marks": {"a1": ("A", "url(x)")}}, "the colour of a mark is green, red, blue, yellow, grey or like #1a6b63"),
    ],
)
def test_what_a_drawing_cannot_be_is_refused(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        outplay.game("tic-tac-toe").start().svg(**options)


@pytest.mark.parametrize("key", ["z9", "pass", 99, "0:7"])
def test_a_mark_on_nothing_is_refused(key: int | str) -> None:
    with pytest.raises(IllegalMove, match="is neither a cell nor a move that is made on one"):
        outplay.game("othello").start().svg(marks={key: "A"})


@given(st.text(max_size=60))
def test_any_text_is_drawn_as_valid_xml(text: str) -> None:
    root = parsed(matches(text or "-").start().svg())
    assert len(with_class(root, "drawing")) == (text or "-").count("\n") + 1


def test_a_mistake_in_the_games_own_board_is_named() -> None:
    grid = outplay.Grid(3, 3, lambda state: "x" * 8)
    game = matches()
    wrong = outplay.Game(
        "wrong", game.initial, game.bits, game.moves, game.play, game.outcome, game.to_move, board=grid
    )
    with pytest.raises(RuleError, match="cells must return a text of 9 symbols"):
        wrong.start().svg()


def test_several_documents_in_one_page_share_no_id() -> None:
    position = outplay.game("othello").start()
    ids = [parsed(position.svg(theme=theme)).get("id") for theme in ("auto", "light", "dark")]
    assert len({*ids, parsed(position.play(position.moves()[0]).svg()).get("id")}) == 4


def test_a_new_family_is_one_class() -> None:
    """Its description and its drawing are its own; frame, theme, size, marks and highlights come from the contract."""

    class Heap(outplay.Board):
        family = "heap"

        def describe(self, state: State) -> Any:
            return {"family": "heap", "left": state.left}

        def targets(self, state: State, move: int) -> Steps:
            return ((f"match {move}",),)

        def highlights(self, before: State | None, move: int | None, after: State) -> Highlights:
            return Highlights(last=("match 0",))

        def picture(self, description: Any, highlights: Highlights, marks: Any, style: SvgStyle) -> Picture:
            parts = [tag("circle", class_="match", cx=10 * i, cy=0, r=4) for i in range(description["left"])]
            return Picture(-5, -5, 100, 10, parts, (), f"{highlights.last} {marks}")

    game = replace(matches(), board=Heap())
    root = parsed(game.start().svg(last=1, marks={1: "A"}, theme="dark", size=240))
    assert len(with_class(root, "match")) == 9
    assert root.get("width") == "240"
    said = "('match 0',) {'match 1': Mark(label='A', colour='#0f8a7c')} first to move."
    assert root.findtext(f"{SVG}desc") == said
