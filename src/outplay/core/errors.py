"""The exceptions of outplay.

    OutplayError
    ├── BadSpec           no such game or player, or a size or option it does not have
    ├── IllegalMove       a move that the rules do not allow here, or that cannot be read
    ├── BadPosition       a position text that cannot be read or cannot arise
    ├── BadRecord         a game record cannot be read or written; names the line
    ├── BadLimit          a depth, count or time out of range
    ├── BadNetwork        a network's file cannot be read, written or used for a game
    ├── BadTable          an endgame table or a solution cannot be made, read, written or used for a game
    ├── BadProof          a certificate that proves nothing, or a proof that cannot be written or gone on with
    ├── ArenaError        a match or tournament that cannot go on
    ├── StoreError        games cannot be kept or found: says what to do, and that nothing is lost
    ├── PlayerFailure     a player gave no legal move in time, or resigned: says the named ending
    ├── BadConnection     a server that cannot be reached, or that does not keep to the protocol
    └── RuleError         a mistake in a game's file; names the file, the line and what to write instead

Every message is one line that says what is wrong and what would be right.
"""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from outplay.core.results import Ending


class OutplayError(Exception):
    """The base class of all exceptions that outplay raises."""


class BadSpec(OutplayError):
    """No game or player of that name, or a size or option that it does not have."""


class IllegalMove(OutplayError):
    """A move that is not legal in the position, or a text that names no move."""


class BadPosition(OutplayError):
    """A position text that cannot be read, or that no game can reach."""


class BadRecord(OutplayError):
    """A game's record that cannot be read, or a file that cannot be written."""


class BadLimit(OutplayError):
    """A depth, a count or a time out of range."""


class BadNetwork(OutplayError):
    """A network's file that cannot be read or written, or that does not belong to the game."""


class BadTable(OutplayError):
    """An endgame table or a solution that cannot be made, read or written, or that does not belong to the game."""


class BadProof(OutplayError):
    """A certificate that does not prove what it claims, or a proof that cannot be written or continued."""


class ArenaError(OutplayError):
    """A match or tournament that cannot go on; what was played is kept."""


class StoreError(OutplayError):
    """The database of games cannot be used as requested."""


class PlayerFailure(OutplayError):
    """A player ended its game without a legal move: it failed, or it resigned.

    `ending` is the named reason and `detail` a sentence about it. The only exception by which a player ends its game.
    `player` names the player in the message, if it is not empty.
    """

    def __init__(self, ending: "Ending", detail: str, player: str = "") -> None:
        super().__init__(": ".join(filter(None, (player, ending.value, detail))))
        self.ending = ending
        self.detail = detail
        self.player = player

    def __reduce__(self) -> tuple[type["PlayerFailure"], tuple["Ending", str, str]]:
        return type(self), (self.ending, self.detail, self.player)


class BadConnection(OutplayError):
    """A server that cannot be reached, closed the connection, or breaks the protocol."""


class RuleError(OutplayError):
    """A mistake in the code of a game."""

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        if file and Path(file).is_relative_to(Path.cwd()):
            file = str(Path(file).relative_to(Path.cwd()))
        where = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
        super().__init__(where + message)
        self.file = file
        self.line = line
