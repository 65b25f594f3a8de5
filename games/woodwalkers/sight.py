"""Who sees what: views, what must be forgotten, and the worlds that a view allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from games.core import Seat
from games.dice import Dice
from games.woodwalkers.house import HOUSE, MODES, Mode
from games.woodwalkers.state import Camp, State, Team, Tiles, View
from games.woodwalkers.story import Duel, Fact, Returned
from games.woodwalkers.things import BACK, EVERY, HAND, OUT, UNSEEN, Animal, Forest, value


def view(state: State, seat: Seat | None) -> View:
    over = state.phase == "over"
    return View(
        seat=seat,
        terms=state.terms,
        phase=state.phase,
        asked=state.asked,
        camps=tuple(_camp(state, seat, owner) for owner in range(state.terms.seats)),
        round=state.round,
        stack=state.stack if over else (UNSEEN,) * len(state.stack),
        forest=state.forest if over else tuple((space, UNSEEN) for space, _ in state.forest),
        flags=state.flags,
        found=state.found,
        open=state.open,
        mode=state.mode,
        spent=state.spent,
        mover=state.mover,
        die=state.die,
        duel=state.duel,
        last=state.last,
    )


def _camp(state: State, seat: Seat | None, owner: Seat) -> Camp:
    team = state.teams[owner]
    known = _tiles(team, _known(state, seat, owner))
    hides = state.terms.hidden and state.phase not in ("arrange", "over")
    return Camp(
        tiles=_tiles(team, _shown(state, seat, owner)) if hides else known,
        known=known,
        out=tuple(animal for animal in EVERY if team.at[animal] == OUT),
        wounds=team.wounds,
        points=team.points,
        medicine=team.medicine,
        dice=team.dice,
        seen=team.seen,
        met=team.met,
    )


def _tiles(team: Team, up: Collection[Animal]) -> Tiles:
    """The animals in play, those face up by name."""
    return tuple(sorted((team.at[animal], animal if animal in up else BACK) for animal in team.in_play))


def _known(state: State, seat: Seat | None, owner: Seat) -> Collection[Animal]:
    """The animals of a team whose tile this seat can tell from all it was shown."""
    if not state.terms.hidden or state.phase in ("arrange", "over"):
        return EVERY
    if owner == seat and (state.terms.own or not state.blind):
        return EVERY
    return state.teams[owner].seen


def _shown(state: State, seat: Seat | None, owner: Seat) -> Collection[Animal]:
    """At midnight: one's own if help is on, and what a duel has just turned up."""
    if owner == seat and state.terms.own:
        return EVERY
    if state.duel and owner in state.duel.seats:
        return (state.duel.animals[state.duel.seats.index(owner)],)
    return ()


def forgotten(state: State) -> State:
    """At midnight, once a duel is settled and its loser at home, both are turned down again."""
    if not state.terms.hidden:
        return state
    return replace(state, duel=state.duel and _down(state.duel), last=tuple(map(_told_later, state.last)))


def _down(duel: Duel) -> Duel:
    """What remains to be said of a duel: where, who, the dice, and who won."""
    return replace(duel, guessed=None if duel.guessed is None else BACK, animals=(BACK, BACK), values=(0, 0))


def _told_later(fact: Fact) -> Fact:
    match fact:
        case Duel():
            return _down(fact)
        case Returned():
            return replace(fact, animal=BACK)
        case _:
            return fact


def forget(view: View) -> View:
    """At midnight: all animals turned down again, and no record of what they were."""
    if not view.terms.hidden or view.phase in ("arrange", "over"):
        return view
    return replace(
        view,
        camps=tuple(_covered(view, owner) for owner in range(view.terms.seats)),
        duel=view.duel and _down(view.duel),
        last=tuple(map(_told_later, view.last)),
    )


def _covered(view: View, owner: Seat) -> Camp:
    camp = view.camps[owner]
    helped = owner == view.seat and view.terms.own
    tiles = camp.tiles if helped else tuple((space, BACK) for space, _ in camp.tiles)
    return replace(camp, tiles=tiles, known=tiles, seen=frozenset())


def resample(view: View, dice: Dice) -> State:
    """What is not known lies in any order; drawn again where the duel on the table could not have come from it.

    Whoever is asked in a duel, or to bring its loser home, is behind in it.
    """
    while True:
        world = _guessed(view, dice)
        if view.duel is None or view.duel.open or view.phase not in ("duel", "home"):
            return world
        duel = _dueling(view.duel, world, dice)
        if _could_be(duel, world) and duel.seats[duel.behind] == view.asked:
            return replace(world, duel=duel, last=(*world.last[:-1], duel))


def _guessed(view: View, dice: Dice) -> State:
    # Whether the others are blind too, a view cannot tell; it looks the same to this seat.
    blind = view.seat is not None and any(animal == BACK for _, animal in view.camps[view.seat].known)
    return State(
        terms=view.terms,
        phase=view.phase,
        teams=tuple(_team(camp, dice) for camp in view.camps),
        round=view.round,
        stack=_stack(view, dice),
        forest=_forest(view, dice),
        flags=view.flags,
        found=view.found,
        open=view.open,
        mode=view.mode,
        spent=view.spent,
        mover=view.mover,
        die=view.die,
        duel=view.duel,
        blind=blind,
        last=view.last,
    )


def _team(camp: Camp, dice: Dice) -> Team:
    at = {animal: space for space, animal in camp.known if animal != BACK} | dict.fromkeys(camp.out, OUT)
    backs = [space for space, animal in camp.known if animal == BACK]
    unseen = dice.shuffle([animal for animal in EVERY if animal not in at])
    at |= dict(zip(unseen, backs, strict=True))
    return Team(
        at=tuple(at[animal] for animal in EVERY),
        wounds=camp.wounds,
        points=camp.points,
        medicine=camp.medicine,
        dice=camp.dice,
        seen=camp.seen,
        met=camp.met,
    )


def _stack(view: View, dice: Dice) -> tuple[Mode, ...]:
    """The modes that nobody has seen yet; of a short match some stay in the box."""
    seen = [mode for mode in view.stack if mode]
    if len(seen) == len(view.stack):
        return tuple(seen)
    left = Counter(HOUSE.modes) - Counter(view.spent) - Counter(view.open)
    return tuple(dice.shuffle([mode for mode in MODES for _ in range(left[mode])])[: len(view.stack)])


def _forest(view: View, dice: Dice) -> Forest:
    """The tiles that nobody has seen yet; of a drawn forest some stay in the box."""
    if all(tile for _, tile in view.forest):
        return view.forest
    flags = (f"flag{value}" for _, value in view.flags)
    left = Counter(HOUSE.face(view.terms.variant).tiles) - Counter(view.found) - Counter(flags)
    return tuple(
        (space, tile) for (space, _), tile in zip(view.forest, dice.shuffle(sorted(left.elements())), strict=False)
    )


def _could_be(duel: Duel, world: State) -> bool:
    """Cards lie open: the loser of a settled duel is one that has a wound."""
    if duel.winner is None:
        return True
    at = duel.seats.index(duel.winner)
    return world.teams[duel.seats[1 - at]].wounds[duel.animals[1 - at]] > 0


def _dueling(duel: Duel, world: State, dice: Dice) -> Duel:
    """The duel as it would be between the animals that this world has in it."""
    assert world.mode
    animals, values = [], []
    for seat, space in zip(duel.seats, (duel.origin, duel.space), strict=True):
        team = world.teams[seat]
        # Once it is settled the winner is on the space, and the loser in its owner's hand with a wound more.
        lost = duel.winner not in (None, seat)
        animal = team.at.index(HAND if lost else duel.space if duel.winner == seat else space)
        animals.append(animal)
        values.append(value(animal, world.mode, team.wounds[animal] - lost))
    guessed = duel.guessed
    if guessed is not None:
        others = [animal for animal in EVERY if animal != animals[0]]
        guessed = animals[0] if duel.right else dice.choose(others)
    return replace(duel, guessed=guessed, animals=(animals[0], animals[1]), values=(values[0], values[1]))
