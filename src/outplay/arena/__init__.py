"""The arena: matches and tournaments between any players, on one processor or many, with every game kept.

games.py         a scheduled game and a played game
player_cache.py  players by their texts, kept from game to game
referee.py       plays one game under a clock and ends it with a named reason
game_runner.py   plays scheduled games in this process, one at a time
worker.py        a process with a game runner; workers.py plays several games at a time in such processes
cluster.py       the same on several machines; remote_files.py sends the files along
                 training_cluster.py plays the games of a training there
                 solving_cluster.py searches the parts of a solve there
openings.py      the moves that games begin with
schedule.py      who plays whom
settings.py      what a match or tournament is
create.py        begins a match or tournament in the store, and plays one from Python
tournament.py    runs one: from the schedule to the workers to the store
store.py         every run and every game of it, kept as soon as it ends; tables in schema.py, opened by database.py
exchange.py      games into files and from files; formats/ has one file for each format
pairs.py         games of the same opening with the colours exchanged
elo.py           the Elo difference of two players, with an interval from pairs
ratings.py       the ratings of many players
sprt.py          a test that stops when it is decided
standings.py     points, tie-breaks, cross table, figures
summary.py       all of these for one run
tables.py        all of these as lines of text
plots.py         all of these as a picture
"""
