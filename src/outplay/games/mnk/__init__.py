"""(M, N, K) games: `rules` says how they are played, `heuristics` what their search is told; `lines` and `windows` find
rows, threats and open lines for all of the board at once."""

from dataclasses import replace

from outplay.core.game import Game
from outplay.games.mnk.heuristics import mnk_heuristics
from outplay.games.mnk.lines import lines
from outplay.games.mnk.rules import mnk_rules

MOST = 70


def mnk(rows: int = 3, columns: int = 3, k: int = 3, *options: str, look: str | None = None) -> Game:
    """K in a row on a board of rows and columns; with `exact` a longer row does not win. `look` is that of its Grid."""
    if not (1 <= rows <= MOST and 1 <= columns <= MOST and k >= 1):
        raise ValueError(f"mnk has 1 to {MOST} rows and columns and k of at least 1, not {rows},{columns},{k}")
    for option in options:
        if option != "exact":
            raise ValueError(f"mnk has no option {option!r}; it has exact")
    exact = "exact" in options
    spec = f"mnk:{rows},{columns},{k}" + ",exact" * exact
    k = min(k, max(rows, columns) + 1)  # any k that does not fit on the board is the same game
    found = lines(rows, columns, k, exact)
    game = mnk_rules(rows, columns, k, exact, found.won, look)
    return replace(game, spec=spec, heuristics=mnk_heuristics(rows, columns, k, found))


def tic_tac_toe() -> Game:
    """Three in a row on a board of three by three."""
    return mnk(3, 3, 3)


def gomoku(size: int = 15, *options: str) -> Game:
    """Five in a row on a square board; with `exact` six do not win."""
    return mnk(size, size, 5, *options, look="lines")
