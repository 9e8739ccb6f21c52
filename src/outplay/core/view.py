"""A position as a browser draws it, on the page and in a notebook: the board's own description, the legal moves with
the clicks that make them, and what the last move did."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from outplay.core.boards import Highlights, Steps
from outplay.core.boards.clicks import trusted
from outplay.core.game import Outcome, Position, guarded

Json = dict[str, Any]


def view_of(positions: Sequence[Position], moves: Sequence[int], spec: str, title: str) -> Json:
    """The last of some positions; the first is the start, and the moves lead from each to the next. All is ready for
    JSON; `web/static/boards/types.js` says what each key means."""
    position, game = positions[-1], positions[-1].game
    names = [before.name(move) for before, move in zip(positions, moves, strict=False)]
    return {
        "game": spec,
        "rules": game.name,
        "title": title,
        "family": game.board.family,
        "palette": game.board.palette(game.players),
        "editable": False,
        "start": None if positions[0] == game.start() else positions[0].text,
        "position": position.text,
        "to_move": position.to_move,
        "players": list(game.players),
        "moves": names,
        "movers": [before.to_move for before in positions[:-1]],
        "legal": legal_moves(position),
        "outcome": outcome_json(position.outcome()),
        "last": names[-1] if names else None,
        "board": guarded(game.board.describe, position.state),
        **last_move(positions, moves),
    }


def outcome_json(outcome: Outcome | None) -> Json | None:
    return outcome._asdict() if outcome else None


def legal_moves(position: Position) -> list[Json]:
    """Each move's name, the clicks that make it, and what its button says if no clicks make it, or the same clicks make
    another move too."""
    board, state = position.game.board, position.state
    clicks = trusted(position.game)
    moves = position.moves()
    steps: dict[int, Steps] = {move: guarded(board.targets, state, move) if clicks else () for move in moves}
    same = Counter(steps.values())
    found = []
    for move in moves:
        legal: Json = {"move": position.name(move), "targets": [list(step) for step in steps[move]]}
        if not steps[move] or same[steps[move]] > 1:
            legal["label"] = str(guarded(board.label, state, move))
        found.append(legal)
    return found


def last_move(positions: Sequence[Position], moves: Sequence[int]) -> Json:
    """What the board highlights, and how it got there from the position before."""
    board, after = positions[-1].game.board, positions[-1].state
    before, move = (positions[-2].state, moves[-1]) if moves else (None, None)
    highlights: Highlights = guarded(board.highlights, before, move, after)
    return {
        "highlights": {name: list(targets) for name, targets in highlights._asdict().items()},
        "animation": guarded(board.animation, before, move, after) if moves else None,
    }
