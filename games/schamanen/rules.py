"""The rules of Duel of the Shamans, by Wolfgang Kramer: the setup, the effects of moves, and the result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from games.core import JointMove, Result, Seat
from games.dice import Dice
from games.schamanen.options import Options, parse_board
from games.schamanen.state import (
    BISON,
    COLUMNS,
    DUEL_LIMIT_MAX,
    EVEN_SHELLS,
    NOT_PLACED,
    ROWS,
    SIDES,
    SPACES,
    STONE_COUNT,
    VALUES,
    WOLF,
    DuelFought,
    DuelTerms,
    Space,
    State,
    StepEvent,
    Stone,
    StonePlaced,
    StoneRelocated,
    StonesDealt,
    StonesMoved,
    StonesSwapped,
    parse_stone,
    turn_number,
)
from games.schamanen.views import hide_values


def initial_state(options: Options, seats: int, dice: Dice) -> State:
    terms = DuelTerms(
        variant=options.variant,
        duel_limit=options.duel_limit if isinstance(options.duel_limit, int) else DUEL_LIMIT_MAX,
        is_unlimited=options.duel_limit == "none",
        prize_is_one_shell=options.prize == "one",
        may_see_own_stones=options.memory_help == "own",
    )
    if options.board is not None:
        layout = parse_board(options.board, options.variant)
        return State(terms, "mask", layout, options.shells or EVEN_SHELLS, unseen_by_owners=terms.stones_are_hidden)
    if options.placement == "random":
        return State(terms, "mask", _draw_layout(terms, dice), recent_events=(StonesDealt(),))
    return State(terms, "place", ((NOT_PLACED,) * 9, (NOT_PLACED,) * 9))


def _draw_layout(terms: DuelTerms, dice: Dice) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Draw a random layout. All legal layouts are equally likely.

    In the classic variant, a layout with two stones of equal value on one space is illegal, so it is drawn again.
    """
    bison = tuple(dice.shuffle(range(9)))
    while True:
        wolf = tuple(dice.shuffle(range(9)))
        if terms.stones_are_hidden or not any(mine == theirs for mine, theirs in zip(bison, wolf, strict=True)):
            return bison, wolf


_BOTH_SEATS: Final = frozenset({BISON, WOLF})
_SINGLE_SEATS: Final = (frozenset({BISON}), frozenset({WOLF}))
_NO_SEATS: Final[frozenset[Seat]] = frozenset()


def seats_to_move(state: State) -> frozenset[Seat]:
    """Return both seats while masks are chosen, and otherwise the seat that places or exchanges stones, if any."""
    if state.phase == "mask":
        return _BOTH_SEATS
    return _NO_SEATS if state.active_seat is None else _SINGLE_SEATS[state.active_seat]


def apply(state: State, joint: JointMove, dice: Dice) -> State:
    if state.terms.stones_are_hidden and state.latest_event:
        state = replace(state, recent_events=(*state.recent_events[:-1], hide_values(state.latest_event)))
    if state.phase == "mask":
        return _fight_duel(state, ROWS.index(joint[BISON][1]), COLUMNS.index(joint[WOLF][1]))
    ((seat, move),) = joint.items()
    match move:
        case "place", stone, space:
            return _place_stone(state, seat, parse_stone(stone, seat), SPACES.index(space))
        case "relocate", stone, space:
            return _relocate_stone(state, seat, parse_stone(stone, seat), SPACES.index(space))
        case "swap", *side_names, first, second:
            side = SIDES.index(side_names[0]) if side_names else seat
            return _swap_stones(state, seat, side, SPACES.index(first), SPACES.index(second))
        case "move", first, first_space, second, second_space:
            return _move_stones(
                state,
                seat,
                (parse_stone(first, seat), SPACES.index(first_space)),
                (parse_stone(second, seat), SPACES.index(second_space)),
            )
    raise AssertionError(move)


def _put_stones(state: State, placements: Iterable[tuple[Stone, Space]]) -> tuple[tuple[Space, ...], tuple[Space, ...]]:
    """Return the layout after putting each of these stones on its space."""
    layout = [list(side) for side in state.stone_spaces]
    for (side, value), space in placements:
        layout[side][value - 1] = space
    return tuple(layout[BISON]), tuple(layout[WOLF])


def _advance_placement(state: State, placements: Iterable[tuple[Stone, Space]], event: StepEvent) -> State:
    """Put the next stone on the board, and start the duels once all stones are placed.

    All events of a turn stay in `recent_events`, so that they are shown together.
    """
    placed = state.placed_count
    continues_turn = placed > 0 and turn_number(placed) == turn_number(placed - 1)
    return replace(
        state,
        stone_spaces=_put_stones(state, placements),
        phase="place" if placed + 1 < STONE_COUNT else "mask",
        recent_events=(*(state.recent_events if continues_turn else ()), event),
    )


def _place_stone(state: State, seat: Seat, stone: Stone, space: Space) -> State:
    return _advance_placement(state, [(stone, space)], StonePlaced(seat, *stone, space))


def _relocate_stone(state: State, seat: Seat, stone: Stone, space: Space) -> State:
    """Put the stone on an occupied space, and move the displaced stone to the last free space of its side."""
    side, value = stone
    displaced_value = state.stone_spaces[side].index(space) + 1
    (free_space,) = set(range(9)) - set(state.stone_spaces[side])
    event = StoneRelocated(seat, side, value, space, displaced_value, free_space)
    return _advance_placement(state, [(stone, space), ((side, displaced_value), free_space)], event)


def _fight_duel(state: State, row: int, column: int) -> State:
    """Resolve the duel on the space where the two masks meet.

    The higher stone wins, or the stack with the higher sum. The loser pays the difference or, with that option, one
    shell. The loser never pays more shells than they have. Equal values are a draw, and nobody pays. The match ends
    when one player has all the shells or the duel limit is reached.
    """
    space = row * 3 + column
    bison, wolf = (tuple(value for value in VALUES if side[value - 1] == space) for side in state.stone_spaces)
    margin = sum(bison) - sum(wolf)
    winner = None if margin == 0 else BISON if margin > 0 else WOLF
    price = 1 if state.terms.prize_is_one_shell else abs(margin)
    paid = 0 if winner is None else min(price, state.shells[1 - winner])
    bison_gain = paid if winner == BISON else -paid
    shells = (state.shells[BISON] + bison_gain, state.shells[WOLF] - bison_gain)
    duels_fought = state.duels_fought + 1
    duel = DuelFought(duels_fought, space, (bison, wolf), paid, winner)
    revealed = state.revealed_values
    if state.terms.stones_are_hidden:
        revealed = (revealed[BISON].union(bison), revealed[WOLF].union(wolf))
    return replace(
        state,
        phase="over" if 0 in shells or duels_fought == state.terms.duel_limit else "exchange",
        shells=shells,
        duels_fought=duels_fought,
        revealed_values=revealed,
        recent_events=(duel,),
        history=(*state.history, duel) if state.terms.stones_are_hidden else (),
    )


def _swap_stones(state: State, seat: Seat, side: int, first: Space, second: Space) -> State:
    """Swap the spaces of two stones of one side."""
    first_value, second_value = state.stone_spaces[side].index(first) + 1, state.stone_spaces[side].index(second) + 1
    layout = _put_stones(state, [((side, first_value), second), ((side, second_value), first)])
    event = StonesSwapped(seat, side, (first, second))
    return replace(
        state,
        phase="mask",
        stone_spaces=layout,
        recent_events=(*state.recent_events, event),
        history=(*state.history, event) if state.terms.stones_are_hidden else (),
    )


def _move_stones(state: State, seat: Seat, first: tuple[Stone, Space], second: tuple[Stone, Space]) -> State:
    """Move any two stones, of the same side or of different sides. They can form stacks on their new spaces."""
    (first_move, second_move) = (
        ((side, value), state.stone_spaces[side][value - 1], space) for (side, value), space in (first, second)
    )
    event = StonesMoved(seat, (first_move, second_move))
    return replace(
        state,
        phase="mask",
        stone_spaces=_put_stones(state, [first, second]),
        recent_events=(*state.recent_events, event),
    )


def scores(state: State) -> tuple[int, ...]:
    return state.shells


def result(state: State) -> Result | None:
    """Return the result of a finished match. The player with more shells wins, and equal numbers are a draw."""
    if state.phase != "over":
        return None
    bison, wolf = state.shells
    ranks = (1, 1) if bison == wolf else (1, 2) if bison > wolf else (2, 1)
    return Result(ranks, state.shells, "shells" if 0 in state.shells else "limit")


def reveal_all(state: State) -> State:
    return replace(state, phase="over")
