"""Programs that speak the Gomocup protocol on a square board (`gomocup.py KIND`). They play the first free cell."""

import sys
import time

NOISE = ("7 cells looked at", "(3,3)", "+0.25", "-12", "3 4", "1,2,3", "0,0 is best", "[1,1]", "SUGGEST nothing", "OK")
"""Lines that are no move, in the sense of the protocol."""


def say(text: str) -> None:
    print(text, flush=True)


def main(kind: str) -> None:
    size, told, taken, asked = 0, "", set[str](), False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "START":
            size = int(rest)
            say("OK")
        elif word == "INFO" and rest.startswith("max_memory"):
            told = rest
        elif word == "TURN" or line.count(",") == 2:
            taken.add(",".join(rest.split(",") if rest else word.split(",")[:2]))
        if word not in ("BEGIN", "TURN", "DONE"):
            continue
        if kind == "memory":
            say(f"ERROR {told}")
        if kind == "off_board":
            say(f"{size},0")
        if kind == "talks":
            for noise in NOISE:
                say(noise)
        if kind == "slow_start" and not asked:
            time.sleep(0.8)
        if kind == "slow" and asked:
            time.sleep(0.8)
        asked = True
        move = next(f"{x},{y}" for y in range(size) for x in range(size) if f"{x},{y}" not in taken)
        taken.add(move)
        say(move)


if __name__ == "__main__":
    main(sys.argv[1])
