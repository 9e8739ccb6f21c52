"""A process that searches for the server: jobs as lines of JSON on standard input, answers on standard output.

    {"job": 7, "do": "analyse", "game": …, …}    begins job 7, in a thread of its own
    {"stop": 7, "best": false}                   ends it; with true, a player still answers with its best move so far

    {"job": 7, "answer": {…}}                    an answer; a job may give any number of them
    {"job": 7, "compile": true}                  the game is not compiled: send it again when another process did that
    {"job": 7, "error": "…"} or {"job": 7, "done": true}

The process ends when its standard input does, so that it never outlives the server.
"""

import contextlib
import json
import os
import sys
import threading
import time
import warnings
from collections.abc import Iterator

from outplay import compiler
from outplay.web.job import OUT, RUNNING, Job, NotCompiled
from outplay.web.tasks import JOBS


@contextlib.contextmanager
def refused(game: str) -> Iterator[None]:
    """Called when a game is about to be compiled; raises NotCompiled unless the job is to compile in this process."""
    thread = threading.current_thread()
    job = next((job for job in list(RUNNING.values()) if job.thread is thread), None)
    if job and job.fields["do"] != "compile" and not job.fields.get("compile_here"):
        raise NotCompiled
    yield


def watch() -> None:
    """Stops the jobs that have exceeded their deadlines."""
    while True:
        time.sleep(0.25)
        for job in list(RUNNING.values()):
            if time.monotonic() > job.deadline:
                job.deadline = float("inf")
                threading.Thread(target=job.stop, args=(True,), daemon=True).start()


def warm_up() -> None:
    """Imports the modules of the engine before the first search needs them."""
    with contextlib.suppress(ImportError):
        import outplay.engine.engine  # noqa: F401


def show_warning(message: Warning | str, *_: object, **__: object) -> None:
    print(f"outplay: warning: {message}", file=sys.stderr)


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    OUT.append(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)  # what the code of a game prints must not be mixed with the answers
    sys.stdout = sys.stderr
    compiler.announce = refused
    warnings.showwarning = show_warning
    threading.Thread(target=warm_up, daemon=True).start()
    threading.Thread(target=watch, daemon=True).start()
    for line in sys.stdin:
        message = json.loads(line)
        if "stop" in message:
            if job := RUNNING.get(message["stop"]):
                threading.Thread(target=job.stop, args=(message["best"],), daemon=True).start()
            continue
        job = RUNNING[message["job"]] = Job(message["job"], message, JOBS[message["do"]])
        job.thread.start()
    os._exit(0)


if __name__ == "__main__":
    main()
