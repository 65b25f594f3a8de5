"""The picture of a duel: both masks, the stones on their space, the payment, and each player's shells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

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
    Alignment,
    Color,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
)
from games.schamanen.side_panel import PALETTE, draw_head, draw_mask, draw_shell, draw_value
from games.schamanen.state import BISON, FACE_DOWN, SHELL_COUNT, SIDES, SPACES, WOLF, DuelFought, View

DUEL_BOTTOM_PX: Final = 480
"""The bottom edge of the duel area, above the payment and the shells."""
HALF_COLORS: Final[tuple[Color, Color]] = ("#4a2208", "#06395a")
NAME_RIBBON_COLORS: Final[tuple[Color, Color]] = ("#331704", "#04263d")
SEAT_COLORS: Final[tuple[Color, Color]] = ("#d55e00", "#0072b2")
TEXT_ALIGNMENTS: Final[tuple[Alignment, Alignment]] = ("left", "right")
HEAD_WIDTH_PX: Final = 286
MASK_WIDTHS_PX: Final = (112, 132)
"""The width of each side's mask. Wolf's diamond is wider because it has less room inside than Bison's disc."""
PICTURE_MIDDLE_PX: Final = BOARD_WIDTH // 2
WINNING_STONE_WIDTH_PX: Final = 300
TIED_STONE_WIDTH_PX: Final = 268
LOSING_STONE_WIDTH_PX: Final = 228
"""The width of the loser's stone. It is smaller than the winner's, so that the result is visible at a glance."""
NAME_WIDTH_PX: Final = 330
SUMMANDS_PER_LINE: Final = 5
"""The maximum number of stone values on each line when a stack is written out."""
LARGE_STACK_MAX: Final = 3
"""The maximum number of stones in a stack whose values are written in large type."""
SMALL_SUMMAND_HEIGHT_PX: Final = 44
CHARACTER_WIDTH: Final = 0.46
"""The width reserved for each character of a stack's values, as a fraction of the type height."""
SHELLS_IN_ONE_ROW_MAX: Final = 5
"""The maximum number of paid shells that fit in one row. More shells are drawn smaller and in two rows."""
SHELL_PITCH_PX: Final = 58
SHELL_ROW_TOP_PX: Final = 604


def draw_reveal(view: View) -> Picture | None:
    """Return a picture of the latest duel, or `None` if there is no duel to show.

    A duel is not shown once its stones are face down again, or after the players or the clock ended the match.
    """
    return _draw_reveal(replace(view, seat=None))


# The picture is the same for all seats, so the cache ignores the seat.
@lru_cache(maxsize=256)
def _draw_reveal(view: View) -> Picture | None:
    event = view.latest_event
    if not isinstance(event, DuelFought) or (view.phase == "over" and not view.is_decided):
        return None
    if any(FACE_DOWN in pile for pile in event.values):
        return None
    marks = (
        *_draw_shamans(view, event),
        *_draw_duel_stones(event),
        *_draw_summands(event),
        *_draw_payment(view, event),
        *_draw_shell_row(view, event),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks)


def _draw_shamans(view: View, duel: DuelFought) -> Iterator[PlacedMark]:
    """Draw each shaman in one half of the picture, with the player's name and chosen mask."""
    yield Sprite("halves even" if duel.winner is None else "halves burst", BOARD_WIDTH, SLATE), 0, 0
    lines = divmod(duel.space, 3)
    for side in (BISON, WOLF):
        middle = (158, BOARD_WIDTH - 158)[side]
        yield draw_head(view, side, HEAD_WIDTH_PX, HALF_COLORS[side]), middle - HEAD_WIDTH_PX // 2, 76
        mask = draw_mask(side, lines[side], MASK_WIDTHS_PX[side], HALF_COLORS[side], was_chosen=True)
        yield mask, middle - mask.width // 2, DUEL_BOTTOM_PX - 64 - mask.width // 2
        alignment = TEXT_ALIGNMENTS[side]
        yield (
            PlayerName(side, NAME_WIDTH_PX, 68, LIGHT, NAME_RIBBON_COLORS[side], alignment),
            (24, BOARD_WIDTH - 24 - NAME_WIDTH_PX)[side],
            10,
        )


def _draw_duel_stones(duel: DuelFought) -> Iterator[PlacedMark]:
    """Draw both stones or sums, with the winner's drawn larger. A side without stones on the space shows 0."""
    for side in (WOLF, BISON):
        width = (
            TIED_STONE_WIDTH_PX
            if duel.winner is None
            else WINNING_STONE_WIDTH_PX
            if duel.winner == side
            else LOSING_STONE_WIDTH_PX
        )
        middle = PICTURE_MIDDLE_PX + (-102, 102)[side]
        stone = draw_value(f"{SIDES[side]}_hit", sum(duel.values[side]), width, PAPER)
        yield stone, middle - width // 2, 228 - width // 2
    yield Rectangle(126, 72, INK, INK, corner=18), PICTURE_MIDDLE_PX - 63, DUEL_BOTTOM_PX - 90
    yield (
        Letters(SPACES[duel.space].upper(), 110, LARGE_TYPE_HEIGHT, LIGHT, INK),
        PICTURE_MIDDLE_PX - 55,
        DUEL_BOTTOM_PX - 87,
    )


def _draw_summands(duel: DuelFought) -> Iterator[PlacedMark]:
    """Draw the values of stacks to the left and right of the space's name."""
    for side in (BISON, WOLF):
        pile = duel.values[side]
        if len(pile) > 1:
            lines = [
                "+".join(map(str, pile[start : start + SUMMANDS_PER_LINE]))
                for start in range(0, len(pile), SUMMANDS_PER_LINE)
            ]
            line_height = LARGE_TYPE_HEIGHT if len(pile) <= LARGE_STACK_MAX else SMALL_SUMMAND_HEIGHT_PX
            width, height = (
                22 + round(line_height * CHARACTER_WIDTH * max(map(len, lines))),
                10 + line_height * len(lines),
            )
            left, top = (
                PICTURE_MIDDLE_PX - 73 - width if side == BISON else PICTURE_MIDDLE_PX + 73,
                DUEL_BOTTOM_PX - 18 - height,
            )
            yield Rectangle(width, height, INK, INK, corner=18), left, top
            for number, line in enumerate(lines):
                letters = Letters(line, width - 14, line_height, LIGHT, INK, bold=line_height == LARGE_TYPE_HEIGHT)
                yield letters, left + 7, top + 5 + line_height * number


def _draw_payment(view: View, duel: DuelFought) -> Iterator[PlacedMark]:
    """Draw each side's shell count and, between the counts, the shells that the loser pays."""
    for side in (BISON, WOLF):
        yield (
            Letters(str(view.shells[side]), 150, 130, LIGHT, SLATE, align=TEXT_ALIGNMENTS[side]),
            (40, BOARD_WIDTH - 190)[side],
            DUEL_BOTTOM_PX - 2,
        )
    if duel.winner is None:
        yield Letters("=", 160, 150, FAINT, SLATE), PICTURE_MIDDLE_PX - 80, DUEL_BOTTOM_PX - 14
        return
    winner = duel.winner
    gain_left = (206, BOARD_WIDTH - 206 - 230)[winner]
    yield Letters(f"+{duel.paid}", 230, 150, GOLD, SLATE), gain_left, DUEL_BOTTOM_PX - 12
    rows = 1 if duel.paid <= SHELLS_IN_ONE_ROW_MAX else 2
    width, pitch = (78, 66) if rows == 1 else (54, 44)
    start = 646 - ((duel.paid - 1) // rows * pitch + width) // 2
    for number in range(duel.paid):
        column, row = divmod(number, rows)
        left = start + column * pitch
        top = DUEL_BOTTOM_PX + (22 if rows == 1 else 8 + row * 52) + (6, -6)[column % 2]
        yield draw_shell(width, SLATE, won=True), left if winner == BISON else BOARD_WIDTH - left - width, top


def _draw_shell_row(view: View, duel: DuelFought) -> Iterator[PlacedMark]:
    """Draw all shells in a row in the colors of their owners, with Bison's on the left. Shells just paid are gold."""
    yield Rectangle(BOARD_WIDTH - 40, 84, PANEL, SLATE, corner=18), 20, SHELL_ROW_TOP_PX
    owned = view.shells[BISON]
    paid = range(owned - duel.paid, owned) if duel.winner == BISON else range(owned, owned + duel.paid)
    row_left = (BOARD_WIDTH - SHELL_COUNT * SHELL_PITCH_PX) // 2
    for number in range(SHELL_COUNT):
        color = SEAT_COLORS[number >= owned]
        left = row_left + number * SHELL_PITCH_PX
        yield Rectangle(SHELL_PITCH_PX - 4, 68, color, PANEL, corner=10), left + 2, SHELL_ROW_TOP_PX + 8
        yield draw_shell(SHELL_PITCH_PX - 6, color, won=number in paid), left + 3, SHELL_ROW_TOP_PX + 16
    yield (
        Rectangle(8, 92, LIGHT),
        row_left + owned * SHELL_PITCH_PX - 4,
        SHELL_ROW_TOP_PX - 4,
    )
