"""The turn order, the end of the match, and duels from the attack until the loser's return."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from games.core import Move, Seat
from games.dice import Dice
from games.woodwalkers.events import AnimalHealed, Duel, DuelReroll, Event, FlagsCounted, LoserReturned, ModeChosen
from games.woodwalkers.figures import DIE_SIDES, FIGURES
from games.woodwalkers.pieces import ANIMALS, IN_HAND, OPEN_MODES_COUNT, REMOVED, Animal, duel_value
from games.woodwalkers.spaces import SPACE_BY_NAME, Space
from games.woodwalkers.state import State, Team


def add_event(state: State, event: Event) -> State:
    return replace(state, turn_events=(*state.turn_events, event))


def start_turn_events(state: State) -> State:
    """Drop the previous turn's events at the start of a turn. Keep a battle mode that was just chosen."""
    if state.phase != "roll":
        return state
    latest = state.turn_events[-1] if state.turn_events else None
    # If the mover has healed before the roll, this is not the first move of the turn.
    if isinstance(latest, AnimalHealed) and latest.seat == state.mover:
        return state
    return replace(state, turn_events=(latest,) if isinstance(latest, ModeChosen) else ())


def change_team(state: State, seat: Seat, **changes: Any) -> State:
    team = replace(state.teams[seat], **changes)
    return replace(state, teams=(*state.teams[:seat], team, *state.teams[seat + 1 :]))


def spaces_after_placing(team: Team, animal: Animal, space: Space) -> tuple[Space, ...]:
    """Return the spaces of the team's animals after one animal has been placed on the given space."""
    return (*team.spaces[:animal], space, *team.spaces[animal + 1 :])


def roll_die(state: State, dice: Dice) -> tuple[int, State]:
    """Return a roll and the state after it. Preset rolls are used first, in order."""
    if state.preset_rolls:
        return state.preset_rolls[0], replace(state, preset_rolls=state.preset_rolls[1:])
    return dice.draw_below(DIE_SIDES) + 1, state


def end_move(state: State) -> State:
    """End the move. A mover with a Medicine tile and a wounded animal may heal it. Otherwise, the turn ends."""
    if state.teams[state.mover].can_heal:
        return replace(state, phase="rest")
    return end_turn(state, state.mover)


def start_dice_turns(state: State) -> State:
    """Start the round's dice turns.

    The player to the left of the mode chooser goes first, and the mode chooser goes last.
    """
    return _go_to_turn(state, 1)


def end_turn(state: State, seat: Seat) -> State:
    """End this seat's dice turn and go to the next turn, the next round, or the end of the match."""
    return _go_to_turn(state, (seat - state.mode_chooser - 1) % state.terms.seats + 2)


def _go_to_turn(state: State, place: int) -> State:
    """Go to the dice turn at this place in the round, where 1 is the first, or to the next possible turn after it.

    A player without animals in play has no dice turns. After the last place, the next round begins. If fewer than three
    modes are open, the match ends instead.
    """
    for turn in range(place, state.terms.seats + 1):
        seat = (state.mode_chooser + turn) % state.terms.seats
        if state.teams[seat].in_play:
            return replace(state, phase="roll", mover=seat, die=0)
    if len(state.open_modes) < OPEN_MODES_COUNT:
        return _count_flags(state)
    return replace(state, phase="mode", round=state.round + 1, mode=None, die=0)


def _count_flags(state: State) -> State:
    """End the match. Add the values of the flags under each player's animals to the player's points."""
    flag_points = tuple(sum(value for space, value in state.flags if space in team.spaces) for team in state.teams)
    for seat, points in enumerate(flag_points):
        state = change_team(state, seat, points=state.teams[seat].points + points)
    return replace(add_event(state, FlagsCounted(flag_points)), phase="over", die=0)


def start_duel(state: State, origin: Space, space: Space, defender: Seat, dice: Dice) -> State:
    """Start a duel between the mover's animal from `origin` and the defender's animal on `space`.

    At midnight, the defender may first guess the challenging animal.
    """
    duel = Duel((state.mover, defender), origin, space)
    state = replace(add_event(state, duel), duel=duel)
    return replace(state, phase="guess") if state.terms.is_midnight else _roll_duel(state, duel, dice)


def apply_in_duel(state: State, move: Move, dice: Dice) -> State:
    """Apply a move that is made during a duel.

    The defender moves in the phase `guess`, the losing side in the phase `duel`, and the loser in the phase `home`.
    """
    assert state.duel
    match move:
        case "guess", name:
            return _guess_challenger(state, state.duel, ANIMALS.index(name), dice)
        case ("pass",):
            return _roll_duel(state, state.duel, dice)
        case ("reroll",):
            return _reroll_in_duel(state, state.duel, dice)
        case ("keep",):
            return _settle_duel(state, state.duel)
        case "home", space:
            return _return_loser(state, state.duel, SPACE_BY_NAME[space])
    raise AssertionError(move)


def _guess_challenger(state: State, duel: Duel, animal: Animal, dice: Dice) -> State:
    """Apply the defender's guess.

    A right guess adds 1 to the defender's total, and a wrong guess adds 1 to the challenger's total.
    """
    is_right = state.teams[state.mover].spaces[animal] == duel.origin
    return _roll_duel(state, replace(duel, guessed_animal=animal, is_guess_right=is_right), dice)


def _roll_duel(state: State, duel: Duel, dice: Dice) -> State:
    """Turn up both animals and roll for both sides, the challenger first."""
    assert state.mode
    seats = duel.seats
    challenger, defender = (state.teams[seat] for seat in seats)
    animals = (challenger.spaces.index(duel.origin), defender.spaces.index(duel.space))
    values = (
        duel_value(animals[0], state.mode, challenger.wounds[animals[0]]),
        duel_value(animals[1], state.mode, defender.wounds[animals[1]]),
    )
    challenger_roll, state = roll_die(state, dice)
    defender_roll, state = roll_die(state, dice)
    if state.terms.is_midnight:
        state = change_team(state, seats[0], revealed=challenger.revealed | {animals[0]})
        state = change_team(state, seats[1], revealed=defender.revealed | {animals[1]})
    return _settle_or_offer_reroll(
        state, replace(duel, animals=animals, values=values, dice=(challenger_roll, defender_roll))
    )


def _settle_or_offer_reroll(state: State, duel: Duel) -> State:
    """Offer a reroll to the losing side if it has a Die tile. Otherwise, settle the duel."""
    state = _update_duel(state, duel)
    if state.teams[duel.seats[duel.losing_side]].die_tiles:
        return replace(state, phase="duel")
    return _settle_duel(state, duel)


def _update_duel(state: State, duel: Duel) -> State:
    return replace(state, duel=duel, turn_events=(*state.turn_events[:-1], duel))


def _reroll_in_duel(state: State, duel: Duel, dice: Dice) -> State:
    seat = duel.seats[duel.losing_side]
    die, state = roll_die(change_team(state, seat, die_tiles=state.teams[seat].die_tiles - 1), dice)
    new_dice = (die, duel.dice[1]) if duel.losing_side == 0 else (duel.dice[0], die)
    rerolls = (*duel.rerolls, DuelReroll(seat, duel.dice))
    return _settle_or_offer_reroll(state, replace(duel, dice=new_dice, rerolls=rerolls))


def _settle_duel(state: State, duel: Duel) -> State:
    """Apply the result of a duel.

    The winner gets 2 points, and the winning animal occupies the space. The losing animal gets a wound and returns to a
    start space; with its third wound, it leaves the game.
    """
    losing_side = duel.losing_side
    winner, loser = duel.seats[1 - losing_side], duel.seats[losing_side]
    winning_animal, losing_animal = duel.animals[1 - losing_side], duel.animals[losing_side]
    team = state.teams[loser]
    wounds = team.wounds[losing_animal] + 1
    is_removed = wounds == FIGURES.wounds_to_remove
    state = change_team(
        state,
        loser,
        spaces=spaces_after_placing(team, losing_animal, REMOVED if is_removed else IN_HAND),
        wounds=(*team.wounds[:losing_animal], 0 if is_removed else wounds, *team.wounds[losing_animal + 1 :]),
    )
    team = state.teams[winner]
    state = change_team(
        state,
        winner,
        spaces=spaces_after_placing(team, winning_animal, duel.space),
        points=team.points + FIGURES.duel_points,
    )
    state = _update_duel(state, replace(duel, winner=winner, is_loser_removed=is_removed))
    return end_move(state) if is_removed else replace(state, phase="home")


def _return_loser(state: State, duel: Duel, space: Space) -> State:
    seat, animal = duel.seats[duel.losing_side], duel.animals[duel.losing_side]
    state = change_team(state, seat, spaces=spaces_after_placing(state.teams[seat], animal, space))
    return end_move(add_event(state, LoserReturned(seat, animal, space)))
