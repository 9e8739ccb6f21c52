"""Connect Four: a list of stones for each column, the lowest first."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ConnectFour:
    stacks: list[list[int]]
    rows: int

    @staticmethod
    def start(columns: int = 7, rows: int = 6) -> "ConnectFour":
        return ConnectFour([[] for _ in range(columns)], rows)

    @property
    def to_move(self) -> int:
        return sum(map(len, self.stacks)) % 2

    def at(self, column: int, height: int) -> int | None:
        if 0 <= column < len(self.stacks) and 0 <= height < len(self.stacks[column]):
            return self.stacks[column][height]
        return None

    def moves(self) -> list[int]:
        if self.result() is not None:
            return []
        return [column for column, stack in enumerate(self.stacks) if len(stack) < self.rows]

    def play(self, move: int) -> "ConnectFour":
        stacks = [list(stack) for stack in self.stacks]
        stacks[move].append(self.to_move)
        return ConnectFour(stacks, self.rows)

    def result(self) -> tuple[int | None, int] | None:
        for column in range(len(self.stacks)):
            for height in range(self.rows):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    four = [self.at(column + i * right, height + i * up) for i in range(4)]
                    if four in ([0] * 4, [1] * 4):
                        return four[0], 1
        return (None, 0) if all(len(stack) == self.rows for stack in self.stacks) else None

    def text(self) -> str:
        symbols = {None: ".", 0: "x", 1: "o"}
        return "/".join(
            "".join(symbols[self.at(column, height)] for column in range(len(self.stacks)))
            for height in reversed(range(self.rows))
        )
