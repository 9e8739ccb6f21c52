"""Programs for tic-tac-toe that speak UGI or GTP (`foreign.py PROTOCOL KIND`) and know no game: they play the first
free cell of their own list."""

import sys

CELLS = ["a1", "a2", "a3", "b2", "b1", "b3", "c1", "c2", "c3"]


def say(text: str) -> None:
    print(text, flush=True)


def chosen(kind: str, taken: set[str]) -> str:
    if kind == "crash":
        sys.exit(3)
    return {"illegal": "z9", "none": ""}.get(kind) or next(cell for cell in CELLS if cell not in taken)


def ugi(kind: str) -> None:
    taken: set[str] = set()
    for line in sys.stdin:
        words = line.split()
        if words == ["ugi"]:
            say("id name foreign\nid author nobody\nugiok")
        elif words == ["isready"]:
            say("readyok")
        elif words[0] == "position":
            taken = set(words[3:])
        elif words[0] == "go" and kind == "silent":
            say("info string hm")
        elif words[0] == "go":
            say(f"bestmove {'(none)' if kind == 'none' else chosen(kind, taken)}")


def gtp(kind: str) -> None:
    taken: set[str] = set()
    for line in sys.stdin:
        words = line.lower().split()
        if words[0] == "clear_board":
            taken = set()
        elif words[0] == "play":
            taken.add(words[2])
        if words[0] == "genmove":
            move = "resign" if kind == "none" else chosen(kind, taken)
            taken.add(move)
            say(f"= {move}\n")
        elif words[0] == "boardsize" and kind == "refuses":
            say("? unacceptable size\n")
        else:
            say("=\n")


if __name__ == "__main__":
    {"ugi": ugi, "gtp": gtp}[sys.argv[1]](sys.argv[2])
