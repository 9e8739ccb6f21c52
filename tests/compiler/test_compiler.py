"""The compiler: unchanged rules come from the cache, and changed rules never run old code.

Tests with a cache of their own are not marked `kernel`: on the warm cache they would do the same again.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import outplay
from outplay.compiler import kernel as compiler
from outplay.compiler import store
from outplay.compiler.build import Build
from outplay.compiler.kernel import Kernel
from outplay.compiler.layout import from_words, words
from outplay.compiler.machine_code import address
from outplay.compiler.source import digest, gather, parse
from outplay.engine.kernels import Plain, perft
from outplay.search.perft import perft as perft_kernel
from outplay.search.plain import alpha_beta
from outplay.search.values import pack_result

RULES = """
from typing import NamedTuple

import outplay


class State(NamedTuple):
    left: int


def game(stones: int = 10, most: int = 3) -> outplay.Game:
    def moves(state):
        return (1 << min(most, state.left)) - 1

    def play(state, move):
        return State(state.left - move - 1)

    def outcome(state):
        return -1 if state.left == 0 else outplay.GOING_ON

    def to_move(state):
        return 0

    return outplay.Game("take", State(stones), 8, moves, play, outcome, to_move)
"""

COUNT = """
import json, sys, warnings
from outplay.compiler.kernel import Kernel
from outplay.engine.kernels import Perft
import outplay
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    counter = Perft(outplay.game(sys.argv[1]))
paths = counter.paths(counter.game.start(), 4)
print(json.dumps([counter.kernel.from_cache, paths, [str(w.message) for w in said]]))
"""


def count(game: str, cache: Path) -> tuple[bool, int, list[str]]:
    """Counts paths of four moves in a process of its own: from the cache or not, the number, the warnings."""
    done = start_count(game, cache).communicate(timeout=120)
    from_cache, paths, warnings = json.loads(done[0])
    return from_cache, paths, warnings


def start_count(game: str, cache: Path) -> "subprocess.Popen[str]":
    environment = {**os.environ, "OUTPLAY_CACHE": str(cache), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", COUNT, game]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


@pytest.fixture
def take(tmp_path: Path) -> Path:
    path = tmp_path / "take.py"
    path.write_text(RULES)
    return path


def test_the_second_process_takes_the_code_from_the_cache(take: Path, tmp_path: Path) -> None:
    assert count(str(take), tmp_path / "cache") == (False, 76, [])
    assert count(str(take), tmp_path / "cache") == (True, 76, [])


def test_code_from_the_cache_runs_without_numba(take: Path, tmp_path: Path) -> None:
    count(str(take), tmp_path / "cache")
    code = COUNT + "assert 'numba' not in sys.modules"
    environment = {**os.environ, "OUTPLAY_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", code, str(take)], capture_output=True, env=environment, timeout=120)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [True, 76, []]


@pytest.mark.parametrize("array", [np.zeros(4, np.int32), np.zeros(8, np.int64)[::2]])
def test_compiled_code_refuses_arrays_that_it_would_misread(array: Any) -> None:
    with pytest.raises(TypeError, match="contiguous array of int64"):
        address(array)


def test_a_changed_rule_is_never_answered_from_an_old_entry(take: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    count(str(take), cache)
    take.write_text(RULES.replace("state.left - move - 1", "state.left - move"))
    assert count(str(take), cache)[0] is False
    take.write_text(RULES)
    assert count(str(take), cache) == (True, 76, [])


def test_another_parameter_is_compiled_anew_and_gives_other_counts(take: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    count(str(take), cache)
    assert count(f"{take}:10,2", cache) == (False, 16, [])
    assert count(f"{take}:10,2", cache) == (True, 16, [])


def test_the_game_may_move_to_another_file(take: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    count(str(take), cache)
    moved = tmp_path / "elsewhere" / "other_name.py"
    moved.parent.mkdir()
    take.rename(moved)
    assert count(str(moved), cache) == (True, 76, [])


@pytest.mark.parametrize("damage", [lambda b: b[: len(b) // 2], lambda b: b"", lambda b: b[:-1] + bytes([b[-1] ^ 1])])
def test_a_damaged_entry_is_made_anew_with_one_warning(
    take: Path, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    cache = tmp_path / "cache"
    count(str(take), cache)
    (entry,) = cache.iterdir()
    entry.write_bytes(damage(entry.read_bytes()))
    from_cache, paths, warnings = count(str(take), cache)
    assert (from_cache, paths, len(warnings)) == (False, 76, 1)
    assert "damaged" in warnings[0]
    assert count(str(take), cache) == (True, 76, [])


def test_a_cache_that_cannot_be_written_is_done_without_with_one_warning(take: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("not a folder")
    from_cache, paths, warnings = count(str(take), blocked)
    assert (from_cache, paths) == (False, 76)
    assert len(warnings) <= 2
    assert any("cannot be kept" in w for w in warnings)


def test_two_processes_may_fill_the_cache_at_once(take: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    both = [start_count(str(take), cache) for _ in range(2)]
    assert [json.loads(process.communicate(timeout=120)[0])[1] for process in both] == [76, 76]
    assert len(list(cache.iterdir())) == 1
    assert count(str(take), cache) == (True, 76, [])


MANY = """
import json, sys
import outplay
from outplay.engine.kernels import Perft
counters = [Perft(outplay.game(spec)) for spec in sys.argv[1:]]
print(json.dumps([[c.kernel.from_cache, c.paths(c.game.start(), 4)] for c in counters]))
"""


def test_code_that_several_processes_cached_can_be_used_in_one(tmp_path: Path) -> None:
    """Each process numbers its functions from the beginning, so the names alone would clash between processes."""
    sizes = ["mnk:3,3,3", "mnk:3,3,2", "mnk:2,4,2", "mnk:4,4,3"]
    apart = [count(spec, tmp_path) for spec in sizes]
    environment = {**os.environ, "OUTPLAY_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-c", MANY, *sizes]
    together = json.loads(subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120).stdout)
    assert together == [[True, paths] for _, paths, _ in apart]
    assert together[0][1] == 3024


@pytest.mark.kernel
@pytest.mark.parametrize("part", range(7))
def test_another_numba_python_or_processor_has_entries_of_its_own(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = outplay.game("mnk:3,3,2")
    Kernel(game, perft_kernel)
    real = compiler.environment()
    other = (*real[:part], real[part] + " another", *real[part + 1 :])
    assert Kernel(game, perft_kernel).from_cache
    monkeypatch.setattr(compiler, "environment", lambda: other)
    monkeypatch.setattr(store, "save", lambda name, payload: None)
    assert not Kernel(game, perft_kernel).from_cache


def test_kernels_constants_and_rules_all_enter_the_digest() -> None:
    def name(spec: str, factory: Callable[..., Any]) -> str:
        return digest(gather(factory(outplay.game(spec).rules)))

    names = [
        name("mnk:3,3,3", alpha_beta),
        name("mnk:3,3,3", perft_kernel),
        name("mnk:3,3,2", alpha_beta),
        name("mnk:3,4,3", alpha_beta),
        name("mnk:3,3,3,exact", alpha_beta),
        name("kalah:3,3", alpha_beta),
        name("kalah:3,3,empty-capture", alpha_beta),
    ]
    assert len(set(names)) == len(names)
    assert name("mnk:3,3,3", alpha_beta) == names[0]


def test_a_folder_of_the_users_choice_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path / "mine"))
    perft(outplay.game("mnk:2,2,2").start(), 2)
    assert len(store.entries()) == 1
    assert store.clear() == 1
    assert store.entries() == []


@pytest.mark.parametrize("spec", ["kalah:6,4", "kalah:12,12", "gomoku", "othello", "squatter:19", "mnk:70,70,10"])
def test_states_go_to_words_and_back(spec: str) -> None:
    game = outplay.game(spec)
    position = game.start()
    for _ in range(10):
        assert from_words(game, words(game, position.state)) == position.state
        position = position.play(position.moves()[-1])


@pytest.mark.kernel
def test_a_kernel_can_be_stopped_by_its_flag() -> None:
    game = outplay.game("gomoku")
    search = Plain(game, "alpha-beta")
    counts, scratch = np.array([0, 1, 0]), np.zeros(100, np.int64)
    search.kernel(game.initial, 50, -(1 << 40), 1 << 40, counts, scratch)
    assert counts[0] < 1_000_000


@pytest.mark.kernel
def test_a_function_is_compiled_once_for_all_constants_it_is_called_with_by_others_and_itself() -> None:
    def factory(rules: Any) -> Callable[..., int]:
        def down(number: int, by: int) -> int:
            return number if number <= 0 else down(number - by, 3)

        def both(state: Any, number: int) -> int:
            return 100 * down(number, 2) + down(number, 7)

        return both

    game = outplay.game("tic-tac-toe")
    function = factory(game.rules)
    for number in (0, 1, 5, 20):
        assert Kernel(game, factory)(game.initial, number) == function(game.initial, number)
    build = Build(game, gather(function), "of_a_test")
    build.entry()
    assert [len(compiled.overloads) for compiled in build.compiled.values()] == [1, 1]


@pytest.mark.kernel
def test_assertions_are_left_out_of_kernels_and_kept_in_rules(take: Path) -> None:
    take.write_text(RULES.replace("        return State(", "        assert 0 <= move < most\n        return State("))
    rules = outplay.game(str(take)).rules
    assert "assert" in parse(rules.play).text()
    assert "assert" not in parse(pack_result).text()
    assert pack_result(3, 2, 1) == Kernel(outplay.game("tic-tac-toe"), packing)((0, 0), 3, 2, 1)
    assert Kernel(outplay.game("tic-tac-toe"), packing)((0, 0), 3, 2, 7) == 3 << 9 | 2 << 1 | 7
    with pytest.raises(AssertionError):
        pack_result(3, 2, 7)


def packing(rules: Any) -> Callable[..., int]:
    def pack(state: Any, value: int, plies: int, proven: int) -> int:
        return pack_result(value, plies, proven)

    return pack


@pytest.mark.kernel
def test_a_buffer_that_is_too_small_is_a_clear_error_and_not_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "overfull.py"
    path.write_text(
        RULES.replace("def moves(state):\n", "def moves(state, out):\n        for i in range(5): out[i] = i\n")
        .replace("return (1 << min(most, state.left)) - 1", "return 5")
        .replace("outcome, to_move)", "outcome, to_move, choices=3)")
    )
    game = outplay.game(str(path))
    with pytest.raises(outplay.RuleError, match="moves failed here: IndexError"):
        game.start().moves()
    kernel = Kernel(game, perft_kernel)
    with pytest.raises(outplay.RuleError, match="the compiled rules failed"):
        kernel(game.initial, 2, np.zeros(3, np.int64), np.zeros(100, np.int64))


@pytest.mark.rules
def test_the_compiler_is_off_in_tests_of_rules() -> None:
    code = "from outplay.compiler.kernel import interpreted; print(interpreted())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert compiler.interpreted()
    assert done.stdout == "True\n", done.stderr
