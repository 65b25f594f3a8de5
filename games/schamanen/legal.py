"""What may be said: the words of a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from games.core import Move
from games.schamanen.state import BISON, COLUMNS, IN_ORDER, ROWS, SIDES, SPACES, WOLF, Space, Terms, View, turn


def legal(view: View) -> Sequence[Move]:
    if not view.awaited:
        return ()
    if view.phase == "mask":
        return [("mask", line) for line in (ROWS if view.seat == BISON else COLUMNS)]
    if view.phase == "place":
        return list(_placements(view)) or list(_relocations(view))
    if view.terms.stacks:
        return list(_moves(view))
    return list(_swaps(view))


def _handled(view: View) -> Sequence[int]:
    """The sides whose stones the awaited seat may touch."""
    return (BISON, WOLF) if view.terms.both else () if view.seat is None else (view.seat,)


def _fits(view: View, side: int, value: int, space: Space) -> bool:
    """A space takes one stone of a side, and no twins; in memory nobody can tell twins."""
    return not view.stones[side][space] and (view.terms.hidden or value not in view.stones[1 - side][space])


def _placements(view: View) -> Iterator[Move]:
    for side in _handled(view):
        for value in view.supply[side]:
            for space in IN_ORDER:
                if _fits(view, side, value, space) and _leaves_a_place(view, side, value, space):
                    yield "place", _stone(view, side, value), SPACES[space]


def _leaves_a_place(view: View, side: int, value: int, space: Space) -> bool:
    """Classic only: with two stones left and a turn to place both, the first must not strand the second."""
    if view.terms.variant != "classic" or len(view.supply[side]) != 2 or not _opens_turn(view):
        return True
    other = sum(view.supply[side]) - value
    return any(_fits(view, side, other, last) for last in range(9) if last != space)


def _opens_turn(view: View) -> bool:
    return turn(view.placed) != turn(view.placed - 1)


def stones_left(view: View) -> int:
    """How many this turn still takes."""
    placed = view.placed
    return 2 if placed < 17 and turn(placed) == turn(placed + 1) else 1


def _relocations(view: View) -> Iterator[Move]:
    """The dead end: the stone left over takes another's space, and that one goes to the last free."""
    for side in _handled(view):
        for value in view.supply[side]:
            for space in IN_ORDER:
                if view.stones[side][space]:
                    yield "relocate", _stone(view, side, value), SPACES[space]


def _stone(view: View, side: int, value: int) -> str:
    return f"{SIDES[side][0]}{value}" if view.terms.both else str(value)


def _swaps(view: View) -> Iterator[Move]:
    for side in _handled(view):
        mine, theirs = view.stones[side], view.stones[1 - side]
        colour = (SIDES[side],) if view.terms.both else ()
        for one, other in pairs(mine, theirs, view.terms):
            yield "swap", *colour, SPACES[one], SPACES[other]


def pairs(mine: Sequence[object], theirs: Sequence[object], terms: Terms) -> Iterator[tuple[Space, Space]]:
    """The spaces whose stones of one side may change places: no twins may meet where one can tell."""
    for one, other in combinations(IN_ORDER, 2):
        if terms.hidden or (mine[one] != theirs[other] and mine[other] != theirs[one]):
            yield one, other


def _moves(view: View) -> Iterator[Move]:
    lies = [
        (f"{SIDES[side][0]}{value}", space)
        for side in (BISON, WOLF)
        for value, space in sorted((value, space) for space in range(9) for value in view.stones[side][space])
    ]
    ways = {stone: [SPACES[to] for to in IN_ORDER if to != space] for stone, space in lies}
    for (one, _), (other, _) in combinations(lies, 2):
        for here, there in product(ways[one], ways[other]):
            yield "move", one, here, other, there
