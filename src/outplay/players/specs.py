"""From a text to a player: those of this process, `engine:level=3`, and those that are programs, `my_bot.py:CLASS`,
`text:COMMAND`, `gtp:COMMAND` …"""

import os
import shlex
import shutil
import sys
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.errors import BadSpec, PlayerFailure
from outplay.core.game import Game
from outplay.core.limits import NO_LIMIT
from outplay.core.paths import without_folders
from outplay.core.registry import split_path
from outplay.core.specs import Spec, name_of, options_of_text, split, unknown
from outplay.players.listing import NAMED, PLAYERS, PROGRAMS


def parse(text: str) -> Spec:
    """The player that a text names, with the options that it gives."""
    program = program_spec(text)
    if program:
        return program
    name = split(text)[0]
    listing = NAMED.get(name.casefold())
    if listing is None:
        hint = ""
        if Path(f"{name}.py").is_file():
            hint = f"for the file write {name}.py"
        elif Path(name).is_file():
            hint = f"for the program write text:{name if '/' in name else f'./{name}'}"
        elif Path(name).is_dir():
            hint = f"{Path(name)} is a folder; for its bots write {Path(name) / '*.py'}"
        raise unknown("player", name, NAMED, "my_bot.py", hint)
    return listing.parse(options_of_text(text, listing.usage))


def program_spec(text: str) -> Spec | None:
    """The same where it is a program; None for a player of another kind."""
    listing = PROGRAMS.get(name_of(text))
    if ":" in text and listing and listing.name == name_of(text):
        return listing.parse(split(text)[1])
    path, colon, cls = split_path(text.strip())
    if colon and not cls:
        raise BadSpec(f"nothing stands after the colon of {text.strip()!r}; write {path}, or {path}:CLASS")
    return PROGRAMS["bot"]._replace(name=str(path.expanduser())).parse(cls) if path.suffix == ".py" else None


def parse_for(text: str, game: Game) -> Spec:
    """The player that a text names, if it can play a game."""
    spec = parse(text)
    if spec.listing.plays not in ("", game.name):
        raise BadSpec(f"{spec.name} plays {spec.listing.plays} only, not {game}")
    return spec


def network_words(text: str, game: Game) -> str:
    """How the network was trained that a player's text means for a game; empty if it has none."""
    from outplay.engine.networks import AUTO, NONE, find_network

    spec = parse(text)
    if spec.listing.option("net") is None:
        return ""
    usual = AUTO if spec.name == "engine" else NONE  # the defaults of EnginePlayer and MctsPlayer
    return find_network(game, spec.options.get("net", usual)).words


RUNNERS = {"bot": "outplay.players.bot", "kaggle": "outplay.bridges.kaggle"}
"""The forms of programs that are files of Python, and the modules whose `main` runs them."""


class Program(NamedTuple):
    """A program that plays: its form, and the words of its command, the file and class of a bot, or the file of an
    agent."""

    form: str
    words: tuple[str, ...]

    @property
    def spec(self) -> str:
        if self.form == "bot":
            return ":".join(filter(None, self.words))
        return f"{self.form}:{self.words[0] if self.form == 'kaggle' else shlex.join(self.words)}"

    @property
    def in_python(self) -> bool:
        """Whether it is a file of Python that we run, and no command."""
        return self.form in RUNNERS

    def command(self, seed: int | None = None) -> list[str]:
        """What is run."""
        if not self.in_python:
            return list(self.words)
        found = str(Path(__file__).parents[2])
        code = f"import sys; sys.path.append({found!r}); from {RUNNERS[self.form]} import main; main()"
        return [sys.executable, "-P", "-c", code, *self.words, "" if seed is None else str(seed)]

    def dialect(self) -> Any:
        return PROGRAMS[self.form].load()()


def program_of(text: str) -> Program | None:
    """The program that a text names; None if it names a player of another kind."""
    spec = program_spec(text)
    if spec is None:
        return None
    if "class" in spec.options:
        return Program("bot", (spec.name, spec.options["class"] or ""))
    if "file" in spec.options:
        return Program(spec.name, (os.path.expanduser(spec.options["file"].strip()),))
    return Program(spec.name, words_of(spec.options["command"], spec.listing.usage))


def words_of(command: str, usage: str, posix: bool = os.name == "posix") -> tuple[str, ...]:
    """The words of a command. On Windows a backslash belongs to its word, and quotes only hold a word together."""
    try:
        words = shlex.split(command, posix=posix)
    except ValueError as error:
        raise BadSpec(f"{command!r} is no command: {error}; write {usage}") from None
    return tuple(os.path.expanduser(word if posix else without_quotes(word)) for word in words)


def without_quotes(word: str) -> str:
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word


def absolute_spec(spec: str) -> str:
    """The same player as seen from any folder: files are named with the whole path. BadSpec if one is missing."""
    found = program_of(spec)
    if found is None:
        return with_absolute_files(spec)
    head, *others = found.words
    if found.in_python:
        if not Path(head).is_file():
            raise BadSpec(f"{head} is no file" if Path(head).exists() else f"there is no file {head}")
        others = [*filter(None, others)]
    elif shutil.which(head) is None:
        if not Path(head).is_file():
            raise BadSpec(f"there is no program {head}; give a command that can be run, as in text:python3 my_bot.py")
        here = head if os.sep in head else f".{os.sep}{head}"
        hint = f"write {here}" if os.access(head, os.X_OK) else f"make it executable: chmod +x {head}"
        raise BadSpec(f"{head} cannot be run; {hint}")
    if found.in_python or os.sep in head:
        head = str(Path(head).absolute())
    if not found.in_python:
        others = [str(Path(word).absolute()) if Path(word).is_file() else word for word in others]
    return found._replace(words=(head, *others)).spec


def with_absolute_files(spec: str) -> str:
    """The text of a player of this process with the whole paths of its files; that of a game unchanged."""
    files = files_of(spec)
    for key, file in files.items():
        path = Path(file).expanduser().absolute()
        if not path.is_file():
            raise BadSpec(f"{file} is no file" if path.exists() else f"there is no file {file}")
        files[key] = str(path)
    return str(parse(spec).with_(**files)) if files else spec


def files_of(spec: str) -> dict[str, str]:
    """The files that the options of a player of this process name, by option; none for other texts."""
    listing = PLAYERS.get(name_of(spec))
    if listing is None or ":" not in spec:
        return {}
    try:
        options = parse(spec).options
    except BadSpec:
        return {}
    files = [option for option in listing.options if option.kind == "file" and option.key in options]
    return {o.key: options[o.key] for o in files if options[o.key] not in dict(o.choices)}


def public_spec(spec: str) -> str:
    """A game's or a player's text without the folders of this machine: files are named without their paths.

    >>> public_spec("text:/usr/bin/python3 '/home/me/my bots/anna.py' --fast"), public_spec("/home/me/go.py:9")
    ('text:python3 anna.py --fast', 'go.py:9')
    """
    files = files_of(spec)
    try:
        program = program_of(spec)
    except BadSpec:
        return without_folders(spec)
    if program is None:
        if files:
            return str(parse(spec).with_(**{key: Path(file).name for key, file in files.items()}))
        return without_folders(spec)
    words = [Path(word).name if Path(word).is_absolute() else without_folders(word) for word in program.words]
    return program._replace(words=tuple(words)).spec


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
        if found.in_python:
            program.new_game(game.start(), 0)
        else:
            found.dialect().begin(game.start(), 0, NO_LIMIT)
    except PlayerFailure as failure:
        raise BadSpec(failure.detail if found.in_python else f"{spec}: {failure.detail}") from None
    finally:
        program.close()
