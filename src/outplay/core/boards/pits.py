"""The pits family: mancala boards, a row of houses and a store for each player."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from outplay.core.bits import GOING_ON
from outplay.core.boards.board import (
    SIDES,
    Description,
    Frame,
    Highlights,
    Paint,
    State,
    Steps,
    Target,
    flat,
    no_paint,
)
from outplay.core.boards.placed import PlacedBoard
from outplay.core.boards.sowing import Sides, sowing_frames
from outplay.core.errors import BadPosition

if TYPE_CHECKING:
    from outplay.core.boards.pits_svg import PitsDescription, Side
    from outplay.core.boards.svg import Mark, Picture, SvgStyle


class Pits(PlacedBoard):
    """A mancala board: a row of houses and a store for each player, seeds in them.

    seeds(state) is the seeds of each player, (houses from that player's left, store), the first player's before the
    second's. state(sides, turn) is the way back; it raises ValueError with a reason for a board that cannot be. Without
    it positions are written as numbers. The number of a move is its house, from 0 at the left of the player who moves;
    moves past the last house have the names in `others`, and labels says what their buttons read where that is more.
    words(state) are any words that belong to the position; the way back is state(sides, turn, words) then.

    >>> game = outplay.game("kalah:4,2")
    >>> print(game.start().play(0))
           4   3   2   1   second player, to move
           2   2   2   2
       0                   0
           0   3   3   2
           1   2   3   4   first player
    """

    family: ClassVar[str] = "pits"
    promise: ClassVar[str] = (
        "the number of a move is the house that is sown, from 0 at the left of the player who moves"
    )
    advice: ClassVar[str] = "number the moves so, with the names of any others in `others`"

    def __init__(
        self,
        houses: int,
        seeds: Callable[[State], Sides],
        state: Callable[..., State] | None,
        to_move: Callable[[State], int],
        words: Callable[[State], list[str]] | None = None,
        others: tuple[str, ...] = (),
        labels: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(others)
        self.houses, self.seeds, self.state = houses, seeds, state
        self.to_move, self.words = to_move, words
        self.labels = dict(labels or {})

    @property
    def reads_without_moves(self) -> bool:
        return True

    @property
    def editable(self) -> bool:
        return self.state is not None

    @property
    def places(self) -> int:
        return self.houses

    def place_steps(self, state: State, move: int) -> Steps:
        return ((f"{self.to_move(state)}:{move}",),)

    def changed(self, before: State, after: State) -> list[Target]:
        """The houses of the player who moved that have fewer seeds than before, which no sowing adds to."""
        side = self.to_move(before)
        pairs = zip(self.seeds(before)[side][0], self.seeds(after)[side][0], strict=True)
        return [f"{side}:{house}" for house, (old, new) in enumerate(pairs) if new < old]

    def palette(self, players: tuple[str, str]) -> str:
        return "warm"

    def name(self, state: State, move: int) -> str:
        return str(move + 1) if self.is_place(move) else self.other_name(move)

    def label(self, state: State, move: int) -> str:
        name = self.name(state, move)
        return self.labels.get(name, name)

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        wanted = text.strip().casefold()
        other = self.read_other(wanted)
        if other is not None or self.numbered:
            return other
        if re.fullmatch(r"[0-9]{1,3}", wanted, re.ASCII) and 1 <= int(wanted) <= self.houses:
            return int(wanted) - 1
        return None

    def write(self, state: State) -> str:
        if self.state is None:
            return super().write(state)
        sides = (f"{','.join(map(str, houses))}:{store}" for houses, store in self.seeds(state))
        return " ".join([*sides, SIDES[self.to_move(state)], *(self.words(state) if self.words else ())])

    def read(self, text: str, like: State) -> State:
        if self.state is None:
            return super().read(text, like)
        parts = text.split()
        if len(parts) < 3 or parts[2] not in SIDES:
            raise BadPosition(f"a position has both sides and who is to move, as in {self.write(like)!r}")
        sides = []
        for part in parts[:2]:
            if not re.fullmatch(r"[0-9]+(,[0-9]+)*:[0-9]+", part, re.ASCII):
                raise BadPosition(f"{part!r} is no side of a board; the start is {self.write(like)!r}")
            houses, store = part.split(":")
            sides.append(([int(h) for h in houses.split(",")], int(store)))
        if any(len(houses) != self.houses for houses, _ in sides):
            raise BadPosition(f"each side has {self.houses} houses, as in {self.write(like)!r}")
        if parts[3:] and not self.words:
            raise BadPosition(f"{' '.join(parts[3:])!r} does not belong to a position like {self.write(like)!r}")
        return self.state(sides, SIDES.index(parts[2]), *((parts[3:],) if self.words else ()))

    def describe(self, state: State) -> Description:
        sides: list[Side] = [{"houses": list(houses), "store": store} for houses, store in self.seeds(state)]
        found: PitsDescription = {
            "family": "pits",
            "houses": self.houses,
            "sides": sides,
            "words": self.words(state) if self.words else [],
            "tally": [side["store"] for side in sides],
            "to_move": self.to_move(state),
        }
        return found

    def targets(self, state: State, move: int) -> Steps:
        return self.place_steps(state, move) if self.is_place(move) else ()

    def target_named(self, state: State, name: str) -> Steps:
        side, _, house = name.partition(":")
        exists = side in ("0", "1") and (house == "store" or house in map(str, range(self.houses)))
        return ((name,),) if exists else super().target_named(state, name)

    def highlights(self, before: State | None, move: int | None, after: State) -> Highlights:
        """The house that was sown, and those that were captured. Without `before` it is not known whose they are."""
        if before is None or move is None:
            return Highlights()
        frames = self.animation(before, move, after) or ()
        captured = tuple(pit for frame in frames for pit in frame.get("capture", ()))
        last = flat(self.targets(before, move))
        return Highlights(tuple(self.changed(before, after)) if self.numbered else last, captured)

    def animation(self, before: State, move: int, after: State) -> list[Frame] | None:
        """The frames of `sowing_frames`, or {"swap": True} if the players exchanged sides."""
        old, new = self.seeds(before), self.seeds(after)
        if self.is_place(move):
            return sowing_frames(old, self.to_move(before), move, new)
        return [{"swap": True}] if old == new[::-1] else None

    def draw(self, state: State, paint: Paint = no_paint, last: int | None = None) -> str:
        board = cast("PitsDescription", self.describe(state))
        lower, upper = board["sides"]
        counts = (*lower["houses"], *upper["houses"], *board["tally"])
        width = max(2, *(len(str(n)) for n in counts)) + 2
        going_on = self.game is None or self.game.outcome(state) == GOING_ON

        def row(houses: Sequence[int], role: str) -> str:
            return "".join(paint(str(n).rjust(width), role) for n in houses)

        def player(side: int) -> str:
            return f"   {SIDES[side]} player" + (", to move" if board["to_move"] == side and going_on else "")

        labels = [str(i + 1).rjust(width) for i in range(self.houses)]
        gap, between = " " * width, " " * (width * self.houses)
        stores = (paint(str(upper["store"]).rjust(width), "second"), paint(str(lower["store"]).rjust(width), "first"))
        return "\n".join(
            [
                paint(gap + "".join(reversed(labels)), "label") + player(1),
                gap + row(upper["houses"][::-1], "second"),
                between.join(stores),
                gap + row(lower["houses"], "first"),
                paint(gap + "".join(labels), "label") + player(0),
            ]
        )

    def picture(
        self, description: Description, highlights: Highlights, marks: "Mapping[Target, Mark]", style: "SvgStyle"
    ) -> "Picture":
        from outplay.core.boards.pits_svg import pits_picture

        return pits_picture(cast("PitsDescription", description), highlights, marks, style)
