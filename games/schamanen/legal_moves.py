"""Generation of the legal moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

from games.core import Move, Seat
from games.schamanen.state import (
    BISON,
    COLUMNS,
    ROWS,
    SIDES,
    SPACES,
    SPACES_BY_NAME,
    STONE_COUNT,
    WOLF,
    DuelTerms,
    Space,
    View,
    turn_number,
)


def legal_moves(view: View) -> Sequence[Move]:
    """Return the legal moves of the view's seat, or an empty sequence if that seat has no decision to make.

    In every duel, all three masks are legal. Exchanges are mandatory.
    """
    if not view.is_to_move:
        return ()
    if view.phase == "mask":
        return [("mask", line) for line in (ROWS if view.seat == BISON else COLUMNS)]
    if view.phase == "place":
        return list(_list_placements(view)) or list(_list_relocations(view))
    if view.terms.allows_stacks:
        return list(_list_stack_moves(view))
    return list(_list_swaps(view))


def list_public_choices(view: View, seat: Seat) -> Sequence[Move]:
    """Return the masks among which onlookers can predict a seat's choice. In the memory variant, there are none."""
    if view.phase != "mask" or view.terms.stones_are_hidden:
        return ()
    return legal_moves(replace(view, seat=seat))


def _sides_to_handle(view: View) -> Sequence[int]:
    """Return the sides whose stones the player may handle: both in the professional variants, otherwise their own."""
    return (BISON, WOLF) if view.terms.may_handle_both_sides else () if view.seat is None else (view.seat,)


def _can_place(view: View, side: int, value: int, space: Space) -> bool:
    """Return whether a stone may be placed on a space.

    A space holds at most one stone of each side. Except in the memory variant, a stone may not be placed on a space
    that holds the other side's stone of the same value.
    """
    return not view.stones[side][space] and (view.terms.stones_are_hidden or value not in view.stones[1 - side][space])


def _list_placements(view: View) -> Iterator[Move]:
    for side in _sides_to_handle(view):
        for value in view.supply[side]:
            for space in SPACES_BY_NAME:
                if _can_place(view, side, value, space) and _leaves_space_for_last_stone(view, side, value, space):
                    yield "place", _stone_token(view, side, value), SPACES[space]


def _leaves_space_for_last_stone(view: View, side: int, value: int, space: Space) -> bool:
    """Return whether a placement leaves a legal space for the player's last stone.

    In the classic variant, a player who starts a turn with two stones left must make sure that both can be placed.
    """
    if view.terms.variant != "classic" or len(view.supply[side]) != 2 or not _is_first_of_turn(view):
        return True
    last_value = sum(view.supply[side]) - value
    return any(_can_place(view, side, last_value, last_space) for last_space in range(9) if last_space != space)


def _is_first_of_turn(view: View) -> bool:
    return turn_number(view.placed_count) != turn_number(view.placed_count - 1)


def count_stones_left_in_turn(view: View) -> int:
    """Return how many stones are still to be placed in this turn.

    The first and last turns place one stone each, and the others place two.
    """
    placed = view.placed_count
    return 2 if placed < STONE_COUNT - 1 and turn_number(placed) == turn_number(placed + 1) else 1


def _list_relocations(view: View) -> Iterator[Move]:
    """Yield the moves that are legal when no remaining stone has a legal space.

    The new stone takes the space of any stone of its side. The displaced stone moves to that side's last free space.
    """
    for side in _sides_to_handle(view):
        for value in view.supply[side]:
            for space in SPACES_BY_NAME:
                if view.stones[side][space]:
                    yield "relocate", _stone_token(view, side, value), SPACES[space]


def _stone_token(view: View, side: int, value: int) -> str:
    """Return a stone's token: `7`, or `b7` if players may handle the stones of both sides."""
    return f"{SIDES[side][0]}{value}" if view.terms.may_handle_both_sides else str(value)


def _list_swaps(view: View) -> Iterator[Move]:
    for side in _sides_to_handle(view):
        swapped, opposing = view.stones[side], view.stones[1 - side]
        side_names = (SIDES[side],) if view.terms.may_handle_both_sides else ()
        for first, second in list_swappable_spaces(swapped, opposing, view.terms):
            yield "swap", *side_names, SPACES[first], SPACES[second]


def list_swappable_spaces(
    swapped: Sequence[object], opposing: Sequence[object], terms: DuelTerms
) -> Iterator[tuple[Space, Space]]:
    """Yield the pairs of spaces between which one side's stones may be swapped.

    Except in the memory variant, a swap may not put a stone on a space that holds the other side's stone of the same
    value.
    """
    for first, second in combinations(SPACES_BY_NAME, 2):
        if terms.stones_are_hidden or (swapped[first] != opposing[second] and swapped[second] != opposing[first]):
            yield first, second


def _list_stack_moves(view: View) -> Iterator[Move]:
    """Yield the exchanges with stacks: any two stones move, each to any other space."""
    stones = [
        (f"{SIDES[side][0]}{value}", space)
        for side in (BISON, WOLF)
        for value, space in sorted((value, space) for space in range(9) for value in view.stones[side][space])
    ]
    targets = {stone: [SPACES[target] for target in SPACES_BY_NAME if target != space] for stone, space in stones}
    for (first, _), (second, _) in combinations(stones, 2):
        for first_target, second_target in product(targets[first], targets[second]):
            yield "move", first, first_target, second, second_target
