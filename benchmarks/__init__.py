"""What is measured, and by which program. All are run from the root of the repository, as modules.

    python -m benchmarks.strength.marks --help

program                  what it measures                                                          make
speed.side_by_side       plain search against C++ twins, OpenSpiel, easyAI and interpreted Python;  bench
                         seconds until a game is compiled, with an empty and with a full cache
speed.versions           engine, plain search, compiling, import and referee of two checkouts
speed.squatter_2015      seconds and nodes that the Squatter player of 2015 takes for its games     founding
speed.cadrega            nodes of CadregaBot compiled and as plain Python, in the same time         founding
speed.mcts               playouts a second of the tree search, and of bare random games
speed.networks           nodes a second and compile time of the engine with a network and without
speed.batch              steps a second of many games at once, beside PettingZoo and pgx
speed.connect_four       proofs of Connect Four, told more and less, beside another solver
speed.openspiel_games    searches of OpenSpiel's games here, beside OpenSpiel's own
speed.start              import, --help, and from nothing installed to a board and a move
speed.solved             the table of docs/solved.md: values, times, certificates
speed.kalah              the marks of Kalah's solves with endgame tables, and the small sizes
speed.othello_endings    the exact margin of Othello with few empty cells
strength.marks           proofs, time limits kept, two threads, games against plain alpha-beta      marks
strength.founding        games of the engine against the players of the founding documents          founding
strength.versions        games of one checkout's engine against another's
strength.weights         games of an evaluation against the same with other weights
strength.mcts            games of the tree search against the engine without evaluation
strength.learning        games of trained networks against no evaluation, or the game's own
strength.choices         networks of other widths and with other targets, from the same games
strength.ceiling         the share of a match that longer searches of one side come to: what openings decide
strength.squatter_state  how often each method of `outplay squatter-state` is right
arena.overhead           the referee's time for a move; games a second                              arena
arena.bad_players        endings, processes, file handles and memory with faulty programs           arena
arena.intervals          how often the 95 % intervals of matches and ratings hold the truth         arena
arena.openings           how many balanced openings are decided, differ, and are won by one colour  arena
arena.store              games a second that the database writes and reads                          arena
web.page                 first load, answers under load, what is left of closed pages, scrolling    arena
web.attacks              clicks, moves and new pages of honest clients while others attack the server

`library` holds what these programs share. Two of them use helpers of the tests, so `tests` is put on the path here.
"""

import sys

from benchmarks.library.paths import ROOT

sys.path.append(str(ROOT / "tests"))
