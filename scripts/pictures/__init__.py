"""Draws the pictures, plots and screenshots of docs/ from the real program: `make pictures`."""
