"""`python -m outplay` is the same as `outplay`."""

from outplay.cli import main

main()
