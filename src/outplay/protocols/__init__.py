"""Protocols: what programs say to each other, as text in and text out. Nothing here starts a program."""
