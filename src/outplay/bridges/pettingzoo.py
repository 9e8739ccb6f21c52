"""Any of our games as an environment of PettingZoo (AEC), and our players as policies.

    env = outplay.bridges.pettingzoo.env("connect-four")
    engine = outplay.bridges.pettingzoo.policy("connect-four", "engine:nodes=200")
    env.reset(seed=0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else engine(env))

The agents are player_0, who moves first, and player_1. An observation is a dictionary of `observation`, which
`outplay.learn.observation` describes, and `action_mask`, with a 1 for every legal move. Both agents see a position as
the side to move sees it; for the agent who is not to move the mask is all 0.
"""

from typing import Any

import numpy as np

from outplay.bridges.turns import RENDER_MODES, View, missing
from outplay.core.errors import BadSpec
from outplay.core.game import Game, Position
from outplay.core.registry import game as find_game
from outplay.learn.batch import MOST_PLIES
from outplay.learn.observation import layout_of
from outplay.players import player

try:
    from gymnasium import logger
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise BadSpec(missing("PettingZoo", "pettingzoo")) from None

AGENTS = ("player_0", "player_1")
ILLEGAL_REWARD = -1
"""What an illegal action costs, which also ends the game."""


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (the name that users of PettingZoo look for)
    """The environment without wrappers: an illegal action raises IllegalMove.

    goal is what rewards are: "win" for 1, 0 and -1, or "margin". A game of most_plies is truncated. render_mode is
    "ansi" for the board as text, "svg" for an SVG document, or "human" to print it after every move.

    >>> made = raw_env("kalah:3,2", goal="margin")
    >>> made.reset()
    >>> made.step(1)  # the last seed falls into the store: the same agent again
    >>> made.agent_selection, made.position.text
    ('player_0', '2,0,3:1 2,2,2:0 first')
    """

    def __init__(
        self,
        game: Game | str,
        *,
        goal: str = "win",
        most_plies: int = MOST_PLIES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.view = View(game, goal, most_plies, render_mode)
        self.game, self.render_mode = self.view.game, render_mode
        name = "".join(sign if sign.isalnum() else "_" for sign in str(self.game))
        self.metadata = {"name": f"outplay_{name}_v0", "render_modes": list(RENDER_MODES), "is_parallelizable": False}
        self.possible_agents = list(AGENTS)
        layout, actions = self.view.layout, self.view.actions
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, layout.high, layout.shape, layout.dtype),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: Discrete(actions) for agent in AGENTS}
        self.position: Position = self.game.start()
        """The position that the game is in."""
        self._begin()

    def _begin(self) -> None:
        self.position = self.game.start()
        self.before: Position | None = None
        self.moves: list[int] = []
        """The moves that have led here from the start."""
        self.agents = list(AGENTS)
        self.agent_selection = AGENTS[self.position.to_move]
        self.rewards, self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0), dict.fromkeys(AGENTS, 0.0)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._skip_agent_selection = None

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. Games have no randomness, so the seed changes nothing."""
        self._begin()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees; see above."""
        view, chooses = self.view, AGENTS.index(agent) == self.position.to_move
        mask = view.mask(self.position) if chooses else np.zeros(view.actions, np.int8)
        return {"observation": view.layout.observe(self.position), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = int(action)  # type: ignore[arg-type]  # None is for agents whose game is over
        after = self.position.play(move)
        self.before, self.position = self.position, after
        self.moves.append(move)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        outcome = self.position.outcome()
        if outcome:
            self.rewards = dict(zip(AGENTS, self.view.rewards(outcome), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif len(self.moves) >= self.view.most_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = AGENTS[self.position.to_move]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        if self.render_mode is None:
            logger.warn("render() without a render mode: give env(…, render_mode='ansi'), 'svg' or 'human'")
            return None
        return self.view.render(self.before, self.moves, self.position)

    def close(self) -> None:
        """Nothing is open."""


def env(game: Game | str, **how: Any) -> Any:
    """The environment of a game, or of the text that names one, with the wrappers that PettingZoo's own games have: an
    illegal action ends the game with a reward of -1, one outside of the action space fails. See `raw_env` for what else
    can be given.

    >>> made = env("tic-tac-toe")
    >>> made.reset()
    >>> made.agent_selection, made.last()[0]["action_mask"].sum()
    ('player_0', np.int64(9))
    """
    made = wrappers.TerminateIllegalWrapper(raw_env(game, **how), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class Policy:
    """One of our players as a function: `policy(env)` is the action of the agent whose turn it is, None if its game is
    over; `policy(observation)` is the action for what an agent was shown, a dictionary or the array alone.

    >>> made = env("tic-tac-toe")
    >>> made.reset()
    >>> chosen = Policy("tic-tac-toe", "random:seed=1")
    >>> made.last()[0]["action_mask"][chosen(made.last()[0])]
    np.int8(1)
    """

    def __init__(self, game: Game | str, spec: str = "engine", seed: int | None = None) -> None:
        self.game, self.spec, self.seed = game if isinstance(game, Game) else find_game(game), spec, seed
        self.layout = layout_of(self.game)
        self.player = player(spec, self.game, seed)

    def __call__(self, given: Any) -> int | None:
        made = getattr(given, "unwrapped", None)
        if not isinstance(made, raw_env):
            return self._choose(self._shown(given), [])
        if str(made.game) != str(self.game):
            raise BadSpec(f"this policy plays {self.game}, and the environment is one of {made.game}")
        if made.terminations[made.agent_selection] or made.truncations[made.agent_selection]:
            return None
        if len(made.moves) < 2:
            self.reset(made.position.to_move)
        return self._choose(made.position, made.moves)

    def _shown(self, given: Any) -> Position:
        """The position that an observation shows."""
        shown = np.asarray(given["observation"] if isinstance(given, dict) else given)
        if shown.shape != self.layout.shape:
            raise BadSpec(f"a policy is called with an environment or an observation of shape {self.layout.shape}")
        return self.layout.position(shown, self.game)

    def _choose(self, position: Position, moves: list[int]) -> int:
        if position.outcome():
            raise BadSpec("the game is over in this position: the action is None")
        return self.player.choose(position, moves=moves).move

    def reset(self, side: int = 0) -> None:
        """Forgets earlier games, so that the same seed gives the same actions."""
        self.player.new_game(self.game.start(), side, self.seed)

    def close(self) -> None:
        """Ends what the player runs, such as a program."""
        self.player.close()


def policy(game: Game | str, spec: str = "engine", seed: int | None = None) -> Policy:
    """A player of ours, named as everywhere by its text, as a policy to train against.

    >>> made = env("tic-tac-toe")
    >>> made.reset()
    >>> made.step(4)
    >>> made.step(policy("tic-tac-toe", "alpha-beta:depth=2")(made))
    """
    return Policy(game, spec, seed)
