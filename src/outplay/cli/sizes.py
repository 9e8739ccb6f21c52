"""What `outplay solve --table` prints: the values of a game by its sizes."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from outplay.cli.common import outcome_json, player_name, print_json, start_of_sentence, status, wrap
from outplay.core.figures import amount, duration

if TYPE_CHECKING:
    from outplay.solve.sizes import Effort, Entry, Progress, Sizes

UNKNOWN, NO_GAME, DRAW = "?", ".", "="


def solve_sizes(text: str, how: dict[str, Any], out: str | None, json: bool) -> None:
    """Solves every size that a text names, prints each as it is found, and at the end the table."""
    from outplay.core.registry import game as find_game
    from outplay.engine.options import check_options
    from outplay.solve.sizes import Effort, journal_of, sizes_of, solved_sizes
    from outplay.solve.solver import check_method

    sizes, effort = sizes_of(text), Effort(**how)
    check_options(effort.memory_mb, effort.threads, effort.goal)
    check_method(find_game(sizes.spec(sizes.all[-1])), effort.method, effort.goal)
    entries: list[Entry] = []
    stopped = False
    with journal_of(sizes, Path(out).expanduser() if out else None) as journal:
        try:
            with status("Solving …") as update:
                for entry in solved_sizes(sizes, journal, effort, lambda now: update(progress_words(now))):
                    entries.append(entry)
                    if json:
                        print_json(**entry_json(sizes, entry))
                    elif not entry.kept and not entry.fault:
                        print(entry_words(entry, effort), flush=True)
        except KeyboardInterrupt:
            stopped = True
    solved = sum(entry.outcome is not None for entry in entries)
    if json:
        print_json(table=str(sizes), entries=len(sizes.all), solved=solved, file=str(journal.path))
    else:
        print("\n".join(table_lines(sizes, entries, effort)))
        print(wrap(f"{journal.path} keeps what is solved.{what_next(sizes, entries, effort, stopped)}"))
    if stopped:
        raise typer.Exit(130)


def what_next(sizes: "Sizes", entries: "list[Entry]", effort: "Effort", stopped: bool) -> str:
    """What a user can do about the sizes that are not solved; begins with a blank, or is empty."""
    if stopped:
        return " The same command goes on from here."
    if any(entry.outcome is None and not entry.fault for entry in entries):
        return f" More time for each may solve more: --time {effort.time * 6:g}"
    return ""


def progress_words(now: "Progress") -> str:
    """How far a table is, in one line."""
    text = f": {now.text}" if now.text else ""
    return f"{now.done} of {now.total} done, now {now.game}{text}; at most {duration(now.most_seconds)} left"


def entry_words(entry: "Entry", effort: "Effort") -> str:
    """One size in a line, as soon as it is found."""
    found = outcome_words(entry, effort) if entry.outcome else f"not solved in {effort.time:g} s"
    return f"{entry.game:<20}  {found:<32}  {duration(entry.seconds):>9}  {amount(entry.nodes):>8} nodes"


def outcome_words(entry: "Entry", effort: "Effort") -> str:
    from outplay.core.registry import game as find_game

    assert entry.outcome
    winner, margin, _ = entry.outcome
    if winner is None:
        return "a draw"
    by = f" by {margin}" if margin > 1 and effort.goal == "margin" else ""
    return f"{player_name(find_game(entry.game), winner)} wins{by}"


def entry_json(sizes: "Sizes", entry: "Entry") -> dict[str, Any]:
    told: dict[str, Any] = {"game": entry.game, "sizes": dict(zip(sizes.names, entry.sizes, strict=True))}
    told |= {"outcome": outcome_json(entry.outcome), "exact": entry.outcome is not None, "nodes": entry.nodes}
    told |= {"seconds": round(entry.seconds, 3), "method": entry.method, "kept": entry.kept}
    return told | ({"fault": entry.fault} if entry.fault else {})


def table_lines(sizes: "Sizes", entries: "list[Entry]", effort: "Effort") -> list[str]:
    """The table: the first size down, the second across, and a table for each value of further sizes; then what its
    signs mean."""
    margins = effort.goal == "margin" and any(entry.outcome and entry.outcome.margin > 1 for entry in entries)
    cells = {entry.sizes: cell(entry, margins) for entry in entries}
    lines, names = list[str](), sizes.names
    columns = list(sizes.ranges[1]) if len(names) > 1 else [None]
    width = max(3, *(len(text) for text in cells.values()), *(len(str(column or "")) for column in columns))
    first = max(len(names[0]), len(str(sizes.ranges[0][-1])))
    for further in sorted({each[2:] for each in sizes.all}):
        title = ", ".join(f"{name} {value}" for name, value in zip(names[2:], further, strict=True))
        lines += ["", *([title] if title else [])]
        lines.append("  ".join([f"{names[0]:>{first}}", *names[1:2]]))
        if len(names) > 1:
            lines.append(" " * first + "".join(f"  {column:>{width}}" for column in columns))
        for row in sizes.ranges[0]:
            across = [(row, column) if column is not None else (row,) for column in columns]
            shown = [cells.get((*each, *further), UNKNOWN) for each in across]
            lines.append(f"{row:>{first}}" + "".join(f"  {text:>{width}}" for text in shown))
    found = {cells.get(each, UNKNOWN) for each in sizes.all}
    return [*lines, "", *legend(found, entries, effort, margins), ""]


def cell(entry: "Entry", margins: bool) -> str:
    """A value as the table shows it."""
    if entry.outcome is None:
        return NO_GAME if entry.fault else UNKNOWN
    if entry.outcome.winner is None:
        return DRAW
    return ("-" if entry.outcome.winner else "+") + (str(entry.outcome.margin) if margins else "1")


def legend(shown: set[str], entries: "list[Entry]", effort: "Effort", margins: bool) -> list[str]:
    """What the signs of a table mean, those that it has."""
    from outplay.core.registry import game as find_game

    game = next((find_game(entry.game) for entry in entries if not entry.fault), None)
    number, by = ("N", " by N") if margins else ("1", "")
    lines = []
    for player, sign in enumerate("+-"):
        if game and any(text[0] == sign and len(text) > 1 for text in shown):
            lines.append(f"{sign}{number}  {start_of_sentence(player_name(game, player))} wins{by}.")
    meanings = {DRAW: "A draw.", UNKNOWN: f"Not solved in {effort.time:g} s.", NO_GAME: "There is no such game."}
    return lines + [f"{sign:<2}  {words}" for sign, words in meanings.items() if sign in shown]
