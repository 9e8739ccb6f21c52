"""OpenSpiel's games as ours: `game("breakthrough(rows=6,columns=6)")`, or openspiel:breakthrough(rows=6,columns=6).

A state is the history of its actions, packed into one integer, and carries OpenSpiel's own state after that history.
So positions compare, are hashed, pickled and written like those of any other game, and the rules are OpenSpiel's. They
cannot be compiled: searches run on them as plain Python.
"""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from outplay.bridges.openspiel.library import load, mismatch
from outplay.core.bits import GOING_ON
from outplay.core.boards import Board, Paint, no_paint
from outplay.core.errors import BadPosition, BadSpec, RuleError
from outplay.core.game import Game
from outplay.core.heuristics import Heuristics
from outplay.core.registry import game as find_game

PREFIX = "openspiel:"
START = "start"
"""The text of the position before the first move."""
LONGEST = 1_000_000
"""A game whose longest possible line has more plies is refused: a history would not fit."""
COLOUR_CODE = re.compile(r"\x1b\[[0-9;]*m")
NOT_IN_NAMES = str.maketrans({";": None, "[": "(", "]": ")"})
"""Characters that mean something in a game's record."""


class History(NamedTuple):
    """The actions that were played, `width` bits each, the first one lowest."""

    plies: int
    actions: int


class Moment(History):
    """A history with OpenSpiel's state after it, both as soon as somebody asks for it."""

    live: Any
    legal: list[int]
    names: dict[int, str]


def game(name: str) -> Game:
    """OpenSpiel's game of this name as a game of outplay; BadSpec if it is not one for two players who move in turn,
    know everything, and of whom one wins what the other loses.

    >>> import outplay
    >>> str(game("tic_tac_toe"))  # doctest: +SKIP
    'openspiel:tic_tac_toe'
    """
    return find_game(f"{PREFIX}{name}")  # by its text, so that positions can be pickled


def from_text(*words: int | str) -> Game:
    """The game of a text openspiel:NAME, whose NAME was split at its commas."""
    theirs = load(",".join(map(str, words)))
    reason = f"it has {theirs.num_players()} players" if theirs.num_players() != 2 else mismatch(theirs.get_type())
    if not reason and theirs.max_game_length() > LONGEST:
        reason = f"it may take {theirs.max_game_length():,} plies"
    if reason:
        raise BadSpec(
            f"OpenSpiel's {theirs.get_type().short_name} cannot be played here: {reason}; "
            "games are for two players who move in turn and see everything"
        )
    return ForeignRules(theirs).game()


class ForeignRules:
    """The rules of one of OpenSpiel's games in the shape of ours."""

    def __init__(self, theirs: Any) -> None:
        self.theirs = theirs
        self.width = max(1, (theirs.num_distinct_actions() - 1).bit_length())
        self.longest = max(1, theirs.max_game_length())
        self.first = theirs.new_initial_state().current_player()
        """Who moves first there: in chess it is their player 1. Here it is the first player, 0."""

    def game(self) -> Game:
        kind, text = self.theirs.get_type(), str(self.theirs).removesuffix("()")
        return Game(
            kind.long_name,
            Moment(0, 0),
            {"plies": self.longest.bit_length(), "actions": self.longest * self.width},
            self.moves,
            self.play,
            self.outcome,
            self.to_move,
            choices=self.theirs.num_distinct_actions(),
            interpreted=True,
            board=TextBoard(self),
            heuristics=Heuristics(max_gain=max(1, math.ceil(self.theirs.max_utility()))),
            spec=f"{PREFIX}{text}",
            about=f"{kind.long_name}, as OpenSpiel has it under the name {text}: the rules are OpenSpiel's.",
        )

    def live(self, state: Moment) -> Any:
        """OpenSpiel's state. It must not be changed."""
        found = state.__dict__.get("live")
        if found is None:
            found = self.theirs.new_initial_state()
            for action in self.history(state):
                found.apply_action(action)
            state.live = found
        return found

    def history(self, state: Moment) -> list[int]:
        mask, width = (1 << self.width) - 1, self.width
        return [state.actions >> ply * width & mask for ply in range(state.plies)]

    def legal(self, state: Moment) -> list[int]:
        """The legal moves, found out once for each state."""
        found: list[int] | None = state.__dict__.get("legal")
        if found is None:
            found = state.legal = self.live(state).legal_actions()
        return found

    def names(self, state: Moment) -> dict[int, str]:
        """The legal moves with their names: OpenSpiel's without blanks and without what has a meaning in records.
        Where two moves would have the same one, their numbers stand behind it."""
        found: dict[int, str] | None = state.__dict__.get("names")
        if found is None:
            live, legal = self.live(state), self.legal(state)
            texts = {move: "_".join(live.action_to_string(move).translate(NOT_IN_NAMES).split()) for move in legal}
            many = Counter(texts.values())
            found = {move: text if many[text] == 1 else f"{text}#{move}" for move, text in texts.items()}
            state.names = found
        return found

    # The rules

    def moves(self, state: Moment, out: Any) -> int:
        legal = self.legal(state)
        out[: len(legal)] = legal
        return len(legal)

    def play(self, state: Moment, move: int) -> Moment:
        child = Moment(state.plies + 1, state.actions | int(move) << state.plies * self.width)
        child.live = self.live(state).child(move)
        return child

    def outcome(self, state: Moment) -> int:
        live = self.live(state)
        if not live.is_terminal():
            return GOING_ON
        value = live.returns()[self.first]
        if value != int(value):
            raise RuleError(f"OpenSpiel's {self.theirs} ended with {value:g}, and margins here are whole numbers")
        return int(value)

    def to_move(self, state: Moment) -> int:
        """The first player where the game is over, as `outcome` assumes."""
        player = self.live(state).current_player()
        return 0 if player < 0 else int(player != self.first)


class TextBoard(Board):
    """Positions as the names of the moves that led to them; drawings as OpenSpiel writes its states."""

    def __init__(self, rules: ForeignRules) -> None:
        self.rules = rules

    def name(self, state: Any, move: int) -> str:
        return self.rules.names(state)[move]

    def read_move(self, state: Any, text: str, moves: Sequence[int]) -> int | None:
        """Large and small letters are told apart only where they must be: Bxc3 and bxc3 are two moves of chess."""
        wanted, names = "_".join(text.translate(NOT_IN_NAMES).split()), self.rules.names(state)
        same = [move for move, name in names.items() if name == wanted]
        same = same or [move for move, name in names.items() if name.casefold() == wanted.casefold()]
        return same[0] if len(same) == 1 else None

    def write(self, state: Any) -> str:
        rules, words, here = self.rules, list[str](), Moment(0, 0)
        for action in rules.history(state):
            words.append(self.name(here, action))
            here = rules.play(here, action)
        return " ".join(words) or START

    def read(self, text: str, like: Any) -> Any:
        state = Moment(0, 0)
        for number, word in enumerate([] if text.strip() == START else text.split(), 1):
            move = self.read_move(state, word, ())
            if move is None:
                names = list(self.rules.names(state).values())
                some = " ".join(names[:12]) + (f" … ({len(names)} in all)" if len(names) > 12 else "")
                legal = f"legal are {some}" if names else "the game is over there"
                raise BadPosition(f"a position is written as the moves that led to it: move {number} {word!r}: {legal}")
            state = self.rules.play(state, move)
        if not text.strip():
            raise BadPosition(f"a position is written as the moves that led to it, or as {START}")
        return state

    def draw(self, state: Any, paint: Paint = no_paint, last: int | None = None) -> str:
        return COLOUR_CODE.sub("", str(self.rules.live(state))).rstrip()
