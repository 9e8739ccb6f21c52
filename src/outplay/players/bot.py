"""A player that is a class in a user's file and runs in a process of its own, whose main function is `main`.

It uses the text protocol on copies of standard input and output. What the bot itself prints goes to standard error.
"""

import inspect
import operator
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from outplay.core.errors import BadSpec, IllegalMove, OutplayError
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.registry import in_file, load_module
from outplay.players.player import Choice
from outplay.protocols.dialect import Answer, Choose
from outplay.protocols.text import Speaker

HOW = "write `def choose(self, position)` or `def choose(self, position, limit)`"


def bot_class(path: Path, name: str) -> Any:
    """The class of the bot in a file: the one with this name, or without a name the only one with a method `choose`.
    Raises BadSpec if there is none, or several."""
    module = load_own(path)
    own = {key: value for key, value in vars(module).items() if inspect.isclass(value)}
    here = [key for key, value in own.items() if value.__module__ == module.__name__ and hasattr(value, "choose")]
    if name:
        if name not in own:
            raise BadSpec(f"{path} has no class {name}; it has {', '.join(here) or 'none that can choose a move'}")
    elif len(here) != 1:
        several = f"has the bots {', '.join(here)}; name one, as in {path}:{here[0]}" if here else ""
        raise BadSpec(f"{path} {several or f'has no class with a method `choose`; {HOW} in one'}")
    chosen = own[name or here[0]]
    if not callable(getattr(chosen, "choose", None)):
        raise BadSpec(f"{path}: {chosen.__name__} has no method `choose`; {HOW}")
    return chosen


def load_own(path: Path) -> Any:
    """The module of a user's file, which may import the files beside it; errors are also written to standard error."""
    sys.path.insert(0, str(path.resolve().parent))
    try:
        return load_module(path)
    except OutplayError as error:
        if error.__context__:
            traceback.print_exception(error.__context__)
        raise


def watched(function: Callable[..., Any], path: Path, *arguments: Any) -> Any:
    """Calls a function of the bot. If it raises, the traceback is written to standard error, and an OutplayError of one
    line is raised."""
    try:
        return function(*arguments)
    except (Exception, SystemExit) as error:
        traceback.print_exception(error)
        raise in_file(error, path) from None


def accepts(function: Callable[..., Any], *arguments: Any) -> bool:
    try:
        inspect.signature(function).bind(*arguments)
    except TypeError:
        return False
    except ValueError:  # it has no signature that can be read
        return True
    return True


class Bot:
    """A user's bot. `choose` returns a legal move, or raises an error that says what the bot returned."""

    def __init__(self, game: Game, path: Path, name: str, seed: int | None) -> None:
        make = bot_class(path, name)
        if accepts(make, game, seed):
            self.bot = watched(make, path, game, seed)
        elif accepts(make, game):
            self.bot = watched(make, path, game)
        elif make.__init__ is object.__init__:
            self.bot = watched(make, path)
        else:
            raise BadSpec(
                f"{path}: {make.__name__} takes other arguments than the game; write `def __init__(self, game)` "
                "or `def __init__(self, game, seed)`"
            )
        self.path = path
        self.takes_limit = accepts(self.bot.choose, None, None)
        if not self.takes_limit and not accepts(self.bot.choose, None):
            raise BadSpec(f"{path}: `choose` of {make.__name__} cannot be called; {HOW}")

    def choose(self, position: Position, limit: Limit) -> Answer:
        """The move that the bot returns, alone or in a Choice, with its score: that of the Choice, or else the bot's
        attribute `score` if it has one."""
        arguments = (position, limit) if self.takes_limit else (position,)
        answer, score = watched(self.bot.choose, self.path, *arguments), None
        if isinstance(answer, Choice):
            score, answer = answer.score, answer.move
        return Answer(legal(answer, position), number_of(getattr(self.bot, "score", None) if score is None else score))


def number_of(score: Any) -> float | None:
    """The score as a number, None if it is none."""
    try:
        return None if score is None or callable(score) else float(score)
    except (TypeError, ValueError, OverflowError):
        return None


def legal(answer: Any, position: Position) -> int:
    """The legal move that a bot returned, as a move or as its name; raises IllegalMove for anything else."""
    if isinstance(answer, str):
        return position.game.move(answer, position)
    try:
        move = -1 if isinstance(answer, bool) else operator.index(answer)
    except TypeError:
        move = -1
    moves = position.moves()
    if move not in moves:
        shown = ", ".join(map(str, moves[:12])) + (f" … ({len(moves)} in all)" if len(moves) > 12 else "")
        raise IllegalMove(f"choose returned {answer!r}, which is no legal move; there are {shown}")
    return move


def main() -> None:
    """Runs a bot. The arguments are its file, its class and a seed; the last two may be empty."""
    path, name, seed = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    serve(lambda game: Bot(game, path, name, int(seed) if seed else None).choose, path.stem)


def serve(make: Callable[[Game], Choose], name: str) -> None:
    """Speaks the text protocol for what chooses the moves, on copies of standard input and output."""
    commands = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    null_device = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null_device, 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.argv[1:] = []
    speaker = Speaker(make, name)
    with suppress(BrokenPipeError):  # the arena has closed the pipe
        for line in commands:
            for answer in speaker.hear(line.decode("utf-8", "replace")):
                answers.write(f"{answer}\n".encode())
            if speaker.done:
                return
