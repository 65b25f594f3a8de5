"""The masks meeting, as a picture of its own: what lay where they met, who gains what, and whose all the shells are."""

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
    Colour,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
)
from games.schamanen.side_panel import PALETTE, draw_head, draw_mask, draw_shell, draw_value
from games.schamanen.state import BISON, FACE_DOWN, SIDES, SPACES, WOLF, DuelFought, View

DUEL_BOTTOM_PX: Final = 480
"""Where the clash ends, and what came of it is told."""
HALF_COLOURS: Final[tuple[Colour, Colour]] = ("#4a2208", "#06395a")
NAME_RIBBON_COLOURS: Final[tuple[Colour, Colour]] = ("#331704", "#04263d")
SEAT_COLOURS: Final[tuple[Colour, Colour]] = ("#d55e00", "#0072b2")
TEXT_ALIGNMENTS: Final[tuple[Alignment, Alignment]] = ("left", "right")
HEAD_WIDTH_PX: Final = 286
MASK_WIDTHS_PX: Final = (112, 132)
"""A diamond has less room within than a disc."""
PICTURE_MIDDLE_PX: Final = BOARD_WIDTH // 2
WINNING_STONE_WIDTH_PX: Final = 300
TIED_STONE_WIDTH_PX: Final = 268
LOSING_STONE_WIDTH_PX: Final = 228
"""How wide a stone is by what it did."""
NAME_WIDTH_PX: Final = 330
SUMMANDS_PER_LINE: Final = 5
"""So many stones of a pile are told in a line."""
LARGE_SUMMANDS_MAX: Final = 3
"""So many are as large as any figure."""
SMALL_SUMMAND_HEIGHT_PX: Final = 44
SHELL_PITCH_PX: Final = 58
SHELL_ROW_TOP_PX: Final = 604


def draw_reveal(view: View) -> Picture | None:
    """None once the stones are turned down again, and none where the match was ended otherwise."""
    return _draw_reveal(replace(view, seat=None))


@lru_cache(maxsize=256)
def _draw_reveal(view: View) -> Picture | None:
    """Whatever eyes see it, it is the same."""
    newest = view.latest_event
    if not isinstance(newest, DuelFought) or (view.phase == "over" and not view.is_decided):
        return None
    if any(FACE_DOWN in pile for pile in newest.values):
        return None
    marks = (
        *_draw_shamans(view, newest),
        *_draw_duel_stones(newest),
        *_draw_summands(newest),
        *_draw_payment(view, newest),
        *_draw_shell_row(view, newest),
    )
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks)


def _draw_shamans(view: View, fought: DuelFought) -> Iterator[PlacedMark]:
    """Each in their half, with the mask they chose."""
    yield Sprite("halves even" if fought.winner is None else "halves burst", BOARD_WIDTH, SLATE), 0, 0
    lines = divmod(fought.space, 3)
    for side in (BISON, WOLF):
        middle = (158, BOARD_WIDTH - 158)[side]
        yield draw_head(view, side, HEAD_WIDTH_PX, HALF_COLOURS[side]), middle - HEAD_WIDTH_PX // 2, 76
        worn = draw_mask(side, lines[side], MASK_WIDTHS_PX[side], HALF_COLOURS[side], met=True)
        yield worn, middle - worn.width // 2, DUEL_BOTTOM_PX - 64 - worn.width // 2
        lie = TEXT_ALIGNMENTS[side]
        yield (
            PlayerName(side, NAME_WIDTH_PX, 68, LIGHT, NAME_RIBBON_COLOURS[side], lie),
            (24, BOARD_WIDTH - 24 - NAME_WIDTH_PX)[side],
            10,
        )


def _draw_duel_stones(fought: DuelFought) -> Iterator[PlacedMark]:
    """The larger the one, the smaller the other; whoever has nothing there has 0."""
    for side in (WOLF, BISON):
        width = (
            TIED_STONE_WIDTH_PX
            if fought.winner is None
            else WINNING_STONE_WIDTH_PX
            if fought.winner == side
            else LOSING_STONE_WIDTH_PX
        )
        middle = PICTURE_MIDDLE_PX + (-102, 102)[side]
        hit = draw_value(f"{SIDES[side]}_hit", sum(fought.values[side]), width, PAPER)
        yield hit, middle - width // 2, 228 - width // 2
    yield Rectangle(126, 72, INK, INK, corner=18), PICTURE_MIDDLE_PX - 63, DUEL_BOTTOM_PX - 90
    yield (
        Letters(SPACES[fought.space].upper(), 110, LARGE_TYPE_HEIGHT, LIGHT, INK),
        PICTURE_MIDDLE_PX - 55,
        DUEL_BOTTOM_PX - 87,
    )


def _draw_summands(fought: DuelFought) -> Iterator[PlacedMark]:
    """What the sums are made of, on either side of the space."""
    for side in (BISON, WOLF):
        pile = fought.values[side]
        if len(pile) > 1:
            lines = [
                "+".join(map(str, pile[at : at + SUMMANDS_PER_LINE])) for at in range(0, len(pile), SUMMANDS_PER_LINE)
            ]
            part = LARGE_TYPE_HEIGHT if len(pile) <= LARGE_SUMMANDS_MAX else SMALL_SUMMAND_HEIGHT_PX
            width, height = 22 + round(part * 0.46 * max(map(len, lines))), 10 + part * len(lines)
            left, top = (
                PICTURE_MIDDLE_PX - 73 - width if side == BISON else PICTURE_MIDDLE_PX + 73,
                DUEL_BOTTOM_PX - 18 - height,
            )
            yield Rectangle(width, height, INK, INK, corner=18), left, top
            for at, line in enumerate(lines):
                told = Letters(line, width - 14, part, LIGHT, INK, bold=part == LARGE_TYPE_HEIGHT)
                yield told, left + 7, top + 5 + part * at


def _draw_payment(view: View, fought: DuelFought) -> Iterator[PlacedMark]:
    """What either side holds now, and the shells on their way from one to the other."""
    for side in (BISON, WOLF):
        lie = TEXT_ALIGNMENTS[side]
        yield (
            Letters(str(view.shells[side]), 150, 130, LIGHT, SLATE, lie=lie),
            (40, BOARD_WIDTH - 190)[side],
            DUEL_BOTTOM_PX - 2,
        )
    if fought.winner is None:
        yield Letters("=", 160, 150, FAINT, SLATE), PICTURE_MIDDLE_PX - 80, DUEL_BOTTOM_PX - 14
        return
    won = fought.winner
    yield Letters(f"+{fought.paid}", 230, 150, GOLD, SLATE), (206, BOARD_WIDTH - 206 - 230)[won], DUEL_BOTTOM_PX - 12
    rows = 1 if fought.paid <= 5 else 2
    width, across = (78, 66) if rows == 1 else (54, 44)
    start = 646 - ((fought.paid - 1) // rows * across + width) // 2
    for at in range(fought.paid):
        row, column = at % rows, at // rows
        left = start + column * across
        top = DUEL_BOTTOM_PX + (22 if rows == 1 else 8 + row * 52) + (6, -6)[column % 2]
        yield draw_shell(width, SLATE, won=True), left if won == BISON else BOARD_WIDTH - left - width, top


def _draw_shell_row(view: View, fought: DuelFought) -> Iterator[PlacedMark]:
    """All the shells there are, whose is which; those that changed hands are gold."""
    yield Rectangle(BOARD_WIDTH - 40, 84, PANEL, SLATE, corner=18), 20, SHELL_ROW_TOP_PX
    held = view.shells[BISON]
    moved = range(held - fought.paid, held) if fought.winner == BISON else range(held, held + fought.paid)
    for at in range(18):
        colour = SEAT_COLOURS[at >= held]
        left = (BOARD_WIDTH - 18 * SHELL_PITCH_PX) // 2 + at * SHELL_PITCH_PX
        yield Rectangle(SHELL_PITCH_PX - 4, 68, colour, PANEL, corner=10), left + 2, SHELL_ROW_TOP_PX + 8
        yield draw_shell(SHELL_PITCH_PX - 6, colour, won=at in moved), left + 3, SHELL_ROW_TOP_PX + 16
    yield (
        Rectangle(8, 92, LIGHT),
        (BOARD_WIDTH - 18 * SHELL_PITCH_PX) // 2 + held * SHELL_PITCH_PX - 4,
        SHELL_ROW_TOP_PX - 4,
    )
