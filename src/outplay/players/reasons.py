"""Why the engine plays a move: what is proven or expected, and what the best other move leads to."""

from typing import TYPE_CHECKING

from outplay.core.game import Position

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis, Line

SHOWN = 6
"""The number of moves of an expected line that are named."""

EVEN = 0.1
"""An estimate of less than this, in units of the margin, is about even."""


def reason(position: Position, found: "Analysis") -> str:
    """Why the move of an analysis is played; "it" is the player to move.

    The move is compared with the best of the other lines, if there are any. A weaker engine may have passed over
    better ones.
    """
    better = sum(line.score > found.score for line in found.lines)
    if better:
        return f"At this level it overlooked {better} better {'move' if better == 1 else 'moves'}."
    other = next((line for line in found.lines if line.move != found.move), None)
    compared = "" if other is None else comparison(position, found, other)
    return f"{prospect(position, found)} {compared}".strip()


def prospect(position: Position, found: "Analysis") -> str:
    """What the move leads to: the proven result, the expected line and score, or that neither is known."""
    if found.outcome:
        return proven_result(position, found)
    if not found.known:
        return f"Nobody was found to win within {counted(max(1, found.depth))}; nothing more is known."
    ahead = "ahead" if found.score > 0 else "behind"
    score = "about even" if abs(found.score) < EVEN else f"{abs(found.score):.2f} {ahead}"
    return f"It expects to be {score} after {line_text(position, found.line)}"


def proven_result(position: Position, found: "Analysis") -> str:
    outcome = found.outcome
    assert outcome
    if outcome.winner is None:
        return "Nothing does better than a draw; that is proven."
    if outcome.winner != position.to_move:
        return "Every move loses; that is proven."
    if found.plies == 1:
        return "It wins at once."
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    within = f", certain within {counted(found.plies)}" if found.plies else ""
    return f"It wins{by}{within}; that is proven."


def comparison(position: Position, found: "Analysis", other: "Line") -> str:
    """The best other move in a sentence; none if it says nothing new."""
    lost = other.outcome is not None and other.score < 0
    if lost and found.score < 0:
        return ""
    if lost:
        names = position.names(other.line[:2])
        return f"Every other move loses{f', {names[0]} to {names[1]}' if len(names) > 1 else ''}."
    if not (found.known and other.known) or (found.outcome and not other.outcome):
        return ""
    less = found.score - other.score
    name = position.name(other.move)
    if less < EVEN:
        equal = [line for line in found.lines if line.move != found.move and found.score - line.score < EVEN]
        names = [position.name(line.move) for line in equal if line.outcome or not found.outcome]
        return f"{all_of(names)} {'is' if len(names) == 1 else 'are'} worth as much."
    return f"The best other move, {name}, is worth {less:.2f} less."


def all_of(names: list[str]) -> str:
    """
    >>> all_of(["a1"]), all_of(["a1", "b1", "c1"])
    ('a1', 'a1, b1 and c1')
    """
    return " and ".join([", ".join(names[:-1])] * (len(names) > 1) + names[-1:])


def line_text(position: Position, line: tuple[int, ...]) -> str:
    """The names of the moves of a line, as many as are shown, as the end of a sentence."""
    return " ".join(position.names(line[:SHOWN])) + (" …" if len(line) > SHOWN else ".")


def counted(number: int) -> str:
    return f"{number} {'move' if number == 1 else 'moves'}"
