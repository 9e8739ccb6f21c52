"""Other libraries: our games in theirs, and theirs in ours. A bridge is imported when it is first asked for, as in
`outplay.bridges.pettingzoo`, and needs its library."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def __getattr__(name: str) -> ModuleType:
    if not name.startswith("_") and any(module.name == name for module in iter_modules(__path__)):
        return import_module(f"outplay.bridges.{name}")
    raise AttributeError(f"module 'outplay.bridges' has no attribute {name!r}")
