"""Clients that take all they can get of a server, each in a process of its own; started by `benchmarks.web.attacks`.

    python -m benchmarks.web.attackers ATTACK PORT ADDRESS PAGES

ADDRESS is the one that the attack comes from: 127.0.0.2 is another client's than that of the honest ones, 127.0.0.1 is
the same. PAGES is the number of pages that it tries to open. It ends when its standard input does.
"""

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

import outplay

HALF_OPEN = 400
GONE = (OSError, WebSocketException, TimeoutError)
BOARD = "mnk:40,40,40"
"""A board for games of 1,000 moves, the most that a page may send."""
NUMBERS = itertools.count(1)


def page(port: int, address: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{port}/ws",
        origin=Origin(f"http://127.0.0.1:{port}"),
        local_addr=(address, 0),
        max_size=None,
        compression=None,
    )


async def half_open(port: int, address: str) -> None:
    """Begins a request, sends a byte of it now and then, and never ends it."""
    while True:
        with contextlib.suppress(*GONE):
            _, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ")
            with contextlib.suppress(*GONE):
                while not writer.is_closing():
                    await asyncio.sleep(1.0)
                    writer.write(b"x")
                    await writer.drain()
            writer.close()
        await asyncio.sleep(0.2)


async def say(socket: ClientConnection, **fields: Any) -> None:
    await socket.send(json.dumps({"id": next(NUMBERS), **fields}))


async def sockets(socket: ClientConnection) -> None:
    """Keeps a page open."""
    while True:
        await say(socket, do="ping")
        await socket.recv()
        await asyncio.sleep(5.0)


async def moves(socket: ClientConnection) -> None:
    """Wants four moves at once, each of a player that thinks for a minute."""
    for _ in range(4):
        await say(socket, do="choose", game="kalah:6,4", player="engine", time=60.0)
    while True:
        if "done" in json.loads(await socket.recv()):
            await say(socket, do="choose", game="kalah:6,4", player="alpha-beta:depth=12", time=60.0)


async def compiles(socket: ClientConnection) -> None:
    """Wants games compiled that nobody has played before, and leaves."""
    for _ in range(4):
        size = random.randrange(3, 12), random.randrange(3, 12)
        await say(socket, do="prepare", game=f"mnk:{size[0]},{size[1]},3", player="engine")
    await asyncio.sleep(random.uniform(0.5, 3.0))


async def replays(socket: ClientConnection) -> None:
    """Asks for one long game after the other, each different from the ones before."""
    start = outplay.game(BOARD).start()
    cells = [start.name(move) for move in start.moves()]
    while True:
        await say(socket, do="view", game=BOARD, moves=random.sample(cells, 1000))
        await socket.recv()


async def trees(socket: ClientConnection) -> None:
    """Wants large search trees."""
    for _ in range(4):
        await say(socket, do="tree", game="othello:16", depth=60, search="minimax")
    while True:
        if "done" in json.loads(await socket.recv()):
            await say(socket, do="tree", game="othello:16", depth=60, search="minimax")


async def messages(socket: ClientConnection) -> None:
    """Sends as many messages as are taken."""

    async def send() -> None:
        while True:
            await say(socket, do="view", game="kalah:6,4", moves=["x" * 100] * 400)

    sending = asyncio.create_task(send())
    try:
        async for _ in socket:
            pass
    finally:
        sending.cancel()


async def frames(socket: ClientConnection) -> None:
    """Sends pings without end, which no message limit counts."""
    ping = b"\x89\x80\x00\x00\x00\x00" * 50_000
    while True:
        socket.transport.write(ping)
        while socket.transport.get_write_buffer_size() > 1_000_000:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.01)


async def again(attack: Callable[[ClientConnection], Awaitable[None]], port: int, address: str) -> None:
    """Attacks on one page after the other."""
    while True:
        with contextlib.suppress(*GONE):
            async with page(port, address) as socket:
                await attack(socket)
        await asyncio.sleep(0.2)


PAGES = {
    "sockets": sockets,
    "moves": moves,
    "compiles": compiles,
    "replays": replays,
    "trees": trees,
    "messages": messages,
    "frames": frames,
}


async def main(name: str, port: int, address: str, pages: int) -> None:
    if name == "half-open":
        clients = [half_open(port, address) for _ in range(HALF_OPEN)]
    else:
        clients = [again(PAGES[name], port, address) for _ in range(pages)]
    attacking = asyncio.gather(*clients)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    attacking.cancel()
    os._exit(0)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])))
