"""Boards and steps as text: the whole board, a short description, the latest events, and beginner explanations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import Seat
from games.schamanen.board_picture import spaces_of_latest_event
from games.schamanen.labels import line_kind
from games.schamanen.state import (
    BISON,
    COLUMNS,
    FACE_DOWN,
    ROWS,
    SIDES,
    SPACES,
    WOLF,
    DuelFought,
    Space,
    StepEvent,
    StonePlaced,
    StoneRelocated,
    StonesDealt,
    StonesMoved,
    StonesSwapped,
    View,
    say,
    turn_number,
)
from games.words import StepNarrator, seat_names


def describe_board(view: View, locale: str) -> str:
    rows = [["", *COLUMNS.upper()]]
    for row, name in enumerate(ROWS):
        rows.append([name, *(_format_cell(view, row * 3 + column) for column in range(3))])
    width = max(len(cell) for row in rows for cell in row[1:]) + 1
    board = ["".join([f"{row[0]:<2}", *(f"{cell:^{width}}" for cell in row[1:])]).rstrip() for row in rows]
    return "\n".join(
        [
            "/".join(_side_name(side, locale) for side in (BISON, WOLF)),
            *board,
            "",
            *(_describe_holdings(view, side, locale) for side in (BISON, WOLF)),
            _describe_status(view, locale),
        ]
    )


def _format_cell(view: View, space: Space) -> str:
    """Format a space in the notation for preset boards. Spaces involved in the latest event are in brackets."""
    cell = "/".join(_format_pile(view, side, space) for side in (BISON, WOLF))
    return f"[{cell}]" if space in spaces_of_latest_event(view) else f" {cell} "


def _format_value(value: int) -> str:
    return "?" if value == FACE_DOWN else str(value)


def _describe_holdings(view: View, side: int, locale: str) -> str:
    """Describe a side's supply during the placement, or its shells after the placement."""
    if view.phase == "place":
        stones = " ".join(map(_format_value, view.supply[side])) or "–"
        return say("supply", locale, who=_side_name(side, locale), stones=stones)
    return say("shells", locale, who=_side_name(side, locale), shells=view.shells[side])


def _describe_status(view: View, locale: str) -> str:
    if view.is_decided:
        return _describe_outcome(view, StepNarrator(say, locale, seat_names(say, len(SIDES), locale)))
    who = _side_name(view.active_seat or BISON, locale)
    return say(
        f"status-{view.phase}",
        locale,
        who=who,
        turn=turn_number(view.placed_count) + 1,
        duel=view.duels_fought + 1,
        limit=_format_limit(view),
    )


def _format_limit(view: View) -> int | str:
    return "none" if view.terms.is_unlimited else view.terms.duel_limit


def _side_name(side: int, locale: str) -> str:
    return say(f"seat-{side}", locale)


def _describe_outcome(view: View, narrator: StepNarrator) -> str:
    bison, wolf = view.shells
    if bison == wolf:
        return narrator("won-nobody", ())
    return narrator("won", BISON if bison > wolf else WOLF, shells=max(bison, wolf))


def describe_places(view: View, locale: str) -> Iterator[tuple[str, str]]:
    for space, name in enumerate(SPACES):
        stones = (
            say(f"stone-{SIDES[side]}", locale, value=_format_pile(view, side, space))
            for side in (BISON, WOLF)
            if view.stones[side][space]
        )
        yield name.upper(), " · ".join(stones)
    yield from (("", _describe_holdings(view, side, locale)) for side in (BISON, WOLF))
    yield "", _describe_status(view, locale)


def describe_briefly(view: View, locale: str) -> str:
    spaces = ", ".join(
        f"{name.upper()} {_format_pile(view, BISON, space)}/{_format_pile(view, WOLF, space)}"
        for space, name in enumerate(SPACES)
        if view.stones[BISON][space] or view.stones[WOLF][space]
    )
    parts = [say("alt-board", locale, spaces=spaces) if spaces else say("alt-empty", locale)]
    parts += [_describe_holdings(view, side, locale) + "." for side in (BISON, WOLF)]
    return " ".join([*parts, _describe_status(view, locale)])


def _format_pile(view: View, side: int, space: Space) -> str:
    return "+".join(map(_format_value, view.stones[side][space])) or "–"


def describe_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    narrator = StepNarrator(say, locale, names, view.seat)
    lines = [_describe_event(event, view, narrator) for event in view.recent_events]
    return [*lines, _describe_outcome(view, narrator)] if view.is_decided else lines


def _describe_event(event: StepEvent, view: View, narrator: StepNarrator) -> str:
    match event:
        case StonesDealt():
            return narrator("told-dealt", ())
        case StonePlaced(seat, _, value, space) if value == FACE_DOWN:
            return narrator("told-hidden", seat, space=SPACES[space].upper())
        case StonePlaced(seat, side, value, space):
            stone = _describe_stone(seat, side, value, narrator)
            return narrator("told-placed", seat, stone=stone, space=SPACES[space].upper())
        case StoneRelocated(seat, side, value, space, displaced_value, displaced_to):
            spaces = {"space": SPACES[space].upper(), "to": SPACES[displaced_to].upper()}
            stone = _describe_stone(seat, side, value, narrator)
            return narrator("told-relocated", seat, stone=stone, moved=displaced_value, **spaces)
        case DuelFought():
            return _describe_duel(event, narrator, prize_is_one_shell=view.terms.prize_is_one_shell)
        case StonesSwapped(seat, side, (first, second)):
            spaces = {"one": SPACES[first].upper(), "other": SPACES[second].upper()}
            if seat == side:
                return narrator("told-swapped-own", seat, **spaces)
            return narrator("told-swapped-other", seat, side, **spaces)
        case StonesMoved(
            seat, ((first_stone, first_origin, first_target), (second_stone, second_origin, second_target))
        ):
            return narrator(
                "told-moved",
                seat,
                one=_describe_stone(seat, *first_stone, narrator),
                origin=SPACES[first_origin].upper(),
                space=SPACES[first_target].upper(),
                other=_describe_stone(seat, *second_stone, narrator),
                other_origin=SPACES[second_origin].upper(),
                other_space=SPACES[second_target].upper(),
            )


def _describe_stone(seat: Seat, side: int, value: int, narrator: StepNarrator) -> str:
    """Describe a stone that a seat handles. The owner is mentioned only if the stone belongs to the opponent."""
    return narrator.describe_part(f"told-stone-{'own' if side == seat else 'other'}", side, value=value)


def _describe_duel(duel: DuelFought, narrator: StepNarrator, *, prize_is_one_shell: bool) -> str:
    """Describe a duel's space and payment, and the stones' values if they are visible.

    The description also states whether the loser had too few shells to pay the whole difference.
    """
    where: dict[str, str | int] = {"number": duel.number, "space": SPACES[duel.space].upper()}
    piles = ["+".join(map(_format_value, pile)) or "0" for pile in duel.values]
    suffix = "-covered" if any(FACE_DOWN in pile for pile in duel.values) else ""
    if duel.winner is None:
        return narrator(f"told-tie{suffix}", (), **where, one=piles[BISON], other=piles[WOLF])
    loser = 1 - duel.winner
    facts = {**where, "more": piles[duel.winner], "less": piles[loser], "paid": duel.paid}
    if not suffix:
        difference = abs(sum(duel.values[BISON]) - sum(duel.values[WOLF]))
        facts["short"] = int(not prize_is_one_shell and duel.paid < difference)
    return narrator(f"told-duel{suffix}", duel.winner, loser, **facts)


def introduce(view: View, locale: str) -> str:
    """Explain the first placement, mask and exchange. The first explanation of a match also says how to win."""
    match view.phase:
        case "place" if view.placed_count < 2:
            return f"{say('first-place', locale)} {_describe_goal(view, locale)}"
        case "exchange" if view.duels_fought <= 2:
            swap = "swap-any" if view.terms.may_handle_both_sides else "swap"
            return say("first-exchange", locale, exchange="move" if view.terms.allows_stacks else swap)
        case "mask" if view.duels_fought == 0:
            was_drafted = any(isinstance(event, StonePlaced | StoneRelocated) for event in view.recent_events)
            explanation = _explain_first_mask(view, locale)
            return explanation if was_drafted else f"{explanation} {_describe_goal(view, locale)}"
    return ""


def _describe_goal(view: View, locale: str) -> str:
    return say("goal", locale, limit=_format_limit(view))


def _explain_first_mask(view: View, locale: str) -> str:
    """Explain what a mask does, with the viewer's best visible duel as an example."""
    assert view.seat is not None
    own_stones, rival_stones = view.stones[view.seat], view.stones[1 - view.seat]
    duels = [
        (sum(own_stones[space]), sum(rival_stones[space]), space)
        for space in range(len(SPACES))
        if FACE_DOWN not in (*own_stones[space], *rival_stones[space])
    ]
    mine, theirs, space = max(duels, key=lambda duel: duel[0] - duel[1], default=(0, 0, 0))
    explanation = say("first-mask", locale, line_kind=line_kind(view.seat))
    if mine > theirs:
        gain = 1 if view.terms.prize_is_one_shell else mine - theirs
        example = say("first-duel", locale, space=SPACES[space].upper(), mine=mine, theirs=theirs, gain=gain)
        explanation += f" {example}"
    return explanation


def summarize_step(view: View, locale: str) -> str:
    """Summarize the latest duel by its values, such as “8 over 2”. Return "" for a draw or hidden values."""
    duel = next((event for event in reversed(view.recent_events) if isinstance(event, DuelFought)), None)
    if duel is None or duel.winner is None or any(FACE_DOWN in pile for pile in duel.values):
        return ""
    return say("over", locale, more=sum(duel.values[duel.winner]), less=sum(duel.values[1 - duel.winner]))
