"""The text of a position as its fields and their numbers, which `Board` uses where a game says nothing else."""

from typing import Any

from outplay.core.errors import BadPosition

State = Any


def write_fields(state: State) -> str:
    """The fields of a state as one line: `left=3 turn=0`."""
    return " ".join(f"{field}={value}" for field, value in zip(state._fields, state, strict=True))


def read_fields(text: str, like: State) -> State:
    """The state that `write_fields` wrote; BadPosition if the text has other fields than `like`, or no numbers."""
    parts = text.split()
    fields = dict(part.split("=", 1) for part in parts if "=" in part)
    if len(parts) != len(fields) or set(fields) != set(like._fields):
        raise BadPosition(f"the position must read like {write_fields(like)!r}")
    if not all(value.isascii() and value.isdigit() for value in fields.values()):
        raise BadPosition(f"every field must be a whole number, as in {write_fields(like)!r}")
    return type(like)(**{name: int(value) for name, value in fields.items()})
