"""GTP: what both sides say, a real session with another program, and both sides against each other."""

import random
from typing import Any

import pytest
from helpers.speaking import ScriptedHost, replies

from outplay.core.errors import BadSpec, PlayerFailure
from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.registry import GAMES
from outplay.core.registry import game as find_game
from outplay.core.results import Ending
from outplay.protocols.gtp import GtpDialect, vertices_of
from outplay.protocols.gtp_speaker import COMMANDS, Speaker
from outplay.protocols.speaker import FASTEST, less_margin

pytestmark = pytest.mark.rules

PLAYED = ["gomoku:15", "mnk:3,3,3", "othello", "othello:4", "hex:4,pie", "hex:11", "squatter:5"]


def speaker(spec: str, *names: str) -> tuple[Speaker, ScriptedHost]:
    host = ScriptedHost(*names)
    return Speaker(find_game(spec), host, "1.0"), host


def after(spec: str, names: str) -> tuple[Position, list[int], Position]:
    """The start, the moves and the position after some moves."""
    start = find_game(spec).start()
    position, moves = start, list[int]()
    for name in names.split():
        moves.append(position.game.move(name, position))
        position = position.play(moves[-1])
    return start, moves, position


def test_which_games_gtp_can_play() -> None:
    playable = {"squatter": 7, "gomoku": 15, "othello": 8, "hex": 11, "tic-tac-toe": 3, "mnk": 3}
    assert {spec: vertices_of(find_game(spec)).size for spec in playable} == playable
    for spec in [*(set(GAMES) - set(playable)), "mnk:26,26,5", "mnk:5,6,4"]:
        with pytest.raises(BadSpec, match="on the cells of a square board of up to 25 rows"):
            vertices_of(find_game(spec))


@pytest.mark.parametrize(
    ("spec", "name", "vertex"),
    [
        ("gomoku:15", "a1", "A1"),
        ("gomoku:15", "i9", "J9"),
        ("gomoku:15", "o15", "P15"),
        ("mnk:25,25,5", "y25", "Z25"),
        ("othello", "d3", "D3"),
        ("hex", "i9", "i9"),
        ("hex:11,pie", "swap", "swap-pieces"),
        ("othello", "pass", "pass"),
    ],
)
def test_vertices(spec: str, name: str, vertex: str) -> None:
    game = find_game(spec)
    vertices = vertices_of(game)
    move: Any = game.board.read_move(game.initial, name, ())
    assert vertices.text(move) == vertex
    assert vertices.read(f" {vertex.swapcase()} ") == move


@pytest.mark.parametrize("spec", PLAYED)
def test_every_cell_has_a_vertex_of_its_own(spec: str) -> None:
    vertices = vertices_of(find_game(spec))
    texts = [vertices.text(cell) for cell in range(vertices.size**2)]
    assert len(set(texts)) == len(texts)
    assert [vertices.read(text) for text in texts] == list(range(vertices.size**2))
    assert [vertices.read(text) for text in ("", "A0", "A99", "a", "5", "AA1", "A1A", "\0")] == [None] * 8


GRHINO = """
> set_game Othello
> boardsize 8
> clear_board
> time_settings 0 2 1
< =
<
< =
<
< =
<
< =
<
> clear_board
> play black F5
> play white D6
> play black C5
> play white B6
> genmove black
< =
<
< =
<
< =
<
< =
<
< =
<
< = C4
<
> play white C3
> genmove black
< =
<
< = B4
<
> play white D3
> genmove black
< =
<
< = E6
<
> quit
"""
"""The begin of a session with GRhino 0.16.1, of Debian, as it was: lines to the program, and from it."""


def test_a_real_session_with_another_program() -> None:
    """Everything that the manager says is as recorded, and everything that the program said is understood."""
    lines = [line.partition(" ")[::2] for line in GRHINO.strip().splitlines()]
    sent, received = ([text for way, text in lines if way == wanted] for wanted in "><")
    start, moves, position = after("othello", "f5 d6 c5 b6")
    dialect, answers, found = GtpDialect(), iter(received), list[str]()
    said = dialect.begin(start, 0, Limit(time=2))
    assert [dialect.is_ready(next(answers)) for _ in range(7)] == [False] * 6 + [True]
    for reply in ("c3", "d3", ""):
        said += dialect.ask(start, moves, position, Limit(time=2))
        answer = next(a for line in answers if (a := dialect.answer(line, position)))
        found.append(position.name(answer.move))
        position = position.play(answer.move)
        moves.append(answer.move)
        if reply:
            moves.append(position.game.move(reply, position))
            position = position.play(moves[-1])
    assert said + dialect.end(None) == sent
    assert found == ["c4", "b4", "e6"]


SESSION = """
1 protocol_version
=1 2

2 name
=2 outplay

version
= 1.0

known_command genmove
= true

known_command castle
= false

boardsize 4
=

clear_board
=

komi 6.5
=

play black B1
=

3 play w a1
=3

showboard
=
   A B C D
 1 o x . .
 2 . o x .
 3 . x o .
 4 . . . .

genmove b
= A2

undo
=

reg_genmove b
= A2

final_score
? cannot score; the game is not over

play black D4 # a comment
? illegal move

play white C1
? illegal move; black is to move

play black E5
? syntax error; 'E5' is no cell of this board

play green A2
? syntax error; the first word is black or white

castle
? unknown command

boardsize 5
? unacceptable size

list_games
= Othello

set_game Othello
=

set_game Go
? unsupported game; this is Othello

7 quit
=7
"""


def test_a_session_line_by_line() -> None:
    ours, host = speaker("othello:6", "a2", "a2")
    for block in SESSION.strip().split("\n\n"):
        command, _, response = block.partition("\n")
        assert replies(ours, command) == [response + "\n"], command
    assert ours.over
    assert host.prepared == [("othello:4", None)]


def test_all_commands_are_listed_and_no_response_has_an_empty_line_inside() -> None:
    ours, _ = speaker("gomoku:15")
    (listed,) = replies(ours, "list_commands")
    assert listed.split() == ["=", *COMMANDS]
    (shown,) = replies(ours, "showboard")
    assert "\n\n" not in shown.removesuffix("\n")
    assert shown.splitlines()[1] == "   A B C D E F G H J K L M N O P"
    assert shown.splitlines()[2].split()[0] == "15"


@pytest.mark.parametrize(
    ("spec", "size", "becomes"),
    [
        ("gomoku", 19, "mnk:19,19,5"),
        ("hex:11,pie", 5, "hex:5,pie"),
        ("squatter:7", 9, "squatter:9"),
        ("gomoku:15,exact", 9, "mnk:9,9,5,exact"),
        ("gomoku", 26, None),
        ("othello", 7, None),
    ],
)
def test_boardsize_changes_the_game(spec: str, size: int, becomes: str | None) -> None:
    ours, host = speaker(spec)
    assert replies(ours, f"boardsize {size}") == ["=\n" if becomes else "? unacceptable size\n"]
    assert str(ours.game) == (becomes or str(find_game(spec)))
    assert host.prepared == ([(becomes, None)] if becomes else [])


def test_a_users_file_keeps_its_size(tmp_path: Any) -> None:
    path = tmp_path / "mine.py"
    path.write_text("from outplay.games.mnk import mnk\ngame = mnk(4, 4, 3)\n")
    ours, _ = speaker(str(path))
    assert replies(ours, "boardsize 4\nboardsize 5\ngenmove black") == ["=\n", "? unacceptable size\n", "= A4\n"]


@pytest.mark.parametrize(
    ("spec", "moves", "score"),
    [
        ("tic-tac-toe", "a1 b1 a2 b2 a3", "B+1"),
        ("tic-tac-toe", "c3 b1 a2 b2 a3 b3", "W+1"),
        ("tic-tac-toe", "b2 a1 c1 a3 a2 c2 b3 b1 c3", "0"),
    ],
)
def test_the_final_score(spec: str, moves: str, score: str) -> None:
    ours, _ = speaker(spec)
    for number, name in enumerate(moves.split()):
        assert replies(ours, f"play {'bw'[number % 2]} {name}") == ["=\n"]
    assert replies(ours, "final_score") == [f"= {score}\n"]
    assert replies(ours, "genmove black\nplay b a1") == ["? the game is over\n", "? illegal move\n"]


def test_programs_of_othello_may_leave_out_passes_and_may_say_them() -> None:
    """Othello on four rows: the game goes on until a side has no move."""
    passed = 0
    for seed in range(30):
        dice, (ours, host) = random.Random(seed), speaker("othello:4")
        position = ours.positions[0]
        while not position.outcome():
            move = dice.choice(position.moves())
            name = position.name(move)
            if name != "pass" or dice.random() < 0.5:
                passed += name == "pass"
                assert replies(ours, f"play {'bw'[position.to_move]} {name}") == ["=\n"], (seed, name)
            position = position.play(move)
        assert replies(ours, "genmove black") == ["= pass\n"]
        assert replies(ours, "final_score")[0].startswith("= ")
        assert not host.asked
    assert passed > 5


@pytest.mark.parametrize(
    ("lines", "limit"),
    [
        ("", Limit()),
        ("time_settings 0 0 0", Limit()),
        ("time_settings 0 5 0", Limit()),
        ("time_settings 300 0 0", Limit(clock=less_margin(300))),
        ("time_settings 300 10 5", Limit(clock=less_margin(300))),
        ("time_settings 0 10 5", Limit(time=less_margin(2))),
        ("time_settings 300 0 0\ntime_left black 20 0\ntime_left white 7 0", Limit(clock=less_margin(20))),
        ("time_settings 300 10 5\ntime_left b 6 3", Limit(time=less_margin(2))),
        ("time_settings 300 0 0\ntime_left b 0 0", Limit(clock=FASTEST)),
    ],
)
def test_times(lines: str, limit: Limit) -> None:
    ours, host = speaker("tic-tac-toe")
    assert set(replies(ours, lines)) <= {"=\n"}
    replies(ours, "genmove b")
    assert host.asked[0][1] == limit


def test_wrong_times_are_refused() -> None:
    ours, _ = speaker("tic-tac-toe")
    for line in ("time_settings", "time_settings a b c", "time_left black", "time_left red 5 0", "time_left b -5 0"):
        (reply,) = replies(ours, line)
        assert reply.startswith("? syntax error; "), line


@pytest.mark.parametrize("junk", ["", "#", "\0\1\2", "   ", "9" * 60000, "= =", "7", "play " * 9000, "komi x", "undo"])
def test_junk_never_raises(junk: str) -> None:
    ours, _ = speaker("tic-tac-toe")
    said = list(ours.hear(junk))
    assert all(len(reply) < 200 and reply.startswith("?") for reply in said)


@pytest.mark.parametrize("spec", PLAYED)
def test_both_sides_play_a_game_with_each_other(spec: str) -> None:
    dice, dialect, (ours, host) = random.Random(7), GtpDialect(), speaker(spec)
    position, moves = find_game(spec).start(), list[int]()
    start, side = position, 1
    ready = [dialect.is_ready(line) for said in dialect.begin(start, side, Limit()) for line in answers(ours, said)]
    assert ready[-2:] == [True, False]
    while not position.outcome() and len(moves) < 60:
        move = dice.choice(position.moves())
        if position.to_move == side:
            host.names = [position.name(move)]
            said = dialect.ask(start, moves, position, Limit(clock=40))
            found = [dialect.answer(line, position) for text in said for line in answers(ours, text)]
            assert [answer.move for answer in found if answer] == [move]
            assert host.asked[-1] == (position, Limit(clock=less_margin(40)))
        moves.append(move)
        position = position.play(move)


def answers(ours: Speaker, line: str) -> list[str]:
    """The lines of the responses as a manager reads them."""
    return "\n".join(ours.hear(line)).split("\n")


def test_a_position_that_is_only_stones_is_told_as_stones() -> None:
    start = after("gomoku:15", "h8 h9 i8")[2]
    dialect, ours = GtpDialect(), speaker("gomoku:15")[0]
    for line in dialect.begin(start, 1, Limit()):
        [dialect.is_ready(reply) for reply in answers(ours, line)]
    said = dialect.ask(start, [], start, Limit())
    assert said == ["clear_board", "play white H9", "play black H8", "play black J8", "genmove white"]
    other = after("othello", "d3")[2]
    with pytest.raises(PlayerFailure, match="GTP cannot tell a position of othello, only moves from the start"):
        GtpDialect().begin(other, 1, Limit())


@pytest.mark.parametrize(
    ("line", "ending", "detail"),
    [
        ("= resign", Ending.RESIGNATION, "it resigned"),
        ("= Z9", Ending.ILLEGAL, "it answered 'genmove black' with '= Z9', which is no move"),
        ("=", Ending.ILLEGAL, "it answered 'genmove black' with '=', which is no move"),
        ("? cannot", Ending.CRASH, "it answered 'genmove black' with '? cannot'"),
    ],
)
def test_what_a_program_answers_instead_of_a_move(line: str, ending: Ending, detail: str) -> None:
    dialect, start = GtpDialect(), find_game("tic-tac-toe").start()
    dialect.begin(start, 0, Limit())
    dialect.expected.clear()
    dialect.ask(start, [], start, Limit())
    assert dialect.answer("=", start) is None  # to clear_board
    assert dialect.answer("thinking = b2", start) is None
    with pytest.raises(PlayerFailure) as caught:
        dialect.answer(line, start)
    assert (caught.value.ending, caught.value.detail) == (ending, detail)


def test_a_program_that_refuses_the_board_has_failed_and_one_without_clocks_has_not() -> None:
    start = find_game("gomoku:15").start()
    dialect = GtpDialect()
    assert dialect.begin(start, 0, Limit(clock=90.7)) == ["boardsize 15", "clear_board", "time_settings 90 0 0"]
    with pytest.raises(PlayerFailure, match=r"it answered 'boardsize 15' with '. unacceptable size'"):
        dialect.is_ready("? unacceptable size")
    dialect.begin(start, 0, Limit())
    assert [dialect.is_ready(line) for line in ("=", "", "=", "", "? unknown command")] == [False] * 4 + [True]


@pytest.mark.parametrize("response", ["=12 D3", "= 12 D3", "=D3", "=  d3  ", "= D3"])
def test_responses_with_and_without_numbers_are_read(response: str) -> None:
    dialect, start = GtpDialect(), find_game("othello").start()
    dialect.ask(start, [], start, Limit())
    dialect.answer("=", start)
    answer = dialect.answer(response, start)
    assert answer
    assert start.name(answer.move) == "d3"
