"""The examples that show what boards can do: Breakthrough, Hex, Dots and Boxes, Domineering, Oware and Ataxx."""

import random
from typing import Any

import pytest
from helpers.naive.ataxx import Ataxx
from helpers.naive.breakthrough import Breakthrough
from helpers.naive.domineering import Domineering
from helpers.naive.dots_and_boxes import DotsAndBoxes
from helpers.naive.hexes import Hex
from helpers.naive.oracle import Oracle, walk
from helpers.naive.oware import Oware
from helpers.replay import Replay, interpreted
from hypothesis import given, settings
from hypothesis import strategies as st

import outplay
from outplay.engine.kernels import perft

seeds = st.integers(0, 2**32)


def drawn(position: Any) -> str:
    board = position.game.board.describe(position.state)
    return f"{board['edges']} {board['boxes']}"


# Against slow twins


@pytest.mark.rules
@settings(deadline=None, max_examples=40)
@given(size=st.sampled_from([5, 6, 8]), seed=seeds)
def test_breakthrough_follows_the_oracle_at_every_ply(size: int, seed: int) -> None:
    walk(outplay.game(f"breakthrough:{size}").start(), Breakthrough.start(size), seed)


@pytest.mark.rules
@settings(deadline=None, max_examples=40)
@given(size=st.integers(2, 6), pie=st.booleans(), seed=seeds)
def test_hex_follows_the_oracle_at_every_ply(size: int, pie: bool, seed: int) -> None:
    walk(outplay.game(f"hex:{size}{',pie' * pie}").start(), Hex.start(size, pie), seed)


@pytest.mark.rules
@settings(deadline=None, max_examples=40)
@given(rows=st.integers(2, 6), columns=st.integers(2, 6), seed=seeds)
def test_domineering_follows_the_oracle_at_every_ply(rows: int, columns: int, seed: int) -> None:
    walk(outplay.game(f"domineering:{rows},{columns}").start(), Domineering.start(rows, columns), seed)


@pytest.mark.rules
@settings(deadline=None, max_examples=30)
@given(rows=st.integers(1, 4), columns=st.integers(1, 4), seed=seeds)
def test_dots_and_boxes_follows_the_oracle_at_every_ply(rows: int, columns: int, seed: int) -> None:
    walk(outplay.game(f"dots-and-boxes:{rows},{columns}").start(), DotsAndBoxes.start(rows, columns), seed, drawn)


@pytest.mark.rules
@settings(deadline=None, max_examples=60)
@given(houses=st.integers(2, 8), many=st.integers(1, 8), seed=seeds)
def test_oware_follows_the_oracle_at_every_ply(houses: int, many: int, seed: int) -> None:
    walk(outplay.game(f"oware:{houses},{many}").start(), Oware.start(houses, many), seed)


@pytest.mark.rules
@settings(deadline=None, max_examples=8)
@given(size=st.sampled_from([4, 5, 8]), seed=seeds)
def test_ataxx_follows_the_oracle_at_every_ply(size: int, seed: int) -> None:
    walk(outplay.game(f"ataxx:{size}").start(), Ataxx.start(size), seed)


@pytest.mark.rules
def test_random_games_of_ataxx_meet_every_ending_and_passes() -> None:
    """The oracle above is only worth something if its games come to all of them."""
    met = set()
    for seed in range(60):
        choose, oracle = random.Random(seed), Ataxx.start(4)
        while moves := oracle.moves():
            met |= {"pass"} if moves == [4**4] else set()
            oracle = oracle.play(choose.choice(moves))
        met.add("quiet" if oracle.quiet == 40 else "full" if len(oracle.pieces) == 16 else "captured")
    assert met == {"pass", "full", "captured"}
    over = outplay.game("ataxx:4").position("xxxx/x..o/x.../x..o first 39")
    assert not over.outcome()
    assert over.play(outplay.game("ataxx:4").move("a1-c1", over)).outcome() == outplay.Outcome(0, 7, "by the rules")


@pytest.mark.rules
def test_random_games_of_oware_meet_every_ending_and_every_special_rule() -> None:
    """The oracle above is only worth something if its games come to grand slams, feeding, laps and all endings."""
    met = set()
    for seed in range(150):
        choose, oracle = random.Random(seed), Oware.start(*[(6, 4), (3, 2), (4, 3)][seed % 3])
        while moves := oracle.moves():
            move = choose.choice(moves)
            if oracle.held(1 - oracle.to_move) == 0 and len(moves) < sum(map(bool, oracle.seeds)):
                met.add("feeding")
            if oracle.seeds[oracle.side(oracle.to_move).start + move] >= len(oracle.seeds):
                met.add("lap")
            sown, at = oracle.sown(oracle.side(oracle.to_move).start + move)
            after = oracle.play(move)
            if at in oracle.side(after.to_move) and sown[at] in (2, 3) and after.stores == oracle.stores:
                met.add("grand slam")
            oracle = after
        more = 2 * max(oracle.stores) > sum(oracle.stores) + sum(oracle.seeds)
        met.add("half" if more else "quiet" if oracle.quiet == 100 else "no move" if not oracle.legal() else "even")
    assert {"feeding", "grand slam", "half", "no move", "quiet"} <= met


# Rules that are told by hand


@pytest.mark.rules
def test_a_piece_captures_diagonally_and_is_blocked_straight_ahead() -> None:
    game = outplay.game("breakthrough:5")
    position = game.position("B..B./...../...../.B.../.W..W first")
    assert [position.name(move) for move in position.moves()] == ["b1-a2", "b1-c2", "e1-d2", "e1-e2"]
    position = game.position("B..B./...../...../B..../.W..W first")
    after = position.play(game.move("b1xa2", position))
    assert after.text == "B..B./...../...../W..../....W second"


@pytest.mark.rules
def test_oware_captures_backwards_and_never_everything() -> None:
    game = outplay.game("oware")
    position = game.position("0,0,0,0,0,3:20 1,2,1,0,0,1:20 first")
    assert position.play(5).text == "0,0,0,0,0,0:27 0,0,0,0,0,1:20 second"
    slam = game.position("0,0,0,0,0,3:20 1,2,1,0,0,0:21 first")
    assert slam.play(5).text == "0,0,0,0,0,0:20 2,3,2,0,0,0:21 second 1"


@pytest.mark.rules
def test_in_oware_a_player_without_seeds_must_be_given_some() -> None:
    game = outplay.game("oware")
    position = game.position("1,0,0,0,2,2:21 0,0,0,0,0,0:22 first")
    assert [position.name(move) for move in position.moves()] == ["5", "6"]
    over = game.position("1,0,0,0,1,0:22 0,0,0,0,0,0:24 first")
    assert over.moves() == ()
    assert over.outcome() == outplay.Outcome(None, 0, "the seeds are won")


@pytest.mark.rules
def test_a_swap_in_hex_reflects_the_stone() -> None:
    game = outplay.game("hex:4,pie")
    position = game.start().play(game.move("b4", game.start()))
    swapped = position.play(game.move("swap", position))
    assert swapped.text == "..../...o/..../.... first"
    assert "swap" not in [swapped.name(move) for move in swapped.moves()]
    with pytest.raises(outplay.IllegalMove):
        game.move("swap", game.start())
    with pytest.raises(outplay.IllegalMove):
        outplay.game("hex:4").move("swap", outplay.game("hex:4").start())


@pytest.mark.rules
@pytest.mark.parametrize(
    ("spec", "text", "complaint"),
    [
        ("breakthrough:5", "W..../...../...../...../....B first", "the side to move has won already"),
        ("breakthrough:5", "....B/WWWWW/WWWWW/W..../..... first", "at most 10 pieces"),
        ("hex:3", "xx./.../... first", "x moves first"),
        ("domineering:3,3", "V../.../...", "no dominoes cover"),
        ("domineering:3,3", "..H/H../...", "no dominoes cover"),
        ("domineering:3,3", "HH./.../...", "Vertical moves first"),
        ("oware", "4,4,4,4,4,4:0 4,4,4,4,4,4:1 first", "48 seeds"),
        ("oware", "4,4,4,4,4,4:0 4,4,4,4,4,4:0 first x", "moves without a capture"),
        ("ataxx:4", "x..o/..../..../o..x", "after the board stands who is to move"),
        ("ataxx:4", "x..o/..../..../o..x first x", "the last word is the number of moves since the last growth"),
        ("ataxx:4", "x..o/..../..../o..x first 64", "jumps is at most 63"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_the_reason(spec: str, text: str, complaint: str) -> None:
    with pytest.raises(outplay.BadPosition, match=complaint):
        outplay.game(spec).position(text)


@pytest.mark.rules
@pytest.mark.parametrize(
    "wrong",
    ["breakthrough:4", "hex:1", "hex:20", "dots-and-boxes:0,3", "domineering:1,5", "oware:9,4", "oware:6,0", "ataxx:9"],
)
def test_sizes_they_do_not_have_are_refused(wrong: str) -> None:
    with pytest.raises(outplay.BadSpec):
        outplay.game(wrong)


# As machine code, and against published values


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "choices"),
    [
        ("breakthrough:6", 48),
        ("hex:5,pie", 40),
        ("dots-and-boxes:3,3", 24),
        ("domineering:6,5", 40),
        ("oware", 6),
        ("ataxx:5", 16 * 25),
    ],
)
def test_compiled_rules_say_the_same_as_interpreted_ones(spec: str, choices: int) -> None:
    game = outplay.game(spec)
    replay = Replay(game, choices)
    for seed in range(10):
        choose, position, moves = random.Random(seed), game.start(), []
        while position.moves():
            moves.append(choose.choice(position.moves()))
            position = position.play(moves[-1])
        assert replay(moves) == interpreted(game, moves)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "counts"),
    [
        ("breakthrough", [22, 484, 11_132, 256_036]),
        ("breakthrough:6", [16, 256, 4_308, 71_478]),
        ("oware", [6, 36, 190, 1_014, 5_219]),
        ("hex:3", [9, 72, 504, 3_024, 15_120]),
        ("dots-and-boxes:2,2", [12, 132, 1_320, 11_880, 95_040]),
    ],
)
def test_move_counts_are_those_of_open_spiel(spec: str, counts: list[int]) -> None:
    assert [perft(outplay.game(spec).start(), depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.kernel
def test_move_counts_of_ataxx_are_the_published_ones() -> None:
    """Those of libataxx, a library for programs that play it."""
    assert [perft(outplay.game("ataxx").start(), depth) for depth in range(1, 6)] == [16, 256, 6460, 155888, 4752668]


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "moves", "winner"),
    [
        ("hex:4", "", 0),  # the first player wins on every board (Nash), but not with a1 or b1 (HexWiki)
        ("hex:4", "a1", 1),
        ("hex:4", "b1", 1),
        ("domineering:5,5", "", 1),  # the only square of 2 to 8 rows that the second wins (Breuker and others, 2000)
        ("dots-and-boxes:2,2", "", 0),  # won with an outer edge, but not with an inner one (Winning Ways)
        ("dots-and-boxes:2,2", "a1-b1", 0),
        ("dots-and-boxes:2,2", "b1-b2", None),
    ],
)
def test_small_boards_have_the_winners_that_are_published(spec: str, moves: str, winner: int | None) -> None:
    """Proven by the engine with the compiled rules."""
    game = outplay.game(spec)
    position = game.start()
    for word in moves.split():
        position = position.play(game.move(word, position))
    analysis = outplay.Engine(game, table_mb=16).analyse(position, outplay.Limit(time=60))
    assert analysis.outcome
    assert analysis.outcome.winner == winner


@pytest.mark.rules
@pytest.mark.parametrize(
    ("oracle", "winner"),
    [
        (Hex.start(2), 0),
        (Hex.start(2).play(1), 0),  # b1 wins on 2x2 only
        (Hex.start(3), 0),
        (Hex.start(3).play(1), 1),
        (Domineering.start(2, 2), 0),
        (Domineering.start(3, 3), 0),
        (Domineering.start(4, 4), 0),
    ],
)
def test_the_oracles_have_the_winners_that_are_published(oracle: Oracle, winner: int) -> None:
    known: dict[str, int] = {}

    def best(position: Oracle) -> int:
        """Who wins if both play their best."""
        key = f"{position.text()} {position.to_move}"
        if key not in known:
            result = position.result()
            players = [best(position.play(move)) for move in position.moves()]
            mover = position.to_move
            known[key] = int(result[0] or 0) if result else mover if mover in players else 1 - mover
        return known[key]

    assert best(oracle) == winner
