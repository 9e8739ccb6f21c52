"""The tests here need the extra `peers` and Kaggle's environments, which `make test-peers` installs. A plain `pytest`
leaves out those whose packages are missing; asked for by name, they fail."""

import importlib.util
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KAGGLE = HERE / "test_kaggle_environments.py"
MISSING = {package for package in ("pyspiel", "kaggle_environments") if importlib.util.find_spec(package) is None}

collect_ignore_glob = ["*"] if "pyspiel" in MISSING else [KAGGLE.name] * bool(MISSING)


def pytest_configure(config: pytest.Config) -> None:
    asked = asked_for(config)
    if "pyspiel" in MISSING and asked:
        raise pytest.UsageError("OpenSpiel or easyAI is not installed; run: make test-peers")
    if MISSING and asked & {HERE, KAGGLE}:
        raise pytest.UsageError("Kaggle's environments are not installed; run: make test-peers")


def asked_for(config: pytest.Config) -> set[Path]:
    """What the command line names of this folder."""
    paths = [config.invocation_params.dir / argument.split("::")[0] for argument in config.args]
    return {path.resolve() for path in paths if path.resolve().is_relative_to(HERE)}
