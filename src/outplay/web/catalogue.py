"""The games and players that the server offers to pages: those that are built in, and the files given to the server.

All games and players are listed in `outplay.core.registry` and `outplay.players.listing`; this restricts them.
"""

import contextlib
import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.errors import BadSpec, OutplayError
from outplay.core.game import Game
from outplay.core.paths import without_folders
from outplay.core.registry import GAMES, file_listing, from_file, make_built_in, split_path
from outplay.core.specs import Listing, Option, joined, split
from outplay.players.listing import PLAYERS

Json = dict[str, Any]

MOST_NUMBER = 100
"""The upper bound of a number option that has no bound of its own."""
MOST_BITS = 420
"""The greatest number of bits of a board that is searched. Larger boards take minutes to compile, so that they can only
be drawn and played by people."""
LONGEST_SPEC = 200
TRIED_MOVES = 20
"""Moves in the start position of a given file's game that are tried before it is offered."""
WORD = re.compile(r"[0-9]{1,3}|[a-z][a-z-]{0,30}", re.ASCII)

GAME_OPTIONS: dict[str, dict[str, Json]] = {
    "gomoku": {"size": {"low": 5, "high": 19}},
    "mnk": {"rows": {"default": 6}, "columns": {"default": 7}, "k": {"default": 4}},
}
"""The fields of a game's options that are different on the page."""

PLAYER_OPTIONS: dict[str, Json] = {
    "level": {},
    "time": {"high": 60},
    "depth": {"high": 99},
    "nodes": {"high": 100_000_000},
    "playouts": {"high": 100_000_000},
    "goal": {},
    "exploration": {},
    "search": {},
    "seed": {"high": 1 << 53},
    "net": {"kind": "choice"},
}
"""The options of players that a page may set, with the fields that are different there. Memory and threads are set by
the server, and a page names no files."""
PLAIN_DEPTH = 12
"""The greatest depth of a player that has no time limit."""
OPPONENT = "engine:level=3"
"""The default opponent of a person."""
EXAMPLE = "outplay match kalah:6,4 engine:level=3 kalah-ranks --games 20"
"""The command that the page suggests if there is no match to show."""

PICTURES = {
    "squatter": ("squatter:7", "d5 e3 c4 d2 e4 e5 d3 c3 b5 f4 f5 g3"),
    "kalah": ("kalah:6,4", "3 6 1 2"),
    "connect-four": ("connect-four", "d d d c e c c e b"),
    "gomoku": ("gomoku:9", "e5 d5 d4 f6 f4 e4 d6 c7 e3 g5"),
    "othello": ("othello", "d3 c3 c4 e3 f4 c5"),
    "breakthrough": ("breakthrough:6", "c2-d3 d5-c4 b2-b3 e5-e4 d3-e4 f5-e4 b3-c4"),
    "hex": ("hex:5", "c3 b4 b3 d2 c2 a5 d1 c4 b5"),
    "dots-and-boxes": ("dots-and-boxes", "a1-b1 c3-d3 b2-c2 a3-a4 b1-b2 a1-a2 a2-b2 c2-d2 d3-d4 b3-b4"),
    "domineering": ("domineering:5,5", "b4-b3 c4-d4 e2-e1 c1-d1 a2-a1 c3-d3"),
    "oware": ("oware", "3 4 1 6 5 2"),
    "ataxx": ("ataxx:5", "b5 d5 a5-c4 e5-d3 b4 d2"),
    "tic-tac-toe": ("tic-tac-toe", "b2 a3 c3 a1 a2"),
    "mnk": ("mnk:5,6,4", "c3 d3 d2 c4 b4 e1 c2 b2"),
}
"""The spec of a small board for the card of a built-in game, and the moves that are played on it."""


class Offer(NamedTuple):
    """A game that the page offers."""

    listing: Listing
    """Its name on this server, and the options that the page offers."""
    find: Callable[[str], Game]
    """Returns the game for the options, the text after the colon of a spec."""
    sample: str
    """The spec of a small board for its card."""
    moves: str = ""
    """The moves that are played on that board."""
    file: str = ""
    """The path of a user's game, empty for a built-in game."""

    @property
    def name(self) -> str:
        return self.listing.name

    @property
    def title(self) -> str:
        return self.listing.title or self.name.capitalize()

    def spec(self, rest: str) -> str:
        """The spec for a worker; `rest` is the text after the colon."""
        return joined(self.file or self.name, rest)

    def as_json(self) -> Json:
        """The game for the page. The options end before the first free text, which the form cannot offer."""
        shown = itertools.takewhile(lambda option: option.kind not in ("text", "rest"), self.listing.options)
        return self.listing._replace(options=tuple(shown)).as_json()


def offered(listing: Listing, rest: str = "") -> Listing:
    """The listing of a game as the page offers it. The options in `rest`, the text after the colon, become the
    defaults, and every number has bounds and is always written in specs."""
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
    """The listing of a player with the options that a page may set."""
    options = {o.key: o._replace(**PLAYER_OPTIONS[o.key]) for o in listing.options if o.key in PLAYER_OPTIONS}
    if "depth" in options and "time" not in options:
        options["depth"] = options["depth"]._replace(high=PLAIN_DEPTH)
    return listing._replace(options=tuple(options.values()))


OFFERED_PLAYERS = {name: offered_player(listing) for name, listing in PLAYERS.items()}


def player_json(listing: Listing) -> Json:
    """A player for the page: its listing, and as `seats` the specs that can be chosen, one for each level if it has
    levels."""
    fields, level, spec = listing.as_json(), listing.option("level"), listing.parse("")
    seats = [(spec, fields["title"], "")]
    if level:
        notes, name = dict(level.choices), listing.name.capitalize()
        values = range(int(level.low or 0), int(level.high or 0) + 1)
        seats = [(spec.with_(level=value), f"{name}, level {value}", notes.get(value, "")) for value in values]
    return fields | {"seats": [{"spec": str(seat), "title": title, "note": note} for seat, title, note in seats]}


class Catalogue:
    """All games that this server offers, by their names on the page: the given files in their order, then the built-in
    games."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        built_ins = {name: built_in_offer(listing) for name, listing in GAMES.items()}
        self.files: dict[str, Path] = {}
        """The given files by the names of their games."""
        self.offers: dict[str, Offer] = {}
        for path, rest in given_once(files):
            name = free_name(path.stem, self.offers.keys() | GAMES.keys())
            self.files[name] = path
            taken = {offer.title.casefold() for offer in (*self.offers.values(), *built_ins.values())}
            self.offers[name] = file_offer(name, path, rest, taken)
        self.offers |= built_ins

    def find(self, spec: str) -> tuple[Offer, str, Game]:
        """The offer that a spec names, the text after its colon, and the game; raises BadSpec if there is none."""
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
        """The specs, for a worker, of the games that one click on the cards of the first page begins, without those
        that are too large to be searched."""
        for name, offer in self.offers.items():
            with contextlib.suppress(OutplayError):
                rest = offer.listing.parse("").rest
                searchable(offer.find(rest), name)
                yield offer.spec(rest)

    def known(self, spec: str) -> str:
        """The spec for the page of a game in a record or a tournament, in which a file has its name on this server.
        Raises BadSpec for a file that is not offered."""
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
        """The name of a game in a record: that of its file without the folder, or, if another given file has the same
        name, its name on this server with `.py`."""
        if name not in self.files:
            return name
        path = self.files[name]
        first = next(other for other, file in self.files.items() if file.name == path.name)
        return path.name if self.files[first] == path else f"{name}.py"

    @cached_property
    def _hidden(self) -> re.Pattern[str]:
        """A pattern that matches the paths of the given files in a message."""
        paths = {str(way) for path in self.files.values() for way in (path, path.resolve())}
        return re.compile("|".join(re.escape(path) for path in sorted(paths, key=len, reverse=True)) or "(?!)")

    def public(self, error: OutplayError) -> str:
        """The message of an error for the page, with the names of files without their folders."""
        text = str(error)
        if file := getattr(error, "file", None):
            text = text.replace(file, Path(file).name)
        return without_folders(self._hidden.sub(lambda found: Path(found[0]).name, text))


def given_once(files: Iterable[str]) -> Iterator[tuple[Path, str]]:
    """The files and the texts after their colons, in their order and without duplicates."""
    seen = set()
    for spec in files:
        path, _, rest = split_path(spec)
        if path.suffix != ".py":
            raise BadSpec(f"{spec} is no game file; give files like my_game.py (the built-in games are there anyway)")
        if (path.resolve(), rest) not in seen:
            yield path, rest
        seen.add((path.resolve(), rest))


def free_name(stem: str, taken: Collection[str]) -> str:
    """A name for the game of a file that is not among those taken."""
    stem = re.sub("[^a-z0-9_-]+", "-", stem.casefold()).strip("-") or "game"
    numbered = (f"{stem}-{number}" for number in itertools.count(2))
    return next(name for name in itertools.chain([stem], numbered) if name not in taken)


def file_offer(name: str, path: Path, rest: str, titles: Collection[str]) -> Offer:
    """The offer for the game of a file. Its start position and some moves are tried, so that errors in its rules are
    raised when the server starts."""
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
    """The names of the moves that lead to the picture of a game; none if its rules fail, and up to the first name that
    is no single word."""
    names: list[str] = []
    position = game.start()
    try:
        for move in game.example_moves():
            name, position = position.name(move), position.play(move)
            if not name or name.split() != [name]:
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
    """The spec of a player that a page may choose for this game; raises BadSpec if it cannot play it here."""
    listing = checked_player(spec, game)
    if listing.searches:
        searchable(game, name)
    return spec.strip()


def checked_player(spec: str, game: Game) -> Listing:
    """The listing of the player that a spec names; raises BadSpec if a page may not choose it or its options."""
    name, rest = split(spec)
    listing = OFFERED_PLAYERS.get(name.casefold())
    if listing is None:
        raise BadSpec(f"there is no player {name[:40]!r} here; there are {', '.join(OFFERED_PLAYERS)}")
    if listing.plays not in ("", game.name):
        raise BadSpec(f"{name} plays {listing.plays} only")
    listing.parse(rest)
    return listing
