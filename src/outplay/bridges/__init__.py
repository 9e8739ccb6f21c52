"""Bridges to other libraries: their games and players here, our games and players there."""
