"""PSQ, the files of the gomoku manager Piskvork and of Gomocup, one game each.

    Piskvorky 20x20, 11:11, 0      columns x rows, the players' levels, and which of the two names moves first
    10,10,456                      column and row from 1 at the top left, and milliseconds
    11,12,4500
    pisq7                          the players
    renjusolver
    0                              why the game ended, see CODES
    1,rules                        who won, 1, 2 or 0 for a draw; and the ending, or the name of the tournament

The last line is Gomocup's; Piskvork's own files end before it, and may leave out the names. What the numbers mean is in
savePsq and openPsq of https://github.com/plastovicka/Piskvork and extend_pos of https://github.com/Gomocup/GomocupJudge.
"""

import re
from collections.abc import Iterator

from outplay.arena.formats import UNFINISHED, Found, LeftOut, Source, came_in, ended, named
from outplay.arena.formats.cells import BoardRules, Step, cell_of, played_out, rules_of
from outplay.arena.games import PlayedGame, ScheduledGame
from outplay.core.errors import BadRecord
from outplay.core.game import Outcome
from outplay.core.records import one_line
from outplay.core.results import ERRORS, Ending, MoveRecord

HEADER = re.compile(r"Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})(?:\s*,[^,]*(?:,\s*([01])\s*)?)?", re.ASCII)
MOVE = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})(?:\s*,\s*([0-9]{1,12}))?", re.ASCII)
CODE = re.compile(r"-?[0-9]{1,6}", re.ASCII)
WINNER = re.compile(r"([0-2])\s*,(.*)", re.ASCII)

TIMED_OUT = 15
FAILED = 1
"""CODES: 0 if all is well and -1 if nobody knows; 15 if the player to move was late, any other if it failed."""


def write(scheduled: ScheduledGame, played: PlayedGame) -> str:
    board = rules_of(scheduled, "PSQ")
    if board.k != 5:
        raise BadRecord(f"PSQ is for five in a row, not for {scheduled.game}; take --format sgf, jsonl or text")
    lines = [f"Piskvorky {board.columns}x{board.rows}, 0:0, 0"]
    for move in played.moves:
        column, row = cell_of(move.move, scheduled)
        lines.append(f"{column + 1},{row + 1},{round(1000 * (move.seconds or 0))}")
    lines += [name_line(scheduled.first), name_line(scheduled.second)]
    result = played.result
    late = result.ending in (Ending.TIMEOUT, Ending.SILENCE)
    lines.append(str(TIMED_OUT if late else FAILED if result.ending in ERRORS else 0))
    lines.append(f"{0 if result.winner is None else result.winner + 1},{result.ending}")
    return "\n".join(lines) + "\n"


def name_line(name: str) -> str:
    """A name on a line of its own that cannot be taken for a number."""
    line = one_line(name) or "?"
    return f"'{line}'" if CODE.fullmatch(line) or MOVE.fullmatch(line) else line


def read(source: Source) -> Iterator[Found]:
    lines = [(i, one_line(line)) for i, line in enumerate(source.text.split("\n"), 1) if one_line(line)]
    header = HEADER.fullmatch(lines[0][1]) if lines else None
    if not header:
        raise BadRecord(f"{source.name}: line 1: a PSQ file begins with a line like `Piskvorky 15x15, 11:11, 0`")
    steps, seconds = list[Step](), list[float | None]()
    for number, line in lines[1:]:
        found = MOVE.fullmatch(line)
        if not found:
            break
        cell = int(found[1]) - 1, int(found[2]) - 1
        steps.append(Step(f"{source.name}: line {number}", None, cell))
        seconds.append(int(found[3]) / 1000 if int(found[3] or 0) else None)
    choices = [BoardRules(int(header[2]), int(header[1]), 5, exact) for exact in (False, True)]
    game, moves, position = played_out(choices, steps, f"{source.name}: line 1")
    names, code, winner, word = ending_lines([line for _, line in lines[len(steps) + 1 :]])
    if header[3] == "1":
        names.reverse()
    told = told_end(code, winner, word, position.to_move, position.outcome())
    if told is None:
        yield LeftOut(source.name, UNFINISHED)
        return
    records = named(game, (MoveRecord(move, took) for move, took in zip(moves, seconds, strict=True)))
    yield (
        came_in(1, game, names[0], names[1]),
        PlayedGame(ended(position, *told, source.name), records, source.changed),
    )


def ending_lines(lines: list[str]) -> tuple[list[str], int, int | None, str]:
    """What stands after the moves: the names, the code, who won as 0, 1 or 2, and the last word."""
    codes = [i for i, line in enumerate(lines) if CODE.fullmatch(line)]
    end = codes[0] if codes else len(lines)
    names = [*lines[:end], "", ""][:2]
    last = WINNER.fullmatch(lines[end + 1]) if end + 1 < len(lines) else None
    code = int(lines[end]) if codes else -1
    return names, code, int(last[1]) if last else None, last[2].strip() if last else ""


def told_end(
    code: int, winner: int | None, word: str, to_move: int, outcome: Outcome | None
) -> tuple[int | None, Ending, str] | None:
    """Who won, why, and in which words. Gomocup's line does not say which of the names its 1 and 2 mean, so only one
    that names an ending is taken at its word; otherwise a game that stops was lost by the player to move."""
    told = winner is not None and word in set(Ending)
    won = winner - 1 if winner else None
    if outcome:
        return won if told else outcome.winner, Ending.RULES, ""
    if told and word != Ending.RULES:
        return won, Ending(word), f"{word}, as the record says"
    if code > 0 or winner:
        ending = Ending.TIMEOUT if code == TIMED_OUT else Ending.CRASH
        return 1 - to_move, ending, f"code {code}, as the record says"
    if winner == 0:
        return None, Ending.ADJUDICATION, "a draw, as the record says"
    return None
