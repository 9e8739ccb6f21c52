"""Plots for the pages about the founding players: plain lines, the same colours and the same file every time."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib import pyplot, rcParams
from matplotlib.ticker import MaxNLocator

rcParams["svg.hashsalt"] = "outplay"  # the same figures give the same file
rcParams["font.family"] = "DejaVu Sans"


COLOURS = ("#0b7285", "#b35c00", "#6741d9", "#2b8a3e", "#a61e4d")
MARKERS = "osD^v"

Points = Sequence[tuple[float, float]]


def plot(
    path: Path, title: str, xlabel: str, ylabel: str, lines: Mapping[str, Points], log: bool = True, whole: bool = True
) -> None:
    """Draws each line with its name; `log` for a logarithmic scale upwards, `whole` for whole numbers along."""
    figure, axes = pyplot.subplots(figsize=(7, 4))
    for number, (label, points) in enumerate(lines.items()):
        along, upwards = zip(*points, strict=True)
        axes.plot(along, upwards, marker=MARKERS[number], markersize=4, color=COLOURS[number], label=label)
    if log:
        axes.set_yscale("log")
    if whole:
        axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True, steps=[1, 2, 2.5, 5, 10]))
    axes.set(title=title, xlabel=xlabel, ylabel=ylabel)
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)
    if len(lines) > 1:
        axes.legend(frameon=False)
    figure.tight_layout()
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None, "Creator": None}, facecolor="white")
    pyplot.close(figure)
