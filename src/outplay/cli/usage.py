"""What is wrong with a command line, in the words of outplay instead of those of the library that reads it."""

import re
from difflib import get_close_matches
from typing import Any

import typer

WANTED = {
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
    "bool_parsing": "yes or no",
}
"""What an option wants, by the kind of mistake that pydantic found in its value."""
BOUNDS = {"greater_than_equal": ("ge", "at least"), "less_than_equal": ("le", "at most")}
"""By the kind of mistake: the name of the bound that was passed, and its words."""
REWORDED = (
    (r"No such command '(.*)'\. Did you mean (.*)\?", r"there is no command '\1'; did you mean \2?"),
    (r"No such command '(.*)'", r"there is no command '\1'"),
    (r"Missing argument '(.*)'", r"\1 is missing"),
    (r"Option '(.*)' requires an argument", r"\1 wants a value after it"),
    (r"Got unexpected extra arguments?(?:\(s\))? \((.*)\)", r"nothing more is expected here: \1"),
)


def usage_words(error: typer.TyperException) -> str:
    """What is wrong, as one line without a full stop."""
    message = error.format_message().rstrip(".")
    found = number_words(error)
    if found:
        return found
    name = getattr(error, "option_name", None)
    if name and message.startswith("No such option"):
        near = get_close_matches(name, option_names(getattr(error, "ctx", None)), 1)
        return f"there is no option {name}" + (f"; did you mean {near[0]}?" if near else "")
    for pattern, words in REWORDED:
        if re.fullmatch(pattern, message):
            return re.sub(pattern, words, message)
    return message


def number_words(error: typer.TyperException) -> str:
    """What is wrong with the value of an option or argument; empty if it is something else."""
    mistakes: Any = getattr(error.__cause__, "errors", None)
    parameter = getattr(error, "param", None)
    if mistakes is None or parameter is None:
        return ""
    mistake = mistakes()[0]
    kind, value = mistake["type"], mistake.get("input")
    name = max(parameter.opts, key=len) if parameter.param_type_name == "option" else parameter.human_readable_name
    if kind in WANTED:
        return f"{name} wants {WANTED[kind]}, not {value!r}"
    if kind in BOUNDS:
        bound, words = BOUNDS[kind]
        return f"{name} must be {words} {mistake['ctx'][bound]}, not {value}"
    return ""


def option_names(context: Any) -> list[str]:
    """The long names of a command's options."""
    parameters = context.command.params if context else []
    return [name for each in parameters for name in each.opts if name.startswith("--")]
