"""The text protocol: both sides, what each makes of anything the other can say, and the page that describes it."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import DOCS
from hypothesis import given
from hypothesis import strategies as st

from outplay.arena.games import Conditions, PlayedGame
from outplay.arena.player_cache import PlayerCache
from outplay.arena.referee import play
from outplay.core.boards import Board
from outplay.core.errors import BadLimit, PlayerFailure
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.registry import GAMES
from outplay.core.registry import game as find_game
from outplay.core.results import Ending, GameResult
from outplay.players.conversation import answering
from outplay.players.random import RandomPlayer
from outplay.protocols.dialect import Answer
from outplay.protocols.text import Speaker, TextDialect, word

PAGE = (DOCS / "reference" / "text-protocol.md").read_text(encoding="utf-8")
GAME = find_game("tic-tac-toe")
START = GAME.start()


def on_the_page(language: str, beginning: str = "") -> str:
    """The only block of a language that begins so."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    (found,) = [text for name, text in blocks if name == language and text.startswith(beginning)]
    return str(found)


def failure(dialect: TextDialect, line: str, position: Position = START) -> tuple[Ending, str]:
    with pytest.raises(PlayerFailure) as caught:
        dialect.answer(line, position)
    return caught.value.ending, caught.value.detail


def after(position: Position, names: str) -> tuple[list[int], Position]:
    moves = []
    for name in names.split():
        moves.append(position.game.move(name, position))
        position = position.play(moves[-1])
    return moves, position


def test_the_game_on_the_page_is_what_the_manager_says() -> None:
    """The lines of the page under "A game, line by line", both directions."""
    block = on_the_page("", "> game")
    dialect, limit = TextDialect(), Limit(time=0.5)
    said = [f"> {line}" for line in dialect.begin(START, 1, limit)]
    said.append("< ready example")
    assert dialect.is_ready("ready example")
    for names, answer, expected in (("b2", "move a1 score -0.5", Answer(6, -0.5)), ("b2 a1 a2", "move c2", Answer(5))):
        moves, position = after(START, names)
        said += [f"> {line}" for line in dialect.ask(START, moves, position, limit)]
        said.append(f"< {answer}")
        assert dialect.answer(answer, position) == expected
    said += [f"> {line}" for line in dialect.end(GameResult(None, 0, Ending.RULES, "the board is full"))]
    assert said == block.splitlines()


def test_only_what_was_agreed_is_said_of_the_clock() -> None:
    def times(limit: Limit) -> list[str]:
        return [line for line in TextDialect().ask(START, (), START, limit) if line.startswith("time")]

    assert times(Limit()) == []
    assert times(Limit(time=0.25)) == ["time move 0.25"]
    assert times(Limit(clock=59.5, increment=1)) == ["time left 59.5 increment 1"]
    assert times(Limit(time=3, clock=59.5, increment=0.0)) == ["time move 3 left 59.5"]


def test_a_game_that_began_elsewhere_says_where() -> None:
    start = GAME.position("xo./.../...")
    lines = TextDialect().ask(start, (8,), start.play(8), Limit())
    assert lines[:3] == ["start xo./.../...", "position xo./.../..x", "moves c1"]


@pytest.mark.parametrize(
    ("line", "ending", "detail"),
    [
        ("move", Ending.ILLEGAL, "it wrote `move` without a move"),
        ("move d9", Ending.ILLEGAL, "'d9' is no move of this game"),
        ("move  score 1", Ending.ILLEGAL, "'score 1' is no move"),
        ("resign", Ending.RESIGNATION, "it resigned"),
        ("error I am lost", Ending.CRASH, "I am lost"),
        ("error", Ending.CRASH, "it says that it cannot go on"),
        ("illegal I have nothing", Ending.ILLEGAL, "I have nothing"),
    ],
)
def test_an_answer_that_is_no_move_ends_the_game(line: str, ending: Ending, detail: str) -> None:
    found, words = failure(TextDialect(), line)
    assert found is ending
    assert detail in words


def test_moves_are_read_leniently_and_scores_only_if_they_are_numbers() -> None:
    dialect = TextDialect()
    assert dialect.answer("  move   B2  \r", START) == Answer(4)
    assert dialect.answer("move b2 score +1.5", START) == Answer(4, 1.5)
    assert dialect.answer("move b2 score nan", START) == Answer(4)
    assert dialect.answer("move b2 score good", START) == Answer(4)
    for line in ("", "moved b2", "b2", "info move b2", "Move b2"):
        assert dialect.answer(line, START) is None


def test_what_is_said_at_the_end_depends_on_the_side() -> None:
    dialect = TextDialect()
    assert dialect.end(GameResult(None, 0, Ending.CRASH)) == ["quit"]
    dialect.begin(START, 1, Limit())
    assert dialect.end(None) == ["quit"]
    assert dialect.end(GameResult(1, 1, Ending.RULES, "3 in a row")) == ["over win 3 in a row", "quit"]
    lost = GameResult(0, 0, Ending.ILLEGAL, "a9\nis none")
    assert dialect.end(lost) == ["over loss illegal move: a9 is none", "quit"]


class Blanks(Board):
    def name(self, state: Any, move: int) -> str:
        return f"to {move}"


class Alike(Board):
    def name(self, state: Any, move: int) -> str:
        return f"a{' _'[move % 2]}b{move // 2}"


def with_board(board: Board) -> Position:
    plain = GAME
    return Game(
        "named", plain.initial, plain.bits, plain.moves, plain.play, plain.outcome, plain.to_move, board=board
    ).start()


def test_a_name_with_blanks_is_one_word_and_one_that_would_be_ambiguous_is_refused() -> None:
    position = with_board(Blanks())
    lines = TextDialect().ask(position, (), position, Limit())
    assert "legal to_0 to_1 to_2 to_3 to_4 to_5 to_6 to_7 to_8" in lines
    for line in ("move to_3", "move to 3", "move to 3 score 2"):
        answer = TextDialect().answer(line, position)
        assert answer
        assert answer.move == 3
    with pytest.raises(PlayerFailure, match="two are written alike"):
        TextDialect().ask(with_board(Alike()), (), with_board(Alike()), Limit())


def test_a_player_is_asked_what_the_lines_say() -> None:
    asked: list[tuple[str, Limit]] = []

    def choose(position: Position, limit: Limit) -> Answer:
        asked.append((position.text, limit))
        return Answer(position.moves()[0], 0.25)

    speaker = Speaker(lambda game: choose, "me")
    assert speaker.hear("game tic-tac-toe second\n") == ["ready me"]
    for line in ("position .../.x./...", "moves b2", "legal a3", "wibble wobble", "", "time move 0.5 left 9 colour 3"):
        assert speaker.hear(line) == []
    assert speaker.hear("go") == ["move a3 score 0.25"]
    assert speaker.hear("position x../.../...") == []
    assert speaker.hear("go") == ["move b3 score 0.25"]
    assert asked == [(".../.x./...", Limit(time=0.5, clock=9.0)), ("x../.../...", Limit())]
    assert not speaker.done
    assert speaker.hear("quit") == []
    assert speaker.done


def refusing(position: Position, limit: Limit) -> Answer:
    raise BadLimit("I do not\nlike this")


def test_what_cannot_be_done_is_said_in_one_line_and_the_talk_goes_on() -> None:
    speaker = Speaker(lambda game: refusing)
    assert speaker.hear("go") == ["error there is no game yet; `go` comes after `game`"]
    assert speaker.hear("position .../.../...") == ["error there is no game yet; `position` comes after `game`"]
    (line,) = speaker.hear("game chess first")
    assert line.startswith("error there is no game 'chess'")
    assert speaker.hear("game tic-tac-toe first") == ["ready outplay"]
    assert speaker.hear("position nonsense")[0].startswith("error a position has 3 rows")
    assert speaker.hear("go") == ["error I do not like this"]
    speaker.hear("position xxx/oo./...")
    assert speaker.hear("go") == ["error the game is over in this position"]


LINES = st.one_of(
    st.text(),
    st.sampled_from(["game tic-tac-toe first", "game", "position .../.../...", "position", "go", "time", "time move"]),
    st.builds(" ".join, st.lists(st.sampled_from(["time", "move", "left", "increment", "1", "-1", "nan", "1e999"]))),
)


@given(st.lists(LINES, max_size=12))
def test_no_lines_whatever_kill_the_speaker_and_each_gets_at_most_one_answer(lines: Sequence[str]) -> None:
    speaker = Speaker(lambda game: answering(RandomPlayer(game, 1)))
    for line in lines:
        answers = speaker.hear(line)
        assert len(answers) <= 1
        assert all(re.fullmatch(r"(ready|move|error|illegal) [^\r\n]+", answer) for answer in answers)


@given(st.one_of(st.text(), st.builds(" ".join, st.lists(st.sampled_from(["move", "score", "a1", "1", "error", "x"])))))
def test_no_line_whatever_breaks_the_manager(line: str) -> None:
    dialect, details = TextDialect(), list[str]()
    for hear in (dialect.is_ready, lambda line: dialect.answer(line, START)):
        try:
            hear(line)
        except PlayerFailure as failed:
            details.append(failed.detail)
    assert all(detail and "\n" not in detail for detail in details)


@given(st.sampled_from(sorted(GAMES)), st.integers(0, 1 << 30))
def test_both_sides_understand_each_other_in_every_game(spec: str, seed: int) -> None:
    """A random game in which each move goes through both sides as text is the game of the same dice without them."""
    game = find_game(spec)
    dialect, speaker = TextDialect(), Speaker(lambda game: answering(RandomPlayer(game, seed)))
    same = RandomPlayer(game, seed)
    start = position = game.start()
    moves: list[int] = []
    for line in dialect.begin(start, 0, Limit()):
        (answer,) = speaker.hear(line)
        assert dialect.is_ready(answer)
    while not position.outcome() and len(moves) < 12:
        *others, last = dialect.ask(start, moves, position, Limit())
        assert [speaker.hear(line) for line in others] == [[]] * len(others)
        (answer,) = speaker.hear(last)
        found = dialect.answer(answer, position)
        assert found
        assert found.move == same.choose(position).move
        assert word(position.name(found.move)) in answer
        moves.append(found.move)
        position = position.play(found.move)


def played(game: str, first: str, second: str) -> PlayedGame:
    conditions = Conditions(time=10.0)
    cache = PlayerCache(find_game(game), conditions)
    return play(cache.game, (cache.player(first, 0), cache.player(second, 1)), conditions, seeds=(1, 2))


@pytest.mark.parametrize("game", ["tic-tac-toe", "kalah:4,3", "othello:4"])
def test_the_programs_on_the_page_play(game: str, tmp_path: Path) -> None:
    assert len([line for line in on_the_page("python").splitlines() if line]) == 10
    (tmp_path / "example.py").write_text(on_the_page("python"))
    (tmp_path / "example.sh").write_text(on_the_page("sh"))
    python, shell = f"text:{sys.executable} {tmp_path / 'example.py'}", f"text:sh {tmp_path / 'example.sh'}"
    result = played(game, python, shell)
    assert result.result.ending is Ending.RULES, result.result.detail
    position = find_game(game).start()
    for name in result.names:
        if position.to_move == 1:
            assert name == position.name(position.moves()[0])
        position = position.play(position.game.move(name, position))


def test_the_session_with_speak_text_on_the_page_is_true() -> None:
    command, *lines = on_the_page("", "$ outplay ").removeprefix("$ outplay ").splitlines()
    answers = [line for line in lines if line.split()[0] in ("ready", "move")]
    told = [line for line in lines if line not in answers]
    done = subprocess.run(
        [sys.executable, "-m", "outplay", *command.split()],
        input="".join(f"{line}\n" for line in told),
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.stdout.splitlines(), done.stderr, done.returncode) == (answers, "", 0)
