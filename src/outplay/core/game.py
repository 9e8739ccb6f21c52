"""What a game is: its rules as plain functions, and positions that one can play.

A game's state is a NamedTuple of non-negative integers, and its rules are pure functions of it. The very same source
runs as ordinary Python here, where every value is checked, and as machine code in `outplay.search`.
"""

import random
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.boards import Board, Paint, no_paint
from outplay.core.errors import BadPosition, BadSpec, IllegalMove, OutplayError, RuleError
from outplay.core.heuristics import Heuristics, parameters
from outplay.core.rules import Rules, always_turned, buffer_cursor, mask_cursor, turn_test

if TYPE_CHECKING:
    from outplay.core.boards.svg import Marks

State = Any

REQUIRED: Any = None
"""Stands for a function that a game must give."""

PICTURE_MOVES, PICTURE_SEED = 6, 4
"""Number and seed of the random moves that lead to the picture of a game without an example."""

NO_HEURISTICS = Heuristics()

SIGNATURES = {
    "moves": "moves(state)",
    "to_move": "to_move(state)",
    "play": "play(state, move)",
    "outcome": "outcome(state)",
    "reason": "reason(state)",
}


class Outcome(NamedTuple):
    """How a game ended: `winner` is 0, 1 or None for a draw; `margin` counts for the winner and is 0 in a draw.

    >>> position = outplay.game("tic-tac-toe").position("xxx/oo./...")
    >>> position.outcome()
    Outcome(winner=0, margin=1, reason='3 in a row')
    >>> position.outcome().winner, position.outcome().margin, position.outcome().reason
    (0, 1, '3 in a row')
    """

    winner: int | None
    margin: int
    reason: str

    def margin_for(self, player: int) -> int:
        """The margin as that player sees it: negative if the other won.

        >>> outcome = outplay.Outcome(winner=1, margin=5, reason="more seeds")
        >>> outcome.margin_for(0), outcome.margin_for(1)
        (-5, 5)
        """
        return self.margin if self.winner == player else -self.margin

    def __str__(self) -> str:
        from outplay.core.words import outcome_words

        return outcome_words(None, self)

    def _repr_html_(self) -> str:
        from outplay.core.notebook import element, page

        return page(element("p", str(self)))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


def by_the_rules(state: State) -> str:
    return "by the rules"


def all_fields(state: State) -> Any:
    return state


def one_mask(features: Callable[[State], int]) -> Callable[[State], tuple[int, ...]]:
    def masks(state: State) -> tuple[int, ...]:
        return (features(state),)

    return masks


@dataclass(frozen=True, eq=False)
class Game:
    """A two-player game: its rules, its board and its names. Those after `choices` are optional.

    Attributes:
        name: What it is called.
        initial: The first state, a NamedTuple of non-negative integers.
        bits: How many bits a field may need: one number for all fields, or a dict by field name.
        moves: Either moves(state): an integer with one bit set for each legal move; or moves(state, out): writes the
            legal moves to out[0], out[1] … and returns how many. The first is faster.
        play: play(state, move): the next state; the move is legal and the game is not over.
        outcome: outcome(state): GOING_ON, or the margin for the side to move (positive if it has won, 0 for a draw).
        to_move: to_move(state): 0 for the first player, 1 for the second.
        choices: For moves(state, out): how many legal moves there can be at most.
        alternates: A promise that the turn passes with every move.
        actions: How many numbers moves can have: 0 … actions - 1. Learners need it, since their networks have an
            output for each; without it a move can be any bit of a mask, and games with moves(state, out) have none.
        interpreted: The rules cannot be compiled, because they call other libraries: searches run on them as plain
            Python.
        board: How positions and moves are written and drawn: outplay.Grid, HexGrid, EdgeGrid or Pits, or your own
            subclass of outplay.Board.
        reason: reason(state): why a finished game is over, in words.
        players: What the two players are called.
        heuristics: What helps the search and is no part of the rules: outplay.Heuristics(evaluate=…, order=…, …).
        spec: The text that names this game and its size; set by outplay.game.
        about: The rules in plain words for those who play, paragraphs with empty lines between; if empty, outplay.game
            sets the docstring of the file with the rules.
        example: Moves from the start, separated by blanks, to a position that shows the rules at work: the picture
            beside `about`. Where they are not legal, as on a smaller board, a few random moves take their place.

    Take one to three stones from a heap of five; who takes the last one wins:

    >>> from typing import NamedTuple
    >>> class State(NamedTuple):
    ...     left: int
    ...     turn: int
    >>> def moves(state):  # bit 1 takes one stone, bit 2 takes two …
    ...     return (2 << min(3, state.left)) - 2
    >>> def play(state, move):
    ...     return State(state.left - move, 1 - state.turn)
    >>> def outcome(state):  # for the side to move: the other player has just taken the last stone
    ...     return outplay.GOING_ON if state.left else -1
    >>> def to_move(state):
    ...     return state.turn
    >>> take = outplay.Game("take", State(5, 0), 3, moves, play, outcome, to_move)
    >>> take.start().moves(), take.start().play(3).play(2).outcome()
    ((1, 2, 3), Outcome(winner=1, margin=1, reason='by the rules'))
    """

    name: str
    initial: State = REQUIRED
    bits: int | Mapping[str, int] = REQUIRED
    moves: Callable[..., int] = REQUIRED
    play: Callable[[State, int], State] = REQUIRED
    outcome: Callable[[State], int] = REQUIRED
    to_move: Callable[[State], int] = REQUIRED
    _: KW_ONLY
    choices: int = 0
    alternates: bool = False
    actions: int = 0
    interpreted: bool = False
    board: Board = field(default_factory=Board)
    reason: Callable[[State], str] = by_the_rules
    players: tuple[str, str] = ("first", "second")
    heuristics: Heuristics = NO_HEURISTICS
    spec: str = ""
    about: str = ""
    example: str = ""

    def __post_init__(self) -> None:
        frame = sys._getframe(2)
        file, line = frame.f_code.co_filename, frame.f_lineno
        if message := self._mistake():
            raise RuleError(message, file, line)
        object.__setattr__(self, "board", self.board.for_game(self))

    def _mistake(self) -> str | None:
        """What is wrong with the arguments of this game, in one line; None if nothing is."""
        if not isinstance(self.name, str) or not self.name:
            return f"name must be a text, not {self.name!r}"
        if not isinstance(self.initial, tuple) or not hasattr(self.initial, "_fields"):
            return "initial must be a state: make a class from typing.NamedTuple and write initial=State(…)"
        return (
            self._rule_mistake() or self._other_mistake() or self._bits_mistake() or self._state_mistake(self.initial)
        )

    def _rule_mistake(self) -> str | None:
        """What is wrong with the functions that are the rules."""
        for name in ("to_move", "play", "outcome", "moves"):
            if getattr(self, name) is None:
                return f"the game has no {name}; write `def {SIGNATURES[name]}` and give {name}={name} to Game"
        for name, signature in SIGNATURES.items():
            function, count = getattr(self, name), signature.count(",") + 1
            if name != "moves" and parameters(function) != count:
                return f"{name} must be a function written `def {signature}`"
        if parameters(self.moves) not in (1, 2):
            return "moves must be a function written `def moves(state)` or `def moves(state, out)`"
        if not self.moves_as_mask and self.choices < 1:
            return "moves(state, out) needs choices=… in Game: how many moves there can be at most"
        if self.moves_as_mask and self.choices:
            return "choices= belongs to moves(state, out); with moves(state) leave it out"
        if not isinstance(self.actions, int) or self.actions < 0:
            return f"actions must be how many numbers moves can have, not {self.actions!r}"
        return None

    def _other_mistake(self) -> str | None:
        """What is wrong with board, players and heuristics."""
        if not isinstance(self.board, Board):
            return f"board must be a Grid or another outplay.Board, not {self.board!r}"
        if not (isinstance(self.players, tuple) and [type(p) for p in self.players] == [str, str]):
            return "players must be the names of the two players, as in players=('White', 'Black')"
        if not isinstance(self.heuristics, Heuristics):
            return f"heuristics must be outplay.Heuristics(evaluate=…, …), not {self.heuristics!r}"
        for name in ("about", "example"):
            if not isinstance(getattr(self, name), str):
                return f"{name} must be a text, not {getattr(self, name)!r}"
        mistake = self.heuristics.mistake(self.moves_as_mask, self.alternates)
        return mistake or self.heuristics.swap_mistake(self.widths)

    def _bits_mistake(self) -> str | None:
        if not isinstance(self.bits, int) and set(self.bits or ()) != set(self.initial._fields):
            return f"bits must be a number, or a dict with the keys {', '.join(self.initial._fields)}"
        return "bits must be 1 or more" if min(self.widths.values()) < 1 else None

    def _state_mistake(self, state: State) -> str | None:
        """Why a state cannot be one of this game's, in words."""
        if type(state) is not type(self.initial):
            return f"a {type(self.initial).__name__} is wanted, not {state!r}"
        for (name, bits), value in zip(self.widths.items(), state, strict=True):
            if not isinstance(value, int):
                return f"the field {name} is {value!r}, not an integer"
            if value < 0:
                return f"the field {name} is {value}, and fields are never negative (use `full ^ x`, not `~x`)"
            if value.bit_length() > bits:
                return f"the field {name} needs {value.bit_length()} bits and has {bits}: give Game more bits"
        return None

    @cached_property
    def widths(self) -> dict[str, int]:
        """How many bits each field may need.

        >>> outplay.game("tic-tac-toe").widths
        {'mine': 9, 'theirs': 9}
        """
        bits = self.bits
        return {name: bits if isinstance(bits, int) else bits[name] for name in self.initial._fields}

    @cached_property
    def moves_as_mask(self) -> bool:
        """Whether `moves` returns the legal moves as a mask of bits, and does not write them one by one.

        >>> outplay.game("tic-tac-toe").moves_as_mask, outplay.game("ataxx").moves_as_mask
        (True, False)
        """
        return parameters(self.moves) == 1

    @cached_property
    def most_moves(self) -> int:
        """How many moves kernels have room for; a mask has no more bits than this.

        >>> outplay.game("tic-tac-toe").most_moves
        10
        """
        return self.choices or max(self.widths.values()) + 1

    @cached_property
    def action_count(self) -> int:
        """How many actions a learner chooses from: moves are 0 … action_count - 1. RuleError if that is not known.

        >>> outplay.game("tic-tac-toe").action_count
        9
        """
        if not self.actions and not self.moves_as_mask:
            self.must_compile("an environment for learners")
            raise fault(self.moves, "learners must know how many numbers moves can have: give Game actions=…")
        return self.actions or self.most_moves

    @cached_property
    def inputs(self) -> Callable[[State], tuple[int, ...]]:
        """What a network is shown of a state: a tuple of integers, whose bits are its inputs.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.inputs(game.start().play(4).state)
        State(mine=0, theirs=16)
        """
        features = self.heuristics.features
        if features is None:
            return all_fields
        return features if isinstance(self.heuristics.feature_bits, tuple) else one_mask(features)

    @cached_property
    def input_widths(self) -> tuple[int, ...]:
        """The bits of each integer that a network is shown.

        >>> outplay.game("tic-tac-toe").input_widths
        (9, 9)
        """
        bits = self.heuristics.feature_bits
        if self.heuristics.features is None:
            return tuple(self.widths.values())
        return bits if isinstance(bits, tuple) else (bits,)

    @cached_property
    def rules(self) -> Rules:
        """The rules in the one shape that kernels know.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.rules.play(game.initial, 4) == game.start().play(4).state
        True
        """
        row = 0 if self.moves_as_mask else self.choices
        cursor = buffer_cursor(self.moves, row) if row else mask_cursor(self.moves)
        turned = always_turned if self.alternates else turn_test(self.to_move)
        return Rules(*cursor, self.play, self.outcome, turned, self.to_move, row)

    def functions(self) -> set[Callable[..., Any]]:
        """The functions of the rules and the heuristics that must return a value.

        >>> game = outplay.game("tic-tac-toe")
        >>> {game.moves, game.play, game.outcome, game.to_move} <= game.functions()
        True
        """
        return {self.moves, self.play, self.outcome, self.to_move, *self.heuristics.functions()}

    def positioned(self, state: State) -> "Position":
        """A position of this game with a state that has just been made, checked.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.positioned(game.play(game.initial, 4)).text
        '.../.x./...'
        """
        if message := self._state_mistake(state):
            raise fault(self.play, message)
        return Position(self, state)

    def must_compile(self, what: str) -> None:
        """BadSpec if the rules run as plain Python only; `what` is what needs them as machine code.

        >>> outplay.game("tic-tac-toe").must_compile("the engine")  # says nothing: they can be compiled
        """
        if self.interpreted:
            raise BadSpec(
                f"{what} needs rules that can be compiled, and those of {self} cannot; mcts, alpha-beta and random "
                f"play it: outplay analyse '{self}' --player mcts"
            )

    def start(self) -> "Position":
        """The position a game begins with.

        >>> outplay.game("tic-tac-toe").start().text
        '.../.../...'
        """
        return Position(self, self.initial)

    def example_moves(self) -> tuple[int, ...]:
        """The moves that lead to the picture of this game: its example, or a few random moves that are always the same
        and do not end the game.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.start().names(game.example_moves())
        ['a1', 'b1', 'b2', 'c2', 'c3']
        """
        position, played = self.start(), list[int]()
        try:
            for word in self.example.split():
                played.append(self.move(word, position))
                position = position.play(played[-1])
        except IllegalMove:
            played = []
        return tuple(played) or self._random_moves()

    def _random_moves(self) -> tuple[int, ...]:
        rng, position, played = random.Random(PICTURE_SEED), self.start(), list[int]()
        while len(played) < PICTURE_MOVES and not position.outcome():
            move = rng.choice(position.moves())
            position = position.play(move)
            if not position.outcome():
                played.append(move)
        return tuple(played)

    def position(self, text: str) -> "Position":
        """The position that a text describes, as `Position.text` wrote it.

        >>> outplay.game("tic-tac-toe").position("x../.o./...").moves()
        (1, 2, 3, 5, 6, 7, 8)
        """
        if not isinstance(text, str):
            raise BadPosition(f"a position is read from a text, such as {self.start().text!r}, not from {text!r}")
        try:
            state = self.board.read(text, self.initial)
        except OutplayError:
            raise
        except ValueError as error:
            raise BadPosition(f"this position cannot be: {error}") from None
        return self.checked_position(state)

    def checked_position(self, state: State) -> "Position":
        """The position of a state that was read; BadPosition if it is none of this game's.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.checked_position(game.initial) == game.start()
        True
        """
        for (name, bits), value in zip(self.widths.items(), state, strict=True):
            if isinstance(value, int) and value.bit_length() > bits:
                most = f"{(1 << bits) - 1}" if bits <= 64 else f"a number of {bits} bits"
                raise BadPosition(f"this position cannot be: {name} is at most {most}")
        if message := self._state_mistake(state):
            raise BadPosition(f"this position cannot be: {message}")
        return Position(self, state)

    def move(self, text: str, position: "Position") -> int:
        """The legal move that a text names.

        >>> game = outplay.game("tic-tac-toe")
        >>> game.move("b2", game.start())
        4
        >>> game.move("d4", game.start())
        Traceback (most recent call last):
            ...
        outplay.core.errors.IllegalMove: 'd4' is no move of this game; legal moves: a3 b3 c3 a2 b2 c2 a1 b1 c1
        """
        moves = position.moves()
        if not isinstance(text, str):
            example = position.name(moves[0]) if moves else "name"
            raise IllegalMove(f"move takes the name of a move, as in game.move('{example}', position)")
        move: int | None = guarded(self.board.read_move, position.state, text, moves)
        if move is not None and move in moves:
            return move
        if not moves:
            raise IllegalMove(f"{text.strip()!r} cannot be played: the game is over")
        names = [position.name(m) for m in moves]
        shown = " ".join(names) if len(names) <= 12 else f"{' '.join(names[:12])} … ({len(names)} in all)"
        wrong = "is not legal here" if move is not None else "is no move of this game"
        raise IllegalMove(f"{text.strip()!r} {wrong}; legal moves: {shown}")

    def __str__(self) -> str:
        return self.spec or self.name

    def __repr__(self) -> str:
        return f"<Game {self}>"

    def __copy__(self) -> "Game":
        return self

    def __deepcopy__(self, memo: object) -> "Game":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from outplay.core.pickling import reduce_game

        return reduce_game(self)


class Position:
    """A moment of a game. Immutable; equal positions are equal and hash alike; can be pickled if its game can.

    `game` is the game it belongs to, and `state` the NamedTuple that its rules work on.

    >>> game = outplay.game("tic-tac-toe")
    >>> position = game.start().play(4)
    >>> position
    <Position of mnk:3,3,3: .../.x./...>
    >>> position == game.position(".../.x./...")
    True
    >>> print(position)
      a b c
    3 . . . 3
    2 . x . 2
    1 . . . 1
      a b c
    """

    __slots__ = ("game", "state")
    game: Game
    state: State

    def __init__(self, game: Game, state: State) -> None:
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "state", state)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a position never changes; play(move) returns the next one")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a position never changes")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.state == other.state and str(self.game) == str(other.game)

    def __hash__(self) -> int:
        return hash((str(self.game), self.state))

    def __copy__(self) -> "Position":
        return self

    def __deepcopy__(self, memo: object) -> "Position":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        from outplay.core.pickling import position_of_fields

        return position_of_fields, (self.game, tuple(self.state))

    def __repr__(self) -> str:
        return f"<Position of {self.game}: {self.text}>"

    def __str__(self) -> str:
        return self.draw()

    @property
    def text(self) -> str:
        """The position as one line that `game.position` reads back.

        >>> outplay.game("kalah:4,2").start().text
        '2,2,2,2:0 2,2,2,2:0 first'
        """
        return str(guarded(self.game.board.write, self.state))

    @property
    def to_move(self) -> int:
        """0 for the first player, 1 for the second.

        >>> start = outplay.game("tic-tac-toe").start()
        >>> start.to_move, start.play(4).to_move
        (0, 1)
        """
        player = guarded(self.game.to_move, self.state)
        if player not in (0, 1):
            raise fault(self.game.to_move, f"to_move must return 0 or 1, not {player!r}")
        return int(player)

    def moves(self) -> tuple[int, ...]:
        """The legal moves in a fixed order, none when the game is over.

        >>> outplay.game("tic-tac-toe").position("xxo/oox/x..").moves()
        (7, 8)
        """
        if self.outcome():
            return ()
        moves = self._moves()
        if not moves:
            raise fault(
                self.game.moves,
                f"there is no legal move in {self.text!r} and the game is not over; "
                "a player who cannot move needs a move that passes, or outcome must end the game",
            )
        return moves

    def _moves(self) -> tuple[int, ...]:
        game = self.game
        if game.moves_as_mask:
            return tuple([place for place, bit in enumerate(bin(self._mask())[:1:-1]) if bit == "1"])  # lowest first
        out = [0] * game.choices
        count = guarded(game.moves, self.state, out)
        if not isinstance(count, int) or not 0 <= count <= game.choices:
            raise fault(game.moves, f"moves must return how many moves it wrote, 0 to {game.choices}, not {count!r}")
        return tuple(out[:count])

    def _mask(self) -> int:
        """The legal moves as bits."""
        mask = guarded(self.game.moves, self.state)
        if not isinstance(mask, int) or mask < 0:
            hint = " (use `full ^ x`, not `~x`)" if isinstance(mask, int) else ""
            raise fault(self.game.moves, f"moves must return a mask of bits, not {mask!r}{hint}")
        if mask.bit_length() > self.game.most_moves:
            wanted = f"give Game more bits, {mask.bit_length()} for one field"
            raise fault(self.game.moves, f"moves returned a mask that is wider than every field; {wanted}")
        return mask

    def _allows(self, move: int) -> bool:
        """Whether a move is legal; on a large board far sooner known than which ones are."""
        if not (self.game.moves_as_mask and isinstance(move, int)) or self.outcome():
            return move in self.moves()
        return move >= 0 and bool(self._mask() >> move & 1)

    def play(self, move: int) -> "Position":
        """The position after a legal move.

        >>> start = outplay.game("tic-tac-toe").start()
        >>> start.play(4).play(0).text
        'o../.x./...'
        >>> start.play(9)
        Traceback (most recent call last):
            ...
        outplay.core.errors.IllegalMove: '9' is no move of this game; legal moves: a3 b3 c3 a2 b2 c2 a1 b1 c1
        """
        if isinstance(move, str):
            raise IllegalMove(f"play takes the number of a move: play(game.move({move!r}, position))")
        if not self._allows(move):
            self.game.move(self._name_or_number(move), self)  # raises, with the legal moves
            raise IllegalMove(f"{move} is not legal here")
        return self.game.positioned(guarded(self.game.play, self.state, move))

    def _name_or_number(self, move: int) -> str:
        try:
            return self.name(move)
        except (OutplayError, LookupError, TypeError, ValueError):
            return str(move)

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on.

        >>> game = outplay.game("tic-tac-toe")
        >>> print(game.start().outcome())
        None
        >>> game.position("xxx/oo./...").outcome()
        Outcome(winner=0, margin=1, reason='3 in a row')
        """
        value = guarded(self.game.outcome, self.state)
        if not isinstance(value, int) or abs(value) > GOING_ON:
            small = f": margins are less than {GOING_ON:,}" if isinstance(value, int) else ""
            raise fault(self.game.outcome, f"outcome must return GOING_ON or a margin, not {value!r}{small}")
        if value == GOING_ON:
            return None
        winner = None if value == 0 else self.to_move if value > 0 else 1 - self.to_move
        return Outcome(winner, abs(value), guarded(self.game.reason, self.state))

    def name(self, move: int) -> str:
        """The text of a move.

        >>> outplay.game("tic-tac-toe").start().name(4)
        'b2'
        """
        return str(guarded(self.game.board.name, self.state, move))

    def names(self, line: Sequence[int]) -> list[str]:
        """The texts of the moves of a line that begins here.

        >>> outplay.game("tic-tac-toe").start().names([4, 0, 8])
        ['b2', 'a3', 'c1']
        """
        names, position = [], self
        for move in line:
            names.append(position.name(move))
            position = position.play(move)
        return names

    def draw(self, paint: Paint = no_paint, last: int | None = None, before: "Position | None" = None) -> str:
        """The position for people, with colour if `paint` gives some. `last` is the move that led here, and `before`
        the position it was made in: with both, all that the move touched is marked.

        >>> before = outplay.game("tic-tac-toe").start()
        >>> def mark(text, role):
        ...     return f"({text})" if role == "last" else text
        >>> print(before.play(4).draw(mark, last=4, before=before))
          a b c
        3 . . . 3
        2 . (x) . 2
        1 . . . 1
          a b c
        """
        if last is not None and before is not None:
            return str(guarded(self.game.board.draw_move, before.state, last, self.state, paint))
        return str(guarded(self.game.board.draw, self.state, paint, last))

    def svg(
        self,
        last: int | None = None,
        *,
        before: "Position | None" = None,
        marks: "Marks | None" = None,
        theme: str = "auto",
        coordinates: bool = True,
        size: int | None = None,
    ) -> str:
        """The position as a self-contained SVG document.

        last is the move that led here, and before the position it was made in: with both, captures are highlighted.
        marks is a mapping from a move, its name or the name of a cell to a label, a colour (a name of MARK_COLOURS, or
        #rrggbb), or both as (label, colour). theme is light, dark, auto (as the reader's system is set) or notebook (as
        the notebook is set in which it stands). size is the longer side in pixels.

        >>> drawing = outplay.game("tic-tac-toe").start().svg(marks={"b2": ("1", "blue")}, theme="light", size=300)
        >>> drawing[:4], drawing.strip()[-6:]
        ('<svg', '</svg>')
        """
        from outplay.core.boards.svg import SvgStyle, checked_style

        outcome, players = self.outcome(), self.game.players
        if outcome is None:
            status = f"{players[self.to_move]} to move."
        else:
            status = "A draw." if outcome.winner is None else f"{players[outcome.winner]} has won: {outcome.reason}."
        style = SvgStyle(last, before and before.state, marks or {}, theme, coordinates, size)
        style = checked_style(style._replace(title=str(self.game), players=players, status=status))
        return str(guarded(self.game.board.svg, self.state, style))

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        from outplay.core.notebook import BOARD_ALONE_PIXELS, board

        return board(self, pixels=BOARD_ALONE_PIXELS)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


def fault(function: Any, message: str) -> RuleError:
    """A mistake in one of a game's functions, with the place where it stands."""
    code = getattr(function, "__code__", None)
    return RuleError(message, code and code.co_filename, code and code.co_firstlineno)


def guarded(function: Callable[..., Any], *arguments: Any) -> Any:
    """Calls one of a game's functions; what it raises becomes a RuleError that names the line."""
    try:
        return function(*arguments)
    except OutplayError:
        raise
    except RecursionError:
        raise fault(function, f"{function.__name__} calls itself without end") from None
    except Exception as error:
        import traceback  # only where rules fail: importing outplay should be quick

        last = traceback.extract_tb(error.__traceback__)[-1]
        name = getattr(function, "__name__", "this")
        raise RuleError(f"{name} failed here: {described(error)}", last.filename, last.lineno) from error


def described(error: Exception) -> str:
    """An exception in words, with what to do about the usual ones."""
    text = f"{type(error).__name__}: {error}".rstrip(": ")
    if isinstance(error, AttributeError) and isinstance(error.obj, tuple) and hasattr(error.obj, "_fields"):
        if error.name in error.obj._fields or "set" in str(error):
            return f"{text}; states never change, return a new State(…)"
        return f"{text}; it has {', '.join(error.obj._fields)}"
    if isinstance(error, AttributeError) and "can't set attribute" in str(error):
        return f"{text}; states never change, return a new State(…)"
    return text
