"""The players as data: `outplay players`, the page and `outplay.players.specs` read it."""

from outplay.core.machine import memory_mb
from outplay.core.specs import Listing, Option
from outplay.players.engine import FULL_STRENGTH
from outplay.players.founding.cadrega import LEAST_TIME, MOST_TIME
from outplay.players.founding.kalah_ranks import SEARCHES
from outplay.players.founding.squatter_2015 import MOST_BUCKETS, SCHEDULES

LEVEL = Option("level", unit="N", low=1, high=FULL_STRENGTH, choices=((1, "easy"), (FULL_STRENGTH, "best")))
TIME = Option("time", "seconds", unit="SECONDS")
DEPTH = Option("depth", unit="N", low=1)
PLIES = DEPTH._replace(high=500)
"""The depth of a plain search: `outplay.search.plain.MOST_PLIES`, which is not imported here because it takes NumPy."""
NODES = Option("nodes", unit="N", low=1)
TABLE = Option("table", unit="MB", low=1, high=memory_mb() // 2)
"""No more than half of the memory of this machine."""
SEED = Option("seed", unit="N", low=0)
PLAYOUTS = Option("playouts", unit="N", low=1)
GOAL = Option("goal", "choice", choices=(("win", "winning"), ("margin", "the margin")))
EXPLORATION = Option("exploration", unit="HUNDREDTHS", low=0, high=1000, label="Exploration, in hundredths")
"""The factor of the exploration term: more of it visits moves more evenly."""
NET = Option("net", "file", choices=(("auto", "the one for this game"), ("none", "none")), label="Network")
"""The network that evaluates, or its file; see `outplay train`."""
ENDGAME = Option(
    "endgame", "choice", "auto", choices=(("auto", "the one for this game"), ("none", "none")), label="Endgame table"
)
"""The table of endgames; see `outplay endgame`."""

HUMAN = Listing("human", "", "you, at the keyboard")

PLAYERS = {
    listing.name: listing
    for listing in (
        Listing(
            "engine",
            "players.engine:EnginePlayer",
            "the engine: half a second a move; level 1 is for beginners, 10 its full strength",
            (LEVEL, TIME, DEPTH, NODES, TABLE, Option("threads", unit="N", low=1), SEED, NET, ENDGAME),
            keyed=True,
            title="The engine",
        ),
        Listing(
            "mcts",
            "players.mcts:MctsPlayer",
            "Monte Carlo tree search: random games decide which moves are searched deeper; half a second a move",
            (TIME, PLAYOUTS, GOAL, EXPLORATION, TABLE, SEED, NET, ENDGAME),
            keyed=True,
            title="Monte Carlo tree search",
        ),
        Listing(
            "random",
            "players.random:RandomPlayer",
            "plays any legal move, all equally likely",
            (SEED,),
            keyed=True,
            searches=False,
        ),
        Listing(
            "alpha-beta",
            "players.plain:PlainSearch",
            "plain alpha-beta; as deep as takes a fraction of a second, or to a depth",
            (PLIES, SEED),
            keyed=True,
        ),
        Listing(
            "kalah-ranks",
            "players.founding.kalah_ranks:KalahRanks",
            "ranks a line by where its last seed lands; six plies deep, with pruning",
            (Option("search", "choice", choices=tuple((search, search) for search in SEARCHES)), PLIES),
            keyed=True,
            plays="kalah",
            document="002",
        ),
        Listing(
            "squatter-2015",
            "players.founding.squatter_2015:Squatter2015",
            "the Squatter player of 2015: alpha-beta, deeper as the board fills, to the end from 11 free cells",
            (
                PLIES,
                Option("table", unit="BUCKETS", low=1, high=MOST_BUCKETS),
                Option("schedule", "choice", choices=tuple((schedule, schedule) for schedule in SCHEDULES)),
            ),
            keyed=True,
            plays="squatter",
            document="000, 004",
        ),
        Listing(
            "first-random",
            "players.founding.first_random:FirstRandom",
            "the random player that the Squatter player of 2015 was built on",
            (SEED,),
            keyed=True,
            plays="squatter",
            document="004",
            searches=False,
        ),
        Listing(
            "cadrega",
            "players.founding.cadrega:Cadrega",
            "CadregaBot: sorts cells by open rows, then alpha-beta on a tree it keeps; a second a move, never late",
            (TIME._replace(low=LEAST_TIME, high=MOST_TIME), PLIES, NODES),
            keyed=True,
            title="CadregaBot",
            plays="mnk",
            document="003",
        ),
    )
}
"""The players of this process."""

LIBRARY_PLAYERS = {
    listing.name: listing
    for listing in (
        Listing(
            "openspiel-mcts",
            "bridges.openspiel.bots:MctsBot",
            "OpenSpiel's MCTSBot; half a second a move (the extra outplay[openspiel])",
            (TIME, Option("simulations", unit="N", low=1), EXPLORATION, SEED),
            keyed=True,
            searches=False,
        ),
        Listing(
            "openspiel-minimax",
            "bridges.openspiel.bots:MinimaxBot",
            "OpenSpiel's alpha-beta search in Python; three plies deep, or to a depth",
            (PLIES, SEED),
            keyed=True,
            searches=False,
        ),
        Listing(
            "openspiel-random",
            "bridges.openspiel.bots:RandomBot",
            "OpenSpiel's random bot",
            (SEED,),
            keyed=True,
            searches=False,
        ),
    )
}
"""The players that other libraries bring, as extras: the page does not offer them."""

NAMED = PLAYERS | LIBRARY_PLAYERS
"""All players of this process."""

PROGRAMS = {
    "bot": Listing(
        "my_bot.py",
        "protocols.text:TextDialect",
        "your own, in Python, in a process of its own: outplay new bot my_bot",
        (Option("class", "rest"),),
    ),
    "text": Listing(
        "text",
        "protocols.text:TextDialect",
        "a program of any language that speaks the text protocol (docs/reference/text-protocol.md)",
        (Option("command", "rest", always=True),),
    ),
    "gomocup": Listing(
        "gomocup",
        "protocols.gomocup:GomocupDialect",
        "a gomoku program that speaks the Gomocup protocol",
        (Option("command", "rest", always=True),),
    ),
    "kaggle": Listing(
        "kaggle",
        "protocols.text:TextDialect",
        "an agent of Kaggle's ConnectX or Mancala: a file with a function agent(observation, configuration)",
        (Option("file", "rest", always=True),),
    ),
    "ugi": Listing(
        "ugi",
        "protocols.ugi:UgiDialect",
        "a program for any game that speaks UGI, the Universal Game Interface",
        (Option("command", "rest", always=True),),
    ),
    "gtp": Listing(
        "gtp",
        "protocols.gtp:GtpDialect",
        "a program for gomoku, Othello, Hex and the like that speaks GTP, the Go Text Protocol",
        (Option("command", "rest", always=True),),
    ),
    "nboard": Listing(
        "nboard",
        "protocols.nboard:NBoardDialect",
        "an Othello program that speaks the NBoard protocol, as NTest and Edax do",
        (Option("command", "rest", always=True),),
    ),
    "uai": Listing(
        "uai",
        "protocols.ugi:UaiDialect",
        "an Ataxx program that speaks UAI",
        (Option("command", "rest", always=True),),
    ),
}
"""The players that are programs, by how they are named: the factory makes the dialect that is spoken to them. A bot's
own name is the path of its file."""
