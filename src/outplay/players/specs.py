"""The texts that name players which are programs: `my_bot.py:CLASS`, `text:COMMAND`, `gomocup:COMMAND`."""

import importlib
import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.errors import BadSpec, PlayerFailure
from outplay.core.game import Game
from outplay.core.limits import NO_LIMIT
from outplay.core.registry import split_path


class Form(NamedTuple):
    """A way to name a program: how it is written, a sentence about it, and where its dialect is found."""

    usage: str
    about: str
    module: str
    dialect: str


TEXT = ("outplay.protocols.text", "TextDialect")

FORMS = {
    "bot": Form("my_bot.py[:CLASS]", "your own, in Python, in a process of its own: outplay new bot my_bot", *TEXT),
    "text": Form(
        "text:COMMAND", "a program of any language that speaks the text protocol (docs/text-protocol.md)", *TEXT
    ),
    "gomocup": Form(
        "gomocup:COMMAND",
        "a gomoku program that speaks the Gomocup protocol",
        "outplay.protocols.gomocup",
        "GomocupDialect",
    ),
}


class Program(NamedTuple):
    """A program that plays: its form, and either the words of its command or the file and class of a bot."""

    form: str
    words: tuple[str, ...]

    @property
    def spec(self) -> str:
        return ":".join(filter(None, self.words)) if self.form == "bot" else f"{self.form}:{shlex.join(self.words)}"

    def command(self, seed: int | None = None) -> list[str]:
        """What is run."""
        if self.form != "bot":
            return list(self.words)
        found = str(Path(__file__).parents[2])
        code = f"import sys; sys.path.append({found!r}); from outplay.players.bot import main; main()"
        return [sys.executable, "-P", "-c", code, *self.words, "" if seed is None else str(seed)]

    def dialect(self) -> Any:
        form = FORMS[self.form]
        return getattr(importlib.import_module(form.module), form.dialect)()


def program_of(spec: str) -> Program | None:
    """The program that a text names; None if it names a player of another kind."""
    text = spec.strip()
    name, colon, rest = text.partition(":")
    name = name.strip().casefold()
    if colon and name in FORMS and name != "bot":
        return Program(name, words_of(rest, FORMS[name].usage))
    path, _, cls = split_path(text)
    return Program("bot", (str(path.expanduser()), cls)) if path.suffix == ".py" else None


def words_of(command: str, usage: str) -> tuple[str, ...]:
    try:
        words = tuple(os.path.expanduser(word) for word in shlex.split(command, posix=os.name == "posix"))
    except ValueError as error:
        raise BadSpec(f"{command.strip()!r} is no command: {error}; write {usage}") from None
    if not words:
        raise BadSpec(f"there is no command after the colon; write {usage}")
    return words


def absolute_spec(spec: str) -> str:
    """The same player as seen from any folder: files are named with the whole path. BadSpec if one is missing."""
    found = program_of(spec)
    if found is None:
        return spec
    head, *others = found.words
    if found.form == "bot":
        if not Path(head).is_file():
            raise BadSpec(f"{head} is no file" if Path(head).exists() else f"there is no file {head}")
        others = [*filter(None, others)]
    elif shutil.which(head) is None:
        if not Path(head).is_file():
            raise BadSpec(f"there is no program {head}; give a command that can be run, as in text:python3 my_bot.py")
        here = head if os.sep in head else f".{os.sep}{head}"
        hint = f"write {here}" if os.access(head, os.X_OK) else f"make it executable: chmod +x {head}"
        raise BadSpec(f"{head} cannot be run; {hint}")
    if found.form == "bot" or os.sep in head:
        head = str(Path(head).absolute())
    if found.form != "bot":
        others = [str(Path(word).absolute()) if Path(word).is_file() else word for word in others]
    return found._replace(words=(head, *others)).spec


def check_spec(spec: str, game: Game) -> None:
    """BadSpec, in one line, if a text names no player that can play this game. A bot is started to find out, a program
    of another kind is not."""
    from outplay.players import player
    from outplay.players.program import ProgramPlayer

    found = program_of(spec)
    if found is None:
        player(spec, game)
        return
    absolute_spec(spec)
    program = ProgramPlayer(found)
    try:
        if found.form == "bot":
            program.new_game(game.start(), 0)
        else:
            found.dialect().begin(game.start(), 0, NO_LIMIT)
    except PlayerFailure as failure:
        raise BadSpec(failure.detail if found.form == "bot" else f"{spec}: {failure.detail}") from None
    finally:
        program.close()
