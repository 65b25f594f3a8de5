"""What the mind reader says: one sentence, how it comes to that, and a picture of what it bets on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from bot.i18n import say
from bot.ratings.mind_reader import LEAST, GuessTally, HabitPattern, MindReaderReport
from bot.screens.charts.chart_kit import BEYOND, EDGE, PALETTE, SURE, cut_text, draw_panel, fit_width, fits, write_line
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import profile_button
from bot.screens.names import called
from bot.screens.scene import Button, Scene, SceneImage
from games import typeface
from games.art import (
    BOARD_WIDTH,
    FAINT,
    GOLD,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
)
from games.core import Game

HOW: Final = 1
"""The step of a button that asks how."""
INSIDE: Final = 28
HEAD: Final = 2 * EDGE + LARGE_TYPE_HEIGHT + SMALL_TYPE_HEIGHT
ROW: Final = 108
LABEL: Final = 50
BAR: Final = 34
TICK: Final = 10
"""How wide the mark is where dice would be."""
LEGEND: Final = 240


def report(
    person_id: int, game: Game[Any, Any, Any], reports: Sequence[MindReaderReport], locale: str, *, choices: int
) -> Scene:
    """The surest alone; `choices` there are of the kind of which there are most."""
    if not reports:
        return Scene(above=(_title(person_id, game, locale), say("mind-little", locale, least=LEAST, choices=choices)))
    return Scene(
        above=(_title(person_id, game, locale), _told(game, reports[0], locale)),
        board=_card(person_id, game, reports[0], locale),
    )


def how(
    person_id: int,
    game: Game[Any, Any, Any],
    reports: Sequence[MindReaderReport],
    locale: str,
    *,
    matches: int,
    most: int,
) -> Scene:
    """Of every kind what is told, and what it was counted from."""
    told = [line for report in reports for line in (_told(game, report, locale), *_counted(report, locale))]
    return Scene(
        above=(_title(person_id, game, locale), *told),
        small=say("mind-how", locale, matches=matches, most=most, least=LEAST),
    )


def own(scene: Scene, game: Game[Any, Any, Any], locale: str, *, told: bool, shares: bool) -> Scene:
    """With the way back, how it was found, and a way to show it to everybody."""
    ask = Button(say("button-mind-how", locale), str(CustomId(Action.MIND, 0, HOW, game.KEY)))
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE, 0, 0, game.KEY)))
    return replace(
        scene, rows=((profile_button(locale), *((ask,) if told else ()), *((share,) if told and shares else ())),)
    )


def explained(scene: Scene, game: Game[Any, Any, Any], locale: str) -> Scene:
    return replace(scene, rows=((profile_button(locale), _again(game, locale)),))


def shared(game: Game[Any, Any, Any], locale: str) -> Scene:
    return Scene(above=(say("shared", locale),), rows=((profile_button(locale), _again(game, locale)),))


def _card(person_id: int, game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> SceneImage | None:
    """With the sentence for whoever does not see it."""
    if report.story is None:
        return None
    return SceneImage(
        draw_bets(game, report, locale), " ".join(_bets(game, report.kind, report.story, locale)), (person_id,)
    )


def _title(person_id: int, game: Game[Any, Any, Any], locale: str) -> str:
    return f"### {say('mind-title', locale, who=called(person_id, locale), game=game.say('name', locale))}"


def _again(game: Game[Any, Any, Any], locale: str) -> Button:
    return Button(say("button-mind", locale, game=game.say("name", locale)), str(CustomId(Action.MIND, 0, 0, game.KEY)))


def _told(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> str:
    habit = game.say(f"habit-{report.kind}", locale)
    if report.story is None:
        return say("mind-dice", locale, habit=habit, count=report.choices)
    return say("mind-bet", locale, habit=habit, told=" ".join(_bets(game, report.kind, report.story, locale)))


def _bets(game: Game[Any, Any, Any], kind: str, story: HabitPattern, locale: str) -> Iterator[str]:
    def named(symbol: str) -> str:
        return game.say(f"habit-{kind}-{symbol}", locale)

    bet = partial(_say_tally, locale)

    def turn(after: str, tally: GuessTally) -> str:
        return bet(f"{after}-stays", tally) if tally.more else bet(f"{after}-turns", tally.otherwise)

    match story.sort:
        case "outcome":
            for outcome, tally in story.outcomes:
                yield turn(outcome, tally)
        case "again":
            yield turn("again", story.tally)
        case "favourite":
            (favourite,) = story.symbols
            yield bet("favourite" if story.tally.more else "avoided", story.tally, favourite=named(favourite))
        case "ring":
            first, *_ = story.symbols
            yield bet("ring", story.tally, ring=" → ".join(map(named, (*story.symbols, first))))
        case "pair":
            then, before = story.symbols
            yield bet("pair", story.tally, first=named(before), then=named(then))
        case "answer":
            then, met = story.symbols
            yield bet("answer", story.tally, met=game.say(f"habit-{met}", locale), then=named(then))
        case "copy":
            yield bet("copy", story.tally)


def _counted(report: MindReaderReport, locale: str) -> Iterator[str]:
    yield from (_say_tally(locale, f"by-{way}", tally) for way, tally in report.guessed.items())
    if report.again:
        same = [_say_tally(locale, f"same-{outcome or 'all'}", tally) for outcome, tally in report.again.items()]
        yield f"-# {' · '.join(same)}"


def _say_tally(locale: str, key: str, tally: GuessTally, **facts: str) -> str:
    return say(f"mind-{key}", locale, times=tally.times, of=tally.of, dice=round(tally.dice), **facts)


class Bar(NamedTuple):
    label: str
    tally: GuessTally
    meant: bool
    """Is this what is bet on?"""


def draw_bets(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> Picture:
    """Of a report that tells something; a name stands for whom it is about."""
    rows = list(_rows(game, report, locale))
    height = HEAD + 3 * EDGE + ROW * len(rows)
    return Picture(
        PALETTE, BOARD_WIDTH, height, SLATE, tuple(_marks(game.say(f"habit-{report.kind}", locale), rows, locale))
    )


def _rows(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> Iterator[Bar]:
    def named(symbol: str) -> str:
        return game.say(f"habit-{report.kind}-{symbol}", locale)

    story = report.story
    assert story
    match story.sort:
        case "favourite":
            yield from (Bar(named(each), tally, (each,) == story.symbols) for _, each, tally in story.beside)
        case "pair" | "ring":
            for before, then, tally in story.beside:
                label = say("mind-row-then", locale, first=named(before), then=named(then))
                yield Bar(label, tally, story.sort == "ring" or then == story.symbols[0])
        case "answer":
            for met, then, tally in story.beside:
                label = say("mind-row-then", locale, first=game.say(f"habit-{met}", locale), then=named(then))
                yield Bar(label, tally, then == story.symbols[0])
        case "copy":
            yield Bar(say("mind-row-copy", locale), story.tally, meant=True)
        case "again" | "outcome":
            meant = {outcome for outcome, _ in story.outcomes} or {""}
            for outcome, tally in report.again.items():
                if (outcome == "") == (story.sort == "again"):
                    yield _turn(outcome, tally, locale, meant=outcome in meant)


def _turn(outcome: str, tally: GuessTally, locale: str, *, meant: bool) -> Bar:
    """What is bet on is what its bar shows: that the same comes again, or a change."""
    if meant and not tally.more:
        return Bar(say("-".join(filter(None, ("mind-row-turn", outcome))), locale), tally.otherwise, meant)
    return Bar(say(f"mind-row-{outcome or 'again'}", locale), tally, meant)


def _marks(kind: str, rows: Sequence[Bar], locale: str) -> Iterator[PlacedMark]:
    room = BOARD_WIDTH - 2 * EDGE - 2 * INSIDE
    left = EDGE + INSIDE
    yield PlayerName(0, room, LARGE_TYPE_HEIGHT, LIGHT, SLATE, instead="…"), left, EDGE
    yield cut_text(write_line(kind, room - LEGEND, ground=SLATE)), left, EDGE + LARGE_TYPE_HEIGHT
    dice = write_line(say("mind-row-dice", locale), LEGEND - 30, ground=SLATE, lie="right")
    start = left + room - round(typeface.text_width(dice)) - 24
    yield Rectangle(TICK, SMALL_TYPE_HEIGHT - 10, LIGHT), start, EDGE + LARGE_TYPE_HEIGHT + 5
    yield dice, left + room - dice.width, EDGE + LARGE_TYPE_HEIGHT
    yield draw_panel(BOARD_WIDTH - 2 * EDGE, ROW * len(rows) + 2 * EDGE, EDGE, HEAD)
    for at, row in enumerate(rows):
        yield from _row(row, left, HEAD + EDGE + ROW * at, room)


def _row(row: Bar, left: int, top: int, room: int) -> Iterator[PlacedMark]:
    tally = row.tally
    ink = GOLD if row.meant else FAINT
    figure = fit_width(write_line(f"{tally.times} / {tally.of}", 0, ink, lie="right", height=LABEL), 2)
    label = write_line(row.label, room - figure.width - 24, ink, height=LABEL)
    if not fits(label):
        label = replace(label, height=SMALL_TYPE_HEIGHT)
    yield cut_text(label), left, top + 4 + LABEL - label.height
    yield figure, left + room - figure.width, top + 4
    below = top + 4 + LABEL + 4
    yield Rectangle(room, BAR, BEYOND), left, below
    if tally.times:
        yield Rectangle(max(TICK, room * tally.times // tally.of), BAR, GOLD if row.meant else SURE), left, below
    dice = left + round((room - TICK) * tally.dice / tally.of)
    yield Rectangle(TICK + 8, BAR, PANEL), dice - 4, below
    yield Rectangle(TICK, BAR + 12, LIGHT), dice, below - 6
