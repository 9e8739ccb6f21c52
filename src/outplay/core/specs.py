"""Games and players as data: a `Listing` describes one, and a `Spec` is a text that names it, parsed.

    kalah:6,4,empty-capture,pie     a game: its sizes in their order, then the words that differ from the usual rules
    engine:level=3,time=0.5         a player: the options that are given, each with its key
    text:python3 bot.py --fast      a program: everything after the colon is one value

`Listing.parse` reads what stands after the colon, `str(spec)` writes the text again, `Listing.usage` says how it is
written, and `Listing.as_json` is what the page and `--json` show of it. All four follow from the options alone.
"""

import importlib
import re
from collections.abc import Collection, Mapping
from typing import Any, Literal, NamedTuple

from outplay.core.errors import BadSpec

Kind = Literal["int", "seconds", "choice", "flag", "text", "file", "rest"]
"""int: a whole number. seconds: a number above 0. choice: one of some words. flag: a word that is there or not.
text: any word or whole number. file: one of some words, or the path of a file without a comma.
rest: all that follows, unchanged."""

WHOLE = r"-?[0-9]{1,18}"
ANY_WHOLE = r"-?[0-9]{1,40}"
SECONDS = r"[0-9]{1,18}|[0-9]{0,9}\.[0-9]{1,9}"


class Option(NamedTuple):
    """Something that can be chosen about a game or a player."""

    key: str
    kind: Kind = "int"
    default: Any = None
    """None for an option of a player that decides by itself where nothing is given."""
    low: float | None = None
    high: float | None = None
    """The bounds of a number, both allowed; None for no bound. Seconds are above 0 in any case."""
    step: int = 1
    """A whole number must be `low` plus a multiple of this."""
    label: str = ""
    """What a person reads beside it; the key if empty."""
    choices: tuple[tuple[Any, str], ...] = ()
    """The words of a choice with their labels; for a number, the values that have a name."""
    unit: str = ""
    """What the usage text has for its value."""
    always: bool = False
    """Whether a text always has it, even where it is the default one: kalah:6,4 and not kalah."""

    def read(self, word: str) -> Any:
        """The value that a word means; None if it means none."""
        match self.kind:
            case "int":
                unbounded = self.always and self.high is None  # a size of a game, which clamps it
                return int(word) if re.fullmatch(ANY_WHOLE if unbounded else WHOLE, word) else None
            case "seconds":
                return float(word) if re.fullmatch(SECONDS, word) else None
            case "choice":
                return word if word in dict(self.choices) else None
            case "flag":
                return word == self.key or None
            case "file":
                return word or None
        return number_or_word(word) if self.kind == "text" else word

    def allows(self, value: Any) -> bool:
        """Whether a value is within the bounds."""
        if self.kind == "choice":
            return value in dict(self.choices)
        if self.kind == "file":
            return bool(value) and "," not in value and value == value.strip()
        if self.kind not in ("int", "seconds"):
            return True
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high):
            return False
        return value > 0 if self.kind == "seconds" else self.step == 1 or (value - (self.low or 0)) % self.step == 0

    @property
    def range(self) -> str:
        """The values that it allows, in words."""
        if self.kind == "choice":
            return " or ".join(word for word, _ in self.choices)
        if self.kind == "file":
            return f"{', '.join(word for word, _ in self.choices)} or a file whose path has no comma"
        low, high = (None if bound is None else f"{bound:,}" for bound in (self.low, self.high))
        if self.step > 1:
            return f"{low}, {(self.low or 0) + self.step:,} … {high}"
        if low and high:
            text = f"{low} to {high}"
        elif low:
            text = f"{low} or more"
        else:
            text = f"more than 0 and at most {high}" if high else "more than 0"
        return f"{text} seconds" if self.kind == "seconds" else text

    @property
    def placeholder(self) -> str:
        """Its value in a usage text."""
        if self.kind in ("choice", "file"):
            return "|".join([*(word for word, _ in self.choices), *["FILE"] * (self.kind == "file")])
        return self.key if self.kind == "flag" else self.unit or self.key.upper()

    def as_json(self) -> dict[str, Any]:
        shown = ("key", "kind", "default", "low", "high", "step")
        label = self.label or self.key.replace("_", " ").capitalize()
        return {key: getattr(self, key) for key in shown} | {"label": label, "choices": [list(c) for c in self.choices]}


class Listing(NamedTuple):
    """A game or a player that has a name."""

    name: str
    factory: str
    """What makes it: "module:function", the module within this package."""
    about: str
    """One line."""
    options: tuple[Option, ...] = ()
    keyed: bool = False
    """Whether options are written with their keys, as those of players are, or in their order, as those of games."""
    title: str = ""
    """What people read; the name if empty."""
    plays: str = ""
    """For a player, the name of the only game that it knows; empty if it plays every game."""
    document: str = ""
    """The numbers of the founding documents that describe it, if any do."""
    searches: bool = True
    """For a player, whether it needs the game's rules compiled."""

    @property
    def usage(self) -> str:
        """How a text that names it is written.

        >>> Listing("go", "", "", (Option("size", default=19), Option("ko", "flag"))).usage
        'go[:SIZE[,ko]]'
        >>> Listing("bot", "", "", (Option("depth", unit="N"), Option("seed", unit="N")), keyed=True).usage
        'bot[:depth=N][,seed=N]'
        """
        if self.keyed:
            parts = [f"[,{option.key}={option.placeholder}]" for option in self.options]
            return self.name + "".join(parts).replace(",", ":", 1)
        sizes = ",".join(option.placeholder for option in self.ordered)
        words = "".join(f"[,{option.placeholder}]" for option in self.options if option not in self.ordered)
        if not sizes:
            return self.name + words.replace(",", ":", 1)
        required = any(option.always and option.default is None for option in self.ordered)
        return f"{self.name}:{sizes}{words}" if required else f"{self.name}[:{sizes}{words}]"

    @property
    def ordered(self) -> list[Option]:
        """The options that a text of a game has in their order; words come after them, in any order."""
        return [option for option in self.options if option.kind not in ("choice", "flag")]

    @property
    def takes_rest(self) -> bool:
        return any(option.kind == "rest" for option in self.options)

    @property
    def explicit(self) -> bool:
        """Whether a text always has the ordered options."""
        return any(option.always for option in self.options)

    def option(self, key: str) -> Option | None:
        return next((option for option in self.options if option.key == key), None)

    def parse(self, rest: str) -> "Spec":
        """What a text means that has `rest` after the colon; BadSpec says what is wrong with it."""
        return Spec(self, self._keyed_values(rest) if self.keyed else self._ordered_values(rest))

    def _keyed_values(self, rest: str) -> dict[str, Any]:
        given: dict[str, Any] = {}
        for part in rest.split(",") if rest else ():
            key, _, word = (word.strip() for word in part.partition("="))
            option = self.option(key)
            if option is None:
                raise BadSpec(f"{self.name} has no option {part.strip()!r}; write {self.usage}")
            if key in given:
                raise BadSpec(f"{self.name} has the option {key} twice")
            value = option.read(word)
            if value is None:
                raise BadSpec(f"{self.name} cannot take {part.strip()!r}; write {self.usage}")
            given[key] = self.checked(key, value)
        return given

    def _ordered_values(self, rest: str) -> dict[str, Any]:
        """The values of all options: those that the text leaves out are the default ones."""
        values = {option.key: option.default for option in self.options}
        ordered, given = self.ordered, set[str]()
        parts = rest.split(",", len(ordered) - 1 if self.takes_rest else -1) if rest else []
        for option, part in zip(ordered, parts, strict=False):
            value = option.read(part if option.kind == "rest" else part.strip())
            if value is None:
                raise BadSpec(f"{part.strip()!r} is not a whole number; write {self.usage}")
            values[option.key] = self.checked(option.key, value)
            given.add(option.key)
        missing = [option.key for option in ordered if values[option.key] is None and option.always]
        if missing:
            raise BadSpec(f"there is no {missing[0]} after the colon; write {self.usage}")
        for word in (part.strip() for part in parts[len(ordered) :]):
            found = next((o for o in self.options if o not in ordered and o.read(word) is not None), None)
            if found is None:
                raise BadSpec(f"{self.name} has no option {word!r}; write {self.usage}")
            key, before, value = found.key, values[found.key], found.read(word)
            if key in given:
                twice = f"{self.name} has the option {word} twice"
                raise BadSpec(twice if before == value else f"{before} and {word} exclude each other")
            values[key] = value
            given.add(key)
        return values

    def checked(self, key: str, value: Any) -> Any:
        """A value, if the option has it."""
        option = self.option(key)
        if option is None:
            raise BadSpec(f"{self.name} has no option {key!r}; write {self.usage}")
        if not option.allows(value):
            raise BadSpec(f"the {key} of {self.name} must be {option.range}, not {written(value, ',')}")
        return value

    def load(self) -> Any:
        """The function or class that makes it."""
        module, _, function = self.factory.partition(":")
        return getattr(importlib.import_module(f"outplay.{module}"), function)

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "title": self.title or self.name.capitalize(),
            "usage": self.usage,
            "about": self.about,
            "plays": self.plays,
            "document": self.document,
            "options": [option.as_json() for option in self.options],
        }


class Spec(NamedTuple):
    """A game or a player with its options: of a game all of them, of a player those that are given.

    >>> spec = Listing("bot", "", "", (Option("depth"), Option("seed")), keyed=True).parse("seed=7")
    >>> str(spec.with_(depth=3)), str(spec.filled(seed=1, depth=2))
    ('bot:depth=3,seed=7', 'bot:depth=2,seed=7')
    """

    listing: Listing
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.listing.name

    def with_(self, **changes: Any) -> "Spec":
        """The same with other values for some options."""
        checked = {key: self.listing.checked(key, value) for key, value in changes.items()}
        return self._replace(options={**self.options, **checked})

    def filled(self, **values: Any) -> "Spec":
        """The same with values for options that are not given; None stands for no value."""
        return self.with_(**{k: v for k, v in values.items() if v is not None and k not in self.options})

    @property
    def rest(self) -> str:
        """What stands after the colon."""
        listing, options = self.listing, self.options
        if listing.keyed:
            return ",".join(f"{o.key}={written(options[o.key])}" for o in listing.options if o.key in options)
        words = self._words
        ordered = [option for option in listing.ordered if options[option.key] is not None]
        if not (words or listing.explicit or any(options[option.key] != option.default for option in ordered)):
            return ""
        return ",".join([*(written(options[option.key]) for option in ordered), *words])

    @property
    def _words(self) -> list[str]:
        """The words of a game that differ from the default ones."""
        changed = [o for o in self.listing.options if o.kind in ("choice", "flag") and self.options[o.key] != o.default]
        return [option.key if option.kind == "flag" else self.options[option.key] for option in changed]

    @property
    def arguments(self) -> list[Any]:
        """What a game's factory is called with: the ordered options, then the words that differ from the default."""
        arguments = [self.options[option.key] for option in self.listing.ordered]
        if self.listing.takes_rest:
            rest = arguments.pop()
            arguments += [number_or_word(word.strip()) for word in rest.split(",")] if rest else []
        return [*arguments, *self._words]

    def __str__(self) -> str:
        return joined(self.name, self.rest)


def joined(name: str, rest: str) -> str:
    """A text of its two parts."""
    return f"{name}:{rest}" if rest else name


def split(text: str) -> tuple[str, str]:
    """The two parts of a text: the name, and what stands after the colon."""
    name, _, rest = text.strip().partition(":")
    return name.rstrip(), rest.lstrip()


def options_of_text(text: str, usage: str) -> str:
    """What stands after the colon of a text; BadSpec if there is a colon and nothing after it."""
    rest = split(text)[1]
    if ":" in text and not rest:
        raise BadSpec(f"nothing stands after the colon of {text.strip()!r}; write {usage}")
    return rest


def name_of(text: str) -> str:
    """The name that a text begins with, in small letters."""
    return split(text)[0].casefold()


def number_or_word(word: str) -> int | str:
    return int(word) if re.fullmatch(WHOLE, word) else word


def written(value: Any, separator: str = "") -> str:
    """A value as a text has it; a number of seconds without an exponent and without zeros at its end.

    >>> written(0.25), written(3.0), written(1000000), written(1000000, ","), written("pie")
    ('0.25', '3', '1000000', '1,000,000', 'pie')
    """
    if isinstance(value, float):
        return f"{value:{separator}.9f}".rstrip("0").rstrip(".")
    return f"{value:{separator}}" if isinstance(value, int) else str(value)


def unknown(what: str, name: str, known: Collection[str], file: str, hint: str = "") -> BadSpec:
    """The error for a name that nothing has. Without a hint it suggests a name that is close, or lists all; `file` is
    a file that could be given instead."""
    import difflib  # only where a name is wrong: importing outplay should be quick

    close = difflib.get_close_matches(name.casefold(), known, 1)
    hint = hint or (f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}, or give a file {file}")
    return BadSpec(f"there is no {what} {name!r}; {hint}")
