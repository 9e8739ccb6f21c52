"""A game record in a notebook: the last position, the result and the moves; and its moves as rows."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from outplay.core.figures import duration
from outplay.core.notebook import Html, Row, board, element, page, side_by_side, table
from outplay.core.words import outcome_words, player_name, signed, start_of_sentence

if TYPE_CHECKING:
    from outplay.core.records import Record


def rows_of(record: "Record") -> list[Row]:
    """A row for each move: its number, who made it, its name, and what is known of how it was chosen."""
    players = record.game.players
    return [
        {
            "number": number,
            "player": players[position.to_move],
            "move": position.name(played.move),
            "seconds": played.seconds,
            "score": played.score,
            "depth": played.depth,
            "nodes": played.nodes,
            "comment": record.comments.get(number, ""),
        }
        for number, (position, played) in enumerate(zip(record.positions(), record.moves, strict=False), 1)
    ]


def record_html(record: "Record") -> str:
    """The record as HTML."""
    positions = record.positions()
    last, before = (record.moves[-1].move, positions[-2]) if record.moves else (None, None)
    game = record.game
    names = [
        f"{name} ({game.players[side]})" if name else start_of_sentence(player_name(game, side))
        for side, name in enumerate((record.first, record.second))
    ]
    result = outcome_words(game, record.result.outcome) if record.result else "Unfinished."
    heading = element("h3", f"{game}: {' against '.join(names)}")
    facts = element("p", f"{record.date + '. ' if record.date else ''}{result}")
    about = [element("p", record.comments[0], class_="faint")] if record.comments.get(0) else []
    moves = element("div", move_table(record), class_="scroll")
    return page(heading, facts, *about, side_by_side(board(positions[-1], last, before), moves))


def move_table(record: "Record") -> Html:
    """The moves with those columns of which something is known."""
    rows = rows_of(record)
    written: dict[str, Callable[[Any], str]] = {
        "score": signed,
        "seconds": duration,
        "depth": str,
        "nodes": lambda value: f"{value:,}",
        "comment": str,
    }
    known = [name for name in written if any(row[name] not in (None, "") for row in rows)]
    heads = ["number", "player", "move", *known]
    cells = [
        [row["number"], row["player"], row["move"]]
        + ["" if row[name] is None else written[name](row[name]) for name in known]
        for row in rows
    ]
    return table(["#", *heads[1:]], cells, words=("player", "move"), long=("comment",))
