"""Kalah as its rules' page has it: lists of seeds, sown one at a time."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kalah:
    """`houses` and `stores` belong to the players, whichever side of the board they sit on."""

    houses: list[list[int]]
    stores: list[int]
    to_move: int
    empty_capture: bool
    half: bool
    may_swap: bool

    @staticmethod
    def start(m: int, n: int, empty_capture: bool = False, pie: bool = False, half: bool = False) -> "Kalah":
        return Kalah([[n] * m, [n] * m], [0, 0], 0, empty_capture, half, pie)

    @property
    def m(self) -> int:
        return len(self.houses[0])

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        sowable = [house for house in range(self.m) if self.houses[self.to_move][house] > 0]
        return [*sowable, self.m] if self.may_swap and self.to_move == 1 else sowable

    def play(self, move: int) -> "Kalah":
        if move == self.m:
            return self.swapped()
        me, other = self.to_move, 1 - self.to_move
        houses, stores = [list(side) for side in self.houses], list(self.stores)
        ring = [(me, house) for house in range(self.m)] + [(me, None)] + [(other, house) for house in range(self.m)]
        at = move
        in_hand, houses[me][move] = houses[me][move], 0
        while in_hand:
            at = (at + 1) % len(ring)
            player, place = ring[at]
            if place is None:
                stores[player] += 1
            else:
                houses[player][place] += 1
            in_hand -= 1
        player, place = ring[at]
        if place is not None and player == me and houses[me][place] == 1:
            opposite = self.m - 1 - place
            if self.empty_capture or houses[other][opposite] > 0:
                stores[me] += 1 + houses[other][opposite]
                houses[me][place] = houses[other][opposite] = 0
        if sum(houses[0]) == 0 or sum(houses[1]) == 0:
            for owner in (0, 1):
                stores[owner] += sum(houses[owner])
                houses[owner] = [0] * self.m
        again = place is None
        may_swap = self.may_swap and me == 0  # any sowing of the second player was the first one
        return Kalah(houses, stores, me if again else other, self.empty_capture, self.half, may_swap)

    def swapped(self) -> "Kalah":
        return Kalah(self.houses[::-1], self.stores[::-1], 0, self.empty_capture, self.half, False)

    def result(self) -> tuple[int | None, int] | None:
        seeds = sum(self.stores) + sum(map(sum, self.houses))
        empty = sum(map(sum, self.houses)) == 0
        if not empty and not (self.half and max(self.stores) > seeds / 2):
            return None
        lead = self.stores[0] - self.stores[1]
        return (None if lead == 0 else 0 if lead > 0 else 1), abs(lead)

    def text(self) -> str:
        sides = [
            ",".join(str(seeds) for seeds in side) + ":" + str(store)
            for side, store in zip(self.houses, self.stores, strict=True)
        ]
        words = [*sides, "second" if self.to_move else "first"]
        return " ".join([*words, "pie"] if self.may_swap else words)
