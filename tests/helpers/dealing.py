"""Games for workers to play, and what is asked of workers and of the processes that they leave."""

import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from outplay.arena.games import Conditions, PlayedGame, ScheduledGame
from outplay.arena.workers import Finished, Workers

PATIENCE = 60.0

COUNTDOWN = """
import os, subprocess, sys, time
from pathlib import Path
from typing import NamedTuple
from outplay import GOING_ON, Game

class State(NamedTuple):
    left: int
    turn: int

def moves(state):
    return 1

def play(state, move):
    {deed}
    return State(state.left - 1, 1 - state.turn)

def outcome(state):
    return GOING_ON if state.left else -1

def to_move(state):
    return state.turn

game = Game("countdown", State(3, 0), 8, moves, play, outcome, to_move)
"""


def countdown(folder: Path, deed: str) -> str:
    """A game whose rules do something before each move."""
    path = folder / f"countdown_{uuid.uuid4().hex}.py"
    path.write_text(COUNTDOWN.format(deed=deed))
    return str(path)


def scheduled(number: int, game: str = "kalah:6,4", first: str = "random", second: str = "random") -> ScheduledGame:
    return ScheduledGame(number, 1, game, "a", "b", first, second, (), 10 * number, Conditions())


def all_of(workers: Workers, games: Sequence[ScheduledGame]) -> list[Finished]:
    """Plays all, as many at a time as may be."""
    waiting, done = list(games), list[Finished]()
    give_up = time.monotonic() + PATIENCE
    while len(done) < len(games):
        while waiting and len(games) - len(waiting) - len(done) < workers.size:
            workers.submit(waiting.pop(0))
        done += workers.finished(0.5)
        assert time.monotonic() < give_up, "not all games came back"
    return done


def moves_of(done: Sequence[Finished]) -> dict[int, tuple[str, ...]]:
    played = {game.number: went.names for game, went in done if isinstance(went, PlayedGame)}
    assert len(played) == len(done)
    return played


def until(what: Callable[[], object]) -> None:
    give_up = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def marked(mark: str) -> list[int]:
    """The living processes that have a word in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.append(int(folder.name))
    return found
