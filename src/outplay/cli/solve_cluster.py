"""What `outplay solve --cluster` prints, and what it shares with a solve on this machine."""

from typing import TYPE_CHECKING, Any

import typer

from outplay.cli.common import outcome_json, player_name, print_json, status, wrap
from outplay.core.figures import amount, duration
from outplay.core.game import Position
from outplay.core.limits import Limit, allotted

if TYPE_CHECKING:
    from outplay.solve.solved import Solved


def solve_on_cluster(
    root: Position, address: str, how: dict[str, Any], limit: Limit, all_moves: bool, json: bool
) -> None:
    """Solves a position on a cluster and prints what is proven."""
    from outplay.arena.solving_cluster import SolvingCluster
    from outplay.solve.parts_solver import solver_on

    stopped = False
    with SolvingCluster(address) as cluster, status("Searching …") as update:
        with solver_on(cluster, root, report=lambda text: update(f"{text}; Ctrl-C stops it"), **how) as solver:
            try:
                solver.run(allotted(limit), all_moves, optimal_moves=json)
            except KeyboardInterrupt:
                stopped = True
        found = solver.solved()
    if json:
        print_json(game=str(root.game), position=root.text, **solved_json(root, found))
    else:
        print(result_words(root, found, solver.told))
        for move, value in sorted(found.values.items(), key=lambda entry: -entry[1]) if all_moves else ():
            print(f"{root.name(move):>6}  {value:+d}")
        if found.outcome is None and how["checkpoint"]:
            print(f"{how['checkpoint']} keeps what was answered; the same command goes on from here.")
    if stopped:
        raise typer.Exit(130)


def result_words(position: Position, found: "Solved", told: str) -> str:
    """A sentence with what is proven, or how far it is."""
    took = f"{duration(found.seconds)} and {amount(found.nodes)} nodes"
    if found.outcome is None:
        return wrap(f"The proof was not finished in {took}. {told}".rstrip())
    best = f"Best is {position.name(found.moves[0])}. " if found.moves else ""
    winner, margin, _ = found.outcome
    by = f" by {margin}" if margin > 1 and found.goal == "margin" else ""
    won = "a draw" if winner is None else f"{player_name(position.game, winner)} wins{by}"
    return f"{best}Proven in {took}: {won}."


def solved_json(position: Position, found: "Solved") -> dict[str, Any]:
    """What the last line of JSON says of a solve."""
    name = position.name
    return {
        "outcome": outcome_json(found.outcome),
        "exact": found.exact,
        "nodes": found.nodes,
        "seconds": found.seconds,
        "moves": [name(move) for move in found.moves],
        "values": {name(move): value for move, value in found.values.items()},
        "method": found.method,
        "entries": found.entries,
    }
