"""The engine's marks, one file a group of sections; `__main__` is the program."""
