"""The commands as a user runs them, in a process of their own or at a terminal."""

import json
import os
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from helpers import command_server


def refused(done: "subprocess.CompletedProcess[str]", message: str) -> None:
    """Asserts that a command failed with one line of message and the exit code for wrong usage."""
    assert done.returncode == 2
    assert message in done.stderr
    assert len([text for text in done.stderr.splitlines() if not text.startswith("compiling")]) == 1


def outplay_run(*words: str, cwd: Path | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
    variables = {**os.environ, "COLUMNS": "100", **environment}
    if hasattr(os, "fork") and not any(name.startswith("PYTHON") for name in environment):
        return command_server.run(list(words), cwd or Path.cwd(), variables)
    return subprocess.run(
        [sys.executable, "-m", "outplay", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        cwd=cwd,
        env=variables,
        timeout=180,
    )


def good(*words: str, cwd: Path | None = None) -> str:
    done = outplay_run(*words, cwd=cwd)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def json_lines(*words: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in good(*words, "--json").splitlines()]


def at_a_terminal(*words: str, typed: str, after: str = "", **environment: str) -> tuple[int, str]:
    """Runs a command at a pseudo-terminal, types, and returns the exit code and all that the screen showed.

    It types at once, or when the screen shows the text `after`.
    """
    import pty  # not at the top: Windows has none, and the other functions are wanted there too

    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay", *words],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env={**os.environ, "TERM": "xterm", **environment},
    )
    os.close(follower)
    waiting = bool(after)
    if not waiting:
        os.write(leader, typed.encode())
    shown = b""
    end = time.monotonic() + 90
    while time.monotonic() < end:
        if not select.select([leader], [], [], 0.5)[0]:
            if process.poll() is not None:
                break
            continue
        try:
            data = os.read(leader, 4096)
        except OSError:  # the other end is closed
            break
        if not data:
            break
        shown += data
        if waiting and after.encode() in shown:
            os.write(leader, typed.encode())
            waiting = False
    code = process.wait(10)
    os.close(leader)
    return code, shown.decode().replace("\r\n", "\n")
