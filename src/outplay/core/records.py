"""The record of a game: one readable text for all games, and the files it is kept in.

    game: kalah:6,4
    first: human
    second: engine:level=4
    date: 2026-11-16
    result: second wins by 6

      1. first   3
      2. first   6  [0.31 s]
      3. second  1  [-0.5, 0.02 s]  ; takes nothing

`docs/reference/game-records.md` describes it for people. `read` and `write` are for texts, `load` and `save` for files.
"""

import difflib
import math
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from outplay.core.errors import BadRecord, BadSpec, IllegalMove, OutplayError
from outplay.core.game import Game, Outcome, Position
from outplay.core.registry import game as find_game
from outplay.core.registry import split_path

SEATS = ("first", "second")

HEADERS = ("game", "first", "second", "date", "start", "result", "reason")
"""What a record says before its moves, in this order. Any others are kept as they are, and stand after these."""

MOST_BYTES = 4 << 20
"""A longer file is no record: 10,000 moves with remarks are a megabyte."""

LONGEST_NAME = 200
"""No move has a longer name than this."""

HEADER = re.compile(r"([A-Za-z][A-Za-z0-9 _-]*?)\s*:(.*)")
RESULT = re.compile(r"(?:(first|second) wins(?: by ([0-9]{1,9}))?|draw|unfinished)")
MOVE = re.compile(r"(?:[0-9]+\.(?:\s+|$))?(?:(first|second)(?:\s+|$))?(.*?)\s*(?:\[([^][]*)\])?")
NOTE = re.compile(r"([+-][0-9][0-9.e+-]*)?(?:(?:^|,)\s*([0-9][0-9.e+-]*) ?s)?")


class Turn(NamedTuple):
    """A move, and what was noted beside it: its score for the side that moved, how long it took, a remark."""

    move: int
    score: float | None = None
    seconds: float | None = None
    comment: str = ""


class Record(NamedTuple):
    """A game as it was played. `outcome` is None for a game that was not finished."""

    start: Position
    turns: tuple[Turn, ...] = ()
    outcome: Outcome | None = None
    first: str = ""
    second: str = ""
    date: str = ""
    comment: str = ""
    others: tuple[tuple[str, str], ...] = ()

    @property
    def game(self) -> Game:
        return self.start.game

    def positions(self) -> list[Position]:
        """The start, and the position after each move."""
        places = [self.start]
        for turn in self.turns:
            places.append(places[-1].play(turn.move))
        return places


class Lines(NamedTuple):
    """A record's text taken apart: headers by name, moves, each with the number of its line."""

    headers: dict[str, tuple[int, str]]
    moves: list[tuple[int, str]]
    comments: dict[int, str]
    """Remarks, by how many of `moves` stand before them."""


def write(record: Record) -> str:
    """The record as a text that `read` turns back."""
    usual = record.start == record.game.start()
    places = record.positions()
    values = (
        str(record.game),
        record.first,
        record.second,
        record.date,
        "" if usual else record.start.text,
        result_words(record.outcome, places[-1].outcome() is not None),
        record.outcome.reason if record.outcome else "",
    )
    headers = [*zip(HEADERS, values, strict=True), *record.others]
    lines = [f"{key}: {one_line(value)}" for key, value in headers if one_line(value)]
    lines += [f"; {one_line(record.comment)}"] * bool(one_line(record.comment))
    lines.append("")
    for number, (place, turn) in enumerate(zip(places, record.turns, strict=False), 1):
        name = place.name(turn.move)
        if not reads_back(name, turn.move, place):
            raise BadRecord(f"the move {name!r} cannot be written in a record; its name must have no ; or [ ] in it")
        lines.append(f"{number:3}. {SEATS[place.to_move]:<6}  {name}{note_words(turn)}")
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


def result_words(outcome: Outcome | None, over: bool) -> str:
    """A result as the header has it; a margin of 1 goes without saying when the rules ended the game."""
    if outcome is None:
        return "unfinished"
    if outcome.winner is None:
        return "draw"
    by = f" by {outcome.margin}" if outcome.margin > over else ""
    return f"{SEATS[outcome.winner]} wins{by}"


def note_words(turn: Turn) -> str:
    notes = [] if turn.score is None else [f"{turn.score:+}"]
    notes += [] if turn.seconds is None else [f"{turn.seconds} s"]
    comment = one_line(turn.comment)
    return (f"  [{', '.join(notes)}]" if notes else "") + (f"  ; {comment}" if comment else "")


def one_line(text: str) -> str:
    """The text without line breaks, doubled blanks and what cannot be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def read(text: str, folder: Path | None = None, find: Callable[[str], Game] = find_game) -> Record:
    """The record that a text describes; BadRecord says which line is wrong. `folder` is another place, beside the
    working folder, where a game's own file may be. `find` makes a game of its text."""
    lines = taken_apart(text)
    headers = lines.headers
    number, spec = headers["game"]
    try:
        game = find(located(spec, folder))
    except BadSpec as error:
        raise BadRecord(f"line {number}: {error}") from None
    start, turns = game.start(), list[Turn]()
    if "start" in headers:
        number, position = headers["start"]
        try:
            start = game.position(position)
        except OutplayError as error:
            raise BadRecord(f"line {number}: {error}") from None
    place, remarks = start, dict[int, str]()
    for index, (number, line) in enumerate(lines.moves, 1):
        added, place = turns_of(line, place, number, len(turns))
        turns += added
        remarks[len(turns) - 1] = lines.comments.get(index, "")
    turns = [t._replace(comment=one_line(f"{t.comment} {remarks.get(i, '')}")) for i, t in enumerate(turns)]
    return Record(
        start=start,
        turns=tuple(turns),
        outcome=outcome_of(headers, place),
        **{key: headers[key][1] for key in ("first", "second", "date") if key in headers},
        comment=one_line(lines.comments.get(0, "")),
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
    close = difflib.get_close_matches(key, HEADERS, 1, cutoff=0.75)
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


def turns_of(line: str, place: Position, number: int, before: int) -> tuple[list[Turn], Position]:
    """The moves on one line, usually one, and the position after them."""
    text, _, comment = line.partition(";")
    found = MOVE.fullmatch(text.strip())
    assert found
    seat, name, note = found.groups()
    where = f"line {number}, move {before + 1}"
    if seat and seat != SEATS[place.to_move] and not place.outcome():
        raise BadRecord(f"{where}: the {SEATS[place.to_move]} player is to move, not the {seat}")
    if not name:
        raise BadRecord(f"{where}: there is no move on this line")
    turns = list[Turn]()
    for word in words_of(name, place):
        try:
            if len(word) > LONGEST_NAME:
                raise IllegalMove(f"{shortened(word)} is no move of this game")
            move = place.game.move(word, place)
        except IllegalMove as error:
            raise BadRecord(f"line {number}, move {before + len(turns) + 1}: {error}") from None
        turns.append(Turn(move))
        place = place.play(move)
    score, seconds = numbers_of(note or "", number)
    turns[-1] = Turn(turns[-1].move, score, seconds, one_line(comment))
    return turns, place


def words_of(name: str, place: Position) -> list[str]:
    """One name, which may have blanks in it, or several with blanks between."""
    try:
        place.game.move(name, place)
    except IllegalMove:
        return name.split()
    return [name]


def numbers_of(note: str, number: int) -> tuple[float | None, float | None]:
    """Score and seconds of a note like `+1.25, 0.31 s`."""
    found = NOTE.fullmatch(note.strip())
    try:
        values = [float(text) if text else None for text in (found.groups() if found else ())]
    except ValueError:
        values = []
    if not values or any(value is not None and not math.isfinite(value) for value in values):
        raise BadRecord(f"line {number}: '[{one_line(note)}]' is no note; write [+1.25, 0.31 s], [+1.25] or [0.31 s]")
    return values[0], values[1]


def outcome_of(headers: dict[str, tuple[int, str]], place: Position) -> Outcome | None:
    """The result that the record gives, checked against the position it ends with."""
    outcome = place.outcome()
    reason = headers.get("reason", (0, ""))[1]
    if "result" not in headers:
        return outcome and outcome._replace(reason=reason or outcome.reason)
    number, text = headers["result"]
    found = RESULT.fullmatch(text.casefold())
    if not found:
        raise BadRecord(
            f"line {number}: {text!r} is no result; write `first wins`, `second wins by 3`, `draw` or `unfinished`"
        )
    seat, margin = found.groups()
    unfinished = text.casefold() == "unfinished"
    if outcome is None:
        if unfinished and reason:
            raise BadRecord(f"line {headers['reason'][0]}: an unfinished game has no reason; write it after a `;`")
        if not unfinished and not reason:
            raise BadRecord(
                f"line {number}: the moves do not end the game; give a reason, as in `reason: first resigned`, "
                "or write `result: unfinished`"
            )
        return None if unfinished else Outcome(SEATS.index(seat) if seat else None, int(margin or 0), reason)
    said = None if seat is None else SEATS.index(seat)
    if unfinished or said != outcome.winner or (margin is not None and int(margin) != outcome.margin):
        right = result_words(outcome, True)
        raise BadRecord(f"line {number}: the result is {text!r}, but the moves end in `{right}`")
    return outcome._replace(reason=reason or outcome.reason)


def load(path: Path) -> Record:
    """The record in a file."""
    if path.is_dir():
        raise BadRecord(f"{path} is a folder; give the file of a record")
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise BadRecord(f"there is no file {path}") from None
    except (OSError, ValueError) as error:
        raise BadRecord(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > MOST_BYTES:
        raise BadRecord(f"{path} is too large for a record: more than {MOST_BYTES >> 20} MB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise BadRecord(f"{path}: line {number}: this is not UTF-8 text") from None
    if "\0" in text:
        raise BadRecord(f"{path} is not a text file")
    try:
        return read(text, path.parent)
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


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
