"""Oware (Abapa): a list of 2n houses around the board, sown seed by seed.

Houses 0 … n-1 are the first player's from the left, n … 2n-1 the second player's from the left, in the order in which
seeds are sown.
"""

from dataclasses import dataclass

MOST_QUIET = 100


@dataclass(frozen=True)
class Oware:
    seeds: tuple[int, ...]
    stores: tuple[int, int]
    to_move: int
    quiet: int = 0

    @staticmethod
    def start(houses: int = 6, seeds: int = 4) -> "Oware":
        return Oware((seeds,) * 2 * houses, (0, 0), 0)

    def side(self, player: int) -> range:
        n = len(self.seeds) // 2
        return range(player * n, player * n + n)

    def held(self, player: int) -> int:
        return sum(self.seeds[house] for house in self.side(player))

    def sown(self, house: int) -> tuple[list[int], int]:
        """The houses after sowing, and where the last seed fell."""
        seeds, at = list(self.seeds), house
        hand, seeds[house] = seeds[house], 0
        while hand:
            at = (at + 1) % len(seeds)
            if at == house:
                continue
            seeds[at] += 1
            hand -= 1
        return seeds, at

    def legal(self) -> list[int]:
        own, other = self.side(self.to_move), self.side(1 - self.to_move)
        found = [house for house in own if self.seeds[house]]
        if self.held(1 - self.to_move) == 0:
            found = [house for house in found if any(self.sown(house)[0][there] for there in other)]
        return [house - own.start for house in found]

    def moves(self) -> list[int]:
        return [] if self.result() is not None else self.legal()

    def play(self, move: int) -> "Oware":
        seeds, at = self.sown(self.side(self.to_move).start + move)
        theirs = self.side(1 - self.to_move)
        taken = []
        while at in theirs and seeds[at] in (2, 3):
            taken.append(at)
            at -= 1
        if all(seeds[house] == 0 for house in theirs if house not in taken):
            taken = []  # a grand slam
        stores = list(self.stores)
        stores[self.to_move] += sum(seeds[house] for house in taken)
        left = tuple(0 if house in taken else count for house, count in enumerate(seeds))
        return Oware(left, (stores[0], stores[1]), 1 - self.to_move, 0 if taken else self.quiet + 1)

    def result(self) -> tuple[int | None, int] | None:
        first, second = self.stores
        total = sum(self.seeds) + first + second
        if max(first, second) * 2 <= total:
            if self.quiet < MOST_QUIET and self.legal() and first + second < total:
                return None
            first, second = first + self.held(0), second + self.held(1)
        return (None if first == second else 0 if first > second else 1), abs(first - second)

    def text(self) -> str:
        sides = [",".join(str(self.seeds[house]) for house in self.side(player)) for player in (0, 1)]
        words = [f"{side}:{store}" for side, store in zip(sides, self.stores, strict=True)]
        return " ".join([*words, ("first", "second")[self.to_move], *([str(self.quiet)] if self.quiet else [])])
