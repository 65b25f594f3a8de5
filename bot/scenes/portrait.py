"""What somebody's matches have come to, as a picture: how their ratings went, how many they won, and against whom."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.ladder.profile import Curve, Outcome, Profile, Rivalry
from bot.scenes.charts import EDGE, LOST, PALETTE, SHARED, cut_text, draw_panel, fit_width, write_line, write_number
from bot.scenes.plot import plot
from bot.scenes.trophies import Shelf
from bot.texts import say
from games import typeface
from games.art import (
    GOLD,
    HEIGHT,
    INK,
    LARGE,
    LIGHT,
    PANEL,
    SLATE,
    SMALL,
    WIDTH,
    Box,
    Letters,
    Mark,
    Name,
    Picture,
    Sprite,
)

PLOT: Final = 672
BESIDE: Final = EDGE + PLOT + EDGE
STANDS: Final = WIDTH - BESIDE - EDGE
PITCH: Final = 74
NAMED: Final = 112
"""From one game to the next, with its name above."""
UPPER: Final = 6 * PITCH + EDGE
BAR: Final = 76
LOWER: Final = HEIGHT - UPPER - BAR - 4 * EDGE
FILLS: Final = {Outcome.WON: GOLD, Outcome.DRAWN: SHARED, Outcome.LOST: LOST}
MOST: Final = 3
"""Panels below."""
TROPHY: Final = 72
SIGNS: Final = {Outcome.WON: "won", Outcome.DRAWN: "between", Outcome.LOST: "lost"}


class Told(NamedTuple):
    """One of the panels below."""

    key: str
    rival: Rivalry | None = None


def rivals(told: Profile) -> tuple[Rivalry, ...]:
    """In the order in which they are named: whom one met most, and to whom one lost most."""
    return tuple(rival for rival in dict.fromkeys((told.favourite, told.nemesis)) if rival)


def picture(told: Profile, curves: Sequence[Curve], games: Sequence[str], locale: str, shelf: Shelf = ()) -> Picture:
    """`curves` are those that can be drawn, of these games."""
    marks = (
        *plot(curves, (EDGE, EDGE, PLOT, UPPER)),
        *_stands(curves, games),
        *_record(told),
        *_panels(told, shelf, locale),
    )
    return Picture(PALETTE, WIDTH, HEIGHT, SLATE, marks)


def _stands(curves: Sequence[Curve], games: Sequence[str]) -> Iterator[Mark]:
    """From where each line has come to where; and as long as there is room which game it is."""
    yield draw_panel(STANDS, UPPER, BESIDE, EDGE)
    named = len(curves) * NAMED <= UPPER
    pitch = NAMED if named else PITCH
    for at, (curve, game) in enumerate(zip(curves, games, strict=True)):
        top = EDGE + (UPPER - pitch * len(curves)) // 2 + pitch * at
        if named:
            yield cut_text(write_line(game, STANDS - 32)), BESIDE + 16, top + 2
            top += NAMED - PITCH - 6
        first, last = (round(rating) for _, rating in (curve.points[0], curve.points[-1]))
        yield Sprite(f"mark_{at}", 52, PANEL), BESIDE + 16, top + (PITCH - 52) // 2
        began = fit_width(write_line(f"{typeface.digits(first)} ›", 0), 10)
        room = 0 if first == last or began.width > 150 else began.width
        if room:
            yield began, BESIDE + 74, top + (PITCH - SMALL) // 2
        yield write_number(last, STANDS - 84 - room, LIGHT), BESIDE + 74 + room, top + (PITCH - LARGE) // 2


def _record(told: Profile) -> Iterator[Mark]:
    """Won, shared and lost, each as wide as it is often, and wide enough for its number."""
    counts = {outcome: sum(getattr(record.all, outcome.value) for record in told.records) for outcome in Outcome}
    counts = {outcome: count for outcome, count in counts.items() if count}
    least = {outcome: _wide(count) for outcome, count in counts.items()}
    spare = WIDTH - EDGE * (len(counts) + 1) - sum(least.values())
    left, top = EDGE, UPPER + 2 * EDGE
    for at, (outcome, count) in enumerate(counts.items(), 1):
        share = spare * count // sum(counts.values())
        width = WIDTH - EDGE - left if at == len(counts) else least[outcome] + share
        fill = FILLS[outcome]
        yield Box(width, BAR, fill, SLATE, corner=14), left, top
        inside = least[outcome] - 20
        x = left + (width - inside) // 2
        yield Sprite(f"sign_{SIGNS[outcome]}", 44, fill), x, top + (BAR - 44) // 2
        yield Letters(str(count), inside - 52, LARGE, INK, fill, lie="left"), x + 52, top + (BAR - LARGE) // 2
        left += width + EDGE


def _wide(count: int) -> int:
    """For a sign and a number."""
    return round(typeface.length(Letters(str(count), 0, LARGE, INK, GOLD))) + 78


def _panels(told: Profile, shelf: Shelf, locale: str) -> Iterator[Mark]:
    """Three at the most: what is said beside the picture, too, has room where there is some."""
    panels = [Told("rival", rival) for rival in rivals(told)]
    if shelf:
        panels.append(Told("shelf"))
    if told.streak and len(panels) < MOST:
        panels.append(Told("streak"))
    width = (WIDTH - EDGE * (len(panels) + 1)) // max(1, len(panels))
    top = HEIGHT - LOWER - EDGE
    for at, panel in enumerate(panels):
        left = EDGE + at * (width + EDGE)
        yield draw_panel(width, LOWER, left, top)
        if panel.rival:
            yield from _rival(at, panel.rival, left, top, width)
        elif panel.key == "shelf":
            yield from _trophies(shelf, left, top, width)
        elif told.streak:
            yield Sprite(SIGNS[told.streak.outcome], 56, PANEL), left + 20, top + (LOWER - 56) // 2
            number = write_number(told.streak.matches, width - 100, LIGHT)
            label = write_line(say("portrait-streak", locale), width - 100, height=SMALL + 4)
            both = number.height + label.height
            y = top + (LOWER - both) // 2
            yield number, left + 92, y
            yield label, left + 92, y + number.height


def _trophies(shelf: Shelf, left: int, top: int, width: int) -> Iterator[Mark]:
    """What was won, and how often."""
    pitch = min(120, (width - 16) // len(shelf))
    x = left + (width - pitch * len(shelf)) // 2
    y = top + (LOWER - TROPHY - SMALL) // 2
    for drawing, count in shelf:
        yield Sprite(drawing, TROPHY, PANEL), x + (pitch - TROPHY) // 2, y
        yield write_line(str(count), pitch, LIGHT, lie="middle"), x, y + TROPHY
        x += pitch


def _rival(at: int, rival: Rivalry, left: int, top: int, width: int) -> Iterator[Mark]:
    """How often one was ahead of them, and how often they were."""
    y = top + (LOWER - SMALL - 16 - LARGE) // 2
    ink = GOLD if rival.ahead > rival.behind else LIGHT
    yield Name(at, width - 40, SMALL + 12, LIGHT, PANEL, instead="…"), left + 20, y
    yield (
        Letters(f"{rival.ahead} : {rival.behind}", width - 40, LARGE, ink, PANEL, lie="left"),
        left + 20,
        y + SMALL + 16,
    )
