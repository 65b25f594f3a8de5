"""What the mind reader bets on, as a picture: how often it came, beside how often it would have come of dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.ladder.habits import Report, Tally
from bot.scenes.charts import BEYOND, EDGE, PALETTE, SURE, cut_text, draw_panel, fit_width, fits, write_line
from bot.texts import say
from games import typeface
from games.art import FAINT, GOLD, LARGE, LIGHT, PANEL, SLATE, SMALL, WIDTH, Box, Mark, Name, Picture
from games.core import Game

INSIDE: Final = 28
HEAD: Final = 2 * EDGE + LARGE + SMALL
ROW: Final = 108
LABEL: Final = 50
BAR: Final = 34
TICK: Final = 10
"""How wide the mark is where dice would be."""
LEGEND: Final = 240


class Row(NamedTuple):
    label: str
    tally: Tally
    meant: bool
    """Is this what is bet on?"""


def picture(game: Game[Any, Any, Any], report: Report, locale: str) -> Picture:
    """Of a report that tells something; a name stands for whom it is about."""
    rows = list(_rows(game, report, locale))
    height = HEAD + 3 * EDGE + ROW * len(rows)
    return Picture(PALETTE, WIDTH, height, SLATE, tuple(_marks(game.say(f"habit-{report.kind}", locale), rows, locale)))


def _rows(game: Game[Any, Any, Any], report: Report, locale: str) -> Iterator[Row]:
    def named(symbol: str) -> str:
        return game.say(f"habit-{report.kind}-{symbol}", locale)

    story = report.story
    assert story
    match story.sort:
        case "favourite":
            yield from (Row(named(each), tally, (each,) == story.symbols) for _, each, tally in story.beside)
        case "pair" | "ring":
            for before, then, tally in story.beside:
                label = say("mind-row-then", locale, first=named(before), then=named(then))
                yield Row(label, tally, story.sort == "ring" or then == story.symbols[0])
        case "answer":
            for met, then, tally in story.beside:
                label = say("mind-row-then", locale, first=game.say(f"habit-{met}", locale), then=named(then))
                yield Row(label, tally, then == story.symbols[0])
        case "copy":
            yield Row(say("mind-row-copy", locale), story.tally, meant=True)
        case "again" | "outcome":
            meant = {outcome for outcome, _ in story.outcomes} or {""}
            for outcome, tally in report.again.items():
                if (outcome == "") == (story.sort == "again"):
                    yield _turn(outcome, tally, locale, meant=outcome in meant)


def _turn(outcome: str, tally: Tally, locale: str, *, meant: bool) -> Row:
    """What is bet on is what its bar shows: that the same comes again, or a change."""
    if meant and not tally.more:
        return Row(say("-".join(filter(None, ("mind-row-turn", outcome))), locale), tally.otherwise, meant)
    return Row(say(f"mind-row-{outcome or 'again'}", locale), tally, meant)


def _marks(kind: str, rows: Sequence[Row], locale: str) -> Iterator[Mark]:
    room = WIDTH - 2 * EDGE - 2 * INSIDE
    left = EDGE + INSIDE
    yield Name(0, room, LARGE, LIGHT, SLATE, instead="…"), left, EDGE
    yield cut_text(write_line(kind, room - LEGEND, ground=SLATE)), left, EDGE + LARGE
    dice = write_line(say("mind-row-dice", locale), LEGEND - 30, ground=SLATE, lie="right")
    start = left + room - round(typeface.length(dice)) - 24
    yield Box(TICK, SMALL - 10, LIGHT), start, EDGE + LARGE + 5
    yield dice, left + room - dice.width, EDGE + LARGE
    yield draw_panel(WIDTH - 2 * EDGE, ROW * len(rows) + 2 * EDGE, EDGE, HEAD)
    for at, row in enumerate(rows):
        yield from _row(row, left, HEAD + EDGE + ROW * at, room)


def _row(row: Row, left: int, top: int, room: int) -> Iterator[Mark]:
    tally = row.tally
    ink = GOLD if row.meant else FAINT
    figure = fit_width(write_line(f"{tally.times} / {tally.of}", 0, ink, lie="right", height=LABEL), 2)
    label = write_line(row.label, room - figure.width - 24, ink, height=LABEL)
    if not fits(label):
        label = replace(label, height=SMALL)
    yield cut_text(label), left, top + 4 + LABEL - label.height
    yield figure, left + room - figure.width, top + 4
    below = top + 4 + LABEL + 4
    yield Box(room, BAR, BEYOND), left, below
    if tally.times:
        yield Box(max(TICK, room * tally.times // tally.of), BAR, GOLD if row.meant else SURE), left, below
    dice = left + round((room - TICK) * tally.dice / tally.of)
    yield Box(TICK + 8, BAR, PANEL), dice - 4, below
    yield Box(TICK, BAR + 12, LIGHT), dice, below - 6
