"""The server for language models, asked by the protocol's own client over standard input and output."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from helpers.awaiting import awaited
from helpers.commands import outplay_run, refused

from outplay.web.answers import solved
from outplay.web.catalogue import Catalogue
from outplay.web.game_line import GameLines
from outplay.web.messages import MOST_LINES, MOST_MOVES, MOST_SECONDS

mcp = pytest.importorskip("mcp")

NIM = """
from typing import NamedTuple

from outplay import GOING_ON, Game


class State(NamedTuple):
    left: int
    turn: int


def moves(state):
    print("rules that print")
    return (1 << min(3, state.left)) - 1


def play(state, move):
    return State(max(0, state.left - move - 1), 1 - state.turn)


def outcome(state):
    return -1 if state.left == 0 else GOING_ON


def to_move(state):
    return state.turn


print("a file that prints")
game = Game("nim", State(9, 0), {"left": 6, "turn": 2}, moves, play, outcome, to_move)
"""
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


class Asking:
    """A client of one server. `asks` and `wrong` call a tool."""

    def __init__(self, client: Any) -> None:
        self.client = client

    async def asks(self, tool: str, **arguments: Any) -> tuple[str, dict[str, Any]]:
        """The words and the data of an answer; the client compares the data with the tool's schema."""
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content[0].text
        return result.content[0].text, result.structured_content

    async def wrong(self, tool: str, **arguments: Any) -> str:
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error
        (content,) = result.content
        assert "\n" not in content.text
        return str(content.text)


async def shows_games_and_positions(server: Asking) -> None:
    words, data = await server.asks("list_games")
    assert [game["name"] for game in data["games"]][:3] == ["nim", "squatter", "kalah"]
    assert "engine" in [player["name"] for player in data["players"]]
    assert "kalah[:HOUSES,SEEDS" in words
    words, _ = await server.asks("rules", game="kalah:2,2")
    assert "counter-clockwise" in words
    words, data = await server.asks("show", game="tic-tac-toe", moves=["b2"])
    assert "2 . x . 2" in words
    assert (data["to_move"], data["position"], data["outcome"]) == (1, ".../.x./...", None)
    assert set(data["legal_moves"]) == {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}
    result = await server.client.call_tool("show", {"game": "tic-tac-toe", "moves": ["b2"], "picture": True})
    assert result.content[1].resource.mime_type == "image/svg+xml"
    assert result.content[1].resource.text.startswith("<svg")
    _, data = await server.asks("legal_moves", game="kalah:2,2")
    assert data == {"legal_moves": ["1", "2"]}
    _, data = await server.asks("legal_moves", game="nim", moves=["0", "0"])
    assert data == {"legal_moves": ["0", "1", "2"]}


async def plays_a_game_to_its_end(server: Asking) -> None:
    moves = ["a1", "a2", "b1", "b2"]
    words, data = await server.asks("play", game="tic-tac-toe", moves=moves, move="c1")
    assert data["moves"] == [*moves, "c1"]
    assert (data["outcome"]["winner"], data["legal_moves"]) == (0, [])
    assert "The game is over. x wins" in words
    assert "over" in await server.wrong("analyse", game="tic-tac-toe", moves=data["moves"])
    half = ".../xx./oo."
    _, data = await server.asks("show", game="tic-tac-toe", start=half)
    assert data["start"] == half


async def searches(server: Asking) -> None:
    _, data = await server.asks("analyse", game="tic-tac-toe", moves=["b2"], lines=3, seconds=1.0)
    assert {line["move"] for line in data["lines"]} <= {"a1", "a3", "c1", "c3"}
    assert [(line["score"], line["proven"]) for line in data["lines"]] == [(0, True)] * 3
    words, data = await server.asks("solve", game="tic-tac-toe", moves=["b2", "b1"])
    assert data["proven"]
    assert data["outcome"] == {"winner": 0, "margin": 1, "reason": "proven"}
    assert words.startswith("Proven: x wins.")
    _, data = await server.asks("choose", game="tic-tac-toe", moves=["b2"], player="random:seed=1")
    assert data["moves"] == ["b2", data["move"]]


async def refuses_in_one_line(server: Asking, folder: Path) -> None:
    wrong = server.wrong
    assert "there is no game 'chess' here; there are nim, squatter" in await wrong("show", game="chess")
    assert "there is no game" in await wrong("show", game=str(folder / "other.py"))
    assert await wrong("show") == "game: field required"
    assert "move 2: 'b2' is not legal here" in await wrong("play", game="tic-tac-toe", moves=["b2"], move="b2")
    assert "the name of one move" in await wrong("play", game="tic-tac-toe")
    assert "moves" in await wrong("show", game="tic-tac-toe", moves="b2")
    assert await wrong("show", game="hex", deep=1) == (
        "show has no argument 'deep'; it takes game, start, moves, picture"
    )
    assert "there is no tool 'sing'; there are list_games" in await wrong("sing")
    assert "less than or equal to 60" in await wrong("analyse", game="hex:3", seconds=MOST_SECONDS + 1)
    assert f"less than or equal to {MOST_LINES}" in await wrong("analyse", game="hex:3", lines=MOST_LINES + 1)
    assert f"at most {MOST_MOVES} items" in await wrong("show", game="hex:3", moves=["a1"] * (MOST_MOVES + 1))
    assert "too large to be searched" in await wrong("solve", game="mnk:30,30,5")
    assert "there is no player 'text'" in await wrong("choose", game="hex:3", player="text:ls")


@pytest.mark.kernel
def test_a_client_lists_shows_plays_and_searches_and_wrong_calls_are_one_line(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    words = ["-m", "outplay", "mcp", str(file)]
    parameters = mcp.StdioServerParameters(command=sys.executable, args=words, env={**os.environ})

    async def session() -> None:
        async with mcp.Client(mcp.stdio_client(parameters)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert tools["analyse"].input_schema["properties"]["seconds"]["maximum"] == MOST_SECONDS
            server = Asking(client)
            await shows_games_and_positions(server)
            await plays_a_game_to_its_end(server)
            await searches(server)
            await refuses_in_one_line(server, tmp_path)

    awaited(session())


def started() -> "subprocess.Popen[bytes]":
    """A server that has answered its first message, to which nothing but that answer was written."""
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write(json.dumps(HELLO).encode() + b"\n")
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "outplay"
    return process


def test_the_end_of_the_input_and_ctrl_c_end_the_server_without_a_word() -> None:
    closed, interrupted = started(), started()
    assert closed.communicate(timeout=20) == (b"", b"")
    assert closed.returncode == 0
    began = time.monotonic()
    interrupted.send_signal(signal.SIGINT)
    assert interrupted.wait(20) == 130
    assert time.monotonic() - began < 10
    out, errors = interrupted.communicate()
    assert (out, errors.strip()) == (b"", b"")


def test_what_is_no_message_is_answered_or_skipped_and_the_server_goes_on() -> None:
    process = started()
    assert process.stdin
    assert process.stdout
    process.stdin.write(b'nonsense\n{"x": "' + b"y" * (2 << 20) + b'"}\n')
    process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "ping"}).encode() + b"\n")
    process.stdin.flush()
    while json.loads(line := process.stdout.readline()).get("id") != 2:
        assert line
    process.communicate(timeout=20)
    assert process.returncode == 0


def test_a_missing_package_is_named_with_the_command_that_installs_it(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ModuleNotFoundError(\"No module named 'mcp'\", name='mcp')\n")
    (tmp_path / "mcp_types.py").write_text((tmp_path / "mcp.py").read_text())
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    refused(outplay_run("mcp", PYTHONPATH=path), "needs the package mcp, version 2, which is not installed")
    refused(outplay_run("mcp", "kalah"), "kalah is no game file")


def test_what_is_not_proven_in_time_says_what_would_help() -> None:
    line = GameLines(Catalogue()).read("hex:3", None, ["b2"])
    found: dict[str, Any] = {"outcome": None, "best": [], "method": "alpha-beta", "nodes": 1234, "seconds": 0.5}
    text, result, _ = solved(line, found)
    assert text == "Not proven in time: 1,234 nodes, 0.5 s. Give more seconds, or a later position."
    assert result.model_dump()["proven"] is False
