"""Prints how often each method gives every captured cell to its captor, over positions of random games, and to the
owner that the flood finds, over boards of random cells: `python -m benchmarks.strength.squatter_state`"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator

import outplay
from outplay.tools.squatter_state import METHODS, Board, analyse

Cells = set[int]

GAMES = {5: 200, 6: 150, 7: 120, 9: 80, 12: 40, 15: 24, 19: 16}


def positions(size: int, seed: int, nets: bool) -> Iterator[str]:
    """The last position of a random game and one in five of the others. With `nets` each player prefers the cells of
    one colour of a chessboard, nine times out of ten, and closes many more loops."""
    choose, position = random.Random(seed), outplay.game(f"squatter:{size}").start()
    while position.moves():
        moves = position.moves()
        if nets and choose.random() < 0.9:
            moves = tuple(m for m in moves if (m // size + m % size) % 2 == position.to_move) or moves
        position = position.play(choose.choice(moves))
        if not position.moves() or choose.random() < 0.2:
            yield position.text.replace("/", "")


def played(size: int, nets: bool) -> Iterator[tuple[Board, Cells, Cells]]:
    """Boards of games, with White's and Black's captured cells by the game itself."""
    for seed in range(GAMES[size]):
        for text in positions(size, seed, nets):
            white, black = ({i for i, c in enumerate(text) if c in captured} for captured in ("1b", "2w"))
            yield Board(size, "".join(c if c in "WB+" else "-" for c in text)), white, black


def drawn(size: int) -> Iterator[tuple[Board, Cells, Cells]]:
    """Boards of random cells, most of which no game reaches; what no loop encloses is not marked as captured."""
    for seed in range(300):
        cells = "".join(random.Random(seed).choices("WB+-", (4, 4, 1, 2), k=size * size))
        found = analyse(Board(size, cells))
        kept = "".join("+" if cell in found.nobody else symbol for cell, symbol in enumerate(cells))
        yield Board(size, kept), set(found.white), set(found.black)


def line(size: int, kind: str, boards: Iterator[tuple[Board, Cells, Cells]]) -> str:
    right = Counter[str]()
    tried = few = many = 0
    for board, white, black in boards:
        if not white | black:
            continue
        tried += 1
        for method in METHODS:
            answer = analyse(board, method)
            right[method] += white == answer.white and black == answer.black
            if method == "rings":
                few += len(white - answer.white) + len(black - answer.black)
                many += len(answer.white - white) + len(answer.black - black)
    shares = " | ".join(f"{right[method] / tried:.1%}" for method in METHODS)
    return f"| {size}×{size} | {kind} | {tried} | {shares} | {few}, {many} |"


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    print(f"| board | from | boards with captures | {' | '.join(METHODS)} | cells rings counts too few, too many |")
    print("|---|---|---|" + "---|" * (len(METHODS) + 1))
    for size in GAMES:
        print(line(size, "random games", played(size, nets=False)), flush=True)
        print(line(size, "games of nets", played(size, nets=True)), flush=True)
        print(line(size, "random cells", drawn(size)), flush=True)


if __name__ == "__main__":
    main()
