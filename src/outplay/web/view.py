"""A position as the page draws it: the board's own description, the legal moves, and what the last move did."""

from typing import Any

from outplay.core.boards import Board, Highlights
from outplay.core.game import Outcome, Position, guarded
from outplay.web.clicks import trusted
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
    """Each move's name, where a click makes it, and what its button says if no click on the board does."""
    board, state = position.game.board, position.state
    clicks = trusted(position.game)
    found = []
    for move in position.moves():
        targets = guarded(board.targets, state, move) if clicks else ()
        legal: Json = {"move": position.name(move), "targets": list(targets)}
        if not targets:
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
