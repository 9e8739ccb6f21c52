"""Opens the database that a text names: a file of SQLite, or any database that SQLAlchemy knows by its URL.

Every error of the database becomes a StoreError with one line that says what to do. No message contains a password.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text, update
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from outplay.arena import schema
from outplay.core.errors import StoreError
from outplay.core.machine import data_folder, install_command

BUSY_SECONDS = 10.0
"""Seconds to wait for a database that is locked, and for a server that does not answer."""

SETUP_LOCK = 0x6F7574706C6179
"""The number of the advisory lock of PostgreSQL under which one process at a time makes the tables."""


class Database:
    """An open database that has its tables. `place` is its name in messages."""

    def __init__(self, where: str | None = None) -> None:
        url = url_of(where)
        self.place = shown(url)
        self.engine = engine_of(url)
        self.ready = False
        try:
            check_tables(self)
        except BaseException:
            self.engine.dispose()
            raise
        self.ready = True

    @contextmanager
    def read(self, run: str = "") -> Iterator[Connection]:
        with self.guarded(run), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self, run: str = "") -> Iterator[Connection]:
        """A transaction: committed when the block ends, rolled back if it raises."""
        with self.read(run) as connection:
            connection.execution_options(outplay_write=True)
            with connection.begin():
                yield connection

    @contextmanager
    def guarded(self, run: str) -> Iterator[None]:
        """Turns errors of the database into StoreErrors, whose text says how to resume `run` if one is given. An
        IntegrityError passes: the callers handle it."""
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise StoreError(explained(error, self.place, run, self.ready)) from None


def url_of(where: str | None) -> URL:
    """The URL of a database that is given as a URL or a path; None is the default file in the user's data folder."""
    if where is None:
        path = data_folder() / "games.db"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(
                f"the folder for games, {path.parent}, cannot be made: {error.strerror}; "
                "give another with --db FILE or OUTPLAY_DATA"
            ) from None
    elif "://" not in where:
        path = Path(where).expanduser()
        if not where.strip() or path.is_dir():
            raise StoreError(f"{where!r} is no file of games; give one as in --db games.db, or a URL of a database")
        if not path.parent.is_dir():
            raise StoreError(f"there is no folder {path.parent}; make it first, or give another file with --db")
    else:
        return known_url(where)
    return URL.create("sqlite", database=str(path.absolute()))


def known_url(where: str) -> URL:
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise StoreError(f"{masked(where)} is no URL of a database; write {EXAMPLE}") from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise StoreError("a database in memory would lose the games; give a file, as in --db games.db")
    return url


EXAMPLE = "sqlite:///games.db or postgresql://user@host/name"


def masked(where: str) -> str:
    """A text that is no valid URL, for a message, without the part that may contain a password."""
    return repr(re.sub(r"(?s)^.*@", "…@", where))


def shown(url: URL) -> str:
    """The name of a database in messages: the path of a file, or a URL without its password."""
    if url.get_backend_name() == "sqlite":
        return str(url.database)
    secrets = {key: "***" for key in url.query if "pass" in key.casefold()}
    return url.update_query_dict(secrets).render_as_string(hide_password=True)


def engine_of(url: URL) -> Engine:
    options: dict[str, Any] = {}
    backend = url.get_backend_name()
    if backend == "sqlite":
        options["connect_args"] = {"timeout": BUSY_SECONDS}
    else:
        options["pool_pre_ping"] = True
    if backend == "postgresql":
        options["connect_args"] = {"connect_timeout": int(BUSY_SECONDS)}
    try:
        engine = create_engine(url, **options)
    except NoSuchModuleError:
        raise StoreError(f"{url.drivername} is no kind of database that is known here; write {EXAMPLE}") from None
    except ImportError as error:
        raise StoreError(missing_driver(url, error)) from None
    except (ArgumentError, TypeError) as error:
        raise StoreError(f"{shown(url)} cannot be used: {error}; write {EXAMPLE}") from None
    if backend == "sqlite":
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_sqlite)
    elif backend == "postgresql":
        event.listen(engine, "connect", prepare_postgres)
    return engine


def missing_driver(url: URL, error: ImportError) -> str:
    if url.drivername == "postgresql+psycopg":
        return f"PostgreSQL needs psycopg, which is not installed: {install_command('psycopg[binary]')}"
    return f"{url.drivername} needs the package {error.name or error}; install it with pip, or take another database"


def prepare_sqlite(connection: Any, _: object) -> None:
    """Sets up a connection: readers do not wait for writers (WAL), a commit is on the disk (FULL), and transactions are
    begun by `begin_sqlite` instead of by the driver."""
    connection.isolation_level = None
    cursor = connection.cursor()
    if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def begin_sqlite(connection: Connection) -> None:
    """Begins a transaction. One that will write takes the lock at once: one that has read could fail to get it later,
    if another process wrote meanwhile."""
    writes = connection.get_execution_options().get("outplay_write")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def prepare_postgres(connection: Any, _: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {int(BUSY_SECONDS * 1000)}")
    connection.commit()


def check_tables(database: Database) -> None:
    """Makes the tables in a new database and upgrades those of an older version. Raises StoreError for a newer version
    and for tables that are not outplay's. Tables of this version are only read."""
    with database.read() as connection:
        version = version_in(connection)
    if version is None:
        with database.write() as connection:
            version = make_tables(connection, database.place)
    elif version < schema.VERSION:
        with database.write() as connection:
            version = upgrade_tables(connection)
    if version != schema.VERSION:
        raise StoreError(
            f"{database.place} was made by another version of outplay (tables {version}, known here {schema.VERSION}); "
            "use that version, or give another database with --db"
        )


def version_in(connection: Connection) -> int | None:
    if not inspect(connection).has_table(schema.versions.name):
        return None
    return connection.execute(select(schema.versions.c.version)).scalar()


def make_tables(connection: Connection, place: str) -> int | None:
    """Makes the tables, unless another process has just made them; returns their version."""
    lock_setup(connection)
    version = version_in(connection)
    if version is None:
        if taken := sorted(set(inspect(connection).get_table_names()) & set(schema.metadata.tables)):
            raise StoreError(f"{place} has a table {taken[0]} that is not outplay's; give another database with --db")
        schema.metadata.create_all(connection)
        connection.execute(insert(schema.versions).values(version=schema.VERSION))
        return schema.VERSION
    return version


def upgrade_tables(connection: Connection) -> int | None:
    """Adds the columns of later versions, unless another process has just done so; returns the version after that."""
    lock_setup(connection)
    version = version_in(connection)
    for newer in range((version or 0) + 1, schema.VERSION + 1):
        for table, column in schema.ADDED[newer]:
            connection.execute(text(f"ALTER TABLE {table} ADD COLUMN {column} TEXT DEFAULT '[]' NOT NULL"))
        connection.execute(update(schema.versions).values(version=newer))
    return version_in(connection)


def lock_setup(connection: Connection) -> None:
    """Waits until no other process changes the tables. In SQLite, the transaction itself is such a lock."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": SETUP_LOCK})


def explained(error: SQLAlchemyError, place: str, run: str, ready: bool) -> str:
    """One line that says what went wrong and what to do. `ready` is False while the database is being opened."""
    resume = f"go on with --resume {run}" if run else "try again"
    kept = f"nothing is lost: {resume}" if run else resume
    code = str(getattr(getattr(error, "orig", None), "sqlite_errorname", ""))
    lock = getattr(getattr(error, "orig", None), "sqlstate", None) == "55P03"
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")) or lock or isinstance(error, PoolTimeout):
        return f"{place} is locked by another program for more than {BUSY_SECONDS:g} s; {kept} when it is free"
    if code.startswith(("SQLITE_FULL", "SQLITE_IOERR")):
        return f"{place} cannot be written: the disk is full or fails; {kept} when there is room"
    if code.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"{place} cannot be written: the file or its folder is read-only; make it writable or give another --db"
    if code.startswith("SQLITE_CANTOPEN"):
        return f"{place} cannot be opened; its folder must be there and writable, or give another file with --db"
    if code.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return f"{place} is no database, or is damaged; give another with --db, or put a copy of it back"
    words = driver_message(error)
    if not ready:
        return f"{place} cannot be opened: {words}; is the server running, and is the URL right?"
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return f"the connection to {place} was lost: {words}; {kept} when it is back"
    return f"{place} failed: {words}; {kept}"


def driver_message(error: SQLAlchemyError) -> str:
    """The first line of the driver's message, without the SQL and without passwords."""
    cause = getattr(error, "orig", None) or error
    lines = [line.strip() for line in str(cause).splitlines() if line.strip()]
    return re.sub(r"(?i)(password=)\S+", r"\1***", lines[0] if lines else type(cause).__name__)
