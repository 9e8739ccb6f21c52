"""The interface of every oracle, and the comparison of a game with its oracle ply by ply."""

import random
from collections.abc import Callable
from typing import Any, Protocol


class Oracle(Protocol):
    @property
    def to_move(self) -> int: ...

    def moves(self) -> list[int]: ...

    def play(self, move: int) -> "Oracle": ...

    def result(self) -> tuple[int | None, int] | None:
        """None while the game goes on, else the winner (None in a draw) and the margin."""

    def text(self) -> str: ...


def text_of(position: Any) -> str:
    """The text by which a position is compared with its oracle."""
    return str(position.text)


def cells_of(position: Any) -> str:
    """The drawn board's cells without labels, rows joined by a slash: for games whose text is plain numbers."""
    lines = str(position).splitlines()
    labels = lines[0].split()
    board = lines[1 : lines.index(lines[0], 1)]
    return "/".join("".join(line.split()[1 : len(labels) + 1]) for line in board)


def agree(position: Any, oracle: Oracle, look: Callable[[Any], str] = text_of) -> None:
    """Asserts that the game and the oracle agree in one position."""
    outcome = position.outcome()
    result = None if outcome is None else (outcome.winner, outcome.margin)
    said = (look(position), position.to_move, position.moves(), result)
    right = (oracle.text(), oracle.to_move, tuple(sorted(oracle.moves())), oracle.result())
    assert said == right, f"the game says {said}, and the oracle {right}"


def walk(
    position: Any, oracle: Oracle, seed: int, look: Callable[[Any], str] = text_of, most: int = 10_000
) -> tuple[Any, list[int]]:
    """A random game from there, compared at every ply; returns the last position and the moves."""
    choose = random.Random(seed)
    played: list[int] = []
    agree(position, oracle, look)
    while oracle.moves() and len(played) < most:
        move = choose.choice(oracle.moves())
        position, oracle = position.play(move), oracle.play(move)
        played.append(move)
        agree(position, oracle, look)
    return position, played
