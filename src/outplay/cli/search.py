"""analyse and solve: what the engine thinks of a position."""

import shutil
import sys
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import (
    GameName,
    Json,
    Moves,
    PositionText,
    opened,
    outcome_json,
    player_name,
    print_json,
    status,
)
from outplay.cli.explain import as_json as explanation_json
from outplay.cli.explain import explained
from outplay.core.errors import BadSpec
from outplay.core.game import Position

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis, Line

Time = Annotated[float | None, typer.Option("--time", "-t", help="Stop after so many seconds.")]
Depth = Annotated[int | None, typer.Option("--depth", "-d", help="Stop at this depth.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Stop after so many positions.")]
Table = Annotated[int, typer.Option("--table", metavar="MB", help="Memory for positions already seen.")]
Threads = Annotated[int, typer.Option("--threads", help="How many threads search together.")]
Lines = Annotated[int, typer.Option("--lines", metavar="K", help="Show the best K moves, each with its own score.")]
PlayerName = Annotated[
    str | None,
    typer.Option("--player", metavar="NAME", help="What another player considers, and why: one of `outplay players`."),
]
Goal = Annotated[str, typer.Option("--goal", help="margin: by how much; win: only who wins, which is found sooner.")]

SHOWN = 12
"""Moves of a line that are shown."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog="outplay analyse kalah:6,4 --time 2\n\noutplay analyse gomoku --moves 'h8 i9' --lines 3 --threads 2\n\n"
        "outplay analyse kalah:6,4 --player alpha-beta:depth=6"
    )(analyse)
    app.command(
        epilog="outplay solve kalah:5,3\n\noutplay solve squatter:4 --goal win\n\noutplay solve mnk:4,4,3 --json"
    )(solve)


def analyse(
    game: GameName,
    moves: Moves = None,
    position: PositionText = None,
    time: Time = None,
    depth: Depth = None,
    nodes: Nodes = None,
    lines: Lines = 1,
    threads: Threads = 1,
    table: Table = 64,
    player: PlayerName = None,
    json: Json = False,
) -> None:
    """Say what the engine thinks of a position: best move, score, expected line, depth by depth.

    Scores count for the side to move, in units of the margin; = marks what is proven. Without a limit it thinks for
    two seconds. Ctrl-C stops it and keeps the engine's answer so far."""
    from outplay.core.limits import Limit, checked
    from outplay.engine.engine import Engine

    place = opened(game, moves, position)
    if player is not None:
        if (time, depth, nodes, lines, threads, table) != (None, None, None, 1, 1, 64):
            raise BadSpec("--player goes with no limit of the engine; write the player's own: --player NAME:OPTIONS")
        considered(place, player, json)
        return
    limit = checked(Limit(2.0 if time is None and depth is None and nodes is None else time, depth, nodes))
    engine = Engine(place.game, table, warned(threads))
    show(place, engine.stream(place, limit, lines), json)


def solve(
    game: GameName,
    moves: Moves = None,
    position: PositionText = None,
    time: Time = None,
    goal: Goal = "margin",
    threads: Threads = 1,
    table: Table = 256,
    json: Json = False,
) -> None:
    """Search until winner and margin are proven. Ctrl-C stops it and keeps the answer so far."""
    from outplay.core.limits import Limit, checked
    from outplay.engine.engine import Engine

    place = opened(game, moves, position)
    engine = Engine(place.game, table, warned(threads), goal)
    if not show(place, engine.solve(place, checked(Limit(time))), json) and not json:
        print("The proof was not finished; `outplay analyse` estimates better in the same time.")


def considered(position: Position, name: str, json: bool) -> None:
    """What a player considers in a position, the best first."""
    from outplay.players import player

    if position.outcome():
        raise BadSpec("the game is over in this position; there is nothing to choose")
    with status("Searching …"):
        explanation = player(name, position.game, seed=0).choose(position).explanation
    if json:
        print_json(**explanation_json(position, name, explanation))
    else:
        print("\n".join(explained(position, explanation, shown=len(explanation.considered))))


def warned(threads: int) -> int:
    """Says so if there will be fewer threads than were asked for."""
    from outplay.core.machine import processors

    if threads > processors():
        warnings.warn(
            f"this machine has {processors()} processors, so there are no more threads than that", stacklevel=2
        )
    return threads


def show(position: Position, answers: "Iterator[Analysis]", json: bool) -> bool:
    """Prints what comes, and at last a verdict; returns whether it is proven."""
    last = None
    try:
        with status("Searching …") as say:
            for answer in answers:
                if json:
                    print_json(**as_json(position, answer))
                elif last is None or (answer.depth, answer.lines) != (last.depth, last.lines):
                    print("\n".join(as_lines(position, answer)), flush=True)
                say(figures(answer))
                last = answer
    except KeyboardInterrupt:
        if last is None:
            raise
    if last is not None and not json:
        print(verdict(position, last))
    return last is not None and last.exact


def figures(analysis: "Analysis") -> str:
    """How far a search has come."""
    millions, rate = analysis.nodes / 1e6, analysis.rate / 1e6
    return (
        f"{analysis.seconds:.0f} s, {millions:,.1f} M positions, {rate:.1f} M a second, "
        f"table {analysis.table_used:.0%} full; Ctrl-C stops it"
    )


def as_json(position: Position, analysis: "Analysis") -> dict[str, object]:
    lines = [line_json(position, line) for line in analysis.lines]
    fields = analysis._asdict() | line_json(position, analysis) | {"rate": round(analysis.rate), "lines": lines}
    return {"game": str(position.game), "position": position.text, **fields}


def line_json(position: Position, found: "Analysis | Line") -> dict[str, object]:
    return {
        "move": position.name(found.move),
        "line": line_names(position, found.line),
        "score": found.score,
        "exact": found.exact,
        "outcome": outcome_json(found.outcome),
        "plies": found.plies,
    }


def line_names(position: Position, line: tuple[int, ...]) -> list[str]:
    names = []
    for move in line:
        names.append(position.name(move))
        position = position.play(move)
    return names


def as_lines(position: Position, analysis: "Analysis") -> list[str]:
    """A line for each of the best moves, the first with the figures of the search."""
    millions, rate = analysis.nodes / 1e6, analysis.rate / 1e6
    head = f"depth {analysis.depth:3} {analysis.seconds:7.2f} s {millions:9.3f} M nodes {rate:4.1f} M/s"
    room = shutil.get_terminal_size().columns - len(head) - 12 if sys.stdout.isatty() else 10_000
    shown = []
    for number, found in enumerate(analysis.lines):
        names = line_names(position, found.line[:SHOWN])
        while len(" ".join(names)) > room - 2 and len(names) > 1:
            names.pop()
        moves = " ".join(names) + (" …" if len(found.line) > len(names) else "")
        score = f"{'=' if found.exact else ' '}{found.score:+.2f}"
        shown.append(f"{head if number == 0 else '':{len(head)}} {score:>9}  {moves}")
    return shown


def verdict(position: Position, analysis: "Analysis") -> str:
    best = f"Best is {position.name(analysis.move)}"
    outcome = analysis.outcome
    if not outcome:
        better = "nobody is ahead" if abs(analysis.score) < 0.005 else ""
        mover = player_name(position.game, position.to_move if analysis.score > 0 else 1 - position.to_move)
        return f"{best}. Estimated: {better or f'{mover} is ahead by {abs(analysis.score):.2f}'}; nothing is proven."
    if outcome.winner is None:
        return f"{best}. Proven: a draw."
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    within = f", certain within {analysis.plies} {'ply' if analysis.plies == 1 else 'plies'}" if analysis.plies else ""
    return f"{best}. Proven: {player_name(position.game, outcome.winner)} wins{by}{within}."
