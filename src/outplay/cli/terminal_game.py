"""A game at the terminal: the screen and the keyboard around the game loop."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import date
from pathlib import Path
from shlex import quote

from outplay.cli.common import outcome_words, paint, player_name, start_of_sentence, status, wrap
from outplay.cli.explain import explanation_lines
from outplay.cli.inform import rules_words, warn_of_width
from outplay.core.errors import BadRecord, IllegalMove, OutplayError, PlayerFailure
from outplay.core.game import Position
from outplay.core.limits import NO_LIMIT, Limit
from outplay.core.records import Record, save, write
from outplay.core.results import Ending, GameResult
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

HINT_SECONDS, HINT_LINES = 1.0, 3
"""How long the engine thinks about a hint, and of how many moves: it says what the best others lead to."""


def say(text: str) -> None:
    """Prints a sentence, at a terminal wrapped to its width."""
    print(wrap(text) if sys.stdout.isatty() else text)


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
        file = quote(str(path))
        if self.loop.result:
            say(f"{path} is written. `outplay report {file}` says where the game turned.")
        else:
            say(f"{path} is written. `outplay play --load {file} --save {file}` goes on with it.")

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
        with status("The engine thinks …"):
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
