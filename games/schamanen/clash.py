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
from games.schamanen.panel import PALETTE, head, mask, shell, valued
from games.schamanen.state import BACK, BISON, SIDES, SPACES, WOLF, Fought, View

FLOOR: Final = 480
"""Where the clash ends, and what came of it is told."""
HALVES: Final[tuple[Colour, Colour]] = ("#4a2208", "#06395a")
RIBBONS: Final[tuple[Colour, Colour]] = ("#331704", "#04263d")
SEATS: Final[tuple[Colour, Colour]] = ("#d55e00", "#0072b2")
LIES: Final[tuple[Alignment, Alignment]] = ("left", "right")
HEAD: Final = 286
MASKS: Final = (112, 132)
"""A diamond has less room within than a disc."""
MIDDLE: Final = BOARD_WIDTH // 2
STRONG: Final = 300
EVEN: Final = 268
WEAK: Final = 228
"""How wide a stone is by what it did."""
NAME: Final = 330
LINE: Final = 5
"""So many stones of a pile are told in a line."""
FEW: Final = 3
"""So many are as large as any figure."""
PART: Final = 44
BEAD: Final = 58
ROPE: Final = 604


def reveal(view: View) -> Picture | None:
    """None once the stones are turned down again, and none where the match was ended otherwise."""
    return _drawn(replace(view, seat=None))


@lru_cache(maxsize=256)
def _drawn(view: View) -> Picture | None:
    """Whatever eyes see it, it is the same."""
    newest = view.newest
    if not isinstance(newest, Fought) or (view.phase == "over" and not view.decided):
        return None
    if any(BACK in pile for pile in newest.values):
        return None
    marks = (*_shamans(view, newest), *_stones(newest), *_piles(newest), *_won(view, newest), *_rope(view, newest))
    return Picture(PALETTE, BOARD_WIDTH, BOARD_HEIGHT, SLATE, marks)


def _shamans(view: View, fought: Fought) -> Iterator[PlacedMark]:
    """Each in their half, with the mask they chose."""
    yield Sprite("halves even" if fought.winner is None else "halves burst", BOARD_WIDTH, SLATE), 0, 0
    lines = divmod(fought.space, 3)
    for side in (BISON, WOLF):
        middle = (158, BOARD_WIDTH - 158)[side]
        yield head(view, side, HEAD, HALVES[side]), middle - HEAD // 2, 76
        worn = mask(side, lines[side], MASKS[side], HALVES[side], met=True)
        yield worn, middle - worn.width // 2, FLOOR - 64 - worn.width // 2
        lie = LIES[side]
        yield PlayerName(side, NAME, 68, LIGHT, RIBBONS[side], lie), (24, BOARD_WIDTH - 24 - NAME)[side], 10


def _stones(fought: Fought) -> Iterator[PlacedMark]:
    """The larger the one, the smaller the other; whoever has nothing there has 0."""
    for side in (WOLF, BISON):
        width = EVEN if fought.winner is None else STRONG if fought.winner == side else WEAK
        middle = MIDDLE + (-102, 102)[side]
        hit = valued(f"{SIDES[side]}_hit", sum(fought.values[side]), width, PAPER)
        yield hit, middle - width // 2, 228 - width // 2
    yield Rectangle(126, 72, INK, INK, corner=18), MIDDLE - 63, FLOOR - 90
    yield Letters(SPACES[fought.space].upper(), 110, LARGE_TYPE_HEIGHT, LIGHT, INK), MIDDLE - 55, FLOOR - 87


def _piles(fought: Fought) -> Iterator[PlacedMark]:
    """What the sums are made of, on either side of the space."""
    for side in (BISON, WOLF):
        pile = fought.values[side]
        if len(pile) > 1:
            lines = ["+".join(map(str, pile[at : at + LINE])) for at in range(0, len(pile), LINE)]
            part = LARGE_TYPE_HEIGHT if len(pile) <= FEW else PART
            width, height = 22 + round(part * 0.46 * max(map(len, lines))), 10 + part * len(lines)
            left, top = MIDDLE - 73 - width if side == BISON else MIDDLE + 73, FLOOR - 18 - height
            yield Rectangle(width, height, INK, INK, corner=18), left, top
            for at, line in enumerate(lines):
                told = Letters(line, width - 14, part, LIGHT, INK, bold=part == LARGE_TYPE_HEIGHT)
                yield told, left + 7, top + 5 + part * at


def _won(view: View, fought: Fought) -> Iterator[PlacedMark]:
    """What either side holds now, and the shells on their way from one to the other."""
    for side in (BISON, WOLF):
        lie = LIES[side]
        yield Letters(str(view.shells[side]), 150, 130, LIGHT, SLATE, lie=lie), (40, BOARD_WIDTH - 190)[side], FLOOR - 2
    if fought.winner is None:
        yield Letters("=", 160, 150, FAINT, SLATE), MIDDLE - 80, FLOOR - 14
        return
    won = fought.winner
    yield Letters(f"+{fought.paid}", 230, 150, GOLD, SLATE), (206, BOARD_WIDTH - 206 - 230)[won], FLOOR - 12
    rows = 1 if fought.paid <= 5 else 2
    width, across = (78, 66) if rows == 1 else (54, 44)
    start = 646 - ((fought.paid - 1) // rows * across + width) // 2
    for at in range(fought.paid):
        row, column = at % rows, at // rows
        left = start + column * across
        top = FLOOR + (22 if rows == 1 else 8 + row * 52) + (6, -6)[column % 2]
        yield shell(width, SLATE, won=True), left if won == BISON else BOARD_WIDTH - left - width, top


def _rope(view: View, fought: Fought) -> Iterator[PlacedMark]:
    """All the shells there are, whose is which; those that changed hands are gold."""
    yield Rectangle(BOARD_WIDTH - 40, 84, PANEL, SLATE, corner=18), 20, ROPE
    held = view.shells[BISON]
    moved = range(held - fought.paid, held) if fought.winner == BISON else range(held, held + fought.paid)
    for at in range(18):
        colour = SEATS[at >= held]
        left = (BOARD_WIDTH - 18 * BEAD) // 2 + at * BEAD
        yield Rectangle(BEAD - 4, 68, colour, PANEL, corner=10), left + 2, ROPE + 8
        yield shell(BEAD - 6, colour, won=at in moved), left + 3, ROPE + 16
    yield Rectangle(8, 92, LIGHT), (BOARD_WIDTH - 18 * BEAD) // 2 + held * BEAD - 4, ROPE - 4
