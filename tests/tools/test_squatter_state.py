"""squatter-state: the flood fill against an oracle and the game, and which boards the two older methods get wrong."""

import json
import os
import pty
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers.naive.squatter_state import captors
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.tools.squatter_state import METHODS, Answer, Board, analyse, decoded, player, read
from outplay.tools.squatter_state.flood import CROSSING, NO_LOOP, enclosed
from outplay.tools.squatter_state.rings import levels

pytestmark = pytest.mark.rules

seeds = st.integers(0, 2**32)


def board(*rows: str) -> Board:
    """A board from rows without blanks."""
    return read(f"{len(rows)}\n" + "\n".join(" ".join(row) for row in rows))


def counts(answer: Answer) -> tuple[str, int, int]:
    return answer.winner, len(answer.white), len(answer.black)


def text(position: Board) -> str:
    rows = [position.cells[i : i + position.size] for i in range(0, len(position.cells), position.size)]
    return f"{position.size}\n" + "\n".join(" ".join(row) for row in rows) + "\n"


DOCUMENT = board("WWWBBBB", "W-WB--B", "WWWB--B", *["WWWBBBB"] * 4)
FIRST = board("+++W++", "++WB++", "WWW+++", "BBBW++", "B--B++", "BBBW++")
SECOND = board("+WWWW+", "W-WBB+", "WWWB-B", "BBB--B", "B--B-B", "BBBWBW")
BAY = board(
    "BBBBBBBBB",
    "B-------B",
    "B-BBBBB-B",
    "B-B+W+B-B",
    "B-BW-WB-B",
    "B-B+W+B-B",
    "BBB+++BBB",
    "+++++++++",
    "+++++++++",
)
"""A black loop with a bay that opens straight downwards, and a white loop in the bay."""
HOOK = board(
    "+BBBBBBBB+",
    "B--------B",
    "B-BBBBBB-B",
    "B-B+W++B-B",
    "B-BW-W+B-B",
    "B-B+W++B-B",
    "B-BBBB+B-B",
    "B----BWWBW",
    "WBBBBWWWWW",
    "WWWWWWWWWW",
)
"""A black loop bent around a bay, with a white loop in the bay that Black does not enclose."""

ARMS = ["+++W++B+++", "++W-WB-B++", "+W--BW--B+"]
CROSSED = board(*ARMS, "W--B--W--B", *ARMS[::-1], *["+" * 10] * 3)
"""A white and a black loop that cross where two diagonals intersect."""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (DOCUMENT, ("Black", 1, 4)),
        (FIRST, ("None", 0, 2)),
        (SECOND, ("None", 1, 6)),
        (board(*["+++++"] * 5), ("None", 0, 0)),
        (board("WBW", "BBW", "WWB"), ("Draw", 0, 0)),
        (board("BWB", "W-W", "BWB"), ("White", 1, 0)),
        (board("WBWB", "B-BW", "WBWB", "WWBW"), ("Black", 0, 1)),
        (board("+W+W+", "W-W-W", "+W+W+", "+++++", "+++++"), ("None", 2, 0)),
        (board("WW+BB", "W-WBB", "WWB-B", "WWWBB", "+++++"), ("None", 1, 1)),
    ],
    ids=["7x7", "first", "second", "empty", "full", "3x3", "4x4", "a shared piece", "neighbours"],
)
def test_the_boards_of_the_rules_page_and_simple_ones_are_counted_alike_by_all(
    given: Board, wanted: tuple[str, int, int], method: str
) -> None:
    assert counts(analyse(given, method)) == wanted


@pytest.mark.parametrize("size", range(3, 41))
def test_all_find_the_largest_loop_of_every_size_with_and_without_its_corners(size: int) -> None:
    for corner in "WB":
        edge = corner + "W" * (size - 2) + corner
        given = board(edge, *["W" + "-" * (size - 2) + "W"] * (size - 2), edge)
        assert {method: counts(analyse(given, method)) for method in METHODS} == dict.fromkeys(
            METHODS, ("White", (size - 2) ** 2, 0)
        )


@pytest.mark.parametrize("half", range(1, 20))
def test_all_find_a_diamond_that_touches_itself_only_at_corners(half: int) -> None:
    size = 2 * half + 1
    distances = [[abs(r - half) + abs(c - half) for c in range(size)] for r in range(size)]
    given = board(*("".join("-" if d < half else "B" if d == half else "+" for d in row) for row in distances))
    inside = sum(d < half for row in distances for d in row)
    assert {counts(analyse(given, method)) for method in METHODS} == {("None", 0, inside)}


def test_a_region_in_nested_loops_belongs_to_the_innermost() -> None:
    given = board("BBBBBBB", "B-WWW-B", "BWBBBWB", "BWB-BWB", "BWBBBWB", "B-WWW-B", "BBBBBBB")
    answer = analyse(given)
    assert counts(answer) == ("Black", 0, 5)
    given = board("BBBBBBB", "B-----B", "B--W--B", "B-W-W-B", "B--W--B", "B-----B", "BBBBBBB")
    assert counts(analyse(given)) == ("Black", 1, 20)
    assert counts(analyse(given, "rings")) == ("Black", 1, 20)
    assert counts(analyse(given, "scan")) == ("Black", 6, 15), "what stands left of a white piece is given to White"


def test_a_single_piece_of_the_other_colour_deceives_only_the_scan() -> None:
    given = board("BBBBB", "B-W-B", "B---B", "BBBBB", "+++++")
    assert counts(analyse(given)) == counts(analyse(given, "rings")) == ("None", 0, 5)
    assert counts(analyse(given, "scan")) == ("None", 1, 4)


def test_loops_that_cross_leave_what_both_enclose_to_nobody() -> None:
    answer = analyse(CROSSED)
    assert counts(answer) == ("None", 8, 8)
    assert answer.nobody == {34: CROSSING, 35: CROSSING}


@pytest.mark.parametrize(("rows", "reason"), [(("+++", "+-+", "+++"), NO_LOOP), (("WWW", "W-W", "WW+"), None)])
def test_a_captured_cell_without_a_loop_is_nobodys(rows: tuple[str, ...], reason: str | None) -> None:
    answer = analyse(board(*rows))
    assert answer.nobody == ({4: reason} if reason else {})
    assert len(answer.white) == (0 if reason else 1)


def test_the_edge_of_the_board_closes_no_loop() -> None:
    assert counts(analyse(board("W-W", "+W+", "+++"))) == ("None", 0, 0)


@pytest.mark.parametrize("upside_down", [False, True])
def test_one_scan_of_the_levels_is_deceived_by_a_straight_bay_and_both_are_not(upside_down: bool) -> None:
    given = Board(9, BAY.cells[::-1]) if upside_down else BAY
    answer = analyse(given, "rings")
    (in_the_bay,) = analyse(given).white
    ring = next(ring for ring in answer.rings if ring.colour == "B")
    assert in_the_bay in levels(given, ring.pieces, from_top=not upside_down)
    assert in_the_bay not in levels(given, ring.pieces, from_top=upside_down)
    assert counts(answer) == counts(analyse(given)) == ("None", 1, 15)


def test_a_cell_in_a_bay_over_and_under_which_a_loop_bends_counts_for_the_loop_in_the_bay() -> None:
    """Both scans mark the bay, but only White's marks reach the cell over captured cells and own pieces."""
    answer = analyse(HOOK, "rings")
    (in_the_bay,) = answer.white
    assert HOOK.name(in_the_bay) == "e6"
    assert {ring.colour for ring in answer.rings if in_the_bay in ring.inside} == {"W", "B"}
    assert counts(answer) == counts(analyse(HOOK)) == counts(analyse(HOOK, "scan")) == ("None", 1, 22)


def test_both_scans_of_the_levels_are_deceived_by_captured_cells_of_nobody_in_a_bent_bay() -> None:
    cells = list(HOOK.cells)
    for cell in (33, 34, 35, 43, 44, 45, 53, 54, 55):
        cells[cell] = "-"
    given = Board(10, "".join(cells))
    assert counts(analyse(given)) == ("None", 0, 22)
    assert counts(analyse(given, "rings")) == ("None", 0, 31)
    assert len(analyse(given).nobody) == 9


def test_the_board_with_the_bent_bay_can_arise_in_play() -> None:
    """The game reads it only if every captured cell lies in its captor's loop and nothing else does."""
    cells = HOOK.cells.replace("-", "w")
    cells = cells[:44] + "1" + cells[45:]
    position = outplay.game("squatter:10").position("/".join(cells[i : i + 10] for i in range(0, 100, 10)))
    assert str(position).splitlines()[-1] == "captured: White 1, Black 22"


def positions(size: int, seed: int, nets: bool) -> Iterator[tuple[Board, frozenset[int], frozenset[int]]]:
    """Boards of a game as the analyser knows them, each with White's and Black's captured cells by the game itself.

    With `nets` the players like to stand on cells of one colour of a chessboard, which closes many loops."""
    choose, position = random.Random(seed), outplay.game(f"squatter:{size}").start()
    while position.moves():
        moves = position.moves()
        if nets:
            moves = tuple(m for m in moves if (m // size + m % size) % 2 == position.to_move) or moves
        position = position.play(choose.choice(moves))
        cells = position.text.replace("/", "")
        white, black = (frozenset(i for i, c in enumerate(cells) if c in captured) for captured in ("1b", "2w"))
        yield Board(size, "".join(c if c in "WB+" else "-" for c in cells)), white, black


@settings(deadline=None, max_examples=60)
@given(size=st.integers(3, 10), seed=seeds, nets=st.booleans())
def test_in_play_the_flood_and_the_scan_give_every_cell_to_its_captor(size: int, seed: int, nets: bool) -> None:
    for given_board, white, black in positions(size, seed, nets):
        for method in ("flood", "scan"):
            answer = analyse(given_board, method)
            assert (answer.white, answer.black, answer.nobody) == (white, black, {})


@pytest.mark.parametrize("size", [15, 19])
def test_on_large_boards_the_flood_gives_every_cell_to_its_captor(size: int) -> None:
    for number, (given_board, white, black) in enumerate(positions(size, size, nets=True)):
        if number % 10 == 0 or "+" not in given_board.cells:
            answer = analyse(given_board)
            assert (answer.white, answer.black, answer.nobody) == (white, black, {})


def test_in_these_games_the_rings_miss_no_captured_cell_and_count_none_too_many() -> None:
    captured = 0
    for seed in range(12):
        for given_board, white, black in positions(6 + seed % 4, seed, nets=seed % 2 == 1):
            answer = analyse(given_board, "rings")
            assert (answer.white, answer.black) == (white, black)
            captured += len(white | black)
    assert captured > 1000


def test_on_large_boards_a_bay_is_not_counted_for_the_loop_around_it() -> None:
    """These games have boards with cells that loops of both colours claim."""
    claimed_twice = 0
    for seed in (2, 8):
        for number, (given_board, white, black) in enumerate(positions(15, seed, nets=True)):
            if number % 7 == 0 and number > 160:
                answer = analyse(given_board, "rings")
                assert (answer.white, answer.black) == (white, black)
                inside = [frozenset().union(*(r.inside for r in answer.rings if r.colour == c)) for c in "WB"]
                claimed_twice += len(inside[0] & inside[1] & (white | black))
    assert claimed_twice > 0


@settings(deadline=None, max_examples=150)
@given(size=st.integers(3, 9), seed=seeds, weights=st.sampled_from([(4, 4, 1, 2), (8, 1, 1, 2), (1, 6, 2, 3)]))
def test_on_any_board_the_flood_agrees_with_counting_crossings(
    size: int, seed: int, weights: tuple[int, int, int, int]
) -> None:
    cells = "".join(random.Random(seed).choices("WB+-", weights, k=size * size))
    answer = analyse(Board(size, cells))
    for (row, column), colours in captors([cells[i : i + size] for i in range(0, size * size, size)]).items():
        cell = row * size + column
        owners = {colour for colour, theirs in (("W", answer.white), ("B", answer.black)) if cell in theirs}
        assert owners <= colours
        if len(colours) < 2:
            assert owners == colours
        assert answer.nobody.get(cell) == (None if owners else CROSSING if colours else NO_LOOP)


Owners = dict[int, str]


def draw_loops(
    cells: list[str], owners: Owners, size: int, choose: random.Random, box: tuple[int, int, int, int]
) -> None:
    """Puts a loop of some colour round the box (first row, first column, rows, columns), with or without its corners,
    captured cells into it, and further loops among them; notes who owns which cell."""
    top, left, rows, columns = box
    colour, cornered = choose.choice("WB"), choose.random() < 0.5
    for row in range(top, top + rows):
        for column in range(left, left + columns):
            cell = row * size + column
            sides = (row in (top, top + rows - 1)) + (column in (left, left + columns - 1))
            if sides == 0:
                cells[cell], owners[cell] = "-", colour
            elif sides == 1 or cornered:
                cells[cell] = colour
                owners.pop(cell, None)
    rows, columns = rows - 2, columns - 2
    while rows >= 3 and columns >= 3 and choose.random() < 0.9:
        inner_rows, inner_columns = choose.randint(3, rows), choose.randint(3, columns)
        draw_loops(cells, owners, size, choose, (top + 1, left + 1, inner_rows, inner_columns))
        top, rows = top + inner_rows, rows - inner_rows


@settings(deadline=None, max_examples=150)
@given(size=st.integers(3, 40), seed=seeds)
def test_in_nested_and_touching_loops_every_cell_belongs_to_the_innermost(size: int, seed: int) -> None:
    cells, owners = ["+"] * size * size, Owners()
    draw_loops(cells, owners, size, random.Random(seed), (0, 0, size, size))
    answer = analyse(Board(size, "".join(cells)))
    assert answer.white == {cell for cell, colour in owners.items() if colour == "W"}
    assert answer.black == {cell for cell, colour in owners.items() if colour == "B"}
    assert answer.nobody == {}


@settings(deadline=None, max_examples=100)
@given(size=st.integers(3, 9), seed=seeds)
def test_every_ring_is_a_closed_chain_of_one_colour_and_its_scans_mark_all_it_encloses(size: int, seed: int) -> None:
    cells = "".join(random.Random(seed).choices("WB+-", (4, 4, 1, 1), k=size * size))
    for ring in analyse(Board(size, cells), "rings").rings:
        assert {cells[piece] for piece in ring.pieces} == {ring.colour}
        assert len(set(ring.pieces)) == len(ring.pieces) >= 4
        for one, other in zip(ring.pieces, (*ring.pieces[1:], ring.pieces[0]), strict=True):
            (row, column), (next_row, next_column) = divmod(one, size), divmod(other, size)
            assert max(abs(row - next_row), abs(column - next_column)) == 1
        assert not set(ring.pieces) & ring.inside
        alone = Board(size, "".join(ring.colour if cell in ring.pieces else "+" for cell in range(size * size)))
        assert ring.inside >= frozenset().union(*enclosed(alone, ring.colour)), "the scans may mark more, never less"


@settings(deadline=None, max_examples=60)
@given(size=st.integers(3, 12), seed=seeds)
def test_a_turned_board_with_exchanged_colours_has_exchanged_counts(size: int, seed: int) -> None:
    cells = "".join(random.Random(seed).choices("WB+-", (4, 4, 1, 3), k=size * size))
    rows = [cells[i : i + size] for i in range(0, size * size, size)]
    turned = "".join("".join(column[::-1]) for column in zip(*rows, strict=True))
    before = analyse(Board(size, cells))
    after = analyse(Board(size, turned.translate(str.maketrans("WB", "BW"))))
    assert (len(before.white), len(before.black)) == (len(after.black), len(after.white))


def test_the_walk_goes_down_and_round_by_the_widest_way() -> None:
    (ring, *_) = analyse(board(*["WWWW"] * 4), "rings").rings
    assert ring.pieces == (0, 4, 8, 12, 13, 14, 15, 11, 7, 3, 2, 1)


def test_a_walk_steps_back_from_dead_ends() -> None:
    given = board("++W+++", "+W-W++", "W+W+++", "W+++++", "W+++++", "++++++")
    (ring,) = analyse(given, "rings").rings
    assert [given.name(piece) for piece in ring.pieces] == ["c6", "b5", "c4", "d5"]


def test_a_snake_that_leads_nowhere_is_walked_back_and_is_no_ring() -> None:
    rows = ["W" * 9 if r % 2 == 0 else ("+" * 8 + "W" if r % 4 == 1 else "W" + "+" * 8) for r in range(9)]
    assert analyse(board(*rows), "rings").rings == ()


WRONG = {
    "empty": b"",
    "blank lines": b"\n \n\n",
    "no size": b"W W W\nW - W\nW W W\n",
    "size 0": b"0\n",
    "size 2": b"2\nW W\nW W\n",
    "negative": b"-3\nW W W\nW - W\nW W W\n",
    "size 41": b"41\n" + b"+ " * 41 + b"\n",
    "huge": b"9" * 6000 + b"\n+ + +\n",
    "two sizes": b"3 3\n+ + +\n+ + +\n+ + +\n",
    "a fraction": b"3.0\n+ + +\n+ + +\n+ + +\n",
    "a blank line first": b"\n3\n+ + +\n+ + +\n+ + +\n",
    "other digits": "٣\n+ + +\n+ + +\n+ + +\n".encode(),
    "unknown token": b"3\n+ + +\n+ x +\n+ + +\n",
    "small letter": b"3\n+ + +\n+ w +\n+ + +\n",
    "a row without blanks too short": b"3\n+++\n++\n+++\n",
    "a row without blanks too long": b"3\n+++\n++++\n+++\n",
    "an unknown cell in a row without blanks": b"3\n+++\n+x+\n+++\n",
    "rows without blanks and size": b"+++\n+++\n+++\n",
    "a position with a short row": b"+++/++/+++\n",
    "a position with a long row": b"+++/+++/++++\n",
    "a position with a row too few": b"+++/+++\n",
    "a position of two rows": b"++/++\n",
    "a position of 41 rows": b"/".join([b"+" * 41] * 41),
    "a position with an empty row": b"//\n",
    "a position with an unknown cell": b"+++/+x+/+++\n",
    "a token too few": b"3\n+ + +\n+ +\n+ + +\n",
    "a token too many": b"3\n+ + +\n+ + + +\n+ + +\n",
    "a row too few": b"3\n+ + +\n+ + +\n",
    "a row too many": b"3\n+ + +\n+ + +\n+ + +\n+ + +\n",
    "only the size": b"3\n",
    "a row in between missing": b"3\n+ + +\n\n+ + +\n",
    "no text": bytes(range(256)),
    "nothing but zeros": b"\0" * 100,
    "signs of control": b"3\n+ + +\n+ \x1c +\n+ + +\n",
    "far too long": b"3\n" + b"+ + +\n" * 50_000,
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG.keys())
def test_what_is_no_board_is_refused_in_one_short_line(data: bytes) -> None:
    with pytest.raises(outplay.BadPosition) as refused:
        read(decoded(data))
    assert 0 < len(str(refused.value)) < 120
    assert str(refused.value).isprintable()


def test_rows_without_blanks_and_texts_of_positions_are_read() -> None:
    rows = [SECOND.cells[i : i + 6] for i in range(0, 36, 6)]
    assert read("6\n" + "\n".join(rows)) == SECOND
    assert read("6\n" + "\n".join([" ".join(rows[0]), *rows[1:]])) == SECOND
    assert read("/".join(rows)) == SECOND
    for given_board, _, _ in positions(5, 3, nets=True):
        last = given_board
    position = outplay.game("squatter:5").start()
    choose = random.Random(3)
    while moves := position.moves():
        moves = tuple(m for m in moves if (m // 5 + m % 5) % 2 == position.to_move) or moves
        position = position.play(choose.choice(moves))
    assert set(position.text) & set("wb12")
    assert read(f"{position.text}\n") == last


def test_the_text_of_a_position_can_stand_in_place_of_a_file() -> None:
    assert state("BW+/W1W/BWB").stdout == b"None\n1\n0\n"
    assert state("BW+/W1W/BW").returncode == 2


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["plain", "with a byte order mark"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize("after", ["", "\n", "\n\n \n"], ids=["no end", "end", "blank lines"])
def test_line_ends_and_blank_lines_at_the_end_do_not_matter(mark: str, end: str, after: str) -> None:
    lines = mark + "3\n+ W +\nW  -\tW \n+ W +" + after
    assert read(decoded(lines.replace("\n", end).encode())) == Board(3, "+W+W-W+W+")


def state(*words: str, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "outplay", "squatter-state", *words]
    return subprocess.run(command, input=given, capture_output=True, timeout=60)


def test_the_command_prints_three_lines_of_a_file_or_of_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text(DOCUMENT))
    for done in (state(str(path)), state("-", "--method", "scan", given=path.read_bytes())):
        assert (done.returncode, done.stdout, done.stderr) == (0, b"Black\n1\n4\n", b"")


@pytest.mark.parametrize("kind", ["empty", "huge", "unknown token", "no text", "far too long"])
def test_the_command_refuses_what_is_no_board_with_one_line_and_prints_nothing(kind: str) -> None:
    done = state("-", given=WRONG[kind])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"outplay: ")
    assert done.stderr.count(b"\n") == 1


def test_the_command_refuses_files_that_are_none_and_methods_that_are_none(tmp_path: Path) -> None:
    for words in ((str(tmp_path / "none.txt"),), (str(tmp_path),), ("-", "--method", "guess"), ()):
        done = state(*words)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
    done = state("BW+/W1W/BWX")
    told = b"outplay: BW+/W1W/BWX: this is no file, and no text of a position, whose cells are WB+wb12-\n"
    assert (done.returncode, done.stderr) == (2, told)


def test_of_several_files_each_has_a_line_and_a_bad_one_is_named(tmp_path: Path) -> None:
    good, bad, none = (str(tmp_path / name) for name in ("good.txt", "bad.txt", "none.txt"))
    Path(good).write_text(text(DOCUMENT))
    Path(bad).write_text("3\n+ +\n")
    done = state(bad, good, none)
    assert done.returncode == 2
    assert done.stdout.decode().split() == [good, "Black", "1", "4"]
    first, second, last = done.stderr.decode().splitlines()
    assert first.startswith(f"outplay: {bad}: line 2")
    assert none in second
    assert last == "outplay: 2 of 3 files are no boards"
    (line,) = state(good, good, "--json").stdout.splitlines()[:1]
    assert json.loads(line)["file"] == good


def test_the_command_warns_of_cells_that_count_for_nobody() -> None:
    done = state("-", given=b"3\n+ - +\nW - W\n+ W -\n")
    assert (done.returncode, done.stdout) == (0, b"None\n0\n0\n")
    assert done.stderr == b"outplay: warning: - at b3 b2 c1 counts for nobody: no loop encloses it\n"


def test_json_is_one_line_with_rings_and_cells_if_they_are_asked_for() -> None:
    (line,) = state("-", "--json", given=text(HOOK).encode()).stdout.splitlines()
    assert json.loads(line) == {"method": "flood", "winner": None, "white": 1, "black": 22, "nobody": 0}
    (line,) = state("-", "--json", "--explain", "--method", "rings", given=text(HOOK).encode()).stdout.splitlines()
    found = json.loads(line)
    answer = analyse(HOOK, "rings")
    assert [(ring["colour"], len(ring["pieces"])) for ring in found["rings"]] == [
        (player(ring.colour), len(ring.pieces)) for ring in answer.rings
    ]
    assert found["cells"]["White"] == ["e6"]
    assert len(found["cells"]["Black"]) == found["black"] == 22
    assert found["cells"]["nobody"] == []


def test_explain_draws_the_loops_and_what_each_method_counts() -> None:
    done = state("-", "--explain", "--method", "rings", given=text(HOOK).encode())
    printed = done.stdout.decode()
    assert printed.startswith("None\n1\n22\n\n")
    assert " 7 B x B x x x v B x B\n" in printed
    assert " 6 B 2 B W 1 W + B 2 B\n" in printed
    assert [line for line in printed.splitlines() if ": White " in line and "Black" in line] == [
        "rings: White 1, Black 22",
        "flood: White 1, Black 22",
        "scan: White 1, Black 22",
    ]
    assert "\x1b" not in printed


def test_explain_marks_what_rings_counts_for_both() -> None:
    """Loops that cross one above the other: marks of both reach the cells between."""
    turned = Board(10, "".join(CROSSED.cells[column::10] for column in range(10)))
    done = state("-", "--explain", "--method", "rings", given=text(turned).encode())
    printed = done.stdout.decode()
    assert " 6 + W B = B W + + + +\n 5 + B W = W B + + + +\n" in printed
    assert "rings: White 10, Black 10\n" in printed
    assert "flood: White 8, Black 8\n" in printed


def test_explain_has_colour_on_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text(DOCUMENT))
    terminal, side = pty.openpty()
    command = [sys.executable, "-m", "outplay", "squatter-state", str(path), "--explain"]
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"}
    subprocess.run(command, stdout=side, env=environment, timeout=60, check=True)
    assert b"\x1b[" in os.read(terminal, 100_000)
