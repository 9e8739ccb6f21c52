"""Sentences about games: who plays, and how a game ended."""

from outplay.core.game import Game, Outcome, by_the_rules


def outcome_words(game: Game, outcome: Outcome) -> str:
    """A sentence that says how a game ended."""
    reason = "" if outcome.reason == by_the_rules(None) else f": {outcome.reason}"
    if outcome.winner is None:
        return f"A draw{reason}."
    by = f" by {outcome.margin}" if outcome.margin > 1 else ""
    return f"{start_of_sentence(player_name(game, outcome.winner))} wins{by}{reason}."


def player_name(game: Game, player: int) -> str:
    name = game.players[player]
    return f"the {name} player" if name in ("first", "second") else name


def start_of_sentence(text: str) -> str:
    """The text with a capital letter, unless it is a symbol like x."""
    return text if len(text) == 1 else text[:1].upper() + text[1:]


def some_of(names: list[str], most: int = 30) -> str:
    """The names; if there are more than `most`, the first ones and the number of all."""
    return " ".join(names) if len(names) <= most else f"{' '.join(names[:most])} … ({len(names)} in all)"
