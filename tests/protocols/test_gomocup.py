"""Gomocup in both directions: a manager's lines to our program, our lines to a manager's program, and both together.

Transcripts are from the protocol's document (https://plastovicka.github.io/protocl2en.htm), from the managers Piskvork
(https://github.com/plastovicka/Piskvork, source/protocol.cpp) and GomocupJudge
(https://github.com/Gomocup/GomocupJudge, client/new_protocol.py), and from the frame that most programs are built on
(skelet_CPP/pisqpipe.cpp of Piskvork).
"""

import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import outplay
from outplay import Limit, Position
from outplay.arena.games import Conditions
from outplay.arena.referee import play
from outplay.core.errors import BadLimit, BadSpec, PlayerFailure
from outplay.core.game import Game
from outplay.core.results import Ending, GameResult
from outplay.players import player
from outplay.players.player import Choice, Player, Report
from outplay.protocols.dialect import Answer, Choose
from outplay.protocols.gomocup import GomocupDialect, Size, size_of, taken
from outplay.protocols.gomocup_speaker import (
    COMMANDS,
    MOST_TABLE,
    OWN_MEMORY,
    Speaker,
    position_of,
)
from outplay.protocols.speaker import less_margin

NO_TIME = Limit()


class Scripted:
    """A player that plays the cells it was given, with the scores it was given, and remembers what it was asked."""

    def __init__(self, *cells: str, scores: Sequence[float | None] = ()) -> None:
        self.cells, self.scores = list(cells), list(scores)
        self.positions: list[Position] = []
        self.limits: list[Limit] = []
        self.prepared: list[tuple[str, int]] = []

    def prepare(self, game: Game, table: int) -> Choose:
        self.prepared.append((str(game), table))
        return self.choose

    def choose(self, position: Position, limit: Limit) -> Answer:
        self.positions.append(position)
        self.limits.append(limit)
        score = self.scores.pop(0) if self.scores else None
        if not self.cells:
            return Answer(position.moves()[0], score)
        x, y = map(int, self.cells.pop(0).split(","))
        return Answer(y * position.game.board.columns + x, score)  # type: ignore[attr-defined]


def heard(speaker: Speaker, text: str) -> list[str]:
    """All replies to some lines."""
    return [reply for line in text.splitlines() for reply in speaker.hear(line.strip() + "\r\n")]


def speaker_of(*cells: str, scores: Sequence[float | None] = ()) -> tuple[Speaker, Scripted]:
    scripted = Scripted(*cells, scores=scores)
    return Speaker(scripted.prepare, "1.2.3"), scripted


def rows(position: Position) -> list[str]:
    return position.text.split("/")


# The program's side: what a manager says, and what is answered.


@pytest.mark.rules
def test_the_examples_of_the_document_are_answered_as_it_says() -> None:
    speaker, scripted = speaker_of("10,10", "11,10", "9,9")
    assert heard(speaker, "START 20") == ["OK"]
    assert heard(speaker, "BEGIN") == ["10,10"]
    assert heard(speaker, "RESTART") == ["OK"]
    assert heard(speaker, "TURN 10,10") == ["11,10"]
    assert heard(speaker, "RESTART") == ["OK"]
    assert heard(speaker, "BOARD\n10,10,1\n10,11,2\n11,11,1\n9,10,2\nDONE") == ["9,9"]
    own, others = scripted.positions[-1].state
    assert own == 1 << 10 * 20 + 10 | 1 << 11 * 20 + 11
    assert others == 1 << 11 * 20 + 10 | 1 << 10 * 20 + 9
    assert heard(speaker, "TAKEBACK 9,10") == ["OK"]
    assert heard(speaker, "PLAY 12,10") == ["12,10"]
    assert heard(speaker, "INFO timeout_match 300000\nINFO timeout_turn 10000\nINFO max_memory 83886080") == []
    assert heard(speaker, "ABOUT") == ['name="outplay", version="1.2.3"']
    assert heard(speaker, "END") == []
    assert speaker.over


@pytest.mark.rules
def test_rectangles_up_to_twenty_are_played_and_larger_boards_are_refused_with_words() -> None:
    speaker, scripted = speaker_of("19,14")
    assert heard(speaker, "RECTSTART 30,20") == ["ERROR the board must have 5 to 20 rows and columns, not 30x20"]
    assert heard(speaker, "BEGIN") == ["ERROR START comes first, as in START 20"]
    assert heard(speaker, "RECTSTART 20,15\nBEGIN") == ["OK", "19,14"]
    assert scripted.prepared == [("mnk:15,20,5", MOST_TABLE)]
    assert heard(speaker, "START 4\nSTART 21\nSTART\nSTART five") == [
        "ERROR the board must have 5 to 20 rows and columns, not 4x4",
        "ERROR the board must have 5 to 20 rows and columns, not 21x21",
        "ERROR START wants the size of the board, as in START 20, not ''",
        "ERROR START wants the size of the board, as in START 20, not 'five'",
    ]


@pytest.mark.rules
@pytest.mark.parametrize("size", range(5, 21))
def test_every_size_from_five_to_twenty_is_played(size: int) -> None:
    speaker, _ = speaker_of(f"{size - 1},{size - 1}")
    assert heard(speaker, f"START {size}\nTURN 0,0") == ["OK", f"{size - 1},{size - 1}"]


@pytest.mark.rules
def test_a_session_of_piskvork_is_answered() -> None:
    """Piskvork waits for OK before INFO, sends all of it before BEGIN, and time_left before every turn."""
    speaker, scripted = speaker_of("10,10", "9,9", "9,9", "8,8")
    assert heard(speaker, "START 20") == ["OK"]
    information = """INFO max_memory 367001600
        INFO timeout_match 180000
        INFO timeout_turn 5000
        INFO game_type 1
        INFO rule 0
        INFO time_left 180000
        INFO folder C:\\gomocup"""
    assert heard(speaker, information) == []
    assert heard(speaker, "BEGIN") == ["10,10"]
    assert heard(speaker, "INFO time_left 178200\nTURN 11,10") == ["9,9"]
    assert [round(limit.clock or 0) for limit in scripted.limits] == [178, 176]  # what is left, less the margin
    assert heard(speaker, "TAKEBACK 9,9") == ["OK"]  # a person takes a move back
    assert heard(speaker, "TAKEBACK 11,10") == ["OK"]
    assert heard(speaker, "INFO time_left 177000\nTURN 10,11") == ["9,9"]
    assert rows(scripted.positions[-1])[10][10] != rows(scripted.positions[-1])[11][10]
    assert heard(speaker, "RESTART") == ["OK"]  # the next game
    assert heard(speaker, "INFO time_left 180000\nTURN 7,7") == ["8,8"]
    assert len(taken(scripted.positions[-1])) == 1
    assert heard(speaker, "END") == []


@pytest.mark.rules
def test_a_session_of_gomocup_judge_is_answered() -> None:
    """GomocupJudge does not wait for OK, tells the rule after START, and begins with a whole board."""
    speaker, scripted = speaker_of("3,3", "4,4")
    assert heard(
        speaker,
        """START 15
        INFO timeout_turn 30000
        INFO timeout_match 180000
        INFO max_memory 367001600
        INFO game_type 1
        INFO rule 1
        INFO folder ./""",
    ) == ["OK"]
    assert scripted.prepared == [("mnk:15,15,5", 64), ("mnk:15,15,5,exact", 64)]
    assert heard(
        speaker,
        """INFO time_left 180000
        BOARD
        7,7,2
        8,8,1
        6,6,2
        DONE""",
    ) == ["3,3"]
    assert heard(speaker, "INFO time_left 150000\nTURN 5,5") == ["4,4"]
    assert str(scripted.positions[-1].game) == "mnk:15,15,5,exact"
    assert len(taken(scripted.positions[-1])) == 5


@pytest.mark.rules
def test_the_three_questions_of_swap2_are_answered_as_the_document_says() -> None:
    three, five = "7,7\n8,7\n9,9\n", "7,7\n8,7\n9,9\n8,8\n8,6\n"
    speaker, scripted = speaker_of("8,8", "8,8", "6,8", "6,8", scores=[0.2, -0.2, 0.0, -0.1])
    heard(speaker, "START 15")
    assert heard(speaker, f"SWAP2BOARD\n{three}DONE") == ["8,8"]  # white is ahead: it stays, and plays the 4th stone
    white, black = scripted.positions[-1].state
    assert (white.bit_count(), black.bit_count()) == (1, 2)
    assert heard(speaker, f"SWAP2BOARD\n{three}DONE") == ["SWAP"]
    assert heard(speaker, f"SWAP2BOARD\n{five}DONE") == ["6,8"]
    assert heard(speaker, f"SWAP2BOARD\n{five}DONE") == ["SWAP"]
    assert heard(speaker, "SWAP2BOARD\n7,7\nDONE") == ["ERROR SWAP2BOARD has 0, 3 or 5 stones, not 1"]
    assert heard(speaker, f"SWAP2BOARD\n{three}7,7\nDONE") == ["ERROR 7,7 comes twice"]


@pytest.mark.rules
def test_the_stones_of_swap2_stay_on_the_board_for_the_side_that_was_taken() -> None:
    speaker, scripted = speaker_of("8,8", "1,1", scores=[-1.0])
    heard(speaker, "START 15\nSWAP2BOARD\n7,7\n8,7\n9,9\nDONE")
    assert heard(speaker, "TURN 6,6") == ["1,1"]
    black, white = scripted.positions[-1].state
    assert black == 1 << 7 * 15 + 7 | 1 << 9 * 15 + 9
    assert white == 1 << 7 * 15 + 8 | 1 << 6 * 15 + 6


@pytest.mark.rules
@pytest.mark.parametrize("size", ["START 5", "START 20", "RECTSTART 5,7"])
def test_swap2_begins_with_the_most_even_three_stones_it_knows(size: str) -> None:
    speaker, scripted = speaker_of(scores=[0.5, -0.3, 0.1, -0.9, 0.8, 0.7])
    heard(speaker, f"INFO timeout_turn 6000\n{size}")
    (reply,) = heard(speaker, "SWAP2BOARD\nDONE")
    cells = reply.split(" ")
    assert len(set(cells)) == 3
    black = {cell for cell, whose in taken(scripted.positions[2]) if whose == 0}
    width = scripted.positions[2].game.board.columns  # type: ignore[attr-defined]
    assert {f"{cell % width},{cell // width}" for cell in black} <= set(cells)
    assert sum(limit.time or 0 for limit in scripted.limits) <= 6


@pytest.mark.rules
def test_boards_in_any_order_and_with_any_number_of_stones_are_played() -> None:
    speaker, scripted = speaker_of("0,0", "0,0")
    heard(speaker, "START 15")
    one = heard(speaker, "BOARD\n1,1,2\n2,2,2\n3,3,2\n9,9,1\nDONE")
    other = heard(speaker, "BOARD\n9,9,1\n3,3,2\n1,1,2\n2,2,2\nDONE")
    assert one == other == ["0,0"]
    first, second = scripted.positions
    assert first == second
    assert first.state[1].bit_count() == 3


@pytest.mark.rules
def test_a_game_that_goes_on_after_five_is_played_on() -> None:
    speaker, scripted = speaker_of("9,9", "8,8")
    assert heard(speaker, "START 15\nINFO rule 2") == ["OK"]
    line = "".join(f"{x},4,3\n" for x in range(5))
    assert heard(speaker, f"BOARD\n{line}7,7,2\nDONE") == [
        "MESSAGE outplay does not know a game that goes on after five; it plays gomoku",
        "9,9",
    ]
    assert not scripted.positions[-1].outcome()
    five = "".join(f"{x},4,2\n" for x in range(5))
    assert heard(speaker, f"BOARD\n{five}DONE") == ["7,7"]  # the middle: there is nothing to think about
    assert len(scripted.positions) == 1


@pytest.mark.rules
@given(st.sets(st.integers(0, 224), max_size=225))
@settings(max_examples=50, deadline=None)
def test_stones_that_are_nobodys_never_make_five(cells: set[int]) -> None:
    position = position_of(Size(15, 15), dict.fromkeys(cells, 3))
    outcome = position.outcome()
    assert outcome is None or outcome.winner is None


@pytest.mark.rules
def test_renju_and_too_little_memory_are_told_before_the_next_answer_and_once() -> None:
    speaker, scripted = speaker_of("7,7")
    assert heard(speaker, "START 15") == ["OK"]
    assert heard(speaker, "INFO rule 4\nINFO max_memory 73400320\nINFO rule 4") == []
    assert heard(speaker, "BEGIN") == [
        "MESSAGE outplay does not know renju; it plays gomoku",
        f"MESSAGE outplay needs about {OWN_MEMORY} MB, more than the limit of 70 MB",
        "7,7",
    ]
    assert scripted.prepared[-1] == ("mnk:15,15,5", 1)
    assert len(heard(speaker, "TURN 0,0")) == 1


@pytest.mark.rules
@pytest.mark.parametrize(("megabytes", "table"), [(0, 64), (70, 1), (250, 1), (270, 20), (350, 64), (2000, 64)])
def test_the_table_follows_the_limit_of_memory(megabytes: int, table: int) -> None:
    speaker, scripted = speaker_of()
    heard(speaker, f"INFO max_memory {megabytes << 20}\nSTART 15")
    assert scripted.prepared == [("mnk:15,15,5", table)]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("information", "limit"),
    [
        ("", Limit()),
        ("INFO timeout_turn 5000", Limit(time=less_margin(5))),
        ("INFO timeout_turn 30\nINFO time_left 2147483647", Limit(time=0.015)),
        ("INFO timeout_turn 0", Limit(time=0.01)),
        ("INFO timeout_turn 5000\nINFO time_left -20", Limit(time=0.01)),
        ("INFO timeout_match 0\nINFO time_left 2147483647", Limit()),
        ("INFO time_left 60000", Limit(clock=less_margin(60))),
        ("INFO timeout_turn 5000\nINFO time_left 60000", Limit(time=less_margin(5), clock=less_margin(60))),
        ("INFO timeout_match 180000", Limit(time=less_margin(180 / 112.5))),
        ("INFO timeout_turn soon\nINFO time_left\nINFO timeout_match 1e9\nINFO", Limit()),
        ("info TIMEOUT_TURN   5000", Limit(time=less_margin(5))),
    ],
)
def test_all_limits_of_time_are_obeyed(information: str, limit: Limit) -> None:
    speaker, scripted = speaker_of("7,7")
    assert heard(speaker, f"START 15\n{information}\nBEGIN") == ["OK", "7,7"]
    assert scripted.limits == [limit]


@pytest.mark.rules
def test_bad_input_is_answered_with_words_and_changes_nothing() -> None:
    speaker, scripted = speaker_of("1,1", "2,2", "3,3")
    heard(speaker, "START 15\nTURN 0,0")
    assert heard(speaker, "TURN 0,0") == ["ERROR 0,0 is taken already"]
    assert heard(speaker, "TURN 15,0") == ["ERROR '15,0' is no cell of this board; write x,y, as in 7,7"]
    assert heard(speaker, "TURN") == ["ERROR '' is no cell of this board; write x,y, as in 7,7"]
    assert heard(speaker, "TAKEBACK 9,9") == ["ERROR there is no stone on 9,9"]
    assert heard(speaker, "BOARD\n1,1,4\nDONE") == ["ERROR 1,1,4 is no line of BOARD; write x,y,1 or x,y,2"]
    assert heard(speaker, "BOARD\n1,1,1\n1,1,2\nDONE") == ["ERROR 1,1,2 comes twice"]
    assert heard(speaker, "BOARD\n1,1,1\nSTART 15") == ["ERROR BOARD was broken off by START; it ends with DONE", "OK"]
    assert heard(speaker, "DONE") == ["ERROR DONE comes after BOARD"]
    assert heard(speaker, "YXSTOP") == ["UNKNOWN YXSTOP"]
    assert heard(speaker, "TURN 5 , 5") == ["2,2"]  # the board was empty after START
    assert len(taken(scripted.positions[-1])) == 1


@pytest.mark.rules
def test_a_full_board_is_an_error() -> None:
    speaker, _ = speaker_of()
    board = "".join(f"{x},{y},{1 + (x // 2 + y) % 2}\n" for x in range(5) for y in range(5))
    assert heard(speaker, f"START 5\nBOARD\n{board}DONE") == ["OK", "ERROR the board is full"]


@pytest.mark.rules
def test_a_player_that_cannot_be_made_is_an_error_and_the_program_lives() -> None:
    def prepare(game: Game, table: int) -> Choose:
        raise BadLimit("no room")

    speaker = Speaker(prepare, "1")
    assert heard(speaker, "START 15\nINFO rule 1\nBEGIN\nABOUT") == [
        "ERROR no room",
        "ERROR no room",
        'name="outplay", version="1"',
    ]


COORDINATE = st.integers(-1, 21)
PAIRS = st.builds("{},{}".format, COORDINATE, COORDINATE)
LINES = st.one_of(
    st.sampled_from(["START 15", "START 5", "START 20", "START", "START 99999999999", "\ufeffSTART 15", "RESTART"]),
    st.sampled_from(["RECTSTART 6,9", "RECTSTART 6", "BEGIN", "DONE", "BOARD", "SWAP2BOARD", "ABOUT", "HELLO"]),
    st.sampled_from(["INFO", "INFO rule 1", "INFO rule 15", "INFO timeout_turn 0", "INFO time_left -5"]),
    st.sampled_from(["INFO max_memory 1", "info max_memory x", "turn 1,1", "\0\1", "7,7", "7,7,1", ""]),
    st.builds("{} {}".format, st.sampled_from(["TURN", "PLAY", "TAKEBACK", "TURN ", "Turn"]), PAIRS),
    st.builds("{},{}".format, PAIRS, st.integers(0, 4)),
    PAIRS,
    st.text(max_size=20),
)


def due(lines: Sequence[str]) -> Iterator[int]:
    """How many replies each line wants, messages aside: the obvious account."""
    started = gathering = False
    for line in lines:
        text = line.strip("\0\r\n\t \ufeff")
        found = re.fullmatch(r"([A-Za-z][A-Za-z0-9_]*)\s*(.*)", text, re.ASCII | re.DOTALL)
        word = found[1].upper() if found else ""
        if not text or word in ("INFO", "END"):
            yield 0
        elif gathering and word == "DONE":
            gathering = False
            yield 1
        elif gathering and word not in COMMANDS:
            yield 0
        else:
            broken = int(gathering)
            gathering = False
            if word in ("START", "RECTSTART"):
                assert found
                numbers = [int(n) for n in re.findall("[0-9]+", found[2])]
                started = bool(numbers) and all(5 <= n <= 20 for n in numbers)
                started = started and len(numbers) == (1 if word == "START" else 2)
                yield broken + 1
            elif word in ("BOARD", "SWAP2BOARD") and started:
                gathering = True
                yield broken
            else:
                yield broken + 1


@pytest.mark.rules
@given(st.lists(LINES, max_size=30))
@example(["START 15", "START", "BOARD"])
@settings(max_examples=150, deadline=None)
def test_no_lines_kill_the_speaker_and_each_gets_exactly_the_replies_due(lines: list[str]) -> None:
    speaker, _ = speaker_of()
    for line, wanted in zip(lines, due(lines), strict=True):
        replies = [reply for reply in speaker.hear(line) if not reply.startswith("MESSAGE ")]
        assert len(replies) == wanted, (line, replies)
        for reply in replies:
            assert re.fullmatch(r"OK|SWAP|\d+,\d+( \d+,\d+ \d+,\d+)?|(ERROR|UNKNOWN) .+|name=.+", reply), reply
            assert reply.isprintable()


# The manager's side.


def asked(dialect: GomocupDialect, start: Position, names: str, limit: Limit = NO_TIME) -> list[str]:
    """The lines that ask for a move after these moves from a start."""
    position, moves = start, []
    for name in names.split():
        moves.append(position.game.move(name, position))
        position = position.play(moves[-1])
    return dialect.ask(start, moves, position, limit)


@pytest.mark.rules
def test_a_program_is_asked_as_piskvork_asks_it() -> None:
    """The commands, their order and what programs of the frame pisqpipe answer."""
    start, dialect = outplay.game("gomoku:20").start(), GomocupDialect("/tmp/brains")
    assert dialect.begin(start, 0, Limit(time=5, clock=180), 350) == [
        "START 20",
        "INFO max_memory 367001600",
        "INFO timeout_match 180000",
        "INFO timeout_turn 5000",
        "INFO game_type 1",
        "INFO rule 0",
        "INFO folder /tmp/brains",
    ]
    assert not dialect.is_ready("MESSAGE Carbon 2.3")
    assert dialect.is_ready("OK\r")
    assert asked(dialect, start, "", Limit(5, clock=180)) == ["INFO time_left 180000", "BEGIN"]
    assert dialect.answer("10,10\r", start) == Answer(10 * 20 + 10)
    assert asked(dialect, start, "10,10 15,10", Limit(5, clock=171.5)) == ["INFO time_left 171500", "TURN 10,15"]
    position = start.play(210).play(15 * 20 + 10)
    for line in (  # the document's example of an answer
        "DEBUG The most promising move now is [10,14] alfa=10025 beta=8641",
        "DEBUG The most promising move now is [11,14] alfa=10125 beta=8641",
        "MESSAGE I will be the winner",
    ):
        assert dialect.answer(line, position) is None
    assert dialect.answer("10,16", position) == Answer(16 * 20 + 10)
    assert dialect.end(GameResult(0, 1, Ending.RULES, "5 in a row")) == dialect.end(None) == ["END"]


@pytest.mark.rules
def test_a_board_looks_the_same_here_and_in_a_manager() -> None:
    """x counts columns from the left, y rows from the top, as Piskvork draws them."""
    start, dialect = outplay.game("mnk:8,10,5").start(), GomocupDialect()
    assert dialect.begin(start, 1, NO_TIME)[0] == "RECTSTART 10,8"
    assert asked(dialect, start, "d8")[-1] == "TURN 3,0"  # the fourth column, the top row
    answer = dialect.answer("0,7", start.play(3))
    assert answer
    assert rows(start.play(3).play(answer.move)) == ["...x......", *[".........."] * 6, "o........."]
    speaker, scripted = speaker_of("0,7")
    assert heard(speaker, "RECTSTART 10,8\nTURN 3,0") == ["OK", "0,7"]
    assert rows(scripted.positions[-1])[0] == "...x......"


@pytest.mark.rules
def test_an_opening_and_a_program_out_of_step_are_sent_as_a_board() -> None:
    start, dialect = outplay.game("gomoku").start(), GomocupDialect()
    dialect.begin(start, 0, NO_TIME)
    whole = ["INFO time_left 2147483647", "BOARD", "7,7,1", "8,7,2", "DONE"]
    assert asked(dialect, start, "7,7 7,8") == whole
    position = start.play(112).play(113)
    assert dialect.answer("SUGGEST 6,6", position) == Answer(6 * 15 + 6)
    assert asked(dialect, start, "7,7 7,8 6,6 5,5") == [
        "INFO time_left 2147483647",
        "RESTART",
        "BOARD",
        "7,7,1",
        "8,7,2",
        "6,6,1",
        "5,5,2",
        "DONE",
    ]
    assert dialect.answer("OK", position) is None  # to RESTART
    assert dialect.answer("UNKNOWN command", position) is None
    assert dialect.answer("4,4", position) == Answer(4 * 15 + 4)
    assert asked(dialect, start, "7,7 7,8 6,6 5,5 4,4 3,3")[-1] == "TURN 3,3"


@pytest.mark.rules
def test_the_board_of_the_document_is_written_as_there() -> None:
    start, dialect = outplay.game("gomoku:20").start(), GomocupDialect()
    dialect.begin(start, 0, NO_TIME)
    lines = asked(dialect, start, "10,10 11,10 11,11 10,9")
    assert lines[1:] == ["BOARD", "10,10,1", "10,11,2", "11,11,1", "9,10,2", "DONE"]


@pytest.mark.rules
def test_a_start_with_stones_is_sent_by_turns() -> None:
    game, dialect = outplay.game("mnk:5,5,5"), GomocupDialect()
    start = game.position("xxo../...../o..../...../.....")
    dialect.begin(start, 0, NO_TIME)
    assert asked(dialect, start, "")[1:] == ["BOARD", "0,0,1", "2,0,2", "1,0,1", "0,2,2", "DONE"]
    assert dialect.answer("4,4", start) == Answer(24)
    assert asked(dialect, start, "4,4 4,3")[1:] == ["TURN 3,4"]


@pytest.mark.rules
def test_exactly_five_is_told_before_and_after_start() -> None:
    lines = GomocupDialect().begin(outplay.game("mnk:15,15,5,exact").start(), 0, Limit(clock=60))
    assert lines[:2] == ["INFO rule 1", "START 15"]
    assert {"INFO rule 1", "INFO timeout_turn 60000", "INFO timeout_match 60000"} <= set(lines[2:])


@pytest.mark.rules
@pytest.mark.parametrize("text", ["7,8", " 7,8 ", "7 , 8\r", "\t7,8\n", "+7,8", "suggest 7,8"])
def test_a_move_is_read_leniently(text: str) -> None:
    dialect = GomocupDialect()
    start = outplay.game("gomoku").start()
    dialect.begin(start, 0, NO_TIME)
    assert dialect.answer(text, start) == Answer(8 * 15 + 7)


@pytest.mark.rules
@pytest.mark.parametrize(
    "line",
    ["7", "7,7,1", "7 8", "(7,8)", "[7,8]", "7,8 is best", "+0.5", "-", "12 cells", "SUGGEST", "SUGGEST 7", "7;8", ""],
)
def test_lines_that_are_no_move_of_the_protocol_are_ignored(line: str) -> None:
    """Piskvork takes `x,y` only, and GomocupJudge passes all other lines over."""
    dialect, start = GomocupDialect(), outplay.game("gomoku").start()
    dialect.begin(start, 0, NO_TIME)
    assert dialect.answer(line, start) is None


@pytest.mark.rules
@pytest.mark.parametrize(
    ("line", "ending", "words"),
    [
        ("15,0", Ending.ILLEGAL, "it answered 15,0, which is not on the board"),
        ("-1,0", Ending.ILLEGAL, "it answered -1,0, which is not on the board"),
        ("0,0", Ending.ILLEGAL, "it answered 0,0, which is taken already"),
        ("SUGGEST 0,0", Ending.ILLEGAL, "taken already"),
        ("ERROR out of memory", Ending.CRASH, "it said 'ERROR out of memory'"),
    ],
)
def test_an_illegal_move_or_an_error_ends_the_game_with_words(line: str, ending: Ending, words: str) -> None:
    dialect, start = GomocupDialect(), outplay.game("gomoku").start()
    dialect.begin(start, 1, NO_TIME)
    with pytest.raises(PlayerFailure, match=re.escape(words)) as raised:
        dialect.answer(line, start.play(0))
    assert raised.value.ending == ending


@pytest.mark.rules
def test_a_program_that_refuses_the_board_has_crashed_with_its_own_words() -> None:
    dialect = GomocupDialect()
    dialect.begin(outplay.game("gomoku").start(), 0, NO_TIME)
    with pytest.raises(PlayerFailure, match="it answered START with 'ERROR only 20 is supported'"):
        dialect.is_ready("ERROR only 20 is supported")
    assert not dialect.is_ready("UNKNOWN command")  # to INFO, by a careless program
    dialect.begin(outplay.game("mnk:15,16,5").start(), 0, NO_TIME)
    with pytest.raises(PlayerFailure, match="it answered RECTSTART with 'UNKNOWN command'"):
        dialect.is_ready("UNKNOWN command")


@pytest.mark.rules
@pytest.mark.parametrize("spec", ["tic-tac-toe", "mnk:15,15,6", "gomoku:4", "gomoku:21", "kalah:6,4"])
def test_other_games_are_refused_with_words(spec: str) -> None:
    with pytest.raises(BadSpec, match=re.escape("five in a row on 5 to 20 rows and columns, as in gomoku:15, not ")):
        size_of(outplay.game(spec))
    with pytest.raises(PlayerFailure, match="five in a row") as raised:
        GomocupDialect().begin(outplay.game(spec).start(), 0, NO_TIME)
    assert raised.value.ending == Ending.CRASH


# Both sides together.


@pytest.mark.rules
@given(st.integers(5, 20), st.integers(5, 20), st.booleans(), st.integers(0, 6), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_our_program_under_our_manager_always_sees_the_managers_board(
    width: int, height: int, exact: bool, opening: int, dice: random.Random
) -> None:
    game = Size(width, height, exact).game
    start = game.start()
    sides = []
    for side in (0, 1):
        speaker, scripted = speaker_of()
        dialect = GomocupDialect()
        replies = [reply for line in dialect.begin(start, side, NO_TIME) for reply in speaker.hear(line)]
        assert [dialect.is_ready(reply) for reply in replies] == [True]
        sides.append((speaker, scripted, dialect))
    position, moves = start, list[int]()
    while not position.outcome() and len(moves) < 30:
        if len(moves) < opening:
            move = dice.choice(position.moves())
        else:
            speaker, scripted, dialect = sides[position.to_move]
            cell = dice.choice(position.moves())
            scripted.cells = [f"{cell % width},{cell // width}"]
            lines = dialect.ask(start, moves, position, NO_TIME)
            (reply,) = [reply for line in lines for reply in speaker.hear(line)]
            answer = dialect.answer(reply, position)
            assert answer
            move = answer.move
            assert move == cell
            assert scripted.positions[-1] == position
        moves.append(move)
        position = position.play(move)


class PipePlayer(Player):
    """A program over real pipes; as much as a test needs."""

    def __init__(self, *words: str, time_control: Limit) -> None:
        self.time_control = time_control
        self.dialect = GomocupDialect()
        self.said: list[str] = []
        self.program = subprocess.Popen(
            [sys.executable, "-m", "outplay", "speak", "gomocup", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,  # as Piskvork does
        )

    def send(self, lines: list[str]) -> None:
        assert self.program.stdin
        self.said += lines
        self.program.stdin.write("".join(f"{line}\r\n" for line in lines).encode())
        self.program.stdin.flush()

    def line(self) -> str:
        assert self.program.stdout
        line = self.program.stdout.readline().decode()
        assert line, "the program is gone"
        return line

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.start = position
        self.send(self.dialect.begin(position, side, self.time_control))
        while not self.dialect.is_ready(self.line()):
            pass

    def choose(
        self, position: Position, limit: Limit = NO_TIME, moves: Sequence[int] = (), report: Report | None = None
    ) -> Choice:
        self.send(self.dialect.ask(self.start, moves, position, limit))
        while not (answer := self.dialect.answer(self.line(), position)):
            pass
        return Choice(answer.move)

    def close(self, result: GameResult | None = None) -> None:
        with self.program:
            self.send(self.dialect.end(result))
        assert self.program.returncode == 0


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "side", "opening"), [("gomoku:15", 0, ""), ("gomoku:20", 1, ""), ("gomoku:15", 1, "h8 h9 i10 a1")]
)
def test_a_whole_game_over_real_pipes(spec: str, side: int, opening: str) -> None:
    game = outplay.game(spec)
    ours = PipePlayer("--player", "engine:nodes=500", time_control=Limit(time=30))
    other = player("random", game, 5)
    players: tuple[Player, Player] = (ours, other) if side == 0 else (other, ours)
    played = play(game, players, Conditions(time=30), tuple(opening.split()))
    assert (played.result.winner, played.result.ending) == (side, Ending.RULES)
    assert 9 <= len(played.moves) < 60
    assert sum(line.startswith("TURN") for line in ours.said) >= 3
    assert ("BEGIN" in ours.said, "BOARD" in ours.said) == (side == 0, bool(opening))


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("0,0,2 1,0,2 2,0,2 3,0,2", "4,0"),
        ("8,6,2 10,6,2 11,6,2 12,6,2", "9,6"),
        ("8,6,2 9,6,2 11,6,2 12,6,2", "10,6"),
        ("0,0,2 0,1,2 0,2,2 0,3,2", "0,4"),
        ("3,2,2 3,3,2 3,5,2 3,6,2", "3,4"),
        ("7,4,2 8,5,2 10,7,2 11,8,2", "9,6"),
        ("0,0,1 2,2,2 3,3,2 4,4,2 5,5,2", "6,6 1,1"),
        ("5,1,1 4,2,2 3,3,2 2,4,2 1,5,2", "0,6"),
        ("0,6,1 4,2,2 3,3,2 2,4,2 1,5,2", "5,1"),
        ("12,8,1 13,8,1 14,8,1 15,8,1", "11,8 16,8"),
        ("6,3,1 7,3,1 9,3,1 10,3,1", "8,3"),
        ("10,5,2 10,6,2 10,7,2 10,8,2 1,7,1 2,7,1 3,7,1 4,7,1", "5,7 0,7"),
        ("10,5,1 10,6,1 10,7,1 10,8,1 1,7,2 2,7,2 3,7,2 4,7,2", "10,4 10,9"),
        ("11,9,2 12,9,2 13,9,2", "10,9 14,9"),
        ("16,10,2 17,10,2 18,10,2", "15,10 19,10"),
        ("8,10,1 10,10,2 11,10,2 12,10,2", "9,10 13,10"),
    ],
)
def test_the_engine_passes_the_test_sessions_of_a_public_program(board: str, expected: str) -> None:
    """The sessions with which students test a Gomocup program of theirs (a shell script that is in public code, headed
    GOMOKU UwU TESTS): fours to be met or made, with boards on which only one side has stones."""
    size = Size(20, 20)

    def choose(position: Position, limit: Limit) -> Answer:
        assert round(limit.time or 0, 1) == 4.9
        return Answer(player("engine:nodes=20000", size.game).choose(position).move)

    speaker = Speaker(lambda game, table: choose, "1")
    stones = board.replace(" ", "\n")
    *others, reply = heard(speaker, f"INFO timeout_turn 5000\nSTART 20\nBOARD\n{stones}\nDONE")
    assert others == ["OK"]
    assert reply in expected.split()


@pytest.mark.kernel
@pytest.mark.parametrize("last", [b"END\r\n", b""])
def test_end_and_the_end_of_input_end_the_thinking(last: bytes) -> None:
    ours = PipePlayer(time_control=Limit(time=900))
    ours.new_game(outplay.game("gomoku:15").start(), 0)
    began = time.monotonic()
    ours.send(["BEGIN"])
    with ours.program as program:
        assert program.stdin
        time.sleep(0.3)
        program.stdin.write(last)
        program.stdin.close()
        program.wait(60)
    assert program.returncode == 0
    assert time.monotonic() - began < 60


@pytest.mark.rules
def test_the_program_survives_rubbish_and_has_nothing_else_to_say() -> None:
    rubbish = b"\xff\xfe\x00 what\n\n\r\nTURN 1,1\n" + b"x" * 200_000 + b"\nSTART 6\nTURN 1,1\nEND\nBEGIN\n"
    done = subprocess.run(
        [sys.executable, "-m", "outplay", "speak", "gomocup", "--player", "random:seed=3"],
        input=rubbish,
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert "ERROR START comes first, as in START 20" in lines
    assert lines[-2] == "OK"
    assert re.fullmatch(r"[0-5],[0-5]", lines[-1])


@pytest.mark.rules
def test_a_player_that_does_not_exist_is_said_at_once() -> None:
    words = [sys.executable, "-m", "outplay", "speak", "gomocup", "--player", "engin"]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (2, "outplay: there is no player 'engin'; did you mean engine?\n")


@pytest.mark.rules
def test_ctrl_c_is_clean() -> None:
    ours = PipePlayer("--player", "random", time_control=NO_TIME)
    ours.new_game(outplay.game("gomoku:6").start(), 0)
    with ours.program as program:
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 130
        assert program.stdout
        assert b"Traceback" not in program.stdout.read()
