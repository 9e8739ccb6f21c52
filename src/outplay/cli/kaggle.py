"""The command kaggle: a player as the file of an agent."""

from pathlib import Path
from typing import Annotated

import typer


def register(app: typer.Typer) -> None:
    app.command(
        epilog=(
            "outplay kaggle connectx  # main.py plays as the engine does\n\n"
            "outplay kaggle mancala --player mcts:time=1 --out agent.py  # another player, another file\n\n"
            "outplay match connect-four kaggle:main.py mcts  # an agent's file as a player here"
        )
    )(kaggle)


def kaggle(
    environment: Annotated[str, typer.Argument(metavar="connectx|mancala", help="What Kaggle calls the game.")],
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="The player that chooses the moves; see `outplay players`.")
    ] = "engine",
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write.")] = Path("main.py"),
) -> None:
    """Write a file with agent(observation, configuration), to submit to Kaggle or to play against its agents.

    The agent plays as the player does where outplay is installed; where it is not, it says so and plays by a simple
    rule. A file that exists is never overwritten."""
    from outplay.bridges.kaggle import write_agent

    write_agent(environment, player, out)
    print(f"{out} is written. Try it:")
    game = "connect-four" if environment.casefold() == "connectx" else "kalah:6,4"
    print(f"  outplay match {game} kaggle:{out} random")
