"""How the seeds of a move on a mancala board travelled, one by one, found from the positions before and after it.

Pits are named `side:house` with the houses from that side's left, as in `0:2` for the first player's third house, and
`side:store`.
"""

from typing import Any

Frame = dict[str, Any]
Sides = tuple[tuple[tuple[int, ...], int], ...]
"""For each side the seeds of its houses from its own left, and those of its store."""


WAYS = ((True, False), (False, True), (False, False), (True, True))
"""How seeds may be sown: whether into the sower's store too, and whether the house that they come from is left out.
Kalah has the first way, Oware the second."""


def sowing_frames(before: Sides, side: int, house: int, after: Sides) -> list[Frame] | None:
    """The frames of a move from a house; None if sowing, captures and a last sweep do not lead to `after`.

    One {"from", "to"} for each seed; then {"capture": [pits], "to"} if something was captured, and
    {"sweep": [pits], "to"} for a side whose last seeds go to its store because the game is over.
    """
    final = seeds_by_pit(after)
    if not before[side][0][house]:
        return None
    houses = len(before[0][0])
    for into_store, leaves_out in WAYS:
        counts = seeds_by_pit(before)
        frames = sow(counts, side, house, houses, into_store, leaves_out)
        last = frames[-1]["to"]
        frames += capture(counts, final, side, last, houses) or capture_row(counts, final, side, last)
        frames += sweeps(counts, final, houses)
        if counts == final:
            return frames
    return None


def seeds_by_pit(sides: Sides) -> dict[str, int]:
    """The seeds of all houses and stores."""
    found = {f"{side}:{house}": seeds for side in (0, 1) for house, seeds in enumerate(sides[side][0])}
    return found | {f"{side}:store": sides[side][1] for side in (0, 1)}


def sow(counts: dict[str, int], side: int, house: int, houses: int, into_store: bool, leaves_out: bool) -> list[Frame]:
    """Sows in `counts`, and returns where each seed fell. The other side's store is left out."""
    store = [f"{side}:store"] if into_store else []
    ring = [f"{side}:{i}" for i in range(houses)] + store + [f"{1 - side}:{i}" for i in range(houses)]
    origin, place = ring[house], house
    seeds, counts[origin] = counts[origin], 0
    frames: list[Frame] = []
    while len(frames) < seeds:
        place = (place + 1) % len(ring)
        if ring[place] != origin or not leaves_out:
            counts[ring[place]] += 1
            frames.append({"from": origin, "to": ring[place]})
    return frames


def capture(counts: dict[str, int], final: dict[str, int], side: int, last: str, houses: int) -> list[Frame]:
    """What the last seed captured, judged by the final counts: the seed itself and those in the house opposite."""
    last_side, house = last.split(":")
    if int(last_side) != side or house == "store" or counts[last] != 1 or final[last]:
        return []
    opposite = f"{1 - side}:{houses - 1 - int(house)}"
    pits, store = [pit for pit in (last, opposite) if counts[pit]], f"{side}:store"
    own = [f"{side}:{i}" for i in range(houses)]
    gained = final[store] - counts[store]
    if len(pits) == 1 and not any(final[pit] for pit in own) and gained == sum(counts[pit] for pit in own):
        return []  # nothing stood opposite: the seed goes with the sweep
    gather(counts, pits, store)
    return [{"capture": pits, "to": store}]


def capture_row(counts: dict[str, int], final: dict[str, int], side: int, last: str) -> list[Frame]:
    """The houses of the other side that were emptied, from that of the last seed backwards."""
    last_side, house = last.split(":")
    if house == "store" or int(last_side) == side:
        return []
    pits, store = list[str](), f"{side}:store"
    gained = final[store] - counts[store]
    for at in range(int(house), -1, -1):
        pit = f"{last_side}:{at}"
        if final[pit] or not counts[pit] or counts[pit] > gained:
            break
        gained -= counts[pit]
        pits.append(pit)
    gather(counts, pits, store)
    return [{"capture": pits, "to": store}] if pits else []


def sweeps(counts: dict[str, int], final: dict[str, int], houses: int) -> list[Frame]:
    """What goes to a side's store at the end of the game."""
    frames: list[Frame] = []
    for side in (0, 1):
        pits = [f"{side}:{i}" for i in range(houses)]
        left = [pit for pit in pits if counts[pit] and not final[pit]]
        if left and not any(final[pit] for pit in pits):
            frames.append({"sweep": left, "to": f"{side}:store"})
            gather(counts, left, f"{side}:store")
    return frames


def gather(counts: dict[str, int], pits: list[str], store: str) -> None:
    """Moves all seeds of some pits to a store."""
    for pit in pits:
        counts[store] += counts[pit]
        counts[pit] = 0
