"""The manager's side of UGI, the Universal Game Interface: UCI, which chess programs speak, for any game.

    manager                                 program
    ugi                                     id name ...
                                            ugiok
    uginewgame
    isready                                 readyok
    position startpos moves e4
    go p1time 60000 p2time 60000            info depth 3 score cp 25 pv e5 d4
                                            bestmove e5
    quit

UAI, which Ataxx programs speak, is the same with `uai` for `ugi` and `btime` for `p1time`. The program's side is in
`ugi_speaker`, positions and moves are in `notation`. The specification is
https://github.com/kz04px/cutegames/blob/master/ugi.md.
"""

import re
from collections.abc import Sequence

from outplay.core.errors import BadSpec, PlayerFailure
from outplay.core.game import Position
from outplay.core.limits import Limit
from outplay.core.results import Ending, GameResult
from outplay.protocols.dialect import TURN_SECONDS, Answer
from outplay.protocols.notation import is_ataxx, move_text, position_text, read_move

SCORE = re.compile(r"\bscore cp ([-+]?[0-9]{1,9})\b", re.ASCII)
NONE = ("(none)", "none", "null")
"""The words after bestmove that are no move."""
CENTS = 100
"""The units of `score cp` in one of the margin."""


class UgiDialect:
    """The manager's side."""

    name = "ugi"
    sides = "p1", "p2"
    """What the times of the first and the second player are called."""

    def __init__(self) -> None:
        self.named: list[tuple[int, str]] = []
        self.start: Position | None = None
        self.latest: Position | None = None
        self.score: float | None = None

    def begin(self, start: Position, side: int, limit: Limit, memory: int = 0) -> list[str]:
        return [self.name, f"{self.name}newgame", "isready"]

    def is_ready(self, line: str) -> bool:
        return line.split() == ["readyok"]

    def ask(self, start: Position, moves: Sequence[int], position: Position, limit: Limit) -> list[str]:
        self.score = None
        begin = "startpos" if start == start.game.start() else f"fen {position_text(start)}"
        played = self.played(start, moves)
        return [" ".join(["position", begin, *["moves"] * bool(played), *played]), " ".join(["go", *self.times(limit)])]

    def times(self, limit: Limit) -> list[str]:
        """The arguments of `go`. The opponent's clock is not known, so it is said to be the same."""
        if limit.clock is None:
            seconds = TURN_SECONDS if limit.time is None else limit.time
            return ["movetime", str(milliseconds(seconds))]
        left, more = milliseconds(limit.clock), round(1000 * (limit.increment or 0))
        first, second = self.sides
        return [f"{first}time {left} {second}time {left} {first}inc {more} {second}inc {more}"]

    def played(self, start: Position, moves: Sequence[int]) -> list[str]:
        """The words of the moves from the start. They are kept between calls, so that only new moves are played."""
        known = [move for move, _ in self.named]
        if self.latest is None or self.start != start or known != list(moves[: len(known)]):
            self.start, self.latest, self.named = start, start, []
        for move in moves[len(self.named) :]:
            self.named.append((move, move_text(self.latest, move)))
            self.latest = self.latest.play(move)
        return [name for _, name in self.named]

    def answer(self, line: str, position: Position) -> Answer | None:
        parts = line.split()
        if parts[:1] == ["info"] and (found := SCORE.search(line)):
            self.score = int(found[1]) / CENTS
        if parts[:1] != ["bestmove"]:
            return None
        if len(parts) < 2 or parts[1].lower() in NONE:
            raise PlayerFailure(Ending.ILLEGAL, f"it wrote {line.strip()[:60]!r}, which is no move")
        return Answer(read_move(position, parts[1]), self.score)

    def end(self, result: GameResult | None) -> list[str]:
        return ["quit"]


class UaiDialect(UgiDialect):
    """The manager's side for Ataxx programs."""

    name = "uai"
    sides = "b", "w"

    def begin(self, start: Position, side: int, limit: Limit, memory: int = 0) -> list[str]:
        if not is_ataxx(start.game):
            raise BadSpec(f"UAI programs play ataxx, not {start.game}; for other games there is ugi:COMMAND")
        return super().begin(start, side, limit, memory)


def milliseconds(seconds: float) -> int:
    """At least 1."""
    return max(1, int(1000 * seconds))
