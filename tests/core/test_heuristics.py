"""What a game may tell its search: mistakes are found when the game is made, and rules do without it."""

from dataclasses import replace
from typing import Any

import pytest
from helpers.paths import SOURCE

import outplay
from outplay import Heuristics, RuleError, Threats
from outplay.core.game import NO_HEURISTICS

pytestmark = pytest.mark.rules


def one(state: Any) -> int:
    return 1


def two(state: Any, move: int) -> int:
    return 1


wrong: Any = 5

MISTAKES: list[tuple[Heuristics, str]] = [
    (Heuristics(evaluate=wrong), "evaluate must be a function written `def evaluate(state)`"),
    (Heuristics(evaluate=two), "evaluate must be a function written `def evaluate(state)`"),  # type: ignore[arg-type]
    (Heuristics(order=one), "order must be a function written `def order(state, move)`"),  # type: ignore[arg-type]
    (Heuristics(max_gain=two), "max_gain must be a function written `def max_gain(state)`"),  # type: ignore[arg-type]
    (Heuristics(max_loss=wrong), "max_loss must be a function written `def max_loss(state)`"),
    (Heuristics(value_bounds=wrong), "value_bounds must be a function written `def value_bounds(state)`"),
    (Heuristics(futility_margin=-1), "futility_margin must be a number, 0 or more, not -1"),
    (Heuristics(threats=wrong), "threats must be outplay.Threats(threats=…, forced_replies=…)"),
    (Heuristics(threats=Threats(wrong, one)), "threats must be a function written `def threats(state)`"),
    (Heuristics(threats=Threats(one, wrong)), "forced_replies must be a function written `def forced_replies(state)`"),
    (Heuristics(symmetries=wrong), "symmetries must be a tuple of outplay.Symmetry(state=…, move=…)"),
]


@pytest.mark.parametrize(("heuristics", "message"), MISTAKES, ids=[message[:40] for _, message in MISTAKES])
def test_a_mistake_is_told_when_the_game_is_made(heuristics: Heuristics, message: str) -> None:
    with pytest.raises(RuleError) as raised:
        replace(outplay.game("tic-tac-toe"), heuristics=heuristics)
    assert message in str(raised.value)


def test_what_suits_only_some_games_is_refused_by_the_others() -> None:
    kalah = replace(outplay.game("kalah:3,2"), heuristics=NO_HEURISTICS)
    with pytest.raises(RuleError, match="threats are for a game with alternates=True"):
        replace(kalah, heuristics=Heuristics(threats=Threats(one, one)))
    listed = replace(kalah, moves=lambda state, out: 0, choices=4)
    with pytest.raises(RuleError, match="candidates belongs to moves"):
        replace(listed, heuristics=Heuristics(candidates=one))
    with pytest.raises(RuleError, match="grades belongs to moves"):
        replace(listed, heuristics=Heuristics(grades=lambda state: outplay.Grades(0, 0, 0, 0)))


def test_a_bound_may_be_a_number() -> None:
    assert replace(outplay.game("kalah:3,2"), heuristics=Heuristics(max_gain=12)).heuristics.max_gain == 12


def test_rules_know_nothing_of_heuristics() -> None:
    for path in SOURCE.glob("games/*/rules.py"):
        assert "heuristics" not in path.read_text(encoding="utf-8"), path
