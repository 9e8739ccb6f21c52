"""UGI and UAI: what both sides say, positions and moves of every game, and both sides against each other."""

import random
import re

import pytest
from helpers.speaking import ScriptedHost, replies

from outplay.core.errors import BadPosition, BadSpec, IllegalMove, PlayerFailure
from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.machine import memory_mb
from outplay.core.registry import GAMES
from outplay.core.registry import game as find_game
from outplay.core.results import Ending
from outplay.protocols.notation import move_text, position_text, read_move, read_position
from outplay.protocols.speaker import FASTEST, less_margin
from outplay.protocols.ugi import UaiDialect, UgiDialect
from outplay.protocols.ugi_speaker import Speaker

pytestmark = pytest.mark.rules

GAME = find_game("tic-tac-toe")
START = GAME.start()
GREETING = [
    "id name outplay 1.0",
    "id author the authors of outplay",
    f"option name Hash type spin default 64 min 1 max {memory_mb() // 2}",
]
SMALL = [*GAMES, "hex:3,pie", "kalah:3,2,pie", "ataxx:4", "othello:4"]


def speaker(spec: str = "tic-tac-toe", *names: str, score: float | None = None) -> tuple[Speaker, ScriptedHost]:
    host = ScriptedHost(*names, score=score)
    return Speaker(find_game(spec), host, "1.0"), host


def walked(spec: str, seed: int) -> list[tuple[Position, int]]:
    """A random game: each position with its move."""
    dice, position, walk = random.Random(seed), find_game(spec).start(), list[tuple[Position, int]]()
    while not position.outcome() and len(walk) < 60:
        walk.append((position, dice.choice(position.moves())))
        position = position.play(walk[-1][1])
    return walk


def test_the_session_of_the_specification() -> None:
    """The commands of the example in the specification, which has a game with moves such as f1 and g2."""
    ours, host = speaker("connect-four", "d", score=-0.5)
    assert replies(ours, "ugi") == [*GREETING, "ugiok"]
    assert replies(ours, "setoption name hash value 512\nisready") == ["readyok"]
    assert host.prepared == [("connect-four", 512)]
    assert replies(ours, "uginewgame\nposition startpos\nquery p1turn") == ["response true"]
    assert replies(ours, "go depth 4") == ["bestmove d"]
    assert host.told == ["info depth 3 score cp -50 nodes 1000 nps 2000 time 500 pv d"]
    assert host.asked[-1][1] == Limit(depth=4)
    assert replies(ours, "position startpos moves d\nquery p1turn\nquery result") == ["response false", "response none"]
    assert not ours.over
    assert replies(ours, "quit") == []
    assert ours.over


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("", ["false", "true", "none"]),
        ("b2", ["false", "false", "none"]),
        ("a1 b1 a2 b2 a3", ["true", "false", "p1win"]),
        ("c3 b1 a2 b2 a3 b3", ["true", "true", "p2win"]),
        ("b2 a1 c1 a3 a2 c2 b3 b1 c3", ["true", "false", "draw"]),
    ],
)
def test_queries(moves: str, answers: list[str]) -> None:
    ours, _ = speaker()
    lines = f"position startpos moves {moves}\nquery gameover\nquery p1turn\nquery result"
    assert replies(ours, lines) == [f"response {answer}" for answer in answers]
    assert replies(ours, "query weather") == ["response unknown"]


@pytest.mark.parametrize(
    ("words", "limit"),
    [
        ("", Limit()),
        ("movetime 1000", Limit(time=less_margin(1))),
        ("movetime 0", Limit(time=FASTEST)),
        ("depth 7 nodes 500", Limit(depth=7, nodes=500)),
        ("depth 0", Limit(depth=1)),
        ("p1time 60000 p2time 9000", Limit(clock=less_margin(60), increment=0)),
        ("wtime 60000 btime 9000 winc 500 binc 100", Limit(clock=less_margin(60), increment=0.5)),
        ("p1time -20 p2time 9000", Limit(clock=FASTEST, increment=0)),
        ("movetime fast wisdom 9", Limit()),
    ],
)
def test_the_arguments_of_go_are_limits(words: str, limit: Limit) -> None:
    ours, host = speaker()
    replies(ours, f"ugi\ngo {words}")
    assert [asked for _, asked in host.asked] == [limit]
    assert host.waited == 0


def test_in_ataxx_by_uai_black_moves_first_and_in_ugi_white_does() -> None:
    ours, host = speaker("ataxx")
    words = "go btime 60000 wtime 9000 binc 100 winc 500"
    assert replies(ours, "uai")[-1] == "uaiok"
    replies(ours, f"{words}\nposition startpos moves g2\n{words}\nugi\n{words}")
    assert [limit.clock for _, limit in host.asked] == [less_margin(60), less_margin(9), less_margin(60)]
    assert [limit.increment for _, limit in host.asked] == [0.1, 0.5, 0.1]


def test_after_an_infinite_search_the_move_waits_for_stop() -> None:
    ours, host = speaker()
    assert replies(ours, "go infinite") == ["bestmove a3"]
    assert host.waited == 1
    assert host.asked[0][1].time == float("inf")
    assert [ours.interrupts(line) for line in ("stop", " quit\n", "isready", "go", "stopped")] == [True, True] + [
        False
    ] * 3
    assert (ours.aside("isready\r\n"), ours.aside("go")) == ("readyok", "")


BAD = {
    "what": "info string unknown command what",
    "position": "info string write: position startpos, or position fen TEXT, and then moves, as in moves a1 b2",
    "position start moves a1": "info string write: position startpos, or position fen TEXT, and then moves, as in "
    "moves a1 b2",
    "position startpos moves a1 a1": "info string 'a1' is not legal here; legal moves: a3 b3 c3 a2 b2 c2 b1 c1",
    "setoption name Hash value 0": f"info string Hash is 1 to {memory_mb() // 2} MB",
    "setoption name Style value wild": "info string unknown option name Style value wild; "
    "there is: setoption name Hash value 64",
}


@pytest.mark.parametrize("line", BAD)
def test_a_bad_line_is_answered_by_one_line(line: str) -> None:
    ours, _ = speaker()
    assert replies(ours, line) == [BAD[line]]


def test_without_a_position_there_is_no_move_and_nobody_waits_for_one() -> None:
    ours, host = speaker()
    assert len(replies(ours, "position fen xxx/xxx/xxx")) == 1
    missing = "info string there is no position; the last one could not be read"
    assert replies(ours, "go movetime 5\nquery result") == [missing, "bestmove (none)", missing]
    over = "info string the game is over in this position"
    assert replies(ours, "position startpos moves a1 b1 a2 b2 a3\ngo") == [over, "bestmove (none)"]
    assert replies(ours, "uginewgame\ngo") == ["bestmove a3"]
    assert len(host.asked) == 1


@pytest.mark.parametrize(
    "junk",
    [
        "",
        "\0",
        "\ufeff",
        "   ",
        "\t\n",
        "go" * 40000,
        "position fen " + "9" * 50000,
        "position startpos moves " + "a" * 9999,
    ],
)
def test_junk_never_raises(junk: str) -> None:
    ours, _ = speaker()
    assert all(len(reply) < 300 and "\n" not in reply for reply in ours.hear(junk))


@pytest.mark.parametrize("spec", SMALL)
def test_moves_and_positions_of_every_game_are_read_back(spec: str) -> None:
    for position, move in walked(spec, 3):
        assert read_move(position, move_text(position, move)) == move
        assert not re.search(r"\s", move_text(position, move))
        assert read_position(position.game, position_text(position)) == position


@pytest.mark.parametrize("spec", SMALL)
def test_both_sides_play_a_game_with_each_other(spec: str) -> None:
    """What the manager says is understood as it was meant, and so is what the program answers."""
    walk = walked(spec, 4)
    dialect, (ours, host) = UgiDialect(), speaker(spec, score=0.25)
    start = walk[0][0]
    greetings = [reply for line in dialect.begin(start, 0, Limit()) for reply in ours.hear(line)]
    assert [line for line in greetings if dialect.is_ready(line)] == ["readyok"]
    moves: list[int] = []
    for position, move in walk:
        host.names = [position.name(move)]
        said = dialect.ask(start, moves, position, Limit(time=2.0))
        heard = [*host.told, *[reply for line in said for reply in ours.hear(line)]]
        answers = [answer for line in host.told + heard if (answer := dialect.answer(line, position))]
        assert [(answer.move, answer.score) for answer in answers] == [(move, 0.25)]
        assert host.asked[-1] == (position, Limit(time=less_margin(2)))
        moves.append(move)


def test_what_the_manager_says() -> None:
    dialect = UgiDialect()
    assert dialect.begin(START, 0, Limit()) == ["ugi", "uginewgame", "isready"]
    assert [dialect.is_ready(line) for line in ("ugiok", "id name readyok", "readyok")] == [False, False, True]
    moves, position = [4, 0], START.play(4).play(0)
    go = "go p1time 60000 p2time 60000 p1inc 500 p2inc 500"
    assert dialect.ask(START, moves, position, Limit(clock=60, increment=0.5)) == [
        "position startpos moves b2 a3",
        go,
    ]
    assert dialect.ask(START, [], START, Limit()) == ["position startpos", "go movetime 5000"]
    assert dialect.ask(position, [8], position.play(8), Limit(time=0.0001)) == [
        "position fen o../.x./... moves c1",
        "go movetime 1",
    ]
    assert dialect.end(None) == ["quit"]


@pytest.mark.parametrize(
    ("line", "ending", "detail"),
    [
        ("bestmove", Ending.ILLEGAL, "it wrote 'bestmove', which is no move"),
        ("bestmove (none)", Ending.ILLEGAL, "it wrote 'bestmove (none)', which is no move"),
    ],
)
def test_a_program_without_a_move_has_made_none(line: str, ending: Ending, detail: str) -> None:
    with pytest.raises(PlayerFailure) as caught:
        UgiDialect().answer(line, START)
    assert (caught.value.ending, caught.value.detail) == (ending, detail)


def test_answers() -> None:
    dialect = UgiDialect()
    for line in ("info string bestmove a1", "info depth 3 score cp -150 nodes 7 pv b2", "", "option", "response b2"):
        assert dialect.answer(line, START) is None
    found = dialect.answer("bestmove b2 ponder a1\r", START)
    assert found == (4, -1.5)
    with pytest.raises(IllegalMove, match="'z9' is no move of this game"):
        dialect.answer("bestmove z9", START)


def test_ataxx_is_written_as_its_programs_write_it() -> None:
    """The start position and moves as in the FEN of https://github.com/kz04px/libataxx."""
    start = find_game("ataxx").start()
    assert position_text(start) == "x5o/7/7/7/7/7/o5x x 0 1"
    after = start.play(read_move(start, "g2"))
    assert position_text(after) == "x5o/7/7/7/7/6x/o5x o 0 1"
    jumped = after.play(read_move(after, "a1c3"))
    assert position_text(jumped) == "x5o/7/7/7/2o4/6x/6x x 1 1"
    assert read_position(start.game, "x5o/7/7/7/2o4/6x/6x b 1 2") == jumped
    assert read_position(start.game, jumped.text) == jumped
    with pytest.raises(BadPosition, match="no Ataxx with blocked cells"):
        read_position(start.game, "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1")
    with pytest.raises(BadPosition):
        read_position(start.game, "x5o/7/7/7/7/7/o6x x 0 1")


def test_a_pass_in_ataxx_is_0000() -> None:
    position = read_position(find_game("ataxx:5"), "xoooo/ooooo/ooooo/ooooo/oooo1 x 0 1")
    assert [move_text(position, move) for move in position.moves()] == ["0000"]
    assert read_move(position, "0000") == position.moves()[0]


def test_uai_is_for_ataxx() -> None:
    dialect, start = UaiDialect(), find_game("ataxx").start()
    assert dialect.begin(start, 0, Limit()) == ["uai", "uainewgame", "isready"]
    position, moves = start, list[int]()
    for name in ("g2", "a1c3"):
        moves.append(read_move(position, name))
        position = position.play(moves[-1])
    assert dialect.ask(start, moves, position, Limit(clock=1.5)) == [
        "position startpos moves g2 a1c3",
        "go btime 1500 wtime 1500 binc 0 winc 0",
    ]
    answer = dialect.answer("bestmove g2g4", position)
    assert answer
    assert position.name(answer.move) == "g2-g4"
    with pytest.raises(BadSpec, match="UAI programs play ataxx, not mnk:3,3,3; for other games there is ugi:COMMAND"):
        dialect.begin(START, 0, Limit())


LIBRARY = """
> uai
< id name outplay 1.0
< id author the authors of outplay
< option name Hash
< uaiok
> setoption name hash value 64
> isready
< readyok
> uainewgame
> position fen x5o/7/7/7/7/7/o5x x 0 1
> go movetime 50
< bestmove a7c5
> position fen 6o/7/2x4/7/7/7/o5x o 1 1
> go btime 60000 wtime 50000 binc 100 winc 0
< bestmove g7e6
> position fen 7/4o2/2x4/7/7/7/o5x x 2 2
> go depth 2
< bestmove c5e7
> position fen 4x2/4x2/7/7/7/7/o5x o 3 2
> go nodes 500 simulations 500
< bestmove b2
"""
"""A session with the manager of the library ataxx 2.2.0, of PyPI, as it was."""


def test_a_real_session_with_another_manager() -> None:
    """The same moves are answered to the same lines, and the positions are those that outplay reaches by them."""
    lines = [line.split(" ", 1) for line in LIBRARY.strip().splitlines()]
    ours, host = speaker("ataxx", "a7-c5", "g7-e6", "c5-e7", "b2")
    said = [reply.split(" type")[0] for way, line in lines if way == ">" for reply in ours.hear(line)]
    assert said == [line for way, line in lines if way == "<"]
    position = find_game("ataxx").start()
    for (asked, _), move in zip(host.asked, ("a7c5", "g7e6", "c5e7", "b2"), strict=True):
        assert asked == position
        position = position.play(read_move(position, move))
    limits = [limit for _, limit in host.asked]
    assert limits == [
        Limit(time=less_margin(0.05)),
        Limit(clock=less_margin(50), increment=0),
        Limit(depth=2),
        Limit(nodes=500),
    ]


def test_a_position_is_reached_from_the_one_before_or_anew() -> None:
    ours, host = speaker("othello")
    walk = walked("othello", 5)
    names = [position.name(move) for position, move in walk]
    for count in (3, 5, 4, 9, 2):
        replies(ours, f"position startpos moves {' '.join(names[:count])}\ngo")
        assert host.asked[-1][0] == walk[count][0]
    for position, _ in walk[:4]:
        replies(ours, f"position fen {position_text(position)}\ngo")
        assert host.asked[-1][0] == position
