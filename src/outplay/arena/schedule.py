"""Who plays whom: round robin, gauntlet and Swiss, as numbered games that are the same whenever they are asked for.

Every pairing plays games in twos, the same opening with the colours exchanged, or a single game. Numbers never change:
a tournament that is extended keeps all the games that it had, and the new ones are numbered after them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from outplay.arena.games import Result

FORMATS = ("round-robin", "gauntlet", "swiss")


class Meeting(NamedTuple):
    """Two players that meet in a round, by their indices in the list of players."""

    round: int
    one: int
    other: int


class Slot(NamedTuple):
    """One game of a schedule."""

    number: int
    round: int
    first: int
    second: int
    """The players' indices in the list of players."""
    opening: int
    """Which opening it begins with, from 0."""


class Extent(NamedTuple):
    """The size of a tournament: how many players, how many rounds."""

    players: int
    rounds: int


def slots(format: str, extents: Sequence[Extent], games: int) -> Iterator[Slot]:
    """The games of a round robin or a gauntlet, with all its extensions one after the other."""
    number, seen = 1, set[Meeting]()
    for extent in extents:
        for meeting in meetings(format, extent):
            if meeting not in seen:
                seen.add(meeting)
                yield from games_of(meeting, number, games)
                number += games


def meetings(format: str, extent: Extent) -> Iterator[Meeting]:
    for round in range(1, extent.rounds + 1):
        if format == "gauntlet":
            yield from (Meeting(round, 0, other) for other in range(1, extent.players))
        else:
            yield from (Meeting(round, *pair) for day in circle(extent.players) for pair in day)


def circle(players: int) -> Iterator[list[tuple[int, int]]]:
    """Days on which everybody plays once, until everybody has met everybody: the first stays, the others go round.

    >>> [sorted(day) for day in circle(4)]
    [[(0, 3), (1, 2)], [(0, 2), (1, 3)], [(0, 1), (2, 3)]]
    """
    ring = list(range(players + players % 2))
    for _ in range(len(ring) - 1):
        halves = zip(ring[: len(ring) // 2], reversed(ring), strict=False)
        yield [(min(pair), max(pair)) for pair in halves if max(pair) < players]
        ring.insert(1, ring.pop())


def games_of(meeting: Meeting, number: int, games: int) -> Iterator[Slot]:
    """The games of a meeting, numbered from a number on. Who begins changes with each game, and with each round."""
    one, other = meeting.one, meeting.other
    if games == 1 and (one + other + meeting.round) % 2:
        one, other = other, one
    for index in range(games):
        opening = (meeting.round - 1) * (-(-games // 2)) + index // 2
        first, second = (other, one) if index % 2 else (one, other)
        yield Slot(number + index, meeting.round, first, second, opening)


class Standing(NamedTuple):
    """What a Swiss pairing looks at."""

    player: int
    points: float
    opponents: frozenset[int]
    rests: int
    """How many byes it had."""


def swiss_round(round: int, standings: Sequence[Standing]) -> list[Meeting]:
    """The meetings of a Swiss round: equals meet, nobody meets twice if that can be avoided, and with an odd number
    the last one that has had no bye yet gets one."""
    order = sorted(standings, key=lambda s: (-s.points, s.player))
    if len(order) % 2:
        resting = min(reversed(order), key=lambda s: s.rests)
        order.remove(resting)
    pairs = without_rematch(order, [MOST_TRIES]) or with_rematch(order)
    return [Meeting(round, min(a.player, b.player), max(a.player, b.player)) for a, b in pairs]


MOST_TRIES = 100_000
"""Pairings that are tried before some are allowed to meet again."""


def without_rematch(order: Sequence[Standing], tries: list[int]) -> list[tuple[Standing, Standing]] | None:
    """Pairs from the top, each with the nearest one that it has not met, so that it works out for all; None if it
    does not, or takes too long."""
    if not order:
        return []
    top = order[0]
    for index, other in enumerate(order[1:], 1):
        if other.player in top.opponents:
            continue
        tries[0] -= 1
        if tries[0] < 0:
            return None
        rest = without_rematch([*order[1:index], *order[index + 1 :]], tries)
        if rest is not None:
            return [(top, other), *rest]
    return None


def with_rematch(order: Sequence[Standing]) -> list[tuple[Standing, Standing]]:
    """Pairs from the top, with the nearest that was not met where there is one left."""
    left, pairs = list(order), []
    while left:
        top = left.pop(0)
        new = [other for other in left if other.player not in top.opponents]
        other = (new or left)[0]
        left.remove(other)
        pairs.append((top, other))
    return pairs


class Swiss:
    """The rounds of a Swiss tournament so far. `joined` says from which round on each player takes part."""

    def __init__(self, names: Sequence[str], joined: Mapping[str, int], rounds: int, games: int) -> None:
        self.names, self.rounds, self.games = names, rounds, games
        self.joined = [joined.get(name, 1) for name in names]

    def slots(self, results: Sequence[Result]) -> list[Slot]:
        """The games of all rounds up to the first that is not played to its end."""
        return self.played(results)[0]

    def byes(self, results: Sequence[Result]) -> dict[str, int]:
        """How many games each player was given as byes: in rounds in which no opponent was left for it."""
        rests = self.played(results)[1]
        return {name: number * self.games for name, number in zip(self.names, rests, strict=True) if number}

    def played(self, results: Sequence[Result]) -> tuple[list[Slot], list[int]]:
        """The games, and how many byes each player had in the rounds that are over."""
        by_number = {result.number: result for result in results}
        points = [0.0] * len(self.names)
        rests = [0] * len(self.names)
        opponents: list[set[int]] = [set() for _ in self.names]
        slots: list[Slot] = []
        for round in range(1, self.rounds + 1):
            here = [player for player, joined in enumerate(self.joined) if joined <= round]
            standings = [Standing(p, points[p], frozenset(opponents[p]), rests[p]) for p in here]
            meetings = swiss_round(round, standings)
            new = [
                slot
                for index, meeting in enumerate(meetings)
                for slot in games_of(meeting, len(slots) + 1 + index * self.games, self.games)
            ]
            slots += new
            if any(slot.number not in by_number for slot in new):
                break
            for meeting in meetings:
                opponents[meeting.one].add(meeting.other)
                opponents[meeting.other].add(meeting.one)
            for slot in new:
                won = by_number[slot.number].points
                points[slot.first] += won
                points[slot.second] += 1 - won
            for player in set(here) - {player for meeting in meetings for player in meeting[1:]}:
                rests[player] += 1
                points[player] += self.games
        return slots, rests
