"""The view that each seat has of the state, and random states that match a view."""

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
    known_stones = tuple(
        _arrange_by_space(state.stone_spaces[side], _values_known_to(state, seat, side)) for side in (BISON, WOLF)
    )
    shown = (
        tuple(
            _arrange_by_space(state.stone_spaces[side], _values_shown_to(state, seat, side)) for side in (BISON, WOLF)
        )
        if hides
        else known_stones
    )
    return View(
        seat=seat,
        terms=state.terms,
        phase=state.phase,
        active_seat=state.active_seat,
        stones=(shown[BISON], shown[WOLF]),
        known_stones=(known_stones[BISON], known_stones[WOLF]),
        supply=(_supply_seen_by(state, seat, BISON), _supply_seen_by(state, seat, WOLF)),
        shells=state.shells,
        duels_fought=state.duels_fought,
        revealed_values=state.revealed_values,
        recent_events=_events_seen_by(state, seat) if hides else state.recent_events,
        history=state.history,
    )


def _arrange_by_space(stone_spaces: Sequence[Space], face_up: Iterable[int]) -> Stones:
    """Return one side's stones by space, with `FACE_DOWN` for each value that is not face up."""
    face_up_values = frozenset(face_up)
    piles: list[list[int]] = [[] for _ in SPACES]
    for value, space in zip(VALUES, stone_spaces, strict=True):
        if space != NOT_PLACED:
            piles[space].append(value if value in face_up_values else FACE_DOWN)
    return tuple(map(tuple, piles))


def _values_known_to(state: State, seat: Seat | None, side: int) -> Iterable[int]:
    """Return a side's values whose spaces this seat can know if it remembers everything that it has been shown.

    Players know the stones that they placed, and everybody knows the stones that duels have revealed.
    """
    if not state.terms.stones_are_hidden or state.phase == "over":
        return VALUES
    if side == seat and (state.terms.may_see_own_stones or not state.unseen_by_owners):
        return VALUES
    return state.revealed_values[side]


def _values_shown_to(state: State, seat: Seat | None, side: int) -> Iterable[int]:
    """Return a side's values that are face up for this seat in the memory variant.

    Players see their own stone when they place it. They see all their own stones right after the deal, and at any time
    if `memory_help` is on. Everybody sees the two stones of a duel until the next event.
    """
    if side == seat and state.terms.may_see_own_stones:
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
    """Return a side's unplaced stones. In the memory variant, other players see only how many there are."""
    stones = tuple(value for value in VALUES if state.stone_spaces[side][value - 1] == NOT_PLACED)
    hidden = state.terms.stones_are_hidden and state.phase != "over" and side != seat
    return (FACE_DOWN,) * len(stones) if hidden else stones


def _events_seen_by(state: State, seat: Seat | None) -> tuple[StepEvent, ...]:
    event = state.latest_event
    if isinstance(event, StonePlaced) and event.seat != seat:
        return (*state.recent_events[:-1], hide_values(event))
    return state.recent_events


def hide_values(event: StepEvent) -> StepEvent:
    """Return the event as shown in the memory variant once its stones are face down again."""
    match event:
        case StonePlaced():
            return replace(event, value=FACE_DOWN)
        case DuelFought():
            return replace(event, values=((FACE_DOWN,), (FACE_DOWN,)))
        case _:
            return event


def forget(view: View) -> View:
    """Return the view as it looks in the memory variant once all stones are face down again.

    With `memory_help`, the player's own stones stay visible. In other variants, the view does not change.
    """
    if not view.terms.stones_are_hidden or view.phase == "over":
        return view
    stones = tuple(
        side
        if seat == view.seat and view.terms.may_see_own_stones
        else tuple((FACE_DOWN,) * len(pile) for pile in side)
        for seat, side in enumerate(view.stones)
    )
    return replace(
        view,
        stones=(stones[BISON], stones[WOLF]),
        known_stones=(stones[BISON], stones[WOLF]),
        revealed_values=(frozenset(), frozenset()),
        recent_events=tuple(map(hide_values, view.recent_events)),
        history=(),
    )


def resample(view: View, dice: Dice) -> State:
    bison, wolf = (_sample_spaces(view.known_stones[side], view.supply[side], dice) for side in (BISON, WOLF))
    events, event = view.recent_events, view.latest_event
    if isinstance(event, StonePlaced) and event.value == FACE_DOWN:
        value = (bison, wolf)[event.side].index(event.space) + 1
        events = (*events[:-1], replace(event, value=value))
    # The view does not show whether the opponent has seen their own stones, but it is the same in both cases.
    unseen_by_owners = view.seat is not None and any(FACE_DOWN in pile for pile in view.known_stones[view.seat])
    return State(
        terms=view.terms,
        phase=view.phase,
        stone_spaces=(bison, wolf),
        shells=view.shells,
        duels_fought=view.duels_fought,
        revealed_values=view.revealed_values,
        unseen_by_owners=unseen_by_owners,
        recent_events=events,
        history=view.history,
    )


def _sample_spaces(known: Stones, supply: Sequence[int], dice: Dice) -> tuple[Space, ...]:
    """Draw a space for each stone of one side. Known stones keep their spaces, and the rest are shuffled."""
    space_by_value = {value: space for space, pile in enumerate(known) for value in pile if value}
    space_by_value |= {value: NOT_PLACED for value in supply if value}
    face_down_spaces = [space for space, pile in enumerate(known) for value in pile if not value]
    face_down_spaces += [NOT_PLACED for value in supply if not value]
    unknown = dice.shuffle([value for value in VALUES if value not in space_by_value])
    space_by_value |= dict(zip(unknown, face_down_spaces, strict=True))
    return tuple(space_by_value[value] for value in VALUES)
