"""What the shell completes: the names of games and players, and the files that may stand in their place.

A shell that is given nothing offers file names itself. So names of files are added only where a name fits too.
"""

from pathlib import Path

Completions = list[tuple[str, str]]
"""Texts, each with what it means."""


def fitting(names: Completions, files: str, incomplete: str) -> Completions:
    """The names that begin so, with the files of this folder that do; nothing if no name does."""
    found = [(name, about) for name, about in names if name.startswith(incomplete)]
    here = sorted(path.name for path in Path().glob(files) if path.name.startswith(incomplete))
    return [*found, *((name, "a file of this folder") for name in here)] if found else []


def games(incomplete: str) -> Completions:
    from outplay.core.registry import GAMES

    return fitting([(name, listing.about) for name, listing in GAMES.items()], "*.py", incomplete)


def players(incomplete: str) -> Completions:
    from outplay.players.listing import PLAYERS

    return fitting([(name, listing.about) for name, listing in PLAYERS.items()], "*.py", incomplete)


def seats(incomplete: str) -> Completions:
    """Who may play a game at the terminal."""
    from outplay.players.listing import HUMAN, PLAYERS

    able = {HUMAN.name: HUMAN, **PLAYERS}
    return fitting([(name, listing.about) for name, listing in able.items()], "*.py", incomplete)


def entries(incomplete: str) -> Completions:
    """What a tournament is made of: its file, or a game and players."""
    return [*games(incomplete), *players(incomplete)]
