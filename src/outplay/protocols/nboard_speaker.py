"""The program's side of the NBoard protocol: commands of a manager for Othello, and the replies to them. `nboard` shows
a dialogue."""

import re
from collections.abc import Callable, Iterator

from outplay.core.errors import BadPosition, OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.protocols import speaker
from outplay.protocols.dialect import Think, Thought
from outplay.protocols.ggf import follow, move_text, othello, read, seconds_of
from outplay.protocols.speaker import FASTEST, Host, complaint, less_margin, printable

MOVE = re.compile(r"[a-hA-H][1-8]|PA|pa", re.ASCII)
"""A line of version 1 that is a move."""


class Speaker(speaker.Speaker):
    """The program's side for Othello."""

    def __init__(self, game: Game, host: Host, version: str) -> None:
        othello(game)
        self.game, self.host, self.version = game, host, version
        self.think: Think | None = None
        self.depth: int | None = None
        self.position: Position | None = game.start()
        """None after a game that could not be read."""
        self.left: list[float | None] = [None, None]
        """The seconds that are left to each side; None for no clock."""

    def hear(self, line: str) -> Iterator[str]:
        text = line.strip("\0\r\n\t \ufeff")
        name, _, rest = text.partition(" ")
        if MOVE.fullmatch(text):
            name, rest = "move", text
        command = COMMANDS.get(name)
        try:
            if command:  # the protocol says that all others are ignored
                yield from command(self, rest.strip())
        except OutplayError as error:
            yield f"status {complaint(error)}"

    def interrupts(self, line: str) -> bool:
        return line.split()[:1] in (["ping"], ["quit"])

    def nboard(self, rest: str) -> Iterator[str]:
        yield "set myname outplay"

    def ping(self, rest: str) -> Iterator[str]:
        yield f"pong {printable(rest)}"

    def learn(self, rest: str) -> Iterator[str]:
        yield "learned"

    def quit(self, rest: str) -> Iterator[str]:
        self.over = True
        yield from ()

    def set(self, rest: str) -> Iterator[str]:
        name, _, value = rest.partition(" ")
        if name == "depth":
            if not re.fullmatch("[0-9]{1,4}", value.strip(), re.ASCII):
                raise BadPosition("set depth wants a number, as in set depth 12")
            self.depth = max(1, int(value))
            self.get_ready()
        elif name == "game":
            self.position = None
            found = read(self.game, value)
            self.position, self.left = found.position, list(found.left)
        yield from ()

    def get_ready(self) -> Think:
        """Compiles the game, unless that is done."""
        self.think = self.think or self.host.prepare(self.game)
        return self.think

    def move(self, rest: str) -> Iterator[str]:
        position = self.known()
        side = position.to_move
        self.position = follow(position, side, rest)
        left = self.left[side]
        self.left[side] = None if left is None else left - seconds_of(rest)
        yield from ()

    def known(self) -> Position:
        if self.position is None:
            raise BadPosition("there is no game; the last one could not be read")
        return self.position

    def go(self, rest: str) -> Iterator[str]:
        try:
            position = self.known()
            if position.outcome():
                raise BadPosition("the game is over")
        except OutplayError:
            yield "=== PA"  # the manager waits for an answer
            raise
        left = self.left[position.to_move]
        clock = None if left is None else max(FASTEST, less_margin(left))
        yield "status thinking"
        last: list[Thought] = []
        answer = self.get_ready()(position, Limit(depth=self.depth, clock=clock), self.telling(position, last))
        parts = [move_text(position, answer.move), "" if answer.score is None else f"{answer.score:.2f}"]
        yield "=== " + "/".join([*parts, f"{last[-1].seconds if last else 0:.2f}"])
        yield "status"

    def telling(self, position: Position, last: list[Thought]) -> Callable[[Thought], None]:
        """What tells the manager each thought about a position, and keeps it in a list."""

        def tell(thought: Thought) -> None:
            last.append(thought)
            self.host.tell(f"nodestats {thought.nodes or 0} {thought.seconds:.2f}")
            if thought.score is not None:
                self.host.tell(search_line(position, thought))

        return tell

    def hint(self, rest: str) -> Iterator[str]:
        """The best moves, each with what it leads to. All but the best one are searched after their move."""
        position, count = self.known(), int(rest) if re.fullmatch("[0-9]{1,4}", rest, re.ASCII) else 1
        if position.outcome():
            raise BadPosition("the game is over")
        yield "status analysing"
        think, limit, last = self.get_ready(), Limit(depth=self.depth), list[Thought]()
        best = think(position, limit, self.telling(position, last)).move
        others = [self.after(think, position, move) for move in position.moves() if move != best and count > 1]
        for thought in sorted(filter(None, others), key=lambda thought: -(thought.score or 0.0))[: max(0, count - 1)]:
            yield search_line(position, thought)
        yield "status"

    def after(self, think: Think, position: Position, move: int) -> Thought | None:
        """A thought about a move, from the search of the position after it; None if that finds no score."""
        child, last = position.play(move), list[Thought]()
        outcome = child.outcome()
        if outcome:
            return Thought(move, outcome.margin_for(position.to_move), 1, 1, (move,), True, 0.0)
        depth = None if self.depth is None else max(1, self.depth - 1)
        answer = think(child, Limit(depth=depth), last.append)
        if answer.score is None or not last:
            return None
        score = answer.score if child.to_move == position.to_move else -answer.score
        return last[-1]._replace(move=move, score=score, line=(move, *last[-1].line))


def search_line(position: Position, thought: Thought) -> str:
    """The line that tells what the player thinks of a move."""
    names, depth = [], "100%" if thought.exact else f"{thought.depth or 0}"
    for move in thought.line:
        names.append(move_text(position, move))
        position = position.play(move)
    return f"search {''.join(names)} {thought.score or 0:.2f} 0 {depth}"


COMMANDS: dict[str, Callable[[Speaker, str], Iterator[str]]] = {
    "nboard": Speaker.nboard,
    "set": Speaker.set,
    "move": Speaker.move,
    "hint": Speaker.hint,
    "go": Speaker.go,
    "ping": Speaker.ping,
    "learn": Speaker.learn,
    "quit": Speaker.quit,
}
