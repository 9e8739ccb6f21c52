"""Schedules of round robin, gauntlet and Swiss tournaments as numbered games. The same input gives the same schedule.

A pairing plays pairs of games, each pair with the same opening and the colours exchanged, or a single game. Numbers
never change: an extended tournament keeps all its games, and the new ones are numbered after them.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from outplay.arena.games import Result

FORMATS = ("round-robin", "gauntlet", "swiss")


class Meeting(NamedTuple):
    """A pairing of two players in a round, by their indices in the list of players."""

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
    """The index of its opening, from 0."""


class Extent(NamedTuple):
    """The size of a tournament: the number of players and of rounds."""

    players: int
    rounds: int


def slots(format: str, extents: Sequence[Extent], games: int) -> Iterator[Slot]:
    """The games of a round robin or a gauntlet: `extents` holds its first size and that after each extension."""
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
    """The pairings of a round robin by the circle method. Each list holds the pairs that play at the same time; a
    player is in it at most once. The first player keeps its index, the others rotate.

    >>> [sorted(day) for day in circle(4)]
    [[(0, 3), (1, 2)], [(0, 2), (1, 3)], [(0, 1), (2, 3)]]
    """
    ring = list(range(players + players % 2))
    for _ in range(len(ring) - 1):
        halves = zip(ring[: len(ring) // 2], reversed(ring), strict=False)
        yield [(min(pair), max(pair)) for pair in halves if max(pair) < players]
        ring.insert(1, ring.pop())


def games_of(meeting: Meeting, number: int, games: int) -> Iterator[Slot]:
    """The games of a meeting, numbered from `number`. The first player alternates from game to game, and from round
    to round if a meeting is a single game."""
    one, other = meeting.one, meeting.other
    if games == 1 and (one + other + meeting.round) % 2:
        one, other = other, one
    for index in range(games):
        first, second = (other, one) if index % 2 else (one, other)
        yield Slot(number + index, meeting.round, first, second, opening_of(number + index, games))


def opening_of(number: int, games: int) -> int:
    """The index of the opening of a game: each pair of games has its own, and each game where meetings are single."""
    return number - 1 if games == 1 else (number - 1) // 2


class SwissRecord(NamedTuple):
    """What the pairing of a Swiss round needs to know of a player."""

    player: int
    points: float
    opponents: frozenset[int]
    byes: int
    """The number of rounds in which it had a bye."""


def swiss_round(round: int, records: Sequence[SwissRecord]) -> list[Meeting]:
    """The meetings of a Swiss round: players with about equal points meet, and no two meet twice if that can be
    avoided. If the number of players is odd, the lowest of those with the fewest byes gets a bye."""
    order = sorted(records, key=lambda record: (-record.points, record.player))
    if len(order) % 2:
        order.remove(min(reversed(order), key=lambda record: record.byes))
    pairs = without_rematch(order, [MOST_TRIES]) or with_rematch(order)
    return [Meeting(round, min(a.player, b.player), max(a.player, b.player)) for a, b in pairs]


MOST_TRIES = 100_000
"""Pairs that are tried before rematches are allowed."""


def without_rematch(order: Sequence[SwissRecord], tries: list[int]) -> list[tuple[SwissRecord, SwissRecord]] | None:
    """Pairs all players without a rematch, by backtracking: from the top, each with the nearest one in `order` that
    it has not met. None if that is impossible, or if `tries[0]`, which counts down, reaches 0 first."""
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


def with_rematch(order: Sequence[SwissRecord]) -> list[tuple[SwissRecord, SwissRecord]]:
    """Pairs from the top, each with the nearest one left that it has not met, or else with the nearest one left."""
    unpaired, pairs = list(order), []
    while unpaired:
        top = unpaired.pop(0)
        new = [other for other in unpaired if other.player not in top.opponents]
        other = (new or unpaired)[0]
        unpaired.remove(other)
        pairs.append((top, other))
    return pairs


class Swiss:
    """The rounds of a Swiss tournament so far. `joined` gives the first round of each player, 1 if it is missing."""

    def __init__(self, names: Sequence[str], joined: Mapping[str, int], rounds: int, games: int) -> None:
        self.names, self.rounds, self.games = names, rounds, games
        self.joined = [joined.get(name, 1) for name in names]

    def slots(self, results: Sequence[Result]) -> list[Slot]:
        """The games of all rounds up to and including the first one with a game that is not played yet."""
        return self.played(results)[0]

    def byes(self, results: Sequence[Result]) -> dict[str, int]:
        """The byes of each player that had any, counted in games: a bye counts as all games of a meeting."""
        byes = self.played(results)[1]
        return {name: number * self.games for name, number in zip(self.names, byes, strict=True) if number}

    def played(self, results: Sequence[Result]) -> tuple[list[Slot], list[int]]:
        """The games as `slots` returns them, and how many byes each player had in the rounds that are over."""
        by_number = {result.number: result for result in results}
        points = [0.0] * len(self.names)
        byes = [0] * len(self.names)
        opponents: list[set[int]] = [set() for _ in self.names]
        slots: list[Slot] = []
        for round in range(1, self.rounds + 1):
            present = [player for player, joined in enumerate(self.joined) if joined <= round]
            records = [SwissRecord(p, points[p], frozenset(opponents[p]), byes[p]) for p in present]
            meetings = swiss_round(round, records)
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
            for player in set(present) - {player for meeting in meetings for player in meeting[1:]}:
                byes[player] += 1
                points[player] += self.games
        return slots, byes
