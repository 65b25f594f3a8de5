"""How a match went, as a picture: everybody's score by duels, turns or steps, and where it turned."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from statistics import fmean
from typing import Final, NamedTuple

from bot.i18n import say
from bot.screens.charts import chart_kit
from bot.screens.charts.chart_kit import COLOURS, EDGE, GRID, LINE_WIDTH, PALE, Scale
from bot.screens.turning_points import PositionCounter, TurningPoint
from games import art
from games.match import Match

DOWN: Final = 544
INSIDE: Final = 24
KEY: Final = 66
"""How high it is above the lines, for who gained what."""
SEAT: Final = 54
APART: Final = 24
"""Between what two gained."""
SIDE: Final = 96
"""Left of the lines, for what they stand at."""
PAGE: Final = 770
"""Where the paper ends, and people's names begin."""
LEADS: Final = 60
"""Between the ends of the lines and that."""
ROW: Final = 72
SHAPE: Final = 52
"""A seat's, without its number: that would be taken for a place."""
BETWEEN: Final = 10
FOOT: Final = 50
"""Below the lines, for when it was."""
TURNS: Final = 30
"""Above the lines and below them, for what leads aside to where there is room."""
DASH: Final = 26
THIN: Final = 4
BROAD: Final = 6

PALETTE: Final = art.Palette(
    "bot", grounds=(art.SLATE, art.PAPER, art.GOLD), inks=(art.LIGHT, art.GOLD, art.INK, GRID, PALE, *COLOURS)
)


class Lead(NamedTuple):
    """From something to what is written of it, which may stand aside."""

    start: int
    goal: int
    turn: int
    """How many others turn aside before it does, so that none crosses another."""


def picture(
    passed: Sequence[Match], turns: Sequence[TurningPoint], count: PositionCounter, locale: str
) -> art.Picture | None:
    """`passed` is the match at its start and after each step; None where nothing was ever scored before its end."""
    if not turns:
        return None
    return art.Picture(
        PALETTE, art.BOARD_WIDTH, EDGE + DOWN + EDGE, art.SLATE, tuple(_course(passed, turns, count, locale))
    )


def _course(
    passed: Sequence[Match], turns: Sequence[TurningPoint], count: PositionCounter, locale: str
) -> Iterator[art.PlacedMark]:
    """The score by what the match is counted in; above, who gained how much where it turned."""
    scores = [engine.scores() for engine in passed]
    points = [each for step in scores for each in step]
    ticks = chart_kit.choose_ticks(min(points), max(points))
    first, last = EDGE + KEY + TURNS, EDGE + DOWN - FOOT - TURNS
    across = Scale(0, len(scores) - 1, EDGE + SIDE + INSIDE, PAGE - LEADS)
    up = Scale(ticks[0], ticks[-1], last - LINE_WIDTH, first + INSIDE)
    yield chart_kit.draw_panel(PAGE - EDGE, DOWN, EDGE, EDGE, art.PAPER)
    yield from chart_kit.draw_value_axis(ticks, up, EDGE, PAGE - EDGE, SIDE)
    for turn in turns:
        yield art.Rectangle(BROAD, last - first, art.GOLD), across(turn.at) - BROAD // 2, first
    yield from _lines(scores, across, up)
    yield from _gains(scores, turns, across, first)
    yield from _people(scores[-1], across(len(scores) - 1), up)
    yield from _counted(turns, count, across, last, locale)


def _lines(scores: Sequence[Sequence[int]], across: Scale, up: Scale) -> Iterator[art.PlacedMark]:
    """Each where its score is; who have as much have the line in turn, or one would hide the others."""
    for seat in range(len(scores[0])):
        places = [(across(at), up(step[seat])) for at, step in enumerate(scores)]
        yield from chart_kit.draw_step_line(places, COLOURS[seat])
    since: dict[tuple[int, tuple[int, ...]], int] = {}
    for at, step in enumerate([*scores, ()]):
        level = {each: tuple(seat for seat, other in enumerate(step) if other == each) for each in set(step)}
        there = {(each, seats) for each, seats in level.items() if len(seats) > 1}
        for points, seats in since.keys() - there:
            start, end = across(since.pop((points, seats))), across(min(at, len(scores) - 1))
            inks, half = [COLOURS[seat] for seat in seats], LINE_WIDTH // 2
            yield from _dashed(start + half, end - half, up(points), inks)
        since |= dict.fromkeys(there - since.keys(), at)


def _dashed(start: int, end: int, height: int, inks: Sequence[art.Colour]) -> Iterator[art.PlacedMark]:
    dashes = max(len(inks), (end - start) // DASH)
    places = [start + (end - start) * at // dashes for at in range(dashes + 1)]
    for at, (left, right) in enumerate(pairwise(places)):
        if left < right:
            yield art.Rectangle(right - left, LINE_WIDTH, inks[at % len(inks)]), left, height - LINE_WIDTH // 2


def _gains(
    scores: Sequence[Sequence[int]], turns: Sequence[TurningPoint], across: Scale, below: int
) -> Iterator[art.PlacedMark]:
    """Above their steps in time, or led there where they are near each other."""
    turns = sorted(turns, key=lambda turn: turn.at)
    gains = [scores[turn.at][turn.seat] - scores[turn.at - 1][turn.seat] for turn in turns]
    told = [_write_on_paper(f"+{gain}", height=48, lie="left") for gain in gains]
    wide = [SEAT + 6 + line.width + APART for line in told]
    wanted = [across(turn.at) for turn in turns]
    starts = [at - (each - APART) // 2 for at, each in zip(wanted, wide, strict=True)]
    lefts = spread(starts, wide, EDGE + SIDE, PAGE - 12 + APART)
    middles = [left + (each - APART) // 2 for left, each in zip(lefts, wide, strict=True)]
    for turn, line, left, lead in zip(turns, told, lefts, leads(wanted, middles), strict=True):
        yield from _upright(lead, below, below - BROAD - 10 * lead.turn, EDGE + KEY)
        yield art.Sprite(f"seat_{turn.seat}", SEAT, art.PAPER), left, EDGE + (KEY - SEAT) // 2
        yield line, left + SEAT + 6, EDGE + (KEY - line.height) // 2


def _people(scores: Sequence[int], end: int, up: Scale) -> Iterator[art.PlacedMark]:
    """Whose line it is and what it has come to, where it ends, or led there where others end beside it."""
    order = sorted(range(len(scores)), key=lambda seat: (-scores[seat], seat))
    ends = [up(scores[seat]) for seat in order]
    tops = spread([place - ROW // 2 for place in ends], [ROW] * len(order), EDGE, EDGE + DOWN)
    for seat, lead in zip(order, leads(ends, [top + ROW // 2 for top in tops]), strict=True):
        ink, turn = COLOURS[seat], end + 8 + 7 * lead.turn
        yield _bar(end, lead.start, turn, lead.start, ink, THIN)
        yield _bar(turn, lead.start, turn, lead.goal, ink, THIN)
        yield _bar(turn, lead.goal, PAGE + 20, lead.goal, ink, THIN)
        yield art.Sprite(f"seat_{seat}", SHAPE, art.SLATE), PAGE + 12, lead.goal - SHAPE // 2
        score = chart_kit.fit_width(
            art.Letters(str(scores[seat]), 0, art.LARGE_TYPE_HEIGHT, art.LIGHT, art.SLATE, lie="right")
        )
        left, right = PAGE + SHAPE + 22, art.BOARD_WIDTH - EDGE - 8
        yield art.PlayerName(seat, right - score.width - 10 - left, 50, art.LIGHT, art.SLATE), left, lead.goal - 25
        yield score, right - score.width, lead.goal - art.LARGE_TYPE_HEIGHT // 2


def _counted(
    turns: Sequence[TurningPoint], count: PositionCounter, across: Scale, above: int, locale: str
) -> Iterator[art.PlacedMark]:
    """Below, which duel or turn it was: as in the text and on the buttons beside the picture."""
    told = _write_on_paper(say(f"course-{count.kind}", locale), PALE, lie="left")
    top = EDGE + DOWN - FOOT
    yield told, EDGE + 16, top
    edge = PAGE - 16
    numbers = {count.moment(turn.at).number: turn.at for turn in sorted(turns, key=lambda turn: -turn.at)}
    lines = [_write_on_paper(str(number)) for number in sorted(numbers)]
    wanted = [across(numbers[number]) for number in sorted(numbers)]
    wide = [line.width + BETWEEN for line in lines]
    starts = [at - (each - BETWEEN) // 2 for at, each in zip(wanted, wide, strict=True)]
    lefts = spread(starts, wide, EDGE + 24 + told.width, edge + BETWEEN)
    middles = [left + line.width // 2 for left, line in zip(lefts, lines, strict=True)]
    for line, left, lead in zip(lines, lefts, leads(wanted, middles), strict=True):
        yield from _upright(lead, above, above + BROAD + 10 * lead.turn, top)
        yield line, left, top
    # The last of all, if it is another and there is room.
    end = _write_on_paper(str(count.moment(round(across.most)).number))
    left = round(across.end) - end.width // 2
    if end.text not in {line.text for line in lines} and left >= lefts[-1] + wide[-1]:
        yield end, left, top


def _write_on_paper(
    text: str, ink: art.Colour = art.INK, *, lie: art.Alignment = "middle", height: int = art.SMALL_TYPE_HEIGHT
) -> art.Letters:
    return chart_kit.fit_width(chart_kit.write_line(text, 0, ink, art.PAPER, lie=lie, height=height), 4)


# What stands beside each other


def spread(starts: Sequence[int], sizes: Sequence[int], least: int, most: int) -> list[int]:
    """As near as they can be to where they would start, in that order, none upon another."""
    before = list(accumulate(sizes, initial=0))
    blocks: list[list[int]] = []
    for start, gone in zip(starts, before, strict=False):
        blocks.append([start - gone])
        while len(blocks) > 1 and fmean(blocks[-2]) > fmean(blocks[-1]):
            blocks[-2:] = [blocks[-2] + blocks[-1]]
    shifts = [max(least, min(most - before[-1], round(fmean(block)))) for block in blocks for _ in block]
    return [shift + gone for shift, gone in zip(shifts, before, strict=False)]


def leads(starts: Sequence[int], goals: Sequence[int]) -> list[Lead]:
    """Of those led the same way the foremost turns first."""
    ways = [(goal > start) - (goal < start) for start, goal in zip(starts, goals, strict=True)]
    return [
        Lead(start, goal, ways[at + 1 :].count(1) if way > 0 else ways[:at].count(-1) if way else 0)
        for at, (start, goal, way) in enumerate(zip(starts, goals, ways, strict=True))
    ]


def _upright(lead: Lead, start: int, turn: int, end: int) -> Iterator[art.PlacedMark]:
    yield _bar(lead.start, start, lead.start, turn, art.GOLD, BROAD)
    yield _bar(lead.start, turn, lead.goal, turn, art.GOLD, BROAD)
    yield _bar(lead.goal, turn, lead.goal, end, art.GOLD, BROAD)


def _bar(left: int, top: int, right: int, bottom: int, ink: art.Colour, thick: int) -> art.PlacedMark:
    """Along the line between the two, which is upright or level."""
    wide, high = abs(right - left), abs(bottom - top)
    half = thick // 2
    return art.Rectangle(wide + thick, high + thick, ink), min(left, right) - half, min(top, bottom) - half
