"""Players that are programs, good and bad: how their games end, and that nothing of them is left."""

import errno
import gc
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from helpers.dealing import until
from helpers.paths import DOCS, TESTS

from outplay.arena import player_cache
from outplay.arena.game_runner import GameRunner
from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.player_cache import PlayerCache
from outplay.arena.referee import play
from outplay.core.errors import ArenaError, BadSpec, PlayerFailure
from outplay.core.registry import game as find_game
from outplay.core.results import Ending, GameResult
from outplay.players import player, program, reaping
from outplay.players.child import Child, Limits
from outplay.players.reaping import MARK, end_marked
from outplay.players.specs import absolute_spec, check_spec, program_of

BAD = TESTS / "helpers" / "bots" / "bad.py"
GAME = find_game("tic-tac-toe")
SHORT = Conditions(time=0.3, margin=0.1, start_margin=0.0)
LONG = Conditions(time=60.0)
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="is so on Linux only")


def bad(kind: str) -> str:
    return f"text:{shlex.quote(sys.executable)} -S {shlex.quote(str(BAD))} {kind}"


def played(first: str, conditions: Conditions = SHORT, second: str = "random", name: str = "bad") -> PlayedGame:
    cache = PlayerCache(GAME, conditions)
    return play(GAME, (cache.player(first, 0, name), cache.player(second, 1)), conditions, seeds=(1, 2))


def carrying(tag: str) -> list[int]:
    """The processes whose environment holds a tag."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if f"TAG={tag}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def handles() -> int:
    return len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0


@pytest.fixture(autouse=True)
def nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Every test here leaves no process, no file handle and no thread behind, and is not patient."""
    tag = uuid.uuid4().hex
    monkeypatch.setenv("TAG", tag)
    monkeypatch.setattr(player_cache, "GRACE_SECONDS", 0.2)
    gc.collect()
    before = handles(), threading.active_count()
    yield tag
    gc.collect()
    assert carrying(tag) == []
    assert (handles(), threading.active_count()) == before


ENDINGS = {
    "late": (Ending.TIMEOUT, "and 0.300 s were allowed"),
    "crash_at_start": (Ending.CRASH, "it exited with code 1; its last words: RuntimeError: nothing works today"),
    "crash_later": (Ending.CRASH, "it was ended by signal 6 (Aborted)"),
    "exit_0": (Ending.CRASH, "it exited with code 0"),
    "illegal": (Ending.ILLEGAL, "'z99' is no move of this game"),
    "no_move": (Ending.ILLEGAL, "without a move"),
    "resigning": (Ending.RESIGNATION, "it resigned"),
    "rubbish": (Ending.SILENCE, "it gave no move within 0.6 s, but said 'lorem ipsum'"),
    "silent": (Ending.SILENCE, "it gave no move within 0.6 s"),
    "flood": (Ending.FLOOD, "it wrote more than 1 MiB and gave no move"),
    "flood_at_start": (Ending.FLOOD, "it wrote more than 1 MiB"),
    "endless_line": (Ending.FLOOD, "a line of more than 64 KiB"),
    "deaf": (Ending.SILENCE, "it gave no move"),
    "closed_output": (Ending.CRASH, "it closed its output"),
    "closed_input": (Ending.SILENCE, "it gave no move"),
    "ignores_term": (Ending.SILENCE, "it gave no move"),
    "daemon_and_exit": (Ending.CRASH, "it exited with code 0"),
    "hops": (Ending.CRASH, "it exited with code 0"),
}


@pytest.mark.parametrize("kind", ENDINGS)
def test_a_bad_program_loses_for_a_named_reason(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ending, detail = ENDINGS[kind]
    if kind == "late":
        monkeypatch.setattr(player_cache, "GRACE_SECONDS", 20.0)
    result = played(bad(kind), SHORT if ending in (Ending.SILENCE, Ending.TIMEOUT) else LONG).result
    assert (result.ending, result.winner, result.erred) == (
        ending,
        1,
        None if ending is Ending.RESIGNATION else 0,
    ), result.detail
    assert detail in result.detail


@pytest.mark.parametrize("kind", ["good", "binary", "flood_errors", "daemon", "burning"])
def test_what_is_odd_and_not_forbidden_does_not_end_a_game(kind: str) -> None:
    result = played(bad(kind), LONG).result
    assert result.ending is Ending.RULES, result.detail


GOMOCUP = Path(BAD).with_name("gomocup.py")
PATIENT = SHORT._replace(start_margin=20.0, most_moves=4)
LATE = Ending.TIMEOUT, Ending.SILENCE


def test_a_slow_start_loses_only_beyond_its_margin() -> None:
    for game in (played(bad("slow_start"), PATIENT), gomocup_game("slow_start", PATIENT)):
        assert (game.result.ending, len(game.moves)) == (Ending.MOVE_LIMIT, 4), game.result.detail
    for game in (played(bad("slow_start")), gomocup_game("slow_start", SHORT)):
        assert (game.result.ending in LATE, len(game.moves)) == (True, 0), game.result.detail


def test_the_margin_of_a_slow_start_is_for_the_first_move_only() -> None:
    game = gomocup_game("slow", PATIENT)
    assert (game.result.ending in LATE, len(game.moves)) == (True, 2), game.result.detail


def gomocup_game(kind: str, conditions: Conditions = LONG) -> PlayedGame:
    game = find_game("mnk:5,5,5")
    cache = PlayerCache(game, conditions)
    program = f"gomocup:{shlex.quote(sys.executable)} -S {shlex.quote(str(GOMOCUP))} {kind}"
    return play(game, (cache.player(program, 0), cache.player("random", 1)), conditions, seeds=(1, 2))


def test_lines_of_a_gomocup_program_that_are_no_move_are_ignored() -> None:
    talked = gomocup_game("talks")
    assert talked.result.ending is Ending.RULES, talked.result.detail
    assert talked.names[::2] == gomocup_game("quiet").names[::2]


def test_a_move_of_a_gomocup_program_beside_the_board_is_illegal() -> None:
    result = gomocup_game("off_board").result
    assert (result.ending, result.detail) == (Ending.ILLEGAL, "it answered 5,0, which is not on the board")


@pytest.mark.parametrize(("limit", "told"), [(700, 700 << 20), (2048, 2**31 - 1)])
def test_a_gomocup_program_is_told_the_memory_that_it_may_use(limit: int, told: int) -> None:
    result = gomocup_game("memory", LONG._replace(memory=limit)).result
    assert (result.ending, result.detail) == (Ending.CRASH, f"it said 'ERROR max_memory {told}'")


def test_a_program_that_is_never_ready_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "START_SECONDS", 0.3)
    game = played(bad("never_ready"))
    assert (game.result.ending, game.moves) == (Ending.SILENCE, ())
    assert game.result.detail == "it was not ready within 0.3 s"


def test_a_program_that_reads_nothing_does_not_block_us() -> None:
    """What one wants to tell it is far more than a pipe holds."""
    running = Child([sys.executable, "-S", str(BAD), "deaf"])
    try:
        assert running.line(time.monotonic() + 60) == "ready"
        began = time.monotonic()
        running.send(["x" * 1000] * 1000)
        assert running.line(began + 0.3) is None
        assert time.monotonic() - began < 20
    finally:
        running.end(["quit"])


def test_no_single_wait_for_a_program_is_long_so_that_ctrl_c_is_always_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal that arrives when a wait is about to begin does not interrupt it; Python handles it after the wait."""
    running = Child([sys.executable, "-S", str(BAD), "deaf"])
    waits: list[float] = []
    get = running.chunks.get

    def noted(block: bool = True, timeout: float = 0.0) -> bytes:
        waits.append(timeout)
        return get(block, timeout)

    monkeypatch.setattr(running.chunks, "get", noted)
    try:
        assert running.line(time.monotonic() + 60) == "ready"
        assert running.line(time.monotonic() + 0.5) is None
    finally:
        running.end(["quit"])
    assert len(waits) >= 2
    assert max(waits) <= 0.2


def test_a_slow_reader_gets_everything() -> None:
    """A megabyte goes through a pipe that holds 64 KiB, while the program answers."""
    code = "import sys, time; time.sleep(0.1); print(sum(len(line) for line in sys.stdin), flush=True)"
    running = Child([sys.executable, "-S", "-c", code])
    running.send(["x" * 999] * 1000)
    assert running.unsent
    while running.unsent:
        assert running.line(time.monotonic() + 0.02) is None
    assert running.process.stdin
    running.process.stdin.close()
    assert running.line(time.monotonic() + 60) == "1000000"
    running.end()


@LINUX
def test_memory_is_limited() -> None:
    result = played(bad("eats_memory"), LONG._replace(memory=100)).result
    assert result.ending is Ending.CRASH
    assert "MemoryError" in result.detail


def test_processor_time_is_limited() -> None:
    result = played(bad("burns"), LONG._replace(cpu=1)).result
    assert result.ending is Ending.CRASH
    assert "CPU time limit exceeded" in result.detail


def test_there_are_no_core_files_and_no_signals_that_are_ignored() -> None:
    code = (
        "import resource, signal, sys\n"
        "kinds = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD]\n"
        "print(resource.getrlimit(resource.RLIMIT_CORE), [signal.getsignal(k) == signal.SIG_IGN for k in kinds])\n"
    )
    running = Child([sys.executable, "-S", "-c", code])
    assert running.line(time.monotonic() + 60) == "(0, 0) [False, False, False, False]"
    running.end()


@LINUX
def test_memory_that_is_reserved_and_not_used_does_not_count() -> None:
    """Java begins with that."""
    code = "import mmap; m = mmap.mmap(-1, 1 << 30, prot=mmap.PROT_READ); print(len(m), flush=True)"
    running = Child([sys.executable, "-S", "-c", code], Limits(memory=100))
    assert running.line(time.monotonic() + 60) == str(1 << 30)
    running.end()


@pytest.mark.parametrize("command", ["/no/such/program", str(BAD.parent), "{file}"])
def test_what_cannot_be_started_is_a_crash(command: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("this is no program")
    file.chmod(0o755)
    result = played(f"text:{command.format(file=file)}", LONG).result
    assert (result.ending, result.winner) == (Ending.CRASH, 1)
    assert "cannot be started" in result.detail


@LINUX
def test_nobody_escapes_even_without_the_launcher() -> None:
    """A program that kills its launcher goes with it, and its daemon is found by its mark."""
    running = Child([sys.executable, "-S", str(BAD), "kills_its_launcher"])
    running.send(["game tic-tac-toe first", "go"])
    assert running.line(time.monotonic() + 60) == "ready bad"
    assert running.process.wait(10) == -signal.SIGKILL
    running.end()


@LINUX
def test_a_process_without_environment_is_looked_at_again_and_left_alone() -> None:
    """A process that starts another program has none for a moment, and may be one of the program's then."""
    other = subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE, env={})
    try:
        until(lambda: other.pid in reaping.marked("no mark").unclear)
        began = time.monotonic()
        reaping.end_marked("no mark")
        assert time.monotonic() - began >= reaping.UNCLEAR_SECONDS
        assert other.poll() is None
    finally:
        other.communicate(b"\n")


def test_a_second_end_and_an_end_before_the_beginning_are_no_mistake() -> None:
    chooser = PlayerCache(GAME, SHORT).player(bad("good"), 0)
    chooser.close()
    chooser.new_game(GAME.start(), 0)
    for _ in range(2):
        chooser.close(GameResult(0, 1, Ending.RULES, "3 in a row"))


@LINUX
def test_two_hundred_bad_games_leave_nothing(nothing_is_left: str) -> None:
    kinds = ["crash_at_start", "crash_later", "exit_0", "illegal", "endless_line"]
    endings = [played(bad(kind), LONG).result.ending for kind in kinds * 40]
    assert endings == [ENDINGS[kind][0] for kind in kinds] * 40
    assert carrying(nothing_is_left) == []


def test_memory_stays_flat_under_a_flood() -> None:
    running = Child([sys.executable, "-S", str(BAD), "flood_at_start"])
    time.sleep(0.3)
    assert running.chunks.qsize() <= 4
    running.end()


@LINUX
def test_when_we_are_killed_our_programs_and_theirs_go_too(nothing_is_left: str) -> None:
    code = (
        "import time\n"
        "from outplay.players.child import Child\n"
        f"running = Child([{sys.executable!r}, '-S', {str(BAD)!r}, 'daemon'])\n"
        "running.send(['game tic-tac-toe first'])\n"
        "print(running.line(time.monotonic() + 60), flush=True)\n"
        "time.sleep(60)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as ours:
        assert ours.stdout
        assert ours.stdout.readline() == "ready bad\n"
        # We, the launcher, the program, its daemon, whose environment can be read a moment after it was started.
        until(lambda: len(carrying(nothing_is_left)) >= 4)
        ours.send_signal(signal.SIGKILL)
    until(lambda: not carrying(nothing_is_left))


@LINUX
def test_a_subreaper_can_reap_orphans() -> None:
    code = (
        "import os, sys, time\n"
        "from outplay.players.reaping import become_subreaper\n"
        "assert become_subreaper()\n"
        "if os.fork() == 0:\n"
        "    if os.fork() == 0:\n"
        "        time.sleep(0.3); os._exit(7)\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "print(os.waitstatus_to_exitcode(os.wait()[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert done.stdout == "7\n", done.stderr


def test_standard_error_goes_to_a_file_for_each_player(tmp_path: Path) -> None:
    conditions = LONG._replace(log=str(tmp_path / "logs"))
    for _ in range(2):
        played(bad("crash_at_start"), conditions, name="my bot/1")
    text = (tmp_path / "logs" / "my_bot_1.log").read_text()
    assert text.count("=== ") == text.count("RuntimeError: nothing works today") == 2
    assert "mnk:3,3,3, first: my bot/1\nTraceback (most recent call last)" in text


def test_a_log_names_game_and_opponent_and_each_line_its_game(tmp_path: Path) -> None:
    bot = tmp_path / "loud.py"
    bot.write_text(
        "import os\n"
        "class Bot:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, position):\n"
        "        for part in (b'one', b' line\\ntwo\\n', b'', b'\\nthree'): os.write(2, part)\n"
        "        return position.moves()[0]\n"
    )
    conditions = LONG._replace(log=str(tmp_path / "logs"), most_moves=1)
    for number, opponent in ((7, "bob"), (8, "eve")):
        GameRunner().play(ScheduledGame(number, 1, str(GAME), "loud", opponent, str(bot), "random", (), 1, conditions))
    lines = (tmp_path / "logs" / "loud.log").read_text().splitlines()
    assert lines[0].endswith(" game 7 against bob, mnk:3,3,3, first: loud")
    assert lines[1:5] == ["7: one line", "7: two", "7: ", "7: three"]
    assert lines[5].endswith(" game 8 against eve, mnk:3,3,3, first: loud")
    assert lines[6:] == ["8: one line", "8: two", "8: ", "8: three"]


def test_a_flood_of_errors_cannot_fill_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from outplay.players import standard_error

    conditions = LONG._replace(log=str(tmp_path))
    played(bad("flood_errors"), conditions)
    log = tmp_path / "bad.log"
    assert 1 << 20 <= log.stat().st_size < (1 << 20) + 500
    assert log.read_text().endswith("(there was more, which is not kept)\n")
    monkeypatch.setattr(standard_error, "MOST_IN_A_FILE", 1000)
    played(bad("crash_at_start"), conditions)
    assert log.stat().st_size < 5000
    assert (tmp_path / "bad.old.log").stat().st_size >= 1 << 20


def test_a_log_that_cannot_be_written_is_a_warning_and_no_more(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.warns(UserWarning, match="cannot be written: Not a directory; what bad says there is not kept"):
        result = played(bad("good"), LONG._replace(log=str(tmp_path / "file" / "below"))).result
    assert result.ending is Ending.RULES


# Bots: a class in a user's file.

BOT = """
import sys
class Bot:
    def __init__(self, game): self.game = game
    def choose(self, position):
        {body}
"""


def bot(folder: Path, body: str, source: str = BOT) -> str:
    path = folder / "bot.py"
    path.write_text(source.format(body=body))
    return str(path)


GOOD = {
    "a move": "return position.moves()[0]",
    "its name": "return position.name(position.moves()[0])",
    "a number that is no int": "import numpy; return numpy.int64(position.moves()[0])",
    "prints": "print('move c3\\n' * 3); sys.stdout.write('x'); return position.moves()[0]",
    "reads": "assert sys.stdin.read() == ''; return position.moves()[0]",
    "a score of its own": "self.score = 0.5; return position.moves()[0]",
    "a choice with a score of its own": "from outplay.players.player import Choice; "
    "return Choice(position.moves()[0], 0.5)",
    "a score that is none": "self.score = 'good'; return position.moves()[0]",
}


@pytest.mark.parametrize("kind", GOOD)
def test_a_bot_plays(kind: str, tmp_path: Path) -> None:
    game = played(bot(tmp_path, GOOD[kind]), LONG)
    assert game.result.ending is Ending.RULES, game.result.detail
    assert game.moves[0].score == (0.5 if "a score of" in kind else None)


MISTAKEN = {
    "return 99": (Ending.ILLEGAL, "choose returned 99, which is no legal move; there are 0, 1, 2"),
    "return None": (Ending.ILLEGAL, "choose returned None"),
    "return True": (Ending.ILLEGAL, "choose returned True"),
    "return 'z9'": (Ending.ILLEGAL, "'z9' is no move of this game"),
    "return 1 // 0": (Ending.CRASH, "bot.py:6: ZeroDivisionError: integer division or modulo by zero"),
    "return position.play(99)": (Ending.CRASH, "bot.py:6: IllegalMove"),
    "sys.exit(3)": (Ending.CRASH, "bot.py:6: SystemExit: 3"),
    "return self.choose(position)": (Ending.CRASH, "bot.py:6: RecursionError"),
    "import os; os._exit(3)": (Ending.CRASH, "it exited with code 3"),
    "import time; time.sleep(60)": (Ending.SILENCE, "it gave no move"),
    "while True: print('hello')": (Ending.SILENCE, "it gave no move"),
}


@pytest.mark.parametrize("body", MISTAKEN)
def test_a_bot_that_errs_loses_and_is_told_where(body: str, tmp_path: Path) -> None:
    ending, detail = MISTAKEN[body]
    conditions = (SHORT if ending is Ending.SILENCE else LONG)._replace(log=str(tmp_path))
    result = played(bot(tmp_path, body), conditions, name="mine").result
    assert (result.ending, result.winner) == (ending, 1), result.detail
    assert detail in result.detail
    assert "\n" not in result.detail
    if "bot.py:6" in detail:
        assert "Traceback (most recent call last):" in (tmp_path / "mine.log").read_text()


def test_the_bot_on_the_page_plays(tmp_path: Path) -> None:
    page = (DOCS / "guide" / "writing-a-bot.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "my_bot.py").write_text(block)
    assert played(str(tmp_path / "my_bot.py"), LONG).result.ending is Ending.RULES


def test_a_bot_is_told_the_clock_and_its_seed(tmp_path: Path) -> None:
    source = """
class Bot:
    def __init__(self, game, seed): self.seed = seed
    def choose(self, position, limit):
        self.score = 1000 * self.seed + limit.clock + limit.increment
        return position.moves()[0]
"""
    game = played(bot(tmp_path, "", source), Conditions(clock=100.0, increment=2.0))
    assert game.result.ending is Ending.RULES, game.result.detail
    assert game.moves[0].score == 1102.0


def test_a_bot_may_import_what_stands_beside_it(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("def first(moves): return moves[0]\n")
    spec = bot(tmp_path, "import beside; return beside.first(position.moves())")
    assert played(spec, LONG).result.ending is Ending.RULES


WRONG = {
    "": "has no class with a method `choose`; write `def choose(self, position)`",
    "class Bot:\n    pass": "has no class with a method `choose`",
    "class A:\n    choose = 1\nclass B:\n    choose = 1": "has the bots A, B; name one, as in",
    "class Bot:\n    choose = 1": "Bot has no method `choose`",
    "class Bot:\n    def choose(self): pass": "`choose` of Bot cannot be called",
    "class Bot:\n    def __init__(self): pass\n    def choose(self, p): pass": (
        "Bot takes other arguments than the game; write `def __init__(self, game)`"
    ),
    "class Bot:\n    def __init__(self, game): pass\n    def choose(self): pass": "`choose` of Bot cannot be called",
    "class Bot:\n    def __init__(self, game): 1 // 0\n    def choose(self, p): pass": "bot.py:2: ZeroDivisionError",
    "class Bot\n": "bot.py:1: this is not Python: expected ':'",
    "import nothing_of_this_name": "bot.py:1: ModuleNotFoundError: No module named 'nothing_of_this_name'",
    "raise SystemExit('no')": "bot.py:1: SystemExit: no",
}


@pytest.mark.parametrize("source", WRONG)
def test_a_bot_that_cannot_play_is_refused_before_any_game(source: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(source)
    with pytest.raises(BadSpec) as caught:
        check_spec(str(path), GAME)
    assert WRONG[source] in str(caught.value)
    assert str(path.name) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bot_needs_no_constructor(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text("class Bot:\n    def choose(self, position): return position.moves()[0]\n")
    assert played(str(path), LONG).result.ending is Ending.RULES


def test_a_class_is_chosen_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "bots.py"
    path.write_text(
        "class Base:\n    def __init__(self, game): pass\n    def choose(self, position): return position.moves()[0]\n"
        "class Last(Base):\n    def choose(self, position): return position.moves()[-1]\n"
    )
    check_spec(f"{path}:Base", GAME)
    assert played(f"{path}:Last", LONG).names[0] == "c1"
    with pytest.raises(BadSpec, match="has no class Worst; it has Base, Last"):
        check_spec(f"{path}:Worst", GAME)


# The texts that name programs.


def test_specs_keep_their_letters_and_their_colons() -> None:
    found = program_of("TEXT:/Some/Program --Level:3 'two words'")
    assert found == ("text", ("/Some/Program", "--Level:3", "two words"))
    assert program_of("/My/Bot.py:Clever") == ("bot", ("/My/Bot.py", "Clever"))
    assert program_of("a:b/bot.py") == ("bot", ("a:b/bot.py", ""))
    for spec in ("engine:time=0.1", "random", "human", "gomocup", "text"):
        assert program_of(spec) is None


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("text:", "there is no command after the colon; write text:COMMAND"),
        ("text:'abc", "No closing quotation"),
        ("text:/no/such/thing", "there is no program /no/such/thing"),
        ("text:no-such-thing-at-all x", "there is no program no-such-thing-at-all"),
        ("nothing.py", "there is no file nothing.py"),
        ("nothing.py:Bot", "there is no file nothing.py"),
        ("folder.py", "folder.py is no file"),
        ("text:./plain", "./plain cannot be run; make it executable: chmod +x ./plain"),
        ("text:tool", "tool cannot be run; write ./tool"),
    ],
)
def test_a_program_that_is_not_there_is_refused(
    spec: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "plain").write_text("")
    (tmp_path / "tool").write_text("")
    (tmp_path / "tool").chmod(0o755)
    for function in (absolute_spec, lambda spec: check_spec(spec, GAME), lambda spec: player(spec, GAME)):
        with pytest.raises(BadSpec) as caught:
            function(spec)
        assert words in str(caught.value)


def test_an_absolute_spec_is_the_same_player_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my bots").mkdir()
    spec = bot(tmp_path / "my bots", "return position.moves()[0]")
    Path("run").write_text("")
    Path("run").chmod(0o755)
    assert absolute_spec("my bots/bot.py:Bot") == f"{spec}:Bot"
    assert absolute_spec("my bots/bot.py") == spec
    assert absolute_spec("text:./run x") == f"text:{tmp_path}/run x"
    assert absolute_spec("text:sh 'my bots/bot.py' -v") == f"text:sh '{spec}' -v"
    assert absolute_spec("engine:time=0.1") == "engine:time=0.1"
    for given in ("my bots/bot.py:Bot", "text:./run x", "text:sh 'my bots/bot.py' -v"):
        assert absolute_spec(absolute_spec(given)) == absolute_spec(given)


def test_a_name_that_is_a_file_gets_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text("")
    Path("tool").write_text("")
    with pytest.raises(BadSpec, match=r"there is no player 'mine'; for the file write mine\.py"):
        player("mine", GAME)
    for name in ("tool", "./tool"):
        with pytest.raises(BadSpec, match=rf"there is no player '{name}'; for the program write text:\./tool"):
            player(name, GAME)
    Path("bots").mkdir()
    for name in ("bots", "bots/"):
        with pytest.raises(
            BadSpec, match=rf"there is no player '{name}'; bots is a folder; for its bots write bots/\*.py"
        ):
            player(name, GAME)


# A program as a player, as `outplay play` has it.


def test_a_program_can_be_asked_about_any_position(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chooser = player(bot(tmp_path, "print('thinking'); return position.moves()[-1]"), GAME)
    position = GAME.position("xo./.../...")
    choice = chooser.choose(position)
    assert position.name(choice.move) == "c1"
    assert choice.explanation.move == 8
    assert chooser.choose(position.play(8)).move == 7
    del chooser, choice
    assert capfd.readouterr().err.count("thinking") == 2


def test_a_player_that_crashes_says_so(tmp_path: Path) -> None:
    chooser = player(bot(tmp_path, "return 1 // 0"), GAME)
    with pytest.raises(PlayerFailure, match=r"bot\.py: crash: .*bot\.py:6: ZeroDivisionError"):
        chooser.choose(GAME.start())


def test_a_program_is_started_again_after_it_failed() -> None:
    chooser = player(bad("illegal"), GAME)
    for _ in range(2):
        with pytest.raises(PlayerFailure, match="illegal move: 'z99'"):
            chooser.choose(GAME.start())


def test_sweeping_finds_only_what_carries_the_mark() -> None:
    mark = uuid.uuid4().hex
    one = subprocess.Popen(["sleep", "60"], env={**os.environ, MARK: mark})
    other = subprocess.Popen(["sleep", "60"], env={**os.environ, MARK: "another"})
    end_marked(mark)
    one.wait(10)
    assert other.poll() is None
    other.kill()
    other.wait()


def test_a_machine_without_room_is_not_the_programs_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", full)
    with pytest.raises(ArenaError, match="no room for another process"):
        played(bad("good"))


def test_a_launcher_that_cannot_start_the_program_for_want_of_room_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    launched = Child.started

    def crowded(self: Child, command: list[str], *kept: int) -> "subprocess.Popen[bytes]":
        """The launcher as it is, on a machine on which nobody can fork."""
        full = "def fork(): raise BlockingIOError(11, 'Resource temporarily unavailable')"
        run = "sys.argv = sys.argv[1:]; exec(compile(open(sys.argv[0]).read(), sys.argv[0], 'exec'))"
        code = f"import os, sys\n{full}\nos.fork = fork\n{run}"
        return launched(self, [sys.executable, "-I", "-S", "-c", code, *command[3:]], *kept)

    monkeypatch.setattr(Child, "started", crowded)
    with pytest.raises(ArenaError, match="no room for another process"):
        played(bad("good"))
