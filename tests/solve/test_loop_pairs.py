"""Pairs in Squatter: what they prove holds by minimax, and the checker accepts nothing else."""

import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import outplay
from outplay.core.bits import GOING_ON
from outplay.solve.certificate import write_certificate
from outplay.solve.loop_pairs import LoopPairs, has_loops, loop_proof
from outplay.solve.solver import Solver
from outplay.solve.verify import Claim, legal_moves, loop_left, verify, walk


@cache
def loops_of(size: int) -> tuple[int, ...]:
    """The cells beside each set of inner cells that hang together, found by listing all subsets of the inner cells."""
    inner = [(row, column) for row in range(1, size - 1) for column in range(1, size - 1)]
    found = set[int]()
    for chosen in range(1, 1 << len(inner)):
        cells = {cell for i, cell in enumerate(inner) if chosen >> i & 1}
        together, waiting = set[tuple[int, int]](), [min(cells)]
        beside = set[tuple[int, int]]()
        while waiting:
            row, column = cell = waiting.pop()
            if cell not in cells:
                beside.add(cell)
            elif cell not in together:
                together.add(cell)
                waiting += [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        if together == cells:
            found.add(sum(1 << row * size + column for row, column in beside))
    return tuple(found)


def minimax(game: outplay.Game) -> Any:
    """The margin of a state for its side to move."""

    @cache
    def value(state: Any) -> int:
        margin = game.outcome(state)
        if margin != GOING_ON:
            return margin
        return max(-value(game.play(state, move)) for move in legal_moves(game, state))

    return value


def random_position(game: outplay.Game, plies: int, rng: random.Random) -> outplay.Position | None:
    """The position after so many random moves; None if the game is over before."""
    state = game.initial
    for _ in range(plies):
        if game.outcome(state) != GOING_ON:
            return None
        state = game.play(state, rng.choice(legal_moves(game, state)))
    return None if game.outcome(state) != GOING_ON else outplay.Position(game, state)


def test_a_five_by_five_board_has_218_loops() -> None:
    assert [len(loops_of(size)) for size in (3, 4, 5)] == [1, 13, 218]


@pytest.mark.rules
@given(data=st.data())
def test_a_loop_that_can_still_be_closed_is_found(data: st.DataObject) -> None:
    size = data.draw(st.sampled_from([3, 4, 5]))
    cells = list(range(size * size))
    data.draw(st.randoms(use_true_random=False)).shuffle(cells)
    blocked = data.draw(st.integers(0, 6))
    others, rest = sum(1 << cell for cell in cells[:blocked]), cells[blocked:]
    count = data.draw(st.integers(0, len(rest) // 2))
    pairs = [(rest[2 * i], rest[2 * i + 1]) for i in range(count)]
    open_loops = [
        loop for loop in loops_of(size)
        if not loop & others and not any(loop >> first & loop >> second & 1 for first, second in pairs)
    ]  # fmt: skip
    assert loop_left(size, 0, 0, others, pairs) == bool(open_loops)
    found = LoopPairs(size, 60.0).open_loop(0, others, pairs)
    assert found in open_loops if open_loops else found == 0


@pytest.mark.rules
def test_what_pairs_prove_is_the_value_by_minimax(tmp_path: Path) -> None:
    rng, proven, margins = random.Random(3), 0, set[int]()
    for number in range(60):
        game = outplay.game(f"squatter:{4 + number % 2}")
        position = random_position(game, (6 if number % 2 == 0 else 14) + number % 5, rng)
        if position is None:
            continue
        proof, _ = loop_proof(position, 10.0)
        if proof is None:
            continue
        value, own = minimax(game)(position.state), proof.outcome.margin_for(position.to_move)
        assert own == value
        claims = [Claim(position.to_move, own), Claim(1 - position.to_move, -own)]
        write_certificate(tmp_path / "pairs.proof", position, [(claim, proof.entry) for claim in claims])
        assert verify(tmp_path / "pairs.proof").claims == tuple(claims)
        for claim in claims:
            more = claim._replace(least=claim.least + 1)
            with pytest.raises(outplay.BadProof):
                write_certificate(tmp_path / "more.proof", position, [(more, proof.entry)])
        proven += 1
        margins.add(abs(value))
    assert proven > 10
    assert margins > {0}


@pytest.mark.rules
@given(seed=st.integers(0, 10_000), least=st.integers(-2, 2), pairs=st.integers(0, 4))
def test_nothing_false_is_accepted_with_pairs(seed: int, least: int, pairs: int) -> None:
    """Whatever cells are paired: if the checker lets an entry end a line of play, the claim holds by minimax."""
    rng, game = random.Random(seed), outplay.game("squatter:4")
    position = random_position(game, rng.randint(6, 10), rng)
    if position is None:
        return

    def entry(state: Any) -> str:
        moves = legal_moves(game, state)
        rng.shuffle(moves)
        rest = moves[1:] if rng.random() < 0.9 else list(range(17))
        chosen = [f"{rest[2 * i]}-{rest[2 * i + 1]}" for i in range(min(pairs, len(rest) // 2))]
        return f"{moves[0]}:{','.join(chosen)}" if len(moves) > 1 else str(moves[0])

    claim = Claim(position.to_move, least)
    try:
        walk(position, claim, entry, lambda positions: None)
    except (outplay.BadProof, ValueError):
        return
    assert minimax(game)(position.state) >= least


@pytest.mark.rules
def test_wrong_entries_with_pairs_are_refused(tmp_path: Path) -> None:
    position = outplay.game("squatter:3").start()

    def write(entry: str, least: int = 0) -> None:
        write_certificate(tmp_path / "one.proof", position, [(Claim(0, least), lambda state: entry)])

    for good in ("1:", "0:1-3", "0:1-3,2-6", "0:5-7"):
        write(good)
        assert verify(tmp_path / "one.proof").entries == 1
    for wrong in (
        "0:",
        "0:1-2",
        "0:1-1",
        "0:1-3,3-7",
        "0:0-1,1-3",
        "0:1",
        "0:1-3-5",
        "0:1-99",
        "0:1-3*",
        "0*",
        "0:x-y",
    ):
        with pytest.raises((outplay.BadProof, ValueError)):
            write(wrong)
    with pytest.raises(outplay.BadProof, match="ends nothing"):
        write("1:", least=1)


@pytest.mark.rules
@pytest.mark.parametrize("size", [3, 4, 5])
def test_small_boards_are_draws_by_pairs_alone(size: int, tmp_path: Path) -> None:
    position = outplay.game(f"squatter:{size}").start()
    path = tmp_path / "draw.proof"
    found = outplay.solve(position, proof=path)
    assert (found.outcome, found.method) == (outplay.Outcome(None, 0, "proven"), "pairing")
    assert verify(path).claims == (Claim(0, 0), Claim(1, 0))
    solver = Solver(position, "margin", "auto", 1, 1, None)
    solver.run()
    solver.find_optimal_moves()
    assert solver.values == dict.fromkeys(position.moves(), 0)


@pytest.mark.rules
def test_where_no_pairs_are_found_the_search_goes_on_or_says_so() -> None:
    game = outplay.game("squatter:3")
    position = game.start()
    for move in ("b1", "a1", "a2", "c1", "c2", "a3"):  # the next one can enclose the cell in the middle
        position = position.play(game.move(move, position))
    assert loop_proof(position, 1.0)[0] is None
    solver = Solver(position, "margin", "pairing", 1, 1, None)
    solver.run()
    assert (solver.outcome, solver.told) == (None, "No pairs were found that decide it; the method alpha-beta may.")
    assert outplay.solve(position).outcome == outplay.Outcome(0, 1, "proven")
    assert [has_loops(outplay.game(spec)) for spec in ("squatter:4", "tic-tac-toe")] == [True, False]
