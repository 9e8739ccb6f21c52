"""The record of a game: one readable text for all games, and the files it is kept in.

    game: kalah:6,4
    first: human
    second: engine:level=4
    date: 2026-11-16
    result: second wins
    ending: resignation
    reason: the first player resigned

      1. first   3
      2. first   6  [0.31 s]
      3. second  1  [-0.5, 0.02 s, depth 3, 1042 nodes]  ; captures nothing

`docs/reference/game-records.md` describes it for users. `read` and `write` are for texts, `load` and `save` for files.
"""

import difflib
import math
import os
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from outplay.core.errors import BadRecord, BadSpec, IllegalMove, OutplayError
from outplay.core.game import Game, Outcome, Position
from outplay.core.notebook import Row
from outplay.core.registry import game as find_game
from outplay.core.registry import split_path
from outplay.core.results import Ending, GameResult, MoveRecord

SIDES = ("first", "second")

HEADERS = ("game", "first", "second", "date", "start", "result", "ending", "reason")
"""The headers that have a meaning, in the order in which they are written. Others are kept, and written after these."""

MOST_BYTES = 4 << 20
"""A longer file is refused: 10,000 moves with comments are a megabyte."""

LONGEST_NAME = 200
"""The most characters that the name of a move may have."""

HEADER = re.compile(r"([A-Za-z][A-Za-z0-9 _-]*?)\s*:(.*)")
RESULT = re.compile(r"(?:(first|second) wins(?: by ([0-9]{1,9}))?|draw|unfinished)")
MOVE = re.compile(r"(?:[0-9]+\.(?:\s+|$))?(?:(first|second)(?:\s+|$))?(.*?)\s*(?:\[([^][]*)\])?")
NOTE = re.compile(
    r"([+-][0-9][0-9.e+-]*)?(?:(?:^|,)\s*([0-9][0-9.e+-]*) ?s)?"
    r"(?:(?:^|,)\s*depth ([0-9]{1,9}))?(?:(?:^|,)\s*([0-9]{1,18}) nodes)?",
    re.ASCII,
)
NO_COMMENTS: Mapping[int, str] = MappingProxyType({})


class Record(NamedTuple):
    """A game as it was played."""

    start: Position
    moves: tuple[MoveRecord[int], ...] = ()
    result: GameResult | None = None
    """None for a game that was not finished."""
    first: str = ""
    second: str = ""
    """Who played."""
    date: str = ""
    comments: Mapping[int, str] = NO_COMMENTS
    """Comments by the number of the move they stand beside, from 1; 0 is the comment on the whole game."""
    others: tuple[tuple[str, str], ...] = ()
    """Headers that have no meaning here, in their order."""

    @property
    def game(self) -> Game:
        return self.start.game

    def __reduce__(self) -> tuple[type["Record"], tuple[object, ...]]:
        """For pickle and copy, which do not take NO_COMMENTS."""
        return Record, tuple(self._replace(comments=dict(self.comments)))

    @property
    def opening(self) -> int:
        """How many of the moves an opening dictated, as the header `opening` of the arena's records says; 0 if it says
        something else, such as the name of an opening."""
        text = dict(self.others).get("opening", "")
        return int(text) if re.fullmatch("[0-9]{1,9}", text, re.ASCII) else 0

    def to_rows(self) -> list[Row]:
        """The moves for `pandas.DataFrame` or `polars.DataFrame`: a row for each, with what is known of it."""
        from outplay.core.record_html import rows_of

        return rows_of(self)

    def __str__(self) -> str:
        return write(self)

    def _repr_html_(self) -> str:
        from outplay.core.record_html import record_html

        return record_html(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def positions(self) -> list[Position]:
        """The start, and the position after each move."""
        positions = [self.start]
        for played in self.moves:
            positions.append(positions[-1].play(played.move))
        return positions


class Lines(NamedTuple):
    """The parts of a record's text, each with the number of its line."""

    headers: dict[str, tuple[int, str]]
    moves: list[tuple[int, str]]
    comments: dict[int, str]
    """Lines that are comments, joined, by how many of `moves` stand before them."""


def write(record: Record) -> str:
    """The record as a text that `read` turns back."""
    positions = record.positions()
    result = record.result
    values = (
        str(record.game),
        record.first,
        record.second,
        record.date,
        "" if record.start == record.game.start() else record.start.text,
        result_words(result and result.outcome, positions[-1].outcome() is not None),
        result.ending.value if result else "",
        result.detail if result else "",
    )
    headers = [*zip(HEADERS, values, strict=True), *record.others]
    lines = [f"{key}: {one_line(value)}" for key, value in headers if one_line(value)]
    comment = one_line(record.comments.get(0, ""))
    lines += [f"; {comment}"] * bool(comment)
    lines.append("")
    for number, (position, played) in enumerate(zip(positions, record.moves, strict=False), 1):
        name = position.name(played.move)
        if not reads_back(name, played.move, position):
            raise BadRecord(f"the move {name!r} cannot be written in a record; its name must have no ; or [ ] in it")
        note, comment = note_words(played), one_line(record.comments.get(number, ""))
        beside = (f"  [{note}]" if note else "") + (f"  ; {comment}" if comment else "")
        lines.append(f"{number:3}. {SIDES[position.to_move]:<6}  {name}{beside}")
    return "\n".join(lines) + "\n"


def reads_back(name: str, move: int, position: Position) -> bool:
    """Whether a move's name, in a line of a record, is read as that move."""
    found = MOVE.fullmatch(one_line(f"1. first {name}"))
    try:
        return (
            ";" not in name
            and len(name) <= LONGEST_NAME
            and found is not None
            and position.game.move(found[2], position) == move
        )
    except IllegalMove:
        return False


def result_words(outcome: Outcome | None, by_rules: bool) -> str:
    """A result as the header has it; a margin of 1 is not written where the rules ended the game."""
    if outcome is None:
        return "unfinished"
    if outcome.winner is None:
        return "draw"
    by = f" by {outcome.margin}" if outcome.margin > by_rules else ""
    return f"{SIDES[outcome.winner]} wins{by}"


def note_words(played: MoveRecord[int] | MoveRecord[str]) -> str:
    """What is written in brackets beside a move.

    >>> note_words(MoveRecord(3, 0.31, 1.25, 12, 48210))
    '+1.25, 0.31 s, depth 12, 48210 nodes'
    """
    notes = [] if played.score is None else [f"{played.score:+}"]
    notes += [] if played.seconds is None else [f"{without_exponent(played.seconds)} s"]
    notes += [] if played.depth is None else [f"depth {played.depth}"]
    notes += [] if played.nodes is None else [f"{played.nodes} nodes"]
    return ", ".join(notes)


def without_exponent(number: float) -> str:
    """A number in full, so that reading it gives the same number again.

    >>> without_exponent(0.31), without_exponent(3.45e-05), without_exponent(2)
    ('0.31', '0.0000345', '2')
    """
    text = repr(number)
    return f"{Decimal(text):f}" if "e" in text else text


def one_line(text: str) -> str:
    """The text without line breaks, doubled blanks and characters that cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def read(text: str, folder: Path | None = None, find: Callable[[str], Game] = find_game) -> Record:
    """The record that a text describes; BadRecord names the line that is wrong.

    `folder` is where a game's own file is looked for beside the working folder. `find` makes a game of its text.
    """
    lines = taken_apart(text)
    headers = lines.headers
    number, spec = headers["game"]
    try:
        game = find(located(spec, folder))
    except BadSpec as error:
        raise BadRecord(f"line {number}: {error}") from None
    start, moves = game.start(), list[MoveRecord[int]]()
    if "start" in headers:
        number, text_of_start = headers["start"]
        try:
            start = game.position(text_of_start)
        except OutplayError as error:
            raise BadRecord(f"line {number}: {error}") from None
    position, comments = start, {0: lines.comments.get(0, "")}
    for index, (number, line) in enumerate(lines.moves, 1):
        added, position, comment = moves_of(line, position, number, len(moves))
        moves += added
        comments[len(moves)] = f"{comment} {lines.comments.get(index, '')}"
    return Record(
        start=start,
        moves=tuple(moves),
        result=result_of(headers, position),
        **{key: headers[key][1] for key in ("first", "second", "date") if key in headers},
        comments={at: one_line(comment) for at, comment in comments.items() if one_line(comment)},
        others=tuple((key, value) for key, (_, value) in headers.items() if key not in HEADERS),
    )


def taken_apart(text: str) -> Lines:
    headers, moves, comments = dict[str, tuple[int, str]](), list[tuple[int, str]](), dict[int, str]()
    in_moves = False
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = one_line(raw)
        if line.startswith(";"):
            comments[len(moves)] = f"{comments.get(len(moves), '')} {line[1:]}"
        elif not line:
            in_moves = in_moves or bool(headers)
        elif line == "---":
            raise BadRecord(
                f"line {number}: another game begins here; give a file with one, as "
                "`outplay export NAME game.txt --game 3` writes it"
            )
        elif in_moves:
            moves.append((number, line))
        else:
            key, value = header_of(line, number)
            if key in headers:
                raise BadRecord(f"line {number}: {key} is said a second time; the first is on line {headers[key][0]}")
            headers[key] = number, value
    if not headers:
        raise BadRecord("the file is empty; a record begins with a line like `game: kalah:6,4`")
    if "game" not in headers:
        raise BadRecord("the record does not name its game; write a line like `game: kalah:6,4` at its top")
    return Lines(headers, moves, comments)


def header_of(line: str, number: int) -> tuple[str, str]:
    found = HEADER.fullmatch(line)
    if not found:
        raise BadRecord(
            f"line {number}: {shortened(line)} is no line of a record; it begins with lines like `game: kalah:6,4`, "
            "and an empty line stands before the moves"
        )
    key = found[1].casefold()
    close = difflib.get_close_matches(key, HEADERS, 1, cutoff=0.78)
    if key not in HEADERS and close:
        raise BadRecord(f"line {number}: a record has no {key!r}; did you mean {close[0]}?")
    if not found[2].strip():
        raise BadRecord(f"line {number}: {key} is empty; write it after the colon, or leave the line out")
    return key, found[2].strip()


def shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}…")


def located(spec: str, folder: Path | None) -> str:
    """The game's text; if it names a file that is beside the record and not here, with the folder."""
    path, colon, rest = split_path(spec)
    if folder is None or path.suffix != ".py" or path.exists() or not (folder / path).is_file():
        return spec
    return f"{folder / path}{colon}{rest}"


def moves_of(line: str, position: Position, number: int, before: int) -> tuple[list[MoveRecord[int]], Position, str]:
    """The moves on one line, usually one, the position after them, and the comment. A note is on the last of them."""
    text, _, comment = line.partition(";")
    found = MOVE.fullmatch(text.strip())
    assert found
    side, name, note = found.groups()
    where = f"line {number}, move {before + 1}"
    if side and side != SIDES[position.to_move] and not position.outcome():
        raise BadRecord(f"{where}: the {SIDES[position.to_move]} player is to move, not the {side}")
    if not name:
        raise BadRecord(f"{where}: there is no move on this line")
    moves = list[MoveRecord[int]]()
    for word in words_of(name, position):
        try:
            if len(word) > LONGEST_NAME:
                raise IllegalMove(f"{shortened(word)} is no move of this game")
            move = position.game.move(word, position)
        except IllegalMove as error:
            raise BadRecord(f"line {number}, move {before + len(moves) + 1}: {error}") from None
        moves.append(MoveRecord(move))
        position = position.play(move)
    moves[-1] = noted(moves[-1], note or "", number)
    return moves, position, comment


def words_of(name: str, position: Position) -> list[str]:
    """One name, which may have blanks in it, or several with blanks between."""
    try:
        position.game.move(name, position)
    except IllegalMove:
        return name.split()
    return [name]


def noted(played: MoveRecord[int], note: str, number: int) -> MoveRecord[int]:
    """A move with what its note, as in `+1.25, 0.31 s, depth 12, 48210 nodes`, says of it."""
    found = NOTE.fullmatch(note.strip())
    try:
        score, seconds = (float(text) if text else None for text in (found.group(1, 2) if found else ("x", "x")))
    except ValueError:
        score = seconds = math.nan
    if not found or not all(value is None or math.isfinite(value) for value in (score, seconds)):
        raise BadRecord(
            f"line {number}: '[{one_line(note)}]' is no note; write [+1.25, 0.31 s], [+1.25] or [0.31 s], "
            "with depth 12 and 48210 nodes after it if they are known"
        )
    depth, nodes = (int(text) if text else None for text in found.group(3, 4))
    return MoveRecord(played.move, seconds, score, depth, nodes)


def result_of(headers: dict[str, tuple[int, str]], position: Position) -> GameResult | None:
    """The result that the headers give, checked against the last position."""
    outcome = position.outcome()
    reason = headers.get("reason", (0, ""))[1]
    ending = ending_of(headers, outcome is not None)
    if "result" not in headers:
        if outcome is None and ending:
            raise BadRecord(f"line {headers['ending'][0]}: a game that ended has a result; write `result: first wins`")
        return GameResult.by_rules(outcome._replace(reason=reason or outcome.reason)) if outcome else None
    number, text = headers["result"]
    found = RESULT.fullmatch(text.casefold())
    if not found:
        raise BadRecord(
            f"line {number}: {text!r} is no result; write `first wins`, `second wins by 3`, `draw` or `unfinished`"
        )
    side, margin = found.groups()
    winner = None if side is None else SIDES.index(side)
    unfinished = text.casefold() == "unfinished"
    if outcome:
        if unfinished or winner != outcome.winner or (margin is not None and int(margin) != outcome.margin):
            right = result_words(outcome, True)
            raise BadRecord(f"line {number}: the result is {text!r}, but the moves end in `{right}`")
        return GameResult.by_rules(outcome._replace(reason=reason or outcome.reason))
    if unfinished:
        for key in ("ending", "reason"):
            if key in headers:
                raise BadRecord(f"line {headers[key][0]}: an unfinished game has no {key}; write it after a `;`")
        return None
    if not reason and not ending:
        raise BadRecord(
            f"line {number}: the moves do not end the game; give a reason, as in `reason: first resigned`, "
            "or an `ending`, or write `result: unfinished`"
        )
    return GameResult(winner, int(margin or 0), ending or ending_in(reason), reason)


def ending_of(headers: dict[str, tuple[int, str]], by_rules: bool) -> Ending | None:
    """The ending that a header names, checked against whether the moves end the game; None without that header."""
    if "ending" not in headers:
        return None
    number, text = headers["ending"]
    try:
        ending = Ending(text.casefold())
    except ValueError:
        raise BadRecord(f"line {number}: {text!r} is no ending; there are {', '.join(Ending)}") from None
    if by_rules != (ending is Ending.RULES):
        does = "the moves end the game by its rules" if by_rules else "the moves do not end the game"
        raise BadRecord(f"line {number}: the ending is `{ending}`, but {does}")
    return ending


def ending_in(reason: str) -> Ending:
    """The ending that a reason in a user's words means, in a record that names none: older ones do not.

    >>> ending_in("x resigned"), ending_in("lost on time"), ending_in("agreed")
    (<Ending.RESIGNATION: 'resignation'>, <Ending.TIMEOUT: 'timeout'>, <Ending.ADJUDICATION: 'adjudication'>)
    """
    words = reason.casefold()
    if "resign" in words or "gave up" in words:
        return Ending.RESIGNATION
    return Ending.TIMEOUT if "time" in words else Ending.ADJUDICATION


def load(path: Path) -> Record:
    """The record in a file."""
    text = text_of(path)
    try:
        return read(text, path.parent)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def text_of(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file of records, if it has at most so many bytes."""
    if path.is_dir():
        raise BadRecord(f"{path} is a folder; give the file of a record")
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise BadRecord(f"there is no file {path}") from None
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > most:
        raise BadRecord(f"{path} is too large for a record: more than {most >> 20} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{path}: line {number}: this is not UTF-8 text") from None
    if "\0" in text:
        raise BadRecord(f"{path} is not a text file")
    return text


def check_writable(path: Path) -> None:
    """Raises BadRecord if a record could not be saved as a new file of this name."""
    if path.is_dir():
        raise BadRecord(f"{path} is a folder; give the name of a file, as in {path / 'game.txt'}")
    if path.exists():
        raise BadRecord(f"{path} exists already; choose another name, or remove it first")
    if not path.parent.is_dir():
        raise BadRecord(f"there is no folder {path.parent}; make it first, or save elsewhere")
    if not os.access(path.parent, os.W_OK):
        raise BadRecord(f"{path} cannot be written: nothing can be written in {path.parent.absolute()}; save elsewhere")


def save(record: Record, path: Path, replace: bool = False) -> None:
    """Writes the record to a file, whole or not at all. An existing file is kept unless it is to be replaced."""
    text = write(record)
    if not replace:
        check_writable(path)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with beside.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror}; save elsewhere") from None
