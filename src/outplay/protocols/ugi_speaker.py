"""The program's side of UGI and UAI: commands of a manager for any game, and the replies to them; `ugi` shows a
dialogue."""

import math
import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from outplay.core.errors import BadPosition, OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.machine import memory_mb
from outplay.protocols import speaker
from outplay.protocols.dialect import Think, Thought
from outplay.protocols.notation import move_text, position_text, read_move, read_position
from outplay.protocols.speaker import FASTEST, Host, complaint, less_margin, printable
from outplay.protocols.ugi import CENTS

TIMES = {"ugi": (("p1", "w"), ("p2", "b")), "uai": (("b", "p1"), ("w", "p2"))}
"""What the times of the first and of the second player are called: in Ataxx black begins, elsewhere white."""
USUAL_TABLE = 64
"""MB of the transposition table if the manager does not say."""


class Speaker(speaker.Speaker):
    """The program's side for one game."""

    def __init__(self, game: Game, host: Host, version: str) -> None:
        self.game, self.host, self.version = game, host, version
        self.protocol = "ugi"
        self.think: Think | None = None
        self.table: int | None = None
        self.position: Position | None = game.start()
        """None after a `position` that could not be read."""
        self.start = game.start()
        self.played: list[str] = []
        """The moves from there to the position."""

    def hear(self, line: str) -> Iterator[str]:
        name, _, rest = line.strip("\0\r\n\t \ufeff").replace("\t", " ").partition(" ")
        command = COMMANDS.get(name)
        if command is None:
            if name:
                yield f"info string unknown command {printable(name)}"
            return
        try:
            yield from command(self, rest.strip())
        except OutplayError as error:
            yield f"info string {complaint(error)}"
            if name == "go":  # the manager waits for a move
                yield "bestmove (none)"

    def interrupts(self, line: str) -> bool:
        return line.strip() in ("stop", "quit")

    def aside(self, line: str) -> str:
        return "readyok" if line.strip() == "isready" else ""

    def greet(self, rest: str) -> Iterator[str]:
        yield f"id name outplay {self.version}"
        yield "id author the authors of outplay"
        yield f"option name Hash type spin default {USUAL_TABLE} min 1 max {memory_mb() // 2}"
        yield f"{self.protocol}ok"

    def ugi(self, rest: str) -> Iterator[str]:
        self.protocol = "ugi"
        yield from self.greet(rest)

    def uai(self, rest: str) -> Iterator[str]:
        self.protocol = "uai"
        yield from self.greet(rest)

    def is_ready(self, rest: str) -> Iterator[str]:
        try:
            self.get_ready()
        except OutplayError as error:
            yield f"info string {complaint(error)}"
        yield "readyok"

    def get_ready(self) -> Think:
        """Compiles the game and allocates the table, unless that is done."""
        self.think = self.think or self.host.prepare(self.game, self.table)
        return self.think

    def new_game(self, rest: str) -> Iterator[str]:
        self.position, self.start, self.played = self.game.start(), self.game.start(), []
        yield from ()

    def set_option(self, rest: str) -> Iterator[str]:
        found = re.fullmatch(r"name hash value ([0-9]{1,9})", " ".join(rest.lower().split()), re.ASCII)
        if not found:
            yield f"info string unknown option {printable(rest)}; there is: setoption name Hash value 64"
        elif not 1 <= int(found[1]) <= memory_mb() // 2:
            yield f"info string Hash is 1 to {memory_mb() // 2} MB"
        elif int(found[1]) != self.table:
            self.table, self.think = int(found[1]), None

    def set_position(self, rest: str) -> Iterator[str]:
        self.position, before = None, self.position
        where, _, moves = f" {rest} ".partition(" moves ")
        kind, _, text = where.strip().partition(" ")
        if kind not in ("startpos", "fen") or (kind == "startpos" and text):
            raise BadPosition("write: position startpos, or position fen TEXT, and then moves, as in moves a1 b2")
        start = read_position(self.game, text) if kind == "fen" else self.game.start()
        position, words = start, moves.split()
        done = len(self.played)
        if before is not None and start == self.start and words[:done] == self.played:
            position, words = before, words[done:]
        for word in words:
            position = position.play(read_move(position, word))
        self.position, self.start, self.played = position, start, moves.split()
        yield from ()

    def query(self, rest: str) -> Iterator[str]:
        position = self.position
        if position is None:
            raise BadPosition("there is no position; the last one could not be read")
        outcome = position.outcome()
        answers = {
            "gameover": str(outcome is not None).lower(),
            "p1turn": str(position.to_move == 0).lower(),
            "result": "none" if outcome is None else "draw" if outcome.winner is None else f"p{outcome.winner + 1}win",
            "fen": position_text(position),
        }
        yield f"response {answers.get(rest, 'unknown')}"

    def go(self, rest: str) -> Iterator[str]:
        position = self.position
        if position is None:
            raise BadPosition("there is no position; the last one could not be read")
        if position.outcome():
            raise BadPosition("the game is over in this position")
        infinite = "infinite" in rest.split()
        limit = Limit(time=math.inf) if infinite else self.limit(rest, position.to_move)
        think = self.get_ready()
        answer = think(position, limit, lambda thought: self.host.tell(info(position, thought)))
        if infinite:
            self.host.until_stopped()
        yield f"bestmove {move_text(position, answer.move)}"

    def limit(self, rest: str, side: int) -> Limit:
        """The limit in the arguments of `go`; unknown ones are ignored. None is the player's own."""
        words = rest.split()
        given = {key: int(value) for key, value in pairwise(words) if re.fullmatch("-?[0-9]{1,12}", value, re.ASCII)}
        clock, increment = (
            next((given[name + what] for name in TIMES[self.protocol][side] if name + what in given), None)
            for what in ("time", "inc")
        )
        return Limit(
            seconds(given.get("movetime")),
            least_one(given.get("depth")),
            least_one(given.get("nodes")),
            seconds(clock),
            None if clock is None else max(0, increment or 0) / 1000,
        )

    def quit(self, rest: str) -> Iterator[str]:
        self.over = True
        yield from ()

    def nothing(self, rest: str) -> Iterator[str]:
        yield from ()


def seconds(milliseconds: int | None) -> float | None:
    """A time that a manager gives, less the margin for its way."""
    return None if milliseconds is None else max(FASTEST, less_margin(milliseconds / 1000))


def least_one(number: int | None) -> int | None:
    return None if number is None else max(1, number)


def info(position: Position, thought: Thought) -> str:
    """The line that tells what the player thinks."""
    parts = [f"depth {thought.depth}"] if thought.depth is not None else []
    if thought.score is not None and math.isfinite(thought.score):
        parts.append(f"score cp {round(CENTS * thought.score)}")
    if thought.nodes is not None:
        parts.append(f"nodes {thought.nodes} nps {round(thought.nodes / max(thought.seconds, 1e-6))}")
    names = []
    for move in thought.line:
        names.append(move_text(position, move))
        position = position.play(move)
    return " ".join(["info", *parts, f"time {round(1000 * thought.seconds)}", "pv", *names])


COMMANDS: dict[str, Callable[[Speaker, str], Iterator[str]]] = {
    "ugi": Speaker.ugi,
    "uai": Speaker.uai,
    "isready": Speaker.is_ready,
    "uginewgame": Speaker.new_game,
    "uainewgame": Speaker.new_game,
    "setoption": Speaker.set_option,
    "position": Speaker.set_position,
    "query": Speaker.query,
    "go": Speaker.go,
    "stop": Speaker.nothing,
    "quit": Speaker.quit,
}
