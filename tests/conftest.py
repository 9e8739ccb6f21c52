"""Every run of the tests has a compile cache of its own, unless it is given one, and always a store of its own.

The programs that the tests start inherit which signals are ignored, and a shell without job control ignores SIGINT and
SIGQUIT in what it runs in the background. They are set back here, before the workers of pytest-xdist are started, so
that the tests of Ctrl-C hold however the tests are started. SIGHUP stays ignored under `nohup`: no test sends it.
"""

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

os.environ.setdefault("OUTPLAY_CACHE", tempfile.mkdtemp(prefix="outplay-tests-"))
os.environ["OUTPLAY_ENDGAME"] = "none"  # what is searched must not depend on which tests ran before
os.environ["OUTPLAY_DATA"] = tempfile.mkdtemp(prefix="outplay-tests-")
settings.register_profile("outplay", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("outplay")

for name, handler in (("SIGINT", signal.default_int_handler), ("SIGQUIT", signal.SIG_DFL)):
    if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, name), handler)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Tests marked `rules` run with the compiler turned off, in this process and in those that they start."""
    before = os.environ.get("NUMBA_DISABLE_JIT")
    if item.get_closest_marker("rules"):
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    try:
        return (yield)
    finally:
        if before is None:
            os.environ.pop("NUMBA_DISABLE_JIT", None)
        else:
            os.environ["NUMBA_DISABLE_JIT"] = before
