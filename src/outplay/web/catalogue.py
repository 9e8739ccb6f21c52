"""The games and players that a page may ask for: those that are built in, and the files that the server was given.

A game's text is its name, and after a colon its options with commas between, in their order: a number is written as
it is, a flag that is set as its key, and a choice as the word that was chosen, or left out where that word is empty.
"""

import contextlib
import inspect
import itertools
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.errors import BadSpec, OutplayError
from outplay.core.game import Game
from outplay.core.registry import built_in, from_file, load_module, split_path
from outplay.players import PLAYERS, option

MOST_NUMBER = 100
"""No size of a game from a file is larger than this."""
MOST_BITS = 420
"""Boards with more bits than this are drawn and played, and not searched: their rules take minutes to compile."""
PICTURE_MOVES, PICTURE_SEED = 6, 4
"""How a user's game is shown: after so many moves, chosen by dice that always fall the same way."""
LONGEST_SPEC = 200
TRIED_MOVES = 20
"""Moves from the start of a given file's game that are tried before it is offered."""
WORD = re.compile(r"[0-9]{1,3}|[a-z][a-z-]{0,30}", re.ASCII)
PATH = re.compile(r"(?<![^\s'\"(=:])/(?:[^\s/'\"]+/)+([^\s/'\"]+)")

PLAYER_BOUNDS = {
    "level": 10,
    "time": 60,
    "depth": 99,
    "nodes": 100_000_000,
    "seed": 1 << 53,
    "search": 0,
}
"""The options of players that a page may give, and the most that each may be. Memory and threads are the server's."""
SEARCHLESS = ("random", "first-random")
"""Players that search nothing, and so play on boards of any size."""
PLAIN_DEPTH = 12
"""The deepest that searches go which know no other limit."""


class Option(NamedTuple):
    """One of the things that can be chosen about a game."""

    key: str
    label: str
    kind: str
    """int, flag or choice."""
    usual: int | bool | str
    least: int | None = None
    most: int | None = None
    step: int = 1
    choices: tuple[tuple[str, str], ...] = ()
    """The words that can be chosen, each with its label."""


class Offer(NamedTuple):
    """A game that the page shows."""

    name: str
    title: str
    about: str
    options: tuple[Option, ...]
    find: Callable[[str], Game]
    """The game for what stands after the colon."""
    sample: str
    """A small board that looks well, for its picture."""
    moves: str = ""
    """How its picture came about."""
    spec: Callable[[str], str] = str
    """How a worker finds it, from what stands after the colon."""


def size(key: str, label: str, usual: int, least: int, most: int, step: int = 1) -> Option:
    return Option(key, label, "int", usual, least, most, step)


def flag(key: str, label: str) -> Option:
    return Option(key, label, "flag", usual=False)


CAPTURES = (("", "Only with seeds opposite"), ("empty-capture", "Even with none opposite"))

SHOWN: dict[str, tuple[str, str, tuple[Option, ...], str, str]] = {
    "squatter": (
        "Squatter",
        "Enclose cells in loops of your own pieces. More captured cells win.",
        (size("size", "Size", 7, 3, 19),),
        "squatter:7",
        "d5 e3 c4 d2 e4 e5 d3 c3 b5 f4 f5 g3",
    ),
    "kalah": (
        "Kalah",
        "Sow seeds around the board, capture, and fill your store.",
        (
            size("houses", "Houses", 6, 1, 12),
            size("seeds", "Seeds in each", 4, 1, 12),
            Option("capture", "Captures", "choice", "", choices=CAPTURES),
            flag("pie", "Second player may swap sides"),
            flag("half", "Over at half of the seeds"),
        ),
        "kalah:6,4",
        "3 6 1 2",
    ),
    "connect-four": (
        "Connect Four",
        "Stones fall down a column. Four in a row win.",
        (size("columns", "Columns", 7, 4, 20), size("rows", "Rows", 6, 4, 20)),
        "connect-four",
        "d d d c e c c e b",
    ),
    "gomoku": (
        "Gomoku",
        "Five in a row on a large board.",
        (size("size", "Size", 15, 5, 19), flag("exact", "Six in a row do not win")),
        "gomoku:9",
        "e5 d5 d4 f6 f4 e4 d6 c7 e3 g5",
    ),
    "othello": (
        "Othello",
        "Outflank the other player's discs and flip them.",
        (size("size", "Size", 8, 4, 16, 2),),
        "othello",
        "d3 c3 c4 e3 f4 c5",
    ),
    "tic-tac-toe": ("Tic-tac-toe", "Three in a row on nine cells.", (), "tic-tac-toe", "b2 a3 c3 a1 a2"),
    "mnk": (
        "K in a row",
        "Any board, any number in a row.",
        (
            size("rows", "Rows", 6, 1, 70),
            size("columns", "Columns", 7, 1, 70),
            size("k", "In a row", 4, 1, 70),
            flag("exact", "More in a row do not win"),
        ),
        "mnk:5,6,4",
        "c3 d3 d2 c4 b4 e1 c2 b2",
    ),
}
"""The built-in games in the order of the page: title, about, options, and the board of their picture."""


class Catalogue:
    """All games that this server offers, by the names that a page knows them by: the given files in their order, then
    the built-in ones."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        built_ins = {name: built_in_offer(name) for name in SHOWN}
        self.files: dict[str, Path] = {}
        """The files, by the names of their games."""
        self.offers: dict[str, Offer] = {}
        for path, rest in given_once(files):
            name = free_name(path.stem, self.offers.keys() | SHOWN.keys())
            self.files[name] = path
            taken = {offer.title.casefold() for offer in (*self.offers.values(), *built_ins.values())}
            self.offers[name] = file_offer(name, path, rest, taken)
        self.offers |= built_ins

    def find(self, spec: str) -> tuple[Offer, str, Game]:
        """The offer that a text names, what stands after its colon, and the game."""
        name, _, rest = spec[:LONGEST_SPEC].strip().casefold().partition(":")
        rest = rest.replace(" ", "")
        offer = self.offers.get(name)
        if offer is None:
            raise BadSpec(f"there is no game {name[:40]!r} here; there are {', '.join(self.offers)}")
        if len(spec) > LONGEST_SPEC or not all(WORD.fullmatch(word) for word in rest.split(",") if rest):
            raise BadSpec(f"{rest[:40]!r} is no size of {name}; write numbers and words with commas between")
        try:
            return offer, rest, offer.find(rest)
        except RecursionError:
            raise BadSpec(f"{name}:{rest} is too large") from None

    def usual_games(self) -> Iterator[str]:
        """What one click on each card of the first page plays, as workers name it."""
        for name, offer in self.offers.items():
            words = (
                option.key * bool(option.usual) if option.kind == "flag" else str(option.usual)
                for option in offer.options
            )
            rest = ",".join(filter(None, words))
            with contextlib.suppress(OutplayError):
                searchable(offer.find(rest), name)
                yield offer.spec(rest)

    def known(self, spec: str) -> str:
        """A game's text from a record or a tournament as pages write it: a file by the name it has here."""
        path, _, rest = split_path(spec.strip())
        if path.suffix != ".py":
            return spec
        ways: tuple[Callable[[str], bool], ...] = (
            lambda name: path in (self.files[name], self.files[name].resolve()),
            lambda name: self.file_name(name) == path.name,
            lambda name: self.files[name].name == path.name,
        )
        for fits in ways:
            if found := next(filter(fits, self.files), None):
                return joined(found, rest)
        raise BadSpec(f"{path.name} is not offered here; start with: outplay serve {path.name}")

    def file_name(self, name: str) -> str:
        """How a game is named in a record: a file without its folder, and by its name here where another one is
        called like it."""
        if name not in self.files:
            return name
        path = self.files[name]
        first = next(other for other, file in self.files.items() if file.name == path.name)
        return path.name if self.files[first] == path else f"{name}.py"

    @cached_property
    def _hidden(self) -> re.Pattern[str]:
        """The paths of the given files, wherever a message names them."""
        paths = {str(way) for path in self.files.values() for way in (path, path.resolve())}
        return re.compile("|".join(re.escape(path) for path in sorted(paths, key=len, reverse=True)) or "(?!)")

    def public(self, error: OutplayError) -> str:
        """An error's line as a page may read it: files by their last names."""
        text = str(error)
        if file := getattr(error, "file", None):
            text = text.replace(file, Path(file).name)
        return without_folders(self._hidden.sub(lambda found: Path(found[0]).name, text))


def without_folders(text: str) -> str:
    """The text with the last parts of all paths from the root only.

    >>> without_folders("'/home/me/program' has died, see /var/log/program.txt")
    "'program' has died, see program.txt"
    """
    return PATH.sub(r"\1", text)


def given_once(files: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """The files and what stands after their colons, in their order; what was given before is left out."""
    seen = set()
    for spec in files:
        path, _, rest = split_path(spec)
        if path.suffix != ".py":
            raise BadSpec(f"{spec} is no game file; give files like my_game.py (the built-in games are there anyway)")
        if (path.resolve(), rest) not in seen:
            yield path, rest
        seen.add((path.resolve(), rest))


def free_name(stem: str, taken: Collection[str]) -> str:
    """A name for a game of a file that no other has."""
    stem = re.sub("[^a-z0-9_-]+", "-", stem.casefold()).strip("-") or "game"
    numbered = (f"{stem}-{number}" for number in itertools.count(2))
    return next(name for name in itertools.chain([stem], numbered) if name not in taken)


def file_offer(name: str, path: Path, rest: str, titles: Collection[str]) -> Offer:
    """The game of a file, tried at its start: what is wrong with it is said before anybody plays."""
    made = from_file(path, rest)
    start = made.start()
    start.draw()
    for move in start.moves()[:TRIED_MOVES]:
        start.name(move)
        start.play(move)
    module = load_module(path)
    factory = vars(module).get("game")
    options = () if isinstance(factory, Game) else tuple(options_of(factory, rest))

    @lru_cache(maxsize=64)
    def find(rest: str) -> Game:
        for word in filter(None, rest.split(",")):
            if word.isdigit() and int(word) > MOST_NUMBER:
                raise BadSpec(f"{name} is offered here with sizes up to {MOST_NUMBER}, not {word}")
        return from_file(path, rest)

    about = (inspect.getdoc(module) or "").strip().split("\n")[0] or f"From {path.name}."
    title = made.name.replace("-", " ").replace("_", " ").capitalize()
    if title.casefold() in titles:
        title = f"{title} ({rest.replace(',', ', ') or name})"
    spec = joined(name, rest)
    return Offer(name, title, about, options, find, spec, picture(made), lambda rest: joined(str(path), rest))


def joined(name: str, rest: str) -> str:
    return f"{name}:{rest}" if rest else name


def built_in_offer(name: str) -> Offer:
    title, about, options, sample, moves = SHOWN[name]
    find = lru_cache(maxsize=64)(lambda rest: built_in.__wrapped__(name, rest))
    return Offer(name, title, about, options, find, sample, moves, lambda rest: joined(name, rest))


def picture(game: Game) -> str:
    """A few moves, always the same, that make a board worth looking at; none where the rules fail."""
    names: list[str] = []
    rng, position = random.Random(PICTURE_SEED), game.start()
    try:
        while len(names) < PICTURE_MOVES:
            move = rng.choice(position.moves())
            name, position = position.name(move), position.play(move)
            if position.outcome() or not name or name.split() != [name]:
                break
            names.append(name)
    except OutplayError:
        return ""
    return " ".join(names)


def options_of(factory: Any, rest: str) -> Iterable[Option]:
    """The options of a user's game, from the parameters of the function that makes it."""
    given = iter(filter(None, rest.split(",")))
    for parameter in inspect.signature(factory).parameters.values():
        value = next(given, None)
        usual = int(value) if value and value.isdigit() else parameter.default
        if isinstance(usual, int) and parameter.kind is not parameter.VAR_POSITIONAL:
            yield size(parameter.name, parameter.name.replace("_", " ").capitalize(), usual, 1, MOST_NUMBER)
        else:
            return


def searchable(game: Game, name: str) -> None:
    """Raises BadSpec for a board that takes too long to compile."""
    if max(game.widths.values()) > MOST_BITS:
        raise BadSpec(f"{name} is too large to be searched here; boards of up to {MOST_BITS} cells are")


def able_player(spec: str, game: Game, name: str) -> str:
    """The text of a player that a page may ask for and that can play this game here; BadSpec if it cannot."""
    checked = checked_player(spec, game)
    if checked.partition(":")[0] not in SEARCHLESS:
        searchable(game, name)
    return checked


def checked_player(spec: str, game: Game) -> str:
    """The text of a player, if a page may ask for that one and for its options."""
    name, _, rest = spec.strip().partition(":")
    listing = PLAYERS.get(name)
    if listing is None:
        raise BadSpec(f"there is no player {name[:40]!r} here; there are {', '.join(PLAYERS)}")
    if listing.plays not in ("", game.name):
        raise BadSpec(f"{name} plays {listing.plays} only")
    for part in filter(None, rest.split(",")):
        key, _, text = (word.strip() for word in part.partition("="))
        most = PLAYER_BOUNDS.get(key)
        value = option(listing.usage, key, text)
        if most is None or value is None:
            raise BadSpec(f"{name} cannot take {part.strip()[:40]!r} here; write {public_usage(listing.usage)}")
        if key == "depth" and name not in ("engine", "cadrega"):
            most = PLAIN_DEPTH
        if not isinstance(value, str) and not (0 < value <= most or (value == 0 and key == "seed")):
            raise BadSpec(f"{name} takes {key} above 0 and up to {most} here, not {text}")
    return spec.strip()


def public_usage(usage: str) -> str:
    """How a player is written, without the options that are the server's."""
    return re.sub(r"\[,(?:table|threads)=[A-Z]+\]", "", usage)
