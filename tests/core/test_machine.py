"""What is set aside before a search: garbage is still collected, and an engine's memory does not wait for that."""

import gc
import weakref

import pytest

import outplay
from outplay import Engine
from outplay.core.machine import SetAside, settle


class Ring:
    """An object that only the garbage collector can free."""

    def __init__(self) -> None:
        self.itself = self


def test_new_garbage_is_collected_and_not_set_aside() -> None:
    settle()
    ring = weakref.ref(Ring())
    settle()
    assert ring() is None


def test_what_was_set_aside_is_collected_when_a_quarter_has_been_added(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Ring()
    settle()
    ring = weakref.ref(kept)
    del kept
    monkeypatch.setattr(SetAside, "total", 1 << 40)
    settle()
    assert ring() is not None
    monkeypatch.setattr(SetAside, "total", 0)
    settle()
    assert ring() is None


@pytest.mark.kernel
def test_an_engine_is_freed_without_the_garbage_collector() -> None:
    engine = Engine(outplay.game("tic-tac-toe"), 1)
    memory = weakref.ref(engine.search_threads.table)
    gc.disable()
    try:
        del engine
        assert memory() is None
    finally:
        gc.enable()
