"""The tree the founding document on Kalah asks for: a node has its data, its parent and its children."""

from collections.abc import Iterator
from typing import Generic, TypeVar

Data = TypeVar("Data")


class Node(Generic[Data]):
    """A node of a tree. Going through it is going through its children; `below` goes through all of its subtree.

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
        """A new last child."""
        child = Node(data, self)
        self.children.append(child)
        return child

    def __iter__(self) -> Iterator["Node[Data]"]:
        return iter(self.children)

    def below(self) -> Iterator["Node[Data]"]:
        """This node and all below it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))
