"""Programs of Debian that tests need, installed where the tests may install something."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def installed(package: str) -> bool:
    """Installs a package, one process at a time; False where that cannot be done: no Debian, not root, no network."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    import fcntl

    with open(Path(tempfile.gettempdir()) / f"outplay-install-{package}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        command = ["apt-get", "install", "-y", "-q", "--no-install-recommends", package]
        done = subprocess.run(command, env=environment, capture_output=True, timeout=600, stdin=subprocess.DEVNULL)
    return done.returncode == 0
