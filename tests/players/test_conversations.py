"""Players of ours that a manager speaks to over real pipes: searches that are stopped, pipes that are closed, rubbish;
and programs that speak UGI, GTP and NBoard in games of the arena."""

import re
import shlex
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.paths import DOCS, TESTS
from helpers.speaking import Piped, spoken

from outplay.arena import player_cache
from outplay.arena.games import Conditions
from outplay.arena.player_cache import PlayerCache
from outplay.arena.referee import play
from outplay.core.registry import game as find_game
from outplay.core.results import Ending

LONG = Conditions(time=60.0)
OUTPLAY = f"{shlex.quote(sys.executable)} -m outplay speak"
SPEAKERS = {"ugi": ("ugi", "tic-tac-toe"), "gtp": ("gtp", "tic-tac-toe"), "nboard": ("nboard",)}


@pytest.mark.kernel
def test_a_search_is_stopped_and_asked_whether_it_is_ready() -> None:
    ours = Piped("ugi", "tic-tac-toe")
    ours.send("ugi", "isready")
    ours.until("readyok")
    ours.send("go infinite", "isready")
    found = ours.until("readyok")
    assert not [line for line in found if line.startswith("bestmove")], (
        "the game is solved at once, and not yet asked for"
    )
    ours.send("stop", "go movetime 20", "isready", "position startpos moves b2", "go depth 2")
    first, second = ours.until("bestmove"), ours.until("bestmove")
    assert "readyok" in first + second
    third = ours.until("bestmove")
    assert third[-1].split()[1] in {"a1", "a3", "c1", "c3"}
    ours.send("go infinite", "quit")
    ours.until("bestmove")
    assert ours.end()[:2] == (0, "")


@pytest.mark.kernel
@pytest.mark.parametrize("protocol", ["ugi", "nboard"])
def test_the_end_of_input_ends_a_search_without_limit(protocol: str) -> None:
    ours = Piped(*{"ugi": ("ugi", "othello"), "nboard": ("nboard",)}[protocol])
    ours.send(*{"ugi": ["isready", "go infinite"], "nboard": ["set depth 60", "go"]}[protocol])
    ours.until({"ugi": "info depth 3", "nboard": "nodestats"}[protocol])
    code, errors, seconds = ours.end()
    assert (code, errors) == (0, "")
    assert seconds < 30


@pytest.mark.kernel
def test_a_manager_that_reads_no_more_ends_a_search_quietly() -> None:
    ours = Piped("ugi", "othello")
    ours.send("isready", "go infinite")
    ours.until("info depth 3")
    assert ours.process.stdout
    ours.process.stdout.close()
    with suppress(OSError):
        for _ in range(1000):
            ours.send("isready")
    ours.process.wait(30)
    assert ours.process.stderr
    assert ours.process.stderr.read() == b""
    ours.process.communicate()


@pytest.mark.kernel
def test_a_ping_ends_a_search_of_nboard() -> None:
    ours = Piped("nboard")
    ours.send("nboard 2", "set depth 60", "hint 1")
    ours.until("nodestats")
    ours.send("ping 7", "set depth 2", "go")
    assert ours.until("pong 7")[-2] == "status"
    assert ours.until("===")[-1].split("/")[0] in {f"=== {name}" for name in ("D3", "C4", "F5", "E6")}
    ours.send("quit")
    assert ours.end()[:2] == (0, "")


@pytest.mark.rules
@pytest.mark.parametrize("protocol", SPEAKERS)
def test_rubbish_is_survived_and_ctrl_c_is_clean(protocol: str) -> None:
    ours = Piped(*SPEAKERS[protocol], "--player", "random")
    assert ours.process.stdin
    ours.process.stdin.write(b"\xff\xfe\x00 what\n\n\r\n" + b"x" * 200_000 + b"\ngo\nquery\nplay\nset game\nmove\n")
    ours.send({"ugi": "isready", "gtp": "9 name", "nboard": "ping 9"}[protocol])
    ours.until({"ugi": "readyok", "gtp": "=9 outplay", "nboard": "pong 9"}[protocol])
    ours.process.send_signal(signal.SIGINT)
    _, errors = ours.process.communicate(timeout=60)
    assert ours.process.returncode == 130
    assert b"Traceback" not in errors


@pytest.mark.rules
def test_commands_that_are_piped_are_all_answered() -> None:
    done = spoken(SPEAKERS["gtp"] + ("--player", "random:seed=1"), b"genmove black\ngenmove white\nshowboard\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"=") == 3


@pytest.mark.rules
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("ugi", "chess"), "outplay: there is no game 'chess'; there are squatter, "),
        (("gtp", "kalah"), "outplay: GTP is for games that put stones on the cells of a square board"),
        (("nboard", "--player", "cadrega"), "outplay: cadrega plays mnk only, not othello"),
    ],
)
def test_what_cannot_be_spoken_is_said_in_one_line(words: tuple[str, ...], message: str) -> None:
    done = spoken(words, b"")
    assert done.returncode == 2
    assert done.stderr.decode().startswith(message)
    assert done.stderr.count(b"\n") == 1


@pytest.mark.rules
@pytest.mark.parametrize(
    ("spec", "program"),
    [
        ("kalah:2,2", f"ugi:{OUTPLAY} ugi kalah:2,2 --player random:seed=3"),
        ("{file}", f"ugi:{OUTPLAY} ugi {{file}} --player random:seed=3"),
        ("ataxx:4", f"uai:{OUTPLAY} ugi ataxx:4 --player random:seed=3"),
        ("hex:3,pie", f"gtp:{OUTPLAY} gtp hex:3,pie --player random:seed=3"),
        ("othello", f"nboard:{OUTPLAY} nboard --player random:seed=3"),
    ],
)
def test_a_program_plays_a_game_in_the_arena(spec: str, program: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text('"""Three in a row."""\nfrom outplay.games.mnk import mnk\ngame = mnk(3, 3, 3)\n')
    game = find_game(spec.format(file=file))
    cache = PlayerCache(game, LONG)
    players = cache.player("random", 0), cache.player(program.format(file=file), 1)
    result = play(game, players, LONG, seeds=(4, None)).result
    assert result.ending is Ending.RULES, result.detail


FOREIGN = TESTS / "helpers" / "bots" / "foreign.py"
ENDINGS = {
    ("ugi", "good"): (Ending.RULES, "3 in a row"),
    ("ugi", "illegal"): (Ending.ILLEGAL, "'z9' is no move of this game"),
    ("ugi", "none"): (Ending.ILLEGAL, "it wrote 'bestmove (none)', which is no move"),
    ("ugi", "silent"): (Ending.SILENCE, "it gave no move within 0.6 s, but said 'info string hm'"),
    ("ugi", "crash"): (Ending.CRASH, "it exited with code 3"),
    ("gtp", "good"): (Ending.RULES, "3 in a row"),
    ("gtp", "illegal"): (Ending.ILLEGAL, "it answered 'genmove black' with '= z9', which is no move"),
    ("gtp", "none"): (Ending.RESIGNATION, "it resigned"),
    ("gtp", "refuses"): (Ending.CRASH, "it answered 'boardsize 3' with '? unacceptable size'"),
}


@pytest.mark.rules
@pytest.mark.parametrize(("protocol", "kind"), ENDINGS)
def test_the_games_of_foreign_programs_end_for_named_reasons(
    protocol: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_cache, "GRACE_SECONDS", 0.2)
    conditions = Conditions(time=0.3, margin=0.1, start_margin=0.0) if kind == "silent" else LONG
    game = find_game("tic-tac-toe")
    cache = PlayerCache(game, conditions)
    program = f"{protocol}:{shlex.quote(sys.executable)} -S {shlex.quote(str(FOREIGN))} {protocol} {kind}"
    players = cache.player(program, 0), cache.player("random", 1)
    result = play(game, players, conditions, seeds=(1, 2)).result
    ending, detail = ENDINGS[protocol, kind]
    assert result.ending is ending, result.detail
    assert detail in result.detail
    assert result.erred == (None if ending in (Ending.RULES, Ending.RESIGNATION) else 0)


SESSIONS = {
    "ugi": ["ugi", "tic-tac-toe", "--player", "engine:net=none"],
    "gtp": ["gtp", "gomoku", "--player", "engine:nodes=500,net=none"],
    "nboard": ["nboard"],
}


@pytest.mark.kernel
@pytest.mark.parametrize("protocol", SESSIONS)
def test_the_sessions_of_the_page_are_real(protocol: str) -> None:
    """All but the numbers, which are those of one machine, and the moves of NBoard's, which are those of a network."""
    page = (DOCS / "reference" / "protocols.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(> .*?)```$", page, re.DOTALL | re.MULTILINE)
    (block,) = [text for text in blocks if text.split()[1] == {"gtp": "1"}.get(protocol, protocol)]
    commands = re.findall("^> (.*)$", block, re.MULTILINE)
    done = spoken(SESSIONS[protocol], "".join(f"{line}\n" for line in commands).encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert general(done.stdout.decode()) == general(re.sub("^> .*\n", "", block, flags=re.MULTILINE))


def general(text: str) -> str:
    """The text without the numbers that are no part of a word, without the moves of NBoard's search, and without what
    is said when a game is compiled."""
    text = re.sub("^.* compiling .*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(search|===) [A-H1-8]+", r"\1 LINE", text, flags=re.MULTILINE)
    return re.sub(r"(?<![\w.])-?[0-9]+(\.[0-9]+)*\b", "N", text)
