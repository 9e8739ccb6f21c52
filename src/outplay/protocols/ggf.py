"""GGF, the text in which Othello programs pass on games.

    (;GM[Othello]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)

BO is the size, the board row by row from the top with * for black, O for white and - for free cells, and who is to
move. B and W are moves, with an evaluation and the seconds it took if they are known: B[F5/1.5/3.2]; PA is a pass. TI
is the time of each side.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from outplay.core.boards import Grid
from outplay.core.errors import BadPosition, BadSpec, IllegalMove
from outplay.core.game import Game, Position
from outplay.core.registry import spec_of

SIZE = 8
TAG = re.compile(r"([A-Z]{1,3})\s*\[([^\]]*)\]", re.ASCII)
TIME = re.compile(r"(?:([0-9]{1,3}):)?([0-9]{1,5}):([0-9]{1,2})(?:\.[0-9]*)?", re.ASCII)
DISCS = {"*": "x", "O": "o", "-": "."}
PASSES = ("pa", "ps", "pass", "--")
"""How programs write a pass."""


class GgfGame(NamedTuple):
    """A game that was read: where it stands now, and the seconds that are left to each side, None if not given."""

    position: Position
    left: tuple[float | None, float | None]


def othello(game: Game) -> Grid:
    """The board of a game; BadSpec if it is not Othello on eight rows."""
    spec = spec_of(game, "othello")
    if spec is None or spec.options["size"] != SIZE or not isinstance(game.board, Grid):
        raise BadSpec(f"NBoard programs play othello on {SIZE} rows, not {game}")
    return game.board


def move_text(position: Position, move: int) -> str:
    name = position.name(move)
    return "PA" if name == "pass" else name.upper()


def read_move(position: Position, text: str) -> int:
    """The legal move that a text names, with or without evaluation and time."""
    name = re.split(r"[/\s]", text.strip().lower(), maxsplit=1)[0]
    return position.game.move("pass" if name in PASSES else name, position)


def write(start: Position, moves: Sequence[int], seconds: float | None = None) -> str:
    """A game of moves from a position; each side has so many seconds.

    >>> from outplay import game
    >>> text = write(game("othello").start(), game("othello").start().moves()[:1], 90)
    >>> text[:51], text[-16:]
    ('(;GM[Othello]PC[outplay]PB[]PW[]RE[?]TI[01:30]TY[8]', '------ *]B[D3];)')
    """
    board = othello(start.game)
    cells = board.cells(start.state)
    for disc, symbol in DISCS.items():
        cells = cells.replace(symbol, disc)
    time = "" if seconds is None else "TI[{:02}:{:02}]".format(*divmod(max(1, int(seconds)), 60))
    position, played = start, list[str]()
    for move in moves:
        played.append(f"{'BW'[position.to_move]}[{move_text(position, move)}]")
        position = position.play(move)
    head = f"(;GM[Othello]PC[outplay]PB[]PW[]RE[?]{time}TY[{SIZE}]"
    return f"{head}BO[{SIZE} {cells} {'*O'[start.to_move]}]{''.join(played)};)"


def read(game: Game, text: str) -> GgfGame:
    """The game in a text; IllegalMove or BadPosition if it cannot be."""
    othello(game)
    if not text.startswith("(;") or "GM[Othello]" not in text:
        raise BadPosition("a game in GGF begins with (;GM[Othello]")
    position = game.start()
    left: dict[str, float | None] = {"B": None, "W": None}
    for name, value in TAG.findall(text):
        if name == "BO":
            position = read_board(game, value)
        elif name == "TI":
            left = dict.fromkeys(left, clock(value))
        elif name in ("TB", "TW"):
            left[name[1]] = clock(value)
        elif name in left:
            position = follow(position, "BW".index(name), value)
            before = left[name]
            left[name] = None if before is None else before - seconds_of(value)
    return GgfGame(position, (left["B"], left["W"]))


def read_board(game: Game, text: str) -> Position:
    size, *rows, side = text.split() if len(text.split()) > 2 else ("", "", "")
    cells = "".join(rows)
    if size != str(SIZE) or len(cells) != SIZE**2 or set(cells) - set(DISCS) or side not in ("*", "O"):
        raise BadPosition(f"BO has {SIZE}, {SIZE**2} of the signs * O -, and * or O for who is to move")
    lines = ["".join(DISCS[sign] for sign in cells[row : row + SIZE]) for row in range(0, SIZE**2, SIZE)]
    return game.position(f"{'/'.join(lines)} {'first' if side == '*' else 'second'}")


def follow(position: Position, side: int, text: str) -> Position:
    """The position after a move of a side. Some programs leave out passes."""
    moves = position.moves()
    if position.to_move != side and [position.name(move) for move in moves] == ["pass"]:
        position = position.play(moves[0])
    if position.to_move != side and not position.outcome():
        raise IllegalMove(f"{text[:20]!r} is a move of the side that is not to move")
    return position.play(read_move(position, text))


def seconds_of(text: str) -> float:
    """The seconds that a move took; 0 if that is not said."""
    parts = re.split(r"[/]", text)
    return float(parts[2]) if len(parts) > 2 and re.fullmatch(r"[0-9]{0,9}\.?[0-9]{1,9}", parts[2].strip()) else 0.0


def clock(text: str) -> float | None:
    """The seconds of a time control, as in 15:00 or 1:30:00/0:10; None if it cannot be read."""
    found = TIME.match(text.strip())
    return 3600.0 * int(found[1] or 0) + 60.0 * int(found[2]) + int(found[3]) if found else None
