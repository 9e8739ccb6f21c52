"""Packages that tests take away."""

import importlib.util
from importlib.machinery import ModuleSpec

import pytest

FIND = importlib.util.find_spec


def without_package(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """Makes a package look as if it were not installed."""

    def found(name: str, parent: str | None = None) -> ModuleSpec | None:
        return None if name == package else FIND(name, parent)

    monkeypatch.setattr("importlib.util.find_spec", found)
