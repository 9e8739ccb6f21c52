"""The notebooks in examples/: they run from clean, in their order, and explain what they do."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import ROOT, SOURCE

import outplay

nbformat = pytest.importorskip("nbformat", reason="notebooks need nbclient; install the extra dev")
nbclient = pytest.importorskip("nbclient", reason="notebooks need nbclient; install the extra dev")

FOLDER = ROOT / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
PATIENCE = 600


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


def cells(path: Path, kind: str) -> list[str]:
    return [cell.source for cell in read(path).cells if cell.cell_type == kind]


def test_there_is_a_notebook_for_each_thing_a_beginner_does() -> None:
    topics = ["a-first-game", "write-your-own-game", "why-alpha-beta-cuts", "train-and-beat-it", "solve-and-prove"]
    assert [path.stem.partition("-")[2] for path in NOTEBOOKS] == [*topics, "run-a-tournament"]


@pytest.mark.kernel
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_in_order_from_clean(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE.parent), os.environ.get("PYTHONPATH", "")]))
    book = read(path)
    client = nbclient.NotebookClient(book, timeout=PATIENCE, kernel_name="python3", resources=here(tmp_path))
    client.execute()
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    said = [output for cell in code for output in cell.outputs if output.output_type == "stream"]
    assert [output.text for output in said if output.name == "stderr"] == []
    drawn = [output.data for cell in code for output in cell.outputs if "data" in output]
    assert any("text/html" in data for data in drawn)
    assert not any(re.search(r"outplay\.\w+(\.\w+)+ object at|<outplay", str(data)) for data in drawn)


def here(folder: Path) -> dict[str, dict[str, str]]:
    """The folder in which a notebook runs."""
    return {"metadata": {"path": str(folder)}}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_explains_what_it_does(path: Path) -> None:
    kinds = "".join(cell.cell_type[0] for cell in read(path).cells)
    assert kinds[0] == "m"
    assert "ccc" not in kinds, "more than two cells of code without a word"
    words, code = cells(path, "markdown"), cells(path, "code")
    assert words[0].startswith("# ")
    assert sum(len(text.split()) for text in words) > 100
    assert max(len(text.splitlines()) for text in code) <= 24
    assert code[0].lstrip().startswith(("import outplay", "from typing"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    for cell in read(path).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
    assert read(path).metadata.kernelspec.name == "python3"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_uses_public_names(path: Path) -> None:
    used = set(re.findall(r"\boutplay\.(\w+)\(", "\n".join(cells(path, "code"))))
    assert used <= set(outplay.__all__)


def test_what_the_opponent_plays_reaches_a_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The opponent thinks in another thread, from which the state of the widget has to be sent too."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(SOURCE.parent), os.environ.get("PYTHONPATH", "")]))
    make = "import outplay\nboard = outplay.board('tic-tac-toe', 'random', side=1)\nboard"
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code) for code in (make, "board.wait().moves")])
    nbclient.NotebookClient(book, timeout=PATIENCE, kernel_name="python3", resources=here(tmp_path)).execute()
    shown, moves = (cell.outputs[0].data for cell in book.cells)
    model = shown["application/vnd.jupyter.widget-view+json"]["model_id"]
    states = book.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    (move,) = states[model]["state"]["state"]["view"]["moves"]
    assert str([outplay.game("tic-tac-toe").move(move, outplay.game("tic-tac-toe").start())]) == moves["text/plain"]
    assert states[model]["state"]["state"]["playable"]
    assert "<svg" in shown["text/html"]
