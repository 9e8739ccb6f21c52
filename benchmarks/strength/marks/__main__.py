"""The engine's marks, measured: `make marks`, or `python -m benchmarks.strength.marks [section …]`.

Each section prints what it measures as it goes; at the end every mark stands with its figure and PASS or MISS.
The clock on the wall counts, so an idle machine is needed: one line after each section says how busy it was.

    kalah         proofs from the start: small boards in a second, three larger ones in thirty
    squatter      proofs of positions on 7x7 with 16 free cells
    connect-four  proofs of positions after 14 plies
    mnk           proofs of 4-4-3 and 5-4-4 from the start, and of twenty long wins by fours
    overshoot     how much longer than 50 ms searches of 50 ms take, and how soon a stop is heard
    busy          the same beside four programs that never rest
    threads       the time to the same depth with two threads and with one
    play-kalah, play-gomoku, play-squatter
                  games at 0.1 s a move against plain alpha-beta of depth 4 with the same evaluation
"""

import argparse
from collections.abc import Callable

from benchmarks.library.report import Mark, measure
from benchmarks.strength.marks.matches import play
from benchmarks.strength.marks.overshoot import busy_overshoot, overshoot
from benchmarks.strength.marks.proofs import connect_four, kalah, mnk, squatter
from benchmarks.strength.marks.two_threads import threads


def main() -> None:
    parser = argparse.ArgumentParser(
        "python -m benchmarks.strength.marks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sections", nargs="*", metavar="section", help="what to measure (everything)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that play games at the same time (%(default)s)")
    chosen = parser.parse_args()
    sections: dict[str, Callable[[], list[Mark]]] = {
        "kalah": kalah,
        "squatter": squatter,
        "connect-four": connect_four,
        "mnk": mnk,
        "overshoot": overshoot,
        "busy": busy_overshoot,
        "threads": threads,
        "play-kalah": lambda: play("kalah", chosen.jobs),
        "play-gomoku": lambda: play("gomoku", chosen.jobs),
        "play-squatter": lambda: play("squatter", chosen.jobs),
    }
    if chosen.jobs < 1:
        parser.error(f"--jobs must be 1 or more, not {chosen.jobs}")
    measure(chosen.sections, sections, parser.error)


if __name__ == "__main__":
    main()
