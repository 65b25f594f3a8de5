"""What the mind reader bets on, as a picture: how often it came, beside how often it would have come of dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from bot.ladder.habits import Report, Tally
from bot.scenes.palette import BEYOND, PALETTE, SURE
from bot.texts import say
from games import typeface
from games.art import (
    FAINT,
    GOLD,
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
)
from games.core import Game

EDGE: Final = 8
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
    told = Letters(kind, room - LEGEND, SMALL, FAINT, SLATE, bold=False, lie="left")
    yield replace(told, text=typeface.cut(told)), left, EDGE + LARGE
    dice = Letters(say("mind-row-dice", locale), LEGEND - 30, SMALL, FAINT, SLATE, bold=False, lie="right")
    start = left + room - round(typeface.length(dice)) - 24
    yield Box(TICK, SMALL - 10, LIGHT), start, EDGE + LARGE + 5
    yield dice, left + room - dice.width, EDGE + LARGE
    yield Box(WIDTH - 2 * EDGE, ROW * len(rows) + 2 * EDGE, PANEL, SLATE, corner=18), EDGE, HEAD
    for at, row in enumerate(rows):
        yield from _row(row, left, HEAD + EDGE + ROW * at, room)


def _row(row: Row, left: int, top: int, room: int) -> Iterator[Mark]:
    tally = row.tally
    ink = GOLD if row.meant else FAINT
    figure = Letters(f"{tally.times} / {tally.of}", room, LABEL, ink, PANEL, bold=False, lie="right")
    wide = round(typeface.length(figure)) + 2
    label = Letters(row.label, room - wide - 24, LABEL, ink, PANEL, bold=False, lie="left")
    if typeface.length(label) > label.width:
        label = replace(label, height=SMALL)
    yield replace(label, text=typeface.cut(label)), left, top + 4 + LABEL - label.height
    yield replace(figure, width=wide), left + room - wide, top + 4
    below = top + 4 + LABEL + 4
    yield Box(room, BAR, BEYOND), left, below
    if tally.times:
        yield Box(max(TICK, room * tally.times // tally.of), BAR, GOLD if row.meant else SURE), left, below
    dice = left + round((room - TICK) * tally.dice / tally.of)
    yield Box(TICK + 8, BAR, PANEL), dice - 4, below
    yield Box(TICK, BAR + 12, LIGHT), dice, below - 6
