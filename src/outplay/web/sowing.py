"""How the seeds of a move travelled, one by one, so that a page can show it without knowing the rules."""

from typing import Any

from outplay.core.boards import Pits
from outplay.core.game import Position

Frame = dict[str, Any]
Sides = tuple[tuple[tuple[int, ...], int], ...]


def steps(before: Position, move: int, after: Position) -> list[Frame] | None:
    """The frames of a move on a mancala board.

    One {"from", "to"} for each seed, places written as in "0:2" for the first player's third house and "1:store";
    then {"capture": [places], "to"} if something was captured, and {"sweep": [places], "to"} if the game is over and a
    side's last seeds go to its store. {"swap": True} if the players exchange sides. None if it was otherwise.
    """
    board = before.game.board
    assert isinstance(board, Pits)
    old: Sides = board.seeds(before.state)
    new: Sides = board.seeds(after.state)
    if move >= board.houses:
        return [{"swap": True}] if old == new[::-1] else None
    mover = before.to_move
    counts, final = by_place(old), by_place(new)
    frames = sown(counts, mover, move, board.houses)
    frames += captured(counts, final, mover, frames[-1]["to"], board.houses)
    for side in (0, 1):
        houses = [f"{side}:{i}" for i in range(board.houses)]
        left = [place for place in houses if counts[place] and not final[place]]
        if left and not any(final[place] for place in houses):
            frames.append({"sweep": left, "to": f"{side}:store"})
            gather(counts, left, f"{side}:store")
    return frames if counts == final else None


def by_place(sides: Sides) -> dict[str, int]:
    """The seeds of all houses and stores."""
    found = {f"{side}:{house}": seeds for side in (0, 1) for house, seeds in enumerate(sides[side][0])}
    return found | {f"{side}:store": sides[side][1] for side in (0, 1)}


def sown(counts: dict[str, int], mover: int, house: int, houses: int) -> list[Frame]:
    """Sows, and says where each seed fell. The other player's store is left out."""
    ring = [f"{mover}:{i}" for i in range(houses)] + [f"{mover}:store"]
    ring += [f"{1 - mover}:{i}" for i in range(houses)]
    origin = ring[house]
    seeds, counts[origin] = counts[origin], 0
    frames = []
    for i in range(1, seeds + 1):
        place = ring[(house + i) % len(ring)]
        counts[place] += 1
        frames.append({"from": origin, "to": place})
    return frames


def captured(counts: dict[str, int], final: dict[str, int], mover: int, last: str, houses: int) -> list[Frame]:
    """What was captured by a last seed, as the store shows it: the seed itself and those opposite."""
    side, house = last.split(":")
    if int(side) != mover or house == "store" or counts[last] != 1 or final[last]:
        return []
    opposite = f"{1 - mover}:{houses - 1 - int(house)}"
    places, store = [place for place in (last, opposite) if counts[place]], f"{mover}:store"
    swept = not any(final[f"{mover}:{i}"] for i in range(houses))
    if (
        swept
        and len(places) == 1
        and final[store] - counts[store] == sum(counts[f"{mover}:{i}"] for i in range(houses))
    ):
        return []  # nothing stood opposite: the seed goes with the sweep
    gather(counts, places, store)
    return [{"capture": places, "to": store}]


def gather(counts: dict[str, int], places: list[str], store: str) -> None:
    for place in places:
        counts[store] += counts[place]
        counts[place] = 0
