"""Checks certificates, in plain Python that knows the rules of games and nothing of search, engine or compiler.

For each claim, that a player gets at least some margin, a certificate holds a strategy. The checker walks through all
positions that can arise: it follows every legal move of the other player and takes the player's own from the file, the
next entry wherever a new position asks for one. docs/reference/certificates.md has the format, and why that is a proof.
"""

import functools
import gzip
import hashlib
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.errors import BadProof, OutplayError
from outplay.core.game import Game, Position
from outplay.core.registry import game as find_game
from outplay.core.specs import name_of

HEADER = re.compile(r"outplay certificate: (.*)\ngame: (.*)\nrules: (.*)\nposition: (.*)\n")
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
            return checked(file.read(), advance)
    except OutplayError as error:
        raise BadProof(f"{path}: {error}") from None
    except (ValueError, EOFError, zlib.error, OSError) as error:
        raise BadProof(f"{path}: {getattr(error, 'strerror', None) or 'the file is damaged or none'}") from None


def checked(data: bytes, advance: Callable[[int], None]) -> Verified:
    body, found, end = data.rpartition(b"end: ")
    head, *parts = (body if found else end).decode().split("claim: ")
    header = HEADER.fullmatch(head)
    if not header:
        raise BadProof("the file should begin with outplay certificate: 1, game, rules and position")
    version, name, rules, text = header.groups()
    if version != "1":
        raise BadProof("it is a certificate of a version that is not known here")
    game = find_game(name)
    position = game.position(text)
    if rules != digest_of_rules(game):
        raise BadProof(f"it belongs to other rules of {game} than those that are known here")
    claims, entries, positions = list[Claim](), 0, 0
    for part in parts:
        first, *lines = part.split("\n")
        player, _, least = first.partition(" at least ")
        claims.append(Claim(PLAYERS.index(player), int(least)))
        tokens = (token for line in lines for token in line.split())
        positions += walk(position, claims[-1], lambda state, tokens=tokens: next(tokens, ""), advance)  # type: ignore[misc]
        if next(tokens, None) is not None:
            raise BadProof("there are more entries than the proof needs")
        entries += sum(len(line.split()) for line in lines)
    if not claims or end != f"{entries} entries, sha256 {hashlib.sha256(body).hexdigest()}\n".encode():
        raise BadProof("the number of entries or the checksum is wrong: the file is damaged")
    return Verified(position, tuple(claims), entries, positions)


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
            if own:
                following = after(Position(game, state), entry(state), claim.least)
            elif not (following := [game.play(state, move) for move in legal_moves(game, state)]):
                raise BadProof(f"there is no legal move in {Position(game, state).text}, and the game is not over")
        elif (outcome if own else -outcome) < claim.least:
            raise BadProof(f"the position {Position(game, state).text} ends with less than is claimed")
        on_the_way.add(state)
        stack.append((state, following))
    return len(proven) - 1


def after(position: Position, entry: str, least: int) -> list[Any]:
    """The positions that remain to be proven after an entry: the one after its move, or none."""
    game, (move, colon, pairs) = position.game, entry.removesuffix("*").partition(":")
    if not (entry and move.isdecimal() and int(move) in legal_moves(game, position.state)):
        raise BadProof(f"{entry!r} is no legal entry in {position.text}" if entry else "the file ends within the proof")
    child = game.play(position.state, int(move))
    if entry == move:
        return [child]
    if game.outcome(child) != GOING_ON or (colon and entry[-1] == "*") or not ends(game, child, least, colon, pairs):
        raise BadProof(f"the entry {entry!r} in {position.text} ends nothing")
    return []


def ends(game: Game, state: Any, least: int, colon: str, text: str) -> bool:
    """Whether pairs or the potential keep the other player, who is to move, from all that would change the margin."""
    board: Any = game.board
    pairs = [(int(first), int(second)) for first, second in (pair.split("-") for pair in text.split(",") if pair)]
    if len({cell for pair in pairs for cell in pair}) < 2 * len(pairs):
        return False
    if name_of(str(game)) in IN_A_ROW and least <= 0:
        lines = [line for line in lines_of(board.rows, board.columns, board.in_a_row) if not line & state.theirs]
        return pairs_hold(lines, state.mine, pairs) if colon else potential_holds(lines, state.mine)
    if name_of(str(game)) == "squatter" and colon and state.lost.bit_count() - state.held.bit_count() >= least:
        return not loop_left(board.rows, state.mine, state.held, state.theirs | state.held | state.lost, pairs)
    return False


@functools.cache
def lines_of(rows: int, columns: int, k: int) -> list[int]:
    """All lines of K adjacent cells of a board, as sets of bits."""
    lines = []
    for row, column in ((row, column) for row in range(rows) for column in range(columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if row + (k - 1) * down < rows and 0 <= column + (k - 1) * right < columns:
                lines.append(sum(1 << (row + i * down) * columns + column + i * right for i in range(k)))
    return lines


def pairs_hold(lines: list[int], taken: int, pairs: list[tuple[int, int]]) -> bool:
    """Whether each line contains one of these pairs of different cells, both of them free."""
    return all(any((line & ~taken) >> a & (line & ~taken) >> b & 1 for a, b in pairs) for line in lines)


def potential_holds(lines: list[int], taken: int) -> bool:
    """Whether the weight of all lines stays below 1 whatever the opponent, who is to move, plays next."""
    free = [(line & ~taken, 0.5 ** (line & ~taken).bit_count()) for line in lines]
    cells = range(max(lines, default=0).bit_length())
    gain = max((sum(weight for line, weight in free if line >> cell & 1) for cell in cells), default=0)
    return sum(weight for _, weight in free) + gain < 1


def loop_left(size: int, mine: int, held: int, others: int, pairs: list[tuple[int, int]]) -> bool:
    """Whether a player can still get all cells beside some cells that hang together, none of them on the edge, and not
    all of them `held`: none of the `others`, not both of a pair. True also if a cell of a pair is taken."""
    inner = {cell for cell in range(size * size) if 0 < cell // size < size - 1 and 0 < cell % size < size - 1}
    never = [{cell} for cell in range(size * size) if others >> cell & 1] + [set(pair) for pair in pairs]
    waiting, seen = [frozenset([cell]) for cell in inner if not held >> cell & 1], set[frozenset[int]]()
    while waiting:
        inside = waiting.pop()
        beside = {cell + step for cell in inside for step in (-size, -1, 1, size)} - inside
        wrong = next((cells for cells in never if cells <= beside), None)
        if wrong is None:
            return True
        larger = {inside | {cell} for cell in wrong & inner} - seen  # one of them must be inside
        seen |= larger
        waiting += larger
    return any((mine | others) >> cell & 1 or cell >= size * size for pair in pairs for cell in pair)
