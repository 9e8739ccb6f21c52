"""play: a game at the terminal."""

import sys
import time
from datetime import date
from pathlib import Path
from random import randrange
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from outplay.cli.common import (
    Moves,
    PositionText,
    moves_of,
    outcome_words,
    paint,
    player_name,
    start_of_sentence,
    status,
)
from outplay.cli.explain import explained
from outplay.core.errors import BadLimit, BadRecord, BadSpec, IllegalMove, OutplayError
from outplay.core.game import Game, Outcome, Position
from outplay.core.records import Record, Turn, check_writable, load, save, write
from outplay.core.registry import game as find_game
from outplay.core.specs import name_of

if TYPE_CHECKING:
    from outplay.engine.analysis import Analysis
    from outplay.players import Player
    from outplay.players.engine import EnginePlayer

HELP = """\
  a move      as the board shows it, for example {example}; several with blanks between
  moves       list the legal moves
  hint        what the engine would play, and why
  undo        take back your last move
  board       draw the board again
  position    the position as a text, for `outplay show {game} --position TEXT`
  save FILE   write the record of the game so far
  resign      give the game up
  quit        leave"""

DEFAULT_GAME = "kalah:6,4"
DEFAULT_LEVEL = 4
HINT_SECONDS = 1.0
EVEN = 0.1
"""An estimate of less than this, in units of the margin, is nothing to speak of."""

OptionalGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=f"A game, as in my_game.py:9,7; {DEFAULT_GAME} if none is given."),
]
First = Annotated[
    str | None,
    typer.Option("--first", help="Who plays first: human (as usual), or one of `outplay players`."),
]
Second = Annotated[str | None, typer.Option("--second", help="Who plays second: usually engine.")]
Strength = Annotated[
    int | None,
    typer.Option(
        "--level", "-l", help=f"How well the engine plays: 1 to 10, full strength; {DEFAULT_LEVEL} against you."
    ),
]
Time = Annotated[float | None, typer.Option("--time", "-t", help="Seconds that the engine may take for a move.")]
Load = Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with the game of a record.")]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Write the record there at the end, however the game ends."),
]

Explain = Annotated[bool, typer.Option("--explain", help="Say with every move of a player what it considered and why.")]

Dice = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="The same seed, the same dice; if none is given, new ones for a person."),
]


def register(app: typer.Typer) -> None:
    app.command(
        epilog="outplay play\n\noutplay play connect-four --level 7 --save game.txt\n\n"
        "outplay play --load game.txt\n\noutplay play gomoku --second human"
    )(play)


def play(
    game: OptionalGame = None,
    first: First = None,
    second: Second = None,
    level: Strength = None,
    time: Time = None,
    moves: Moves = None,
    position: PositionText = None,
    load: Load = None,
    save: Save = None,
    explain: Explain = False,
    seed: Dice = None,
) -> None:
    """Play a game: against the computer, against each other, or let two players play.

    Without a terminal one demonstration game is played to its end."""
    if load is None:
        record = begun(find_game(game or DEFAULT_GAME), moves, position)
    elif game or moves is not None or position is not None:
        raise BadSpec("--load brings its own game; give it without GAME, --moves and --position")
    else:
        record = loaded(load)
    if save is not None and save != load:
        check_writable(save)
    specs = [first or seat(record.first) or "human", second or seat(record.second) or "engine"]
    at_terminal = sys.stdin.isatty()
    specs = with_level(specs, level, time, "human" in specs and at_terminal)
    if "human" in specs and not at_terminal:
        print("There is no terminal to ask for moves: a demonstration game.")
        specs = ["random" if spec == "human" else spec for spec in specs]
    if seed is None:
        seed = randrange(1 << 32) if "human" in specs else 0
    Table(record, specs, seed, save, load, explain).play()


def begun(game: Game, moves: str | None, text: str | None) -> Record:
    """The record of a game with the moves that were given, if any."""
    start, played = moves_of(game, moves, text)
    return Record(start, tuple(Turn(move) for move in played))


def loaded(path: Path) -> Record:
    """A record to go on with. One that was given up, or lost on time, can be played on."""
    record = load(path)
    if record.outcome and not record.positions()[-1].outcome():
        print(f"The record says: {outcome_words(record.game, record.outcome)} The game goes on from there.")
    return record


def seat(name: str) -> str | None:
    """Who sat there according to a record, if it is someone who can play on."""
    from outplay.players.listing import PLAYERS

    return name if name_of(name) in ("human", *PLAYERS) else None


def with_level(specs: list[str], level: int | None, time: float | None, against_a_person: bool) -> list[str]:
    """The players, with the level and the time for the engine. Against a person it has a level one can beat."""
    from outplay.players.engine import FULL_STRENGTH

    if level is not None and not 1 <= level <= FULL_STRENGTH:
        raise BadLimit(f"--level must be 1 to {FULL_STRENGTH}, not {level}")
    if time is not None and not 0 < time < 1e6:
        raise BadLimit(f"--time must be more than 0 seconds, not {time:g}")
    engines = [spec for spec in specs if name_of(spec) == "engine"]
    if (level or time) and not engines:
        raise BadSpec("--level and --time are for the engine, and it does not play here; give --second engine")
    if against_a_person and level is None:
        level = DEFAULT_LEVEL
    return [engine_spec(spec, level, time) if spec in engines else spec for spec in specs]


def engine_spec(spec: str, level: int | None, time: float | None) -> str:
    """The engine's text with level and time, where it does not say them itself."""
    from outplay.players.specs import parse

    return str(parse(spec).filled(level=level, time=time))


class Leave(Exception):
    """The person at the keyboard has had enough."""


class Table:
    """One game on the screen: whose turn it is, what was played, and a way back."""

    def __init__(
        self, record: Record, specs: list[str], seed: int, save_to: Path | None, own: Path | None, explain: bool
    ) -> None:
        from outplay.players import player

        self.game = record.game
        self.record = record._replace(first=specs[0], second=specs[1], date=record.date or date.today().isoformat())
        self.specs = specs
        self.places = record.positions()
        self.turns = list(record.turns)
        self.given_up: Outcome | None = None
        self.save_to = save_to
        self.explain = explain
        self.own_files = {own} if own else set[Path]()
        self.waiting: list[str] = []
        self.typed_several = False
        self.players = [None if spec == "human" else player(spec, self.game, seed + i) for i, spec in enumerate(specs)]
        self.adviser: EnginePlayer | None = None
        self.began = time.perf_counter()
        """When the player to move began to think."""

    @property
    def position(self) -> Position:
        return self.places[-1]

    @property
    def outcome(self) -> Outcome | None:
        return self.given_up or self.position.outcome()

    def play(self) -> None:
        self.greet()
        self.draw()
        try:
            while not self.over():
                self.turn()
        except Leave:
            self.leave()
            return
        except (OutplayError, KeyboardInterrupt):  # a player may refuse a position in the middle of a game
            self.leave()
            raise
        self.keep()

    def greet(self) -> None:
        from outplay.players.specs import parse

        who = (f"{player_name(self.game, i)} is {spec}" for i, spec in enumerate(self.specs))
        print(f"{self.game}: {', '.join(who)}.")
        if None in self.players:
            if any("level" in parse(spec).options for spec in self.specs if spec != "human"):
                print("The engine's level is set with --level: 1 is for beginners, 10 its full strength.")
            print("Type a move, or `help`.")

    def over(self) -> bool:
        """Whether the game has ended, and nobody wants to take that back."""
        if not self.outcome:
            return False
        print(outcome_words(self.game, self.outcome))
        if None not in self.players:
            return True
        self.waiting = []
        if not self.save_to:
            print("`save FILE` keeps the record, for `outplay report FILE`; `undo` takes back; Enter leaves.")
        else:
            print("`undo` takes back; Enter leaves.")
        while self.outcome:
            words = self.typed("> ")
            if not words or words[0].casefold() in ("quit", "exit", "q"):
                return True
            if not self.command(words[0].casefold(), words[1:]):
                print("The game is over: `save FILE`, `undo`, or Enter to leave.")
        return False

    def leave(self) -> None:
        """The last words of a game that is left before its end."""
        if self.outcome is None:
            sides = f"--first {quote(self.specs[0])} --second {quote(self.specs[1])}"
            print(f"\nThe game stands at: outplay play {self.game} {sides} --position '{self.position.text}'")
        self.keep()

    def keep(self) -> None:
        """Writes the record where it was asked for. If that cannot be done, it is shown, so that it is not lost."""
        if self.save_to is None:
            return
        try:
            self.save(self.save_to)
        except BadRecord:
            print(write(self.current()))
            raise

    def current(self) -> Record:
        turns = tuple(self.turns)
        as_loaded = self.record.outcome if turns == self.record.turns else None
        return self.record._replace(turns=turns, outcome=self.outcome or as_loaded)

    def save(self, path: Path) -> None:
        save(self.current(), path, replace=path in self.own_files)
        self.own_files.add(path)
        print(f"{path} is written. `outplay report {path}` says where the game turned.")

    def turn(self) -> None:
        position = self.position
        chosen = self.players[position.to_move]
        move = self.thought(chosen) if chosen else self.ask()
        if move is None:
            return
        seconds = round(time.perf_counter() - self.began, 2)
        analysis: Analysis | None = getattr(chosen, "analysis", None)
        if chosen or self.typed_several:
            name = start_of_sentence(player_name(self.game, position.to_move))
            print(f"{name} plays {position.name(move)}")
        if chosen and self.explain:
            print("\n".join(explained(position, chosen.explain())))
        self.turns.append(Turn(move, analysis.score if analysis else None, seconds))
        self.places.append(position.play(move))
        self.began = time.perf_counter()
        if not self.waiting or self.position.outcome():
            self.draw()

    def thought(self, chosen: "Player") -> int:
        """The move of a player that is no person. Where a person waits for it, Ctrl-C asks for the best so far."""
        name = start_of_sentence(player_name(self.game, self.position.to_move))
        try:
            with status(f"{name} thinks …"):
                return chosen.choose(self.position)
        except KeyboardInterrupt:
            analysis: Analysis | None = getattr(chosen, "analysis", None)
            if None not in self.players or analysis is None:
                raise
            print()
            return analysis.move

    def typed(self, prompt: str) -> list[str]:
        try:
            return input(prompt).split()
        except EOFError:
            raise Leave from None

    def ask(self) -> int | None:
        """A move from the keyboard, or None when something else was typed and dealt with."""
        if not self.waiting:
            self.waiting = self.typed(f"{player_name(self.game, self.position.to_move)}> ")
            self.typed_several = len(self.waiting) > 1
            if not self.waiting:
                return None
        word = self.waiting.pop(0)
        try:
            return self.game.move(word, self.position)
        except IllegalMove as error:
            rest, self.waiting = self.waiting, []
            if not self.command(word.casefold(), rest):
                print(f"{error}; `help` lists what can be typed")
                if self.typed_several:
                    self.draw()
            return None

    def command(self, word: str, rest: list[str]) -> bool:
        """Obeys a word that is no move; False if it is not one of them."""
        position = self.position
        if word in ("quit", "exit", "q"):
            raise Leave
        if word in ("help", "?"):
            example = position.name(position.moves()[0]) if position.moves() else "undo"
            print(HELP.format(example=example, game=self.game))
        elif word in ("moves", "m"):
            print(" ".join(position.name(move) for move in position.moves()))
        elif word == "hint" and not self.outcome:
            self.hint()
        elif word in ("undo", "u"):
            self.undo()
        elif word in ("board", "b"):
            self.draw()
        elif word in ("position", "p"):
            print(position.text)
        elif word == "save":
            self.save_as(" ".join(rest))
        elif word == "resign" and not self.outcome:
            loser = position.to_move
            self.given_up = Outcome(1 - loser, 0, f"{player_name(self.game, loser)} resigned")
        else:
            return False
        return True

    def save_as(self, name: str) -> None:
        if not name:
            print("Where to? Type the name of a file: save game.txt")
            return
        try:
            self.save(Path(name))
        except BadRecord as error:
            print(error)

    def hint(self) -> None:
        """Says what the engine at full strength thinks after a second."""
        from outplay.players.engine import EnginePlayer

        self.adviser = self.adviser or EnginePlayer(self.game, time=HINT_SECONDS)
        self.thought(self.adviser)
        assert self.adviser.analysis
        print(hint_words(self.position, self.adviser.analysis))

    def undo(self) -> None:
        """Back to the last position in which a person chose."""
        if self.given_up:
            self.given_up = None
            return
        earlier = [i for i, place in enumerate(self.places[:-1]) if self.players[place.to_move] is None]
        if not earlier:
            print("There is nothing to take back.")
            return
        del self.places[earlier[-1] + 1 :], self.turns[earlier[-1] :]
        self.draw()

    def draw(self) -> None:
        print()
        print(self.position.draw(paint, self.turns[-1].move if self.turns else None))
        print(flush=True)


def hint_words(position: Position, analysis: "Analysis") -> str:
    """The engine's opinion in a sentence."""
    advice = f"The engine would play {position.name(analysis.move)}"
    if analysis.outcome:
        mine = analysis.outcome.winner == position.to_move
        by = f" by {analysis.outcome.margin}" if analysis.outcome.margin > 1 else ""
        if analysis.outcome.winner is None:
            return f"{advice}: it draws, and nothing does better. That is proven."
        return f"{advice}: it wins{by}. That is proven." if mine else f"{advice}, but loses{by} anyway. That is proven."
    if abs(analysis.score) < EVEN:
        return f"{advice}: the game is about even ({analysis.score:+.2f})."
    ahead = position.to_move if analysis.score > 0 else 1 - position.to_move
    return f"{advice}: {player_name(position.game, ahead)} is ahead by about {abs(analysis.score):.2f}."
