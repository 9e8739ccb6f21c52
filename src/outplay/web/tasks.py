"""What the process that searches does for the server: a function for each job, which yields its answers."""

import time
from collections.abc import Iterator
from typing import Any

from outplay.core.game import Game, Outcome, Position
from outplay.core.limits import Limit
from outplay.core.paths import without_folders
from outplay.core.registry import game as find_game
from outplay.core.specs import name_of
from outplay.web.job import Job, Json, NotCompiled, Work, lower_priority
from outplay.web.shelf import SHELF

TABLE_MB = 16
ANSWER_INTERVAL = 0.1
"""The least number of seconds between two answers of an analysis."""
CHOICE_SECONDS = 60.0
"""Seconds after which a player that is choosing a move is stopped."""
COMPILING, PATIENT = 10, 15
"""The nice values of compiling and of the search of an analysis. The thread of an analysis itself keeps its priority:
with a low one it could hold Python's global lock for long and so delay a player's move."""


def position_of(game: Game, values: list[int]) -> Position:
    return Position(game, type(game.initial)(*values))


def with_table(spec: str) -> str:
    """The spec of a player; for the engine and the tree search, with the memory that they have here."""
    from outplay.players.specs import parse

    return str(parse(spec).with_(table=TABLE_MB)) if name_of(spec) in ("engine", "mcts") else spec


def made_player(spec: str, game: Game, lines: int = 1) -> Any:
    """A player; an engine that compares several moves if there is more than one line."""
    from outplay.players import player
    from outplay.players.engine import EnginePlayer

    return player(with_table(spec), game) if lines == 1 else EnginePlayer(game, table=TABLE_MB, lines=lines)


def choose(job: Job) -> Iterator[Json]:
    """A player's move, with its explanation."""
    fields = job.fields
    spec, lines = fields["player"], fields.get("lines", 1)
    clock = fields.get("clock")
    limit = Limit(time=fields["time"], clock=clock, increment=fields["increment"] if clock else None)
    with SHELF.lent(fields["game"], f"{spec} {lines}", lambda game: made_player(spec, game, lines)) as (game, chooser):
        position = position_of(game, fields["state"])
        began = time.perf_counter()
        job.deadline = time.monotonic() + CHOICE_SECONDS
        with job.searching(chooser.stop):
            choice = chooser.choose(position, limit)
        job.deadline = float("inf")
        seconds = time.perf_counter() - began
        why = choice.explanation
    yield {
        "move": position.name(choice.move),
        "because": why.because,
        "figures": dict(why.figures),
        "seconds": seconds,
        "score": choice.score,
        "outcome": outcome_json(choice.analysis.outcome if choice.analysis else None),
        "considered": [
            {"move": position.name(c.move), "value": c.value, "at_most": c.at_most, "why": c.why}
            for c in why.considered[:12]
        ],
    }


def patient_engine(game: Game) -> Any:
    """An engine whose search threads have a low priority."""
    from outplay.engine.engine import Engine

    class Patient(Engine):
        def _work(self, *arguments: Any) -> None:
            lower_priority(PATIENT)
            super()._work(*arguments)

    return Patient(game, TABLE_MB)


def analyse(job: Job) -> Iterator[Json]:
    """The engine's analysis of a position, sent again as the search goes deeper."""
    fields = job.fields
    with SHELF.lent(fields["game"], "solved", lambda game: None) as (game, _):
        answer = solved(position_of(game, fields["state"]), fields["lines"])
    if answer:
        yield answer
        return
    with SHELF.lent(fields["game"], "", patient_engine) as (game, engine):
        position = position_of(game, fields["state"])
        sent, last = 0.0, None
        with job.searching(engine.stop):
            for analysis in engine.stream(position, Limit(time=fields["seconds"]), fields["lines"]):
                last = analysis
                if job.stopped.is_set():
                    break
                if time.monotonic() - sent >= ANSWER_INTERVAL:
                    sent = time.monotonic()
                    yield {"analysis": analysis_json(position, analysis), "network": network_words(engine)}
        assert last is not None
        yield {"analysis": analysis_json(position, last), "network": network_words(engine)}
    if not all(line.exact for line in last.lines):
        yield {"note": "the time of this analysis is over; switch it on again to go on"}


def solved(position: Position, lines: int) -> Json | None:
    """The answer of the game's solution, if one is kept and holds the position."""
    from outplay.solve.solution import analysis_of, kept_solution

    solution = kept_solution(position.game)
    if solution is None or position.outcome() or position not in solution:
        return None
    words = f"from the solution of all {len(solution):,} positions"
    return {"analysis": analysis_json(position, analysis_of(solution, position, lines)), "network": words}


def network_words(engine: Any) -> str:
    """What evaluates if it is a network, or why an expected one does not; empty otherwise."""
    words = f"evaluated by {engine.net.words}" if engine.net.words else ""
    return words or without_folders(engine.net.notice)


def analysis_json(position: Position, analysis: Any) -> Json:
    fields = line_json(position, analysis)
    fields |= {name: getattr(analysis, name) for name in ("depth", "nodes", "rate", "seconds", "table_used")}
    fields["lines"] = [line_json(position, line) for line in analysis.lines]
    return fields


def line_json(position: Position, line: Any) -> Json:
    return {
        "move": position.name(line.move),
        "line": position.names(line.line),
        "sides": sides_of(position, line.line),
        "score": line.score,
        "score_first": for_first(position, line.score),
        "exact": line.exact,
        "outcome": outcome_json(line.outcome),
        "plies": line.plies,
        "known": line.known,
    }


def for_first(position: Position, score: float) -> float:
    """The score for the first player from that for the side to move; never a negative 0."""
    return 0.0 - score if position.to_move else score + 0.0


def sides_of(position: Position, moves: tuple[int, ...]) -> list[int]:
    """The side to move before each of the moves."""
    sides = []
    for move in moves:
        sides.append(position.to_move)
        position = position.play(move)
    return sides


def outcome_json(outcome: Outcome | None) -> Json | None:
    return outcome._asdict() if outcome else None


def bounded_solver(position: Position) -> Any:
    """A solver that uses an endgame table but makes none: that could take longer than the search may."""
    from outplay.engine.engine import Engine
    from outplay.solve.solver import Solver

    class Bounded(Solver):
        def new_engine(self, threads: int) -> Engine:
            return Engine(self.game, self.memory_mb, threads, self.goal, net="none")

    return Bounded(position, "margin", "auto", TABLE_MB, 1, None)


def solve(job: Job) -> Iterator[Json]:
    """What is proven of a position."""
    from outplay.solve.solver import check_cycles

    position = position_of(find_game(job.fields["game"]), job.fields["state"])
    limit = Limit(time=job.fields["seconds"])
    check_cycles(position, limit)
    solver = bounded_solver(position)
    with job.searching(solver.stop):
        solver.run(limit)
    found = solver.solved()
    yield {
        "outcome": outcome_json(found.outcome),
        "best": [position.name(move) for move in found.moves] if found.exact else [],
        "method": found.method,
        "nodes": found.nodes,
        "seconds": found.seconds,
    }


def report(job: Job) -> Iterator[Json]:
    """The score after each ply, from the last to the first; then all scores as they agree with each other, the mistakes
    and the turning point, and what each side gave away."""
    from outplay.core.records import Record
    from outplay.core.results import Ending, GameResult, MoveRecord
    from outplay.tools.report import reconciled, views
    from outplay.tools.report import report as report_on

    fields = job.fields
    ended, opening = fields["outcome"], (("opening", str(fields["opening"])),)
    result = ended and GameResult(ended["winner"], ended["margin"], Ending(ended["ending"]), ended["reason"])
    seen = {}
    with SHELF.lent(fields["game"], "", patient_engine) as (game, engine):
        start, moves = position_of(game, fields["state"]), tuple(map(MoveRecord, fields["moves"]))
        record = Record(start, moves, result, others=opening)
        for ply, analysed in views(record, engine, Limit(time=fields["seconds"])):
            seen[ply] = analysed
            yield {"step": view_json(ply, analysed)}
            if job.stopped.is_set():
                return
    review = report_on(record, seen)
    yield {
        "steps": [view_json(ply, found) for ply, found in sorted(reconciled(record, seen).items())],
        "turning": [step_json(step, review) for step in review.steps if step in review.mistakes or step is review.turn],
        "since": review.ahead_since and step_json(review.ahead_since, review),
        "unknown": sum(not (step.judged or step.result_lost) for step in review.steps),
        "resignation": resignation_json(review.resignation),
        "given_away": [given_away(review, record, side) for side in (0, 1)],
    }


def view_json(ply: int, found: Any) -> Json:
    return {"ply": ply, "score": found.score, "outcome": outcome_json(found.outcome)}


def step_json(step: Any, review: Any) -> Json:
    """A move of a report; its scores are for its player, and null where nothing is known."""
    return {
        "ply": step.number,
        "player": step.player,
        "move": step.position.name(step.move),
        "better": step.position.names(step.line),
        "sides": sides_of(step.position, step.line),
        "score": step.score,
        "best_score": step.best_score,
        "loss": step.loss,
        "proven": step.proven,
        "result_lost": step.result_lost,
        "turned": step is review.turn,
        "worst": step is review.worst,
    }


def resignation_json(found: Any) -> Json | None:
    """How a game stood that was resigned, for the player who did it; `lost` if that is proven."""
    if found is None:
        return None
    line = {"better": found.position.names(found.line), "sides": sides_of(found.position, found.line)}
    return {
        "player": found.player,
        "score": found.score,
        "proven": found.outcome is not None,
        "lost": found.lost,
        **line,
    }


def given_away(review: Any, record: Any, side: int) -> Json:
    """What a side gave away a move in each phase of a game; null where no move is judged."""
    from outplay.tools.match_report import PHASES, losses_by_phase

    phases = losses_by_phase(review, record, side)
    return {name: losses.per_move for name, losses in zip(PHASES, phases, strict=True)}


def prepare(job: Job) -> Iterator[Json]:
    """Makes a player and keeps it for its first move."""
    spec = job.fields["player"]
    with SHELF.lent(job.fields["game"], f"{spec} 1", lambda game: made_player(spec, game)):
        yield {}


def tree(job: Job) -> Iterator[Json]:
    """The tree of a small search, in several answers."""
    from outplay.tools.trace import chunks_of, trace

    fields = job.fields
    if fields["search"] == "mcts":
        yield from mcts_tree(job)
        return
    position = position_of(find_game(fields["game"]), fields["state"])
    search, net = (fields["search"], fields["table"], fields["depth"]), fields["net"] or "auto"
    made = trace(position, *search, fields["most_nodes"], stop=job.stopped.is_set, net=net)
    made.net = made.net._replace(notice=without_folders(made.net.notice))
    yield from with_choice_of_network(position.game, chunks_of(made))


def mcts_tree(job: Job) -> Iterator[Json]:
    """The same of a Monte Carlo tree search."""
    from outplay.engine.mcts import TreeSearch
    from outplay.tools.mcts_trace import TABLE_MB, mcts_trace
    from outplay.tools.trace import chunks_of

    fields = job.fields
    net = fields["net"] or "none"

    def search_of(game: Game) -> TreeSearch:
        return TreeSearch(game, TABLE_MB, net=net, endgame="none")

    with SHELF.lent(fields["game"], f"tree {net}", search_of) as (game, search):
        position = position_of(game, fields["state"])
        with job.searching(search.stop):
            made = mcts_trace(
                position,
                fields["playouts"],
                most_nodes=fields["most_nodes"],
                stop=job.stopped.is_set,
                search=search,
            )
    made.notice = without_folders(made.notice)
    yield from with_choice_of_network(game, chunks_of(made))


def with_choice_of_network(game: Game, chunks: Iterator[Json]) -> Iterator[Json]:
    """The answers with a tree; the first one also tells whether there is a network that the reader may switch off."""
    from outplay.engine.networks import find_network

    for chunk in chunks:
        if "tree" in chunk:
            chunk["tree"]["trained"] = find_network(game).network is not None
        yield chunk


def compile_first(job: Job) -> Iterator[Json]:
    """Compiles what a job needs into the cache on disk."""
    from outplay.engine.engine import Engine
    from outplay.players import player
    from outplay.players.specs import parse

    lower_priority(COMPILING)
    fields = job.fields
    game = find_game(fields["game"])
    spec = fields.get("player", "engine")
    if name_of(spec) == "engine":
        Engine(game, 1, net=parse(spec).options.get("net", "auto"))
    else:
        player(spec, game)
    yield {}


def compiled(job: Job) -> Iterator[Json]:
    """Whether the engine can search a game without compiling it first."""
    from outplay.engine.engine import Engine

    try:
        Engine(find_game(job.fields["game"]), 1)
    except NotCompiled:
        yield {"compiled": False}
    else:
        yield {"compiled": True}


JOBS: dict[str, Work] = {
    "prepare": prepare,
    "choose": choose,
    "analyse": analyse,
    "solve": solve,
    "report": report,
    "tree": tree,
    "compile": compile_first,
    "compiled": compiled,
}
