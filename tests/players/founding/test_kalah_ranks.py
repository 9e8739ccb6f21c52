"""The founding Kalah player: ranks in order, three searches that agree, tree and kernel alike, small boards proven."""

import csv
import signal
from types import FrameType

import pytest
from helpers.naive import ranks as naive
from helpers.naive.kalah import Kalah
from helpers.paths import DATA
from hypothesis import given
from hypothesis import strategies as st

import outplay
from outplay.core.errors import BadLimit, BadSpec
from outplay.core.game import Position
from outplay.players import player
from outplay.players.founding import kalah_ranks
from outplay.players.founding.kalah_ranks import SEARCHES, KalahRanks
from outplay.players.founding.kalah_tree import GameTree, Step, principal
from outplay.players.founding.kalah_utility import FINAL, Merit, estimates, final, merit
from outplay.players.founding.node import Node

SMALL = ["kalah:1,3", "kalah:2,2", "kalah:2,5", "kalah:3,2,empty-capture", "kalah:3,2,pie", "kalah:3,3,half"]
ALL = [*SMALL, "kalah:6,4", "kalah:4,9,empty-capture,pie,half", "kalah:12,12"]

PICKS = st.lists(st.integers(0, 11), max_size=30)


def twin(spec: str) -> Kalah:
    m, n, *options = spec.removeprefix("kalah:").split(",")
    return Kalah.start(int(m), int(n), "empty-capture" in options, "pie" in options, "half" in options)


def reached(spec: str, picks: list[int]) -> tuple[Position, Kalah]:
    """A position where the game goes on, and its slow twin: moves picked by number, up to the last before an end."""
    position, board = outplay.game(spec).start(), twin(spec)
    for pick in picks:
        moves = position.moves()
        move = moves[pick % len(moves)]
        if position.play(move).outcome():
            break
        position, board = position.play(move), board.play(move)
    return position, board


def merit_of(spec: str, text: str, move: str) -> Merit:
    game = outplay.game(spec)
    position = game.position(text)
    chosen = game.move(move, position)
    return merit(estimates(game)(position.state, chosen, position.play(chosen).state))


def chosen(root: Node[Step]) -> int:
    """The first best move of a tree."""
    return next(child.data.move for child in root if child.data.value == root.data.value)


def signed(position: Position, value: int) -> int:
    """A value for the first player as the side to move has it, or the other way round."""
    return value if position.to_move == 0 else -value


@pytest.mark.rules
@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("6", Merit(0, 0, 1)),  # past the own kalah, in the other's third house
        ("1", Merit(1, 0, 0)),  # 2 3: a house that holds seeds
        ("4", Merit(2, 0, 1)),  # 5 6 and the kalah
        ("3", Merit(3, 5, 6)),  # 4 5: the empty house 5, and five seeds opposite
    ],
)
def test_a_move_is_ranked_by_where_its_last_seed_lands(move: str, expected: Merit) -> None:
    assert merit_of("kalah:6,4", "2,1,2,3,0,4:9 4,5,4,4,4,4:2 first", move) == expected


@pytest.mark.rules
def test_a_capture_is_worth_more_with_more_seeds_opposite() -> None:
    found = [merit_of("kalah:3,4", f"1,0,2:{8 - n} 6,{n},7:0 first", "1") for n in range(6)]
    assert found == [Merit(3, n, n + 1 if n else 0) for n in range(6)]
    assert found == sorted(found)


@pytest.mark.rules
def test_an_empty_house_with_nothing_opposite_keeps_rank_3_and_wins_its_seed_only_by_empty_capture() -> None:
    text = "1,0,2:8 6,0,7:0 first"
    assert merit_of("kalah:3,4", text, "1") == Merit(3, 0, 0)
    assert merit_of("kalah:3,4,empty-capture", text, "1") == Merit(3, 0, 1)


@pytest.mark.rules
def test_a_full_lap_ends_in_the_empty_house_it_began_from_and_more_than_a_lap_does_not() -> None:
    assert merit_of("kalah:2,4", "5,2:3 4,2:0 first", "1") == Merit(3, 3, 5)
    assert merit_of("kalah:2,4", "6,2:2 4,2:0 first", "1") == Merit(1, 0, 1)


@pytest.mark.rules
def test_a_pie_swap_has_rank_0_and_wins_the_kalah_it_takes_over() -> None:
    assert merit_of("kalah:3,2,pie", "0,3,0:3 2,2,2:0 second pie", "P") == Merit(0, 0, 3)


@pytest.mark.rules
@pytest.mark.parametrize("spec", ALL)
@given(picks=PICKS)
def test_moves_are_judged_as_by_sowing_one_seed_at_a_time(spec: str, picks: list[int]) -> None:
    position, board = reached(spec, picks)
    estimate = estimates(position.game)
    for move in position.moves():
        child = position.play(move)
        if child.outcome() is None:
            assert merit(estimate(position.state, move, child.state)) == naive.merit(board, move)


@pytest.mark.rules
@given(st.tuples(*[st.tuples(st.integers(0, 3), st.integers(0, 288), st.integers(0, 288))] * 2))
def test_ranks_come_before_seeds_opposite_and_these_before_seeds_won(
    pair: tuple[tuple[int, int, int], tuple[int, int, int]],
) -> None:
    left, right = (rank * 1_000_000 + opposite * 1_000 + won for rank, opposite, won in pair)
    assert (left < right) == (pair[0] < pair[1])
    assert tuple(merit(left)) == pair[0]
    assert -FINAL < -left <= left < FINAL


@pytest.mark.rules
def test_finished_games_are_ordered_by_their_margin() -> None:
    values = [final(margin) for margin in range(-288, 289)]
    assert values == sorted(set(values))
    assert values[287] < -FINAL
    assert values[288] == 0
    assert values[289] > FINAL


@pytest.mark.rules
@pytest.mark.parametrize("spec", SMALL)
@given(picks=PICKS, depth=st.integers(1, 4))
def test_the_searches_agree_at_equal_depth_and_pruning_visits_no_more_nodes(
    spec: str, picks: list[int], depth: int
) -> None:
    position, board = reached(spec, picks)
    trees = GameTree(position.game)
    plain, pruned = (trees.grown(position, search, depth) for search in ("depth", "pruned"))
    assert plain.data.value == pruned.data.value == naive.value(board, depth)
    assert chosen(plain) == chosen(pruned)
    assert len(list(pruned.below())) <= len(list(plain.below()))


@pytest.mark.rules
@pytest.mark.parametrize("spec", ["kalah:2,2", "kalah:2,3,pie", "kalah:2,4,half", "kalah:3,1"])
@given(picks=PICKS)
def test_minimax_to_the_end_is_minimax_to_a_great_depth(spec: str, picks: list[int]) -> None:
    position, _ = reached(spec, picks)
    trees = GameTree(position.game)
    found = [trees.grown(position, search, 100) for search in SEARCHES]
    assert len({root.data.value for root in found}) == len({chosen(root) for root in found}) == 1
    assert all(trees.is_final(node) for root in found for node in root.below() if not node.children)


@pytest.mark.rules
@pytest.mark.parametrize("search", ["depth", "pruned"])
@pytest.mark.parametrize("spec", ["kalah:3,2", "kalah:6,4", "kalah:3,3,pie"])
def test_a_tree_holds_together(spec: str, search: str) -> None:
    game = outplay.game(spec)
    root = GameTree(game).grown(game.start(), search, 4)
    assert root.parent is None
    for node in root.below():
        position = Position(game, node.data.state)
        moves = [child.data.move for child in node]
        assert all(child.parent is node for child in node)
        assert all(child.data.state == position.play(child.data.move).state for child in node)
        if search == "pruned":
            assert tuple(moves) == position.moves()[: len(moves)]
        elif moves:
            best = max if position.to_move == 0 else min
            assert tuple(moves) == position.moves()
            assert node.data.value == best(child.data.value for child in node)


@pytest.mark.rules
def test_after_a_last_seed_in_the_own_kalah_the_same_side_chooses_again() -> None:
    game = outplay.game("kalah:2,2")
    root = GameTree(game).grown(game.start(), "depth", 2)
    assert [game.to_move(child.data.state) for child in root] == [0, 1]
    assert root.children[0].data.value == max(child.data.value for child in root.children[0])
    assert root.children[1].data.value == min(child.data.value for child in root.children[1])


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "search", "depth"),
    [
        ("kalah:2,3,half", "minimax", None),
        ("kalah:3,2", "depth", 8),
        ("kalah:3,2", "pruned", 8),
        ("kalah:6,4", "depth", 5),
        ("kalah:6,4", "pruned", 6),
        ("kalah:12,12,pie", "depth", 3),
        ("kalah:12,12,pie", "pruned", 3),
    ],
)
def test_tree_and_kernel_agree_compiled_or_not(
    spec: str, search: str, depth: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = outplay.game(spec)
    compiled = KalahRanks(game, search, depth)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    interpreted = KalahRanks(game, search, depth)
    position = game.start()
    for ply in range(4):
        move = compiled.choose(position).move
        assert interpreted.choose(position).move == move
        assert interpreted.valued == compiled.valued
        assert interpreted.figures | {"seconds": 0} == compiled.figures | {"seconds": 0}
        root = compiled.tree()
        nodes = list(root.below())
        assert (chosen(root), signed(position, root.data.value)) == (move, compiled.valued[0].value)
        assert len(nodes) == compiled.figures["nodes"]
        assert sum(not node.children for node in nodes) == compiled.figures["leaves"]
        cut = [node for node in nodes if 0 < len(node.children) < len(Position(game, node.data.state).moves())]
        assert len(cut) == compiled.figures["cut-offs"]
        position = position.play(position.moves()[ply % len(position.moves())])


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["kalah:6,4", "kalah:3,3,pie"])
def test_what_pruning_says_of_a_move_is_what_minimax_says_or_a_bound_of_it(spec: str) -> None:
    game = outplay.game(spec)
    plain, pruned = KalahRanks(game, "depth", 5), KalahRanks(game, "pruned", 5)
    position = game.start()
    while position.outcome() is None:
        move = pruned.choose(position).move
        assert plain.choose(position).move == move
        true = {found.move: found.value for found in plain.valued}
        assert sorted(true) == sorted(found.move for found in pruned.valued) == list(position.moves())
        for found in pruned.valued:
            assert true[found.move] <= found.value if found.at_most else true[found.move] == found.value
        assert pruned.nodes <= plain.nodes
        position = position.play(move)


SOLVED = ("kalah:1,3,empty-capture", "kalah:2,2,standard", "kalah:2,4,empty-capture", "kalah:3,2,empty-capture")


def proven() -> list[tuple[str, int]]:
    """Some boards small enough for plain minimax, with their proven margins for the first player."""
    with (DATA / "kalah.csv").open(encoding="utf-8") as file:
        rows = [(f"kalah:{r['m']},{r['n']},{r['variant']}", r["first_player_margin"]) for r in csv.DictReader(file)]
    return [(spec, int(margin)) for spec, margin in rows if spec in SOLVED]


@pytest.mark.kernel
@pytest.mark.parametrize(("spec", "margin"), proven())
def test_minimax_to_the_end_finds_the_proven_margin(spec: str, margin: int) -> None:
    game = outplay.game(spec)
    found = KalahRanks(game, "minimax")
    found.choose(game.start())
    assert found.valued[0].value == final(margin)


@pytest.mark.kernel
def test_minimax_to_the_end_finds_what_the_engine_proves() -> None:
    game = outplay.game("kalah:3,2")
    found, engine = KalahRanks(game, "minimax"), outplay.Engine(game, 1)
    position = game.start()
    while position.outcome() is None:
        move = found.choose(position).move
        *_, last = engine.solve(position)
        outcome = last.outcome
        assert outcome
        assert found.valued[0].value == final(outcome.margin_for(position.to_move))
        position = position.play(move)


@pytest.mark.kernel
def test_the_explanation_tells_every_move_and_what_the_search_counted() -> None:
    game = outplay.game("kalah:6,4")
    position = game.start()
    chooser = player("kalah-ranks", game)
    assert isinstance(chooser, KalahRanks)
    choice = chooser.choose(position)
    told, move = choice.explanation, choice.move
    root = chooser.tree()
    assert told.move == told.considered[0].move == move
    assert sorted(c.move for c in told.considered) == list(position.moves())
    assert told.figures["depth"] == kalah_ranks.DEPTH
    assert told.figures["nodes"] == len(list(root.below()))
    assert merit(abs(root.data.value)).rank == int(told.because.split("rank ")[1][0])
    line = str(told.figures["line"]).split()
    leaf: Node[Step] | None = principal(root)
    for name in reversed(line):
        assert leaf
        assert game.board.name(None, leaf.data.move) == name
        leaf = leaf.parent
    assert leaf is root


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("spec", "text", "because", "why"),
    [
        ("kalah:2,2", "0,1:3 1,1:2 first", "It is the only move.", "a draw"),
        ("kalah:2,2", "1,1:3 1,0:2 first", "It wins by 4 or more, whatever the other does.", "wins by 4"),
        ("kalah:2,2", "1,1:0 1,0:5 first", "Every move loses; with this one it is by no more than 2.", "loses by 2"),
    ],
)
def test_an_explanation_of_a_decided_game_says_by_how_much(spec: str, text: str, because: str, why: str) -> None:
    game = outplay.game(spec)
    chooser = KalahRanks(game)
    told = chooser.choose(game.position(text)).explanation
    assert (told.because, told.considered[0].why) == (because, why)


@pytest.mark.kernel
def test_a_tree_that_is_too_large_is_refused_in_one_line() -> None:
    game = outplay.game("kalah:6,4")
    with pytest.raises(BadLimit, match=r"^plain minimax has more than 20,000,000 nodes here; take a smaller board"):
        KalahRanks(game, "minimax").choose(game.start())
    with pytest.raises(BadLimit, match=r"^the tree has more than 20,000,000 nodes at depth 30; take .*search=pruned$"):
        KalahRanks(game, "depth", 30).choose(game.start())
    deep = KalahRanks(game, "pruned", 8)
    assert "line" not in deep.choose(game.start()).explanation.figures
    with pytest.raises(BadLimit, match=r"^the tree has more than 50,000 nodes at depth 8; take a smaller depth$"):
        deep.tree()


@pytest.mark.rules
@pytest.mark.parametrize(
    ("game", "spec", "message"),
    [
        ("squatter:5", "kalah-ranks", "kalah-ranks plays kalah only"),
        ("kalah:6,4", "kalah-ranks:depth=0", "the depth of kalah-ranks must be 1 to 500, not 0"),
        ("kalah:6,4", "kalah-ranks:search=minimax,depth=4", "search=minimax goes to the end"),
        ("kalah:6,4", "kalah-ranks:search=best", "cannot take 'search=best'"),
    ],
)
def test_options_that_make_no_sense_are_refused(game: str, spec: str, message: str) -> None:
    with pytest.raises((BadLimit, BadSpec), match=message):
        player(spec, outplay.game(game))


@pytest.mark.kernel
def test_ctrl_c_stops_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(kalah_ranks, "MOST_NODES", 1 << 60)
    game = outplay.game("kalah:6,4")
    chooser = KalahRanks(game, "pruned", 40)
    usual = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            chooser.choose(game.start())
    finally:
        signal.signal(signal.SIGALRM, usual)
