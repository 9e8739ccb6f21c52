"""The course of a training: the same again from a seed, on after an interruption, and no file of others is lost."""

import math
import random
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from helpers.networks import network_for
from helpers.paths import DOCS

import outplay
from outplay import GOING_ON, BadLimit, BadNetwork, BadSpec, Game, RuleError
from outplay.core.network import Network, NetworkShape, load_network
from outplay.engine.networks import AGAINST_OWN, AGAINST_SHIPPED, find_network, own_path, rules_digest
from outplay.learn.checkpoint import Checkpoint, checkpoint_path, load_checkpoint, save_checkpoint
from outplay.learn.files import former_path, lock_path
from outplay.learn.match import Duel, Score, advantage, duel, random_opening, score_of
from outplay.learn.self_play import BATCH, Games, Limits
from outplay.learn.train import Plan, Progress, Training, UnsavedNetwork, train

QUICK: dict[str, Any] = {"generations": 1, "games": 32, "nodes": 30, "hidden": 16, "workers": 2, "measure": False}
BETTER = Duel(Score(9, 0, 1), True)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every network wins its match, so that the tests do not depend on what so few games teach."""
    monkeypatch.setattr("outplay.learn.train.duel", lambda *_: BETTER)


def quick(spec: str = "tic-tac-toe", **how: Any) -> Training:
    return train(outplay.game(spec), **{**QUICK, **how})


@pytest.mark.kernel
def test_the_same_seed_gives_the_same_network_whatever_the_number_of_workers(tmp_path: Path) -> None:
    found = [quick(generations=2, workers=workers, out=tmp_path / f"{workers}.network") for workers in (1, 2)]
    first, second = found
    assert [one._replace(seconds=0) for one in first.generations] == [
        one._replace(seconds=0) for one in second.generations
    ]
    vectors = [checkpoint.vector for training in found if (checkpoint := load_checkpoint(training.path))]
    assert np.array_equal(vectors[0], vectors[1])
    other = quick(generations=2, seed=1, out=tmp_path / "other.network")
    assert other.generations[0].loss != first.generations[0].loss


@pytest.mark.kernel
def test_a_first_generation_can_be_taught_by_the_games_own_evaluation(tmp_path: Path) -> None:
    """Its games are others than those without evaluation, and the same whoever plays them."""
    found = [quick(taught=True, workers=workers, out=tmp_path / f"{workers}.network") for workers in (1, 2)]
    first, second = (training.generations[0]._replace(seconds=0) for training in found)
    assert first == second
    assert first.loss != quick(out=tmp_path / "other.network").generations[0].loss


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_a_network_is_where_the_engine_finds_it() -> None:
    training = quick()
    game = training.game
    assert training.path == own_path(game)
    found = find_network(game)
    assert found.network
    assert training.network
    assert (found.network.rows == training.network.rows).all()
    assert found.network.about["games"] == 32
    assert outplay.Engine(game, 1).net.words == "a network trained briefly on 32 games"


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_a_training_goes_on_where_it_stopped() -> None:
    first = quick(hidden=32)
    told: list[Progress] = []
    second = quick_without("hidden", report=told.append)
    assert (len(first.generations), second.before, len(second.generations)) == (1, 1, 2)
    assert second.generations[0] == first.generations[0]
    assert second.generations[1].games == 64
    assert told[0].before == 1
    assert told[0].stage == "compile"
    assert second.network
    assert second.network.shape.hidden == 32, "the size is that of the training that goes on"
    assert second.network.about["minutes"] >= first.network.about["minutes"] if first.network else False


def quick_without(key: str, **how: Any) -> Training:
    return train(outplay.game("tic-tac-toe"), **{k: v for k, v in {**QUICK, **how}.items() if k != key})


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_a_fresh_training_keeps_the_former_network() -> None:
    first = quick()
    second = quick(fresh=True, seed=5)
    assert second.before == 0
    assert len(second.generations) == 1
    former = second.path.with_name(second.path.name + ".before")
    assert first.network
    assert (load_network(former).rows == first.network.rows).all()
    assert former_path(second.path).name.endswith(".before-2")  # a second fresh start does not overwrite it


@pytest.mark.kernel
def test_a_network_that_is_not_certainly_better_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.learn.train.duel", lambda *_: Duel(Score(131, 0, 125), False))
    training = quick()
    assert training.network is None
    assert not training.path.exists()
    assert not training.generations[0].kept
    monkeypatch.setattr("outplay.learn.train.duel", lambda *_: BETTER)
    assert quick().network, "it goes on without one"


@pytest.mark.kernel
def test_of_a_game_that_search_alone_plays_perfectly_no_network_is_kept() -> None:
    training = quick(nodes=5000)
    assert training.network is None
    score = training.generations[0].score
    assert (score.won, score.games) == (score.lost, 256), "each side wins the openings that are won for it"


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_an_interrupted_training_keeps_the_best_so_far() -> None:
    def interrupt(now: Progress) -> None:
        if now.stage == "match" and now.generation == 1:
            raise KeyboardInterrupt

    training = quick(generations=3, report=interrupt)
    assert training.interrupted
    assert len(training.generations) == 1
    assert training.network
    assert (load_network(training.path).rows == training.network.rows).all()
    assert not lock_path(training.path).exists()
    assert quick().before == 1


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_an_interruption_of_the_last_matches_keeps_the_network() -> None:
    def interrupt(now: Progress) -> None:
        if now.stage == "measure":
            raise KeyboardInterrupt

    training = quick(measure=True, report=interrupt)
    assert training.interrupted
    assert training.network
    assert training.measured == ()


@pytest.mark.kernel
def test_an_interruption_before_the_first_generation_is_passed_on() -> None:
    def interrupt(now: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        quick(report=interrupt)
    assert not lock_path(own_path(outplay.game("tic-tac-toe"))).exists()


class State(NamedTuple):
    left: int
    turn: int


def counting(name: str, play: Callable[[State, int], State], outcome: Callable[[State], int]) -> Game:
    def moves(state: State) -> int:
        return 0b11

    def to_move(state: State) -> int:
        return state.turn

    return Game(name, State(6, 0), {"left": 4, "turn": 1}, moves, play, outcome, to_move)


@pytest.mark.kernel
def test_a_game_that_never_ends_is_told_in_one_line() -> None:
    def play(state: State, move: int) -> State:
        return State(state.left ^ 1 + move, 1 - state.turn)

    def outcome(state: State) -> int:
        return GOING_ON

    with pytest.raises(RuleError, match="random games were not over after 20,000 moves") as error:
        train(counting("endless", play, outcome), **QUICK)
    assert "\n" not in str(error.value)


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_margins_of_thousands_are_learned_too() -> None:
    def play(state: State, move: int) -> State:
        return State(max(0, state.left - 1 - move), 1 - state.turn)

    def outcome(state: State) -> int:
        return GOING_ON if state.left else -4000

    training = train(counting("thousands", play, outcome), **QUICK)
    assert training.network
    assert training.network.top == 4_000_000
    assert np.isfinite(training.generations[0].loss)
    engine = outplay.Engine(training.game, 1)
    assert abs(engine.analyse(training.game.start(), outplay.Limit(depth=1)).score) <= 4000


@pytest.mark.rules
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"minutes": 0}, "the minutes must be more than 0"),
        ({"minutes": float("nan")}, "the minutes must be"),
        ({"minutes": float("inf")}, "the minutes must be"),
        ({"generations": 0}, "generations must be 1 to"),
        ({"games": -5}, "games must be 1 to"),
        ({"nodes": 0}, "nodes must be 1 to"),
        ({"nodes": 1.5}, "nodes must be 1 to"),
        ({"workers": 0}, "workers must be 1 to"),
        ({"workers": 10**7}, "workers must be 1 to"),
        ({"seed": -1}, "seed must be 0 to"),
        ({"hidden": 20}, "a multiple of 16 units"),
        ({"hidden": 0}, "a multiple of 16 units"),
        ({"hidden": 512}, "a multiple of 16 units"),
        ({"hidden": 32.0}, "a multiple of 16 units"),
    ],
)
def test_wrong_numbers_are_refused(how: dict[str, Any], message: str) -> None:
    with pytest.raises(BadLimit, match=message):
        Plan(**how)


@pytest.mark.rules
def test_the_documents_tell_the_fields_of_a_plan_and_their_defaults() -> None:
    page = (DOCS / "reference" / "networks.md").read_text(encoding="utf-8")
    table = page.partition("## The plan")[2].partition("##")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| ([\w.]+) \|", table, re.MULTILINE))
    assert told == {name: str(value) for name, value in vars(Plan()).items()} | {"workers": "processors"}


@pytest.mark.rules
def test_a_text_is_no_game() -> None:
    with pytest.raises(BadSpec, match=r"train wants a game, as outplay\.game\('othello'\)"):
        train("othello")  # type: ignore[arg-type]
    with pytest.raises(BadSpec, match="train has no option minuts; it has minutes, generations, games"):
        train(outplay.game("othello"), minuts=3)


def checkpoint_of(game: Game, **changes: Any) -> Checkpoint:
    rows = [[0, 32, 100, 0.5, [9, 0, 1], True, 300.0, 1.0]]
    made = Checkpoint(rules_digest(game), 16, 1.0, 2.0, rows, np.zeros(0, np.float32))
    return made._replace(**changes)


def network_of(game: Game) -> Network:
    shape = NetworkShape(game.input_widths, 16, 1, 1)
    return Network(shape, np.zeros((shape.rows, 16), np.int16), 1000, about={"rules": rules_digest(game)})


@pytest.mark.rules
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": "other"}, "was trained for other rules"),
        ({"hidden": 32}, "has 32 hidden units, not 16"),
        ({"vector": np.zeros(5, np.float32)}, "is damaged"),
        ({"vector": np.full(17, np.nan, np.float32)}, "is damaged"),
        ({"generations": []}, "is damaged"),
        ({"generations": [[1]]}, "is damaged"),
        ({"generations": "much"}, "is damaged"),
        ({"seconds": "long"}, "is damaged"),
        ({"scale": -1.0}, "is damaged"),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused_and_left_alone(changes: dict[str, Any], message: str) -> None:
    game = outplay.game("tic-tac-toe")
    path = own_path(game)
    network_of(game).save(path)
    save_checkpoint(path, checkpoint_of(game, **changes))
    before = [path.read_bytes(), checkpoint_path(path).read_bytes()]
    with pytest.raises(BadNetwork, match=message) as error:
        train(game, **QUICK)
    assert "\n" not in str(error.value)
    assert "--fresh" in str(error.value)
    assert before == [path.read_bytes(), checkpoint_path(path).read_bytes()]


@pytest.mark.rules
def test_every_kind_of_damage_to_a_checkpoint_is_one_line(tmp_path: Path) -> None:
    game, path = outplay.game("tic-tac-toe"), tmp_path / "a.network"
    save_checkpoint(path, checkpoint_of(game, vector=np.ones(50, np.float32)))
    where = checkpoint_path(path)
    data = where.read_bytes()
    whole = load_checkpoint(path)
    assert whole
    messages: list[str] = []
    broken = [data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :] for place in range(len(data))]
    for damaged in [*broken, b"", data[:10], data[:-10], b"PK", b"\x93NUMPY", b"text"]:
        where.write_bytes(damaged)
        try:
            found = load_checkpoint(path)
        except BadNetwork as error:
            messages.append(str(error))
            continue
        assert found is not None  # a byte of the archive that means nothing, such as a date
        assert found.generations == whole.generations
        assert np.array_equal(found.vector, whole.vector)
    assert len(messages) > len(data) // 2
    assert not any("\n" in message for message in messages)


@pytest.mark.rules
def test_a_network_without_its_checkpoint_is_not_overwritten(tmp_path: Path) -> None:
    game, path = outplay.game("tic-tac-toe"), tmp_path / "a.network"
    network_of(outplay.game("hex:4")).save(path)
    with pytest.raises(BadNetwork, match=r"no a\.network\.training to go on from; --fresh"):
        train(game, out=path, **QUICK)


@pytest.mark.rules
@pytest.mark.parametrize("fresh", [False, True])
def test_what_is_no_network_is_never_overwritten(tmp_path: Path, fresh: bool) -> None:
    game, path = outplay.game("tic-tac-toe"), tmp_path / "thesis.txt"
    path.write_text("years of work")
    with pytest.raises(BadNetwork, match="is no network, so it is not overwritten"):
        train(game, out=path, **QUICK, fresh=fresh)
    with pytest.raises(BadNetwork, match="is a folder"):
        train(game, out=tmp_path, **QUICK, fresh=fresh)
    with pytest.raises(BadNetwork, match="cannot be written"):
        train(game, out=path / "a.network", **QUICK, fresh=fresh)
    assert path.read_text() == "years of work"


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_a_damaged_network_is_restored_from_its_training() -> None:
    training = quick()
    whole = training.path.read_bytes()
    training.path.write_bytes(whole[:-1])
    seen: list[bytes] = []
    quick(report=lambda now: seen.append(training.path.read_bytes()) if now.stage == "compile" else None)
    assert load_network(training.path)
    assert len(seen[0]) >= len(whole) - 20
    assert seen[0] != whole[:-1]


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_a_second_training_at_the_same_time_is_refused() -> None:
    begun, may_end = threading.Event(), threading.Event()

    def wait(now: Progress) -> None:
        begun.set()
        may_end.wait(60)

    first = threading.Thread(target=lambda: quick(report=wait))
    first.start()
    assert begun.wait(60)
    try:
        with pytest.raises(BadNetwork, match="another training is writing"):
            quick()
    finally:
        may_end.set()
        first.join()
    assert quick().before == 1


@pytest.mark.kernel
def test_disks_that_are_full_are_told_in_one_line(tmp_path: Path) -> None:
    program = (
        "import resource, signal, sys, outplay, outplay.learn.train as learn\n"
        "learn.duel = lambda *_: (learn.Score(9, 0, 1), True)\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "def full(now):\n"
        "    if now.stage == 'match': resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "try: outplay.train(outplay.game('tic-tac-toe'), out=sys.argv[1], report=full, generations=1, games=32,\n"
        "                   nodes=30, hidden=16, measure=False)\n"
        "except outplay.BadNetwork as error: print(error)"
    )
    path = tmp_path / "a.network"
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, timeout=120)
    assert done.stdout == f"{path} cannot be written: File too large; give another file with --out\n", done.stderr
    assert list(tmp_path.glob("*")) == [tmp_path / "data"] or not list(tmp_path.glob("*.network*"))


@pytest.mark.kernel
@pytest.mark.usefixtures("kept")
def test_a_disk_that_is_full_for_a_while_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    save, attempts = Network.save, list[Path]()

    def full_at_first(network: Network, path: Path) -> None:
        attempts.append(path)
        if len(attempts) == 1:
            raise BadNetwork(f"{path} cannot be written: No space left on device; give another file with --out")
        save(network, path)

    monkeypatch.setattr(Network, "save", full_at_first)
    with pytest.warns(UnsavedNetwork, match="No space left on device; the training goes on, and tries again later"):
        training = quick(generations=2)
    found = load_checkpoint(training.path)
    assert found
    assert len(found.generations) == 2
    assert training.network
    assert (load_network(training.path).rows == training.network.rows).all()


class Batches:
    """Plays games that are all won by the first player, each batch in a second of a clock."""

    halted = False

    def __init__(self) -> None:
        self.now = 0.0
        self.played: list[int] = []

    def monotonic(self) -> float:
        return self.now

    def stop(self) -> None:
        self.halted = True

    def play(self, *how: Any) -> Games:
        *_, games, go_on = how
        done = 0
        while done < games:
            done, self.now = done + BATCH, self.now + 1
            if not go_on(done):
                break
        self.played.append(done)
        return Games(np.zeros((0, 8), np.int64), np.ones(done, np.int64))


@pytest.mark.rules
def test_a_match_takes_no_longer_than_it_may_and_both_colours_have_the_same_openings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network = network_of(outplay.game("tic-tac-toe"))
    shares: list[float] = []
    for seconds, played in ((10.0, 80), (math.inf, 128)):
        games = Batches()
        monkeypatch.setattr("outplay.learn.match.time", games)
        score = duel(games, network, network, 128, Limits(1, 1, 100), 0, seconds, shares.append)
        assert games.played == [played, played]
        assert score == Duel(Score(played, 0, played), False), "who moves first wins: nobody is ahead"
        assert shares == sorted(shares)
        assert shares.pop() == 1
        shares.clear()


class Coins(Batches):
    """Games whose winner depends on the network of the first player, and otherwise on chance."""

    def __init__(self, better: Network, chance: float, seed: int) -> None:
        super().__init__()
        self.better, self.chance, self.random = better, chance, np.random.default_rng(seed)

    def play(self, *how: Any) -> Games:
        networks, _, _, games, _ = how
        chance = self.chance if networks[0] is self.better else 1 - self.chance
        self.played.append(games)
        return Games(np.zeros((0, 8), np.int64), np.where(self.random.random(games) < chance, 1, -1))


def coins(chance: float, seed: int) -> tuple[Duel, int]:
    """A match of 32 pairs, or longer, in which the new network wins each game with this chance; and its pairs."""
    new, former = (network_of(outplay.game("tic-tac-toe")) for _ in range(2))
    games = Coins(new, chance, seed)
    return duel(games, new, former, 32, Limits(1, 1, 100), 0), sum(games.played) // 2


@pytest.mark.rules
def test_a_network_that_is_no_better_is_kept_by_chance_in_at_most_one_match_of_twenty() -> None:
    matches = [coins(0.5, seed) for seed in range(600)]
    assert 0.02 < sum(match.better for match, _ in matches) / 600 < 0.065  # 5 % and two standard errors
    assert {pairs for _, pairs in matches} == {32, 64, 128}
    assert all(match.score.won > match.score.lost for match, _ in matches if match.better)


@pytest.mark.rules
def test_a_large_gain_is_kept_after_the_first_pairs_and_a_small_one_after_more() -> None:
    large = [coins(0.8, seed) for seed in range(50)]
    assert all(match.better and pairs == 32 for match, pairs in large)
    small = [coins(0.6, seed) for seed in range(100)]
    assert sum(match.better for match, _ in small) > 70
    assert sum(pairs for _, pairs in small) > 100 * 40
    assert not any(coins(0.4, seed)[0].better for seed in range(50))


@pytest.mark.rules
def test_pairs_that_are_decided_by_their_opening_say_nothing_of_the_players() -> None:
    assert advantage(np.zeros(100, np.int64)) == 0
    assert advantage(np.array([2] * 9)) == 3
    assert advantage(np.array([2, -2, 2, 0, 0, 0])) == advantage(np.array([2, -2, 2]))


@pytest.mark.rules
def test_a_score_is_a_share_with_an_interval_and_a_difference_in_elo() -> None:
    assert Score(10, 0, 30).elo == pytest.approx(-190.8, abs=0.1)
    assert Score(5, 10, 5).elo == 0
    low, high = Score(39, 0, 1).interval
    assert (low, high) == pytest.approx((0.871, 0.996), abs=0.001)  # Wilson's interval
    assert Score(40, 0, 0).elo == pytest.approx(759, abs=1), "all won counts as half a point less"
    assert Score(0, 0, 0).elo == 0
    assert str(Score(39, 0, 1)) == "+39 =0 -1, 98% (87% to 100%)"
    assert score_of([1, 1, 0, -1]) == Score(2, 1, 1)


@pytest.mark.rules
def test_random_openings_are_positions_in_which_the_game_goes_on() -> None:
    game = outplay.game("tic-tac-toe")
    assert not any(random_opening(game, 8, random.Random(seed)).outcome() for seed in range(50))


@pytest.mark.kernel
def test_the_matches_at_the_end_are_at_equal_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.learn.train.duel", lambda *_: BETTER)
    monkeypatch.setattr("outplay.learn.train.MEASURED_PAIRS", 2)
    monkeypatch.setattr("outplay.learn.train.MEASURED_SECONDS", 0.001)
    monkeypatch.setattr("outplay.learn.train.shipped_network", network_for)
    training = quick(measure=True)
    others = ["no evaluation", "the game's own evaluation", "the network that comes with outplay"]
    assert [one.against for one in training.measured] == others
    shares = [round(one.score.share, 3) for one in training.measured[1:]]
    assert training.network
    assert [load_network(training.path).about[key] for key in (AGAINST_OWN, AGAINST_SHIPPED)] == shares
    assert all(one.score.games == 4 for one in training.measured)


@pytest.mark.kernel
def test_games_that_are_over_at_once_do_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: None
) -> None:
    monkeypatch.setattr("outplay.learn.train.MOST_POSITIONS", 900)
    how: dict[str, Any] = {"minutes": 100.0, "games": None, "generations": 2}
    training = quick(out=tmp_path / "net", **how)
    assert all(one.positions < 5 * 900 for one in training.generations)
    assert training.generations[1].games - training.generations[0].games >= BATCH
