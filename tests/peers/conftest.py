"""The tests here need the extra `peers`. Without it a plain `pytest` leaves them out; asked for by name, they fail."""

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).parent
INSTALLED = importlib.util.find_spec("pyspiel") is not None

collect_ignore_glob = [] if INSTALLED else ["*"]


def pytest_configure(config: pytest.Config) -> None:
    if not INSTALLED and asked_for(config):
        raise pytest.UsageError("OpenSpiel or easyAI is not installed; run: make test-peers")


def asked_for(config: pytest.Config) -> bool:
    """Whether the command line names this folder or something in it."""
    paths = [config.invocation_params.dir / argument.split("::")[0] for argument in config.args]
    return any(path.resolve().is_relative_to(HERE) for path in paths)
