"""play: a game at the terminal."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from datetime import date
from pathlib import Path
from random import randrange
from shlex import quote
from typing import Annotated

import typer

from outplay.cli import completion
from outplay.cli.common import (
    Moves,
    PositionText,
    moves_of,
    outcome_words,
    paint,
    player_name,
    start_of_sentence,
    status,
    wrap,
)
from outplay.cli.explain import explanation_lines
from outplay.cli.inform import rules_words, warn_of_width
from outplay.core.errors import BadLimit, BadRecord, BadSpec, IllegalMove, OutplayError, PlayerFailure
from outplay.core.game import Game, Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.records import Record, check_writable, load, save, write
from outplay.core.registry import game as find_game
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.core.specs import name_of
from outplay.players.game_loop import GameLoop
from outplay.players.player import Choice, Player, Report

HELP = """\
  a move      as the board shows it, for example {example}; several with blanks between
  moves       list the legal moves
  hint        what the engine would play, and why
  undo        take back your last move
  board       draw the board again
  rules       how the game is played, with an example
  position    the position as a text, for `outplay show {game} --position TEXT`
  save FILE   write the record of the game so far
  resign      give the game up
  quit        leave"""

DEFAULT_GAME = "kalah:6,4"
DEFAULT_LEVEL = 4
HINT_SECONDS, HINT_LINES = 1.0, 3
"""How long the engine thinks about a hint, and of how many moves: it says what the best others lead to."""

OptionalGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME",
        help=f"A game, as in my_game.py:9,7; {DEFAULT_GAME} if none is given.",
        autocompletion=completion.games,
    ),
]
First = Annotated[
    str | None,
    typer.Option(
        "--first",
        help="Who plays first: human (as usual), or one of `outplay players`.",
        autocompletion=completion.seats,
    ),
]
Second = Annotated[
    str | None, typer.Option("--second", help="Who plays second: usually engine.", autocompletion=completion.seats)
]
Strength = Annotated[
    int | None,
    typer.Option(
        "--level", "-l", help=f"How well the engine plays: 1 to 10, full strength; {DEFAULT_LEVEL} against you."
    ),
]
Time = Annotated[
    float | None, typer.Option("--time", "-t", metavar="SECONDS", help="Seconds that the engine may take for a move.")
]
Load = Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with the game of a record.")]
Save = Annotated[
    Path | None,
    typer.Option("--save", metavar="FILE", help="Write the record there at the end, however the game ends."),
]

Explain = Annotated[bool, typer.Option("--explain", help="Say with every move of a player what it considered and why.")]

Dice = Annotated[
    int | None,
    typer.Option("--seed", min=0, help="Seed of the random numbers; without it, a new one in a game with a person."),
]


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay play  # Kalah against the engine\n\n"
            "outplay play connect-four --level 7 --save game.txt"
            "  # another game, a stronger engine, and a record of the game\n\n"
            "outplay play --load game.txt  # go on with that game\n\n"
            "outplay play gomoku --second human  # two people at one keyboard"
        )
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

    Without a terminal, the moves of a player that is named `human` are read from standard input, and a wrong one ends
    the game. If nobody is named so, one demonstration game is played to its end."""
    if load is None:
        record = begun(find_game(game or DEFAULT_GAME), moves, position)
    elif game or moves is not None or position is not None:
        raise BadSpec("--load brings its own game; give it without GAME, --moves and --position")
    else:
        record = loaded(load)
    if save is not None and save != load:
        check_writable(save)
    named = [first or who_played(record.first), second or who_played(record.second)]
    specs = [named[0] or "human", named[1] or "engine"]
    at_terminal = sys.stdin is not None and sys.stdin.isatty()
    people = "human" in (specs if at_terminal else named)
    specs = with_level(specs, level, time, people)
    if "human" in specs and not people:
        say("There is no terminal to ask for moves: a demonstration game. --first human reads moves from a pipe.")
        specs = ["random" if spec == "human" else spec for spec in specs]
    check_players(specs, record.game)
    if people and at_terminal:
        edit_lines()
    if people and sys.stdin is None:
        raise BadSpec("standard input is closed, so there is nobody to type the moves of human")
    if seed is None:
        seed = randrange(1 << 32) if people else 0
    TerminalGame(record, specs, seed, save, load, explain, piped=people and not at_terminal).play()


def say(text: str) -> None:
    """Prints a sentence, at a terminal wrapped to its width."""
    print(wrap(text) if sys.stdout.isatty() else text)


def check_players(specs: list[str], game: Game) -> None:
    """Raises an error if a player cannot play the game, before anything is compiled for the other one."""
    from outplay.players.specs import parse_for

    for spec in specs:
        if spec != "human":
            parse_for(spec, game)


def edit_lines() -> None:
    """Lets what is typed be edited with the arrow keys, where the system can do that."""
    with suppress(ImportError):
        import readline  # noqa: F401


def begun(game: Game, moves: str | None, text: str | None) -> Record:
    """The record of a game with the moves that were given, if any."""
    start, played = moves_of(game, moves, text)
    return Record(start, tuple(map(MoveRecord, played)))


def loaded(path: Path) -> Record:
    """A record to go on with. One that the rules did not end, as by resigning, can be played on."""
    record = load(path)
    if record.result and record.result.ending is not Ending.RULES:
        say(f"The record says: {outcome_words(record.game, record.result.outcome)} The game goes on from there.")
    return record


def who_played(name: str) -> str | None:
    """A player of a record, if it is one that can play on."""
    from outplay.players.listing import NAMED

    return name if name_of(name) in ("human", *NAMED) else None


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
    """The person at the keyboard leaves the game."""


class TakeBack(Exception):
    """The person at the keyboard takes the last move back."""


class Person(Player):
    """The person at the keyboard. May raise Leave and TakeBack, and resigns as every player does."""

    def __init__(self, terminal: "TerminalGame") -> None:
        self.terminal = terminal

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        while (move := self.terminal.ask()) is None:
            pass
        return Choice(move)


class Interruptible(Player):
    """A player that a person waits for: Ctrl-C makes it choose the best move so far, if it has reported one."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def choose(
        self,
        position: Position,
        limit: Limit = NO_LIMIT,
        moves: Sequence[int] = (),
        report: Report | None = None,
    ) -> Choice:
        found: list[Choice] = []
        try:
            return self.player.choose(position, limit, moves, found.append)
        except KeyboardInterrupt:
            self.player.stop()
            if not found:
                raise
            print()
            return found[-1]

    def stop(self) -> bool:
        return self.player.stop()

    def new_game(self, position: Position, side: int, seed: int | None = None) -> None:
        self.player.new_game(position, side, seed)

    def close(self, result: GameResult | None = None) -> None:
        self.player.close(result)


class TerminalGame:
    """One game on the screen: drives the game loop, and obeys what is typed, or what is read from a pipe (`piped`)."""

    def __init__(
        self,
        record: Record,
        specs: list[str],
        seed: int,
        save_to: Path | None,
        own: Path | None,
        explain: bool,
        piped: bool = False,
    ) -> None:
        self.game = record.game
        self.record = record._replace(first=specs[0], second=specs[1], date=record.date or date.today().isoformat())
        self.specs, self.seed = specs, seed
        self.comments = dict(record.comments)
        self.save_to = save_to
        self.explain, self.piped = explain, piped
        self.lines_read = 0
        self.own_files = {own} if own else set[Path]()
        self.waiting: list[str] = []
        """Words that were typed on one line and are not dealt with yet."""
        self.typed_several = False
        self.networks: list[str] = []
        """What is said of the networks of the players that have one."""
        self.persons = {side for side, spec in enumerate(specs) if spec == "human"}
        self.loop = GameLoop(record.start, [self.player(spec) for spec in specs], record.moves)
        self.adviser: Player | None = None

    def player(self, spec: str) -> Player:
        from outplay.players import player

        if spec == "human":
            return Person(self)
        made = player(spec, self.game)
        if made.network:
            self.networks.append(f"{name_of(spec)} evaluates positions by {made.network}")
        return Interruptible(made) if self.persons else made

    @property
    def position(self) -> Position:
        return self.loop.position

    def play(self) -> None:
        self.greet()
        self.draw()
        try:
            self.begin()
            while not self.over():
                self.turn()
        except Leave:
            self.leave()
            return
        except (OutplayError, KeyboardInterrupt):  # a player may fail in the middle of a game
            self.leave()
            raise
        finally:
            for player in self.loop.players:
                player.close(self.loop.result)
        self.keep()

    def begin(self) -> None:
        self.loop.begin((self.seed, self.seed + 1))
        result = self.loop.result
        if result and result.erred is not None:
            raise PlayerFailure(result.ending, result.detail, self.specs[result.erred])

    def greet(self) -> None:
        from outplay.players.specs import parse

        who = (f"{player_name(self.game, i)} is {spec}" for i, spec in enumerate(self.specs))
        say(f"{self.game}: {', '.join(who)}.")
        for words in dict.fromkeys(self.networks):
            say(f"{start_of_sentence(words)}.")
        if self.persons and not self.piped:
            if any("level" in parse(spec).options for spec in self.specs if spec != "human"):
                say("The engine's level is set with --level: 1 is for beginners, 10 its full strength.")
            say("Type a move, or `help`.")
            warn_of_width(self.position, "play in the browser: `outplay serve`")

    def over(self) -> bool:
        """Whether the game has ended, and nobody wants to take that back."""
        if not self.loop.result:
            return False
        say(outcome_words(self.game, self.loop.result.outcome))
        if not self.persons:
            return True
        self.waiting = []
        if not self.piped:
            keeps = "" if self.save_to else "`save FILE` keeps the record, for `outplay report FILE`; "
            say(f"{keeps}`undo` takes back; Enter leaves.")
        while self.loop.result:
            words = self.typed("> ")
            if not words or words[0].casefold() in ("quit", "exit", "q"):
                return True
            try:
                if not self.command(words[0].casefold(), words[1:]):
                    if self.piped:
                        raise IllegalMove(f"line {self.lines_read}: {words[0]!r} cannot be played: the game is over")
                    say("The game is over: `save FILE`, `undo`, or Enter to leave.")
            except TakeBack:
                self.undo()
        return False

    def leave(self) -> None:
        """The last lines of a game that is left before its end."""
        if self.loop.result is None:
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
        """The record so far. A record that was loaded keeps its result as long as nothing is played."""
        moves = tuple(self.loop.records)
        as_loaded = self.record.result if moves == self.record.moves else None
        return self.record._replace(moves=moves, result=self.loop.result or as_loaded, comments=self.comments)

    def save(self, path: Path) -> None:
        save(self.current(), path, replace=path in self.own_files)
        self.own_files.add(path)
        say(f"{path} is written. `outplay report {path}` says where the game turned.")

    def turn(self) -> None:
        """One move, or whatever else the person at the keyboard wants."""
        position = self.position
        side = position.to_move
        thinks = nullcontext() if side in self.persons else self.thinking()
        try:
            with thinks:
                choice = self.loop.turn()
        except TakeBack:
            self.undo()
            return
        except PlayerFailure as failure:
            if failure.ending is not Ending.RESIGNATION:
                raise failure.__cause__ or failure from None
            detail = f"{player_name(self.game, side)} resigned"
            self.loop.forfeit(side, PlayerFailure(Ending.RESIGNATION, detail))
            return
        played = self.loop.records[-1]
        self.loop.records[-1] = played._replace(seconds=round(played.seconds or 0.0, 2))
        if side not in self.persons or self.typed_several or self.piped:
            name = start_of_sentence(player_name(self.game, side))
            print(f"{name} plays {position.name(choice.move)}")
        if side not in self.persons and self.explain:
            print("\n".join(explanation_lines(position, choice.explanation)))
        if not self.waiting or self.loop.result:
            self.draw()

    def thinking(self) -> AbstractContextManager[object]:
        """A line that says whose turn it is, while the block lasts."""
        return status(f"{start_of_sentence(player_name(self.game, self.position.to_move))} thinks …")

    def typed(self, prompt: str) -> list[str]:
        """The words of the next line; Leave at the end of the input."""
        if self.piped:
            return self.read().split()
        try:
            return input(prompt).split()
        except EOFError:
            raise Leave from None

    def read(self) -> str:
        """The next line of a pipe that is not blank. Its end is an error as long as the game goes on."""
        for line in sys.stdin:
            self.lines_read += 1
            if line.strip():
                return line
        if self.loop.result:
            raise Leave
        played = f"{len(self.loop.moves)} move{'s' * (len(self.loop.moves) != 1)}"
        raise BadRecord(f"the input ended before the game was over, after {played}")

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
                if self.piped:
                    raise IllegalMove(f"line {self.lines_read}: {error}") from None
                say(f"{error}; `help` lists what can be typed")
                if self.typed_several:
                    self.draw()
            return None

    def command(self, word: str, rest: list[str]) -> bool:
        """Obeys a word that is no move; False if it is not one of them."""
        position, over = self.position, self.loop.result is not None
        if word in ("quit", "exit", "q"):
            raise Leave
        if word in ("undo", "u"):
            raise TakeBack
        if word == "resign" and not over:
            raise PlayerFailure(Ending.RESIGNATION, "")
        if word in ("help", "?"):
            example = position.name(position.moves()[0]) if position.moves() else "undo"
            print(HELP.format(example=example, game=self.game))
        elif word in ("moves", "m"):
            say(" ".join(position.name(move) for move in position.moves()))
        elif word == "hint" and not over:
            self.hint()
        elif word in ("board", "b"):
            self.draw()
        elif word == "rules":
            print(f"\n{rules_words(self.game)}\n")
        elif word in ("position", "p"):
            print(position.text)
        elif word == "save":
            self.save_as(" ".join(rest))
        else:
            return False
        return True

    def save_as(self, name: str) -> None:
        if not name:
            say("Where to? Type the name of a file: save game.txt")
            return
        try:
            self.save(Path(name))
        except BadRecord as error:
            if self.piped:
                raise
            say(str(error))

    def hint(self) -> None:
        """Says what the engine at full strength would play after a second, and why."""
        from outplay.players.engine import EnginePlayer

        self.adviser = self.adviser or Interruptible(EnginePlayer(self.game, time=HINT_SECONDS, lines=HINT_LINES))
        with self.thinking():
            choice = self.adviser.choose(self.position)
        say(f"The engine would play {self.position.name(choice.move)}. {choice.explanation.because}")

    def undo(self) -> None:
        """Back to the last position in which a person chose; a resignation alone is taken back without a move."""
        played = len(self.loop.moves)
        if self.loop.result and not self.position.outcome():
            self.loop.take_back(played)
            return
        earlier = [i for i in range(played) if self.loop.positions[i].to_move in self.persons]
        if not earlier:
            print("There is nothing to take back.")
            return
        self.loop.take_back(earlier[-1])
        self.comments = {number: text for number, text in self.comments.items() if number <= earlier[-1]}
        self.draw()

    def draw(self) -> None:
        print()
        moves, positions = self.loop.moves, self.loop.positions
        print(self.position.draw(paint, moves[-1] if moves else None, positions[-2] if moves else None))
        print(flush=True)
