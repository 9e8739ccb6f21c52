"""The commands analyse and solve."""

import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
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
    wrap,
)
from outplay.cli.explain import as_json as explanation_json
from outplay.cli.explain import explanation_lines
from outplay.core.errors import BadSpec
from outplay.core.figures import amount, duration
from outplay.core.game import Position
from outplay.core.registry import game as find_game

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis, Line
    from outplay.solve.solution import Solution

Time = Annotated[float | None, typer.Option("--time", "-t", metavar="SECONDS", help="Stop after this many seconds.")]
Depth = Annotated[int | None, typer.Option("--depth", "-d", help="Stop at this depth.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Stop after this many nodes.")]
Table = Annotated[int, typer.Option("--table", metavar="MB", help="Memory of the transposition table.")]
Threads = Annotated[int, typer.Option("--threads", help="Number of search threads.")]
Lines = Annotated[int, typer.Option("--lines", metavar="K", help="Show the best K moves, each with its own score.")]
Net = Annotated[
    str,
    typer.Option(
        "--net",
        metavar="auto|none|FILE",
        help="The network that evaluates: one that was trained for this game, none, or a file.",
    ),
]
Endgame = Annotated[
    str,
    typer.Option(
        "--endgame",
        metavar="auto|none|FILE",
        help="The endgame table: the one that was made for this game, none, or a file; see `outplay endgame`.",
    ),
]
All = Annotated[
    bool, typer.Option("--all", help="Solve every position that can be reached, of a small game: value and length.")
]
Out = Annotated[str | None, typer.Option("--out", metavar="FILE", help="With --all, write the solution to a file.")]
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
        epilog=(
            "outplay analyse kalah:6,4 --time 2  # the best opening move, after two seconds\n\n"
            "outplay analyse gomoku --moves 'h8 i9' --lines 3 --threads 2"
            "  # the three best replies, searched by two threads\n\n"
            "outplay analyse othello --net none  # without the network that `outplay train othello` made\n\n"
            "outplay analyse kalah:6,4 --player alpha-beta:depth=6  # what another player considers, and why"
        )
    )(analyse)
    app.command(
        epilog=(
            "outplay solve kalah:5,3  # who wins, and by how much\n\n"
            "outplay solve squatter:4 --goal win  # only who wins, which is faster\n\n"
            "outplay solve kalah:4,3 --lines 4  # what each of the moves is worth\n\n"
            "outplay solve kalah:4,3 --all --out kalah.solution  # the value of every position, in one file\n\n"
            "outplay solve mnk:4,4,3 --json  # the steps and the result for another program"
        )
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


def solve(
    game: GameName,
    moves: Moves = None,
    position: PositionText = None,
    time: Time = None,
    goal: Goal = "margin",
    lines: Lines = 1,
    threads: Threads = 1,
    table: Table = 256,
    endgame: Endgame = "auto",
    every: All = False,
    out: Out = None,
    json: Json = False,
) -> None:
    """Search until winner and margin are proven. Ctrl-C stops it and prints the result so far.

    A proof is a row of questions, such as whether the side to move wins by 3 or more. Every answer is printed, and the
    status line says what is asked and how many of the moves have been tried."""
    from outplay.core.limits import Limit, checked
    from outplay.engine.options import check_options

    if every:
        if (time, goal, lines, threads, table, endgame) != (None, "margin", 1, 1, 256, "auto"):
            raise BadSpec("with --all every position is solved; of the other options it takes --out and --json")
        solve_all(game, moves, position, out, json)
        return
    if out is not None:
        raise BadSpec("--out belongs to --all")
    limit = checked(Limit(time))
    check_options(table, threads, goal, lines)
    root = open_unfinished(game, moves, position)
    from outplay.engine.engine import Engine

    tables = prepared(root, endgame)
    engine = Engine(root.game, table, check_threads(threads), goal, net="none", endgame=tables)  # a proof needs no net
    last = print_analyses(root, engine.solve(root, limit, lines), json)
    if not json and not all(line.exact for line in last.lines):
        print(wrap(unfinished_words(root, last)))


def prepared(root: Position, endgame: str) -> str:
    """The option unchanged, when the small default table is there that the engine may use."""
    from outplay.solve.tables import prepare_table

    if endgame == "auto":
        prepare_table(root.game)
    return endgame


def solve_all(game: str, moves: str | None, text: str | None, out: str | None, json: bool) -> None:
    """Solves every position that can be reached from a root, and prints what each of its moves is worth.

    The solution is written to a file; without one, that of a whole game is kept where the page finds it.
    """
    from outplay.core.records import check_writable
    from outplay.solve.solution import Solution, keep

    root = open_unfinished(game, moves, text)
    if out is not None:
        check_writable(Path(out).expanduser())
    with status("Visiting every position …") as update:
        solution = Solution(root.game, root, lambda count: update(f"{amount(count)} positions; Ctrl-C stops it"))
    if out is not None:
        solution.save(out)
    path = out if out is not None else keep(solution)
    if json:
        print_solution_json(solution, path)
    else:
        print_solution(solution, path)


def print_solution_json(solution: "Solution", path: str | None) -> None:
    root = solution.root
    listed = [{"move": root.name(move), **value._asdict()} for move, value in solution.ranked(root)]
    told = {"game": str(root.game), "position": root.text, "positions": len(solution), "file": path}
    told |= {"outcome": outcome_json(solution.outcome(root)), "exact": True, "plies": solution[root].plies}
    print_json(**told, seconds=solution.seconds, moves=listed)


def print_solution(solution: "Solution", path: str | None) -> None:
    """Prints what each move of the root is worth, the best first, and what is proven of it."""
    root, outcome = solution.root, solution.outcome(solution.root)
    print(f"{len(solution):,} positions in {duration(solution.seconds)}.\n")
    ranked = solution.ranked(root)
    for move, value in ranked:
        margin = f" by {abs(value.margin)}" if abs(value.margin) > 1 else ""
        print(f"{root.name(move):>6}  {value.word}{margin}, over after {plies_words(value.plies)}")
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    result = "a draw" if outcome.winner is None else f"{player_name(root.game, outcome.winner)} wins{by}"
    best = root.name(ranked[0][0])
    print(f"\nBest is {best}. Proven: {result}, after {plies_words(solution[root].plies)}.")
    if path is not None:
        print(f"{path} holds the value of every position.")


def plies_words(plies: int) -> str:
    return f"{plies} {'ply' if plies == 1 else 'plies'}"


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


def print_analyses(position: Position, analyses: "Iterator[Analysis]", json: bool, **more: object) -> "Analysis":
    """Prints analyses as they arrive and a verdict after the last one, which is returned. `more` are further fields of
    each line of JSON."""
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
    if not json:
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
    return f"{which}{asked} {proof.done} of {proof.moves} moves tried{now}"


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
    fields["proof"] = proof
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
