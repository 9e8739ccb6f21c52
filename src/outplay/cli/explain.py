"""A player's explanation of its move, as text and as JSON."""

from typing import TYPE_CHECKING

from outplay.core.game import Position

if TYPE_CHECKING:
    from outplay.players.explanation import Considered, Explanation

SHOWN = 8
"""The number of moves that are listed with their values."""


def explanation_lines(position: Position, explanation: "Explanation", shown: int = SHOWN) -> list[str]:
    """Lines with the move and its reason, the figures of the search, and the `shown` best moves considered."""
    lines = [f"{position.name(explanation.move)}: {explanation.because}"]
    if explanation.figures:
        lines.append("  " + ", ".join(f"{name} {figure_text(value)}" for name, value in explanation.figures.items()))
    listed = explanation.considered[:shown]
    names = [position.name(move.move) for move in listed]
    values = [value_text(move) for move in listed]
    name_width, value_width = (max(map(len, texts), default=0) for texts in (names, values))
    for name, value, move in zip(names, values, listed, strict=True):
        lines.append(f"  {name:<{name_width}}  {value:>{value_width}}  {move.why}".rstrip())
    omitted = len(explanation.considered) - shown
    if omitted > 0:
        lines.append(f"  and {omitted} more")
    return lines


def figure_text(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:.2f}"


def value_text(move: "Considered") -> str:
    if move.value is None:
        return ""
    return f"{'at most ' if move.at_most else ''}{move.value:+{'' if isinstance(move.value, int) else '.2f'}}"


def as_json(position: Position, player: str, explanation: "Explanation") -> dict[str, object]:
    considered = [move._asdict() | {"move": position.name(move.move)} for move in explanation.considered]
    return {
        "game": str(position.game),
        "position": position.text,
        "player": player,
        "move": position.name(explanation.move),
        "because": explanation.because,
        **explanation.figures,
        "considered": considered,
    }
