"""Duel der Schamanen: nine spaces, eighteen stones, eighteen shells, and two masks at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from games.core import JointMove, Result, Seat
from games.dice import Dice
from games.schamanen.options import Options, laid_out
from games.schamanen.sight import forgotten
from games.schamanen.state import (
    BISON,
    COLUMNS,
    HAND,
    HARD_STOP,
    ROWS,
    SIDES,
    SPACES,
    VALUES,
    WOLF,
    Dealt,
    Fact,
    Fought,
    Moved,
    Placed,
    Relocated,
    Space,
    State,
    Stone,
    Swapped,
    Terms,
    named,
    turn,
)


def start(options: Options, seats: int, dice: Dice) -> State:
    terms = Terms(
        variant=options.variant,
        limit=options.duel_limit if isinstance(options.duel_limit, int) else HARD_STOP,
        endless=options.duel_limit == "none",
        one=options.prize == "one",
        own=options.memory_help == "own",
    )
    if options.board is not None:
        at = laid_out(options.board, options.variant)
        return State(terms, "mask", at, options.shells or (9, 9), blind=terms.hidden)
    if options.placement == "random":
        return State(terms, "mask", _layout(terms, dice), last=(Dealt(),))
    return State(terms, "place", ((HAND,) * 9, (HAND,) * 9))


def _layout(terms: Terms, dice: Dice) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Uniform over the legal layouts: where twins meet, Wolf's stones are drawn again."""
    bison = tuple(dice.shuffle(range(9)))
    while True:
        wolf = tuple(dice.shuffle(range(9)))
        if terms.hidden or not any(one == other for one, other in zip(bison, wolf, strict=True)):
            return bison, wolf


_BOTH: Final = frozenset({BISON, WOLF})
_ALONE: Final = (frozenset({BISON}), frozenset({WOLF}))
_NOBODY: Final[frozenset[Seat]] = frozenset()


def awaited(state: State) -> frozenset[Seat]:
    if state.phase == "mask":
        return _BOTH
    return _NOBODY if state.mover is None else _ALONE[state.mover]


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    if state.terms.hidden and state.newest:
        state = replace(state, last=(*state.last[:-1], forgotten(state.newest)))
    if state.phase == "mask":
        return _fought(state, ROWS.index(joint[BISON][1]), COLUMNS.index(joint[WOLF][1]))
    ((seat, word),) = joint.items()
    match word:
        case "place", stone, space:
            return _put(state, seat, named(stone, seat), SPACES.index(space))
        case "relocate", stone, space:
            return _relocated(state, seat, named(stone, seat), SPACES.index(space))
        case "swap", *colour, one, other:
            side = SIDES.index(colour[0]) if colour else seat
            return _swapped(state, seat, side, SPACES.index(one), SPACES.index(other))
        case "move", one, here, other, there:
            return _moved(state, seat, ((named(one, seat), here), (named(other, seat), there)))
    raise AssertionError(word)


def _at(state: State, moves: Iterable[tuple[Stone, Space]]) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    at = [list(side) for side in state.at]
    for (side, value), space in moves:
        at[side][value - 1] = space
    return tuple(at[BISON]), tuple(at[WOLF])


def _set_down(state: State, moves: Iterable[tuple[Stone, Space]], fact: Fact) -> State:
    """One more stone on the board. The facts of a turn are told together."""
    placed = state.placed
    goes_on = placed > 0 and turn(placed) == turn(placed - 1)
    return replace(
        state,
        at=_at(state, moves),
        phase="place" if placed + 1 < 18 else "mask",
        last=(*(state.last if goes_on else ()), fact),
    )


def _put(state: State, seat: Seat, stone: Stone, space: Space) -> State:
    return _set_down(state, [(stone, space)], Placed(seat, *stone, space))


def _relocated(state: State, seat: Seat, stone: Stone, space: Space) -> State:
    side, value = stone
    moved = state.at[side].index(space) + 1
    (last,) = set(range(9)) - set(state.at[side])
    fact = Relocated(seat, side, value, space, moved, last)
    return _set_down(state, [(stone, space), ((side, moved), last)], fact)


def _fought(state: State, row: int, column: int) -> State:
    space = row * 3 + column
    bison, wolf = (tuple(value for value in VALUES if side[value - 1] == space) for side in state.at)
    margin = sum(bison) - sum(wolf)
    winner = None if margin == 0 else BISON if margin > 0 else WOLF
    paid = 0 if winner is None else min(1 if state.terms.one else abs(margin), state.shells[1 - winner])
    gain = paid if winner == BISON else -paid
    shells = (state.shells[BISON] + gain, state.shells[WOLF] - gain)
    duels = state.duels + 1
    fought = Fought(duels, space, (bison, wolf), paid, winner)
    seen = (state.seen[BISON].union(bison), state.seen[WOLF].union(wolf)) if state.terms.hidden else state.seen
    return replace(
        state,
        phase="over" if 0 in shells or duels == state.terms.limit else "exchange",
        shells=shells,
        duels=duels,
        seen=seen,
        last=(fought,),
        course=(*state.course, fought) if state.terms.hidden else (),
    )


def _swapped(state: State, seat: Seat, side: int, one: Space, other: Space) -> State:
    here, there = state.at[side].index(one) + 1, state.at[side].index(other) + 1
    at = _at(state, [((side, here), other), ((side, there), one)])
    swapped = Swapped(seat, side, (one, other))
    course = (*state.course, swapped) if state.terms.hidden else ()
    return replace(state, phase="mask", at=at, last=(*state.last, swapped), course=course)


def _moved(state: State, seat: Seat, words: tuple[tuple[Stone, str], tuple[Stone, str]]) -> State:
    (one, here), (other, there) = ((stone, SPACES.index(to)) for stone, to in words)
    ways = tuple(((side, value), state.at[side][value - 1], to) for (side, value), to in ((one, here), (other, there)))
    at = _at(state, [(one, here), (other, there)])
    return replace(state, phase="mask", at=at, last=(*state.last, Moved(seat, (ways[0], ways[1]))))


def scores(state: State) -> tuple[int, ...]:
    return state.shells


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    bison, wolf = state.shells
    ranks = (1, 1) if bison == wolf else (1, 2) if bison > wolf else (2, 1)
    return Result(ranks, state.shells, "shells" if 0 in state.shells else "limit")


def reveal_all(state: State) -> State:
    return replace(state, phase="over")
