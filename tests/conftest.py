"""Every run of the tests has a compile cache of its own, unless it is given one, and always a store of its own.

The programs that the tests start inherit which signals are ignored, and a shell without job control ignores SIGINT and
SIGQUIT in what it runs in the background. They are set back here, before the workers of pytest-xdist are started, so
that the tests of Ctrl-C hold however the tests are started. SIGHUP stays ignored under `nohup`: no test sends it.
"""

import os
import signal
import tempfile

from hypothesis import settings

os.environ.setdefault("OUTPLAY_CACHE", tempfile.mkdtemp(prefix="outplay-tests-"))
os.environ["OUTPLAY_DATA"] = tempfile.mkdtemp(prefix="outplay-tests-")
settings.register_profile("outplay", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("outplay")

for name, handler in (("SIGINT", signal.default_int_handler), ("SIGQUIT", signal.SIG_DFL)):
    if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is signal.SIG_IGN:
        signal.signal(getattr(signal, name), handler)
