"""What stands beside the board for a side: who it is, what they hold, what they won just now, what they are to do."""

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
    Colour,
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
from games.schamanen.state import BISON, COLUMNS, FACE_DOWN, ROWS, SIDES, VALUES, WOLF, DuelFought, StonesMoved, View

PLACEHOLDER_COLOUR: Final[Colour] = "#5a6377"
"""Where something is not, or may be."""
PALETTE: Final = Palette(
    "games.schamanen", grounds=(SLATE, PANEL, PAPER, GOLD), inks=(LIGHT, INK, GOLD, FAINT, PLACEHOLDER_COLOUR)
)

MASK_LABELS: Final = (ROWS, COLUMNS.upper())
"""By side: Bison’s are the rows, Wolf’s the columns."""
_MASK_KINDS: Final = ("row", "column")


def draw_stone(side: int, value: int, width: int, ground: Colour) -> Sprite:
    if value == FACE_DOWN:
        return Sprite(f"{SIDES[side]}_back", width, ground)
    return draw_value(SIDES[side], value, width, ground)


def draw_blank_stone(side: int, width: int, ground: Colour) -> Sprite:
    """Any stone of a side."""
    return Sprite(SIDES[side], width, ground)


def draw_value(drawing: str, value: int, width: int, ground: Colour) -> Sprite:
    """Sums have two figures, and a drawing of their own for them."""
    return Sprite(drawing if value < 10 else f"{drawing}_sum", width, ground, str(value))


def draw_undetermined_stone(side: int, values: Sequence[int], width: int, ground: Colour) -> Sprite:
    """A stone that is one of two."""
    return Sprite(f"{SIDES[side]}_maybe", width, ground, "/".join(map(str, values)))


def draw_mask(side: int, line: int, width: int, ground: Colour, *, met: bool = False) -> Sprite:
    return Sprite(f"{_MASK_KINDS[side]}_{'met' if met else 'mask'}", width, ground, MASK_LABELS[side][line])


def draw_shell(width: int, ground: Colour, *, won: bool = False) -> Sprite:
    return Sprite("shell_won" if won else "shell", width, ground)


def draw_head(view: View, side: Seat, width: int, ground: Colour) -> Sprite:
    """One sees in their faces how it went; whoever has won the game wears a crown."""
    name = SIDES[side]
    crown = " crowned" if view.is_decided and view.shells[side] > view.shells[1 - side] else ""
    return Sprite(f"{name}_head {name}_{_choose_expression(view, side)}{crown}", width, ground)


def _choose_expression(view: View, side: Seat) -> str:
    """Where nobody has won they stare at one another."""
    newest = view.latest_event
    more = view.shells[side] - view.shells[1 - side] if view.is_decided else 0
    if not more and isinstance(newest, DuelFought) and not view.is_decided and newest.winner is not None:
        more = 1 if newest.winner == side else -1
    return "glad" if more > 0 else "beaten" if more < 0 else "fierce"


UndeterminedValues: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""By side, the stones of which whoever looks back could not know which lies where."""
NO_UNDETERMINED_VALUES: Final[UndeterminedValues] = ((), ())

PANEL_GAP_PX: Final = 8
PANEL_TOP_PX: Final = 78
"""Where the panels begin below the count of duels."""
HEAD_WIDTH_PX: Final = 122
HEAD_RIGHT_PX: Final = 136
"""What stands right of the head."""
SHELL_WIDTH_PX: Final = 48
SUPPLY_STONE_WIDTH_PX: Final = 84
"""A stone that is not placed yet: its figure is as large as one decides by."""
TASK_SIGN_WIDTH_PX: Final = 56
EYE_WIDTH_PX: Final = 60
SHELL_PITCH_PX: Final = 40
"""From shell to shell, and from value to value."""
MINUS_SIGN: Final = "−"


def draw_panels(view: View, left: int, unseen: UndeterminedValues) -> Iterator[PlacedMark]:
    top = PANEL_GAP_PX if view.phase == "place" else PANEL_TOP_PX
    width, height = BOARD_WIDTH - left - PANEL_GAP_PX, (BOARD_HEIGHT - top - 2 * PANEL_GAP_PX) // 2
    for side in (BISON, WOLF):
        for what, right, down in _draw_panel(view, side, width, height, unseen[side]):
            yield what, left + right, top + side * (height + PANEL_GAP_PX) + down


def _is_to_move(view: View, side: Seat) -> bool:
    return view.phase == "mask" or view.active_seat == side


def _draw_panel(view: View, side: Seat, width: int, height: int, unseen: Sequence[int]) -> Iterator[PlacedMark]:
    """A gold rim says whose turn it is, and a sign on gold what for."""
    now = _is_to_move(view, side)
    yield Rectangle(width, height, PANEL, SLATE, corner=18, rim=GOLD if now else ""), 0, 0
    yield draw_head(view, side, HEAD_WIDTH_PX, PANEL), 8, 6
    eye = EYE_WIDTH_PX + 8 if _shows_private_stones(view, side) else 0
    yield PlayerName(side, width - HEAD_RIGHT_PX - 16 - eye, 54, LIGHT, PANEL), HEAD_RIGHT_PX, 7
    if eye:
        yield Sprite("eye", EYE_WIDTH_PX, PANEL), width - EYE_WIDTH_PX - 14, 8
    if view.phase == "place":
        yield from _draw_supply(view, side)
        if now:
            yield from _draw_placement_task(view, side)
        return
    yield from _draw_shell_count(view, side, width)
    if unseen:
        yield from _draw_undetermined_values(side, unseen, width)
    else:
        yield from _draw_shells(view, side)
        if now:
            yield (
                Rectangle(width - 28, TASK_SIGN_WIDTH_PX + 4, GOLD, PANEL, corner=14),
                14,
                height - TASK_SIGN_WIDTH_PX - 15,
            )
            yield from _arrange_signs(_list_task_signs(view, side), width, height - TASK_SIGN_WIDTH_PX - 13)


def _shows_private_stones(view: View, side: Seat) -> bool:
    """Does this picture show whose it is what nobody else sees?"""
    if view.seat != side or not view.terms.stones_are_hidden or view.phase == "over":
        return False
    met = view.latest_event.space if isinstance(view.latest_event, DuelFought) else None
    return any(value != FACE_DOWN for space, pile in enumerate(view.stones[side]) if space != met for value in pile)


def _draw_supply(view: View, side: Seat) -> Iterator[PlacedMark]:
    """Three by three, each value in a place of its own, so that one sees what is gone."""
    for at, value in enumerate(view.supply[side]):
        slot = at if value == FACE_DOWN else value - 1
        yield (
            draw_stone(side, value, SUPPLY_STONE_WIDTH_PX, PANEL),
            HEAD_RIGHT_PX - 16 + slot % 3 * 86,
            68 + slot // 3 * 87,
        )


def _draw_placement_task(view: View, side: Seat) -> Iterator[PlacedMark]:
    """As many stones as the turn still takes; among professionals one of either side."""
    sides = (BISON, WOLF) if view.terms.may_handle_both_sides else (side,) * count_stones_left_in_turn(view)
    yield Rectangle(98, 192, GOLD, PANEL, corner=14), 14, 136
    for at, each in enumerate(sides):
        width = 66 if len(sides) == 1 else 46
        yield draw_blank_stone(each, width, GOLD), 63 - len(sides) * width // 2 + at * width, 144 + (66 - width) // 2
    yield Sprite("down", 44, GOLD), 41, 212
    yield Sprite("free", 58, GOLD), 34, 262


def _shells_just_won(view: View, side: Seat) -> int:
    newest = view.latest_event
    return newest.paid if isinstance(newest, DuelFought) and newest.winner == side else 0


def _draw_shell_count(view: View, side: Seat, width: int) -> Iterator[PlacedMark]:
    """The shells as a number, and what has just changed."""
    newest, gained = view.latest_event, _shells_just_won(view, side)
    yield Letters(str(view.shells[side]), 112, 100, LIGHT, PANEL, lie="left"), HEAD_RIGHT_PX - 2, 49
    if isinstance(newest, DuelFought):
        change = "=" if not newest.paid else f"+{gained}" if gained else f"{MINUS_SIGN}{newest.paid}"
        ink = GOLD if gained else FAINT
        yield Letters(change, 120, 78, ink, PANEL, lie="right"), width - 138, 58
    if isinstance(newest, StonesMoved) and newest.seat == side:
        for at, ((each, value), _, _) in enumerate(newest.stone_moves):
            yield draw_stone(each, value, 64, PANEL), width - 14 - (2 - at) * 64, 66


def _draw_shells(view: View, side: Seat) -> Iterator[PlacedMark]:
    """To be counted; those won just now are gold."""
    held = view.shells[side]
    for at in range(18):
        left, top = 14 + at % 9 * SHELL_PITCH_PX, 137 + at // 9 * 44
        if at < held:
            yield draw_shell(SHELL_WIDTH_PX, PANEL, won=at >= held - _shells_just_won(view, side)), left - 5, top
        else:
            yield Rectangle(10, 10, PLACEHOLDER_COLOUR, PANEL, corner=5), left + 14, top + 19


def _draw_undetermined_values(side: Seat, unseen: Sequence[int], width: int) -> Iterator[PlacedMark]:
    """What may lie beneath its backs, each value in a place of its own, and how likely each is beneath each of them."""
    yield draw_stone(side, FACE_DOWN, 54, PANEL), 14, 132
    yield TranslatedWord("shown-covered", width - 96, SMALL_TYPE_HEIGHT, LIGHT, PANEL), 82, 142
    for at, value in enumerate(VALUES):
        left = 14 + at * SHELL_PITCH_PX
        if value in unseen:
            yield Letters(str(value), SHELL_PITCH_PX, LARGE_TYPE_HEIGHT, LIGHT, PANEL), left, 186
        else:
            yield Rectangle(10, 10, PLACEHOLDER_COLOUR, PANEL, corner=5), left + 14, 214
    yield TranslatedWord("shown-each", width - 122, SMALL_TYPE_HEIGHT, FAINT, PANEL), 18, 250
    yield Letters(f"1/{len(unseen)}", 90, SMALL_TYPE_HEIGHT, FAINT, PANEL, bold=False, lie="right"), width - 108, 250


def _list_task_signs(view: View, side: Seat) -> Sequence[Sprite]:
    """Three masks to choose from, two stones that change places, or two stones that go their ways."""
    if view.phase == "mask":
        return [draw_mask(side, line, TASK_SIGN_WIDTH_PX, GOLD) for line in range(3)]
    sides = (BISON, WOLF) if view.terms.may_handle_both_sides else (side,)
    width = TASK_SIGN_WIDTH_PX if len(sides) == 1 else TASK_SIGN_WIDTH_PX - 8
    signs: list[Sprite] = []
    for each in sides:
        one = draw_blank_stone(each, width, GOLD)
        if view.terms.allows_stacks:
            signs += [one, Sprite("way", width, GOLD), Sprite("free", width, GOLD)]
        else:
            signs += [one, Sprite("swap", width, GOLD), one]
    return signs


def _arrange_signs(signs: Sequence[Sprite], width: int, top: int) -> Iterator[PlacedMark]:
    """In the middle, with as much room as there is, but no more than belongs together."""
    gap = min(24, (width - 40 - sum(sign.width for sign in signs)) // (len(signs) - 1))
    left = (width - sum(sign.width for sign in signs) - gap * (len(signs) - 1)) // 2
    for sign in signs:
        yield sign, left, top + (TASK_SIGN_WIDTH_PX - sign.width) // 2
        left += sign.width + gap
