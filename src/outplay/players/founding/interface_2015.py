"""The interface through which a referee called Squatter players in 2015, for both players of that time.

Nothing here raises: a wrong call returns INVALID and does not change the game.
"""

import operator
from typing import NamedTuple, SupportsIndex, TextIO

import outplay
from outplay.core.errors import OutplayError
from outplay.core.game import Position
from outplay.games.squatter import LEAST, MOST
from outplay.players import player
from outplay.players.player import Player

INVALID, DONE = -1, 0
GOING_ON, WHITE, BLACK, DRAW = 0, 1, 2, 3
"""What `getWinner` returns; WHITE and BLACK are also the codes of the pieces."""
CODES = WHITE, BLACK
SHOWN = str.maketrans("12", "--")
"""A captured cell without a piece is printed the same for both holders."""


class Move(NamedTuple):
    """A piece and where it goes, counted from 0 at the top left."""

    piece: int
    row: int
    column: int


NO_MOVE = Move(INVALID, INVALID, INVALID)


class Interface2015:
    """Plays one side of one game at a time; `init` begins a new game."""

    def __init__(self, name: str = "squatter-2015") -> None:
        """`name` is the spec of the player."""
        self.name = name
        self.position: Position | None = None

    def init(self, n: object, piece: object) -> int:
        """Begins a game on n×n cells as WHITE or BLACK; returns DONE or INVALID."""
        self.position = None
        size, own = number(n), number(piece)
        if not LEAST <= size <= MOST or own not in CODES:
            return INVALID
        game = outplay.game(f"squatter:{size}")
        try:
            self.player: Player = player(self.name, game)
        except OutplayError:
            return INVALID
        self.size, self.own = size, own
        self.position = game.start()
        return DONE

    def makeMove(self) -> Move:
        """Chooses, plays and returns the player's own move; NO_MOVE if it is not its turn or there is no game."""
        if self.position is None or self.turn(self.position) != self.own:
            return NO_MOVE
        cell = self.player.choose(self.position).move
        self.position = self.position.play(cell)
        return Move(self.own, *divmod(cell, self.size))

    def opponentMove(self, move: object) -> int:
        """Plays the opponent's move, three numbers as in Move; returns DONE, or INVALID if it is not legal now."""
        if self.position is None or not isinstance(move, (tuple, list)) or len(move) != 3:
            return INVALID
        piece, row, column = map(number, move)
        if piece == self.own or piece != self.turn(self.position):
            return INVALID
        if row not in range(self.size) or column not in range(self.size):
            return INVALID
        cell = row * self.size + column
        if cell not in self.position.moves():
            return INVALID
        self.position = self.position.play(cell)
        return DONE

    def getWinner(self) -> int:
        """GOING_ON, WHITE, BLACK or DRAW; INVALID if no game was begun."""
        if self.position is None:
            return INVALID
        outcome = self.position.outcome()
        if outcome is None:
            return GOING_ON
        return DRAW if outcome.winner is None else CODES[outcome.winner]

    def printBoard(self, output: TextIO | None = None) -> int:
        """Prints the rows of the board to `output`, or to standard output if it is None; returns DONE or INVALID."""
        if self.position is None:
            return INVALID
        rows = self.position.text.translate(SHOWN).split("/")
        try:
            print(*(" ".join(row) for row in rows), sep="\n", file=output)
        except (AttributeError, OSError, ValueError):
            return INVALID
        return DONE

    def turn(self, position: Position) -> int:
        """The code of the side to move, INVALID if the game is over."""
        return INVALID if position.outcome() else CODES[position.to_move]


def number(value: object) -> int:
    """The value as an integer, INVALID if it is none."""
    return operator.index(value) if isinstance(value, SupportsIndex) else INVALID
