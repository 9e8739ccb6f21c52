"""The commands perft, stats and bench."""

import time
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli import completion
from outplay.cli.common import GameName, Json, Moves, PositionText, Seed, open_position, print_json, progress
from outplay.core.errors import BadSpec
from outplay.core.game import Game
from outplay.core.registry import game as find_game
from outplay.core.specs import name_of

if TYPE_CHECKING:
    from outplay.tools.stats import Summary

Depth = Annotated[int, typer.Option("--depth", "-d", min=0, help="Length of the move sequences.")]
Games = Annotated[
    int, typer.Option("--games", "-n", min=0, help="Number of games; 0: 10000 if both players are random, else 100.")
]
First = Annotated[
    str, typer.Option("--first", help="The first player; see `outplay players`.", autocompletion=completion.players)
]
Second = Annotated[str, typer.Option("--second", help="The second player.", autocompletion=completion.players)]
Opening = Annotated[
    int,
    typer.Option(
        "--opening", min=-1, help="Random moves at the start of each game; -1: 2 if no player is random, else 0."
    ),
]
Signature = Annotated[
    bool, typer.Option("--signature", help="Instead: the sum of the engine's nodes on fixed positions of all games.")
]
Runs = Annotated[int, typer.Option("--runs", min=3, help="Runs of each search; the fastest counts.")]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay perft kalah:6,4 --depth 8  # count all ways to play eight moves\n\n"
            "outplay perft othello --depth 6 --json  # the same for another program to read"
        )
    )(perft)
    app.command(
        epilog=(
            "outplay stats connect-four  # 10,000 random games: does the first player win too often?\n\n"
            "outplay stats squatter:7 --first alpha-beta:depth=4  # how a player does against random moves"
        )
    )(stats)
    app.command(
        epilog=(
            "outplay bench  # nodes a second on this machine\n\n"
            "outplay bench --signature  # a number that changes only if the search does"
        )
    )(bench)


def perft(game: GameName, depth: Depth, moves: Moves = None, position: PositionText = None, json: Json = False) -> None:
    """Count the move sequences of a given length; games that end sooner are not counted."""
    from outplay.engine.kernels import Perft, checked_depth

    if depth:
        checked_depth(depth)
    root = open_position(game, moves, position)
    counter = Perft(root.game)
    began = time.perf_counter()
    with progress("Counting", len(root.moves())) as advance:
        paths = counter.paths(root, depth, advance)
    seconds = time.perf_counter() - began
    if json:
        print_json(game=str(root.game), depth=depth, paths=paths, seconds=round(seconds, 6))
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
    """Play many games: how often each side wins, their length, the number of legal moves."""
    from outplay.players.specs import parse_for
    from outplay.tools.stats import played_games, random_games, summarise

    for spec in (first, second):
        if spec == "human":
            raise BadSpec("human cannot play here; `outplay play` is for people")
        parse_for(spec, find_game(game))
    root = open_position(game, moves, position)
    both_random = first == second == "random"
    number = games or (10_000 if both_random else 100)
    if opening < 0:
        opening = 0 if "random" in (name_of(first), name_of(second)) else 2
    if both_random:
        batches = random_games(root, number, seed)
    else:
        batches = played_games(root, number, seed, first, second, opening)
    done = [next(batches)]  # what has to be compiled is compiled here, before there is a bar
    with progress("Playing", number) as advance:
        advance(len(done[0].margins))
        for batch in batches:
            done.append(batch)
            advance(len(batch.margins) + batch.unfinished)
    summary = summarise(done)
    if json:
        print_json(game=str(root.game), first=first, second=second, opening=opening, seed=seed, **summary._asdict())
    else:
        print(summary_text(root.game, first, second, opening, summary))


def summary_text(game: Game, first: str, second: str, opening: int, summary: "Summary") -> str:
    """The figures of many games as text. Whether one side has an advantage is said only for equal players."""
    low, high = summary.first_share_low, summary.first_share_high
    if first != second:
        verdict = ""
    elif low <= 0.5 <= high:
        verdict = ": no advantage can be seen"
    else:
        verdict = f": the {'first' if low > 0.5 else 'second'} player has an advantage"
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


def bench(runs: Runs = 5, signature: Signature = False, json: Json = False) -> None:
    """Measure the speed of four plain alpha-beta searches whose node counts are known."""
    from outplay.tools.bench import BENCHES, Bench

    if signature:
        print_signature(json)
        return
    if not json:
        print(f"{'name':<18}{'nodes':>12}{'seconds':>12}{'M nodes/s':>12}")
    for name in BENCHES:
        nodes, seconds = Bench(name).run(runs)
        if json:
            print_json(name=name, nodes=nodes, seconds=seconds)
        else:
            print(f"{name:<18}{nodes:>12,}{seconds:>12.6f}{nodes / seconds / 1e6:>12.1f}")


def print_signature(json: bool) -> None:
    from outplay.tools.bench import DEPTHS, signature

    total = 0
    with progress("Searching", len(DEPTHS)) as advance:
        for spec, nodes in signature():
            total += nodes
            advance(1)
            if json:
                print_json(game=spec, nodes=nodes)
    if json:
        print_json(signature=total)
    else:
        print(total)
