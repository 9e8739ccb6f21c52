"""PSQ, the format of the gomoku manager Piskvork and of Gomocup; a file holds one game.

    Piskvorky 20x20, 11:11, 0      columns x rows, the players' levels, and which of the two names moves first
    10,10,456                      column and row from 1 at the top left, and milliseconds
    11,12,4500
    pisq7                          the players
    renjusolver
    0                              why the game ended, see TIMED_OUT and FAILED below
    1,rules                        who won, 1, 2 or 0 for a draw; and the ending, or the name of the tournament

Only files of Gomocup have the last line; those of Piskvork end before it, and may have no names. For the meaning of the
numbers see savePsq and openPsq in https://github.com/plastovicka/Piskvork and extend_pos in
https://github.com/Gomocup/GomocupJudge.
"""

import re
from collections.abc import Iterator

from outplay.arena.formats import UNFINISHED, Found, LeftOut, Source, ended, imported, named
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
"""Codes for why a game ended: 0 by the rules, -1 unknown, 15 if the player to move exceeded its time; any other code
if it failed, for which FAILED is written."""


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
    """A line with a name, in quotes if it could be read as a code or a move."""
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
    given = given_result(code, winner, word, position.to_move, position.outcome())
    if given is None:
        yield LeftOut(source.name, UNFINISHED)
        return
    records = named(game, (MoveRecord(move, took) for move, took in zip(moves, seconds, strict=True)))
    yield (
        imported(1, game, names[0], names[1]),
        PlayedGame(ended(position, *given, source.name), records, source.changed),
    )


def ending_lines(lines: list[str]) -> tuple[list[str], int, int | None, str]:
    """The contents of the lines after the moves: the names, the code (-1 if missing), the winner as 1 or 2, 0 for a
    draw and None if missing, and the text after the winner."""
    codes = [i for i, line in enumerate(lines) if CODE.fullmatch(line)]
    end = codes[0] if codes else len(lines)
    names = [*lines[:end], "", ""][:2]
    last = WINNER.fullmatch(lines[end + 1]) if end + 1 < len(lines) else None
    code = int(lines[end]) if codes else -1
    return names, code, int(last[1]) if last else None, last[2].strip() if last else ""


def given_result(
    code: int, winner: int | None, word: str, to_move: int, outcome: Outcome | None
) -> tuple[int | None, Ending, str] | None:
    """The winner, the ending and its detail; None if the game is not finished.

    It is not known to which of the names the 1 and 2 in a last line of Gomocup refer. So the winner is used only if the
    line also names an ending, as outplay writes it; otherwise a game that stops was lost by the player to move.
    """
    is_ours = winner is not None and word in set(Ending)
    won = winner - 1 if winner else None
    if outcome:
        return won if is_ours else outcome.winner, Ending.RULES, ""
    if is_ours and word != Ending.RULES:
        return won, Ending(word), f"{word}, as the record says"
    if code > 0 or winner:
        ending = Ending.TIMEOUT if code == TIMED_OUT else Ending.CRASH
        return 1 - to_move, ending, f"code {code}, as the record says"
    if winner == 0:
        return None, Ending.ADJUDICATION, "a draw, as the record says"
    return None
