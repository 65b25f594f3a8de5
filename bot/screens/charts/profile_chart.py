"""The picture of a profile: how the ratings went, how many matches were won, against whom, and trophies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

from bot.i18n import say
from bot.ratings.awards import AwardKind
from bot.ratings.profile import MatchOutcome, Profile, RatingCurve, Rivalry
from bot.screens.charts import chart_kit
from bot.wall_clock import DAY_MS
from games import GAMES, art, typeface
from storage import Award

PLOT_WIDTH: Final = 672
RATINGS_LEFT: Final = chart_kit.PANEL_GAP + PLOT_WIDTH + chart_kit.PANEL_GAP
RATINGS_WIDTH: Final = art.BOARD_WIDTH - RATINGS_LEFT - chart_kit.PANEL_GAP
RATING_PITCH: Final = 74
NAMED_RATING_PITCH: Final = 112
"""From one game to the next, with its name above."""
PLOT_HEIGHT: Final = 6 * RATING_PITCH + chart_kit.PANEL_GAP
RECORD_BAR_HEIGHT: Final = 76
FACT_PANEL_HEIGHT: Final = art.BOARD_HEIGHT - PLOT_HEIGHT - RECORD_BAR_HEIGHT - 4 * chart_kit.PANEL_GAP
OUTCOME_COLORS: Final = {
    MatchOutcome.WON: art.GOLD,
    MatchOutcome.DRAWN: chart_kit.DRAWN_COLOR,
    MatchOutcome.LOST: chart_kit.LOST_COLOR,
}
MAX_FACT_PANELS: Final = 3
"""Panels below."""
TROPHY_SIZE: Final = 72
OUTCOME_SPRITES: Final = {MatchOutcome.WON: "won", MatchOutcome.DRAWN: "between", MatchOutcome.LOST: "lost"}
CURVE_SYMBOLS: Final = "●◆▲■★⬢"
"""What stands for a line of the picture in the text beside it."""
VALUE_AXIS_WIDTH: Final = 108
"""Left of the lines, for what they stand at."""
TIME_AXIS_HEIGHT: Final = 52
PLOT_MARGIN: Final = 30
"""Inside, so that no shape hangs over."""
CURVE_END_SHAPE_SIZE: Final = 44
MATCH_SHAPE_SIZE: Final = 26
MAX_MATCHES_WITH_SHAPES: Final = 24
"""So many matches are told apart: each has a spot of its own."""
CUP_SPRITE: Final = "cup"
TrophyCounts: TypeAlias = tuple[tuple[str, int], ...]
"""Drawings, and how many of each."""

_PLACE_EMOJI: Final = {1: "🏆", 2: "🥈", 3: "🥉"}


class ProfilePanel(NamedTuple):
    """One of the panels below."""

    key: str
    rival: Rivalry | None = None


def list_rivals(profile: Profile) -> tuple[Rivalry, ...]:
    """In the order in which they are named: whom one met most, and to whom one lost most."""
    return tuple(rival for rival in dict.fromkeys((profile.favorite_opponent, profile.nemesis)) if rival)


def draw_profile(
    profile: Profile, curves: Sequence[RatingCurve], game_names: Sequence[str], locale: str, trophies: TrophyCounts = ()
) -> art.Picture:
    """`curves` are those that can be drawn, of these games."""
    marks = (
        *draw_rating_plot(curves, (chart_kit.PANEL_GAP, chart_kit.PANEL_GAP, PLOT_WIDTH, PLOT_HEIGHT)),
        *_draw_current_ratings(curves, game_names),
        *_draw_record_bar(profile),
        *_draw_fact_panels(profile, trophies, locale),
    )
    return art.Picture(chart_kit.CHART_PALETTE, art.BOARD_WIDTH, art.BOARD_HEIGHT, art.SLATE, marks)


def _draw_current_ratings(curves: Sequence[RatingCurve], game_names: Sequence[str]) -> Iterator[art.PlacedMark]:
    """From where each line has come to where; and as long as there is room which game it is."""
    yield chart_kit.draw_panel(RATINGS_WIDTH, PLOT_HEIGHT, RATINGS_LEFT, chart_kit.PANEL_GAP)
    named = len(curves) * NAMED_RATING_PITCH <= PLOT_HEIGHT
    pitch = NAMED_RATING_PITCH if named else RATING_PITCH
    for at, (curve, game) in enumerate(zip(curves, game_names, strict=True)):
        top = chart_kit.PANEL_GAP + (PLOT_HEIGHT - pitch * len(curves)) // 2 + pitch * at
        if named:
            yield chart_kit.cut_text(chart_kit.write_line(game, RATINGS_WIDTH - 32)), RATINGS_LEFT + 16, top + 2
            top += NAMED_RATING_PITCH - RATING_PITCH - 6
        first, last = (round(rating) for _, rating in (curve.points[0], curve.points[-1]))
        yield art.Sprite(f"mark_{at}", 52, art.PANEL), RATINGS_LEFT + 16, top + (RATING_PITCH - 52) // 2
        began = chart_kit.fit_width(chart_kit.write_line(f"{typeface.format_number(first)} ›", 0), 10)
        room = 0 if first == last or began.width > 150 else began.width
        if room:
            yield began, RATINGS_LEFT + 74, top + (RATING_PITCH - art.SMALL_TYPE_HEIGHT) // 2
        yield (
            chart_kit.write_number(last, RATINGS_WIDTH - 84 - room, art.LIGHT),
            RATINGS_LEFT + 74 + room,
            top + (RATING_PITCH - art.LARGE_TYPE_HEIGHT) // 2,
        )


def _draw_record_bar(profile: Profile) -> Iterator[art.PlacedMark]:
    """Won, shared and lost, each as wide as it is often, and wide enough for its number."""
    counts = {
        outcome: sum(getattr(record.total, outcome.value) for record in profile.game_records)
        for outcome in MatchOutcome
    }
    counts = {outcome: count for outcome, count in counts.items() if count}
    least = {outcome: _measure_count_width(count) for outcome, count in counts.items()}
    spare = art.BOARD_WIDTH - chart_kit.PANEL_GAP * (len(counts) + 1) - sum(least.values())
    left, top = chart_kit.PANEL_GAP, PLOT_HEIGHT + 2 * chart_kit.PANEL_GAP
    for at, (outcome, count) in enumerate(counts.items(), 1):
        share = spare * count // sum(counts.values())
        width = art.BOARD_WIDTH - chart_kit.PANEL_GAP - left if at == len(counts) else least[outcome] + share
        fill = OUTCOME_COLORS[outcome]
        yield art.Rectangle(width, RECORD_BAR_HEIGHT, fill, art.SLATE, corner=14), left, top
        inside = least[outcome] - 20
        x = left + (width - inside) // 2
        yield art.Sprite(f"sign_{OUTCOME_SPRITES[outcome]}", 44, fill), x, top + (RECORD_BAR_HEIGHT - 44) // 2
        yield (
            art.Letters(str(count), inside - 52, art.LARGE_TYPE_HEIGHT, art.INK, fill, lie="left"),
            x + 52,
            top + (RECORD_BAR_HEIGHT - art.LARGE_TYPE_HEIGHT) // 2,
        )
        left += width + chart_kit.PANEL_GAP


def _measure_count_width(count: int) -> int:
    """For a sign and a number."""
    return round(typeface.text_width(art.Letters(str(count), 0, art.LARGE_TYPE_HEIGHT, art.INK, art.GOLD))) + 78


def _draw_fact_panels(profile: Profile, trophies: TrophyCounts, locale: str) -> Iterator[art.PlacedMark]:
    """Three at the most: what is said beside the picture, too, has room where there is some."""
    panels = [ProfilePanel("rival", rival) for rival in list_rivals(profile)]
    if trophies:
        panels.append(ProfilePanel("shelf"))
    if profile.current_streak and len(panels) < MAX_FACT_PANELS:
        panels.append(ProfilePanel("streak"))
    width = (art.BOARD_WIDTH - chart_kit.PANEL_GAP * (len(panels) + 1)) // max(1, len(panels))
    top = art.BOARD_HEIGHT - FACT_PANEL_HEIGHT - chart_kit.PANEL_GAP
    for at, panel in enumerate(panels):
        left = chart_kit.PANEL_GAP + at * (width + chart_kit.PANEL_GAP)
        yield chart_kit.draw_panel(width, FACT_PANEL_HEIGHT, left, top)
        if panel.rival:
            yield from _draw_rival(at, panel.rival, left, top, width)
        elif panel.key == "shelf":
            yield from _draw_trophies(trophies, left, top, width)
        elif profile.current_streak:
            yield (
                art.Sprite(OUTCOME_SPRITES[profile.current_streak.outcome], 56, art.PANEL),
                left + 20,
                top + (FACT_PANEL_HEIGHT - 56) // 2,
            )
            number = chart_kit.write_number(profile.current_streak.match_count, width - 100, art.LIGHT)
            label = chart_kit.write_line(say("portrait-streak", locale), width - 100, height=art.SMALL_TYPE_HEIGHT + 4)
            both = number.height + label.height
            y = top + (FACT_PANEL_HEIGHT - both) // 2
            yield number, left + 92, y
            yield label, left + 92, y + number.height


def _draw_trophies(trophies: TrophyCounts, left: int, top: int, width: int) -> Iterator[art.PlacedMark]:
    """What was won, and how often."""
    pitch = min(120, (width - 16) // len(trophies))
    x = left + (width - pitch * len(trophies)) // 2
    y = top + (FACT_PANEL_HEIGHT - TROPHY_SIZE - art.SMALL_TYPE_HEIGHT) // 2
    for drawing, count in trophies:
        yield art.Sprite(drawing, TROPHY_SIZE, art.PANEL), x + (pitch - TROPHY_SIZE) // 2, y
        yield chart_kit.write_line(str(count), pitch, art.LIGHT, lie="middle"), x, y + TROPHY_SIZE
        x += pitch


def _draw_rival(name_index: int, rival: Rivalry, left: int, top: int, width: int) -> Iterator[art.PlacedMark]:
    """How often one was ahead of them, and how often they were."""
    y = top + (FACT_PANEL_HEIGHT - art.SMALL_TYPE_HEIGHT - 16 - art.LARGE_TYPE_HEIGHT) // 2
    ink = art.GOLD if rival.ahead_count > rival.behind_count else art.LIGHT
    yield (
        art.PlayerName(name_index, width - 40, art.SMALL_TYPE_HEIGHT + 12, art.LIGHT, art.PANEL, instead="…"),
        left + 20,
        y,
    )
    yield (
        art.Letters(
            f"{rival.ahead_count} : {rival.behind_count}", width - 40, art.LARGE_TYPE_HEIGHT, ink, art.PANEL, lie="left"
        ),
        left + 20,
        y + art.SMALL_TYPE_HEIGHT + 16,
    )


def select_drawable_curves(curves: Sequence[RatingCurve]) -> tuple[RatingCurve, ...]:
    """Those that can be."""
    return tuple(curve for curve in curves[: len(CURVE_SYMBOLS)] if curve.points)


def draw_rating_plot(curves: Sequence[RatingCurve], area: art.Area) -> Iterator[art.PlacedMark]:
    """Of what `drawn` has left. Matches are as far apart as each other: three in an evening are three, and so are three
    in a year.
    """
    left, top, width, height = area
    times = sorted({at for curve in curves for at, _ in curve.points})
    ratings = [rating for curve in curves for _, rating in curve.points]
    ticks = chart_kit.choose_ticks(min(ratings), max(ratings))
    order = {at: number for number, at in enumerate(times)}
    across = chart_kit.Scale(0, len(times) - 1, left + VALUE_AXIS_WIDTH + PLOT_MARGIN, left + width - PLOT_MARGIN)
    up = chart_kit.Scale(ticks[0], ticks[-1], top + height - TIME_AXIS_HEIGHT - PLOT_MARGIN, top + PLOT_MARGIN)
    yield chart_kit.draw_panel(width, height, left, top, art.PAPER)
    yield from chart_kit.draw_value_axis(ticks, up, left, width, VALUE_AXIS_WIDTH)
    yield from _draw_time_axis(
        times, left + VALUE_AXIS_WIDTH, width - VALUE_AXIS_WIDTH - PLOT_MARGIN, top + height - TIME_AXIS_HEIGHT
    )
    for number, curve in enumerate(curves):
        places = [(across(order[at]), up(rating)) for at, rating in curve.points]
        yield from chart_kit.draw_step_line(places, chart_kit.LINE_COLORS[number])
        if len(times) <= MAX_MATCHES_WITH_SHAPES:
            yield from _draw_shapes(places, number, MATCH_SHAPE_SIZE)
    for number, curve in enumerate(curves):
        at, rating = curve.points[-1]
        yield from _draw_shapes([(across(order[at]), up(rating))], number, CURVE_END_SHAPE_SIZE)


def _draw_time_axis(times: Sequence[int], left: int, width: int, top: int) -> Iterator[art.PlacedMark]:
    """The days of the first match and the last, or the hours where all was within two days; in UTC."""
    form = "%H:%M" if times[-1] - times[0] < 2 * DAY_MS else "%Y-%m-%d"
    first, last = (datetime.fromtimestamp(at / 1000, UTC).strftime(form) for at in (times[0], times[-1]))
    yield chart_kit.write_line(first, width // 2, chart_kit.MUTED_TEXT_COLOR, art.PAPER), left, top
    if last != first:
        yield (
            chart_kit.write_line(last, width // 2, chart_kit.MUTED_TEXT_COLOR, art.PAPER, lie="right"),
            left + width - width // 2,
            top,
        )


def _draw_shapes(places: Sequence[tuple[int, int]], shape: int, width: int) -> Iterator[art.PlacedMark]:
    for x, y in places:
        yield art.Sprite(f"shape_{shape}", width, art.PAPER), x - width // 2, y - width // 2


def format_trophies(awards: Sequence[Award], locale: str) -> Iterator[str]:
    """The best first; each with its seasons."""
    places: dict[int, list[int]] = defaultdict(list)
    firsts: dict[str, list[int]] = defaultdict(list)
    for it in awards:
        if it.kind == AwardKind.SEASON_PLACE:
            places[it.value].append(it.season_number)
        elif it.kind == AwardKind.FIRST_IN_GAME and it.game in GAMES:
            firsts[it.game].append(it.season_number)
    for place, sign in _PLACE_EMOJI.items():
        if seasons := places[place]:
            key = "trophy-champion" if place == 1 else "trophy-place"
            yield f"{sign} {say(key, locale, seasons=_format_seasons(seasons, locale))}"
    for game, seasons in firsts.items():
        name = GAMES[game].say("name", locale)
        yield f"🎯 {say('trophy-first', locale, game=name, seasons=_format_seasons(seasons, locale))}"


def count_trophies(awards: Sequence[Award]) -> TrophyCounts:
    places = [it.value for it in awards if it.kind == AwardKind.SEASON_PLACE]
    firsts = sum(it.kind == AwardKind.FIRST_IN_GAME and it.game in GAMES for it in awards)
    counts = (
        (CUP_SPRITE, places.count(1)),
        ("medal_2", places.count(2)),
        ("medal_3", places.count(3)),
        ("medal_1", firsts),
    )
    return tuple((drawing, count) for drawing, count in counts if count)


def _format_seasons(season_numbers: Sequence[int], locale: str) -> str:
    numbers = say.format_list([str(number) for number in sorted(season_numbers)], locale)
    return say("trophy-seasons", locale, count=len(season_numbers), seasons=numbers)
