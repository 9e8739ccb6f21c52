"""Players, results and scores in words."""

from collections.abc import Sequence

from outplay.core.game import Game, Outcome, Position, by_the_rules


def outcome_words(game: Game | None, outcome: Outcome) -> str:
    """A sentence that says how a game ended; without the game the players are called first and second.

    >>> outcome_words(None, Outcome(1, 3, "more seeds"))
    'The second player wins by 3: more seeds.'
    """
    reason = "" if outcome.reason == by_the_rules(None) else f": {outcome.reason}"
    if outcome.winner is None:
        return f"A draw{reason}."
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    return f"{start_of_sentence(player_name(game, outcome.winner))} wins{by}{reason}."


def proven_words(game: Game | None, outcome: Outcome) -> str:
    """What is proven of a position, as the end of a sentence.

    >>> proven_words(None, Outcome(0, 2, "")), proven_words(None, Outcome(None, 0, ""))
    ('the first player wins by 2.', 'a draw.')
    """
    if outcome.winner is None:
        return "a draw."
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    return f"{player_name(game, outcome.winner)} wins{by}."


def player_name(game: Game | None, player: int) -> str:
    name = (game.players if game else ("first", "second"))[player]
    return f"the {name} player" if name in ("first", "second") else name


def start_of_sentence(text: str) -> str:
    """The text with a capital letter, unless it is a symbol like x."""
    return text if len(text) == 1 else text[:1].upper() + text[1:]


def plies_words(plies: int) -> str:
    """
    >>> plies_words(1), plies_words(4)
    ('1 ply', '4 plies')
    """
    return f"{plies} {'ply' if plies == 1 else 'plies'}"


def signed(score: float) -> str:
    """A score with its sign and no more decimals than say something.

    >>> signed(0.25), signed(-3.0), signed(0), signed(12.345)
    ('+0.25', '−3', '0', '+12.35')
    """
    text = f"{abs(score):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "0" else f"{'+' if score > 0 else '−'}{text}"


def line_words(position: Position, line: Sequence[int], most: int = 10) -> str:
    """The names of the moves of a line, the first so many of them."""
    return " ".join(position.names(line[:most])) + (" …" if len(line) > most else "")


def some_of(names: list[str], most: int = 30) -> str:
    """The names; if there are more than `most`, the first ones and the number of all."""
    return " ".join(names) if len(names) <= most else f"{' '.join(names[:most])} … ({len(names)} in all)"
