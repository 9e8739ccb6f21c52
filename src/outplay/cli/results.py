"""The commands results and pause: tables and games of matches and tournaments, finished or running."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outplay.cli.common import Database, Json, print_json, terminal_width, wrap

if TYPE_CHECKING:
    from outplay.arena.games import Result
    from outplay.arena.store import Run
    from outplay.arena.summary import Summary

Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the results to a .svg, .png or .pdf file.")
]
Scoring = Annotated[str | None, typer.Option("--scoring", help="plain (1, 1/2, 0) or mnk-course.")]

CROSS_TABLE_PLAYERS = 12
"""The largest number of players for which the cross table is shown without --cross."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay results  # all matches and tournaments\n\n"
            "outplay results league  # the standings of one\n\n"
            "outplay results league --cross --plot league.svg  # with the cross table, and a picture\n\n"
            "outplay results league --games  # its games, one a line\n\n"
            "outplay results league --without-errors  # strength without games lost by crash, silence or illegal move"
        )
    )(results)
    app.command(epilog=("outplay pause league  # let the running games end, and start no more"))(pause)


def results(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="A match or tournament; without it all are listed.")
    ] = None,
    cross: Annotated[bool, typer.Option("--cross", help="Also the cross table.")] = False,
    games: Annotated[bool, typer.Option("--games", help="Its games instead, one per line.")] = False,
    without_errors: Annotated[
        bool, typer.Option("--without-errors", help="Without games lost by a crash, silence, delay or illegal move.")
    ] = False,
    scoring: Scoring = None,
    plot: Plot = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Show the results of a match or tournament, also of one that is running: standings, Elo, figures, games."""
    from outplay.arena.store import Store

    check_plot(plot)
    with Store(db, make=False) as store:
        if name is None:
            list_runs(store.runs(), store.place, json)
        elif games:
            played = store.run(name).results()
            list_games([game for game in played if not (without_errors and game.erred)], json)
        else:
            print_results(store.run(name), scoring, plot, json, cross, errors=not without_errors)


def pause(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A running match or tournament.")],
    db: Database = None,
) -> None:
    """Pause a match or tournament when its running games are over."""
    from outplay.arena.store import Store

    with Store(db, make=False) as store:
        run = store.run(name)
        run.ask_pause()
    print(f"{name} will pause when its running games are over; go on with: outplay {run.kind} --resume {name}")


def list_runs(runs: list[Any], database: str, json: bool) -> None:
    if json:
        for info in runs:
            print_json(**info._asdict())
        return
    if not runs:
        print(
            f"There are no games in {database} yet. To begin: outplay match kalah:6,4 engine:level=3 random --games 20"
        )
        return
    width = max(len(info.name) for info in runs)
    print(f"{'name':<{width}}  {'kind':<10}  players  games  {'last played':<16}  state")
    for info in runs:
        when = info.active[:16].replace("T", " ")
        print(f"{info.name:<{width}}  {info.kind:<10}  {info.players:7}  {info.games:5}  {when:<16}  {info.state}")


def list_games(played: list["Result"], json: bool) -> None:
    from outplay.arena.tables import game_lines

    if json:
        for result in played:
            print_json(**result._asdict())
        return
    if not played:
        print("No games yet.")
        return
    print("\n".join(game_lines(played, terminal_width())))
    erred = [result for result in played if result.erred]
    if erred:
        print()
    for result in erred:
        print(wrap(f"game {result.number}, {result.erred}: {result.ending}: {result.detail}"))


def print_results(
    run: "Run", scoring: str | None, plot: Path | None, json: bool, cross: bool = False, errors: bool = True
) -> None:
    """Prints the results of a run, and draws them if `plot` is given; without `errors`, those of the games that no
    player lost by an error."""
    from outplay.arena.summary import summarised

    summary = summarised(run, scoring, errors)
    if plot:
        from outplay.arena.plots import plot as draw

        draw(summary.results, plot, run.name, summary.players)
    if json:
        print_json(name=run.name, kind=run.kind, state=run.state, **summary.as_dict())
        return
    print(f"{run.name}: {run.settings.get('game', '')}, {len(summary.results)} games, {run.state}\n")
    print_tables(summary, run.settings.get("sprt"), scoring or run.settings.get("scoring", "plain"), cross)
    if any(row.errors for row in summary.standings):
        print(wrap(f"`outplay results {run.name} --games` says what went wrong in each game lost by an error."))
    if plot:
        print(f"{plot} is written.")


def print_tables(summary: "Summary", sprt: str | None, scoring: str, cross: bool) -> None:
    from outplay.arena.sprt import sprt_of, sprt_words
    from outplay.arena.tables import (
        cross_lines,
        error_lines,
        figure_lines,
        left_out_words,
        match_lines,
        rating_notes,
        standings_lines,
    )

    width, rows = terminal_width(), summary.standings
    print("\n".join(standings_lines(rows, swiss=summary.swiss, width=width)))
    if summary.match:
        comparison = match_lines(summary.match, summary.board)
    else:
        comparison = rating_notes(summary.ratings, any(row.errors for row in rows))
    blocks = [comparison, error_lines(rows), figure_lines(summary.figures), summary.unequal]
    if summary.left_out:
        blocks.append([left_out_words(summary.left_out)])
    if sprt and summary.sprt:
        comparison.append(sprt_words(sprt_of(sprt), summary.sprt))
    with_cross = cross or 2 < len(rows) <= CROSS_TABLE_PLAYERS
    if with_cross:
        blocks.insert(0, cross_lines(summary.results, [row.player for row in rows], width))
    if scoring != "plain" and len(rows) > 2:
        blocks.append(["The cross table, SB and Buchholz count 1 for a win and 1/2 for a draw."])
    if any(row.byes for row in rows):
        blocks.append(["A player without an opponent in a round gets its games as won: see byes."])
    for number, block in enumerate(blocks):
        if block:
            print()
            print("\n".join(block if with_cross and number == 0 else map(wrap, block)))


def check_plot(path: Path | None) -> None:
    """Raises an error if a plot could not be drawn, before the games are played for it."""
    if path is None:
        return
    from outplay.arena.plots import checked_plot

    checked_plot(path)
