"""The games and players that a page may ask for: those that are built in, and the files that the server was given.

What there is comes from `outplay.core.registry` and `outplay.players.listing`; here is what a server offers of it.
"""

import contextlib
import itertools
import random
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.errors import BadSpec, OutplayError
from outplay.core.game import Game
from outplay.core.registry import GAMES, file_listing, from_file, make_built_in, split_path
from outplay.core.specs import Listing, Option, joined, split
from outplay.players.listing import PLAYERS

Json = dict[str, Any]

MOST_NUMBER = 100
"""No size that has no bound of its own is larger than this."""
MOST_BITS = 420
"""Boards with more bits than this are drawn and played, and not searched: their rules take minutes to compile."""
PICTURE_MOVES, PICTURE_SEED = 6, 4
"""How a user's game is shown: after so many random moves from this seed."""
LONGEST_SPEC = 200
TRIED_MOVES = 20
"""Moves from the start of a given file's game that are tried before it is offered."""
WORD = re.compile(r"[0-9]{1,3}|[a-z][a-z-]{0,30}", re.ASCII)
PATH = re.compile(r"(?<![^\s'\"(=:])/(?:[^\s/'\"]+/)+([^\s/'\"]+)")

GAME_OPTIONS: dict[str, dict[str, Json]] = {
    "gomoku": {"size": {"low": 5, "high": 19}},
    "mnk": {"rows": {"default": 6}, "columns": {"default": 7}, "k": {"default": 4}},
}
"""Where the options that a page offers of a game differ from those that it has."""

PLAYER_OPTIONS: dict[str, Json] = {
    "level": {},
    "time": {"high": 60},
    "depth": {"high": 99},
    "nodes": {"high": 100_000_000},
    "search": {},
    "seed": {"high": 1 << 53},
}
"""The options of players that a page may give, and where they differ. Memory and threads are the server's."""
PLAIN_DEPTH = 12
"""The greatest depth of a player that has no time limit."""
OPPONENT = "engine:level=3"
"""Who plays against a person that has chosen nobody."""
EXAMPLE = "outplay match kalah:6,4 engine:level=3 kalah-ranks --games 20"
"""A command for a page that has no match to show yet."""

PICTURES = {
    "squatter": ("squatter:7", "d5 e3 c4 d2 e4 e5 d3 c3 b5 f4 f5 g3"),
    "kalah": ("kalah:6,4", "3 6 1 2"),
    "connect-four": ("connect-four", "d d d c e c c e b"),
    "gomoku": ("gomoku:9", "e5 d5 d4 f6 f4 e4 d6 c7 e3 g5"),
    "othello": ("othello", "d3 c3 c4 e3 f4 c5"),
    "tic-tac-toe": ("tic-tac-toe", "b2 a3 c3 a1 a2"),
    "mnk": ("mnk:5,6,4", "c3 d3 d2 c4 b4 e1 c2 b2"),
}
"""A small board for the card of a built-in game, and the moves that were played on it."""


class Offer(NamedTuple):
    """A game that the page shows."""

    listing: Listing
    """Its name here, and the options that the page offers."""
    find: Callable[[str], Game]
    """The game for what stands after the colon."""
    sample: str
    """A small board, for its picture."""
    moves: str = ""
    """The moves that were played on it."""
    file: str = ""
    """The path by which a worker finds a user's game."""

    @property
    def name(self) -> str:
        return self.listing.name

    @property
    def title(self) -> str:
        return self.listing.title or self.name.capitalize()

    def spec(self, rest: str) -> str:
        """How a worker finds it, from what stands after the colon."""
        return joined(self.file or self.name, rest)

    def as_json(self) -> Json:
        """What the page is told of it. A form can ask for the options up to the first that has no known values."""
        shown = itertools.takewhile(lambda option: option.kind not in ("text", "rest"), self.listing.options)
        return self.listing._replace(options=tuple(shown)).as_json()


def offered(listing: Listing, rest: str = "") -> Listing:
    """A game as the page offers it. What stands after the colon is the default here; texts always have all sizes."""
    given, changes = listing.parse(rest).options, GAME_OPTIONS.get(listing.name, {})

    def option(option: Option) -> Option:
        option = option._replace(**{"default": given[option.key]} | changes.get(option.key, {}))
        if option.kind != "int":
            return option
        low = min(1, option.default) if option.low is None else option.low
        high = max(MOST_NUMBER, option.default) if option.high is None else option.high
        return option._replace(low=low, high=high, always=True)

    return listing._replace(options=tuple(map(option, listing.options)))


def offered_player(listing: Listing) -> Listing:
    """A player with the options that a page may give."""
    options = {o.key: o._replace(**PLAYER_OPTIONS[o.key]) for o in listing.options if o.key in PLAYER_OPTIONS}
    if "depth" in options and "time" not in options:
        options["depth"] = options["depth"]._replace(high=PLAIN_DEPTH)
    return listing._replace(options=tuple(options.values()))


OFFERED_PLAYERS = {name: offered_player(listing) for name, listing in PLAYERS.items()}


def player_json(listing: Listing) -> Json:
    """What the page is told of a player: besides the rest, the `seats` that it can be given, one for each level."""
    told, level, spec = listing.as_json(), listing.option("level"), listing.parse("")
    seats = [(spec, told["title"], "")]
    if level:
        notes, name = dict(level.choices), listing.name.capitalize()
        values = range(int(level.low or 0), int(level.high or 0) + 1)
        seats = [(spec.with_(level=value), f"{name}, level {value}", notes.get(value, "")) for value in values]
    return told | {"seats": [{"spec": str(seat), "title": title, "note": note} for seat, title, note in seats]}


class Catalogue:
    """All games that this server offers, by the names that a page knows them by: the given files in their order, then
    the built-in ones."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        built_ins = {name: built_in_offer(listing) for name, listing in GAMES.items()}
        self.files: dict[str, Path] = {}
        """The files, by the names of their games."""
        self.offers: dict[str, Offer] = {}
        for path, rest in given_once(files):
            name = free_name(path.stem, self.offers.keys() | GAMES.keys())
            self.files[name] = path
            taken = {offer.title.casefold() for offer in (*self.offers.values(), *built_ins.values())}
            self.offers[name] = file_offer(name, path, rest, taken)
        self.offers |= built_ins

    def find(self, spec: str) -> tuple[Offer, str, Game]:
        """The offer that a text names, what stands after its colon, and the game."""
        name, rest = split(spec[:LONGEST_SPEC].casefold())
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
            with contextlib.suppress(OutplayError):
                rest = offer.listing.parse("").rest
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
    title = made.name.replace("-", " ").replace("_", " ").capitalize()
    if title.casefold() in titles:
        title = f"{title} ({rest.replace(',', ', ') or name})"
    listing = offered(file_listing(path)[0]._replace(name=name, title=title), rest)

    @lru_cache(maxsize=64)
    def find(rest: str) -> Game:
        listing.parse(rest)
        return from_file(path, rest)

    return Offer(listing, find, joined(name, rest), picture(made), str(path))


def built_in_offer(listing: Listing) -> Offer:
    find = lru_cache(maxsize=64)(lambda rest: make_built_in(listing.parse(rest)))
    sample, moves = PICTURES.get(listing.name) or (listing.name, picture(find("")))
    return Offer(offered(listing), find, sample, moves)


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


def searchable(game: Game, name: str) -> None:
    """Raises BadSpec for a board that takes too long to compile."""
    if max(game.widths.values()) > MOST_BITS:
        raise BadSpec(f"{name} is too large to be searched here; boards of up to {MOST_BITS} cells are")


def able_player(spec: str, game: Game, name: str) -> str:
    """The text of a player that a page may ask for and that can play this game here; BadSpec if it cannot."""
    listing = checked_player(spec, game)
    if listing.searches:
        searchable(game, name)
    return spec.strip()


def checked_player(spec: str, game: Game) -> Listing:
    """The player that a text names, if a page may ask for it and for its options."""
    name, rest = split(spec)
    listing = OFFERED_PLAYERS.get(name.casefold())
    if listing is None:
        raise BadSpec(f"there is no player {name[:40]!r} here; there are {', '.join(OFFERED_PLAYERS)}")
    if listing.plays not in ("", game.name):
        raise BadSpec(f"{name} plays {listing.plays} only")
    listing.parse(rest)
    return listing
