"""The template of a bot: it plays every game, and better than at random where something can be counted."""

import random
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import outplay
from outplay import Limit
from outplay.core.registry import GAMES
from outplay.players.bot import bot_class


@pytest.fixture
def template(tmp_path: Path) -> Any:
    """The class of a new bot."""
    path = tmp_path / "my_bot.py"
    path.write_text(resources.files("outplay.cli").joinpath("new_bot.py.txt").read_text(encoding="utf-8"))
    return bot_class(path, "")


def points(bot: Any, game: outplay.Game, side: int, seed: int) -> float:
    """What the bot gets in a game against random moves: 1, 1/2 or 0."""
    generator, position = random.Random(seed), game.start()
    while not (outcome := position.outcome()):
        mine = position.to_move == side
        position = position.play(bot.choose(position, Limit()) if mine else generator.choice(position.moves()))
    return 0.5 if outcome.winner is None else float(outcome.winner == side)


@pytest.mark.parametrize(
    ("spec", "games", "least"), [("kalah:6,4", 10, 9), ("connect-four", 10, 8), ("mnk:3,3,3", 20, 13)]
)
def test_the_template_beats_random_moves(template: Any, spec: str, games: int, least: float) -> None:
    game = outplay.game(spec)
    assert sum(points(template(game, seed), game, seed % 2, seed) for seed in range(games)) >= least


@pytest.mark.parametrize("name", GAMES)
def test_the_template_plays_every_game(template: Any, name: str) -> None:
    position = outplay.game(name).start()
    bot = template(position.game, 1)
    for _ in range(4):
        if not position.outcome():
            position = position.play(bot.choose(position, Limit(time=0.02)))


def test_the_template_counts_what_belongs_to_whom(template: Any) -> None:
    for spec, text, wanted in (
        ("kalah:3,2", "1,0,2:4 1,1,1:2 first", [4, 2]),
        ("tic-tac-toe", "xx./o../...", [2, 1]),
        ("squatter:3", None, [0, 0]),
    ):
        game = outplay.game(spec)
        position = game.position(text) if text else game.start()
        assert template(game, 0).counts(position) == wanted
    boxes = outplay.game("dots-and-boxes:1,1")
    position = boxes.start()
    while not position.outcome():
        position = position.play(position.moves()[0])
    assert sorted(template(boxes, 0).counts(position)) == [0, 1]
