"""Matches between networks: at equal nodes in one kernel, and between engines at equal time."""

import math
import random
import threading
import time
from collections.abc import Callable
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from outplay.core.game import Game, Position
from outplay.core.hashing import splitmix
from outplay.core.intervals import wilson
from outplay.core.limits import Limit
from outplay.core.network import Network
from outplay.engine.engine import Engine
from outplay.learn.self_play import GamePlayer, Limits

TABLE_MB = 16
MOST_PLIES = 1000
"""A game that is not over by then is a draw."""
LOOKS = 3
"""So many times a match between two networks is judged at most; before each time but the first it is made longer."""
MISTAKEN = 0.05
"""The probability that a network is kept which is no better than the former."""
CERTAIN = NormalDist().inv_cdf(1 - MISTAKEN / LOOKS)
"""The advantage with which a network is kept: each look may be mistaken with the same share of MISTAKEN."""


class Score(NamedTuple):
    """The result of a match for the first of two players."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of the points."""
        return (self.won + self.drawn / 2) / max(1, self.games)

    @property
    def interval(self) -> tuple[float, float]:
        """The share with 95 % certainty; draws count as half a game won."""
        return wilson(self.share * self.games, self.games) if self.games else (0.0, 1.0)

    @property
    def elo(self) -> float:
        """The difference in Elo; where all games are won, that of half a point less."""
        points = min(self.games - 0.5, max(0.5, self.share * self.games)) if self.games else 0.5
        share = points / max(1, self.games)
        return 400 * math.log10(share / (1 - share))

    def __str__(self) -> str:
        low, high = self.interval
        return f"+{self.won} ={self.drawn} -{self.lost}, {self.share:.0%} ({low:.0%} to {high:.0%})"


class Duel(NamedTuple):
    """The result of a match that decides whether a network is kept."""

    score: Score
    better: bool
    """Whether the first is the stronger one, with an error of at most MISTAKEN."""


def duel(
    games: GamePlayer,
    new: Network,
    former: Network,
    pairs: int,
    limits: Limits,
    seed: int,
    seconds: float = math.inf,
    report: Callable[[float], None] = lambda share: None,
) -> Duel:
    """The new network against the former: each opening with both colours, and the same number of nodes a move, which
    takes the same time, since the two have the same shape.

    While the new one is ahead and it is not certain that it is better, the match is made twice as long, so that it is
    judged LOOKS times at most. A large gain is certain after the first pairs. Fewer pairs where they would take more
    than so many seconds, as on the largest boards. `report` is called with the share that is done, also from other
    threads."""
    began, score, differences = time.monotonic(), Score(0, 0, 0), np.zeros(0, np.int64)
    for look in range(LOOKS):
        left = seconds - (time.monotonic() - began)

        def told(share: float, look: int = look) -> None:
            report((look + share) / LOOKS)

        wanted = max(pairs, len(differences))
        some, found = play_pairs(games, (new, former), wanted, limits, splitmix(LOOKS * seed + look) >> 32, left, told)
        score = Score(*map(sum, zip(score, some, strict=True)))
        differences = np.concatenate((differences, found))
        ahead = advantage(differences)
        if not 0 < ahead < CERTAIN or 2 * (time.monotonic() - began) > seconds:
            break
    report(1.0)
    return Duel(score, ahead >= CERTAIN)


def advantage(differences: NDArray[np.int64]) -> float:
    """By how much a player is ahead in pairs of games, each a number of games won less those lost, as a multiple of the
    standard deviation that it would have if the players were equal, and the opposite of each pair as likely."""
    spread = math.sqrt(float((differences * differences).sum()))
    return float(differences.sum()) / spread if spread else 0.0


def play_pairs(
    games: GamePlayer,
    players: tuple[Network, Network],
    pairs: int,
    limits: Limits,
    seed: int,
    seconds: float,
    report: Callable[[float], None],
) -> tuple[Score, NDArray[np.int64]]:
    """Plays pairs of games, both colours of each opening: the score of the first player, and for each pair the games
    that it won less those that it lost."""
    began = time.monotonic()

    def go_on(played: int) -> bool:
        passed = time.monotonic() - began
        report(min(1.0, max(played / pairs, 2 * passed / seconds)) / 2)
        return passed < seconds / 2

    def go_on_again(played: int) -> bool:
        report(0.5 + min(1.0, played / len(first.margins)) / 2)
        return True

    first = games.play(players, limits, seed, pairs, go_on)
    second = games.play(players[::-1], limits, seed, len(first.margins), go_on_again) if len(first.margins) else first
    one, other = first.points, second.points
    score = Score(one[0] + other[2], one[1] + other[1], one[2] + other[0])
    count = min(len(first.margins), len(second.margins))  # the same, unless a match was stopped
    return score, first.winners[:count] - second.winners[:count]


def timed_match(
    players: tuple[tuple[Game, "Network | str"], tuple[Game, "Network | str"]],
    pairs: int,
    seconds: float,
    opening: int,
    seed: int,
    workers: int,
    report: Callable[[Score], None] = lambda score: None,
) -> Score:
    """A match of two engines, each a game with its heuristics and a network, at so many seconds a move."""
    rng = random.Random(seed)
    openings = iter([random_opening(players[0][0], opening, rng) for _ in range(pairs)])
    results: list[int] = []
    failures: list[BaseException] = []
    lock = threading.Lock()

    def work() -> None:
        try:
            engines = [Engine(game, TABLE_MB, net=net) for game, net in players]
            while not failures:
                with lock:
                    start = next(openings, None)
                if start is None:
                    return
                for side in (0, 1):
                    result = winner(start, engines if side == 0 else engines[::-1], seconds)
                    with lock:
                        results.append(-result if side else result)
                        report(score_of(results))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(workers)]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            while thread.is_alive():
                thread.join(0.2)
    except BaseException as error:
        failures.append(error)
        raise
    if failures:
        raise failures[0]
    return score_of(results)


def score_of(results: list[int]) -> Score:
    return Score(results.count(1), results.count(0), results.count(-1))


def random_opening(game: Game, plies: int, rng: random.Random) -> Position:
    """A position after some random moves in which the game goes on; the start if a hundred attempts failed."""
    for _ in range(100):
        position = game.start()
        for _ in range(rng.randrange(plies + 1)):
            if not position.outcome():
                position = position.play(rng.choice(position.moves()))
        if not position.outcome():
            return position
    return game.start()


def winner(position: Position, engines: list[Engine], seconds: float) -> int:
    """Plays a game: 1 if the first player wins, -1 if the second does, else 0."""
    for engine in engines:
        engine.clear()
    for _ in range(MOST_PLIES):
        outcome = position.outcome()
        if outcome:
            return 0 if outcome.winner is None else 1 - 2 * outcome.winner
        engine = engines[position.to_move]
        position = position.play(engine.analyse(position, Limit(time=seconds)).move)
    return 0
