"""Who was ahead in a match of two, as a picture: a curve, where it turned, and what each owes to luck and to play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.i18n import say
from bot.screens.charts.chart_kit import LINE_COLORS, LINE_WIDTH, MUTED_TEXT_COLOR, PANEL_GAP, Scale, write_line
from bot.screens.coach_texts import (
    LUCK_KEY,
    SHARE_KEYS,
    format_share_as_points,
    format_signed_number,
    round_balance_to_points,
)
from bot.screens.turning_points import PositionCounter
from games import art
from games.review import Review, TurningPoint

HEADER_HEIGHT: Final = 76
"""Above the paper, for who played and what it came to."""
SEAT_SHAPE_SIZE: Final = 56
CHART_HEIGHT: Final = 318
"""How high the paper is."""
TURN_STRIP_HEIGHT: Final = 62
"""Of it, at the top, for the numbers of the turns: none of them hides the curve."""
UNIT_LABEL_HEIGHT: Final = 52
"""At the bottom, for what the curve is a curve of."""
CHANCE_AXIS_WIDTH: Final = 150
"""Left of the curve, for whose chances go where."""
CURVE_RIGHT_PADDING: Final = 36
CURVE_COLUMN_WIDTH: Final = 2
"""A slope is drawn in columns so wide."""
BADGE_SIZE: Final = 50
TURN_PANEL_HEIGHT: Final = 106
"""How high what is told of a turn is."""
PANEL_CORNER_RADIUS: Final = 16
SHARES_PANEL_HEIGHT: Final = art.BOARD_HEIGHT - HEADER_HEIGHT - CHART_HEIGHT - TURN_PANEL_HEIGHT - 3 * PANEL_GAP
SHARE_BAR_HEIGHT: Final = 22
"""How high a bar is."""
PLAY_COLOR: Final[art.Colour] = "#dd90bd"
TURN_KIND_COLORS: Final[Mapping[str, art.Colour]] = {"luck": art.GOLD, "mistake": PLAY_COLOR}
"""Luck has one colour, whoever had it, and so has play."""

WIN_CHANCE_PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PANEL, art.PAPER, art.GOLD, PLAY_COLOR),
    inks=(art.LIGHT, art.FAINT, art.INK, MUTED_TEXT_COLOR, *LINE_COLORS[:2]),
)


def draw_win_chances(review: Review, score: str, counter: PositionCounter, locale: str) -> art.Picture | None:
    """None where more than two played: who of them was ahead is no line between two."""
    if len(review.seats) != 2:
        return None
    marks = (
        *_draw_players(score),
        *_draw_curve(review, locale),
        *_draw_turning_points(review.turning_points, counter, locale),
        *_draw_share_bars(review, locale),
    )
    return art.Picture(WIN_CHANCE_PALETTE, art.BOARD_WIDTH, art.BOARD_HEIGHT, art.SLATE, marks)


def _draw_players(score: str) -> Iterator[art.PlacedMark]:
    middle, room = art.BOARD_WIDTH // 2, 340
    top = (HEADER_HEIGHT - SEAT_SHAPE_SIZE) // 2 + 4
    yield art.Sprite("seat_0", SEAT_SHAPE_SIZE, art.SLATE), PANEL_GAP + 8, top
    yield art.PlayerName(0, room, 52, art.LIGHT, art.SLATE), PANEL_GAP + SEAT_SHAPE_SIZE + 20, top + 4
    told = art.Letters(score, 220, art.LARGE_TYPE_HEIGHT, art.LIGHT, art.SLATE)
    yield told, middle - told.width // 2, top - 2
    yield (
        art.PlayerName(1, room, 52, art.LIGHT, art.SLATE, lie="right"),
        art.BOARD_WIDTH - PANEL_GAP - SEAT_SHAPE_SIZE - 20 - room,
        top + 4,
    )
    yield art.Sprite("seat_1", SEAT_SHAPE_SIZE, art.SLATE), art.BOARD_WIDTH - PANEL_GAP - 8 - SEAT_SHAPE_SIZE, top


def _draw_curve(review: Review, locale: str) -> Iterator[art.PlacedMark]:
    """All of it is divided between the two: below the curve are the first seat's chances, above it the second's."""
    yield (
        art.Rectangle(art.BOARD_WIDTH - 2 * PANEL_GAP, CHART_HEIGHT, art.PAPER, art.SLATE, corner=PANEL_CORNER_RADIUS),
        PANEL_GAP,
        HEADER_HEIGHT,
    )
    told = _list_judged_chances(review)
    across = Scale(
        told[0][0],
        max(told[-1][0], told[0][0] + 1),
        PANEL_GAP + CHANCE_AXIS_WIDTH,
        art.BOARD_WIDTH - PANEL_GAP - CURVE_RIGHT_PADDING,
    )
    up = Scale(0, 1, HEADER_HEIGHT + CHART_HEIGHT - UNIT_LABEL_HEIGHT, HEADER_HEIGHT + TURN_STRIP_HEIGHT)
    middle = up(0.5)
    yield from _draw_chance_axis(up, locale)
    for number, (left, turn) in enumerate(_place_badges(review.turning_points, across), 1):
        column, ink = across(turn.step.step_number), TURN_KIND_COLORS[turn.kind]
        middled = left + BADGE_SIZE // 2
        yield (
            art.Rectangle(abs(column - middled) + 3, 3, MUTED_TEXT_COLOR),
            min(column, middled) - 1,
            HEADER_HEIGHT + 6 + BADGE_SIZE,
        )
        yield (
            art.Rectangle(3, up(1) - HEADER_HEIGHT - 6 - BADGE_SIZE, MUTED_TEXT_COLOR),
            column - 1,
            HEADER_HEIGHT + 6 + BADGE_SIZE,
        )
        yield from _draw_badge(number, BADGE_SIZE, ink, art.PAPER, left, HEADER_HEIGHT + 6)
    columns = list(_split_curve_into_columns(told, across, up))
    top, bottom = up(1), up(0)
    for column, height, _ in columns:
        for seat, (start, end) in enumerate(((height, bottom), (top, height))):
            if start < end:
                yield art.Rectangle(CURVE_COLUMN_WIDTH, end - start, LINE_COLORS[seat]), column, start
    yield (
        art.Rectangle(art.BOARD_WIDTH - 2 * PANEL_GAP - CHANCE_AXIS_WIDTH - CURVE_RIGHT_PADDING, 3, art.PAPER),
        PANEL_GAP + CHANCE_AXIS_WIDTH,
        middle - 1,
    )
    yield from (
        (art.Rectangle(3, bottom - top, art.PAPER), across(turn.step.step_number) - 1, top)
        for turn in review.turning_points
    )
    for column, *heights in columns:
        here, there = sorted(heights)
        yield art.Rectangle(CURVE_COLUMN_WIDTH, there - here + LINE_WIDTH, art.INK), column, here - LINE_WIDTH // 2


def _split_curve_into_columns(
    chances: Sequence[tuple[int, float]], x_scale: Scale, y_scale: Scale
) -> Iterator[tuple[int, int, int]]:
    """Of the curve from left to right: where each stands, how high it begins and how high it ends."""
    for (start, before), (end, after) in pairwise(chances):
        slope, last = Scale(x_scale(start), x_scale(end), y_scale(before), y_scale(after)), x_scale(end)
        for column in range(x_scale(start), last, CURVE_COLUMN_WIDTH):
            yield column, slope(column), slope(min(column + CURVE_COLUMN_WIDTH, last))


def _draw_badge(
    number: int, size: int, ink: art.Colour, ground: art.Colour, left: int, top: int
) -> Iterator[art.PlacedMark]:
    """The number of a turn: over the curve, and beside what is told of it."""
    yield art.Rectangle(size, size, ink, ground, corner=size // 2), left, top
    yield write_line(f"{number}", size, art.INK, ink, lie="middle"), left, top + (size - art.SMALL_TYPE_HEIGHT) // 2


def _draw_chance_axis(y_scale: Scale, locale: str) -> Iterator[art.PlacedMark]:
    """Whose is what lies below, and what above; where both have as much; and how it is read."""
    yield (
        write_line("50", 76, MUTED_TEXT_COLOR, art.PAPER, lie="right"),
        PANEL_GAP + CHANCE_AXIS_WIDTH - 88,
        y_scale(0.5) - art.SMALL_TYPE_HEIGHT // 2,
    )
    for seat in (0, 1):
        yield art.Sprite(f"seat_{seat}", 64, art.PAPER), PANEL_GAP + 40, y_scale(0.2 + 0.6 * seat) - 32
    told = write_line(say("ahead-unit", locale), 720, MUTED_TEXT_COLOR, art.PAPER)
    yield told, PANEL_GAP + CHANCE_AXIS_WIDTH, HEADER_HEIGHT + CHART_HEIGHT - 4 - art.SMALL_TYPE_HEIGHT


def _place_badges(turning_points: Sequence[TurningPoint], x_scale: Scale) -> Iterator[tuple[int, TurningPoint]]:
    """Where the number of each begins: over it, or as near as there is room beside the others."""
    wide, free = BADGE_SIZE + 6, PANEL_GAP
    for at, turn in enumerate(turning_points):
        last = art.BOARD_WIDTH - PANEL_GAP - 6 - (len(turning_points) - at) * wide
        left = min(last, max(free, x_scale(turn.step.step_number) - BADGE_SIZE // 2))
        yield left, turn
        free = left + wide


def _list_judged_chances(review: Review) -> list[tuple[int, float]]:
    """After how many steps what the first seat's chances were, from where on the coach knows anything."""
    return [(at, worth[0]) for at, worth in enumerate(review.curve) if at >= review.first_judged_step]


def _draw_turning_points(
    turning_points: Sequence[TurningPoint], counter: PositionCounter, locale: str
) -> Iterator[art.PlacedMark]:
    """Beside each other, in the order in which they were: when, whose luck or whose mistake, and how much."""
    top, wide = HEADER_HEIGHT + CHART_HEIGHT + PANEL_GAP, (art.BOARD_WIDTH - 4 * PANEL_GAP) // 3
    for at, turn in enumerate(turning_points):
        left, ink = PANEL_GAP + at * (wide + PANEL_GAP), TURN_KIND_COLORS[turn.kind]
        yield art.Rectangle(wide, TURN_PANEL_HEIGHT, art.PANEL, art.SLATE, corner=PANEL_CORNER_RADIUS), left, top
        yield from _draw_badge(at + 1, 44, ink, art.PANEL, left + 10, top + 6)
        when = counter.find_moment(turn.step.step_number).format_short(locale)
        yield write_line(when, wide - 70), left + 64, top + 8
        yield art.Sprite(f"seat_{turn.responsible_seat}", 44, art.PANEL), left + 10, top + 56
        word = write_line(say(f"ahead-{turn.kind}", locale), 160, ink, height=44)
        yield word, left + 64, top + 55
        told = write_line(format_share_as_points(turn.seat_gain), 116, art.LIGHT, lie="right", height=50)
        yield told, left + wide - 128, top + 52


def _draw_share_bars(review: Review, locale: str) -> Iterator[art.PlacedMark]:
    """Towards the first seat to the left, towards the second to the right, all by one measure; at last their sum."""
    top = HEADER_HEIGHT + CHART_HEIGHT + PANEL_GAP + TURN_PANEL_HEIGHT + PANEL_GAP
    yield (
        art.Rectangle(
            art.BOARD_WIDTH - 2 * PANEL_GAP, SHARES_PANEL_HEIGHT, art.PANEL, art.SLATE, corner=PANEL_CORNER_RADIUS
        ),
        PANEL_GAP,
        top,
    )
    rows = [
        *zip(
            round_balance_to_points(review.compute_balance(0)),
            SHARE_KEYS,
            (art.GOLD, PLAY_COLOR, art.FAINT, art.LIGHT),
            strict=True,
        )
    ]
    told = [row for row in rows if row[1] != LUCK_KEY or review.has_luck]
    start, length, down = PANEL_GAP + 270, 560, (SHARES_PANEL_HEIGHT - 8) // len(told)
    middle, most = start + length // 2, max(50, *(abs(share) for share, *_ in told))
    for row, (share, key, ink) in enumerate(told):
        height = top + 5 + row * down
        yield write_line(say(key, locale), 244, art.LIGHT), PANEL_GAP + 14, height
        yield (
            art.Rectangle(length, SHARE_BAR_HEIGHT, art.SLATE),
            start,
            height + (art.SMALL_TYPE_HEIGHT - SHARE_BAR_HEIGHT) // 2,
        )
        part = round(abs(share) * length / 2 / most)
        if part:
            yield (
                art.Rectangle(part, SHARE_BAR_HEIGHT, ink),
                middle - part if share > 0 else middle,
                height + (art.SMALL_TYPE_HEIGHT - SHARE_BAR_HEIGHT) // 2,
            )
            yield art.Sprite(f"seat_{int(share < 0)}", 38, art.PANEL), start + length + 40, height + 1
        yield art.Rectangle(4, down, art.LIGHT), middle - 2, height - 1
        points = write_line(format_signed_number(abs(share)), 140, art.LIGHT, lie="right", height=44)
        yield points, art.BOARD_WIDTH - PANEL_GAP - 14 - 140, height - 2
