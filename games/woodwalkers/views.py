"""Seat views, views without memory, and random states that are consistent with a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from games.core import Seat
from games.dice import Dice
from games.woodwalkers.events import Duel, Event, LoserReturned
from games.woodwalkers.figures import FIGURES, MODES, Mode
from games.woodwalkers.pieces import (
    ALL_ANIMALS,
    FACE_DOWN,
    FACE_DOWN_TILE,
    IN_HAND,
    REMOVED,
    Animal,
    Forest,
    duel_value,
)
from games.woodwalkers.state import AnimalTiles, State, Team, TeamView, View


def view(state: State, seat: Seat | None) -> View:
    """Return a seat's view of a match. If `seat` is None, return the public view.

    Until the end of the match, face-down tiles and the stack are hidden. At midnight, face-down animals are hidden too.
    """
    is_over = state.phase == "over"
    return View(
        seat=seat,
        terms=state.terms,
        phase=state.phase,
        seat_to_move=state.seat_to_move,
        teams=tuple(_view_team(state, seat, owner) for owner in range(state.terms.seats)),
        round=state.round,
        stack=state.stack if is_over else (FACE_DOWN_TILE,) * len(state.stack),
        forest=state.forest if is_over else tuple((space, FACE_DOWN_TILE) for space, _ in state.forest),
        flags=state.flags,
        removed_tiles=state.removed_tiles,
        open_modes=state.open_modes,
        mode=state.mode,
        chosen_modes=state.chosen_modes,
        mover=state.mover,
        die=state.die,
        duel=state.duel,
        turn_events=state.turn_events,
        ruled_out_seats=state.ruled_out_seats,
    )


def _view_team(state: State, seat: Seat | None, owner: Seat) -> TeamView:
    team = state.teams[owner]
    known = _list_animal_tiles(team, _list_known_animals(state, seat, owner))
    hides_animals = state.terms.is_midnight and state.phase not in ("arrange", "over")
    return TeamView(
        shown_tiles=_list_animal_tiles(team, _list_shown_animals(state, seat, owner)) if hides_animals else known,
        known_tiles=known,
        removed=tuple(animal for animal in ALL_ANIMALS if team.spaces[animal] == REMOVED),
        wounds=team.wounds,
        points=team.points,
        medicine_tiles=team.medicine_tiles,
        die_tiles=team.die_tiles,
        revealed=team.revealed,
        introduced_topics=team.introduced_topics,
    )


def _list_animal_tiles(team: Team, visible: Collection[Animal]) -> AnimalTiles:
    """Return the tiles of the team's animals in play. Animals that are not in `visible` are `FACE_DOWN`."""
    return tuple(sorted((team.spaces[animal], animal if animal in visible else FACE_DOWN) for animal in team.in_play))


def _list_known_animals(state: State, seat: Seat | None, owner: Seat) -> Collection[Animal]:
    """Return the animals of `owner` that `seat` can locate by remembering everything that it has seen."""
    if not state.terms.is_midnight or state.phase in ("arrange", "over"):
        return ALL_ANIMALS
    if owner == seat and (state.terms.may_see_own or not state.owners_saw_nothing):
        return ALL_ANIMALS
    return state.teams[owner].revealed


def _list_shown_animals(state: State, seat: Seat | None, owner: Seat) -> Collection[Animal]:
    """Return the animals of `owner` that are face up for `seat` at midnight.

    Only duels turn up animals. With the memory help, players may also look at their own animals.
    """
    if owner == seat and state.terms.may_see_own:
        return ALL_ANIMALS
    if state.duel and owner in state.duel.seats:
        return (state.duel.animals[state.duel.seats.index(owner)],)
    return ()


def hide_settled_duel(state: State) -> State:
    """At midnight, turn both animals of the last duel face down again, as the rules require."""
    if not state.terms.is_midnight:
        return state
    return replace(
        state,
        duel=state.duel and _hide_animals_in_duel(state.duel),
        turn_events=tuple(map(_hide_animals_in_event, state.turn_events)),
    )


def _hide_animals_in_duel(duel: Duel) -> Duel:
    """Return a copy of a duel without its animals and their values. Its spaces, seats, dice and winner are kept."""
    return replace(
        duel,
        guessed_animal=None if duel.guessed_animal is None else FACE_DOWN,
        animals=(FACE_DOWN, FACE_DOWN),
        values=(0, 0),
    )


def _hide_animals_in_event(event: Event) -> Event:
    match event:
        case Duel():
            return _hide_animals_in_duel(event)
        case LoserReturned():
            return replace(event, animal=FACE_DOWN)
        case _:
            return event


def forget(view: View) -> View:
    """Return the view of a player who remembers nothing. By day, return the view unchanged."""
    if not view.terms.is_midnight or view.phase in ("arrange", "over"):
        return view
    return replace(
        view,
        teams=tuple(_forget_team(view, owner) for owner in range(view.terms.seats)),
        duel=view.duel and _hide_animals_in_duel(view.duel),
        turn_events=tuple(map(_hide_animals_in_event, view.turn_events)),
    )


def _forget_team(view: View, owner: Seat) -> TeamView:
    team = view.teams[owner]
    has_memory_help = owner == view.seat and view.terms.may_see_own
    tiles = team.shown_tiles if has_memory_help else tuple((space, FACE_DOWN) for space, _ in team.shown_tiles)
    return replace(team, shown_tiles=tiles, known_tiles=tiles, revealed=frozenset())


def resample(view: View, dice: Dice) -> State:
    """Sample a state that is consistent with this view. All hidden items are in random order.

    During a duel, samples are drawn until the duel is possible and the seat to move is its losing side.
    """
    while True:
        state = _resample_once(view, dice)
        if view.duel is None or view.duel.is_face_up or view.phase not in ("duel", "home"):
            return state
        duel = _resample_duel(view.duel, state, dice)
        if _is_duel_possible(duel, state) and duel.seats[duel.losing_side] == view.seat_to_move:
            return replace(state, duel=duel, turn_events=(*state.turn_events[:-1], duel))


def _resample_once(view: View, dice: Dice) -> State:
    # A view does not show whether the other players saw their own animals, and either way this seat has the same view.
    saw_nothing = view.seat is not None and any(animal == FACE_DOWN for _, animal in view.teams[view.seat].known_tiles)
    return State(
        terms=view.terms,
        phase=view.phase,
        teams=tuple(_resample_team(team, dice) for team in view.teams),
        round=view.round,
        stack=_resample_stack(view, dice),
        forest=_resample_forest(view, dice),
        flags=view.flags,
        removed_tiles=view.removed_tiles,
        open_modes=view.open_modes,
        mode=view.mode,
        chosen_modes=view.chosen_modes,
        mover=view.mover,
        die=view.die,
        duel=view.duel,
        owners_saw_nothing=saw_nothing,
        turn_events=view.turn_events,
        ruled_out_seats=view.ruled_out_seats,
    )


def _resample_team(team: TeamView, dice: Dice) -> Team:
    space_by_animal = {animal: space for space, animal in team.known_tiles if animal != FACE_DOWN} | dict.fromkeys(
        team.removed, REMOVED
    )
    face_down_spaces = [space for space, animal in team.known_tiles if animal == FACE_DOWN]
    unknown_animals = dice.shuffle([animal for animal in ALL_ANIMALS if animal not in space_by_animal])
    space_by_animal |= dict(zip(unknown_animals, face_down_spaces, strict=True))
    return Team(
        spaces=tuple(space_by_animal[animal] for animal in ALL_ANIMALS),
        wounds=team.wounds,
        points=team.points,
        medicine_tiles=team.medicine_tiles,
        die_tiles=team.die_tiles,
        revealed=team.revealed,
        introduced_topics=team.introduced_topics,
    )


def _resample_stack(view: View, dice: Dice) -> tuple[Mode, ...]:
    """Sample the stack from the modes that have not been seen yet.

    In a short match, some of these modes are not used.
    """
    visible = [mode for mode in view.stack if mode]
    if len(visible) == len(view.stack):
        return tuple(visible)
    unseen = Counter(FIGURES.mode_counts) - Counter(view.chosen_modes) - Counter(view.open_modes)
    return tuple(dice.shuffle([mode for mode in MODES for _ in range(unseen[mode])])[: len(view.stack)])


def _resample_forest(view: View, dice: Dice) -> Forest:
    """Sample the face-down tiles from the tiles that have not been seen yet.

    With a preset forest, some may be left over.
    """
    if all(tile for _, tile in view.forest):
        return view.forest
    flags = (f"flag{value}" for _, value in view.flags)
    unseen = Counter(FIGURES.board_side(view.terms.variant).forest_tiles) - Counter(view.removed_tiles) - Counter(flags)
    return tuple(
        (space, tile) for (space, _), tile in zip(view.forest, dice.shuffle(sorted(unseen.elements())), strict=False)
    )


def _is_duel_possible(duel: Duel, state: State) -> bool:
    """Return whether a duel with these animals is possible in the state.

    The loser of a settled duel must have a wound, and wounds are public.
    """
    if duel.winner is None:
        return True
    losing_side = 1 - duel.seats.index(duel.winner)
    return state.teams[duel.seats[losing_side]].wounds[duel.animals[losing_side]] > 0


def _resample_duel(duel: Duel, state: State, dice: Dice) -> Duel:
    """Return the duel with its animals taken from the sampled state."""
    assert state.mode
    animals, values = [], []
    for seat, space in zip(duel.seats, (duel.origin, duel.space), strict=True):
        team = state.teams[seat]
        # After a settled duel, the winner is on the space. The loser is in its owner's hand and has one more wound.
        has_lost = duel.winner not in (None, seat)
        animal = team.spaces.index(IN_HAND if has_lost else duel.space if duel.winner == seat else space)
        animals.append(animal)
        values.append(duel_value(animal, state.mode, team.wounds[animal] - has_lost))
    guessed_animal = duel.guessed_animal
    if guessed_animal is not None:
        wrong_guesses = [animal for animal in ALL_ANIMALS if animal != animals[0]]
        guessed_animal = animals[0] if duel.is_guess_right else dice.choose(wrong_guesses)
    return replace(duel, guessed_animal=guessed_animal, animals=(animals[0], animals[1]), values=(values[0], values[1]))
