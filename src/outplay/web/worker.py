"""A process that searches for the server: questions as lines of JSON on standard input, answers on standard output.

    {"job": 7, "do": "analyse", "game": …, …}    begins job 7, in a thread of its own
    {"stop": 7}                                  ends it

    {"job": 7, "answer": {…}}                    something it found; any number of these
    {"job": 7, "compile": true}                  the game is not compiled: ask again when another process has done that
    {"job": 7, "error": "…"} or {"job": 7, "done": true}

When standard input ends the process does too, so that none is left behind, however the server came to its end.
"""

import contextlib
import ctypes
import json
import os
import sys
import threading
import time
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from outplay import compiler
from outplay.core.errors import OutplayError
from outplay.core.game import Game, Outcome, Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game
from outplay.core.specs import name_of

Json = dict[str, Any]

TABLE_MB = 16
IDLE = 6
"""How many engines and players are kept that nobody uses at the moment."""
NOT_OFTENER = 0.1
"""Seconds between two answers of an analysis."""
CHOICE_SECONDS = 60.0
"""A player that takes longer than this is stopped."""
COMPILING, PATIENT = 10, 15
"""How much compiling and analyses stand back (nice). Of an analysis only the search itself does: were it the thread
that holds Python's lock, a move that somebody waits for would have to wait for it."""


class Stopped(BaseException):
    """Raised in a job's thread when nobody wants its answer any longer."""


class NotCompiled(BaseException):
    """The game has to be compiled first, which is not done in a process that searches."""


class Job:
    """A job in its thread."""

    def __init__(self, number: int, fields: Json) -> None:
        self.number, self.fields = number, fields
        self.stopped = threading.Event()
        self.deadline = float("inf")
        self.late = False
        self.stop_search: Callable[[], bool | None] | None = None
        """Makes the search that is under way return soon with what it has; False if it cannot. An engine that is
        stopped by an exception would be lost with its table."""
        self.lock = threading.Lock()
        self.raised = self.over = False
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        last: Json = {"done": True}
        try:
            last = self._work()
            with self.lock:
                self.over = True
            time.sleep(0)  # an exception that was raised at the last moment arrives here
        except Stopped:
            self.over = True
        RUNNING.pop(self.number, None)
        tell(job=self.number, **last)

    def _work(self) -> Json:
        """Does the job. Answers with the last word on it."""
        try:
            for answer in JOBS[self.fields["do"]](self):
                if not self.stopped.is_set():
                    tell(job=self.number, answer=answer)
            return {"done": True}
        except Stopped:
            return {"error": "it took too long; ask for less depth or time"} if self.late else {"done": True}
        except NotCompiled:
            return {"compile": True}
        except OutplayError as error:
            return {"error": str(error), "file": getattr(error, "file", None)}
        except MemoryError:
            return {"error": "there is not enough memory for this search"}
        except BaseException as error:
            if os.environ.get("OUTPLAY_DEBUG"):
                sys.excepthook(type(error), error, error.__traceback__)
            return {"error": f"a mistake in outplay itself: {type(error).__name__}"}

    @contextlib.contextmanager
    def searching(self, stop: Callable[[], bool | None]) -> Iterator[None]:
        """While the block lasts, `stop` ends the search, unless it returns False."""
        self.stop_search = stop
        yield
        with self.lock:
            self.stop_search = None

    def stop(self, late: bool = False) -> None:
        """Makes the job end soon. A player that is late answers with what it has. Called from other threads."""
        self.late = late
        while True:
            with self.lock:
                if self.over or self.raised:
                    return
                kindly = self.stop_search is not None and self.stop_search() is not False
                if not (late and kindly):
                    self.stopped.set()
                if not kindly:
                    self.raised = True
                    thread = ctypes.c_ulong(self.thread.ident or 0)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Stopped))
                    return
            time.sleep(0.05)


RUNNING: dict[int, Job] = {}
OUT: list[TextIO] = []
OUT_LOCK = threading.Lock()


def tell(**fields: Any) -> None:
    line = json.dumps(fields) + "\n"
    with OUT_LOCK:
        OUT[0].write(line)
        OUT[0].flush()


def stand_back(nice: int) -> None:
    """This thread, and those that it starts, let others go first; only where the system has that for threads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)


class Shelf:
    """Engines and players between two uses: the last used ones are kept, with what their tables know."""

    def __init__(self) -> None:
        self.idle: OrderedDict[tuple[str, str], list[tuple[Game, Any]]] = OrderedDict()
        self.lock = threading.Lock()

    @contextlib.contextmanager
    def lent(self, spec: str, kind: str, make: Callable[[Game], Any]) -> Iterator[tuple[Game, Any]]:
        """A game and something that plays it, nobody else's for as long as the block lasts; thrown away if that
        fails. A position must be of this very game: a user's file has new types each time that it is read."""
        key = spec, kind
        with self.lock:
            found = self.idle[key].pop() if self.idle.get(key) else None
        if found is None:
            game = find_game(spec)
            found = game, make(game)
        yield found
        with self.lock:
            self.idle.setdefault(key, []).append(found)
            self.idle.move_to_end(key)
            while sum(map(len, self.idle.values())) > IDLE:
                oldest = next(iter(self.idle))
                if self.idle[oldest]:
                    self.idle[oldest].pop(0)
                if not self.idle[oldest]:
                    del self.idle[oldest]


SHELF = Shelf()


def position_of(game: Game, values: list[int]) -> Position:
    return Position(game, type(game.initial)(*values))


def with_table(spec: str) -> str:
    """The text of a player, with the table that it gets here."""
    from outplay.players.specs import parse

    return str(parse(spec).with_(table=TABLE_MB)) if name_of(spec) == "engine" else spec


def choose(job: Job) -> Iterator[Json]:
    """One move of a player, and why."""
    from outplay.players import player

    fields = job.fields
    spec = fields["player"]
    with SHELF.lent(fields["game"], spec, lambda game: player(with_table(spec), game)) as (game, chooser):
        position = position_of(game, fields["state"])
        began = time.perf_counter()
        job.deadline = time.monotonic() + CHOICE_SECONDS
        with job.searching(chooser.stop):
            choice = chooser.choose(position, Limit(time=fields["time"]))
        job.deadline = float("inf")
        seconds = time.perf_counter() - began
        why = choice.explanation
    yield {
        "move": position.name(choice.move),
        "because": why.because,
        "figures": dict(why.figures),
        "seconds": seconds,
        "score": choice.score,
        "outcome": outcome_json(choice.analysis.outcome if choice.analysis else None),
        "considered": [
            {"move": position.name(c.move), "value": c.value, "at_most": c.at_most, "why": c.why}
            for c in why.considered[:12]
        ],
    }


def patient_engine(game: Game) -> Any:
    """An engine whose search stands back behind all others."""
    from outplay.engine.engine import Engine

    class Patient(Engine):
        def _work(self, *arguments: Any) -> None:
            stand_back(PATIENT)
            super()._work(*arguments)

    return Patient(game, TABLE_MB)


def analyse(job: Job) -> Iterator[Json]:
    """What the engine thinks of a position, again and again."""
    fields = job.fields
    with SHELF.lent(fields["game"], "", patient_engine) as (game, engine):
        position = position_of(game, fields["state"])
        told, last = 0.0, None
        with job.searching(engine.stop):
            for analysis in engine.stream(position, Limit(time=fields["seconds"]), fields["lines"]):
                last = analysis
                if job.stopped.is_set():
                    break
                if time.monotonic() - told >= NOT_OFTENER:
                    told = time.monotonic()
                    yield {"analysis": analysis_json(position, analysis)}
        assert last is not None
        yield {"analysis": analysis_json(position, last)}
    if not all(line.exact for line in last.lines):
        yield {"note": "that was a minute; switch it on again to go on"}


def analysis_json(position: Position, analysis: Any) -> Json:
    fields = line_json(position, analysis)
    fields |= {name: getattr(analysis, name) for name in ("depth", "nodes", "rate", "seconds", "table_used")}
    fields["lines"] = [line_json(position, line) for line in analysis.lines]
    return fields


def line_json(position: Position, line: Any) -> Json:
    return {
        "move": position.name(line.move),
        "line": names_of(position, line.line),
        "sides": sides_of(position, line.line),
        "score": line.score,
        "score_first": for_first(position, line.score),
        "exact": line.exact,
        "outcome": outcome_json(line.outcome),
        "plies": line.plies,
    }


def for_first(position: Position, score: float) -> float:
    """A score for the side to move as one for the first player; never a negative 0."""
    return 0.0 - score if position.to_move else score + 0.0


def names_of(position: Position, moves: tuple[int, ...]) -> list[str]:
    names = []
    for move in moves:
        names.append(position.name(move))
        position = position.play(move)
    return names


def sides_of(position: Position, moves: tuple[int, ...]) -> list[int]:
    """Who makes each of the moves."""
    sides = []
    for move in moves:
        sides.append(position.to_move)
        position = position.play(move)
    return sides


def outcome_json(outcome: Outcome | None) -> Json | None:
    return outcome._asdict() if outcome else None


def report(job: Job) -> Iterator[Json]:
    """The score after each ply, the last first; then the mistakes, and where the game turned."""
    from outplay.core.records import Record
    from outplay.core.results import Ending, GameResult, MoveRecord
    from outplay.tools.report import report as report_on
    from outplay.tools.report import views

    fields = job.fields
    ended = fields["outcome"]
    result = ended and GameResult(ended["winner"], ended["margin"], Ending(ended["ending"]), ended["reason"])
    seen = {}
    with SHELF.lent(fields["game"], "", patient_engine) as (game, engine):
        record = Record(position_of(game, fields["state"]), tuple(map(MoveRecord, fields["moves"])), result)
        for ply, found in views(record, engine, Limit(time=fields["seconds"])):
            seen[ply] = found
            yield {"step": {"ply": ply, "score": found.score, "outcome": outcome_json(found.outcome)}}
            if job.stopped.is_set():
                return
    told, places = report_on(record, seen), record.positions()
    yield {
        "turning": [
            {
                "ply": step.number,
                "player": step.player,
                "move": step.position.name(step.move),
                "better": names_of(places[step.number - 1], step.line),
                "sides": sides_of(places[step.number - 1], step.line),
                "score": step.score,
                "best_score": step.best_score,
                "loss": step.loss,
                "proven": step.proven,
                "result_lost": step.result_lost,
                "turned": told.turn is not None and step.number == told.turn.number,
            }
            for step in told.steps
            if step in told.mistakes or step is told.turn
        ]
    }


def prepare(job: Job) -> Iterator[Json]:
    """Makes what a player needs, and keeps it for the first move."""
    from outplay.players import player

    spec = job.fields["player"]
    with SHELF.lent(job.fields["game"], spec, lambda game: player(with_table(spec), game)):
        yield {}


def tree(job: Job) -> Iterator[Json]:
    """The tree of a small search, in pieces."""
    from outplay.tools.trace import trace_chunks

    fields = job.fields
    position = position_of(find_game(fields["game"]), fields["state"])
    yield from trace_chunks(
        position, fields["search"], fields["table"], fields["depth"], fields["most_nodes"], stop=job.stopped.is_set
    )


def compile_first(job: Job) -> Iterator[Json]:
    """Fills the cache on disk with what a job needs."""
    from outplay.engine.engine import Engine
    from outplay.players import player

    stand_back(COMPILING)
    fields = job.fields
    game = find_game(fields["game"])
    if name_of(fields.get("player", "engine")) == "engine":
        Engine(game, 1)
    else:
        player(fields["player"], game)
    yield {}


def compiled(job: Job) -> Iterator[Json]:
    """Whether the engine could search a game without compiling it first."""
    from outplay.engine.engine import Engine

    try:
        Engine(find_game(job.fields["game"]), 1)
    except NotCompiled:
        yield {"compiled": False}
    else:
        yield {"compiled": True}


JOBS: dict[str, Callable[[Job], Iterator[Json]]] = {
    "prepare": prepare,
    "choose": choose,
    "analyse": analyse,
    "report": report,
    "tree": tree,
    "compile": compile_first,
    "compiled": compiled,
}


@contextlib.contextmanager
def refused(game: str) -> Iterator[None]:
    """Stands for compiling in a process that searches, unless the job is to compile here all the same."""
    thread = threading.current_thread()
    job = next((job for job in list(RUNNING.values()) if job.thread is thread), None)
    if job and job.fields["do"] != "compile" and not job.fields.get("compile_here"):
        raise NotCompiled
    yield


def watch() -> None:
    """Ends jobs that are past their time."""
    while True:
        time.sleep(0.25)
        for job in list(RUNNING.values()):
            if time.monotonic() > job.deadline:
                job.deadline = float("inf")
                threading.Thread(target=job.stop, args=(True,), daemon=True).start()


def warm_up() -> None:
    """Imports what every search needs, before the first one asks for it."""
    with contextlib.suppress(ImportError):
        import outplay.engine.engine  # noqa: F401


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"outplay: warning: {message}", file=sys.stderr)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    OUT.append(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # what a game's own code prints must not stand among the answers
    sys.stdout = sys.stderr
    compiler.announce = refused
    warnings.showwarning = show_warning
    threading.Thread(target=warm_up, daemon=True).start()
    threading.Thread(target=watch, daemon=True).start()
    for line in sys.stdin:
        message = json.loads(line)
        if "stop" in message:
            if job := RUNNING.get(message["stop"]):
                threading.Thread(target=job.stop, daemon=True).start()
            continue
        job = RUNNING[message["job"]] = Job(message["job"], message)
        job.thread.start()
    os._exit(0)


if __name__ == "__main__":
    main()
