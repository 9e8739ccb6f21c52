"""analyse and solve: what the engine thinks of a position."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import GameName, Json, Moves, PositionText, opened, outcome_json, player_name, print_json
from outplay.game import Position

if TYPE_CHECKING:
    from outplay.engine import Analysis

Time = Annotated[float | None, typer.Option("--time", "-t", help="Stop after so many seconds.")]
Depth = Annotated[int | None, typer.Option("--depth", "-d", help="Stop at this depth.")]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Stop after so many positions.")]
Table = Annotated[int, typer.Option("--table", metavar="MB", help="Memory for positions already seen.")]


def register(app: typer.Typer) -> None:
    app.command(epilog="outplay analyse kalah:6,4 --time 2\n\noutplay analyse gomoku --moves 'h8 i9' --depth 4")(
        analyse
    )
    app.command(epilog="outplay solve kalah:5,3\n\noutplay solve mnk:4,4,3 --json")(solve)


def analyse(
    game: GameName,
    moves: Moves = None,
    position: PositionText = None,
    time: Time = None,
    depth: Depth = None,
    nodes: Nodes = None,
    table: Table = 64,
    json: Json = False,
) -> None:
    """Say what the engine thinks of a position: best move, score, expected line, depth by depth.

    Without a limit it thinks for two seconds. Ctrl-C stops it and keeps the answer so far."""
    from outplay.engine import Engine
    from outplay.limits import Limit, checked

    place = opened(game, moves, position)
    limit = checked(Limit(2.0 if time is None and depth is None and nodes is None else time, depth, nodes))
    show(place, Engine(place.game, table).stream(place, limit), json)


def solve(
    game: GameName,
    moves: Moves = None,
    position: PositionText = None,
    time: Time = None,
    table: Table = 256,
    json: Json = False,
) -> None:
    """Search until winner and margin are proven. Ctrl-C stops it and keeps the answer so far."""
    from outplay.engine import Engine
    from outplay.limits import Limit, checked

    place = opened(game, moves, position)
    show(place, Engine(place.game, table).solve(place, checked(Limit(time))), json)


def show(position: Position, answers: "Iterator[Analysis]", json: bool) -> None:
    last = None
    try:
        for last in answers:
            if json:
                print_json(**as_json(position, last))
            else:
                print(as_line(position, last), flush=True)
    except KeyboardInterrupt:
        if last is None:
            raise
    if last is not None and not json:
        print(verdict(position, last))


def as_json(position: Position, analysis: "Analysis") -> dict[str, object]:
    fields = analysis._asdict()
    fields["line"] = line_names(position, analysis.line)
    fields["move"] = position.name(analysis.move)
    fields["outcome"] = outcome_json(analysis.outcome)
    return {"game": str(position.game), "position": position.text, **fields}


def line_names(position: Position, line: tuple[int, ...]) -> list[str]:
    names = []
    for move in line:
        names.append(position.name(move))
        position = position.play(move)
    return names


def as_line(position: Position, analysis: "Analysis") -> str:
    rate = analysis.nodes / max(analysis.seconds, 1e-9) / 1e6
    line = " ".join(line_names(position, analysis.line[:12])) + (" …" if len(analysis.line) > 12 else "")
    mark = "=" if analysis.exact else " "
    return (
        f"depth {analysis.depth:3} {mark}{analysis.score:+8.2f}  {analysis.seconds:7.2f} s  "
        f"{analysis.nodes:13,} nodes  {rate:5.1f} M/s  {line}"
    )


def verdict(position: Position, analysis: "Analysis") -> str:
    best = f"Best is {position.name(analysis.move)}"
    if not analysis.outcome:
        return f"{best}, nothing is proven."
    if analysis.outcome.winner is None:
        return f"{best}: proven, a draw."
    by = f" by {analysis.outcome.margin}" if analysis.outcome.margin > 1 else ""
    return f"{best}: proven, {player_name(position.game, analysis.outcome.winner)} wins{by}."
