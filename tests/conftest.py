"""Every run of the tests has a compile cache of its own, unless it is given one, and always a store of its own."""

import os
import tempfile

from hypothesis import settings

os.environ.setdefault("OUTPLAY_CACHE", tempfile.mkdtemp(prefix="outplay-tests-"))
os.environ["OUTPLAY_DATA"] = tempfile.mkdtemp(prefix="outplay-tests-")
settings.register_profile("outplay", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("outplay")
