"""The tree of Monte Carlo tree search as a table: its visits, its values, and what it calls proven."""

import json
import re
from functools import cache
from typing import Any

import numpy as np
import pytest
from helpers.paths import DOCS

import outplay
from outplay.core.game import Game, Position
from outplay.core.network import Network, NetworkShape
from outplay.engine.mcts import EXPAND_VISITS, TreeSearch
from outplay.engine.networks import rules_digest
from outplay.search.values import UNIT
from outplay.tools.mcts_trace import (
    DECIDED,
    EXACT,
    EXPANDED,
    LEAF,
    MOST_PLAYOUTS,
    OVER,
    TABLE_MB,
    MctsTrace,
    mcts_trace,
)
from outplay.tools.trace import NO_NODE, chunks_of

pytestmark = pytest.mark.kernel

GAMES = ["tic-tac-toe", "kalah:3,2", "connect-four"]
OPENINGS = ["", "b2 a1", "a1 b2 a2 a3", "a1 b1 b2", "a1 a2 c3"]
"""Openings of tic-tac-toe: even ones, and some that are won."""


def after(game: Game, moves: str) -> Position:
    position = game.start()
    for word in moves.split():
        position = position.play(game.move(word, position))
    return position


def positions(made: MctsTrace) -> list[Position]:
    """The position of each node."""
    found, names = [made.position], list(made.names)
    for node in range(1, len(made)):
        above = found[made.parent[node]]
        found.append(above.play(above.game.move(names[made.move[node]], above)))
    return found


@cache
def minimax(position: Position) -> int:
    """The margin for the first player."""
    if outcome := position.outcome():
        return outcome.margin_for(0)
    values = [minimax(position.play(move)) for move in position.moves()]
    return min(values) if position.to_move else max(values)


@pytest.mark.parametrize("spec", GAMES)
def test_the_visits_of_a_node_are_its_own_and_those_of_its_children(spec: str) -> None:
    made = mcts_trace(outplay.game(spec).start(), 2_000)
    assert made.visits[0] == made.playouts
    assert made.playouts == 2_000 or made.proven(0)
    seen = positions(made)
    for node, position in enumerate(seen):
        children = made.children(node)
        visits = [made.visits[child] for child in children]
        own = made.visits[node] - sum(visits)
        assert visits == sorted(visits, reverse=True)
        assert made.mover[node] == position.to_move
        assert (made.end[node] == OVER) == (position.outcome() is not None)
        if made.end[node] == EXPANDED:
            assert own == (EXPAND_VISITS + 1 if node else 1), "the playouts before it had children, and the next one"
        if made.end[node] in (EXPANDED, DECIDED):
            assert len(children) + made.skipped[node] == len(position.moves())
        else:
            assert not children
        assert made.visits[node] or made.end[node] == OVER, "what was not visited is left out, unless it ends the game"
    assert {EXPANDED, LEAF} <= set(made.end)


@pytest.mark.parametrize("spec", GAMES)
def test_values_are_within_what_is_proven_and_what_is_possible(spec: str) -> None:
    game = outplay.game(spec)
    made = mcts_trace(game.start(), 2_000)
    most = UNIT * (1 if spec in ("tic-tac-toe", "connect-four") else 12)
    for node in range(len(made)):
        value, low, high = made.value[node], made.low[node], made.high[node]
        assert value is not None
        assert -most <= (value if low is None else low) <= value <= (value if high is None else high) <= most
        assert (made.kind[node] == EXACT) == (low is not None and low == high)


def test_the_same_seed_gives_the_same_tree_and_another_one_another() -> None:
    start = outplay.game("tic-tac-toe").start()
    first, second, other = (mcts_trace(start, 500, seed) for seed in (1, 1, 2))
    assert first.columns(0, len(first)) == second.columns(0, len(second))
    assert first.summary() == second.summary()
    assert first.visits != other.visits


def test_a_search_that_is_used_again_gives_the_tree_of_a_new_one() -> None:
    game = outplay.game("tic-tac-toe")
    search = TreeSearch(game, TABLE_MB)
    for moves in ("", "b2 a1", ""):
        position = after(game, moves)
        assert mcts_trace(position, 400, search=search).visits == mcts_trace(position, 400).visits


@pytest.mark.parametrize("opening", OPENINGS)
def test_what_is_proven_in_tic_tac_toe_is_the_value_of_minimax(opening: str) -> None:
    position = after(outplay.game("tic-tac-toe"), opening)
    made = mcts_trace(position, MOST_PLAYOUTS)
    proven = 0
    for node, seen in enumerate(positions(made)):
        true = UNIT * minimax(seen) * (-1 if position.to_move else 1)
        low, high = made.low[node], made.high[node]
        assert low is None or low <= true
        assert high is None or true <= high
        if made.proven(node):
            proven += 1
            assert made.proven(node) == ("win" if true > 0 else "loss" if true < 0 else "draw")
    assert proven > 0
    if opening:
        assert made.proven(0), "so many playouts prove all of it"
        assert made.playouts < MOST_PLAYOUTS, "and a search ends when it is proven"


def test_every_proof_can_be_followed_to_the_ends_of_games() -> None:
    """Each proven bound is that of a child that is shown, also where the search has dropped the children."""
    made = mcts_trace(after(outplay.game("tic-tac-toe"), "a1 b2 a2 a3"), 5_000)
    assert DECIDED in made.end
    for node in range(len(made)):
        if made.proven(node) and made.end[node] != OVER:
            best = made.best[node]
            assert best in made.children(node)
            assert made.proven(best) == made.proven(node)


def test_the_moves_of_the_root_are_those_that_the_search_reports() -> None:
    game = outplay.game("connect-four")
    found = TreeSearch(game, TABLE_MB, seed=3).analyse(game.start(), outplay.Limit(nodes=3_000))
    made = mcts_trace(game.start(), 3_000, seed=3)
    told = {game.start().name(move.move): (move.visits, round(UNIT * move.value)) for move in found.moves}
    assert {made.path(child)[0]: (made.visits[child], made.value[child]) for child in made.children(0)} == told
    assert made.line()[0] == game.start().name(found.move)
    assert (made.depth, made.deepest) == (found.depth, found.deepest)


def test_a_tree_that_is_too_large_is_shown_without_what_was_visited_least() -> None:
    start = outplay.game("connect-four").start()
    whole, part = mcts_trace(start, 3_000), mcts_trace(start, 3_000, most_nodes=200)
    assert whole.least == 0
    assert part.least > 0
    assert 1 < len(part) <= 200 < len(whole)
    assert min(part.visits) >= part.least
    assert len(part) == sum(visits >= part.least for visits in whole.visits)
    assert part.visits[0] == whole.visits[0]
    assert len(mcts_trace(start, 3_000, most_nodes=1)) == 1


def test_few_playouts_are_a_tree_too() -> None:
    made = mcts_trace(outplay.game("tic-tac-toe").start(), 1)
    assert (len(made), made.visits, made.best, made.skipped) == (1, [1], [NO_NODE], [9])


def test_it_stops_when_it_is_asked_to_or_has_no_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    start = outplay.game("connect-four").start()
    asked = mcts_trace(start, MOST_PLAYOUTS, stop=lambda: True)
    assert asked.stopped == "asked"
    assert len(asked) < 100
    monkeypatch.setattr("outplay.tools.mcts_trace.MOST_SECONDS", 0.002)
    late = mcts_trace(start, MOST_PLAYOUTS)
    assert late.stopped == "time"
    assert late.visits[0] == late.playouts < MOST_PLAYOUTS


def network_for(game: Game) -> Network:
    """A network of random weights."""
    shape = NetworkShape(game.input_widths, 16, 1, 9)
    rows = np.random.default_rng(1).integers(-30, 30, (shape.rows, shape.hidden)).astype(np.int16)
    return Network(shape, rows, UNIT, about={"rules": rules_digest(game), "minutes": 5, "games": 1234})


def test_a_network_judges_the_leaves_and_the_summary_names_it() -> None:
    game = outplay.game("tic-tac-toe")
    made = mcts_trace(game.start(), 500, search=TreeSearch(game, TABLE_MB, net=network_for(game)))
    assert made.summary()["mcts"]["network"] == "a network trained for 5 minutes on 1,234 games"
    alike: dict[Any, set[int | None]] = {}
    for node, position in enumerate(positions(made)):
        if made.end[node] == LEAF and made.low[node] is made.high[node] is None:
            alike.setdefault(position.state, set()).add(made.value[node])
    assert alike
    assert all(len(values) == 1 for values in alike.values()), "a network says the same of a position every time"
    assert mcts_trace(game.start(), 50, net="none").summary()["mcts"]["network"] == ""


def test_the_chunks_are_the_whole_tree_and_plain_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("outplay.tools.trace.CHUNK", 100)
    made = mcts_trace(outplay.game("kalah:3,2").start(), 1_000)
    head, *chunks = [json.loads(json.dumps(chunk, allow_nan=False)) for chunk in chunks_of(made)]
    assert (head["tree"]["search"], head["tree"]["nodes"], head["tree"]["line"]) == ("mcts", len(made), made.line())
    assert head["tree"]["mcts"]["playouts"] == made.playouts
    for name in ("parent", "move", "mover", "value", "kind", "end", "best", "skipped", "visits", "low", "high"):
        assert [entry for chunk in chunks for entry in chunk["nodes"][name]] == getattr(made, name)


def test_what_makes_no_sense_is_refused_in_one_line() -> None:
    game = outplay.game("tic-tac-toe")
    for playouts in (0, -1, MOST_PLAYOUTS + 1):
        with pytest.raises(outplay.BadLimit, match="number of playouts must be 1 to 20,000"):
            mcts_trace(game.start(), playouts)
    with pytest.raises(outplay.BadLimit, match="the game is over"):
        mcts_trace(game.position("xxx/oo./..."))


def test_the_programs_in_the_documentation_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "guide" / "how-it-thinks.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "mcts" in block]
    assert len(blocks) == 2
    for block in blocks:
        exec(block, {"__name__": "page"})
        assert capsys.readouterr().out.splitlines() == re.findall(r"^# (.+)$", block, re.MULTILINE)
