"""What a board is: how positions and moves are written, read, drawn and clicked. Rules never need it; people do.

A family is a way of drawing: grid, hex, edges, pits, plain. `describe` tells a position in the terms of its family, as
data that can be sent as JSON; the terminal (`draw`), the SVG document (`svg`) and the page draw from that one
description.
`Board` itself is the plain family, whose description is the text that the terminal shows.

A new family FAMILY is a subclass in `FAMILY.py` with its SVG drawing in `FAMILY_svg.py`, exported by `__init__.py`; and
`web/static/boards/FAMILY.js`, with a line in `FAMILIES` of `board.js` and the types of its description in `types.js`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from outplay.core.boards.plain import read_fields, write_fields
from outplay.core.errors import IllegalMove

if TYPE_CHECKING:  # SVG is imported when it is drawn: few programs draw, and all import boards
    from outplay.core.boards.plain_svg import PlainDescription
    from outplay.core.boards.svg import Mark, Picture, SvgStyle
    from outplay.core.game import Game

State = Any
Paint = Callable[[str, str], str]
"""paint(text, role): the text, in the colour of its role where colours are shown."""
Description = Mapping[str, Any]
"""A position as JSON-able data. `family` says how it is drawn; the other keys belong to the family."""
Target = int | str
"""A part of the board that can be clicked: a cell's number on a grid, an edge's between dots, `side:house` on a mancala
board, `hand:side:symbol` for the pieces in a player's hand."""
Steps = tuple[tuple[Target, ...], ...]
"""The clicks that make a move, in order; each is on any one of the targets of its step."""
Frame = dict[str, Any]
"""A step of an animation, as JSON-able data that belongs to the family."""

SIDES = ("first", "second")
"""How a text says who is to move."""

ROLES = ("first", "second", "first-faint", "second-faint", "empty", "label", "last")
"""What `paint` is told about a text."""


class Highlights(NamedTuple):
    """The parts of the board that a drawing points out after a move."""

    last: tuple[Target, ...] = ()
    """Where the last move was made."""
    captured: tuple[Target, ...] = ()
    """What else it changed."""
    winning: tuple[Target, ...] = ()
    """The cells that won the game."""
    path: tuple[Target, ...] = ()
    """The cells from which, over which and to which a piece travelled, in order; empty where nothing did."""


def no_paint(text: str, role: str) -> str:
    """The text as it is, without colour.

    >>> outplay.no_paint("x", "first")
    'x'
    """
    return text


class Board:
    """The contract of all boards, with the answers of the plain family: fields as numbers, moves as numbers.

    A game's own board is a subclass that overrides what differs; `name` and `draw` are often enough.

    >>> from typing import NamedTuple
    >>> class State(NamedTuple):
    ...     left: int
    ...     turn: int
    >>> class Heap(outplay.Board):
    ...     def name(self, state, move):
    ...         return f"take {move}"
    ...     def draw(self, state, paint=outplay.no_paint, last=None):
    ...         return "o" * state.left
    >>> board = Heap()
    >>> board.name(State(5, 0), 2), board.read_move(State(5, 0), "Take 2", [1, 2, 3]), board.draw(State(5, 0))
    ('take 2', 2, 'ooooo')
    """

    family: ClassVar[str] = "plain"
    """Which file of the page draws it."""

    def for_game(self, game: "Game") -> "Board":
        """The board as a game uses it: itself, unless it has to know the rules.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.game is game
        True
        """
        return self

    @property
    def reads_without_moves(self) -> bool:
        """Whether `read_move` needs no list of legal moves: large boards have thousands.

        >>> outplay.Board().reads_without_moves, outplay.game("tic-tac-toe").board.reads_without_moves
        (False, True)
        """
        return False

    @property
    def editable(self) -> bool:
        """Whether any description can be turned back into a state, so that a position can be set up by clicks.

        >>> outplay.Board().editable, outplay.game("tic-tac-toe").board.editable
        (False, True)
        """
        return False

    def palette(self, players: tuple[str, str]) -> str:
        """The colours of the two players in drawings: warm, discs, marks, white-first or black-first.

        >>> outplay.Board().palette(("White", "Black")), outplay.Board().palette(("first", "second"))
        ('white-first', 'warm')
        """
        return named_palette(players) or "warm"

    def name(self, state: State, move: int) -> str:
        """The text of a move.

        >>> game = outplay.game("tic-tac-toe")
        >>> outplay.Board().name(game.initial, 4), game.board.name(game.initial, 4)
        ('4', 'b2')
        """
        return str(move)

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        """The move that a text names, legal or not; None if it names none. -1 stands for a move that the text names in
        the words of this board and that is none of the legal moves.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.read_move(game.initial, "b2", range(9))
        4
        """
        wanted = text.strip().casefold()
        return next((m for m in moves if self.name(state, m).casefold() == wanted), None)

    def label(self, state: State, move: int) -> str:
        """What the button of a move says, where no click on the board makes the move, or where the same clicks make
        several moves.

        >>> game = outplay.game("kalah:4,2,pie")
        >>> position = game.start().play(0)
        >>> position.name(4), game.board.label(position.state, 4)
        ('P', 'Pie: take their side (P)')
        """
        return self.name(state, move)

    def write(self, state: State) -> str:
        """The state as one line of text that `read` turns back.

        >>> game = outplay.game("tic-tac-toe")
        >>> outplay.Board().write(game.initial), game.board.write(game.initial)
        ('mine=0 theirs=0', '.../.../...')
        """
        return write_fields(state)

    def read(self, text: str, like: State) -> State:
        """The state that a text describes; BadPosition or ValueError if it describes none. `like` is the start.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.read("x../.../...", game.initial)
        State(mine=0, theirs=1)
        """
        return read_fields(text, like)

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        """The position as text of several lines, for the terminal. `last` is the move that led to it.

        >>> game = outplay.game("tic-tac-toe")
        >>> print(game.board.draw(game.initial))
          a b c
        3 . . . 3
        2 . . . 2
        1 . . . 1
          a b c
        """
        return self.write(state)

    def draw_move(self, before: State, move: int, after: State, paint: Paint = no_paint) -> str:
        """The position after a move, for the terminal, where it is known what the move has changed.

        >>> game = outplay.game("tic-tac-toe")
        >>> print(game.board.draw_move(game.initial, 4, game.play(game.initial, 4)))
          a b c
        3 . . . 3
        2 . x . 2
        1 . . . 1
          a b c
        """
        return self.draw(after, paint, move)

    def describe(self, state: State) -> Description:
        """The position as data that the page and the SVG document draw.

        >>> game = outplay.game("tic-tac-toe")
        >>> description = game.board.describe(game.initial)
        >>> description["family"], description["rows"], description["cells"]
        ('grid', 3, '.........')
        """
        found: PlainDescription = {"family": "plain", "text": self.draw(state)}
        return found

    def targets(self, state: State, move: int) -> Steps:
        """The clicks that make this move, in order: for each the parts of the board of which a click on any will do.
        None if the move is a button.

        A board that cannot tell where a move is made must return none: a click must never make another move than the
        one that is shown there.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.targets(game.initial, 4)
        ((4,),)
        """
        return ()

    def highlights(self, before: State | None, move: int | None, after: State) -> Highlights:
        """What to point out in `after`. `before` and `move` are None where the last move is not known.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.highlights(game.initial, 4, game.play(game.initial, 4)).last
        (4,)
        """
        return Highlights()

    def animation(self, before: State, move: int, after: State) -> list[Frame] | None:
        """How the board changed step by step; None if there is nothing to tell beside the two positions.

        >>> game = outplay.game("kalah:4,2")
        >>> frames = game.board.animation(game.initial, 0, game.play(game.initial, 0))
        >>> len(frames)
        2
        """
        return None

    def picture(
        self, description: Description, highlights: Highlights, marks: "Mapping[Target, Mark]", style: "SvgStyle"
    ) -> "Picture":
        """The SVG drawing of a description, without its frame.

        >>> from outplay.core.boards.svg import SvgStyle
        >>> game = outplay.game("tic-tac-toe")
        >>> board = game.board
        >>> highlights = board.highlights(None, None, game.initial)
        >>> picture = board.picture(board.describe(game.initial), highlights, {}, SvgStyle())
        >>> picture.width == picture.height
        True
        """
        from outplay.core.boards.plain_svg import plain_picture

        return plain_picture(cast("PlainDescription", description))

    def svg(self, state: State, style: "SvgStyle | None" = None) -> str:
        """The position as an SVG document.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.svg(game.initial)[:4]
        '<svg'
        """
        from outplay.core.boards.svg import SvgStyle, document, read_mark

        style = style or SvgStyle()
        highlights = self.highlights(style.before, style.last, state)
        marks = {
            target: mark
            for key, mark in ((key, read_mark(given)) for key, given in style.marks.items())
            for target in self.marked(state, key, mark)
        }
        return document(self.picture(self.describe(state), highlights, marks, style), style)

    def marked(self, state: State, key: int | str, mark: "Mark") -> tuple[Target, ...]:
        """The targets that a mark is drawn on: all of the move's or cell's for a tint, for a label the first of those
        that are clicked last.

        >>> from outplay.core.boards.svg import read_mark
        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.marked(game.initial, "b2", read_mark("blue"))
        (4,)
        """
        steps = self.targets(state, key) if isinstance(key, int) else self.target_named(state, key)
        if not steps and self.family != "plain":
            raise IllegalMove(f"{key!r} is neither a cell nor a move that is made on one, so it cannot be marked")
        return steps[-1][:1] if mark.label and steps else flat(steps)

    def target_named(self, state: State, name: str) -> Steps:
        """The clicks of the move with this name; families also know the names of their cells.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.target_named(game.initial, "b2")
        ((4,),)
        """
        move = self.read_move(state, name, ()) if self.reads_without_moves else None
        return () if move is None else self.targets(state, move)


def flat(steps: Steps) -> tuple[Target, ...]:
    """All targets of a move, each once.

    >>> flat(((8,), (0, 1), (8,)))
    (8, 0, 1)
    """
    return tuple(dict.fromkeys(target for step in steps for target in step))


def named_palette(players: tuple[str, str]) -> str | None:
    """The colours that the names of the players ask for."""
    first = players[0].casefold()
    return f"{first}-first" if first in ("white", "black") else None
