"""Kalah against its rules' page and an oracle that sows one seed at a time."""

import itertools
import random

import pytest
from helpers.naive.kalah import Kalah
from helpers.naive.oracle import agree, walk
from helpers.replay import Replay, interpreted
from hypothesis import example, given, settings
from hypothesis import strategies as st

import outplay


def spec(m: int, n: int, empty_capture: bool = False, pie: bool = False, half: bool = False) -> str:
    return f"kalah:{m},{n}" + ",empty-capture" * empty_capture + ",pie" * pie + ",half" * half


def after(game: str, text: str, *moves: str) -> outplay.Position:
    """The position after moves given as texts."""
    made = outplay.game(game)
    position = made.position(text)
    for move in moves:
        position = position.play(made.move(move, position))
    return position


def text_after(game: str, text: str, *moves: str) -> str:
    return after(game, text, *moves).text


@pytest.mark.rules
@settings(deadline=None, max_examples=250)
@given(
    m=st.integers(1, 12),
    n=st.integers(1, 12),
    empty_capture=st.booleans(),
    pie=st.booleans(),
    half=st.booleans(),
    seed=st.integers(0, 2**32),
)
@example(m=12, n=12, empty_capture=True, pie=True, half=True, seed=0)
@example(m=12, n=12, empty_capture=False, pie=False, half=False, seed=1)
def test_random_games_follow_the_oracle_at_every_ply(
    m: int, n: int, empty_capture: bool, pie: bool, half: bool, seed: int
) -> None:
    game = outplay.game(spec(m, n, empty_capture, pie, half))
    walk(game.start(), Kalah.start(m, n, empty_capture, pie, half), seed)


@pytest.mark.rules
@pytest.mark.parametrize(("empty_capture", "pie", "half"), list(itertools.product([False, True], repeat=3)))
def test_every_combination_of_options_follows_the_oracle(empty_capture: bool, pie: bool, half: bool) -> None:
    for m, n in [(1, 1), (1, 12), (2, 3), (3, 6), (6, 4), (12, 1), (7, 12)]:
        game = outplay.game(spec(m, n, empty_capture, pie, half))
        for seed in range(3):
            walk(game.start(), Kalah.start(m, n, empty_capture, pie, half), seed)


@pytest.mark.rules
@settings(deadline=None, max_examples=80)
@given(m=st.integers(1, 5), n=st.integers(1, 12), data=st.data(), empty_capture=st.booleans(), half=st.booleans())
def test_sowings_from_any_heap_follow_the_oracle(
    m: int, n: int, data: st.DataObject, empty_capture: bool, half: bool
) -> None:
    """Positions with all seeds spread at will: houses hold enough for several laps."""
    game = outplay.game(spec(m, n, empty_capture, False, half))
    total = 2 * m * n
    places = data.draw(st.lists(st.integers(0, 2 * m + 1), min_size=1, max_size=total))
    counts = [0] * (2 * m + 2)
    for i in range(total):
        counts[places[i % len(places)]] += 1
    houses, stores = [counts[:m], counts[m : 2 * m]], counts[2 * m :]
    if not all(map(any, houses)):
        return
    oracle = Kalah(houses, stores, data.draw(st.integers(0, 1)), empty_capture, half, False)
    position = game.position(oracle.text())
    agree(position, oracle)
    for move in oracle.moves():
        agree(position.play(move), oracle.play(move))


@pytest.mark.kernel
@pytest.mark.parametrize("options", ["1,12", "6,4,pie,half", "9,3", "8,4", "12,12,empty-capture,pie"])
def test_compiled_rules_say_the_same_as_interpreted_ones(options: str) -> None:
    """9,3 is the widest that fits into a machine word, 8,4 is the first that does not, 12,12 the largest."""
    game = outplay.game(f"kalah:{options}")
    replay = Replay(game, 13)
    for seed in range(5):
        choose, position, moves = random.Random(seed), game.start(), []
        while position.moves():
            moves.append(choose.choice(position.moves()))
            position = position.play(moves[-1])
        assert replay(moves) == interpreted(game, moves)


@pytest.mark.rules
def test_the_last_seed_in_the_own_store_earns_another_turn() -> None:
    assert text_after("kalah:6,4", "4,4,4,4,4,4:0 4,4,4,4,4,4:0 first", "3") == "4,4,0,5,5,5:1 4,4,4,4,4,4:0 first"
    assert text_after("kalah:6,4", "4,4,4,4,4,4:0 4,4,4,4,4,4:0 first", "4") == "4,4,4,0,5,5:1 5,4,4,4,4,4:0 second"


@pytest.mark.rules
def test_the_second_player_sows_into_the_own_store_and_skips_the_other() -> None:
    assert text_after("kalah:4,4", "1,0,0,0:11 1,1,7,4:7 second", "3") == "2,1,1,1:11 2,1,0,5:8 first"
    assert text_after("kalah:4,4", "1,0,0,0:6 1,0,8,9:7 second", "4") == "0,1,1,1:6 2,1,9,0:11 first"


@pytest.mark.rules
@pytest.mark.parametrize("capture", ["", ",empty-capture"])
def test_a_full_lap_drops_a_seed_in_the_origin_and_captures_there(capture: str) -> None:
    """2m + 1 = 7 seeds end in the house they came from, which holds one, and its opposite got one on the way."""
    assert text_after(f"kalah:3,3{capture}", "0,7,1:2 1,0,2:5 first", "2") == "1,0,2:5 2,0,3:5 second"


@pytest.mark.rules
def test_more_than_a_lap_goes_on_past_the_origin() -> None:
    assert text_after("kalah:2,4", "6,1:2 3,2:2 first", "1") == "1,3:3 4,3:2 second"
    assert text_after("kalah:1,12", "12:0 12:0 first", "1") == "4:4 16:0 second"


@pytest.mark.rules
def test_a_capture_takes_the_last_seed_and_the_opposite_house() -> None:
    for rule in ("kalah:3,2", "kalah:3,2,empty-capture"):
        assert text_after(rule, "1,0,3:2 1,4,1:0 first", "1") == "0,0,3:7 1,0,1:0 second"


@pytest.mark.rules
def test_an_empty_opposite_house_is_captured_only_with_empty_capture() -> None:
    start = "1,0,3:2 1,0,1:4 first"
    assert text_after("kalah:3,2", start, "1") == "0,1,3:2 1,0,1:4 second"
    assert text_after("kalah:3,2,standard", start, "1") == "0,1,3:2 1,0,1:4 second"
    assert text_after("kalah:3,2,empty-capture", start, "1") == "0,0,3:3 1,0,1:4 second"


@pytest.mark.rules
def test_a_last_seed_in_the_opponents_empty_house_or_a_full_own_one_captures_nothing() -> None:
    for rule in ("kalah:3,2", "kalah:3,2,empty-capture"):
        assert text_after(rule, "0,1,2:3 0,4,2:0 first", "3") == "0,1,0:4 1,4,2:0 second"
        assert text_after(rule, "1,1,2:3 0,3,2:0 first", "1") == "0,2,2:3 0,3,2:0 second"


@pytest.mark.rules
def test_when_a_side_is_empty_each_owner_keeps_what_is_left() -> None:
    end = after("kalah:3,2", "0,0,1:2 2,3,1:3 first", "3")
    assert end.text == "0,0,0:3 0,0,0:9 first"
    assert end.outcome() == outplay.Outcome(winner=1, margin=6, reason="a side is empty")
    assert end.moves() == ()


@pytest.mark.rules
def test_emptying_the_other_side_by_a_capture_ends_the_game_too() -> None:
    end = after("kalah:3,2", "1,0,3:3 0,2,0:3 first", "1")
    assert end.text == "0,0,0:9 0,0,0:3 second"
    assert end.outcome() == outplay.Outcome(winner=0, margin=6, reason="a side is empty")


@pytest.mark.rules
def test_the_sweep_comes_also_after_a_sowing_that_earns_another_turn() -> None:
    """The last own seed falls into the own store: another turn is due, but there is nothing to sow."""
    end = after("kalah:3,2", "0,0,1:6 1,1,0:3 first", "3")
    assert end.text == "0,0,0:7 0,0,0:5 first"
    assert end.to_move == 0
    assert end.outcome() == outplay.Outcome(winner=0, margin=2, reason="a side is empty")


@pytest.mark.rules
def test_equal_stores_are_a_draw() -> None:
    end = after("kalah:3,2", "0,0,1:5 1,1,0:4 first", "3")
    assert end.outcome() == outplay.Outcome(winner=None, margin=0, reason="a side is empty")


@pytest.mark.rules
def test_the_swap_is_offered_only_at_the_second_players_first_sowing() -> None:
    game = outplay.game("kalah:6,4,pie")
    start = game.start()
    assert start.moves() == (0, 1, 2, 3, 4, 5)
    in_first_turn = start.play(2)
    assert in_first_turn.to_move == 0
    assert 6 not in in_first_turn.moves()
    second = in_first_turn.play(5)
    assert second.to_move == 1
    assert second.moves() == (0, 1, 2, 3, 4, 5, 6)
    assert second.name(6) == "P"
    assert game.move("p", second) == game.move(" P ", second) == 6
    assert 6 not in second.play(6).moves()
    later = second.play(0)
    while later.to_move == 0:
        later = later.play(later.moves()[0])
    assert 6 not in later.moves()


@pytest.mark.rules
def test_an_extra_turn_of_the_second_player_comes_too_late_for_the_swap() -> None:
    game = outplay.game("kalah:6,4,pie")
    second = game.start().play(5)
    again = second.play(game.move("2", second))
    assert again.to_move == 1
    assert 6 not in again.moves()
    assert not again.text.endswith("pie")


@pytest.mark.rules
def test_the_swap_exchanges_seats_and_the_first_player_moves_next_from_the_other_side() -> None:
    game = outplay.game("kalah:6,4,pie")
    before = game.start().play(2).play(5)
    assert before.text == "4,4,0,5,5,0:2 5,5,5,5,4,4:0 second pie"
    swapped = before.play(6)
    assert swapped.text == "5,5,5,5,4,4:0 4,4,0,5,5,0:2 first"
    assert swapped.to_move == 0
    assert swapped.play(0).text == "0,6,6,6,5,5:0 4,4,0,5,5,0:2 second"


@pytest.mark.rules
def test_outcomes_name_players_not_seats_after_a_swap() -> None:
    """The first player wins from one side; after the swap that side is the second player's, and so is the win."""
    kept = after("kalah:3,2,pie", "1,0,0:6 0,0,1:4 second pie", "3")
    assert kept.outcome() == outplay.Outcome(winner=0, margin=2, reason="a side is empty")
    swapped = after("kalah:3,2,pie", "1,0,0:6 0,0,1:4 second pie", "P", "3")
    assert swapped.text == "0,0,0:5 0,0,0:7 first"
    assert swapped.outcome() == outplay.Outcome(winner=1, margin=2, reason="a side is empty")


@pytest.mark.rules
def test_a_game_without_the_option_has_no_swap() -> None:
    game = outplay.game("kalah:6,4")
    with pytest.raises(outplay.IllegalMove):
        game.move("P", game.start().play(5))


@pytest.mark.rules
def test_half_stops_the_game_at_more_than_half_of_the_seeds() -> None:
    start = "2,0,1:6 1,1,1:0 first"
    end = after("kalah:3,2,half", start, "3")
    assert end.text == "2,0,0:7 1,1,1:0 first"
    assert end.outcome() == outplay.Outcome(winner=0, margin=7, reason="more than half of the seeds")
    assert end.moves() == ()
    assert after("kalah:3,2", start, "3").outcome() is None


@pytest.mark.rules
def test_exactly_half_of_the_seeds_does_not_stop_the_game() -> None:
    assert after("kalah:3,2,half", "2,0,1:5 1,2,1:0 first", "3").outcome() is None


@pytest.mark.rules
@settings(deadline=None, max_examples=60)
@given(m=st.integers(1, 6), n=st.integers(1, 6), seed=st.integers(0, 2**32))
def test_half_never_changes_the_winner(m: int, n: int, seed: int) -> None:
    """The same moves in the game without the option end with the same winner."""
    end, moves = walk(outplay.game(spec(m, n, half=True)).start(), Kalah.start(m, n, half=True), seed)
    position = outplay.game(spec(m, n)).start()
    for move in moves:
        position = position.play(move)
    choose = random.Random(seed)
    while position.moves():
        position = position.play(choose.choice(position.moves()))
    outcome, stopped = position.outcome(), end.outcome()
    assert outcome is not None
    assert stopped is not None
    assert outcome.winner == stopped.winner


@pytest.mark.rules
def test_moves_are_house_numbers_from_the_movers_own_left() -> None:
    game = outplay.game("kalah:6,4")
    for position in (game.start(), game.start().play(0)):
        assert [position.name(move) for move in position.moves()] == ["1", "2", "3", "4", "5", "6"]
        assert [game.move(name, position) for name in "123456"] == [0, 1, 2, 3, 4, 5]
    for wrong in ("0", "7", "-1", "1.0", "", "a", "P"):
        with pytest.raises(outplay.IllegalMove):
            game.move(wrong, game.start())


@pytest.mark.rules
@pytest.mark.parametrize(
    "text",
    [
        "",
        "2,2,2:0 2,2,2:0",
        "2,2,2:0 2,2,2:0 third",
        "2,2:0 2,2,2:0 first",
        "2,2,2 2,2,2 first",
        "2,2,3:0 2,2,2:0 first",
        "2,2,-2:4 2,2,2:0 first",
        "2,2,x:0 2,2,2:0 first",
        "2,2,2:0 2,2,2:0 first pie",
        "2,2,2:0 2,2,2:0 first maybe",
        "0,0,0:6 2,2,2:0 first",
    ],
    ids=[
        "empty",
        "nobody to move",
        "no such player",
        "a house missing",
        "stores missing",
        "a seed too many",
        "negative",
        "no number",
        "pie where it is not played",
        "unknown word",
        "not swept",
    ],
)
def test_texts_that_are_no_position_are_refused(text: str) -> None:
    with pytest.raises(outplay.BadPosition):
        outplay.game("kalah:3,2").position(text)


@pytest.mark.rules
@pytest.mark.parametrize(
    "wrong",
    [
        "0,4",
        "13,4",
        "6,0",
        "6,13",
        "6,4,nonsense",
        "6,4,standard,empty-capture",
        "six,4",
        "6;4",
        "-6,4",
        "6,4,Pie",
        "--6,4",
    ],
)
def test_sizes_and_options_it_does_not_have_are_refused(wrong: str) -> None:
    with pytest.raises(outplay.BadSpec):
        outplay.game(f"kalah:{wrong}")
