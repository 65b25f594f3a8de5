"""Duel der Schamanen: nine spaces, eighteen stones, eighteen shells, and two masks at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from games.core import JointMove, Result, Seat
from games.dice import Dice
from games.schamanen.options import Options, parse_board
from games.schamanen.state import (
    BISON,
    COLUMNS,
    DUEL_LIMIT_MAX,
    NOT_PLACED,
    ROWS,
    SIDES,
    SPACES,
    VALUES,
    WOLF,
    DuelFought,
    MatchTerms,
    Space,
    State,
    StepEvent,
    Stone,
    StonePlaced,
    StoneRelocated,
    StonesDealt,
    StonesMoved,
    StonesSwapped,
    parse_stone,
    turn_number,
)
from games.schamanen.views import hide_values


def initial_state(options: Options, seats: int, dice: Dice) -> State:
    terms = MatchTerms(
        variant=options.variant,
        limit=options.duel_limit if isinstance(options.duel_limit, int) else DUEL_LIMIT_MAX,
        endless=options.duel_limit == "none",
        one=options.prize == "one",
        own=options.memory_help == "own",
    )
    if options.board is not None:
        at = parse_board(options.board, options.variant)
        return State(terms, "mask", at, options.shells or (9, 9), blind=terms.stones_are_hidden)
    if options.placement == "random":
        return State(terms, "mask", _draw_layout(terms, dice), last=(StonesDealt(),))
    return State(terms, "place", ((NOT_PLACED,) * 9, (NOT_PLACED,) * 9))


def _draw_layout(terms: MatchTerms, dice: Dice) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Uniform over the legal layouts: where twins meet, Wolf's stones are drawn again."""
    bison = tuple(dice.shuffle(range(9)))
    while True:
        wolf = tuple(dice.shuffle(range(9)))
        if terms.stones_are_hidden or not any(one == other for one, other in zip(bison, wolf, strict=True)):
            return bison, wolf


_BOTH_SEATS: Final = frozenset({BISON, WOLF})
_SINGLE_SEATS: Final = (frozenset({BISON}), frozenset({WOLF}))
_NO_SEATS: Final[frozenset[Seat]] = frozenset()


def seats_to_move(state: State) -> frozenset[Seat]:
    if state.phase == "mask":
        return _BOTH_SEATS
    return _NO_SEATS if state.mover is None else _SINGLE_SEATS[state.mover]


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    if state.terms.stones_are_hidden and state.latest_event:
        state = replace(state, last=(*state.last[:-1], hide_values(state.latest_event)))
    if state.phase == "mask":
        return _fight_duel(state, ROWS.index(joint[BISON][1]), COLUMNS.index(joint[WOLF][1]))
    ((seat, word),) = joint.items()
    match word:
        case "place", stone, space:
            return _place_stone(state, seat, parse_stone(stone, seat), SPACES.index(space))
        case "relocate", stone, space:
            return _relocate_stone(state, seat, parse_stone(stone, seat), SPACES.index(space))
        case "swap", *colour, one, other:
            side = SIDES.index(colour[0]) if colour else seat
            return _swap_stones(state, seat, side, SPACES.index(one), SPACES.index(other))
        case "move", one, here, other, there:
            return _move_stones(state, seat, ((parse_stone(one, seat), here), (parse_stone(other, seat), there)))
    raise AssertionError(word)


def _place_stones(state: State, moves: Iterable[tuple[Stone, Space]]) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    at = [list(side) for side in state.at]
    for (side, value), space in moves:
        at[side][value - 1] = space
    return tuple(at[BISON]), tuple(at[WOLF])


def _finish_placement(state: State, moves: Iterable[tuple[Stone, Space]], fact: StepEvent) -> State:
    """One more stone on the board. The facts of a turn are told together."""
    placed = state.placed_count
    goes_on = placed > 0 and turn_number(placed) == turn_number(placed - 1)
    return replace(
        state,
        at=_place_stones(state, moves),
        phase="place" if placed + 1 < 18 else "mask",
        last=(*(state.last if goes_on else ()), fact),
    )


def _place_stone(state: State, seat: Seat, stone: Stone, space: Space) -> State:
    return _finish_placement(state, [(stone, space)], StonePlaced(seat, *stone, space))


def _relocate_stone(state: State, seat: Seat, stone: Stone, space: Space) -> State:
    side, value = stone
    moved = state.at[side].index(space) + 1
    (last,) = set(range(9)) - set(state.at[side])
    fact = StoneRelocated(seat, side, value, space, moved, last)
    return _finish_placement(state, [(stone, space), ((side, moved), last)], fact)


def _fight_duel(state: State, row: int, column: int) -> State:
    space = row * 3 + column
    bison, wolf = (tuple(value for value in VALUES if side[value - 1] == space) for side in state.at)
    margin = sum(bison) - sum(wolf)
    winner = None if margin == 0 else BISON if margin > 0 else WOLF
    paid = 0 if winner is None else min(1 if state.terms.one else abs(margin), state.shells[1 - winner])
    gain = paid if winner == BISON else -paid
    shells = (state.shells[BISON] + gain, state.shells[WOLF] - gain)
    duels = state.duels + 1
    fought = DuelFought(duels, space, (bison, wolf), paid, winner)
    seen = (
        (state.seen[BISON].union(bison), state.seen[WOLF].union(wolf)) if state.terms.stones_are_hidden else state.seen
    )
    return replace(
        state,
        phase="over" if 0 in shells or duels == state.terms.limit else "exchange",
        shells=shells,
        duels=duels,
        seen=seen,
        last=(fought,),
        course=(*state.course, fought) if state.terms.stones_are_hidden else (),
    )


def _swap_stones(state: State, seat: Seat, side: int, one: Space, other: Space) -> State:
    here, there = state.at[side].index(one) + 1, state.at[side].index(other) + 1
    at = _place_stones(state, [((side, here), other), ((side, there), one)])
    swapped = StonesSwapped(seat, side, (one, other))
    course = (*state.course, swapped) if state.terms.stones_are_hidden else ()
    return replace(state, phase="mask", at=at, last=(*state.last, swapped), course=course)


def _move_stones(state: State, seat: Seat, words: tuple[tuple[Stone, str], tuple[Stone, str]]) -> State:
    (one, here), (other, there) = ((stone, SPACES.index(to)) for stone, to in words)
    ways = tuple(((side, value), state.at[side][value - 1], to) for (side, value), to in ((one, here), (other, there)))
    at = _place_stones(state, [(one, here), (other, there)])
    return replace(state, phase="mask", at=at, last=(*state.last, StonesMoved(seat, (ways[0], ways[1]))))


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
