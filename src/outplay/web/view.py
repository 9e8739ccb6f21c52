"""A position as the page draws it: the board's own description, the legal moves, and what the last move did."""

from collections import Counter
from typing import Any

from outplay.core.boards import Board, Highlights, Steps
from outplay.core.boards.clicks import trusted
from outplay.core.game import Outcome, Position, guarded
from outplay.web.game_line import GameLine
from outplay.web.set_up import editable

Json = dict[str, Any]


def view(line: GameLine) -> Json:
    """The last position of a game line, with the moves that led to it."""
    position, game, names = line.position, line.game, line.names
    return {
        "game": line.spec,
        "rules": game.name,
        "title": line.offer.title,
        "family": game.board.family,
        "palette": game.board.palette(game.players),
        "editable": editable(game),
        "start": None if line.positions[0] == game.start() else line.positions[0].text,
        "position": position.text,
        "to_move": position.to_move,
        "players": list(game.players),
        "moves": names,
        "movers": [p.to_move for p in line.positions[:-1]],
        "legal": legal_moves(position),
        "outcome": outcome_json(position.outcome()),
        "last": names[-1] if names else None,
        "board": guarded(game.board.describe, position.state),
        **last_move(line),
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


def last_move(line: GameLine) -> Json:
    """What the board highlights, and how it got there from the position before."""
    board: Board = line.game.board
    before, move = (line.positions[-2].state, line.moves[-1]) if line.moves else (None, None)
    highlights: Highlights = guarded(board.highlights, before, move, line.position.state)
    frames = guarded(board.animation, before, move, line.position.state) if line.moves else None
    return {
        "highlights": {name: list(targets) for name, targets in highlights._asdict().items()},
        "animation": frames,
    }
