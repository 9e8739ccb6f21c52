"""Which network evaluates a game: one that was trained on this machine, one that comes with outplay, or none.

A network belongs to rules, not to a name: its file holds a digest of them. Networks that were trained here are in the
folder `networks` of the user's data folder, each under the name of the game and the beginning of its digest.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from outplay.compiler.source import digest, gather
from outplay.core.errors import BadNetwork, OutplayError, RuleError
from outplay.core.game import Game
from outplay.core.machine import data_folder
from outplay.core.network import Network, load_network
from outplay.core.registry import split_path
from outplay.search.hooks import hooks_of, network_hook
from outplay.search.network import network_evaluation

AUTO, NONE = "auto", "none"
SHIPPED = Path(__file__).parent.parent / "networks"
"""The networks that come with outplay."""
ENDING = ".network"
DIGITS = 12
"""So many digits of the digest are in a file's name."""
AGAINST_NONE = "against_none"
"""What a file tells about the match at equal time against no evaluation: the network's share of the points."""
AGAINST_OWN = "against_own"
"""The same against the game's own evaluation."""
AGAINST_SHIPPED = "against_shipped"
"""The same against the network that comes with outplay."""


class UnusedNetwork(UserWarning):
    """There is a network for a game, and the engine does not use it."""


class Found(NamedTuple):
    """What was found for a game."""

    network: Network | None
    path: Path | None = None
    """The file that it comes from."""
    notice: str = ""
    """Why there is none although one could be expected, in one line; or nothing."""

    @property
    def words(self) -> str:
        """How the network was trained, in a few words; empty if there is none."""
        if self.network is None:
            return ""
        about = self.network.about
        minutes, games = (about.get(key) for key in ("minutes", "games"))
        told = []
        if isinstance(minutes, int | float) and minutes >= 0:
            told.append(f"for {minutes:,.0f} minute{'s' * (round(minutes) != 1)}" if minutes >= 1 else "briefly")
        if isinstance(games, int) and games >= 0:
            told.append(f"on {games:,} games")
        return f"a network trained {' '.join(told)}" if told else "a network"

    def as_json(self) -> dict[str, Any] | None:
        """The file and how the network was trained; None if there is none."""
        if self.network is None:
            return None
        return {"file": str(self.path) if self.path else None, **self.network.about}


def find_network(game: Game, net: "str | Path | Network" = AUTO) -> Found:
    """The network that `net` names: "auto", "none", a file, or a network itself. BadNetwork if it cannot be used."""
    if isinstance(net, Network):
        return Found(fitting(net, game, "this network"))
    if net == NONE:
        return Found(None)
    if not isinstance(net, str | Path):
        raise BadNetwork(f"net is {AUTO!r}, {NONE!r}, a file or a Network, not {net!r}")
    if net != AUTO:
        path = Path(net).expanduser()
        return Found(fitting(load_network(path), game, str(path)), path)
    try:
        return found_for(game)
    except BadNetwork as error:
        return Found(None, notice=f"{error}; playing without it")
    except RuleError:  # no network is trained for rules that cannot be compiled
        return Found(None)


def found_for(game: Game) -> Found:
    """The network of this user for a game; the one that comes with outplay if there is none, or if that won."""
    files = [*files_for(own_folder(), game), *files_for(SHIPPED, game)]
    for path in files:
        network = fitting(load_network(path), game, str(path))
        if path == files[-1] or not lost(network, AGAINST_SHIPPED):
            return preferred(network, path, game)
    folder = own_folder()
    others = [path for path in sorted(folder.glob(f"{slug(game)}-*{ENDING}")) if same(path, game)] if folder else []
    if not others:
        return Found(None)
    why = f"the rules of {game} have changed since {others[0].name} was trained"
    if is_file(str(game)):
        why = f"{others[0].name} was trained for other rules: those of {game} before a change, or of another such file"
    return Found(None, notice=f"{why}, so it is not used; `outplay train {game}` trains a new one")


def files_for(folder: Path | None, game: Game) -> list[Path]:
    """The networks in a folder that were trained for the rules of a game: that of its name, then those of the same
    rules under other names, such as a copy of a file."""
    if folder is None:
        return []
    found = sorted(folder.glob(f"*-{rules_digest(game)[:DIGITS]}{ENDING}"))
    return sorted(found, key=lambda path: path.name != file_name(game))


def preferred(network: Network, path: Path, game: Game) -> Found:
    """The network, unless it was measured to be weaker than the game's own evaluation, or than none."""
    if game.heuristics.evaluate and lost(network, AGAINST_OWN):
        other = f"the own evaluation of {game}"
    elif lost(network, AGAINST_NONE):
        other = f"{game} without any evaluation"
    else:
        return Found(network, path)
    return Found(
        None,
        notice=f"{path.name} has lost against {other}, so it is not used; `outplay train {game}` trains it further, "
        "engine:net=FILE plays with it",
    )


def lost(network: Network, match: str) -> bool:
    """Whether a network's file tells that it had less than half of the points in a match."""
    share = network.about.get(match)
    return isinstance(share, int | float) and share < 0.5


def shipped_network(game: Game) -> Network | None:
    """The network that comes with outplay, if there is one for these rules."""
    files = files_for(SHIPPED, game)
    return fitting(load_network(files[0]), game, str(files[0])) if files else None


def fitting(network: Network, game: Game, name: str) -> Network:
    """The network, if it was trained for the rules of this game."""
    if network.shape.widths != game.input_widths:
        other = network.about.get("game", "another game")
        raise BadNetwork(f"{name} is a network for {other}, and this is {game}; train one with `outplay train {game}`")
    if network.about.get("rules") != rules_digest(game):
        other = network.about.get("game", "another game")
        raise BadNetwork(
            f"{name} was trained for other rules ({other}), and this is {game}; train one with `outplay train {game}`"
        )
    return network


def static_evaluation(game: Game, network: Network | None) -> Callable[[Any], int]:
    """What the engine evaluates the states of a game with, in plain Python: a network, or the game's own function.
    It returns a value for the side to move."""
    if network is None:
        return hooks_of(game, "margin").evaluate
    value, words = network_evaluation(game.rules, network_hook(game, network.shape, 0)), network.words()

    def evaluate(state: Any) -> int:
        return value(state, words)

    return evaluate


def own_folder() -> Path | None:
    """The folder of the networks that were trained here; None if the user has no folder for data."""
    try:
        return data_folder() / "networks"
    except OutplayError:
        return None


def own_path(game: Game) -> Path:
    """Where a network for a game is kept."""
    return data_folder() / "networks" / file_name(game)


def file_name(game: Game) -> str:
    return f"{slug(game)}-{rules_digest(game)[:DIGITS]}{ENDING}"


def slug(game: Game) -> str:
    """The game's text as part of a file name. `ataxx.py:5` is none of `ataxx:5`, the game that comes with outplay."""
    text = str(game)
    head, colon, rest = text.partition(":") if not text.endswith(".py") else (text, "", "")
    return re.sub(r"[^a-z0-9]+", "-", f"{Path(head).name}{colon}{rest}".casefold()).strip("-") or "game"


def is_file(text: str) -> bool:
    """Whether a game's text names a file of rules."""
    return split_path(text)[0].suffix == ".py"


def same(path: Path, game: Game) -> bool:
    """Whether a file's name is that of the game with some digest; `kalah-6-4-…` is none of `kalah-6`."""
    return re.fullmatch(re.escape(slug(game)) + f"-[0-9a-f]{{{DIGITS}}}" + re.escape(ENDING), path.name) is not None


@lru_cache(64)
def rules_digest(game: Game) -> str:
    """A hash of the rules and of what a network's value is added to; it changes when one of these functions does."""
    told = game.heuristics
    functions: list[Callable[..., Any] | None] = [game.moves, game.play, game.outcome, game.to_move]
    functions += [told.features, told.settled_margin]
    parts = [digest(gather(function)) if function else "" for function in functions]
    return digest([], parts, tuple(game.initial), tuple(game.widths.items()), game.input_widths, game.choices)
