"""Reads the source of rules and kernels, checks that it can be compiled, and hashes everything it depends on.

A game's rules are closures, and Numba does not cache closures over functions. So each function is parsed from its
source and evaluated again with the closed-over values as globals: parameters as constants, callees as compiled
functions. `gather` collects the functions, callees first; `digest` is the key of the cache.
"""

import ast
import builtins
import hashlib
import inspect
import textwrap
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import outplay
from outplay.core.bits import lowest_bit, nth_bit
from outplay.core.errors import RuleError
from outplay.core.hashing import state_hash
from outplay.core.memory import byte_at, prefetch, set_byte
from outplay.core.rules import row_of
from outplay.core.vectors import load_words, network_sum, store_words

Function = Any

BUILTINS = ("abs", "bool", "divmod", "int", "len", "max", "min", "range")
HELPERS = (
    *(byte_at, load_words, lowest_bit, network_sum, nth_bit, prefetch, row_of, set_byte, state_hash, store_words),
)
"""Functions that compiled code knows by itself."""

KERNELS = ("outplay.search.", "outplay.players.")
"""Modules of kernels. Their numbers are never wide, and their assertions are checked by interpreted code alone."""

ADVICE: dict[type[ast.AST], str] = {
    ast.List: "a list is made here; rules work on integers only: keep the cells in the bits of an integer",
    ast.Set: "a set is made here; rules work on integers only: use an integer with one bit for each member",
    ast.Dict: "a dict is made here; build a tuple of integers outside the function and index it",
    ast.ListComp: "a list is made here; write a for loop, or build a tuple outside the function",
    ast.SetComp: "a set is made here; write a for loop that sets bits of an integer",
    ast.DictComp: "a dict is made here; build a tuple of integers outside the function and index it",
    ast.GeneratorExp: "a generator is made here; write a for loop",
    ast.Lambda: "a lambda cannot be compiled; write a function with def beside the others",
    ast.FunctionDef: "a function inside a rule cannot be compiled; define it beside the rule",
    ast.ClassDef: "a class cannot be made in a rule; define it outside",
    ast.JoinedStr: "text is made here; rules work on integers only",
    ast.Try: "try cannot be compiled; test for the case with if",
    ast.With: "with cannot be compiled in a rule",
    ast.Yield: "yield cannot be compiled; fill `out` and return how many moves there are",
    ast.YieldFrom: "yield cannot be compiled; fill `out` and return how many moves there are",
    ast.Global: "rules are pure functions: pass values in and return them",
    ast.Nonlocal: "rules are pure functions: pass values in and return them",
    ast.Import: "import at the top of the file, not in a rule",
    ast.ImportFrom: "import at the top of the file, not in a rule",
    ast.Starred: "* cannot be compiled here; name the values one by one",
    ast.Div: "/ makes a float; write // for whole numbers",
    ast.Await: "rules are plain functions, not coroutines",
    ast.NamedExpr: "write the assignment on a line of its own",
    ast.Delete: "del cannot be compiled; leave it out",
    ast.Raise: "raise cannot be compiled; rules are only asked about legal moves, so leave it out",
    ast.Match: "match cannot be compiled; use if and elif",
}


@dataclass
class Part:
    """One function with its syntax tree and the values of its global names."""

    function: Function
    tree: ast.FunctionDef
    file: str
    names: dict[str, Any] = field(default_factory=dict)

    def text(self) -> str:
        return ast.unparse(self.tree)

    def mistake(self, message: str, node: ast.AST | None = None) -> RuleError:
        return RuleError(message, self.file, getattr(node, "lineno", self.tree.lineno))


def gather(function: Function) -> list[Part]:
    """The function and everything it calls, callees first, each once."""
    parts: dict[int, Part] = {}
    open_calls: list[Function] = []

    def visit(function: Function) -> None:
        if id(function) in parts:
            return
        if function in open_calls:
            where = function.__code__
            message = f"{function.__name__} calls itself by way of another function; write it as a loop"
            raise RuleError(message, where.co_filename, where.co_firstlineno)
        open_calls.append(function)
        part = parse(function)
        for value in part.names.values():
            if isinstance(value, FunctionType) and value is not function and value not in HELPERS:
                visit(value)
        open_calls.pop()
        parts[id(function)] = part

    visit(function)
    return list(parts.values())


def parse(function: Function) -> Part:
    """The function's syntax tree, with the line numbers of its file; RuleError if it cannot be compiled."""
    if not isinstance(function, FunctionType):
        raise RuleError(f"{function!r} is not a plain function; rules are functions written with def")
    code = function.__code__
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        message = f"the source of {function.__name__} cannot be found; rules must be written in a file"
        raise RuleError(message, code.co_filename, code.co_firstlineno) from None
    try:
        tree = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except SyntaxError:
        tree = ast.Pass()
    if not isinstance(tree, ast.FunctionDef):
        raise RuleError("this rule must be a plain function, written with def", code.co_filename, first)
    ast.increment_lineno(tree, first - 1)
    part = Part(function, tree, code.co_filename)
    if tree.decorator_list:
        raise part.mistake("a rule cannot have decorators; take them off", tree.decorator_list[0])
    tree.returns = None
    for argument in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs):
        argument.annotation = None
    WithoutTexts().visit(tree)
    if function.__module__.startswith(KERNELS):
        WithoutAsserts().visit(tree)
    for statement in tree.body:
        for node in ast.walk(statement):
            check(part, node)
    part.names = outside_names(part)
    return part


def check_values(parts: list[Part], functions: set[Function]) -> None:
    """Raises RuleError if one of these functions may end without a value: Numba would blame what calls it."""
    for part in parts:
        node = missing_value(part.tree) if part.function in functions else None
        if node is not None:
            raise part.mistake(f"{part.tree.name} returns no value here; every way through it must return one", node)


def missing_value(tree: ast.FunctionDef) -> ast.AST | None:
    """Where a function returns None: a `return` without a value, or the function itself if its end can be reached.

    A loop at the end is taken to return.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Return) and (node.value is None or ast.unparse(node.value) == "None"):
            return node
    return None if returns(tree.body) else tree


def returns(body: list[ast.stmt]) -> bool:
    """Whether the last of these statements returns."""
    last = body[-1] if body else ast.Pass()
    if isinstance(last, ast.If):
        return returns(last.body) and returns(last.orelse)
    return isinstance(last, ast.Return | ast.For | ast.While)


class WithoutTexts(ast.NodeTransformer):
    """Removes docstrings and other texts that are statements by themselves."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        text = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return ast.copy_location(ast.Pass(), node) if text else node


class WithoutAsserts(ast.NodeTransformer):
    """Leaves out assertions, so that they cost nothing compiled and may use what cannot be compiled."""

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return ast.copy_location(ast.Pass(), node)


def check(part: Part, node: ast.AST) -> None:
    """Raises RuleError, with what to write instead, if a node cannot be compiled."""
    advice = ADVICE.get(type(node))
    if isinstance(node, (ast.BinOp, ast.AugAssign)):
        advice = ADVICE.get(type(node.op))
    if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes, float, complex)):
        advice = f"{node.value!r} is no integer; rules work on integers only"
    if isinstance(node, ast.Attribute) and node.attr == "_replace":
        advice = "_replace cannot be compiled; call the state's class with every field"
    if advice:
        raise part.mistake(advice, node)


def outside_names(part: Part) -> dict[str, Any]:
    """The values of all names that the function reads and does not assign."""
    function = part.function
    code = function.__code__
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    names: dict[str, Any] = {}
    for node in ast.walk(part.tree):
        if not isinstance(node, ast.Name) or node.id in code.co_varnames or node.id in names:
            continue
        if node.id in cells:
            try:
                value = cells[node.id].cell_contents
            except ValueError:
                raise part.mistake(f"{node.id} has no value yet where this function is used", node) from None
        elif node.id in function.__globals__:
            value = function.__globals__[node.id]
        elif node.id in BUILTINS:
            continue
        elif hasattr(builtins, node.id):
            known = ", ".join(BUILTINS)
            raise part.mistake(f"{node.id} cannot be compiled; of Python's own functions rules may use {known}", node)
        else:
            raise part.mistake(f"the name {node.id} is not defined", node)
        check_value(part, node, value)
        names[node.id] = value
    return names


def check_value(part: Part, node: ast.Name, value: Any) -> None:
    """Raises RuleError if compiled code cannot use a value."""
    if isinstance(value, (int, FunctionType)) or value is outplay:
        return
    if isinstance(value, tuple) and all(isinstance(v, int) for v in value):
        return
    if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
        return
    kind = type(value).__name__
    if isinstance(value, ModuleType):
        hint = f"write `from {value.__name__} import …` and use integers and functions only"
    elif isinstance(value, tuple):
        hint = "it holds more than integers: make one flat tuple of integers"
    elif isinstance(value, (list, range, set, frozenset)):
        hint = f"make it a tuple: `{node.id} = tuple({node.id})`"
    else:
        hint = "rules may use integers, tuples of integers, functions and the state's class"
    raise part.mistake(f"{node.id} is a {kind}, which compiled rules cannot use; {hint}", node)


def digest(parts: list[Part], *more: Any) -> str:
    """A hash of everything that is compiled in: sources, constants, the graph of calls, and the further values."""
    order = {id(part.function): i for i, part in enumerate(parts)}

    def plain(value: Any) -> str:
        if isinstance(value, FunctionType):
            return f"function {order[id(value)]}" if id(value) in order else f"helper {value.__name__}"
        if isinstance(value, type):
            return f"class {value.__name__} {getattr(value, '_fields', ())}"
        return "module" if isinstance(value, ModuleType) else repr(value)

    text = [(p.text(), sorted((name, plain(v)) for name, v in p.names.items())) for p in parts]
    return hashlib.sha256(repr((text, more)).encode()).hexdigest()[:32]


def returns_int(function: Function) -> bool:
    """Whether a kernel returns an integer. The others return a state."""
    return function.__annotations__["return"] is int
