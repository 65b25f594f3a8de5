"""The picture of a profile: ratings over time, wins and losses, rivals and trophies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple, TypeAlias

from bot.i18n import say
from bot.ratings.awards import AwardKind
from bot.ratings.profile import MatchOutcome, Profile, RatingCurve, Rivalry, Streak
from bot.screens.charts import chart_kit
from bot.wall_clock import DAY_MS
from games import GAMES, art, typeface
from storage import Award

PLOT_WIDTH: Final = 672
RATINGS_LEFT: Final = chart_kit.PANEL_GAP + PLOT_WIDTH + chart_kit.PANEL_GAP
RATINGS_WIDTH: Final = art.BOARD_WIDTH - RATINGS_LEFT - chart_kit.PANEL_GAP
RATING_PITCH: Final = 74
NAMED_RATING_PITCH: Final = 112
"""The height of a row that shows both a rating and the name of the game."""
PLOT_HEIGHT: Final = 6 * RATING_PITCH + chart_kit.PANEL_GAP
RECORD_BAR_HEIGHT: Final = 76
FACT_PANEL_HEIGHT: Final = art.BOARD_HEIGHT - PLOT_HEIGHT - RECORD_BAR_HEIGHT - 4 * chart_kit.PANEL_GAP
OUTCOME_COLORS: Final = {
    MatchOutcome.WON: art.GOLD,
    MatchOutcome.DRAWN: chart_kit.DRAWN_COLOR,
    MatchOutcome.LOST: chart_kit.LOST_COLOR,
}
MAX_FACT_PANELS: Final = 3
TROPHY_SIZE: Final = 72
OUTCOME_SPRITES: Final = {MatchOutcome.WON: "won", MatchOutcome.DRAWN: "between", MatchOutcome.LOST: "lost"}
CURVE_SYMBOLS: Final = "●◆▲■★⬢"
"""The symbols of the curves, in order. The profile's text marks the games with the same symbols."""
VALUE_AXIS_WIDTH: Final = 108
TIME_AXIS_HEIGHT: Final = 52
PLOT_MARGIN: Final = 30
"""The margin that keeps the shapes at the ends of the curves inside the panel."""
CURVE_END_SHAPE_SIZE: Final = 44
MATCH_SHAPE_SIZE: Final = 26
MAX_MATCHES_WITH_SHAPES: Final = 24
"""The maximum number of matches that have shapes on their curves. With more matches, the shapes would overlap."""
CUP_SPRITE: Final = "cup"
TrophyCounts: TypeAlias = tuple[tuple[str, int], ...]
"""Pairs of a trophy's sprite name and the number of such trophies."""

_PLACE_EMOJI: Final = {1: "🏆", 2: "🥈", 3: "🥉"}


class FactPanel(NamedTuple):
    """One of the small panels at the bottom of the picture."""

    kind: Literal["rival", "trophies", "streak"]
    rival: Rivalry | None = None


def list_rivals(profile: Profile) -> tuple[Rivalry, ...]:
    """Return the favorite opponent and the nemesis, if any. If they are the same person, return that person once."""
    return tuple(rival for rival in dict.fromkeys((profile.favorite_opponent, profile.nemesis)) if rival)


def draw_profile(
    profile: Profile, curves: Sequence[RatingCurve], game_names: Sequence[str], locale: str, trophies: TrophyCounts = ()
) -> art.Picture:
    """Draw a profile. `curves` come from `select_drawable_curves`, and `game_names` are the names of their games."""
    marks = (
        *_draw_rating_plot(curves, (chart_kit.PANEL_GAP, chart_kit.PANEL_GAP, PLOT_WIDTH, PLOT_HEIGHT)),
        *_draw_current_ratings(curves, game_names),
        *_draw_record_bar(profile),
        *_draw_fact_panels(profile, trophies, locale),
    )
    return art.Picture(chart_kit.CHART_PALETTE, art.BOARD_WIDTH, art.BOARD_HEIGHT, art.SLATE, marks)


def _draw_current_ratings(curves: Sequence[RatingCurve], game_names: Sequence[str]) -> Iterator[art.PlacedMark]:
    """Draw the first and the current rating of each curve, with the name of its game if there is room for all names."""
    yield chart_kit.draw_panel(RATINGS_WIDTH, PLOT_HEIGHT, RATINGS_LEFT, chart_kit.PANEL_GAP)
    show_names = len(curves) * NAMED_RATING_PITCH <= PLOT_HEIGHT
    pitch = NAMED_RATING_PITCH if show_names else RATING_PITCH
    for row, (curve, game_name) in enumerate(zip(curves, game_names, strict=True)):
        top = chart_kit.PANEL_GAP + (PLOT_HEIGHT - pitch * len(curves)) // 2 + pitch * row
        if show_names:
            yield chart_kit.cut_text(chart_kit.write_line(game_name, RATINGS_WIDTH - 32)), RATINGS_LEFT + 16, top + 2
            top += NAMED_RATING_PITCH - RATING_PITCH - 6
        first, last = (round(rating) for _, rating in (curve.points[0], curve.points[-1]))
        yield art.Sprite(f"mark_{row}", 52, art.PANEL), RATINGS_LEFT + 16, top + (RATING_PITCH - 52) // 2
        first_line = chart_kit.fit_width(chart_kit.write_line(f"{typeface.format_number(first)} ›", 0), 10)
        first_width = 0 if first == last or first_line.width > 150 else first_line.width
        if first_width:
            yield first_line, RATINGS_LEFT + 74, top + (RATING_PITCH - art.SMALL_TYPE_HEIGHT) // 2
        yield (
            chart_kit.write_number(last, RATINGS_WIDTH - 84 - first_width, art.LIGHT),
            RATINGS_LEFT + 74 + first_width,
            top + (RATING_PITCH - art.LARGE_TYPE_HEIGHT) // 2,
        )


def _draw_record_bar(profile: Profile) -> Iterator[art.PlacedMark]:
    """Draw a bar with sections for the numbers of wins, draws and losses.

    Each section is wide enough for its number. The remaining width is divided in proportion to the numbers.
    """
    counts = {
        outcome: sum(getattr(record.total, outcome.value) for record in profile.game_records)
        for outcome in MatchOutcome
    }
    counts = {outcome: count for outcome, count in counts.items() if count}
    min_widths = {outcome: _measure_count_width(count) for outcome, count in counts.items()}
    spare_width = art.BOARD_WIDTH - chart_kit.PANEL_GAP * (len(counts) + 1) - sum(min_widths.values())
    left, top = chart_kit.PANEL_GAP, PLOT_HEIGHT + 2 * chart_kit.PANEL_GAP
    for number, (outcome, count) in enumerate(counts.items(), 1):
        share = spare_width * count // sum(counts.values())
        is_last = number == len(counts)
        width = art.BOARD_WIDTH - chart_kit.PANEL_GAP - left if is_last else min_widths[outcome] + share
        fill = OUTCOME_COLORS[outcome]
        yield art.Rectangle(width, RECORD_BAR_HEIGHT, fill, art.SLATE, corner=14), left, top
        content_width = min_widths[outcome] - 20
        x = left + (width - content_width) // 2
        yield art.Sprite(f"sign_{OUTCOME_SPRITES[outcome]}", 44, fill), x, top + (RECORD_BAR_HEIGHT - 44) // 2
        yield (
            art.Letters(str(count), content_width - 52, art.LARGE_TYPE_HEIGHT, art.INK, fill, align="left"),
            x + 52,
            top + (RECORD_BAR_HEIGHT - art.LARGE_TYPE_HEIGHT) // 2,
        )
        left += width + chart_kit.PANEL_GAP


def _measure_count_width(count: int) -> int:
    """Return the width that a section of the record bar needs for a symbol, the number and some padding."""
    return round(typeface.text_width(art.Letters(str(count), 0, art.LARGE_TYPE_HEIGHT, art.INK, art.GOLD))) + 78


def _draw_fact_panels(profile: Profile, trophies: TrophyCounts, locale: str) -> Iterator[art.PlacedMark]:
    """Draw up to three panels: the rivals, then the trophies, then the current streak if there is still room."""
    panels = [FactPanel("rival", rival) for rival in list_rivals(profile)]
    if trophies:
        panels.append(FactPanel("trophies"))
    if profile.current_streak and len(panels) < MAX_FACT_PANELS:
        panels.append(FactPanel("streak"))
    width = (art.BOARD_WIDTH - chart_kit.PANEL_GAP * (len(panels) + 1)) // max(1, len(panels))
    top = art.BOARD_HEIGHT - FACT_PANEL_HEIGHT - chart_kit.PANEL_GAP
    for column, panel in enumerate(panels):
        left = chart_kit.PANEL_GAP + column * (width + chart_kit.PANEL_GAP)
        yield chart_kit.draw_panel(width, FACT_PANEL_HEIGHT, left, top)
        if panel.rival:
            yield from _draw_rival(column, panel.rival, left, top, width)
        elif panel.kind == "trophies":
            yield from _draw_trophies(trophies, left, top, width)
        elif profile.current_streak:
            yield from _draw_streak(profile.current_streak, left, top, width, locale)


def _draw_streak(streak: Streak, left: int, top: int, width: int, locale: str) -> Iterator[art.PlacedMark]:
    yield art.Sprite(OUTCOME_SPRITES[streak.outcome], 56, art.PANEL), left + 20, top + (FACT_PANEL_HEIGHT - 56) // 2
    number = chart_kit.write_number(streak.match_count, width - 100, art.LIGHT)
    label = chart_kit.write_line(say("portrait-streak", locale), width - 100, height=art.SMALL_TYPE_HEIGHT + 4)
    y = top + (FACT_PANEL_HEIGHT - number.height - label.height) // 2
    yield number, left + 92, y
    yield label, left + 92, y + number.height


def _draw_trophies(trophies: TrophyCounts, left: int, top: int, width: int) -> Iterator[art.PlacedMark]:
    pitch = min(120, (width - 16) // len(trophies))
    x = left + (width - pitch * len(trophies)) // 2
    y = top + (FACT_PANEL_HEIGHT - TROPHY_SIZE - art.SMALL_TYPE_HEIGHT) // 2
    for sprite_name, count in trophies:
        yield art.Sprite(sprite_name, TROPHY_SIZE, art.PANEL), x + (pitch - TROPHY_SIZE) // 2, y
        yield chart_kit.write_line(str(count), pitch, art.LIGHT, align="middle"), x, y + TROPHY_SIZE
        x += pitch


def _draw_rival(name_index: int, rival: Rivalry, left: int, top: int, width: int) -> Iterator[art.PlacedMark]:
    """Draw a rival's name, and how often the profile's owner and the rival finished ahead of each other."""
    y = top + (FACT_PANEL_HEIGHT - art.SMALL_TYPE_HEIGHT - 16 - art.LARGE_TYPE_HEIGHT) // 2
    ink = art.GOLD if rival.ahead_count > rival.behind_count else art.LIGHT
    yield (
        art.PlayerName(name_index, width - 40, art.SMALL_TYPE_HEIGHT + 12, art.LIGHT, art.PANEL, fallback="…"),
        left + 20,
        y,
    )
    yield (
        art.Letters(
            f"{rival.ahead_count} : {rival.behind_count}",
            width - 40,
            art.LARGE_TYPE_HEIGHT,
            ink,
            art.PANEL,
            align="left",
        ),
        left + 20,
        y + art.SMALL_TYPE_HEIGHT + 16,
    )


def select_drawable_curves(curves: Sequence[RatingCurve]) -> tuple[RatingCurve, ...]:
    """Return those of the first six curves that have points. There are symbols for only six curves."""
    return tuple(curve for curve in curves[: len(CURVE_SYMBOLS)] if curve.points)


def _draw_rating_plot(curves: Sequence[RatingCurve], area: art.Area) -> Iterator[art.PlacedMark]:
    """Draw the rating curves with their axes.

    Matches are equally spaced, no matter how much time passed between them.
    """
    left, top, width, height = area
    times = sorted({time_ms for curve in curves for time_ms, _ in curve.points})
    ratings = [rating for curve in curves for _, rating in curve.points]
    ticks = chart_kit.choose_ticks(min(ratings), max(ratings))
    column_by_time = {time_ms: column for column, time_ms in enumerate(times)}
    x_scale = chart_kit.Scale(0, len(times) - 1, left + VALUE_AXIS_WIDTH + PLOT_MARGIN, left + width - PLOT_MARGIN)
    y_scale = chart_kit.Scale(ticks[0], ticks[-1], top + height - TIME_AXIS_HEIGHT - PLOT_MARGIN, top + PLOT_MARGIN)
    yield chart_kit.draw_panel(width, height, left, top, art.PAPER)
    yield from chart_kit.draw_value_axis(ticks, y_scale, left, width, VALUE_AXIS_WIDTH)
    yield from _draw_time_axis(
        times, left + VALUE_AXIS_WIDTH, width - VALUE_AXIS_WIDTH - PLOT_MARGIN, top + height - TIME_AXIS_HEIGHT
    )
    pixels_by_curve = [
        [(x_scale(column_by_time[time_ms]), y_scale(rating)) for time_ms, rating in curve.points] for curve in curves
    ]
    for number, pixels in enumerate(pixels_by_curve):
        yield from chart_kit.draw_step_line(pixels, chart_kit.LINE_COLORS[number])
        if len(times) <= MAX_MATCHES_WITH_SHAPES:
            yield from _draw_shapes(pixels, number, MATCH_SHAPE_SIZE)
    for number, pixels in enumerate(pixels_by_curve):
        yield from _draw_shapes(pixels[-1:], number, CURVE_END_SHAPE_SIZE)


def _draw_time_axis(times: Sequence[int], left: int, width: int, top: int) -> Iterator[art.PlacedMark]:
    """Write the dates of the first and last matches, in UTC.

    If these matches are less than two days apart, write the times of day instead of the dates.
    """
    time_format = "%H:%M" if times[-1] - times[0] < 2 * DAY_MS else "%Y-%m-%d"
    first, last = (
        datetime.fromtimestamp(time_ms / 1000, UTC).strftime(time_format) for time_ms in (times[0], times[-1])
    )
    yield chart_kit.write_line(first, width // 2, chart_kit.MUTED_TEXT_COLOR, art.PAPER), left, top
    if last != first:
        yield (
            chart_kit.write_line(last, width // 2, chart_kit.MUTED_TEXT_COLOR, art.PAPER, align="right"),
            left + width - width // 2,
            top,
        )


def _draw_shapes(centers: Sequence[tuple[int, int]], shape: int, size: int) -> Iterator[art.PlacedMark]:
    for x, y in centers:
        yield art.Sprite(f"shape_{shape}", size, art.PAPER), x - size // 2, y - size // 2


def format_trophies(awards: Sequence[Award], locale: str) -> Iterator[str]:
    """Yield a line for each kind of trophy, best first. Each line lists the seasons in which the player won it."""
    seasons_by_place: dict[int, list[int]] = defaultdict(list)
    seasons_by_game: dict[str, list[int]] = defaultdict(list)
    for award in awards:
        if award.kind == AwardKind.SEASON_PLACE:
            seasons_by_place[award.value].append(award.season_number)
        elif award.kind == AwardKind.FIRST_IN_GAME and award.game in GAMES:
            seasons_by_game[award.game].append(award.season_number)
    for place, emoji in _PLACE_EMOJI.items():
        if seasons := seasons_by_place[place]:
            key = "trophy-champion" if place == 1 else "trophy-place"
            yield f"{emoji} {say(key, locale, seasons=_format_seasons(seasons, locale))}"
    for game, seasons in seasons_by_game.items():
        name = GAMES[game].say("name", locale)
        yield f"🎯 {say('trophy-first', locale, game=name, seasons=_format_seasons(seasons, locale))}"


def count_trophies(awards: Sequence[Award]) -> TrophyCounts:
    """Count the player's cups, medals and first places in single games, in this order.

    Kinds of trophies that the player has not won are left out.
    """
    places = [award.value for award in awards if award.kind == AwardKind.SEASON_PLACE]
    game_wins = sum(award.kind == AwardKind.FIRST_IN_GAME and award.game in GAMES for award in awards)
    counts = (
        (CUP_SPRITE, places.count(1)),
        ("medal_2", places.count(2)),
        ("medal_3", places.count(3)),
        ("medal_1", game_wins),
    )
    return tuple((sprite_name, count) for sprite_name, count in counts if count)


def _format_seasons(season_numbers: Sequence[int], locale: str) -> str:
    numbers = say.format_list([str(number) for number in sorted(season_numbers)], locale)
    return say("trophy-seasons", locale, count=len(season_numbers), seasons=numbers)
