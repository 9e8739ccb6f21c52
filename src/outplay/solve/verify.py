"""Checks certificates, in plain Python that knows the rules of games and nothing of search, engine or compiler.

For each claim, that a player gets at least some margin, a certificate holds a strategy. The checker walks through all
positions that can arise: it follows every legal move of the other player and takes the player's own from the file, the
next entry wherever a new position asks for one. docs/reference/certificates.md has the format, and why that is a proof.
"""

import functools
import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.errors import BadProof, OutplayError
from outplay.core.game import Game, Position
from outplay.core.registry import game as find_game
from outplay.core.specs import name_of

IN_A_ROW, PLAYERS = ("mnk", "gomoku", "tic-tac-toe"), ("first", "second")


class Claim(NamedTuple):
    player: int
    least: int  # the margin that this player, 0 or 1, gets at least; negative if the other wins by no more


class Verified(NamedTuple):
    position: Position
    claims: tuple[Claim, ...]
    entries: int  # of the file
    positions: int  # that were walked through


def verify(path: str | Path, advance: Callable[[int], None] = lambda positions: None) -> Verified:
    """What the certificate in a file proves; BadProof if it proves nothing. `advance` is told how far it is.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = outplay.solve(outplay.game("tic-tac-toe").start(), proof=f"{folder}/draw.proof")
    ...     outplay.verify(f"{folder}/draw.proof").claims
    (Claim(player=0, least=0), Claim(player=1, least=0))
    """
    try:
        with (gzip.open if str(path).endswith(".gz") else open)(path, "rb") as file:
            return checked(Source(file), advance)  # type: ignore[arg-type]
    except OutplayError as error:
        raise BadProof(f"{path}: {error}") from None
    except (ValueError, EOFError, zlib.error, OSError) as error:
        raise BadProof(f"{path}: {getattr(error, 'strerror', None) or 'the file is damaged or none'}") from None


class Source:
    """The lines of a certificate: `line` is the current one, and `digest` a hash of all those before it."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file, self.number, self.digest, self.raw, self.entries = file, 0, hashlib.sha256(), b"", 0
        self.advance()

    def advance(self) -> None:
        self.digest.update(self.raw)
        self.raw = self.file.readline()
        self.line, self.number = self.raw.decode().rstrip("\n"), self.number + 1

    def field(self, name: str) -> str:
        """What stands after the name in the current line, which must begin with it."""
        head, _, text = self.line.partition(": ")
        if head != name:
            raise BadProof(f"line {self.number} should begin with {name}: ")
        self.advance()
        return text

    def tokens(self) -> Iterator[str]:
        """The entries up to the next claim or the end."""
        while self.line and not self.line.startswith(("claim: ", "end: ")):
            for token in self.line.split(" "):
                self.entries += 1
                yield token
            self.advance()


def checked(source: Source, advance: Callable[[int], None]) -> Verified:
    if source.field("outplay certificate") != "1":
        raise BadProof("it is a certificate of a version that is not known here")
    game = find_game(source.field("game"))
    rules, position = source.field("rules"), game.position(source.field("position"))
    if rules != digest_of_rules(game):
        raise BadProof(f"it belongs to other rules of {game} than those that are known here")
    claims, positions = list[Claim](), 0
    while source.line.startswith("claim: "):
        player, _, least = source.field("claim").partition(" at least ")
        claims.append(Claim(PLAYERS.index(player), int(least)))
        tokens = source.tokens()
        positions += walk(position, claims[-1], lambda state, tokens=tokens: next(tokens, ""), advance)  # type: ignore[misc]
        if next(tokens, None) is not None:
            raise BadProof(f"line {source.number}: there are more entries than the proof needs")
    end = f"end: {source.entries} entries, sha256 {source.digest.hexdigest()}\n"
    if not claims or source.raw != end.encode() or source.file.read(1):
        raise BadProof(f"line {source.number}: the number of entries or the checksum is wrong: the file is damaged")
    return Verified(position, tuple(claims), source.entries, positions)


def digest_of_rules(game: Game) -> str:
    """A hash of what the rules say along some games of pseudo-random moves."""
    found, number = hashlib.sha256(), 1
    for _ in range(20):
        state = game.initial
        for _ in range(100):
            outcome = int(game.outcome(state))
            moves = legal_moves(game, state) if outcome == GOING_ON else []
            found.update(repr((tuple(state), outcome, int(game.to_move(state)), moves)).encode())
            if not moves:
                break
            number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
            state = game.play(state, moves[(number >> 33) % len(moves)])
    return found.hexdigest()[:32]


def legal_moves(game: Game, state: Any) -> list[int]:
    if game.moves_as_mask:
        return [move for move, bit in enumerate(bin(game.moves(state))[:1:-1]) if bit == "1"]
    out = [0] * game.choices
    return out[: game.moves(state, out)]


def walk(root: Position, claim: Claim, entry: Callable[[Any], str], advance: Callable[[int], None]) -> int:
    """Walks through all positions that can arise if the player does what `entry(state)` says; returns their number.

    BadProof if the player does not get the margin in each of them after finitely many moves.
    """
    game, proven, on_the_way = root.game, set[Any](), set[Any]()
    stack: list[tuple[Any, list[Any]]] = [(None, [root.state])]
    while stack:
        state, pending = stack[-1]
        if not pending:
            stack.pop()
            on_the_way.discard(state)
            proven.add(state)
            advance(len(proven))
            continue
        state = pending.pop()
        if state in proven:
            continue
        if state in on_the_way:
            raise BadProof(f"the position {Position(game, state).text} leads back to itself")
        outcome, own, following = game.outcome(state), game.to_move(state) == claim.player, list[Any]()
        if outcome == GOING_ON:
            following = after(Position(game, state), entry(state), claim.least) if own else all_after(game, state)
        elif (outcome if own else -outcome) < claim.least:
            raise BadProof(f"the position {Position(game, state).text} ends with less than is claimed")
        on_the_way.add(state)
        stack.append((state, following))
    return len(proven) - 1


def all_after(game: Game, state: Any) -> list[Any]:
    moves = legal_moves(game, state)
    if not moves:
        raise BadProof(f"there is no legal move in {Position(game, state).text}, and the game is not over")
    return [game.play(state, move) for move in moves]


def after(position: Position, entry: str, least: int) -> list[Any]:
    """The positions that remain to be proven after an entry: the one after its move, or none."""
    game, potential, (move, colon, pairs) = position.game, entry[-1:] == "*", entry.removesuffix("*").partition(":")
    if not (entry and move.isdecimal() and int(move) in legal_moves(game, position.state)):
        raise BadProof(f"{entry!r} is no legal entry in {position.text}" if entry else "the file ends within the proof")
    child = game.play(position.state, int(move))
    if entry == move:
        return [child]
    if least > 0 or name_of(str(game)) not in IN_A_ROW or game.outcome(child) != GOING_ON or (colon and potential):
        raise BadProof(f"the entry {entry!r} in {position.text} ends nothing")
    opponent, player = child  # the marks of the side to move, and those of the other
    board: Any = game.board
    lines = [line for line in lines_of(board.rows, board.columns, board.in_a_row) if not line & player]
    if not (potential_holds(lines, opponent) if potential else pairs_hold(lines, opponent, pairs)):
        raise BadProof(f"the entry {entry!r} in {position.text} leaves the opponent a line")
    return []


@functools.cache
def lines_of(rows: int, columns: int, k: int) -> list[int]:
    """All lines of K adjacent cells of a board, as sets of bits."""
    lines = []
    for row, column in ((row, column) for row in range(rows) for column in range(columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if row + (k - 1) * down < rows and 0 <= column + (k - 1) * right < columns:
                lines.append(sum(1 << (row + i * down) * columns + column + i * right for i in range(k)))
    return lines


def pairs_hold(lines: list[int], taken: int, pairs: str) -> bool:
    """Whether each line contains one of the pairs of cells, all of them free and different."""
    cells = [tuple(int(cell) for cell in pair.split("-")) for pair in pairs.split(",") if pair]
    different = {cell for pair in cells for cell in pair if len(pair) == 2 and 0 <= cell < 10_000}
    masks = [1 << pair[0] | 1 << pair[1] for pair in cells] if len(different) == 2 * len(cells) else []
    return all(any(line & ~taken & mask == mask for mask in masks) for line in lines)


def potential_holds(lines: list[int], taken: int) -> bool:
    """Whether the weight of all lines stays below 1 whatever the opponent, who is to move, plays next."""
    free = [(line & ~taken, 0.5 ** (line & ~taken).bit_count()) for line in lines]
    cells = range(max(lines, default=0).bit_length())
    gain = max((sum(weight for line, weight in free if line >> cell & 1) for cell in cells), default=0)
    return sum(weight for _, weight in free) + gain < 1
