"""A board in a notebook that one can play on, against a player or at both sides, with hints, analysis and undo.

The widget holds no rules: it sends which move was clicked, and draws the state that it is sent. Players and engine work
in a thread of their own, so that the notebook goes on; a search is stopped as soon as the position has changed.
"""

import functools
import re
import threading
import time as clock
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import outplay
from outplay.bridges.bundle import bundle
from outplay.core.boards.svg import DARK_PAGE, LIGHT_PAGE
from outplay.core.errors import BadSpec, IllegalMove, OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import Limit, checked
from outplay.core.machine import install_command
from outplay.core.notebook import BOARD_ALONE_PIXELS
from outplay.core.notebook import board as drawn
from outplay.core.registry import game as find_game
from outplay.core.results import GameResult, MoveRecord
from outplay.core.view import view_of
from outplay.core.words import start_of_sentence

if TYPE_CHECKING:
    from outplay.core.records import Record
    from outplay.engine.analysis import Analysis
    from outplay.engine.engine import Engine
    from outplay.players.player import Player

HERE = Path(__file__).parent
STATIC = Path(outplay.__file__).parent / "web" / "static"
OPPONENT = "engine:level=3"
SECONDS = 0.5
"""How long the opponent thinks about a move, and the engine about a hint."""
ANALYSIS_SECONDS = 3.0
ANALYSIS_LINES = 64
"""All moves are analysed if they are no more than these; otherwise the best WIDE_LINES."""
WIDE_LINES = 8
TABLE_MB = 16

START = {"thinking": False, "rows": [], "figures": "", "hint": "", "hinted": None, "message": ""}
"""What the widget shows beside the position, and forgets with the next one."""


def board(
    start: Position | Game | str, opponent: str | None = OPPONENT, *, side: int | None = None, time: float = SECONDS
) -> "NotebookBoard":
    """A board to play on in a notebook.

    `side` is the one that you play: 0 for the first player, 1 for the second; by default the one to move. The opponent
    has `time` seconds for a move. BadSpec if anywidget is not installed, which the extra `notebook` brings.

    >>> board = outplay.board("tic-tac-toe", opponent=None)  # both sides by hand; "mcts:playouts=500" would play
    >>> board.play(4)
    >>> board.position.text
    '.../.x./...'
    """
    check_installed()
    if isinstance(start, str):
        start = find_game(start)
    if isinstance(start, Game):
        start = start.start()
    if not isinstance(start, Position):
        raise BadSpec(f"board wants a game or a position, as outplay.game('kalah:6,4') makes one, not {start!r}")
    if side not in (None, 0, 1):
        raise BadSpec(f"the side is 0 for the first player or 1 for the second, not {side!r}")
    if opponent is not None:
        from outplay.players.specs import parse_for

        parse_for(opponent, start.game)
    checked(Limit(time=time))
    return NotebookBoard(start, opponent, start.to_move if side is None else side, time)


def check_installed() -> None:
    """BadSpec, in one line, if anywidget is not there."""
    try:
        import anywidget  # noqa: F401
    except ImportError:
        needed = "a board in a notebook needs anywidget (the extra outplay[notebook]), which is not installed"
        raise BadSpec(f"{needed}: {install_command('anywidget')}") from None


@functools.cache
def widget_class() -> Any:
    """The widget: a script, a style sheet, and the state that is drawn."""
    import anywidget
    import traitlets

    parts = {
        "_esm": bundle(HERE / "notebook.js"),
        "_css": outer_sheet(),
        "sheet": traitlets.Unicode(inner_sheet()).tag(sync=True),
        "state": traitlets.Dict().tag(sync=True),
    }
    return type("OutplayBoard", (anywidget.AnyWidget,), parts)


def outer_sheet() -> str:
    """What holds outside of the board's own root: whether it is light or dark, as the notebook says."""
    host = ".outplay-notebook"
    pages = (("light", LIGHT_PAGE), ("dark", DARK_PAGE))
    themes = "".join(f"{page} {host}{{color-scheme:{name}}}" for name, page in pages)
    return f"{host}{{color-scheme:light dark;display:block}}{themes}"


def inner_sheet() -> str:
    """The page's colours, type and buttons, its boards, and the layout of the widget, for a shadow root. There `:host`
    stands for the page and for the element that says whether keys or a pointer are used."""
    page = (STATIC / "style.css").read_text(encoding="utf-8").split("/* Frame */")[0]
    boards = (STATIC / "boards" / "boards.css").read_text(encoding="utf-8")
    text = f"{page}\n{boards}".replace(":root", ":host")
    text = re.sub(r'html:not\((\[data-input="keys"\])\)', r":host(:not(\1))", text)
    text = re.sub(r'^\[data-input="keys"\]', ':host([data-input="keys"])', text, flags=re.MULTILINE)
    return text + (HERE / "notebook.css").read_text(encoding="utf-8")


class NotebookBoard:
    """A game on a board in a notebook. Show it as the last line of a cell; `widget` is what other widgets can hold."""

    def __init__(self, start: Position, opponent: str | None, side: int, time: float) -> None:
        self.game, self.opponent, self.side, self.time = start.game, opponent, side, time
        self.positions = [start]
        self.played = list[MoveRecord[int]]()
        self.analysing = False
        self.turn = 0
        """Changes with the position, so that what a search finds too late is not shown."""
        self.shown: dict[str, Any] = dict(START)
        self.player: Player | None = None
        self.engine: Engine | None = None
        self.lock = threading.RLock()
        self.pool = ThreadPoolExecutor(1, "outplay-board")
        """One thread: a player is asked by one thread only, and an engine searches one position at a time."""
        self.last: Future[None] | None = None
        self.widget = widget_class()()
        self.widget.on_msg(lambda widget, content, buffers: self.hear(content))
        self._changed()

    @property
    def position(self) -> Position:
        """The position that is on the board."""
        return self.positions[-1]

    @property
    def moves(self) -> list[int]:
        """The moves that led there."""
        return [played.move for played in self.played]

    def record(self) -> "Record":
        """The game so far."""
        from outplay.core.records import Record

        outcome = self.position.outcome()
        names = ["you" if self._by_hand(side) else str(self.opponent) for side in (0, 1)]
        result = GameResult.by_rules(outcome) if outcome else None
        return Record(self.positions[0], tuple(self.played), result, first=names[0], second=names[1])

    def play(self, move: int | str) -> None:
        """Plays a move, by its number or its name, for the side to move."""
        with self.lock:
            number = self.game.move(move, self.position) if isinstance(move, str) else move
            self._play(MoveRecord(number))

    def undo(self) -> None:
        """Takes back the last move, and with it those of the opponent, so that it is your turn again."""
        with self.lock:
            self._take_back()
            while self.played and not self._by_hand(self.position.to_move):
                self._take_back()
            self._changed()

    def new_game(self) -> None:
        """Begins again from the start."""
        with self.lock:
            del self.positions[1:], self.played[:]
            self._changed()

    def analyse(self, on: bool = True) -> None:
        """Switches the analysis on or off."""
        with self.lock:
            self.analysing = on
            self._changed()

    def hint(self) -> None:
        """Shows a good move."""
        with self.lock:
            if not self.position.outcome():
                self._stop()
                self._publish(hint="Looking for a good move …")
                self._later(self._find_hint)

    def wait(self) -> "NotebookBoard":
        """Waits until nobody thinks any more, and returns the board."""
        while self.last is not None and not self.last.done():
            self.last.result()
        return self

    def close(self) -> None:
        """Ends what the opponent runs, and the widget."""
        with self.lock:
            self.turn += 1
            self._stop()
        self.pool.shutdown(wait=True)
        if self.player:
            self.player.close()
        self.widget.close()

    def hear(self, content: Any) -> None:
        """What the widget sends: a click on a move or a button. What cannot be done is said below the board."""
        actions: dict[str, Callable[[], None]] = {
            "undo": self.undo,
            "new": self.new_game,
            "hint": self.hint,
            "analyse": lambda: self.analyse(not self.analysing),
        }
        what = str(content.get("do")) if isinstance(content, dict) else ""
        try:
            if what == "move" and self._by_hand(self.position.to_move):
                self.play(str(content.get("move")))
            elif what in actions:
                actions[what]()
        except OutplayError as error:
            self._publish(message=start_of_sentence(str(error)))

    def _by_hand(self, side: int) -> bool:
        """Whether a person plays this side."""
        return self.opponent is None or side == self.side

    def _play(self, played: MoveRecord[int]) -> None:
        after = self.position.play(played.move)
        self.positions.append(after)
        self.played.append(played)
        self._changed()

    def _take_back(self) -> None:
        if not self.played:
            raise IllegalMove("there is no move to take back")
        self.positions.pop()
        self.played.pop()

    def _changed(self) -> None:
        """Shows the position, and asks whoever has something to say about it."""
        self.turn += 1
        self._stop()
        over, by_hand = self.position.outcome() is not None, self._by_hand(self.position.to_move)
        self._publish(**START | {"thinking": not over and not by_hand})
        if over:
            return
        if not by_hand:
            self._later(self._answer)
        elif self.analysing:
            self._later(self._analyse)

    def _publish(self, **fields: Any) -> None:
        """Sends the widget the whole state, with some fields changed."""
        with self.lock:
            self.shown |= fields
            by_hand, over = self._by_hand(self.position.to_move), self.position.outcome() is not None
            view = view_of(self.positions, self.moves, str(self.game), self.game.name)
            facts = {"view": view, "opponent": self.opponent, "bottom": self.side, "analysing": self.analysing}
            can = {"playable": by_hand and not over, "undo": bool(self.played)}
            self.widget.state = {**self.shown, **facts, **can}

    def _stop(self) -> None:
        """Ends what is being searched."""
        for searching in (self.player, self.engine):
            if searching:
                searching.stop()

    def _later(self, work: Callable[[int], None]) -> None:
        """Does some work in the other thread, if the position is still the same then."""

        def guarded(turn: int) -> None:
            if turn != self.turn:
                return
            try:
                work(turn)
            except OutplayError as error:
                self._publish(message=start_of_sentence(str(error)), thinking=False)
            except Exception as error:
                self._publish(message=f"It broke off: {type(error).__name__}: {error}", thinking=False)

        self.last = self.pool.submit(guarded, self.turn)

    def _answer(self, turn: int) -> None:
        """The opponent's move."""
        if self.player is None:
            from outplay.players import player

            assert self.opponent
            self.player = player(self.opponent, self.game)
            self.player.new_game(self.positions[0], 1 - self.side)
        began = clock.monotonic()
        choice = self.player.choose(self.position, Limit(time=self.time), self.moves)
        seconds = round(clock.monotonic() - began, 3) or None
        with self.lock:
            if turn == self.turn:
                self._play(MoveRecord(choice.move, seconds, choice.score, choice.depth, choice.nodes))

    def _find_hint(self, turn: int) -> None:
        from outplay.players.reasons import reason

        position = self.position
        found = self._engine().analyse(position, Limit(time=self.time))
        with self.lock:
            if turn == self.turn:
                name = position.name(found.move)
                self._publish(hint=f"Hint: {name}. {reason(position, found)}", hinted=name)

    def _analyse(self, turn: int) -> None:
        from outplay.engine.analysis_html import effort

        moves = len(self.position.moves())
        lines = moves if moves <= ANALYSIS_LINES else WIDE_LINES
        if self.engine is None:
            self._publish(figures="Getting the engine ready, once …")
        for found in self._engine().stream(self.position, Limit(time=ANALYSIS_SECONDS), lines):
            with self.lock:
                if turn != self.turn:
                    return
                self._publish(rows=short_rows(found), figures=start_of_sentence(effort(found)))

    def _engine(self) -> "Engine":
        if self.engine is None:
            from outplay.engine.engine import Engine

            self.engine = Engine(self.game, TABLE_MB)
        return self.engine

    def __str__(self) -> str:
        return str(self.position)

    def __repr__(self) -> str:
        return f"<a board of {self.game} after {len(self.played)} moves>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """The widget; where none can be shown, as in a file that is only read, the position."""
        found = self.widget._repr_mimebundle_(**options) or {}
        data, metadata = found if isinstance(found, tuple) else (found, {})
        still = {"text/plain": str(self), "text/html": drawn(self.position, pixels=BOARD_ALONE_PIXELS)}
        return {**data, **still}, metadata


def short_rows(found: "Analysis") -> list[dict[str, Any]]:
    """The rows of an analysis, with no more of each line than is shown."""
    return [row | {"line": " ".join(row["line"].split()[:10])} for row in found.to_rows()]
