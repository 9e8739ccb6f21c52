"""perft, stats, bench: figures."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import GameName, Json, Moves, PositionText, Seed, opened, print_json, progress
from outplay.core.errors import BadSpec
from outplay.core.game import Game
from outplay.core.specs import name_of

if TYPE_CHECKING:
    from outplay.tools.stats import Summary

Depth = Annotated[int, typer.Option("--depth", "-d", min=0, help="How many moves a path has.")]
Games = Annotated[int, typer.Option("--games", "-n", min=0, help="How many; 0 for 10000 random ones, else 100.")]
First = Annotated[str, typer.Option("--first", help="Who plays first; see `outplay players`.")]
Second = Annotated[str, typer.Option("--second", help="Who plays second.")]
Opening = Annotated[int, typer.Option("--opening", min=-1, help="Random moves first; -1: 2 if no player is random.")]
Signature = Annotated[bool, typer.Option("--signature", help="Instead: the engine's nodes on fixed positions, summed.")]
Runs = Annotated[int, typer.Option("--runs", min=3, help="How often each search is run; the best time counts.")]


def register(app: typer.Typer) -> None:
    app.command(epilog="outplay perft kalah:6,4 --depth 8\n\noutplay perft othello --depth 6 --json")(perft)
    app.command(epilog="outplay stats connect-four\n\noutplay stats squatter:7 --first alpha-beta:depth=4")(stats)
    app.command(epilog="outplay bench\n\noutplay bench --signature")(bench)


def perft(game: GameName, depth: Depth, moves: Moves = None, position: PositionText = None, json: Json = False) -> None:
    """Count the move paths of a length; games that end sooner are not counted."""
    from outplay.engine.kernels import Perft, checked_depth

    place = opened(game, moves, position)
    if depth:
        checked_depth(depth)
    counter = Perft(place.game)
    began = time.perf_counter()
    with progress("Counting", len(place.moves())) as advance:
        paths = counter.paths(place, depth, advance)
    seconds = time.perf_counter() - began
    if json:
        print_json(game=str(place.game), depth=depth, paths=paths, seconds=round(seconds, 6))
    else:
        print(f"{count(paths, 'path')} of {count(depth, 'move')} in {seconds:.3f} s")


def stats(
    game: GameName,
    games: Games = 0,
    first: First = "random",
    second: Second = "random",
    opening: Opening = -1,
    moves: Moves = None,
    position: PositionText = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play many games: who wins, how long they are, how much choice there is."""
    from outplay.tools.stats import played_games, random_games, summarise

    place = opened(game, moves, position)
    for spec in (first, second):
        if spec == "human":
            raise BadSpec("human cannot play here; `outplay play` is for people")
    both_random = first == second == "random"
    number = games or (10_000 if both_random else 100)
    if opening < 0:
        opening = 0 if "random" in (name_of(first), name_of(second)) else 2
    if both_random:
        batches = random_games(place, number, seed)
    else:
        batches = played_games(place, number, seed, first, second, opening)
    done = [next(batches)]  # what has to be compiled is compiled here, before there is a bar
    with progress("Playing", number) as advance:
        advance(len(done[0].margins))
        for batch in batches:
            done.append(batch)
            advance(len(batch.margins) + batch.unfinished)
    summary = summarise(done)
    if json:
        print_json(game=str(place.game), first=first, second=second, opening=opening, seed=seed, **summary._asdict())
    else:
        print(in_words(place.game, first, second, opening, summary))


def in_words(game: Game, first: str, second: str, opening: int, summary: "Summary") -> str:
    low, high = summary.first_share_low, summary.first_share_high
    if first != second:
        verdict = ""
    elif low <= 0.5 <= high:
        verdict = ": no advantage can be seen"
    else:
        verdict = f": the {'first' if low > 0.5 else 'second'} player has the better of it"
    begun = f", after {count(opening, 'random move')}" if opening else ""
    n, shortest, longest = summary.games, summary.length_shortest, summary.length_longest
    lines = [
        f"{game}: {count(n, 'game')}, {first} against {second}{begun}",
        f"  first player's share  {summary.first_share:6.1%}   95 % interval {low:.1%} to {high:.1%}{verdict}",
        f"  first wins            {summary.first_wins / n:6.1%}   {summary.first_wins:,}",
        f"  draws                 {summary.draws / n:6.1%}   {summary.draws:,}",
        f"  second wins           {summary.second_wins / n:6.1%}   {summary.second_wins:,}",
        f"  length                {summary.length_mean:6.1f}   moves a game, {shortest} to {longest}",
        f"  choice                {summary.branching_mean:6.1f}   legal moves on average",
        f"  margin                {summary.margin_mean:+6.2f}   for the first player on average",
    ]
    if summary.unfinished:
        lines.append(f"  unfinished            {summary.unfinished:6}   games were too long and are not counted")
    return "\n".join(lines)


def count(number: int, thing: str) -> str:
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def bench(
    runs: Runs = 5,
    signature: Annotated[
        bool,
        typer.Option("--signature", help="Instead: the sum of the engine's nodes on fixed positions of all games."),
    ] = False,
    json: Json = False,
) -> None:
    """Run four plain alpha-beta searches whose node counts are known, and say how long they take."""
    from outplay.tools.bench import BENCHES, DEPTHS, Bench
    from outplay.tools.bench import signature as engine_nodes

    if signature:
        total = 0
        with progress("Searching", len(DEPTHS)) as advance:
            for spec, nodes in engine_nodes():
                total += nodes
                advance(1)
                if json:
                    print_json(game=spec, nodes=nodes)
        if json:
            print_json(signature=total)
        else:
            print(total)
        return

    if not json:
        print(f"{'name':<18}{'nodes':>12}{'seconds':>12}{'M nodes/s':>12}")
    for name in BENCHES:
        ready = Bench(name)
        nodes, seconds = ready.run(runs)
        if json:
            print_json(name=name, nodes=nodes, seconds=seconds)
        else:
            print(f"{name:<18}{nodes:>12,}{seconds:>12.6f}{nodes / seconds / 1e6:>12.1f}")
