"""Certificates: what the solver writes the checker accepts, and nothing else."""

import gzip
import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from helpers.paths import SOURCE
from hypothesis import given
from hypothesis import strategies as st

import outplay
from outplay.core.bits import GOING_ON
from outplay.solve.certificate import write_certificate
from outplay.solve.verify import Claim, legal_moves, verify

MOST_LINES = 200
"""The checker is a page that one can read."""


def naive_value(game: outplay.Game) -> Callable[[Any], int]:
    """The margin of a state for the first player, by minimax."""

    @cache
    def value(state: Any) -> int:
        margin, mover = game.outcome(state), game.to_move(state)
        if margin != GOING_ON:
            return -margin if mover else margin
        values = [value(game.play(state, move)) for move in legal_moves(game, state)]
        return min(values) if mover else max(values)

    return value


def best_entry(game: outplay.Game, value: Callable[[Any], int]) -> Callable[[Any], str]:
    """The entry of a player who plays a best move."""

    def entry(state: Any) -> str:
        moves = {move: value(game.play(state, move)) for move in legal_moves(game, state)}
        choose = min if game.to_move(state) else max
        return str(choose(moves, key=lambda move: moves[move]))

    return entry


@cache
def written(spec: str, folder: Path) -> Path:
    """A certificate for the value of a small game, with both bounds."""
    game = outplay.game(spec)
    value = naive_value(game)
    exact, entry = value(game.initial), best_entry(game, value)
    path = folder / f"{spec.replace(':', '-')}.proof"
    write_certificate(path, game.start(), [(Claim(0, exact), entry), (Claim(1, -exact), entry)])
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("proofs")


def test_the_checker_is_short_and_knows_only_the_rules() -> None:
    text = (SOURCE / "solve" / "verify.py").read_text(encoding="utf-8")
    lines = re.sub(r'\n\n    >>> .*?\n    """', "", text, flags=re.DOTALL).splitlines()  # without the example
    assert len(lines) <= MOST_LINES
    rooms = {line.split()[1].split(".")[1] for line in lines if line.startswith(("from outplay", "import outplay"))}
    assert rooms == {"core"}


@pytest.mark.rules
@pytest.mark.parametrize(("spec", "value"), [("mnk:3,3,3", 0), ("kalah:2,2", 1), ("kalah:3,1", 2)])
def test_a_certificate_of_both_bounds_proves_the_value(spec: str, value: int, folder: Path) -> None:
    found = verify(written(spec, folder))
    assert found.position == outplay.game(spec).start()
    exact = naive_value(found.position.game)(found.position.game.initial)
    assert found.claims == (Claim(0, exact), Claim(1, -exact))
    assert 0 < found.entries < found.positions


def signed(lines: list[str]) -> str:
    """A certificate with these lines before the last one, and the right number of entries and checksum."""
    entries = sum(len(line.split(" ")) for line in lines if ": " not in line)
    text = "\n".join(lines) + "\n"
    return f"{text}end: {entries} entries, sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"


def refused(path: Path, text: str, message: str | None = None) -> None:
    path.write_text(text)
    with pytest.raises(outplay.BadProof, match=message) as error:
        verify(path)
    assert "\n" not in str(error.value)


@pytest.mark.rules
@given(data=st.data())
def test_a_certificate_with_one_entry_altered_is_refused(data: st.DataObject, folder: Path) -> None:
    spec = data.draw(st.sampled_from(["mnk:3,3,3", "kalah:2,2"]))
    *lines, end = written(spec, folder).read_text().splitlines()
    number = data.draw(st.sampled_from([i for i, line in enumerate(lines) if ": " not in line]))
    entries = lines[number].split(" ")
    place = data.draw(st.integers(0, len(entries) - 1))
    other = data.draw(st.sampled_from([str(i) for i in range(10)] + ["-1", "4*", "4:0-1", "x", ""]))
    if other != entries[place]:
        entries[place] = other
        lines[number] = " ".join(entries)
        refused(folder / "altered.proof", "\n".join([*lines, end]) + "\n")


@pytest.mark.rules
@given(seed=st.integers(0, 1000), least=st.integers(-2, 2), player=st.integers(0, 1))
def test_nothing_false_is_accepted_even_with_the_right_checksum(
    seed: int, least: int, player: int, folder: Path
) -> None:
    """Whatever the entries are, what is accepted holds by minimax."""
    game = outplay.game("kalah:2,2")
    value = naive_value(game)
    claim = Claim(player, least)

    def entry(state: Any) -> str:
        moves = legal_moves(game, state)
        return str(moves[hash((tuple(state), seed)) % len(moves)])

    true = (-value(game.initial) if player else value(game.initial)) >= least
    path = folder / "random.proof"
    try:
        write_certificate(path, game.start(), [(claim, entry)])
    except outplay.BadProof:
        assert not path.exists()
        return
    assert true
    verify(path)
    path.unlink()


@pytest.mark.rules
def test_every_other_damage_is_refused_in_one_line(folder: Path) -> None:
    path, other = written("mnk:3,3,3", folder), folder / "other.proof"
    text = path.read_text()
    *lines, _ = text.splitlines()
    refused(other, "", "should begin with outplay certificate")
    refused(other, text.replace("certificate: 1", "certificate: 2"), "version that is not known")
    refused(other, text.replace("mnk:3,3,3", "mnk:3,4,3"), "rows|cells")
    refused(other, text.replace("mnk:3,3,3", "no-such-game"), "there is no game")
    refused(other, text[: len(text) // 2])
    refused(other, text + "more\n", "damaged")
    refused(other, text.replace("first at least 0", "first at least 1"), "ends with less than is claimed")
    refused(other, signed([line.replace("rules: ", "rules: 0") for line in lines]), "other rules")
    refused(other, signed([*lines, "4"]), "more entries than the proof needs")
    refused(other, signed([*lines[:-1], " ".join(lines[-1].split(" ")[:-1])]), "ends within the proof")
    refused(other, signed(lines[:4]), "damaged")
    other.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(outplay.BadProof, match="damaged"):
        verify(other)
    packed = folder / "packed.gz"
    packed.write_bytes(gzip.compress(text.encode()))
    assert verify(packed).claims == verify(path).claims
    packed.write_bytes(gzip.compress(text.encode())[:-20])
    with pytest.raises(outplay.BadProof, match="damaged"):
        verify(packed)
    with pytest.raises(outplay.BadProof, match="No such file"):
        verify(folder / "missing.proof")


class Walk(NamedTuple):
    place: int
    turn: int


def walk_game() -> outplay.Game:
    """A stone on a ring of five cells, moved by one or two; who reaches cell 4 has won. It can go round for ever."""
    return outplay.Game(
        "walk",
        Walk(0, 0),
        3,
        lambda state: 0b11,
        lambda state, move: Walk((state.place + (1, 4)[move]) % 5, 1 - state.turn),
        lambda state: -1 if state.place == 3 else GOING_ON,
        lambda state: state.turn,
        alternates=True,
    )


@pytest.mark.rules
def test_a_proof_that_goes_round_in_a_circle_is_refused(folder: Path) -> None:
    position = walk_game().start()
    with pytest.raises(outplay.BadProof, match="leads back to itself"):
        write_certificate(folder / "walk.proof", position, [(Claim(0, 0), lambda state: "1" if state.place else "0")])


def line_certificate(spec: str, folder: Path, entry: str) -> str:
    """A certificate for a draw at least of the first player, whose only entry ends the game for the proof."""
    path = folder / "line.proof"
    write_certificate(path, outplay.game(spec).start(), [(Claim(0, 0), lambda state: entry)])
    return path.read_text()


@pytest.mark.rules
def test_a_game_in_which_a_player_passes_has_a_certificate(folder: Path) -> None:
    game = outplay.game("othello:4")
    position = game.start()
    for _ in range(4):
        position = position.play(position.moves()[0])
    value, path = naive_value(game), folder / "passes.proof"
    exact, entry, passes = value(position.state), best_entry(game, value), list[Any]()

    def noted(state: Any) -> str:
        if [position.game.start().name(move) for move in legal_moves(game, state)] == ["pass"]:
            passes.append(state)
        return entry(state)

    write_certificate(path, position, [(Claim(0, exact), noted), (Claim(1, -exact), noted)])
    assert passes, "no line of play has a pass"
    found = verify(path)
    assert found.position == position
    assert found.claims == (Claim(0, exact), Claim(1, -exact))
    *lines, _ = path.read_text().splitlines()
    forced = entry(passes[0])
    altered = [" ".join("0" if word == forced else word for word in line.split(" ")) for line in lines]
    assert altered != lines
    refused(folder / "altered.proof", signed(altered), "is no legal entry")
    with pytest.raises(outplay.BadProof):
        write_certificate(folder / "more.proof", position, [(Claim(0, exact + 1), entry)])


@pytest.mark.rules
def test_pairs_and_the_potential_end_a_line_of_play_where_they_hold(folder: Path) -> None:
    good = [("mnk:1,4,3", "1:"), ("mnk:4,4,5", "0:"), ("mnk:1,6,4", "0:2-3"), ("mnk:1,6,4", "0*"), ("mnk:3,3,3", "4*")]
    for spec, entry in [*good, ("mnk:3,3,3", "4:0-1,2-5,8-7,6-3")]:
        line_certificate(spec, folder, entry)
        assert verify(folder / "line.proof").entries == 1
    wrong = ["0:", "0:1-2", "0:0-3", "0:2-2", "0:2-3,3-4", "0:2", "0:2-3-4", "0:2-3*", "0:x", "0:2-99999999", "0**"]
    for entry in wrong:
        with pytest.raises((outplay.BadProof, ValueError)):
            line_certificate("mnk:1,6,4", folder, entry)
    for spec, entry in (("mnk:3,3,3", "0*"), ("mnk:3,3,3", "4:0-1,2-5,8-7"), ("connect-four:4,4", "0:")):
        with pytest.raises(outplay.BadProof):
            line_certificate(spec, folder, entry)
    won = [(Claim(0, 1), lambda state: "1:")]
    with pytest.raises(outplay.BadProof, match="ends nothing"):  # a win needs every line of play to its end
        write_certificate(folder / "win.proof", outplay.game("mnk:1,4,3").start(), won)


@pytest.mark.rules
def test_an_entry_without_pairs_may_stand_anywhere(folder: Path) -> None:
    """`4:` with a blank behind it looks like the beginning of a header line."""
    path = folder / "open.proof"
    write_certificate(
        path, outplay.game("mnk:1,4,3").start(), [(Claim(1, 0), lambda state: "1:" if state.theirs != 2 else "2:")]
    )
    assert verify(path).entries == 4


@pytest.mark.rules
def test_what_is_no_position_and_no_place_for_a_file_is_refused(tmp_path: Path) -> None:
    game: Any = outplay.game("tic-tac-toe")
    with pytest.raises(outplay.BadSpec, match="solve wants a position"):
        outplay.solve(game)
    with pytest.raises(outplay.BadSpec, match="Solution wants a game"):
        outplay.Solution(game.start())
    for place, message in ((tmp_path, "is a folder"), (tmp_path / "no" / "file", "there is no folder")):
        with pytest.raises(outplay.BadProof, match=message):
            outplay.solve(game.start(), proof=place)
        with pytest.raises(outplay.BadProof, match=message):
            outplay.solve(game.start(), checkpoint=place)
    with pytest.raises(outplay.BadProof, match="No such file"):
        outplay.verify(tmp_path / "none")
