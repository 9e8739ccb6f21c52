"""What tests of protocols speak with: a player that plays what it is told, and a manager over real pipes."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Self

from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.protocols.dialect import Answer, Think, Thought
from outplay.protocols.speaker import Speaker


class ScriptedHost:
    """Plays the moves it was given by their names, else the first legal one, and remembers what it was asked."""

    def __init__(self, *names: str, score: float | None = None) -> None:
        self.names, self.score = list(names), score
        self.prepared: list[tuple[str, int | None]] = []
        self.asked: list[tuple[Position, Limit]] = []
        self.told: list[str] = []
        self.waited = 0

    def prepare(self, game: Game, table: int | None = None) -> Think:
        self.prepared.append((str(game), table))
        return self.think

    def think(self, position: Position, limit: Limit, report: Callable[[Thought], None]) -> Answer:
        self.asked.append((position, limit))
        move = position.game.move(self.names.pop(0), position) if self.names else position.moves()[0]
        report(Thought(move, self.score, 3, 1000, (move,), False, 0.5))
        return Answer(move, self.score)

    def until_stopped(self) -> None:
        self.waited += 1

    def tell(self, text: str) -> None:
        self.told.append(text)


def replies(speaker: Speaker, text: str) -> list[str]:
    """What a speaker answers to some lines."""
    return [reply for line in text.splitlines() for reply in speaker.hear(line)]


class Piped:
    """A speaker of ours in a process of its own."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "outplay", "speak", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def until(self, begin: str) -> list[str]:
        """The lines up to the first one that begins so, or that is empty for an empty text."""
        assert self.process.stdout
        lines: list[str] = []
        while not lines or not (lines[-1].startswith(begin) if begin else lines[-1] == ""):
            line = self.process.stdout.readline().decode()
            assert line, f"the program is gone after {lines}"
            lines.append(line.rstrip("\n"))
        return lines

    def end(self) -> tuple[int, str, float]:
        """Closes the pipe; the exit code, what was written to standard error, and the seconds that it took."""
        began = time.monotonic()
        _, errors = self.process.communicate(timeout=60)
        return self.process.returncode, errors.decode(), time.monotonic() - began


def spoken(words: Sequence[str], data: bytes) -> "subprocess.CompletedProcess[bytes]":
    """A speaker of ours that hears some bytes at once."""
    return subprocess.run(
        [sys.executable, "-m", "outplay", "speak", *words], input=data, capture_output=True, timeout=60
    )
