"""The mind reader's report about a player: its bet on the next choice, a picture of the bet, and the counts behind it.

The mind reader is the part of the AI that looks for habits in a player's choices.
"""

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
"""The number in the custom ID of `SHOW_MIND_READER` that requests the explanation instead of the report."""
PANEL_PADDING: Final = 28
HEADER_HEIGHT: Final = 2 * PANEL_GAP + LARGE_TYPE_HEIGHT + SMALL_TYPE_HEIGHT
BAR_ROW_HEIGHT: Final = 108
LABEL_HEIGHT: Final = 50
BAR_HEIGHT: Final = 34
DICE_MARK_WIDTH: Final = 10
"""The width of a mark on a bar. The mark is at the count expected from random choices."""
LEGEND_WIDTH: Final = 240


def render_report(
    person_id: int, game: Game[Any, Any, Any], reports: Sequence[MindReaderReport], locale: str, *, choice_count: int
) -> Scene:
    """Render the first of the `reports`, which is the most significant.

    If there are no reports, render a note that `choice_count` choices are too few for a report.
    """
    if not reports:
        return Scene(
            above=(
                _format_title(person_id, game, locale),
                say("mind-little", locale, least=REPORT_MIN_CHOICES, choices=choice_count),
            ),
            accent_color=game.ACCENT_COLOR,
        )
    return Scene(
        above=(_format_title(person_id, game, locale), _format_report(game, reports[0], locale)),
        board=_render_bets_image(person_id, game, reports[0], locale),
        accent_color=game.ACCENT_COLOR,
    )


def render_explanation(
    person_id: int,
    game: Game[Any, Any, Any],
    reports: Sequence[MindReaderReport],
    locale: str,
    *,
    match_count: int,
    max_matches: int,
) -> Scene:
    """Render all reports with the counts behind them.

    The footer says that the latest `match_count` matches were read, and that `max_matches` is the limit.
    """
    lines = [
        line for report in reports for line in (_format_report(game, report, locale), *_format_counts(report, locale))
    ]
    return Scene(
        above=(_format_title(person_id, game, locale), *lines),
        footer=say("mind-how", locale, matches=match_count, most=max_matches, least=REPORT_MIN_CHOICES),
        accent_color=game.ACCENT_COLOR,
    )


def add_owner_buttons(
    scene: Scene, game: Game[Any, Any, Any], locale: str, *, has_report: bool, can_share: bool
) -> Scene:
    """Return the scene with buttons that show the profile, explain the report, and share the report in the channel."""
    explain = Button(
        say("button-how", locale),
        str(CustomId(Action.SHOW_MIND_READER, number=EXPLANATION_PAGE, argument=game.KEY)),
    )
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE_PROFILE_OR_REPORT, argument=game.KEY)))
    return replace(
        scene,
        rows=(
            (
                build_profile_button(locale),
                *((explain,) if has_report else ()),
                *((share,) if has_report and can_share else ()),
            ),
        ),
    )


def add_back_buttons(scene: Scene, game: Game[Any, Any, Any], locale: str) -> Scene:
    """Return the scene with buttons that lead back to the profile and the report."""
    return replace(scene, rows=((build_profile_button(locale), _build_report_button(game, locale)),))


def render_report_shared(game: Game[Any, Any, Any], locale: str) -> Scene:
    """Render the confirmation that the report was shared."""
    return Scene(
        above=(say("shared", locale),),
        rows=((build_profile_button(locale), _build_report_button(game, locale)),),
        accent_color=game.ACCENT_COLOR,
    )


def _render_bets_image(
    person_id: int, game: Game[Any, Any, Any], report: MindReaderReport, locale: str
) -> SceneImage | None:
    """Render the picture of the bet, with the bet in words as its alt text. Return None if the report has no bet."""
    if report.pattern is None:
        return None
    return SceneImage(
        _draw_bets(game, report, locale),
        " ".join(_format_bets(game, report.choice_kind, report.pattern, locale)),
        (person_id,),
    )


def _format_title(person_id: int, game: Game[Any, Any, Any], locale: str) -> str:
    return f"### {say('mind-title', locale, who=format_mention(person_id, locale), game=game.say('name', locale))}"


def _build_report_button(game: Game[Any, Any, Any], locale: str) -> Button:
    return Button(
        say("button-mind", locale, game=game.say("name", locale)),
        str(CustomId(Action.SHOW_MIND_READER, argument=game.KEY)),
    )


def _format_report(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> str:
    habit = game.say(f"habit-{report.choice_kind}", locale)
    if report.pattern is None:
        return say("mind-dice", locale, habit=habit, count=report.choice_count)
    return say(
        "mind-bet", locale, habit=habit, bets=" ".join(_format_bets(game, report.choice_kind, report.pattern, locale))
    )


def _format_bets(game: Game[Any, Any, Any], kind: str, pattern: HabitPattern, locale: str) -> Iterator[str]:
    def name_symbol(symbol: str) -> str:
        return game.say(f"habit-{kind}-{symbol}", locale)

    format_bet = partial(_format_tally, locale)

    def format_repeat_bet(key: str, tally: GuessTally) -> str:
        if tally.exceeds_chance:
            return format_bet(f"{key}-stays", tally)
        return format_bet(f"{key}-turns", tally.complement)

    match pattern.kind:
        case "outcome":
            for outcome, tally in pattern.tallies_by_outcome:
                yield format_repeat_bet(outcome, tally)
        case "again":
            yield format_repeat_bet("again", pattern.tally)
        case "favourite":
            (favorite,) = pattern.symbols
            key = "favourite" if pattern.tally.exceeds_chance else "avoided"
            yield format_bet(key, pattern.tally, favourite=name_symbol(favorite))
        case "ring":
            first, *_ = pattern.symbols
            ring = " → ".join(map(name_symbol, (*pattern.symbols, first)))
            yield format_bet("ring", pattern.tally, ring=ring)
        case "pair":
            then, before = pattern.symbols
            yield format_bet("pair", pattern.tally, first=name_symbol(before), then=name_symbol(then))
        case "answer":
            then, opponent_choice = pattern.symbols
            met = game.say(f"habit-{opponent_choice}", locale)
            yield format_bet("answer", pattern.tally, met=met, then=name_symbol(then))
        case "copy":
            yield format_bet("copy", pattern.tally)


def _format_counts(report: MindReaderReport, locale: str) -> Iterator[str]:
    """Yield lines about how often each prediction method was right and how often choices were repeated."""
    yield from (_format_tally(locale, f"by-{method}", tally) for method, tally in report.guess_tallies.items())
    if report.repeat_tallies:
        repeats = [
            _format_tally(locale, f"same-{outcome or 'all'}", tally) for outcome, tally in report.repeat_tallies.items()
        ]
        yield f"-# {' · '.join(repeats)}"


def _format_tally(locale: str, key: str, tally: GuessTally, **facts: str) -> str:
    return say(
        f"mind-{key}", locale, times=tally.hit_count, of=tally.trial_count, dice=round(tally.expected_hits), **facts
    )


class BetBar(NamedTuple):
    """A bar in the picture. It shows how often the player did something, such as repeating a choice."""

    label: str
    tally: GuessTally
    is_bet: bool
    """Whether the mind reader bets that the player will do this again."""


def _draw_bets(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> Picture:
    """Draw the player's name and the bars for a report's pattern. The report must have a pattern."""
    bars = list(_list_bars(game, report, locale))
    height = HEADER_HEIGHT + 3 * PANEL_GAP + BAR_ROW_HEIGHT * len(bars)
    title = game.say(f"habit-{report.choice_kind}", locale)
    return Picture(CHART_PALETTE, BOARD_WIDTH, height, SLATE, tuple(_draw_bet_marks(title, bars, locale)))


def _list_bars(game: Game[Any, Any, Any], report: MindReaderReport, locale: str) -> Iterator[BetBar]:
    """Yield the bars that show the bet of the report's pattern, and bars of the alternatives for comparison."""

    def name_symbol(symbol: str) -> str:
        return game.say(f"habit-{report.choice_kind}-{symbol}", locale)

    pattern = report.pattern
    assert pattern
    match pattern.kind:
        case "favourite":
            for _, symbol, tally in pattern.comparisons:
                yield BetBar(name_symbol(symbol), tally, (symbol,) == pattern.symbols)
        case "pair" | "ring":
            for before, then, tally in pattern.comparisons:
                label = say("mind-row-then", locale, first=name_symbol(before), then=name_symbol(then))
                yield BetBar(label, tally, pattern.kind == "ring" or then == pattern.symbols[0])
        case "answer":
            for opponent_choice, then, tally in pattern.comparisons:
                first = game.say(f"habit-{opponent_choice}", locale)
                label = say("mind-row-then", locale, first=first, then=name_symbol(then))
                yield BetBar(label, tally, then == pattern.symbols[0])
        case "copy":
            yield BetBar(say("mind-row-copy", locale), pattern.tally, is_bet=True)
        case "again" | "outcome":
            # The empty outcome stands for all outcomes together.
            bet_outcomes = {outcome for outcome, _ in pattern.tallies_by_outcome} or {""}
            for outcome, tally in report.repeat_tallies.items():
                if (outcome == "") == (pattern.kind == "again"):
                    yield _build_repeat_bar(outcome, tally, locale, is_bet=outcome in bet_outcomes)


def _build_repeat_bar(outcome: str, tally: GuessTally, locale: str, *, is_bet: bool) -> BetBar:
    """Build the bar that shows how often the player repeated a choice after an outcome such as a win.

    If the mind reader bets on a change, the bar shows how often the player changed the choice instead.
    """
    if is_bet and not tally.exceeds_chance:
        return BetBar(say("-".join(filter(None, ("mind-row-turn", outcome))), locale), tally.complement, is_bet)
    return BetBar(say(f"mind-row-{outcome or 'again'}", locale), tally, is_bet)


def _draw_bet_marks(title: str, bars: Sequence[BetBar], locale: str) -> Iterator[PlacedMark]:
    width = BOARD_WIDTH - 2 * PANEL_GAP - 2 * PANEL_PADDING
    left = PANEL_GAP + PANEL_PADDING
    yield PlayerName(0, width, LARGE_TYPE_HEIGHT, LIGHT, SLATE, fallback="…"), left, PANEL_GAP
    yield cut_text(write_line(title, width - LEGEND_WIDTH, ground=SLATE)), left, PANEL_GAP + LARGE_TYPE_HEIGHT
    legend = write_line(say("mind-row-dice", locale), LEGEND_WIDTH - 30, ground=SLATE, align="right")
    legend_mark_left = left + width - round(typeface.text_width(legend)) - 24
    yield Rectangle(DICE_MARK_WIDTH, SMALL_TYPE_HEIGHT - 10, LIGHT), legend_mark_left, PANEL_GAP + LARGE_TYPE_HEIGHT + 5
    yield legend, left + width - legend.width, PANEL_GAP + LARGE_TYPE_HEIGHT
    yield draw_panel(BOARD_WIDTH - 2 * PANEL_GAP, BAR_ROW_HEIGHT * len(bars) + 2 * PANEL_GAP, PANEL_GAP, HEADER_HEIGHT)
    for row, bar in enumerate(bars):
        yield from _draw_bar(bar, left, HEADER_HEIGHT + PANEL_GAP + BAR_ROW_HEIGHT * row, width)


def _draw_bar(bar: BetBar, left: int, top: int, width: int) -> Iterator[PlacedMark]:
    """Draw a bar with its label and count above it, and with a mark at the count expected from random choices."""
    tally = bar.tally
    ink = GOLD if bar.is_bet else FAINT
    count = fit_width(
        write_line(f"{tally.hit_count} / {tally.trial_count}", 0, ink, align="right", height=LABEL_HEIGHT), 2
    )
    label = write_line(bar.label, width - count.width - 24, ink, height=LABEL_HEIGHT)
    if not is_within_width(label):
        label = replace(label, height=SMALL_TYPE_HEIGHT)
    yield cut_text(label), left, top + 4 + LABEL_HEIGHT - label.height
    yield count, left + width - count.width, top + 4
    bar_top = top + 4 + LABEL_HEIGHT + 4
    yield Rectangle(width, BAR_HEIGHT, BAR_TRACK_COLOR), left, bar_top
    if tally.hit_count:
        bar_width = max(DICE_MARK_WIDTH, width * tally.hit_count // tally.trial_count)
        yield Rectangle(bar_width, BAR_HEIGHT, GOLD if bar.is_bet else BAR_COLOR), left, bar_top
    mark_left = left + round((width - DICE_MARK_WIDTH) * tally.expected_hits / tally.trial_count)
    yield Rectangle(DICE_MARK_WIDTH + 8, BAR_HEIGHT, PANEL), mark_left - 4, bar_top
    yield Rectangle(DICE_MARK_WIDTH, BAR_HEIGHT + 12, LIGHT), mark_left, bar_top - 6
