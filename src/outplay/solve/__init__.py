"""Exact answers: the solver, certificates of what it proved, and the checker of certificates."""
