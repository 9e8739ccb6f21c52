"""Programs for the people who work on this repository. None of them is part of the package."""
