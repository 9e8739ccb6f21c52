"""Steps a second of many games at once, beside one game in PettingZoo's interface and beside pgx on the processor.

    python -m benchmarks.speed.batch
    python -m benchmarks.speed.batch othello hex:7 --games 1024 --threads 1

A step is a random legal move, drawn and played, with observation, rewards and legal moves of all games afterwards;
games that end begin anew. All run in turn, and the best of some runs counts: a slow moment of the machine meets all.
Of pgx two runs are taken: steps called one by one from Python, as ours are, and all steps of a run compiled into one
loop, which a learner can have that is written in JAX too. Compiling is not counted. The mark is 20 times PettingZoo.

PettingZoo needs the extra [pettingzoo], pgx the extra [learners]. One that is missing is left out, and that is said.
"""

import argparse
import os
import random
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

import outplay
from benchmarks.library.measure import Run, Runner, alternate, judged, timed
from benchmarks.library.report import Table
from outplay.core.machine import install_command

GAMES = ("connect-four", "othello", "kalah:6,4", "tic-tac-toe")
PGX = {"connect-four": "connect_four", "othello": "othello", "tic-tac-toe": "tic_tac_toe"}
"""What pgx calls our games."""
MARK = 20
"""How many times faster than PettingZoo the batch must be."""
AEC_STEPS = 2_000


def batch_runner(spec: str, games: int, steps: int, threads: int | None) -> tuple[Runner, int]:
    """Random play in a batch, and how many threads it uses."""
    env = outplay.batch(spec, games, threads=threads)
    env.step(env.sample())

    def play() -> int:
        for _ in range(steps):
            env.step(env.sample())
        return games * steps

    return lambda: timed(play), env.threads


def aec_runner(spec: str) -> Runner:
    """Random play in PettingZoo's interface."""
    package: Any = outplay
    env, rng = package.bridges.pettingzoo.env(spec), random.Random(1)

    def play() -> int:
        env.reset()
        for _ in range(AEC_STEPS):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                observation = env.last()[0]
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        return AEC_STEPS

    return lambda: timed(play)


def pgx_runners(spec: str, games: int, steps: int) -> list[Runner]:
    """Random play in pgx: step by step, and as one loop."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(PGX[spec])
    init = jax.jit(jax.vmap(env.init))
    several = jax.vmap(auto_reset(env.step, env.init))

    def once(state: Any, key: Any) -> Any:
        drawn, restarted = jax.random.split(key)
        scores = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return several(state, jax.random.categorical(drawn, scores), jax.random.split(restarted, games))

    def loop(state: Any, key: Any) -> Any:
        return jax.lax.scan(lambda now, one: (once(now, one), None), state, jax.random.split(key, steps))[0]

    step, whole = jax.jit(once), jax.jit(loop)
    start = init(jax.random.split(jax.random.key(0), games))
    jax.block_until_ready((step(start, jax.random.key(1)), whole(start, jax.random.key(1))))

    def called() -> int:
        state = start
        for key in jax.random.split(jax.random.key(2), steps):
            state = step(state, key)
            jax.block_until_ready(state)
        return games * steps

    def looped() -> int:
        jax.block_until_ready(whole(start, jax.random.key(2)))
        return games * steps

    return [lambda: timed(called), lambda: timed(looped)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("specs", nargs="*", default=GAMES, help=f"what is measured ({', '.join(GAMES)})")
    parser.add_argument("--games", type=int, default=4096, help="games of a batch (%(default)s)")
    parser.add_argument("--steps", type=int, default=100, help="steps of a run (%(default)s)")
    parser.add_argument("--threads", type=int, help="threads of the batch (all processors)")
    parser.add_argument("--turns", type=int, default=5, help="runs of each (%(default)s)")
    chosen = parser.parse_args()
    has = {name: find_spec(name) is not None for name in ("pettingzoo", "jax", "pgx")}
    for name in (name for name, there in has.items() if not there):
        print(f"{name} is not installed and is not measured: {install_command(name)}")
    load = os.getloadavg()[0]
    print(
        f"{chosen.games:,} games, load {load:.1f} at {time.strftime('%H:%M')}; steps a second, best of {chosen.turns}"
    )
    columns = [("game", 14), ("batch", 12), ("threads", 7), ("PettingZoo", 10), ("times", 7), ("pgx, calls", 12)]
    table = Table(*columns, ("pgx, loop", 12), ("mark", 12))
    for spec in chosen.specs:
        ours, threads = batch_runner(spec, chosen.games, chosen.steps, chosen.threads)
        runners: dict[str, Callable[[], Run]] = {"batch": ours}
        if has["pettingzoo"]:
            runners["aec"] = aec_runner(spec)
        if has["jax"] and has["pgx"] and spec in PGX:
            runners["calls"], runners["loop"] = pgx_runners(spec, chosen.games, chosen.steps)
        rates = {
            name: run.rate for name, run in zip(runners, alternate([*runners.values()], chosen.turns), strict=True)
        }
        shown = {name: f"{rate:,.0f}" for name, rate in rates.items()}
        times = rates["batch"] / rates["aec"] if "aec" in rates else None
        told = [shown.get(name, "-") for name in ("aec", "calls", "loop")]
        mark = f"{MARK} {judged(times, MARK)}" if times else ""
        table.row(spec, shown["batch"], str(threads), told[0], f"{times:.0f}" if times else "-", *told[1:], mark)


if __name__ == "__main__":
    main()
