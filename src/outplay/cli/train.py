"""train: a network that evaluates a game's positions, learned from the engine's games against itself."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from outplay.cli.arena import Cluster
from outplay.cli.common import GameName, Json, print_json, seldom_printed, try_rules, wrap
from outplay.cli.results import check_plot
from outplay.core.figures import duration
from outplay.core.game import Game
from outplay.core.registry import game as find_game

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from outplay.arena.training_cluster import TrainingCluster
    from outplay.learn.match import Score
    from outplay.learn.train import Generation, Measured, Progress, Report, Training

MINUTES = 5.0
"""How long a training lasts if nothing is said."""
STAGES = {
    "compile": "compiling",
    "play": "playing itself",
    "train": "learning",
    "match": "match of the new network",
    "end": "generation done",
    "measure": "match at equal time",
}
"""What a training is doing, in words."""

Minutes = Annotated[
    float | None,
    typer.Option("--minutes", metavar="NUMBER", help="How long to train; 5 if nothing is said.", show_default=False),
]
Generations = Annotated[
    int | None,
    typer.Option("--generations", help="Stop after so many generations, among which the minutes are divided."),
]
Games = Annotated[int | None, typer.Option("--games", help="Games of each generation, however long they take.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Nodes that are searched for each move of a game.")]
Hidden = Annotated[
    int | None,
    typer.Option("--hidden", help="Units of the hidden layer, a multiple of 16; usually those of the training so far."),
]
Seed = Annotated[
    int,
    typer.Option(
        "--seed", help="Seed of the random numbers; with --generations and --games it gives the same network."
    ),
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", help="Threads that play games; as many as processors if nothing is said.")
]
Out = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help="The network's file; usually one that the engine finds by itself."),
]
Fresh = Annotated[
    bool, typer.Option("--fresh", help="Start anew, and keep the network so far as FILE.before.", show_default=False)
]
Taught = Annotated[
    bool,
    typer.Option(
        "--taught",
        help="Learn first from games that the game's own evaluation plays, if it has one.",
        show_default=False,
    ),
]
NoMeasure = Annotated[
    bool, typer.Option("--no-measure", help="Leave out the matches at the end that tell what the network is worth.")
]
Plot = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw loss and strength as an SVG, PNG or PDF.")
]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay train othello  # five minutes, then a match against other evaluations\n\n"
            "outplay train my_game.py --minutes 30  # your own game, for half an hour; a second time goes on\n\n"
            "outplay train hex:7 --generations 3 --games 512 --plot hex.svg"
            "  # three generations of 512 games, and a picture of what they came to\n\n"
            "outplay train othello --fresh --hidden 128 --out large.network"
            "  # a larger network in a file of its own, for --second engine:net=large.network\n\n"
            "outplay train othello --minutes 60 --cluster auto  # the games are played on all machines of a Ray cluster"
        )
    )(train)


def train(
    game: GameName,
    minutes: Minutes = None,
    generations: Generations = None,
    games: Games = None,
    nodes: Nodes = None,
    hidden: Hidden = None,
    seed: Seed = 0,
    workers: WorkersOption = None,
    cluster: Cluster = None,
    out: Out = None,
    fresh: Fresh = False,
    taught: Taught = False,
    no_measure: NoMeasure = False,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """Train a network that evaluates the positions of a game: the engine plays itself and learns from the games.

    After each generation the network plays a match against the former, and is kept if it is certain that it is
    better. Then the engine uses it, in every command and on the page. Ctrl-C ends the training and keeps the best
    network so far; the same command goes on. At the end it plays at equal time against no evaluation and against the
    game's own."""
    check_plot(plot)
    given = {"generations": generations, "games": games, "nodes": nodes, "hidden": hidden, "workers": workers}
    how = {key: value for key, value in given.items() if value is not None}
    how |= {"seed": seed, "fresh": fresh, "taught": taught, "measure": not no_measure}
    from outplay.learn.train import Plan
    from outplay.learn.train import train as train_network

    plan = Plan(minutes=MINUTES if minutes is None else minutes, **how)  # type: ignore[arg-type]
    played = find_game(game)
    try_rules(played)
    with connection(cluster) as machines, display(played, json) as report:
        try:
            training = train_network(played, plan.minutes, out, report, machines, **how)
        except KeyboardInterrupt:
            print("Stopped before the first generation was done, so nothing was learned.", file=sys.stderr)
            raise typer.Exit(130) from None
    if json:
        print_json(event="end", **training_json(training))
    else:
        print_training(training)
    if plot:  # last, since what was trained is worth more than a picture that cannot be written
        from outplay.tools.training_plot import plot as draw

        draw(training, plot)
        say(f"{plot} is written.", sys.stderr if json else sys.stdout)
    if training.interrupted:
        raise typer.Exit(130)


def connection(cluster: str | None) -> "AbstractContextManager[TrainingCluster | None]":
    """The cluster that plays the games while the block runs; None if this process does."""
    if cluster is None:
        return nullcontext()
    from outplay.arena.training_cluster import TrainingCluster

    return TrainingCluster(cluster)


@contextmanager
def display(game: Game, json: bool) -> "Iterator[Report]":
    """Shows how far a training is, while the block runs, and prints a line for each generation; yields the function
    that is called with what is happening."""
    from rich.console import Console

    console = Console(stderr=True)
    shown = Shown(game, json)
    if not console.is_terminal:
        shown.update = lines_of_progress()
        yield shown.report
        return
    with bar_and_words(console) as update:
        shown.update = update
        yield shown.report


@contextmanager
def bar_and_words(console: "Console") -> "Iterator[Callable[[Progress], None]]":
    """Shows a bar and, below it, what is happening in words, while the block runs; yields what updates them."""
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar
    from rich.text import Text

    class Display(Bar):
        def get_renderables(self) -> "Iterator[RenderableType]":
            yield self.make_tasks_table(self.tasks)
            yield from (Text(task.description) for task in self.tasks)

    columns = BarColumn(40), TextColumn("{task.percentage:3.0f}%")
    with Display(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        task = bar.add_task("beginning", total=1.0)
        yield lambda now: bar.update(task, completed=now.share, description=progress_words(now))


def lines_of_progress() -> "Callable[[Progress], None]":
    """Prints what is happening as a line on standard error from time to time, where there is no terminal."""
    seldom = seldom_printed()
    return lambda now: seldom(f"{now.share:.0%}, {progress_words(now)}")


class Shown:
    """What was shown of a training so far. `report` may be called from several threads."""

    def __init__(self, game: Game, json: bool) -> None:
        self.game, self.json = game, json
        self.update: Callable[[Progress], None] = lambda now: None
        self.lock = threading.Lock()
        self.printed: int | None = None
        """Generations that have their line, those of earlier runs included; None before the first report."""

    def report(self, now: "Progress") -> None:
        with self.lock:
            if self.printed is None:
                self.printed = now.before
                if now.before:
                    say(resumed_words(self.game, now), sys.stderr if self.json else sys.stdout)
            if now.last and now.last.number >= self.printed:
                self.printed = now.last.number + 1
                if self.json:
                    print_json(event="generation", **generation_json(now.last))
                else:
                    print(generation_words(now.last), flush=True)
            self.update(now)


def say(text: str, stream: TextIO | None = None) -> None:
    """Prints a sentence, at a terminal wrapped to its width."""
    stream = stream or sys.stdout
    print(wrap(text) if stream.isatty() else text, file=stream, flush=True)


def resumed_words(game: Game, now: "Progress") -> str:
    done = f"{now.before} generation{'s' * (now.before != 1)} and {now.games:,} games"
    return f"Going on with the training of {game} after {done}; --fresh starts anew."


def progress_words(now: "Progress") -> str:
    """What is happening, games, loss, strength and the time left, as a short line."""
    parts = [f"generation {now.generation + (now.stage not in ('end', 'measure'))}: {STAGES[now.stage]}"]
    if now.stage != "compile":
        parts.append(f"{now.games:,} games")
    if now.loss is not None:
        parts += [f"loss {now.loss:.3f}", f"{now.elo:+.0f} Elo"]
    if now.stage not in ("compile", "measure") and now.share > 0:
        left = now.total - now.seconds if now.total < float("inf") else now.seconds * (1 / now.share - 1)
        if left >= 1:
            parts.append(f"{round(left)} s left" if left < 100 else f"{duration(left)} left")
    return ", ".join(parts)


def generation_words(one: "Generation") -> str:
    """One generation in a line."""
    former = "no evaluation" if one.number == 0 else "the former"
    kept = "kept" if one.kept else "not kept"
    return (
        f"generation {one.number + 1}: {one.games:,} games, loss {one.loss:.3f}, {kept}: {one.score} against {former}; "
        f"{one.elo:+.0f} Elo above no evaluation"
    )


def print_training(training: "Training") -> None:
    """Prints what a training came to, where the network is, and what to do next."""
    from outplay.engine.networks import own_path

    game = training.game
    for line in map(measured_words, training.measured):
        say(line)
    own = is_own(training, own_path(game))
    if training.interrupted:
        out = "" if own else f" --out {quote(str(training.path))}"
        say(f"Stopped. `outplay train {quote(str(game))}{out}` goes on from here.")
    if training.network is None:
        say(unlearned_words(training))
        return
    behind = [one.against for one in training.measured if one.score.share < 0.5]
    engine = "" if own and not behind else f" --second {quote(f'engine:net={training.path}')}"
    say(f"The network is in {training.path}")
    say(f"Play against it: outplay play {quote(str(game))}{engine}")
    if behind:
        say(f"It is weaker than {behind[-1]}, so the engine goes on with that. Train longer.")
    elif training.measured and training.measured[0].score.interval[0] <= 0.5:
        say("At equal time it is not certain that it is better than no evaluation. Train longer.")


def unlearned_words(training: "Training") -> str:
    """Why no network is kept, and what can be done."""
    number, last = len(training.generations), training.generations[-1].score
    after = f"{number} generation{'s' * (number != 1)}"
    advice = "Train longer, or show the network more: `features` in docs/guide/training.md."
    small = "a search may find by itself all there is in a game this small."
    if last.drawn == last.games:
        advice = f"All {last.games} games of the last match were drawn: {small}"
    elif last.won == last.lost:  # each side wins the openings that are won for it
        advice = f"The last match was even: {small}"
    elif last.won > last.lost:
        advice = f"The last one was ahead, which may be chance: {last}. {advice}"
    return f"Nothing better than no evaluation was found in {after}, so no network is kept. {advice}"


def is_own(training: "Training", path: Path) -> bool:
    """Whether a network is where the engine finds it by itself."""
    return training.path.absolute() == path.absolute()


def measured_words(one: "Measured") -> str:
    return f"Against {one.against}, {one.seconds:g} s a move: {one.score}, {one.score.elo:+.0f} Elo."


def training_json(training: "Training") -> dict[str, Any]:
    last = training.generations[-1]
    return {
        "game": str(training.game),
        "file": str(training.path) if training.network else None,
        "generations": len(training.generations),
        "resumed": training.before,
        "games": last.games,
        "elo": last.elo,
        "interrupted": training.interrupted,
        "measured": [
            {"against": one.against, "seconds": one.seconds, **score_json(one.score)} for one in training.measured
        ],
    }


def generation_json(one: "Generation") -> dict[str, Any]:
    fields = {"generation": one.number + 1, "games": one.games, "positions": one.positions, "loss": one.loss}
    return fields | {"kept": one.kept, **score_json(one.score), "total_elo": one.elo, "seconds": round(one.seconds, 3)}


def score_json(score: "Score") -> dict[str, Any]:
    low, high = score.interval
    return {**score._asdict(), "share": score.share, "low": low, "high": high, "elo": score.elo}
