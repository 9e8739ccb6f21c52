"""The arena: fair games between any players, at any scale, with nothing lost.

fixture.py    a game that is to be played, and how one went
referee.py    plays one game under a clock and ends it with a named reason
seats.py      from the text that names a player to a seat at the table
court.py      where games are played, one at a time in this process
worker.py     a process that plays one game after another
workers.py    games several at a time, in worker processes
cluster.py    games on several machines, by way of Ray
parcel.py     a game and the files that it names, for another machine
"""
