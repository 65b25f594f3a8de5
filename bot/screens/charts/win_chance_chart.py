"""The chart in the review of a two-player match: winning chances, turning points, and shares of luck and play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from bot.i18n import say
from bot.screens.charts.chart_kit import (
    LINE_COLORS,
    LINE_WIDTH,
    MUTED_TEXT_COLOR,
    PANEL_GAP,
    Scale,
    draw_panel,
    write_line,
)
from bot.screens.coach_texts import (
    LUCK_KEY,
    SHARE_KEYS,
    format_share_as_points,
    format_signed_number,
    round_balance_to_points,
)
from bot.screens.turning_points import PositionCounter
from games import art
from games.core import Seat
from games.review import Review, TurningPoint

HEADER_HEIGHT: Final = 76
SEAT_SHAPE_SIZE: Final = 56
CHART_HEIGHT: Final = 318
BADGE_STRIP_HEIGHT: Final = 62
"""The height of the strip above the curve. It keeps the badges of the turning points from hiding the curve."""
BADGE_TOP: Final = HEADER_HEIGHT + 6
UNIT_LABEL_HEIGHT: Final = 52
CHANCE_AXIS_WIDTH: Final = 150
CURVE_RIGHT_PADDING: Final = 36
CURVE_COLUMN_WIDTH: Final = 2
"""The width of the columns that make up the curve."""
BADGE_SIZE: Final = 50
TURN_PANEL_HEIGHT: Final = 106
CHART_CORNER_RADIUS: Final = 16
SHARES_PANEL_HEIGHT: Final = art.BOARD_HEIGHT - HEADER_HEIGHT - CHART_HEIGHT - TURN_PANEL_HEIGHT - 3 * PANEL_GAP
SHARE_BAR_HEIGHT: Final = 22
PLAY_COLOR: Final[art.Color] = "#dd90bd"
TURN_KIND_COLORS: Final[Mapping[str, art.Color]] = {"luck": art.GOLD, "mistake": PLAY_COLOR}
"""The colors of luck and mistakes, which are the same for both players."""

WIN_CHANCE_PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PANEL, art.PAPER, art.GOLD, PLAY_COLOR),
    inks=(art.LIGHT, art.FAINT, art.INK, MUTED_TEXT_COLOR, *LINE_COLORS[:2]),
)


def draw_win_chances(
    review: Review, score: str, counter: PositionCounter, locale: str, reader_seat: Seat
) -> art.Picture | None:
    """Draw the chart for a review, or return None if the match did not have exactly two players.

    The turning points have the same numbers as in the review's text, which begins with the mistakes of `reader_seat`.
    """
    if len(review.seats) != 2:
        return None
    turning_points = review.list_turning_points(reader_seat)
    marks = (
        *_draw_players(score),
        *_draw_curve(review, turning_points, locale),
        *_draw_turning_points(turning_points, counter, locale),
        *_draw_share_bars(review, locale),
    )
    return art.Picture(WIN_CHANCE_PALETTE, art.BOARD_WIDTH, art.BOARD_HEIGHT, art.SLATE, marks)


def _draw_players(score: str) -> Iterator[art.PlacedMark]:
    name_width = 340
    top = (HEADER_HEIGHT - SEAT_SHAPE_SIZE) // 2 + 4
    yield art.Sprite("seat_0", SEAT_SHAPE_SIZE, art.SLATE), PANEL_GAP + 8, top
    yield art.PlayerName(0, name_width, 52, art.LIGHT, art.SLATE), PANEL_GAP + SEAT_SHAPE_SIZE + 20, top + 4
    score_line = art.Letters(score, 220, art.LARGE_TYPE_HEIGHT, art.LIGHT, art.SLATE)
    yield score_line, art.BOARD_WIDTH // 2 - score_line.width // 2, top - 2
    yield (
        art.PlayerName(1, name_width, 52, art.LIGHT, art.SLATE, align="right"),
        art.BOARD_WIDTH - PANEL_GAP - SEAT_SHAPE_SIZE - 20 - name_width,
        top + 4,
    )
    yield art.Sprite("seat_1", SEAT_SHAPE_SIZE, art.SLATE), art.BOARD_WIDTH - PANEL_GAP - 8 - SEAT_SHAPE_SIZE, top


def _draw_curve(review: Review, turning_points: Sequence[TurningPoint], locale: str) -> Iterator[art.PlacedMark]:
    """Draw both players' winning chances: the first player's below the curve, and the second player's above it."""
    width = art.BOARD_WIDTH - 2 * PANEL_GAP
    yield draw_panel(width, CHART_HEIGHT, PANEL_GAP, HEADER_HEIGHT, art.PAPER, corner=CHART_CORNER_RADIUS)
    chances = _list_judged_chances(review)
    first_step, last_step = chances[0][0], chances[-1][0]
    x_scale = Scale(
        first_step,
        max(last_step, first_step + 1),
        PANEL_GAP + CHANCE_AXIS_WIDTH,
        art.BOARD_WIDTH - PANEL_GAP - CURVE_RIGHT_PADDING,
    )
    y_scale = Scale(0, 1, HEADER_HEIGHT + CHART_HEIGHT - UNIT_LABEL_HEIGHT, HEADER_HEIGHT + BADGE_STRIP_HEIGHT)
    top, middle, bottom = y_scale(1), y_scale(0.5), y_scale(0)
    yield from _draw_chance_axis(y_scale, locale)
    badge_bottom = BADGE_TOP + BADGE_SIZE
    for left, number, turn in _place_badges(turning_points, x_scale):
        column, badge_center = x_scale(turn.step.step_number), left + BADGE_SIZE // 2
        yield (
            art.Rectangle(abs(column - badge_center) + 3, 3, MUTED_TEXT_COLOR),
            min(column, badge_center) - 1,
            badge_bottom,
        )
        yield art.Rectangle(3, top - badge_bottom, MUTED_TEXT_COLOR), column - 1, badge_bottom
        yield from _draw_badge(number, BADGE_SIZE, TURN_KIND_COLORS[turn.kind], art.PAPER, left, BADGE_TOP)
    columns = list(_split_curve_into_columns(chances, x_scale, y_scale))
    for column, y, _ in columns:
        for seat, (start, end) in enumerate(((y, bottom), (top, y))):
            if start < end:
                yield art.Rectangle(CURVE_COLUMN_WIDTH, end - start, LINE_COLORS[seat]), column, start
    yield (
        art.Rectangle(width - CHANCE_AXIS_WIDTH - CURVE_RIGHT_PADDING, 3, art.PAPER),
        PANEL_GAP + CHANCE_AXIS_WIDTH,
        middle - 1,
    )
    yield from (
        (art.Rectangle(3, bottom - top, art.PAPER), x_scale(turn.step.step_number) - 1, top) for turn in turning_points
    )
    for column, *ys in columns:
        upper, lower = sorted(ys)
        yield art.Rectangle(CURVE_COLUMN_WIDTH, lower - upper + LINE_WIDTH, art.INK), column, upper - LINE_WIDTH // 2


def _split_curve_into_columns(
    chances: Sequence[tuple[int, float]], x_scale: Scale, y_scale: Scale
) -> Iterator[tuple[int, int, int]]:
    """Yield the x of each column from left to right, with the y of the curve at its left and right edges."""
    for (start_step, start_chance), (end_step, end_chance) in pairwise(chances):
        left, right = x_scale(start_step), x_scale(end_step)
        slope = Scale(left, right, y_scale(start_chance), y_scale(end_chance))
        for column in range(left, right, CURVE_COLUMN_WIDTH):
            yield column, slope(column), slope(min(column + CURVE_COLUMN_WIDTH, right))


def _draw_badge(
    number: int, size: int, ink: art.Color, ground: art.Color, left: int, top: int
) -> Iterator[art.PlacedMark]:
    """Draw a circle with the number of a turning point. It is used above the curve and in the panels."""
    yield art.Rectangle(size, size, ink, ground, corner=size // 2), left, top
    yield write_line(f"{number}", size, art.INK, ink, align="middle"), left, top + (size - art.SMALL_TYPE_HEIGHT) // 2


def _draw_chance_axis(y_scale: Scale, locale: str) -> Iterator[art.PlacedMark]:
    """Draw each player's symbol in that player's half, the label of the 50 percent line, and the chart's unit."""
    yield (
        write_line("50", 76, MUTED_TEXT_COLOR, art.PAPER, align="right"),
        PANEL_GAP + CHANCE_AXIS_WIDTH - 88,
        y_scale(0.5) - art.SMALL_TYPE_HEIGHT // 2,
    )
    for seat in (0, 1):
        yield art.Sprite(f"seat_{seat}", 64, art.PAPER), PANEL_GAP + 40, y_scale(0.2 + 0.6 * seat) - 32
    unit = write_line(say("ahead-unit", locale), 720, MUTED_TEXT_COLOR, art.PAPER)
    yield unit, PANEL_GAP + CHANCE_AXIS_WIDTH, HEADER_HEIGHT + CHART_HEIGHT - 4 - art.SMALL_TYPE_HEIGHT


def _place_badges(turning_points: Sequence[TurningPoint], x_scale: Scale) -> Iterator[tuple[int, int, TurningPoint]]:
    """Yield each badge's left edge, number and turning point, from left to right.

    Each badge is above its turning point, or as close as the other badges allow.
    """
    pitch, min_left = BADGE_SIZE + 6, PANEL_GAP
    numbered = sorted(enumerate(turning_points, 1), key=lambda each: each[1].step.step_number)
    for index, (number, turn) in enumerate(numbered):
        max_left = art.BOARD_WIDTH - PANEL_GAP - 6 - (len(turning_points) - index) * pitch
        left = min(max_left, max(min_left, x_scale(turn.step.step_number) - BADGE_SIZE // 2))
        yield left, number, turn
        min_left = left + pitch


def _list_judged_chances(review: Review) -> list[tuple[int, float]]:
    """Return the first player's winning chance after each step, as pairs of step number and chance.

    The first pair describes the position before the first choice that the coach can judge.
    """
    return [(step, shares[0]) for step, shares in enumerate(review.curve) if step >= review.first_judged_step]


def _draw_turning_points(
    turning_points: Sequence[TurningPoint], counter: PositionCounter, locale: str
) -> Iterator[art.PlacedMark]:
    """Draw a panel per turning point with its moment, the responsible seat, and the points gained or lost."""
    top, width = HEADER_HEIGHT + CHART_HEIGHT + PANEL_GAP, (art.BOARD_WIDTH - 4 * PANEL_GAP) // 3
    for index, turn in enumerate(turning_points):
        left, ink = PANEL_GAP + index * (width + PANEL_GAP), TURN_KIND_COLORS[turn.kind]
        yield draw_panel(width, TURN_PANEL_HEIGHT, left, top, corner=CHART_CORNER_RADIUS)
        yield from _draw_badge(index + 1, 44, ink, art.PANEL, left + 10, top + 6)
        moment = counter.find_moment(turn.step.step_number).format_short(locale)
        yield write_line(moment, width - 70), left + 64, top + 8
        yield art.Sprite(f"seat_{turn.responsible_seat}", 44, art.PANEL), left + 10, top + 56
        yield write_line(say(f"ahead-{turn.kind}", locale), 160, ink, height=44), left + 64, top + 55
        points = write_line(format_share_as_points(turn.seat_gain), 116, art.LIGHT, align="right", height=50)
        yield points, left + width - 128, top + 52


def _draw_share_bars(review: Review, locale: str) -> Iterator[art.PlacedMark]:
    """Draw the contributions of luck, play and the unexplained rest, and their sum, as bars on the same scale.

    A bar to the left favors the first player, and a bar to the right favors the second.
    """
    top = HEADER_HEIGHT + CHART_HEIGHT + PANEL_GAP + TURN_PANEL_HEIGHT + PANEL_GAP
    yield draw_panel(art.BOARD_WIDTH - 2 * PANEL_GAP, SHARES_PANEL_HEIGHT, PANEL_GAP, top, corner=CHART_CORNER_RADIUS)
    shares = round_balance_to_points(review.compute_balance(0))
    inks = (art.GOLD, PLAY_COLOR, art.FAINT, art.LIGHT)
    rows = [row for row in zip(shares, SHARE_KEYS, inks, strict=True) if row[1] != LUCK_KEY or review.has_luck]
    track_left, track_width, row_height = PANEL_GAP + 270, 560, (SHARES_PANEL_HEIGHT - 8) // len(rows)
    middle, max_share = track_left + track_width // 2, max(50, *(abs(share) for share, *_ in rows))
    for row, (share, key, ink) in enumerate(rows):
        y = top + 5 + row * row_height
        bar_top = y + (art.SMALL_TYPE_HEIGHT - SHARE_BAR_HEIGHT) // 2
        yield write_line(say(key, locale), 244, art.LIGHT), PANEL_GAP + 14, y
        yield art.Rectangle(track_width, SHARE_BAR_HEIGHT, art.SLATE), track_left, bar_top
        bar_width = round(abs(share) * track_width / 2 / max_share)
        if bar_width:
            bar_left = middle - bar_width if share > 0 else middle
            yield art.Rectangle(bar_width, SHARE_BAR_HEIGHT, ink), bar_left, bar_top
            yield art.Sprite(f"seat_{int(share < 0)}", 38, art.PANEL), track_left + track_width + 40, y + 1
        yield art.Rectangle(4, row_height, art.LIGHT), middle - 2, y - 1
        points = write_line(format_signed_number(abs(share)), 140, art.LIGHT, align="right", height=44)
        yield points, art.BOARD_WIDTH - PANEL_GAP - 14 - 140, y - 2
