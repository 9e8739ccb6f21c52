"""Kaggle's ConnectX and Mancala: our players as agents there, their agents as players here.

    write_agent("connectx", "engine:level=8", Path("main.py"))      # outplay kaggle connectx --player engine:level=8
    outplay match connect-four kaggle:main.py mcts                  # any file with agent(observation, configuration)

ConnectX is our connect-four where four in a row win; it lets one choose another number, and then it is not. Mancala is
OpenSpiel's `mancala`, which is our kalah:6,4: capture only with seeds opposite.

Nothing here needs Kaggle's package: an agent is a function, and what it is given is made here.
"""

import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Protocol

from outplay.core.errors import BadSpec, IllegalMove
from outplay.core.game import Game, Position
from outplay.core.limits import Limit
from outplay.core.registry import game as find_game
from outplay.core.registry import spec_of

ACT_SECONDS, MANCALA_SECONDS = 2.0, 3600.0
"""What Kaggle gives for a move, beside what is left of OVERAGE_SECONDS."""
OVERAGE_SECONDS = 60.0
LONGEST_THOUGHT, SHARE = 2.0, 0.8
"""How long a player thinks that was told no limit of its own, and which share of the time for a move at most."""


class Struct(dict[str, Any]):
    """A dict whose items are attributes too, as Kaggle's observations and configurations are."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r} here; there are {', '.join(self)}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Environment(Protocol):
    """One of Kaggle's environments."""

    name: ClassVar[str]
    fallback: ClassVar[str]
    """Python that chooses a move without outplay: the body of `simple(observation, configuration)`."""
    setup: ClassVar[str]
    """Python that answers where an agent is asked before the game has begun: the first lines of `agent`."""

    def game(self, configuration: Mapping[str, Any]) -> Game:
        """The game that is played with a configuration; BadSpec if it is none of ours."""
        ...

    def position(self, observation: Mapping[str, Any], game: Game) -> Position: ...

    def action(self, position: Position, move: int) -> Any:
        """A move as an agent returns it."""
        ...

    def configuration(self, game: Game, limit: Limit) -> dict[str, Any] | None:
        """What agents are told about a game; None if it is not played in this environment."""
        ...

    def observation(self, position: Position, step: int) -> dict[str, Any]:
        """What the agent is told that is to move. `step` is for environments whose positions do not tell how many moves
        were made."""
        ...

    def move(self, position: Position, action: Any) -> int:
        """The move that an agent returned, legal or not; IllegalMove if it is none."""
        ...


class ConnectX:
    """A board is a list of cells, row by row from the top: 0 empty, 1 and 2 the players' marks; an action is a column.

    A position of ours has a bit for each cell, column by column from the bottom, with one more bit a column.
    """

    name: ClassVar[str] = "connectx"
    fallback: ClassVar[str] = """\
    free = [column for column in range(configuration["columns"]) if observation["board"][column] == 0]
    return min(free, key=lambda column: abs(2 * column - configuration["columns"] + 1))
"""
    setup: ClassVar[str] = ""

    def game(self, configuration: Mapping[str, Any]) -> Game:
        if configuration["inarow"] != 4:
            raise BadSpec(f"ConnectX is played here with 4 in a row, not {configuration['inarow']}")
        return find_game(f"connect-four:{configuration['columns']},{configuration['rows']}")

    def position(self, observation: Mapping[str, Any], game: Game) -> Position:
        columns, rows = board_size(game)
        board, mark = observation["board"], observation["mark"]
        mine = taken = 0
        for cell, value in enumerate(board):
            bit = 1 << cell % columns * (rows + 1) + rows - 1 - cell // columns
            taken |= bit if value else 0
            mine |= bit if value == mark else 0
        return game.checked_position(type(game.initial)(mine, taken))

    def action(self, position: Position, move: int) -> int:
        return move

    def configuration(self, game: Game, limit: Limit) -> dict[str, Any] | None:
        if spec_of(game, "connect-four") is None:
            return None
        columns, rows = board_size(game)
        return {"columns": columns, "rows": rows, "inarow": 4} | times(limit, ACT_SECONDS)

    def observation(self, position: Position, step: int) -> dict[str, Any]:
        columns, rows = board_size(position.game)
        state, mark = position.state, position.to_move + 1
        board = [0] * (columns * rows)
        for cell in range(columns * rows):
            bit = cell % columns * (rows + 1) + rows - 1 - cell // columns
            board[cell] = (mark if state.mine >> bit & 1 else 3 - mark) if state.taken >> bit & 1 else 0
        return {"board": board, "mark": mark, "step": state.taken.bit_count()}

    def move(self, position: Position, action: Any) -> int:
        return whole(action, "a column")


class Mancala:
    """An observation is a text of JSON. Its board has 14 pits in a ring: 1 to 6 the first player's houses, 7 the store,
    8 to 13 the second player's houses, 0 the store; an action is the number of a house, in a dict as `submission`."""

    name: ClassVar[str] = "mancala"
    fallback: ClassVar[str] = """\
    seen = json.loads(observation["observationString"])
    houses = range(1, 7) if seen["current_player"] == 0 else range(8, 14)
    full = [house for house in houses if seen["board"][house]]
    again = [house for house in full if house + seen["board"][house] in (houses[-1] + 1, 14 * (houses[0] == 8))]
    return {"submission": (again or full)[-1]}
"""
    setup: ClassVar[str] = """\
    if not observation.get("observationString"):
        return {"submission": -1}  # the first step only deals
"""

    def game(self, configuration: Mapping[str, Any]) -> Game:
        return find_game("kalah:6,4")

    def position(self, observation: Mapping[str, Any], game: Game) -> Position:
        seen = json.loads(observation["observationString"])
        board, turn = seen["board"], ("first", "second")[seen["current_player"]]
        sides = [f"{','.join(map(str, board[begin : begin + 6]))}:{board[store]}" for begin, store in ((1, 7), (8, 0))]
        return game.position(f"{' '.join(sides)} {turn}")

    def action(self, position: Position, move: int) -> dict[str, int]:
        return {"submission": move + 1 + 7 * position.to_move}

    def configuration(self, game: Game, limit: Limit) -> dict[str, Any] | None:
        if str(game) != "kalah:6,4":
            return None
        named = {"openSpielGameString": "mancala()", "openSpielGameName": "mancala", "openSpielGameParameters": {}}
        return named | {"includeLegalActions": True} | times(limit, MANCALA_SECONDS)

    def observation(self, position: Position, step: int) -> dict[str, Any]:
        first, second = ([int(n) for n in side.replace(":", ",").split(",")] for side in position.text.split()[:2])
        board, player = [second[6], *first, *second[:6]], position.to_move
        pits, stores = {"0": first[:6], "1": second[:6]}, {"0": first[6], "1": second[6]}
        seen: dict[str, Any] = {"board": board, "pits": pits, "stores": stores, "scores": [first[6], second[6]]}
        seen |= {"current_player": player, "move_number": step, "is_terminal": False, "winner": None}
        legal = [self.action(position, move)["submission"] for move in position.moves()]
        told = {"observationString": json.dumps(seen), "currentPlayer": player, "playerId": player, "step": step}
        return told | {"isTerminal": False, "legalActions": legal, "legalActionStrings": [str(n) for n in legal]}

    def move(self, position: Position, action: Any) -> int:
        if isinstance(action, Mapping):
            action = action.get("submission")
        return whole(action, "{'submission': HOUSE}") - 1 - 7 * position.to_move


ENVIRONMENTS: dict[str, Environment] = {"connectx": ConnectX(), "mancala": Mancala()}


def board_size(game: Game) -> tuple[int, int]:
    """Columns and rows of a connect-four game."""
    spec = spec_of(game, "connect-four")
    assert spec
    return spec.options["columns"], spec.options["rows"]


def times(limit: Limit, usual: float) -> dict[str, float]:
    """What a configuration says of the time for a move."""
    seconds = usual if limit.time is None else limit.time
    return {"actTimeout": seconds, "timeout": seconds, "agentTimeout": OVERAGE_SECONDS, "episodeSteps": 1000}


def whole(action: Any, wanted: str) -> int:
    if isinstance(action, bool) or not isinstance(action, int):
        raise IllegalMove(f"agent returned {action!r}; it must return {wanted}")
    return action


# Our players there


def act(name: str, player: str, observation: Any, configuration: Any) -> Any:
    """What a player of ours does in an environment, as its agent returns it. It is what the written files call."""
    environment = ENVIRONMENTS[name]
    game = environment.game(configuration)
    position = environment.position(observation, game)
    seconds = min(LONGEST_THOUGHT, SHARE * configuration.get("actTimeout", ACT_SECONDS))
    move = player_for(player, str(game)).choose(position, Limit(time=seconds)).move
    return environment.action(position, move)


@cache
def player_for(player: str, spec: str) -> Any:
    """A player that is kept from move to move: it may compile at first."""
    from outplay.players import player as make_player

    return make_player(player, find_game(spec))


AGENT = '''"""An agent for Kaggle's {title}: {player} of outplay.

Where outplay is not installed, a simple rule chooses the moves, and standard error says so.
"""

import json
import sys

PLAYER = {player!r}


def simple(observation, configuration):
{fallback}

def agent(observation, configuration):
{setup}    try:
        from outplay.bridges.kaggle import act
    except ImportError as error:
        print(f"outplay cannot be used here ({{error}}): a simple rule chooses the move", file=sys.stderr)
        return simple(observation, configuration)
    return act({name!r}, PLAYER, observation, configuration)
'''


def agent_text(name: str, player: str) -> str:
    """The file of an agent: an environment's name, connectx or mancala, and the text that names a player of ours.

    >>> [line for line in agent_text("connectx", "engine:level=8").splitlines() if "PLAYER =" in line]
    ["PLAYER = 'engine:level=8'"]
    """
    from outplay.players.specs import parse_for, program_of

    environment = ENVIRONMENTS.get(name.casefold())
    if environment is None:
        raise BadSpec(f"there is no environment {name!r} here; there are {' and '.join(ENVIRONMENTS)}")
    if program_of(player):
        raise BadSpec(f"{player} is a program of this machine, and Kaggle has none; give a player such as engine")
    game = environment.game({"columns": 7, "rows": 6, "inarow": 4})
    parse_for(player, game)
    title = {"connectx": "ConnectX", "mancala": "Mancala"}[environment.name]
    texts = {"fallback": environment.fallback, "setup": environment.setup}
    return AGENT.format(title=title, name=environment.name, player=player, **texts)


def write_agent(name: str, player: str, path: Path) -> None:
    """Writes an agent to a new file; BadSpec if it exists, or if there is no such environment or player.

    >>> from tempfile import mkdtemp
    >>> path = Path(mkdtemp()) / "main.py"
    >>> write_agent("mancala", "mcts:time=1", path)
    >>> "def agent(observation, configuration):" in path.read_text()
    True
    """
    text = agent_text(name, player)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise BadSpec(f"{path} exists already; choose another name, or remove it first") from None
    except OSError as error:
        raise BadSpec(f"{path} cannot be written: {error.strerror}; choose another place") from None


# Their agents here


class AgentBot:
    """A file with an agent, in a process of its own, as `outplay.players.bot` runs the bots of users."""

    def __init__(self, game: Game, path: Path) -> None:
        fitting = [one for one in ENVIRONMENTS.values() if one.configuration(game, Limit()) is not None]
        if not fitting:
            raise BadSpec(f"Kaggle's agents play connect-four (ConnectX) and kalah:6,4 (Mancala), not {game}")
        self.environment, self.path, self.asked = fitting[0], path, 0
        self.agent = load_agent(path)

    def choose(self, position: Position, limit: Limit) -> Any:
        from outplay.players.bot import accepts, legal, watched
        from outplay.protocols.dialect import Answer

        configuration = self.environment.configuration(position.game, limit)
        assert configuration is not None
        seen = self.environment.observation(position, self.asked) | {"remainingOverageTime": OVERAGE_SECONDS}
        arguments = (Struct(seen), Struct(configuration))
        given = arguments if accepts(self.agent, *arguments) else arguments[:1]
        move = self.environment.move(position, watched(self.agent, self.path, *given))
        self.asked += 1
        return Answer(legal(move, position))


def load_agent(path: Path) -> Callable[..., Any]:
    """The function `agent` of a file, or else the last thing in it that can be called, which is what Kaggle takes."""
    from outplay.players.bot import load_own

    names = vars(load_own(path))
    own = [value for name, value in names.items() if callable(value) and not name.startswith("__")]
    found: Callable[..., Any] | None = names.get("agent", own[-1] if own else None)
    if not callable(found):
        raise BadSpec(f"{path} has no agent; write `def agent(observation, configuration)`")
    return found


def main() -> None:
    """Runs an agent as a program. The argument is its file."""
    from outplay.players.bot import serve

    path = Path(sys.argv[1])
    serve(lambda game: AgentBot(game, path).choose, path.stem)
