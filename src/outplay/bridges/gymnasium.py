"""Any of our games as an environment of Gymnasium: one agent against a chosen opponent.

    env = gymnasium.make("outplay.bridges.gymnasium:outplay/Game-v0", game="connect-four", opponent="engine:level=3")
    observation, info = env.reset(seed=0)
    observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

Once this module is imported, "outplay/Game-v0" is enough. The observation is described in `outplay.learn.observation`;
`info` has `action_mask`, with a 1 for every legal move, `side`, 0 if the agent is the first player and 1 if the second,
and `illegal`, whether an illegal action has lost the game.
"""

from typing import Any

import numpy as np

from outplay.bridges.turns import RENDER_MODES, View, missing
from outplay.core.errors import BadSpec
from outplay.core.game import Game, Position
from outplay.learn.batch import MOST_PLIES
from outplay.learn.observation import Observation
from outplay.players import player
from outplay.players.player import Player

try:
    import gymnasium
    from gymnasium.spaces import Box, Discrete
except ImportError:
    raise BadSpec(missing("Gymnasium", "gymnasium")) from None

ID = "outplay/Game-v0"
SIDES = ("first", "second", "random", "alternate")
"""Who the agent is: always the first player or always the second; drawn for each game; or the other one in each game,
from one that is drawn when the environment is seeded."""
ILLEGAL_REWARD = -1.0
"""What an illegal action costs, which also ends the game."""

ATTEMPTS = 100
"""A game that is over before the agent has moved is begun again, at most so many times."""


class GameEnv(gymnasium.Env):  # type: ignore[misc]
    """A game of the agent against `opponent`: the text of a player, or a Player. `side` is one of SIDES. goal is what
    rewards are: "win" for 1, 0 and -1, or "margin". A game of most_plies, of both players, is truncated. render_mode is
    "ansi" for the board as text, "svg" for an SVG document, or "human" to print it after every step.

    A copy or a pickle of an environment whose opponent is given as a text has an opponent of its own, which begins its
    random numbers for this game again.

    >>> env = GameEnv("tic-tac-toe", "alpha-beta:depth=2", side="second")
    >>> observation, info = env.reset(seed=0)
    >>> observation.shape, int(info["action_mask"].sum()), info["side"]  # the opponent has moved
    ((3, 3, 2), 8, 1)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  (where Gymnasium looks for it)

    def __init__(
        self,
        game: Game | str,
        opponent: Player | str = "random",
        *,
        side: str = "first",
        goal: str = "win",
        most_plies: int = MOST_PLIES,
        render_mode: str | None = None,
    ) -> None:
        if side not in SIDES:
            raise BadSpec(f"the side is {', '.join(SIDES)}, not {side!r}")
        self.view = View(game, goal, most_plies, render_mode)
        self.game, self.render_mode, self.sides = self.view.game, render_mode, side
        layout = self.view.layout
        self.observation_space = Box(0, layout.high, layout.shape, layout.dtype)
        self.action_space = Discrete(self.view.actions)
        self.opponent = player(opponent, self.game) if isinstance(opponent, str) else opponent
        self.opponent_spec = opponent if isinstance(opponent, str) else None
        self.side = SIDES.index(side) % 2 if side in SIDES[:2] else 0
        """The player that the agent is in this game."""
        self.next_side: int | None = None
        self.seed = 0
        """That of the opponent in this game."""
        self._begin()

    def __getstate__(self) -> dict[str, Any]:
        state = dict(vars(self))
        if self.opponent_spec is not None:
            del state["opponent"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self.opponent_spec is not None:
            self.opponent = player(self.opponent_spec, self.game)
            self.opponent.new_game(self.game.start(), 1 - self.side, self.seed)

    def _begin(self) -> None:
        self.position: Position = self.game.start()
        self.before: Position | None = None
        self.moves: list[int] = []
        self.illegal = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game. The same seed draws the same sides and seeds of the opponent, game after game."""
        super().reset(seed=seed)
        if self.sides == "random":
            self.side = int(self.np_random.integers(2))
        elif self.sides == "alternate":
            if seed is not None or self.next_side is None:
                self.next_side = int(self.np_random.integers(2))
            self.side, self.next_side = self.next_side, 1 - self.next_side
        for _ in range(ATTEMPTS):
            self._begin()
            self.seed = int(self.np_random.integers(1 << 31))
            self.opponent.new_game(self.position, 1 - self.side, self.seed)
            self._answer()
            if not self.position.outcome():
                return self.view.layout.observe(self.position), self._info()
        raise BadSpec(f"{self.game} is over before the second player moves; take side='first'")

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The agent's move and then the opponent's, until it is the agent's turn again."""
        if self.illegal or self.position.outcome() or self._too_long():
            raise BadSpec("the game is over; call reset() to begin another one")
        move = int(action)
        if move not in self.position.moves():
            self.illegal = True
            return self.view.layout.observe(self.position), ILLEGAL_REWARD, True, False, self._info()
        self._play(move)
        self._answer()
        outcome = self.position.outcome()
        reward = self.view.rewards(outcome)[self.side] if outcome else 0.0
        if self.render_mode == "human":
            self.render()
        over = outcome is not None
        return self.view.layout.observe(self.position), reward, over, not over and self._too_long(), self._info()

    def _play(self, move: int) -> None:
        self.before, self.position = self.position, self.position.play(move)
        self.moves.append(move)

    def _answer(self) -> None:
        """Moves of the opponent while it is to move."""
        while not self.position.outcome() and self.position.to_move != self.side and not self._too_long():
            self._play(self.opponent.choose(self.position, moves=self.moves).move)

    def _too_long(self) -> bool:
        return len(self.moves) >= self.view.most_plies

    def _info(self) -> dict[str, Any]:
        mine = self.position.to_move == self.side and not self.illegal
        mask = self.view.mask(self.position) if mine else np.zeros(self.view.actions, np.int8)
        return {"action_mask": mask, "side": self.side, "illegal": self.illegal}

    def render(self) -> str | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render() without a render mode: give render_mode='ansi', 'svg' or 'human'")
            return None
        return self.view.render(self.before, self.moves, self.position)

    def close(self) -> None:
        """Ends what the opponent runs, such as a program."""
        self.opponent.close()


gymnasium.register(id=ID, entry_point="outplay.bridges.gymnasium:GameEnv")
