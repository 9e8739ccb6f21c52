"""Where moves are made: names, texts and clicks of moves from cell to cell, out of a hand, and of no cells at all."""

import re
from typing import Any, NamedTuple

import pytest
from helpers.moving_games import START, cells, listed_walking, plain, walk_targets, walking
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.core.boards import Grid, Highlights
from outplay.core.boards.clicks import trusted
from outplay.core.errors import RuleError
from outplay.tools.conformance import check

pytestmark = pytest.mark.rules


class Text(NamedTuple):
    """A state for boards that are looked at without a game."""

    cells: int = 0


def grid(targets: Any, symbols: str = ".wb", shown: str = "." * 64, **options: Any) -> Grid:
    return Grid(8, 8, lambda state: shown, symbols=symbols, targets=targets, **options)


# What targets may return


@pytest.mark.parametrize(
    ("given", "steps", "name", "label"),
    [
        (0, ((0,),), "a8", "a8"),
        ((48, 40), ((48,), (40,)), "a2-a3", "a2-a3"),
        ([48, 41, 34], ((48,), (41,), (34,)), "a2-b3-c4", "a2-b3-c4"),
        (((0, 8), (8, 0)), ((0, 8), (8, 0)), "a8-a7", "a8-a7"),
        (("hand:0:p", 9), (("hand:0:p",), (9,)), "P-b7", "P-b7"),
        ("pass", (), "pass", "pass"),
        ((12, 4, "Q"), ((12,), (4,)), "e7-e8-Q", "Q"),
        (None, (), "3", "3"),
        ((), (), "3", "3"),
    ],
)
def test_targets_are_cells_in_order_hands_or_words(given: Any, steps: Any, name: str, label: str) -> None:
    board = grid(lambda state, move: given)
    assert board.targets(Text(), 3) == steps
    assert board.name(Text(), 3) == name
    assert board.label(Text(), 3) == label


@pytest.mark.parametrize(
    "given", [64, -1, (0, 64), 1.5, {3: 4}, (0, ()), ("two words",), "", "hand:2:P", (0, (1, "x"))]
)
def test_what_targets_may_not_return_is_named_with_its_place(given: Any) -> None:
    with pytest.raises(RuleError, match=r"test_targets.py:\d+: targets must return a number from 0 to 63") as caught:
        grid(lambda state, move: given).name(Text(), 0)
    assert repr(given) in str(caught.value)


def test_targets_is_a_function() -> None:
    with pytest.raises(TypeError, match="targets is a function"):
        grid((0, 1))


# Texts of moves


@pytest.mark.parametrize("text", ["a2-b3", "a2b3", "a2 b3", "a2xb3", "A2-B3", " a2 - b3 ", "6,0 5,1", "6,0-5,1"])
def test_a_move_from_cell_to_cell_is_read_in_the_usual_ways(text: str) -> None:
    board = grid(lambda state, move: divmod(move, 64))
    assert board.read_move(Text(), text, [48 * 64 + 40, 48 * 64 + 41, 41]) == 48 * 64 + 41


def test_cells_that_make_no_move_are_not_legal_and_other_texts_are_no_moves() -> None:
    game = walking(plain(walk_targets))
    start = game.start()
    assert game.move("a1-a2", start) == 37
    with pytest.raises(outplay.IllegalMove, match=r"'a1-a4' is not legal here; legal moves: a1-a2 a1-b2 b1-a2"):
        game.move("a1-a4", start)
    with pytest.raises(outplay.IllegalMove, match="'x' is no move of this game"):
        game.move("x", start)


def test_a_placement_of_two_cells_is_read_in_either_order() -> None:
    game = outplay.game("domineering:4,4")
    assert game.move("b3-b2", game.start()) == game.move("b2-b3", game.start()) == 5
    assert game.board.highlights(game.initial, 5, game.start().play(5).state) == Highlights(last=(5, 9))


def test_words_and_hands_are_read() -> None:
    moves: dict[int, Any] = {0: (12, 4, "Q"), 1: (12, 4, "N"), 2: ("hand:0:P", 4), 3: "pass"}
    board = grid(lambda state, move: moves[move])
    for text, move in (("e7-e8-Q", 0), ("e7e8-n", None), ("e7 e8 n", 1), ("p-e8", 2), ("P e8", 2), ("PASS", 3)):
        assert board.read_move(Text(), text, list(moves)) == move


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 30), st.integers(1, 30), st.data())
def test_every_pair_of_cells_reads_back(rows: int, columns: int, data: st.DataObject) -> None:
    count = rows * columns
    board = Grid(rows, columns, str, targets=lambda state, move: divmod(move, count))
    moves = data.draw(st.lists(st.integers(0, count * count - 1), min_size=1, max_size=20, unique=True))
    for move in moves:
        name = board.name(Text(), move)
        assert board.read_move(Text(), name, moves) == move
        assert board.target_named(Text(), name) == board.targets(Text(), move)


# What a move changed


def test_a_piece_that_moved_is_highlighted_from_where_to_where() -> None:
    game = walking(plain(walk_targets))
    after = game.start().play(37)
    assert game.board.highlights(game.initial, 37, after.state) == Highlights(last=(12, 8), path=(12, 8))
    assert game.board.highlights(None, 37, after.state) == Highlights()


@pytest.mark.parametrize(
    ("before", "after", "targets", "expected"),
    [
        ("w...", "..w.", (0, 2), Highlights((0, 2), (), (), (0, 2))),
        ("wb..", "..w.", (0, 2), Highlights((0, 2), (1,), (), (0, 2))),
        ("w...", "...w", (0, 2, 3), Highlights((0, 3), (), (), (0, 2, 3))),
        ("w...", ".wx.", (0, 1, 2), Highlights((0, 1, 2), (), (), (0, 1))),  # an amazon that shoots
        ("w...", "xw..", (0, 1, 0), Highlights((0, 1), (), (), (0, 1))),
        ("....", "ww..", (0, 1), Highlights((0, 1))),
        ("wb..", "..W.", (0, 2), Highlights((0, 2), (1,), (), (0, 2))),
        ("....", ".w..", ("hand:0:w", 1), Highlights((1,))),
        ("wb..", "bw..", "swap", Highlights((), (0, 1))),
        ("w...", "..w.", (1, 3), Highlights((0, 2))),
    ],
)
def test_the_path_ends_with_the_piece(before: str, after: str, targets: Any, expected: Highlights) -> None:
    board = Grid(1, 4, str, symbols=".wbx", roles={"W": "first", "x": "neutral"}, targets=lambda state, move: targets)
    assert board.highlights(before, 0, after) == expected


def test_the_terminal_marks_where_a_piece_came_from_and_where_it_went() -> None:
    game = walking(plain(walk_targets))
    before, after = game.start(), game.start().play(37)
    marked = after.draw(lambda text, role: f"[{text}]" if role == "last" else text, 37, before)
    assert marked.splitlines()[3:5] == ["2 [w] . . . 2", "1 [.] w w w 1"]
    assert "[" not in after.draw(lambda text, role: f"[{text}]" if role == "last" else text, 37)


def test_a_subclass_that_draws_in_its_own_way_does_so_with_a_last_move_too() -> None:
    class Own(Grid):
        def draw(self, state: Any, paint: Any = outplay.no_paint, last: int | None = None) -> str:
            return f"my own, after {last}"

    game = walking(Own(4, 4, cells, targets=walk_targets))
    assert game.start().play(37).draw(last=37, before=game.start()) == "my own, after 37"


# Moves that are not what the board takes them for


@pytest.mark.parametrize("game", [walking(), listed_walking()])
def test_moves_that_are_no_cells_are_numbers(game: outplay.Game) -> None:
    position = game.start()
    while moves := position.moves():
        for move in moves:
            assert position.name(move) == str(move)
            assert game.move(str(move), position) == move
            assert game.board.targets(position.state, move) == ()
        before, position = position, position.play(moves[0])
        found = game.board.highlights(before.state, moves[0], position.state)
        assert len(found.last) == 2
        assert found.captured == ()
        assert position.draw(last=moves[0], before=before)
    with pytest.raises(outplay.IllegalMove, match="'a1' is no move of this game; legal moves: "):
        game.move("a1", game.start())


def test_the_same_board_may_serve_a_game_whose_moves_are_cells() -> None:
    own = outplay.game("tic-tac-toe")
    assert isinstance(own.board, Grid)
    board = Grid(3, 3, own.board.symbols_of)
    game = outplay.Game("ttt", own.initial, own.bits, own.moves, own.play, own.outcome, own.to_move, board=board)
    assert game.start().name(4) == "b2"
    assert walking(plain()).start().name(37) == "37"


def test_a_subclass_that_says_where_moves_are_made_names_them_so() -> None:
    class Own(Grid):
        def targets(self, state: Any, move: int) -> Any:
            start, end = walk_targets(state, move)
            return ((start,), (end,))

    game = walking(Own(4, 4, cells))
    assert game.start().name(37) == "a1-a2"
    assert game.move("a1a2", game.start()) == 37


def off_by_one(state: Any, move: int) -> tuple[int, int]:
    start, end = walk_targets(state, move)
    return (start + 1) % 16, (end + 1) % 16


def elsewhere(state: Any, move: int) -> tuple[int, int]:
    """The cell that a move begins in, and another one than it ends in, different for each move."""
    start, end = walk_targets(state, move)
    return start, (end + 5 + move % 3) % 16


WHERE = "moves are made where the board says"
APART = "moves can be told apart"


def mistakes(game: outplay.Game) -> dict[str, str]:
    """What `outplay check` finds wrong, up to the checks that need the compiler."""
    found = {}
    for finding in check(game, games=3):
        if finding.mistake:
            found[finding.check] = finding.mistake
        if finding.check == WHERE:
            break
    return found


def test_check_finds_moves_that_are_not_cells() -> None:
    for game in (walking(), listed_walking()):
        assert set(mistakes(game)) == {WHERE}
        assert "give the board targets=targets" in mistakes(game)[WHERE]
    assert mistakes(walking(plain(walk_targets))) == {}
    assert mistakes(walking(plain(lambda state, move: ()))) == {}


def test_check_finds_targets_that_a_move_does_not_touch_and_no_click_is_trusted_there() -> None:
    game = walking(plain(off_by_one))
    assert re.search("is made by clicks on .*, but changes other cells, in", mistakes(game)[WHERE])
    assert not trusted(game)
    game = walking(plain(elsewhere))
    assert re.search("is made by clicks on .*, but changes other cells, in", mistakes(game)[WHERE])
    assert not trusted(game)
    assert trusted(walking(plain(walk_targets)))


def test_check_finds_names_that_say_other_cells() -> None:
    class Misnamed(Grid):
        def name(self, state: Any, move: int) -> str:
            return self.cell_name(move // 3 ^ 1)

        def label(self, state: Any, move: int) -> str:
            return str(move)

        def read_move(self, state: Any, text: str, moves: Any) -> int | None:
            return next((move for move in moves if self.name(state, move) == text), None)

    found = mistakes(walking(Misnamed(4, 4, cells, symbols=".wb", targets=walk_targets)))
    assert "are both called" in found[APART]
    assert re.search("a move is called [a-d][1-4], but changes", found[WHERE])


def test_check_finds_moves_that_the_same_clicks_make() -> None:
    found = mistakes(walking(plain(lambda state, move: move // 3)))
    assert "are both called" in found[APART]

    class Named(Grid):
        def name(self, state: Any, move: int) -> str:
            return str(move)

        def label(self, state: Any, move: int) -> str:
            return "go"

        def read_move(self, state: Any, text: str, moves: Any) -> int | None:
            return int(text)

    found = mistakes(walking(Named(4, 4, cells, symbols=".wb", targets=lambda state, move: move // 3)))
    assert "cannot tell '36' and '37' apart" in found[APART] or "the same clicks make both" in found[APART]


def test_check_finds_a_hand_that_is_not_there_and_names_of_two_words() -> None:
    def from_hand(state: Any, move: int) -> Any:
        return ("hand:0:P", walk_targets(state, move)[1], "ABC"[move % 3])

    found = mistakes(walking(plain(from_hand)))
    assert "a click on 'hand:0:P', which is not on the board" in found[WHERE]

    class Blank(Grid):
        def name(self, state: Any, move: int) -> str:
            return f"move {move}"

        def read_move(self, state: Any, text: str, moves: Any) -> int | None:
            return int(text.split()[1])

    assert "one word" in mistakes(walking(Blank(4, 4, cells, targets=walk_targets)))["move texts read back"]


# Mancala boards


class Sides(NamedTuple):
    first: int
    second: int
    turn: int


def sowing(moves_from_right: bool = False, around: bool = False) -> outplay.Game:
    """Three houses a side of four bits: a move empties one. Its author may have counted houses in another way."""

    def house(state: Any, move: int) -> int:
        return 2 - move if moves_from_right else move % 3 if around else move

    def moves(state: Any) -> int:
        mine = state.second if state.turn else state.first
        mask = sum(1 << move for move in range(3) if mine >> 4 * house(state, move) & 15)
        return mask << 3 if around and state.turn else mask

    def play(state: Any, move: int) -> Sides:
        keep = ~(15 << 4 * house(state, move))
        if state.turn:
            return Sides(state.first, state.second & keep, 0)
        return Sides(state.first & keep, state.second, 1)

    def sides(state: Any) -> Any:
        return tuple((tuple(side >> 4 * i & 15 for i in range(3)), 0) for side in (state.first, state.second))

    def over(state: Any) -> int:
        return outplay.GOING_ON if moves(state) else -1

    board = outplay.Pits(3, sides, None, lambda state: state.turn)
    return outplay.Game("sow", Sides(0x123, 0x456, 0), 12, moves, play, over, lambda state: state.turn, board=board)


def test_a_mancala_board_whose_moves_are_houses_names_and_clicks_them() -> None:
    game = sowing()
    assert [game.start().name(move) for move in game.start().moves()] == ["1", "2", "3"]
    assert game.board.targets(game.initial, 1) == (("0:1",),)
    assert game.start().text == "first=291 second=1110 turn=0"
    assert not game.board.editable
    assert mistakes(game) == {}


@pytest.mark.parametrize("game", [sowing(moves_from_right=True), sowing(around=True)])
def test_a_mancala_board_whose_moves_are_other_houses_has_numbers(game: outplay.Game) -> None:
    assert [game.start().name(move) for move in game.start().moves()] == ["0", "1", "2"]
    assert game.board.targets(game.initial, 1) == ()
    assert game.move("2", game.start()) == 2
    assert WHERE in mistakes(game)
    after = game.start().play(0)
    assert len(game.board.highlights(game.initial, 0, after.state).last) == 1


def test_the_first_state_of_the_walk_is_what_the_tests_above_think() -> None:
    assert cells(START) == "bbbb........wwww"
