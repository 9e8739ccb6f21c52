"""A game at the terminal: what can be typed, levels, records, and ways to stop."""

import builtins
import errno
import itertools
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from helpers.commands import at_a_terminal, good, outplay_run, refused
from helpers.paths import DOCS, TESTS

import outplay
from outplay.cli import play as playing
from outplay.core.records import load
from outplay.core.results import Ending, GameResult
from outplay.players import player
from outplay.players.engine import FULL_STRENGTH, LEVELS, EnginePlayer
from outplay.tools.stats import played_games, summarise


class Script:
    """A person who types the given lines, then ends the input. A None is Ctrl-C at the prompt."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys
        self.lines: Iterator[str | None] = iter(())
        monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        monkeypatch.setattr(builtins, "input", self.input)

    def input(self, prompt: str = "") -> str:
        print(prompt, end="")
        line = next(self.lines, "")
        if line is None:
            raise KeyboardInterrupt
        if line == "":
            raise EOFError
        return line

    def __call__(self, *lines: str | None, **options: Any) -> str:
        """Plays with these lines typed, and returns what was shown."""
        self.lines = iter(lines)
        playing.play(**options)
        return self.capsys.readouterr().out


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Script:
    return Script(monkeypatch, capsys)


@pytest.mark.kernel
def test_against_a_person_the_engine_has_a_level_and_says_so(typed: Script) -> None:
    shown = typed("quit", game="tic-tac-toe")
    assert "x is human, o is engine:level=4." in shown
    assert "--level: 1 is for beginners, 10 its full strength" in shown
    assert "o is engine:level=9." in typed("quit", game="tic-tac-toe", level=9)
    assert "x is engine:level=2,time=0.25, o is human." in typed(
        "quit", game="tic-tac-toe", first="engine", second="human", level=2, time=0.25
    )
    assert "o is engine:level=4,nodes=5." in typed("quit", game="tic-tac-toe", second="engine:nodes=5")
    assert "o is engine:level=7." in typed("quit", game="tic-tac-toe", second="engine:level=7", level=2)


@pytest.mark.kernel
def test_a_hint_is_in_words(typed: Script) -> None:
    shown = typed("hint", "quit", game="tic-tac-toe", second="human", position="xx./oo./...")
    assert "The engine would play c3. It wins at once." in shown
    shown = typed("hint", "quit", game="tic-tac-toe", second="human", position="x.x/.o./o.x")
    assert "The engine would play" in shown
    assert "Every move loses; that is proven." in shown
    shown = typed("hint", "quit", game="tic-tac-toe", second="human")
    assert "Nothing does better than a draw; that is proven." in shown
    assert re.search(r"\b[abc][123] and [abc][123] are worth as much\.", shown)
    shown = typed("hint", "quit", game="tic-tac-toe", second="human", position="x../.x./o..")
    assert "The engine would play c1." in shown
    assert re.search(r"Every other move loses, .. to c1\.", shown)


def test_the_rules_can_be_read_during_a_game(typed: Script) -> None:
    shown = typed("help", "rules", "quit", game="squatter:6", second="human")
    assert "  rules       how the game is played" in shown
    assert "A loop is a closed chain of your pieces" in shown
    assert "captured: White 2, Black 1\n\nBlack to move.\n" in shown


def test_a_resigned_game_is_recorded_and_can_be_taken_back(typed: Script, tmp_path: Path) -> None:
    path = tmp_path / "a game.txt"
    shown = typed("b2", "resign", f"save {path}", game="tic-tac-toe", second="human")
    assert "x wins: o resigned." in shown
    assert load(path).result == GameResult(0, 0, Ending.RESIGNATION, "o resigned")
    shown = typed("b2", "resign", "undo", "a1", "quit", game="tic-tac-toe", second="human", save=tmp_path / "b")
    assert load(tmp_path / "b").result is None
    assert len(load(tmp_path / "b").moves) == 2
    assert "outplay play mnk:3,3,3 --first human --second human --position '.../.x./o..'" in shown
    shown = typed("c", "resign", game="connect-four", second="human", save=tmp_path / "c")
    assert "The first player wins: the second player resigned." in shown


def test_a_program_that_resigns_in_the_terminal_has_lost(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    resigning = f"text:{sys.executable} -S {TESTS / 'helpers' / 'bots' / 'bad.py'} resigning"
    said = good("play", "tic-tac-toe", "--first", resigning, "--second", "random", "--save", str(kept))
    assert "o wins: x resigned." in said
    assert load(kept).result == GameResult(1, 0, Ending.RESIGNATION, "x resigned")


def test_the_depth_and_nodes_of_a_search_are_recorded(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    good("play", "tic-tac-toe", "--first", "engine:depth=2", "--second", "random", "--save", str(kept))
    assert all(played.depth is not None and played.nodes for played in load(kept).moves[::2])
    assert all((played.depth, played.nodes) == (None, None) for played in load(kept).moves[1::2])
    assert re.search(r"  1\. first   \S+  \[[+-]\S+, \S+ s, depth 2, \d+ nodes\]\n", kept.read_text())


def test_the_end_of_a_game_can_be_taken_back(typed: Script, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    moves = ("a1 b1 a2 b2", "a3", "hint", "undo", "c3", f"save {path}", "quit")
    shown = typed(*moves, game="tic-tac-toe", second="human")
    assert shown.count("x wins: 3 in a row.") == 1
    assert "The game is over: `save FILE`, `undo`, or Enter to leave." in shown
    assert "`save FILE` keeps the record, for `outplay report FILE`" in shown
    assert f"`outplay play --load {path} --save {path}` goes on with it" in shown
    assert [t.move for t in load(path).moves] == [6, 7, 3, 4, 2]


def test_a_game_that_is_saved_before_its_end_names_the_command_that_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "my game.txt"
    two = ("tic-tac-toe", "--first", "human", "--second", "human")
    shown = " ".join(piped("b2\nquit\n", *two, "--save", str(kept)).stdout.split())
    assert f"`outplay play --load '{kept}' --save '{kept}'` goes on with it" in shown
    assert "where the game turned" not in shown
    piped("a1\nquit\n", "--load", str(kept), "--save", str(kept))
    assert len(load(kept).moves) == 2


@pytest.mark.kernel
def test_a_game_is_saved_and_gone_on_with(typed: Script, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed("3", "quit", game="kalah:4,3", level=1, save=path)
    record = load(path)
    assert (record.first, record.second, record.result) == ("human", "engine:level=1", None)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", record.date)
    assert all(played.seconds is not None for played in record.moves)
    shown = typed("resign", "", load=path, save=path)
    assert "the second player is engine:level=1." in shown
    assert f"`outplay report {path}` says where the game turned" in shown
    again = load(path)
    assert again.moves[: len(record.moves)] == record.moves
    assert again.result == GameResult(1, 0, Ending.RESIGNATION, "the first player resigned")
    before = path.read_text()
    typed("quit", load=path, save=path)
    assert path.read_text() == before
    shown = typed("quit", load=path, second="random")
    assert "The record says: The second player wins: the first player resigned. The game goes on from there." in shown
    assert "the second player is random." in shown


@pytest.mark.kernel
def test_a_record_of_strangers_is_gone_on_with_by_the_usual_players(typed: Script, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("game: tic-tac-toe\nfirst: Ada\nsecond: Grace\n\nb2 a1\n")
    assert "x is human, o is engine:level=4." in typed("quit", load=path)


def test_saving_never_overwrites_another_file(typed: Script, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("precious")
    mine = tmp_path / "mine.txt"
    lines = ("b2", f"save {other}", "save", f"save {tmp_path}/no/where", f"save {mine}", "a1", f"save {mine}", "quit")
    shown = typed(*lines, game="tic-tac-toe", second="human")
    assert f"{other} exists already; choose another name, or remove it first" in shown
    assert "Type the name of a file: save game.txt" in shown
    assert f"there is no folder {tmp_path}/no" in shown
    assert other.read_text() == "precious"
    assert len(load(mine).moves) == 2
    with pytest.raises(outplay.BadRecord, match="exists already"):
        typed("b2", game="tic-tac-toe", second="human", save=other)


def test_ctrl_c_at_the_prompt_keeps_the_record(typed: Script, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        typed("b2", None, game="tic-tac-toe", second="human", save=tmp_path / "game.txt")
    assert len(load(tmp_path / "game.txt").moves) == 1


def test_a_record_that_cannot_be_written_is_shown(
    typed: Script, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(outplay.BadRecord, match="No space left on device"):
        typed("b2", "quit", game="tic-tac-toe", second="human", save=tmp_path / "game.txt")
    assert "game: mnk:3,3,3" in capsys.readouterr().out


@pytest.mark.kernel
def test_ctrl_c_while_the_engine_thinks_asks_for_the_best_so_far(
    typed: Script, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stream = outplay.Engine.stream

    def interrupted(*arguments: Any) -> Iterator[outplay.Analysis]:
        yield next(stream(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(outplay.Engine, "stream", interrupted)
    typed("b2", "quit", game="tic-tac-toe", level=10, save=tmp_path / "a")
    assert len(load(tmp_path / "a").moves) == 2
    with pytest.raises(KeyboardInterrupt):  # nobody waits: there Ctrl-C ends the game
        typed(game="tic-tac-toe", first="engine", second="engine", save=tmp_path / "b")
    assert len(load(tmp_path / "b").moves) == 0


@pytest.mark.kernel
def test_ctrl_c_ends_a_game_between_engines_and_keeps_its_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = ["play", "gomoku", "--first", "engine:time=2", "--second", "engine:time=2", "--save", str(path)]
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout
    while "plays" not in (line := process.stdout.readline()):
        assert line, "the game ended too soon"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert f"{path} is written" in out
    assert len(load(path).moves) >= 1


@pytest.mark.kernel
def test_a_game_at_a_terminal_is_saved_and_told_how_to_report(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    code, shown = at_a_terminal("play", "tic-tac-toe", "--level", "1", typed=f"b2\nhint\nsave {path}\nresign\n\n")
    assert code == 0
    assert "The engine would play" in shown
    assert "o wins: x resigned." in shown
    assert len(load(path).moves) == 2


@pytest.mark.kernel
def test_a_demonstration_can_be_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    assert "is written" in good("play", "kalah:4,3", "--level", "3", "--save", str(path))
    assert load(path).first == "random"
    assert load(path).result


BAD = {
    "play tic-tac-toe --level 0": "--level must be 1 to 10, not 0",
    "play tic-tac-toe --level 11": "--level must be 1 to 10, not 11",
    "play tic-tac-toe --level high": "--level wants a whole number, not 'high'",
    "play tic-tac-toe --time 0": "--time must be more than 0 seconds, not 0",
    "play tic-tac-toe --time nan": "--time must be more than 0 seconds, not nan",
    "play tic-tac-toe --second random --level 3": "--level and --time are for the engine",
    "play tic-tac-toe --second engine:level=0": "the level of engine must be 1 to 10, not 0",
    "play tic-tac-toe --second engine:level=x": "write engine[:level=N]",
    "play tic-tac-toe --load game.txt": "--load brings its own game",
    "play --load game.txt --moves b2": "--load brings its own game",
    "play --load nothing.txt": "there is no file nothing.txt",
    "play --load .": ". is a folder; give the file of a record",
    "play --load broken.txt": "broken.txt: line 3, move 2: 'b2' is not legal here",
    "play tic-tac-toe --save broken.txt": "broken.txt exists already",
    "play tic-tac-toe --save no/game.txt": "there is no folder no",
    "report nothing.txt": "there is no file nothing.txt",
    "report broken.txt": "broken.txt: line 3, move 2",
    "report game.txt": "there are no moves in this record",
    "report game.txt --time 0": "the limit time must be more than 0",
    "report game.txt --nodes -5": "the limit nodes must be more than 0",
    "report": "RECORD|NAME is missing",
}


@pytest.mark.kernel
@pytest.mark.parametrize("line", BAD)
def test_bad_input_gets_one_clear_line_and_exit_code_2(line: str, tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("game: tic-tac-toe\n")
    (tmp_path / "broken.txt").write_text("game: tic-tac-toe\n\nb2 b2\n")
    refused(outplay_run(*line.split(), cwd=tmp_path), BAD[line])


def share(spec: str, first: str, second: str, games: int, seed: int = 0) -> float:
    """The first player's share of the points."""
    return summarise(list(played_games(outplay.game(spec).start(), games, seed, first, second, 2))).first_share


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "net"), [("kalah:6,4", "auto"), ("connect-four", "none")])
def test_full_strength_beats_the_lowest_level_clearly(spec: str, net: str) -> None:
    full, weak = f"engine:level={FULL_STRENGTH},nodes=20000,net={net}", f"engine:level=1,net={net}"
    assert share(spec, full, weak, 10) >= 0.9
    assert share(spec, weak, full, 10) <= 0.1


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "net"), [("kalah:6,4", "auto"), ("tic-tac-toe", "auto"), ("connect-four", "none")])
def test_the_lowest_level_is_better_than_chance(spec: str, net: str) -> None:
    weak = f"engine:level=1,net={net}"
    assert share(spec, weak, "random", 60) + 1 - share(spec, "random", weak, 60, seed=1) > 2 * 0.6


@pytest.mark.kernel
def test_a_level_never_misses_a_win_at_once_and_rolls_its_own_dice() -> None:
    game = outplay.game("tic-tac-toe")
    weak = EnginePlayer(game, level=1, seed=1)
    assert {weak.choose(game.position("xx./oo./...")).move for _ in range(30)} == {2}
    assert len({weak.choose(game.start()).move for _ in range(30)}) > 3
    again = [[player("engine:level=1,seed=5", game).choose(game.start()).move for _ in range(3)] for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["gomoku", "squatter:7", "othello"])
@pytest.mark.parametrize("level", [1, 4])
def test_a_level_plays_legal_moves_soon(spec: str, level: int) -> None:
    place = outplay.game(spec).start()
    weak = EnginePlayer(place.game, level=level, table=4, seed=level, net="none")
    for _ in range(4):
        if not place.outcome():
            place = place.play(weak.choose(place).move)


def test_the_levels_rise_and_stand_in_the_documents() -> None:
    levels = list(LEVELS.values())
    assert list(LEVELS) == list(range(1, FULL_STRENGTH))
    assert all(a.depth <= b.depth and a.overlooks >= b.overlooks and a != b for a, b in itertools.pairwise(levels))
    text = (DOCS / "guide" / "playing.md").read_text(encoding="utf-8")
    for number, level in LEVELS.items():
        moves = "1 move" if level.depth == 1 else f"{level.depth} moves"
        overlooks = f"{level.overlooks:.0%}".replace("%", " %") if level.overlooks else "nothing"
        assert f"| {number} | {moves} | {overlooks} |" in text


@pytest.mark.kernel
def test_a_game_is_kept_when_a_player_refuses_in_the_middle_of_it(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    refusing = ("--first", "random", "--second", "kalah-ranks:search=minimax", "--save", str(kept))
    done = outplay_run("play", "kalah:6,4", *refusing)
    refused(done, "more than 20,000,000 nodes")
    assert "The game stands at: outplay play kalah:6,4" in done.stdout
    assert load(kept).moves


@pytest.mark.kernel
def test_explain_says_with_every_move_what_was_considered() -> None:
    said = good("play", "tic-tac-toe", "--first", "alpha-beta:depth=3", "--second", "random", "--explain")
    assert "depth 3, nodes " in said
    assert ": It was drawn at random." in said


@pytest.mark.kernel
@pytest.mark.parametrize(
    "name", ["engine:depth=4", "engine:level=2", "mcts:playouts=50", "random", "alpha-beta:depth=4"]
)
def test_every_player_explains_the_move_it_chose(name: str) -> None:
    position = outplay.game("kalah:4,3").start()
    chosen = player(name, position.game, seed=5)
    choice = chosen.choose(position)
    explanation, move = choice.explanation, choice.move
    assert explanation.move == move
    assert explanation.because.endswith(".")
    assert move in {considered.move for considered in explanation.considered} <= set(position.moves())


def piped(text: str, *words: str) -> "subprocess.CompletedProcess[str]":
    """Plays with moves from a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "outplay", "play", *words], input=text, capture_output=True, text=True, timeout=90
    )


def test_moves_are_read_from_a_pipe_if_a_human_is_named(tmp_path: Path) -> None:
    kept = tmp_path / "game.txt"
    two = ("tic-tac-toe", "--first", "human", "--second", "human")
    done = piped(f"b2\na1 b3\n\nb1\nundo\nb1 c1\na3 a2\nc2\nmoves\nc3\nsave {kept}\n", *two)
    assert (done.returncode, done.stderr) == (0, "")
    assert "x plays b2" in done.stdout
    assert "A draw" in done.stdout
    assert ">" not in done.stdout, "nobody is there to be asked"
    assert len(load(kept).moves) == 9
    assert piped("b2\nresign\n", *two).returncode == 0
    assert "The game stands at: outplay play" in piped("b2\nquit\n", *two).stdout


@pytest.mark.kernel
def test_moves_from_a_pipe_play_against_the_engine() -> None:
    done = piped("b2\nresign\n", "tic-tac-toe", "--first", "human", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "o is engine:level=4." in done.stdout
    assert "o wins: x resigned." in done.stdout


def test_what_is_wrong_in_a_pipe_ends_the_game(tmp_path: Path) -> None:
    two = ("tic-tac-toe", "--first", "human", "--second", "human")
    refused(piped("b2\n\nb2\n", *two), "line 3: 'b2' is not legal here; legal moves:")
    refused(
        piped("b2\n", *two, "--save", str(tmp_path / "kept")), "the input ended before the game was over, after 1 move"
    )
    assert len(load(tmp_path / "kept").moves) == 1
    refused(piped("a1 b1 a2 b2 a3\nc3\n", *two), "line 2: 'c3' cannot be played: the game is over")
    (tmp_path / "there").write_text("precious")
    refused(piped(f"b2\nsave {tmp_path / 'there'}\n", *two), "exists already")
    refused(piped("", "--load", str(tmp_path / "kept")), "the input ended before the game was over, after 1 move")
    done = subprocess.run(
        [sys.executable, "-m", "outplay", "play", *two], input=b"b2\n\xff\xfe\n", capture_output=True, timeout=90
    )
    assert done.returncode == 2
    assert b"line 2: " in done.stderr


def test_without_a_terminal_and_a_human_a_demonstration_is_played() -> None:
    done = piped("b2\n", "tic-tac-toe", "--second", "random")
    assert done.returncode == 0
    assert "a demonstration game. --first human reads moves from a pipe." in done.stdout
    assert "x is random, o is random." in done.stdout


def test_what_is_typed_can_be_edited_with_the_arrow_keys() -> None:
    pytest.importorskip("readline")
    typed = "b3\x1b[D\x7fa\nmoves\nquit\n"  # `b3`, left, backspace, `a`: `a3`
    code, shown = at_a_terminal("play", "tic-tac-toe", "--second", "human", typed=typed, after="x> ")
    assert code == 0
    assert "'\\x1b" not in shown
    assert "--position 'x../.../...'" in shown


def test_sentences_break_between_words() -> None:
    words = ("play", "gomoku", "--first", "human", "--second", "human", "--moves", "h8 h9")
    code, shown = at_a_terminal(*words, typed="moves\nzz\nresign\n\n", after="x> ", COLUMNS="40", LINES="30")
    assert code == 0
    sentences = [line for line in shown.splitlines() if "'zz'" in line or "help" in line or line.startswith("  ")]
    assert all(len(line) <= 40 for line in sentences if not line.startswith("  a b"))
    listed = shown.partition("x> moves\n")[2].partition("x>")[0].split()
    assert len(listed) == 15 * 15 - 2
    assert all(re.fullmatch(r"[a-o]\d+", name) for name in listed)


def test_a_wrong_player_is_refused_before_anything_is_compiled() -> None:
    done = outplay_run("play", "mnk:5,4,4", "--first", "engine", "--second", "kalah-ranks", OUTPLAY_CACHE="/dev/null")
    refused(done, "kalah-ranks plays kalah only")
    assert "compiling" not in done.stderr
