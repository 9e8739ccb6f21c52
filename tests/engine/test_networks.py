"""Which network evaluates a game: that of its rules, wherever it lies, and never that of others."""

import shutil
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers.networks import network_for
from helpers.paths import ROOT

import outplay
from outplay import BadNetwork, Engine, Limit
from outplay.core.registry import GAMES
from outplay.engine import networks
from outplay.engine.networks import Found, UnusedNetwork, file_name, find_network, own_path, rules_digest, slug

HEX = (ROOT / "src/outplay/examples/hex.py").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder and a folder of shipped networks that are empty."""
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(networks, "SHIPPED", tmp_path / "shipped")
    return tmp_path / "data"


@pytest.mark.rules
def test_auto_takes_the_network_that_was_trained_here() -> None:
    game = outplay.game("tic-tac-toe")
    assert find_network(game) == Found(None)
    network_for(game).save(own_path(game))
    found = find_network(game)
    assert found.network
    assert found.path == own_path(game)
    assert find_network(outplay.game("mnk:4,3,3")) == Found(None)


@pytest.mark.rules
def test_none_is_none_and_a_network_can_be_given_itself() -> None:
    game = outplay.game("tic-tac-toe")
    network_for(game).save(own_path(game))
    assert find_network(game, "none") == Found(None)
    given = network_for(game)
    assert find_network(game, given).network is given


@pytest.mark.rules
def test_a_file_is_used_from_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = outplay.game("tic-tac-toe")
    network_for(game).save(tmp_path / "mine.network")
    monkeypatch.setenv("HOME", str(tmp_path))
    for path in (tmp_path / "mine.network", str(tmp_path / "mine.network"), "~/mine.network"):
        assert find_network(game, path).network
    with pytest.raises(BadNetwork, match="net is 'auto', 'none', a file or a Network, not 5"):
        find_network(game, 5)  # type: ignore[arg-type]
    with pytest.raises(BadNetwork, match="cannot be read: No such file"):
        find_network(game, tmp_path / "none.network")


@pytest.mark.rules
@pytest.mark.parametrize(("other", "message"), [("hex:5", "is a network for hex:5"), ("mnk:3,3,2", "for other rules")])
def test_the_network_of_another_game_is_refused(tmp_path: Path, other: str, message: str) -> None:
    game = outplay.game("tic-tac-toe")
    network_for(outplay.game(other)).save(tmp_path / "other.network")
    with pytest.raises(BadNetwork, match=message):
        find_network(game, tmp_path / "other.network")
    with pytest.raises(BadNetwork, match="this network"):
        find_network(game, network_for(outplay.game(other)))


@pytest.mark.rules
def test_a_network_of_changed_rules_is_told_and_never_used(tmp_path: Path) -> None:
    file = tmp_path / "my_hex.py"
    file.write_text(HEX)
    before = outplay.game(f"{file}:4")
    network_for(before).save(own_path(before))
    assert find_network(before).network
    file.write_text(HEX.replace("GOING_ON", "(GOING_ON + 0)").replace("import (GOING_ON + 0)", "import GOING_ON"))
    after = outplay.game(f"{file}:4")
    assert rules_digest(after) != rules_digest(before)
    found = find_network(after)
    assert found.network is None
    assert "trained for other rules: those of" in found.notice
    assert "outplay train" in found.notice
    with pytest.raises(BadNetwork, match="for other rules"):
        find_network(after, own_path(before))
    file.write_text(HEX)
    assert find_network(outplay.game(f"{file}:4")).network


@pytest.mark.rules
def test_a_file_and_a_game_of_the_same_name_have_networks_of_their_own(tmp_path: Path) -> None:
    """The file has other rules; it neither hides nor overwrites what was trained for the game."""
    built_in = outplay.game("hex:4")
    network_for(built_in, minutes=9).save(own_path(built_in))
    (tmp_path / "hex.py").write_text(HEX.replace("else GOING_ON", "else (GOING_ON + 0)"))
    own = outplay.game(f"{tmp_path}/hex.py:4")
    assert rules_digest(own) != rules_digest(built_in)
    assert find_network(own) == Found(None)
    network_for(own, minutes=3).save(own_path(own))
    assert own_path(own) != own_path(built_in)
    assert [find_network(game).words for game in (built_in, own)] == [
        "a network trained for 9 minutes",
        "a network trained for 3 minutes",
    ]
    own_path(built_in).unlink()
    assert find_network(built_in) == Found(None), "the file's network is no former one of the game"


@pytest.mark.rules
def test_a_copy_of_a_file_under_another_name_has_the_same_network(tmp_path: Path) -> None:
    network_for(outplay.game("hex:4"), minutes=9).save(own_path(outplay.game("hex:4")))
    (tmp_path / "copy.py").write_text(HEX)
    copy = outplay.game(f"{tmp_path}/copy.py:4")
    assert find_network(copy).words == "a network trained for 9 minutes"
    network_for(copy, minutes=3).save(own_path(copy))
    assert find_network(copy).words == "a network trained for 3 minutes", "its own comes first"
    assert find_network(outplay.game("hex:4")).words == "a network trained for 9 minutes"


@pytest.mark.rules
def test_a_comment_changes_no_rules(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(HEX)
    (tmp_path / "b.py").write_text(f"{HEX}\n# a comment\n")
    assert rules_digest(outplay.game(f"{tmp_path}/a.py:4")) == rules_digest(outplay.game(f"{tmp_path}/b.py:4"))


@pytest.mark.rules
def test_an_evaluation_is_no_rule_and_features_are() -> None:
    game = outplay.game("tic-tac-toe")
    told = game.heuristics
    assert rules_digest(replace(game, heuristics=replace(told, evaluate=None))) == rules_digest(game)

    def features(state: Any) -> int:
        return int(state[0])

    shown = replace(told, features=features, feature_bits=9)
    assert rules_digest(replace(game, heuristics=shown)) != rules_digest(game)


@pytest.mark.rules
def test_a_shipped_network_is_used_after_ones_own(tmp_path: Path) -> None:
    game = outplay.game("tic-tac-toe")
    shipped = tmp_path / "shipped" / file_name(game)
    network_for(game).save(shipped)
    assert find_network(game).path == shipped
    network_for(game).save(own_path(game))
    assert find_network(game).path == own_path(game)
    shutil.rmtree(tmp_path / "data")
    shipped.rename(shipped.with_name("mnk-3-3-3-000000000000.network"))
    assert find_network(game) == Found(None)  # of other rules: no notice, since the user did not train it


@pytest.mark.rules
def test_ones_own_network_that_lost_against_the_shipped_one_is_not_used(tmp_path: Path) -> None:
    game = outplay.game("tic-tac-toe")
    shipped = tmp_path / "shipped" / file_name(game)
    network_for(game).save(shipped)
    for about, used in (
        ({"against_shipped": 0.4}, shipped),
        ({"against_shipped": 0.6}, own_path(game)),
        ({"against_shipped": 0.4, "against_own": 0.4}, shipped),
    ):
        network_for(game, **about).save(own_path(game))
        assert find_network(game).path == used
    shipped.unlink()
    network_for(game, against_shipped=0.4).save(own_path(game))
    assert find_network(game).path == own_path(game)


@pytest.mark.rules
def test_a_damaged_network_is_told_and_the_game_goes_on() -> None:
    game = outplay.game("tic-tac-toe")
    network_for(game).save(own_path(game))
    own_path(game).write_bytes(own_path(game).read_bytes()[:-1])
    found = find_network(game)
    assert found.network is None
    assert "is damaged" in found.notice
    assert "playing without it" in found.notice
    with pytest.raises(BadNetwork, match="is damaged"):
        find_network(game, own_path(game))


@pytest.mark.rules
def test_a_user_without_a_home_folder_has_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "data_folder", lambda: (_ for _ in ()).throw(outplay.StoreError("no home")))
    assert find_network(outplay.game("tic-tac-toe")) == Found(None)


@pytest.mark.rules
def test_games_of_other_sizes_have_other_files() -> None:
    names = {file_name(outplay.game(spec)) for spec in ("hex:5", "hex:6", "kalah:6,4", "kalah:6,4,pie", "kalah:6")}
    assert len(names) == 4
    assert slug(outplay.game("kalah:6,4,pie")) == "kalah-6-4-pie"
    assert all(slug(outplay.game(name)) for name in GAMES)


@pytest.mark.rules
@pytest.mark.parametrize(
    ("about", "words"),
    [
        ({"minutes": 5.0, "games": 12000}, "a network trained for 5 minutes on 12,000 games"),
        ({"minutes": 1.0}, "a network trained for 1 minute"),
        ({"minutes": 0.1, "games": 64}, "a network trained briefly on 64 games"),
        ({"minutes": "long", "games": [1]}, "a network"),
        ({}, "a network"),
    ],
)
def test_a_network_tells_how_it_was_trained(about: dict[str, Any], words: str) -> None:
    assert Found(network_for(outplay.game("tic-tac-toe"), **about)).words == words
    assert Found(None).words == ""


@pytest.mark.kernel
@pytest.mark.parametrize("spec", ["tic-tac-toe", "kalah:3,2", "hex:9"])
def test_a_compiled_engine_evaluates_as_the_interpreted_one(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hex 9 has fields of more than one machine word; a node limit makes both searches the same."""
    game = outplay.game(spec)
    given = network_for(game)
    limit = Limit(depth=2) if spec == "hex:9" else Limit(depth=4)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    compiled = Engine(game, 1, net=given).analyse(game.start(), limit)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    interpreted = Engine(game, 1, net=given).analyse(game.start(), limit)
    assert (compiled.move, compiled.line, compiled.score, compiled.nodes) == (
        *(interpreted.move, interpreted.line, interpreted.score, interpreted.nodes),
    )
    assert compiled.score != Engine(game, 1, net="none").analyse(game.start(), limit).score


@pytest.mark.rules
def test_an_engine_warns_once_of_a_network_that_it_does_not_use() -> None:
    game = outplay.game("tic-tac-toe")
    own_path(game).parent.mkdir(parents=True)
    own_path(game).write_bytes(b"{}")
    with pytest.warns(UnusedNetwork, match="is no network of outplay") as warned:
        engine = Engine(game, 1)
    assert len(warned) == 1
    assert engine.net.network is None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Engine(game, 1, net="none")


@pytest.mark.rules
def test_a_network_that_lost_at_equal_time_against_no_evaluation_is_told_and_not_used() -> None:
    game = outplay.game("hex:4")
    for share, used in ((0.4, False), (0.5, True)):
        network_for(game, against_none=share).save(own_path(game))
        assert (find_network(game).network is not None) == used
        assert ("lost against hex:4 without any evaluation, so it is not used" in find_network(game).notice) != used


@pytest.mark.rules
def test_a_network_that_lost_against_the_games_own_evaluation_is_not_used_by_itself() -> None:
    game = outplay.game("tic-tac-toe")
    for share, used in ((0.4, False), (0.5, True), (0.7, True)):
        network_for(game, against_own=share).save(own_path(game))
        found = find_network(game)
        assert (found.network is not None) == used
        assert ("has lost against the own evaluation" in found.notice) == (not used)
        assert find_network(game, own_path(game)).network
