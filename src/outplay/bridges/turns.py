"""What the bridges to reinforcement learning share: a game as they see it, with masks, rewards and pictures."""

import numpy as np
from numpy.typing import NDArray

from outplay.core.errors import BadLimit, BadSpec
from outplay.core.game import Game, Outcome, Position, fault
from outplay.core.machine import install_command
from outplay.core.registry import game as find_game
from outplay.learn.batch import GOALS
from outplay.learn.observation import Layout, layout_of

RENDER_MODES = ("ansi", "svg", "human")
"""Text for the terminal, an SVG document, and text that is printed at once."""

Mask = NDArray[np.int8]


def missing(package: str, extra: str) -> str:
    """The message for a library that is not installed."""
    return f"this bridge needs {package}, which is not installed: {install_command(extra)} (outplay[{extra}])"


class View:
    """A game as a learner sees it."""

    def __init__(self, game: Game | str, goal: str, most_plies: int, render_mode: str | None) -> None:
        if goal not in GOALS:
            raise BadSpec(f"the goal is {' or '.join(GOALS)}, not {goal!r}")
        if not isinstance(most_plies, int) or most_plies < 1:
            raise BadLimit(f"most_plies must be 1 or more, not {most_plies!r}")
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise BadSpec(f"the render mode is {', '.join(RENDER_MODES)} or None, not {render_mode!r}")
        self.game = game if isinstance(game, Game) else find_game(game)
        self.goal, self.most_plies, self.render_mode = goal, most_plies, render_mode
        self.actions: int = self.game.action_count
        self.layout: Layout = layout_of(self.game)

    def mask(self, position: Position) -> Mask:
        """A 1 for every legal move; all 0 where the game is over."""
        mask, moves = np.zeros(self.actions, np.int8), position.moves()
        if moves and max(moves) >= self.actions:
            raise fault(self.game.moves, f"{max(moves)} is a legal move: give Game more actions than {self.actions}")
        mask[list(moves)] = 1
        return mask

    def rewards(self, outcome: Outcome) -> tuple[float, float]:
        """What both players get for the end of a game."""
        if outcome.winner is None:
            return 0.0, 0.0
        size = 1.0 if self.goal == "win" else float(outcome.margin)
        return (size, -size) if outcome.winner == 0 else (-size, size)

    def render(self, before: Position | None, moves: list[int], position: Position) -> str | None:
        """The position as the render mode says; a text that is printed is not returned."""
        move = moves[-1] if moves else None
        if self.render_mode == "svg":
            return position.svg(last=move, before=before)
        text = position.draw(last=move, before=before)
        if self.render_mode != "human":
            return text
        print(text)
        return None
