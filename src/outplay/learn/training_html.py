"""A training in a notebook: its generations as a table and as two small charts, and what was measured; and as rows."""

from typing import TYPE_CHECKING

from outplay.core.figures import duration
from outplay.core.notebook import Row, chart, element, page, side_by_side, table

if TYPE_CHECKING:
    from outplay.learn.train import Training

LOSS, ELO = "Loss, as a share of the variance (hollow: not kept)", "Elo above no evaluation"


def rows_of(training: "Training") -> list[Row]:
    """A row for each generation."""
    return [
        {
            "generation": one.number + 1,
            "games": one.games,
            "positions": one.positions,
            "loss": one.loss,
            "won": one.score.won,
            "drawn": one.score.drawn,
            "lost": one.score.lost,
            "kept": one.kept,
            "elo": one.elo,
            "seconds": one.seconds,
        }
        for one in training.generations
    ]


def summary(training: "Training") -> list[str]:
    """What was trained, what it is worth, and where it is, a sentence each."""
    last = training.generations[-1] if training.generations else None
    sentences = []
    if last:
        count = len(training.generations)
        generations = "1 generation" if count == 1 else f"{count} generations"
        sentences.append(f"{generations}, {last.games:,} games{', interrupted' if training.interrupted else ''}.")
    if training.network is None:
        sentences.append("No network was better than no evaluation, so none is kept.")
    else:
        sentences.append(f"{last.elo if last else 0:+.0f} Elo above no evaluation, as the generations add up.")
    sentences += [f"Against {one.against}, {one.seconds:g} s a move: {one.score}." for one in training.measured]
    return sentences


def in_words(training: "Training") -> str:
    lines = [
        f"generation {row['generation']}: {row['games']:,} games, loss {row['loss']:.3f}, "
        f"{'kept' if row['kept'] else 'not kept'}, {row['elo']:+.0f} Elo"
        for row in rows_of(training)
    ]
    return "\n".join([f"Training of {training.game}: {' '.join(summary(training))}", *lines])


def training_html(training: "Training") -> str:
    rows = rows_of(training)
    cells = [
        (
            row["generation"],
            f"{row['games']:,}",
            f"{row['positions']:,}",
            f"{row['loss']:.3f}",
            f"+{row['won']} ={row['drawn']} −{row['lost']}",
            "yes" if row["kept"] else "no",
            f"{row['elo']:+.0f}",
            duration(row["seconds"]),
        )
        for row in rows
    ]
    heads = ("#", "games", "positions", "loss", "against the former", "kept", "Elo", "time")
    charts = [
        chart(title, [row[key] for row in rows], [not row["kept"] for row in rows])
        for title, key in ((LOSS, "loss"), (ELO, "elo"))
        if rows
    ]
    said = [
        element("p", sentence, class_="faint" if number else "") for number, sentence in enumerate(summary(training))
    ]
    return page(element("h3", f"Training of {training.game}"), *said, table(heads, cells), side_by_side(*charts))
