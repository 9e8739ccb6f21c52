"""Runs commands in forks of one process that has everything imported, which saves most of the time of a short command.

Each command is a process of its own, as with `python -m outplay`: its arguments, folder, environment, streams and exit
code are its own. Only what is imported is shared, and what Python reads from its variables while it starts.
"""

import atexit
import gc
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from pathlib import Path

PATIENCE_SECONDS = 180


class CommandServer:
    """The client's end: a process that waits for commands, started at the first one."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "helpers.command_server", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, os.environ.get("PYTHONPATH", "")])},
            )
        self.ours.settimeout(PATIENCE_SECONDS)
        atexit.register(self.close)

    def run(self, words: list[str], folder: Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
        command = json.dumps([words, str(folder), environment]).encode()
        with self.lock, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            socket.send_fds(self.ours, [len(command).to_bytes(8, "big")], [out.fileno(), errors.fileno()])
            self.ours.sendall(command)
            code = int.from_bytes(self.ours.recv(4), "big", signed=True)
            texts = []
            for file in (out, errors):
                file.seek(0)
                texts.append(file.read().decode().replace("\r\n", "\n"))
        return subprocess.CompletedProcess(["outplay", *words], code, *texts)

    def close(self) -> None:
        self.ours.close()
        self.process.wait()


SERVERS: dict[str | None, CommandServer] = {}
"""A server for each value of the variable that Numba reads while it is imported."""


def run(words: list[str], folder: Path, environment: dict[str, str]) -> "subprocess.CompletedProcess[str]":
    """Runs a command in a process of its own, with empty standard input."""
    key = environment.get("NUMBA_DISABLE_JIT")
    if key not in SERVERS:
        SERVERS[key] = CommandServer()
    return SERVERS[key].run(words, folder, environment)


def serve(connection: socket.socket) -> None:
    """Forks for each command until the client has gone; returns in a fork, which then is the command."""
    gc.freeze()  # no fork looks through what all share, which would copy it
    while True:
        header, files, _, _ = socket.recv_fds(connection, 8, 2)
        if not header:
            os._exit(0)
        text = b""
        while len(text) < int.from_bytes(header, "big"):
            text += connection.recv(1 << 16)
        child = os.fork()
        if not child:
            connection.close()
            become(files, *json.loads(text))
            return
        for file in files:
            os.close(file)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        connection.sendall(code.to_bytes(4, "big", signed=True))


def become(files: list[int], words: list[str], folder: str, environment: dict[str, str]) -> None:
    """Makes this process what `python -m outplay WORDS` would be in that folder."""
    for number, file in enumerate(files, 1):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["outplay", *words]
    random.seed()
    signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> None:
    # What commands import when they need it.
    import numba  # noqa: F401
    import sqlalchemy  # noqa: F401

    import outplay.arena.tournament
    import outplay.cli
    import outplay.compiler.build
    import outplay.engine.engine

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at the tests' terminal is theirs
    serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        outplay.cli.main()
    except SystemExit as end:
        leave(end.code if isinstance(end.code, int) else 0)
    except BaseException:
        traceback.print_exc()
        leave(1)


def leave(code: int) -> None:
    """Ends this process as Python does, but does not take apart what it shares with the server."""
    sys.stdout.flush()
    sys.stderr.flush()
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    os._exit(code)


if __name__ == "__main__":
    main()
