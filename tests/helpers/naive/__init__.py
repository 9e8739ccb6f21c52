"""Slow and obvious oracles, written from the rules' pages alone. None of them knows the package under test."""
