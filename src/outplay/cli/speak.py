"""speak: a player of outplay plays in games that another program manages, by the protocol of that program."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from outplay import __version__
from outplay.cli import completion
from outplay.cli.common import GameName, Json, print_json
from outplay.cli.streams import input_bytes
from outplay.core.registry import game as find_game
from outplay.players.specs import parse, parse_for

if TYPE_CHECKING:
    from outplay.players.conversation import Conversation
    from outplay.protocols.speaker import Speaker as AnySpeaker

speak_app = typer.Typer(no_args_is_help=True, help="Play under another program, by its protocol.")

PlayerSpec = Annotated[
    str,
    typer.Option(
        "--player", metavar="SPEC", help="Who plays, as in engine:threads=2.", autocompletion=completion.players
    ),
]


def register(app: typer.Typer) -> None:
    app.add_typer(
        speak_app,
        name="speak",
        epilog=(
            "outplay speak gomocup  # as a brain of Piskvork\n\n"
            "outplay speak ugi othello  # under a manager that plays any game\n\n"
            "outplay speak gtp gomoku --player mcts  # under a manager of Go programs, with tree search\n\n"
            "outplay speak nboard  # as an engine of NBoard\n\n"
            "outplay speak kgp kalah.example.org  # on a server for Kalah"
        ),
    )
    speak_app.command(
        "text",
        epilog=(
            "outplay speak text  # the engine\n\n"
            "outplay speak text --player engine:level=5  # a weaker one\n\n"
            "outplay play othello --second 'text:outplay speak text --player alpha-beta'"
            "  # another process as a player of `outplay play`"
        ),
    )(text)
    speak_app.command(
        "gomocup",
        epilog=(
            "outplay speak gomocup  # as a brain of Piskvork\n\n"
            "outplay speak gomocup --player engine:threads=2  # with two threads\n\n"
            "printf 'START 15\\nBEGIN\\n' | outplay speak gomocup  # what it answers to a manager"
        ),
    )(gomocup)
    speak_app.command(
        "ugi",
        epilog=(
            "outplay speak ugi othello  # under a manager that plays any game\n\n"
            "outplay speak ugi ataxx --player engine:threads=2  # also for programs that speak UAI\n\n"
            "printf 'ugi\\nposition startpos\\ngo depth 4\\n' | outplay speak ugi my_game.py  # what it answers"
        ),
    )(ugi)
    speak_app.command(
        "gtp",
        epilog=(
            "outplay speak gtp gomoku  # under a manager such as GoGui or Sabaki\n\n"
            "outplay speak gtp othello  # in Quarry\n\n"
            "outplay speak gtp hex:11,pie --player mcts  # in HexGui\n\n"
            "printf 'boardsize 15\\ngenmove black\\n' | outplay speak gtp gomoku  # what it answers"
        ),
    )(gtp)
    speak_app.command(
        "nboard",
        epilog=(
            "outplay speak nboard  # as an engine of NBoard\n\n"
            "outplay speak nboard --player engine:threads=2  # with two threads\n\n"
            "printf 'nboard 2\\nset depth 8\\ngo\\n' | outplay speak nboard  # what it answers"
        ),
    )(nboard)
    speak_app.command(
        "kgp",
        epilog=(
            "outplay speak kgp localhost --name outplay  # on a server of this machine\n\n"
            "outplay speak kgp kalah.example.org:2671 --token SECRET --player engine:time=2"
            "  # known again by its token, two seconds a move"
        ),
    )(kgp)
    speak_app.command(
        "kalah-2017",
        epilog=(
            "outplay speak kalah-2017 localhost:42374  # one game by the engine\n\n"
            "outplay speak kalah-2017 localhost:42374 --player random  # by another player"
        ),
    )(kalah_2017)


def text(player: PlayerSpec = "engine") -> None:
    """Play any game by the text protocol of outplay (docs/reference/text-protocol.md), on standard input and output."""
    from outplay.players import player as make
    from outplay.players.conversation import answering
    from outplay.protocols.text import Speaker

    parse(player)
    speaker = Speaker(lambda game: answering(make(player, game)), player)
    for line in input_bytes():
        for answer in speaker.hear(line.decode("utf-8", "replace")):
            print(answer, flush=True)
        if speaker.done:
            return


def gomocup(player: PlayerSpec = "engine") -> None:
    """Play gomoku under a manager such as Piskvork: Gomocup's protocol on standard input and output."""
    from outplay import compiler
    from outplay.players.conversation import Conversation, without_thoughts
    from outplay.protocols.gomocup_speaker import Speaker

    parse_for(player, find_game("gomoku"))
    # A manager may read standard error as replies, so all messages are sent by the protocol.
    compiler.announce = partial(compiling_message, "MESSAGE")
    talk = Conversation(player, say)
    converse(talk, Speaker(without_thoughts(talk), __version__))


def converse(talk: "Conversation", speaker: "AnySpeaker") -> None:
    """Speaks on standard input and output until the manager ends it."""
    with open(input_bytes().fileno(), "rb", buffering=0, closefd=False) as source:
        talk.run(speaker, source)


def ugi(game: GameName, player: PlayerSpec = "engine") -> None:
    """Play a game by UGI, the Universal Game Interface, and Ataxx by UAI too, on standard input and output."""
    from outplay import compiler
    from outplay.players.conversation import Conversation
    from outplay.protocols.ugi_speaker import Speaker

    compiler.announce = partial(compiling_message, "info string")
    rules = find_game(game)
    parse_for(player, rules)
    talk = Conversation(player, say)
    converse(talk, Speaker(rules, talk, __version__))


def gtp(game: GameName, player: PlayerSpec = "engine") -> None:
    """Play a game with stones on a square board by GTP, the Go Text Protocol, on standard input and output."""
    from outplay.players.conversation import Conversation
    from outplay.protocols.gtp_speaker import Speaker

    rules = find_game(game)
    parse_for(player, rules)
    talk = Conversation(player, say)
    converse(talk, Speaker(rules, talk, __version__))


def nboard(player: PlayerSpec = "engine") -> None:
    """Play Othello under NBoard, by its protocol on standard input and output."""
    from outplay import compiler
    from outplay.players.conversation import Conversation
    from outplay.protocols.nboard_speaker import Speaker

    compiler.announce = partial(compiling_message, "status")
    rules = find_game("othello")
    parse_for(player, rules)
    talk = Conversation(player, say)
    converse(talk, Speaker(rules, talk, __version__))


def say(line: str) -> None:
    print(line, flush=True)


@contextmanager
def compiling_message(begin: str, game: str) -> Iterator[None]:
    say(f"{begin} compiling {game}, which is done once and takes some seconds")
    yield


def kgp(
    server: Annotated[str, typer.Argument(metavar="HOST[:PORT]", help="The server; its port is 2671 if none is said.")],
    name: Annotated[str, typer.Option("--name", help="What the server calls this player.")] = "outplay",
    token: Annotated[str, typer.Option("--token", help="A secret by which the server knows this player again.")] = "",
    player: PlayerSpec = "engine",
    json: Json = False,
) -> None:
    """Play Kalah on a KGP server until it says goodbye; Ctrl-C says goodbye to it."""
    from outplay.players.protocol_clients import Link, address
    from outplay.players.protocol_clients import kgp as speak
    from outplay.protocols.kgp import PORT, KgpClient

    parse_for(player, find_game("kalah"))

    def report(event: dict[str, object]) -> None:
        if json:
            print_json(**event)
        elif event["event"] == "move":
            print(f"{event['board']}  {event['house']}", flush=True)
        else:
            print(f"{event['event']}: {event['text']}", file=sys.stderr, flush=True)

    link = Link(*address(server, PORT))
    print(f"connected to {link.where}", file=sys.stderr, flush=True)
    speak(KgpClient(name, token), link, player, report)


def kalah_2017(
    server: Annotated[str, typer.Argument(metavar="HOST:PORT", help="The server.")],
    player: PlayerSpec = "engine",
    json: Json = False,
) -> None:
    """Play one game of Kalah on a server of the 2017 course."""
    from outplay.players.protocol_clients import Link, address
    from outplay.players.protocol_clients import kalah_2017 as speak
    from outplay.protocols.kalah_2017 import Kalah2017

    parse_for(player, find_game("kalah"))
    link = Link(*address(server))
    print(f"connected to {link.where}", file=sys.stderr, flush=True)
    client = Kalah2017()
    speak(client, link, player)
    if json:
        print_json(result=client.result, reason=client.reason, side=client.side, turns=client.moves)
    else:
        because = f": {client.reason}" if client.reason else ""
        print(f"{client.result} as the {('first', 'second')[client.side]} player{because}")
