"""Begins a match or tournament: all checks that can be made before the first game, then a run in the store; and plays
one from Python, from its players to its results."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from outplay.arena.entrants import Entrants, entered, named_players, usual_name
from outplay.arena.openings import Openings
from outplay.arena.schedule import Extent
from outplay.arena.settings import FILE_KEYS, Settings, checked_settings, conditions_of
from outplay.arena.sprt import sprt_of
from outplay.arena.store import Run, Store
from outplay.arena.summary import Summary, summarised
from outplay.arena.tournament import Progress, Tournament
from outplay.arena.workers import LocalWorkers
from outplay.core.errors import BadSpec
from outplay.core.game import Game
from outplay.core.machine import processors
from outplay.core.registry import game as find_game
from outplay.players.specs import absolute_spec

Enter = Callable[[Mapping[str, str], str], Entrants]
"""Tries players by name, for the text of a game; raises what keeps the run from being created."""

OPTIONS = [key for key in FILE_KEYS if key not in ("game", "players", "bots")]


def nothing(game: Game) -> None:
    """Rules that are not tried beforehand."""


def all_usable(named: Mapping[str, str], game: str) -> Entrants:
    """The players, if all of them can play."""
    entrants = entered(named, find_game(game))
    if entrants.broken:
        raise entrants.refused(False)
    return entrants


def tournament(
    game: Game | str,
    players: Sequence[str],
    *,
    workers: int = 0,
    name: str | None = None,
    db: str | None = None,
    watch: Callable[[Progress], None] = lambda progress: None,
    **options: Any,
) -> Summary:
    """Plays a tournament and returns its results, which draw themselves in a notebook.

    With two players it is a match. `options` are those of a tournament's file: format, games, rounds, time, clock,
    openings, seed, scoring and so on. `workers` games are played at a time, by default one for each processor. All
    games are kept, in the database `db` or the usual one, under `name` or the name of the game and a number;
    `watch` is called with the progress. BadSpec or BadLimit for what cannot be played, before the first game.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = outplay.tournament("tic-tac-toe", ["random", "first=random"], games=4, db=f"{folder}/games.db")
    >>> len(results.game_rows()), [row["games"] for row in results.to_rows()]
    (4, [4, 4])
    """
    if isinstance(players, str) or not all(isinstance(one, str) for one in players):
        raise BadSpec(f"tournament wants a list of players, as in ['random', 'engine:level=3'], not {players!r}")
    if unknown := sorted(options.keys() - set(OPTIONS)):
        known = ", ".join([*OPTIONS, "workers", "name", "db"])
        raise BadSpec(f"tournament has no option {unknown[0]}; it has {known} and watch")
    with Store(db) as store:
        run = create(store, "tournament", str(game), list(players), options, name)
        with closing(LocalWorkers(workers or processors())) as team:
            playing = Tournament(run, team)
            if playing.play(watch) == "stopped":
                raise KeyboardInterrupt
        return summarised(run)


def create(
    store: Store,
    kind: str,
    game: str,
    specs: list[str],
    options: Mapping[str, Any],
    name: str | None,
    enter: Enter = all_usable,
    try_rules: Callable[[Game], None] = nothing,
) -> Run:
    """Creates a match or tournament in the store, after all checks that can be made before the first game."""
    named = named_players(specs)
    conditions = conditions_of(options)
    rounds = 1 if options.get("rounds") is None else options["rounds"]
    plain = {key: options[key] for key in Settings._fields if options.get(key) is not None}
    settings = Settings(**{**plain, "game": game}, extents=(Extent(len(named), rounds),), conditions=conditions)
    checked_settings(settings, list(named))
    played = find_game(game)
    try_rules(played)
    settings = absolute_paths(settings._replace(game=absolute_spec(str(played))))
    check_usable(settings)
    entrants = enter(named, settings.game)
    players = entrants.players
    settings = settings._replace(extents=(Extent(len(players), rounds),), times=entrants.times)
    checked_settings(settings, list(players))
    run_name = store.free_name(usual_name(game)) if name is None else name
    return store.create(run_name, kind, settings.as_dict(), players)


def absolute_paths(settings: Settings) -> Settings:
    """The settings with absolute paths, so that they hold in any working folder. Creates the folder of logs."""
    openings, log = settings.openings, settings.conditions.log
    if Path(openings).is_file():
        openings = str(Path(openings).absolute())
    if log:
        Path(log).mkdir(parents=True, exist_ok=True)
        log = str(Path(log).absolute())
    return settings._replace(openings=openings, conditions=settings.conditions._replace(log=log))


def check_usable(settings: Settings) -> None:
    """Raises an error if the openings or the SPRT could not be used."""
    Openings(find_game(settings.game), settings.openings, settings.seed)
    if settings.sprt:
        sprt_of(settings.sprt)
