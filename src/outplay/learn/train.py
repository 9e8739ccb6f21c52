"""Training by self-play: the engine plays itself, a network learns from the games, and plays the next ones.

A generation is three steps. The best network so far plays games against itself, from random openings, on all
processors; in the first generation there is none, and some moves are random. A network is trained on the positions of
the last generations. It plays a match against the former, and is kept if it is certain that it is better. After each
generation the best network is in its file, and what is needed to go on is in a file beside it.
"""

import math
import random
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from outplay.core.errors import BadLimit, BadNetwork, BadSpec, RuleError
from outplay.core.game import Game
from outplay.core.machine import processors
from outplay.core.network import MOST_UNITS, ROW_UNITS, Network, NetworkShape, no_network
from outplay.core.notebook import Row
from outplay.engine.kernels import RandomGames
from outplay.engine.networks import AGAINST_NONE, AGAINST_OWN, AGAINST_SHIPPED, own_path, rules_digest, shipped_network
from outplay.learn.checkpoint import Checkpoint, damaged, load_checkpoint, save_checkpoint
from outplay.learn.examples import Examples, check_inputs, examples_of, joined, view_of
from outplay.learn.files import claimed, is_whole, set_aside
from outplay.learn.match import Score, duel, timed_match
from outplay.learn.self_play import Cluster, GamePlayer, Limits, SelfPlay, rules_only
from outplay.learn.symmetry import find_symmetries, sample_positions
from outplay.learn.training import Trainer, Weights, network_of, new_weights, size_of, weights_in
from outplay.search.self_play import UNFINISHED

HIDDEN, BUCKETS = 64, 1
NODES = 500
"""Nodes that self-play searches for a move."""
FIRST_NODES, FIRST_RANDOM = 4, 300
"""In the first generation: a fraction of the nodes, and of 1000 moves so many random ones. Without an evaluation more
nodes find little, and the games would be all alike."""
OPENING_SHARE, MOST_OPENING = 0.4, 12
"""Openings have at most this share of the moves of a random game, and at most so many random moves."""
GENERATIONS = 8
"""The time is divided into so many generations, unless they become too short or too long."""
LEAST_SECONDS, MOST_SECONDS = 8.0, 150.0
"""The time of a generation."""
PLAYING = 0.8
"""The share of a generation's time for self-play."""
STAGE_SHARES = {"play": (0.0, 0.8), "train": (0.8, 0.1), "match": (0.9, 0.1)}
"""Of a generation, where a stage begins and how much it is, for the progress of a training by generations."""
WINDOW = 3
"""Positions of the last so many generations are trained on; those of the first one in the first one only."""
OUTCOME_SHARE = 0.7
"""The target is so much the end of the game, and for the rest the score of the search."""
POSITIONS_A_SECOND, MOST_POSITIONS = 100_000, 5_000_000
"""Unless games are counted, a generation has about so many positions at most for each second of its length, and no more
in all: those of games that are over at once would take more memory, and more time to learn from, than there is."""
TRAINED = 4_000_000
"""Positions that a generation is trained on, those of all epochs together."""
TAUGHT_RANDOM, TAUGHT_OUTCOME_SHARE = 100, 0.3
"""The same for a first generation that the game's own evaluation plays: of 1000 moves so many are random, and the
target is the end of the game for this share. Its scores say more than those without any evaluation, which are 0."""
LEAST_EPOCHS, MOST_EPOCHS = 2, 10
MOST_ACTIVE = 80_000_000
"""Set inputs of all positions of a generation; more positions are left out."""
PAIRS = 128
"""Pairs of games of the match that decides whether a network is kept, before it is made longer."""
GRAINS = 100
"""Evaluations are rounded to this fraction of the largest one."""
PLIES_FACTOR, LEAST_PLIES, MOST_PLIES = 8, 100, 20_000
"""Games are cut off after so many times the mean length of random games."""
RANDOM_GAMES = 200
"""Random games that tell how long a game is."""
LIMITS = {"generations": 1_000_000, "games": 1_000_000_000, "nodes": 1_000_000_000, "workers": 1024, "seed": 1 << 53}
"""The largest whole numbers of a plan."""
MEASURED_PAIRS, MEASURED_SECONDS = 20, 0.02
"""The match at the end, against no evaluation and against the game's own: pairs of games, and seconds a move."""


class UnsavedNetwork(UserWarning):
    """A training could not write its files, and goes on."""


class Generation(NamedTuple):
    """What one generation did."""

    number: int
    games: int
    positions: int
    loss: float
    """The mean square error on positions that were not trained on, as a share of their variance."""
    score: Score
    """The match against the former network."""
    kept: bool
    elo: float
    """The strength of the best network, above no evaluation, as the matches of the generations add up."""
    seconds: float


class Progress(NamedTuple):
    """What is happening, for a progress bar."""

    stage: str
    """compile, play, train, match, end (of a generation) or measure."""
    generation: int
    games: int
    """Games of self-play so far."""
    loss: float | None
    """Of the last generation."""
    elo: float
    seconds: float
    """Since this run began, without compiling."""
    total: float
    """Seconds that it will take; infinite if generations are counted."""
    share: float
    """How much of this run is done, 0 to 1; of the matches at the end, how much of the present one."""
    before: int = 0
    """Generations of earlier runs, with which this one goes on."""
    last: Generation | None = None
    """The last generation that is done."""


class Measured(NamedTuple):
    """A match of the trained engine against another one at equal time."""

    against: str
    score: Score
    seconds: float
    """For each move."""


@dataclass(frozen=True)
class Training:
    """The result of training."""

    game: Game
    network: Network | None
    """None if no network was better than no evaluation."""
    path: Path
    """The file of the network."""
    generations: tuple[Generation, ...]
    measured: tuple[Measured, ...] = ()
    interrupted: bool = False
    before: int = 0
    """Generations of earlier runs, with which this one went on."""

    def to_rows(self) -> list[Row]:
        """The generations for `pandas.DataFrame` or `polars.DataFrame`: a row for each."""
        from outplay.learn.training_html import rows_of

        return rows_of(self)

    def __str__(self) -> str:
        from outplay.learn.training_html import in_words

        return in_words(self)

    def _repr_html_(self) -> str:
        from outplay.learn.training_html import training_html

        return training_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


Report = Callable[[Progress], None]


@dataclass(frozen=True)
class Plan:
    """How to train. With `generations` and `games` the clock has no part in it, and the same seed gives the same
    network, whatever the number of workers."""

    minutes: float = 5.0
    """The time of this run, without compiling and without the matches at the end."""
    generations: int | None = None
    """Generations of this run; the minutes are divided among them if the games are not counted."""
    games: int | None = None
    """Games of self-play in each generation."""
    nodes: int = NODES
    hidden: int = HIDDEN
    seed: int = 0
    workers: int = field(default_factory=processors)
    fresh: bool = False
    """Start from nothing, though there is a training that could go on."""
    taught: bool = False
    """The game's own evaluation plays the first generation, and the network learns from the scores of its searches.
    Only if there is one, and only in a training that begins."""
    measure: bool = True
    """Play a match against other evaluations at the end."""

    def __post_init__(self) -> None:
        if not (math.isfinite(self.minutes) and 0 < self.minutes <= 100_000):
            raise BadLimit(f"the minutes must be more than 0 and at most 100,000, not {self.minutes:g}")
        for name, high in LIMITS.items():
            value = getattr(self, name)
            low = 0 if name == "seed" else 1
            if value is not None and not (isinstance(value, int) and low <= value <= high):
                raise BadLimit(f"{name} must be {low} to {high:,}, not {value}")
        if not isinstance(self.hidden, int) or self.hidden % ROW_UNITS or not ROW_UNITS <= self.hidden <= MOST_UNITS:
            raise BadLimit(
                f"the hidden layer has a multiple of {ROW_UNITS} units, up to {MOST_UNITS}, not {self.hidden}"
            )


def train(
    game: Game,
    minutes: float = 5.0,
    out: str | Path | None = None,
    report: Report = lambda progress: None,
    cluster: Cluster | None = None,
    **how: int,
) -> Training:
    """Trains a network for a game and keeps it where the engine finds it, or in the file `out`.

        training = outplay.train(outplay.game("othello"), minutes=5)
        print(training.measured)                     # matches against other evaluations, with intervals
        engine = outplay.Engine(training.game)       # uses the network

    `how` are further fields of `Plan`: generations, games, nodes, hidden, seed, workers, fresh, taught, measure.
    `report` is called with a `Progress` several times a second, also from other threads. With a `cluster`, as
    `outplay.arena.training_cluster.TrainingCluster("auto")` is one, its machines play the games. If there is a training
    of the same rules in the file's place, it goes on, unless `fresh` is True. Ctrl-C ends it with the best network so
    far, or with KeyboardInterrupt if there is no generation yet. BadNetwork if a file cannot be used, BadLimit for a
    number out of range, RuleError for a game that nothing can be learned from, ArenaError if a cluster fails.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/tic-tac-toe.network"
    ...     small = {"generations": 1, "games": 32, "nodes": 30, "hidden": 16, "workers": 1, "measure": False}
    ...     training = outplay.train(outplay.game("tic-tac-toe"), out=path, **small)
    >>> len(training.generations), training.interrupted
    (1, False)
    """
    known = [one.name for one in fields(Plan)]
    if unknown := sorted(how.keys() - set(known)):
        raise BadSpec(f"train has no option {unknown[0]}; it has {', '.join(known)}, out, report and cluster")
    plan = Plan(minutes=minutes, **how)  # type: ignore[arg-type]
    if not isinstance(game, Game):
        raise BadSpec(f"train wants a game, as outplay.game({game!r}) makes one")
    game.must_compile("training")
    if isinstance(cluster, str):
        made = f"outplay.arena.training_cluster.TrainingCluster({cluster!r})"
        raise BadSpec(f"train wants a cluster that is connected, as {made} makes one")
    path = Path(out).expanduser() if out is not None else own_path(game)
    with claimed(path, plan.fresh):
        found = None if plan.fresh else load_checkpoint(path)
        if found and "hidden" not in how:
            plan = replace(plan, hidden=found.hidden)
        return Course(game, plan, path, report, cluster).run(found)


class Course:
    """A course of training."""

    def __init__(self, game: Game, plan: Plan, path: Path, report: Report, cluster: Cluster | None = None) -> None:
        self.game, self.plan, self.path, self.report, self.cluster = game, plan, path, report, cluster
        self.rules = rules_only(game)
        if game.heuristics.features:
            check_inputs(game, sample_positions(game, random.Random(plan.seed)))
        self.view = view_of(game, find_symmetries(game))
        self.shape = NetworkShape(game.input_widths, plan.hidden, BUCKETS, 1)
        self.generations: list[Generation] = []
        self.before = 0
        """Generations of earlier runs."""
        self.seconds_before = 0.0
        """Seconds of earlier runs."""
        self.scale = 0.0
        self.best = no_network(self.shape)
        self.saved: Network | None = None
        """The network that is in the file."""
        self.unsaved = False
        """Whether the last generation could not be written."""
        self.weights: Weights | None = None
        self.window: list[Examples] = []
        self.began = time.monotonic()
        self.games = 0
        self.positions_a_game = 1.0
        """In the last generation; in random games before the first."""

    @property
    def seconds(self) -> float:
        """Seconds of this run so far."""
        return time.monotonic() - self.began

    @property
    def length(self) -> float:
        """The seconds of a generation whose games are not counted; its match takes no longer than that either."""
        return max(LEAST_SECONDS, min(MOST_SECONDS, self.plan.minutes * 60 / (self.plan.generations or GENERATIONS)))

    @property
    def most_games(self) -> int:
        """How many games a generation has at most."""
        if self.plan.games is not None:
            return self.plan.games
        return max(1, round(min(MOST_POSITIONS, POSITIONS_A_SECOND * self.length) / self.positions_a_game))

    @property
    def elo(self) -> float:
        return self.generations[-1].elo if self.generations else 0.0

    def run(self, found: Checkpoint | None = None) -> Training:
        """Trains, going on from a checkpoint if there is one."""
        if found:
            self.resume(found)
        self.tell("compile", 0.0)
        self.limits = self.measured_limits()
        self.play = self.game_player()
        if self.taught:
            self.teacher = SelfPlay(self.game, self.shape, self.plan.workers, own=True)
        self.began = time.monotonic()
        interrupted, measured = False, list[Measured]()
        try:
            while not self.over:
                self.generation(len(self.generations))
            if self.plan.measure and self.weights is not None:
                self.measure(measured)
        except KeyboardInterrupt:
            if not self.generations:
                raise
            interrupted = True
        if self.unsaved:
            self.keep(True)
        network = None if self.weights is None else self.best
        generations = tuple(self.generations)
        return Training(self.game, network, self.path, generations, tuple(measured), interrupted, self.before)

    def game_player(self) -> GamePlayer:
        """Who plays the games, with the kernel compiled."""
        if self.cluster is None:
            return SelfPlay(self.rules, self.shape, self.plan.workers)
        return self.cluster.self_play(self.game, self.shape)

    @property
    def taught(self) -> bool:
        """Whether the game's own evaluation plays the first generation."""
        return self.plan.taught and self.before == 0 and self.game.heuristics.evaluate is not None

    @property
    def over(self) -> bool:
        if self.plan.generations is not None:
            return len(self.generations) - self.before >= self.plan.generations
        trained = len(self.generations) > self.before
        return trained and self.seconds > self.plan.minutes * 60 - LEAST_SECONDS / 2

    def measured_limits(self) -> Limits:
        """Limits that fit the length of the game's random games."""
        played = RandomGames(self.game.start(), self.plan.seed, MOST_PLIES).play(RANDOM_GAMES)
        if played.unfinished > RANDOM_GAMES // 2:
            raise RuleError(
                f"{played.unfinished} of {RANDOM_GAMES} random games were not over after {MOST_PLIES:,} moves, so "
                "nothing can be learned from them; let outcome end the game after a number of moves"
            )
        mean = float(played.plies.mean())
        self.positions_a_game = max(1.0, mean)
        opening = max(1, min(MOST_OPENING, round(OPENING_SHARE * mean)))
        plies = max(LEAST_PLIES, min(MOST_PLIES, round(PLIES_FACTOR * mean)))
        return Limits(self.plan.nodes, opening, plies)

    def generation(self, number: int) -> None:
        """Plays, trains and compares."""
        began, seed = time.monotonic(), (self.plan.seed << 16) + number + 1
        examples = self.self_play(number, seed)
        rng = np.random.default_rng(seed)
        trainer = Trainer(self.view, self.shape, rng)
        if self.weights is None:
            weights = new_weights(self.view, self.shape, rng)
        else:
            weights = weights_in(self.weights.vector.copy(), self.view, self.shape)
        targets = self.targets(examples, number)
        epochs = max(LEAST_EPOCHS, min(MOST_EPOCHS, TRAINED // max(1, len(examples.side))))
        loss = trainer.fit(weights, examples, targets, epochs, lambda share: self.tell("train", share))
        loss /= max(1e-9, float(np.var(targets)))
        new = network_of(weights, self.view, self.shape, self.scale, max(1, round(self.scale * 1000 / GRAINS)))
        self.tell("match", 0.0)
        seconds = math.inf if self.plan.games else self.length
        score, kept = duel(
            self.play, new, self.best, PAIRS, self.limits, seed, seconds, lambda share: self.tell("match", share)
        )
        if self.play.halted:
            raise KeyboardInterrupt
        elo = self.elo + score.elo if kept else self.elo
        done = Generation(number, self.games, len(examples.side), loss, score, kept, elo, time.monotonic() - began)
        self.generations.append(done)
        if kept:
            self.best, self.weights = self.described(new), weights
        self.keep(self.over)
        self.tell("end", 0.0)

    def self_play(self, number: int, seed: int) -> Examples:
        """The positions to train on: those of new games, and of the generations before."""
        limits, end = self.limits, math.inf
        player = self.play
        if number == 0 and self.taught:
            player, limits = self.teacher, limits._replace(random_moves=TAUGHT_RANDOM)
        elif number == 0:
            limits = limits._replace(nodes=max(1, limits.nodes // FIRST_NODES), random_moves=FIRST_RANDOM)
        most, began = self.most_games, time.monotonic()
        if self.plan.games is None:
            end = min(self.length, max(1.0, self.plan.minutes * 60 - self.seconds)) * PLAYING

        def go_on(played: int) -> bool:
            passed = time.monotonic() - began
            self.tell("play", max(passed / end, played / most), played)
            return passed < end

        played = player.play((self.best, self.best), limits, seed, most, go_on)
        if player.halted:
            raise KeyboardInterrupt
        self.games += len(played.margins)
        self.positions_a_game = max(1.0, len(played.rows) / max(1, len(played.margins)))
        if number == 0:
            self.check_games(played.margins)
        self.window = [
            *(self.window if number > 1 or self.taught else []),
            examples_of(played.rows, self.view, self.shape),
        ][-WINDOW:]
        return joined(self.window, MOST_ACTIVE)

    def check_games(self, margins: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> None:
        """Finds out how large margins are; RuleError if hardly a game came to its end."""
        unfinished = int((margins == UNFINISHED).sum())
        if unfinished > len(margins) // 2:
            raise RuleError(
                f"{unfinished} of {len(margins)} games were not over after {self.limits.plies:,} moves, so nothing can "
                "be learned from them; let outcome end the game after a number of moves"
            )

    def targets(self, examples: Examples, number: int) -> "np.ndarray[tuple[int], np.dtype[np.float32]]":
        """What the network is to predict, from -1 to 1."""
        if self.scale == 0:
            self.scale = max(1.0, float(np.abs(examples.margin).max(initial=1.0)))
        first = TAUGHT_OUTCOME_SHARE if self.taught else 1.0
        outcome = first if number == 0 else OUTCOME_SHARE
        score = np.clip(examples.score, -self.scale, self.scale)
        margin = np.clip(examples.margin, -self.scale, self.scale)
        return ((outcome * margin + (1 - outcome) * score) / self.scale).astype(np.float32)

    def described(self, network: Network) -> Network:
        """The network with what its file tells about it."""
        last = self.generations[-1]
        about = {
            "game": str(self.game),
            "rules": rules_digest(self.game),
            "generations": len(self.generations),
            "games": self.games,
            "minutes": round((self.seconds_before + self.seconds) / 60, 1),
            "elo": round(last.elo),
            "seed": self.plan.seed,
            "nodes": self.plan.nodes,
        }
        return replace(network, about=about)

    def measure(self, measured: list[Measured]) -> None:
        """Matches at equal time: against no evaluation, against the game's own, and against the network that comes with
        outplay. Each is added to a list, and the share of the points stands in the network's file."""
        others: list[tuple[str, str, tuple[Game, Network | str]]] = [
            (AGAINST_NONE, "no evaluation", (self.rules, "none"))
        ]
        if self.game.heuristics.evaluate:
            others.append((AGAINST_OWN, "the game's own evaluation", (self.game, "none")))
        if shipped := shipped_network(self.game):
            others.append((AGAINST_SHIPPED, "the network that comes with outplay", (self.game, shipped)))
        for key, name, other in others:
            self.tell("measure", 0.0)
            players = ((self.game, self.best), other)
            score = timed_match(
                players,
                MEASURED_PAIRS,
                MEASURED_SECONDS,
                self.limits.opening,
                self.plan.seed,
                self.plan.workers,
                lambda score: self.tell("measure", score.games / (2 * MEASURED_PAIRS)),
            )
            measured.append(Measured(name, score, MEASURED_SECONDS))
            self.best = replace(self.best, about=self.best.about | {key: round(score.share, 3)})
            self.best.save(self.path)

    def tell(self, stage: str, share: float, played: int = 0) -> None:
        """Reports what is happening."""
        total = self.plan.minutes * 60 if self.plan.generations is None else math.inf
        done, number = self.seconds / total, len(self.generations)
        if stage == "measure":
            done = share
        elif self.plan.generations is not None:
            begin, part = STAGE_SHARES.get(stage, (0.0, 0.0))
            done = (number - self.before + begin + part * share) / self.plan.generations
        last = self.generations[-1] if self.generations else None
        loss, games = last.loss if last else None, self.games + played
        told = Progress(stage, number, games, loss, self.elo, self.seconds, total, min(1.0, done), self.before, last)
        self.report(told)

    def keep(self, last: bool) -> None:
        """Writes the best network and what is needed to go on. If that fails, because the disk is full, the training
        goes on and tries again after the next generation; BadNetwork if there is none."""
        try:
            if self.weights is not None and self.saved is not self.best:
                if self.saved is None:
                    set_aside(self.path)
                self.best.save(self.path)
                self.saved = self.best
            self.save()
            self.unsaved = False
        except BadNetwork as error:
            self.unsaved = True
            if last:
                raise
            why = str(error).partition(";")[0]
            warnings.warn(f"{why}; the training goes on, and tries again later", UnsavedNetwork, stacklevel=2)

    def save(self) -> None:
        """Keeps what is needed to go on."""
        assert self.generations
        vector = self.weights.vector if self.weights is not None else np.zeros(0, np.float32)
        generations = [one._replace(score=tuple(one.score)) for one in self.generations]  # type: ignore[arg-type]
        save_checkpoint(
            self.path,
            Checkpoint(
                rules_digest(self.game),
                self.plan.hidden,
                self.scale,
                self.seconds_before + self.seconds,
                generations,
                vector,
            ),
        )

    def resume(self, found: Checkpoint) -> None:
        """Goes on where an earlier training stopped; BadNetwork if that was of other rules or another size."""
        elsewhere = "--fresh starts anew, --out FILE trains another network"
        if found.rules != rules_digest(self.game):
            raise BadNetwork(f"{self.path} was trained for other rules than those of {self.game}; {elsewhere}")
        if found.hidden != self.plan.hidden:
            raise BadNetwork(f"{self.path} has {found.hidden} hidden units, not {self.plan.hidden}; {elsewhere}")
        if len(found.vector) not in (0, size_of(self.view, self.shape)):
            raise damaged(self.path)
        self.generations = [Generation(*row)._replace(score=Score(*row[4])) for row in found.generations]
        self.before, self.seconds_before, self.scale = len(self.generations), found.seconds, found.scale
        self.games = self.generations[-1].games
        if len(found.vector):
            self.weights = weights_in(found.vector, self.view, self.shape)
            grain = max(1, round(self.scale * 1000 / GRAINS))
            self.best = self.described(network_of(self.weights, self.view, self.shape, self.scale, grain))
            if not is_whole(self.path):
                self.best.save(self.path)
            self.saved = self.best
