"""OpenSpiel: our games there, its games here, its bots as players.

    name = register("kalah:6,4")            # pyspiel.load_game(name) loads it
    position = game("breakthrough(rows=6,columns=6)").start()
    outplay match "openspiel:hex(board_size=5)" openspiel-mcts mcts

`theirs` has OpenSpiel's games as ours, `ours` our games as OpenSpiel's, `bots` its bots as players, and `library` loads
the package, which is an extra.
"""

from outplay.bridges.openspiel.ours import register
from outplay.bridges.openspiel.theirs import game

__all__ = ["game", "register"]
