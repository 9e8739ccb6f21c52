"""KGP: the client's lines, and whole games on a small server of ours on loopback.

The transcripts are from the protocol's document and its servers (https://github.com/KWARC/kalah-game, spec/ and
server/go-kgp/proto/).
"""

import json
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO

import pytest
from helpers.naive.kalah import Kalah
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import outplay
from outplay.core.errors import BadConnection, BadSpec
from outplay.core.limits import Limit
from outplay.players.protocol_clients import address
from outplay.protocols.kgp import LONGEST, Board, KgpClient, Message, board_of, parsed, position_of, quoted

START = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>"


def greeted(name: str = "", token: str = "") -> KgpClient:
    client = KgpClient(name, token)
    client.hear("kgp 1 0 1\r\n")
    return client


# Lines.


@pytest.mark.rules
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("kgp 1 0 0", Message(None, None, "kgp", ("1", "0", "0"))),
        ("mode freeplay\r\n", Message(None, None, "mode", ("freeplay",))),
        ("4 state <3,0,0,3,3,3,3,3,3>", Message(4, None, "state", ("<3,0,0,3,3,3,3,3,3>",))),
        ("@4 move 1", Message(None, 4, "move", ("1",))),
        ("6@4 stop", Message(6, 4, "stop", ())),
        ('error "Unsupported activity"', Message(None, None, "error", ("Unsupported activity",))),
        (r'set x "like \" this"', Message(None, None, "set", ("x", 'like " this'))),
        (r'set info:comment "a\nb\\"', Message(None, None, "set", ("info:comment", "a\nb\\"))),
        ("  12   ping  ", Message(12, None, "ping", ())),
    ],
)
def test_lines_are_taken_apart_as_the_grammar_says(line: str, message: Message) -> None:
    assert parsed(line) == message


@pytest.mark.rules
@pytest.mark.parametrize("line", ["", "   ", "@", "@4", "<3>", "!", "\0", "x" * (LONGEST + 1)])
def test_what_is_no_message_is_overlooked(line: str) -> None:
    assert parsed(line) is None
    assert greeted().hear(line) == []


@pytest.mark.rules
@given(st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=""), max_size=50))
def test_any_text_comes_back_from_its_quotes(text: str) -> None:
    message = parsed(f"set a {quoted(text)}")
    assert message
    assert message.arguments == ("a", text)


@pytest.mark.rules
@given(st.lists(st.text(max_size=30) | st.sampled_from(["kgp", "KGP 2 0 0", "7 state <1,0,0,1,1>"]), max_size=10))
def test_no_lines_break_the_client(lines: list[str]) -> None:
    """They are answered or overlooked; a server that then greets with another version is refused in one clear line."""
    client = greeted()
    for line in lines:
        try:
            replies = client.hear(line)
        except BadConnection:
            with pytest.raises(BadConnection, match="another server is needed"):
                greeted().hear(line)
            return
        for reply in replies:
            assert parsed(reply)


@pytest.mark.rules
@given(st.integers(1, 9), st.data())
def test_a_board_comes_back_from_its_text(m: int, data: st.DataObject) -> None:
    seeds = st.lists(st.integers(0, 99), min_size=m, max_size=m).map(tuple)
    board = Board(data.draw(st.integers(0, 99)), 7, data.draw(seeds), data.draw(seeds))
    assert board_of(str(board)) == board


@pytest.mark.rules
@pytest.mark.parametrize("text", ["<>", "<0,1,1>", "<1,0,0,1>", "<1,0,0,1,1,1>", "3,0,0", "<1,0,0,-1,1>", "<a>"])
def test_what_is_no_board_is_refused(text: str) -> None:
    assert board_of(text) is None
    assert greeted().hear(f"8 state {text}") == ['3@8 error "state wants a board, as in <1,0,0,1,1>"']


# Boards.


@pytest.mark.rules
@given(st.integers(1, 6), st.integers(1, 4), st.lists(st.integers(0, 5), max_size=30))
def test_a_board_is_the_position_with_the_side_to_move_as_south(m: int, n: int, choices: list[int]) -> None:
    position = outplay.game(f"kalah:{m},{n},half").start()
    for choice in choices:
        if position.outcome():
            break
        found = position_of(south_view(position.text))
        assert found
        assert found.moves() == position.moves()
        assert south_view(found.text) == south_view(position.text)
        position = position.play(position.moves()[choice % len(position.moves())])


def south_view(text: str) -> Board:
    """The board that a server would send for a position."""
    sides = [part.split(":") for part in text.split()[:2]]
    if text.split()[2] == "second":
        sides.reverse()
    (south, south_store), (north, north_store) = sides
    numbers = [tuple(int(seeds) for seeds in houses.split(",")) for houses in (south, north)]
    return Board(int(south_store), int(north_store), numbers[0], numbers[1])


@pytest.mark.rules
@given(st.integers(1, 5), st.data())
@settings(max_examples=50)
def test_a_board_with_any_even_number_of_seeds_plays_on_as_it_should(m: int, data: st.DataObject) -> None:
    """Compared with the slow twin, which plays the board as it is."""
    seeds = st.lists(st.integers(0, 7), min_size=m, max_size=m).map(tuple)
    board = Board(data.draw(st.integers(0, 9)), data.draw(st.integers(0, 9)), data.draw(seeds), data.draw(seeds))
    if sum((*board[:2], *board.south, *board.north)) % 2:
        board = board._replace(north_store=board.north_store + 1)
    assume(sum((*board[:2], *board.south, *board.north)) <= 24 * m)  # more than our game has
    twin = Kalah([list(board.south), list(board.north)], list(board[:2]), 0, False, True, False)
    position = position_of(board)
    over = twin.result() is not None or not any(board.south) or not any(board.north)
    assert (position is None) == over
    while position and not position.outcome():
        assert list(position.moves()) == twin.moves()
        assert position.to_move == twin.to_move
        move = data.draw(st.sampled_from(position.moves()))
        position, twin = position.play(move), twin.play(move)
    if position:
        outcome, difference = position.outcome(), twin.stores[0] - twin.stores[1]
        assert outcome
        assert outcome.margin_for(0) == difference
        assert twin.result() is not None


@pytest.mark.rules
def test_a_board_that_we_do_not_have_is_not_a_position() -> None:
    assert position_of(Board(0, 0, (1,) * 13, (1,) * 13)) is None
    assert position_of(Board(0, 0, (13, 13), (13, 13))) is None
    assert position_of(Board(3, 1, (0, 0), (1, 1))) is None
    assert position_of(Board(30, 1, (1, 0), (1, 1))) is None


# The client.


@pytest.mark.rules
def test_the_example_of_the_document_is_played() -> None:
    client = KgpClient()
    assert client.hear("kgp 1 0 0\r\n") == ["1 mode freeplay"]
    assert client.hear("4 state <3,0,0,3,3,3,3,3,3>\r\n") == []
    assert list(client.opened) == [4]
    assert client.move(4, 1) == ["3@4 move 1"]
    assert client.hear("6@4 stop\r\n") == []
    assert client.opened == {}
    assert client.move(4, 2) == client.give(4) == []  # too late
    client.hear("8 state <3,1,3,0,4,4,4,3,3>\r\n")
    assert client.move(8, 3) == ["5@8 move 3"]
    assert client.move(8, 3) == []  # nothing new
    assert client.move(8, 2) == ["7@8 move 2"]
    assert client.give(8) == ["9@8 yield"]
    assert client.hear("10@8 stop\r\n") == []


@pytest.mark.rules
def test_the_client_introduces_itself_and_its_lines_have_odd_numbers() -> None:
    client = KgpClient('the "best"', "s3cret")
    assert client.hear("2 kgp 1 0 1") == [
        r'1 set info:name "the \"best\""',
        '3 set auth:token "s3cret"',
        "5 mode freeplay",
    ]
    assert client.hear("4@5 ok") == []
    assert client.hear("6 ping") == ["7@6 pong"]
    assert client.hear('8 ping "x y"') == ['9@8 pong "x y"']
    assert client.leave() == ["11 goodbye"]


@pytest.mark.rules
def test_a_name_that_would_make_a_line_too_long_is_refused() -> None:
    with pytest.raises(BadSpec, match="1000 characters at most"):
        KgpClient("x" * 1001)
    assert all(len(line) <= LONGEST for line in KgpClient('"' * 1000, "\\" * 1000).hear("kgp 1 0 0"))


@pytest.mark.rules
def test_several_boards_wait_at_once_and_the_oldest_is_first() -> None:
    client = greeted()
    for number in (4, 6, 8):
        client.hear(f"{number} state {START}")
    assert list(client.opened) == [4, 6, 8]
    assert client.move(6, 2) == ["3@6 move 2"]
    client.hear("10@4 stop")
    assert list(client.opened) == [6, 8]
    client.hear("stop")
    assert not client.opened


@pytest.mark.rules
def test_a_board_without_a_number_is_answered_without_one() -> None:
    client = greeted()
    client.hear(f"state {START}")
    assert client.move(None, 3) == ["3 move 3"]
    assert client.give(None) == ["5 yield"]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("said", "limit"),
    [
        ([], Limit()),
        (["time:mode relative", "time:clock 5"], Limit(time=4.4)),
        (["time:mode absolute", "time:clock 60"], Limit(clock=53.9)),
        (["time:mode none", "time:clock 60"], Limit()),
        (["time:mode absolute", "time:clock 0"], Limit(clock=0.01)),
        (["time:clock 60"], Limit()),
        (["time:mode absolute", "time:clock soon", 'game:id "7"', "info:name x"], Limit()),
    ],
)
def test_what_the_server_says_of_the_time_is_the_limit(said: list[str], limit: Limit) -> None:
    client = greeted()
    for setting in said:
        assert client.hear(f"set {setting}") == []
    client.hear(f"4 state {START}")
    assert client.opened[4].limit == limit


@pytest.mark.rules
def test_another_version_and_another_protocol_are_refused_in_one_line() -> None:
    with pytest.raises(BadConnection, match=r"the server speaks KGP 2\.0\.0, and outplay 1\.x"):
        KgpClient().hear("kgp 2 0 0")
    with pytest.raises(BadConnection, match=r"the server does not speak KGP: it began with 'HTTP"):
        KgpClient().hear("HTTP 400 Bad Request\r\n")


@pytest.mark.rules
def test_the_servers_complaints_and_its_goodbye_are_kept() -> None:
    client = greeted()
    client.hear('4@1 error "Unsupported mode"')
    assert client.complaints == ["Unsupported mode"]
    client.hear("goodbye")
    assert client.over == "the server said goodbye"


@pytest.mark.rules
@pytest.mark.parametrize("text", ["", ":", "host:", "host:0", "host:65536", "host:x", "a b", "::1", "[::1", "h:1:2"])
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(BadConnection, match="is no server; write HOST:PORT"):
        address(text, 2671)


# Whole games on a server.


class Server:
    """A KGP server for one client. Plays games against it by our rules, several at a time, and judges every line."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(60)
        self.port = self.listener.getsockname()[1]
        self.number = 0
        self.heard: list[Message] = []
        self.stores: list[str] = []

    @contextmanager
    def client(self, *words: str) -> Iterator["subprocess.Popen[str]"]:
        """The command, connected."""
        program = subprocess.Popen(
            [sys.executable, "-m", "outplay", "speak", "kgp", f"127.0.0.1:{self.port}", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.socket, _ = self.listener.accept()
        self.socket.settimeout(60)
        self.source: BinaryIO = self.socket.makefile("rb")
        with program, self.listener, self.socket, self.source:
            yield program

    def send(self, words: str, ref: int | None = None) -> int:
        self.number += 2
        self.socket.sendall(f"{self.number}{'' if ref is None else f'@{ref}'} {words}\r\n".encode())
        return self.number

    def receive(self) -> Message:
        line = self.source.readline().decode()
        assert line.endswith("\r\n")
        assert len(line) <= LONGEST
        message = parsed(line)
        assert message
        assert message.id
        assert message.id % 2 == 1
        assert message.id not in {one.id for one in self.heard}
        self.heard.append(message)
        return message

    def greet(self) -> None:
        self.send("kgp 1 0 1")
        while self.receive().command != "mode":
            pass
        assert self.heard[-1].arguments == ("freeplay",)
        self.send("ok", self.heard[-1].id)

    def play(self, specs: list[str]) -> None:
        """Games at once, one of each; the other side plays its first legal move."""
        games = {number: outplay.game(spec).start() for number, spec in enumerate(specs)}
        asked = {self.ask(position): number for number, position in games.items()}
        last: dict[int, int] = {}
        while asked:
            message = self.receive()
            if message.command == "pong":
                continue
            assert message.ref in asked, message
            number = asked[message.ref]
            if message.command == "move":
                last[message.ref] = int(message.arguments[0]) - 1
                assert last[message.ref] in games[number].moves()
                continue
            assert message.command == "yield"
            del asked[message.ref]
            position = games[number].play(last[message.ref])
            self.send("stop", message.ref)
            self.send("ping")
            while position.to_move == 1 and not position.outcome():
                position = position.play(position.moves()[0])
            games[number] = position
            if not position.outcome():
                asked[self.ask(position)] = number
        self.stores = [str(position.outcome()) for position in games.values()]

    def ask(self, position: outplay.Position) -> int:
        return self.send(f"state {south_view(position.text)}")


@pytest.mark.rules
def test_whole_games_at_once_on_a_server() -> None:
    server = Server()
    with server.client("--name", "our bot", "--token", "t", "--player", "random:seed=1", "--json") as program:
        server.greet()
        server.play(["kalah:6,4,half", "kalah:3,3,half", "kalah:1,1,half", "kalah:6,4,half"])
        server.send("goodbye")
        out, err = program.communicate(timeout=60)
    assert program.returncode == 0
    assert err == f"connected to 127.0.0.1:{server.port}\n"
    assert [one.arguments for one in server.heard[:2]] == [("info:name", "our bot"), ("auth:token", "t")]
    assert len(server.stores) == 4
    events: list[dict[str, Any]] = [json.loads(line) for line in out.splitlines()]
    yields = sum(one.command == "yield" for one in server.heard)
    assert [event["event"] for event in events] == ["move"] * yields + ["over"]
    assert all(event["house"] in board_of(event["board"]).houses for event in events[:-1])  # type: ignore[union-attr]


@pytest.mark.kernel
def test_the_engine_wins_on_a_server() -> None:
    server = Server()
    with server.client("--player", "engine:nodes=3000") as program:
        server.greet()
        server.play(["kalah:6,4,half", "kalah:6,4,half"])
        server.send("goodbye")
        _, err = program.communicate(timeout=60)
    assert program.returncode == 0
    assert "over: the server said goodbye" in err
    assert all(store.startswith("The first player wins by ") for store in server.stores), server.stores


@pytest.mark.kernel
def test_a_search_ends_when_the_server_stops_it_and_an_answer_was_there_before() -> None:
    server = Server()
    with server.client("--player", "engine:time=600") as program:
        server.greet()
        first = server.ask(outplay.game("kalah:6,5,half").start())
        assert (server.receive().command, server.heard[-1].ref) == ("move", first)
        server.send("stop", first)
        second = server.ask(outplay.game("kalah:6,5,half").start())
        while (message := server.receive()).ref == first:
            assert message.command == "move"
        assert (message.command, message.ref) == ("move", second)
        server.send("goodbye")
        program.communicate(timeout=60)
    assert program.returncode == 0


@pytest.mark.rules
def test_a_board_that_we_do_not_have_gets_a_legal_move_too() -> None:
    server = Server()
    with server.client("--player", "random") as program:
        server.greet()
        for board, answer in (
            (Board(0, 0, (1,) * 13 + (0,), (2,) * 14), ("13",)),
            (Board(0, 0, (99, 0), (1, 1)), ("1",)),
            (Board(9, 0, (0, 0), (1, 1)), None),
        ):
            number = server.send(f"state {board}")
            message = server.receive()
            if answer:
                assert (message.ref, message.command, message.arguments) == (number, "move", answer)
                message = server.receive()
            assert (message.ref, message.command) == (number, "yield")
        server.send("goodbye")
        program.communicate(timeout=60)
    assert program.returncode == 0


@pytest.mark.rules
def test_ctrl_c_says_goodbye() -> None:
    server = Server()
    with server.client("--player", "random") as program:
        server.greet()
        program.send_signal(signal.SIGINT)
        assert server.receive().command == "goodbye"
        _, err = program.communicate(timeout=60)
    assert program.returncode == 130
    assert "Traceback" not in err


@pytest.mark.rules
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("", "closed the connection"),
        ("kgp 1 0 0\r\n", "closed the connection"),
        ("kgp 3 0 0\r\n", "the server speaks KGP 3.0.0, and outplay 1.x; another server is needed"),
        ("220 mail.example.org ready\r\n", "the server does not speak KGP: it began with '220 mail.example.org ready'"),
    ],
)
def test_a_server_that_goes_or_is_another_is_said_in_one_line(lines: str, words: str) -> None:
    server = Server()
    with server.client("--player", "random") as program:
        server.socket.sendall(lines.encode())
        server.socket.shutdown(socket.SHUT_WR)
        _, err = program.communicate(timeout=60)
    assert program.returncode == 2
    _, complaint = err.splitlines()
    assert words in complaint


@pytest.mark.rules
def test_a_server_that_is_not_there_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    words = [sys.executable, "-m", "outplay", "speak", "kgp", f"127.0.0.1:{port}"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert re.fullmatch(rf"outplay: 127.0.0.1:{port} cannot be reached: .*\n", done.stderr)
