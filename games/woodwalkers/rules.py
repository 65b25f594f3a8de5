"""Woodwalkers: rounds of a battle mode, dice turns, forest tiles, the result, and what beginners are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.core import JointMove, Result, Seat
from games.dice import Dice
from games.woodwalkers.fight import answered, attacked, begun, changed, opened, passed, rested, stood, tell, thrown
from games.woodwalkers.ground import LIGHT, NUMBER, STARTS, Space
from games.woodwalkers.house import HOUSE, MODES, Mode
from games.woodwalkers.legal import legal
from games.woodwalkers.opening import check_seats, laid, placed
from games.woodwalkers.options import Options
from games.woodwalkers.sight import forgotten, view
from games.woodwalkers.state import State, Team, Terms, View, say
from games.woodwalkers.story import Arranged, Chosen, Found, Healed, Moved, Rolled, Skipped, Stayed
from games.woodwalkers.things import ANIMALS, DISPLAY, Animal, Flags, Forest, merit, worth

GOAL: Final = "goal"
_PHASES: Final = ("arrange", "roll", "guess")
_TILES: Final = ("flag", "medicine", "die")
_IN_ORDER: Final = ("arrange", "night", "roll", "flag", "medicine", "die", "duel", "guess", GOAL)


def met(there: State | View) -> frozenset[str]:
    """What there is to be told of by now; all of it lies open."""
    night = ("night",) if there.terms.hidden and not there.terms.own else ()
    flags = ("flag",) if there.flags else ()
    duel = ("duel",) if there.duel else ()
    phase = (there.phase,) if there.phase in _PHASES else ()
    return frozenset((GOAL, *night, *phase, *flags, *(tile for tile in there.found if tile in _TILES), *duel))


def introduction(view: View, locale: str) -> str:
    """What this seat decides now for the first time, and what has come up since it last decided."""
    if view.seat is None:
        return ""
    new = met(view) - view.camps[view.seat].met
    return " ".join(say(f"first-{it}", locale, points=HOUSE.duel_points) for it in _IN_ORDER if it in new)


def start(options: Options, seats: int, dice: Dice) -> State:
    check_seats(options.animals, options.scores, seats)
    mix = dice.shuffle(HOUSE.face(options.variant).tiles)
    drawn = dice.shuffle([mode for mode in MODES for _ in range(HOUSE.modes[mode])])
    number = options.round or 1
    forest: Forest = tuple(zip(LIGHT[options.variant], mix, strict=True))
    flags: Flags = ()
    if options.forest is not None:
        forest, flags = laid(options.forest, options.variant)
    state = State(
        terms=Terms(options.variant, own=options.memory_help == "own", seats=seats),
        phase="arrange",
        teams=tuple(Team(points=points) for points in options.scores or (0,) * seats),
        round=number,
        stack=options.stack or tuple(drawn[: options.modes - (number - 1)]),
        forest=forest,
        flags=flags,
        rolls=options.rolls or (),
    )
    if options.animals is None:
        return state
    teams = tuple(placed(options.animals, seat, seats, state.teams[seat].points) for seat in range(seats))
    return replace(_displayed(state), teams=teams, blind=state.terms.hidden)


def _displayed(state: State) -> State:
    """Three battle modes are turned up, and the rounds begin."""
    return replace(state, phase="mode", open=state.stack[:DISPLAY], stack=state.stack[DISPLAY:])


_NOBODY: Final[frozenset[Seat]] = frozenset()
_ALONE: Final = tuple(frozenset({seat}) for seat in range(len(HOUSE.seats) + 1))
_ALL: Final = tuple(frozenset(range(seats)) for seats in range(len(_ALONE) + 1))


def awaited(state: State) -> frozenset[Seat]:
    if state.phase == "arrange":
        return _ALL[state.terms.seats]
    return _NOBODY if state.asked is None else _ALONE[state.asked]


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    state = _learnt(state, joint)
    if state.phase == "arrange":
        return _arranged(state, joint)
    ((_, word),) = joint.items()
    if state.phase in ("guess", "duel", "home"):
        return answered(state, word, dice)
    state = opened(forgotten(state))
    match word:
        case "mode", mode:
            return _chosen(state, mode)
        case ("roll",):
            return _rolled(state, dice)
        case ("skip",):
            return passed(tell(state, Skipped(state.mover)), state.mover)
        case ("reroll",):
            return _rolled_again(state, dice)
        case ("keep",):
            return replace(state, phase="move")
        case "move", origin, space:
            return _moved(state, NUMBER[origin], NUMBER[space], dice)
        case ("stay",):
            return rested(tell(state, Stayed(state.mover)))
        case "heal", name:
            return _healed(state, ANIMALS.index(name))
        case ("done",):
            return passed(state, state.mover)
    raise AssertionError(word)


def _learnt(state: State, joint: JointMove) -> State:
    """What they had before them when they chose; what goes without asking nobody reads."""
    now = met(state)
    for seat in joint:
        if not now <= state.teams[seat].met and len(legal(view(state, seat))) > 1:
            state = changed(state, seat, met=state.teams[seat].met | now)
    return state


def _arranged(state: State, joint: JointMove) -> State:
    for seat, (_, *order) in joint.items():
        home = STARTS[state.terms.sides[seat]]
        state = changed(state, seat, at=tuple(home[order.index(name)] for name in ANIMALS))
    return tell(_displayed(state), Arranged())


def _chosen(state: State, mode: Mode) -> State:
    """The tile leaves the display for the round, and the next of the stack takes its place."""
    at = state.open.index(mode)
    seat = state.holder
    story = tuple(fact for fact in state.last if not isinstance(fact, Chosen))
    return begun(
        replace(
            state,
            open=(*state.open[:at], *state.open[at + 1 :], *state.stack[:1]),
            stack=state.stack[1:],
            mode=mode,
            spent=(*state.spent, mode),
            last=(*story, Chosen(seat, mode)),
        )
    )


def _rolled(state: State, dice: Dice, *, again: bool = False) -> State:
    die, state = thrown(state, dice)
    state = replace(tell(state, Rolled(state.mover, die, again)), die=die)
    return replace(state, phase="reroll" if state.teams[state.mover].dice else "move")


def _rolled_again(state: State, dice: Dice) -> State:
    tiles = state.teams[state.mover].dice - 1
    return _rolled(changed(state, state.mover, dice=tiles), dice, again=True)


def _moved(state: State, origin: Space, space: Space, dice: Dice) -> State:
    seat = state.mover
    state = tell(state, Moved(seat, origin, space))
    for defender, team in enumerate(state.teams):
        if space in team.at:
            return attacked(state, origin, space, defender, dice)
    team = state.teams[seat]
    return rested(_found(changed(state, seat, at=stood(team, team.at.index(origin), space)), space))


def _found(state: State, space: Space) -> State:
    """A face-down tile is turned up: a flag stays where it is, the others leave the board."""
    tile = dict(state.forest).get(space)
    if tile is None:
        return state
    seat = state.mover
    team = state.teams[seat]
    state = tell(state, Found(seat, space, tile))
    state = replace(state, forest=tuple(each for each in state.forest if each[0] != space))
    if worth(tile):
        return replace(state, flags=tuple(sorted((*state.flags, (space, worth(tile))))))
    state = replace(state, found=(*state.found, tile))
    match tile:
        case "medicine":
            return changed(state, seat, medicine=team.medicine + 1)
        case "die":
            return changed(state, seat, dice=team.dice + 1)
        case _:
            return changed(state, seat, points=team.points + 1)


def _healed(state: State, animal: Animal) -> State:
    """A Medicine takes one wound; the step is asked again where there is more to say."""
    seat = state.mover
    team = state.teams[seat]
    wounds = (*team.wounds[:animal], team.wounds[animal] - 1, *team.wounds[animal + 1 :])
    state = tell(changed(state, seat, medicine=team.medicine - 1, wounds=wounds), Healed(seat, animal))
    return state if state.phase == "roll" else rested(state)


def scores(state: State) -> tuple[int, ...]:
    return tuple(team.points for team in state.teams)


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    merits = [merit(team.points, state.flags, team.at, team.wounds) for team in state.teams]
    return Result(tuple(1 + sum(other > each for other in merits) for each in merits), scores(state), "points")


def reveal_all(state: State) -> State:
    return replace(state, phase="over")
