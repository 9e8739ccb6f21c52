"""Boards of numbered parts, cells or edges: how moves are named, read and clicked, and what a move has changed."""

import re
from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from outplay.core.boards.board import Highlights, State, Steps, Target, flat
from outplay.core.boards.placed import PlacedBoard
from outplay.core.errors import RuleError

HAND = re.compile(r"hand:([01]):(\S)")
"""The target of a piece in a player's hand: the player and the symbol."""
BETWEEN = re.compile(r"(?<=[0-9])x(?=[a-z])|[\s-]+", re.ASCII)
"""What may stand between the cells of a move on input."""


class Made(NamedTuple):
    """How a move is made: the clicks in order, and words for what no click can say."""

    steps: Steps = ()
    words: tuple[str, ...] = ()


class PartBoard(PlacedBoard):
    """A board whose parts have numbers from 0: the cells of a grid, the edges between dots.

    Without `targets` the number of a move is that of the part on which it is made, and moves past the last part have
    the names in `others`. Where a game's moves turn out to be something else, they are numbers, and buttons on the
    page. With targets(state, move) a move may be anything: the function returns a part; or the parts to click in order,
    each as a number or, if a click on any of several will do, as a tuple of them; a text hand:SIDE:SYMBOL for a piece
    in a hand; or a word, such as pass, or Q for the piece that a pawn becomes, which no click can say.
    """

    roles: dict[str, str]
    """From a symbol to how it is painted."""

    def __init__(
        self, parts: int, targets: Callable[[State, int], Any] | None = None, others: tuple[str, ...] = ()
    ) -> None:
        if targets is not None and not callable(targets):
            raise TypeError(f"targets is a function targets(state, move), not {targets!r}")
        super().__init__(others)
        self.parts, self.targets_of = parts, targets

    # What a family says

    @abstractmethod
    def symbols_at(self, state: State) -> str:
        """A symbol for each part.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.board.symbols_at(game.initial)
        '.........'
        """

    @abstractmethod
    def part_name(self, part: int) -> str:
        """What a part is called in the names of moves.

        >>> outplay.game("tic-tac-toe").board.part_name(4), outplay.game("dots-and-boxes:2,2").board.part_name(0)
        ('b2', 'a3-b3')
        """

    @abstractmethod
    def read_part(self, text: str) -> int | None:
        """The part that a text names; None if it names none.

        >>> outplay.game("tic-tac-toe").board.read_part("b2")
        4
        """

    @property
    def places(self) -> int:
        return self.parts

    def place_name(self, move: int) -> str:
        """The name of a move whose number says where it is made.

        >>> outplay.game("connect-four").board.place_name(3), outplay.game("tic-tac-toe").board.place_name(3)
        ('d', 'a2')
        """
        return self.part_name(move)

    def place_steps(self, state: State, move: int) -> Steps:
        return ((move,),)

    def read_place(self, text: str) -> int | None:
        """The move that a text names, where a move's number says where it is made.

        >>> outplay.game("connect-four").board.read_place("d")
        3
        """
        return self.read_part(text)

    def winning(self, symbols: str) -> tuple[Target, ...]:
        """The parts that have won the game.

        >>> outplay.game("tic-tac-toe").board.winning("xxxoo....")
        (0, 1, 2)
        """
        return ()

    # How a move is made

    @property
    def explicit(self) -> bool:
        return self.targets_of is not None or type(self).targets is not PartBoard.targets

    @property
    def reads_without_moves(self) -> bool:
        return not self.explicit

    def targets(self, state: State, move: int) -> Steps:
        return self.made(state, move).steps

    def made(self, state: State, move: int) -> Made:
        """The clicks and words that make a move.

        >>> game = outplay.game("breakthrough")
        >>> move = game.move("a2-a3", game.start())
        >>> game.board.made(game.initial, move)
        Made(steps=((48,), (40,)), words=())
        """
        if self.targets_of is not None:
            return made_from(self.targets_of, self.targets_of(state, move), self.parts)
        if self.explicit:
            return Made(self.targets(state, move))
        return Made(self.place_steps(state, move)) if self.is_place(move) else Made()

    def target_name(self, target: Target) -> str:
        """The name of a part, or the symbol of a piece in a hand.

        >>> outplay.game("tic-tac-toe").board.target_name(4), outplay.game("tic-tac-toe").board.target_name("hand:0:p")
        ('b2', 'P')
        """
        hand = HAND.fullmatch(str(target))
        return hand[2].upper() if hand else self.part_name(int(target))

    def name(self, state: State, move: int) -> str:
        if self.explicit:
            made = self.made(state, move)
            names = [self.target_name(step[0]) for step in made.steps]
            return "-".join([*names, *made.words]) or self.other_name(move)
        return self.place_name(move) if self.is_place(move) else self.other_name(move)

    def label(self, state: State, move: int) -> str:
        return " ".join(self.made(state, move).words) or self.name(state, move)

    def read_move(self, state: State, text: str, moves: Sequence[int]) -> int | None:
        wanted = text.strip().casefold()
        if self.explicit:
            return self.read_made(state, wanted, moves)
        other = self.read_other(wanted)
        return self.read_place(wanted) if other is None and not self.numbered else other

    def read_made(self, state: State, wanted: str, moves: Sequence[int]) -> int | None:
        """The legal move with this name, or with these parts; -1 if the text names parts with which no move is made.

        >>> game = outplay.game("breakthrough")
        >>> game.board.read_made(game.initial, "a2 a3", game.start().moves()) == game.move("a2-a3", game.start())
        True
        """
        words = self.split_name(wanted)
        fitting = None
        for move in moves:
            if self.name(state, move).casefold() == wanted:
                return move
            if fitting is None and self.fits(self.made(state, move), words):
                fitting = move
        if fitting is None and words and all(self.read_part(word) is not None for word in words):
            return -1
        return fitting

    def split_name(self, text: str) -> list[str]:
        """The cells and words in the text of a move: `a2-a3`, `a2 a3`, `a2xa3` and `a2a3` have the same.

        >>> board = outplay.game("breakthrough").board
        >>> board.split_name("a2a3"), board.split_name("a2-a3")
        (['a2', 'a3'], ['a2', 'a3'])
        """
        words = [word for word in BETWEEN.split(text) if word]
        if len(words) != 1:
            return words
        cells = re.findall("[a-z]+[0-9]+", text, re.ASCII)
        return cells if "".join(cells) == text else words

    def fits(self, made: Made, words: Sequence[str]) -> bool:
        """Whether words name the targets of a move, in order.

        >>> game = outplay.game("breakthrough")
        >>> made = game.board.made(game.initial, game.move("a2-a3", game.start()))
        >>> game.board.fits(made, ["a2", "a3"]), game.board.fits(made, ["a2", "b3"])
        (True, False)
        """
        if not words or len(words) != len(made.steps) + len(made.words):
            return False
        clicked = zip(words, made.steps, strict=False)
        said = zip(words[len(made.steps) :], made.words, strict=True)
        return all(word == other.casefold() for word, other in said) and all(
            self.read_part(word) in step or word in [self.target_name(target).casefold() for target in step]
            for word, step in clicked
        )

    def target_named(self, state: State, name: str) -> Steps:
        words = [name.strip().casefold()]
        if self.read_part(words[0]) is None and self.explicit:
            words = self.split_name(words[0])
        parts = [self.read_part(word) for word in words]
        found = tuple((part,) for part in parts if part is not None)
        return found if len(found) == len(words) else super().target_named(state, name)

    # What a move has changed

    def changed(self, before: State, after: State) -> list[Target]:
        pairs = zip(self.symbols_at(before), self.symbols_at(after), strict=True)
        return [part for part, (was, symbol) in enumerate(pairs) if was != symbol]

    def highlights(self, before: State | None, move: int | None, after: State) -> Highlights:
        """The last move is the changed parts that the move names; if it names none that has changed, all that have."""
        now = self.symbols_at(after)
        found = Highlights(winning=self.winning(now))
        if move is None:
            return found
        if before is None:  # what a move touches may depend on the position in which it is made
            steps = () if self.explicit else self.targets(after, move)
            return found._replace(last=steps[0] if steps and len(steps[0]) == 1 else ())
        steps, changed = self.targets(before, move), self.changed(before, after)
        last = tuple(target for target in flat(steps) if target in changed)
        if not last and (steps or self.numbered):
            return found._replace(last=tuple(changed))
        captured = tuple(part for part in changed if part not in last)
        return found._replace(last=last, captured=captured, path=self.path(steps, self.symbols_at(before), now))

    def path(self, steps: Steps, old: str, now: str) -> tuple[Target, ...]:
        """Where a piece travelled, if the first step is a piece: as far as the last step that now has one of its side,
        since what is clicked after that is something else, such as the arrow that an amazon shoots.

        >>> game = outplay.game("breakthrough")
        >>> move = game.move("a2-a3", game.start())
        >>> old, now = (game.board.symbols_at(state) for state in (game.initial, game.play(game.initial, move)))
        >>> game.board.path(game.board.targets(game.initial, move), old, now)
        (48, 40)
        """

        def side(symbol: str) -> str:
            return self.roles.get(symbol, "empty").split("-")[0]

        parts = [step[0] for step in steps if isinstance(step[0], int)]
        if len(parts) < 2 or side(old[parts[0]]) == "empty":
            return ()
        mover = side(old[parts[0]])
        ends = [number for number, part in enumerate(parts) if number and side(now[part]) == mover]
        return tuple(parts[: ends[-1] + 1] if ends else parts)


def made_from(function: Callable[..., Any], given: Any, parts: int) -> Made:
    """What the author's function says of a move, as clicks and words; RuleError if it is none of what it may return."""
    items = () if given is None else (given,) if isinstance(given, int | str) else given

    def is_target(item: Any) -> bool:
        number = isinstance(item, int) and 0 <= item < parts
        return number or (isinstance(item, str) and bool(HAND.fullmatch(item)))

    steps, words = list[tuple[Target, ...]](), list[str]()
    for item in items if isinstance(items, tuple | list) else (items,):
        if is_target(item):
            steps.append((item,))
        elif isinstance(item, tuple | list) and item and all(map(is_target, item)):
            steps.append(tuple(item))
        elif isinstance(item, str) and item and not item.startswith("hand:") and item.split() == [item]:
            words.append(item)
        else:
            code = getattr(function, "__code__", None)
            raise RuleError(
                f"targets must return a number from 0 to {parts - 1}, several of them in order, a text like hand:0:P "
                f"or a word like pass, not {given!r}",
                code and code.co_filename,
                code and code.co_firstlineno,
            )
    return Made(tuple(steps), tuple(words))
