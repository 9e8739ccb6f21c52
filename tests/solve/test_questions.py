"""The searches that answer one question agree with minimax: proof numbers for any game, and draws of K in a row."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay.core.bits import GOING_ON
from outplay.search.line_survey import ZONE
from outplay.solve.certificate import write_certificate
from outplay.solve.line_draws import ATTACKER, DEFENDER, LineDraws, LineStrategy, has_lines
from outplay.solve.questions import NO, YES, ProofNumbers
from outplay.solve.solver import Solver, check_cycles
from outplay.solve.verify import Claim, legal_moves, lines_of, verify


def minimax(game: outplay.Game) -> Any:
    """The margin of a state for its side to move."""

    @cache
    def value(state: Any) -> int:
        margin = game.outcome(state)
        if margin != GOING_ON:
            return margin
        children = [game.play(state, move) for move in legal_moves(game, state)]
        same = game.to_move(state)
        return max(value(child) if game.to_move(child) == same else -value(child) for child in children)

    return value


def after_random_moves(game: outplay.Game, plies: int, rng: random.Random) -> Any:
    """A state after so many random moves; None if the game is over."""
    state = game.initial
    for _ in range(plies):
        if game.outcome(state) != GOING_ON:
            return None
        state = game.play(state, rng.choice(legal_moves(game, state)))
    return state if game.outcome(state) == GOING_ON else None


def without_wins(rows: int, columns: int, k: int) -> Any:
    """Whether the side to move, as attacker or defender, is in a position in which the attacker gets a line: minimax
    of the game in which only the attacker's lines count."""
    won = outplay.game(f"mnk:{rows},{columns},{k}").outcome
    state_of = type(outplay.game("mnk:3,3,3").initial)
    full = (1 << rows * columns) - 1

    @cache
    def gets_a_line(attacker: int, defender: int, turn: int) -> bool:
        if won(state_of(0, attacker)) == -1:
            return True
        free = [1 << cell for cell in range(rows * columns) if not (attacker | defender) >> cell & 1]
        if (attacker | defender) == full:
            return False
        if turn == ATTACKER:
            return any(gets_a_line(attacker | cell, defender, DEFENDER) for cell in free)
        return all(gets_a_line(attacker, defender | cell, ATTACKER) for cell in free)

    return gets_a_line


@pytest.mark.rules
@pytest.mark.parametrize(("spec", "plies"), [("mnk:3,3,3", 1), ("mnk:4,4,3", 8), ("mnk:3,5,4", 7), ("mnk:4,4,4", 9)])
def test_a_player_holds_if_and_only_if_minimax_says_so(spec: str, plies: int) -> None:
    game = outplay.game(spec)
    rows, columns, k = (int(word) for word in spec[4:].split(","))
    value, gets_a_line, rng = minimax(game), without_wins(rows, columns, k), random.Random(7)
    counting, blocking = LineDraws(game, 1, counter=True), LineDraws(game, 1, counter=False)
    tried = 0
    for _ in range(12):
        state = after_random_moves(game, plies, rng)
        if state is None:
            continue
        mine, theirs = state
        for draws in (counting, blocking):
            first = draws.about(mine, theirs, ATTACKER).ask()
            second = draws.about(theirs, mine, DEFENDER).ask()
            if draws is counting:
                assert first == (NO if value(state) > 0 else YES)
                assert second == (NO if value(state) < 0 else YES)
            else:
                assert first == (NO if gets_a_line(mine, theirs, ATTACKER) else YES)
                assert second == (NO if gets_a_line(theirs, mine, DEFENDER) else YES)
        tried += 1
    assert tried >= 5


@pytest.mark.rules
@pytest.mark.parametrize("counter", [False, True])
def test_no_line_can_be_completed_outside_a_zone(counter: bool) -> None:
    """Every open line lacks a cell of the zone of a held position, and two where the attacker is to move."""
    game, rng, tried = outplay.game("mnk:4,5,3" if counter else "mnk:4,5,4"), random.Random(5), 0
    draws, lines = LineDraws(game, 1, counter), lines_of(4, 5, 3 if counter else 4)
    for _ in range(40):
        state = after_random_moves(game, rng.randrange(7, 11), rng)
        for turn in (ATTACKER, DEFENDER):
            if state is None:
                continue
            attacker, defender = state if turn == ATTACKER else (state.theirs, state.mine)
            if draws.about(attacker, defender, turn).ask() == YES:
                zone = int(draws.work[ZONE])
                lacking = [line & ~attacker & zone for line in lines if not line & defender]
                assert all(cells.bit_count() >= 2 - turn for cells in lacking)
                tried += bool(lacking)
    assert tried >= 3


@pytest.mark.rules
@pytest.mark.parametrize("counter", [False, True])
def test_a_player_who_holds_can_show_it(counter: bool, tmp_path: Path) -> None:
    game, rng, path = outplay.game("mnk:4,4,3" if counter else "mnk:4,4,4"), random.Random(3), tmp_path / "draw.proof"
    draws = LineDraws(game, 1, counter)
    shown = 0
    for _ in range(8):
        state = after_random_moves(game, 6, rng)
        if state is not None and draws.about(state.theirs, state.mine, DEFENDER).ask() == YES:
            position = outplay.Position(game, state)
            write_certificate(path, position, [(Claim(position.to_move, 0), LineStrategy(draws))])
            assert verify(path).claims == (Claim(position.to_move, 0),)
            shown += 1
    assert shown >= 3


@pytest.mark.rules
@pytest.mark.parametrize(("spec", "plies"), [("mnk:3,3,3", 0), ("kalah:2,2", 0), ("connect-four:4,4", 9)])
def test_proof_numbers_tell_the_value(spec: str, plies: int) -> None:
    game, rng = outplay.game(spec), random.Random(1)
    numbers, value = ProofNumbers(game, 1), minimax(game)
    for _ in range(5):
        state = after_random_moves(game, plies, rng)
        if state is None:
            continue
        for least in (-1, 0, 1, 2):
            assert numbers.about(state, game.to_move(state), least).ask() == (YES if value(state) >= least else NO)


@pytest.mark.rules
def test_a_line_of_play_without_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "round.py"
    path.write_text(
        "from typing import NamedTuple\nfrom outplay import GOING_ON, Game\n"
        "class State(NamedTuple):\n    place: int\n    turn: int\n"
        "game = Game('round', State(0, 0), 3, lambda s: 1, lambda s, m: State((s.place + 1) % 5, 1 - s.turn),\n"
        "            lambda s: GOING_ON, lambda s: s.turn)\n"
    )
    position = outplay.game(str(path)).start()
    with pytest.raises(outplay.BadProof, match="again and again"):
        Solver(position, "win", "proof-number", 1, 1, None).run()
    with pytest.raises(outplay.BadLimit, match=r"place=0 turn=0 of .* can come up again .*: give a limit of time"):
        outplay.solve(position)
    check_cycles(position, outplay.Limit(time=1.0))
    check_cycles(outplay.game("oware:3,2").start(), outplay.Limit())


def test_which_games_have_lines() -> None:
    yes = ["tic-tac-toe", "mnk:7,7,5", "gomoku:7", "mnk:62,1,3"]
    no = ["kalah:4,4", "connect-four", "gomoku", "mnk:5,5,4,exact", "mnk:8,8,5", "mnk:3,3,4"]
    assert [has_lines(outplay.game(spec)) for spec in yes + no] == [True] * len(yes) + [False] * len(no)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "counter"),
    [("5,4,4", True), ("5,5,4", True), ("5,5,5", False), ("6,6,5", False), ("7,6,5", False), ("7,7,5", False)],
)
def test_known_draws_are_proven(spec: str, counter: bool) -> None:
    draws = LineDraws(outplay.game(f"mnk:{spec}"), 16, counter)
    assert draws.about(0, 0, ATTACKER).ask() == YES
    assert draws.about(0, 0, DEFENDER).ask() == YES
    assert draws.nodes < 30_000
