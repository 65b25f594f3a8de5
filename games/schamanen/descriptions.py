"""The Duel in words: boards in letters, what happened, what the buttons say, what a player typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from games.core import Move, Seat
from games.schamanen.board_picture import spaces_of_latest_event
from games.schamanen.legal_moves import legal_moves
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
from games.spelling import match_spelling, split_token
from games.words import StepNarrator, seat_names


def describe_board(view: View, locale: str) -> str:
    rows = [["", *COLUMNS.upper()]]
    for row, name in enumerate(ROWS):
        rows.append([name, *(_format_cell(view, row * 3 + column) for column in range(3))])
    width = max(len(cell) for row in rows for cell in row[1:]) + 1
    board = ["".join([f"{row[0]:<2}", *(f"{cell:^{width}}" for cell in row[1:])]).rstrip() for row in rows]
    return "\n".join(
        [
            *board,
            "",
            *(_describe_holdings(view, side, locale) for side in (BISON, WOLF)),
            _describe_status(view, locale),
        ]
    )


def _format_cell(view: View, space: Space) -> str:
    """As in the notation of boards, in brackets where something just happened."""
    cell = "/".join(_format_pile(view, side, space) for side in (BISON, WOLF))
    return f"[{cell}]" if space in spaces_of_latest_event(view) else f" {cell} "


def _format_value(value: int) -> str:
    return "?" if value == FACE_DOWN else str(value)


def _describe_holdings(view: View, side: int, locale: str) -> str:
    if view.phase == "place":
        stones = " ".join(map(_format_value, view.supply[side])) or "–"
        return say("supply", locale, who=_side_name(side, locale), stones=stones)
    return say("shells", locale, who=_side_name(side, locale), shells=view.shells[side])


def _describe_status(view: View, locale: str) -> str:
    if view.is_decided:
        return _describe_outcome(view, StepNarrator(say, locale, seat_names(say, 2, locale)))
    who = _side_name(view.active_seat or BISON, locale)
    number = turn_number(view.placed_count) + 1
    return say(
        f"status-{view.phase}", locale, who=who, turn=number, duel=view.duels_fought + 1, limit=_format_limit(view)
    )


def _format_limit(view: View) -> str:
    return "none" if view.terms.is_unlimited else str(view.terms.duel_limit)


def _side_name(side: int, locale: str) -> str:
    return say(f"seat-{side}", locale)


def _describe_outcome(view: View, telling: StepNarrator) -> str:
    bison, wolf = view.shells
    if bison == wolf:
        return telling("won-nobody", ())
    return telling("won", BISON if bison > wolf else WOLF, shells=max(bison, wolf))


def describe_briefly(view: View, locale: str) -> str:
    spaces = ", ".join(
        f"{name.upper()} {_format_pile(view, BISON, at)}/{_format_pile(view, WOLF, at)}"
        for at, name in enumerate(SPACES)
        if view.stones[BISON][at] or view.stones[WOLF][at]
    )
    parts = [say("alt-board", locale, spaces=spaces) if spaces else say("alt-empty", locale)]
    parts += [_describe_holdings(view, side, locale) + "." for side in (BISON, WOLF)]
    return " ".join([*parts, _describe_status(view, locale)])


def _format_pile(view: View, side: int, space: Space) -> str:
    return "+".join(map(_format_value, view.stones[side][space])) or "–"


def describe_step(view: View, locale: str, names: Sequence[str]) -> Sequence[str]:
    telling = StepNarrator(say, locale, names, view.seat)
    lines = [_describe_event(fact, view, telling) for fact in view.recent_events]
    return [*lines, _describe_outcome(view, telling)] if view.is_decided else lines


def _describe_event(fact: StepEvent, view: View, telling: StepNarrator) -> str:
    match fact:
        case StonesDealt():
            return telling("told-dealt", ())
        case StonePlaced(seat, _, value, space) if value == FACE_DOWN:
            return telling("told-hidden", seat, space=SPACES[space].upper())
        case StonePlaced(seat, side, value, space):
            stone = _describe_stone(seat, side, value, telling)
            return telling("told-placed", seat, stone=stone, space=SPACES[space].upper())
        case StoneRelocated(seat, side, value, space, moved, to):
            spaces = {"space": SPACES[space].upper(), "to": SPACES[to].upper()}
            stone = _describe_stone(seat, side, value, telling)
            return telling("told-relocated", seat, stone=stone, moved=moved, **spaces)
        case DuelFought():
            return _describe_duel(fact, telling, one=view.terms.prize_is_one_shell)
        case StonesSwapped(seat, side, (one, other)):
            spaces = {"one": SPACES[one].upper(), "other": SPACES[other].upper()}
            if seat == side:
                return telling("told-swapped-own", seat, **spaces)
            return telling("told-swapped-other", seat, side, **spaces)
        case StonesMoved(seat, ((one, origin, space), (other, since, there))):
            return telling(
                "told-moved",
                seat,
                one=_describe_stone(seat, *one, telling),
                origin=SPACES[origin].upper(),
                space=SPACES[space].upper(),
                other=_describe_stone(seat, *other, telling),
                since=SPACES[since].upper(),
                there=SPACES[there].upper(),
            )


def _describe_stone(seat: Seat, side: int, value: int, telling: StepNarrator) -> str:
    """Whose it is goes without saying where it belongs to whoever moves it."""
    return telling.describe_part(f"told-stone-{'own' if side == seat else 'other'}", side, value=value)


def _describe_duel(fact: DuelFought, telling: StepNarrator, *, one: bool) -> str:
    """Where, what beat what (unless it must be forgotten by now), and who pays; why less than by how much, too."""
    where: dict[str, str | int] = {"number": fact.number, "space": SPACES[fact.space].upper()}
    piles = ["+".join(map(_format_value, pile)) or "0" for pile in fact.values]
    how = "-covered" if any(FACE_DOWN in pile for pile in fact.values) else ""
    if fact.winner is None:
        return telling(f"told-tie{how}", (), **where, one=piles[BISON], other=piles[WOLF])
    loser = 1 - fact.winner
    facts = {**where, "more": piles[fact.winner], "less": piles[loser], "paid": fact.paid}
    if not how:
        facts["short"] = int(not one and fact.paid < abs(sum(fact.values[BISON]) - sum(fact.values[WOLF])))
    return telling(f"told-duel{how}", fact.winner, loser, **facts)


def move_label(view: View, prefix: Move, locale: str) -> str:
    match prefix:
        case ("mask",):
            return say("verb-mask", locale, way=_line_kind(view.seat))
        case (verb,):
            return say(f"verb-{verb}", locale)
        case ("mask", line):
            return say("row" if line in ROWS else "column", locale, line=line.upper())
        case ("swap", side) if side in SIDES:
            return say(f"stones-{side}", locale)
        case ("swap", *colour, space) if len(colour) < 2 and (not colour or colour[0] in SIDES):
            return space_label(view, colour, space)
        case ("swap", *colour, _, space):
            return f"⇄ {space_label(view, colour if colour and colour[0] in SIDES else (), space)}"
        case ("move", _, space) | ("move", _, _, _, space):
            return f"→ {space.upper()}"
        case ("relocate", stone, space):
            return space_label(view, [SIDES[stone[0] == "w"]] if view.terms.may_handle_both_sides else (), space)
        case ("place", _, space):
            return space.upper()
        case (*_, stone) if stone[0] in "bw":
            return say(f"stone-{SIDES[BISON if stone[0] == 'b' else WOLF]}", locale, value=int(stone[1:]))
        case (*_, stone):
            return stone
    return ""


def short_label(view: View, move: Move, locale: str) -> str:
    """Three masks side by side: row or column is asked above them, and drawn on them."""
    return move[1].upper() if move[0] == "mask" else ""


def ask_next_token(view: View, prefix: Move, locale: str) -> str:
    """And why some of what lies there cannot be had, where that is so."""
    match prefix:
        case ("place",) | ("move",):
            return say(f"ask-{prefix[0]}", locale)
        case ("move", _, _):
            return say("ask-also", locale)
        case ("move", _) | ("move", _, _, _):
            return say("ask-there", locale, stone=move_label(view, prefix, locale))
        case ("place", _):
            there = {word[-1] for word in legal_moves(view) if word[:2] == prefix}
            grey = len(there) < len(SPACES)
            told = say("ask-there", locale, stone=move_label(view, prefix, locale))
        case ("swap", *colour, space) if space in SPACES:
            there = {
                it for word in legal_moves(view) if space in word and word[1:-2] == tuple(colour) for it in word[-2:]
            }
            grey = len(there) < len(SPACES)
            told = say("ask-with", locale, stone=space_label(view, colour, space))
        case ("swap", *_):
            return say("ask-swap", locale)
        case _:
            return ""
    return f"{told}\n-# {say(f'grey-{prefix[0]}', locale)}" if grey else told


def _line_kind(seat: Seat | None) -> str:
    return "row" if seat == BISON else "column"


def space_label(view: View, colour: Sequence[str], space: str) -> str:
    """A space, and the value on it where the reader may see it."""
    side = SIDES.index(colour[0]) if colour else view.seat
    pile = view.stones[side][SPACES.index(space)] if side is not None else ()
    values = "+".join(str(value) for value in pile if value != FACE_DOWN)
    return f"{space.upper()} · {values}" if values else space.upper()


_TOKEN_PATTERN: Final = re.compile(r"[abc][123]|[bw][1-9]|[a-z]{3,}|[1-9abc]")
"""What a token may hold that was typed without blanks: 5b2, a1c3."""
_SEPARATOR_PATTERN: Final = re.compile(r"[\s,;·⇄→>↔-]+")
_PLACEMENT_PATTERN: Final = re.compile(r"[bw]?[1-9] [abc][123]")
"""A stone, and where it goes."""


def parse_move(view: View, typed: str) -> Move:
    """Spaces and stones in either order, the verb only where it is needed: `c3 a1` is `swap a1 c3`."""
    tokens = [token for token in _SEPARATOR_PATTERN.split(typed.strip().lower()) if token]
    return match_spelling(typed, _list_spellings(view, tokens), legal_moves(view))


def _list_spellings(view: View, tokens: Sequence[str]) -> Iterator[Sequence[str]]:
    """As typed; then unordered things in order: two spaces, or two stones and where they go."""
    for given in (tokens, [part for token in tokens for part in split_token(token, _TOKEN_PATTERN)]):
        yield given
        if view.phase == "exchange" and not view.terms.allows_stacks:
            yield [*given[:-2], *given[:-3:-1]]
        else:
            head, one, other = given[:-4], _put_stone_first(given[-4:-2]), _put_stone_first(given[-2:])
            yield [*head, *one, *other]
            yield [*head, *other, *one]


def _put_stone_first(pair: Sequence[str]) -> Sequence[str]:
    """Among the professionals b1 is a space and a stone: whatever is right as it stands is meant as it stands."""
    stands, turned = (_PLACEMENT_PATTERN.fullmatch(" ".join(each)) for each in (pair, pair[::-1]))
    return pair[::-1] if turned and not stands else pair


def introduce(view: View, locale: str) -> str:
    """Of the first stone, the first mask and the first exchange; who wins with whichever comes first."""
    match view.phase:
        case "place" if view.placed_count < 2:
            return f"{say('first-place', locale)} {_describe_goal(view, locale)}"
        case "exchange" if view.duels_fought <= 2:
            return say("first-exchange", locale, deed="move" if view.terms.allows_stacks else "swap")
        case "mask" if view.duels_fought == 0:
            drafted = any(isinstance(fact, StonePlaced | StoneRelocated) for fact in view.recent_events)
            return (
                _explain_first_mask(view, locale)
                if drafted
                else f"{_explain_first_mask(view, locale)} {_describe_goal(view, locale)}"
            )
    return ""


def _describe_goal(view: View, locale: str) -> str:
    return say("goal", locale, limit=_format_limit(view))


def _explain_first_mask(view: View, locale: str) -> str:
    """What a mask does, by the duel that would be best for these eyes."""
    assert view.seat is not None
    me, you = view.seat, 1 - view.seat
    values = [(sum(view.stones[me][at]), sum(view.stones[you][at]), at) for at in range(len(SPACES))]
    seen = [it for it in values if FACE_DOWN not in (*view.stones[me][it[2]], *view.stones[you][it[2]])]
    mine, theirs, at = max(seen, key=lambda it: it[0] - it[1], default=(0, 0, 0))
    told = say("first-mask", locale, way=_line_kind(me))
    if mine > theirs:
        gain = 1 if view.terms.prize_is_one_shell else mine - theirs
        told += " " + say("first-duel", locale, space=SPACES[at].upper(), mine=mine, theirs=theirs, gain=gain)
    return told
