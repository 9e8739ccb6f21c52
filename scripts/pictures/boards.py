"""Draws docs/pictures/board*.svg from the real program: `python -m scripts.pictures.boards`"""

import io
import re

from rich.console import Console
from rich.text import Text

import outplay
from scripts.pictures.paths import PICTURES

STYLES = {
    "first": "bold cyan",
    "second": "bold yellow",
    "first-faint": "dim cyan",
    "second-faint": "dim yellow",
    "empty": "dim",
    "label": "dim",
    "last": "reverse",
}
GAMES = {
    "kalah:6,4": "3 6 1 2 5 2 4 1 6 5",
    "squatter:7": "d4 c4 d5 c5 e6 d6 f5 b4 e4 b5 g4 c6 f3 e3",
    "connect-four": "d d d c e c b d c e",
    "gomoku:9": "e5 f6 f5 g5 e4 e6 d6 g3 d4 c4 d5 d7",
}


DRAWN = {
    "breakthrough": ("breakthrough:6", "c2-d3 d5-c4 b2-b3 e5-e4 d3-e4 f5-e4 b3-c4"),
    "hex": ("hex:5", "c3 b4 b3 d2 c2 a5 d1 c4 b5"),
    "dots-and-boxes": ("dots-and-boxes", "a1-b1 c3-d3 b2-c2 a3-a4 b1-b2 a1-a2 a2-b2 c2-d2 d3-d4 b3-b4"),
}
"""The SVG drawings of boards, by the end of their file's name: game and moves."""


def paint(text: str, role: str) -> str:
    return f"[{STYLES[role]}]{text}[/]"


def board(spec: str, moves: str) -> list[Text]:
    game = outplay.game(spec)
    before = position = game.start()
    last = None
    for word in moves.split():
        before, last = position, game.move(word, position)
        position = before.play(last)
    lines = [Text(f"$ outplay play {spec}", style="bold"), Text("")]
    return lines + [Text.from_markup(line) for line in position.draw(paint, last, before).splitlines()]


def drawing(spec: str, moves: str) -> str:
    game = outplay.game(spec)
    before = position = game.start()
    move = None
    for word in moves.split():
        before, move = position, game.move(word, position)
        position = before.play(move)
    return position.svg(move, before=before, size=280)


def main() -> None:
    console = Console(record=True, width=92, file=io.StringIO(), force_terminal=True)
    specs = list(GAMES)
    for left, right in zip(specs[::2], specs[1::2], strict=True):
        columns = board(left, GAMES[left]), board(right, GAMES[right])
        for i in range(max(map(len, columns))):
            line = columns[0][i].copy() if i < len(columns[0]) else Text("")
            line.pad_right(max(0, 62 - len(line)))
            console.print(line + (columns[1][i] if i < len(columns[1]) else Text("")), crop=False)
        console.print()
    svg = console.export_svg(title="outplay")
    svg = re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # nothing is loaded from elsewhere
    lines = (line.rstrip() for line in svg.splitlines() if line.strip() and "<!--" not in line)
    svg = "\n".join(lines) + "\n"
    (PICTURES / "boards.svg").write_text(svg, encoding="utf-8")
    for name, (spec, moves) in DRAWN.items():
        (PICTURES / f"board-{name}.svg").write_text(drawing(spec, moves), encoding="utf-8")


if __name__ == "__main__":
    main()
