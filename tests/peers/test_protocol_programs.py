"""Protocols with programs that others wrote: GRhino, an Othello program of Debian that speaks GTP, and `ataxx` of PyPI,
a library with a manager of UAI programs. Where GRhino cannot be installed, its tests are skipped."""

import os
import random
import re
import shutil
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import ataxx
import pytest
from ataxx import uai
from helpers.debian import installed
from helpers.speaking import Piped

from outplay.arena.games import Conditions
from outplay.arena.player_cache import PlayerCache
from outplay.arena.referee import play
from outplay.core.registry import game as find_game
from outplay.core.results import Ending
from outplay.protocols.notation import move_text, position_text, read_move, read_position

LONG = Conditions(time=60.0)


def find_grhino() -> str | None:
    return shutil.which("gtp-rhino", path=f"{os.environ.get('PATH', '')}:/usr/games")


@pytest.fixture(scope="session")
def grhino() -> str:
    """The path of the program."""
    found = find_grhino() or (find_grhino() if installed("grhino") else None)
    if found is None:
        pytest.skip("GRhino is not tested: it is not installed and cannot be installed here; run: apt install grhino")
    return found


@pytest.mark.parametrize("side", [0, 1])
def test_grhino_plays_othello_in_the_arena(grhino: str, side: int) -> None:
    """Whole games, with passes, by the rules of both programs."""
    game = find_game("othello")
    cache = PlayerCache(game, Conditions(time=1.0, margin=20.0))
    players = [cache.player("random", 0), cache.player(f"gtp:{grhino}", 1)]
    played = play(game, (players[side], players[1 - side]), cache.conditions, seeds=(1, 2))
    assert (played.result.ending, played.result.winner) == (Ending.RULES, 1 - side), played.result.detail
    assert len(played.moves) >= 58


def test_our_speaker_and_grhino_say_the_same_board_and_score(grhino: str) -> None:
    """The same random games are told to both; boards are compared after each move, scores at the end."""
    with Piped("gtp", "othello", "--player", "random") as ours, Popen([grhino], stdin=PIPE, stdout=PIPE) as theirs:

        def both(line: str) -> list[str]:
            """The responses of both."""
            assert theirs.stdin
            assert theirs.stdout
            theirs.stdin.write(f"{line}\n".encode())
            theirs.stdin.flush()
            ours.send(line)
            return ["".join(ours.until("")), b"".join(iter(theirs.stdout.readline, b"\n")).decode().strip()]

        for seed in range(3):
            dice, position = random.Random(seed), find_game("othello").start()
            assert both("clear_board") == ["=", "="]
            while not position.outcome():
                move = dice.choice(position.moves())
                name = position.name(move)
                if name != "pass":  # GRhino has no pass
                    assert both(f"play {('black', 'white')[position.to_move]} {name}") == ["=", "="]
                position = position.play(move)
                rows = re.findall(r"^ +[1-8] ([.XO ]+)$", both("showboard")[1], re.MULTILINE)
                assert "/".join(rows).replace(" ", "").lower() == position.text.split()[0]
            ending = both("final_score")
            assert ending[0] == ending[1].removesuffix(".0")
        both("quit")


def test_ataxx_is_written_as_the_library_writes_it() -> None:
    """FEN and moves, ply by ply over random games. The library ends a game 100 moves after a growth, outplay 40."""
    for seed in range(4):
        dice, board, position = random.Random(seed), ataxx.Board(), find_game("ataxx").start()
        while not position.outcome():
            fen = board.get_fen()
            assert position_text(position).split()[:3] == fen.split()[:3]
            assert read_position(position.game, fen) == position
            words = sorted({str(move) for move in board.legal_moves()})
            assert sorted(move_text(position, move) for move in position.moves()) == words
            word = dice.choice(words)
            board.makemove(ataxx.Move.from_san(word))
            position = position.play(read_move(position, word))


@pytest.mark.filterwarnings("ignore:line buffering", "ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_the_librarys_manager_of_uai_programs_plays_with_our_speaker() -> None:
    engine = uai.Engine([sys.executable, "-m", "outplay", "speak", "ugi", "ataxx", "--player", "random:seed=1"])
    engine.uai()
    assert engine.name.startswith("outplay ")
    engine.isready()
    engine.uainewgame()
    board = ataxx.Board()
    for ply in range(40):
        if board.gameover():
            break
        engine.position(board.get_fen())
        times = {"movetime": 50} if ply % 2 else {"times": (60000, 60000, 0, 0)}
        best, _ = engine.go(**times, maxwait=60)
        move = ataxx.Move.from_san(best)
        assert board.is_legal(move)
        board.makemove(move)
    engine.quit()


BOT = """
import random, sys
import ataxx
board, dice = ataxx.Board(), random.Random(5)
for line in sys.stdin:
    words = line.split()
    if words == ["uai"]: print("id name library\\nuaiok", flush=True)
    elif words == ["isready"]: print("readyok", flush=True)
    elif words[0] == "position":
        board = ataxx.Board() if words[1] == "startpos" else ataxx.Board(" ".join(words[2:6]))
        for word in words[words.index("moves") + 1:] if "moves" in words else ():
            move = ataxx.Move.from_san(word)
            assert board.is_legal(move), (board.get_fen(), word)
            board.makemove(move)
    elif words[0] == "go": print("bestmove", dice.choice(board.legal_moves()), flush=True)
    elif words == ["quit"]: break
"""


def test_a_uai_program_on_the_librarys_rules_plays_in_the_arena(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(BOT)
    game = find_game("ataxx")
    for seed in (1, 2):
        cache = PlayerCache(game, LONG)
        players = cache.player(f"uai:{sys.executable} {path}", 0), cache.player("random", 1)
        result = play(game, players, LONG, seeds=(None, seed)).result
        assert result.ending is Ending.RULES, result.detail
