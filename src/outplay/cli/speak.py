"""speak: a player of ours sits down at somebody else's table, by the protocol that is spoken there."""

import sys
from typing import Annotated

import typer

speak_app = typer.Typer(no_args_is_help=True, help="Play under another program, by its protocol.")

Who = Annotated[str, typer.Option("--player", metavar="SPEC", help="Who plays; see `outplay players`.")]


def register(app: typer.Typer) -> None:
    app.add_typer(speak_app, name="speak", epilog="outplay speak text --player engine:level=5")
    speak_app.command(
        "text",
        epilog="outplay speak text\n\noutplay speak text --player engine:level=5\n\n"
        "outplay play connect-four --second 'text:outplay speak text --player alpha-beta'",
    )(text)


def text(player: Who = "engine") -> None:
    """Play any game by the text protocol of outplay (docs/text-protocol.md), on standard input and output."""
    from outplay.players import listed
    from outplay.players import player as make
    from outplay.players.specs import program_of
    from outplay.protocols.text import Speaker

    if not program_of(player):
        listed(player.strip().partition(":")[0])
    speaker = Speaker(lambda game: make(player, game), player)
    for line in sys.stdin.buffer:
        for answer in speaker.hear(line.decode("utf-8", "replace")):
            print(answer, flush=True)
        if speaker.done:
            return
