"""A player in a user's file, which is run in a process of its own: `main` is what that process runs.

It speaks the text protocol on copies of standard input and output. What the bot itself prints goes to standard error.
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
from outplay.protocols.dialect import Answer
from outplay.protocols.text import Speaker

HOW = "write `def choose(self, position)` or `def choose(self, position, limit)`"


def bot_class(path: Path, name: str) -> Any:
    """The class of a bot in a file: the one with that name, or the only one that has `choose`."""
    sys.path.insert(0, str(path.resolve().parent))
    try:
        module = load_module(path)
    except OutplayError as error:
        if error.__context__:
            traceback.print_exception(error.__context__)
        raise
    own = {key: value for key, value in vars(module).items() if inspect.isclass(value)}
    here = [key for key, value in own.items() if value.__module__ == module.__name__ and hasattr(value, "choose")]
    if name:
        if name not in own:
            raise BadSpec(f"{path} has no class {name}; it has {', '.join(here) or 'none that can choose a move'}")
    elif len(here) != 1:
        several = f"has the bots {', '.join(here)}; name one, as in {path}:{here[0]}" if here else ""
        raise BadSpec(f"{path} {several or f'has no class with a method `choose`; {HOW} in one'}")
    found = own[name or here[0]]
    if not callable(getattr(found, "choose", None)):
        raise BadSpec(f"{path}: {found.__name__} has no method `choose`; {HOW}")
    return found


def watched(function: Callable[..., Any], path: Path, *arguments: Any) -> Any:
    """Calls something of the bot's. What it raises is written to standard error whole, and said in one line."""
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
    except ValueError:  # nothing is known about it
        return True
    return True


class Bot:
    """A user's bot: its answer is a legal move, or an error that says what it returned."""

    def __init__(self, game: Game, path: Path, name: str, seed: int | None) -> None:
        found = bot_class(path, name)
        if accepts(found, game, seed):
            self.bot = watched(found, path, game, seed)
        elif accepts(found, game):
            self.bot = watched(found, path, game)
        else:
            raise BadSpec(
                f"{path}: {found.__name__} cannot be made; write `def __init__(self, game)` "
                "or `def __init__(self, game, seed)`"
            )
        self.path = path
        self.told = accepts(self.bot.choose, None, None)
        if not self.told and not accepts(self.bot.choose, None):
            raise BadSpec(f"{path}: `choose` of {found.__name__} cannot be called; {HOW}")

    def choose(self, position: Position, limit: Limit) -> Answer:
        """The move that the bot returns, alone or in a Choice, with the score that it may have left in `self.score`."""
        arguments = (position, limit) if self.told else (position,)
        answer, score = watched(self.bot.choose, self.path, *arguments), None
        if isinstance(answer, Choice):
            score, answer = answer.score, answer.move
        return Answer(legal(answer, position), number_of(getattr(self.bot, "score", None) if score is None else score))


def number_of(score: Any) -> float | None:
    """A score, if the bot has one that is a number."""
    try:
        return None if score is None or callable(score) else float(score)
    except (TypeError, ValueError, OverflowError):
        return None


def legal(answer: Any, position: Position) -> int:
    """The legal move that a bot means: the move itself or its name."""
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
    """Plays as a bot: the arguments are its file, its class and a seed, the last two may be empty."""
    path, name, seed = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    told = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    sys.argv[1:] = []
    speaker = Speaker(lambda game: Bot(game, path, name, int(seed) if seed else None).choose, path.stem)
    with suppress(BrokenPipeError):  # nobody listens any more
        for line in told:
            for answer in speaker.hear(line.decode("utf-8", "replace")):
                answers.write(f"{answer}\n".encode())
            if speaker.done:
                return
