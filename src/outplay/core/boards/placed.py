"""Boards on which the number of a move says where it is made: on which cell, edge or house.

That is the author's promise, and it may be broken by mistake: a move may be a piece and a direction. Then names and
clicks would be those of other moves, so moves are numbers, and buttons on the page.
"""

import copy
from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from outplay.core.boards.board import Board, State, Steps, Target
from outplay.core.boards.clicks import moves_are_places

if TYPE_CHECKING:
    from outplay.core.game import Game


class PlacedBoard(Board, ABC):
    """A board with numbered places for moves; moves past the last place have the names in `others`."""

    game: "Game | None" = None
    """The game that uses the board."""
    promise: ClassVar[str] = "the number of a move is the cell on which it is made"
    """What the board takes for granted of a move."""
    advice: ClassVar[str] = (
        "give the board targets=targets, where targets(state, move) returns the cells to click, or () for a button"
    )
    """What an author should do whose moves are something else."""

    def __init__(self, others: tuple[str, ...] = ()) -> None:
        self.others = others

    @property
    @abstractmethod
    def places(self) -> int:
        """How many moves are places of the board.

        >>> outplay.game("connect-four").board.places, outplay.game("tic-tac-toe").board.places
        (7, 9)
        """

    @abstractmethod
    def place_steps(self, state: State, move: int) -> Steps:
        """The clicks of a move whose number says where it is made.

        >>> game = outplay.game("connect-four")
        >>> game.board.place_steps(game.initial, 3)  # a click on any cell of the column
        ((3, 10, 17, 24, 31, 38),)
        """

    @abstractmethod
    def changed(self, before: State, after: State) -> list[Target]:
        """The targets that a move has changed, of those on which a move can be made.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.changed(game.initial, game.play(game.initial, 4))
        [4]
        """

    def for_game(self, game: "Game") -> "PlacedBoard":
        found = copy.copy(self)
        found.game = game
        found.__dict__.pop("numbered", None)
        return found

    @property
    def explicit(self) -> bool:
        """Whether the author says where each move is made.

        >>> outplay.game("tic-tac-toe").board.explicit, outplay.game("breakthrough").board.explicit
        (False, True)
        """
        return False

    @cached_property
    def numbered(self) -> bool:
        """Whether the number of a move does not say where it is made, and the author does not either.

        >>> outplay.game("tic-tac-toe").board.numbered
        False
        """
        return not self.explicit and self.game is not None and not moves_are_places(self.game, self)

    def is_place(self, move: int) -> bool:
        """Whether the number of a move says where it is made.

        >>> board = outplay.game("othello").board
        >>> board.is_place(63), board.is_place(64)
        (True, False)
        """
        return 0 <= move < self.places and not self.numbered

    def other_name(self, move: int) -> str:
        """The name of a move that is made nowhere on the board.

        >>> outplay.game("othello").board.other_name(64)
        'pass'
        """
        other = move - self.places
        return self.others[other] if 0 <= other < len(self.others) and not self.numbered else str(move)

    def read_other(self, text: str) -> int | None:
        """The move that a text names, if it is one of the others, or the number of a move where moves are numbers.

        >>> outplay.game("othello").board.read_other("pass")
        64
        """
        if self.numbered:
            return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
        names = [other.casefold() for other in self.others]
        return self.places + names.index(text) if text in names else None
