"""The tree that the founding document on Kalah asks for: a node has data, a parent and children."""

from collections.abc import Iterator
from typing import Generic, TypeVar

Data = TypeVar("Data")


class Node(Generic[Data]):
    """A node of a tree. Iterating over it yields its children; `below` iterates over its whole subtree.

    >>> root = Node("root")
    >>> leaf = root.add("leaf")
    >>> [child.data for child in root], leaf.parent is root
    (['leaf'], True)
    """

    __slots__ = ("children", "data", "parent")

    def __init__(self, data: Data, parent: "Node[Data] | None" = None) -> None:
        self.data = data
        self.parent = parent
        self.children: list[Node[Data]] = []

    def add(self, data: Data) -> "Node[Data]":
        """Adds a child with this data after the others, and returns it."""
        child = Node(data, self)
        self.children.append(child)
        return child

    def __iter__(self) -> Iterator["Node[Data]"]:
        return iter(self.children)

    def below(self) -> Iterator["Node[Data]"]:
        """This node and all nodes below it, each before its children (pre-order)."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))
