"""The programs in the guide to reinforcement learning run."""

import re
from typing import Any

import pytest
from helpers.paths import DOCS

pytest.importorskip("pettingzoo")

BLOCKS = re.findall(
    r"```python\n(.*?)```", (DOCS / "guide" / "reinforcement-learning.md").read_text(encoding="utf-8"), re.DOTALL
)


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_a_program_of_the_guide_runs(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """The learner learns for less long here than in the guide."""
    names: dict[str, Any] = {"__name__": "page"}
    exec(BLOCKS[number].replace("range(200)", "range(3)").replace("4096", "64"), names)
    printed = capsys.readouterr().out
    if "print(" in BLOCKS[number]:
        assert "a b c d e f g" in printed or re.search(r"won \d+%, lost \d+%", printed)


def test_the_guide_has_a_program_for_each_way() -> None:
    assert [any(word in block for block in BLOCKS) for word in ("policy(", "gymnasium.make", "batch(", "gain")] == [
        True
    ] * 4
