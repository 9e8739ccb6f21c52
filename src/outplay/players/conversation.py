"""A player of ours as a program that a manager speaks to over pipes: `outplay.protocols` knows what is said, here the
lines are read and written, and the player chooses.

Lines are read while the player thinks, so that some of them stop it.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import BinaryIO

from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.specs import name_of
from outplay.players import player
from outplay.players.player import Choice, Player
from outplay.players.player import Report as Progress
from outplay.players.specs import parse
from outplay.protocols.dialect import Answer, Choose, Think, Thought
from outplay.protocols.speaker import Host, Speaker

LONGEST = 1 << 16
"""Bytes in a line; a longer one is cut."""
STOP_SECONDS = 0.1
"""How often a player is told to stop: it may not have begun to choose when it is told first."""
LAST_SECONDS = 1.0
"""How long a search goes on after the manager has closed the pipe, or begins after that: long enough for a move of a
command line that pipes its commands, and short enough for a manager that is gone."""
MOST_PLAYERS = 4
"""So many sizes of a board are kept ready."""


class RemotePlayer(Player):
    """The player that a text names, in games of a manager elsewhere: for whichever game it is asked about.

    Another thread may tell it to stop.
    """

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.players: dict[str, Player] = {}
        self.choosing: Player | None = None

    def prepare(self, game: Game, table: int | None = None) -> Player:
        """Makes the player for a game, which compiles what it needs. The table of the engine, or the tree of a
        tree search, has `table` MB if the text does not say."""
        spec = self.spec
        if table is not None and name_of(spec) in ("engine", "mcts") and "table" not in parse(spec).options:
            spec = str(parse(spec).with_(table=table))
            self.players.clear()
        elif len(self.players) >= MOST_PLAYERS:
            self.players.pop(next(iter(self.players)))
        self.players[str(game)] = player(spec, game)
        return self

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Progress | None = None,
    ) -> Choice:
        if str(position.game) not in self.players:
            self.prepare(position.game)
        self.choosing = self.players[str(position.game)]
        return self.choosing.choose(position, limit, moves, report)

    def stop(self) -> bool:
        return self.choosing is not None and self.choosing.stop()


def answering(chooser: Player) -> Choose:
    """A player as the function that the program's side of a protocol asks for moves."""

    def choose(position: Position, limit: Limit) -> Answer:
        choice = chooser.choose(position, limit)
        return Answer(choice.move, choice.score)

    return choose


class Conversation:
    """A player that a manager speaks to: the `Host` of its speaker. `run` speaks until it is over."""

    def __init__(self, spec: str, say: Callable[[str], None]) -> None:
        self.remote = RemotePlayer(spec)
        self.say = say
        self.speaker: Speaker | None = None
        self.arrived = threading.Condition()
        """Guards `waiting` and `searching`; notified when a line has arrived."""
        self.waiting: deque[tuple[float, str | None]] = deque()
        """The lines that were read and not yet answered, with their numbers; the end of them is None."""
        self.searching = False
        """Whether lines are answered aside."""
        self.began = 0.0
        """When that was so first for the current line, by the monotonic clock."""
        self.current = 0.0
        """The number of the line that is being answered."""
        self.stopped = 0.0
        """The searches of lines with smaller numbers are to end."""
        self.news = threading.Event()
        """Set when `stopped` has changed."""
        self.finished = threading.Event()

    def prepare(self, game: Game, table: int | None = None) -> Think:
        self.remote.prepare(game, table)
        return self.think

    def think(self, position: Position, limit: Limit, report: Callable[[Thought], None]) -> Answer:
        began = time.perf_counter()

        def thought(choice: Choice) -> None:
            if self.stopping:  # it was told so before it had begun
                self.remote.stop()
            report(thought_of(choice, time.perf_counter() - began))

        with self.attentive():
            choice = self.remote.choose(position, limit, report=thought)
        return Answer(choice.move, choice.score)

    @property
    def stopping(self) -> bool:
        """Whether a line has arrived that ends the search for the current one."""
        return self.current < self.stopped

    def until_stopped(self) -> None:
        """Waits for such a line."""
        with self.attentive():
            while not self.stopping:
                self.news.wait()
                self.news.clear()

    @contextmanager
    def attentive(self) -> Iterator[None]:
        """Meanwhile the lines are answered at once that need not wait."""
        with self.arrived:
            self.searching, self.began = True, time.monotonic()
            early = [each for each in self.waiting if self.aside(each[1])]
            for each in early:
                self.waiting.remove(each)
        try:
            yield
        finally:
            with self.arrived:
                self.searching = False

    def aside(self, line: str | None) -> bool:
        """Replies to a line if it need not wait for the end of a search; returns whether it did."""
        reply = self.speaker.aside(line) if self.speaker and line is not None else ""
        if reply:
            self.say(reply)
        return bool(reply)

    def run(self, speaker: Speaker, source: BinaryIO) -> None:
        """Speaks until the manager ends the conversation or closes the pipe."""
        self.speaker = speaker
        threading.Thread(target=self.read, args=(speaker, source), daemon=True).start()
        try:
            while not speaker.over and (line := self.next_line()) is not None:
                for reply in speaker.hear(line):
                    self.tell(reply)
        finally:
            self.finished.set()

    def tell(self, text: str) -> None:
        with self.arrived:
            self.say(text)

    def next_line(self) -> str | None:
        with self.arrived:
            while not self.waiting:
                self.arrived.wait()
            self.current, line = self.waiting.popleft()
            return line

    def read(self, speaker: Speaker, source: BinaryIO) -> None:
        """Reads the lines, in a thread of its own, and stops the player at those that interrupt it."""
        number = 0
        with suppress(OSError):  # nobody reads the replies any more
            for number, line in enumerate(lines_of(source), 1):
                self.arrive(number, line)
                if speaker.interrupts(line):
                    self.stop(number)
        self.arrive(number + 1, None)
        ended = time.monotonic()
        while not self.finished.wait(STOP_SECONDS):
            if self.searching and time.monotonic() - max(ended, self.began) > LAST_SECONDS:
                self.stop(self.current + 1)

    def arrive(self, number: int, line: str | None) -> None:
        with self.arrived:
            if not (self.searching and self.aside(line)):
                self.waiting.append((number, line))
                self.arrived.notify()

    def stop(self, number: float) -> None:
        """Ends the searches for the lines before this one."""
        self.stopped = number
        self.news.set()
        if self.stopping:
            self.remote.stop()


def thought_of(choice: Choice, seconds: float) -> Thought:
    found = choice.analysis
    line = found.line if found and found.line else (choice.move,)
    return Thought(
        choice.move, choice.score, choice.depth, choice.nodes, line, found is not None and found.exact, seconds
    )


def without_thoughts(host: Host) -> Callable[[Game, int], Choose]:
    """What prepares a player for a protocol that is not told what it thinks."""

    def prepared(game: Game, table: int) -> Choose:
        think = host.prepare(game, table)
        return lambda position, limit: think(position, limit, lambda thought: None)

    return prepared


def lines_of(source: BinaryIO) -> Iterator[str]:
    """The lines of a pipe until it is closed, whatever bytes they have."""
    while line := source.readline(LONGEST):
        yield line.decode("utf-8", "replace")
