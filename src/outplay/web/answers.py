"""What the tools of the server for language models answer: data of a stated shape, and the same in words."""

from typing import Any, NamedTuple

from pydantic import BaseModel, Field

from outplay.core.game import Outcome
from outplay.core.words import outcome_words, player_name, some_of, start_of_sentence
from outplay.web.catalogue import Catalogue
from outplay.web.game_line import GameLine

Json = dict[str, Any]

MOST_NAMES = 100
"""Moves that are listed in words; the data have all of them."""


class Entry(BaseModel):
    name: str
    usage: str = Field(description="How the name and its options are written.")
    about: str


class Player(Entry):
    plays: str = Field(description="The only game that it plays, by its rules; empty for a player of all games.")


class Games(BaseModel):
    games: list[Entry]
    players: list[Player]


class RulesText(BaseModel):
    game: str
    title: str
    rules: str


class Ended(BaseModel):
    winner: int | None = Field(description="0 for the first player, 1 for the second, null for a draw.")
    margin: int = Field(description="By how much it is won, in the game's own units; 0 in a draw.")
    reason: str


class LegalMoves(BaseModel):
    legal_moves: list[str]


class Shown(LegalMoves):
    game: str
    start: str | None
    moves: list[str] = Field(description="All moves from the start; give them to the next call.")
    position: str = Field(description="The position as a text, which other calls take as their start.")
    to_move: int = Field(description="0 for the first player, 1 for the second.")
    players: list[str]
    outcome: Ended | None = Field(description="How the game ended; null while it goes on.")


class Considered(BaseModel):
    move: str
    value: float | None
    why: str


class Chosen(Shown):
    move: str
    because: str
    score: float | None = Field(description="For the side that moved, in units of the margin; null if unknown.")
    considered: list[Considered]


class Line(BaseModel):
    move: str
    line: list[str] = Field(description="The moves that are expected from here, with the move first.")
    score: float | None = Field(description="For the side to move, in units of the margin; null if nothing is known.")
    proven: bool


class Analysed(BaseModel):
    lines: list[Line] = Field(description="The best move first.")
    outcome: Ended | None = Field(description="Who wins with best play, if that is proven.")
    depth: int
    nodes: int
    seconds: float
    evaluated_by: str


class Solved(BaseModel):
    proven: bool
    outcome: Ended | None = Field(description="Who wins with best play; null if it was not proven in time.")
    best: list[str] = Field(description="A move that keeps the outcome.")
    method: str
    nodes: int
    seconds: float


class Answer(NamedTuple):
    text: str
    result: BaseModel
    svg: str = ""


def games(found: list[Json], players: list[Json], catalogue: Catalogue) -> Answer:
    listed = [
        Entry(name=name, usage=offer.listing.usage, about=offer.listing.about)
        for name, offer in catalogue.offers.items()
    ]
    able = [Player(**{key: each[key] for key in Player.model_fields}) for each in players]
    rows = [f"{each.usage}: {each.about}" for each in listed]
    others = [f"{each.usage}: {each.about}" for each in able]
    return Answer("\n".join(["Games:", *rows, "", "Players:", *others]), Games(games=listed, players=able))


def rules(game: str, found: Json) -> Answer:
    return Answer(found["about"], RulesText(game=game, title=found["title"], rules=found["about"]))


def legal_moves(line: GameLine) -> Answer:
    names = names_of(line)
    return Answer(turn(line, names), LegalMoves(legal_moves=names))


def shown(line: GameLine, picture: bool = False) -> Answer:
    fields = position_fields(line)
    before, last = before_and_last(line)
    svg = line.position.svg(last, before=before) if picture else ""
    return Answer(board(line, fields["legal_moves"]), Shown(**fields), svg)


def chosen(line: GameLine, found: Json, after: GameLine) -> Answer:
    """The move of a player, and the position after it."""
    mover = start_of_sentence(player_name(line.game, line.position.to_move))
    fields = position_fields(after)
    considered = [Considered(move=each["move"], value=each["value"], why=each["why"]) for each in found["considered"]]
    result = Chosen(**fields, move=found["move"], because=found["because"], score=found["score"], considered=considered)
    text = f"{mover} plays {found['move']}: {found['because']}\n\n{board(after, fields['legal_moves'])}"
    return Answer(text, result)


def analysed(line: GameLine, found: Json, network: str) -> Answer:
    lines = [
        Line(
            move=each["move"],
            line=each["line"],
            score=each["score"] if each["known"] else None,
            proven=each["exact"],
        )
        for each in found["lines"]
    ]
    outcome = found["outcome"]
    result = Analysed(
        lines=lines,
        outcome=outcome and Ended(**outcome),
        evaluated_by=network,
        **{key: found[key] for key in ("depth", "nodes", "seconds")},
    )
    rows = [f"{each.move}: {value_words(each)}; expected: {' '.join(each.line)}" for each in lines]
    known = f"Proven: {outcome_words(line.game, proven(outcome))}" if outcome else "Nothing is proven."
    searched = f"Depth {result.depth}, {result.nodes:,} nodes, {result.seconds:.1f} s."
    mover = player_name(line.game, line.position.to_move)
    return Answer("\n".join([f"Best moves of {mover}, scores for it:", *rows, known, searched]), result)


def solved(line: GameLine, found: Json) -> Answer:
    outcome = found["outcome"]
    result = Solved(
        proven=outcome is not None,
        outcome=outcome and Ended(**outcome),
        **{key: found[key] for key in ("best", "method", "nodes", "seconds")},
    )
    searched = f"{result.nodes:,} nodes, {result.seconds:.1f} s."
    if not outcome:
        return Answer(f"Not proven in time: {searched} Give more seconds, or a later position.", result)
    best = f" Best is {', '.join(result.best)}." if result.best else ""
    return Answer(f"Proven: {outcome_words(line.game, proven(outcome))}{best} {searched}", result)


def proven(outcome: Json) -> Outcome:
    """The outcome without a reason: that it is proven has been said."""
    return Outcome(outcome["winner"], outcome["margin"], "by the rules")


def value_words(line: Line) -> str:
    if line.score is None:
        return "unknown"
    return f"{line.score:+.2f}, {'proven' if line.proven else 'estimated'}"


def position_fields(line: GameLine) -> Json:
    position, outcome = line.position, line.position.outcome()
    return {
        "game": line.spec,
        "start": None if line.positions[0] == line.game.start() else line.positions[0].text,
        "moves": line.names,
        "position": position.text,
        "to_move": position.to_move,
        "players": list(line.game.players),
        "legal_moves": names_of(line),
        "outcome": outcome and Ended(**outcome._asdict()),
    }


def board(line: GameLine, legal: list[str]) -> str:
    """The board in text, the moves so far, and what can be played."""
    before, last = before_and_last(line)
    played = f"Moves so far: {' '.join(line.names)}" if line.moves else "No move has been played."
    return "\n".join([line.position.draw(last=last, before=before), "", played, turn(line, legal)])


def turn(line: GameLine, legal: list[str]) -> str:
    """Who is to move, and which moves are legal; or how the game ended."""
    if outcome := line.position.outcome():
        return f"The game is over. {outcome_words(line.game, outcome)}"
    mover = start_of_sentence(player_name(line.game, line.position.to_move))
    return f"{mover} to move. Legal moves: {some_of(legal, MOST_NAMES)}"


def names_of(line: GameLine) -> list[str]:
    return [line.position.name(move) for move in line.position.moves()]


def before_and_last(line: GameLine) -> tuple[Any, int | None]:
    """The position before the last move, and that move; None where there is none."""
    return (line.positions[-2], line.moves[-1]) if line.moves else (None, None)
