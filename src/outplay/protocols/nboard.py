"""The manager's side of the NBoard protocol, which Othello programs such as NTest and Edax speak.

    manager                                  program
    nboard 2
    set depth 16                             set myname Edax16
    ping 1                                   pong 1
    set game (;GM[Othello] ... B[F5];)
    go                                       status thinking
                                             === F6/-1.00/0.2
    quit

The protocol limits a search by its depth, and by the time of the game in its GGF text. The program's side is in
`nboard_speaker`. The protocol is described by its author's NTest, https://github.com/weltyc/ntest, instructions/.
"""

import math
import re
from collections.abc import Sequence

from outplay.core.errors import IllegalMove, PlayerFailure
from outplay.core.game import Position
from outplay.core.limits import MOVES_TO_COME, Limit
from outplay.core.results import Ending, GameResult
from outplay.protocols.dialect import TURN_SECONDS, Answer
from outplay.protocols.ggf import SIZE, othello, read_move, write

READY = "1"
"""The number of the ping whose answer says that the program is ready."""
DEEPEST = 60
MOST_TO_COME = 20
"""A time for one move is told as a clock for at most so many moves, fewer than programs divide their clock by."""


def depth_for(seconds: float) -> int:
    """The depth that a program is told where it has so many seconds for a move: one that Edax and NTest reach in less.

    >>> [depth_for(seconds) for seconds in (0.1, 1, 10, 100)]
    [9, 16, 23, 29]
    """
    return max(1, min(DEEPEST, round(16 + 2 * math.log2(seconds))))


class NBoardDialect:
    """The manager's side."""

    def begin(self, start: Position, side: int, limit: Limit, memory: int = 0) -> list[str]:
        othello(start.game)
        seconds = limit.time
        if seconds is None:
            seconds = TURN_SECONDS if limit.clock is None else limit.clock / MOVES_TO_COME
        return ["nboard 2", f"set depth {depth_for(seconds)}", f"ping {READY}"]

    def is_ready(self, line: str) -> bool:
        return line.split() == ["pong", READY]

    def ask(self, start: Position, moves: Sequence[int], position: Position, limit: Limit) -> list[str]:
        seconds = limit.clock
        if limit.time is not None:  # as a clock: so much for each of the program's moves that may come
            free = othello(position.game).cells(position.state).count(".")
            to_come = min(MOST_TO_COME, max(1, (free + 1) // 2))
            seconds = min(limit.time * to_come, math.inf if seconds is None else seconds)
        return [f"set game {write(start, moves, seconds)}", "go"]

    def answer(self, line: str, position: Position) -> Answer | None:
        if not line.startswith("==="):
            return None
        parts = re.split(r"/|\s+", line[3:].strip())
        if not parts[0]:
            raise PlayerFailure(Ending.ILLEGAL, "it wrote `===` without a move")
        try:
            move = read_move(position, parts[0][: 2 * SIZE])
        except IllegalMove as error:
            raise PlayerFailure(Ending.ILLEGAL, str(error)) from None
        known = len(parts) > 1 and re.fullmatch(r"[-+]?[0-9]{0,9}\.?[0-9]{1,9}", parts[1], re.ASCII)
        return Answer(move, float(parts[1]) if known else None)

    def end(self, result: GameResult | None) -> list[str]:
        return ["quit"]
