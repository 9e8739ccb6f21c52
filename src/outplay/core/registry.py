"""From a text to a game: `outplay.game("kalah:6,4")`, `outplay.game("my_game.py:9,7")`."""

import difflib
import hashlib
import importlib
import importlib.util
import inspect
import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.errors import BadSpec, OutplayError, RuleError
from outplay.core.game import Game


class Listing(NamedTuple):
    """A game that has a name: where it is made, how its sizes are written, and a sentence about it."""

    module: str
    factory: str
    usage: str
    about: str


GAMES = {
    "squatter": Listing("games.squatter", "squatter", "squatter:N", "enclose cells in loops of pieces"),
    "kalah": Listing(
        "games.kalah",
        "kalah",
        "kalah:HOUSES,SEEDS[,standard|empty-capture][,pie][,half]",
        "sow seeds, capture, fill the store",
    ),
    "mnk": Listing("games.mnk", "mnk", "mnk:ROWS,COLUMNS,K[,exact]", "K in a row on any board up to 70x70"),
    "tic-tac-toe": Listing("games.mnk", "tic_tac_toe", "tic-tac-toe", "three in a row on three by three"),
    "gomoku": Listing("games.mnk", "gomoku", "gomoku[:SIZE[,exact]]", "five in a row on fifteen by fifteen"),
    "connect-four": Listing(
        "examples.connect_four", "game", "connect-four[:COLUMNS,ROWS]", "four in a row, stones fall down"
    ),
    "othello": Listing("examples.othello", "game", "othello[:SIZE]", "flip the other player's discs"),
}


def game(spec: str) -> Game:
    """The game that a text names.

    >>> game("tic-tac-toe").start().moves()
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    """
    name, _, rest = spec.strip().partition(":")
    if name.endswith(".py") or "/" in name or "\\" in name:
        path, _, rest = split_path(spec.strip())
        return from_file(path, rest)
    if name.casefold() in GAMES:
        return built_in(name.casefold(), rest)
    if Path(f"{name}.py").is_file():
        hint = f"; for the file write {name}.py"
    else:
        close = difflib.get_close_matches(name.casefold(), GAMES, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(GAMES)}, or give a file my_game.py"
    raise BadSpec(f"there is no game {name!r}{hint}")


def split_path(spec: str) -> tuple[Path, str, str]:
    """A path and what follows the colon after it; a colon in the path itself stays there."""
    head, colon, tail = spec.rpartition(":")
    if colon and head.endswith(".py"):
        return Path(head), colon, tail
    return Path(spec), "", ""


@cache
def built_in(name: str, rest: str) -> Game:
    listing = GAMES[name]
    factory = getattr(importlib.import_module(f"outplay.{listing.module}"), listing.factory)
    made = make(factory, rest, name, listing.usage)
    return made if made.spec else replace(made, spec=canonical(factory, name, rest))


def canonical(factory: Callable[..., Any], name: str, rest: str) -> str:
    """The one text for all ways to write the same sizes: without them where all are the usual ones."""
    signature = inspect.signature(factory)
    given, usual = signature.bind(*arguments_of(rest)), signature.bind()
    given.apply_defaults()
    usual.apply_defaults()
    return name if given == usual else f"{name}:{','.join(map(str, given.args))}"


def arguments_of(rest: str) -> list[int | str]:
    """What stands after the colon: whole numbers and words, with commas between."""
    words = [word.strip() for word in rest.split(",")] if rest else []
    return [int(word) if re.fullmatch("-?[0-9]{1,30}", word, re.ASCII) else word for word in words]


def from_file(path: Path, rest: str) -> Game:
    """The game in a user's file, which defines `game`: a Game, or a function with defaults that returns one."""
    found = vars(load_module(path)).get("game")
    if found is None:
        raise RuleError("the file defines no `game`; end it with `game = Game(…)` or `def game(size=…): …`", str(path))
    if isinstance(found, Game):
        if rest:
            raise BadSpec(f"{path} has a game of one size; {rest!r} cannot be given (make `game` a function for that)")
        made = found
    elif callable(found):
        made = make(found, rest, str(path), f"{path}{usage_of(found)}")
    else:
        raise RuleError(f"`game` must be a Game or a function that returns one, not {found!r}", str(path))
    return replace(made, spec=f"{path}:{rest}" if rest else str(path))


def load_module(path: Path) -> Any:
    """Runs a user's file as a module of its own; what goes wrong in it is said with file and line."""
    if not path.is_file():
        raise BadSpec(f"{path} is no file" if path.exists() else f"there is no file {path}")
    name = "outplay_user_" + hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise BadSpec(f"{path} is no Python file; its name must end in .py")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        specification.loader.exec_module(module)
    except OutplayError:
        raise
    except SyntaxError as error:
        raise RuleError(f"this is not Python: {error.msg}", error.filename or str(path), error.lineno) from None
    except UnicodeDecodeError:
        raise RuleError("the file is not UTF-8 text", str(path)) from None
    except (Exception, SystemExit) as error:
        raise in_file(error, path) from None
    finally:
        sys.path.remove(folder)
    return module


def make(factory: Callable[..., Any], rest: str, name: str, usage: str) -> Game:
    """Calls a factory with what stands after the colon."""
    arguments = arguments_of(rest)
    try:
        inspect.signature(factory).bind(*arguments)
    except TypeError:
        raise BadSpec(f"{name} cannot be made from {rest!r}; write {usage}") from None
    words = [a for a, p in zip(arguments, positions(factory), strict=False) if isinstance(a, str) and p]
    if words:
        raise BadSpec(f"{words[0]!r} is not a whole number; write {usage}")
    try:
        made = factory(*arguments)
    except OutplayError:
        raise
    except ValueError as error:
        raise BadSpec(str(error)) from None
    except Exception as error:
        raise in_file(error, Path(inspect.getsourcefile(factory) or name)) from None
    if not isinstance(made, Game):
        code = getattr(factory, "__code__", None)
        raise RuleError(
            f"`{factory.__name__}` must return a Game, not {made!r}",
            code and code.co_filename,
            code and code.co_firstlineno,
        )
    return made


def positions(factory: Callable[..., Any]) -> list[bool]:
    """For each value a factory takes in order, whether it has to be a number."""
    parameters = inspect.signature(factory).parameters.values()
    return [p.kind is not p.VAR_POSITIONAL and isinstance(p.default, int) for p in parameters]


def usage_of(factory: Callable[..., Any]) -> str:
    names = [p.name.upper() for p in inspect.signature(factory).parameters.values()]
    return f":{','.join(names)}" if names else ""


def in_file(error: BaseException, path: Path) -> RuleError:
    """An exception as a RuleError that names the last line of the user's file on the way to it."""
    frames = traceback.extract_tb(error.__traceback__)
    mine = [f for f in frames if Path(f.filename).resolve() == path.resolve()]
    place = mine[-1] if mine else frames[-1]
    return RuleError(f"{type(error).__name__}: {error}".rstrip(": "), place.filename, place.lineno)
