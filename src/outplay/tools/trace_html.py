"""The tree of a search in a notebook: what it found, and the nodes as a list in which branches open; and as rows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from outplay.core.notebook import Html, Row, board, element, page, side_by_side
from outplay.core.words import player_name, plies_words, signed, start_of_sentence
from outplay.search.values import INFINITY, UNIT
from outplay.tools.trace import CUT, ENDS, KINDS, LOWER, OVER, TABLE, UPPER, NodeTable, Trace

if TYPE_CHECKING:
    from outplay.tools.mcts_trace import MctsTrace

MOST_SHOWN = 2_000
"""Nodes that are drawn. Of a larger tree those of the first plies are, as far as they are no more than this."""
RELATIONS = {LOWER: "≥ ", UPPER: "≤ "}
STOPS = {"nodes": "it has more nodes than are kept", "time": "it took too long", "asked": "it was stopped"}


def value_of(value: int | None) -> float | None:
    """A value of the tree in units of the margin; None if there is none, or it is infinite."""
    return None if value is None or abs(value) >= INFINITY else value / UNIT


def rows_of(made: NodeTable) -> list[Row]:
    """A row for each node, as the search visited them. Values count for the side to move at the root."""
    names, players = list(made.names), made.position.game.players
    rows: list[Row] = [
        {
            "node": node,
            "parent": made.parent[node] if node else None,
            "ply": made.ply[node],
            "move": names[made.move[node]],
            "to_move": players[made.mover[node]],
            "value": value_of(made.value[node]),
            "nodes": made.size[node],
            "skipped": made.skipped[node],
        }
        for node in range(len(made))
    ]
    for node, row in enumerate(rows):
        row |= details(made, node)
    return rows


def details(made: NodeTable, node: int) -> Row:
    """What only this kind of search knows of a node."""
    if isinstance(made, Trace):
        window = made.window[node]
        return {
            "kind": KINDS[made.kind[node]],
            "end": ENDS[made.end[node]],
            "alpha": value_of(window.alpha),
            "beta": value_of(window.beta),
        }
    return {"visits": of_mcts(made).visits[node], "proven": of_mcts(made).proven(node)}


def of_mcts(made: NodeTable) -> "MctsTrace":
    from outplay.tools.mcts_trace import MctsTrace

    assert isinstance(made, MctsTrace)
    return made


def heading(made: NodeTable) -> list[str]:
    """What was searched; then, where there is something to say, what it took, what was found, and why it stopped."""
    mover = player_name(made.position.game, made.position.to_move)
    value = value_of(made.value[0])
    found = "" if value is None or made.stopped else f"Value {signed(value)} for {mover}. "
    line = "" if made.stopped or not made.line() else f"Best line: {' '.join(made.line())}."
    stopped = f"The tree is unfinished: {STOPS.get(made.stopped, made.stopped)}." if made.stopped else ""
    if not isinstance(made, Trace):
        tree = of_mcts(made)
        playouts = "1 playout" if tree.playouts == 1 else f"{tree.playouts:,} playouts"
        what = f"Monte Carlo tree search, {playouts}: {len(made):,} nodes."
        return [what, f"On average {tree.depth:.1f} plies deep.", f"{found}{line}", stopped]
    table = " with a table" if made.table else ""
    what = f"{start_of_sentence(made.search)}{table}, {plies_words(made.depth)} deep: {len(made):,} nodes."
    cuts = f"{made.end.count(CUT):,} cut-offs left out {sum(made.skipped):,} moves." if CUT in made.end else ""
    hits = f"{made.end.count(TABLE):,} values came from the table." if TABLE in made.end else ""
    least = "" if made.minimax_exact else "at least "
    saved = f"Minimax visits {least}{made.minimax:,}." if made.minimax and made.minimax != len(made) else ""
    return [what, " ".join(filter(None, [saved, cuts, hits])), f"{found}{line}", stopped]


def in_words(made: NodeTable) -> str:
    return "\n".join(filter(None, heading(made)))


def trace_html(made: NodeTable) -> str:
    """The tree as HTML. The branch of the best line is open."""
    plies = shown_plies(made)
    first, *others = heading(made)
    said = [element("p", sentence) for sentence in others if sentence]
    left_out = len(made) - sum(ply <= plies for ply in made.ply)
    if left_out:
        said.append(element("p", f"Shown to ply {plies}; {left_out:,} nodes lie below.", class_="faint"))
    tree = element("div", Html("".join(branches(made, plies))), class_="tree")
    head = element("div", element("h3", first), *said)
    return page(side_by_side(board(made.position), head), tree)


def shown_plies(made: NodeTable) -> int:
    """The largest number of plies with no more than MOST_SHOWN nodes; 1 at least."""
    deepest = max(made.ply)
    counts = [0] * (deepest + 1)
    for ply in made.ply:
        counts[ply] += 1
    total, plies = 0, 0
    while plies <= deepest and total + counts[plies] <= MOST_SHOWN:
        total += counts[plies]
        plies += 1
    return max(1, plies - 1)


def branches(made: NodeTable, plies: int) -> Iterator[str]:
    """The nodes as nested elements, without recursion: the nodes of a subtree are numbered consecutively."""
    names, open_ends = list(made.names), list[int]()
    best = best_nodes(made)
    for node in range(len(made)):
        while open_ends and open_ends[-1] == node:
            open_ends.pop()
            yield "</details>"
        if made.ply[node] > plies:
            continue
        words = node_words(made, node, names[made.move[node]], node in best)
        if made.size[node] == 1 or made.ply[node] == plies:
            yield element("div", words, class_="leaf")
        else:
            yield f"<details{' open' if node in best else ''}>{element('summary', words)}"
            open_ends.append(node + made.size[node])
    yield "</details>" * len(open_ends)


def best_nodes(made: NodeTable) -> set[int]:
    """The nodes of the best line, as far as it was searched."""
    found, node = {0}, 0
    while made.best[node] > node:
        node = made.best[node]
        found.add(node)
    return found


def node_words(made: NodeTable, node: int, name: str, best: bool) -> Html:
    """A node in a few words: the move that led to it, its value, and why the search left it."""
    move = element("b", name) if best else element("span", name)
    value = value_of(made.value[node])
    known = "" if value is None else signed(value)
    if not isinstance(made, Trace):
        tree = of_mcts(made)
        proven = f", proven: {tree.proven(node)}" if tree.proven(node) else ""
        return Html(f"{move if node else 'start'} {known} {faint(f'{visits_words(tree.visits[node])}{proven}')}")
    relation = RELATIONS.get(made.kind[node], "")
    return Html(f"{move if node else 'start'} {relation}{known} {why(made, node)}")


def visits_words(visits: int) -> str:
    return "1 visit" if visits == 1 else f"{visits:,} visits"


def why(made: Trace, node: int) -> Html:
    """Why the search left a node, where that is not because all its moves were searched."""
    end = made.end[node]
    if end == CUT:
        window, skipped = made.window[node], made.skipped[node]
        ours = made.mover[node] == made.position.to_move
        bound = value_of(window.beta if ours else window.alpha)
        against = "" if bound is None else f", {'beta' if ours else 'alpha'} is {signed(bound)}"
        return element(
            "span", f"cut off: {skipped} {'move' if skipped == 1 else 'moves'} left out{against}", class_="cut"
        )
    if end == TABLE:
        return faint(f"from the table, found at node {made.source[node]}")
    return faint({OVER: "the game is over"}.get(end, "" if ENDS[end] == "searched" else ENDS[end]))


def faint(words: str) -> Html:
    return element("span", words, class_="faint") if words else Html("")
