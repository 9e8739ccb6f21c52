"""The report on several games: tables of what each player gave away, and the moves that lost most."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from outplay.cli.common import print_json, progress, terminal_width, wrap
from outplay.cli.report import as_json, mistake_words, move_label, resignation_json, resignation_sentences
from outplay.core.limits import Limit
from outplay.core.records import result_words

if TYPE_CHECKING:
    from outplay.tools.match_report import GameReport, Losses
    from outplay.tools.named_games import Numbered

MOST_MOVES = 5
"""The number of moves that are named as those which lost most."""
MOST_RESIGNATIONS = 5


def report_match(
    name: str, games: list["Numbered"], limit: Limit, table: int, net: str, workers: int, each: bool, json: bool
) -> None:
    """Prints the report; after Ctrl-C, on the games that were analysed to their end. `workers` is how many games are
    analysed at a time, 0 for one per processor."""
    from outplay.core.machine import processors
    from outplay.tools.match_report import game_reports

    playable = [(number, record) for number, record in games if len(record.moves) > record.opening]
    positions = sum(len(record.moves) + 1 - record.opening for _, record in playable)
    found: list[GameReport] = []
    try:
        with progress("Analysing", positions) as advance:
            for game in game_reports(playable, limit, table, net, workers or processors(), advance):
                found.append(game)
                if json:
                    print_json(**game_json(game))
    except KeyboardInterrupt:
        if not found:
            raise
    if json:
        print_players_json(found)
        return
    print(heading(name, found, len(games)))
    for words in evaluated_words(found):
        print(words)
    print()
    print("\n".join(player_table(found)))
    for sentence in [*left_out(len(games), len(playable), len(found)), *notes(found)]:
        print(wrap(sentence))
    if each:
        print()
        print("\n".join(game_table(found)))
    print()
    print_worst(found)


def heading(name: str, found: Sequence["GameReport"], games: int) -> str:
    count = f"{len(found)} games" if len(found) == games else f"{len(found)} of {games} games"
    specs = sorted({str(game.record.game) for game in found})
    return wrap(f"{name}: {', '.join(specs)}, {count}: what each player gave away a move")


def evaluated_words(found: Sequence["GameReport"]) -> list[str]:
    """For each game with a network, a sentence that names it."""
    specs = {str(game.record.game): game.net.words for game in found}
    return [f"{spec} is evaluated by {words}." for spec, words in sorted(specs.items()) if words]


def left_out(games: int, playable: int, found: int) -> list[str]:
    """Why a report is not on all games."""
    lines = []
    if unplayed := games - playable:
        was, them = ("game was", "it") if unplayed == 1 else ("games were", "them")
        lines.append(f"{unplayed} {was} over before a player chose a move, so there is nothing to judge in {them}.")
    if missing := playable - found:
        lines.append(f"{missing} more {'is' if missing == 1 else 'are'} missing, because the analysis was stopped.")
    return lines


def player_table(found: Sequence["GameReport"]) -> list[str]:
    """A line for each player; losses are in units of the margin."""
    from outplay.arena.tables import Column, table
    from outplay.tools.match_report import PHASES, losses_by_player

    players = losses_by_player(found)
    columns = [
        Column("player", [p.player for p in players], name=True),
        Column("games", [str(p.games) for p in players]),
        Column("moves", [str(p.all.moves) for p in players]),
        Column("judged", [share(p.all) for p in players]),
        Column("all", [per_move(p.all) for p in players]),
        *(Column(phase, [per_move(p.phases[i]) for p in players]) for i, phase in enumerate(PHASES)),
        Column("?", [str(p.all.mistakes - p.all.results_lost) for p in players]),
        Column("??", [str(p.all.results_lost) for p in players]),
    ]
    return table(columns, terminal_width())


def share(losses: "Losses") -> str:
    return f"{losses.judged / losses.moves:.0%}" if losses.moves else "-"


def per_move(losses: "Losses") -> str:
    return "-" if losses.per_move is None else f"{losses.per_move:.2f}"


def notes(found: Sequence["GameReport"]) -> list[str]:
    lines = [
        "Opening, middle and end are the thirds of a game. ? are moves that lost much, ?? those that lost a result, "
        "which is proven."
    ]
    if any(game.record.opening for game in found):
        lines.append("Moves that the opening dictated are left out.")
    if not all(s.judged for game in found for s in game.report.steps):
        lines.append("Moves are not judged where the search could not tell how the game stood; more --time may tell.")
    return lines


def game_table(found: Sequence["GameReport"]) -> list[str]:
    """A line for each game: what each side gave away a move, and the move that lost most."""
    from outplay.arena.tables import Column, table
    from outplay.tools.match_report import losses_of

    sides = [
        [losses_of([s for s in game.report.steps if s.player == side], game.report.mistakes) for game in found]
        for side in (0, 1)
    ]
    worst = [game.report.worst for game in found]
    columns = [
        Column("#", [str(game.number) for game in found]),
        Column("first", [game.players[0] for game in found], name=True),
        Column("lost", [per_move(losses) for losses in sides[0]]),
        Column("second", [game.players[1] for game in found], name=True),
        Column("lost", [per_move(losses) for losses in sides[1]]),
        Column("result", [result_of(game) for game in found], name=True),
        Column("worst", [f"{s.number}: {s.loss:.2f}" if s else "" for s in worst]),
    ]
    return table(columns, terminal_width())


def result_of(game: "GameReport") -> str:
    result = game.record.result
    return result_words(result and result.outcome, True)


def print_worst(found: Sequence["GameReport"]) -> None:
    """The moves that lost most, and the resignations of games that were not proven lost."""
    from outplay.tools.match_report import worst_moves

    worst = worst_moves(found, MOST_MOVES)
    print("The moves that lost most:" if worst else "No move lost anything that is known.")
    for game, step in worst:
        who = game.players[step.player]
        print(wrap(f"{step.loss:.2f} in game {game.number} by {who}, {move_label(step)}: {mistake_words(step)}"))
    resigned = [game for game in found if game.report.resignation and not game.report.resignation.lost]
    for game in resigned[:MOST_RESIGNATIONS]:
        print(wrap(f"game {game.number}: {' '.join(resignation_sentences(game.report))}"))
    if len(resigned) > MOST_RESIGNATIONS:
        print(f"{len(resigned) - MOST_RESIGNATIONS} more games were resigned that are not proven lost.")


def game_json(game: "GameReport") -> dict[str, object]:
    resigned = game.report.resignation
    return {
        "game": game.number,
        "spec": str(game.record.game),
        "first": game.players[0],
        "second": game.players[1],
        "result": result_of(game),
        "opening": game.record.opening,
        "network": game.net.as_json(),
        "moves": [as_json(step, game.report) for step in game.report.steps],
        "resignation": resigned and resignation_json(resigned),
    }


def print_players_json(found: Sequence["GameReport"]) -> None:
    from outplay.tools.match_report import PHASES, losses_by_player, worst_moves

    for p in losses_by_player(found):
        phases = {phase: losses_json(p.phases[i]) for i, phase in enumerate(PHASES)}
        sides = {"as_first": losses_json(p.sides[0]), "as_second": losses_json(p.sides[1])}
        print_json(player=p.player, games=p.games, **losses_json(p.all), **phases, **sides)
    worst = [
        {"game": game.number, "player": game.players[step.player], **as_json(step, game.report)}
        for game, step in worst_moves(found, MOST_MOVES)
    ]
    print_json(worst=worst)


def losses_json(losses: "Losses") -> dict[str, object]:
    return {**losses._asdict(), "per_move": losses.per_move}
