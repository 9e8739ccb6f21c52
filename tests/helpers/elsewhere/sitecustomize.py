"""Makes a Python process lack what Windows lacks: modules that cannot be imported, functions that are not there.

Python imports it by itself at its beginning, where this folder is on the path. The standard library needs some of the
functions on this system, so what uses them is imported before.
"""

import asyncio
import multiprocessing.popen_spawn_posix
import multiprocessing.resource_tracker
import os
import signal
import subprocess
import sys

MODULES = ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty")
OS = (
    *("fork", "getpgid", "getpgrp", "getuid", "killpg", "nice", "posix_fallocate", "sched_getaffinity", "setpriority"),
    *("setsid", "sysconf", "WNOHANG"),
)
SIGNAL = ("SIGHUP", "SIG_BLOCK", "SIG_UNBLOCK", "SIG_SETMASK", "pthread_kill", "pthread_sigmask")

imported = (asyncio, multiprocessing, subprocess)
for name in MODULES:
    sys.modules[name] = None  # type: ignore[assignment]
for module, names in ((os, OS), (signal, SIGNAL)):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
multiprocessing.resource_tracker._HAVE_SIGMASK = False  # type: ignore[attr-defined]
