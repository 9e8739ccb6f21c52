"""Coroutines of tests that are no coroutines themselves."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Told = TypeVar("Told")

SOON = 60.0


def awaited(work: Coroutine[Any, Any, Told]) -> Told:
    """The result of a coroutine, run in a new thread: a browser test may have left an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, asyncio.wait_for(work, SOON)).result()
