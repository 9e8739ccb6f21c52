"""Games in pairs: the same opening played twice with the colours exchanged.

What an opening gives to one side, the other game of the pair gives back. So the points of a pair say more than those of
two games that have nothing to do with each other, and everything that is said about chance here is said of pairs.
"""

from collections.abc import Iterable

from outplay.arena.games import Result

Pair = tuple[Result, ...]
"""Two games of a pair, or one that has no partner (yet)."""


def pairs_of(results: Iterable[Result]) -> list[Pair]:
    """The games in pairs, in the order in which the pairs were completed; then those without a partner. Games 2k-1 and
    2k are a pair if their players are the same two with the colours exchanged."""
    waiting: dict[tuple[int, str, str], list[Result]] = {}
    complete: list[Pair] = []
    for result in results:
        number = (result.number + 1) // 2
        partners = waiting.get((number, result.second, result.first), [])
        found = next((one for one in partners if one.number != result.number), None)
        if found is None:
            waiting.setdefault((number, result.first, result.second), []).append(result)
        else:
            partners.remove(found)
            complete.append((found, result))
    return complete + [(left,) for lefts in waiting.values() for left in lefts]


def between(results: Iterable[Result], one: str, other: str) -> list[Result]:
    """The games of these two players against each other."""
    return [result for result in results if {result.first, result.second} == {one, other}]


def points_of(result: Result, player: str) -> float:
    """1, 1/2 or 0 for a player of the game."""
    return result.points if result.first == player else 1.0 - result.points


def wins_draws_losses(results: Iterable[Result], player: str) -> tuple[int, int, int]:
    """How a player's games went."""
    points = [points_of(result, player) for result in results]
    return points.count(1.0), points.count(0.5), points.count(0.0)


def pentanomial(pairs: Iterable[Pair], player: str) -> tuple[int, int, int, int, int]:
    """How many pairs brought the player 0, 1/2, 1, 1 1/2 and 2 points."""
    doubled = [round(2 * sum(points_of(result, player) for result in pair)) for pair in pairs if len(pair) == 2]
    zero, half, one, more, two = (doubled.count(points) for points in range(5))
    return zero, half, one, more, two
