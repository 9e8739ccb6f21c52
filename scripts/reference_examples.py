"""Shows the examples in docstrings as code on the documentation site. zensical.toml names this file."""

import re
from typing import Any

import griffe

EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
"""A session in a docstring: from its first prompt to the next empty line."""


class Examples(griffe.Extension):
    """Called by griffe, which reads the docstrings."""

    def on_object(self, *, obj: griffe.Object, **others: Any) -> None:
        if obj.docstring:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """A docstring with its examples between fences, as Markdown wants them.

    >>> fenced("Adds.\\n\\n>>> 1 + 1\\n2")
    'Adds.\\n\\n```pycon\\n>>> 1 + 1\\n2\\n```'
    """
    return EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", docstring)
