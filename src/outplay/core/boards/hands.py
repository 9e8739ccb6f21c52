"""What the players of a grid have in hand: pieces beside the board that can be put on it."""

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from outplay.core.boards.board import SIDES, Paint
from outplay.core.errors import BadPosition

Hands = Sequence[Mapping[str, int]]
"""For the first player, then the second: from the symbol of a piece to how many there are."""
HAND_TEXT = re.compile(r"-|(?:[^\s0-9/-][0-9]{1,4})+", re.ASCII)


class InHand(TypedDict):
    """Pieces of one kind in a hand."""

    target: str
    symbol: str
    count: int
    role: str
    """first or second, whose they are."""


def hands_described(hands: Hands) -> list[list[InHand]]:
    """Both hands for drawings, without the pieces of which there are none."""
    return [
        [
            {"target": f"hand:{side}:{symbol}", "symbol": symbol, "count": count, "role": SIDES[side]}
            for symbol, count in hand.items()
            if count
        ]
        for side, hand in enumerate(hands)
    ]


def hands_drawn(hands: list[list[InHand]] | None, paint: Paint) -> tuple[list[str], list[str]]:
    """The lines above and below the board of the terminal: the second player's hand, and the first's."""
    if hands is None:
        return [], []

    def line(side: int) -> str:
        pieces = " ".join(paint(f"{piece['symbol']}{piece['count']}", piece["role"]) for piece in hands[side])
        return f"{paint(f'{SIDES[side]} in hand:', 'label')} {pieces or '-'}"

    return [line(1)], [line(0)]


def write_hands(hands: Hands) -> str:
    """Both hands as one word.

    >>> write_hands(({"P": 2, "R": 0, "B": 1}, {}))
    'P2B1/-'
    """
    return "/".join("".join(f"{symbol}{count}" for symbol, count in hand.items() if count) or "-" for hand in hands)


def read_hands(text: str) -> tuple[dict[str, int], dict[str, int]]:
    """The hands that `write_hands` wrote.

    >>> read_hands("P2B1/-")
    ({'P': 2, 'B': 1}, {})
    """
    hands = text.split("/")
    if len(hands) != 2 or not all(HAND_TEXT.fullmatch(hand) for hand in hands):
        raise BadPosition(f"{text!r} is no pair of hands; write P2B1/- for two P and one B of the first player")
    first, second = ({symbol: int(n) for symbol, n in re.findall("([^0-9-])([0-9]+)", hand)} for hand in hands)
    return first, second
