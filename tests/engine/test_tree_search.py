"""The tree search on positions: limits, clocks, the tree between moves, and what is said of each move."""

import threading
import time

import pytest

import outplay
from outplay import Limit
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT
from outplay.engine.kernels import Plain
from outplay.engine.mcts import RootMove, TreeAnalysis, TreeSearch

pytestmark = pytest.mark.kernel

ENOUGH = Limit(nodes=1_000_000)
"""More playouts than any proof here takes."""


@pytest.fixture(scope="module")
def connect_four() -> Game:
    return outplay.game("connect-four")


def after(game: Game, moves: str) -> Position:
    position = game.start()
    for word in moves.split():
        position = position.play(game.move(word, position))
    return position


def best(position: Position, playouts: int = 2_000) -> str:
    return position.name(TreeSearch(position.game, 4).analyse(position, Limit(nodes=playouts)).move)


def test_wins_in_one_are_found_and_losses_in_one_are_blocked(connect_four: Game) -> None:
    wins = after(connect_four, "a b a b a b")
    found = TreeSearch(connect_four, 4).analyse(wins, ENOUGH)
    assert (wins.name(found.move), found.moves[0].proven, found.moves[0].exact) == ("a", "win", True)
    assert found.outcome == (0, 1, "proven")
    assert found.playouts < 50
    assert best(after(connect_four, "a b a b a")) == "a"
    assert best(after(outplay.game("tic-tac-toe"), "a1 b2 a2")) == "a3"


def test_every_move_has_visits_and_a_value_for_the_side_to_move(connect_four: Game) -> None:
    for position in (connect_four.start(), connect_four.start().play(3)):
        found = TreeSearch(connect_four, 4, seed=3).analyse(position, Limit(nodes=20_000))
        assert {move.move for move in found.moves} == set(position.moves())
        assert sum(move.visits for move in found.moves) == found.playouts - 1 == found.visits - 1
        assert found.moves[0].visits == max(move.visits for move in found.moves)
        assert (found.move, found.value, found.line) == (found.moves[0].move, found.moves[0].value, found.moves[0].line)
        assert found.value is not None
        assert (found.value > 0) == (position.to_move == 0)  # the first player is ahead
        assert all(-1 <= move.value <= 1 and not move.proven for move in found.moves)
        assert found.outcome is None
        assert 0 < found.depth < found.deepest < 42
        for line in (move.line for move in found.moves):
            position_then = position
            for move in line:
                position_then = position_then.play(move)


@pytest.mark.parametrize(("spec", "opening"), [("kalah:3,2", ""), ("dots-and-boxes:2,2", "a1-a2 a1-b1 c2-c3")])
def test_extra_turns_and_margins_are_played_out_to_the_value_of_minimax(spec: str, opening: str) -> None:
    game = outplay.game(spec)
    position, truth = after(game, opening), Plain(game, "alpha-beta")
    expected = truth.search(position, 60).value
    found = TreeSearch(game, 64, goal="margin").analyse(position, ENOUGH)
    assert found.outcome
    assert found.outcome.margin_for(position.to_move) == expected == found.value
    assert found.moves[0].exact
    following = position.play(found.move)
    value = truth.search(following, 60).value
    assert (value if following.to_move == position.to_move else -value) == expected


def test_a_proven_draw_is_taken_where_nothing_can_be_better() -> None:
    game = outplay.game("tic-tac-toe")
    for opening in ("", "b2", "a1"):
        position = after(game, opening)
        found = TreeSearch(game, 4).analyse(position, ENOUGH)
        assert (found.outcome, found.moves[0].proven, found.value) == ((None, 0, "proven"), "draw", 0)
        assert Plain(game).search(position.play(found.move), 9).value == 0


def test_where_all_moves_lose_all_are_called_lost_and_one_is_played(connect_four: Game) -> None:
    position = after(connect_four, "d a e a c")  # three in the middle of the lowest row: b and f both win
    found = TreeSearch(connect_four, 4).analyse(position, ENOUGH)
    assert found.outcome is not None
    assert found.outcome.winner == 0
    assert {move.proven for move in found.moves} == {"loss"}
    assert found.move in position.moves()


def test_the_tree_below_the_next_position_is_kept(connect_four: Game) -> None:
    search = TreeSearch(connect_four, 16)
    first = search.analyse(connect_four.start(), Limit(nodes=20_000))
    position = connect_four.start().play(first.line[0]).play(first.line[1])
    second = search.analyse(position, Limit(nodes=1_000))
    assert second.playouts == 1_000
    assert second.visits > 2_000
    assert second.nodes < first.nodes
    again = search.analyse(position, Limit(nodes=1_000))
    assert again.visits == second.visits + 1_000
    other = after(connect_four, "a a a a a a b b b b b")
    assert search.analyse(other, Limit(nodes=500)).visits == 500
    search.clear()
    assert search.analyse(other, Limit(nodes=500)).visits == 500


def test_a_kept_tree_that_is_already_decided_still_has_a_move(connect_four: Game) -> None:
    position = after(connect_four, "d a e a")
    search = TreeSearch(connect_four, 4)
    assert search.analyse(position, ENOUGH).moves[0].proven == "win"
    for _ in range(3):
        found = search.analyse(position, ENOUGH)
        assert found.move in {move.move for move in found.moves}
        position = position.play(found.move)
        outcome = position.outcome()
        if outcome:
            break
    assert outcome is not None
    assert outcome.winner == 0


def test_memory_stays_bounded_over_a_whole_game() -> None:
    game = outplay.game("kalah:6,4")
    search = TreeSearch(game, 1)
    position, size = game.start(), len(search.tree.move)
    while not position.outcome():
        found = search.analyse(position, Limit(nodes=20_000))
        assert found.nodes <= size
        assert found.used <= 1
        position = position.play(found.move)


def test_the_same_seed_and_playouts_find_the_same(connect_four: Game) -> None:
    def found(seed: int) -> list[RootMove]:
        search = TreeSearch(connect_four, 16, seed=seed)
        first = search.analyse(connect_four.start(), Limit(nodes=45_000))  # more than one slice
        return [*first.moves, *search.analyse(connect_four.start().play(first.move), Limit(nodes=3_000)).moves]

    assert found(5) == found(5) != found(6)


def test_time_and_clocks_are_kept_and_a_stream_tells_how_far_it_is(connect_four: Game) -> None:
    search = TreeSearch(connect_four, 16)
    for limit, most in ((Limit(time=0.6), 0.6), (Limit(clock=10.0), 0.4)):
        began = time.perf_counter()
        found = list(search.stream(connect_four.start(), limit))
        assert 0.5 * most < time.perf_counter() - began < most + 0.3  # a busy machine
        assert [each.visits for each in found] == sorted(each.visits for each in found)
        assert len(found) >= 2
        search.clear()


def test_stop_is_prompt_from_another_thread() -> None:
    game = outplay.game("gomoku")
    search, found = TreeSearch(game, 16), list[TreeAnalysis]()
    thread = threading.Thread(target=lambda: found.append(search.analyse(game.start(), NO_LIMIT)))
    thread.start()
    time.sleep(0.3)
    assert thread.is_alive()
    with pytest.raises(outplay.BadLimit, match="running already"):
        search.analyse(game.start(), Limit(nodes=1))
    began = time.perf_counter()
    search.stop()
    thread.join()
    assert time.perf_counter() - began < 0.3  # a busy machine; a playout takes some microseconds
    assert found[0].playouts > 100
    assert found[0].move in game.start().moves()


def test_what_makes_no_sense_is_refused_in_one_line(connect_four: Game) -> None:
    search = TreeSearch(connect_four, 4)
    start = connect_four.start()
    with pytest.raises(outplay.BadLimit, match="the game is over"):
        search.analyse(after(connect_four, "a b a b a b a"), Limit(nodes=1))
    with pytest.raises(outplay.BadLimit, match="has no depth"):
        search.analyse(start, Limit(depth=3))
    for engine in (search, outplay.Engine(connect_four, 1, net="none")):
        with pytest.raises(outplay.BadLimit, match=r"a limit is wanted, such as outplay.Limit\(time=1.0\), not 1.0"):
            engine.analyse(start, 1.0)  # type: ignore[arg-type]
        with pytest.raises(outplay.BadLimit, match=r"a position is searched, as game.start\(\) is one, not 'start'"):
            engine.analyse("start", Limit(nodes=1))  # type: ignore[arg-type]
    with pytest.raises(outplay.BadLimit, match="the position is of kalah:3,2"):
        search.analyse(outplay.game("kalah:3,2").start(), Limit(nodes=1))
    with pytest.raises(outplay.BadLimit, match="no goal 'glory'"):
        TreeSearch(connect_four, 4, goal="glory")
    with pytest.raises(outplay.BadLimit, match="exploration must be 0 or more"):
        TreeSearch(connect_four, 4, exploration=-1)
    with pytest.raises(outplay.BadLimit, match="the table must have"):
        TreeSearch(connect_four, 0)


def test_a_state_without_a_legal_move_that_is_not_the_end_is_a_mistake_of_the_rules() -> None:
    good = outplay.game("connect-four")

    def moves(state: tuple[int, int]) -> int:
        return 0 if state[1].bit_count() >= 3 else 1

    game = Game("stuck", good.initial, good.bits, moves, good.play, good.outcome, good.to_move, alternates=True)
    search = TreeSearch(game, 1)
    for _ in range(2):
        with pytest.raises(outplay.RuleError, match="without a legal move that is not over"):
            search.analyse(game.start(), ENOUGH)
