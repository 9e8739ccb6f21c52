"""Programs that measure the arena: its own time, faulty players, intervals, the store."""
