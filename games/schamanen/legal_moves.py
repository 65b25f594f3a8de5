"""What may be said: the words of a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from games.core import Move
from games.schamanen.state import (
    BISON,
    COLUMNS,
    ROWS,
    SIDES,
    SPACES,
    SPACES_BY_NAME,
    WOLF,
    MatchTerms,
    Space,
    View,
    turn_number,
)


def legal_moves(view: View) -> Sequence[Move]:
    if not view.is_to_move:
        return ()
    if view.phase == "mask":
        return [("mask", line) for line in (ROWS if view.seat == BISON else COLUMNS)]
    if view.phase == "place":
        return list(_list_placements(view)) or list(_list_relocations(view))
    if view.terms.allows_stacks:
        return list(_list_stack_moves(view))
    return list(_list_swaps(view))


def _sides_to_handle(view: View) -> Sequence[int]:
    """The sides whose stones the awaited seat may touch."""
    return (BISON, WOLF) if view.terms.may_handle_both_sides else () if view.seat is None else (view.seat,)


def _can_place(view: View, side: int, value: int, space: Space) -> bool:
    """A space takes one stone of a side, and no twins; in memory nobody can tell twins."""
    return not view.stones[side][space] and (view.terms.stones_are_hidden or value not in view.stones[1 - side][space])


def _list_placements(view: View) -> Iterator[Move]:
    for side in _sides_to_handle(view):
        for value in view.supply[side]:
            for space in SPACES_BY_NAME:
                if _can_place(view, side, value, space) and _leaves_space_for_last_stone(view, side, value, space):
                    yield "place", _stone_token(view, side, value), SPACES[space]


def _leaves_space_for_last_stone(view: View, side: int, value: int, space: Space) -> bool:
    """Classic only: with two stones left and a turn to place both, the first must not strand the second."""
    if view.terms.variant != "classic" or len(view.supply[side]) != 2 or not _is_first_of_turn(view):
        return True
    other = sum(view.supply[side]) - value
    return any(_can_place(view, side, other, last) for last in range(9) if last != space)


def _is_first_of_turn(view: View) -> bool:
    return turn_number(view.placed_count) != turn_number(view.placed_count - 1)


def count_stones_left_in_turn(view: View) -> int:
    """How many this turn still takes."""
    placed = view.placed_count
    return 2 if placed < 17 and turn_number(placed) == turn_number(placed + 1) else 1


def _list_relocations(view: View) -> Iterator[Move]:
    """The dead end: the stone left over takes another's space, and that one goes to the last free."""
    for side in _sides_to_handle(view):
        for value in view.supply[side]:
            for space in SPACES_BY_NAME:
                if view.stones[side][space]:
                    yield "relocate", _stone_token(view, side, value), SPACES[space]


def _stone_token(view: View, side: int, value: int) -> str:
    return f"{SIDES[side][0]}{value}" if view.terms.may_handle_both_sides else str(value)


def _list_swaps(view: View) -> Iterator[Move]:
    for side in _sides_to_handle(view):
        mine, theirs = view.stones[side], view.stones[1 - side]
        colour = (SIDES[side],) if view.terms.may_handle_both_sides else ()
        for one, other in list_swappable_spaces(mine, theirs, view.terms):
            yield "swap", *colour, SPACES[one], SPACES[other]


def list_swappable_spaces(
    mine: Sequence[object], theirs: Sequence[object], terms: MatchTerms
) -> Iterator[tuple[Space, Space]]:
    """The spaces whose stones of one side may change places: no twins may meet where one can tell."""
    for one, other in combinations(SPACES_BY_NAME, 2):
        if terms.stones_are_hidden or (mine[one] != theirs[other] and mine[other] != theirs[one]):
            yield one, other


def _list_stack_moves(view: View) -> Iterator[Move]:
    lies = [
        (f"{SIDES[side][0]}{value}", space)
        for side in (BISON, WOLF)
        for value, space in sorted((value, space) for space in range(9) for value in view.stones[side][space])
    ]
    ways = {stone: [SPACES[to] for to in SPACES_BY_NAME if to != space] for stone, space in lies}
    for (one, _), (other, _) in combinations(lies, 2):
        for here, there in product(ways[one], ways[other]):
            yield "move", one, here, other, there
