"""The commands analyse and solve."""

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
    open_position,
    outcome_json,
    player_name,
    print_json,
    status,
)
from outplay.cli.explain import as_json as explanation_json
from outplay.cli.explain import explanation_lines
from outplay.core.errors import BadSpec
from outplay.core.game import Position

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis, Line

Time = Annotated[float | None, typer.Option("--time", "-t", help="Stop after this many seconds.")]
Depth = Annotated[int | None, typer.Option("--depth", "-d", help="Stop at this depth.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Stop after this many nodes.")]
Table = Annotated[int, typer.Option("--table", metavar="MB", help="Memory of the transposition table.")]
Threads = Annotated[int, typer.Option("--threads", help="Number of search threads.")]
Lines = Annotated[int, typer.Option("--lines", metavar="K", help="Show the best K moves, each with its own score.")]
PlayerName = Annotated[
    str | None,
    typer.Option(
        "--player", metavar="NAME", help="Show what another player considers, and why; see `outplay players`."
    ),
]
Goal = Annotated[
    str, typer.Option("--goal", help="margin: prove by how much; win: prove only who wins, which is faster.")
]

SHOWN = 12
"""The number of moves of a line that are printed."""


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
    """Analyse a position with the engine: best move, score and principal variation, depth by depth.

    Scores count for the side to move, in units of the margin; = marks proven scores, ? moves of
    which nothing is known.
    Without a limit the search takes two seconds. Ctrl-C stops it and prints the result so far."""
    from outplay.core.limits import Limit, checked
    from outplay.engine.engine import Engine

    root = open_position(game, moves, position)
    if player is not None:
        if (time, depth, nodes, lines, threads, table) != (None, None, None, 1, 1, 64):
            raise BadSpec(
                "the engine's limits do not go with --player; give the player's own options: --player NAME:OPTIONS"
            )
        print_considered(root, player, json)
        return
    limit = checked(Limit(2.0 if time is None and depth is None and nodes is None else time, depth, nodes))
    engine = Engine(root.game, table, check_threads(threads))
    print_analyses(root, engine.stream(root, limit, lines), json)


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
    """Search until winner and margin are proven. Ctrl-C stops it and prints the result so far."""
    from outplay.core.limits import Limit, checked
    from outplay.engine.engine import Engine

    root = open_position(game, moves, position)
    engine = Engine(root.game, table, check_threads(threads), goal)
    if not print_analyses(root, engine.solve(root, checked(Limit(time))), json) and not json:
        print("The proof was not finished; `outplay analyse` gives a better estimate in the same time.")


def print_considered(position: Position, name: str, json: bool) -> None:
    """Prints the moves that a player considers in a position, the best first."""
    from outplay.players import player

    if position.outcome():
        raise BadSpec("the game is over in this position; there is nothing to choose")
    with status("Searching …"):
        explanation = player(name, position.game, seed=0).choose(position).explanation
    if json:
        print_json(**explanation_json(position, name, explanation))
    else:
        print("\n".join(explanation_lines(position, explanation, shown=len(explanation.considered))))


def check_threads(threads: int) -> int:
    """Returns the number unchanged; warns if the engine will use fewer threads."""
    from outplay.core.machine import processors

    if threads > processors():
        warnings.warn(
            f"this machine has {processors()} processors; the engine uses no more threads than that", stacklevel=2
        )
    return threads


def print_analyses(position: Position, analyses: "Iterator[Analysis]", json: bool) -> bool:
    """Prints analyses as they arrive and a verdict after the last; returns whether that one is proven."""
    last = None
    try:
        with status("Searching …") as update:
            for analysis in analyses:
                if json:
                    print_json(**as_json(position, analysis))
                elif last is None or (analysis.depth, analysis.lines) != (last.depth, last.lines):
                    print("\n".join(as_lines(position, analysis)), flush=True)
                update(figures(analysis))
                last = analysis
    except KeyboardInterrupt:
        if last is None:
            raise
    if last is not None and not json:
        print(verdict(position, last))
    return last is not None and last.exact


def figures(analysis: "Analysis") -> str:
    """The status line of a search: seconds, nodes, speed, and the share of the table that is in use."""
    millions, rate = analysis.nodes / 1e6, analysis.rate / 1e6
    return (
        f"{analysis.seconds:.0f} s, {millions:,.1f} M nodes, {rate:.1f} M/s, "
        f"table {analysis.table_used:.0%} full; Ctrl-C stops it"
    )


def as_json(position: Position, analysis: "Analysis") -> dict[str, object]:
    lines = [line_json(position, line) for line in analysis.lines]
    fields = analysis._asdict() | line_json(position, analysis) | {"rate": round(analysis.rate), "lines": lines}
    return {"game": str(position.game), "position": position.text, **fields}


def line_json(position: Position, analysis: "Analysis | Line") -> dict[str, object]:
    return {
        "move": position.name(analysis.move),
        "line": position.names(analysis.line),
        "score": analysis.score,
        "exact": analysis.exact,
        "outcome": outcome_json(analysis.outcome),
        "plies": analysis.plies,
        "known": analysis.known,
    }


def as_lines(position: Position, analysis: "Analysis") -> list[str]:
    """One line for each of the best moves; the first has depth, seconds, nodes and speed in front."""
    millions, rate = analysis.nodes / 1e6, analysis.rate / 1e6
    head = f"depth {analysis.depth:3} {analysis.seconds:7.2f} s {millions:9.3f} M nodes {rate:4.1f} M/s"
    width = shutil.get_terminal_size().columns - len(head) - 12 if sys.stdout.isatty() else 10_000
    texts = []
    for number, variation in enumerate(analysis.lines):
        names = position.names(variation.line[:SHOWN])
        while len(" ".join(names)) > width - 2 and len(names) > 1:
            names.pop()
        moves = " ".join(names) + (" …" if len(variation.line) > len(names) else "")
        score = f"{'=' if variation.exact else ' '}{variation.score:+.2f}" if variation.known else "?"
        texts.append(f"{head if number == 0 else '':{len(head)}} {score:>9}  {moves}")
    return texts


def verdict(position: Position, analysis: "Analysis") -> str:
    """A sentence with the best move and what is proven or estimated."""
    best = f"Best is {position.name(analysis.move)}"
    outcome = analysis.outcome
    if not analysis.known:
        plies = "1 ply" if analysis.depth <= 1 else f"{analysis.depth} plies"
        return f"{best}. Unknown: nobody was found to win within {plies}."
    if not outcome:
        better = "nobody is ahead" if abs(analysis.score) < 0.005 else ""
        mover = player_name(position.game, position.to_move if analysis.score > 0 else 1 - position.to_move)
        return f"{best}. Estimated: {better or f'{mover} is ahead by {abs(analysis.score):.2f}'}; nothing is proven."
    if outcome.winner is None:
        return f"{best}. Proven: a draw."
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    within = f", certain within {analysis.plies} {'ply' if analysis.plies == 1 else 'plies'}" if analysis.plies else ""
    return f"{best}. Proven: {player_name(position.game, outcome.winner)} wins{by}{within}."
