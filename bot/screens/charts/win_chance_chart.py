"""Who was ahead in a match of two, as a picture: a curve, where it turned, and what each owes to luck and to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.i18n import say
from bot.screens.charts.chart_kit import COLOURS, EDGE, LINE_WIDTH, PALE, Scale, write_line
from bot.screens.coach_texts import LUCK, SHARES, points, shares, signed
from bot.screens.turning_points import PositionCounter
from games import art
from games.review import Review, TurningPoint

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
BADGE: Final = 50
CARD: Final = 106
"""How high what is told of a turn is."""
CORNER: Final = 16
FOOT: Final = art.BOARD_HEIGHT - HEAD - DOWN - CARD - 3 * EDGE
TRACK: Final = 22
"""How high a bar is."""
PLAY: Final[art.Colour] = "#dd90bd"
KINDS: Final[Mapping[str, art.Colour]] = {"luck": art.GOLD, "mistake": PLAY}
"""Luck has one colour, whoever had it, and so has play."""

PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PANEL, art.PAPER, art.GOLD, PLAY),
    inks=(art.LIGHT, art.FAINT, art.INK, PALE, *COLOURS[:2]),
)


def picture(review: Review, score: str, count: PositionCounter, locale: str) -> art.Picture | None:
    """None where more than two played: who of them was ahead is no line between two."""
    if len(review.seats) != 2:
        return None
    marks = (
        *_people(score),
        *_curve(review, locale),
        *_turns(review.turning_points, count, locale),
        *_bars(review, locale),
    )
    return art.Picture(PALETTE, art.BOARD_WIDTH, art.BOARD_HEIGHT, art.SLATE, marks)


def _people(score: str) -> Iterator[art.PlacedMark]:
    middle, room = art.BOARD_WIDTH // 2, 340
    top = (HEAD - SEAT) // 2 + 4
    yield art.Sprite("seat_0", SEAT, art.SLATE), EDGE + 8, top
    yield art.PlayerName(0, room, 52, art.LIGHT, art.SLATE), EDGE + SEAT + 20, top + 4
    told = art.Letters(score, 220, art.LARGE_TYPE_HEIGHT, art.LIGHT, art.SLATE)
    yield told, middle - told.width // 2, top - 2
    yield (
        art.PlayerName(1, room, 52, art.LIGHT, art.SLATE, lie="right"),
        art.BOARD_WIDTH - EDGE - SEAT - 20 - room,
        top + 4,
    )
    yield art.Sprite("seat_1", SEAT, art.SLATE), art.BOARD_WIDTH - EDGE - 8 - SEAT, top


def _curve(review: Review, locale: str) -> Iterator[art.PlacedMark]:
    """All of it is divided between the two: below the curve are the first seat's chances, above it the second's."""
    yield art.Rectangle(art.BOARD_WIDTH - 2 * EDGE, DOWN, art.PAPER, art.SLATE, corner=CORNER), EDGE, HEAD
    told = _told(review)
    across = Scale(told[0][0], max(told[-1][0], told[0][0] + 1), EDGE + SIDE, art.BOARD_WIDTH - EDGE - INSIDE)
    up = Scale(0, 1, HEAD + DOWN - UNIT, HEAD + STRIP)
    middle = up(0.5)
    yield from _axis(up, locale)
    for number, (left, turn) in enumerate(_spots(review.turning_points, across), 1):
        column, ink = across(turn.step.step_number), KINDS[turn.kind]
        middled = left + BADGE // 2
        yield art.Rectangle(abs(column - middled) + 3, 3, PALE), min(column, middled) - 1, HEAD + 6 + BADGE
        yield art.Rectangle(3, up(1) - HEAD - 6 - BADGE, PALE), column - 1, HEAD + 6 + BADGE
        yield from _badge(number, BADGE, ink, art.PAPER, left, HEAD + 6)
    columns = list(_columns(told, across, up))
    top, bottom = up(1), up(0)
    for column, height, _ in columns:
        for seat, (start, end) in enumerate(((height, bottom), (top, height))):
            if start < end:
                yield art.Rectangle(FINE, end - start, COLOURS[seat]), column, start
    yield art.Rectangle(art.BOARD_WIDTH - 2 * EDGE - SIDE - INSIDE, 3, art.PAPER), EDGE + SIDE, middle - 1
    yield from (
        (art.Rectangle(3, bottom - top, art.PAPER), across(turn.step.step_number) - 1, top)
        for turn in review.turning_points
    )
    for column, *heights in columns:
        here, there = sorted(heights)
        yield art.Rectangle(FINE, there - here + LINE_WIDTH, art.INK), column, here - LINE_WIDTH // 2


def _columns(told: Sequence[tuple[int, float]], across: Scale, up: Scale) -> Iterator[tuple[int, int, int]]:
    """Of the curve from left to right: where each stands, how high it begins and how high it ends."""
    for (start, before), (end, after) in pairwise(told):
        slope, last = Scale(across(start), across(end), up(before), up(after)), across(end)
        for column in range(across(start), last, FINE):
            yield column, slope(column), slope(min(column + FINE, last))


def _badge(
    number: int, size: int, ink: art.Colour, ground: art.Colour, left: int, top: int
) -> Iterator[art.PlacedMark]:
    """The number of a turn: over the curve, and beside what is told of it."""
    yield art.Rectangle(size, size, ink, ground, corner=size // 2), left, top
    yield write_line(f"{number}", size, art.INK, ink, lie="middle"), left, top + (size - art.SMALL_TYPE_HEIGHT) // 2


def _axis(up: Scale, locale: str) -> Iterator[art.PlacedMark]:
    """Whose is what lies below, and what above; where both have as much; and how it is read."""
    yield write_line("50", 76, PALE, art.PAPER, lie="right"), EDGE + SIDE - 88, up(0.5) - art.SMALL_TYPE_HEIGHT // 2
    for seat in (0, 1):
        yield art.Sprite(f"seat_{seat}", 64, art.PAPER), EDGE + 40, up(0.2 + 0.6 * seat) - 32
    told = write_line(say("ahead-unit", locale), 720, PALE, art.PAPER)
    yield told, EDGE + SIDE, HEAD + DOWN - 4 - art.SMALL_TYPE_HEIGHT


def _spots(turns: Sequence[TurningPoint], across: Scale) -> Iterator[tuple[int, TurningPoint]]:
    """Where the number of each begins: over it, or as near as there is room beside the others."""
    wide, free = BADGE + 6, EDGE
    for at, turn in enumerate(turns):
        last = art.BOARD_WIDTH - EDGE - 6 - (len(turns) - at) * wide
        left = min(last, max(free, across(turn.step.step_number) - BADGE // 2))
        yield left, turn
        free = left + wide


def _told(review: Review) -> list[tuple[int, float]]:
    """After how many steps what the first seat's chances were, from where on the coach knows anything."""
    return [(at, worth[0]) for at, worth in enumerate(review.curve) if at >= review.first_judged_step]


def _turns(turns: Sequence[TurningPoint], count: PositionCounter, locale: str) -> Iterator[art.PlacedMark]:
    """Beside each other, in the order in which they were: when, whose luck or whose mistake, and how much."""
    top, wide = HEAD + DOWN + EDGE, (art.BOARD_WIDTH - 4 * EDGE) // 3
    for at, turn in enumerate(turns):
        left, ink = EDGE + at * (wide + EDGE), KINDS[turn.kind]
        yield art.Rectangle(wide, CARD, art.PANEL, art.SLATE, corner=CORNER), left, top
        yield from _badge(at + 1, 44, ink, art.PANEL, left + 10, top + 6)
        when = count.moment(turn.step.step_number).named(locale)
        yield write_line(when, wide - 70), left + 64, top + 8
        yield art.Sprite(f"seat_{turn.responsible_seat}", 44, art.PANEL), left + 10, top + 56
        word = write_line(say(f"ahead-{turn.kind}", locale), 160, ink, height=44)
        yield word, left + 64, top + 55
        told = write_line(points(turn.seat_gain), 116, art.LIGHT, lie="right", height=50)
        yield told, left + wide - 128, top + 52


def _bars(review: Review, locale: str) -> Iterator[art.PlacedMark]:
    """Towards the first seat to the left, towards the second to the right, all by one measure; at last their sum."""
    top = HEAD + DOWN + EDGE + CARD + EDGE
    yield art.Rectangle(art.BOARD_WIDTH - 2 * EDGE, FOOT, art.PANEL, art.SLATE, corner=CORNER), EDGE, top
    rows = [*zip(shares(review.compute_balance(0)), SHARES, (art.GOLD, PLAY, art.FAINT, art.LIGHT), strict=True)]
    told = [row for row in rows if row[1] != LUCK or review.has_luck]
    start, length, down = EDGE + 270, 560, (FOOT - 8) // len(told)
    middle, most = start + length // 2, max(50, *(abs(share) for share, *_ in told))
    for row, (share, key, ink) in enumerate(told):
        height = top + 5 + row * down
        yield write_line(say(key, locale), 244, art.LIGHT), EDGE + 14, height
        yield art.Rectangle(length, TRACK, art.SLATE), start, height + (art.SMALL_TYPE_HEIGHT - TRACK) // 2
        part = round(abs(share) * length / 2 / most)
        if part:
            yield (
                art.Rectangle(part, TRACK, ink),
                middle - part if share > 0 else middle,
                height + (art.SMALL_TYPE_HEIGHT - TRACK) // 2,
            )
            yield art.Sprite(f"seat_{int(share < 0)}", 38, art.PANEL), start + length + 40, height + 1
        yield art.Rectangle(4, down, art.LIGHT), middle - 2, height - 1
        points = write_line(signed(abs(share)), 140, art.LIGHT, lie="right", height=44)
        yield points, art.BOARD_WIDTH - EDGE - 14 - 140, height - 2
