"""The picture of a profile: how the ratings went, how many matches were won, against whom, and trophies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, NamedTuple, TypeAlias

from bot.i18n import say
from bot.ratings.awards import AwardKind
from bot.ratings.profile import Curve, Outcome, Profile, Rivalry
from bot.screens.charts import chart_kit
from bot.wall_clock import DAY
from games import GAMES, art, typeface
from storage import Award

PLOT: Final = 672
BESIDE: Final = chart_kit.EDGE + PLOT + chart_kit.EDGE
STANDS: Final = art.BOARD_WIDTH - BESIDE - chart_kit.EDGE
PITCH: Final = 74
NAMED: Final = 112
"""From one game to the next, with its name above."""
UPPER: Final = 6 * PITCH + chart_kit.EDGE
BAR: Final = 76
LOWER: Final = art.BOARD_HEIGHT - UPPER - BAR - 4 * chart_kit.EDGE
FILLS: Final = {Outcome.WON: art.GOLD, Outcome.DRAWN: chart_kit.SHARED, Outcome.LOST: chart_kit.LOST}
MOST: Final = 3
"""Panels below."""
TROPHY: Final = 72
SIGNS: Final = {Outcome.WON: "won", Outcome.DRAWN: "between", Outcome.LOST: "lost"}
SHAPES: Final = "●◆▲■★⬢"
"""What stands for a line of the picture in the text beside it."""
SIDE: Final = 108
"""Left of the lines, for what they stand at."""
FOOT: Final = 52
PLOT_MARGIN: Final = 30
"""Inside, so that no shape hangs over."""
SHAPE: Final = 44
SPOT: Final = 26
FEW: Final = 24
"""So many matches are told apart: each has a spot of its own."""
CUP: Final = "cup"
Shelf: TypeAlias = tuple[tuple[str, int], ...]
"""Drawings, and how many of each."""

_PLACES: Final = {1: "🏆", 2: "🥈", 3: "🥉"}


class ProfileFacts(NamedTuple):
    """One of the panels below."""

    key: str
    rival: Rivalry | None = None


def rivals(told: Profile) -> tuple[Rivalry, ...]:
    """In the order in which they are named: whom one met most, and to whom one lost most."""
    return tuple(rival for rival in dict.fromkeys((told.favourite, told.nemesis)) if rival)


def picture(
    told: Profile, curves: Sequence[Curve], games: Sequence[str], locale: str, shelf: Shelf = ()
) -> art.Picture:
    """`curves` are those that can be drawn, of these games."""
    marks = (
        *plot(curves, (chart_kit.EDGE, chart_kit.EDGE, PLOT, UPPER)),
        *_stands(curves, games),
        *_record(told),
        *_panels(told, shelf, locale),
    )
    return art.Picture(chart_kit.PALETTE, art.BOARD_WIDTH, art.BOARD_HEIGHT, art.SLATE, marks)


def _stands(curves: Sequence[Curve], games: Sequence[str]) -> Iterator[art.PlacedMark]:
    """From where each line has come to where; and as long as there is room which game it is."""
    yield chart_kit.draw_panel(STANDS, UPPER, BESIDE, chart_kit.EDGE)
    named = len(curves) * NAMED <= UPPER
    pitch = NAMED if named else PITCH
    for at, (curve, game) in enumerate(zip(curves, games, strict=True)):
        top = chart_kit.EDGE + (UPPER - pitch * len(curves)) // 2 + pitch * at
        if named:
            yield chart_kit.cut_text(chart_kit.write_line(game, STANDS - 32)), BESIDE + 16, top + 2
            top += NAMED - PITCH - 6
        first, last = (round(rating) for _, rating in (curve.points[0], curve.points[-1]))
        yield art.Sprite(f"mark_{at}", 52, art.PANEL), BESIDE + 16, top + (PITCH - 52) // 2
        began = chart_kit.fit_width(chart_kit.write_line(f"{typeface.format_number(first)} ›", 0), 10)
        room = 0 if first == last or began.width > 150 else began.width
        if room:
            yield began, BESIDE + 74, top + (PITCH - art.SMALL_TYPE_HEIGHT) // 2
        yield (
            chart_kit.write_number(last, STANDS - 84 - room, art.LIGHT),
            BESIDE + 74 + room,
            top + (PITCH - art.LARGE_TYPE_HEIGHT) // 2,
        )


def _record(told: Profile) -> Iterator[art.PlacedMark]:
    """Won, shared and lost, each as wide as it is often, and wide enough for its number."""
    counts = {outcome: sum(getattr(record.all, outcome.value) for record in told.records) for outcome in Outcome}
    counts = {outcome: count for outcome, count in counts.items() if count}
    least = {outcome: _wide(count) for outcome, count in counts.items()}
    spare = art.BOARD_WIDTH - chart_kit.EDGE * (len(counts) + 1) - sum(least.values())
    left, top = chart_kit.EDGE, UPPER + 2 * chart_kit.EDGE
    for at, (outcome, count) in enumerate(counts.items(), 1):
        share = spare * count // sum(counts.values())
        width = art.BOARD_WIDTH - chart_kit.EDGE - left if at == len(counts) else least[outcome] + share
        fill = FILLS[outcome]
        yield art.Rectangle(width, BAR, fill, art.SLATE, corner=14), left, top
        inside = least[outcome] - 20
        x = left + (width - inside) // 2
        yield art.Sprite(f"sign_{SIGNS[outcome]}", 44, fill), x, top + (BAR - 44) // 2
        yield (
            art.Letters(str(count), inside - 52, art.LARGE_TYPE_HEIGHT, art.INK, fill, lie="left"),
            x + 52,
            top + (BAR - art.LARGE_TYPE_HEIGHT) // 2,
        )
        left += width + chart_kit.EDGE


def _wide(count: int) -> int:
    """For a sign and a number."""
    return round(typeface.text_width(art.Letters(str(count), 0, art.LARGE_TYPE_HEIGHT, art.INK, art.GOLD))) + 78


def _panels(told: Profile, shelf: Shelf, locale: str) -> Iterator[art.PlacedMark]:
    """Three at the most: what is said beside the picture, too, has room where there is some."""
    panels = [ProfileFacts("rival", rival) for rival in rivals(told)]
    if shelf:
        panels.append(ProfileFacts("shelf"))
    if told.streak and len(panels) < MOST:
        panels.append(ProfileFacts("streak"))
    width = (art.BOARD_WIDTH - chart_kit.EDGE * (len(panels) + 1)) // max(1, len(panels))
    top = art.BOARD_HEIGHT - LOWER - chart_kit.EDGE
    for at, panel in enumerate(panels):
        left = chart_kit.EDGE + at * (width + chart_kit.EDGE)
        yield chart_kit.draw_panel(width, LOWER, left, top)
        if panel.rival:
            yield from _rival(at, panel.rival, left, top, width)
        elif panel.key == "shelf":
            yield from _trophies(shelf, left, top, width)
        elif told.streak:
            yield art.Sprite(SIGNS[told.streak.outcome], 56, art.PANEL), left + 20, top + (LOWER - 56) // 2
            number = chart_kit.write_number(told.streak.matches, width - 100, art.LIGHT)
            label = chart_kit.write_line(say("portrait-streak", locale), width - 100, height=art.SMALL_TYPE_HEIGHT + 4)
            both = number.height + label.height
            y = top + (LOWER - both) // 2
            yield number, left + 92, y
            yield label, left + 92, y + number.height


def _trophies(shelf: Shelf, left: int, top: int, width: int) -> Iterator[art.PlacedMark]:
    """What was won, and how often."""
    pitch = min(120, (width - 16) // len(shelf))
    x = left + (width - pitch * len(shelf)) // 2
    y = top + (LOWER - TROPHY - art.SMALL_TYPE_HEIGHT) // 2
    for drawing, count in shelf:
        yield art.Sprite(drawing, TROPHY, art.PANEL), x + (pitch - TROPHY) // 2, y
        yield chart_kit.write_line(str(count), pitch, art.LIGHT, lie="middle"), x, y + TROPHY
        x += pitch


def _rival(at: int, rival: Rivalry, left: int, top: int, width: int) -> Iterator[art.PlacedMark]:
    """How often one was ahead of them, and how often they were."""
    y = top + (LOWER - art.SMALL_TYPE_HEIGHT - 16 - art.LARGE_TYPE_HEIGHT) // 2
    ink = art.GOLD if rival.ahead > rival.behind else art.LIGHT
    yield art.PlayerName(at, width - 40, art.SMALL_TYPE_HEIGHT + 12, art.LIGHT, art.PANEL, instead="…"), left + 20, y
    yield (
        art.Letters(f"{rival.ahead} : {rival.behind}", width - 40, art.LARGE_TYPE_HEIGHT, ink, art.PANEL, lie="left"),
        left + 20,
        y + art.SMALL_TYPE_HEIGHT + 16,
    )


def drawn(curves: Sequence[Curve]) -> tuple[Curve, ...]:
    """Those that can be."""
    return tuple(curve for curve in curves[: len(SHAPES)] if curve.points)


def plot(curves: Sequence[Curve], part: art.Area) -> Iterator[art.PlacedMark]:
    """Of what `drawn` has left. Matches are as far apart as each other: three in an evening are three, and so are three
    in a year.
    """
    left, top, width, height = part
    times = sorted({at for curve in curves for at, _ in curve.points})
    ratings = [rating for curve in curves for _, rating in curve.points]
    ticks = chart_kit.choose_ticks(min(ratings), max(ratings))
    order = {at: number for number, at in enumerate(times)}
    across = chart_kit.Scale(0, len(times) - 1, left + SIDE + PLOT_MARGIN, left + width - PLOT_MARGIN)
    up = chart_kit.Scale(ticks[0], ticks[-1], top + height - FOOT - PLOT_MARGIN, top + PLOT_MARGIN)
    yield chart_kit.draw_panel(width, height, left, top, art.PAPER)
    yield from chart_kit.draw_value_axis(ticks, up, left, width, SIDE)
    yield from _times(times, left + SIDE, width - SIDE - PLOT_MARGIN, top + height - FOOT)
    for number, curve in enumerate(curves):
        places = [(across(order[at]), up(rating)) for at, rating in curve.points]
        yield from chart_kit.draw_step_line(places, chart_kit.COLOURS[number])
        if len(times) <= FEW:
            yield from _draw_shapes(places, number, SPOT)
    for number, curve in enumerate(curves):
        at, rating = curve.points[-1]
        yield from _draw_shapes([(across(order[at]), up(rating))], number, SHAPE)


def _times(times: Sequence[int], left: int, width: int, top: int) -> Iterator[art.PlacedMark]:
    """The days of the first match and the last, or the hours where all was within two days; in UTC."""
    form = "%H:%M" if times[-1] - times[0] < 2 * DAY else "%Y-%m-%d"
    first, last = (datetime.fromtimestamp(at / 1000, UTC).strftime(form) for at in (times[0], times[-1]))
    yield chart_kit.write_line(first, width // 2, chart_kit.PALE, art.PAPER), left, top
    if last != first:
        yield (
            chart_kit.write_line(last, width // 2, chart_kit.PALE, art.PAPER, lie="right"),
            left + width - width // 2,
            top,
        )


def _draw_shapes(places: Sequence[tuple[int, int]], shape: int, width: int) -> Iterator[art.PlacedMark]:
    for x, y in places:
        yield art.Sprite(f"shape_{shape}", width, art.PAPER), x - width // 2, y - width // 2


def list_trophies(awards: Sequence[Award], locale: str) -> Iterator[str]:
    """The best first; each with its seasons."""
    places: dict[int, list[int]] = defaultdict(list)
    firsts: dict[str, list[int]] = defaultdict(list)
    for it in awards:
        if it.kind == AwardKind.PLACE:
            places[it.value].append(it.season_number)
        elif it.kind == AwardKind.FIRST and it.game in GAMES:
            firsts[it.game].append(it.season_number)
    for place, sign in _PLACES.items():
        if seasons := places[place]:
            key = "trophy-champion" if place == 1 else "trophy-place"
            yield f"{sign} {say(key, locale, seasons=_seasons(seasons, locale))}"
    for game, seasons in firsts.items():
        name = GAMES[game].say("name", locale)
        yield f"🎯 {say('trophy-first', locale, game=name, seasons=_seasons(seasons, locale))}"


def shelf(awards: Sequence[Award]) -> Shelf:
    places = [it.value for it in awards if it.kind == AwardKind.PLACE]
    firsts = sum(it.kind == AwardKind.FIRST and it.game in GAMES for it in awards)
    counts = ((CUP, places.count(1)), ("medal_2", places.count(2)), ("medal_3", places.count(3)), ("medal_1", firsts))
    return tuple((drawing, count) for drawing, count in counts if count)


def _seasons(seasons: Sequence[int], locale: str) -> str:
    numbers = say.format_list([str(number) for number in sorted(seasons)], locale)
    return say("trophy-seasons", locale, count=len(seasons), seasons=numbers)
