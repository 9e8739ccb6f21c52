"""The store of games: what was acknowledged stays, once, on SQLite and on PostgreSQL, whatever is killed or full."""

import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import postgres
from helpers.paths import DOCS, TESTS
from helpers.sample_games import played, scheduled, with_moves
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text, update

from outplay.arena import database, schema, store
from outplay.arena.games import Conditions, PlayedGame, ScheduledGame, result_of
from outplay.arena.store import PAGE, Store
from outplay.core.errors import StoreError
from outplay.core.machine import data_folder
from outplay.core.results import Ending, GameResult, MoveRecord

server = postgres.server

PLAYERS = {"Ada": "engine:level=3", "Bob": "random", "a \N{SNOWMAN}": "prog:./bot --fast"}


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of either kind."""
    if request.param == "sqlite":
        yield str(tmp_path / "games.db")
        return
    url = request.getfixturevalue("server")
    yield url
    opened = database.engine_of(database.known_url(url))
    with opened.begin() as connection:
        connection.execute(text("DROP TABLE IF EXISTS games, players, runs, outplay CASCADE"))
    opened.dispose()


@pytest.fixture
def kept(where: str) -> Iterator[Store]:
    opened = Store(where)
    yield opened
    opened.close()


def refused(message: str, *arguments: str) -> None:
    """Holds that opening is answered with a StoreError of one line."""
    with pytest.raises(StoreError) as caught:
        Store(*arguments)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
numbers = st.none() | st.floats(allow_nan=False, allow_infinity=False)
counts = st.none() | st.integers(0, 2**62)


@st.composite
def games(draw: st.DrawFn) -> tuple[ScheduledGame, PlayedGame]:
    """Any game, also one that no referee would produce."""
    conditions = Conditions(draw(numbers), draw(numbers), 0.1, most_moves=draw(st.integers(1, 2**40)), log=draw(words))
    opening = tuple(draw(st.lists(words, max_size=3)))
    length = draw(st.integers(0, 5))
    records = st.builds(MoveRecord, words, numbers, numbers, counts, counts)
    moves = tuple(draw(st.lists(records, min_size=length, max_size=length)))
    number, turn, seed = draw(st.integers(1, 2**31 - 1)), draw(st.integers(1, 1000)), draw(st.integers(0, 2**80))
    names = draw(words), draw(words), draw(words), draw(words), draw(words)
    winner, margin = draw(st.sampled_from([0, 1, None])), draw(st.integers(0, 2**60))
    return (
        ScheduledGame(number, turn, *names, opening, seed, conditions),
        PlayedGame(GameResult(winner, margin, draw(st.sampled_from(Ending)), draw(words)), moves, draw(words)),
    )


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(games(), max_size=5, unique_by=lambda game: game[0].number))
def test_any_game_comes_back_as_it_was(kept: Store, some: list[tuple[ScheduledGame, PlayedGame]]) -> None:
    run = kept.create(kept.free_name("any"), "match", {}, {})
    for game in some:
        assert run.add(*game)
    some.sort()
    assert list(kept.run(run.name).games()) == some
    assert run.numbers() == {game.number for game, _ in some}
    results = [result_of(*game) for game in some]
    assert run.results() == results
    assert run.results(after=1000) == [result for result in results if result.number > 1000]
    assert all(isinstance(result.ending, Ending) for result in run.results())


def test_a_number_is_kept_once_and_the_first_game_stays(kept: Store) -> None:
    run = kept.create("a", "match", {}, PLAYERS)
    assert run.add(scheduled(), played())
    assert not run.add(scheduled(), played(9))
    assert list(run.games()) == [(scheduled(), played())]
    other = kept.create("b", "match", {}, PLAYERS)
    assert other.add(scheduled(), played(9))  # the same number in another run is another game


def test_many_games_are_read_page_by_page_in_their_order(kept: Store) -> None:
    run = kept.create("a", "tournament", {}, PLAYERS)
    order = list(range(1, 2 * PAGE + 2))
    random.Random(1).shuffle(order)
    for number in order:
        run.add(scheduled(number), played())
    assert [f.number for f, _ in run.games()] == [r.number for r in run.results()] == sorted(order)
    some = set(order[: PAGE + 7]) | {10**6}
    assert [f.number for f, _ in run.games(some)] == sorted(some - {10**6})
    assert list(run.games([])) == []


def test_what_a_program_may_write_does_not_stop_a_game_from_being_kept(kept: Store) -> None:
    run = kept.create("a", "match", {}, PLAYERS)
    result = GameResult(0, 0, Ending.CRASH, "it wrote \0 and \udc80")
    game = with_moves(result, "abc", scores=(float("nan"), float("inf"), 1.0))
    assert run.add(scheduled(), game)
    ((_, found),) = run.games()
    assert found.result.detail == "it wrote ? and ?"
    assert [move.score for move in found.moves] == [None, None, 1.0]


def test_settings_and_players_keep_their_order_and_can_be_extended(kept: Store) -> None:
    run = kept.create("a", "tournament", {"rounds": 2, "book": None}, PLAYERS)
    run = kept.run("a")
    assert (run.kind, run.settings, list(run.players.items())) == (
        "tournament",
        {"rounds": 2, "book": None},
        list(PLAYERS.items()),
    )
    run.extend({"rounds": 5}, {"Zoe": "random:seed=1", "Bob": "random"})
    for again in (run, kept.run("a")):
        assert again.settings == {"rounds": 5}
        assert list(again.players) == [*PLAYERS, "Zoe"]
    with pytest.raises(StoreError, match="Bob is random in a already"):
        run.extend({"rounds": 9}, {"Bob": "engine"})
    assert kept.run("a").settings == {"rounds": 5}


def test_names_are_free_taken_unknown_or_bad(kept: Store) -> None:
    assert kept.free_name("kalah:6,4") == "kalah-6-4"
    kept.create("kalah-6-4", "match", {}, {})
    assert kept.free_name("kalah:6,4") == "kalah-6-4-2"
    with pytest.raises(
        StoreError,
        match="'kalah-6-4' already; give another --name, or go on with it: --resume kalah-6-4",
    ):
        kept.create("kalah-6-4", "match", {}, {})
    with pytest.raises(StoreError, match="there is no run 'kalha-6-4'; did you mean kalah-6-4"):
        kept.run("kalha-6-4")
    for bad in ("", "-x", "a/b", "x" * 101, "a\nb"):
        with pytest.raises(StoreError, match="no good name"):
            kept.create(bad, "match", {}, {})
    assert kept.free_name("///") == "run"


def test_runs_are_listed_with_what_happened_to_them(kept: Store) -> None:
    assert kept.runs() == []
    first = kept.create("first", "match", {}, PLAYERS)
    kept.create("second", "tournament", {}, {})
    first.claim()
    first.add(scheduled(), played())
    assert [(r.name, r.kind, r.state, r.players, r.games) for r in kept.runs()] == [
        ("first", "match", "running", 3, 1),
        ("second", "tournament", "new", 0, 0),
    ]
    first.release("paused")
    assert kept.runs()[0].state == first.state == "paused"


def test_a_deleted_run_is_gone_with_its_games(kept: Store) -> None:
    run = kept.create("a", "match", {}, PLAYERS)
    run.add(scheduled(), played())
    run.claim()
    with pytest.raises(StoreError, match="a is being run by process"):
        kept.delete("a")
    run.release("finished")
    kept.delete("a")
    assert kept.runs() == []
    with pytest.raises(StoreError, match="the run 'a' was deleted"):
        run.add(scheduled(2), played())
    assert kept.create("a", "match", {}, PLAYERS).numbers() == set()


def sleeper() -> "subprocess.Popen[bytes]":
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])


def test_one_process_runs_a_run_and_a_dead_or_silent_one_loses_it(kept: Store, where: str) -> None:
    run = kept.create("a", "match", {}, PLAYERS)
    run.claim()
    run.claim()  # again by the same one is nothing new
    other = Store(where).run("a")
    with pytest.raises(StoreError, match=f"a is being run by process {os.getpid()} on "):
        other.claim()

    def held_by(pid: int, host: str, age: float) -> None:
        with kept.database.write() as connection:
            connection.execute(update(schema.runs).values(pid=pid, host=host, beat=time.time() - age))

    child = sleeper()
    held_by(child.pid, socket.gethostname(), 1)
    with pytest.raises(StoreError, match=str(child.pid)):
        other.claim()
    child.kill()
    child.wait()
    assert kept.runs()[0].state == "interrupted"
    other.claim()  # its process is dead
    with pytest.raises(StoreError, match="no longer run by this process"):
        run.beat()
    held_by(1, "elsewhere", store.STALE_SECONDS / 2)
    with pytest.raises(StoreError, match="process 1 on elsewhere"):
        run.claim()
    held_by(1, "elsewhere", store.STALE_SECONDS + 1)
    run.claim()  # nothing was heard of it
    other.release("finished")  # who has lost it cannot end it
    assert run.state == "running"
    other.database.engine.dispose()


def test_a_pause_is_asked_for_from_outside(kept: Store, where: str) -> None:
    run = kept.create("a", "match", {}, PLAYERS)
    with pytest.raises(StoreError, match="a is not being run now; go on with --resume a"):
        run.ask_pause()
    run.claim()
    assert not run.beat()
    outside = Store(where)
    outside.run("a").ask_pause()
    outside.close()
    assert run.beat()
    run.release("finished")
    with pytest.raises(StoreError, match="a is not being run now; it is finished"):
        run.ask_pause()
    run.release("paused")
    run.claim()
    assert not run.beat()  # the next one is not asked again


ADDING = """
import sys
from outplay.arena.store import Store
from helpers.sample_games import played, scheduled
opened = Store(sys.argv[1])
run = opened.run("a")
run.claim()
number = max(run.numbers(), default=0)
while True:
    number += 1
    run.add(scheduled(number), played(40))
    print(number, flush=True)
"""


def child_of(program: str, *words: str) -> "subprocess.Popen[str]":
    path = os.pathsep.join([str(TESTS), *sys.path])
    return subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )


def test_after_every_kill_all_acknowledged_games_are_there_whole_and_once(kept: Store, where: str) -> None:
    kept.create("a", "match", {}, PLAYERS)
    choose = random.Random(5)
    acknowledged: list[int] = []
    for _ in range(6):
        child = child_of(ADDING, where)
        assert child.stdout is not None
        assert child.stderr is not None
        first = child.stdout.readline()
        assert first, child.stderr.read()
        time.sleep(choose.uniform(0, 0.05))
        child.send_signal(signal.SIGKILL)
        lines = [first, *child.stdout.readlines()]
        child.wait()
        child.stdout.close()
        child.stderr.close()
        acknowledged += [int(line) for line in lines if line.endswith("\n")]
    assert acknowledged == sorted(set(acknowledged))
    found = list(kept.run("a").games())
    assert set(acknowledged) <= {f.number for f, _ in found}
    assert len(found) <= len(acknowledged) + 6  # written, and killed before it could be said
    assert found == [(scheduled(n), played(40)) for n in range(1, len(found) + 1)]
    run = kept.run("a")
    assert run.state == "interrupted"
    run.claim()
    assert run.add(scheduled(len(found) + 1), played())


RACING = """
import sys
from outplay.arena.store import Store
from outplay.core.errors import StoreError
from helpers.sample_games import played, scheduled
opened = Store(sys.argv[1])
try:
    run = opened.create("a", "match", {}, {})
except StoreError:
    run = opened.run("a")
print(sum(run.add(scheduled(number), played()) for number in range(1, 41)))
"""


def test_processes_that_open_and_fill_a_new_database_at_once_keep_each_game_once(where: str) -> None:
    children = [child_of(RACING, where) for _ in range(3)]
    results = [child.communicate(timeout=60) for child in children]
    assert [error for _, error in results if error] == []
    assert sum(int(output) for output, _ in results) == 40
    opened = Store(where)
    assert opened.run("a").numbers() == set(range(1, 41))
    opened.close()


def test_games_are_read_while_another_process_writes(where: str) -> None:
    opened = Store(where)
    run = opened.create("a", "match", {}, PLAYERS)
    run.add(scheduled(), played())
    writing = Store(where)
    with writing.database.write() as connection:
        connection.execute(update(schema.runs).values(pause=1))
        assert len(run.results()) == 1
        assert len(opened.runs()) == 1
        late = Store(where)
        assert len(late.run("a").results()) == 1
        late.close()
    writing.close()
    opened.close()


def test_a_locked_database_is_said_and_the_game_can_be_added_later(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Store(where)
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.2)
    opened = Store(where)
    run = opened.create("a", "match", {}, PLAYERS)
    with other.database.write() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("LOCK TABLE games IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(StoreError) as caught:
            run.add(scheduled(), played())
    assert "is locked by another program for more than 0.2 s; nothing is lost: go on with --resume a" in str(
        caught.value
    )
    assert run.add(scheduled(), played())
    opened.close()
    other.close()


def test_a_full_disk_is_said_and_the_run_goes_on_when_there_is_room(tmp_path: Path) -> None:
    opened = Store(str(tmp_path / "games.db"))
    run = opened.create("a", "match", {}, PLAYERS)

    @event.listens_for(opened.database.engine, "checkout")
    def limit(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    pages, number = 30, 0

    def fill() -> None:
        nonlocal number
        while number < 10_000:
            number += 1
            run.add(scheduled(number), played(100))

    with pytest.raises(StoreError, match=r"the disk is full or fails; nothing is lost: go on with --resume a when"):
        fill()
    assert run.numbers() == set(range(1, number))
    pages = 10_000
    assert run.add(scheduled(number), played(100))
    opened.close()


FILLING = """
import resource, sys
from outplay.arena.store import Store
from outplay.core.errors import StoreError
from helpers.sample_games import played, scheduled
opened = Store(sys.argv[1])
run = opened.create("a", "match", {}, {})
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, resource.RLIM_INFINITY))
number = 0
try:
    while number < 10_000:
        number += 1
        run.add(scheduled(number), played(400))
except StoreError as error:
    print(number, error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert run.add(scheduled(number), played(400))
"""


def test_a_file_that_cannot_grow_loses_no_game(tmp_path: Path) -> None:
    where = str(tmp_path / "games.db")
    output, error = child_of(FILLING, where).communicate(timeout=60)
    number, message = output.strip().split(" ", 1)
    assert "the disk is full or fails; nothing is lost" in message
    assert not error
    opened = Store(where)
    assert opened.run("a").numbers() == set(range(1, int(number) + 1))
    opened.close()


def test_a_database_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(str(path)).close()
    opened = Store(f"sqlite:///file:{path}?mode=ro&uri=true")
    assert opened.runs() == []
    with pytest.raises(StoreError, match="the file or its folder is read-only"):
        opened.create("a", "match", {}, {})
    opened.close()


def test_a_folder_that_cannot_be_written_is_said() -> None:
    with tempfile.TemporaryDirectory() as place:
        os.chmod(place, 0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(65534)  # root may write anywhere
        try:
            refused("cannot be opened; its folder must be there and writable", f"{place}/games.db")
        finally:
            if root:
                os.seteuid(0)
            os.chmod(place, 0o755)


def test_what_is_no_database_of_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("these are notes\n" * 1000)
    refused("is no database, or is damaged; give another with --db", str(path))
    assert path.read_text() == "these are notes\n" * 1000
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as connection:
        connection.execute("CREATE TABLE games (title TEXT)")
    connection.close()
    refused("has a table games that is not outplay's", str(foreign))
    refused("is no file of games", str(tmp_path))
    refused("there is no folder", str(tmp_path / "none" / "games.db"))


def test_a_newer_database_is_refused_in_one_line(kept: Store, where: str) -> None:
    with kept.database.write() as connection:
        connection.execute(update(schema.versions).values(version=schema.VERSION + 1))
    refused("was made by another version of outplay", where)


def test_an_older_database_gets_the_columns_that_it_lacks_and_keeps_its_games(kept: Store, where: str) -> None:
    run = kept.create("old", "match", {}, PLAYERS)
    run.add(scheduled(), played())
    with kept.database.write() as connection:  # as version 1 had it
        for column in ("depths", "nodes"):
            connection.execute(text(f"ALTER TABLE games DROP COLUMN {column}"))
        connection.execute(update(schema.versions).values(version=1))
    kept.close()
    for _ in range(2):
        with Store(where) as again, again.database.read() as connection:
            assert database.version_in(connection) == schema.VERSION
    with Store(where) as again:
        run = again.run("old")
        ((_, found),) = run.games()
        assert found.result == played().result
        assert found.moves == tuple(move._replace(depth=None, nodes=None) for move in played().moves)
        assert run.add(scheduled(2), played())
        assert list(run.games([2])) == [(scheduled(2), played())]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_an_unreachable_server_is_said_without_the_password() -> None:
    pytest.importorskip("psycopg")
    url = f"postgresql://ada:secret@127.0.0.1:{free_port()}/games"
    refused("cannot be opened: connection", url)
    for text_of in (url, f"{url}?password=secret"):
        with pytest.raises(StoreError) as caught:
            Store(text_of)
        assert "secret" not in str(caught.value)
        assert "ada:***@127.0.0.1" in str(caught.value)


def test_a_url_that_is_wrong_is_said_without_the_password() -> None:
    for url, message in (
        ("postgresql://ada:secret@host:port/x", "is no URL of a database; write sqlite:///games.db or"),
        ("oddbase://ada:secret@host/x", "oddbase is no kind of database that is known here"),
        ("sqlite://", "would lose the games"),
        ("sqlite:///:memory:", "would lose the games"),
        ("sqlite://host/path", "cannot be used"),
    ):
        with pytest.raises(StoreError) as caught:
            Store(url)
        assert message in str(caught.value), url
        assert "secret" not in str(caught.value)


def test_a_missing_driver_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    refused("-m pip install 'psycopg[binary]'", "postgresql://host/games")
    refused("mysql needs the package MySQLdb", "mysql://host/games")


def test_a_connection_that_was_cut_is_made_anew(server: str) -> None:
    opened = Store(server)
    run = opened.create("a", "match", {}, PLAYERS)
    other = Store(server)
    with other.database.write() as connection:
        connection.execute(text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()"))
    assert run.add(scheduled(), played())
    for one in (other, opened):
        one.close()


def test_a_server_that_stops_loses_nothing_and_says_so(server: str) -> None:
    programs = postgres.find_programs()
    assert programs
    with tempfile.TemporaryDirectory(prefix="outplay-pg-", dir="/tmp", ignore_cleanup_errors=True) as place:
        another = postgres.run(programs, Path(place))
        opened = Store(next(another))
        run = opened.create("a", "match", {}, PLAYERS)
        assert run.add(scheduled(), played())
        another.close()
        with pytest.raises(StoreError, match="nothing is lost: go on with --resume a") as caught:
            run.add(scheduled(2), played())
        assert "\n" not in str(caught.value)
        opened.close()


def test_the_questions_on_the_stores_page_can_be_asked(tmp_path: Path) -> None:
    opened = Store(str(tmp_path / "games.db"))
    run = opened.create("friday", "tournament", {"rounds": 2}, PLAYERS)
    for number in range(1, 5):
        run.add(scheduled(number), played())
    page = (DOCS / "reference" / "store.md").read_text(encoding="utf-8")
    questions = [
        q for block in re.findall(r"```sql\n(.*?)```", page, re.DOTALL) for q in block.split(";\n") if q.strip()
    ]
    assert len(questions) >= 4
    reader = sqlite3.connect(tmp_path / "games.db")
    for question in questions:
        assert reader.execute(question).fetchall(), question
    reader.close()
    opened.close()


def test_games_are_in_the_users_data_folder_if_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "new" / "data"))
    opened = Store()
    opened.create("a", "match", {}, {})
    opened.close()
    assert (tmp_path / "new" / "data" / "games.db").is_file()
    monkeypatch.delenv("OUTPLAY_DATA")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "outplay"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_folder() == Path.home() / ".local" / "share" / "outplay"
    (tmp_path / "file").touch()
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "file" / "data"))
    refused("cannot be made: Not a directory; give another with --db FILE or OUTPLAY_DATA")
