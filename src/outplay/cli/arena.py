"""The commands match and tournament: many games between players, all of them stored."""

import sys
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outplay.cli import completion
from outplay.cli.common import Database, Json, print_json, status, try_rules
from outplay.cli.results import Plot, Scoring, check_plot, print_results
from outplay.core.errors import BadSpec
from outplay.core.registry import game as find_game

if TYPE_CHECKING:
    from outplay.arena.entrants import Entrants
    from outplay.arena.store import Run, Store
    from outplay.arena.tournament import Progress, Tournament
    from outplay.arena.workers import Workers

Time = Annotated[float | None, typer.Option("--time", "-t", metavar="SECONDS", help="Seconds for each move.")]
GameClock = Annotated[
    str | None, typer.Option("--clock", metavar="S[+S]", help="Seconds for all moves, and added for each move: 60+0.5.")
]
OpeningsText = Annotated[
    str | None,
    typer.Option("--openings", metavar="KIND", help="none, random:N or balanced:N (N moves), or a file of openings."),
]
Margin = Annotated[
    float | None, typer.Option("--margin", metavar="SECONDS", help="How late a move may be without losing.")
]
StartMargin = Annotated[
    float | None,
    typer.Option("--start-margin", metavar="SECONDS", help="How much later a program's first move of a game may be."),
]
MostMoves = Annotated[int | None, typer.Option("--most-moves", help="A game of more moves is a draw.")]
Adjudicate = Annotated[
    int | None,
    typer.Option(
        "--adjudicate", metavar="NODES", help="End games whose result the engine proves within this many nodes."
    ),
]
Memory = Annotated[int | None, typer.Option("--memory", metavar="MB", help="Memory limit of a program.")]
Cpu = Annotated[
    int | None, typer.Option("--cpu", metavar="SECONDS", help="Limit of a program's processor time in a game.")
]
Log = Annotated[str | None, typer.Option("--log", metavar="FOLDER", help="Keep what programs write to standard error.")]
Workers_ = Annotated[int, typer.Option("--workers", "-w", min=0, help="Games at a time; 0: one per processor.")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="auto|local|HOST:PORT", help="Play the games on a Ray cluster.")
]
Name = Annotated[str | None, typer.Option("--name", help="Its name in the store.")]
Resume = Annotated[str | None, typer.Option("--resume", metavar="NAME", help="Continue one that was stopped.")]
RunSeed = Annotated[
    int | None, typer.Option("--seed", min=0, help="Seed of the random numbers; the same seed gives the same openings.")
]
SprtText = Annotated[
    str | None,
    typer.Option("--sprt", metavar="ELO0,ELO1", help="Stop when an SPRT decides between two Elo differences."),
]

SkipBroken = Annotated[bool, typer.Option("--skip-broken", help="Leave out players that cannot play, and name them.")]

MATCH_GAMES = 100


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay match kalah:6,4 engine:nodes=2000 kalah-ranks --games 50  # 50 games between two players\n\n"
            "outplay match gomoku my_bot.py 'gomocup:./pbrain-other' --time 1"
            "  # your bot against another program, a second a move\n\n"
            "outplay match gomoku fast=my_bot.py@0.5 slow=my_bot.py@2  # half a second against two\n\n"
            "outplay match kalah new.py old.py --games 2000 --sprt 0,20"
            "  # stop as soon as it is clear which version is stronger"
        )
    )(match)
    app.command(
        epilog=(
            "outplay tournament kalah:6,4 bots/*.py engine:level=3 --time 0.5"
            "  # all bots of a folder, and the engine\n\n"
            "outplay tournament league.toml  # play it\n\n"
            "outplay tournament --resume league  # go on with one that was stopped\n\n"
            "outplay tournament --resume league --rounds 4 late_bot.py  # more rounds, and another player\n\n"
            "outplay tournament kalah:6,4 bots/*.py --skip-broken --log logs"
            "  # without the bots that do not start, and with a log of each"
        )
    )(tournament)


def match(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, as in kalah:6,4.", autocompletion=completion.games)
    ] = None,
    one: Annotated[
        str | None,
        typer.Argument(
            metavar="A", help="The first of two players; see `outplay players`.", autocompletion=completion.players
        ),
    ] = None,
    two: Annotated[
        str | None, typer.Argument(metavar="B", help="The second of the two.", autocompletion=completion.players)
    ] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", help="Number of games; 100 by default.")] = None,
    time: Time = None,
    clock: GameClock = None,
    margin: Margin = None,
    start_margin: StartMargin = None,
    openings: OpeningsText = None,
    seed: RunSeed = None,
    sprt: SprtText = None,
    adjudicate: Adjudicate = None,
    most_moves: MostMoves = None,
    memory: Memory = None,
    cpu: Cpu = None,
    log: Log = None,
    workers: Workers_ = 0,
    cluster: Cluster = None,
    scoring: Scoring = None,
    name: Name = None,
    resume: Resume = None,
    db: Database = None,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Play many games between two players: which one is stronger, by how much Elo, and how certain that is."""
    options = {
        "time": time, "clock": clock, "margin": margin, "start_margin": start_margin, "openings": openings,
        "seed": seed, "sprt": sprt, "adjudicate": adjudicate,
        "most_moves": most_moves, "memory": memory, "cpu": cpu, "log": log, "scoring": scoring,
    }  # fmt: skip
    check_plot(plot)
    with open_store(db) as store, closing(make_workers(workers, cluster)) as team:
        if resume is None:
            if game is None or one is None or two is None:
                raise BadSpec("name a game and two players, as in: outplay match kalah:6,4 engine:level=3 random")
            run = create_run(
                store, "match", game, [one, two], {**options, "games": MATCH_GAMES if games is None else games}, name
            )
        else:
            if one is not None or two is not None:
                raise BadSpec(
                    "with --resume the game and the players are known; give only what changes, as in --games 200"
                )
            run = resume_run(store, resume, [], {**options, "games": games, "name": name}, "games")
        play_run(run, team, plot, json)


def tournament(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE.toml | GAME PLAYER…",
            help="The file of a tournament, or a game and its players.",
            autocompletion=completion.entries,
        ),
    ] = None,
    format: Annotated[str | None, typer.Option("--format", "-f", help="round-robin, gauntlet or swiss.")] = None,
    games: Annotated[int | None, typer.Option("--games", "-n", help="Games of each pairing; 2 by default.")] = None,
    rounds: Annotated[
        int | None,
        typer.Option("--rounds", "-r", help="How often all pairings are played; the rounds of a Swiss tournament."),
    ] = None,
    time: Time = None,
    clock: GameClock = None,
    margin: Margin = None,
    start_margin: StartMargin = None,
    openings: OpeningsText = None,
    seed: RunSeed = None,
    adjudicate: Adjudicate = None,
    most_moves: MostMoves = None,
    memory: Memory = None,
    cpu: Cpu = None,
    log: Log = None,
    workers: Workers_ = 0,
    cluster: Cluster = None,
    scoring: Scoring = None,
    name: Name = None,
    resume: Resume = None,
    db: Database = None,
    skip_broken: SkipBroken = False,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Play a tournament between many players: round robin, gauntlet or Swiss."""
    from outplay.arena.settings import read_file

    options: dict[str, Any] = {
        "format": format, "games": games, "rounds": rounds, "time": time, "clock": clock, "margin": margin,
        "start_margin": start_margin, "openings": openings, "seed": seed, "adjudicate": adjudicate,
        "most_moves": most_moves, "memory": memory, "cpu": cpu, "log": log, "scoring": scoring,
    }  # fmt: skip
    check_plot(plot)
    words = list(what or [])
    if resume is None and not words:
        raise BadSpec("name a file or a game and players, as in: outplay tournament kalah:6,4 bots/*.py random")
    players = words if resume is not None else words[1:]
    if resume is None and words[0].endswith(".toml"):
        path = Path(words[0])
        from_file, players = read_file(path)
        players += words[1:]
        words[0] = from_file.pop("game", "")
        name = name or path.stem
        options = from_file | {key: value for key, value in options.items() if value is not None}
        if not words[0]:
            raise BadSpec(f'{path} does not name its game; write a line like game = "kalah:6,4"')
    with open_store(db) as store, closing(make_workers(workers, cluster)) as team:
        if resume is None:
            run = create_run(store, "tournament", words[0], players, options, name, skip_broken)
        else:
            run = resume_run(store, resume, players, {**options, "name": name}, "rounds", skip_broken)
        play_run(run, team, plot, json)


def open_store(db: str | None) -> "Store":
    from outplay.arena.store import Store

    return Store(db)


def create_run(
    store: "Store",
    kind: str,
    game: str,
    specs: list[str],
    options: dict[str, Any],
    name: str | None,
    skip_broken: bool = False,
) -> "Run":
    """Creates a match or tournament in the store, after all checks that can be made before the first game."""
    from outplay.arena.create import create

    def enter(named: Mapping[str, str], game: str) -> "Entrants":
        return usable_players(named, game, skip_broken, kind)

    return create(store, kind, game, specs, options, name, enter, try_rules)


def resume_run(
    store: "Store", name: str, specs: list[str], options: dict[str, Any], extension: str, skip_broken: bool = False
) -> "Run":
    """A match or tournament of the store, extended by new players and the option `extension`; no other may change."""
    from outplay.arena.create import check_usable
    from outplay.arena.entrants import named_players, newcomers
    from outplay.arena.schedule import Extent
    from outplay.arena.settings import checked_settings, settings_of

    for option, value in options.items():
        if value is not None and option != extension:
            raise BadSpec(
                f"--{option.replace('_', '-')} cannot be changed: it is the same for all games of {name}; "
                f"--{extension} can"
            )
    run = store.run(name)
    if run.kind not in ("match", "tournament"):
        raise BadSpec(f"{name} is no match or tournament and cannot be resumed")
    settings = settings_of(run.settings)
    usable_players(run.players, settings.game, False, "")
    new, known = newcomers(specs, run.players)
    for player in known:  # the command may have been given before, or names all files of a folder
        print(f"{player} takes part already; to add it once more give it another name", file=sys.stderr)
    entrants = usable_players(named_players(new, run.players), settings.game, skip_broken, run.kind)
    added = entrants.players
    players = {**run.players, **added}
    begun = max((result.round for result in run.results()), default=0)
    extent = Extent(len(players), settings.rounds if options.get("rounds") is None else options["rounds"])
    games = settings.games if options.get("games") is None else options["games"]
    if extent.rounds < settings.rounds or games < settings.games:
        raise BadSpec(f"{name} has {settings.rounds} rounds of {settings.games} games; it can have more, not fewer")
    settings = settings._replace(
        games=games,
        extents=settings.extents if extent == settings.extents[-1] else (*settings.extents, extent),
        joined={**settings.joined, **dict.fromkeys(added, begun + 1)},
        times={**settings.times, **entrants.times},
    )
    checked_settings(settings, list(players))
    check_usable(settings)
    run.extend(settings.as_dict(), added)
    return run


def usable_players(named: Mapping[str, str], game: str, skip_broken: bool, kind: str) -> "Entrants":
    """The players that can play the game. If there are others, an error names all of them; with `skip_broken` they are
    printed and left out."""
    from outplay.arena.entrants import entered

    with status("") as update:
        entrants = entered(named, find_game(game), lambda name: update(f"Trying {name} …"), skip_broken)
    if entrants.broken and not skip_broken:
        raise entrants.refused(kind == "tournament")
    for why in entrants.broken.values():
        print(f"left out: {why}", file=sys.stderr)
    return entrants


def play_run(run: "Run", workers: "Workers", plot: Path | None, json: bool) -> None:
    """Plays the remaining games of a run, shows the progress, and prints the results."""
    from outplay.arena.tournament import Tournament

    playing = Tournament(run, workers)
    run.claim()
    left = playing.schedule.planned - len(playing.results)
    how = f", {min(left, workers.size)} at a time; Ctrl-C pauses it" if left else ""
    print(f"{run.name}: {left} games to play{how}", file=sys.stderr)
    if left:
        print_networks(run)
    state = "stopped"
    try:
        with ProgressDisplay(playing, json) as display:
            state = playing.play(display.update)
        warn_of_openings(playing)
    finally:
        if state in ("stopped", "paused"):
            stored = f"{len(playing.results)} of {playing.schedule.planned} games are kept"
            print(f"{stored}; go on with: outplay {run.kind} --resume {run.name}", file=sys.stderr)
    print_results(run, None, plot, json)
    if state == "stopped":
        raise typer.Exit(130)


def print_networks(run: "Run") -> None:
    """Says which players evaluate positions by a network, on this machine."""
    from outplay.players.specs import network_words

    game = find_game(run.settings["game"])
    for name, spec in run.players.items():
        if words := network_words(spec, game):
            print(f"{name} evaluates positions by {words}", file=sys.stderr)


def warn_of_openings(playing: "Tournament") -> None:
    """Says if balanced openings were asked for and not found."""
    poor, plies = len(playing.openings.poor), playing.openings.plies
    if poor:
        print(
            f"openings that favour one side: {poor} of {playing.openings.next}; no better ones of {plies} moves were "
            f"found, try --openings balanced:{plies + 2} or a file of openings",
            file=sys.stderr,
        )


def make_workers(number: int, cluster: str | None) -> "Workers":
    if cluster is not None:
        from outplay.arena.cluster import ClusterWorkers

        return ClusterWorkers(cluster)
    from outplay.arena.workers import LocalWorkers
    from outplay.core.machine import processors

    return LocalWorkers(number or processors())


WIDE = 100
"""Columns of a terminal from which on the bar of games played is long."""
REPORT_SECONDS = 30.0
"""The time between two lines of progress if there is no terminal."""


class ProgressDisplay:
    """Shows a progress bar with the remaining time and the score, or lines if there is no terminal. With JSON it prints
    each game when it ends."""

    def __init__(self, playing: "Tournament", json: bool) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
        from rich.table import Column

        self.playing, self.json = playing, json
        self.console = Console(stderr=True)
        count = f"{playing.schedule.planned}/{playing.schedule.planned}"
        narrow = self.console.width < WIDE
        columns = (
            BarColumn(bar_width=8 if narrow else 24),
            MofNCompleteColumn(table_column=Column(no_wrap=True, min_width=len(count))),
            TextColumn("{task.description}", markup=False),
        )
        self.bar = Progress(*columns, console=self.console, transient=True, disable=not self.console.is_terminal)
        self.task = self.bar.add_task("", total=playing.schedule.planned)
        self.reported = time.monotonic()
        """When the last line of progress was printed."""
        self.printed = set(playing.results)
        """The numbers of the games that were printed as JSON, or played before."""

    def __enter__(self) -> "ProgressDisplay":
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()

    def update(self, progress: "Progress") -> None:
        if progress.openings:
            found, wanted = progress.openings
            self.bar.update(self.task, completed=found, total=wanted, description="even openings found")
            self.report(f"{found} of {wanted} even openings found")
            return
        words = "  ".join(filter(None, (time_left(progress), self.score(progress))))
        self.bar.update(self.task, completed=len(progress.results), total=progress.planned, description=words)
        if self.json:
            for result in progress.results:
                if result.number not in self.printed:
                    self.printed.add(result.number)
                    print_json(**result._asdict())
        done = f"{len(progress.results)} of {progress.planned} games"
        self.report(f"{done}, {words}" if words else done)

    def report(self, line: str) -> None:
        """Prints a line of progress, if there is no terminal and the last one is some time ago."""
        if not self.console.is_terminal and time.monotonic() - self.reported >= REPORT_SECONDS:
            self.reported = time.monotonic()
            print(line, file=sys.stderr, flush=True)

    def score(self, progress: "Progress") -> str:
        """Wins, draws, losses, Elo and SPRT of a match; empty for a tournament."""
        from outplay.arena.elo import compare, elo_words

        names = self.playing.names
        if len(names) > 2 or not progress.results:
            return ""
        result = compare(progress.results, *names)
        words = f"+{result.wins} ={result.draws} -{result.losses}, Elo {elo_words(result)}"
        words += f", {sum(result.errors)} lost by errors" * any(result.errors)
        if self.playing.trial:
            state = self.playing.trial.state
            words += f", LLR {state.llr:.2f} ({state.lower:.2f} to {state.upper:.2f})"
        return words


def time_left(progress: "Progress") -> str:
    """An estimate of the remaining time.

    >>> from outplay.arena.tournament import Progress
    >>> time_left(Progress(100, [], 0, 5.0, 0)), time_left(Progress(100, [None] * 40, 20, 60.0, 0))
    ('', 'about 3:00 left')
    """
    if progress.stopping > 1:
        return "ending the games that are being played"
    if progress.stopping:
        return "waiting for the games that are being played (Ctrl-C again: now)"
    if not progress.new:
        return ""
    seconds = round((progress.planned - len(progress.results)) * progress.seconds / progress.new)
    hours, minutes = divmod(seconds // 60, 60)
    return f"about {hours}:{minutes:02}:{seconds % 60:02} left" if hours else f"about {minutes}:{seconds % 60:02} left"
