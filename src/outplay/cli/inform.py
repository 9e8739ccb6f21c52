"""games, players, show, cache: what there is."""

import shutil
import sys
import textwrap
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from outplay.cli import completion
from outplay.cli.common import (
    GameName,
    Json,
    Moves,
    PositionText,
    moves_of,
    outcome_json,
    outcome_words,
    paint,
    player_name,
    print_json,
    some_of,
    start_of_sentence,
    terminal_width,
    wrap,
)
from outplay.core.errors import BadRecord, BadSpec
from outplay.core.game import Game, Position
from outplay.core.records import check_writable
from outplay.core.registry import GAMES, file_listing, is_file_name, parse, split_path
from outplay.core.registry import game as find_game
from outplay.core.specs import Listing

if TYPE_CHECKING:
    from outplay.engine.networks import Found

WIDEST_TEXT = 100
"""Columns that a text to be read has at most."""


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay games  # all games that have a name\n\n"
            "outplay games squatter  # the rules of one, with an example\n\n"
            "outplay games kalah:4,3 my_game.py  # of a size, and of your own game"
        )
    )(games)
    app.command(epilog=("outplay players  # all players, with their options"))(players)
    app.command(
        epilog=(
            "outplay show kalah:6,4 --moves '3 6'  # the board after two moves\n\n"
            "outplay show gomoku --moves 'h8 i9' --json  # the position and its legal moves for another program\n\n"
            "outplay show othello --moves 'd3 c3' --svg othello.svg  # a drawing to print or to put on a page"
        )
    )(show)
    app.command(
        epilog=("outplay cache  # where compiled code is, and how much\n\noutplay cache --clear  # remove it all")
    )(cache)


def games(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Games by name, or files of your own.", autocompletion=completion.games),
    ] = None,
    json: Json = False,
) -> None:
    """List all games that have a name, or tell the rules of those that are given, with a picture."""
    if names:
        tell_rules(names, json)
        return
    if json:
        for listing in GAMES.values():
            print_json(**listing.as_json())
        return
    lines = [(listing.usage, listing.about) for listing in GAMES.values()]
    lines.append(("path/to/my_game.py[:SIZES]", "Your own: outplay new game my_game"))
    width = max(len(usage) for usage, _ in lines)
    longest = width + 2 + max(len(about) for _, about in lines)
    for usage, about in lines:
        if sys.stdout.isatty() and longest > terminal_width():
            print(f"{usage}\n{wrap(f'    {about}', 4)}")
        else:
            print(f"{usage:<{width}}  {about}")
    print("\n`outplay games NAME` tells the rules of a game.")


def tell_rules(names: list[str], json: bool) -> None:
    """Prints how the games are written, their rules and a picture of each."""
    found = [(listed(name), find_game(name) if complete(name) else None) for name in names]
    for number, (listing, game) in enumerate(found):
        if json:
            moves, position = played_example(game) if game else ([], None)
            text: dict[str, Any] = {"rules": game.about if game else "", "position": position and position.text}
            if game:
                text["network"] = found_network(game).as_json()
            print_json(**listing.as_json(), **text, example=moves)
        else:
            told = (
                f"{rules_words(game)}\n\n{network_words(game)}"
                if game
                else f"{listing.about}\nWith its sizes given, its rules are told here."
            )
            print("\n" * (number > 0) + f"{listing.usage}\n\n{told}")


def found_network(game: Game) -> "Found":
    from outplay.engine.networks import find_network

    return find_network(game)


def network_words(game: Game) -> str:
    """Whether the engine has a network for a game, and how to train one."""
    if game.interpreted:
        return wrapped("Its rules cannot be compiled: mcts, alpha-beta and random play it, and the engine does not.")
    found = found_network(game)
    if found.notice:
        return wrapped(f"No network: {found.notice}.")
    if found.network is None:
        return wrapped(f"The engine has no network for it; `outplay train {quote(str(game))}` trains one.")
    return wrapped(f"The engine evaluates it by {found.words}, in {found.path}.")


def listed(name: str) -> Listing:
    """The listing of a game that is given by its text or its file; BadSpec if there is none."""
    if is_file_name(name):
        return file_listing(split_path(name)[0])[0]
    return parse(name).listing


def complete(name: str) -> bool:
    """Whether a text names a game: that of a file whose sizes have no default values does not without them."""
    return ":" in name or all(option.default is not None or not option.always for option in listed(name).options)


def played_example(game: Game) -> tuple[list[str], Position]:
    """The names of the moves to the picture of a game, and the position after them."""
    names, position = [], game.start()
    for move in game.example_moves():
        names.append(position.name(move))
        position = position.play(move)
    return names, position


def rules_words(game: Game) -> str:
    """The rules of a game in words, wrapped to the terminal, and a drawn position."""
    moves, (names, position) = game.example_moves(), played_example(game)
    text = wrapped(game.about) or "This game has no rules in words: its file needs a docstring."
    outcome = position.outcome()
    turn = f"{start_of_sentence(player_name(game, position.to_move))} to move."
    drawing = position.draw(paint, moves[-1] if moves else None)
    after = wrapped(f"After {' '.join(names)}:") if names else "At the start:"
    return f"{text}\n\n{after}\n\n{drawing}\n\n{outcome_words(game, outcome) if outcome else turn}"


def wrapped(text: str) -> str:
    """The lines of a text, wrapped to the width of the terminal; indented lines stay as they are."""
    width = min(WIDEST_TEXT, shutil.get_terminal_size((80, 24)).columns)

    def fill(line: str) -> str:
        indent = "  " if line.startswith(("- ", "* ")) else ""
        return textwrap.fill(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)

    return "\n".join(line if not line or line[0].isspace() else fill(line) for line in text.split("\n"))


def players(json: Json = False) -> None:
    """List the players."""
    from outplay.players.listing import HUMAN, NAMED, PROGRAMS

    for name, listing in {HUMAN.name: HUMAN, **NAMED, **PROGRAMS}.items():
        if json:
            print_json(**listing.as_json() | {"name": name})
            continue
        many = "s" if "," in listing.document else ""
        from_document = f" (founding document{many} {listing.document})" if listing.document else ""
        print(f"{listing.usage}\n    {listing.about}{from_document}")


def show(
    game: GameName,
    moves: Moves = None,
    position: PositionText = None,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", help="Write the drawing to a new SVG file instead; - prints it."),
    ] = None,
    json: Json = False,
) -> None:
    """Draw a position and list its legal moves.

    With --svg the position is drawn to print it or to put it on a page, with the last of the --moves, what it captured
    and a winning row highlighted. A file that exists is never overwritten."""
    found = find_game(game)
    before, played = moves_of(found, moves, position)
    here, last = before, played[-1] if played else None
    for move in played:
        before, here = here, here.play(move)
    if svg is not None:
        if svg != "-" and Path(svg).suffix.casefold() not in (".svg", ""):
            raise BadSpec(f"--svg writes an SVG file, so {svg} is no good name; take {Path(svg).with_suffix('.svg')}")
        if svg == "-" and json:
            raise BadSpec("--svg - prints the drawing, so --json cannot print there; give --svg a file")
        save_svg(here.svg(last, before=before if played else None), svg)
    outcome = here.outcome()
    names = [here.name(move) for move in here.moves()]
    if json:
        print_json(
            game=str(found), position=here.text, to_move=here.to_move, moves=names, outcome=outcome_json(outcome)
        )
        return
    if svg is not None:
        return
    print(here.draw(paint, last, before))
    print()
    warn_of_width(here, "give --svg FILE for a drawing")
    if outcome:
        print(outcome_words(found, outcome))
    else:
        line = f"{start_of_sentence(player_name(found, here.to_move))} to move: {some_of(names)}"
        print(wrap(line) if sys.stdout.isatty() else line)
    print(f"position: {here.text}")


def warn_of_width(position: Position, instead: str) -> None:
    """Says so if a board has more columns than the terminal, which breaks its rows; `instead` is what else to do."""
    needed, columns = max(map(len, position.draw().splitlines())), shutil.get_terminal_size().columns
    if sys.stdout.isatty() and needed > columns:
        print(wrapped(f"The board needs {needed} columns, and the terminal has {columns}: widen it, or {instead}."))


def save_svg(text: str, file: str) -> None:
    """Writes a drawing to a new file and says so on standard error, or prints it for `-`."""
    if file == "-":
        sys.stdout.write(text)
        return
    path = Path(file)
    check_writable(path)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
    except OSError as error:
        raise BadRecord(f"{path} cannot be written: {error.strerror}; save elsewhere") from None
    print(f"The drawing is in {path}", file=sys.stderr)


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove it all; it is made again when needed.")] = False,
    json: Json = False,
) -> None:
    """Say where compiled code is kept and how much there is, or clear it."""
    from outplay.compiler import store

    entries = store.entries()
    size = sum(path.stat().st_size for path in entries)
    removed = store.clear() if clear else 0
    if json:
        left, kept = (0, 0) if clear else (len(entries), size)
        print_json(folder=str(store.folder()), entries=left, bytes=kept, removed=removed)
    elif clear:
        print(f"{removed} entries removed from {store.folder()} ({size / 1e6:.1f} MB)")
    else:
        print(f"{len(entries)} entries, {size / 1e6:.1f} MB in {store.folder()}")
        print("OUTPLAY_CACHE moves it; `outplay cache --clear` empties it")
