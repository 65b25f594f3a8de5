"""Who sees what: views, what must be forgotten, and the worlds that a view allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from games.core import Seat
from games.dice import Dice
from games.schamanen.state import (
    BISON,
    FACE_DOWN,
    NOT_PLACED,
    SPACES,
    VALUES,
    WOLF,
    DuelFought,
    Space,
    State,
    StepEvent,
    StonePlaced,
    Stones,
    StonesDealt,
    View,
)


def view(state: State, seat: Seat | None) -> View:
    hides = state.terms.stones_are_hidden and state.phase != "over"
    known = tuple(_arrange_by_space(state.at[side], _values_known_to(state, seat, side)) for side in (BISON, WOLF))
    shown = (
        tuple(_arrange_by_space(state.at[side], _values_shown_to(state, seat, side)) for side in (BISON, WOLF))
        if hides
        else known
    )
    return View(
        seat=seat,
        terms=state.terms,
        phase=state.phase,
        mover=state.mover,
        stones=(shown[BISON], shown[WOLF]),
        known=(known[BISON], known[WOLF]),
        supply=(_supply_seen_by(state, seat, BISON), _supply_seen_by(state, seat, WOLF)),
        shells=state.shells,
        duels=state.duels,
        seen=state.seen,
        last=_events_seen_by(state, seat) if hides else state.last,
        course=state.course,
    )


def _arrange_by_space(at: Sequence[Space], face_up: Iterable[int]) -> Stones:
    """Each space's stones: those face up by value, and a back for each other one."""
    up = frozenset(face_up)
    spaces: list[list[int]] = [[] for _ in SPACES]
    for value in VALUES:
        if at[value - 1] != NOT_PLACED:
            spaces[at[value - 1]].append(value if value in up else FACE_DOWN)
    return tuple(map(tuple, spaces))


def _values_known_to(state: State, seat: Seat | None, side: int) -> Iterable[int]:
    """The stones of a side whose value this seat can tell from all it was shown."""
    if not state.terms.stones_are_hidden or state.phase == "over":
        return VALUES
    if side == seat and (state.terms.own or not state.blind):
        return VALUES
    return state.seen[side]


def _values_shown_to(state: State, seat: Seat | None, side: int) -> Iterable[int]:
    """The stones of a side that lie open before this seat in memory: its own if help is on, and what just happened."""
    if side == seat and state.terms.own:
        return VALUES
    match state.latest_event:
        case StonesDealt() if side == seat:
            return VALUES
        case StonePlaced(side=placed, value=value) if side == seat == placed:
            return (value,)
        case DuelFought(values=values):
            return values[side]
        case _:
            return ()


def _supply_seen_by(state: State, seat: Seat | None, side: int) -> tuple[int, ...]:
    stones = tuple(value for value in VALUES if state.at[side][value - 1] == NOT_PLACED)
    hidden = state.terms.stones_are_hidden and state.phase != "over" and side != seat
    return (FACE_DOWN,) * len(stones) if hidden else stones


def _events_seen_by(state: State, seat: Seat | None) -> tuple[StepEvent, ...]:
    newest = state.latest_event
    if isinstance(newest, StonePlaced) and newest.seat != seat:
        return (*state.last[:-1], hide_values(newest))
    return state.last


def hide_values(fact: StepEvent) -> StepEvent:
    """What remains to be said in memory once the stones are turned down again."""
    match fact:
        case StonePlaced():
            return replace(fact, value=FACE_DOWN)
        case DuelFought():
            return replace(fact, values=((FACE_DOWN,), (FACE_DOWN,)))
        case _:
            return fact


def forget(view: View) -> View:
    """In memory: the stones turned down again, and no record of what they were."""
    if not view.terms.stones_are_hidden or view.phase == "over":
        return view
    stones = tuple(
        side if seat == view.seat and view.terms.own else tuple((FACE_DOWN,) * len(pile) for pile in side)
        for seat, side in enumerate(view.stones)
    )
    return replace(
        view,
        stones=(stones[BISON], stones[WOLF]),
        known=(stones[BISON], stones[WOLF]),
        seen=(frozenset(), frozenset()),
        last=tuple(map(hide_values, view.last)),
        course=(),
    )


def resample(view: View, dice: Dice) -> State:
    at = tuple(_sample_spaces(view.known[side], view.supply[side], dice) for side in (BISON, WOLF))
    last, newest = view.last, view.latest_event
    if isinstance(newest, StonePlaced) and newest.value == FACE_DOWN:
        value = at[newest.side].index(newest.space) + 1
        last = (*last[:-1], replace(newest, value=value))
    # Whether the others are blind too, a view cannot tell; it looks the same to this seat.
    blind = view.seat is not None and any(FACE_DOWN in pile for pile in view.known[view.seat])
    return State(
        terms=view.terms,
        phase=view.phase,
        at=(at[BISON], at[WOLF]),
        shells=view.shells,
        duels=view.duels,
        seen=view.seen,
        blind=blind,
        last=last,
        course=view.course,
    )


def _sample_spaces(known: Stones, supply: Sequence[int], dice: Dice) -> tuple[Space, ...]:
    """Where the stones of a side may lie: those known where they are, the others in any order under the backs."""
    at = {value: space for space, pile in enumerate(known) for value in pile if value}
    at |= {value: NOT_PLACED for value in supply if value}
    backs = [space for space, pile in enumerate(known) for value in pile if not value]
    backs += [NOT_PLACED for value in supply if not value]
    unseen = dice.shuffle([value for value in VALUES if value not in at])
    at |= dict(zip(unseen, backs, strict=True))
    return tuple(at[value] for value in VALUES)
