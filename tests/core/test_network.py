"""The file of a network: what is written is read again, and anything else is refused in one line."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from outplay import BadNetwork
from outplay.core.network import MOST_BYTES, Network, NetworkShape, load_network, no_network, write_whole
from outplay.core.vectors import EXACT

pytestmark = pytest.mark.rules

SHAPE = NetworkShape((9, 9), 16, 2, 18)


def network(seed: int = 0, shape: NetworkShape = SHAPE) -> Network:
    rows = np.random.default_rng(seed).integers(-(1 << 15), 1 << 15, (shape.rows, shape.hidden)).astype(np.int16)
    rows[2 * shape.inputs + 2 :] %= 128
    return Network(shape, rows, 1000, -7, 10, {"game": "tic-tac-toe", "rules": "abc", "games": 12, "name": "Übung"})


def signed(head: dict[str, Any] | bytes, numbers: bytes) -> bytes:
    """A file with a right checksum, whatever it holds."""
    body = (json.dumps(head).encode() if isinstance(head, dict) else head) + b"\n" + numbers
    return body + hashlib.sha256(body).digest()


def parts(path: Path) -> tuple[dict[str, Any], bytes]:
    line, _, numbers = path.read_bytes()[:-32].partition(b"\n")
    return json.loads(line), numbers


@given(
    st.tuples(
        st.lists(st.integers(1, 130), min_size=1, max_size=4).map(tuple),
        st.sampled_from([16, 32, 48]),
        st.integers(1, 4),
        st.integers(1, 99),
    ),
    st.integers(0, 9),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
def test_a_network_is_read_as_it_was_written(tmp_path: Path, sizes: tuple[Any, ...], seed: int) -> None:
    written = network(seed, NetworkShape(*sizes))
    written.save(tmp_path / "a.network")
    found = load_network(tmp_path / "a.network")
    assert found.shape == written.shape
    assert (found.rows == written.rows).all()
    assert (found.top, found.bias, found.grain, found.about) == (1000, -7, 10, written.about)


def test_one_altered_byte_anywhere_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.network"
    network().save(path)
    data = path.read_bytes()
    for place in range(len(data)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1 << place % 8]) + data[place + 1 :])
        with pytest.raises(BadNetwork):
            load_network(path)


@pytest.mark.parametrize("kept", [0, 1, 31, 32, 33, 100, 500, -1, -32, -33])
def test_a_file_that_ends_early_is_refused(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "a.network"
    network().save(path)
    path.write_bytes(path.read_bytes()[:kept])
    with pytest.raises(BadNetwork, match=r"is no network|is damaged"):
        load_network(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"version": 2}, "has version 2 of the format"),
        ({"version": None}, "has version None"),
        ({"format": "other"}, "is no network of outplay"),
        ({"widths": [9, 8]}, "its sizes do not fit"),
        ({"widths": [9, -9]}, "its sizes do not fit"),
        ({"widths": []}, "its sizes do not fit"),
        ({"widths": 18}, "its sizes do not fit"),
        ({"widths": [9.0, 9.0]}, "its sizes do not fit"),
        ({"hidden": 8}, "its sizes do not fit"),
        ({"hidden": 1 << 40}, "its sizes do not fit"),
        ({"hidden": "16"}, "its sizes do not fit"),
        ({"buckets": 0}, "its sizes do not fit"),
        ({"span": 0}, "its sizes do not fit"),
        ({"top": 1 << 60}, "its sizes do not fit"),
        ({"grain": 0}, "its sizes do not fit"),
        ({"bias": 1 << 50}, "its sizes do not fit"),
        ({"bias": None}, "its sizes do not fit"),
        ({"about": "me"}, "its sizes do not fit"),
    ],
)
def test_what_does_not_fit_together_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    path = tmp_path / "a.network"
    network().save(path)
    head, numbers = parts(path)
    path.write_bytes(signed(head | changes, numbers))
    with pytest.raises(BadNetwork, match=message) as error:
        load_network(path)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("number", [128, -128, 32767, -32768])
def test_a_second_layer_that_would_overflow_is_refused(tmp_path: Path, number: int) -> None:
    made = network()
    made.rows[-1, -1] = number
    made.save(tmp_path / "a.network")
    with pytest.raises(BadNetwork, match="its second layer is too large"):
        load_network(tmp_path / "a.network")


@pytest.mark.parametrize("head", [b"[]", b"1", b"null", b"[" * 100_000, b'{"format": ', b"\xff\xfe", b""])
def test_what_is_no_network_at_all_is_refused(tmp_path: Path, head: bytes) -> None:
    path = tmp_path / "a.network"
    path.write_bytes(signed(head, b"12"))
    with pytest.raises(BadNetwork, match="is no network of outplay"):
        load_network(path)


def test_a_missing_file_a_folder_and_a_huge_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadNetwork, match="cannot be read: No such file"):
        load_network(tmp_path / "none.network")
    with pytest.raises(BadNetwork, match="cannot be read"):
        load_network(tmp_path)
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MOST_BYTES + 1)  # a sparse file: it takes no room on disk
    with pytest.raises(BadNetwork, match="too large"):
        load_network(tmp_path / "large")


def test_a_file_that_cannot_be_written_leaves_the_old_one_whole(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="this system has no limits of files")
    path = tmp_path / "a.network"
    network(1).save(path)
    program = (
        "import resource, signal, sys; from pathlib import Path; from outplay.core.network import write_whole\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))\n"
        "write_whole(Path(sys.argv[1]), bytes(5000))"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], capture_output=True, text=True, timeout=60)
    assert "BadNetwork" in done.stderr
    assert "cannot be written: File too large" in done.stderr
    assert (load_network(path).rows == network(1).rows).all()
    assert os.listdir(tmp_path) == ["a.network"]
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 100


def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadNetwork, match="cannot be written"):
        write_whole(tmp_path / "file" / "a.network", b"")


def test_a_network_of_zeros_says_nothing() -> None:
    assert not no_network(SHAPE).rows.any()
    assert no_network(SHAPE).words().shape == (SHAPE.words,)


def test_a_network_says_whether_its_sums_stay_within_their_limits() -> None:
    """Otherwise they depend on the order in which inputs are added and taken away."""
    network = no_network(SHAPE)
    assert network.exact
    for first, second, bias in ((20_000, 12_000, 767), (20_000, 12_000, 768), (-32_768, 0, 0)):
        exact = bias == 767
        network.rows[[0, 1, 2 * SHAPE.inputs], 3] = first, second, bias
        assert network.exact == exact
        assert network.words()[EXACT] == exact
