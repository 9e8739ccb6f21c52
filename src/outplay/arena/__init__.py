"""The arena: fair games between any players, at any scale, with nothing lost.

fixture.py    a game that is to be played, and how one went
referee.py    plays one game under a clock and ends it with a named reason
pairs.py      games of the same opening with the colours exchanged
elo.py        the Elo difference of two players, with an interval from pairs
ratings.py    the ratings of many players
sprt.py       a test that stops when it is decided
standings.py  points, tie-breaks, cross table, figures
tables.py     all of these as lines of text
plots.py      all of these as a picture
"""
