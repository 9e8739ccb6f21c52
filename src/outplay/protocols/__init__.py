"""Protocols between programs: they map lines of text to lines of text. Nothing here starts a program."""
