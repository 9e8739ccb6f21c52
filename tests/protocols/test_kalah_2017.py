"""The 2017 course's protocol: the client's lines, and whole games on a small server of ours on loopback.

What the lines mean is taken from a public program of the course (https://github.com/EvModder/CSCE-315-KalahGame,
315Project2/src/Main/KalahGame.java and Board.java).
"""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any

import pytest
from helpers.naive.kalah import Kalah
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.core.errors import BadConnection
from outplay.core.limits import NO_LIMIT, Limit
from outplay.players.player import Choice, Report
from outplay.players.protocol_clients import whole_turn
from outplay.players.random import RandomPlayer
from outplay.protocols.kalah_2017 import Kalah2017, starting


def informed(info: str) -> Kalah2017:
    client = Kalah2017()
    assert client.hear("WELCOME\n") == []
    assert client.hear(f"INFO {info}\n") == ["READY"]
    return client


@pytest.mark.rules
def test_a_session_as_first_player() -> None:
    client = informed("6 4 5000 F S")
    assert (client.side, client.seconds) == (0, 5.0)
    assert client.position == outplay.game("kalah:6,4,pie").start()
    assert not client.my_turn
    assert client.hear("BEGIN\n") == []
    assert client.my_turn
    assert client.play([2, 5]) == "3 6"  # a whole turn: the first sowing ends in the store
    assert not client.my_turn
    assert client.hear("OK\n") == []
    assert not client.my_turn
    assert client.hear("2 1\r\n") == ["OK"]
    assert client.my_turn
    assert client.hear("WINNER\n") == []
    assert (client.result, client.reason, client.moves) == ("won", "", ["3 6", "2 1"])
    assert not client.my_turn


@pytest.mark.rules
def test_a_session_as_second_player_with_the_sides_exchanged() -> None:
    client = informed("6 4 0 S S")
    assert (client.side, client.seconds) == (1, None)
    client.hear("BEGIN")
    assert not client.my_turn
    assert client.hear("3 1 ") == ["OK"]
    assert client.position
    assert client.play([client.position.game.move("P", client.position)]) == "P"
    assert not client.my_turn
    assert client.hear("OK") == []
    assert client.hear("6") == ["OK"]
    assert client.my_turn
    assert client.hear("TIE") == []
    assert client.result == "drawn"


@pytest.mark.rules
def test_the_other_player_may_exchange_the_sides() -> None:
    client = informed("4 3 1000 F S")
    client.hear("BEGIN")
    client.play([0])
    client.hear("OK")
    assert client.hear("P") == ["OK"]
    assert client.my_turn
    assert client.position
    assert client.position.text == "3,3,3,3:0 0,4,4,4:0 first"  # we sit where the other sat


@pytest.mark.rules
def test_random_seeds_are_the_same_on_both_sides() -> None:
    client = informed("4 3 1000 F R 1 6 0 5")
    assert client.position
    assert client.position.text == "1,6,0,5:0 1,6,0,5:0 first pie"
    uneven = informed("4 3 1000 F R 1 6 0 3")  # 10 seeds: our game has 12 a side, and 2 are in each store
    assert uneven.position
    assert uneven.position.text == "1,6,0,3:2 1,6,0,3:2 first pie"


@pytest.mark.rules
@given(st.lists(st.integers(0, 9), min_size=1, max_size=6), st.data())
@settings(max_examples=50)
def test_a_board_of_any_seeds_plays_on_as_it_should(seeds: list[int], data: st.DataObject) -> None:
    """Compared with the slow twin, which plays the board as it is."""
    position = starting(len(seeds), seeds)
    twin = Kalah([list(seeds), list(seeds)], [0, 0], 0, False, False, True)
    while not position.outcome():
        assert (list(position.moves()), position.to_move) == (twin.moves(), twin.to_move)
        move = data.draw(st.sampled_from(position.moves()))
        position, twin = position.play(move), twin.play(move)
    outcome = position.outcome()
    assert outcome
    assert outcome.margin_for(0) == twin.stores[0] - twin.stores[1]


@pytest.mark.rules
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("TIME LOSER", ("lost", "the turn was late")),
        ("ILLEGAL LOSER", ("lost", "the turn was not legal")),
        ("LOSER", ("lost", "")),
    ],
)
def test_why_a_game_was_lost_is_kept(lines: str, words: tuple[str, str]) -> None:
    client = informed("6 4 5000 F S")
    client.hear("BEGIN")
    for line in lines.split():
        client.hear(line)
        assert not client.my_turn
    assert (client.result, client.reason) == words


@pytest.mark.rules
def test_what_can_be_understood_is_understood() -> None:
    client = Kalah2017()
    assert client.hear("info  6  4 5000 s  s\r\n") == ["READY"]  # no WELCOME, small letters, blanks
    assert client.hear("3") == ["OK"]  # no BEGIN, and a turn in two lines
    assert not client.my_turn
    assert client.hear("1") == ["OK"]
    assert client.my_turn


@pytest.mark.rules
@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["HELLO"], "the server said 'HELLO', which is no line of the 2017 protocol"),
        (["INFO 6 4 5000 F"], "INFO has houses, seeds, milliseconds, F or S"),
        (["INFO 6 4 5000 F R 1 2 3"], "after R the seeds of each house"),
        (["INFO 20 4 5000 F S"], "the server wants 20 houses with 80 seeds a side; outplay plays 1 to 12 houses"),
        (["INFO 6 13 5000 F S"], "up to 12 seeds for each"),
        (["INFO 0 4 5000 F S"], "the server wants 0 houses"),
        (["3"], "before INFO"),
        (["INFO 6 4 1 F S", "BEGIN", "3"], "when that was not its turn"),
        (["INFO 6 4 1 S S", "BEGIN", "1 2"], "when that was not its turn"),
        (["INFO 6 4 1 S S", "BEGIN", "7"], "the server's turn '7' is not legal"),
        (["INFO 6 4 1 S S", "BEGIN", "P"], "the server's turn 'P' is not legal"),
    ],
)
def test_what_is_not_of_the_protocol_is_said_in_one_line(lines: list[str], words: str) -> None:
    client = Kalah2017()
    for line in lines[:-1]:
        client.hear(line)
    with pytest.raises(BadConnection) as raised:
        client.hear(lines[-1])
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.rules
@given(st.lists(st.one_of(st.text(max_size=12), st.sampled_from(["INFO 6 4 9 S S", "BEGIN", "3", "1", "P", "OK"]))))
def test_any_lines_are_followed_or_refused_with_words(lines: list[str]) -> None:
    client = Kalah2017()
    for line in lines:
        try:
            assert client.hear(line) in ([], ["OK"], ["READY"])
        except BadConnection:
            break


@pytest.mark.rules
def test_the_sowings_of_a_turn_share_its_time() -> None:
    class Watched(RandomPlayer):
        limits: list[Limit]

        def choose(
            self,
            position: outplay.Position,
            limit: Limit = NO_LIMIT,
            moves: Sequence[int] = (),
            report: Report | None = None,
        ) -> Choice:
            self.limits.append(limit)
            return super().choose(position, limit, moves, report)

    watched = Watched(outplay.game("kalah"), 1)
    watched.limits = []
    client = informed("1 1 1000 F R 3")  # a lap back to the store and on
    client.hear("BEGIN")
    moves = whole_turn(client, watched)
    assert len(moves) == len(watched.limits)
    assert sum(limit.time or 0 for limit in watched.limits) <= 0.9
    assert all(limit.time for limit in watched.limits)


# Whole games on a server.


class Server(threading.Thread):
    """A server for one game, which judges every line by our rules; its own turns are the first legal moves."""

    def __init__(self, info: str, side: int, swaps: bool = False) -> None:
        super().__init__()
        self.info, self.side, self.swaps = info, side, swaps
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(60)
        self.where = f"127.0.0.1:{self.listener.getsockname()[1]}"
        self.turns: list[str] = []
        self.failure: BaseException | None = None
        self.outcome: outplay.Outcome | None = None

    def run(self) -> None:
        try:
            with self.listener:
                connection, _ = self.listener.accept()
            connection.settimeout(60)
            with connection, connection.makefile("rw", newline="") as self.stream:
                self.play()
        except BaseException as error:
            self.failure = error

    def say(self, line: str) -> None:
        self.stream.write(f"{line}\n")
        self.stream.flush()

    def hear(self) -> str:
        line = self.stream.readline()
        assert line.endswith("\n")
        return str(line).strip()

    def play(self) -> None:
        self.say("WELCOME")
        self.say(f"INFO {self.info}")
        assert self.hear() == "READY"
        self.say("BEGIN")
        words = self.info.split()
        m = int(words[0])
        position = starting(m, [int(word) for word in words[5:]] or [int(words[1])] * m)
        while not position.outcome():
            if position.to_move == self.side:
                turn = self.hear()
                for word in turn.split():
                    assert position.to_move == self.side
                    position = position.play(position.game.move(word, position))
                assert position.to_move != self.side or position.outcome()
                self.say("OK")
            else:
                names = []
                while position.to_move != self.side and not position.outcome():
                    move = position.moves()[-1 if self.swaps and len(self.turns) == 1 else 0]
                    names.append(position.name(move))
                    position = position.play(move)
                turn = " ".join(names)
                self.say(turn)
                assert self.hear() == "OK"
            self.turns.append(turn)
        self.outcome = position.outcome()
        assert self.outcome
        winner = self.outcome.winner
        self.say("TIE" if winner is None else "WINNER" if winner == self.side else "LOSER")


def client_of(where: str, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "outplay", "speak", "kalah-2017", where, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=180)


def played(server: Server, *words: str) -> dict[str, Any]:
    server.start()
    done = client_of(server.where, "--json", *words)
    server.join()
    assert server.failure is None, server.failure
    assert done.returncode == 0, done.stderr
    line: dict[str, Any] = json.loads(done.stdout)
    winner = server.outcome and server.outcome.winner
    assert line["result"] == ("drawn" if winner is None else "won" if winner == server.side else "lost")
    assert (line["turns"], line["side"], line["reason"]) == (server.turns, server.side, "")
    return line


@pytest.mark.rules
@pytest.mark.parametrize(
    ("info", "side"),
    [
        ("6 4 5000 F S", 0),
        ("6 4 5000 S S", 1),
        ("3 2 0 F R 1 0 3", 0),
        ("1 1 100 S S", 1),
        ("7 3 9 F R 9 0 0 0 1 2 3", 0),
    ],
)
@pytest.mark.parametrize("seed", [1, 2])
def test_whole_games_on_a_server(info: str, side: int, seed: int) -> None:
    played(Server(info, side), "--player", f"random:seed={seed}")


@pytest.mark.rules
def test_a_whole_game_in_which_the_server_exchanges_the_sides() -> None:
    line = played(Server("6 4 5000 F S", 0, swaps=True), "--player", "random:seed=4")
    assert line["turns"][1] == "P"


@pytest.mark.kernel
@pytest.mark.parametrize(("info", "side"), [("6 4 5000 F S", 0), ("6 4 5000 S S", 1)])
def test_the_engine_wins_on_a_server(info: str, side: int) -> None:
    assert played(Server(info, side), "--player", "engine:nodes=5000")["result"] == "won"


@pytest.mark.rules
@pytest.mark.parametrize(
    ("lines", "out", "err"),
    [
        ("WELCOME\nINFO 6 4 9 S S\nTIME\nLOSER\n", "lost as the second player: the turn was late\n", ""),
        ("WELCOME\nINFO 6 4 9 S S\nILLEGAL\n", "lost as the second player: the turn was not legal\n", ""),
        ("WELCOME\nINFO 6 4 9 S S\nBEGIN\n", "", "closed the connection before the game was over"),
        ("220 mail.example.org ready\n", "", "which is no line of the 2017 protocol"),
    ],
)
def test_a_server_that_breaks_off_is_said_in_one_line(lines: str, out: str, err: str) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(60)

    def serve() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.sendall(lines.encode())
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(60)
            while connection.recv(100):
                pass

    server = threading.Thread(target=serve)
    with listener:
        server.start()
        done = client_of(f"127.0.0.1:{listener.getsockname()[1]}", "--player", "random")
        server.join()
    assert done.stdout == out
    assert done.returncode == (2 if err else 0)
    assert len(done.stderr.splitlines()) == 1 + bool(err)
    assert err in done.stderr
