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
    """The base class of all exceptions that outplay raises.

    >>> try:
    ...     outplay.game("tic-tac-toe").position("nothing")
    ... except outplay.OutplayError as error:
    ...     print(type(error).__name__)
    BadPosition
    """


class BadSpec(OutplayError):
    """No game or player of that name, or a size or option that it does not have.

    >>> outplay.game("tic-tac-tow")
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadSpec: there is no game 'tic-tac-tow'; did you mean tic-tac-toe?
    """


class IllegalMove(OutplayError):
    """A move that is not legal in the position, or a text that names no move.

    >>> outplay.game("tic-tac-toe").position("x../.../...").play(0)
    Traceback (most recent call last):
        ...
    outplay.core.errors.IllegalMove: 'a3' is not legal here; legal moves: b3 c3 a2 b2 c2 a1 b1 c1
    """


class BadPosition(OutplayError):
    """A position text that cannot be read, or that no game can reach.

    >>> outplay.game("tic-tac-toe").position("xx/oo")
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadPosition: a position has 3 rows of 3 cells, with / between rows
    """


class BadRecord(OutplayError):
    """A game's record that cannot be read, or a file that cannot be written.

    >>> from outplay.core.records import read
    >>> read("game: tic-tac-toe\\n\\n1. b2 b2")
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadRecord: line 3, move 2: 'b2' is not legal here; legal moves: a3 b3 c3 a2 c2 a1 b1 c1
    """


class BadLimit(OutplayError):
    """A depth, a count or a time out of range.

    >>> outplay.Engine(outplay.game("tic-tac-toe"), threads=0)
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadLimit: the threads must be 1 or more, not 0
    """


class BadNetwork(OutplayError):
    """A network's file that cannot be read or written, or that does not belong to the game.

    >>> outplay.Engine(outplay.game("tic-tac-toe"), net="a.net")
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadNetwork: a.net cannot be read: No such file or directory; give the file of a network, or none
    """


class BadTable(OutplayError):
    """An endgame table or a solution that cannot be made, read or written, or that does not belong to the game.

    >>> outplay.Solution.load("missing.solution")
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadTable: missing.solution cannot be read: No such file or directory
    """


class BadProof(OutplayError):
    """A certificate that does not prove what it claims, or a proof that cannot be written or continued.

    >>> outplay.verify("missing.proof")
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadProof: missing.proof: No such file or directory
    """


class ArenaError(OutplayError):
    """A match or tournament that cannot go on; what was played is kept.

    >>> raise outplay.ArenaError("there are no players")
    Traceback (most recent call last):
        ...
    outplay.core.errors.ArenaError: there are no players
    """


class StoreError(OutplayError):
    """The database of games cannot be used as requested.

    >>> from outplay.arena.store import Store
    >>> Store("missing-folder/games.db")
    Traceback (most recent call last):
        ...
    outplay.core.errors.StoreError: there is no folder missing-folder; make it first, or give another file with --db
    """


class PlayerFailure(OutplayError):
    """A player ended its game without a legal move: it failed, or it resigned.

    `ending` is the named reason and `detail` a sentence about it. The only exception by which a player ends its game.
    `player` names the player in the message, if it is not empty.

    >>> from outplay.core.results import Ending
    >>> failure = outplay.PlayerFailure(Ending.RESIGNATION, "no move helps", player="Ann")
    >>> failure.player, failure.ending.value, failure.detail
    ('Ann', 'resignation', 'no move helps')
    """

    def __init__(self, ending: "Ending", detail: str, player: str = "") -> None:
        super().__init__(": ".join(filter(None, (player, ending.value, detail))))
        self.ending = ending
        self.detail = detail
        self.player = player

    def __reduce__(self) -> tuple[type["PlayerFailure"], tuple["Ending", str, str]]:
        return type(self), (self.ending, self.detail, self.player)


class BadConnection(OutplayError):
    """A server that cannot be reached, closed the connection, or breaks the protocol.

    >>> raise outplay.BadConnection("the server closed the connection")
    Traceback (most recent call last):
        ...
    outplay.core.errors.BadConnection: the server closed the connection
    """


class RuleError(OutplayError):
    """A mistake in the code of a game.

    >>> raise outplay.RuleError("play failed here", file="my_game.py", line=7)
    Traceback (most recent call last):
        ...
    outplay.core.errors.RuleError: my_game.py:7: play failed here
    """

    def __init__(self, message: str, file: str | None = None, line: int | None = None) -> None:
        if file and Path(file).is_relative_to(Path.cwd()):
            file = str(Path(file).relative_to(Path.cwd()))
        where = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
        super().__init__(where + message)
        self.file = file
        self.line = line
