"""Turns, and duels: from two animals on one space to one of them on its way home."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core import Move, Seat
from games.dice import Dice
from games.woodwalkers.ground import NUMBER, Space
from games.woodwalkers.house import HOUSE
from games.woodwalkers.state import State, Team
from games.woodwalkers.story import Chosen, Counted, Duel, Fact, Healed, Returned
from games.woodwalkers.things import ANIMALS, DISPLAY, HAND, OUT, Animal, value


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
    return dice.draw_below(6) + 1, state


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
    for seat, points in enumerate(flags):
        state = changed(state, seat, points=state.teams[seat].points + points)
    return replace(tell(state, Counted(flags)), phase="over", die=0)


def attacked(state: State, origin: Space, space: Space, defender: Seat, dice: Dice) -> State:
    """The mover has walked up to a foreign animal; at midnight its owner may guess what is coming."""
    duel = Duel((state.mover, defender), origin, space)
    state = replace(tell(state, duel), duel=duel)
    return replace(state, phase="guess") if state.terms.hidden else _fought(state, duel, dice)


def answered(state: State, word: Move, dice: Dice) -> State:
    """What is said in a duel: by the defender before it, by whoever is behind in it, by the loser's owner after it."""
    assert state.duel
    match word:
        case "guess", name:
            return _guessed(state, state.duel, ANIMALS.index(name), dice)
        case ("pass",):
            return _fought(state, state.duel, dice)
        case ("reroll",):
            return _rerolled(state, state.duel, dice)
        case ("keep",):
            return _settled(state, state.duel)
        case "home", space:
            return _sent_home(state, state.duel, NUMBER[space])
    raise AssertionError(word)


def _guessed(state: State, duel: Duel, animal: Animal, dice: Dice) -> State:
    right = state.teams[state.mover].at[animal] == duel.origin
    return _fought(state, replace(duel, guessed=animal, right=right), dice)


def _fought(state: State, duel: Duel, dice: Dice) -> State:
    """Both animals are turned up, and both roll: the challenger first."""
    assert state.mode
    seats = duel.seats
    challenger, defender = (state.teams[seat] for seat in seats)
    animals = (challenger.at.index(duel.origin), defender.at.index(duel.space))
    values = (
        value(animals[0], state.mode, challenger.wounds[animals[0]]),
        value(animals[1], state.mode, defender.wounds[animals[1]]),
    )
    first, state = thrown(state, dice)
    second, state = thrown(state, dice)
    if state.terms.hidden:
        state = changed(state, seats[0], seen=challenger.seen | {animals[0]})
        state = changed(state, seats[1], seen=defender.seen | {animals[1]})
    return _weighed(state, replace(duel, animals=animals, values=values, dice=(first, second)))


def _weighed(state: State, duel: Duel) -> State:
    """Whoever is behind may roll again while a Die tile is left; otherwise the duel is settled."""
    state = _now(state, duel)
    if state.teams[duel.seats[duel.behind]].dice:
        return replace(state, phase="duel")
    return _settled(state, duel)


def _now(state: State, duel: Duel) -> State:
    """The newest fact is how the duel stands."""
    return replace(state, duel=duel, last=(*state.last[:-1], duel))


def _rerolled(state: State, duel: Duel, dice: Dice) -> State:
    seat = duel.seats[duel.behind]
    die, state = thrown(changed(state, seat, dice=state.teams[seat].dice - 1), dice)
    return _weighed(state, replace(duel, dice=(die, duel.dice[1]) if duel.behind == 0 else (duel.dice[0], die)))


def _settled(state: State, duel: Duel) -> State:
    """Points, a wound, and the space to the winner; the loser goes home or leaves the game."""
    behind = duel.behind
    winner, loser = duel.seats[1 - behind], duel.seats[behind]
    victor, beaten = duel.animals[1 - behind], duel.animals[behind]
    team = state.teams[loser]
    wounds = team.wounds[beaten] + 1
    removed = wounds == HOUSE.wounds
    state = changed(
        state,
        loser,
        at=stood(team, beaten, OUT if removed else HAND),
        wounds=(*team.wounds[:beaten], 0 if removed else wounds, *team.wounds[beaten + 1 :]),
    )
    team = state.teams[winner]
    state = changed(state, winner, at=stood(team, victor, duel.space), points=team.points + HOUSE.duel_points)
    state = _now(state, replace(duel, winner=winner, removed=removed))
    return rested(state) if removed else replace(state, phase="home")


def _sent_home(state: State, duel: Duel, space: Space) -> State:
    """The loser's tile is set down where its owner likes."""
    seat, animal = duel.seats[duel.behind], duel.animals[duel.behind]
    state = changed(state, seat, at=stood(state.teams[seat], animal, space))
    return rested(tell(state, Returned(seat, animal, space)))
