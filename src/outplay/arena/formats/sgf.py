r"""SGF, the Smart Game Format FF[4], for games of K in a row: GM[4], Gomoku and Renju (https://www.red-bean.com/sgf/).

    (;FF[4]GM[4]CA[UTF-8]SZ[15]PB[Ada]PW[Bob]RE[B+]
    ;B[hh]C[+0.2, 0.31 s];W[ih])

`a` is the first column or row, from the top left, `A` the 27th. Black moves first. The reader reads every tree of a
file, the first variation of each tree, and accepts all other properties; `\` escapes the next character.
"""

import re
from bisect import bisect
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from outplay import __version__
from outplay.arena.formats import UNFINISHED, Found, LeftOut, Source, ended, imported, known_game, named, when
from outplay.arena.formats.cells import BoardRules, Step, board_rules, cell_of, played_out, rules_of
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord
from outplay.core.game import Position
from outplay.core.records import Record, note_words, noted, one_line
from outplay.core.results import Ending, GameResult, MoveRecord
from outplay.core.specs import name_of

LETTERS = ascii_lowercase + ascii_uppercase
USUAL_SIZE = 15
NODES_A_LINE = 8

BEGIN = re.compile(r"\(\s*;")
TOKEN = re.compile(r"([();])|([A-Za-z0-9_]+)|\[((?:[^\]\\]|\\.)*+)\]", re.DOTALL)
RESULT = re.compile(r"([BW])\+(.*)", re.DOTALL)

LOST_BY = {Ending.RESIGNATION: "R", Ending.TIMEOUT: "T", Ending.SILENCE: "T"}
FORFEITS = (Ending.ILLEGAL, Ending.CRASH, Ending.FLOOD)


class Property(NamedTuple):
    """One value of a property, and its line in the file."""

    name: str
    value: str
    line: int


def write(scheduled: ScheduledGame, played: PlayedGame) -> str:
    board = rules_of(scheduled, "SGF")
    if max(board.rows, board.columns) > len(LETTERS):
        raise BadRecord(f"SGF has boards up to 52x52, not {board.columns}x{board.rows}; take --format jsonl or text")
    size = f"{board.columns}" if board.rows == board.columns else f"{board.columns}:{board.rows}"
    usual = {False: "freestyle", True: "standard"}[board.exact] if board.k == 5 else board.spec
    root = {
        "FF": "4",
        "GM": "4",
        "CA": "UTF-8",
        "AP": f"outplay:{__version__}",
        "SZ": size,
        "RU": usual,
        "PB": scheduled.first,
        "PW": scheduled.second,
        "DT": played.began[:10],
        "RO": str(scheduled.round),
        "RE": result_words(played.result),
        "C": f"{played.result.ending}: {played.result.detail}",
    }
    text = "(;" + "".join(f"{name}[{escaped(value)}]" for name, value in root.items() if value)
    for number, move in enumerate(played.moves):
        column, row = cell_of(move.move, scheduled)
        note = note_words(move)
        text += "\n" * (number % NODES_A_LINE == 0) + f";{'BW'[number % 2]}[{LETTERS[column]}{LETTERS[row]}]"
        text += f"C[{escaped(note)}]" if note else ""
    return text + ")\n"


def result_words(result: GameResult) -> str:
    if result.winner is None:
        return "0"
    how = "F" if result.ending in FORFEITS else LOST_BY.get(result.ending, "")
    return f"{'BW'[result.winner]}+{how}"


def escaped(text: str) -> str:
    return one_line(text).replace("\\", "\\\\").replace("]", "\\]")


def unescaped(text: str) -> str:
    return re.sub(r"\\(\r\n|.)", lambda found: "" if found[1] in ("\n", "\r\n") else found[1], text, flags=re.DOTALL)


def charset_of(data: bytes) -> str:
    """The encoding that the property CA of a file names, or latin-1, which can decode any bytes."""
    found = re.search(rb"CA\[([A-Za-z0-9_.:-]{1,40})\]", data)
    name = found[1].decode("ascii") if found else "latin-1"
    try:
        b"a".decode(name, "replace")
    except LookupError:
        return "latin-1"
    return name


def read(source: Source) -> Iterator[Found]:
    number = 0
    for number, properties in enumerate(trees(source), 1):
        yield game_of(source, number, properties)
    if not number:
        raise BadRecord(f"{source.name}: there is no game in this file; SGF begins a game with `(;`")


def trees(source: Source) -> Iterator[list[Property]]:
    """The main line of every game of a file, as a list of properties in their order."""
    breaks = [found.start() for found in re.finditer("\n", source.text)]
    found = BEGIN.search(source.text)
    while found:
        properties, end = main_line(source, found.start(), breaks)
        yield properties
        found = BEGIN.search(source.text, end)


def skipped(text: str, place: int) -> int:
    """The index of the next character, from `place` on, that is no white space."""
    while place < len(text) and text[place].isspace():
        place += 1
    return place


def main_line(source: Source, place: int, breaks: list[int]) -> tuple[list[Property], int]:
    """The properties of the main line of the tree that begins at `place`, and the index after the tree.

    `open_trees` holds for every open bracket whether its nodes belong to the main line, and whether a variation inside
    it was read: only the first variation continues the main line.
    """
    properties, name, open_trees = list[Property](), "", list[list[bool]]()
    while True:
        place = skipped(source.text, place)
        token = TOKEN.match(source.text, place)
        line = bisect(breaks, place) + 1
        if token is None:
            rest = source.text[place : place + 10]
            wrong = f"{rest!r} is no part of a game, or its bracket is not closed" if rest else "the game does not end"
            raise BadRecord(f"{source.name}: line {line}: {wrong}")
        sign, word, value = token.groups()
        if sign == "(":
            on_line = not open_trees or (open_trees[-1][0] and not open_trees[-1][1])
            if open_trees:
                open_trees[-1][1] = True
            open_trees.append([on_line, False])
        elif sign == ")":
            open_trees.pop()
        elif word:
            name = re.sub("[a-z]", "", word)
        elif value is not None and open_trees[-1][0]:
            properties.append(Property(name, unescaped(value), line))
        place = token.end()
        if not open_trees:
            return properties, place


def game_of(source: Source, number: int, properties: list[Property]) -> Found:
    found = record_in(source, properties)
    if isinstance(found, LeftOut):
        return found
    if found.result is None:
        return LeftOut(place_of(source, properties), UNFINISHED)
    scheduled = imported(number, found.game, found.first, found.second)
    played = PlayedGame(found.result, named(found.game, found.moves), when(found.date, source.changed))
    return scheduled._replace(round=round_of(first_values(properties))), played


def read_record(text: str) -> Record:
    """The first game of a text in SGF, which need not be finished."""
    source = Source("SGF", text, "")
    found = record_in(source, next(trees(source), []))
    if isinstance(found, LeftOut):
        raise BadRecord(f"{found.where}: {found.why}, which cannot be read here")
    return found


def record_in(source: Source, properties: list[Property]) -> Record | LeftOut:
    """The game of a main line; left out if it does not begin from the usual start."""
    first = first_values(properties)
    where = place_of(source, properties)
    kind = first.get("GM")
    if kind and kind.value.strip() != "4":
        raise BadRecord(f"{source.name}: line {kind.line}: GM[{shown(kind.value)}] is another game; gomoku has GM[4]")
    if any(p.name in ("AB", "AW", "AE") for p in properties):
        return LeftOut(where, "it begins from a position of its own")
    steps, notes = list[Step](), dict[int, str]()
    for item in properties:
        if item.name in ("B", "W"):
            at = f"{source.name}: line {item.line}"
            steps.append(Step(at, "BW".index(item.name), point_of(item.value.strip(), at)))
        elif item.name == "C":
            notes.setdefault(len(steps), item.value)
    game, moves, position = played_out(choices_of(first, where), steps, where)
    names = [one_line(first[name].value) if name in first else "" for name in ("PB", "PW")]
    return Record(
        start=game.start(),
        moves=tuple(record_of(move, notes.get(index, "")) for index, move in enumerate(moves, 1)),
        result=result_of(position, first, notes.get(0, ""), source, properties),
        first=names[0],
        second=names[1],
        date=first["DT"].value.split(",")[0].strip() if "DT" in first else "",
    )


def result_of(
    position: Position, first: dict[str, Property], comment: str, source: Source, properties: list[Property]
) -> GameResult | None:
    """The result by the rules and by RE; None if the game is not finished."""
    given = given_result(first, comment)
    outcome = position.outcome()
    if outcome is None and given is None:
        return None
    winner, ending, detail = given or (outcome and outcome.winner, Ending.RULES, "")
    if outcome is None:
        detail = detail or f"RE[{one_line(first['RE'].value)}]"
        ending = Ending.ADJUDICATION if ending == Ending.RULES else ending
    return ended(position, winner, ending, detail, f"{source.name}: line {first.get('RE', properties[0]).line}")


def place_of(source: Source, properties: list[Property]) -> str:
    """The file and the line where a game begins."""
    return f"{source.name}: line {properties[0].line if properties else 1}"


def first_values(properties: list[Property]) -> dict[str, Property]:
    """The first property of each name."""
    return {p.name: p for p in reversed(properties)}


def shown(value: str) -> str:
    """The value of a property, shortened to fit into a message."""
    return one_line(value)[:20]


def point_of(value: str, where: str) -> tuple[int, int] | str:
    """The cell of a move: two letters, or, as some programs write it, a letter and a number."""
    if re.fullmatch("[a-zA-Z]{2}", value):
        return LETTERS.index(value[0]), LETTERS.index(value[1])
    if re.fullmatch("[a-zA-Z][0-9]{1,2}", value, re.ASCII):
        return value
    raise BadRecord(f"{where}: [{shown(value)}] is no cell; write two letters, as in [hh]")


def choices_of(first: dict[str, Property], where: str) -> list[BoardRules]:
    """The rules that a file may mean: those that RU names, or else five in a row, with and without six winning."""
    name = first["RU"].value.strip().casefold() if "RU" in first else ""
    if name_of(name) == "mnk" and (parameters := board_rules(known_game(name, where))):
        return [parameters]
    text = first["SZ"].value if "SZ" in first else str(USUAL_SIZE)
    size = re.fullmatch(r"\s*([0-9]{1,2})\s*(?::\s*([0-9]{1,2})\s*)?", text, re.ASCII)
    if not size:
        raise BadRecord(f"{where}: SZ[{shown(text)}] is no size; write SZ[15], or SZ[15:20] for columns and rows")
    columns, rows = int(size[1]), int(size[2] or size[1])
    both = [BoardRules(rows, columns, 5, exact) for exact in (False, True)]
    return both[::-1] if "standard" in name or "exact" in name else both


def given_result(first: dict[str, Property], comment: str) -> tuple[int | None, Ending, str] | None:
    """The winner, the ending and its detail, by RE and the first comment; None if RE gives no result."""
    text = first["RE"].value.strip() if "RE" in first else ""
    ending = next((e for e in Ending if comment.startswith(f"{e}: ")), None)
    detail = comment.partition(": ")[2] if ending else ""
    if text.casefold() in ("0", "draw", "jigo"):
        return None, ending or Ending.ADJUDICATION, detail
    found = RESULT.fullmatch(text)
    if not found:
        return None
    how = found[2].strip().casefold()
    meant = {"r": Ending.RESIGNATION, "t": Ending.TIMEOUT, "f": Ending.ILLEGAL}.get(how[:1], Ending.ADJUDICATION)
    return "BW".index(found[1]), ending or meant, detail


def record_of(move: int, comment: str) -> MoveRecord[int]:
    """A move with the seconds, score and so on of its comment, if that has the form of a note in records."""
    try:
        return noted(MoveRecord(move), comment, 0)
    except BadRecord:
        return MoveRecord(move)


def round_of(first: dict[str, Property]) -> int:
    found = re.match("[0-9]{1,9}", first["RO"].value.strip(), re.ASCII) if "RO" in first else None
    return int(found[0]) if found else 1
