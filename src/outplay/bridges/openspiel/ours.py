"""Our games as OpenSpiel's: `pyspiel.load_game(register("kalah:6,4"))`.

An action is the number of our move, and the first player is player 0. A game is worth 1 to its winner and -1 to the
loser. The observation is the position itself: the bits of the fields of its state, and as a string the position's text.
A history is the information state, as in OpenSpiel's own games in which the players see everything.
"""

import re
from typing import Any, NamedTuple

import numpy as np

from outplay.bridges.moves import move_count
from outplay.bridges.openspiel.library import library
from outplay.core.errors import BadLimit
from outplay.core.game import Game, Position
from outplay.core.registry import game as find_game

LONGEST = 10_000
"""Plies after which a game is a draw in OpenSpiel, which asks for a largest number of plies."""


class Registered(NamedTuple):
    """What was registered under a name."""

    game: Game
    longest: int
    moves: int


NAMES: dict[str, Registered] = {}


def register(game: Game | str, longest: int = LONGEST, moves: int | None = None) -> str:
    """Makes a game known to OpenSpiel in this process, and returns the name for `pyspiel.load_game`.

    `game` is a game or the text that names one. A game of `longest` plies that is not over is a draw there. `moves` is
    a number larger than every move; without it one is found (see `outplay.bridges.moves`). The same game with the same
    numbers has the same name in every process that registers the same games in the same order.

    >>> register("connect-four:5,4")  # doctest: +SKIP
    'outplay_connect_four_5_4'
    """
    spiel = library()
    if not isinstance(game, Game):
        game = find_game(game)
    if not isinstance(longest, int) or longest < 1:
        raise BadLimit(f"the longest game must have 1 ply or more, not {longest!r}")
    wanted = Registered(game, longest, move_count(game, moves))
    base = name = "outplay_" + re.sub(r"[^a-z0-9]+", "_", str(game).casefold()).strip("_")
    number = 1
    while name in NAMES and not same(NAMES[name], wanted):
        number += 1
        name = f"{base}_{number}"
    if name not in NAMES:
        NAMES[name] = wanted
        spiel.register_game(game_type(spiel, name, game), game_class(spiel, name))
    return name


def same(one: Registered, other: Registered) -> bool:
    """Whether two games are the same: made from the same text, or one object."""
    alike = one.game is other.game or (bool(one.game.spec) and one.game.spec == other.game.spec)
    return alike and one[1:] == other[1:]


def game_type(spiel: Any, name: str, game: Game) -> Any:
    of = spiel.GameType
    return of(
        short_name=name,
        long_name=f"{game} of outplay",
        dynamics=of.Dynamics.SEQUENTIAL,
        chance_mode=of.ChanceMode.DETERMINISTIC,
        information=of.Information.PERFECT_INFORMATION,
        utility=of.Utility.ZERO_SUM,
        reward_model=of.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


def game_class(spiel: Any, name: str) -> Any:
    """OpenSpiel's class of a game, which it calls with the parameters of the text that names it: none."""
    game, longest, moves = NAMES[name]
    kind = game_type(spiel, name, game)
    numbers = spiel.GameInfo(
        num_distinct_actions=moves,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=longest,
    )

    class OutplayGame(spiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, numbers, params or {})

        def new_initial_state(self, state: Any = None) -> Any:
            made = state_class(spiel)(self)
            made.begin(game.start(), longest, moves)
            return made

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            from open_spiel.python.observation import IIGObserverForPublicInfoGame

            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(game, params)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

        def __reduce__(self) -> Any:
            return reloaded, (game, longest, moves)

    return OutplayGame


def reloaded(game: Game, longest: int, moves: int) -> Any:
    """OpenSpiel's game from a pickle: it is registered in a process that has not done so."""
    return library().load_game(register(game, longest, moves))


def replayed(game: Game, longest: int, moves: int, history: list[int]) -> Any:
    """OpenSpiel's state from a pickle."""
    state = reloaded(game, longest, moves).new_initial_state()
    for action in history:
        state.apply_action(action)
    return state


STATE_CLASS: list[Any] = []


def state_class(spiel: Any) -> Any:
    """OpenSpiel's class of a state: made once, when OpenSpiel is there."""
    if STATE_CLASS:
        return STATE_CLASS[0]

    class OutplayState(spiel.State):  # type: ignore[misc]
        position: Position
        left: int
        """Plies until the game is a draw."""
        moves: int

        def begin(self, position: Position, longest: int, moves: int) -> None:
            self.position, self.left, self.moves = position, longest, moves

        def current_player(self) -> int:
            return int(spiel.PlayerId.TERMINAL) if self.is_terminal() else self.position.to_move

        def _legal_actions(self, player: int) -> list[int]:
            found = sorted(self.position.moves())
            if found and found[-1] >= self.moves:
                raise BadLimit(
                    f"{self.position.game} has the move {found[-1]}, and OpenSpiel was told of {self.moves} moves; "
                    f"register the game with moves={found[-1] + 1} or more"
                )
            return found

        def _apply_action(self, action: int) -> None:
            self.position, self.left = self.position.play(action), self.left - 1

        def _action_to_string(self, player: int, action: int) -> str:
            return self.position.name(action)

        def __reduce__(self) -> Any:
            history = list(self.history())
            return replayed, (self.position.game, self.left + len(history), self.moves, history)

        def is_terminal(self) -> bool:
            return self.left <= 0 or self.position.outcome() is not None

        def returns(self) -> list[float]:
            outcome = self.position.outcome()
            if outcome is None or outcome.winner is None:
                return [0.0, 0.0]
            return [1.0, -1.0] if outcome.winner == 0 else [-1.0, 1.0]

        def __str__(self) -> str:
            """The drawing and the text, which tells any two positions apart."""
            return f"{self.position}\n{self.position.text}"

    STATE_CLASS.append(OutplayState)
    return OutplayState


class Observer:
    """What both players see: the bits of each field of the state, the lowest first, and the position's text."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise ValueError(f"observers of outplay's games have no parameters, so not {params}")
        self.widths = game.widths
        self.tensor = np.zeros(sum(self.widths.values()), np.float32)
        self.dict, begin = dict[str, Any](), 0
        for name, width in self.widths.items():
            self.dict[name] = self.tensor[begin : begin + width]
            begin += width

    def set_from(self, state: Any, player: int) -> None:
        for (name, width), value in zip(self.widths.items(), state.position.state, strict=True):
            data = np.frombuffer(value.to_bytes((width + 7) // 8, "little"), np.uint8)
            self.dict[name][:] = np.unpackbits(data, bitorder="little")[:width]

    def string_from(self, state: Any, player: int) -> str:
        return str(state.position.text)
