"""What holds of the bridge to OpenSpiel where OpenSpiel is not installed, and of rules that cannot be compiled."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import outplay
from outplay import Engine, Limit
from outplay.arena.openings import Openings
from outplay.core.registry import LIBRARIES
from outplay.engine.mcts import TreeSearch
from outplay.players import player
from outplay.players.listing import LIBRARY_PLAYERS, PLAYERS
from outplay.tools.conformance import check

PLAIN = replace(outplay.game("tic-tac-toe"), interpreted=True)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: outplay.game("openspiel:chess"),
        lambda: player("openspiel-mcts", outplay.game("tic-tac-toe")),
        lambda: __import__("outplay.bridges.openspiel", fromlist=["register"]).register("tic-tac-toe"),
    ],
)
def test_without_openspiel_one_line_names_the_extra(ask: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(outplay.BadSpec, match=r"pip install 'open_spiel>=1.6' \(the extra outplay\[openspiel\]\)"):
        ask()


def test_their_games_and_players_are_listed_beside_ours() -> None:
    assert LIBRARIES["openspiel"].usage == "openspiel:NAME"
    assert [listing.usage for listing in LIBRARY_PLAYERS.values()] == [
        "openspiel-mcts[:time=SECONDS][,simulations=N][,exploration=HUNDREDTHS][,seed=N]",
        "openspiel-minimax[:depth=N][,seed=N]",
        "openspiel-random[:seed=N]",
    ]
    assert not PLAYERS.keys() & LIBRARY_PLAYERS.keys()
    for listing in (*LIBRARIES.values(), *LIBRARY_PLAYERS.values()):
        assert callable(listing.load())
        assert json.loads(json.dumps(listing.as_json()))["usage"] == listing.usage
    with pytest.raises(outplay.BadSpec, match="write openspiel:NAME"):
        outplay.game("openspiel")


@pytest.mark.kernel
def test_rules_that_are_not_compiled_are_searched_as_plain_python() -> None:
    compiled = outplay.game("tic-tac-toe")
    found = [TreeSearch(game, 1, seed=2).analyse(game.start(), Limit(nodes=100)) for game in (compiled, PLAIN)]
    assert [(m.move, m.visits) for m in found[0].moves] == [(m.move, m.visits) for m in found[1].moves]


def test_what_needs_compiled_rules_says_what_plays_without() -> None:
    with pytest.raises(outplay.BadSpec, match="mcts, alpha-beta and random play it"):
        Engine(PLAIN, 1)
    with pytest.raises(outplay.BadSpec, match="training needs rules that can be compiled"):
        outplay.train(PLAIN, minutes=1)
    with pytest.raises(outplay.BadSpec, match="a solution needs rules"):
        outplay.Solution(PLAIN)
    assert [finding for finding in check(PLAIN, games=2) if finding.mistake] == []


def test_openings_that_no_engine_can_judge_are_random() -> None:
    with pytest.warns(UserWarning, match="the engine cannot judge openings"):
        openings = Openings(PLAIN, "balanced:2", seed=1)
    assert not openings.slow
    assert openings[0] == Openings(PLAIN, "random:2", seed=1)[0]
