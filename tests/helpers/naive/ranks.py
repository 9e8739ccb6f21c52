"""The Kalah player's judgement and search as its page has them: seeds sown one at a time, no numbers packed."""

from helpers.naive.kalah import Kalah


def merit(board: Kalah, move: int) -> tuple[int, int, int]:
    """The rank of a move by where its last seed lands, the seeds opposite an empty house, the seeds won."""
    me, m = board.to_move, board.m
    after = board.play(move)
    won = after.stores[me] - board.stores[me]
    if move == m:
        return 0, 0, won
    places = [("own", i) for i in range(m)] + [("kalah", 0)] + [("other", i) for i in range(m)]
    seeds = dict(zip(places, [*board.houses[me], 0, *board.houses[1 - me]], strict=True))
    at = move
    in_hand, seeds["own", move] = seeds["own", move], 0
    while in_hand:
        at = (at + 1) % len(places)
        seeds[places[at]] += 1
        in_hand -= 1
    where, house = places[at]
    if where == "other":
        return 0, 0, won
    if where == "kalah":
        return 2, 0, won
    if seeds["own", house] > 1:
        return 1, 0, won
    return 3, seeds["other", m - 1 - house], won


def value(board: Kalah, depth: int) -> int:
    """Minimax for the first player, with the page's numbers; the game is not over and the depth not 0."""
    values = []
    for move in board.moves():
        child = board.play(move)
        result = child.result()
        if result is not None:
            winner, margin = result
            values.append(0 if winner is None else (10_000_000 + margin) * (1 if winner == 0 else -1))
        elif depth > 1:
            values.append(value(child, depth - 1))
        else:
            rank, opposite, won = merit(board, move)
            values.append((rank * 1_000_000 + opposite * 1_000 + won) * (1 if board.to_move == 0 else -1))
    return max(values) if board.to_move == 0 else min(values)
