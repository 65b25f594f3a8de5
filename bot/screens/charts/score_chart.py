"""How a match went, as a picture: everybody's score by duels, turns or steps, and where it turned."""

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
"""How high it is above the lines, for who gained what."""
GAIN_SHAPE_SIZE: Final = 54
GAIN_GAP: Final = 24
"""Between what two gained."""
VALUE_AXIS_WIDTH: Final = 96
"""Left of the lines, for what they stand at."""
PAPER_RIGHT: Final = 770
"""Where the paper ends, and people's names begin."""
NAME_LEADER_WIDTH: Final = 60
"""Between the ends of the lines and that."""
NAME_ROW_HEIGHT: Final = 72
SEAT_SHAPE_SIZE: Final = 52
"""A seat's, without its number: that would be taken for a place."""
NUMBER_GAP: Final = 10
MOMENT_AXIS_HEIGHT: Final = 50
"""Below the lines, for when it was."""
LEADER_HEIGHT: Final = 30
"""Above the lines and below them, for what leads aside to where there is room."""
DASH_LENGTH: Final = 26
THIN_LINE_WIDTH: Final = 4
BROAD_LINE_WIDTH: Final = 6

SCORE_CHART_PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PAPER, art.GOLD),
    inks=(art.LIGHT, art.GOLD, art.INK, GRID_COLOR, MUTED_TEXT_COLOR, *LINE_COLORS),
)


class LeaderLine(NamedTuple):
    """From something to what is written of it, which may stand aside."""

    start: int
    end: int
    bend_order: int
    """How many others turn aside before it does, so that none crosses another."""


def draw_score_chart(
    positions: Sequence[Match], swings: Sequence[ScoreSwing], counter: PositionCounter, locale: str
) -> art.Picture | None:
    """`passed` is the match at its start and after each step; None where nothing was ever scored before its end."""
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
    """The score by what the match is counted in; above, who gained how much where it turned."""
    scores = [engine.scores() for engine in positions]
    points = [each for step in scores for each in step]
    ticks = chart_kit.choose_ticks(min(points), max(points))
    first, last = (
        PANEL_GAP + GAINS_HEIGHT + LEADER_HEIGHT,
        PANEL_GAP + CHART_HEIGHT - MOMENT_AXIS_HEIGHT - LEADER_HEIGHT,
    )
    across = Scale(0, len(scores) - 1, PANEL_GAP + VALUE_AXIS_WIDTH + PLOT_PADDING, PAPER_RIGHT - NAME_LEADER_WIDTH)
    up = Scale(ticks[0], ticks[-1], last - LINE_WIDTH, first + PLOT_PADDING)
    yield chart_kit.draw_panel(PAPER_RIGHT - PANEL_GAP, CHART_HEIGHT, PANEL_GAP, PANEL_GAP, art.PAPER)
    yield from chart_kit.draw_value_axis(ticks, up, PANEL_GAP, PAPER_RIGHT - PANEL_GAP, VALUE_AXIS_WIDTH)
    for turn in swings:
        yield (
            art.Rectangle(BROAD_LINE_WIDTH, last - first, art.GOLD),
            across(turn.step_number) - BROAD_LINE_WIDTH // 2,
            first,
        )
    yield from _draw_score_lines(scores, across, up)
    yield from _draw_gains(scores, swings, across, first)
    yield from _draw_players(scores[-1], across(len(scores) - 1), up)
    yield from _draw_moment_axis(swings, counter, across, last, locale)


def _draw_score_lines(scores: Sequence[Sequence[int]], x_scale: Scale, y_scale: Scale) -> Iterator[art.PlacedMark]:
    """Each where its score is; who have as much have the line in turn, or one would hide the others."""
    for seat in range(len(scores[0])):
        places = [(x_scale(at), y_scale(step[seat])) for at, step in enumerate(scores)]
        yield from chart_kit.draw_step_line(places, LINE_COLORS[seat])
    since: dict[tuple[int, tuple[int, ...]], int] = {}
    for at, step in enumerate([*scores, ()]):
        level = {each: tuple(seat for seat, other in enumerate(step) if other == each) for each in set(step)}
        there = {(each, seats) for each, seats in level.items() if len(seats) > 1}
        for points, seats in since.keys() - there:
            start, end = x_scale(since.pop((points, seats))), x_scale(min(at, len(scores) - 1))
            inks, half = [LINE_COLORS[seat] for seat in seats], LINE_WIDTH // 2
            yield from _draw_dashed_line(start + half, end - half, y_scale(points), inks)
        since |= dict.fromkeys(there - since.keys(), at)


def _draw_dashed_line(start: int, end: int, height: int, inks: Sequence[art.Colour]) -> Iterator[art.PlacedMark]:
    dashes = max(len(inks), (end - start) // DASH_LENGTH)
    places = [start + (end - start) * at // dashes for at in range(dashes + 1)]
    for at, (left, right) in enumerate(pairwise(places)):
        if left < right:
            yield art.Rectangle(right - left, LINE_WIDTH, inks[at % len(inks)]), left, height - LINE_WIDTH // 2


def _draw_gains(
    scores: Sequence[Sequence[int]], swings: Sequence[ScoreSwing], x_scale: Scale, bottom: int
) -> Iterator[art.PlacedMark]:
    """Above their steps in time, or led there where they are near each other."""
    swings = sorted(swings, key=lambda turn: turn.step_number)
    gains = [
        scores[turn.step_number][turn.gaining_seat] - scores[turn.step_number - 1][turn.gaining_seat] for turn in swings
    ]
    told = [_write_on_paper(f"+{gain}", height=48, lie="left") for gain in gains]
    wide = [GAIN_SHAPE_SIZE + 6 + line.width + GAIN_GAP for line in told]
    wanted = [x_scale(turn.step_number) for turn in swings]
    starts = [at - (each - GAIN_GAP) // 2 for at, each in zip(wanted, wide, strict=True)]
    lefts = spread_without_overlap(starts, wide, PANEL_GAP + VALUE_AXIS_WIDTH, PAPER_RIGHT - 12 + GAIN_GAP)
    middles = [left + (each - GAIN_GAP) // 2 for left, each in zip(lefts, wide, strict=True)]
    for turn, line, left, lead in zip(swings, told, lefts, plan_leader_lines(wanted, middles), strict=True):
        yield from _draw_leader_line(
            lead, bottom, bottom - BROAD_LINE_WIDTH - 10 * lead.bend_order, PANEL_GAP + GAINS_HEIGHT
        )
        yield (
            art.Sprite(f"seat_{turn.gaining_seat}", GAIN_SHAPE_SIZE, art.PAPER),
            left,
            PANEL_GAP + (GAINS_HEIGHT - GAIN_SHAPE_SIZE) // 2,
        )
        yield line, left + GAIN_SHAPE_SIZE + 6, PANEL_GAP + (GAINS_HEIGHT - line.height) // 2


def _draw_players(scores: Sequence[int], line_end: int, y_scale: Scale) -> Iterator[art.PlacedMark]:
    """Whose line it is and what it has come to, where it ends, or led there where others end beside it."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    ends = [y_scale(scores[seat]) for seat in order]
    tops = spread_without_overlap(
        [place - NAME_ROW_HEIGHT // 2 for place in ends],
        [NAME_ROW_HEIGHT] * len(order),
        PANEL_GAP,
        PANEL_GAP + CHART_HEIGHT,
    )
    for seat, lead in zip(order, plan_leader_lines(ends, [top + NAME_ROW_HEIGHT // 2 for top in tops]), strict=True):
        ink, turn = LINE_COLORS[seat], line_end + 8 + 7 * lead.bend_order
        yield _draw_segment(line_end, lead.start, turn, lead.start, ink, THIN_LINE_WIDTH)
        yield _draw_segment(turn, lead.start, turn, lead.end, ink, THIN_LINE_WIDTH)
        yield _draw_segment(turn, lead.end, PAPER_RIGHT + 20, lead.end, ink, THIN_LINE_WIDTH)
        yield art.Sprite(f"seat_{seat}", SEAT_SHAPE_SIZE, art.SLATE), PAPER_RIGHT + 12, lead.end - SEAT_SHAPE_SIZE // 2
        score = chart_kit.fit_width(
            art.Letters(str(scores[seat]), 0, art.LARGE_TYPE_HEIGHT, art.LIGHT, art.SLATE, lie="right")
        )
        left, right = PAPER_RIGHT + SEAT_SHAPE_SIZE + 22, art.BOARD_WIDTH - PANEL_GAP - 8
        yield art.PlayerName(seat, right - score.width - 10 - left, 50, art.LIGHT, art.SLATE), left, lead.end - 25
        yield score, right - score.width, lead.end - art.LARGE_TYPE_HEIGHT // 2


def _draw_moment_axis(
    swings: Sequence[ScoreSwing], counter: PositionCounter, x_scale: Scale, top_of_axis: int, locale: str
) -> Iterator[art.PlacedMark]:
    """Below, which duel or turn it was: as in the text and on the buttons beside the picture."""
    told = _write_on_paper(say(f"course-{counter.unit}", locale), MUTED_TEXT_COLOR, lie="left")
    top = PANEL_GAP + CHART_HEIGHT - MOMENT_AXIS_HEIGHT
    yield told, PANEL_GAP + 16, top
    edge = PAPER_RIGHT - 16
    numbers = {
        counter.find_moment(turn.step_number).number: turn.step_number
        for turn in sorted(swings, key=lambda turn: -turn.step_number)
    }
    lines = [_write_on_paper(str(number)) for number in sorted(numbers)]
    wanted = [x_scale(numbers[number]) for number in sorted(numbers)]
    wide = [line.width + NUMBER_GAP for line in lines]
    starts = [at - (each - NUMBER_GAP) // 2 for at, each in zip(wanted, wide, strict=True)]
    lefts = spread_without_overlap(starts, wide, PANEL_GAP + 24 + told.width, edge + NUMBER_GAP)
    middles = [left + line.width // 2 for left, line in zip(lefts, lines, strict=True)]
    for line, left, lead in zip(lines, lefts, plan_leader_lines(wanted, middles), strict=True):
        yield from _draw_leader_line(lead, top_of_axis, top_of_axis + BROAD_LINE_WIDTH + 10 * lead.bend_order, top)
        yield line, left, top
    # The last of all, if it is another and there is room.
    end = _write_on_paper(str(counter.find_moment(round(x_scale.max_value)).number))
    left = round(x_scale.end_px) - end.width // 2
    if end.text not in {line.text for line in lines} and left >= lefts[-1] + wide[-1]:
        yield end, left, top


def _write_on_paper(
    text: str, ink: art.Colour = art.INK, *, lie: art.Alignment = "middle", height: int = art.SMALL_TYPE_HEIGHT
) -> art.Letters:
    return chart_kit.fit_width(chart_kit.write_line(text, 0, ink, art.PAPER, lie=lie, height=height), 4)


# What stands beside each other


def spread_without_overlap(starts: Sequence[int], sizes: Sequence[int], min_start: int, max_end: int) -> list[int]:
    """As near as they can be to where they would start, in that order, none upon another."""
    before = list(accumulate(sizes, initial=0))
    blocks: list[list[int]] = []
    for start, gone in zip(starts, before, strict=False):
        blocks.append([start - gone])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    shifts = [max(min_start, min(max_end - before[-1], round(fmean(block)))) for block in blocks for _ in block]
    return [shift + gone for shift, gone in zip(shifts, before, strict=False)]


def plan_leader_lines(starts: Sequence[int], ends: Sequence[int]) -> list[LeaderLine]:
    """Of those led the same way the foremost turns first."""
    ways = [(goal > start) - (goal < start) for start, goal in zip(starts, ends, strict=True)]
    return [
        LeaderLine(start, goal, ways[at + 1 :].count(1) if way > 0 else ways[:at].count(-1) if way else 0)
        for at, (start, goal, way) in enumerate(zip(starts, ends, ways, strict=True))
    ]


def _draw_leader_line(leader: LeaderLine, start: int, bend: int, end: int) -> Iterator[art.PlacedMark]:
    yield _draw_segment(leader.start, start, leader.start, bend, art.GOLD, BROAD_LINE_WIDTH)
    yield _draw_segment(leader.start, bend, leader.end, bend, art.GOLD, BROAD_LINE_WIDTH)
    yield _draw_segment(leader.end, bend, leader.end, end, art.GOLD, BROAD_LINE_WIDTH)


def _draw_segment(left: int, top: int, right: int, bottom: int, ink: art.Colour, thickness: int) -> art.PlacedMark:
    """Along the line between the two, which is upright or level."""
    wide, high = abs(right - left), abs(bottom - top)
    half = thickness // 2
    return art.Rectangle(wide + thickness, high + thickness, ink), min(left, right) - half, min(top, bottom) - half
