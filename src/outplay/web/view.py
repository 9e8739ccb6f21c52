"""A position as data: all that a page needs to draw it, to offer its moves and to show what the last one did."""

from typing import Any

from outplay.core.boards import Grid, Pits, column_name
from outplay.core.game import Game, Outcome, Position
from outplay.web.catalogue import editable, family
from outplay.web.game_line import Place
from outplay.web.sowing import steps

Json = dict[str, Any]

ROW_LENGTHS = {"connect-four": 4}
"""How many in a row win, in games whose text does not say it."""


def view(place: Place) -> Json:
    position, game, names = place.position, place.game, place.names
    outcome = position.outcome()
    return {
        "game": place.spec,
        "rules": game.name,
        "title": place.offer.title,
        "family": family(game),
        "editable": editable(game),
        "start": None if place.positions[0] == game.start() else place.positions[0].text,
        "position": position.text,
        "to_move": position.to_move,
        "players": list(game.players),
        "moves": names,
        "movers": [p.to_move for p in place.positions[:-1]],
        "legal": [{"move": position.name(move), "at": places_of(position, move)} for move in position.moves()],
        "outcome": outcome_json(outcome),
        "last": names[-1] if names else None,
        "board": board(position),
        "marks": marks(place, outcome),
        "steps": last_steps(place),
    }


def outcome_json(outcome: Outcome | None) -> Json | None:
    return outcome._asdict() if outcome else None


def board(position: Position) -> Json:
    """The board in the words of its family."""
    described, state = position.game.board, position.state
    if isinstance(described, Grid):
        return {
            "rows": described.rows,
            "columns": described.columns,
            "cells": described.cells(state),
            "symbols": described.symbols,
            "roles": described.roles,
            "shown": described.shown,
            "row_labels": [str(described.row_number(row)) for row in range(described.rows)],
            "column_labels": [column_name(column) for column in range(described.columns)],
            "by_column": described.by_column,
            "with_turn": described.to_move is not None,
            "caption": described.caption(state) if described.caption else "",
        }
    if isinstance(described, Pits):
        sides = [{"houses": list(houses), "store": store} for houses, store in described.seeds(state)]
        return {"houses": described.houses, "sides": sides, "words": described.words(state)}
    return {"text": position.draw()}


def places_of(position: Position, move: int) -> list[int] | list[str]:
    """Where a click plays a move; nowhere for a move like a pass."""
    described = position.game.board
    if isinstance(described, Grid):
        if described.by_column:
            cells = range(move, described.rows * described.columns, described.columns)
            return list(cells) if move < described.columns else []
        return [move] if move < described.rows * described.columns else []
    if isinstance(described, Pits):
        return [f"{position.to_move}:{move}"] if move < described.houses else []
    return []


def marks(place: Place, outcome: Outcome | None) -> Json:
    """The cells of the last move, those that it changed besides, and the row that won."""
    described = place.game.board
    if not isinstance(described, Grid):
        return {"last": last_pit(place), "win": [], "captured": []}
    now = described.cells(place.position.state)
    last: list[int] = []
    others: list[int] = []
    if place.moves:
        before = described.cells(place.positions[-2].state)
        changed = [cell for cell, (old, new) in enumerate(zip(before, now, strict=True)) if old != new]
        if described.by_column:
            last = [cell for cell in changed if cell % described.columns == place.moves[-1]]
        elif place.moves[-1] < len(now):
            last = [place.moves[-1]]
        others = [cell for cell in changed if cell not in last]
    return {"last": last, "win": winning_row(place.game, described, now, outcome), "captured": others}


def last_pit(place: Place) -> list[str]:
    if not place.moves:
        return []
    return [str(at) for at in places_of(place.positions[-2], place.moves[-1])]


def last_steps(place: Place) -> list[Json] | None:
    if not place.moves or not isinstance(place.game.board, Pits):
        return None
    return steps(place.positions[-2], place.moves[-1], place.position)


def winning_row(game: Game, grid: Grid, cells: str, outcome: Outcome | None) -> list[int]:
    """The cells of all rows that won, in games that are won by a row."""
    if outcome is None or outcome.winner is None:
        return []
    length = ROW_LENGTHS.get(game.name)
    exact = False
    if game.name == "mnk":
        words = game.spec.partition(":")[2].split(",")
        length, exact = int(words[2]), "exact" in words
    if not length:
        return []
    symbol = grid.symbols[1 + outcome.winner]
    won = {c for run in runs(grid, cells, symbol) if (len(run) == length if exact else len(run) >= length) for c in run}
    return sorted(won)


def runs(grid: Grid, cells: str, symbol: str) -> list[list[int]]:
    """All rows of one symbol that cannot be made longer, in the four directions."""
    found = []
    for cell, own in enumerate(cells):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            row, column = divmod(cell, grid.columns)
            if own != symbol or symbol_at(grid, cells, row - down, column - right) == symbol:
                continue
            run = []
            while symbol_at(grid, cells, row, column) == symbol:
                run.append(row * grid.columns + column)
                row, column = row + down, column + right
            found.append(run)
    return found


def symbol_at(grid: Grid, cells: str, row: int, column: int) -> str:
    inside = 0 <= row < grid.rows and 0 <= column < grid.columns
    return cells[row * grid.columns + column] if inside else ""
