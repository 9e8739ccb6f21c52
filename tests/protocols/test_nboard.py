"""The NBoard protocol and GGF: what both sides say, the session of its documentation, and both sides against each
other."""

import random
import re
from itertools import pairwise

import pytest
from helpers.speaking import ScriptedHost, replies

from outplay.core.errors import BadPosition, BadSpec, IllegalMove, PlayerFailure
from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game
from outplay.core.results import Ending
from outplay.protocols import ggf
from outplay.protocols.nboard import NBoardDialect
from outplay.protocols.nboard_speaker import Speaker
from outplay.protocols.speaker import FASTEST, less_margin

pytestmark = pytest.mark.rules

GAME = find_game("othello")
START = GAME.start()
DOCUMENTED = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]"
    "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
"""The game of the example in the protocol's documentation, in which Edax then chose d6."""
STANDARD = "BO[8 ---------------------------O*------*O--------------------------- *]"


def speaker(*names: str, score: float | None = None) -> tuple[Speaker, ScriptedHost]:
    host = ScriptedHost(*names, score=score)
    return Speaker(GAME, host, "1.0"), host


def after(names: str) -> tuple[list[int], Position]:
    position, moves = START, list[int]()
    for name in names.split():
        moves.append(GAME.move(name, position))
        position = position.play(moves[-1])
    return moves, position


def test_the_session_of_the_documentation() -> None:
    ours, host = speaker("d6", score=-1.0)
    lines = f"nboard 2\nset game {DOCUMENTED}\nset depth 6\nping 1"
    assert replies(ours, lines) == ["set myname outplay", "pong 1"]
    assert replies(ours, "go") == ["status thinking", "=== D6/-1.00/0.50", "status"]
    assert host.told == ["nodestats 1000 0.50", "search D6 -1.00 0 3"]
    position, limit = host.asked[0]
    assert position == after("f5 f6 d3 c5 e6 f7 e7 f4")[1]
    assert limit == Limit(depth=6, clock=less_margin(900))


def test_the_manager_understands_what_edax_answers_in_it() -> None:
    moves, position = after("f5 f6 d3 c5 e6 f7 e7 f4")
    dialect = NBoardDialect()
    assert dialect.begin(START, 0, Limit(time=1)) == ["nboard 2", "set depth 16", "ping 1"]
    assert [dialect.is_ready(line) for line in ("set myname Edax6", "pong 2", "pong 1")] == [False, False, True]
    said = dialect.ask(START, moves, position, Limit(time=1))
    assert said[1:] == ["go"]
    assert STANDARD + "B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)" in said[0]
    for line in ("status Edax is thinking", "nodestats 35805 0.00", "search D6 -1 0 6"):
        assert dialect.answer(line, position) is None
    assert dialect.answer("=== d6 -1.00 0.0", position) == (GAME.move("d6", position), -1.0)


@pytest.mark.parametrize("line", ["=== D6", "=== D6/-1.5/0.2", "=== d6//0.2", "===d6", "=== D6/-1.5", "=== d6 x y"])
def test_ways_to_write_an_answer(line: str) -> None:
    position = after("f5 f6 d3 c5 e6 f7 e7 f4")[1]
    answer = NBoardDialect().answer(line, position)
    assert answer
    assert answer.move == GAME.move("d6", position)
    assert answer.score == (-1.5 if "-1.5" in line else None)


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ("===", "it wrote `===` without a move"),
        ("=== z9/1.0", "'z9' is no move of this game; legal moves: d3 c4 f5 e6"),
        ("=== a1", "'a1' is not legal here; legal moves: d3 c4 f5 e6"),
        ("=== PA", "'pass' is not legal here; legal moves: d3 c4 f5 e6"),
    ],
)
def test_an_illegal_answer(line: str, detail: str) -> None:
    with pytest.raises(PlayerFailure) as caught:
        NBoardDialect().answer(line, START)
    assert (caught.value.ending, caught.value.detail) == (Ending.ILLEGAL, detail)


def test_a_time_for_a_move_is_told_as_a_clock() -> None:
    _, position = after("f5 f6")
    for limit, clock in ((Limit(time=3), "01:00"), (Limit(clock=754.9), "12:34"), (Limit(time=90, clock=60), "01:00")):
        said = NBoardDialect().ask(START, [], position, limit)
        assert f"TI[{clock}]" in said[0]
    assert "TI[" not in NBoardDialect().ask(START, [], position, Limit())[0]


def test_only_othello_on_eight_rows() -> None:
    for spec in ("othello:6", "ataxx", "gomoku"):
        with pytest.raises(BadSpec, match="NBoard programs play othello on 8 rows, not"):
            NBoardDialect().begin(find_game(spec).start(), 0, Limit())


def test_moves_of_both_versions_of_the_protocol() -> None:
    ours, host = speaker()
    assert replies(ours, "move F5/1.5/0.2\nmove d6\nC5\nmove F4//12.5\ngo\nping 2")[-1] == "pong 2"
    assert host.asked[0][0] == after("f5 d6 c5 f4")[1]


def test_the_clock_runs_by_the_times_of_the_moves() -> None:
    ours, host = speaker()
    game = f"(;GM[Othello]TI[10:00]TY[8]{STANDARD}B[F5//20]W[D6/0.5/30.5];)"
    replies(ours, f"set game {game}\ngo\nmove C5/0/100\nmove F4//9\ngo")
    assert [limit.clock for _, limit in host.asked] == [less_margin(580), less_margin(480)]
    replies(ours, "set game " + game.replace("10:00", "00:10") + "\ngo")
    assert host.asked[-1][1].clock == FASTEST
    replies(ours, "set game " + game.replace("TI[10:00]", "TB[1:00:00]TW[05:00]") + "\ngo")
    assert host.asked[-1][1].clock == less_margin(3580)


def test_hints() -> None:
    ours, host = speaker("d3", score=2.0)
    assert replies(ours, "set depth 8\nhint 1") == ["status analysing", "status"]
    assert host.told == ["nodestats 1000 0.50", "search D3 2.00 0 3"]
    assert [limit for _, limit in host.asked] == [Limit(depth=8)]
    lines = replies(ours, "hint 3")
    assert [line.split()[0] for line in lines] == ["status", "search", "search", "status"]
    assert re.fullmatch(r"search [CEF][456][A-H][1-8] -2\.00 0 3", lines[1])
    assert [limit.depth for _, limit in host.asked[-3:]] == [7, 7, 7]


BAD = {
    "set depth": "status set depth wants a number, as in set depth 12",
    "set depth -1": "status set depth wants a number, as in set depth 12",
    "move z9": "status 'z9' is no move of this game; legal moves: d3 c4 f5 e6",
    "set game (;GM[Go];)": "status a game in GGF begins with (;GM[Othello]",
    "set game (;GM[Othello]BO[8 ** *];)": "status BO has 8, 64 of the signs * O -, and * or O for who is to move",
    "set game (;GM[Othello]W[D3];)": "status 'D3' is a move of the side that is not to move",
}


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_is_answered_by_a_status(line: str) -> None:
    ours, host = speaker()
    assert replies(ours, line) == [BAD[line]]
    if line.startswith("set game"):
        assert replies(ours, "go") == ["=== PA", "status there is no game; the last one could not be read"]
        assert not host.asked


def test_unknown_lines_are_ignored_and_games_are_learned() -> None:
    ours, _ = speaker()
    assert replies(ours, "set contempt 0\nset\nanalyze\n\nwhat\nset depth 3") == []
    assert replies(ours, "learn") == ["learned"]
    assert [ours.interrupts(line) for line in ("ping 3", "quit", "go", "")] == [True, True, False, False]
    assert replies(ours, "quit") == []
    assert ours.over


@pytest.mark.parametrize(
    "junk", ["", "\0", "move", "move " + "9" * 50000, "set game " + "B[" * 9000, "hint x", "p" * 9999]
)
def test_junk_never_raises(junk: str) -> None:
    ours, _ = speaker()
    assert all(len(reply) < 300 and "\n" not in reply for reply in ours.hear(junk))


def random_game(seed: int) -> list[Position]:
    dice, positions = random.Random(seed), [START]
    while not positions[-1].outcome():
        positions.append(positions[-1].play(dice.choice(positions[-1].moves())))
    return positions


def test_games_are_read_back() -> None:
    """Whole games, with passes said and left out, from the start and from the middle."""
    passes = 0
    for seed in range(8):
        positions = random_game(seed)
        moves = [next(m for m in p.moves() if p.play(m) == q) for p, q in pairwise(positions)]
        for begin in (0, 20):
            text = ggf.write(positions[begin], moves[begin:], 90)
            found = ggf.read(GAME, text)
            assert (found.position, found.left) == (positions[-1], (90.0, 90.0))
            without = re.sub(r"[BW]\[PA\]", "", text)
            passes += without != text
            left_out = ggf.read(GAME, without).position
            assert left_out == positions[-1] or positions[-2].names([moves[-1]]) == ["pass"]
    assert passes


@pytest.mark.parametrize("text", ["PA", "pa", "ps", "PASS", "--", "pa/1.0/2"])
def test_ways_to_write_a_pass(text: str) -> None:
    passing = next(p for seed in range(9) for p in random_game(seed) if p.names(p.moves()[:1]) == ["pass"])
    assert ggf.read_move(passing, text) == passing.moves()[0]
    assert ggf.move_text(passing, passing.moves()[0]) == "PA"


def test_what_is_no_game_is_refused() -> None:
    for text, error in (
        ("", BadPosition),
        ("(;GM[Othello]BO[8 x *];)", BadPosition),
        ("(;GM[Othello]BO[6 ------ *];)", BadPosition),
        (f"(;GM[Othello]{STANDARD}B[A1];)", IllegalMove),
    ):
        with pytest.raises(error):
            ggf.read(GAME, text)


def test_both_sides_play_a_game_with_each_other() -> None:
    dice, dialect, (ours, host) = random.Random(2), NBoardDialect(), speaker(score=0.5)
    ready = [dialect.is_ready(reply) for line in dialect.begin(START, 1, Limit()) for reply in ours.hear(line)]
    assert ready[-1]
    position, moves = START, list[int]()
    while not position.outcome():
        move = dice.choice(position.moves())
        if position.to_move == 1:
            host.names = [position.name(move)]
            said = dialect.ask(START, moves, position, Limit(clock=30))
            answers = [a for line in said for reply in ours.hear(line) if (a := dialect.answer(reply, position))]
            assert answers == [(move, 0.5)]
            assert host.asked[-1][0] == position
            assert host.asked[-1][1].clock == less_margin(30)
        moves.append(move)
        position = position.play(move)
