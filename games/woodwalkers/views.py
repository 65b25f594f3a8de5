"""Who sees what: views, what must be forgotten, and the worlds that a view allows."""

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
    over = state.phase == "over"
    return View(
        seat=seat,
        terms=state.terms,
        phase=state.phase,
        seat_to_move=state.seat_to_move,
        teams=tuple(_view_team(state, seat, owner) for owner in range(state.terms.seats)),
        round=state.round,
        stack=state.stack if over else (FACE_DOWN_TILE,) * len(state.stack),
        forest=state.forest if over else tuple((space, FACE_DOWN_TILE) for space, _ in state.forest),
        flags=state.flags,
        removed_tiles=state.removed_tiles,
        open_modes=state.open_modes,
        mode=state.mode,
        chosen_modes=state.chosen_modes,
        mover=state.mover,
        die=state.die,
        duel=state.duel,
        turn_events=state.turn_events,
    )


def _view_team(state: State, seat: Seat | None, owner: Seat) -> TeamView:
    team = state.teams[owner]
    known = _list_tiles(team, _list_known(state, seat, owner))
    hides = state.terms.is_midnight and state.phase not in ("arrange", "over")
    return TeamView(
        shown_tiles=_list_tiles(team, _list_shown(state, seat, owner)) if hides else known,
        known_tiles=known,
        removed=tuple(animal for animal in ALL_ANIMALS if team.spaces[animal] == REMOVED),
        wounds=team.wounds,
        points=team.points,
        medicine_tiles=team.medicine_tiles,
        die_tiles=team.die_tiles,
        revealed=team.revealed,
        introduced_topics=team.introduced_topics,
    )


def _list_tiles(team: Team, up: Collection[Animal]) -> AnimalTiles:
    """The animals in play, those face up by name."""
    return tuple(sorted((team.spaces[animal], animal if animal in up else FACE_DOWN) for animal in team.in_play))


def _list_known(state: State, seat: Seat | None, owner: Seat) -> Collection[Animal]:
    """The animals of a team whose tile this seat can tell from all it was shown."""
    if not state.terms.is_midnight or state.phase in ("arrange", "over"):
        return ALL_ANIMALS
    if owner == seat and (state.terms.may_see_own or not state.owners_saw_nothing):
        return ALL_ANIMALS
    return state.teams[owner].revealed


def _list_shown(state: State, seat: Seat | None, owner: Seat) -> Collection[Animal]:
    """At midnight: one's own if help is on, and what a duel has just turned up."""
    if owner == seat and state.terms.may_see_own:
        return ALL_ANIMALS
    if state.duel and owner in state.duel.seats:
        return (state.duel.animals[state.duel.seats.index(owner)],)
    return ()


def hide_settled_duel(state: State) -> State:
    """At midnight, once a duel is settled and its loser at home, both are turned down again."""
    if not state.terms.is_midnight:
        return state
    return replace(
        state, duel=state.duel and _hide_duel(state.duel), turn_events=tuple(map(_hide_event, state.turn_events))
    )


def _hide_duel(duel: Duel) -> Duel:
    """What remains to be said of a duel: where, who, the dice, and who won."""
    return replace(
        duel,
        guessed_animal=None if duel.guessed_animal is None else FACE_DOWN,
        animals=(FACE_DOWN, FACE_DOWN),
        values=(0, 0),
    )


def _hide_event(fact: Event) -> Event:
    match fact:
        case Duel():
            return _hide_duel(fact)
        case LoserReturned():
            return replace(fact, animal=FACE_DOWN)
        case _:
            return fact


def forget(view: View) -> View:
    """At midnight: all animals turned down again, and no record of what they were."""
    if not view.terms.is_midnight or view.phase in ("arrange", "over"):
        return view
    return replace(
        view,
        teams=tuple(_cover_team(view, owner) for owner in range(view.terms.seats)),
        duel=view.duel and _hide_duel(view.duel),
        turn_events=tuple(map(_hide_event, view.turn_events)),
    )


def _cover_team(view: View, owner: Seat) -> TeamView:
    camp = view.teams[owner]
    helped = owner == view.seat and view.terms.may_see_own
    tiles = camp.shown_tiles if helped else tuple((space, FACE_DOWN) for space, _ in camp.shown_tiles)
    return replace(camp, shown_tiles=tiles, known_tiles=tiles, revealed=frozenset())


def resample(view: View, dice: Dice) -> State:
    """What is not known lies in any order; drawn again where the duel on the table could not have come from it.

    Whoever is asked in a duel, or to bring its loser home, is behind in it.
    """
    while True:
        world = _resample_once(view, dice)
        if view.duel is None or view.duel.is_face_up or view.phase not in ("duel", "home"):
            return world
        duel = _resample_duel(view.duel, world, dice)
        if _is_possible(duel, world) and duel.seats[duel.losing_side] == view.seat_to_move:
            return replace(world, duel=duel, turn_events=(*world.turn_events[:-1], duel))


def _resample_once(view: View, dice: Dice) -> State:
    # Whether the others are blind too, a view cannot tell; it looks the same to this seat.
    blind = view.seat is not None and any(animal == FACE_DOWN for _, animal in view.teams[view.seat].known_tiles)
    return State(
        terms=view.terms,
        phase=view.phase,
        teams=tuple(_resample_team(camp, dice) for camp in view.teams),
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
        owners_saw_nothing=blind,
        turn_events=view.turn_events,
    )


def _resample_team(camp: TeamView, dice: Dice) -> Team:
    at = {animal: space for space, animal in camp.known_tiles if animal != FACE_DOWN} | dict.fromkeys(
        camp.removed, REMOVED
    )
    backs = [space for space, animal in camp.known_tiles if animal == FACE_DOWN]
    unseen = dice.shuffle([animal for animal in ALL_ANIMALS if animal not in at])
    at |= dict(zip(unseen, backs, strict=True))
    return Team(
        spaces=tuple(at[animal] for animal in ALL_ANIMALS),
        wounds=camp.wounds,
        points=camp.points,
        medicine_tiles=camp.medicine_tiles,
        die_tiles=camp.die_tiles,
        revealed=camp.revealed,
        introduced_topics=camp.introduced_topics,
    )


def _resample_stack(view: View, dice: Dice) -> tuple[Mode, ...]:
    """The modes that nobody has seen yet; of a short match some stay in the box."""
    seen = [mode for mode in view.stack if mode]
    if len(seen) == len(view.stack):
        return tuple(seen)
    left = Counter(FIGURES.mode_counts) - Counter(view.chosen_modes) - Counter(view.open_modes)
    return tuple(dice.shuffle([mode for mode in MODES for _ in range(left[mode])])[: len(view.stack)])


def _resample_forest(view: View, dice: Dice) -> Forest:
    """The tiles that nobody has seen yet; of a drawn forest some stay in the box."""
    if all(tile for _, tile in view.forest):
        return view.forest
    flags = (f"flag{value}" for _, value in view.flags)
    left = Counter(FIGURES.board_side(view.terms.variant).forest_tiles) - Counter(view.removed_tiles) - Counter(flags)
    return tuple(
        (space, tile) for (space, _), tile in zip(view.forest, dice.shuffle(sorted(left.elements())), strict=False)
    )


def _is_possible(duel: Duel, world: State) -> bool:
    """Cards lie open: the loser of a settled duel is one that has a wound."""
    if duel.winner is None:
        return True
    at = duel.seats.index(duel.winner)
    return world.teams[duel.seats[1 - at]].wounds[duel.animals[1 - at]] > 0


def _resample_duel(duel: Duel, world: State, dice: Dice) -> Duel:
    """The duel as it would be between the animals that this world has in it."""
    assert world.mode
    animals, values = [], []
    for seat, space in zip(duel.seats, (duel.origin, duel.space), strict=True):
        team = world.teams[seat]
        # Once it is settled the winner is on the space, and the loser in its owner's hand with a wound more.
        lost = duel.winner not in (None, seat)
        animal = team.spaces.index(IN_HAND if lost else duel.space if duel.winner == seat else space)
        animals.append(animal)
        values.append(duel_value(animal, world.mode, team.wounds[animal] - lost))
    guessed = duel.guessed_animal
    if guessed is not None:
        others = [animal for animal in ALL_ANIMALS if animal != animals[0]]
        guessed = animals[0] if duel.is_guess_right else dice.choose(others)
    return replace(duel, guessed_animal=guessed, animals=(animals[0], animals[1]), values=(values[0], values[1]))
