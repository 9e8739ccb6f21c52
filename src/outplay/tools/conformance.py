"""Checks of a game's rules, board and heuristics on random games: `outplay check my_game.py` runs them.

The name of each check is the property that it tests. It raises RuleError with what is wrong and where.
"""

import itertools
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from outplay.core.bits import GOING_ON
from outplay.core.boards import PartBoard, PlacedBoard, Steps, Target, flat
from outplay.core.boards.clicks import made_where_it_says
from outplay.core.errors import BadPosition, IllegalMove, OutplayError, RuleError
from outplay.core.game import NO_HEURISTICS, Game, Position, fault, guarded
from outplay.core.heuristics import ValueBounds

PATH_SECONDS = 5.0
"""The time for random games."""

MOST_PLIES = 5_000
"""A longer random game is taken for one that never ends."""

LAST_PLIES, PROOF_NODES = 8, 50_000
"""So many plies before the end of a random game it is tried to prove a value, with so many nodes."""


class Path(NamedTuple):
    """One random game: its positions from the start to the end, and the moves between them."""

    positions: list[Position]
    moves: list[int]


class Finding(NamedTuple):
    """The result of one check: `mistake` is None if it passed."""

    check: str
    mistake: str | None


def random_paths(game: Game, number: int, seed: int, seconds: float = PATH_SECONDS) -> list[Path]:
    """Up to `number` random games as plain Python, with the checks that Position makes; RuleError if one fails.

    No game is started after `seconds`, except the first; a started game is played to its end.
    """
    end = time.monotonic() + seconds
    generator = random.Random(seed)
    paths: list[Path] = []
    for _ in range(number):
        if paths and time.monotonic() > end:
            break
        position = game.start()
        path = Path([position], [])
        while not position.outcome():
            moves = position.moves()
            if len(path.moves) == MOST_PLIES:
                raise fault(game.outcome, f"a random game was not over after {MOST_PLIES} plies; does it always end?")
            path.moves.append(generator.choice(moves))
            position = position.play(path.moves[-1])
            path.positions.append(position)
        paths.append(path)
    return paths


def steps_of(paths: list[Path], most: int = 1000) -> list[tuple[Position, int, Position]]:
    """Positions, each with the move played and the position after it: all, or at most `most`, evenly spread."""
    steps = [step for p in paths for step in zip(p.positions, p.moves, p.positions[1:], strict=False)]
    return steps[:: max(1, -(-len(steps) // most))]


def moves_are_distinct(game: Game, paths: list[Path]) -> None:
    for position, _, _ in steps_of(paths):
        moves = position.moves()
        if len(set(moves)) != len(moves) or min(moves) < 0:
            raise fault(game.moves, f"moves must be different and not negative, but are {moves} in {position.text!r}")


def rules_give_the_same_answer_twice(game: Game, paths: list[Path]) -> None:
    for position, move, after in steps_of(paths):
        if guarded(game.play, position.state, move) != after.state:
            raise fault(game.play, f"play gave two answers for the same move in {position.text!r}; rules must be pure")
        if position.moves() != position.moves():
            raise fault(game.moves, f"moves gave two answers in {position.text!r}; rules must be pure")


def turns_alternate_as_declared(game: Game, paths: list[Path]) -> None:
    if game.start().to_move != 0:
        raise fault(game.to_move, "the first player must move first: to_move of the first state must be 0")
    for position, _, after in steps_of(paths, 10_000):
        if game.alternates and after.to_move == position.to_move:
            raise fault(
                game.to_move,
                f"the game declares alternates=True, but the same player moves again after {position.text!r}; "
                "remove alternates=True, or correct to_move",
            )


def an_outcome_is_final(game: Game, paths: list[Path]) -> None:
    for path in paths:
        last = path.positions[-1]
        outcome = last.outcome()
        if outcome is None or last.moves() or (outcome.winner is None) != (outcome.margin == 0):
            raise fault(game.outcome, f"{last.text!r} is over, but has moves or a margin without a winner: {outcome!r}")


def moves_that_are_not_legal_are_refused(game: Game, paths: list[Path]) -> None:
    for position, _, _ in steps_of(paths, 50):
        wrong = max(position.moves()) + 1
        try:
            position.play(wrong)
        except IllegalMove:
            continue
        raise fault(game.play, f"the illegal move {wrong} was played in {position.text!r}")


def moves_are_numbered_as_declared(game: Game, paths: list[Path]) -> None:
    """Learners have an output for each action; a game need not say how many there are."""
    for position, _, _ in steps_of(paths):
        highest = max(position.moves())
        if game.actions and highest >= game.actions:
            raise fault(game.moves, f"{highest} is a legal move in {position.text!r}, and actions is {game.actions}")


def move_texts_read_back(game: Game, paths: list[Path]) -> None:
    for position, _, _ in steps_of(paths, 50):
        moves = position.moves()
        for move in moves:
            name = position.name(move)
            back = guarded(game.board.read_move, position.state, name, moves)
            if back != move:
                raise RuleError(f"the board writes move {move} as {name!r}, which reads back as {back}")
            if name.split() != [name]:
                raise RuleError(
                    f"the board writes move {move} as {name!r}; the text of a move is one word, since blanks "
                    "stand between moves"
                )


def moves_can_be_told_apart(game: Game, paths: list[Path]) -> None:
    """No two legal moves have the same name, and none the same clicks and the same label."""
    for position, _, _ in steps_of(paths, 100):
        names, clicks = dict[str, int](), dict[tuple[tuple[Target, ...], str], int]()
        for move in position.moves():
            name = position.name(move)
            if name in names:
                raise RuleError(f"moves {names[name]} and {move} are both called {name!r} in {position.text!r}")
            names[name] = move
            label = str(guarded(game.board.label, position.state, move))
            for sequence in click_sequences(guarded(game.board.targets, position.state, move)):
                other = clicks.setdefault((sequence, label), move)
                if other != move:
                    raise RuleError(
                        f"the board cannot tell {position.name(other)!r} and {name!r} apart in {position.text!r}: "
                        f"the same clicks make both, on {' then '.join(map(str, sequence))}; let targets end with a "
                        "word that differs"
                    )


def click_sequences(steps: Steps, most: int = 1000) -> Iterator[tuple[Target, ...]]:
    """All clicks in order that make a move. The target clicked last cannot be clicked again: that takes it back."""
    for sequence in itertools.islice(itertools.product(*steps), most):
        if steps and all(one != other for one, other in itertools.pairwise(sequence)):
            yield sequence


def moves_are_made_where_the_board_says(game: Game, paths: list[Path]) -> None:
    """What a move changes is among the cells that are clicked to make it, and among those that its name says."""
    board = game.board
    if isinstance(board, PlacedBoard) and board.numbered:
        raise RuleError(
            f"{board.promise}; here it is not, so moves are numbers, and buttons on the page; {board.advice}"
        )
    for position, move, after in steps_of(paths, 200):
        targets = flat(guarded(board.targets, position.state, move))
        name = position.name(move)
        if unknown := next((target for target in targets if not on_board(position, target)), None):
            raise RuleError(f"{name} is made by a click on {unknown!r}, which is not on the board in {position.text!r}")
        if not made_where_it_says(position, move, after):
            clicked = ", ".join(shown_target(game, target) for target in targets)
            raise RuleError(
                f"{name} is made by clicks on {clicked}, but changes other cells, in {position.text!r}; "
                "targets must return the cells that the move touches"
            )
        if isinstance(board, PartBoard) and (wrong := misnamed(board, name, position, move, after)):
            raise RuleError(f"a move is called {name}, but changes {wrong} in {position.text!r}")


def on_board(position: Position, target: Target) -> bool:
    """Whether a target is a part of the board, or a piece in the hand of the side to move."""
    board = position.game.board
    if not isinstance(board, PartBoard):
        return True
    if isinstance(target, int):
        return 0 <= target < board.parts
    hands: Any = guarded(board.describe, position.state).get("hands") or ([], [])
    return target in [piece["target"] for piece in hands[position.to_move]]


def shown_target(game: Game, target: Target) -> str:
    return game.board.target_name(target) if isinstance(game.board, PartBoard) else str(target)


def misnamed(board: PartBoard, name: str, position: Position, move: int, after: Position) -> str:
    """The cells that a move changed, if its name says other ones; the empty text if the name is right."""
    named = [board.read_part(word) for word in board.split_name(name.casefold())]
    found = guarded(board.highlights, position.state, move, after.state)
    changed = [part for part in (*found.last, *found.captured) if isinstance(part, int)]
    if None in named or not named or not changed or set(changed) & set(named):
        return ""
    return " ".join(board.part_name(part) for part in changed)


def position_texts_read_back(game: Game, paths: list[Path]) -> None:
    for position in [after for _, _, after in steps_of(paths)]:
        try:
            back = game.position(position.text)
        except BadPosition as error:
            raise RuleError(f"the board writes {position.text!r}, which cannot be read: {error}") from None
        if back != position or hash(back) != hash(position):
            raise RuleError(f"the board writes {position.text!r}, which reads back as {back.text!r}")


def positions_can_be_drawn(game: Game, paths: list[Path]) -> None:
    for position, move, after in steps_of(paths, 50):
        if not str(position) or not after.draw(last=move):
            raise RuleError(f"the board draws nothing for {position.text!r}")


def symmetric_positions_play_alike(game: Game, paths: list[Path]) -> None:
    for position, move, after in steps_of(paths, 100):
        for symmetry in game.heuristics.symmetries:
            twin = game.positioned(symmetry.state(position.state))
            if sorted(twin.moves()) != sorted(symmetry.move(m) for m in position.moves()):
                raise RuleError(f"a symmetry of {position.text!r} has other moves than it should")
            end = twin.play(symmetry.move(move))
            if end.state != symmetry.state(after.state) or end.outcome() != after.outcome():
                raise RuleError(f"a symmetry of {position.text!r} plays differently")


def swapped_fields_show_the_other_side(game: Game, paths: list[Path]) -> None:
    if game.heuristics.swapped_fields:
        from outplay.learn.symmetry import find_symmetries  # takes NumPy

        find_symmetries(game)


def compiled_rules_agree(game: Game, paths: list[Path]) -> None:
    """Compares the rules as machine code with the rules as plain Python in every state."""
    import numpy as np

    from outplay.compiler.kernel import Kernel
    from outplay.search import step

    kernel = Kernel(game, step.step)
    most = game.choices or max(game.widths.values()) + 2 * 64
    answers, scratch = np.zeros(step.MOVES + most, np.int64), np.zeros(game.choices + 1, np.int64)
    for path in paths:
        for position, move in zip(path.positions, [*path.moves, 0], strict=True):
            after = kernel(position.state, move, answers, scratch)
            outcome = guarded(game.outcome, position.state)
            compare(game.outcome, position, "outcome", outcome, int(answers[step.OUTCOME]))
            compare(game.to_move, position, "to_move", position.to_move, int(answers[step.TO_MOVE]))
            if outcome == GOING_ON:
                compiled = answers[step.MOVES : step.MOVES + int(answers[step.COUNT])]
                compare(game.moves, position, "moves", position.moves(), tuple(compiled.tolist()))
                compare(game.play, position, f"play of {move}", guarded(game.play, position.state, move), after)


def masks_hold_legal_moves(game: Game, paths: list[Path]) -> None:
    heuristics = game.heuristics
    masks = [heuristics.candidates, heuristics.tactical_moves]
    if heuristics.threats:
        masks += [heuristics.threats.threats, heuristics.threats.forced_replies, heuristics.threats.single_reply]
    for position, _, _ in steps_of(paths, 200):
        legal = sum(1 << move for move in position.moves())
        for function in filter(None, masks):
            mask = guarded(function, position.state)
            if not isinstance(mask, int) or mask & legal != mask:
                raise fault(function, f"{mask!r} is no mask of legal moves in {position.text!r}")


def two_null_moves_change_nothing(game: Game, paths: list[Path]) -> None:
    null_move = game.heuristics.null_move
    if null_move is None:
        return
    for position, _, _ in steps_of(paths, 200):
        other = guarded(null_move, position.state)
        if type(other) is not type(position.state) or guarded(null_move, other) != position.state:
            raise fault(null_move, f"two null moves in {position.text!r} do not lead back to it")
        if guarded(game.outcome, other) != GOING_ON:
            raise fault(null_move, f"a null move in {position.text!r} ends the game")


def bounds_hold(game: Game, paths: list[Path]) -> None:
    """Compares `max_gain` and `max_loss` with the margins of random games.

    Where a game has `settled_margin` and `key_state` they bound what is gained beyond the settled margin. With only one
    of the two the search does not use them as functions, so they are not checked.
    """
    heuristics, settled = game.heuristics, game.heuristics.settled_margin
    apart = settled is not None and heuristics.key_state is not None
    if (settled is None) != (heuristics.key_state is None) and callable(heuristics.max_gain):
        return
    gain = ("max_gain", heuristics.max_gain)
    bounds = [gain, gain if heuristics.max_loss is None else ("max_loss", heuristics.max_loss)]
    for path in paths:
        last = path.positions[-1].outcome()
        assert last
        for position in path.positions[: -1 : max(1, len(path.positions) // 20)]:
            margin = last.margin_for(position.to_move)
            gained = margin - (guarded(settled, position.state) if settled and apart else 0)
            for (name, bound), more in zip(bounds, (gained, -gained), strict=True):
                most = guarded(bound, position.state) if callable(bound) else bound
                if most is not None and more > most:
                    message = f"after {position.text!r} {more} was gained, more than the {most} of {name}"
                    raise fault(bound if callable(bound) else game.outcome, message)


def value_bounds_hold(game: Game, paths: list[Path]) -> None:
    """Compares `value_bounds` near the end of games with what the engine proves there by the rules alone.

    With only one of `settled_margin` and `key_state` the search does not use them, so they are not checked.
    """
    from outplay.core.limits import Limit
    from outplay.engine.engine import Engine

    told, settled = game.heuristics.value_bounds, game.heuristics.settled_margin
    if told is None or (settled is None) != (game.heuristics.key_state is None):
        return
    bare = Engine(replace(game, heuristics=NO_HEURISTICS), 1, net="none")
    for path in paths:
        for position in path.positions[-1 - LAST_PLIES : -1]:
            bounds = guarded(told, position.state)
            if not isinstance(bounds, ValueBounds) or bounds.lower > bounds.upper:
                raise fault(told, f"{bounds!r}, of {position.text!r}, is no lower bound and an upper one")
            lower, upper = bounds
            truth = bare.analyse(position, Limit(nodes=PROOF_NODES))
            gained = truth.score - (guarded(settled, position.state) if settled else 0)
            if truth.exact and not lower <= gained <= upper:
                raise fault(told, f"{position.text!r} is worth {gained:g}, which is not from {lower} to {upper}")


def numbers_lead_back_to_positions(game: Game, paths: list[Path]) -> None:
    """Asks the numbering of endgame tables for the numbers of positions, and back."""
    numbering = game.heuristics.numbering
    if numbering is None:
        return
    for position, _, after in steps_of(paths):
        layer = guarded(numbering.layer, position.state)
        if not isinstance(layer, int) or layer < 0:
            raise fault(numbering.layer, f"the layer of {position.text!r} is {layer!r}, which is no number of a layer")
        if after.outcome() is None and guarded(numbering.layer, after.state) > layer:
            raise fault(numbering.layer, f"a move in {position.text!r} leads to a higher layer")
        if layer >= len(numbering.sizes):
            continue
        number = guarded(numbering.index, position.state)
        if not 0 <= number < numbering.sizes[layer]:
            raise fault(
                numbering.index,
                f"{position.text!r} has the number {number}, and layer {layer} has {numbering.sizes[layer]} positions",
            )
        state = numbering.state(layer, number)
        if (guarded(numbering.layer, state), guarded(numbering.index, state)) != (layer, number):
            raise fault(numbering.state, f"state({layer}, {number}), as of {position.text!r}, has another number")


def proofs_do_not_depend_on_heuristics(game: Game, paths: list[Path]) -> None:
    """Compares what the engine proves near the end of games with what it proves without heuristics."""
    from outplay.core.limits import Limit
    from outplay.engine.engine import Engine

    default = vars(NO_HEURISTICS)
    given = ", ".join(name for name, value in vars(game.heuristics).items() if value != default[name])
    if not given:
        return
    bare = Engine(replace(game, heuristics=NO_HEURISTICS), 1, net="none")
    engine = Engine(game, 1, net="none")
    for path in paths:
        position = path.positions[max(0, len(path.positions) - 6)]
        if position.outcome():
            continue
        proven = engine.analyse(position, Limit(nodes=PROOF_NODES))
        truth = bare.analyse(position, Limit(nodes=PROOF_NODES))
        if proven.exact and truth.exact and proven.score != truth.score:
            raise fault(
                game.play,
                f"{position.text!r} is worth {truth.score:g}, but {proven.score:g} with the game's heuristics "
                f"({given}): one of them is wrong",
            )


def compare(function: Any, position: Position, what: str, interpreted: Any, compiled: Any) -> None:
    if interpreted != compiled:
        raise fault(
            function,
            f"{what} in {position.text!r} is {interpreted} as Python and {compiled} as machine code; "
            "most often a number in between needs more bits than Game declares: declare more bits",
        )


CHECKS: tuple[Callable[[Game, list[Path]], None], ...] = (
    moves_are_distinct,
    rules_give_the_same_answer_twice,
    turns_alternate_as_declared,
    an_outcome_is_final,
    moves_that_are_not_legal_are_refused,
    moves_are_numbered_as_declared,
    move_texts_read_back,
    position_texts_read_back,
    positions_can_be_drawn,
    moves_can_be_told_apart,
    moves_are_made_where_the_board_says,
    symmetric_positions_play_alike,
    swapped_fields_show_the_other_side,
    compiled_rules_agree,
    masks_hold_legal_moves,
    two_null_moves_change_nothing,
    bounds_hold,
    value_bounds_hold,
    numbers_lead_back_to_positions,
    proofs_do_not_depend_on_heuristics,
)

OF_COMPILED_RULES = (compiled_rules_agree, value_bounds_hold, proofs_do_not_depend_on_heuristics)
"""The checks that are left out where the rules cannot be compiled."""


def check(game: Game, games: int = 30, seed: int = 0) -> Iterator[Finding]:
    """Runs all checks; only the first if random games cannot be played, since the others need them."""
    try:
        paths = random_paths(game, games, seed)
    except OutplayError as error:
        yield Finding("random games can be played", str(error))
        return
    if not any(path.moves for path in paths):
        yield Finding("random games can be played", "the game is over before the first move")
        return
    yield Finding("random games can be played", None)
    said = set()
    for function in CHECKS:
        if game.interpreted and function in OF_COMPILED_RULES:
            continue
        mistake = None
        try:
            function(game, paths)
        except OutplayError as error:
            mistake = str(error)
            if mistake in said:  # two checks that fail at the same line of the game tell it once
                continue
            said.add(mistake)
        yield Finding(function.__name__.replace("_", " "), mistake)
        if mistake and function is compiled_rules_agree:
            return  # the remaining checks would fail for the same reason
