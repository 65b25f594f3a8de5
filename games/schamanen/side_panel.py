"""The panels beside the board, with each player's face, name, stones or shells, latest gain, and current task."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from games.art import (
    BOARD_HEIGHT,
    BOARD_WIDTH,
    FAINT,
    GOLD,
    INK,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    PAPER,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Color,
    Letters,
    Palette,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
    TranslatedWord,
)
from games.core import Seat
from games.schamanen.legal_moves import count_stones_left_in_turn
from games.schamanen.state import (
    BISON,
    COLUMNS,
    FACE_DOWN,
    ROWS,
    SHELL_COUNT,
    SIDES,
    VALUES,
    WOLF,
    DuelFought,
    StonesMoved,
    View,
)

PLACEHOLDER_COLOR: Final[Color] = "#5a6377"
"""The color of the dots that mark legal spaces, missing shells, and values that are ruled out."""
PALETTE: Final = Palette(
    "games.schamanen", grounds=(SLATE, PANEL, PAPER, GOLD), inks=(LIGHT, INK, GOLD, FAINT, PLACEHOLDER_COLOR)
)

MASK_LABELS: Final = (ROWS, COLUMNS.upper())
"""The mask labels of each side."""
_MASK_KINDS: Final = ("row", "column")


def draw_stone(side: int, value: int, width: int, ground: Color) -> Sprite:
    if value == FACE_DOWN:
        return Sprite(f"{SIDES[side]}_back", width, ground)
    return draw_value(SIDES[side], value, width, ground)


def draw_blank_stone(side: int, width: int, ground: Color) -> Sprite:
    """Return a stone without a value, which stands for any stone of a side."""
    return Sprite(SIDES[side], width, ground)


def draw_value(drawing: str, value: int, width: int, ground: Color) -> Sprite:
    """Return a stone with a value. Two-digit sums use a separate drawing."""
    return Sprite(drawing if value < 10 else f"{drawing}_sum", width, ground, str(value))


def draw_undetermined_stone(side: int, values: Sequence[int], width: int, ground: Color) -> Sprite:
    """Return a face-down stone labeled with the values that it can have."""
    return Sprite(f"{SIDES[side]}_maybe", width, ground, "/".join(map(str, values)))


def draw_mask(side: int, line: int, width: int, ground: Color, *, was_chosen: bool = False) -> Sprite:
    return Sprite(f"{_MASK_KINDS[side]}_{'met' if was_chosen else 'mask'}", width, ground, MASK_LABELS[side][line])


def draw_shell(width: int, ground: Color, *, won: bool = False) -> Sprite:
    return Sprite("shell_won" if won else "shell", width, ground)


def draw_head(view: View, side: Seat, width: int, ground: Color) -> Sprite:
    """Return a shaman's head.

    The face shows the result of the latest duel or the match. The winner of the match has a crown.
    """
    name = SIDES[side]
    crown = " crowned" if view.is_decided and view.shells[side] > view.shells[1 - side] else ""
    return Sprite(f"{name}_head {name}_{_choose_expression(view, side)}{crown}", width, ground)


def _choose_expression(view: View, side: Seat) -> str:
    """Return `glad` for the winner, `beaten` for the loser, and `fierce` if neither has won."""
    event = view.latest_event
    lead = view.shells[side] - view.shells[1 - side] if view.is_decided else 0
    if not lead and isinstance(event, DuelFought) and not view.is_decided and event.winner is not None:
        lead = 1 if event.winner == side else -1
    return "glad" if lead > 0 else "beaten" if lead < 0 else "fierce"


UndeterminedValues: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The values that the viewer could not locate, by side. A review shows these values."""
NO_UNDETERMINED_VALUES: Final[UndeterminedValues] = ((), ())

PANEL_GAP_PX: Final = 8
PANEL_TOP_PX: Final = 78
"""The top of the first panel during the duels, below the duel count."""
HEAD_WIDTH_PX: Final = 122
HEAD_RIGHT_PX: Final = 136
"""The right edge of the head, where the other parts of a panel begin."""
SHELL_WIDTH_PX: Final = 48
SUPPLY_STONE_WIDTH_PX: Final = 84
"""The width of unplaced stones, with room for readable values because players choose among these stones."""
TASK_SIGN_WIDTH_PX: Final = 56
EYE_WIDTH_PX: Final = 60
SHELL_PITCH_PX: Final = 40
"""The distance between neighboring shells, and between undetermined values."""
SHELLS_PER_ROW: Final = SHELL_COUNT // 2
MINUS_SIGN: Final = "−"


def draw_panels(view: View, left: int, undetermined: UndeterminedValues) -> Iterator[PlacedMark]:
    """Draw both panels to the right of `left`, with Bison's above Wolf's."""
    top = PANEL_GAP_PX if view.phase == "place" else PANEL_TOP_PX
    width, height = BOARD_WIDTH - left - PANEL_GAP_PX, (BOARD_HEIGHT - top - 2 * PANEL_GAP_PX) // 2
    for side in (BISON, WOLF):
        for mark, x, y in _draw_panel(view, side, width, height, undetermined[side]):
            yield mark, left + x, top + side * (height + PANEL_GAP_PX) + y


def _is_to_move(view: View, side: Seat) -> bool:
    return view.phase == "mask" or view.active_seat == side


def _draw_panel(view: View, side: Seat, width: int, height: int, undetermined: Sequence[int]) -> Iterator[PlacedMark]:
    """Draw a player's panel. If it is the player's turn, the panel has a gold rim and a gold sign for the task."""
    is_to_move = _is_to_move(view, side)
    yield Rectangle(width, height, PANEL, SLATE, corner=18, rim=GOLD if is_to_move else ""), 0, 0
    yield draw_head(view, side, HEAD_WIDTH_PX, PANEL), 8, 6
    eye_room = EYE_WIDTH_PX + 8 if _shows_private_stones(view, side) else 0
    yield PlayerName(side, width - HEAD_RIGHT_PX - 16 - eye_room, 54, LIGHT, PANEL), HEAD_RIGHT_PX, 7
    if eye_room:
        yield Sprite("eye", EYE_WIDTH_PX, PANEL), width - EYE_WIDTH_PX - 14, 8
    if view.phase == "place":
        yield from _draw_supply(view, side)
        if is_to_move:
            yield from _draw_placement_task(view, side)
        return
    yield from _draw_shell_count(view, side, width)
    if undetermined:
        yield from _draw_undetermined_values(side, undetermined, width)
    else:
        yield from _draw_shells(view, side)
        if is_to_move:
            yield (
                Rectangle(width - 28, TASK_SIGN_WIDTH_PX + 4, GOLD, PANEL, corner=14),
                14,
                height - TASK_SIGN_WIDTH_PX - 15,
            )
            yield from _arrange_signs(_list_task_signs(view, side), width, height - TASK_SIGN_WIDTH_PX - 13)


def _shows_private_stones(view: View, side: Seat) -> bool:
    """Return whether the picture shows any of this player's stones that the opponent cannot see."""
    if view.seat != side or not view.terms.stones_are_hidden or view.phase == "over":
        return False
    public_space = view.latest_event.space if isinstance(view.latest_event, DuelFought) else None
    private_piles = (pile for space, pile in enumerate(view.stones[side]) if space != public_space)
    return any(value != FACE_DOWN for pile in private_piles for value in pile)


def _draw_supply(view: View, side: Seat) -> Iterator[PlacedMark]:
    """Draw the unplaced stones. Each value has a fixed place, so missing values show as gaps."""
    for number, value in enumerate(view.supply[side]):
        slot = number if value == FACE_DOWN else value - 1
        yield (
            draw_stone(side, value, SUPPLY_STONE_WIDTH_PX, PANEL),
            HEAD_RIGHT_PX - 16 + slot % 3 * 86,
            68 + slot // 3 * 87,
        )


def _draw_placement_task(view: View, side: Seat) -> Iterator[PlacedMark]:
    """Draw the sign for the placement task.

    It shows the stones left to place in this turn or, if the player may place stones of both sides, a stone of each
    side.
    """
    sides = (BISON, WOLF) if view.terms.may_handle_both_sides else (side,) * count_stones_left_in_turn(view)
    yield Rectangle(98, 192, GOLD, PANEL, corner=14), 14, 136
    width = 66 if len(sides) == 1 else 46
    left, top = 63 - len(sides) * width // 2, 144 + (66 - width) // 2
    for number, stone_side in enumerate(sides):
        yield draw_blank_stone(stone_side, width, GOLD), left + number * width, top
    yield Sprite("down", 44, GOLD), 41, 212
    yield Sprite("free", 58, GOLD), 34, 262


def _shells_just_won(view: View, side: Seat) -> int:
    event = view.latest_event
    return event.paid if isinstance(event, DuelFought) and event.winner == side else 0


def _draw_shell_count(view: View, side: Seat, width: int) -> Iterator[PlacedMark]:
    """Draw the shell count, followed by its change in the latest duel.

    After an exchange with stacks, the stones that the player moved replace the change.
    """
    event, gained = view.latest_event, _shells_just_won(view, side)
    yield Letters(str(view.shells[side]), 112, 100, LIGHT, PANEL, align="left"), HEAD_RIGHT_PX - 2, 49
    if isinstance(event, DuelFought):
        change = "=" if not event.paid else f"+{gained}" if gained else f"{MINUS_SIGN}{event.paid}"
        ink = GOLD if gained else FAINT
        yield Letters(change, 120, 78, ink, PANEL, align="right"), width - 138, 58
    if isinstance(event, StonesMoved) and event.seat == side:
        for number, ((stone_side, value), _, _) in enumerate(event.stone_moves):
            yield draw_stone(stone_side, value, 64, PANEL), width - 14 - (2 - number) * 64, 66


def _draw_shells(view: View, side: Seat) -> Iterator[PlacedMark]:
    """Draw the player's shells and, in place of each shell of the opponent, a dot. Shells just won are gold."""
    owned = view.shells[side]
    for number in range(SHELL_COUNT):
        row, column = divmod(number, SHELLS_PER_ROW)
        left, top = 14 + column * SHELL_PITCH_PX, 137 + row * 44
        if number < owned:
            is_won = number >= owned - _shells_just_won(view, side)
            yield draw_shell(SHELL_WIDTH_PX, PANEL, won=is_won), left - 5, top
        else:
            yield Rectangle(10, 10, PLACEHOLDER_COLOR, PANEL, corner=5), left + 14, top + 19


def _draw_undetermined_values(side: Seat, undetermined: Sequence[int], width: int) -> Iterator[PlacedMark]:
    """Draw the values that a face-down stone of this side can have, and the probability of each value."""
    yield draw_stone(side, FACE_DOWN, 54, PANEL), 14, 132
    yield TranslatedWord("shown-covered", width - 96, SMALL_TYPE_HEIGHT, LIGHT, PANEL), 82, 142
    for number, value in enumerate(VALUES):
        left = 14 + number * SHELL_PITCH_PX
        if value in undetermined:
            yield Letters(str(value), SHELL_PITCH_PX, LARGE_TYPE_HEIGHT, LIGHT, PANEL), left, 186
        else:
            yield Rectangle(10, 10, PLACEHOLDER_COLOR, PANEL, corner=5), left + 14, 214
    yield TranslatedWord("shown-each", width - 122, SMALL_TYPE_HEIGHT, FAINT, PANEL), 18, 250
    yield (
        Letters(f"1/{len(undetermined)}", 90, SMALL_TYPE_HEIGHT, FAINT, PANEL, bold=False, align="right"),
        width - 108,
        250,
    )


def _list_task_signs(view: View, side: Seat) -> Sequence[Sprite]:
    """Return the signs for the current task: the three masks, or the stones of an exchange."""
    if view.phase == "mask":
        return [draw_mask(side, line, TASK_SIGN_WIDTH_PX, GOLD) for line in range(3)]
    sides = (BISON, WOLF) if view.terms.may_handle_both_sides else (side,)
    width = TASK_SIGN_WIDTH_PX if len(sides) == 1 else TASK_SIGN_WIDTH_PX - 8
    signs: list[Sprite] = []
    for stone_side in sides:
        stone = draw_blank_stone(stone_side, width, GOLD)
        if view.terms.allows_stacks:
            signs += [stone, Sprite("way", width, GOLD), Sprite("free", width, GOLD)]
        else:
            signs += [stone, Sprite("swap", width, GOLD), stone]
    return signs


def _arrange_signs(signs: Sequence[Sprite], width: int, top: int) -> Iterator[PlacedMark]:
    """Arrange the signs in a centered row. The gaps between them fill the width, up to a maximum gap."""
    gap = min(24, (width - 40 - sum(sign.width for sign in signs)) // (len(signs) - 1))
    left = (width - sum(sign.width for sign in signs) - gap * (len(signs) - 1)) // 2
    for sign in signs:
        yield sign, left, top + (TASK_SIGN_WIDTH_PX - sign.width) // 2
        left += sign.width + gap
