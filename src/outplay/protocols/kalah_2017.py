"""The client's side of the protocol of a course of 2017 in which teams wrote Kalah programs.

    server                   client
    WELCOME
    INFO 6 4 5000 F S        READY
    BEGIN                    3 6
    OK
    2                        OK
    WINNER

INFO has the number of houses of a side, the seeds in each, the milliseconds for a turn, F if the client is first or S
if it is second, and S for the standard board or R followed by the seeds of one side's houses, with which both sides
begin. A turn is one line with all its sowings, houses from 1 at the mover's left, and is answered with OK. `P`
exchanges the sides and is legal only as the second player's first turn. The server ends the game with WINNER, LOSER or
TIE, preceded by TIME or ILLEGAL if the client's turn was late or not legal.

Where its description is incomplete, this follows a public program of the course
(https://github.com/EvModder/CSCE-315-KalahGame): the time is for a whole turn, random seeds are the same on both
sides, the last seed captures only if the house opposite is not empty, and the seeds that are left go to their owner.
"""

import re
from collections.abc import Sequence

from outplay.core.errors import BadConnection, IllegalMove, OutplayError
from outplay.core.game import Position
from outplay.core.registry import game as find_game

MOST_HOUSES, MOST_SEEDS = 12, 12
"""The largest board of `kalah`: houses of a side, and seeds for each house on average."""

RESULTS = {"WINNER": "won", "LOSER": "lost", "TIE": "drawn"}
REASONS = {"TIME": "the turn was late", "ILLEGAL": "the turn was not legal"}


class Kalah2017:
    """The client without the connection. `position` is the board, None before INFO; `result` is won, lost or drawn,
    empty before the game is over; `reason` says why the server ended the game early, empty if it did not."""

    def __init__(self) -> None:
        self.position: Position | None = None
        self.side = 0
        self.seconds: float | None = None
        """Seconds for a whole turn; None for no limit."""
        self.begun = False
        self.result = ""
        self.reason = ""
        self.moves: list[str] = []
        """All turns so far, as they were sent."""

    @property
    def my_turn(self) -> bool:
        position = self.position
        return (
            position is not None
            and self.begun
            and not self.result
            and not self.reason
            and not position.outcome()
            and position.to_move == self.side
        )

    def hear(self, line: str) -> list[str]:
        """The replies to a line of the server."""
        words = line.upper().split()
        if not words or words[0] in ("WELCOME", "OK"):
            return []
        if words[0] == "INFO":
            return self.inform(words[1:], line)
        if words[0] == "BEGIN":
            self.begun = True
            return []
        if words[0] in RESULTS:
            self.result = RESULTS[words[0]]
            return []
        if words[0] in REASONS:
            self.reason = REASONS[words[0]]
            return []
        if words == ["P"] or all(re.fullmatch("[0-9]{1,3}", word, re.ASCII) for word in words):
            return self.follow(words)
        raise BadConnection(f"the server said {line.strip()[:60]!r}, which is no line of the 2017 protocol")

    def inform(self, words: Sequence[str], line: str) -> list[str]:
        found = re.fullmatch(
            r"([0-9]{1,9}) ([0-9]{1,9}) ([0-9]{1,9}) ([FS]) ([SRC])((?: [0-9]{1,9})*)", " ".join(words)
        )
        if not found or (found[5] != "S" and len(found[6].split()) != int(found[1])):
            raise BadConnection(
                f"the server said {line.strip()[:60]!r}; INFO has houses, seeds, milliseconds, F or S, "
                "S or R, and after R the seeds of each house"
            )
        m, n, time = (int(found[i]) for i in (1, 2, 3))
        seeds = [n] * m if found[5] == "S" else [int(word) for word in found[6].split()]
        self.position = starting(m, seeds)
        self.side = "FS".index(found[4])
        self.seconds = time / 1000 if time else None
        return ["READY"]

    def follow(self, words: Sequence[str]) -> list[str]:
        """Plays the opponent's turn. A turn may also be sent in several lines."""
        position = self.position
        if position is None:
            raise BadConnection(f"the server said {' '.join(words)!r} before INFO")
        self.begun = True
        for word in words:
            if position.to_move == self.side or position.outcome():
                raise BadConnection(f"the server played {' '.join(words)!r} when that was not its turn")
            try:
                position = position.play(position.game.move(word, position))
            except IllegalMove as error:
                raise BadConnection(f"the server's turn {' '.join(words)!r} is not legal: {error}") from None
        self.position = position
        self.moves.append(" ".join(words))
        return ["OK"]

    def play(self, moves: Sequence[int]) -> str:
        """Plays a whole turn of the client and returns the line for it."""
        names = []
        for move in moves:
            assert self.position
            names.append(self.position.name(move))
            self.position = self.position.play(move)
        self.moves.append(" ".join(names))
        return self.moves[-1]


def starting(m: int, seeds: Sequence[int]) -> Position:
    """The start position in which both sides have these seeds; raises BadConnection if the board is too large.

    `kalah` needs a whole number of seeds for each house on average. If the board has fewer seeds, the missing ones are
    put into the stores, the same number on both sides, which does not change the difference.
    """
    total = sum(seeds)
    n = max(1, -(-total // m)) if m else 0
    if not (1 <= m <= MOST_HOUSES and n <= MOST_SEEDS):
        raise BadConnection(
            f"the server wants {m} houses with {total} seeds a side; outplay plays 1 to {MOST_HOUSES} houses with up "
            f"to {MOST_SEEDS} seeds for each"
        )
    side = f"{','.join(map(str, seeds))}:{m * n - total}"
    try:
        return find_game(f"kalah:{m},{n},pie").position(f"{side} {side} first pie")
    except OutplayError as error:
        raise BadConnection(f"the server wants a board that cannot be: {error}") from None
