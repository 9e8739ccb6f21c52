"""The tree search as a player: what it says of its moves, and how it plays."""

import pytest

import outplay
from outplay import BadSpec
from outplay.core.limits import Limit
from outplay.players import player
from outplay.players.mcts import MctsPlayer
from outplay.players.random import RandomPlayer
from outplay.web.catalogue import OFFERED_PLAYERS

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("spec", ["connect-four", "kalah:4,3"])
def test_it_wins_nearly_all_games_against_random_moves(spec: str) -> None:
    game = outplay.game(spec)
    chooser, other = MctsPlayer(game, playouts=300, seed=1), RandomPlayer(game, seed=2)
    won = 0
    for number in range(20):
        position = game.start()
        chooser.new_game(position, number % 2)
        while (outcome := position.outcome()) is None:
            mine = position.to_move == number % 2
            position = position.play((chooser if mine else other).choose(position).move)
        won += outcome.winner == number % 2
    assert won >= 19


def test_the_explanation_has_values_visits_and_proofs() -> None:
    game = outplay.game("connect-four")
    position = game.start()
    choice = MctsPlayer(game, playouts=5_000, seed=1).choose(position)
    explanation = choice.explanation
    assert explanation.because.startswith("It expects to be ")
    assert "; the most visited line begins d " in explanation.because
    assert explanation.because.endswith("% of the playouts went through this move.")
    assert explanation.figures["playouts"] == choice.nodes == 5_000
    assert explanation.considered[0].move == choice.move
    assert {move.move for move in explanation.considered} == set(position.moves())
    assert all(move.why.endswith(" visits") for move in explanation.considered)
    for word in "ababab":
        position = position.play(game.move(word, position))
    choice = MctsPlayer(game, playouts=5_000).choose(position)
    assert choice.explanation.because == "It wins; that is proven."
    assert choice.explanation.considered[0].why.endswith(", proven")
    assert choice.score == 1


def test_a_win_by_a_proven_margin_is_told_with_the_margin() -> None:
    game = outplay.game("kalah:3,2")
    choice = MctsPlayer(game, goal="margin").choose(game.start())
    assert choice.explanation.because == f"It wins by {choice.score:.0f}; that is proven."


def test_reports_come_while_it_thinks_and_the_clock_of_the_game_holds() -> None:
    game = outplay.game("connect-four")
    reported = list[int]()
    choice = MctsPlayer(game, time=9).choose(
        game.start(), Limit(time=0.7), report=lambda found: reported.append(found.nodes or 0)
    )
    assert len(reported) >= 2
    assert reported == sorted(reported)
    assert reported[-1] == choice.nodes


def test_the_player_of_a_spec_has_its_options() -> None:
    game = outplay.game("tic-tac-toe")
    made = player("mcts:time=0.5,playouts=77,goal=margin,exploration=120,table=2,seed=4", game)
    assert isinstance(made, MctsPlayer)
    assert (made.limit, made.search.goal, made.seed) == (Limit(time=0.5, nodes=77), "margin", 4)
    assert len(made.search.tree.move) < 30_000
    page = OFFERED_PLAYERS["mcts"]
    assert [option.key for option in page.options] == ["time", "playouts", "goal", "exploration", "seed", "net"]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("mcts:playouts=0", "the playouts of mcts must be 1 or more, not 0"),
        ("mcts:depth=3", "mcts has no option 'depth=3'"),
        ("mcts:exploration=-1", "must be 0 to 1,000, not -1"),
        ("mcts:goal=glory", "mcts cannot take 'goal=glory'"),
        ("mcts:time=0", "the time of mcts must be more than 0 seconds"),
    ],
)
def test_options_that_make_no_sense_are_refused_in_one_line(spec: str, message: str) -> None:
    with pytest.raises(BadSpec, match=message) as refused:
        player(spec, outplay.game("tic-tac-toe"))
    assert "\n" not in str(refused.value)
