"""What the arena has stored, as data for tables, plots and replays."""

from typing import Any

from outplay.errors import BadSpec

Json = dict[str, Any]


class Tournaments:
    """Reads the arena's store. The store is opened when it is first asked for."""

    def __init__(self, where: str | None = None) -> None:
        self.where = where

    def runs(self) -> list[Json]:
        return []

    def run(self, name: str) -> Json:
        raise BadSpec(f"there is no run {name!r}")

    def game(self, name: str, number: int) -> Json:
        raise BadSpec(f"there is no run {name!r}")
