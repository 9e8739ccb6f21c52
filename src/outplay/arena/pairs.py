"""Games in pairs: the same opening played twice with the colours exchanged.

An advantage that an opening gives to one side goes to each player once. So the points of a pair vary less than those of
two independent games, and all estimates of variance are made over pairs.
"""

from collections.abc import Iterable

from outplay.arena.games import Result

Pair = tuple[Result, ...]
"""Two games of a pair, or one game whose partner is missing or not yet played."""


def pairs_of(results: Iterable[Result]) -> list[Pair]:
    """The games in pairs, in the order in which the pairs were completed, followed by the games without a partner.
    Games 2k-1 and 2k are a pair if their players are the same two with the colours exchanged."""
    waiting: dict[tuple[int, str, str], list[Result]] = {}
    complete: list[Pair] = []
    for result in results:
        number = (result.number + 1) // 2
        partners = waiting.get((number, result.second, result.first), [])
        partner = next((one for one in partners if one.number != result.number), None)
        if partner is None:
            waiting.setdefault((number, result.first, result.second), []).append(result)
        else:
            partners.remove(partner)
            complete.append((partner, result))
    return complete + [(single,) for singles in waiting.values() for single in singles]


def between(results: Iterable[Result], one: str, other: str) -> list[Result]:
    """The games of these two players against each other."""
    return [result for result in results if {result.first, result.second} == {one, other}]


def points_of(result: Result, player: str) -> float:
    """The points of `player`, one of the two players of the game: 1, 1/2 or 0."""
    return result.points if result.first == player else 1.0 - result.points


def wins_draws_losses(results: Iterable[Result], player: str) -> tuple[int, int, int]:
    """The number of games that `player` won, drew and lost; it must have played in all of them."""
    points = [points_of(result, player) for result in results]
    return points.count(1.0), points.count(0.5), points.count(0.0)


def pentanomial(pairs: Iterable[Pair], player: str) -> tuple[int, int, int, int, int]:
    """The number of complete pairs in which the player scored 0, 1/2, 1, 1 1/2 and 2 points."""
    doubled = [round(2 * sum(points_of(result, player) for result in pair)) for pair in pairs if len(pair) == 2]
    zero, half, one, more, two = (doubled.count(points) for points in range(5))
    return zero, half, one, more, two
