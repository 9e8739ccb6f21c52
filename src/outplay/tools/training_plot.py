"""A training as one figure: the loss and the strength of each generation."""

from pathlib import Path
from typing import TYPE_CHECKING

from outplay.arena.plots import BLUE, GREY, ORANGE, STYLE, checked_plot, new_figure, write

if TYPE_CHECKING:
    from outplay.learn.train import Training


def plot(training: "Training", path: str | Path) -> Path:
    """Draws a training into a file and returns its path. Generations that were not kept are hollow."""
    path = checked_plot(path)
    import matplotlib

    numbers = [one.number + 1 for one in training.generations]
    fills = ["full" if one.kept else "none" for one in training.generations]
    with matplotlib.rc_context(STYLE):
        figure = new_figure(8, 6)
        loss, strength = figure.subplots(2, 1, sharex=True)
        panels = (
            (loss, [one.loss for one in training.generations], BLUE, "Loss, as a share of the variance"),
            (strength, [one.elo for one in training.generations], ORANGE, "Elo above no evaluation"),
        )
        for axes, values, colour, title in panels:
            axes.plot(numbers, values, color=GREY, lw=1, zorder=1)
            for number, value, fill in zip(numbers, values, fills, strict=True):
                axes.plot(number, value, "o", color=colour, fillstyle=fill, ms=5)
            axes.set_title(title)
            axes.grid(axis="y", color="#EEEEEE")
        strength.set_xlabel("generation (hollow: not kept)")
        strength.xaxis.get_major_locator().set_params(integer=True)
        games = training.generations[-1].games
        figure.suptitle(f"{training.game}, {games:,} games")
        write(figure, path)
    return path
