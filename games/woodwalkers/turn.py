"""A dice turn as it goes on: dice, what is told of it, and who comes next."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core import Seat
from games.dice import Dice
from games.woodwalkers.ground import Space
from games.woodwalkers.state import State, Team
from games.woodwalkers.story import Chosen, Counted, Fact, Healed
from games.woodwalkers.things import DISPLAY, Animal


def tell(state: State, fact: Fact) -> State:
    return replace(state, last=(*state.last, fact))


def opened(state: State) -> State:
    """The first word of a turn begins a new story; the battle mode chosen just before belongs to it."""
    if state.phase != "roll":
        return state
    newest = state.last[-1] if state.last else None
    if isinstance(newest, Healed) and newest.seat == state.mover:
        return state
    return replace(state, last=(newest,) if isinstance(newest, Chosen) else ())


def changed(state: State, seat: Seat, **parts: Any) -> State:
    team = replace(state.teams[seat], **parts)
    return replace(state, teams=(*state.teams[:seat], team, *state.teams[seat + 1 :]))


def stood(team: Team, animal: Animal, space: Space) -> tuple[Space, ...]:
    """Where the team's animals are when this one is there."""
    return (*team.at[:animal], space, *team.at[animal + 1 :])


def thrown(state: State, dice: Dice) -> tuple[int, State]:
    """A die: of a drawn start the next that was drawn, otherwise chance."""
    if state.rolls:
        return state.rolls[0], replace(state, rolls=state.rolls[1:])
    return dice.below(6) + 1, state


def rested(state: State) -> State:
    """After the move: whoever can heal is asked, for everybody else the turn is over."""
    if state.teams[state.mover].can_heal:
        return replace(state, phase="rest")
    return passed(state, state.mover)


def begun(state: State) -> State:
    """The round's dice turns begin to the left of who chose its mode."""
    return _next(state, 1)


def passed(state: State, seat: Seat) -> State:
    """The turn of that seat is over."""
    return _next(state, (seat - state.holder - 1) % state.terms.seats + 2)


def _next(state: State, place: int) -> State:
    """The next dice turn from this place of the round on; whoever has no animal in play has none."""
    for turn in range(place, state.terms.seats + 1):
        seat = (state.holder + turn) % state.terms.seats
        if state.teams[seat].in_play:
            return replace(state, phase="roll", mover=seat, die=0)
    if len(state.open) < DISPLAY:
        return _counted(state)
    return replace(state, phase="mode", round=state.round + 1, mode=None, die=0)


def _counted(state: State) -> State:
    """The last turn is over: flags go to whoever lies on them."""
    flags = tuple(sum(value for space, value in state.flags if space in team.at) for team in state.teams)
    for seat, value in enumerate(flags):
        state = changed(state, seat, points=state.teams[seat].points + value)
    return replace(tell(state, Counted(flags)), phase="over", die=0)
