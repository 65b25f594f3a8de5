"""The score chart of a match: a line per player with the score after each step, and marks for the main swings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from statistics import fmean
from typing import Final, NamedTuple

from bot.i18n import say
from bot.screens.charts import chart_kit
from bot.screens.charts.chart_kit import GRID_COLOR, LINE_COLORS, LINE_WIDTH, MUTED_TEXT_COLOR, PANEL_GAP, Scale
from bot.screens.turning_points import PositionCounter, ScoreSwing
from games import art
from games.match import Match

CHART_HEIGHT: Final = 544
PLOT_PADDING: Final = 24
GAINS_HEIGHT: Final = 66
"""The height of the strip above the plot, where the gains are written."""
GAIN_SHAPE_SIZE: Final = 54
GAIN_GAP: Final = 24
VALUE_AXIS_WIDTH: Final = 96
PAPER_RIGHT: Final = 770
"""The right edge of the paper-colored panel. The players' names are to the right of this panel."""
NAME_LEADER_WIDTH: Final = 60
"""The space between the ends of the score lines and `PAPER_RIGHT`, where leader lines lead to the players' names."""
NAME_ROW_HEIGHT: Final = 72
SEAT_SHAPE_SIZE: Final = 52
"""The size of a seat's shape. The shape has no number, because a number could be mistaken for a rank."""
NUMBER_GAP: Final = 10
MOMENT_AXIS_HEIGHT: Final = 50
LEADER_HEIGHT: Final = 30
"""The space for leader lines above and below the plot."""
DASH_LENGTH: Final = 26
THIN_LINE_WIDTH: Final = 4
BROAD_LINE_WIDTH: Final = 6

SCORE_CHART_PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PAPER, art.GOLD),
    inks=(art.LIGHT, art.GOLD, art.INK, GRID_COLOR, MUTED_TEXT_COLOR, *LINE_COLORS),
)


class LeaderLine(NamedTuple):
    """A line from a point of the chart to its label. Labels can be moved aside to make room for other labels."""

    start: int
    end: int
    bend_order: int
    """The number of neighboring leader lines that bend before this line. Different values keep lines from crossing."""


def draw_score_chart(
    positions: Sequence[Match], swings: Sequence[ScoreSwing], counter: PositionCounter, locale: str
) -> art.Picture | None:
    """Draw the score of each player after each step, or return None if there are no score swings to mark.

    `positions` is the match at its start and after each step.
    """
    if not swings:
        return None
    return art.Picture(
        SCORE_CHART_PALETTE,
        art.BOARD_WIDTH,
        PANEL_GAP + CHART_HEIGHT + PANEL_GAP,
        art.SLATE,
        tuple(_draw_chart(positions, swings, counter, locale)),
    )


def _draw_chart(
    positions: Sequence[Match], swings: Sequence[ScoreSwing], counter: PositionCounter, locale: str
) -> Iterator[art.PlacedMark]:
    scores = [engine.scores() for engine in positions]
    all_scores = [score for step_scores in scores for score in step_scores]
    ticks = chart_kit.choose_ticks(min(all_scores), max(all_scores))
    plot_top = PANEL_GAP + GAINS_HEIGHT + LEADER_HEIGHT
    plot_bottom = PANEL_GAP + CHART_HEIGHT - MOMENT_AXIS_HEIGHT - LEADER_HEIGHT
    x_scale = Scale(0, len(scores) - 1, PANEL_GAP + VALUE_AXIS_WIDTH + PLOT_PADDING, PAPER_RIGHT - NAME_LEADER_WIDTH)
    y_scale = Scale(ticks[0], ticks[-1], plot_bottom - LINE_WIDTH, plot_top + PLOT_PADDING)
    yield chart_kit.draw_panel(PAPER_RIGHT - PANEL_GAP, CHART_HEIGHT, PANEL_GAP, PANEL_GAP, art.PAPER)
    yield from chart_kit.draw_value_axis(ticks, y_scale, PANEL_GAP, PAPER_RIGHT - PANEL_GAP, VALUE_AXIS_WIDTH)
    for swing in swings:
        yield (
            art.Rectangle(BROAD_LINE_WIDTH, plot_bottom - plot_top, art.GOLD),
            x_scale(swing.step_number) - BROAD_LINE_WIDTH // 2,
            plot_top,
        )
    yield from _draw_score_lines(scores, x_scale, y_scale)
    yield from _draw_gains(positions, swings, x_scale, plot_top)
    yield from _draw_players(scores[-1], x_scale(len(scores) - 1), y_scale)
    yield from _draw_moment_axis(swings, counter, x_scale, plot_bottom, locale)


def _draw_score_lines(scores: Sequence[Sequence[int]], x_scale: Scale, y_scale: Scale) -> Iterator[art.PlacedMark]:
    """Draw a line per seat. Where seats have the same score, draw dashes in all of their colors."""
    for seat in range(len(scores[0])):
        points = [(x_scale(step), y_scale(step_scores[seat])) for step, step_scores in enumerate(scores)]
        yield from chart_kit.draw_step_line(points, LINE_COLORS[seat])
    # The first step of each tie (score and seats) that is still open. Empty scores after the last step end all ties.
    open_ties: dict[tuple[int, tuple[int, ...]], int] = {}
    for step, step_scores in enumerate([*scores, ()]):
        seats_by_score = {
            score: tuple(seat for seat, other in enumerate(step_scores) if other == score) for score in set(step_scores)
        }
        ties = {(score, seats) for score, seats in seats_by_score.items() if len(seats) > 1}
        for score, seats in open_ties.keys() - ties:
            start, end = x_scale(open_ties.pop((score, seats))), x_scale(min(step, len(scores) - 1))
            inks, half = [LINE_COLORS[seat] for seat in seats], LINE_WIDTH // 2
            yield from _draw_dashed_line(start + half, end - half, y_scale(score), inks)
        open_ties |= dict.fromkeys(ties - open_ties.keys(), step)


def _draw_dashed_line(start: int, end: int, y: int, inks: Sequence[art.Color]) -> Iterator[art.PlacedMark]:
    dash_count = max(len(inks), (end - start) // DASH_LENGTH)
    edges = [start + (end - start) * i // dash_count for i in range(dash_count + 1)]
    for i, (left, right) in enumerate(pairwise(edges)):
        if left < right:
            yield art.Rectangle(right - left, LINE_WIDTH, inks[i % len(inks)]), left, y - LINE_WIDTH // 2


def _draw_gains(
    positions: Sequence[Match], swings: Sequence[ScoreSwing], x_scale: Scale, plot_top: int
) -> Iterator[art.PlacedMark]:
    """Write the gaining seat and the gain above each swing, and draw leader lines from the swings to these labels."""
    swings = sorted(swings, key=lambda swing: swing.step_number)
    lines = [_write_on_paper(f"+{swing.compute_gain(positions)}", height=48, align="left") for swing in swings]
    widths = [GAIN_SHAPE_SIZE + 6 + line.width + GAIN_GAP for line in lines]
    columns = [x_scale(swing.step_number) for swing in swings]
    wanted_lefts = [column - (width - GAIN_GAP) // 2 for column, width in zip(columns, widths, strict=True)]
    lefts = spread_without_overlap(wanted_lefts, widths, PANEL_GAP + VALUE_AXIS_WIDTH, PAPER_RIGHT - 12 + GAIN_GAP)
    centers = [left + (width - GAIN_GAP) // 2 for left, width in zip(lefts, widths, strict=True)]
    for swing, line, left, leader in zip(swings, lines, lefts, _plan_leader_lines(columns, centers), strict=True):
        yield from _draw_leader_line(
            leader, plot_top, plot_top - BROAD_LINE_WIDTH - 10 * leader.bend_order, PANEL_GAP + GAINS_HEIGHT
        )
        yield (
            art.Sprite(f"seat_{swing.gaining_seat}", GAIN_SHAPE_SIZE, art.PAPER),
            left,
            PANEL_GAP + (GAINS_HEIGHT - GAIN_SHAPE_SIZE) // 2,
        )
        yield line, left + GAIN_SHAPE_SIZE + 6, PANEL_GAP + (GAINS_HEIGHT - line.height) // 2


def _draw_players(scores: Sequence[int], line_end: int, y_scale: Scale) -> Iterator[art.PlacedMark]:
    """Draw each player's name and final score beside the end of the player's line."""
    seats = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    line_ys = [y_scale(scores[seat]) for seat in seats]
    tops = spread_without_overlap(
        [y - NAME_ROW_HEIGHT // 2 for y in line_ys],
        [NAME_ROW_HEIGHT] * len(seats),
        PANEL_GAP,
        PANEL_GAP + CHART_HEIGHT,
    )
    leaders = _plan_leader_lines(line_ys, [top + NAME_ROW_HEIGHT // 2 for top in tops])
    for seat, leader in zip(seats, leaders, strict=True):
        ink, bend, y = LINE_COLORS[seat], line_end + 8 + 7 * leader.bend_order, leader.end
        yield _draw_segment(line_end, leader.start, bend, leader.start, ink, THIN_LINE_WIDTH)
        yield _draw_segment(bend, leader.start, bend, y, ink, THIN_LINE_WIDTH)
        yield _draw_segment(bend, y, PAPER_RIGHT + 20, y, ink, THIN_LINE_WIDTH)
        yield art.Sprite(f"seat_{seat}", SEAT_SHAPE_SIZE, art.SLATE), PAPER_RIGHT + 12, y - SEAT_SHAPE_SIZE // 2
        score = chart_kit.fit_width(
            art.Letters(str(scores[seat]), 0, art.LARGE_TYPE_HEIGHT, art.LIGHT, art.SLATE, align="right")
        )
        left, right = PAPER_RIGHT + SEAT_SHAPE_SIZE + 22, art.BOARD_WIDTH - PANEL_GAP - 8
        yield art.PlayerName(seat, right - score.width - 10 - left, 50, art.LIGHT, art.SLATE), left, y - 25
        yield score, right - score.width, y - art.LARGE_TYPE_HEIGHT // 2


def _draw_moment_axis(
    swings: Sequence[ScoreSwing], counter: PositionCounter, x_scale: Scale, plot_bottom: int, locale: str
) -> Iterator[art.PlacedMark]:
    """Write the number of the duel, turn, move or step of each swing below the plot.

    If there is room, also write the number of the last duel, turn, move or step of the match.
    """
    unit = _write_on_paper(say(f"course-{counter.unit}", locale), MUTED_TEXT_COLOR, align="left")
    top = PANEL_GAP + CHART_HEIGHT - MOMENT_AXIS_HEIGHT
    yield unit, PANEL_GAP + 16, top
    right_edge = PAPER_RIGHT - 16
    # If several swings belong to the same duel or turn, use the first swing.
    step_by_number = {
        counter.find_moment(swing.step_number).number: swing.step_number
        for swing in sorted(swings, key=lambda swing: -swing.step_number)
    }
    lines = [_write_on_paper(str(number)) for number in sorted(step_by_number)]
    columns = [x_scale(step_by_number[number]) for number in sorted(step_by_number)]
    widths = [line.width + NUMBER_GAP for line in lines]
    wanted_lefts = [column - (width - NUMBER_GAP) // 2 for column, width in zip(columns, widths, strict=True)]
    lefts = spread_without_overlap(wanted_lefts, widths, PANEL_GAP + 24 + unit.width, right_edge + NUMBER_GAP)
    centers = [left + line.width // 2 for left, line in zip(lefts, lines, strict=True)]
    for line, left, leader in zip(lines, lefts, _plan_leader_lines(columns, centers), strict=True):
        yield from _draw_leader_line(leader, plot_bottom, plot_bottom + BROAD_LINE_WIDTH + 10 * leader.bend_order, top)
        yield line, left, top
    last = _write_on_paper(str(counter.find_moment(round(x_scale.max_value)).number))
    left = round(x_scale.end_px) - last.width // 2
    if last.text not in {line.text for line in lines} and left >= lefts[-1] + widths[-1]:
        yield last, left, top


def _write_on_paper(
    text: str, ink: art.Color = art.INK, *, align: art.Alignment = "middle", height: int = art.SMALL_TYPE_HEIGHT
) -> art.Letters:
    return chart_kit.fit_width(chart_kit.write_line(text, 0, ink, art.PAPER, align=align, height=height), 4)


# Label placement


def spread_without_overlap(starts: Sequence[int], sizes: Sequence[int], min_start: int, max_end: int) -> list[int]:
    """Return new starts that keep the intervals in order, without overlap, and close to the given `starts`.

    Intervals that would overlap are joined, and move to the mean of their wanted positions. For example, labels of
    size 10 that should start at 10 and 12 start at 6 and 16.
    """
    offsets = list(accumulate(sizes, initial=0))
    blocks: list[list[int]] = []
    for start, offset in zip(starts, offsets, strict=False):
        blocks.append([start - offset])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    shifts = [max(min_start, min(max_end - offsets[-1], round(fmean(block)))) for block in blocks for _ in block]
    return [shift + offset for shift, offset in zip(shifts, offsets, strict=False)]


def _plan_leader_lines(starts: Sequence[int], ends: Sequence[int]) -> list[LeaderLine]:
    """Return a leader line from each start to its end.

    Lines that lead in the same direction bend one after the other, the furthest ahead first. So no lines cross.
    """
    directions = [(end > start) - (end < start) for start, end in zip(starts, ends, strict=True)]
    return [
        LeaderLine(
            start, end, directions[i + 1 :].count(1) if direction > 0 else directions[:i].count(-1) if direction else 0
        )
        for i, (start, end, direction) in enumerate(zip(starts, ends, directions, strict=True))
    ]


def _draw_leader_line(leader: LeaderLine, start: int, bend: int, end: int) -> Iterator[art.PlacedMark]:
    yield _draw_segment(leader.start, start, leader.start, bend, art.GOLD, BROAD_LINE_WIDTH)
    yield _draw_segment(leader.start, bend, leader.end, bend, art.GOLD, BROAD_LINE_WIDTH)
    yield _draw_segment(leader.end, bend, leader.end, end, art.GOLD, BROAD_LINE_WIDTH)


def _draw_segment(left: int, top: int, right: int, bottom: int, ink: art.Color, thickness: int) -> art.PlacedMark:
    """Draw a horizontal or vertical line between two points."""
    width, height = abs(right - left), abs(bottom - top)
    half = thickness // 2
    return art.Rectangle(width + thickness, height + thickness, ink), min(left, right) - half, min(top, bottom) - half
