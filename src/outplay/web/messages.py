"""The messages that a page may send: every field is named, typed and bounded. Anything else is refused in one line."""

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from outplay.core.errors import OutplayError
from outplay.core.results import Ending, GameResult

MOST_BYTES = 64 << 10
MOST_MOVES = 1000
MOST_ID = 1 << 53
MOST_SECONDS = 60.0
"""The greatest number of seconds of a search."""
MOST_LINES = 64
"""The greatest number of moves of an analysis that have values of their own; see MAX_EXCLUDED of the search."""


class BadMessage(OutplayError):
    """A message that is none of those below, or that has a wrong field."""

    def __init__(self, text: str, number: int = 0) -> None:
        super().__init__(text)
        self.number = number


Word = Annotated[str, Field(max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Seconds = Annotated[float, Field(ge=0.01, le=MOST_SECONDS, allow_inf_nan=False)]
GameSeconds = Annotated[float, Field(ge=0.01, le=86_400, allow_inf_nan=False)]
Increment = Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)
    id: Annotated[int, Field(ge=1, le=MOST_ID)]


class Ping(Message):
    do: Literal["ping"]


class Games(Message):
    do: Literal["games"]


class Stop(Message):
    do: Literal["stop"]
    target: Annotated[int, Field(ge=1, le=MOST_ID)]


class LineMessage(Message):
    """A message about a game line: a game, its start and its moves."""

    game: Name
    start: Annotated[str, Field(max_length=20_000)] | None = None
    moves: Annotated[list[Word], Field(max_length=MOST_MOVES)] = []


class View(LineMessage):
    do: Literal["view"]


class Seats(Message):
    """Which of some players can play a game here."""

    do: Literal["seats"]
    game: Name
    players: Annotated[list[Word], Field(max_length=40)]


class Prepare(LineMessage):
    """Has a game compiled that a player will need soon."""

    do: Literal["prepare"]
    player: Name = "engine"


class Choose(LineMessage):
    """`clock` is what remains of the player's time for the whole game, `increment` what each move adds to it."""

    do: Literal["choose"]
    player: Name
    time: Seconds | None = None
    clock: GameSeconds | None = None
    increment: Increment = 0.0


class Hint(LineMessage):
    """What the engine would play for the side to move, and why."""

    do: Literal["hint"]


class Rules(Message):
    """The rules of a game in words."""

    do: Literal["rules"]
    game: Name


class Analyse(LineMessage):
    do: Literal["analyse"]
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    seconds: Seconds = MOST_SECONDS


class Solve(LineMessage):
    """Who wins, and by how much, if that is proven in time."""

    do: Literal["solve"]
    seconds: Seconds = MOST_SECONDS


class Report(LineMessage):
    """`opening` is how many of the moves were dictated and are not judged."""

    do: Literal["report"]
    outcome: "Ended | None" = None
    opening: Annotated[int, Field(ge=0, le=MOST_MOVES)] = 0


class Tree(LineMessage):
    """`table` and `depth` are for minimax and alpha-beta, `playouts` for Monte Carlo tree search. Without `net` it is
    what the players have that search so: "auto" for the engine's searches, "none" for Monte Carlo tree search."""

    do: Literal["tree"]
    search: Literal["minimax", "alpha-beta", "mcts"] = "alpha-beta"
    table: bool = False
    depth: Annotated[int, Field(ge=1, le=60)] = 3
    playouts: Annotated[int, Field(ge=1, le=20_000)] = 1_000
    net: Literal["", "auto", "none"] = ""
    most_nodes: Annotated[int, Field(ge=1, le=60_000)] = 60_000


class Ended(BaseModel):
    """How a game ended that its moves did not end: somebody resigned, or ran out of time."""

    model_config = ConfigDict(extra="forbid", strict=True)
    winner: Annotated[int, Field(ge=0, le=1)] | None
    margin: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    ending: Literal[
        "timeout", "silence", "illegal move", "crash", "flood", "resignation", "move limit", "adjudication"
    ] = "resignation"
    reason: Name

    @property
    def result(self) -> GameResult:
        return GameResult(self.winner, self.margin, Ending(self.ending), self.reason)


class Record(LineMessage):
    do: Literal["record"]
    first: Word = ""
    second: Word = ""
    date: Word = ""
    outcome: Ended | None = None


class Load(Message):
    do: Literal["load"]
    text: Annotated[str, Field(max_length=MOST_BYTES)]


class Runs(Message):
    do: Literal["runs"]


class Run(Message):
    do: Literal["run"]
    name: Name
    page: Annotated[int, Field(ge=0, le=1_000_000)] = 0


class Watch(Message):
    """Without a name all tournaments are watched."""

    do: Literal["watch"]
    name: Name | None = None


class RunGame(Message):
    do: Literal["run-game"]
    name: Name
    number: Annotated[int, Field(ge=1, le=1 << 40)]


Question = Annotated[
    Ping
    | Games
    | Stop
    | View
    | Seats
    | Prepare
    | Choose
    | Hint
    | Rules
    | Analyse
    | Solve
    | Report
    | Tree
    | Record
    | Load
    | Runs
    | Run
    | Watch
    | RunGame,
    Field(discriminator="do"),
]
QUESTIONS: TypeAdapter[Any] = TypeAdapter(Question)


def reject_constant(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


def read(text: str | bytes | None) -> Any:
    """The message in a text, as one of the classes above; BadMessage says what is wrong with it."""
    if not isinstance(text, str):
        raise BadMessage("a message is a text, not bytes")
    if len(text) > MOST_BYTES:
        raise BadMessage(f"a message has at most {MOST_BYTES} characters")
    try:
        given = json.loads(text, parse_constant=reject_constant)
    except (ValueError, RecursionError):
        raise BadMessage("this is no JSON") from None
    if not isinstance(given, dict):
        raise BadMessage('a message is an object like {"id": 1, "do": "games"}')
    number = given.get("id")
    number = number if type(number) is int and 1 <= number <= MOST_ID else 0
    try:
        return QUESTIONS.validate_python(given)
    except ValidationError as error:
        raise BadMessage(first_error(error), number) from None
    except RecursionError:
        raise BadMessage("this message is nested too deeply", number) from None


def first_error(error: ValidationError) -> str:
    """The first error in one line, without the value, which may be long."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    kinds = [str(part)[:40] for part in first["loc"]]
    if first["type"] == "union_tag_invalid":
        return "there is no such message; see docs/guide/web.md"
    if first["type"] == "union_tag_not_found":
        return 'the message does not say what to do, as in {"id": 1, "do": "games"}'
    what, where = (kinds[0] if kinds else "message"), ".".join(kinds[1:])
    return f"{what}: {where}: {first['msg'][0].lower()}{first['msg'][1:]}"
