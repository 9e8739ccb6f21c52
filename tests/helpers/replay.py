"""A kernel that replays moves and records the results of the compiled rules at every ply."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from outplay.compiler.kernel import Kernel
from outplay.core.arrays import Ints
from outplay.core.bits import GOING_ON
from outplay.core.game import Game
from outplay.core.rules import Rules


class Ply(NamedTuple):
    """The results of the rules at one ply: raw outcome, side to move, and the legal moves unless the game is over."""

    outcome: int
    to_move: int
    moves: tuple[int, ...]


def recorder(rules: Rules) -> Callable[..., int]:
    begin, more, pick, rest, how_many = rules.begin, rules.more, rules.pick, rules.rest, rules.how_many
    play, outcome, to_move = rules.play, rules.outcome, rules.to_move

    def run(state: Any, n: int, played: Ints, out: Ints, scratch: Ints) -> int:
        at = 0
        for i in range(n + 1):
            end = outcome(state)
            out[at] = end
            out[at + 1] = to_move(state)
            out[at + 2] = 0
            if end == GOING_ON:
                out[at + 2] = how_many(state, scratch, 0)
                cursor = begin(state, scratch, 0)
                while more(cursor):
                    out[at + 3] = pick(cursor, scratch, 0)
                    at += 1
                    cursor = rest(cursor)
            at += 3
            if i < n:
                state = play(state, int(played[i]))
        return at

    return run


class Replay:
    """The compiled rules of one game; `choices` is at least the number of moves a position can have."""

    def __init__(self, game: Game, choices: int) -> None:
        self.kernel = Kernel(game, recorder)
        self.game = game
        self.choices = choices

    def __call__(self, played: Sequence[int], state: Any = None) -> list[Ply]:
        out = np.zeros((len(played) + 1) * (self.choices + 3), np.int64)
        moves = np.array([*played, 0], np.int64)
        scratch = np.zeros(max(1, self.game.rules.row), np.int64)
        start = self.game.initial if state is None else state
        written = self.kernel(start, len(played), moves, out, scratch)
        plies = []
        at = 0
        while at < written:
            count = int(out[at + 2])
            plies.append(Ply(int(out[at]), int(out[at + 1]), tuple(map(int, out[at + 3 : at + 3 + count]))))
            at += 3 + count
        return plies


def interpreted(game: Game, played: Sequence[int], state: Any = None) -> list[Ply]:
    """The same from the rules as plain Python."""
    position = game.start() if state is None else game.positioned(state)
    plies = []
    for move in [*played, None]:
        plies.append(Ply(game.outcome(position.state), position.to_move, position.moves()))
        if move is not None:
            position = position.play(move)
    return plies
