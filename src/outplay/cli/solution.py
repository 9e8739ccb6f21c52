"""What `outplay solve --all` prints: the value of every move of a solved game."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

from outplay.cli.common import outcome_json, player_name, print_json, status
from outplay.cli.search import open_unfinished
from outplay.core.figures import amount, duration
from outplay.core.words import plies_words

if TYPE_CHECKING:
    from outplay.solve.solution import Solution


def solve_all(game: str, moves: str | None, text: str | None, out: str | None, json: bool) -> None:
    """Solves every position that can be reached from a root, and prints what each of its moves is worth.

    The solution is written to a file; without one, that of a whole game is kept where the page finds it.
    """
    from outplay.core.records import check_writable
    from outplay.solve.solution import Solution, keep, most_positions

    root = open_unfinished(game, moves, text)
    if out is not None:
        check_writable(Path(out).expanduser())
    with status("Visiting every position …") as update:
        began = time.monotonic()

        def told(count: int, least: int) -> None:
            there = f" of at least about {amount(max(count, least))}" if least else ""
            rate = amount(count / max(1e-9, time.monotonic() - began))
            update(f"{amount(count)} positions{there}, {amount(most_positions())} fit, {rate}/s; Ctrl-C stops it")

        solution = Solution(root.game, root, told)
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
