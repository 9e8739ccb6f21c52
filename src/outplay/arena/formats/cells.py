"""What SGF and PSQ share: games of K in a row, with moves as columns and rows counted from the top left."""

from collections.abc import Sequence
from typing import NamedTuple

from outplay.arena.formats import known_game, rules
from outplay.arena.games import ScheduledGame
from outplay.core.boards import Grid
from outplay.core.errors import BadRecord, IllegalMove
from outplay.core.game import Game, Position
from outplay.core.registry import spec_of


class BoardRules(NamedTuple):
    """The parameters of an (M, N, K) game."""

    rows: int
    columns: int
    k: int
    exact: bool

    @property
    def spec(self) -> str:
        return f"mnk:{self.rows},{self.columns},{self.k}{',exact' * self.exact}"


class Step(NamedTuple):
    """A move as a file gives it: its line in the file, its side (None if not given), and its cell as column and row, or
    the name of its cell."""

    where: str
    side: int | None
    cell: tuple[int, int] | str


def rules_of(scheduled: ScheduledGame, form: str) -> BoardRules:
    """The parameters of a game of K in a row; raises BadRecord for any other game."""
    parameters = board_rules(rules(scheduled.game))
    if parameters is None:
        raise BadRecord(f"{form} is for gomoku and mnk, not for {scheduled.game}; take --format jsonl or text")
    return parameters


def board_rules(game: Game) -> BoardRules | None:
    """The parameters of a game of K in a row; None for any other game."""
    spec = spec_of(game, "mnk")
    return BoardRules(**spec.options) if spec else None


def gomoku_spec(game: Game) -> str | None:
    """The spec of a game as gomoku, if it is five in a row on a square board."""
    found = board_rules(game)
    square = found is not None and found.k == 5 and found.rows == found.columns
    return f"gomoku:{found.rows}{',exact' * found.exact}" if found and square else None


def cell_of(name: str, scheduled: ScheduledGame) -> tuple[int, int]:
    """The column and the row of a move, from 0 at the top left."""
    game = rules(scheduled.game)
    assert isinstance(game.board, Grid)
    move = game.board.read_move(game.initial, name, ())
    assert move is not None
    row, column = divmod(move, game.board.columns)
    return column, row


def played_out(choices: Sequence[BoardRules], steps: Sequence[Step], where: str) -> tuple[Game, list[int], Position]:
    """The game, the moves and the last position, by the first of these rules under which all moves are legal; raises
    BadRecord if there is none. Several rules are tried because files of gomoku seldom say whether six in a row win:
    that is known only from a game that goes on after six."""
    refusal = None
    for choice in choices:
        game = known_game(choice.spec, where)
        try:
            return game, *followed(game, steps)
        except BadRecord as error:
            refusal = refusal or error
    assert refusal
    raise refusal


def followed(game: Game, steps: Sequence[Step]) -> tuple[list[int], Position]:
    assert isinstance(game.board, Grid)
    position, moves = game.start(), list[int]()
    for number, step in enumerate(steps, 1):
        where = f"{step.where}, move {number}"
        if step.side is not None and step.side != position.to_move and not position.outcome():
            raise BadRecord(f"{where}: it is {('black', 'white')[position.to_move]}'s turn")
        try:
            moves.append(game.move(name_of(step.cell, game.board, where), position))
        except IllegalMove as error:
            raise BadRecord(f"{where}: {error}") from None
        position = position.play(moves[-1])
    return moves, position


def name_of(cell: tuple[int, int] | str, board: Grid, where: str) -> str:
    if isinstance(cell, str):
        return cell
    column, row = cell
    if not (0 <= column < board.columns and 0 <= row < board.rows):
        size = f"{board.columns} columns and {board.rows} rows"
        raise BadRecord(f"{where}: column {column + 1} and row {row + 1} are not on a board of {size}")
    return board.name(None, row * board.columns + column)
