"""The server's messages on standard error, bounded: whatever clients do, they cannot fill a disk with them."""

import logging
import os
import sys

from outplay.web.limits import Allowance

LINES, SECONDS = 20, 10.0
"""Messages at once, and the seconds after which there may be another one."""
LONGEST = 2000
"""Characters of a message; of a longer one the end is shown, where a traceback says what happened."""

LOGGER = logging.getLogger("outplay.web")


class BoundedHandler(logging.Handler):
    """Writes messages to standard error, few of them; the next one says how many were left out."""

    def __init__(self, lines: int = LINES, seconds: float = SECONDS) -> None:
        super().__init__()
        self.allowance = Allowance(1 / seconds, lines)
        self.left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        if not os.environ.get("OUTPLAY_DEBUG") and not self.allowance.take_if_there():
            self.left_out += 1
            return
        text = self.format(record)
        if len(text) > LONGEST:
            text = f"… {text[-LONGEST:]}"
        more = f" ({self.left_out} earlier messages were left out)" if self.left_out else ""
        self.left_out = 0
        print(f"outplay: {text}{more}", file=sys.stderr, flush=True)


def bound_logs() -> None:
    """Sends the messages of the server and of the libraries under it through one bounded handler."""
    handler = BoundedHandler()
    for name in (LOGGER.name, "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(logging.ERROR)
