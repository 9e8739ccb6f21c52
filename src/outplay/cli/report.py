"""The command report: the mistakes of a game, better moves, and the move that decided it; or those of a whole match."""

from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import (
    Database,
    Json,
    Net,
    outcome_words,
    player_name,
    print_json,
    progress,
    start_of_sentence,
    try_rules,
    wrap,
)
from outplay.core.game import Game, Outcome, Position
from outplay.core.limits import Limit, checked
from outplay.core.records import SIDES, Record, result_words

if TYPE_CHECKING:
    from outplay.tools.report import Report, Resignation, Step

What = Annotated[
    str,
    typer.Argument(
        metavar="RECORD|NAME",
        help="A game record, a file or folder of games, or the name of a match or tournament.",
    ),
]
GameNumbers = Annotated[
    list[int] | None, typer.Option("--game", "-g", min=1, metavar="NUMBER", help="Only this game; may be repeated.")
]
Time = Annotated[
    float | None,
    typer.Option(
        "--time", "-t", metavar="SECONDS", help="Seconds for each position; 0.5 by default, and 0.1 for several games."
    ),
]
Nodes = Annotated[int | None, typer.Option("--nodes", help="Nodes for each position; the same report every time.")]
Table = Annotated[int, typer.Option("--table", metavar="MB", help="Memory of the transposition table.")]
Workers = Annotated[int, typer.Option("--workers", "-w", min=0, help="Games at a time; 0: one per processor.")]
Games = Annotated[bool, typer.Option("--games", help="Also a line for each of several games.")]

ONE_GAME_SECONDS, MANY_GAMES_SECONDS = 0.5, 0.1
"""The time for each position if none is given."""

LEGEND = (
    "Scores are for the first player, after the move; = is proven. "
    "Loss is for the mover; ? lost much, ?? lost a result, which is proven."
)
HALF_A_BAR = 10
"""Characters from the middle of a bar to its end."""
MOST_MISTAKES = 5
LONGEST_LINE = 10
"""The number of moves of a better line that are printed."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay report game.txt  # where the game of a record turned, with half a second a move\n\n"
            "outplay report game.txt --time 5  # with a longer look at every move\n\n"
            "outplay report game.txt --net none  # without the network that `outplay train` made for its game\n\n"
            "outplay report game.txt --json  # a line for each move, for another program\n\n"
            "outplay report league  # what each side gave away in all games of a match or tournament\n\n"
            "outplay report league --game 17  # one of its games\n\n"
            "outplay report games.jsonl --games  # every game of a file, one after the other"
        )
    )(report)


def report(
    what: What,
    game: GameNumbers = None,
    time: Time = None,
    nodes: Nodes = None,
    table: Table = 64,
    net: Net = "auto",
    games: Games = False,
    workers: Workers = 0,
    db: Database = None,
    json: Json = False,
) -> None:
    """Analyse a game: its mistakes, what would have been better, and the move that decided it.

    Of several games, as in a match: what each player gave away a move, in the opening, the middle and the end, and
    which moves lost most.

    The last position of a game is analysed first. Ctrl-C stops the analysis and reports on what was analysed."""
    limit = checked(Limit(time, None, nodes))
    from outplay.engine.options import check_options
    from outplay.tools.named_games import named_games

    check_options(table)

    chosen = named_games(str(what), db, game or ())
    many = len(chosen) > 1
    if time is None and nodes is None:
        limit = Limit(MANY_GAMES_SECONDS if many else ONE_GAME_SECONDS)
    for spec in {str(record.game): record.game for _, record in chosen}.values():
        try_rules(spec)
    if many:
        from outplay.cli.match_report import report_match

        report_match(str(what), chosen, limit, table, net, workers, games, json)
    else:
        report_game(chosen[0][1], limit, table, net, json)


def report_game(played: Record, limit: Limit, table: int, net: str, json: bool) -> None:
    from outplay.engine.engine import Engine
    from outplay.tools.report import View, views
    from outplay.tools.report import report as make_report

    seen: dict[int, View] = {}
    positions = len(played.moves) + 1 - played.opening
    engine = Engine(played.game, table, net=net)
    try:
        with progress("Analysing", positions) as advance:
            for index, view in views(played, engine, limit):
                advance(index not in seen)
                seen[index] = view
    except KeyboardInterrupt:
        if len(seen) < 2:
            raise
    review = make_report(played, seen)
    if json:
        for step in review.steps:
            print_json(**as_json(step, review), network=engine.net.as_json())
        if review.resignation:
            print_json(resignation=resignation_json(review.resignation))
        return
    print("\n".join(map(wrap, heading(played).splitlines())))
    if engine.net.words:
        print(wrap(f"Evaluated by {engine.net.words}."))
    print()
    print(move_table(played.game, review))
    print()
    if len(seen) < positions:
        print(f"Stopped: moves {review.steps[0].number} to {review.steps[-1].number} were analysed.")
    for sentence in sentences(played, review):
        print(wrap(sentence))


def sentences(record: Record, review: "Report") -> list[str]:
    """What is said below the table: the opening, the turn of the game, its end, and its mistakes."""
    opening = record.opening
    found = []
    if opening:
        moves = "Move 1 was dictated and is" if opening == 1 else f"Moves 1 to {opening} were dictated and are"
        found.append(f"{moves} not judged.")
    found += [turn_sentence(record, review), *resignation_sentences(review), *mistake_sentences(review)]
    worst = review.worst
    if worst and worst.loss:
        how = "proven" if worst.proven else "estimated"
        found.append(f"The move that lost most: {move_label(worst)}, {worst.loss:.2f}, {how}.")
    return found + unknown_sentences(review)


def unknown_sentences(review: "Report") -> list[str]:
    """What is said of the moves that could not be judged."""
    unknown = sum(not (s.judged or s.result_lost) for s in review.steps)
    if not unknown:
        return []
    moves = "1 move is" if unknown == 1 else f"{unknown} moves are"
    return [f"{moves} not judged: the search could not tell how the game stood. More --time may tell."]


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
    largest = max(abs(score) for s in steps for score in (s.score or 0.0, s.best_score or 0.0)) or 1.0
    left, right = (name[:HALF_A_BAR] for name in game.players)
    lines = [
        f"move  {'player':<{who}}  {'played':<{played}}  {'better':<{best}}     score    loss      "
        f"{left:<{HALF_A_BAR}} {right:>{HALF_A_BAR}}"
    ]
    for s, (name, better) in zip(steps, names, strict=True):
        loss = f"{s.loss:.2f}" if s.loss > 0 else ""
        mark = "??" if s.result_lost else "?" if s in review.mistakes else ""
        score = None if s.score is None else for_player(s.player, s.score)
        shown = f"{'unknown':>9}" if score is None else f"{'=' if s.outcome else ' '}{score:+8.2f}"
        lines.append(
            f"{s.number:4}  {game.players[s.player]:<{who}}  {name:<{played}}  {better:<{best}}  "
            f"{shown}  {loss:>6} {mark:<2}   {bar((score or 0.0) / largest)}".rstrip()
        )
    return "\n".join([*lines, wrap(LEGEND)])


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
    since, result = review.ahead_since, record.result
    if since and since.best_score is None and since.score is not None:
        mover = player_name(record.game, since.player)
        how = f"{prospects(since.score, since.outcome)} ({'proven' if since.outcome else 'estimated'})"
        other = since.position.name(since.line[0]) if since.score < 0 and since.line[0] != since.move else ""
        perhaps = f": {other} may have been better" if other else ""
        return f"After {move_label(since)} {mover} {how}; how the game stood before is not known{perhaps}."
    if result is None or result.winner is None:
        return "The game never turned."
    winner = player_name(record.game, result.winner)
    if since:
        return f"{start_of_sentence(winner)} was ahead from move {since.number} on."
    end = review.steps[-1]
    if end.score is None:
        return f"Whether {winner} was ahead on the board is not known; the game ended by {result.ending}."
    return f"On the board {winner} was not ahead; the game ended for another reason: {result.ending}."


def score_change(step: "Step") -> str:
    """What its player could expect before a move and after it."""
    assert step.best_score is not None
    assert step.score is not None
    mover = player_name(step.position.game, step.player)
    proven = "proven" if step.proven or step.result_lost else "estimated"
    before, after = prospects(step.best_score, step.best_outcome), prospects(step.score, step.outcome)
    return f"before it {mover} {before}, after it {after} ({proven})"


def prospects(score: float, outcome: Outcome | None) -> str:
    if outcome:
        word = "wins" if score > 0 else "loses" if score < 0 else "draws"
        return f"{word} by {outcome.margin}" if outcome.margin > 1 else word
    return f"stands at {score:+.2f}"


def resignation_sentences(review: "Report") -> list[str]:
    """A sentence about a resignation, which says whether the game was lost."""
    found = review.resignation
    if found is None:
        return []
    game = found.position.game
    player = start_of_sentence(player_name(game, found.player))
    if found.lost:
        return [f"{player} resigned a lost game (proven)."]
    line = f" Better: {line_words(found.position, found.line)}"
    if found.outcome and found.score is not None:
        state = "won" if found.score > 0 else "drawn"
        return [f"{player} resigned needlessly: the game was {state} for it (proven).{line}"]
    if found.score is None:
        return [f"{player} resigned, and it is not known whether the game was lost.{line}"]
    needless = " needlessly" if found.score >= 0 else ""
    return [f"{player} resigned{needless} at {found.score:+.2f}; that the game was lost is not proven.{line}"]


def mistake_sentences(review: "Report") -> list[str]:
    """A sentence for each of the worst mistakes, in the order of the game, with a better line."""
    worst = sorted(review.mistakes, key=lambda s: (s.result_lost, s.loss), reverse=True)[:MOST_MISTAKES]
    judged = sum(s.judged for s in review.steps)
    if not worst and judged == len(review.steps):
        return ["No move was a clear mistake."]
    if not worst:
        return [f"None of the {judged} judged moves was a clear mistake."] if judged > 1 else []
    return [mistake_sentence(step) for step in sorted(worst, key=lambda s: s.number)]


def move_label(step: "Step") -> str:
    position = step.position
    return f"move {step.number} ({position.game.players[step.player]}, {position.name(step.move)})"


def mistake_sentence(step: "Step") -> str:
    return f"{start_of_sentence(move_label(step))} {mistake_words(step)}"


def mistake_words(step: "Step") -> str:
    """What a move gave away, how certain that is, and a better line."""
    better = f"Better: {line_words(step.position, step.line)}"
    if step.result_lost:
        won = step.best_low > 0
        soon = f" in {step.plies} plies" if step.plies and won else ""
        how = "wins" if won else "draws"
        if step.best_outcome and step.best_score is not None:
            how = prospects(step.best_score, step.best_outcome)
        what = "let the win go" if won else "gave the draw away"
        if not step.best_proven:
            return f"{what}, proven. Perhaps b{better[1:]}"
        return f"{what}: {step.position.name(step.line[0])} {how}{soon}, proven. {better}"
    return f"gave away {step.loss:.2f}, {'proven' if step.proven else 'estimated'}. {better}"


def line_words(position: Position, line: tuple[int, ...]) -> str:
    """A line of moves as text, with the player before the moves of each turn, as in `x b2, o a1` or `first 3 6`."""
    turns: list[list[str]] = []
    mover = None
    for move in line[:LONGEST_LINE]:
        if position.to_move != mover:
            mover = position.to_move
            turns.append([position.game.players[mover]])
        turns[-1].append(position.name(move))
        position = position.play(move)
    return ", ".join(map(" ".join, turns)) + (" …" if len(line) > LONGEST_LINE else "")


def sides_of(position: Position, line: tuple[int, ...]) -> list[str]:
    """The sides that make the moves of a line."""
    sides = []
    for move in line:
        sides.append(SIDES[position.to_move])
        position = position.play(move)
    return sides


def as_json(step: "Step", review: "Report") -> dict[str, object]:
    return {
        "move": step.number,
        "player": SIDES[step.player],
        "position": step.position.text,
        "played": step.position.name(step.move),
        "best": step.position.name(step.line[0]),
        "line": step.position.names(step.line),
        "sides": sides_of(step.position, step.line),
        "best_score": step.best_score,
        "score": step.score,
        "judged": step.judged,
        "loss": round(step.loss, 6) if step.judged else None,
        "best_proven": step.best_outcome and result_words(step.best_outcome, True),
        "proven": step.outcome and result_words(step.outcome, True),
        "mistake": ("result" if step.result_lost else "proven" if step.proven else "estimated")
        if step in review.mistakes
        else None,
        "turn": step is review.turn,
        "worst": step is review.worst,
        "plies": step.plies,
        "depth": step.depth,
    }


def resignation_json(found: "Resignation") -> dict[str, object]:
    return {
        "player": SIDES[found.player],
        "lost": found.lost,
        "score": found.score,
        "proven": found.outcome and result_words(found.outcome, True),
        "line": found.position.names(found.line),
        "sides": sides_of(found.position, found.line),
    }
