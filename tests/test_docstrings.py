"""Every public name says what it is, with an example that runs."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import textwrap
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import pairwise
from typing import Any

import pytest

import outplay

PARSER = doctest.DocTestParser()
NO_EXAMPLES = ("GOING_ON",)
"""Public names that are numbers."""


def public_names() -> Iterator[tuple[str, Any]]:
    """The public names, and for the classes among them their public methods and attributes as Class.name."""
    for name in outplay.__all__:
        found = getattr(outplay, name)
        yield name, found
        if inspect.isclass(found):
            own = {each for cls in found.__mro__ if cls.__module__.startswith("outplay.") for each in vars(cls)}
            yield from ((f"{name}.{each}", found) for each in sorted(own) if not each.startswith("_"))


NAMES = dict(public_names())


def function_of(value: Any) -> Any:
    """The function of a method or property; None for an attribute that holds a value."""
    if isinstance(value, property):
        return value.fget
    if isinstance(value, cached_property):
        return value.func
    if isinstance(value, staticmethod | classmethod):
        return value.__func__
    return value if inspect.isfunction(value) else None


@cache
def attribute_docstrings(cls: type) -> dict[str, str]:
    """The text under each attribute in a class's source."""
    (body,) = (node.body for node in ast.parse(textwrap.dedent(inspect.getsource(cls))).body if hasattr(node, "body"))
    found = {}
    for node, following in pairwise(body):
        target = node.target if isinstance(node, ast.AnnAssign) else None
        says = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
        if isinstance(target, ast.Name) and says:
            found[target.id] = str(following.value.value)
    return found


def examples_of(name: str) -> list[doctest.Example]:
    """The examples in the docstring of a name: of a method, in that of the first class that has some."""
    found = NAMES[name]
    if "." in name:
        own = name.partition(".")[2]
        texts = [function_of(vars(cls)[own]).__doc__ for cls in found.__mro__ if function_of(vars(cls).get(own))]
    else:
        texts = [(found.__call__ if inspect.ismodule(found) else found).__doc__]
    return next(filter(None, (PARSER.get_examples(text or "") for text in texts)), [])


def is_function(name: str) -> bool:
    cls, _, own = name.partition(".")
    return any(function_of(vars(each).get(own)) for each in NAMES[cls].__mro__)


METHODS = [name for name in NAMES if "." in name and is_function(name) and not name.startswith("Game.reason")]
FIELDS = [name for name in NAMES if "." in name and name not in METHODS]


def test_every_public_function_class_and_method_has_an_example() -> None:
    names = [name for name in NAMES if "." not in name and name not in NO_EXAMPLES]
    missing = [name for name in names + METHODS if not examples_of(name)]
    assert not missing, f"write an example that begins with >>> into the docstrings of {', '.join(missing)}"


def test_every_public_attribute_is_explained() -> None:
    """By a text under it, or in the docstring of its class."""
    for name in FIELDS:
        cls, _, own = name.partition(".")
        owners = [each for each in NAMES[cls].__mro__ if each.__module__.startswith("outplay.")]
        said = [attribute_docstrings(each).get(own, "") for each in owners]
        texts = [inspect.cleandoc(each.__doc__ or "") for each in owners]
        assert any(said) or any(own in text for text in texts), f"say in the docstring of {cls} what {own} is"


@pytest.mark.kernel
def test_the_examples_in_docstrings_are_true(capsys: pytest.CaptureFixture[str]) -> None:
    """With the names of their file and `outplay`."""
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    given = {"outplay": outplay}
    tests = []
    for found in pkgutil.walk_packages(outplay.__path__, "outplay."):
        if found.name != "outplay.__main__":
            tests += finder.find(importlib.import_module(found.name), extraglobs=given)
    unseen = [name for name in METHODS if not any(test.examples == examples_of(name) for test in tests)]
    tests += [doctest.DocTest(examples_of(name), dict(given), name, None, None, None) for name in unseen]
    for test in tests:
        runner.run(test)
    assert runner.summarize(verbose=False).failed == 0, capsys.readouterr().out
    assert runner.tries >= 100
