"""How games and positions are pickled: by name, because functions that were made at run time cannot be stored.

A game that `outplay.game` made is stored as its text, with the absolute path of its file; a game that a program made
by hand as the module and the name it is bound to there. A position is its game and the numbers of its state. Who loads
the pickle needs the same game under the same name.
"""

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from pickle import PicklingError
from typing import Any

from outplay.core.errors import BadPosition, BadSpec
from outplay.core.game import Game, Position
from outplay.core.registry import ADDRESSES, USER_MODULE, address_of, split_path
from outplay.core.registry import game as find_game

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]
"""What `__reduce__` returns: a function and the arguments with which it makes the object again."""


def reduce_game(game: Game) -> Reduced:
    """A game by its text, or by the name it has in a module."""
    if game in ADDRESSES:
        return game_of_text, (game.spec, ADDRESSES[game])
    found = find_attribute(game)
    if found is None:
        raise PicklingError(
            f"the game {game} cannot be pickled: no module has it under a name. Bind it at the top level of a module, "
            "as in game = Game(…), or put it into a file and take it from outplay.game('my_game.py')"
        )
    return game_of_module, found


def find_attribute(game: Game) -> tuple[str, str] | None:
    """The module and the name that a game is bound to; the module of its rules is looked at first."""
    modules = dict.fromkeys((game.play.__module__, "__main__", *sys.modules))
    for module in modules:
        if module.startswith(USER_MODULE):
            continue  # no other process can import it by this name
        for name, value in list(getattr(sys.modules.get(module), "__dict__", {}).items()):
            if value is game:
                return module, name
    return None


def game_of_text(spec: str, address: str) -> Game:
    """The game of a text; `address` is the same text with an absolute path.

    A game of the same file that this process has already made is taken, so that its positions fit the engines made for
    it. The file is looked for in the working folder if it is no longer where it was.
    """
    made = [game for game, where in ADDRESSES.items() if where == address and game.spec == spec]
    if made:
        return made[-1]
    path = split_path(address)[0]
    moved = path.suffix == ".py" and not path.is_file() and split_path(spec)[0].is_file()
    return find_game(spec if moved or address_of(spec) == address else address)


def game_of_module(module: str, name: str) -> Game:
    """The game that a module has under a name."""
    found = vars(importlib.import_module(module)).get(name)
    if not isinstance(found, Game):
        file = getattr(sys.modules[module], "__file__", None)
        where = f"{module} ({Path(file).name})" if file else module
        raise BadSpec(f"a pickle asks for the game {name!r} of the module {where}, which has none of that name")
    return found


def position_of_fields(game: Game, fields: tuple[int, ...]) -> Position:
    """The position with these values of its state's fields."""
    names = game.initial._fields
    if len(fields) != len(names):
        raise BadPosition(
            f"the pickled position has {len(fields)} fields, and a state of {game} has {len(names)}: "
            "the rules have changed since it was written"
        )
    return game.checked_position(type(game.initial)(*fields))
