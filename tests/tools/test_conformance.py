"""Every game passes the checks of `outplay check`, and each check finds the mistake it is made for."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import outplay
from outplay.core.registry import GAMES
from outplay.tools.conformance import check

SIZES = [
    "squatter:3",
    "squatter:8",
    "squatter:12",
    "kalah:1,1",
    "kalah:12,12,empty-capture",
    "kalah:3,5,pie",
    "kalah:6,6,half",
    "kalah:6,4,empty-capture,pie,half",
    "mnk:1,1,1",
    "mnk:2,9,3",
    "mnk:8,8,5,exact",
    "gomoku:19",
    "mnk:1,70,4",
    "connect-four:9,7",
    "othello:4",
    "othello:10",
]


@pytest.mark.kernel
@pytest.mark.parametrize("spec", [*GAMES, *SIZES])
def test_a_registered_game_holds_together(spec: str) -> None:
    findings = list(check(outplay.game(spec), games=8, seed=1))
    assert len(findings) > 8
    assert [f for f in findings if f.mistake] == []


def told(game: outplay.Game, **heuristics: Any) -> outplay.Game:
    """The game with other heuristics than its own."""
    return replace(game, heuristics=replace(game.heuristics, **heuristics))


WRONG_SYMMETRY = (outplay.Symmetry(lambda state: state, lambda move: 8 - move),)


class Misnaming(outplay.Grid):
    def name(self, state: Any, move: int) -> str:
        return super().name(state, move ^ 1)


BREAKS: dict[str, Callable[[outplay.Game], outplay.Game]] = {
    "turns alternate as declared": lambda g: replace(g, to_move=lambda state: 0),
    "symmetric positions play alike": lambda g: told(g, symmetries=WRONG_SYMMETRY),
    "swapped fields show the other side": lambda g: told(g, swapped_fields=(("mine", "theirs"),)),
    "random games can be played": lambda g: replace(g, moves=lambda state: 0),
    "moves are numbered as declared": lambda g: replace(g, actions=8),
    "move texts read back": lambda g: replace(g, board=Misnaming(3, 3, lambda state: "." * 9)),
    "position texts read back": lambda g: replace(g, board=outplay.Grid(3, 3, lambda s: "." * 9, lambda c: g.initial)),
    "masks hold legal moves": lambda g: told(g, tactical_moves=lambda state: 1 << 20),
    "two null moves change nothing": lambda g: told(g, null_move=lambda state: type(state)(state.theirs, 0)),
    "bounds hold": lambda g: told(g, max_gain=0, max_loss=None),
    "value bounds hold": lambda g: told(g, value_bounds=lambda state: outplay.ValueBounds(0, 1)),
    "proofs do not depend on heuristics": lambda g: told(g, max_gain=lambda state: 0, max_loss=lambda state: 0),
    "positions can be drawn": lambda g: replace(
        g, board=type("Blank", (outplay.Board,), {"draw": lambda *a, **k: ""})()
    ),
}


@pytest.mark.kernel
@pytest.mark.parametrize("name", BREAKS)
def test_a_check_finds_what_it_is_for(name: str) -> None:
    broken = BREAKS[name](outplay.game("tic-tac-toe"))
    assert name in [f.check for f in check(broken, games=3) if f.mistake]


@pytest.mark.rules
def test_rules_that_are_not_pure_are_found() -> None:
    game = outplay.game("tic-tac-toe")
    calls = iter(range(10**9))

    def play(state: Any, move: int) -> Any:
        after = game.play(state, move)
        return after if next(calls) % 2 else type(after)(after.theirs, after.mine)

    wrong = [f.check for f in check(replace(game, play=play), games=2) if f.mistake]
    assert "rules give the same answer twice" in wrong
