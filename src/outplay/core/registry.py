"""From a text to a game: `outplay.game("kalah:6,4")`, `outplay.game("my_game.py:9,7")`."""

import importlib.machinery
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from outplay.core.errors import BadSpec, OutplayError, RuleError
from outplay.core.game import Game
from outplay.core.heuristics import Heuristics
from outplay.core.specs import Listing, Option, Spec, joined, name_of, options_of_text, split, unknown

CAPTURES = (("standard", "Only with seeds opposite"), ("empty-capture", "Even with none opposite"))
EXACT = Option("exact", "flag", default=False, label="More in a row do not win")

GAMES = {
    listing.name: listing
    for listing in (
        Listing(
            "squatter",
            "games.squatter:squatter",
            "Enclose cells in loops of your own pieces. More captured cells win.",
            (Option("size", default=7, low=3, high=19, always=True),),
        ),
        Listing(
            "kalah",
            "games.kalah:kalah",
            "Sow seeds around the board, capture, and fill your store.",
            (
                Option("houses", default=6, low=1, high=12, always=True),
                Option("seeds", default=4, low=1, high=12, always=True, label="Seeds in each"),
                Option("capture", "choice", "standard", label="Captures", choices=CAPTURES),
                Option("pie", "flag", default=False, label="Second player may swap sides"),
                Option("half", "flag", default=False, label="Over at half of the seeds"),
            ),
        ),
        Listing(
            "connect-four",
            "examples.connect_four:game",
            "Stones fall down a column. Four in a row win.",
            (Option("columns", default=7, low=4, high=20), Option("rows", default=6, low=4, high=20)),
            title="Connect Four",
        ),
        Listing(
            "gomoku",
            "games.mnk:gomoku",
            "Five in a row on a large board.",
            (Option("size", default=15, low=1, high=70), EXACT._replace(label="Six in a row do not win")),
        ),
        Listing(
            "othello",
            "examples.othello:game",
            "Outflank the other player's discs and flip them.",
            (Option("size", default=8, low=4, high=16, step=2),),
        ),
        Listing(
            "breakthrough",
            "examples.breakthrough:game",
            "Bring a piece to the other side of the board.",
            (Option("size", default=8, low=5, high=12),),
        ),
        Listing(
            "hex",
            "examples.hex:game",
            "Join your two edges of the board with a chain of stones.",
            (
                Option("size", default=11, low=2, high=19),
                Option("pie", "flag", default=False, label="Second player may swap sides"),
            ),
        ),
        Listing(
            "dots-and-boxes",
            "examples.dots_and_boxes:game",
            "Draw edges between dots, and close more boxes.",
            (Option("rows", default=3, low=1, high=10), Option("columns", default=3, low=1, high=10)),
            title="Dots and Boxes",
        ),
        Listing(
            "domineering",
            "examples.domineering:game",
            "Place dominoes, one player upright and one across, until somebody cannot.",
            (Option("rows", default=8, low=2, high=16), Option("columns", default=8, low=2, high=16)),
        ),
        Listing(
            "oware",
            "examples.oware:game",
            "Sow seeds around the board, and capture houses of two or three.",
            (
                Option("houses", default=6, low=2, high=8),
                Option("seeds", default=4, low=1, high=8, label="Seeds in each"),
            ),
        ),
        Listing(
            "ataxx",
            "examples.ataxx:game",
            "Grow and jump, and turn the pieces that you touch into yours.",
            (Option("size", default=7, low=4, high=8),),
        ),
        Listing("tic-tac-toe", "games.mnk:tic_tac_toe", "Three in a row on nine cells."),
        Listing(
            "mnk",
            "games.mnk:mnk",
            "Any board, any number in a row.",
            (
                Option("rows", default=3, low=1, high=70, always=True),
                Option("columns", default=3, low=1, high=70, always=True),
                Option("k", default=3, low=1, always=True, label="In a row"),
                EXACT,
            ),
            title="K in a row",
        ),
    )
}

LIBRARIES = {
    "openspiel": Listing(
        "openspiel",
        "bridges.openspiel.theirs:from_text",
        "A game of OpenSpiel for two players who see everything (the extra outplay[openspiel]).",
        (Option("name", "rest", always=True),),
    ),
}
"""The games of other libraries: what stands after the colon is the name of the game there."""

ADDRESSES = WeakKeyDictionary[Game, str]()
"""The games that were made from a text, and for each the text that names it in any working folder."""

USER_MODULE = "outplay_user_"
"""How the names of the modules begin that users' files are run as."""


def game(spec: str) -> Game:
    """The game that a text names.

    >>> game("tic-tac-toe").start().moves()
    (0, 1, 2, 3, 4, 5, 6, 7, 8)
    """
    if not isinstance(spec, str):
        raise BadSpec(f"a game is named by a text, such as 'kalah:6,4' or 'my_game.py', not by {spec!r}")
    if is_file_name(spec):
        path, colon, rest = split_path(spec.strip())
        made = from_file(path, rest)
        if colon and not rest:
            raise BadSpec(f"nothing stands after the colon of {spec.strip()!r}; write {path}, or {path}:SIZES")
        return made
    return built_in(str(parse(spec)))


def addressed(made: Game) -> Game:
    """The same game, entered in ADDRESSES."""
    ADDRESSES[made] = address_of(made.spec)
    return made


def address_of(spec: str) -> str:
    """A game's text with the absolute path of its file, if it has one."""
    path, colon, rest = split_path(spec)
    return f"{path.absolute()}{colon}{rest}" if path.suffix == ".py" else spec


def is_file_name(spec: str) -> bool:
    """Whether a text names a user's file and not a game of this list."""
    name = split(spec)[0]
    return name.endswith(".py") or "/" in name or "\\" in name


def parse(text: str) -> Spec:
    """The built-in game that a text names, with its options."""
    name = split(text)[0]
    listing = GAMES.get(name.casefold()) or LIBRARIES.get(name.casefold())
    if listing is None:
        hint = f"for the file write {name}.py" if Path(f"{name}.py").is_file() else ""
        raise unknown("game", name, GAMES, "my_game.py", hint)
    return listing.parse(options_of_text(text, listing.usage))


def spec_of(game: Game, name: str) -> Spec | None:
    """A game's options, if it is the built-in game of this name."""
    return parse(game.spec) if name_of(game.spec) == name else None


def split_path(spec: str) -> tuple[Path, str, str]:
    """A path and what follows the colon after it; a colon in the path itself stays there."""
    head, colon, tail = spec.rpartition(":")
    if colon and head.endswith(".py"):
        return Path(head), colon, tail
    return Path(spec), "", ""


@cache
def built_in(text: str) -> Game:
    return make_built_in(parse(text))


def make_built_in(spec: Spec) -> Game:
    made = make(spec, spec.listing.load())
    return addressed(replace(made, spec=made.spec or str(spec), about=rules_text(made)))


def from_file(path: Path, rest: str) -> Game:
    """The game in a user's file."""
    listing, factory = file_listing(path)
    if isinstance(factory, Game) and rest:
        raise BadSpec(f"{path} has a game of one size; {rest!r} cannot be given (make `game` a function for that)")
    made = factory if isinstance(factory, Game) else make(listing.parse(rest), factory)
    about = rules_text(made, docstring(sys.modules[module_name(path)]))
    return addressed(replace(made, spec=joined(str(path), rest), about=about))


def rules_text(game: Game, docstring_of_file: str = "") -> str:
    """The rules in plain words: what the game says itself, else the docstring of the file that makes it, else the one
    of the file that its rules stand in."""
    return paragraphs(game.about or docstring_of_file or docstring(sys.modules.get(game.play.__module__)))


def docstring(module: Any) -> str:
    """The docstring of a module without its indentation; empty if there is none."""
    return (inspect.getdoc(module) or "").strip() if module else ""


def paragraphs(text: str) -> str:
    """The text with one line for each paragraph and empty lines between; items of lists and indented lines stay lines
    of their own.

    >>> paragraphs("Hex: connect\\nyour sides.\\n\\n- a\\n- b\\n    code")
    'Hex: connect your sides.\\n\\n- a\\n- b\\n    code'
    """
    return re.sub(r"(?<=\S)[ \t]*\n(?=[^\s*-]|[*-]\S)", " ", inspect.cleandoc(text).strip())


def file_listing(path: Path) -> tuple[Listing, Any]:
    """What a user's file offers, and its `game`: a Game, or a function that returns one."""
    module = load_module(path)
    found = vars(module).get("game")
    if found is None:
        raise RuleError("the file defines no `game`; end it with `game = Game(…)` or `def game(size=…): …`", str(path))
    if not isinstance(found, Game) and not callable(found):
        raise RuleError(f"`game` must be a Game or a function that returns one, not {found!r}", str(path))
    about = first_sentence(docstring(module)) or f"From {path.name}."
    return Listing(str(path), "", about, () if isinstance(found, Game) else options_of(found)), found


def first_sentence(text: str) -> str:
    """The first sentence of the first paragraph, as one line.

    >>> first_sentence("Hex: connect your\\nsides. The first\\nto do so wins.\\n\\nMore.")
    'Hex: connect your sides.'
    """
    paragraph = " ".join(text.split("\n\n")[0].split())
    return re.split(r"(?<=[.!?]) ", paragraph)[0]


def options_of(factory: Callable[..., Any]) -> tuple[Option, ...]:
    """The options of a user's game, from the parameters of the function that makes it. Where the default value is a
    whole number, a whole number must be given."""

    def option(parameter: inspect.Parameter) -> Option:
        if parameter.kind is parameter.VAR_POSITIONAL:
            return Option(parameter.name, "rest")
        if parameter.default is parameter.empty:
            return Option(parameter.name, "text", always=True)
        if isinstance(parameter.default, int):
            return Option(parameter.name, "int", int(parameter.default))
        return Option(parameter.name, "text", parameter.default)

    parameters = inspect.signature(factory).parameters.values()
    return tuple(option(p) for p in parameters if p.kind not in (p.KEYWORD_ONLY, p.VAR_KEYWORD))


def module_name(path: Path) -> str:
    """What the module of a user's file is called."""
    import hashlib  # only for files: importing outplay should be quick

    return USER_MODULE + hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]


class FromSource(importlib.machinery.SourceFileLoader):
    """Compiles a file anew each time. Python's cached bytecode goes by whole seconds and the size of the file, so it
    can be that of the text before the last edit."""

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(self.get_data(self.path), self.path)


def load_module(path: Path) -> Any:
    """Runs a user's file as a module of its own; what goes wrong in it is said with file and line."""
    if not path.is_file():
        raise BadSpec(f"{path} is no file" if path.exists() else f"there is no file {path}")
    name = module_name(path)
    if path.suffix != ".py":
        raise BadSpec(f"{path} is no Python file; its name must end in .py")
    loader = FromSource(name, str(path))
    specification = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert specification
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    folder = str(path.resolve().parent)
    sys.path.insert(0, folder)
    try:
        loader.exec_module(module)
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


def make(spec: Spec, factory: Callable[..., Any]) -> Game:
    """Calls a game's factory. What goes wrong in it is said with file and line."""
    try:
        made = factory(*spec.arguments)
    except OutplayError:
        raise
    except ValueError as error:
        raise BadSpec(str(error)) from None
    except Exception as error:
        raise in_file(error, Path(inspect.getsourcefile(factory) or spec.name)) from None
    if not isinstance(made, Game):
        code = getattr(factory, "__code__", None)
        raise RuleError(
            f"`{factory.__name__}` must return a Game, not {made!r}",
            code and code.co_filename,
            code and code.co_firstlineno,
        )
    return made


def in_file(error: BaseException, path: Path) -> RuleError:
    """An exception as a RuleError that names the last line of the user's file on the way to it."""
    import traceback  # only where rules fail: importing outplay should be quick

    frames = traceback.extract_tb(error.__traceback__)
    mine = [f for f in frames if Path(f.filename).resolve() == path.resolve()]
    place = mine[-1] if mine else frames[-1]
    message = f"{type(error).__name__}: {error}".rstrip(": ")
    if found := re.search(r"(Game|Heuristics)\.__init__\(\) got an unexpected keyword argument '(\w+)'", message):
        return RuleError(unknown_argument(found[1], found[2]), place.filename, place.lineno)
    return RuleError(message, place.filename, place.lineno)


def unknown_argument(owner: str, name: str) -> str:
    """What to write instead of an argument that Game or Heuristics does not have."""
    known = [field.name for field in fields(Heuristics)]
    if owner == "Game" and name in known:
        return f"{name} is an argument of Heuristics: write Game(…, heuristics=outplay.Heuristics({name}={name}))"
    names = known if owner == "Heuristics" else [field.name for field in fields(Game)]
    return f"{owner} has no argument {name}; it has {', '.join(names)}"
