"""The tables in which games are kept. docs/reference/store.md describes them for people who ask them questions.

`moves`, `times`, `scores`, `depths` and `nodes` are JSON lists of the same length, or empty if nothing is known;
`opening` is one, `conditions` and `settings` are JSON objects. The long columns of a game stand last: a table of
results is read without them.
"""

from typing import Any

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Integer, MetaData, Table, Text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

VERSION = 2
"""Grows when the tables change. `database.py` adds what an older database lacks, and refuses a newer one."""

ADDED: dict[int, tuple[tuple[str, str], ...]] = {2: (("games", "depths"), ("games", "nodes"))}
"""The tables and columns that each version added. They are JSON lists, and empty in rows that are older."""


class Words(TypeDecorator[str]):
    """Text that every database takes: without NUL and without halves of characters, which programs may write."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        return value.encode("utf-8", "replace").decode("utf-8").replace("\0", "?")


metadata = MetaData()

versions = Table("outplay", metadata, Column("version", Integer, primary_key=True))

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Words, nullable=False, unique=True),
    Column("kind", Words, nullable=False),
    Column("created", Words, nullable=False),
    Column("state", Words, nullable=False),
    Column("pause", Integer, nullable=False, default=0),
    Column("host", Words, nullable=False, default=""),
    Column("pid", Integer, nullable=False, default=0),
    Column("token", Words, nullable=False, default=""),
    Column("beat", Float(53), nullable=False),
    Column("settings", Words, nullable=False),
)
"""A match, a tournament or an import. `host`, `pid` and `token` say which process runs it, `beat` when that process was
last heard of, in seconds since 1970, and `pause` whether it was asked to stop."""

players = Table(
    "players",
    metadata,
    Column("run", ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("name", Words, primary_key=True),
    Column("place", Integer, nullable=False),
    Column("spec", Words, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("run", ForeignKey("runs.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("game", Words, nullable=False),
    Column("first", Words, nullable=False),
    Column("second", Words, nullable=False),
    Column("winner", Integer),
    Column("margin", BigInteger, nullable=False),
    Column("ending", Words, nullable=False),
    Column("plies", Integer, nullable=False),
    Column("began", Words, nullable=False),
    Column("seconds", Float(53), nullable=False),
    Column("seed", Words, nullable=False),
    Column("first_spec", Words, nullable=False),
    Column("second_spec", Words, nullable=False),
    Column("conditions", Words, nullable=False),
    Column("opening", Words, nullable=False),
    Column("detail", Words, nullable=False),
    Column("moves", Words, nullable=False),
    Column("times", Words, nullable=False),
    Column("scores", Words, nullable=False),
    Column("depths", Words, nullable=False, server_default="[]"),
    Column("nodes", Words, nullable=False, server_default="[]"),
)
"""`winner` is 0 for the first player, 1 for the second and NULL for a draw. `seed` is text because it may have more
digits than a number of the database."""
