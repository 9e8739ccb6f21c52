"""Rewrites the syntax tree of a rule so that compiled code computes what Python would.

State(a, b)     each field is converted to its declared type
x >> n          gives 0 or -1 for a large n, as in Python; LLVM leaves that undefined
1 << n          is wide in a game with wide fields, so that no bit is lost
for x in t      iterates over the indices of a tuple
0x1234…         a number too large for a machine word becomes a named constant
"""

import ast
from typing import Any

from outplay.compiler.layout import NARROW, WORD
from outplay.compiler.source import Part

ZERO, SHIFT_RIGHT = "_zero", "_shift_right"
"""Names in the rewritten source: a wide 0, and `>>` with Python's meaning."""


class Rewrite(ast.NodeTransformer):
    """`wide` holds for each field of the state whether it is wide. `literals` collects the constants that got names."""

    def __init__(self, part: Part, state_class: Any, wide: list[bool]) -> None:
        self.part = part
        self.state_class = state_class
        self.fields: tuple[str, ...] = state_class._fields
        self.wide = wide
        self.literals: dict[str, int] = {}

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift) and any(self.wide):
            node.left = widened(node.left)
        elif isinstance(node.op, ast.RShift) and not is_small(node.right):
            return call(SHIFT_RIGHT, node.left, node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if isinstance(node.op, (ast.LShift, ast.RShift)) and isinstance(node.target, ast.Name):
            shifted = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
            return ast.Assign([node.target], self.visit(ast.copy_location(shifted, node)))
        return self.generic_visit(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if not (isinstance(node.iter, ast.Name) and isinstance(self.part.names.get(node.iter.id), tuple)):
            return node
        index = f"_index_{node.lineno}_{node.col_offset}"
        entry = ast.Subscript(node.iter, ast.Name(index, ast.Load()), ast.Load())
        first = ast.copy_location(ast.Assign([node.target], entry), node)
        node.iter = call("range", ast.Constant(len(self.part.names[node.iter.id])))
        node.target = ast.Name(index, ast.Store())
        node.body.insert(0, first)
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, int) or node.value.bit_length() <= NARROW:
            return node
        name = f"_number_{node.value}"
        self.literals[name] = node.value
        return ast.Name(name, ast.Load())

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and self.part.names.get(node.func.id) is self.state_class):
            return node
        fields = self.fields
        given = dict(zip(fields, node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        if set(given) != set(fields) or len(node.args) + len(node.keywords) != len(fields):
            raise self.part.mistake(f"{node.func.id} takes exactly these fields: {', '.join(fields)}", node)
        values = [
            widened(given[f]) if wide else call("int", given[f]) for f, wide in zip(fields, self.wide, strict=True)
        ]
        return call(node.func.id, *values)


def is_small(shift: ast.expr) -> bool:
    return isinstance(shift, ast.Constant) and isinstance(shift.value, int) and shift.value < WORD


def widened(value: ast.expr) -> ast.expr:
    return ast.BinOp(value, ast.BitOr(), ast.Name(ZERO, ast.Load()))


def call(name: str, *arguments: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])
