"""Who was ahead in a match of two, as a picture: a curve, where it turned, and what each owes to luck and to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.scenes.debrief import SHARES, points, shares, signed
from bot.scenes.moments import Count
from bot.scenes.plot import COLOURS, GRID, PALE, Scale
from bot.texts import say
from games.art import (
    FAINT,
    GOLD,
    HEIGHT,
    INK,
    LARGE,
    LIGHT,
    PANEL,
    PAPER,
    SLATE,
    SMALL,
    WIDTH,
    Box,
    Colour,
    Letters,
    Mark,
    Name,
    Palette,
    Picture,
    Sprite,
)  # fmt: skip
from games.coach import Review, Turn

EDGE: Final = 8
HEAD: Final = 76
"""Above the paper, for who played and what it came to."""
SEAT: Final = 56
DOWN: Final = 318
"""How high the paper is."""
STRIP: Final = 62
"""Of it, at the top, for the numbers of the turns: none of them hides the curve."""
UNIT: Final = 52
"""At the bottom, for what the curve is a curve of."""
SIDE: Final = 150
"""Left of the curve, for whose chances go where."""
INSIDE: Final = 36
FINE: Final = 2
"""A slope is drawn in columns so wide."""
LINE: Final = 8
BADGE: Final = 50
CARD: Final = 106
"""How high what is told of a turn is."""
CORNER: Final = 16
FOOT: Final = HEIGHT - HEAD - DOWN - CARD - 3 * EDGE
TRACK: Final = 22
"""How high a bar is."""
PLAY: Final[Colour] = "#dd90bd"
KINDS: Final[Mapping[str, Colour]] = {"luck": GOLD, "mistake": PLAY}
"""Luck has one colour, whoever had it, and so has play."""

PALETTE: Final = Palette(
    "bot",
    grounds=(SLATE, PANEL, PAPER, GOLD, PLAY),
    inks=(LIGHT, FAINT, INK, GRID, PALE, *COLOURS[:2]),
)


def picture(review: Review, scores: Sequence[int], count: Count, locale: str) -> Picture | None:
    """None where more than two played: who of them was ahead is no line between two."""
    if len(review.seats) != 2:
        return None
    marks = (
        *_people(scores),
        *_curve(review, locale),
        *_turns(review.turns, count, locale),
        *_bars(shares(review.balance(0)), locale),
    )
    return Picture(PALETTE, WIDTH, HEIGHT, SLATE, marks)


def _people(scores: Sequence[int]) -> Iterator[Mark]:
    middle, room = WIDTH // 2, 340
    top = (HEAD - SEAT) // 2 + 4
    yield Sprite("seat_0", SEAT, SLATE), EDGE + 8, top
    yield Name(0, room, 52, LIGHT, SLATE), EDGE + SEAT + 20, top + 4
    told = Letters(f"{scores[0]} : {scores[1]}", 220, LARGE, LIGHT, SLATE)
    yield told, middle - told.width // 2, top - 2
    yield Name(1, room, 52, LIGHT, SLATE, lie="right"), WIDTH - EDGE - SEAT - 20 - room, top + 4
    yield Sprite("seat_1", SEAT, SLATE), WIDTH - EDGE - 8 - SEAT, top


def _curve(review: Review, locale: str) -> Iterator[Mark]:
    """The first seat's chances go up, the second's down; filled, so that one sees who led for how long."""
    yield Box(WIDTH - 2 * EDGE, DOWN, PAPER, SLATE, corner=CORNER), EDGE, HEAD
    told = _told(review)
    across = Scale(told[0][0], max(told[-1][0], told[0][0] + 1), EDGE + SIDE, WIDTH - EDGE - INSIDE)
    up = Scale(0, 1, HEAD + DOWN - UNIT, HEAD + STRIP)
    middle = up(0.5)
    yield from _axis(up, locale)
    for number, (left, turn) in enumerate(_spots(review.turns, across), 1):
        column, ink = across(turn.step.at), KINDS[turn.kind]
        middled = left + BADGE // 2
        yield Box(abs(column - middled) + 3, 3, PALE), min(column, middled) - 1, HEAD + 6 + BADGE
        yield Box(3, up(0) - HEAD - 6 - BADGE, PALE), column - 1, HEAD + 6 + BADGE
        yield from _badge(number, BADGE, ink, PAPER, left, HEAD + 6)
    columns = list(_columns(told, across, up))
    for column, height, _ in columns:
        top, bottom = sorted((height, middle))
        if top < bottom:
            yield Box(FINE, bottom - top, COLOURS[int(height > middle)]), column, top
    yield Box(WIDTH - 2 * EDGE - SIDE - INSIDE, 3, PALE), EDGE + SIDE, middle - 1
    for column, *heights in columns:
        here, there = sorted(heights)
        yield Box(FINE, there - here + LINE, INK), column, here - LINE // 2


def _columns(told: Sequence[tuple[int, float]], across: Scale, up: Scale) -> Iterator[tuple[int, int, int]]:
    """Of the curve from left to right: where each stands, how high it begins and how high it ends."""
    for (start, before), (end, after) in pairwise(told):
        slope, last = Scale(across(start), across(end), up(before), up(after)), across(end)
        for column in range(across(start), last, FINE):
            yield column, slope(column), slope(min(column + FINE, last))


def _badge(number: int, size: int, ink: Colour, ground: Colour, left: int, top: int) -> Iterator[Mark]:
    """The number of a turn: over the curve, and beside what is told of it."""
    yield Box(size, size, ink, ground, corner=size // 2), left, top
    yield Letters(f"{number}", size, SMALL, INK, ink, bold=False), left, top + (size - SMALL) // 2


def _axis(up: Scale, locale: str) -> Iterator[Mark]:
    """Up to a hundred of the one, down to a hundred of the other; and of what."""
    for share, whole in ((1.0, "100"), (0.5, "50"), (0.0, "100")):
        top = up(share)
        yield Box(WIDTH - 2 * EDGE - SIDE - INSIDE, 2, GRID), EDGE + SIDE, top - 1
        told = Letters(whole, 76, SMALL, PALE, PAPER, bold=False, lie="right")
        yield told, EDGE + SIDE - 88, top - SMALL // 2
    for seat in (0, 1):
        yield Sprite(f"seat_{seat}", 40, PAPER), EDGE + 14, up(1 - seat) - 20
    told = Letters(say("ahead-unit", locale), 720, SMALL, PALE, PAPER, bold=False, lie="left")
    yield told, EDGE + SIDE, HEAD + DOWN - 4 - SMALL


def _spots(turns: Sequence[Turn], across: Scale) -> Iterator[tuple[int, Turn]]:
    """Where the number of each begins: over it, or as near as there is room beside the others."""
    wide, free = BADGE + 6, EDGE
    for at, turn in enumerate(turns):
        last = WIDTH - EDGE - 6 - (len(turns) - at) * wide
        left = min(last, max(free, across(turn.step.at) - BADGE // 2))
        yield left, turn
        free = left + wide


def _told(review: Review) -> list[tuple[int, float]]:
    """After how many steps what the first seat's chances were, from where on the coach knows anything."""
    return [(at, worth[0]) for at, worth in enumerate(review.curve) if at >= review.begun]


def _turns(turns: Sequence[Turn], count: Count, locale: str) -> Iterator[Mark]:
    """Beside each other, in the order in which they were: when, whose luck or whose mistake, and how much."""
    top, wide = HEAD + DOWN + EDGE, (WIDTH - 4 * EDGE) // 3
    for at, turn in enumerate(turns):
        left, ink = EDGE + at * (wide + EDGE), KINDS[turn.kind]
        yield Box(wide, CARD, PANEL, SLATE, corner=CORNER), left, top
        yield from _badge(at + 1, 44, ink, PANEL, left + 10, top + 6)
        when = count.moment(turn.step.at).named(locale)
        yield Letters(when, wide - 70, SMALL, FAINT, PANEL, bold=False, lie="left"), left + 64, top + 8
        yield Sprite(f"seat_{turn.whose}", 44, PANEL), left + 10, top + 56
        word = Letters(say(f"ahead-{turn.kind}", locale), 160, 44, ink, PANEL, bold=False, lie="left")
        yield word, left + 64, top + 55
        told = Letters(points(turn.gain), 116, 50, LIGHT, PANEL, bold=False, lie="right")
        yield told, left + wide - 128, top + 52


def _bars(rows: Sequence[int], locale: str) -> Iterator[Mark]:
    """Towards the first seat to the left, towards the second to the right, all by one measure; at last their sum."""
    top = HEAD + DOWN + EDGE + CARD + EDGE
    yield Box(WIDTH - 2 * EDGE, FOOT, PANEL, SLATE, corner=CORNER), EDGE, top
    start, length, down = EDGE + 270, 560, (FOOT - 8) // len(rows)
    middle, most = start + length // 2, max(50, *map(abs, rows))
    for row, (share, key, ink) in enumerate(zip(rows, SHARES, (GOLD, PLAY, FAINT, LIGHT), strict=True)):
        height = top + 5 + row * down
        yield Letters(say(key, locale), 244, SMALL, LIGHT, PANEL, bold=False, lie="left"), EDGE + 14, height
        yield Box(length, TRACK, SLATE), start, height + (SMALL - TRACK) // 2
        part = round(abs(share) * length / 2 / most)
        if part:
            yield Box(part, TRACK, ink), middle - part if share > 0 else middle, height + (SMALL - TRACK) // 2
            yield Sprite(f"seat_{int(share < 0)}", 38, PANEL), start + length + 40, height + 1
        yield Box(4, down, LIGHT), middle - 2, height - 1
        told = Letters(signed(abs(share)), 140, 44, LIGHT, PANEL, bold=False, lie="right")
        yield told, WIDTH - EDGE - 14 - 140, height - 2
