"""What the mind reader says: one sentence, how it comes to that, and a picture of what it bets on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple

from bot.i18n import say
from bot.ratings.mind_reader import REPORT_MIN_CHOICES, GuessTally, HabitPattern, MindReaderReport
from bot.screens.charts.chart_kit import (
    BAR_COLOR,
    BAR_TRACK_COLOR,
    CHART_PALETTE,
    PANEL_GAP,
    cut_text,
    draw_panel,
    fit_width,
    is_within_width,
    write_line,
)
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_profile_button
from bot.screens.phrases import format_mention
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

EXPLANATION_PAGE: Final = 1
"""Number of the `SHOW_MIND_READER` button that asks for the explanation."""
PANEL_PADDING: Final = 28
HEADER_HEIGHT: Final = 2 * PANEL_GAP + LARGE_TYPE_HEIGHT + SMALL_TYPE_HEIGHT
BAR_ROW_HEIGHT: Final = 108
LABEL_HEIGHT: Final = 50
BAR_HEIGHT: Final = 34
DICE_MARK_WIDTH: Final = 10
"""How wide the mark is where dice would be."""
LEGEND_WIDTH: Final = 240


def render_report(
    person_id: int, game: Game[Any, Any, Any], reports: Sequence[MindReaderReport], locale: str, *, choices: int
) -> Scene:
    """The surest alone; `choices` there are of the kind of which there are most."""
    if not reports:
        return Scene(
            above=(
                _format_title(person_id, game, locale),
                say("mind-little", locale, least=REPORT_MIN_CHOICES, choices=choices),
            )
        )
    return Scene(
        above=(_format_title(person_id, game, locale), _format_report(game, reports[0], locale)),
        board=_render_bets_image(person_id, game, reports[0], locale),
    )


def render_explanation(
    person_id: int,
    game: Game[Any, Any, Any],
    reports: Sequence[MindReaderReport],
    locale: str,
    *,
    matches: int,
    max_matches: int,
) -> Scene:
    """Of every kind what is told, and what it was counted from."""
    told = [
        line for report in reports for line in (_format_report(game, report, locale), *_format_counts(report, locale))
    ]
    return Scene(
        above=(_format_title(person_id, game, locale), *told),
        footer=say("mind-how", locale, matches=matches, most=max_matches, least=REPORT_MIN_CHOICES),
    )


def add_owner_buttons(
    scene: Scene, game: Game[Any, Any, Any], locale: str, *, has_report: bool, can_share: bool
) -> Scene:
    """With the way back, how it was found, and a way to show it to everybody."""
    ask = Button(say("button-mind-how", locale), str(CustomId(Action.SHOW_MIND_READER, 0, EXPLANATION_PAGE, game.KEY)))
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE_PROFILE_OR_REPORT, 0, 0, game.KEY)))
    return replace(
        scene,
        rows=(
            (
                build_profile_button(locale),
                *((ask,) if has_report else ()),
                *((share,) if has_report and can_share else ()),
            ),
        ),
    )


def add_back_buttons(scene: Scene, game: Game[Any, Any, Any], locale: str) -> Scene:
    return replace(scene, rows=((build_profile_button(locale), _build_report_button(game, locale)),))


def render_report_shared(game: Game[Any, Any, Any], locale: str) -> Scene:
    return Scene(
        above=(say("shared", locale),), rows=((build_profile_button(locale), _build_report_button(game, locale)),)
    )


def _render_bets_image(
    person_id: int, game: Game[Any, Any, Any], report: MindReaderReport, locale: str
) -> SceneImage | None:
    """With the sentence for whoever does not see it."""
    if report.pattern is None:
        return None
    return SceneImage(
        draw_bets(game, report, locale),
        " ".join(_format_bets(game, report.choice_kind, report.pattern, locale)),
        (person_id,),
    )


def _format_title(person_id: int, game: Game[Any, Any, Any], locale: str) -> str:
    return f"### {say('mind-title', locale, who=format_mention(person_id, locale), game=game.say('name', locale))}"


def _build_report_button(game: Game[Any, Any, Any], locale: str) -> Button:
    return Button(
        say("button-mind", locale, game=game.say("name", locale)),
        str(CustomId(Action.SHOW_MIND_READER, 0, 0, game.KEY)),
    )


def _format_report(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> str:
    habit = game.say(f"habit-{report.choice_kind}", locale)
    if report.pattern is None:
        return say("mind-dice", locale, habit=habit, count=report.choice_count)
    return say(
        "mind-bet", locale, habit=habit, told=" ".join(_format_bets(game, report.choice_kind, report.pattern, locale))
    )


def _format_bets(game: Game[Any, Any, Any], kind: str, pattern: HabitPattern, locale: str) -> Iterator[str]:
    def named(symbol: str) -> str:
        return game.say(f"habit-{kind}-{symbol}", locale)

    bet = partial(_format_tally, locale)

    def turn(after: str, tally: GuessTally) -> str:
        return bet(f"{after}-stays", tally) if tally.exceeds_chance else bet(f"{after}-turns", tally.complement)

    match pattern.kind:
        case "outcome":
            for outcome, tally in pattern.tallies_by_outcome:
                yield turn(outcome, tally)
        case "again":
            yield turn("again", pattern.tally)
        case "favourite":
            (favourite,) = pattern.symbols
            yield bet(
                "favourite" if pattern.tally.exceeds_chance else "avoided", pattern.tally, favourite=named(favourite)
            )
        case "ring":
            first, *_ = pattern.symbols
            yield bet("ring", pattern.tally, ring=" → ".join(map(named, (*pattern.symbols, first))))
        case "pair":
            then, before = pattern.symbols
            yield bet("pair", pattern.tally, first=named(before), then=named(then))
        case "answer":
            then, met = pattern.symbols
            yield bet("answer", pattern.tally, met=game.say(f"habit-{met}", locale), then=named(then))
        case "copy":
            yield bet("copy", pattern.tally)


def _format_counts(report: MindReaderReport, locale: str) -> Iterator[str]:
    yield from (_format_tally(locale, f"by-{way}", tally) for way, tally in report.guess_tallies.items())
    if report.repeat_tallies:
        same = [
            _format_tally(locale, f"same-{outcome or 'all'}", tally) for outcome, tally in report.repeat_tallies.items()
        ]
        yield f"-# {' · '.join(same)}"


def _format_tally(locale: str, key: str, tally: GuessTally, **facts: str) -> str:
    return say(
        f"mind-{key}", locale, times=tally.hit_count, of=tally.trial_count, dice=round(tally.expected_hits), **facts
    )


class BetBar(NamedTuple):
    label: str
    tally: GuessTally
    is_bet: bool
    """Is this what is bet on?"""


def draw_bets(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> Picture:
    """Of a report that tells something; a name stands for whom it is about."""
    rows = list(_list_bars(game, report, locale))
    height = HEADER_HEIGHT + 3 * PANEL_GAP + BAR_ROW_HEIGHT * len(rows)
    return Picture(
        CHART_PALETTE,
        BOARD_WIDTH,
        height,
        SLATE,
        tuple(_draw_bet_marks(game.say(f"habit-{report.choice_kind}", locale), rows, locale)),
    )


def _list_bars(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> Iterator[BetBar]:
    def named(symbol: str) -> str:
        return game.say(f"habit-{report.choice_kind}-{symbol}", locale)

    story = report.pattern
    assert story
    match story.kind:
        case "favourite":
            yield from (BetBar(named(each), tally, (each,) == story.symbols) for _, each, tally in story.comparisons)
        case "pair" | "ring":
            for before, then, tally in story.comparisons:
                label = say("mind-row-then", locale, first=named(before), then=named(then))
                yield BetBar(label, tally, story.kind == "ring" or then == story.symbols[0])
        case "answer":
            for met, then, tally in story.comparisons:
                label = say("mind-row-then", locale, first=game.say(f"habit-{met}", locale), then=named(then))
                yield BetBar(label, tally, then == story.symbols[0])
        case "copy":
            yield BetBar(say("mind-row-copy", locale), story.tally, is_bet=True)
        case "again" | "outcome":
            meant = {outcome for outcome, _ in story.tallies_by_outcome} or {""}
            for outcome, tally in report.repeat_tallies.items():
                if (outcome == "") == (story.kind == "again"):
                    yield _build_repeat_bar(outcome, tally, locale, is_bet=outcome in meant)


def _build_repeat_bar(outcome: str, tally: GuessTally, locale: str, *, is_bet: bool) -> BetBar:
    """What is bet on is what its bar shows: that the same comes again, or a change."""
    if is_bet and not tally.exceeds_chance:
        return BetBar(say("-".join(filter(None, ("mind-row-turn", outcome))), locale), tally.complement, is_bet)
    return BetBar(say(f"mind-row-{outcome or 'again'}", locale), tally, is_bet)


def _draw_bet_marks(title: str, bars: Sequence[BetBar], locale: str) -> Iterator[PlacedMark]:
    room = BOARD_WIDTH - 2 * PANEL_GAP - 2 * PANEL_PADDING
    left = PANEL_GAP + PANEL_PADDING
    yield PlayerName(0, room, LARGE_TYPE_HEIGHT, LIGHT, SLATE, instead="…"), left, PANEL_GAP
    yield cut_text(write_line(title, room - LEGEND_WIDTH, ground=SLATE)), left, PANEL_GAP + LARGE_TYPE_HEIGHT
    dice = write_line(say("mind-row-dice", locale), LEGEND_WIDTH - 30, ground=SLATE, lie="right")
    start = left + room - round(typeface.text_width(dice)) - 24
    yield Rectangle(DICE_MARK_WIDTH, SMALL_TYPE_HEIGHT - 10, LIGHT), start, PANEL_GAP + LARGE_TYPE_HEIGHT + 5
    yield dice, left + room - dice.width, PANEL_GAP + LARGE_TYPE_HEIGHT
    yield draw_panel(BOARD_WIDTH - 2 * PANEL_GAP, BAR_ROW_HEIGHT * len(bars) + 2 * PANEL_GAP, PANEL_GAP, HEADER_HEIGHT)
    for at, row in enumerate(bars):
        yield from _draw_bar(row, left, HEADER_HEIGHT + PANEL_GAP + BAR_ROW_HEIGHT * at, room)


def _draw_bar(bar: BetBar, left: int, top: int, width: int) -> Iterator[PlacedMark]:
    tally = bar.tally
    ink = GOLD if bar.is_bet else FAINT
    figure = fit_width(
        write_line(f"{tally.hit_count} / {tally.trial_count}", 0, ink, lie="right", height=LABEL_HEIGHT), 2
    )
    label = write_line(bar.label, width - figure.width - 24, ink, height=LABEL_HEIGHT)
    if not is_within_width(label):
        label = replace(label, height=SMALL_TYPE_HEIGHT)
    yield cut_text(label), left, top + 4 + LABEL_HEIGHT - label.height
    yield figure, left + width - figure.width, top + 4
    below = top + 4 + LABEL_HEIGHT + 4
    yield Rectangle(width, BAR_HEIGHT, BAR_TRACK_COLOR), left, below
    if tally.hit_count:
        yield (
            Rectangle(
                max(DICE_MARK_WIDTH, width * tally.hit_count // tally.trial_count),
                BAR_HEIGHT,
                GOLD if bar.is_bet else BAR_COLOR,
            ),
            left,
            below,
        )
    dice = left + round((width - DICE_MARK_WIDTH) * tally.expected_hits / tally.trial_count)
    yield Rectangle(DICE_MARK_WIDTH + 8, BAR_HEIGHT, PANEL), dice - 4, below
    yield Rectangle(DICE_MARK_WIDTH, BAR_HEIGHT + 12, LIGHT), dice, below - 6
