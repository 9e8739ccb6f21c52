"""The arena: fair games between any players, at any scale, with nothing lost.

fixture.py     a game that is to be played, and how one went
seats.py       from the text that names a player to a seat at the table
referee.py     plays one game under a clock and ends it with a named reason
court.py       where games are played, one at a time, each whole
workers.py     several games at a time, in worker processes
cluster.py     the same on several machines; parcel.py sends the files along
openings.py    the moves that games begin with
schedule.py    who plays whom
settings.py    what a match or tournament is
tournament.py  runs one: from the schedule to the workers to the store
store.py       every run and every game of it, kept as soon as it ends; schema.py has the tables, database.py opens them
exchange.py    games into files and from files; formats/ has one file for each format
pairs.py       games of the same opening with the colours exchanged
elo.py         the Elo difference of two players, with an interval from pairs
ratings.py     the ratings of many players
sprt.py        a test that stops when it is decided
standings.py   points, tie-breaks, cross table, figures
summary.py     all of these for one run
tables.py      all of these as lines of text
plots.py       all of these as a picture
"""
