"""games, players, show, cache: what there is."""

import sys
from pathlib import Path
from typing import Annotated

import typer

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
)
from outplay.core.errors import BadRecord, BadSpec
from outplay.core.records import check_writable
from outplay.core.registry import GAMES, file_listing
from outplay.core.registry import game as find_game


def register(app: typer.Typer) -> None:
    app.command(epilog="outplay games\n\noutplay games my_game.py")(games)
    app.command(epilog="outplay players")(players)
    app.command(
        epilog="outplay show kalah:6,4 --moves '3 6'\n\noutplay show gomoku --moves 'h8 i9' --json\n\n"
        "outplay show othello --moves 'd3 c3' --svg othello.svg"
    )(show)
    app.command(epilog="outplay cache\n\noutplay cache --clear")(cache)


def games(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[GAME]...", help="Names of games, or files of your own.")
    ] = None,
    json: Json = False,
) -> None:
    """List all games that have a name, or those that are given by name or file."""
    listings = [GAMES.get(str(path)) or file_listing(path)[0] for path in files] if files else [*GAMES.values()]
    if json:
        for listing in listings:
            print_json(**listing.as_json())
        return
    lines = [(listing.usage, listing.about) for listing in listings]
    if not files:
        lines.append(("path/to/my_game.py[:SIZES]", "Your own: outplay new game my_game"))
    width = max(len(usage) for usage, _ in lines)
    for usage, about in lines:
        print(f"{usage:<{width}}  {about}")


def players(json: Json = False) -> None:
    """List the players."""
    from outplay.players.listing import HUMAN, PLAYERS, PROGRAMS

    for name, listing in {HUMAN.name: HUMAN, **PLAYERS, **PROGRAMS}.items():
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
    if outcome:
        print(outcome_words(found, outcome))
    else:
        print(f"{start_of_sentence(player_name(found, here.to_move))} to move: {some_of(names)}")
    print(f"position: {here.text}")


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
