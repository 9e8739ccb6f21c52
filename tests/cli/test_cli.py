"""The commands as a user runs them: what they print, what they refuse, and with which exit code."""

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest
from helpers.commands import at_a_terminal, good, json_lines, outplay_run, refused
from typer.testing import CliRunner

import outplay
from outplay.cli import app
from outplay.core.registry import GAMES


def test_version_is_said() -> None:
    assert good("--version") == f"outplay {outplay.__version__}\n"


def test_every_command_has_help_with_an_example() -> None:
    commands = re.findall(r"^\W*(\w[\w-]*)  ", good("--help").split("Commands:")[1].split("Options:")[0], re.MULTILINE)
    assert {"play", "games", "players", "show", "perft", "stats", "bench", "check", "new", "cache"} <= set(commands)
    for command in commands:
        text = CliRunner().invoke(app, [command, "--help"]).output
        assert "Usage" in text
        if command != "new":
            assert f"outplay {command}" in text.partition("Examples:")[2], f"{command} --help ends without an example"


def test_the_rules_of_a_game_are_told_with_a_picture(tmp_path: Path) -> None:
    told = good("games", "squatter", "kalah:3,2,pie")
    assert told.startswith("squatter[:SIZE]\n\nSquatter: White and Black take turns")
    assert "\n5 + W - b W + + 5\n" in told
    assert "\nkalah[:HOUSES,SEEDS[,standard|empty-capture][,pie][,half]]\n\nKalah: " in told
    assert max(map(len, told.splitlines())) <= 100
    (line,) = json_lines("games", "tic-tac-toe")
    assert (line["example"], line["position"]) == (["a1", "b1", "b2", "c2", "c3"], "..x/.xo/xo.")
    assert line["rules"] == outplay.game("tic-tac-toe").about
    refused(outplay_run("games", "chess"), "there is no game 'chess'")
    path = tmp_path / "mine.py"
    path.write_text(
        '"""Mine: as othello."""\nfrom outplay.examples.othello import game as o\ndef game(n): return o(n)\n'
    )
    assert good("games", str(path)).endswith("Mine: as othello.\nWith its sizes given, its rules are told here.\n")
    assert "\n4 x . . . 4\n" in good("games", f"{path}:4")


def test_a_board_that_is_wider_than_the_terminal_says_so() -> None:
    wide = "The board needs 123 columns, and the terminal has 80: widen it, or"
    code, shown = at_a_terminal("show", "mnk:1,40,5", typed="", COLUMNS="80")
    assert code == 0
    assert f"{wide} give" in shown
    assert "columns, and the terminal" not in at_a_terminal("show", "mnk:1,40,5", typed="", COLUMNS="123")[1]
    assert "columns, and the terminal" not in good("show", "mnk:1,40,5")  # no terminal
    play = at_a_terminal("play", "mnk:1,40,5", "--second", "human", typed="quit\n", COLUMNS="80")[1]
    assert f"{wide} play" in play


def test_games_and_players_are_listed() -> None:
    assert [line["name"] for line in json_lines("games")] == list(GAMES)
    assert [line["name"] for line in json_lines("players")] == [
        "human",
        "engine",
        "mcts",
        "random",
        "alpha-beta",
        "kalah-ranks",
        "squatter-2015",
        "first-random",
        "cadrega",
        "openspiel-mcts",
        "openspiel-minimax",
        "openspiel-random",
        "bot",
        "text",
        "gomocup",
        "kaggle",
        "ugi",
        "gtp",
        "nboard",
        "uai",
    ]
    assert "kalah[:HOUSES,SEEDS" in good("games")


def test_the_sizes_of_a_users_file_are_listed(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text('"""Discs."""\nfrom outplay.examples.othello import game\n')
    assert good("games", str(path)).startswith(f"{path}[:SIZE]\n\nDiscs.\n")
    (line,) = json_lines("games", str(path))
    assert [(option["key"], option["default"]) for option in line["options"]] == [("size", 8)]


@pytest.mark.parametrize("spec", GAMES)
def test_show_draws_every_game(spec: str) -> None:
    text = good("show", spec)
    assert "to move" in text
    (line,) = json_lines("show", spec)
    game = outplay.game(spec)
    assert game.position(line["position"]) == game.start()
    assert line["outcome"] is None
    assert (line["to_move"], len(line["moves"])) == (0, len(game.start().moves()))


def test_show_writes_a_drawing_to_a_new_file_and_never_over_another(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    words = ["show", "connect-four", "--moves", "a b a b a b a", "--svg", str(file)]
    done = outplay_run(*words)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"The drawing is in {file}\n"
    drawing = file.read_text(encoding="utf-8")
    assert ElementTree.fromstring(drawing).tag == "{http://www.w3.org/2000/svg}svg"
    assert drawing.count('class="winning"') == 4
    assert good(*words[:-1], "-") == drawing
    refused(outplay_run(*words), "board.svg exists already; choose another name, or remove it first")
    refused(outplay_run(*words[:-1], str(tmp_path / "no" / "board.svg")), "there is no folder")
    refused(outplay_run(*words[:-1], "-", "--json"), "give --svg a file")
    refused(outplay_run(*words[:-1], "board.png"), "writes an SVG file, so board.png is no good name; take board.svg")
    assert file.read_text(encoding="utf-8") == drawing


def test_show_says_how_a_game_ended() -> None:
    assert "x wins: 3 in a row." in good("show", "tic-tac-toe", "--moves", "a1 b1 a2 b2 a3")
    (line,) = json_lines("show", "tic-tac-toe", "--position", "xxx/oo./...")
    assert line["outcome"] == {"winner": 0, "margin": 1, "reason": "3 in a row"}
    assert line["moves"] == []


@pytest.mark.kernel
def test_perft_counts() -> None:
    (line,) = json_lines("perft", "kalah:6,4", "--depth", "5")
    assert (line["paths"], line["depth"], line["game"]) == (4690, 5, "kalah:6,4")
    assert good("perft", "tic-tac-toe", "-d", "2", "--moves", "b2").startswith("56 paths of 2 moves")


@pytest.mark.kernel
def test_bench_prints_the_four_searches_with_their_nodes() -> None:
    lines = json_lines("bench", "--runs", "3")
    assert {line["name"]: line["nodes"] for line in lines} == {
        "kalah-d12": 2669735,
        "connect-four-d12": 3050083,
        "gomoku-d3": 51072,
        "tic-tac-toe": 18297,
    }
    assert all(line["seconds"] > 0 for line in lines)


@pytest.mark.kernel
def test_stats_of_random_games_say_what_is_known_of_tic_tac_toe() -> None:
    (line,) = json_lines("stats", "tic-tac-toe", "--games", "20000", "--seed", "3")
    assert line["games"] == line["first_wins"] + line["draws"] + line["second_wins"] == 20000
    assert line["first_wins"] / 20000 == pytest.approx(0.585, abs=0.015)  # of all random games
    assert line["draws"] / 20000 == pytest.approx(0.127, abs=0.01)
    assert line["first_share_low"] < line["first_share"] < line["first_share_high"]
    assert (line["length_shortest"], line["length_longest"]) == (5, 9)


@pytest.mark.kernel
def test_stats_of_given_players_show_who_is_better() -> None:
    (line,) = json_lines("stats", "connect-four", "--first", "alpha-beta:depth=3", "--games", "20")
    assert line["first_wins"] >= 17
    (again,) = json_lines("stats", "connect-four", "--first", "alpha-beta:depth=3", "--games", "20")
    assert line == again
    text = good("stats", "mnk:3,3,3", "--first", "alpha-beta", "--second", "alpha-beta", "--games", "10")
    assert "10 games, alpha-beta against alpha-beta, after 2 random moves" in text


def test_stats_and_perft_refuse_rules_that_do_not_hold(tmp_path: Path) -> None:
    good("new", "game", "mine", cwd=tmp_path)
    path = tmp_path / "mine.py"
    path.write_text(path.read_text().replace("bits=cells_count", "bits=3"))
    for words in (("stats", "mine.py"), ("perft", "mine.py", "-d", "3")):
        done = outplay_run(*words, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "give Game more bits" in done.stderr


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["kalah:6,4", "squatter:5", "tic-tac-toe", "connect-four", "othello:4"])
def test_play_without_a_terminal_plays_one_game_to_its_end(spec: str) -> None:
    text = good("play", spec)
    assert "a demonstration game" in text
    assert re.search(r"(wins|A draw)[^\n]*\.\n\Z", text)


@pytest.mark.kernel
def test_play_defaults_to_a_game() -> None:
    assert "kalah:6,4: the first player is random, the second player is engine." in good("play")


def test_two_people_play_at_a_terminal_with_undo_and_help() -> None:
    typed = "help\nmoves\nb2\nundo\na1\nb1\nnonsense\na2\nb2\na3\n\n"
    code, shown = at_a_terminal("play", "tic-tac-toe", "--second", "human", typed=typed)
    assert code == 0
    assert "take back your last move" in shown
    assert "a3 b3 c3 a2 b2 c2 a1 b1 c1" in shown
    assert "'nonsense' is no move of this game" in shown
    assert "x wins: 3 in a row." in shown
    assert "\x1b[1;36mx" in shown


def test_there_is_no_colour_where_it_is_not_wanted() -> None:
    code, shown = at_a_terminal("play", "tic-tac-toe", "--second", "human", typed="b2\nquit\n", NO_COLOR="1")
    assert code == 0
    assert "\x1b[1;36m" not in shown
    assert "outplay play mnk:3,3,3 --first human --second human --position '.../.x./...'" in shown


def test_a_game_can_be_left_with_the_end_of_input() -> None:
    words = ("play", "tic-tac-toe", "--second", "human", "--moves", "b2")
    code, shown = at_a_terminal(*words, typed="\x04", after="o> ")  # readline reads it, so it must be ready
    assert code == 0
    assert "The game stands at" in shown


@pytest.mark.kernel
def test_ctrl_c_is_clean() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "outplay", "perft", "gomoku", "--depth", "9"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(8)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=10)
    assert process.returncode == 130
    assert out == ""
    assert "Traceback" not in err


BAD = {
    "perft kala -d 3": "did you mean kalah?",
    "perft chess -d 3": "there is no game 'chess'",
    "show kalah:13,2": "the houses of kalah must be 1 to 12, not 13",
    "show kalah:0,2": "the houses of kalah must be 1 to 12, not 0",
    "show kalah:a,b": "'a' is not a whole number",
    "show kalah:6,4,fast": "kalah has no option 'fast'; write kalah[:HOUSES,SEEDS",
    "show kalah:6,4,standard,empty-capture": "exclude each other",
    "show squatter:2": "the size of squatter must be 3 to 19, not 2",
    "show squatter:20": "the size of squatter must be 3 to 19, not 20",
    "show squatter:7,7": "squatter has no option '7'; write squatter[:SIZE]",
    "show mnk:71,3,3": "the rows of mnk must be 1 to 70, not 71",
    "show mnk:3,3,0": "the k of mnk must be 1 or more, not 0",
    "show tic-tac-toe:4": "write tic-tac-toe",
    "show nothing.py": "there is no file nothing.py",
    "show tic-tac-toe --moves a1,a1": "'a1,a1' is no move of this game",
    "show tic-tac-toe --moves d9": "'d9' is no move of this game",
    "show kalah:6,4 --moves 7": "'7' is no move of this game; legal moves: 1 2 3 4 5 6",
    "show tic-tac-toe --position abc": "3 rows of 3 cells",
    "show tic-tac-toe --position abc/abc/abc": "'a' is no cell",
    "show tic-tac-toe --position xxx/xxx/...": "as many x as o",
    "show tic-tac-toe --position xxx/ooo/...": "x has 3 in a row",
    "show kalah:6,4 --position 4": "as in '4,4,4,4,4,4:0",
    "show squatter:3 --position WWW/W+W/WWW": "as many white pieces",
    "perft tic-tac-toe": "Missing option '--depth'",
    "perft tic-tac-toe -d many": "--depth wants a whole number, not 'many'",
    "perft tic-tac-toe -d -1": "--depth must be at least 0, not -1",
    "perft tic-tac-toe -d 501": "the depth must be 1 to 500",
    "bench --runs 1": "--runs must be at least 3, not 1",
    "play tic-tac-toe --first nobody": "there is no player 'nobody'",
    "play tic-tac-toe --first rondom": "did you mean random?",
    "play tic-tac-toe --second alpha-beta:deep=3": "write alpha-beta[:depth=N][,seed=N]",
    "stats tic-tac-toe --position xxx/oo./...": "the game is over",
    "stats tic-tac-toe --first human": "human cannot play here",
    "show .": "there is no game '.'",
    "show ./": "is no file",
    "new game class": "no good name",
    "new bot": "NAME is missing",
    "new bot my.bot": "is no good name for a bot; take letters, digits and _, as in my_bot",
    "new wibble": "there is no command 'wibble'",
    "speak wibble": "there is no command 'wibble'",
    "speak text --player rondom": "did you mean random?",
    "speak text --player text:": "there is no command after the colon",
    "play tic-tac-toe --second nothing.py": "there is no file nothing.py",
    "play tic-tac-toe --second text:nothing-like-this": "there is no program nothing-like-this",
    "stats tic-tac-toe --second nothing.py": "there is no file nothing.py",
    "analyse tic-tac-toe --player nothing.py:Bot": "there is no file nothing.py",
    "wibble": "there is no command 'wibble'",
    "plya": "there is no command 'plya'; did you mean 'play'?",
    "games --jsn": "there is no option --jsn; did you mean --json?",
    "players mcts": "nothing more is expected here: mcts",
    "show kalah --moves": "--moves wants a value after it",
    "serve --port 99999999": "--port must be at most 65535, not 99999999",
    "show": "GAME is missing",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_gets_one_clear_line_and_exit_code_2(line: str, tmp_path: Path) -> None:
    done = outplay_run(*line.split(), cwd=tmp_path)
    refused(done, BAD[line])
    if not line.startswith("play"):
        assert done.stdout == ""


def test_moves_and_position_exclude_each_other() -> None:
    done = outplay_run("show", "tic-tac-toe", "--moves", "a1", "--position", ".../.../...")
    assert (done.returncode, done.stderr) == (2, "outplay: give --moves or --position, not both\n")


@pytest.mark.kernel
def test_the_cache_command_says_and_clears(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    outplay_run("perft", "mnk:2,2,2", "-d", "2", OUTPLAY_CACHE=cache)
    line = json.loads(outplay_run("cache", "--json", OUTPLAY_CACHE=cache).stdout)
    assert (line["folder"], line["entries"]) == (cache, 1)
    assert line["bytes"] > 1000
    assert outplay_run("cache", "--clear", OUTPLAY_CACHE=cache).stdout.startswith("1 entries removed")
    assert json.loads(outplay_run("cache", "--json", OUTPLAY_CACHE=cache).stdout)["entries"] == 0


@pytest.mark.kernel
def test_an_unwritable_cache_is_one_line_of_warning(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = outplay_run("perft", "mnk:2,2,2", "-d", "2", OUTPLAY_CACHE=str(blocked / "below"))
    assert done.returncode == 0
    warnings = [line for line in done.stderr.splitlines() if "warning" in line]
    assert len(warnings) == 1
    assert "OUTPLAY_CACHE" in warnings[0]


@pytest.mark.kernel
def test_a_new_game_works_at_once_and_is_never_overwritten(tmp_path: Path) -> None:
    assert "my_game.py is written" in good("new", "game", "my_game", cwd=tmp_path)
    assert "passes all checks" in good("check", "my_game.py", cwd=tmp_path)
    assert "passes all checks" in good("check", "my_game.py:9,9", cwd=tmp_path)
    assert "a demonstration game" in good("play", "my_game.py", cwd=tmp_path)
    assert "first player's share" in good("stats", "my_game.py", "--games", "100", cwd=tmp_path)
    before = (tmp_path / "my_game.py").read_text()
    done = outplay_run("new", "game", "my_game", cwd=tmp_path)
    assert done.returncode == 2
    assert "exists already" in done.stderr
    assert (tmp_path / "my_game.py").read_text() == before


def test_a_new_bot_works_at_once_in_every_game_and_is_never_overwritten(tmp_path: Path) -> None:
    text = good("new", "bot", "my_bot", cwd=tmp_path)
    assert "my_bot.py is written" in text
    assert "outplay match kalah:6,4 my_bot.py random" in text
    for game in ("kalah:3,2", "squatter:3", "tic-tac-toe", "connect-four", "othello:4"):
        shown = good("play", game, "--first", "my_bot.py", "--second", "random", cwd=tmp_path)
        assert re.search(r"(wins|A draw)[^\n]*\.\n\Z", shown)
    (line,) = map(
        json.loads,
        good("stats", "tic-tac-toe", "--first", "my_bot.py", "-n", "20", "--json", cwd=tmp_path).splitlines(),
    )
    assert line["first_wins"] >= 14
    assert "The program does not say why" in good("analyse", "tic-tac-toe", "--player", "my_bot.py", cwd=tmp_path)
    done = outplay_run("new", "bot", "my_bot", cwd=tmp_path)
    assert done.returncode == 2
    assert "exists already" in done.stderr


def test_a_bot_that_fails_in_the_middle_of_a_game_is_one_line_and_the_game_can_go_on(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    def __init__(self, game): pass\n    def choose(self, position): raise KeyError(3)\n"
    )
    done = outplay_run("play", "tic-tac-toe", "--second", "bot.py", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.endswith("outplay: bot.py: crash: bot.py:3: KeyError: 3\n")
    assert "The game stands at: outplay play mnk:3,3,3 --first random --second bot.py --position" in done.stdout


def test_ctrl_c_while_a_program_thinks_is_clean(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "import sys, time\nclass Bot:\n    def __init__(self, game): pass\n"
        "    def choose(self, position): print('thinking'); time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-m", "outplay", "play", "tic-tac-toe", "--first", "bot.py", "--second", "random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    ) as process:
        assert process.stderr
        assert process.stderr.readline() == "thinking\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "The game stands at" in out
    assert "Traceback" not in err


@pytest.mark.kernel
@pytest.mark.parametrize("name", ["connect_four", "othello"])
def test_an_example_works_when_copied_anywhere(name: str, tmp_path: Path) -> None:
    source = Path(outplay.__file__).parent / "examples" / f"{name}.py"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / f"{name}.py").write_text(source.read_text())
    assert "a demonstration game" in good("play", f"mine/{name}.py", "--second", "random", cwd=tmp_path)
    assert "passes all checks" in good("check", f"mine/{name}.py", cwd=tmp_path)


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m outplay games | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
