"""The rules of Woodwalkers: setup, rounds and dice turns, forest tiles, the result, and explanations for beginners.

Duels and the turn order are in `duels.py`.
"""

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
    roll_die,
    spaces_after_placing,
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
from games.woodwalkers.figures import FIGURES, MAX_SEATS, MODES, Mode
from games.woodwalkers.legal_moves import find_automatic_move
from games.woodwalkers.options import Options
from games.woodwalkers.pieces import ANIMALS, OPEN_MODES_COUNT, Animal, Flags, Forest, flag_value, ranking_key
from games.woodwalkers.preset_start import check_seats, make_forest, make_team
from games.woodwalkers.spaces import LIGHT_SPACES, SPACE_BY_NAME, START_SPACES, Space
from games.woodwalkers.state import State, Team, View, WoodwalkersTerms, say
from games.woodwalkers.views import hide_settled_duel, view

# Topics of the texts `first-TOPIC`, which explain a part of the game to a beginner when it first matters.
GOAL_TOPIC: Final = "goal"
_PHASE_TOPICS: Final = {
    "arrange": "arrange",
    "roll": "roll",
    "reroll": "roll",
    "move": "roll",
    "guess": "guess",
    "mode": "mode",
}
_TILE_TOPICS: Final = ("flag", "medicine", "die")
_TOPICS_IN_ORDER: Final = ("arrange", "night", "mode", "roll", "flag", "medicine", "die", "duel", "guess", GOAL_TOPIC)


def list_topics_so_far(position: State | View) -> frozenset[str]:
    """Return the topics that have come up so far. They are keys of explanations for beginners.

    The topics depend only on public information.
    """
    night = ("night",) if position.terms.is_midnight and not position.terms.may_see_own else ()
    flags = ("flag",) if position.flags else ()
    duel = ("duel",) if position.duel else ()
    phase = (_PHASE_TOPICS[position.phase],) if position.phase in _PHASE_TOPICS else ()
    return frozenset(
        (GOAL_TOPIC, *night, *phase, *flags, *(tile for tile in position.removed_tiles if tile in _TILE_TOPICS), *duel)
    )


def introduce(view: View, locale: str) -> str:
    """Explain all topics that are new since this seat's last decision, including those of the current decision."""
    if view.seat is None:
        return ""
    new_topics = list_topics_so_far(view) - view.teams[view.seat].introduced_topics
    return " ".join(
        say(f"first-{topic}", locale, points=FIGURES.duel_points) for topic in _TOPICS_IN_ORDER if topic in new_topics
    )


def initial_state(options: Options, seats: int, dice: Dice) -> State:
    check_seats(options.animals, options.scores, seats)
    # Rule: the forest tiles are shuffled face down onto the light spaces, and the battle-mode tiles form a stack.
    tiles = dice.shuffle(FIGURES.board_side(options.variant).forest_tiles)
    modes = dice.shuffle([mode for mode in MODES for _ in range(FIGURES.mode_counts[mode])])
    round_number = options.round or 1
    forest: Forest = tuple(zip(LIGHT_SPACES[options.variant], tiles, strict=True))
    flags: Flags = ()
    if options.forest is not None:
        forest, flags = make_forest(options.forest, options.variant)
    state = State(
        terms=WoodwalkersTerms(options.variant, may_see_own=options.memory_help == "own", seats=seats),
        phase="arrange",
        teams=tuple(Team(points=points) for points in options.scores or (0,) * seats),
        round=round_number,
        stack=options.stack or tuple(modes[: options.modes - (round_number - 1)]),
        forest=forest,
        flags=flags,
        preset_rolls=options.rolls or (),
    )
    if options.animals is None:
        return state
    teams = tuple(make_team(options.animals, seat, seats, state.teams[seat].points) for seat in range(seats))
    return replace(_open_modes(state), teams=teams, owners_saw_nothing=state.terms.is_midnight)


def _open_modes(state: State) -> State:
    return replace(state, phase="mode", open_modes=state.stack[:OPEN_MODES_COUNT], stack=state.stack[OPEN_MODES_COUNT:])


# `seats_to_move` is called often, so its possible results are built once.
_NO_SEATS: Final[frozenset[Seat]] = frozenset()
_SINGLE_SEATS: Final = tuple(frozenset({seat}) for seat in range(MAX_SEATS))
_ALL_SEATS: Final = tuple(frozenset(range(seats)) for seats in range(MAX_SEATS + 1))


def seats_to_move(state: State) -> frozenset[Seat]:
    """Return all seats during the arrangement, one seat in every later phase, and no seat after the match."""
    if state.phase == "arrange":
        return _ALL_SEATS[state.terms.seats]
    return _NO_SEATS if state.seat_to_move is None else _SINGLE_SEATS[state.seat_to_move]


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    state = _mark_introduced(state, joint)
    if state.phase == "arrange":
        return _apply_arrangement(state, joint)
    ((_, move),) = joint.items()
    if state.phase in ("guess", "duel", "home"):
        return apply_in_duel(state, move, dice)
    state = start_turn_events(hide_settled_duel(state))
    match move:
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
    raise AssertionError(move)


def _mark_introduced(state: State, joint: JointMove) -> State:
    """Record that each moving seat has read the explanations of all topics so far.

    This excludes a seat whose move is automatic. It was not asked for a decision, so it was shown no explanations.
    """
    topics = list_topics_so_far(state)
    for seat in joint:
        if not topics <= state.teams[seat].introduced_topics and find_automatic_move(view(state, seat)) is None:
            state = change_team(state, seat, introduced_topics=state.teams[seat].introduced_topics | topics)
    return state


def _apply_arrangement(state: State, joint: JointMove) -> State:
    """Place each seat's animals. Players arrange their animals freely on their own start spaces."""
    for seat, (_, *order) in joint.items():
        starts = START_SPACES[state.terms.sides[seat]]
        state = change_team(state, seat, spaces=tuple(starts[order.index(name)] for name in ANIMALS))
    return add_event(_open_modes(state), AnimalsArranged())


def _choose_mode(state: State, mode: Mode) -> State:
    """Start the round's dice turns in this mode.

    The mode leaves the open modes, and the next mode of the stack, if any, takes its place.
    """
    index = state.open_modes.index(mode)
    seat = state.mode_chooser
    earlier_events = tuple(event for event in state.turn_events if not isinstance(event, ModeChosen))
    return start_dice_turns(
        replace(
            state,
            open_modes=(*state.open_modes[:index], *state.open_modes[index + 1 :], *state.stack[:1]),
            stack=state.stack[1:],
            mode=mode,
            chosen_modes=(*state.chosen_modes, mode),
            turn_events=(*earlier_events, ModeChosen(seat, mode)),
        )
    )


def _roll_to_move(state: State, dice: Dice, *, is_reroll: bool = False) -> State:
    """Roll the die for the move. A player with a Die tile may then reroll before moving."""
    die, state = roll_die(state, dice)
    state = replace(add_event(state, DieRolled(state.mover, die, is_reroll)), die=die)
    return replace(state, phase="reroll" if state.teams[state.mover].die_tiles else "move")


def _reroll_to_move(state: State, dice: Dice) -> State:
    die_tiles = state.teams[state.mover].die_tiles - 1
    return _roll_to_move(change_team(state, state.mover, die_tiles=die_tiles), dice, is_reroll=True)


def _move_animal(state: State, origin: Space, space: Space, dice: Dice) -> State:
    """Move an animal. Start a duel if another player's animal is on the destination.

    Otherwise, turn up any face-down tile there.
    """
    seat = state.mover
    state = add_event(state, AnimalMoved(seat, origin, space))
    for defender, team in enumerate(state.teams):
        if space in team.spaces:
            return start_duel(state, origin, space, defender, dice)
    team = state.teams[seat]
    return end_move(
        _turn_up_tile(
            change_team(state, seat, spaces=spaces_after_placing(team, team.spaces.index(origin), space)), space
        )
    )


def _turn_up_tile(state: State, space: Space) -> State:
    """Turn up the tile on this space, if any.

    A flag stays on its space for the rest of the match. All other tiles leave the board: the mover keeps a Medicine or
    Die tile, and gets 1 point at once for a Point tile.
    """
    tile = dict(state.forest).get(space)
    if tile is None:
        return state
    seat = state.mover
    team = state.teams[seat]
    state = add_event(state, TileFound(seat, space, tile))
    state = replace(state, forest=tuple(face_down for face_down in state.forest if face_down[0] != space))
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
    """Use a Medicine tile to heal one wound of an animal. This is possible before the roll and after the move."""
    seat = state.mover
    team = state.teams[seat]
    wounds = (*team.wounds[:animal], team.wounds[animal] - 1, *team.wounds[animal + 1 :])
    state = add_event(
        change_team(state, seat, medicine_tiles=team.medicine_tiles - 1, wounds=wounds), AnimalHealed(seat, animal)
    )
    return state if state.phase == "roll" else end_move(state)


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's points. The values of held flags are included only after the last turn."""
    return tuple(team.points for team in state.teams)


def result(state: State) -> Result | None:
    """Rank the players by points, then by number of animals on flags, then by fewer wounds.

    Equal players share a rank.
    """
    if state.phase != "over":
        return None
    keys = [ranking_key(team.points, state.flags, team.spaces, team.wounds) for team in state.teams]
    return Result(tuple(1 + sum(other > key for other in keys) for key in keys), scores(state), "points")


def reveal_all(state: State) -> State:
    return replace(state, phase="over")


def rule_out_winners(state: State, seats: frozenset[Seat]) -> State:
    return replace(state, ruled_out_seats=seats)
