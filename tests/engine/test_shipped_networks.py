"""The networks that come with outplay belong to the present rules, are small, and were found better than what was."""

from pathlib import Path

import pytest

import outplay
from outplay.core.network import load_network
from outplay.engine.networks import AGAINST_OWN, SHIPPED, file_name, fitting, found_for

pytestmark = pytest.mark.rules

FILES = sorted(SHIPPED.glob("*.network"))
MOST_BYTES = 300_000


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path))


def test_some_networks_come_with_outplay() -> None:
    assert FILES
    assert sorted(SHIPPED.iterdir()) == FILES


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_network_belongs_to_the_present_rules(path: Path) -> None:
    """If only the source of the rules was rewritten, `scripts.ship_network --same-rules` renews it."""
    network = load_network(path)
    game = outplay.game(network.about["game"])
    assert path.name == file_name(game), f"the rules of {game} have changed: train its network again, or renew it"
    assert fitting(network, game, path.name) is network
    assert found_for(game).path == path, "the engine does not use it"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_shipped_network_is_small_and_was_measured(path: Path) -> None:
    network = load_network(path)
    assert path.stat().st_size < MOST_BYTES
    assert network.exact
    assert network.about["games"] > 0
    if outplay.game(network.about["game"]).heuristics.evaluate:
        assert network.about[AGAINST_OWN] > 0.5
