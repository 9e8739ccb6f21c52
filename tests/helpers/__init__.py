"""Shared by the tests: naive oracles of the rules, programs that misbehave, servers, prepared results."""
