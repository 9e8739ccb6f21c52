"""Results as one figure: Elo with error bars, the score over time, the lengths and endings of games, and the advantage
of the first player. Two players and more than two have different panels."""

import warnings
from collections.abc import Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from outplay.arena.elo import NOTHING, compare, elo_words, pair_points, score_of, share_of
from outplay.arena.games import Result
from outplay.arena.pairs import pairs_of, points_of
from outplay.arena.ratings import Rating, rate
from outplay.arena.standings import figures, first_share, standings
from outplay.arena.tables import shortened
from outplay.core.errors import BadRecord, BadSpec
from outplay.core.machine import install_command

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png", "pdf")
BLUE, ORANGE, GREY, DARK = "#0072B2", "#E69F00", "#BBBBBB", "#444444"
LINES = (BLUE, ORANGE, "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
"""Colours that colour-blind people can tell apart (Okabe and Ito)."""

STYLE: dict[Any, Any] = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": "medium",
    "font.size": 9,
    "svg.hashsalt": "outplay",
    "text.parse_math": False,
}
MOST_STEPS = 200
"""The greatest number of points of a line over time."""
MOST_BINS = 30
ELO_TICKS = (-800, -400, -200, -100, 0, 100, 200, 400, 800)
"""The ticks of the Elo axis on the right of a plot of scores."""
NAME = 24
"""The greatest number of characters of a player's name."""


def checked_plot(path: str | Path) -> Path:
    """Returns the path; raises BadSpec or BadRecord if no picture can be written there. Called before games are played,
    so that a mistake is found early."""
    path = Path(path)
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise BadSpec(f"a picture's name ends with .svg, .png or .pdf; {path.name!r} does not")
    if not path.absolute().parent.is_dir():
        raise BadRecord(f"there is no folder {path.parent} for the picture {path.name}")
    if path.is_dir():
        raise BadRecord(f"{path} is a folder; name a file for the picture")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise BadSpec(f"pictures need matplotlib, which is not installed: {install_command('matplotlib')}") from None
    return path


def plot(results: Sequence[Result], path: str | Path, title: str = "", players: Sequence[str] = ()) -> Path:
    """Draws the results into a file and returns its path; the same results give the same file. For two players, the
    score shown is that of the first one in `players`, or else of the first player of the first game."""
    path = checked_plot(path)
    if not results:
        raise BadSpec("there are no games to draw a picture of yet")
    import matplotlib

    games = sorted(results, key=lambda result: (result.began, result.number))
    names = list(dict.fromkeys([*players, *(name for result in games for name in (result.first, result.second))]))
    with matplotlib.rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        figure = of_two(games, names[0], names[1]) if len(names) == 2 else of_many(games, names)
        if title:
            figure.suptitle(title)
        write(figure, path)
    return path


def write(figure: "Figure", path: Path) -> None:
    kind = path.suffix.lower().removeprefix(".")
    dateless: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind, {})
    part = path.with_name(f".{path.name}.part")
    try:
        figure.savefig(part, format=kind, metadata=dateless, dpi=150)
        part.replace(path)
    except OSError as error:
        raise BadRecord(f"cannot write the picture {path}: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def new_figure(width: float, height: float) -> "Figure":
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def of_two(games: list[Result], player: str, opponent: str) -> "Figure":
    figure = new_figure(10, 7)
    grid = figure.add_gridspec(2, 3, height_ratios=(3, 2))
    score_over_time(figure.add_subplot(grid[0, :]), games, player, opponent)
    pair_results(figure.add_subplot(grid[1, 0]), games, player)
    lengths(figure.add_subplot(grid[1, 1]), games)
    first_player(figure.add_subplot(grid[1, 2]), games)
    return figure


def of_many(games: list[Result], names: list[str]) -> "Figure":
    ratings = rate(games, names)
    figure = new_figure(12, max(8.5, 2 + 0.22 * len(names)))
    grid = figure.add_gridspec(4, 2, width_ratios=(5, 6), height_ratios=(5, 3, 3, 2))
    elo_bars(figure.add_subplot(grid[:, 0]), [row for row in ratings.rows if row.games], ratings.groups)
    scores_over_time(figure.add_subplot(grid[0, 1]), games, [row.player for row in standings(games, names)])
    endings(figure.add_subplot(grid[1, 1]), games)
    lengths(figure.add_subplot(grid[2, 1]), games)
    first_player(figure.add_subplot(grid[3, 1]), games)
    return figure


def elo_bars(axes: "Axes", ratings: Sequence[Rating], groups: int) -> None:
    """Each player's Elo with its interval, the best on top. An open bound is drawn as an arrow."""
    for place, row in enumerate(ratings):
        low = row.error if row.elo_low is not None else 0.0
        high = row.error if row.elo_high is not None else 0.0
        axes.errorbar(row.elo, place, xerr=[[low], [high]], fmt="o", color=BLUE, ecolor=GREY, ms=4, capsize=2)
        for open_end, sign in ((row.elo_high is None, ">"), (row.elo_low is None, "<")):
            if open_end:
                axes.plot(row.elo, place, marker=sign, color=BLUE, ms=8)
    axes.axvline(0, color=GREY, lw=0.8, zorder=0)
    for place, (above, below) in enumerate(pairwise(ratings)):
        if above.group != below.group:
            axes.axhline(place + 0.5, color=DARK, lw=0.8, ls=":")
    axes.set_yticks(range(len(ratings)), [shortened(row.player, NAME) for row in ratings])
    axes.set_ylim(max(1, len(ratings)) - 0.5, -0.5)
    axes.grid(axis="y", color="#EEEEEE")
    axes.set_axisbelow(True)
    axes.set_xlabel("Elo")
    axes.set_title("Elo with 95 % intervals" + (", groups cannot be compared" if groups > 1 else ""))


def steps(number: int) -> list[int]:
    """At most MOST_STEPS numbers from 1 to `number`, evenly spaced.

    >>> steps(4), len(steps(5000)), steps(5000)[-1]
    ([1, 2, 3, 4], 200, 5000)
    """
    return sorted({max(1, round(number * (i + 1) / MOST_STEPS)) for i in range(MOST_STEPS)})


def score_over_time(axes: "Axes", games: list[Result], player: str, opponent: str) -> None:
    """The share of the points of the first of two players after each number of games, with its interval."""
    pairs = pairs_of(games)
    points, counts = [pair_points(pair, player) for pair in pairs], [len(pair) for pair in pairs]
    total = list(accumulate(counts))
    ends = steps(len(pairs))
    shares = [NOTHING, *(share_of(points[:end], counts[:end]) for end in ends)]
    over = [0, *(total[end - 1] for end in ends)]
    axes.fill_between(over, [100 * s.low for s in shares], [100 * s.high for s in shares], color=BLUE, alpha=0.2, lw=0)
    axes.plot(
        over[1:], [100 * s.share for s in shares[1:]], color=BLUE, marker="o" if len(ends) == 1 else None, clip_on=False
    )
    axes.axhline(50, color=DARK, lw=0.8, ls="--")
    axes.set_ylim(0, 100)
    axes.set_xlim(0, total[-1])
    axes.set_xlabel("games")
    axes.set_ylabel("score in % (95 % interval)")
    right = axes.twinx()
    right.set_yticks([100 * score_of(elo) for elo in ELO_TICKS], [f"{elo:+d}" if elo else "0" for elo in ELO_TICKS])
    right.set_ylim(0, 100)
    right.set_ylabel("Elo")
    elo = elo_words(compare(games, player, opponent))
    axes.set_title(f"{shortened(player, NAME)} against {shortened(opponent, NAME)}: Elo {elo}")


def scores_over_time(axes: "Axes", games: list[Result], ranking: list[str]) -> None:
    """Each player's share of the points after each number of its games. The best players have colours, the others are
    grey."""
    for place, player in reversed(list(enumerate(ranking))):
        won = list(accumulate(points_of(r, player) for r in games if player in (r.first, r.second)))
        if not won:
            continue
        over = steps(len(won))
        line = [100 * won[end - 1] / end for end in over]
        best = place < len(LINES)
        label = shortened(player, NAME) if best else None
        axes.plot(over, line, color=LINES[place] if best else "#DDDDDD", lw=1.6 if best else 0.8, label=label)
    axes.axhline(50, color=DARK, lw=0.8, ls="--")
    axes.set_ylim(0, 100)
    axes.set_xlim(left=0)
    axes.set_xlabel("games of the player")
    axes.set_ylabel("score in %")
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    axes.set_title("Score over time" + (f", the best {len(LINES)} in colour" if len(ranking) > len(LINES) else ""))


def pair_results(axes: "Axes", games: list[Result], player: str) -> None:
    """The number of pairs by the player's points; of single games if there are no pairs."""
    pairs = [pair for pair in pairs_of(games) if len(pair) == 2]
    points = [pair_points(pair, player) for pair in pairs] or [points_of(result, player) for result in games]
    most = 2 if pairs else 1
    values = [i / 2 for i in range(2 * most + 1)]
    bars = axes.bar([str(value) for value in values], [points.count(value) for value in values], color=BLUE)
    axes.bar_label(bars, fontsize="small", color=DARK)
    axes.set_xlabel(f"{shortened(player, NAME)}: points in a {'pair of games' if pairs else 'game'}")
    whole_numbers(axes)
    axes.set_title("Results of pairs" if pairs else "Results of games")


def endings(axes: "Axes", games: list[Result]) -> None:
    """The number of games by ending and winner."""
    all_games = figures(games)
    assert all_games is not None
    kinds = list(all_games.endings)
    left = [0] * len(kinds)
    for winner, colour, name in ((0, BLUE, "first player won"), (None, GREY, "draw"), (1, ORANGE, "second player won")):
        counts = [sum(r.ending == kind and r.winner == winner for r in games) for kind in kinds]
        axes.barh(kinds, counts, left=left, color=colour, label=name)
        left = [a + b for a, b in zip(left, counts, strict=True)]
    for place, total in enumerate(left):
        axes.text(total, place, f" {total}", va="center", fontsize="small", color=DARK)
    axes.invert_yaxis()
    axes.margins(x=0.1)
    axes.set_xlabel("games")
    axes.legend(fontsize="small", frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    axes.set_title("How games ended")


def lengths(axes: "Axes", games: list[Result]) -> None:
    """A histogram of the lengths of games, by winner."""
    plies = [result.plies for result in games]
    wide = max(1, -(-(max(plies) - min(plies) + 1) // MOST_BINS))
    edges = [edge - 0.5 for edge in range(min(plies), max(plies) + wide + 1, wide)]
    by_winner = [[result.plies for result in games if result.winner == winner] for winner in (0, None, 1)]
    axes.hist(
        by_winner, bins=edges, stacked=True, color=[BLUE, GREY, ORANGE], label=["first won", "draw", "second won"]
    )
    axes.set_xlabel("plies")
    axes.set_ylabel("games")
    axes.legend(fontsize="small", edgecolor="none", handlelength=1)
    whole_numbers(axes)
    axes.set_title("Length of games")


def first_player(axes: "Axes", games: list[Result]) -> None:
    """The share of the points that the first players won, with its interval."""
    share = first_share(games)
    wins, draws = (sum(result.winner == winner for result in games) / len(games) for winner in (0, None))
    left = 0.0
    for part, colour, ink in ((wins, BLUE, "white"), (draws, GREY, "black"), (1 - wins - draws, ORANGE, "black")):
        axes.barh(0, 100 * part, left=100 * left, color=colour, height=0.5)
        if part > 0.06:
            middle = 100 * (left + part / 2)
            axes.text(middle, 0, f"{100 * part:.0f} %", ha="center", va="center", fontsize="small", color=ink)
        left += part
    low, high = share.share - share.low, share.high - share.share
    axes.errorbar(100 * share.share, 0.55, xerr=[[100 * low], [100 * high]], fmt="o", color=DARK, ms=4, capsize=3)
    axes.vlines(50, 0.3, 0.8, color=DARK, lw=0.8, ls="--")
    axes.set_xlim(0, 100)
    axes.set_ylim(-0.4, 0.9)
    axes.set_yticks([])
    axes.set_xlabel("% of games: first won, draw, second won")
    axes.set_title(f"First player: {100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})")


def whole_numbers(axes: "Axes") -> None:
    from matplotlib.ticker import MaxNLocator

    axes.yaxis.set_major_locator(MaxNLocator(5, integer=True))
