"""The commands solve and verify."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outplay.cli.common import GameName, Json, Moves, PositionText, player_name, print_json, status, wrap
from outplay.cli.search import (
    Endgame,
    Lines,
    Threads,
    Time,
    as_json,
    check_threads,
    open_unfinished,
    print_analyses,
    unfinished_words,
)
from outplay.cli.sizes import solve_sizes
from outplay.cli.solution import solve_all
from outplay.cli.solve_cluster import result_words, solve_on_cluster, solved_json
from outplay.core.errors import BadLimit, BadProof, BadSpec
from outplay.core.figures import amount, duration
from outplay.core.game import Game
from outplay.core.limits import Limit
from outplay.core.paths import check_place

if TYPE_CHECKING:
    from outplay.solve.solver import Solver
    from outplay.solve.verify import Claim

Memory = Annotated[int, typer.Option("--memory", metavar="MB", help="Memory of the transposition table.")]
Goal = Annotated[
    str, typer.Option("--goal", help="margin: prove by how much; win: prove only who wins, which is faster.")
]
Method = Annotated[
    str,
    typer.Option("--method", metavar="NAME", help="auto, alpha-beta, proof-number, or pairing (K in a row, Squatter)."),
]
ProofFile = Annotated[
    Path | None, typer.Option("--proof", metavar="FILE", help="Write a certificate, which `outplay verify` checks.")
]
CheckpointFile = Annotated[
    Path | None,
    typer.Option("--checkpoint", metavar="FILE", help="Save the table every minute, and go on from it if it exists."),
]
All = Annotated[
    bool, typer.Option("--all", help="Solve every position that can be reached, of a small game: value and length.")
]
Out = Annotated[
    str | None, typer.Option("--out", metavar="FILE", help="With --all and --table, the file that is written.")
]
TableOfSizes = Annotated[
    bool,
    typer.Option(
        "--table",
        help="Solve a game in many sizes, and keep the values in a file: kalah, or with ranges kalah:1-4,1-6.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option("--cluster", metavar="auto|local|HOST:PORT", help="Search on the machines of a Ray cluster."),
]
AllMoves = Annotated[bool, typer.Option("--all-moves", help="Prove the value of every move.")]
Certificate = Annotated[Path, typer.Argument(metavar="FILE", help="A certificate that `outplay solve --proof` wrote.")]

REPORT_POSITIONS = 20_000
"""The status line of a check changes after so many positions."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay solve kalah:5,3  # who wins, and by how much\n\n"
            "outplay solve squatter:4 --goal win --proof squatter.proof  # only who wins, with a certificate\n\n"
            "outplay solve kalah:4,3 --all-moves  # what each of the moves is worth\n\n"
            "outplay solve kalah:5,5 --memory 2000 --checkpoint kalah.table  # a long one, which may be interrupted\n\n"
            "outplay solve kalah:4,3 --all --out kalah.solution  # the value of every position, in one file\n\n"
            "outplay solve --table kalah  # the values of many sizes, as a table; given again, it goes on\n\n"
            "outplay solve --table mnk:3-5,3-5,4 --time 60  # other sizes, a minute for each at most\n\n"
            "outplay solve kalah:6,4 --memory 1000 --cluster auto --checkpoint parts.jsonl"
            "  # on all machines of a Ray cluster\n\n"
            "outplay solve mnk:4,4,3 --json  # the steps and the result for another program"
        )
    )(solve)
    app.command(epilog="outplay verify squatter.proof  # says what is proven")(verify)


def solve(
    game: GameName,
    moves: Moves = None,
    position: PositionText = None,
    time: Time = None,
    goal: Goal = "margin",
    lines: Lines = 1,
    threads: Threads = 1,
    memory: Memory = 256,
    method: Method = "auto",
    proof: ProofFile = None,
    checkpoint: CheckpointFile = None,
    all_moves: AllMoves = False,
    endgame: Endgame = "auto",
    every: All = False,
    table: TableOfSizes = False,
    cluster: Cluster = None,
    out: Out = None,
    json: Json = False,
) -> None:
    """Search until winner and margin are proven. Ctrl-C stops it and prints the result so far.

    A proof is a row of questions, such as whether the side to move wins by 3 or more. Every answer is printed, and the
    status line says what is asked and how many of the moves have been tried."""
    from outplay.core.limits import checked
    from outplay.engine.options import check_options

    if table:
        given = (moves, position, lines, proof, checkpoint, all_moves, every, cluster)
        if given != (None, None, 1, None, None, False, False, None):
            raise BadSpec(
                "with --table whole games are solved; of the other options it takes --time, --goal, --method, "
                "--memory, --threads, --endgame, --out and --json"
            )
        effort = {"goal": goal, "method": method, "memory_mb": memory, "threads": threads, "endgame": endgame}
        solve_sizes(game, effort if time is None else effort | {"time": time}, out, json)
        return
    if every:
        usual = (None, "margin", 1, 1, 256, "auto", None, None, False, "auto", None)
        if (time, goal, lines, threads, memory, method, proof, checkpoint, all_moves, endgame, cluster) != usual:
            raise BadSpec("with --all every position is solved; of the other options it takes --out and --json")
        solve_all(game, moves, position, out, json)
        return
    if out is not None:
        raise BadSpec("--out belongs to --all and --table")
    limit = checked(Limit(time))
    check_options(memory, threads, goal, lines)
    check_arguments(game, method, goal, lines, proof, all_moves)
    if cluster is not None and (lines, threads, proof) != (1, 1, None):
        raise BadSpec("--lines, --threads and --proof do not go with --cluster; for a certificate solve without it")
    root = open_unfinished(game, moves, position)
    from outplay.solve.checkpoint import held
    from outplay.solve.solver import Solver, check_cycles

    check_cycles(root, limit)
    if cluster is not None:
        how = {"goal": goal, "method": method, "memory_mb": memory, "endgame": endgame, "checkpoint": checkpoint}
        solve_on_cluster(root, cluster, how, limit, all_moves, json)
        return
    with held(checkpoint):
        solver = Solver(root, goal, method, memory, check_threads(threads), checkpoint, endgame)
        last = searched(solver, limit, len(root.moves()) if all_moves else lines, json)
        entries = written(solver, proof, json) if proof else 0
    if json:
        print_result(solver, last, entries)


def check_arguments(game: str, method: str, goal: str, lines: int, proof: Path | None, all_moves: bool) -> None:
    """BadSpec for options that do not go together, before anything is compiled."""
    from outplay.core.registry import game as find_game

    if method not in ("auto", "alpha-beta"):
        from outplay.solve.solver import check_method

        check_method(find_game(game), method, goal)
        if lines > 1 or all_moves:
            raise BadSpec("--lines and --all-moves go with the method alpha-beta only")
    if proof:
        check_place(proof, BadSpec)


def searched(solver: "Solver", limit: Limit, lines: int, json: bool) -> dict[str, Any]:
    """Runs a solve and prints what it finds; returns what the last line of JSON says of the search."""
    from outplay.solve.solver import FIRST_NODES

    root, method = solver.position, solver.used_method()
    if lines == 1:
        with status("Searching …"):
            if solver.look_for_loops(limit):
                if not json:
                    print(result_words(root, solver.solved(), solver.told))
                return {"game": str(root.game), "position": root.text}
    if lines > 1 or method == "alpha-beta":
        last = print_analyses(root, solver.analyses(limit, lines), json)
        if not json and not all(line.exact for line in last.lines):
            print(wrap(unfinished_words(root, last)))
        if len(last.lines) > 1 and all(line.exact for line in last.lines):
            solver.values = {line.move: round(line.score) for line in last.lines}
        return as_json(root, last)
    if solver.method == "auto":
        with status("Searching …") as update:
            solver.look_for_pairs(limit, update)
    if solver.method == "auto" and solver.outcome is None:
        last = print_analyses(root, solver.analyses(limit._replace(nodes=FIRST_NODES)), json, final=False)
        if last.exact:
            return as_json(root, last)
    if solver.outcome is None:
        with status("Searching …") as update:
            solver.continue_run(limit, update)
    if not json:
        print(result_words(solver.position, solver.solved(), solver.told))
    return {"game": str(root.game), "position": root.text}


def written(solver: "Solver", path: Path, json: bool) -> int:
    """Writes the certificate; returns the number of its entries."""
    if solver.outcome is None:
        raise BadLimit(f"nothing was proven, so {path} was not written")
    with status("Writing the certificate …") as update:
        entries = solver.write(path, lambda done: update(f"Writing the certificate: {amount(done)} positions"))
    if not json:
        print(f"Certificate: {path}, {entries:,} entries, {path.stat().st_size:,} bytes.")
    return entries


def print_result(solver: "Solver", last: dict[str, Any], entries: int) -> None:
    """The last line of JSON: what is proven, and every first move that keeps it."""
    if solver.outcome and not solver.values:
        solver.find_optimal_moves()
    print_json(**last | solved_json(solver.position, solver.solved(entries)))


def verify(certificate: Certificate, json: Json = False) -> None:
    """Check a certificate: with the rules of the game alone, in plain Python, without the search.

    It says what is proven. A file that proves nothing, or in which anything was altered, is refused."""
    import time

    from outplay.solve.verify import verify as check

    if kind := other_kind(certificate):
        raise BadProof(f"{certificate} is {kind}")
    began = time.monotonic()
    with status("Checking …") as update:

        def advance(positions: int) -> None:
            if positions % REPORT_POSITIONS == 0:
                update(f"Checking: {amount(positions)} positions")

        found = check(certificate, advance)
    seconds = time.monotonic() - began
    game = found.position.game
    if json:
        claims = [{"player": claim.player, "at_least": claim.least} for claim in found.claims]
        told = {"game": str(game), "position": found.position.text, "claims": claims, "proven": found.claims != ()}
        print_json(**told, entries=found.entries, positions=found.positions, seconds=seconds)
        return
    where = "from the start" if found.position == game.start() else f"in the position {found.position.text}"
    print(wrap(f"Proven for {game}, {where}: {claims_words(game, found.claims)}."))
    print(f"{found.positions:,} positions were checked in {duration(seconds)}, {found.entries:,} entries.")


def other_kind(path: Path) -> str:
    """What a file is that outplay has written, if it is no certificate, and what can be done with it; empty if it is
    none of those."""
    from outplay.engine.endgame import MAGIC as ENDGAME
    from outplay.solve.solution import MAGIC as SOLUTION

    try:
        with path.open("rb") as file:
            first = file.read(16)
    except OSError:
        return ""
    wanted = "a certificate is what `outplay solve GAME --proof FILE` writes"
    if first.startswith(SOLUTION):
        return (
            "a solution, which holds the value of every position and proves none of them; outplay.Solution.load reads "
            f"it, and {wanted}"
        )
    if first.startswith(ENDGAME):
        return f"an endgame table; `outplay endgame GAME --check --file FILE` checks it, and {wanted}"
    if first.startswith(b'{"version": '):
        return f"a checkpoint or a table of sizes, by which `outplay solve` goes on; {wanted}"
    return ""


def claims_words(game: Game, claims: "tuple[Claim, ...]") -> str:
    """What the claims of a certificate say together."""
    least = {claim.player: claim.least for claim in claims}
    if len(least) == 2 and least[0] == -least[1]:
        if least[0] == 0:
            return "with best play it is a draw"
        winner = 0 if least[0] > 0 else 1
        return f"with best play {player_name(game, winner)} wins by {least[winner]}"
    return " and ".join(claim_words(game, claim) for claim in claims)


def claim_words(game: Game, claim: "Claim") -> str:
    name = player_name(game, claim.player)
    if claim.least > 0:
        return f"{name} can win" + (f" by {claim.least} or more" if claim.least > 1 else "")
    return f"{name} can draw at least" if claim.least == 0 else f"{name} can lose by no more than {-claim.least}"
