"""The arena: fair games between any players, at any scale, with nothing lost.

fixture.py    a game that is to be played, and how one went
referee.py    plays one game under a clock and ends it with a named reason
store.py      every run and every game of it, kept as soon as it ends; schema.py has the tables, database.py opens them
exchange.py   games into files and from files; formats/ has one file for each format
"""
