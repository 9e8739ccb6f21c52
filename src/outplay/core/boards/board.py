"""What a board is: how positions and moves are written, read, drawn and clicked. Rules never need it; people do.

A family is a way of drawing: grid, pits, plain. `describe` tells a position in the terms of its family, as data that
can be sent as JSON; the terminal (`draw`), the SVG document (`svg`) and the page draw from that one description.
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

State = Any
Paint = Callable[[str, str], str]
"""paint(text, role): the text, in the colour of its role where colours are shown."""
Description = Mapping[str, Any]
"""A position as JSON-able data. `family` says how it is drawn; the other keys belong to the family."""
Target = int | str
"""A part of the board that can be clicked: a cell's number on a grid, `side:house` on a mancala board."""
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


def no_paint(text: str, role: str) -> str:
    """The text as it is, without colour."""
    return text


class Board:
    """The contract of all boards, with the answers of the plain family: fields as numbers, moves as numbers.

    A game's own board is a subclass that overrides what differs; `name` and `draw` are often enough.
    """

    family: ClassVar[str] = "plain"
    """Which file of the page draws it."""
    reads_without_moves: ClassVar[bool] = False
    """Whether `read_move` needs no list of legal moves: large boards have thousands."""

    @property
    def editable(self) -> bool:
        """Whether any description can be turned back into a state, so that a position can be set up by clicks."""
        return False

    def palette(self, players: tuple[str, str]) -> str:
        """The colours of the two players in drawings: warm, discs, marks, white-first or black-first."""
        return named_palette(players) or "warm"

    def name(self, state: State, move: int) -> str:
        """The text of a move."""
        return str(move)

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        """The move that a text names, legal or not; None if it names none."""
        wanted = text.strip().casefold()
        return next((m for m in moves if self.name(state, m).casefold() == wanted), None)

    def label(self, state: State, move: int) -> str:
        """What the button of a move says, where no click on the board makes the move."""
        return self.name(state, move)

    def write(self, state: State) -> str:
        """The state as one line of text that `read` turns back."""
        return write_fields(state)

    def read(self, text: str, like: State) -> State:
        """The state that a text describes; BadPosition or ValueError if it describes none. `like` is the start."""
        return read_fields(text, like)

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        """The position as text of several lines, for the terminal. `last` is the move that led to it."""
        return self.write(state)

    def describe(self, state: State) -> Description:
        """The position as data that the page and the SVG document draw."""
        found: PlainDescription = {"family": "plain", "text": self.draw(state)}
        return found

    def targets(self, state: State, move: int) -> tuple[Target, ...]:
        """The parts of the board of which a click on any makes this move; none if the move is a button.

        A board that cannot tell where a move is made must return none: a click must never make another move than the
        one that is shown there.
        """
        return ()

    def highlights(self, before: State | None, move: int | None, after: State) -> Highlights:
        """What to point out in `after`. `before` and `move` are None where the last move is not known."""
        return Highlights()

    def animation(self, before: State, move: int, after: State) -> list[Frame] | None:
        """How the board changed step by step; None if there is nothing to tell beside the two positions."""
        return None

    def picture(
        self, description: Description, highlights: Highlights, marks: "Mapping[Target, Mark]", style: "SvgStyle"
    ) -> "Picture":
        """The SVG drawing of a description, without its frame."""
        from outplay.core.boards.plain_svg import plain_picture

        return plain_picture(cast("PlainDescription", description))

    def svg(self, state: State, style: "SvgStyle | None" = None) -> str:
        """The position as an SVG document."""
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
        """The targets that a mark is drawn on: all of the move's or cell's for a tint, the first for a label."""
        targets = self.targets(state, key) if isinstance(key, int) else self.target_named(state, key)
        if not targets and self.family != "plain":
            raise IllegalMove(f"{key!r} is neither a cell nor a move that is made on one, so it cannot be marked")
        return targets[:1] if mark.label else targets

    def target_named(self, state: State, name: str) -> tuple[Target, ...]:
        """The targets of the move with this name; families also know the names of their cells."""
        move = self.read_move(state, name, ()) if self.reads_without_moves else None
        return () if move is None else self.targets(state, move)


def named_palette(players: tuple[str, str]) -> str | None:
    """The colours that the names of the players ask for."""
    first = players[0].casefold()
    return f"{first}-first" if first in ("white", "black") else None
