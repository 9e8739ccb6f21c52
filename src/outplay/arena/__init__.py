"""The arena: fair games between any players, at any scale, with nothing lost.

fixture.py    a game that is to be played, and how one went
referee.py    plays one game under a clock and ends it with a named reason
"""
