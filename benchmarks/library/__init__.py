"""What the programs share: taking times, tables and marks, positions and openings, the searches compared."""
