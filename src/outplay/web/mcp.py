"""A server for language models: the Model Context Protocol on standard input and output.

To the service it is one page. Each call of a tool becomes a message as a page sends it, and is checked, bounded and
answered as one; this file only says which tools there are and puts the answers into words. The server keeps no games:
as on the page, every call names a game, its start and its moves.
"""

import asyncio
import contextlib
import itertools
import json
import os
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, NamedTuple

from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    EmbeddedResource,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    TextResourceContents,
    Tool,
    ToolAnnotations,
)
from pydantic import BaseModel

from outplay import __version__
from outplay.core.errors import OutplayError
from outplay.core.machine import stop_signals
from outplay.web import answers, messages
from outplay.web.catalogue import OPPONENT, Catalogue
from outplay.web.game_line import GameLine
from outplay.web.pool import Pool
from outplay.web.session import Service, Session
from outplay.web.tournaments import Tournaments

Json = dict[str, Any]
Context = ServerRequestContext[Any, Any]

USUAL_SECONDS = 5.0
"""Seconds of a search if a call does not say: many clients give up on a tool after a minute."""
MOST_LINE = 4 * messages.MOST_BYTES
"""Bytes of a line of input that are kept; the rest of a longer one is thrown away."""
CHUNK = 1 << 16
INSTRUCTIONS = (
    "Two-player board games with a strong engine. Begin with list_games. Every other tool takes a game, such as "
    "tic-tac-toe or kalah:6,4, and the moves played so far, as the list of their names from the start; nothing is "
    "remembered between two calls. play and choose return that list with one move more."
)
GAME = "The game: a name of list_games, with its options after a colon, as in kalah:6,4 or mnk:5,5,4."
START = "A position to begin from, as show writes it; null for the start of the game."
MOVES = "The names of the moves played from the start, in their order, as legal_moves lists them."


class Asked(NamedTuple):
    """What a tool is: the message that it sends, the arguments it takes, and how its answer is put into words."""

    title: str
    about: str
    message: type[messages.Message]
    arguments: dict[str, Json]
    """What a call may say, by the names of the message's fields; with what the message's own schema does not tell."""
    result: type[BaseModel]
    answer: "Callable[[Tools, Json, Context], Awaitable[answers.Answer]]"


LINE: dict[str, Json] = {
    "game": {"description": GAME},
    "start": {"description": START},
    "moves": {"description": MOVES},
}


class Tools:
    """Answers the calls of one client."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.session = Session(service, self._take, service.accounts.client())
        self.numbers = itertools.count(1)
        self.told: dict[int, asyncio.Queue[Json]] = {}

    async def _take(self, text: str) -> None:
        message = json.loads(text)
        if queue := self.told.get(message["id"]):
            queue.put_nowait(message)

    async def ask(self, do: str, fields: Json, context: Context) -> Json:
        """The answer of the service to a message: all its fields, of several with the same name the last. Raises
        BadMessage with the error that a page would show."""
        number = next(self.numbers)
        queue = self.told[number] = asyncio.Queue[Json]()
        found: Json = {}
        try:
            await self.session.hear(json.dumps({**fields, "id": number, "do": do}))
            while not found.get("done"):
                found |= await queue.get()
                if found.pop("compiling", None):
                    await context.session.report_progress(0, None, "compiling the game, which is done once")
        finally:
            del self.told[number]
            if task := self.session.tasks.get(number):  # the call was cancelled
                task.cancel()
        if "error" in found:
            raise messages.BadMessage(found["error"].removeprefix(f"{do}: "))
        return found

    async def line(self, fields: Json) -> GameLine:
        """The game line of checked fields."""
        lines = self.service.lines
        found: GameLine = await self.session.in_thread(
            lines.reading, fields["game"], fields.get("start"), moves(fields)
        )
        return found

    async def call(self, name: str, arguments: Json, context: Context) -> CallToolResult:
        """The result of a call; a wrong one is answered by one line."""
        try:
            if name not in TOOLS:
                raise messages.BadMessage(f"there is no tool {name[:40]!r}; there are {', '.join(TOOLS)}")
            asked = TOOLS[name]
            if wrong := next((key for key in arguments if key not in asked.arguments), None):
                takes = ", ".join(asked.arguments) or "no arguments"
                raise messages.BadMessage(f"{name} has no argument {wrong[:40]!r}; it takes {takes}")
            answer = await asked.answer(self, arguments, context)
        except OutplayError as error:
            text = self.service.catalogue.public(error)
            return CallToolResult(content=[TextContent(text=text)], is_error=True)
        content: list[Any] = [TextContent(text=answer.text)]
        if answer.svg:
            drawn = TextResourceContents(uri="outplay://position.svg", mime_type="image/svg+xml", text=answer.svg)
            content.append(EmbeddedResource(resource=drawn))
        return CallToolResult(content=content, structured_content=answer.result.model_dump(mode="json"))

    async def list_games(self, fields: Json, context: Context) -> answers.Answer:
        found = await self.ask("games", fields, context)
        return answers.games(found["games"], found["players"], self.service.catalogue)

    async def rules(self, fields: Json, context: Context) -> answers.Answer:
        found = await self.ask("rules", fields, context)
        return answers.rules(fields["game"], found)

    async def show(self, fields: Json, context: Context) -> answers.Answer:
        picture = fields.pop("picture", False)
        if not isinstance(picture, bool):
            raise messages.BadMessage("picture: input should be true or false")
        await self.ask("view", fields, context)
        return answers.shown(await self.line(fields), picture)

    async def legal_moves(self, fields: Json, context: Context) -> answers.Answer:
        await self.ask("view", fields, context)
        return answers.legal_moves(await self.line(fields))

    async def play(self, fields: Json, context: Context) -> answers.Answer:
        move = fields.pop("move", None)
        if not isinstance(move, str):
            raise messages.BadMessage("move: the name of one move is needed, as legal_moves lists them")
        return await self.show(fields | {"moves": [*moves(fields), move]}, context)

    async def choose(self, fields: Json, context: Context) -> answers.Answer:
        found = await self.ask("choose", {"player": OPPONENT} | fields, context)
        line = await self.line(fields)
        return answers.chosen(line, found, await self.line(fields | {"moves": [*line.names, found["move"]]}))

    async def analyse(self, fields: Json, context: Context) -> answers.Answer:
        found = await self.ask("analyse", {"seconds": USUAL_SECONDS} | fields, context)
        return answers.analysed(await self.line(fields), found["analysis"], found["network"])

    async def solve(self, fields: Json, context: Context) -> answers.Answer:
        found = await self.ask("solve", {"seconds": USUAL_SECONDS} | fields, context)
        return answers.solved(await self.line(fields), found)


def moves(fields: Json) -> list[Any]:
    """The moves of a call that may not have been checked yet; what is no list is left to the check."""
    given = fields.get("moves", [])
    return given if isinstance(given, list) else [given]


SECONDS = {"description": f"Seconds to search; {USUAL_SECONDS:g} if nothing is said.", "default": USUAL_SECONDS}
TOOLS = {
    "list_games": Asked(
        "List games",
        "The games that can be played, with the options of each, and the players that can be asked for a move.",
        messages.Games,
        {},
        answers.Games,
        Tools.list_games,
    ),
    "rules": Asked(
        "Rules of a game",
        "The rules of a game in plain words.",
        messages.Rules,
        {"game": {"description": GAME}},
        answers.RulesText,
        Tools.rules,
    ),
    "show": Asked(
        "Show a position",
        "The board after some moves as text: who is to move, the legal moves, and how the game ended if it is over.",
        messages.View,
        LINE | {"picture": {"type": "boolean", "default": False, "description": "Add a drawing as SVG."}},
        answers.Shown,
        Tools.show,
    ),
    "legal_moves": Asked(
        "Legal moves",
        "The names of all moves that are legal after some moves.",
        messages.View,
        LINE,
        answers.LegalMoves,
        Tools.legal_moves,
    ),
    "play": Asked(
        "Play a move",
        "Plays a move after those before and shows the board; returns the list of moves for the next call.",
        messages.View,
        LINE | {"move": {"type": "string", "description": "The name of the move, as legal_moves lists it."}},
        answers.Shown,
        Tools.play,
    ),
    "choose": Asked(
        "Ask a player for a move",
        "A player of the list chooses a move for the side to move and says why; the answer has the board after it.",
        messages.Choose,
        LINE
        | {
            "player": {"description": "A player of list_games, as in engine:level=5.", "default": OPPONENT},
            "time": {"description": "Seconds for the move; null for the player's own."},
        },
        answers.Chosen,
        Tools.choose,
    ),
    "analyse": Asked(
        "Analyse a position",
        "The engine's best moves with their scores and the lines that it expects; proven where it says so.",
        messages.Analyse,
        LINE | {"lines": {"description": "How many moves to compare."}, "seconds": SECONDS},
        answers.Analysed,
        Tools.analyse,
    ),
    "solve": Asked(
        "Solve a position",
        "Searches for a proof of who wins with best play, and by how much: for small boards and late positions.",
        messages.Solve,
        LINE | {"seconds": SECONDS},
        answers.Solved,
        Tools.solve,
    ),
}


def described(name: str, asked: Asked) -> Tool:
    """A tool as the client sees it. The types and bounds of its arguments are those of the message."""
    schema = asked.message.model_json_schema()
    known = schema["properties"]
    properties = {key: known.get(key, {}) | more for key, more in asked.arguments.items()}
    for each in properties.values():
        each.pop("title", None)
    needed = [key for key in properties if key in ("game", "move")]
    return Tool(
        name=name,
        title=asked.title,
        description=asked.about,
        input_schema={"type": "object", "properties": properties, "required": needed, "additionalProperties": False},
        output_schema=asked.result.model_json_schema(mode="serialization"),
        annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def server_of(tools: Tools) -> "Server[Any]":
    """The protocol's server for a client."""
    listed = ListToolsResult(tools=[described(name, asked) for name, asked in TOOLS.items()])

    async def on_list(context: Context, params: PaginatedRequestParams | None) -> ListToolsResult:
        return listed

    async def on_call(context: Context, params: CallToolRequestParams) -> CallToolResult:
        return await tools.call(params.name, dict(params.arguments or {}), context)

    return Server(
        "outplay",
        version=__version__,
        title="outplay",
        instructions=INSTRUCTIONS,
        on_list_tools=on_list,
        on_call_tool=on_call,
    )


class InputLines:
    """The lines of standard input. They are read in a thread that nobody waits for at the end, so that Ctrl-C need not
    wait for a line."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(16)
        self.file = os.dup(0)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with contextlib.suppress(RuntimeError):  # the loop has ended
            for line in lines_of(lambda: os.read(self.file, CHUNK)):
                self._put(line.decode("utf-8", "replace"))
            self._put(None)

    def _put(self, line: str | None) -> None:
        asyncio.run_coroutine_threadsafe(self.queue.put(line), self.loop).result()

    async def __aiter__(self) -> AsyncIterator[str]:
        while (line := await self.queue.get()) is not None:
            yield line


def lines_of(read: Callable[[], bytes]) -> Iterable[bytes]:
    """The lines of what is read, the last one even if it does not end; of each at most MOST_LINE bytes."""
    rest = b""
    while chunk := read():
        *lines, last = chunk.split(b"\n")
        for line in lines:
            yield (rest + line)[:MOST_LINE]
            rest = b""
        rest = (rest + last)[:MOST_LINE]
    if rest:
        yield rest


async def run(catalogue: Catalogue) -> None:
    """Serves one client until standard input ends, or until a signal cancels this."""
    service = Service(catalogue, Pool(1), Tournaments(catalogue))
    tools = Tools(service)
    server = server_of(tools)
    await service.pool.start()
    try:
        async with stdio_server(InputLines()) as (source, sink):  # type: ignore[arg-type]
            await server.run(source, sink, server.create_initialization_options())
    finally:
        await tools.session.close()
        await service.pool.close()


def serve(files: Iterable[str]) -> None:
    """Serves until standard input ends. Standard output carries the protocol and nothing else: what the code of a game
    prints goes to standard error. Raises KeyboardInterrupt after a signal."""
    with contextlib.redirect_stdout(sys.stderr):
        catalogue = Catalogue(files)

    async def until_signal() -> None:
        serving = asyncio.create_task(run(catalogue))
        if sys.platform != "win32":  # on Windows a loop has no signal handlers, and Ctrl-C is a KeyboardInterrupt
            for number in stop_signals():
                asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
        try:
            await serving
        except asyncio.CancelledError:
            raise KeyboardInterrupt from None

    asyncio.run(until_signal())
