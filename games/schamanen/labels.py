"""Labels, emblems and layout of the buttons for entering a move, and the question above the buttons.

Buttons for lines and for stones on the board have no emblem. Three buttons with emblems would not fit side by side on a
phone, so the label shows the line or the stone's value instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.art import Emblem
from games.core import Move, Seat
from games.grid import ROW_BUTTONS_MAX, PickedLabel
from games.schamanen.legal_moves import legal_moves
from games.schamanen.state import BISON, FACE_DOWN, ROWS, SIDES, SPACES, VALUES, WOLF, View, parse_stone, say
from games.words import seat_names


def move_label(view: View, prefix: Move, locale: str) -> str:
    match prefix:
        case ("mask",):
            return say("verb-mask", locale, line_kind=line_kind(view.seat))
        case (verb,):
            return say(f"verb-{verb}", locale)
        case ("mask", line):
            return say("row" if line in ROWS else "column", locale, line=line.upper())
        case ("swap", side) if side in SIDES:
            return say(f"stones-{side}", locale)
        case ("swap", *side_names, space) if len(side_names) < 2 and (not side_names or side_names[0] in SIDES):
            return space_label(view, side_names, space)
        case ("swap", *side_names, _, space):
            return f"⇄ {space_label(view, side_names if side_names and side_names[0] in SIDES else (), space)}"
        case ("move", _, space) | ("move", _, _, _, space):
            return f"→ {space.upper()}"
        case ("relocate", stone, space):
            return space_label(
                view, [SIDES[parse_stone(stone, BISON)[0]]] if view.terms.may_handle_both_sides else (), space
            )
        case ("place", _, space):
            return space.upper()
        case (verb, *_, stone):
            is_space = verb == "place" and stone in SPACES and not _is_stone(view, stone)
            return stone.upper() if is_space else _stone_label(stone, locale)
    return ""


def short_label(view: View, prefix: Move, locale: str) -> str:
    """Return a mask's name, such as “Wolf A”, if it is shorter than “Column A”. Otherwise, return an empty string."""
    if len(prefix) != 2 or prefix[0] != "mask":
        return ""
    name = mask_label(prefix[1], locale)
    return name if len(name) < len(move_label(view, prefix, locale)) else ""


def mask_label(line: str, locale: str) -> str:
    """Return a mask's name, such as “Wolf A”. Three of them fit side by side on a phone, unlike three of “Column A”."""
    side = BISON if line in ROWS else WOLF
    return f"{seat_names(say, len(SIDES), locale)[side]} {line.upper()}"


def _stone_label(token: str, locale: str) -> str:
    if token[0] in "bw":
        side, value = parse_stone(token, BISON)
        return say(f"stone-{SIDES[side]}", locale, value=value)
    return say("stone", locale, value=int(token))


def _is_stone(view: View, token: str) -> bool:
    """Return whether a token is one of Bison's stones to be placed, such as `b1`, and not the space B1."""
    return view.terms.may_handle_both_sides and token[0] == "b" and int(token[1]) in view.supply[BISON]


def ask_next_token(view: View, prefix: Move, locale: str) -> str:
    """Return the question to ask for the next token, with a note if some spaces cannot be chosen."""
    match prefix:
        case ("place",) | ("move",):
            return say(f"ask-{prefix[0]}", locale)
        case ("move", _, _):
            return say("ask-also", locale)
        case ("move", _) | ("move", _, _, _):
            return say("ask-there", locale, stone=move_label(view, prefix, locale))
        case ("place", _):
            targets = {move[-1] for move in legal_moves(view) if move[:2] == prefix}
            question = say("ask-there", locale, stone=move_label(view, prefix, locale))
        case ("swap", *side_names, space) if space in SPACES:
            targets = {
                target
                for move in legal_moves(view)
                if space in move and move[1:-2] == tuple(side_names)
                for target in move[-2:]
            }
            question = say("ask-with", locale, stone=space_label(view, side_names, space))
        case ("swap", *_):
            return say("ask-swap", locale)
        case _:
            return ""
    return f"{question}\n-# {say(f'blocked-{prefix[0]}', locale)}" if len(targets) < len(SPACES) else question


def line_kind(seat: Seat | None) -> str:
    """Return the kind of line that a seat chooses, `row` or `column`, as an argument for translated messages."""
    return "row" if seat == BISON else "column"


def space_label(view: View, side_names: Sequence[str], space: str) -> str:
    """Return a space's name and the values that the viewer sees there.

    `side_names` is empty while players choose among their own stones.
    """
    side = SIDES.index(side_names[0]) if side_names else view.seat
    pile = view.stones[side][SPACES.index(space)] if side is not None else ()
    values = "+".join(str(value) for value in pile if value != FACE_DOWN)
    return f"{space.upper()} · {values}" if values else space.upper()


def _stone_emblem(side: int, value: int) -> Emblem:
    return Emblem(SIDES[side], str(value))


def _side_emblem(side: int) -> Emblem:
    """Return the emblem that stands for any stone of a side."""
    return Emblem(f"{SIDES[side]}_back")


EMBLEMS: Final = (
    *(_stone_emblem(side, value) for side in (BISON, WOLF) for value in VALUES),
    *(_side_emblem(side) for side in (BISON, WOLF)),
)


def move_emblem(view: View, prefix: Move) -> Emblem | None:
    match prefix:
        case ("swap", side) if side in SIDES:
            return _side_emblem(SIDES.index(side))
        case ("place" | "relocate", stone) | ("move", stone) | ("move", _, _, stone):
            return _emblem_of_token(view, stone)
    return None


def _emblem_of_token(view: View, token: str) -> Emblem | None:
    """Return the emblem of a stone token, such as `b7` or the player's own `7`. Other tokens have no emblem."""
    if token[0] in "bw":
        return _stone_emblem(*parse_stone(token, BISON))
    return _stone_emblem(view.seat, int(token)) if view.seat is not None and token.isdecimal() else None


def arrange_buttons(view: View, choices: Sequence[Move]) -> Sequence[Sequence[Move | str]]:
    """Arrange the buttons for spaces three by three, as on the board, and those for unplaced stones in rows."""
    if all(choice[-1] in SPACES and choice[:-1] == choices[0][:-1] for choice in choices):
        by_space = {choice[-1]: choice for choice in choices}
        rows = (SPACES[start : start + 3] for start in range(0, len(SPACES), 3))
        return [[by_space.get(space) or _empty_cell_label(view, choices[0], space) for space in row] for row in rows]
    if all(choice[0] == "place" and len(choice) == 2 for choice in choices):
        return [choices[start : start + ROW_BUTTONS_MAX] for start in range(0, len(choices), ROW_BUTTONS_MAX)]
    return ()


def _empty_cell_label(view: View, choice: Move, space: str) -> str:
    """Return the label of a space that cannot be chosen. In an unfinished swap, the first space gets a check mark."""
    if choice[0] == "swap" and space == choice[-2]:
        return PickedLabel(f"✓ {space_label(view, choice[1:-2], space)}")
    return space_label(view, choice[1:-2], space) if choice[0] == "swap" else space.upper()
