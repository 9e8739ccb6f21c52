"""Deliberately bad programs that speak the text protocol, all of them until it matters: `python bad.py KIND`."""

import os
import signal
import subprocess
import sys
import time


def say(text: str) -> None:
    print(text, flush=True)


def until_asked(ready: str = "ready bad") -> list[str]:
    """Answers until a move is wanted; returns the legal ones."""
    legal: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "game" and ready:
            say(ready)
        elif word == "legal":
            legal = rest
        elif word == "go":
            return legal
    sys.exit(0)


def play_on() -> None:
    while True:
        say(f"move {until_asked()[0]}")


def for_ever() -> None:
    while True:
        time.sleep(60)


def good() -> None:
    play_on()


def late() -> None:
    legal = until_asked()
    time.sleep(0.45)
    say(f"move {legal[0]}")


def slow_start() -> None:
    """Late with its first move only."""
    legal = until_asked()
    time.sleep(0.7)
    say(f"move {legal[0]}")
    play_on()


def slow() -> None:
    """Half a second late where a fifth of one is allowed."""
    legal = until_asked()
    time.sleep(0.7)
    say(f"move {legal[0]}")
    for_ever()


def crash_at_start() -> None:
    raise RuntimeError("nothing works today")


def crash_later() -> None:
    say(f"move {until_asked()[0]}")
    until_asked()
    os.abort()


def exit_0() -> None:
    until_asked()


def illegal() -> None:
    until_asked()
    say("move z99")


def no_move() -> None:
    until_asked()
    say("move")


def resigning() -> None:
    until_asked()
    say("resign")
    for_ever()


def rubbish() -> None:
    until_asked()
    for _ in range(50):
        say("lorem ipsum")
    for_ever()


def binary() -> None:
    """Bytes that are no text, and then a good game."""
    while True:
        legal = until_asked()
        sys.stdout.buffer.write(bytes(range(256)) + b"\xff\xfe\n\r\n\0\n")
        say(f"move {legal[0]}\r")


def silent() -> None:
    until_asked()
    for_ever()


def never_ready() -> None:
    until_asked(ready="")
    for_ever()


def flood() -> None:
    until_asked()
    while True:
        sys.stdout.write("nothing to say, and a lot of it\n" * 1000)


def flood_at_start() -> None:
    while True:
        sys.stdout.write("hello\n" * 1000)


def flood_errors() -> None:
    """Floods standard error, and then a good game."""
    for _ in range(200):
        sys.stderr.write("e" * 99_999 + "\n")
    play_on()


def endless_line() -> None:
    until_asked()
    while True:
        sys.stdout.write("x" * 10_000)


def deaf() -> None:
    """Never reads."""
    say("ready")
    for_ever()


def closed_output() -> None:
    until_asked()
    os.close(1)
    for_ever()


def closed_input() -> None:
    say("ready")
    os.close(0)
    for_ever()


def ignores_term() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    until_asked()
    for_ever()


def in_new_session(run: str, environment: dict[str, str]) -> None:
    """A grandchild that has lost its parent and its session."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.execve(sys.executable, [sys.executable, "-S", __file__, run], environment)
        os._exit(0)
    os.wait()


def stubborn() -> None:
    """Run as a grandchild: holds the pipes, and cannot be asked to go."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    for_ever()


def daemon() -> None:
    """Leaves a daemon behind that has lost its environment too, and plays a good game."""
    in_new_session("stubborn", {"TAG": os.environ["TAG"]})
    play_on()


def daemon_and_exit() -> None:
    """Leaves a daemon behind that holds its pipes, and goes."""
    in_new_session("stubborn", {"TAG": os.environ["TAG"]})
    until_asked()


def hops() -> None:
    """Leaves a process behind that is another one all the time, and goes."""
    if os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while os.fork() == 0:
            pass
        os._exit(0)
    until_asked()


def spin() -> None:
    """Run as a grandchild."""
    while True:
        pass


def burning() -> None:
    """Burns the processor in grandchildren, and plays a good game."""
    for _ in range(3):
        subprocess.Popen([sys.executable, "-S", __file__, "spin"])
    play_on()


def burns() -> None:
    until_asked()
    spin()


def eats_memory() -> None:
    until_asked()
    kept = []
    while True:
        kept.append(bytearray(10 << 20))


def kills_its_launcher() -> None:
    in_new_session("stubborn", dict(os.environ))
    until_asked()
    os.kill(os.getppid(), signal.SIGKILL)
    for_ever()


if __name__ == "__main__":
    globals()[sys.argv[1]]()
