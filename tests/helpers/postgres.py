"""A PostgreSQL server for the tests: in a temporary folder, on a socket there and on no port, removed afterwards.

`server` is a fixture of the whole session, so each process of `pytest -n` has a server. Where PostgreSQL is not
installed and cannot be, the tests that need it are skipped and say why.
"""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.debian import installed

START_SECONDS = 60


def find_programs() -> Path | None:
    """The folder of initdb and postgres."""
    found = shutil.which("initdb")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    places += [Path("/usr/local/pgsql/bin"), Path("/opt/homebrew/bin"), Path("/usr/local/bin")]
    return next((p for p in places if (p / "initdb").is_file() and (p / "postgres").is_file()), None)


def as_user() -> dict[str, Any]:
    """The arguments of Popen that start a process as another user than root, as PostgreSQL requires."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}


def end_with_parent() -> None:
    """Makes the system stop the server when the tests are killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGQUIT)


def run(programs: Path, folder: Path) -> Generator[str, None, None]:
    """Runs a server in a folder and yields its URL."""
    user = as_user()
    if user:
        os.chown(folder, user["user"], user["group"])
    made = subprocess.run(
        [programs / "initdb", "-D", folder / "data", "-U", "outplay", "-A", "trust", "-E", "UTF8", "--no-sync"],
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
        cwd=folder,
        **user,
    )
    assert made.returncode == 0, made.stderr
    log = (folder / "log").open("w")
    settings = {"listen_addresses": "", "unix_socket_directories": folder, "fsync": "off", "max_connections": "50"}
    words = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
    server = subprocess.Popen(
        [programs / "postgres", "-D", folder / "data", *words],
        stdout=log,
        stderr=log,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        preexec_fn=end_with_parent,
        start_new_session=True,
        **user,
    )
    try:
        wait_for(server, folder)
        yield f"postgresql://outplay@/postgres?host={folder}"
    finally:
        server.send_signal(signal.SIGQUIT)
        try:
            server.wait(10)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
        log.close()


def wait_for(server: "subprocess.Popen[bytes]", folder: Path) -> None:
    import psycopg

    end = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < end:
        try:
            psycopg.connect(f"host={folder} user=outplay dbname=postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL does not start: {(folder / 'log').read_text()}")


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The URL of the server's database."""
    pytest.importorskip("psycopg", reason="PostgreSQL is not tested: the package psycopg is not installed")
    programs = find_programs() or (find_programs() if installed("postgresql") else None)
    if programs is None:
        pytest.skip("PostgreSQL is not tested: initdb is not installed and cannot be installed here")
    folder = Path(tempfile.mkdtemp(prefix="outplay-pg-", dir="/tmp"))
    try:
        yield from run(programs, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
