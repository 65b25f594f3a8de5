"""Turns, and duels: from two animals on one space to one of them on its way home."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core import Move, Seat
from games.dice import Dice
from games.woodwalkers.events import AnimalHealed, Duel, Event, FlagsCounted, LoserReturned, ModeChosen
from games.woodwalkers.figures import DIE_SIDES, FIGURES
from games.woodwalkers.pieces import ANIMALS, IN_HAND, OPEN_MODES_COUNT, REMOVED, Animal, duel_value
from games.woodwalkers.spaces import SPACE_BY_NAME, Space
from games.woodwalkers.state import State, Team


def add_event(state: State, fact: Event) -> State:
    return replace(state, turn_events=(*state.turn_events, fact))


def start_turn_events(state: State) -> State:
    """The first word of a turn begins a new story; the battle mode chosen just before belongs to it."""
    if state.phase != "roll":
        return state
    newest = state.turn_events[-1] if state.turn_events else None
    if isinstance(newest, AnimalHealed) and newest.seat == state.mover:
        return state
    return replace(state, turn_events=(newest,) if isinstance(newest, ModeChosen) else ())


def change_team(state: State, seat: Seat, **parts: Any) -> State:
    team = replace(state.teams[seat], **parts)
    return replace(state, teams=(*state.teams[:seat], team, *state.teams[seat + 1 :]))


def place_animal(team: Team, animal: Animal, space: Space) -> tuple[Space, ...]:
    """Where the team's animals are when this one is there."""
    return (*team.spaces[:animal], space, *team.spaces[animal + 1 :])


def roll_die(state: State, dice: Dice) -> tuple[int, State]:
    """A die: of a drawn start the next that was drawn, otherwise chance."""
    if state.preset_rolls:
        return state.preset_rolls[0], replace(state, preset_rolls=state.preset_rolls[1:])
    return dice.draw_below(DIE_SIDES) + 1, state


def end_move(state: State) -> State:
    """After the move: whoever can heal is asked, for everybody else the turn is over."""
    if state.teams[state.mover].can_heal:
        return replace(state, phase="rest")
    return end_turn(state, state.mover)


def start_dice_turns(state: State) -> State:
    """The round's dice turns begin to the left of who chose its mode."""
    return _go_to_turn(state, 1)


def end_turn(state: State, seat: Seat) -> State:
    """The turn of that seat is over."""
    return _go_to_turn(state, (seat - state.mode_chooser - 1) % state.terms.seats + 2)


def _go_to_turn(state: State, place: int) -> State:
    """The next dice turn from this place of the round on; whoever has no animal in play has none."""
    for turn in range(place, state.terms.seats + 1):
        seat = (state.mode_chooser + turn) % state.terms.seats
        if state.teams[seat].in_play:
            return replace(state, phase="roll", mover=seat, die=0)
    if len(state.open_modes) < OPEN_MODES_COUNT:
        return _count_flags(state)
    return replace(state, phase="mode", round=state.round + 1, mode=None, die=0)


def _count_flags(state: State) -> State:
    """The last turn is over: flags go to whoever lies on them."""
    flags = tuple(sum(value for space, value in state.flags if space in team.spaces) for team in state.teams)
    for seat, points in enumerate(flags):
        state = change_team(state, seat, points=state.teams[seat].points + points)
    return replace(add_event(state, FlagsCounted(flags)), phase="over", die=0)


def start_duel(state: State, origin: Space, space: Space, defender: Seat, dice: Dice) -> State:
    """The mover has walked up to a foreign animal; at midnight its owner may guess what is coming."""
    duel = Duel((state.mover, defender), origin, space)
    state = replace(add_event(state, duel), duel=duel)
    return replace(state, phase="guess") if state.terms.is_midnight else _roll_duel(state, duel, dice)


def apply_in_duel(state: State, word: Move, dice: Dice) -> State:
    """What is said in a duel: by the defender before it, by whoever is behind in it, by the loser's owner after it."""
    assert state.duel
    match word:
        case "guess", name:
            return _guess_challenger(state, state.duel, ANIMALS.index(name), dice)
        case ("pass",):
            return _roll_duel(state, state.duel, dice)
        case ("reroll",):
            return _reroll_in_duel(state, state.duel, dice)
        case ("keep",):
            return _settle_duel(state, state.duel)
        case "home", space:
            return _send_loser_home(state, state.duel, SPACE_BY_NAME[space])
    raise AssertionError(word)


def _guess_challenger(state: State, duel: Duel, animal: Animal, dice: Dice) -> State:
    right = state.teams[state.mover].spaces[animal] == duel.origin
    return _roll_duel(state, replace(duel, guessed_animal=animal, is_guess_right=right), dice)


def _roll_duel(state: State, duel: Duel, dice: Dice) -> State:
    """Both animals are turned up, and both roll: the challenger first."""
    assert state.mode
    seats = duel.seats
    challenger, defender = (state.teams[seat] for seat in seats)
    animals = (challenger.spaces.index(duel.origin), defender.spaces.index(duel.space))
    values = (
        duel_value(animals[0], state.mode, challenger.wounds[animals[0]]),
        duel_value(animals[1], state.mode, defender.wounds[animals[1]]),
    )
    first, state = roll_die(state, dice)
    second, state = roll_die(state, dice)
    if state.terms.is_midnight:
        state = change_team(state, seats[0], revealed=challenger.revealed | {animals[0]})
        state = change_team(state, seats[1], revealed=defender.revealed | {animals[1]})
    return _settle_or_offer_reroll(state, replace(duel, animals=animals, values=values, dice=(first, second)))


def _settle_or_offer_reroll(state: State, duel: Duel) -> State:
    """Whoever is behind may roll again while a Die tile is left; otherwise the duel is settled."""
    state = _update_duel(state, duel)
    if state.teams[duel.seats[duel.losing_side]].die_tiles:
        return replace(state, phase="duel")
    return _settle_duel(state, duel)


def _update_duel(state: State, duel: Duel) -> State:
    """The newest fact is how the duel stands."""
    return replace(state, duel=duel, turn_events=(*state.turn_events[:-1], duel))


def _reroll_in_duel(state: State, duel: Duel, dice: Dice) -> State:
    seat = duel.seats[duel.losing_side]
    die, state = roll_die(change_team(state, seat, die_tiles=state.teams[seat].die_tiles - 1), dice)
    return _settle_or_offer_reroll(
        state, replace(duel, dice=(die, duel.dice[1]) if duel.losing_side == 0 else (duel.dice[0], die))
    )


def _settle_duel(state: State, duel: Duel) -> State:
    """Points, a wound, and the space to the winner; the loser goes home or leaves the game."""
    behind = duel.losing_side
    winner, loser = duel.seats[1 - behind], duel.seats[behind]
    victor, beaten = duel.animals[1 - behind], duel.animals[behind]
    team = state.teams[loser]
    wounds = team.wounds[beaten] + 1
    removed = wounds == FIGURES.wounds_to_remove
    state = change_team(
        state,
        loser,
        spaces=place_animal(team, beaten, REMOVED if removed else IN_HAND),
        wounds=(*team.wounds[:beaten], 0 if removed else wounds, *team.wounds[beaten + 1 :]),
    )
    team = state.teams[winner]
    state = change_team(
        state, winner, spaces=place_animal(team, victor, duel.space), points=team.points + FIGURES.duel_points
    )
    state = _update_duel(state, replace(duel, winner=winner, is_loser_removed=removed))
    return end_move(state) if removed else replace(state, phase="home")


def _send_loser_home(state: State, duel: Duel, space: Space) -> State:
    """The loser's tile is set down where its owner likes."""
    seat, animal = duel.seats[duel.losing_side], duel.animals[duel.losing_side]
    state = change_team(state, seat, spaces=place_animal(state.teams[seat], animal, space))
    return end_move(add_event(state, LoserReturned(seat, animal, space)))
