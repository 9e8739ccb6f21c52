"""Programs that measure nodes a second and the time until a game can be searched."""
