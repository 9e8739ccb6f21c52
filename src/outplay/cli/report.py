"""The command report: the mistakes of a game, better moves, and the move that decided it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import (
    Json,
    outcome_words,
    player_name,
    print_json,
    progress,
    start_of_sentence,
    try_rules,
    wrap,
)
from outplay.core.game import Game, Outcome
from outplay.core.records import SIDES, Record, load, result_words

if TYPE_CHECKING:
    from outplay.tools.report import Report, Step

RecordFile = Annotated[
    Path, typer.Argument(metavar="RECORD", help="A game record, as `outplay play --save` writes it.")
]
Time = Annotated[
    float | None, typer.Option("--time", "-t", help="Seconds for each position; half a second by default.")
]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Nodes for each position; the same report every time.")]
Table = Annotated[int, typer.Option("--table", metavar="MB", help="Memory of the transposition table.")]

HALF_A_BAR = 10
"""Characters from the middle of a bar to its end."""
MOST_MISTAKES = 5
LONGEST_LINE = 10
"""The number of moves of a better line that are printed."""


def register(app: typer.Typer) -> None:
    app.command(epilog="outplay report game.txt\n\noutplay report game.txt --time 5\n\noutplay report game.txt --json")(
        report
    )


def report(record: RecordFile, time: Time = None, nodes: Nodes = None, table: Table = 64, json: Json = False) -> None:
    """Analyse a game: its mistakes, what would have been better, and the move that decided it.

    The last position is analysed first. Ctrl-C stops the analysis and reports on the moves analysed so far."""
    played = load(record)
    try_rules(played.game)
    from outplay.core.limits import Limit, checked
    from outplay.engine.engine import Engine
    from outplay.tools.report import View, views
    from outplay.tools.report import report as make_report

    limit = checked(Limit(0.5 if time is None and nodes is None else time, None, nodes))
    seen: dict[int, View] = {}
    stopped = False
    engine = Engine(played.game, table)
    try:
        with progress("Analysing", len(played.moves) + 1) as advance:
            for index, view in views(played, engine, limit):
                seen[index] = view
                advance(1)
    except KeyboardInterrupt:
        if len(seen) < 2:
            raise
        stopped = True
    review = make_report(played, seen)
    if json:
        for step in review.steps:
            print_json(**as_json(step, review))
        return
    print("\n".join(map(wrap, heading(played).splitlines())))
    print()
    print(move_table(played.game, review))
    print()
    if stopped:
        print(f"Stopped: moves {review.steps[0].number} to {review.steps[-1].number} were analysed.")
    for sentence in (turn_sentence(played, review), *mistake_sentences(review)):
        print(wrap(sentence))


def heading(record: Record) -> str:
    """Game, players, date and result."""
    who = " against ".join(
        f"{name} ({record.game.players[i]})" if name else player_name(record.game, i)
        for i, name in enumerate((record.first, record.second))
    )
    when = f", {record.date}" if record.date else ""
    how = outcome_words(record.game, record.result.outcome) if record.result else "Unfinished."
    return f"{record.game}: {who}{when}\n{how}"


def move_table(game: Game, review: "Report") -> str:
    """The table of moves, one line each, with a bar towards the side that is ahead."""
    from outplay.tools.report import for_player

    steps = review.steps
    names = [(s.position.name(s.move), s.position.name(s.line[0]) if s.loss else "") for s in steps]
    played = max(6, *(len(name) for name, _ in names))
    best = max(6, *(len(name) for _, name in names))
    who = max(len(name) for name in (*game.players, "player"))
    largest = max(max(abs(s.score), abs(s.best_score)) for s in steps) or 1.0
    left, right = (name[:HALF_A_BAR] for name in game.players)
    lines = [
        f"move  {'player':<{who}}  {'played':<{played}}  {'better':<{best}}     score    loss      "
        f"{left:<{HALF_A_BAR}} {right:>{HALF_A_BAR}}"
    ]
    for s, (name, better) in zip(steps, names, strict=True):
        loss = f"{s.loss:.2f}" if s.loss > 0 else ""
        mark = "??" if s.result_lost else "?" if s in review.mistakes else ""
        score = for_player(s.player, s.score)
        lines.append(
            f"{s.number:4}  {game.players[s.player]:<{who}}  {name:<{played}}  {better:<{best}}  "
            f"{'=' if s.outcome else ' '}{score:+8.2f}  {loss:>6} {mark:<2}   {bar(score / largest)}".rstrip()
        )
    lines.append(
        wrap("Scores are for the first player, after the move; = is proven. Loss is for the mover; ?? lost a result.")
    )
    return "\n".join(lines)


def bar(share: float) -> str:
    """A bar to the left if the first player is ahead, to the right for the second; `share` is -1 to 1.

    >>> bar(0.5), bar(-1), bar(0)
    ('     #####|          ', '          |##########', '          |          ')
    """
    length = round(abs(share) * HALF_A_BAR)
    left, right = ("#" * length, "") if share > 0 else ("", "#" * length)
    return f"{left:>{HALF_A_BAR}}|{right:<{HALF_A_BAR}}"


def turn_sentence(record: Record, review: "Report") -> str:
    """A sentence about the move that decided the game."""
    if review.turn and review.turn in review.mistakes:
        return f"The game turned at {move_label(review.turn)}: {score_change(review.turn)}."
    if review.turn:
        return f"The game turned little by little, for good at {move_label(review.turn)}: {score_change(review.turn)}."
    if record.result is None or record.result.winner is None:
        return "The game never turned."
    first = review.steps[0]
    ahead = first.best_score > 0 if first.player == record.result.winner else first.best_score < 0
    winner = player_name(record.game, record.result.winner)
    if ahead:
        return f"{start_of_sentence(winner)} was ahead from move {first.number} on."
    return f"On the board {winner} was not ahead; the game ended for another reason."


def score_change(step: "Step") -> str:
    """What its player could expect before a move and after it."""
    mover = player_name(step.position.game, step.player)
    proven = "proven" if step.proven else "estimated"
    before, after = prospects(step.best_score, step.best_outcome), prospects(step.score, step.outcome)
    return f"before it {mover} {before}, after it {after} ({proven})"


def prospects(score: float, outcome: Outcome | None) -> str:
    if outcome:
        word = "wins" if score > 0 else "loses" if score < 0 else "draws"
        return f"{word} by {outcome.margin}" if outcome.margin > 1 else word
    return f"stands at {score:+.2f}"


def mistake_sentences(review: "Report") -> list[str]:
    """A sentence for each of the worst mistakes, in the order of the game, with a better line."""
    worst = sorted(review.mistakes, key=lambda s: (s.result_lost, s.loss), reverse=True)[:MOST_MISTAKES]
    if not worst:
        return ["No move was a clear mistake."]
    return [mistake_sentence(step) for step in sorted(worst, key=lambda s: s.number)]


def move_label(step: "Step") -> str:
    position = step.position
    return f"move {step.number} ({position.game.players[step.player]}, {position.name(step.move)})"


def mistake_sentence(step: "Step") -> str:
    where = start_of_sentence(move_label(step))
    names = step.position.names(step.line)
    better, line = names[0], " ".join(names[:LONGEST_LINE]) + (" …" if len(names) > LONGEST_LINE else "")
    if step.result_lost:
        what = "let the win go" if step.best_score > 0 else "gave the draw away"
        soon = f" in {step.plies} plies" if step.plies and step.best_score > 0 else ""
        how = f"{prospects(step.best_score, step.best_outcome)}{soon}"
        return f"{where} {what}: {better} {how}, proven. Better: {line}"
    kind = "proven" if step.proven else "estimated"
    return f"{where} gave away {step.loss:.2f}, {kind}. Better: {line}"


def as_json(step: "Step", review: "Report") -> dict[str, object]:
    return {
        "move": step.number,
        "player": SIDES[step.player],
        "position": step.position.text,
        "played": step.position.name(step.move),
        "best": step.position.name(step.line[0]),
        "line": step.position.names(step.line),
        "best_score": step.best_score,
        "score": step.score,
        "loss": round(step.loss, 6),
        "best_proven": step.best_outcome and result_words(step.best_outcome, True),
        "proven": step.outcome and result_words(step.outcome, True),
        "mistake": ("result" if step.result_lost else "proven" if step.proven else "estimated")
        if step in review.mistakes
        else None,
        "turn": step is review.turn,
        "plies": step.plies,
        "depth": step.depth,
    }
