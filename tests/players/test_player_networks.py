"""The network of a player in its text: kept as a path that holds anywhere, shown without folders, sent along."""

from pathlib import Path

import pytest
from helpers.dealing import scheduled
from helpers.networks import network_for
from helpers.web_page import Server

import outplay
from outplay import BadNetwork, BadSpec
from outplay.arena.entrants import entered, named_players
from outplay.arena.remote_files import with_files, with_local_files
from outplay.engine.networks import own_path
from outplay.players import player
from outplay.players.specs import absolute_spec, files_of, network_words, public_spec
from outplay.web.catalogue import OFFERED_PLAYERS, checked_player

GAME = outplay.game("tic-tac-toe")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A network in a folder with a blank in its name, from where it is named."""
    folder = tmp_path / "my nets"
    network_for(GAME, minutes=5.0, games=12_000).save(folder / "a.network")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("OUTPLAY_DATA", str(tmp_path / "data"))
    return folder / "a.network"


@pytest.mark.rules
def test_the_files_of_a_text_are_found(file: Path) -> None:
    assert files_of("engine:net=a.network") == {"net": "a.network"}
    assert files_of("mcts:net=a.network,time=1") == {"net": "a.network"}
    for spec in (
        "engine",
        "engine:net=auto",
        "engine:net=none",
        "engine:net",
        "random:seed=1",
        "a.py:net=1",
        "kalah:6,4",
    ):
        assert files_of(spec) == {}


@pytest.mark.rules
def test_a_path_holds_in_any_folder_and_is_shown_without_folders(file: Path) -> None:
    whole = f"engine:level=3,net={file}"
    assert absolute_spec("engine:net=a.network,level=3") == whole
    assert absolute_spec(whole) == whole
    assert absolute_spec("engine:net=none") == "engine:net=none"
    assert public_spec(whole) == "engine:level=3,net=a.network"
    assert list(named_players([f"engine:net={file}", "x=engine"])) == ["engine:net=a.network", "x"]
    with pytest.raises(BadSpec, match=r"there is no file b\.network"):
        absolute_spec("engine:net=b.network")
    with pytest.raises(BadSpec, match="is no file"):
        absolute_spec("engine:net=..")
    with pytest.raises(BadSpec, match="engine cannot take 'net='"):
        player("engine:net=", GAME)


@pytest.mark.rules
def test_a_text_cannot_hold_a_path_with_a_comma(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (file.parent / "a,b").mkdir()
    file.rename(file.parent / "a,b" / "c.network")
    monkeypatch.chdir("a,b")
    with pytest.raises(BadSpec, match="a file whose path has no comma"):
        absolute_spec("engine:net=c.network")


@pytest.mark.rules
def test_a_network_is_sent_along_to_other_machines(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTPLAY_CACHE", str(tmp_path / "cache"))
    remote = with_files(scheduled(1, "tic-tac-toe", f"engine:level=3,net={file}", "engine:net=none"))
    assert [(field, name) for field, name, _ in remote.files] == [("first_spec", "a.network")]
    content = file.read_bytes()
    file.unlink()
    local = with_local_files(remote)
    network = Path(files_of(local.first_spec)["net"])
    assert network.read_bytes() == content
    assert network.is_relative_to(tmp_path / "cache")
    assert local.first_spec == f"engine:level=3,net={network}"
    assert local.second_spec == "engine:net=none"


@pytest.mark.rules
def test_a_page_may_choose_auto_or_none_and_no_file() -> None:
    for spec in ("engine:net=auto", "engine:net=none", "engine:level=3,net=none", "mcts:net=none"):
        checked_player(spec, GAME)
    for name in ("/etc/passwd", "a.network", "../a.network", "", "Auto", "~/x"):
        for engine in ("engine", "mcts"):
            with pytest.raises(BadSpec):
                checked_player(f"{engine}:net={name}", GAME)
    shown = OFFERED_PLAYERS["engine"].option("net")
    assert shown
    assert (shown.kind, [word for word, _ in shown.choices]) == ("choice", ["auto", "none"])


@pytest.mark.kernel
def test_a_player_has_the_network_of_its_text(file: Path) -> None:
    words = "a network trained for 5 minutes on 12,000 games"
    for spec in ("engine:net=a.network,depth=1", "mcts:net=a.network,playouts=10"):
        assert player(spec, GAME).network == words
    found = player("engine:net=a.network,depth=1", GAME).choose(GAME.start())
    assert found.explanation.figures["evaluated by"] == words
    for spec, judge in (("mcts:net=a.network,playouts=10", words), ("mcts:playouts=10", "random games")):
        assert player(spec, GAME).choose(GAME.start()).explanation.figures["leaves judged by"] == judge
    assert player("engine:depth=1", GAME).network == ""
    assert "evaluated by" not in player("engine:depth=1", GAME).choose(GAME.start()).explanation.figures
    with pytest.raises(BadNetwork, match="cannot be read"):
        player("engine:net=b.network", GAME)


@pytest.mark.rules
def test_a_match_tells_who_evaluates_by_a_network(file: Path) -> None:
    words = "a network trained for 5 minutes on 12,000 games"
    assert network_words("engine:net=a.network", GAME) == words
    assert [network_words(spec, GAME) for spec in ("engine", "mcts", "random", "my_bot.py")] == [""] * 4
    network_for(GAME, minutes=5.0, games=12_000).save(own_path(GAME))
    assert network_words("engine:level=3", GAME) == network_words("mcts:net=auto", GAME) == words
    assert [network_words(spec, GAME) for spec in ("engine:net=none", "mcts", "random")] == [""] * 3


@pytest.mark.kernel
def test_a_match_refuses_the_network_of_another_game(file: Path) -> None:
    found = entered({"a": "engine:net=a.network", "b": "random"}, outplay.game("hex:4"))
    assert list(found.broken) == ["a"]
    assert "is a network for mnk:3,3,3" in found.broken["a"]


@pytest.mark.kernel
def test_the_page_is_told_what_evaluates(file: Path) -> None:
    network_for(GAME, minutes=5.0, games=12_000).save(own_path(GAME))
    server = Server()
    try:
        with server.page() as page:
            ask = {"do": "choose", "game": "tic-tac-toe", "moves": ["a1", "b2", "a3"], "time": 1}
            answers = page.answers(do="analyse", game="tic-tac-toe", moves=["a1", "b1", "b2"])
            assert answers[-2]["network"] == "evaluated by a network trained for 5 minutes on 12,000 games"
            assert "12,000 games" in page.ask(**ask, player="engine")["figures"]["evaluated by"]
            without = page.ask(**ask, player="engine:net=none")  # another kernel, which has to be compiled first
            assert without["move"] == "a2"
            assert "evaluated by" not in without["figures"]
            assert "error" in page.ask(**ask, player=f"engine:net={file}")
    finally:
        server.end()
