"""Woodwalkers: rounds of a battle mode, dice turns, forest tiles, the result, and what beginners are told."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.core import JointMove, Result, Seat
from games.dice import Dice
from games.woodwalkers.duels import (
    add_event,
    apply_in_duel,
    change_team,
    end_move,
    end_turn,
    place_animal,
    roll_die,
    start_dice_turns,
    start_duel,
    start_turn_events,
)
from games.woodwalkers.events import (
    AnimalHealed,
    AnimalMoved,
    AnimalsArranged,
    DieRolled,
    ModeChosen,
    NobodyMoved,
    TileFound,
    TurnSkipped,
)
from games.woodwalkers.figures import FIGURES, MODES, Mode
from games.woodwalkers.legal_moves import legal_moves
from games.woodwalkers.options import Options
from games.woodwalkers.pieces import ANIMALS, OPEN_MODES_COUNT, Animal, Flags, Forest, flag_value, ranking_key
from games.woodwalkers.preset_start import check_seats, make_forest, make_team
from games.woodwalkers.spaces import LIGHT_SPACES, SPACE_BY_NAME, START_SPACES, Space
from games.woodwalkers.state import MatchTerms, State, Team, View, say
from games.woodwalkers.views import turn_down_duel, view

GOAL_TOPIC: Final = "goal"
_PHASE_TOPICS: Final = ("arrange", "roll", "guess")
_TILE_TOPICS: Final = ("flag", "medicine", "die")
_TOPICS_IN_ORDER: Final = ("arrange", "night", "roll", "flag", "medicine", "die", "duel", "guess", GOAL_TOPIC)


def list_topics(there: State | View) -> frozenset[str]:
    """What there is to be told of by now; all of it lies open."""
    night = ("night",) if there.terms.is_midnight and not there.terms.may_see_own else ()
    flags = ("flag",) if there.flags else ()
    duel = ("duel",) if there.duel else ()
    phase = (there.phase,) if there.phase in _PHASE_TOPICS else ()
    return frozenset(
        (GOAL_TOPIC, *night, *phase, *flags, *(tile for tile in there.removed_tiles if tile in _TILE_TOPICS), *duel)
    )


def introduce(view: View, locale: str) -> str:
    """What this seat decides now for the first time, and what has come up since it last decided."""
    if view.seat is None:
        return ""
    new = list_topics(view) - view.teams[view.seat].introduced_topics
    return " ".join(say(f"first-{it}", locale, points=FIGURES.duel_points) for it in _TOPICS_IN_ORDER if it in new)


def initial_state(options: Options, seats: int, dice: Dice) -> State:
    check_seats(options.animals, options.scores, seats)
    mix = dice.shuffle(FIGURES.board_side(options.variant).forest_tiles)
    drawn = dice.shuffle([mode for mode in MODES for _ in range(FIGURES.mode_counts[mode])])
    number = options.round or 1
    forest: Forest = tuple(zip(LIGHT_SPACES[options.variant], mix, strict=True))
    flags: Flags = ()
    if options.forest is not None:
        forest, flags = make_forest(options.forest, options.variant)
    state = State(
        terms=MatchTerms(options.variant, may_see_own=options.memory_help == "own", seats=seats),
        phase="arrange",
        teams=tuple(Team(points=points) for points in options.scores or (0,) * seats),
        round=number,
        stack=options.stack or tuple(drawn[: options.modes - (number - 1)]),
        forest=forest,
        flags=flags,
        preset_rolls=options.rolls or (),
    )
    if options.animals is None:
        return state
    teams = tuple(make_team(options.animals, seat, seats, state.teams[seat].points) for seat in range(seats))
    return replace(_open_modes(state), teams=teams, owners_saw_nothing=state.terms.is_midnight)


def _open_modes(state: State) -> State:
    """Three battle modes are turned up, and the rounds begin."""
    return replace(state, phase="mode", open_modes=state.stack[:OPEN_MODES_COUNT], stack=state.stack[OPEN_MODES_COUNT:])


_NO_SEATS: Final[frozenset[Seat]] = frozenset()
_SINGLE_SEATS: Final = tuple(frozenset({seat}) for seat in range(len(FIGURES.sides_by_seats) + 1))
_ALL_SEATS: Final = tuple(frozenset(range(seats)) for seats in range(len(_SINGLE_SEATS) + 1))


def seats_to_move(state: State) -> frozenset[Seat]:
    if state.phase == "arrange":
        return _ALL_SEATS[state.terms.seats]
    return _NO_SEATS if state.seat_to_move is None else _SINGLE_SEATS[state.seat_to_move]


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    state = _mark_introduced(state, joint)
    if state.phase == "arrange":
        return _place_animals(state, joint)
    ((_, word),) = joint.items()
    if state.phase in ("guess", "duel", "home"):
        return apply_in_duel(state, word, dice)
    state = start_turn_events(turn_down_duel(state))
    match word:
        case "mode", mode:
            return _choose_mode(state, mode)
        case ("roll",):
            return _roll_to_move(state, dice)
        case ("skip",):
            return end_turn(add_event(state, TurnSkipped(state.mover)), state.mover)
        case ("reroll",):
            return _reroll_to_move(state, dice)
        case ("keep",):
            return replace(state, phase="move")
        case "move", origin, space:
            return _move_animal(state, SPACE_BY_NAME[origin], SPACE_BY_NAME[space], dice)
        case ("stay",):
            return end_move(add_event(state, NobodyMoved(state.mover)))
        case "heal", name:
            return _heal_animal(state, ANIMALS.index(name))
        case ("done",):
            return end_turn(state, state.mover)
    raise AssertionError(word)


def _mark_introduced(state: State, joint: JointMove) -> State:
    """What they had before them when they chose; what goes without asking nobody reads."""
    now = list_topics(state)
    for seat in joint:
        if not now <= state.teams[seat].introduced_topics and len(legal_moves(view(state, seat))) > 1:
            state = change_team(state, seat, introduced_topics=state.teams[seat].introduced_topics | now)
    return state


def _place_animals(state: State, joint: JointMove) -> State:
    for seat, (_, *order) in joint.items():
        home = START_SPACES[state.terms.sides[seat]]
        state = change_team(state, seat, spaces=tuple(home[order.index(name)] for name in ANIMALS))
    return add_event(_open_modes(state), AnimalsArranged())


def _choose_mode(state: State, mode: Mode) -> State:
    """The tile leaves the display for the round, and the next of the stack takes its place."""
    at = state.open_modes.index(mode)
    seat = state.mode_chooser
    story = tuple(fact for fact in state.turn_events if not isinstance(fact, ModeChosen))
    return start_dice_turns(
        replace(
            state,
            open_modes=(*state.open_modes[:at], *state.open_modes[at + 1 :], *state.stack[:1]),
            stack=state.stack[1:],
            mode=mode,
            chosen_modes=(*state.chosen_modes, mode),
            turn_events=(*story, ModeChosen(seat, mode)),
        )
    )


def _roll_to_move(state: State, dice: Dice, *, again: bool = False) -> State:
    die, state = roll_die(state, dice)
    state = replace(add_event(state, DieRolled(state.mover, die, again)), die=die)
    return replace(state, phase="reroll" if state.teams[state.mover].die_tiles else "move")


def _reroll_to_move(state: State, dice: Dice) -> State:
    tiles = state.teams[state.mover].die_tiles - 1
    return _roll_to_move(change_team(state, state.mover, die_tiles=tiles), dice, again=True)


def _move_animal(state: State, origin: Space, space: Space, dice: Dice) -> State:
    seat = state.mover
    state = add_event(state, AnimalMoved(seat, origin, space))
    for defender, team in enumerate(state.teams):
        if space in team.spaces:
            return start_duel(state, origin, space, defender, dice)
    team = state.teams[seat]
    return end_move(
        _turn_up_tile(change_team(state, seat, spaces=place_animal(team, team.spaces.index(origin), space)), space)
    )


def _turn_up_tile(state: State, space: Space) -> State:
    """A face-down tile is turned up: a flag stays where it is, the others leave the board."""
    tile = dict(state.forest).get(space)
    if tile is None:
        return state
    seat = state.mover
    team = state.teams[seat]
    state = add_event(state, TileFound(seat, space, tile))
    state = replace(state, forest=tuple(each for each in state.forest if each[0] != space))
    if flag_value(tile):
        return replace(state, flags=tuple(sorted((*state.flags, (space, flag_value(tile))))))
    state = replace(state, removed_tiles=(*state.removed_tiles, tile))
    match tile:
        case "medicine":
            return change_team(state, seat, medicine_tiles=team.medicine_tiles + 1)
        case "die":
            return change_team(state, seat, die_tiles=team.die_tiles + 1)
        case _:
            return change_team(state, seat, points=team.points + 1)


def _heal_animal(state: State, animal: Animal) -> State:
    """A Medicine takes one wound; the step is asked again where there is more to say."""
    seat = state.mover
    team = state.teams[seat]
    wounds = (*team.wounds[:animal], team.wounds[animal] - 1, *team.wounds[animal + 1 :])
    state = add_event(
        change_team(state, seat, medicine_tiles=team.medicine_tiles - 1, wounds=wounds), AnimalHealed(seat, animal)
    )
    return state if state.phase == "roll" else end_move(state)


def scores(state: State) -> tuple[int, ...]:
    return tuple(team.points for team in state.teams)


def result(state: State) -> Result | None:
    if state.phase != "over":
        return None
    merits = [ranking_key(team.points, state.flags, team.spaces, team.wounds) for team in state.teams]
    return Result(tuple(1 + sum(other > each for other in merits) for each in merits), scores(state), "points")


def reveal_all(state: State) -> State:
    return replace(state, phase="over")
