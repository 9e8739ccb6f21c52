"""What the search of (M, N, K) games is told beside their rules."""

from collections.abc import Callable

from outplay.core.heuristics import Grades, Heuristics, Threats
from outplay.core.symmetry import Cells, cell_symmetries
from outplay.games.mnk.lines import Lines
from outplay.games.mnk.rules import State
from outplay.games.neighbourhoods import around, middle, spreading

MOST_TABLE = 400
"""Boards of more cells have no tables of the neighbourhood of each cell: they would take long to compile."""
SIDE_TO_MOVE, TEMPO = 9, 50
"""The weight of the windows of the side to move, in eighths, and the value of the turn itself: with it the scores of
even and odd depths are alike."""
MOST_EVALUATION, HALF = 900, 180
"""No evaluation exceeds the first; an advantage of the second is worth half of it."""
FUTILITY_MARGIN = 60
"""By how much a move that is not tactical changes the evaluation."""
CANDIDATE_DISTANCE = 2
"""Cells farther than this from every mark are no candidates."""
ALL_CANDIDATES = 49
"""On boards of no more cells than this every cell is a candidate, so that every search can end with a proof, and it is
computed who can still win, which pays only where a search sees the end of the game."""
OWN, OTHERS = 4, 3
"""Move ordering: what a mark of one's own and of the opponent in line with a cell counts."""


def mnk_heuristics(rows: int, columns: int, k: int, lines: Lines) -> Heuristics:
    """The heuristics for one board; `lines` are its functions of windows, which the rules use too."""
    full = (1 << rows * columns) - 1
    threats_of, opening, defences = lines.threats, lines.opening, lines.defences
    grades_of, line_value, can_win = lines.grades, lines.value, lines.can_win
    has_table = rows * columns <= MOST_TABLE
    star = around(rows, columns, k - 1) if has_table else (0,)
    small = rows * columns <= ALL_CANDIDATES
    near = spreading(rows, columns, CANDIDATE_DISTANCE)
    central = middle(rows, columns)

    def null_move(state: State) -> State:
        return State(state.theirs, state.mine)

    def forced_replies(state: State) -> int:
        """A winning move; or else one that stops the opponent from winning; or else one that makes a double threat.

        A double threat wins: the opponent, who cannot win at once, can answer only one. So if the opponent has two
        winning cells, one reply is as good as any; and a cell where the opponent would make a double threat must be
        answered before, or put off by threats of one's own.
        """
        mine = threats_of(state.mine, full ^ state.theirs)
        if mine.wins:
            return mine.wins & -mine.wins
        theirs = threats_of(state.theirs, full ^ state.mine)
        if theirs.wins:
            return theirs.wins & -theirs.wins
        if mine.double_threats:
            return mine.double_threats & -mine.double_threats
        if theirs.double_threats:
            return defences(state.theirs, full ^ state.mine, theirs.double_threats) | mine.threats
        return theirs.double_threats

    def threats(state: State) -> int:
        """The winning moves; if there are none, those that threaten to win, or to make a double threat."""
        mine = threats_of(state.mine, full ^ state.theirs)
        return mine.wins if mine.wins else mine.threats | opening(state.mine, full ^ state.theirs)

    def single_reply(state: State) -> int:
        """The winning moves; if there are none, those that threaten to win."""
        mine = threats_of(state.mine, full ^ state.theirs)
        return mine.wins if mine.wins else mine.threats

    def tactical_moves(state: State) -> int:
        """The moves by which one side or the other would make a threat."""
        mine, theirs = full ^ state.theirs, full ^ state.mine  # what each can still take
        makes_threat = threats_of(state.mine, mine).threats | threats_of(state.theirs, theirs).threats
        return makes_threat | opening(state.mine, mine) | opening(state.theirs, theirs)

    def own_threats(state: State) -> int:
        """The moves by which the side to move would make a threat. Those that only meet one have grades instead, by
        which some are left out."""
        mine = full ^ state.theirs
        return threats_of(state.mine, mine).threats | opening(state.mine, mine)

    def grades(state: State) -> Grades:
        """By what a mark does for the lines through its cell, and what it does against the opponent's."""
        return grades_of(state.mine, full ^ state.theirs, state.theirs, full ^ state.mine)

    def max_gain(state: State) -> int:
        empty = full ^ (state.mine | state.theirs)
        return int(can_win(state.mine, full ^ state.theirs, (empty.bit_count() + 1) // 2))

    def max_loss(state: State) -> int:
        empty = full ^ (state.mine | state.theirs)
        return int(can_win(state.theirs, full ^ state.mine, empty.bit_count() // 2))

    def evaluate(state: State) -> int:
        mine = line_value(state.mine, full ^ state.theirs)
        theirs = line_value(state.theirs, full ^ state.mine)
        ahead = mine * SIDE_TO_MOVE // 8 - theirs + TEMPO
        return MOST_EVALUATION * ahead // (abs(ahead) + HALF)

    def order(state: State, move: int) -> int:
        """By the marks in line with a cell, one's own above all; on an empty board the middle first."""
        if not state.mine | state.theirs:
            return central[move]
        if not has_table:
            return 0
        return OWN * (state.mine & star[move]).bit_count() + OTHERS * (state.theirs & star[move]).bit_count()

    def candidates(state: State) -> int:
        """The empty cells near some mark."""
        taken = state.mine | state.theirs
        return near(taken) & (full ^ taken) if taken else full

    def image(cells: Cells) -> Callable[[State], State]:
        def state(state: State) -> State:
            return State(cells(state.mine), cells(state.theirs))

        return state

    return Heuristics(
        evaluate=evaluate,
        order=order,
        max_gain=max_gain if small else 1,
        max_loss=max_loss if small else None,
        candidates=None if small else candidates,
        tactical_moves=tactical_moves if small else own_threats,
        grades=None if small else grades,
        futility_margin=FUTILITY_MARGIN,
        null_move=null_move,
        threats=Threats(threats, forced_replies, None if small else single_reply),
        symmetries=cell_symmetries(rows, columns, image),
    )
