"""Makes endgame tables: layer by layer, from the rules alone, on several threads.

    plan = plan_table(game, layers=16)      # what it takes; an error if it cannot be done
    table = build_table(plan, threads=2)

Computed positions are in the file at once, so a process that is killed loses nothing: who builds the table again goes
on from there. A byte is either not known or right, and a layer that is finished has a checksum in the header.
"""

import mmap
import os
import shutil
import threading
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from outplay.compiler.kernel import Kernel, interpreted
from outplay.core.arrays import Ints
from outplay.core.errors import BadTable
from outplay.core.game import Game
from outplay.core.locks import Taken, locked
from outplay.core.machine import memory_mb, processors
from outplay.engine.endgame import (
    HEADER,
    EndgameTable,
    Header,
    header_copy,
    load_table,
    looks_for_tables,
    numbering_of,
    read_header,
    table_digest,
    table_path,
)
from outplay.engine.threads import start_thread
from outplay.search.endgame import (
    CHAIN,
    FAULT,
    MISNUMBERED,
    NO_FAULT,
    PLACE,
    TOO_LARGE,
    TOO_LONG,
    UPWARDS,
    layer_builder,
    starts,
)

DEFAULT_POSITIONS = 3_000_000
"""A table is made at first use with as many layers as have no more positions than this together."""
DEFAULT_WAIT = 20.0
"""How many seconds a process waits for another one that is making the table."""

CHUNK = 1 << 17
"""A thread computes so many positions at a time."""
LONGEST_CHAIN = 800
"""Within a layer no more moves can follow each other."""
SAMPLE = 200_000
"""The time is estimated from the lowest layers with so many positions."""
SPARE_BYTES = 1 << 28
"""So much of the disk is left free."""

Progress = Callable[[int, int], None]
"""Called with the number of positions that are done and of all."""


class Plan(NamedTuple):
    """A table that can be made."""

    game: Game
    path: Path
    layers: int
    """How many layers it will have."""
    positions: int
    """As many bytes as the file will have beside its header."""
    finished: int
    """The positions of the layers that are finished already."""


def most_layers(game: Game, positions: int) -> int:
    """How many layers there are with no more than so many positions together."""
    first = starts(numbering_of(game).sizes)
    return sum(1 for end in first[1:] if end <= positions)


def plan_table(game: Game, layers: int | None = None, path: Path | None = None) -> Plan:
    """What it takes to make a table with so many layers, or with the default's; BadTable if it cannot be made."""
    numbering = numbering_of(game)
    first, path = starts(numbering.sizes), path or table_path(game)
    layers = most_layers(game, DEFAULT_POSITIONS) if layers is None else layers
    if not 1 <= layers < len(first):
        raise BadTable(f"{game} numbers the positions of {len(first) - 1} layers, so layers must be 1 to "
                       f"{len(first) - 1}, not {layers}")  # fmt: skip
    header = read_header(path, game) if path.exists() else None
    done = len(header.checksums) if header else 0
    plan = Plan(game, path, layers, first[layers], first[min(done, layers)])
    if done < layers:
        check_room(plan)
    return plan


def check_room(plan: Plan) -> None:
    """Raises BadTable if a table does not fit the machine's memory or the disk."""
    memory = memory_mb() << 20
    first = starts(numbering_of(plan.game).sizes)
    told = f"{plan.layers} layers of {plan.game} take {size_words(plan.positions)}"
    if plan.positions > memory * 3 // 4:
        fits = sum(1 for end in first[1:] if end <= memory * 3 // 4)
        raise BadTable(f"{told}, and this machine has {size_words(memory)} of memory; {fits} layers fit")
    folder = next(each for each in plan.path.absolute().parents if each.exists())
    there = plan.path.stat().st_size if plan.path.exists() else 0
    free = shutil.disk_usage(folder).free - SPARE_BYTES + there
    if plan.positions + HEADER > free:
        fits = sum(1 for end in first[1:] if end + HEADER <= free)
        raise BadTable(f"{told}, and {size_words(max(0, free))} can be used on the disk of {folder}; {fits} layers fit")


def size_words(number: int) -> str:
    """A number of bytes in words."""
    for unit, size in (("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number} bytes"


class Builder:
    """The compiled kernel of a game that computes layers."""

    def __init__(self, game: Game) -> None:
        self.game, self.numbering = game, numbering_of(game)
        self.first = starts(self.numbering.sizes)
        self.kernel = Kernel(game, partial(layer_builder, told=game.heuristics))
        self.stop = threading.Event()

    def compute(self, layer: int, begin: int, end: int, address: int, chain: int = LONGEST_CHAIN) -> None:
        """Computes some numbers of a layer, in this thread; BadTable if rules or numbering make no table."""
        report: Ints = np.zeros(3, np.int64)
        report[CHAIN] = chain
        scratch: Ints = np.zeros((chain + 2) * max(1, self.game.rules.row), np.int64)
        self.kernel(self.game.initial, layer, begin, end, address, report, scratch)
        if report[FAULT] != NO_FAULT:
            raise self.fault(layer, int(report[PLACE]), int(report[FAULT]))

    def fault(self, layer: int, number: int, fault: int) -> BadTable:
        """What is wrong with position `number` of a layer."""
        where = f"layer {layer}, number {number} of {self.game}"
        words = {
            TOO_LONG: f"more than {LONGEST_CHAIN} moves follow each other in one layer; a game in which moves lead in "
            "a circle has no endgame tables",
            UPWARDS: "a move leads to a higher layer; number the layers so that moves only lead down",
            TOO_LARGE: "what is still to gain is more than the 127 that a byte holds",
            MISNUMBERED: "layer(state(layer, number)) and index(state(layer, number)) must give layer and number back",
        }
        return BadTable(f"{where}: {words[fault]}")

    def layer(self, layer: int, address: int, threads: int, advance: Callable[[int], None]) -> None:
        """Computes a layer on several threads; `advance` is told how many of its positions are done."""
        size, lock, failures = self.numbering.sizes[layer], threading.Lock(), list[BaseException]()
        chunks = iter(range(0, size, CHUNK))

        def work() -> None:
            try:
                while not self.stop.is_set() and not failures:
                    with lock:
                        begin = next(chunks, size)
                    if begin >= size:
                        return
                    self.compute(layer, begin, min(size, begin + CHUNK), address)
                    advance(min(size, begin + CHUNK) - begin)
            except BaseException as error:
                failures.append(error)

        count = max(1, min(threads, -(-size // CHUNK)))
        workers = [start_thread(work) for _ in range(count)]
        try:
            for worker in workers:
                while worker.is_alive():
                    worker.join(0.2)
        except BaseException:
            self.stop.set()
            for worker in workers:
                worker.join()
            raise
        if failures:
            raise failures[0]

    def seconds(self, positions: int, threads: int) -> float:
        """About how long so many positions take: the lowest layers are computed once more to tell."""
        layers = max(1, sum(1 for end in self.first[1:] if end <= SAMPLE))
        memory = np.zeros(max(1, self.first[layers]), np.uint8)
        self.compute(0, 0, 0, memory.ctypes.data)
        began = time.perf_counter()
        for layer in range(layers):
            self.compute(layer, 0, self.numbering.sizes[layer], memory.ctypes.data)
        each = (time.perf_counter() - began) / len(memory)
        return 2 * each * positions / max(1, min(threads, processors()))  # higher layers have more moves


def build_table(plan: Plan, threads: int = 1, progress: Progress = lambda done, total: None) -> EndgameTable:
    """Makes a table, or what is missing of it, and returns it. BadTable if another process is making it."""
    try:
        plan.path.parent.mkdir(parents=True, exist_ok=True)
        with locked(plan.path.with_suffix(".lock")):
            fill(plan, threads, progress)
    except Taken:
        raise BadTable(f"another process is making {plan.path}; wait for it, or end it") from None
    except OSError as error:
        raise BadTable(f"{plan.path} cannot be written: {error.strerror or error}") from None
    return load_table(plan.path, plan.game)


def fill(plan: Plan, threads: int, progress: Progress) -> None:
    """Computes the layers of a table that are missing."""
    game, path = plan.game, plan.path
    header = read_header(path, game) if path.exists() else Header(str(game), table_digest(game), ())
    if len(header.checksums) >= plan.layers:
        return
    builder = Builder(game)
    done = builder.first[len(header.checksums)]
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
    try:
        if header.number == 0:
            header = written(handle, header)
        reserve(handle, HEADER + plan.positions)
        with mmap.mmap(handle, HEADER + plan.positions) as mapped:
            memory = np.frombuffer(mapped, np.uint8)
            try:
                for layer in range(len(header.checksums), plan.layers):
                    counted = [done]

                    def advance(positions: int, counted: list[int] = counted) -> None:
                        counted[0] += positions
                        progress(counted[0], plan.positions)

                    builder.layer(layer, int(memory.ctypes.data) + HEADER, threads, advance)
                    begin, done = done, builder.first[layer + 1]
                    checksum = zlib.crc32(memory[HEADER + begin : HEADER + done].data)
                    header = written(handle, header._replace(checksums=(*header.checksums, checksum)))
                    progress(done, plan.positions)
            finally:
                del memory
    finally:
        os.close(handle)


def reserve(handle: int, size: int) -> None:
    """Makes a file so long, on the disk too: a disk that is full would end the process when it writes to the memory."""
    if os.fstat(handle).st_size >= size:
        return
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(handle, 0, size)
        return
    os.lseek(handle, 0, os.SEEK_END)
    while (missing := size - os.fstat(handle).st_size) > 0:
        os.write(handle, bytes(min(missing, 1 << 20)))


def written(handle: int, header: Header) -> Header:
    """Writes a header to the place where the older copy stands, and returns it with its number."""
    header = header._replace(number=header.number + 1)
    place, data = header_copy(header)
    os.lseek(handle, place, os.SEEK_SET)
    os.write(handle, data)
    return header


def check_table(path: Path, game: Game) -> int:
    """Reads all of a table and compares it with its checksums; returns how many layers are sound. BadTable if not."""
    return load_table(path, game, checked_bytes=1 << 62).layers


def prepare_table(game: Game) -> None:
    """Makes the small default table of a game, if it can have one and has none: within seconds.

    If it cannot be made, the game is played without it. Plain Python would take too long to make it.
    """
    if interpreted() or not looks_for_tables(game) or table_path(game).exists():
        return
    with suppress(BadTable):
        plan = plan_table(game)
        began = time.monotonic()
        while time.monotonic() < began + DEFAULT_WAIT:
            try:
                with locked(plan.path.with_suffix(".lock")):
                    break
            except Taken:
                time.sleep(0.1)
            except OSError:
                break
        build_table(plan, processors())
