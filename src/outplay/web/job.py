"""A job of the process that searches for the server: a thread that sends its answers, and can be stopped."""

import contextlib
import ctypes
import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from outplay.core.errors import OutplayError

Json = dict[str, Any]


class Stopped(BaseException):
    """Raised in the thread of a job when its answer is no longer wanted."""


class NotCompiled(BaseException):
    """Raised if a game must be compiled first, which is not done in a process that searches."""


class Job:
    """A job with its own thread; `work` does it and yields its answers."""

    def __init__(self, number: int, fields: Json, work: "Work") -> None:
        self.number, self.fields, self.work = number, fields, work
        self.stopped = threading.Event()
        self.deadline = float("inf")
        self.late = False
        self.stop_search: Callable[[], bool | None] | None = None
        """Makes the current search return soon with its best result so far; returns False if it cannot. It is preferred
        to an exception, after which the engine and its table could not be used again."""
        self.lock = threading.Lock()
        self.raised = self.over = False
        self.thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        last: Json = {"done": True}
        try:
            last = self._work()
            with self.lock:
                self.over = True
            time.sleep(0)  # an exception that another thread has just raised in this one arrives here
        except Stopped:
            self.over = True
        RUNNING.pop(self.number, None)
        tell(job=self.number, **last)

    def _work(self) -> Json:
        """Does the job and sends its answers; returns the fields of its last message."""
        try:
            for answer in self.work(self):
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
        """Within the block, `stop` is called to stop the search; if it returns False, Stopped is raised instead."""
        self.stop_search = stop
        yield
        with self.lock:
            self.stop_search = None

    def stop(self, late: bool = False) -> None:
        """Makes the job end soon; called from other threads. If `late`, a search that can be stopped still answers with
        its best result so far."""
        self.late = late
        while True:
            with self.lock:
                if self.over or self.raised:
                    return
                waiting = late and self.stop_search is None  # the player is being made, and has no move yet
                stopping = waiting or (self.stop_search is not None and self.stop_search() is not False)
                if not (late and stopping):
                    self.stopped.set()
                if not stopping:
                    self.raised = True
                    thread = ctypes.c_ulong(self.thread.ident or 0)
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(Stopped))
                    return
            time.sleep(0.05)


Work = Callable[[Job], Iterator[Json]]

RUNNING: dict[int, Job] = {}
OUT: list[TextIO] = []
OUT_LOCK = threading.Lock()


def tell(**fields: Any) -> None:
    line = json.dumps(fields) + "\n"
    with OUT_LOCK:
        OUT[0].write(line)
        OUT[0].flush()


def lower_priority(nice: int) -> None:
    """Sets the nice value of this thread and of the threads that it starts; only on Linux."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
