"""The SVG drawing of the pieces beside a grid."""

from collections.abc import Iterator, Mapping, Sequence

from outplay.core.boards.board import Target
from outplay.core.boards.hands import InHand
from outplay.core.boards.svg import Mark, Rule, badge, group, tag

HAND_HEIGHT, PITCH, RADIUS = 44, 62, 15
"""The height of a hand, the distance of the kinds of pieces in it, and the radius of a piece."""
HAND_RULES = (
    Rule(".in-hand .stone", "stroke:#000000;stroke-opacity:0.35;stroke-width:0.8"),
    Rule(".count", "fill:#2b2822;font-weight:600;text-anchor:start", "fill:#e9e3d8"),
)


def hand_parts(hand: Sequence[InHand], marks: Mapping[Target, Mark], width: float, y: float) -> list[str]:
    """The pieces of a hand in a row around the middle of the board, each kind once with its number."""
    left = width / 2 - PITCH * len(hand) / 2

    def parts() -> Iterator[str]:
        for place, piece in enumerate(hand):
            x = left + place * PITCH + RADIUS + 4
            mark = marks.get(piece["target"])
            if mark and not mark.label:
                yield tag("circle", class_="tint", cx=x, cy=y, r=RADIUS + 5, fill=mark.colour)
            yield group(
                piece["role"],
                [
                    tag("circle", class_="stone", cx=x, cy=y, r=RADIUS),
                    tag("text", piece["symbol"], class_="symbol", x=x, y=y + 6.3, font_size=18),
                ],
            )
            yield tag("text", f"×{piece['count']}", class_="count", x=x + RADIUS + 4, y=y + 5, font_size=14)
            if mark and mark.label:
                yield from badge(mark, x, y, 11)

    return [group("in-hand", list(parts()))]


def hand_words(hands: Sequence[Sequence[InHand]] | None, players: tuple[str, str]) -> list[str]:
    """What both have in hand, for those who hear it."""
    sentences = []
    for player, hand in zip(players, hands or (), strict=False):
        pieces = " ".join(f"{piece['count']} {piece['symbol']}" for piece in hand)
        sentences.append(f"{player} in hand: {pieces or 'none'}.")
    return sentences
