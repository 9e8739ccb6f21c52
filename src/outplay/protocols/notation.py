"""How UGI and UAI write positions and moves: as outplay does, each in one word or one line, and Ataxx in its own FEN.

x5o/7/7/7/7/7/o5x x 0 1      rows from the top, numbers for free cells, who is to move, moves since the last growth,
                             number of the move
g2   a1c3   0000             growth, jump, pass
"""

import re

from outplay.core.errors import BadPosition, IllegalMove
from outplay.core.game import Game, Position
from outplay.core.records import one_line
from outplay.core.specs import name_of
from outplay.protocols.text import word, words

NO_MOVE = "0000"
FEN = re.compile(r"([xo.0-9/-]+)(?: ([xob w])(?: ([0-9]{1,4}))?(?: [0-9]{1,6})?)?", re.ASCII | re.IGNORECASE)
JUMP = re.compile(r"([a-h][1-8])-?([a-h][1-8])", re.ASCII)


def is_ataxx(game: Game) -> bool:
    return name_of(game.spec) == "ataxx"


def position_text(position: Position) -> str:
    """A position as one line.

    >>> from outplay import game
    >>> position_text(game("ataxx").start()), position_text(game("mnk:3,3,3").start().play(4))
    ('x5o/7/7/7/7/7/o5x x 0 1', '.../.x./...')
    """
    if not is_ataxx(position.game):
        return one_line(position.text)
    rows, side, *jumps = position.text.split()
    rows = re.sub(r"\.+", lambda free: str(len(free[0])), rows)
    return f"{rows} {'xo'[side == 'second']} {''.join(jumps) or 0} 1"


def read_position(game: Game, text: str) -> Position:
    """The position that a line describes; BadPosition if it describes none. Ataxx is also read as outplay writes it."""
    found = FEN.fullmatch(" ".join(text.split())) if is_ataxx(game) else None
    if not found:
        return game.position(text)
    if "-" in found[1]:
        raise BadPosition("outplay has no Ataxx with blocked cells")
    rows = re.sub("[0-9]", lambda free: "." * int(free[0]), found[1].lower())
    side = "second" if (found[2] or "x").lower() in "ow" else "first"
    jumps = int(found[3] or 0)
    return game.position(f"{rows} {side} {jumps}" if jumps else f"{rows} {side}")


def move_text(position: Position, move: int) -> str:
    """A move as one word."""
    name = position.name(move)
    if not is_ataxx(position.game):
        return word(name)
    return NO_MOVE if name == "pass" else name.replace("-", "")


def read_move(position: Position, text: str) -> int:
    """The legal move that a word names; IllegalMove if it names none."""
    if is_ataxx(position.game):
        jump = JUMP.fullmatch(text.lower())
        text = "pass" if text == NO_MOVE else f"{jump[1]}-{jump[2]}" if jump else text
    try:
        return position.game.move(text, position)
    except IllegalMove:
        if text in (found := words(position)):
            return found[text]
        raise
