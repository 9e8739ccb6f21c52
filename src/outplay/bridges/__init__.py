"""Bridges to other libraries and programs, each in a module of its own that is imported when it is used."""
