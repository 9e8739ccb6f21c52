"""Starts the real server, and sends it requests as the page does, without a browser."""

import contextlib
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from outplay.web.server import token_file

PATIENCE = 120
"""The timeout in seconds: a game may have to be compiled first, on a machine that has other work."""


class Server:
    """`outplay serve`, as a user starts it; where `files` is given, with a limit of open files."""

    def __init__(
        self,
        *words: str,
        cwd: Path | None = None,
        port: int = 0,
        files: int | None = None,
        program: Sequence[str] = (sys.executable, "-m", "outplay"),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        command = [*program, "serve", "--no-open", "--port", str(port), *words]
        if files is not None:
            command = ["sh", "-c", f'ulimit -n {files}; exec "$@"', "sh", *command]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=cwd,
            env={**(os.environ if environment is None else environment), "COLUMNS": "100"},
        )
        assert self.process.stdout
        self.line = self.process.stdout.readline()
        self.address = self.line.split()[-1] if self.line else ""

    @property
    def token(self) -> str:
        """The token of the server, which it does not write into a pipe."""
        return token_file().read_text("ascii")

    @property
    def origin(self) -> str:
        return self.address.rstrip("/")

    @property
    def port(self) -> int:
        return int(self.origin.rpartition(":")[2])

    def workers(self) -> list[int]:
        """The ids of its worker processes."""
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in found.stdout.split()]

    def connect(self, **options: Any) -> ClientConnection:
        address = self.origin.replace("http", "ws", 1) + "/ws"
        options = {"origin": self.origin, "max_size": None, "max_queue": None, **options}
        connection: ClientConnection = connect(address, **options)
        return connection

    @contextlib.contextmanager
    def page(self) -> Iterator["Page"]:
        with self.connect() as socket:
            yield Page(socket)

    def end(self) -> tuple[int, str]:
        """Sends Ctrl-C; returns the exit code and standard error."""
        self.process.send_signal(signal.SIGINT)
        _, said = self.process.communicate(timeout=30)
        return self.process.returncode, said


class Page:
    """One connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.numbers = itertools.count(1)

    def say(self, **fields: Any) -> int:
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, **fields}))
        return number

    def hear(self) -> dict[str, Any]:
        answer = json.loads(self.socket.recv(PATIENCE))
        assert isinstance(answer, dict)
        return answer

    def answers(self, **fields: Any) -> list[dict[str, Any]]:
        """All answers to a request, if no other request is open."""
        number, found = self.say(**fields), [self.hear()]
        while not found[-1].get("done"):
            found.append(self.hear())
        assert {answer["id"] for answer in found} == {number}
        return found

    def ask(self, **fields: Any) -> dict[str, Any]:
        """The last answer to a request."""
        return self.answers(**fields)[-1]
