"""The command analyse, and what it shares with solve: how an analysis is printed."""

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
    Net,
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
from outplay.core.figures import amount, duration
from outplay.core.game import Position
from outplay.core.registry import game as find_game

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis, Line

Time = Annotated[float | None, typer.Option("--time", "-t", metavar="SECONDS", help="Stop after this many seconds.")]
Depth = Annotated[int | None, typer.Option("--depth", "-d", help="Stop at this depth.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Stop after this many nodes.")]
Table = Annotated[int, typer.Option("--table", metavar="MB", help="Memory of the transposition table.")]
Threads = Annotated[int, typer.Option("--threads", help="Number of search threads.")]
Lines = Annotated[int, typer.Option("--lines", metavar="K", help="Show the best K moves, each with its own score.")]
Endgame = Annotated[
    str,
    typer.Option(
        "--endgame",
        metavar="auto|none|FILE",
        help="The endgame table: the one that was made for this game, none, or a file; see `outplay endgame`.",
    ),
]
PlayerName = Annotated[
    str | None,
    typer.Option(
        "--player", metavar="NAME", help="Show what another player considers, and why; see `outplay players`."
    ),
]
SHOWN = 12
"""The number of moves of a line that are printed."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay analyse kalah:6,4 --time 2  # the best opening move, after two seconds\n\n"
            "outplay analyse gomoku --moves 'h8 i9' --lines 3 --threads 2"
            "  # the three best replies, searched by two threads\n\n"
            "outplay analyse othello --net none  # without the network that `outplay train othello` made\n\n"
            "outplay analyse kalah:6,4 --player alpha-beta:depth=6  # what another player considers, and why"
        )
    )(analyse)


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
    net: Net = "auto",
    endgame: Endgame = "auto",
    player: PlayerName = None,
    json: Json = False,
) -> None:
    """Analyse a position with the engine: best move, score and principal variation, depth by depth.

    Scores count for the side to move, in units of the margin; = marks proven scores, ? moves of
    which nothing is known.
    Without a limit the search takes two seconds. Ctrl-C stops it and prints the result so far."""
    from outplay.core.limits import Limit, checked
    from outplay.engine.options import check_options

    if player is not None:
        if (time, depth, nodes, lines, threads, table, net, endgame) != (None, None, None, 1, 1, 64, "auto", "auto"):
            raise BadSpec(
                "the engine's limits do not go with --player; give the player's own options: --player NAME:OPTIONS"
            )
        print_considered(game, moves, position, player, json)
        return
    limit = checked(Limit(2.0 if time is None and depth is None and nodes is None else time, depth, nodes))
    check_options(table, threads, lines=lines)
    root = open_unfinished(game, moves, position)
    from outplay.engine.engine import Engine

    engine = Engine(root.game, table, check_threads(threads), net=net, endgame=prepared(root, endgame))
    if engine.net.words and not json:
        print(f"evaluated by {engine.net.words}")
    print_analyses(root, engine.stream(root, limit, lines), json, network=engine.net.as_json())


def prepared(root: Position, endgame: str) -> str:
    """The option unchanged, when the small default table is there that the engine may use."""
    from outplay.solve.tables import prepare_table

    if endgame == "auto":
        prepare_table(root.game)
    return endgame


def open_unfinished(game: str, moves: str | None, text: str | None) -> Position:
    """The position for a search; an error if the game is over in it."""
    from outplay.engine.options import moves_to_search

    position = open_position(game, moves, text)
    moves_to_search(position)
    return position


def print_considered(game: str, moves: str | None, text: str | None, name: str, json: bool) -> None:
    """Prints the moves that a player considers in a position, the best first."""
    from outplay.players import player
    from outplay.players.specs import parse_for

    parse_for(name, find_game(game))
    position = open_position(game, moves, text)
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


def print_analyses(
    position: Position, analyses: "Iterator[Analysis]", json: bool, *, final: bool = True, **more: object
) -> "Analysis":
    """Prints analyses as they arrive and a verdict after the last one, which is returned. `more` are further fields of
    each line of JSON; without `final` another search goes on where nothing is proven, so there is no verdict then."""
    last: Analysis | None = None
    try:
        with status("Searching …") as update:
            for analysis in analyses:
                if json:
                    print_json(**as_json(position, analysis), **more)
                elif last is None or (analysis.depth, analysis.lines) != (last.depth, last.lines):
                    print("\n".join(as_lines(position, analysis)), flush=True)
                elif (known := proven_words(position, analysis)) and known != proven_words(position, last):
                    print(f"{head_of(analysis, 'proof')}  {known}", flush=True)
                update(figures(position, analysis))
                last = analysis
    except KeyboardInterrupt:
        if last is None:
            raise
    assert last
    if not json and (final or last.exact):
        print(verdict(position, last))
    return last


def figures(position: Position, analysis: "Analysis") -> str:
    """The status line of a search: time, nodes, speed, the share of the table that is in use, and what is searched."""
    now = f"depth {analysis.depth + 1}" if analysis.proof is None else question(position, analysis)
    used = f"table {analysis.table_used:.0%} full"
    speed = f"{amount(analysis.nodes)} nodes, {amount(analysis.rate)}/s"
    return f"{now}; {duration(analysis.seconds)}, {speed}, {used}; Ctrl-C stops it"


def question(position: Position, analysis: "Analysis") -> str:
    """What a proof is trying to find out, and how many moves it has tried for that."""
    proof = analysis.proof
    assert proof
    mover, tested = player_name(position.game, position.to_move), proof.tested
    if tested > 0:
        asked = f"does {mover} win{f' by {tested} or more' if tested > 1 else ''}?"
    else:
        asked = f"does {mover} {'draw or win' if tested == 0 else f'lose by no more than {-tested}'}?"
    line = sum(line.exact for line in analysis.lines) + 1
    which = f"line {line} of {len(analysis.lines)}, " if len(analysis.lines) > 1 else ""
    now = f", now {position.name(proof.move)}" if proof.move is not None else ""
    left = f", about {duration(proof.seconds_left)} for the others at this rate" if proof.seconds_left else ""
    return f"{which}{asked} {proof.done} of {proof.moves} moves tried{now}{left}"


def proven_words(position: Position, analysis: "Analysis | None") -> str:
    """What an unfinished proof has found out about the value; empty if nothing."""
    proof = analysis and analysis.proof
    if not proof:
        return ""
    low, high, mover = proof.at_least, proof.at_most, player_name(position.game, position.to_move)
    found = []
    if low is not None:
        by = f" by {low} or more" if low > 1 else ""
        found.append(f"wins{by}" if low > 0 else "draws at least" if low == 0 else f"loses by no more than {-low}")
    if high is not None:
        by = f" by {-high} or more" if high < -1 else ""
        more = f" by more than {high}" if high > 0 else ""
        found.append(f"loses{by}" if high < 0 else f"does not win{more}")
    return f"{mover} {' and '.join(found)}" if found else ""


def unfinished_words(position: Position, analysis: "Analysis") -> str:
    """A sentence about a proof that was stopped."""
    known = proven_words(position, analysis)
    took = f"{duration(analysis.seconds)} and {amount(analysis.nodes)} nodes"
    found = f" It is proven that {known}." if known else ""
    last = f" The last question was: {question(position, analysis)}." if analysis.proof else ""
    advice = "`outplay analyse` gives a better estimate in the same time."
    return f"The proof was not finished in {took}.{found}{last} {advice}"


def as_json(position: Position, analysis: "Analysis") -> dict[str, object]:
    lines = [line_json(position, line) for line in analysis.lines]
    proof = analysis.proof and analysis.proof._asdict()
    if proof and proof["move"] is not None:
        proof["move"] = position.name(proof["move"])
    fields = analysis._asdict() | line_json(position, analysis) | {"rate": round(analysis.rate), "lines": lines}
    fields |= {"proof": proof, "position": position.text}
    return {"game": str(position.game), **fields}


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
    from outplay.engine.deepening import PROOF_DEPTH

    head = head_of(analysis, "proof" if analysis.depth == PROOF_DEPTH else f"depth {analysis.depth:3}")
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


def head_of(analysis: "Analysis", label: str) -> str:
    """The first columns of a line: a label, time, nodes and speed."""
    return f"{label:<9} {duration(analysis.seconds):>9} {amount(analysis.nodes):>8} nodes {amount(analysis.rate):>7}/s"


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
