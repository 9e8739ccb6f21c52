"""play: a game at the terminal."""

import sys
from typing import Annotated

import typer

from outplay.cli.common import (
    GameName,
    Moves,
    PositionText,
    Seed,
    outcome_words,
    paint,
    player_name,
    position_of,
    start_of_sentence,
)
from outplay.errors import IllegalMove
from outplay.game import Position
from outplay.registry import game as find_game

HELP = """\
  a move      as the board shows it, for example {example}; several with blanks between
  moves       list the legal moves
  undo        take back your last move
  board       draw the board again
  position    the position as a text, for `outplay show {game} --position TEXT`
  quit        leave"""

First = Annotated[str, typer.Option("--first", help="Who plays first: human, or one of `outplay players`.")]
Second = Annotated[str, typer.Option("--second", help="Who plays second.")]


def register(app: typer.Typer) -> None:
    app.command(epilog="outplay play\n\noutplay play gomoku --second human\n\noutplay play squatter:6 --second random")(
        play
    )


def play(
    game: GameName = "kalah:6,4",
    first: First = "human",
    second: Second = "engine",
    moves: Moves = None,
    position: PositionText = None,
    seed: Seed = 0,
) -> None:
    """Play a game: against the computer, against each other, or let two players play.

    Without a terminal one demonstration game is played to its end."""
    found = find_game(game)
    place, last = position_of(found, moves, position)
    specs = [first, second]
    if "human" in specs and not sys.stdin.isatty():
        print("There is no terminal to ask for moves: a demonstration game.")
        specs = ["random" if spec == "human" else spec for spec in specs]
    Table(place, specs, seed, last).play()


class Leave(Exception):
    """The person at the keyboard has had enough."""


class Table:
    """One game on the screen: whose turn it is, what was played, and a way back."""

    def __init__(self, position: Position, specs: list[str], seed: int, last: int | None) -> None:
        from outplay.players import player

        self.game = position.game
        self.specs = specs
        self.history = [(position, last)]
        self.waiting: list[str] = []
        self.typed_several = False
        self.players = [None if spec == "human" else player(spec, self.game, seed + i) for i, spec in enumerate(specs)]

    @property
    def position(self) -> Position:
        return self.history[-1][0]

    def play(self) -> None:
        who = (f"{player_name(self.game, i)} is {spec}" for i, spec in enumerate(self.specs))
        print(f"{self.game}: {', '.join(who)}.")
        if None in self.players:
            print("Type a move, or `help`.")
        self.draw()
        try:
            while not self.position.outcome():
                self.turn()
        except (Leave, KeyboardInterrupt) as way:
            sides = f"--first {self.specs[0]} --second {self.specs[1]}"
            print(f"\nThe game stands at: outplay play {self.game} {sides} --position '{self.position.text}'")
            if isinstance(way, KeyboardInterrupt):
                raise
            return
        outcome = self.position.outcome()
        assert outcome
        print(outcome_words(self.game, outcome))

    def turn(self) -> None:
        position = self.position
        chosen = self.players[position.to_move]
        move = chosen.choose(position) if chosen else self.ask()
        if move is None:
            return
        name = start_of_sentence(player_name(self.game, position.to_move))
        if chosen or self.typed_several:
            print(f"{name} plays {position.name(move)}")
        self.history.append((position.play(move), move))
        if not self.waiting or self.position.outcome():
            self.draw()

    def ask(self) -> int | None:
        """A move from the keyboard, or None when something else was typed and dealt with."""
        if not self.waiting:
            try:
                self.waiting = input(f"{player_name(self.game, self.position.to_move)}> ").split()
            except EOFError:
                raise Leave from None
            self.typed_several = len(self.waiting) > 1
            if not self.waiting:
                return None
        word = self.waiting.pop(0)
        try:
            return self.game.move(word, self.position)
        except IllegalMove as error:
            if self.command(word.casefold()):
                return None
            print(f"{error}; `help` lists what can be typed")
            if self.typed_several:
                self.draw()
            self.waiting = []
            return None

    def command(self, word: str) -> bool:
        """Obeys a word that is no move; False if it is not one of them."""
        position = self.position
        if word in ("quit", "exit", "q", "resign"):
            raise Leave
        if word in ("help", "?"):
            print(HELP.format(example=position.name(position.moves()[0]), game=self.game))
        elif word in ("moves", "m"):
            print(" ".join(position.name(move) for move in position.moves()))
        elif word in ("undo", "u"):
            self.undo()
        elif word in ("board", "b"):
            self.draw()
        elif word in ("position", "p"):
            print(position.text)
        else:
            return False
        return True

    def undo(self) -> None:
        """Back to the last position in which a person chose."""
        earlier = [i for i, (p, _) in enumerate(self.history[:-1]) if self.players[p.to_move] is None]
        if not earlier:
            print("There is nothing to take back.")
            return
        del self.history[earlier[-1] + 1 :]
        self.draw()

    def draw(self) -> None:
        position, last = self.history[-1]
        print()
        print(position.draw(paint, last))
        print(flush=True)
