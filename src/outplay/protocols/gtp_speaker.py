"""The program's side of GTP: commands of a manager for a game with stones on a square board, and the responses to them;
`gtp` shows a dialogue."""

import re
import time
from collections.abc import Callable, Iterator

from outplay.core.errors import OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game
from outplay.core.registry import is_file_name, parse
from outplay.core.specs import name_of
from outplay.protocols import speaker
from outplay.protocols.dialect import Think
from outplay.protocols.gtp import COLOURS, TITLES, Vertices, vertices_of
from outplay.protocols.speaker import FASTEST, Host, complaint, less_margin

COMMAND = re.compile(r"([0-9]+ )? *(\S+) *(.*)", re.ASCII)
SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
UNPRINTED = dict.fromkeys([*range(9), *range(11, 32), 127])


class Complaint(Exception):
    """Raised for a command that cannot be executed; its text is the response."""


class Speaker(speaker.Speaker):
    """The program's side for one kind of game, whose board may get other sizes."""

    def __init__(self, game: Game, host: Host, version: str) -> None:
        self.host, self.version = host, version
        self.game = game
        self.vertices: Vertices = vertices_of(game)
        self.positions: list[Position] = [game.start()]
        """The start, and the position after each command that plays a move."""
        self.think: Think | None = None
        self.main, self.byo, self.stones = 0.0, 0.0, 0
        """Seconds of the game, then seconds for so many moves; all 0 for no clock."""
        self.left: dict[int, tuple[float, int]] = {}
        """For each side the seconds that the manager said were left, and for how many moves; 0 for all."""
        self.used = [0.0, 0.0]
        """Seconds that the moves of each side took."""

    def hear(self, line: str) -> Iterator[str]:
        text = line.partition("#")[0].replace("\t", " ").translate(UNPRINTED).strip("\ufeff\n ")
        found = COMMAND.fullmatch(text)
        if not found:
            return
        number, command = (found[1] or "").strip(), COMMANDS.get(found[2])
        try:
            if command is None:
                raise Complaint("unknown command")
            result = command(self, found[3].split())
            blank = " " if result and not result.startswith("\n") else ""
            yield f"={number}{blank}{result}\n"
        except (Complaint, OutplayError) as error:
            yield f"?{number} {complaint(error)}\n"

    def interrupts(self, line: str) -> bool:
        return False  # GTP has no command that ends another one

    def protocol_version(self, words: list[str]) -> str:
        return "2"

    def name(self, words: list[str]) -> str:
        return "outplay"

    def version_text(self, words: list[str]) -> str:
        return self.version

    def known_command(self, words: list[str]) -> str:
        return str(words[:1] != [] and words[0] in COMMANDS).lower()

    def list_commands(self, words: list[str]) -> str:
        return "\n".join(COMMANDS)

    def quit(self, words: list[str]) -> str:
        self.over = True
        return ""

    @property
    def title(self) -> str:
        name = name_of(self.game.spec)
        return TITLES.get(name, name)

    def list_games(self, words: list[str]) -> str:
        return self.title

    def set_game(self, words: list[str]) -> str:
        if " ".join(words).casefold() != self.title.casefold():
            raise Complaint(f"unsupported game; this is {self.title}")
        return ""

    def boardsize(self, words: list[str]) -> str:
        sizes = {int(word) if re.fullmatch("[0-9]{1,4}", word, re.ASCII) else 0 for word in words}
        if len(words) not in (1, 2) or len(sizes) != 1:
            raise Complaint("syntax error; write a number, as in boardsize 15")
        (size,) = sizes
        if size != self.vertices.size:
            self.game, self.vertices = resized(self.game, size)
            self.think = None
        return self.clear_board([])

    def clear_board(self, words: list[str]) -> str:
        self.positions, self.left, self.used = [self.game.start()], {}, [0.0, 0.0]
        self.get_ready()
        return ""

    def get_ready(self) -> Think:
        """Compiles the game, unless that is done."""
        self.think = self.think or self.host.prepare(self.game)
        return self.think

    def komi(self, words: list[str]) -> str:
        if len(words) != 1 or not re.fullmatch(r"-?[0-9]{1,4}(\.[0-9]{1,4})?", words[0], re.ASCII):
            raise Complaint("syntax error; write a number, as in komi 0")
        return ""  # our games have none

    def turn(self, words: list[str]) -> Position:
        """The position in which the colour is to move that a command names. Programs of Othello leave out passes."""
        word = words[0].lower() if words else ""
        side = next((side for side, colour in enumerate(COLOURS) if word in (colour, colour[0])), None)
        if side is None:
            raise Complaint("syntax error; the first word is black or white")
        position = self.positions[-1]
        moves = position.moves()
        if moves and position.to_move != side and [position.name(move) for move in moves] == ["pass"]:
            position = position.play(moves[0])
        if not position.outcome() and position.to_move != side:
            raise Complaint(f"illegal move; {COLOURS[position.to_move]} is to move")
        return position

    def play(self, words: list[str]) -> str:
        position = self.turn(words)
        if len(words) != 2:
            raise Complaint("syntax error; write a colour and a cell, as in play black C3")
        move = self.vertices.read(words[1])
        if move is None:
            raise Complaint(f"syntax error; {words[1][:20]!r} is no cell of this board")
        if move not in position.moves():
            raise Complaint("illegal move")
        self.positions.append(position.play(move))
        return ""

    def genmove(self, words: list[str]) -> str:
        position, move = self.chosen(words)
        if move is None:
            return "pass"
        self.positions.append(position.play(move))
        return self.vertices.text(move)

    def reg_genmove(self, words: list[str]) -> str:
        _, move = self.chosen(words)
        return "pass" if move is None else self.vertices.text(move)

    def chosen(self, words: list[str]) -> tuple[Position, int | None]:
        """The move that the player chooses; None after the end of a game that has passes."""
        position = self.turn(words)
        if position.outcome():
            if "pass" in self.vertices.board.others:
                return position, None
            raise Complaint("the game is over")
        began = time.perf_counter()
        move = self.get_ready()(position, self.limit(position.to_move), lambda thought: None).move
        self.used[position.to_move] += time.perf_counter() - began
        return position, move

    def undo(self, words: list[str]) -> str:
        if len(self.positions) == 1:
            raise Complaint("cannot undo")
        self.positions.pop()
        return ""

    def time_settings(self, words: list[str]) -> str:
        if len(words) != 3 or not all(SECONDS.fullmatch(word) for word in words):
            raise Complaint("syntax error; write three numbers, as in time_settings 300 0 0")
        self.main, self.byo, self.stones = float(words[0]), float(words[1]), int(float(words[2]))
        self.left.clear()
        return ""

    def time_left(self, words: list[str]) -> str:
        side = next((side for side, c in enumerate(COLOURS) if words and words[0].lower() in (c, c[0])), None)
        if side is None or len(words) != 3 or not all(SECONDS.fullmatch(word) for word in words[1:]):
            raise Complaint("syntax error; write a colour and two numbers, as in time_left black 120 0")
        self.left[side] = float(words[1]), int(float(words[2]))
        return ""

    def limit(self, side: int) -> Limit:
        """The limit of the next move of a side."""
        if side in self.left:
            seconds, stones = self.left[side]
        elif self.main > self.used[side]:
            seconds, stones = self.main - self.used[side], 0
        elif self.stones:
            seconds, stones = self.byo, self.stones
        elif self.main and not self.byo:
            seconds, stones = 0.0, 1  # the time is up
        else:
            return Limit()
        if stones:
            return Limit(time=max(FASTEST, less_margin(seconds / stones)))
        return Limit(clock=max(FASTEST, less_margin(seconds)))

    def final_score(self, words: list[str]) -> str:
        outcome = self.positions[-1].outcome()
        if outcome is None:
            raise Complaint("cannot score; the game is not over")
        return "0" if outcome.winner is None else f"{'BW'[outcome.winner]}+{outcome.margin}"

    def showboard(self, words: list[str]) -> str:
        vertices, position = self.vertices, self.positions[-1]
        size, cells = vertices.size, vertices.board.cells(position.state)
        header = "   " + " ".join(vertices.letters[:size])
        rows = [
            f"{vertices.board.row_number(row):2} {' '.join(cells[row * size : (row + 1) * size])}"
            for row in range(size)
        ]
        return "\n".join(["", header, *rows])


def resized(game: Game, size: int) -> tuple[Game, Vertices]:
    """The same game on a board of another size; raises Complaint if there is none."""
    try:
        spec = None if is_file_name(game.spec) else parse(game.spec)
        sizes = [o.key for o in spec.listing.options if o.key in ("size", "rows", "columns")] if spec else []
        if spec and sizes:
            found = find_game(str(spec.with_(**dict.fromkeys(sizes, size))))
            return found, vertices_of(found)
    except OutplayError:
        pass
    raise Complaint("unacceptable size")


COMMANDS: dict[str, Callable[[Speaker, list[str]], str]] = {
    "protocol_version": Speaker.protocol_version,
    "name": Speaker.name,
    "version": Speaker.version_text,
    "known_command": Speaker.known_command,
    "list_commands": Speaker.list_commands,
    "quit": Speaker.quit,
    "boardsize": Speaker.boardsize,
    "clear_board": Speaker.clear_board,
    "komi": Speaker.komi,
    "play": Speaker.play,
    "genmove": Speaker.genmove,
    "reg_genmove": Speaker.reg_genmove,
    "undo": Speaker.undo,
    "time_settings": Speaker.time_settings,
    "time_left": Speaker.time_left,
    "final_score": Speaker.final_score,
    "showboard": Speaker.showboard,
    "list_games": Speaker.list_games,
    "set_game": Speaker.set_game,
}
