"""A ladder: the page as a picture, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import say
from bot.ratings.leaderboard import PAGE, LeaderboardPage, LeaderboardRow
from bot.ratings.rating_math import ACQUAINTED
from bot.ratings.rating_updates import EVERYTHING, figure, missing, strangers, unsure
from bot.screens.charts.chart_kit import EDGE, PALETTE, fits, write_line, write_number
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import matches_button, practices
from bot.screens.names import called, day, plain
from bot.screens.scene import Button, Row, Scene, SceneImage
from games import GAMES
from games.art import (
    BOARD_WIDTH,
    FAINT,
    GOLD,
    LARGE_TYPE_HEIGHT,
    LIGHT,
    PANEL,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Letters,
    Picture,
    PlacedMark,
    PlayerName,
    Rectangle,
    Sprite,
)
from storage import LadderPlace, RatedOutcome, Rating, Season

OWN_PAGE: Final = "own"
"""Stands where a page starts, for the one with the reader in its middle."""
ROW_HEIGHT: Final = 65
PITCH: Final = 67
APART: Final = 12
"""Between the page and one's own row, where that is elsewhere."""
INSIDE: Final = 14
MEDALS: Final = 3
NAMED: Final = 52

RANKED: Final = (INSIDE, 112)
CALLED: Final = (134, 374)
RATED: Final = (512, 124)
LIKELY: Final = (642, 98)
MOVED: Final = (744, 98)
"""Beside the points that it is about: beside the rank it would be taken for places."""
FORM: Final = (846, 240)
"""From the left, and how wide."""
LATELY: Final = 6
"""Matches."""
PITCHED: Final = FORM[1] // LATELY
CHIP: Final = (36, 53)
"""What a place stands on, or six of them would look like a number."""


def shown(page: LeaderboardPage, locale: str) -> Scene:
    title = f"### {say('ladder-title', locale, game=game(page.game, locale))}"
    above: tuple[str, ...] = (title, _when(page, locale))
    if not page.lines and page.own is None:
        return Scene(above=(*above, say("ladder-empty", locale)), rows=((matches_button(locale),), practices(locale)))
    if few := _few(page):
        over = page.season is not None and page.season.ended_ms is not None
        above = (*above, say("ladder-few-ended" if over else "ladder-few", locale, players=few))
    return Scene(
        above=above,
        board=_board(page, locale),
        below=tuple(_lines(page, locale)),
        rows=_buttons(page, locale),
        small=say("ladder-small", locale, players=page.players),
    )


def game(key: str, locale: str) -> str:
    return say("ladder-everything", locale) if key == EVERYTHING else GAMES[key].say("name", locale)


def named(season: Season, locale: str, *, plainly: bool = True) -> str:
    """Whoever manages a server calls it as they like; in lists to choose from no sign does anything anyway."""
    if season.name:
        name = plain(season.name) if plainly else season.name
        return say("season-named", locale, name=name, number=season.number)
    return say("season", locale, number=season.number)


def _when(page: LeaderboardPage, locale: str) -> str:
    season = page.season
    if season is None:
        return say("ladder-open", locale)
    name = named(season, locale)
    if season.ended_ms is not None:
        return say("ladder-ended", locale, season=name, began=day(season.started_ms), ended=day(season.ended_ms))
    if season.scheduled_end_ms is None:
        return say("ladder-running", locale, season=name, began=day(season.started_ms))
    return say(
        "ladder-running-until", locale, season=name, began=day(season.started_ms), due=day(season.scheduled_end_ms)
    )


def _few(page: LeaderboardPage) -> int:
    """How many play, where they are so few that nobody can have met as many others as a rank takes; else 0."""
    lines = [*page.lines, *_elsewhere(page)]
    count = max(page.players, len(lines))
    return count if 1 < count <= ACQUAINTED and all(strangers(line.rating) for line in lines) else 0


def _board(page: LeaderboardPage, locale: str) -> SceneImage:
    lines = [*page.lines, *_elsewhere(page)]
    told = [_alt(it, locale) for it in lines]
    return SceneImage(
        draw_ladder(page.lines, page.own),
        say("ladder-alt", locale, lines=" · ".join(told)),
        tuple(it.rating.person_id for it in lines),
    )


def _elsewhere(page: LeaderboardPage) -> list[LeaderboardRow]:
    """One's own row, where it is not on the page."""
    return [page.own] if page.own and page.own not in page.lines else []


def _lines(page: LeaderboardPage, locale: str) -> Iterator[str]:
    few = _few(page) > 0
    for line in page.lines:
        yield _line(line, locale, few=few)
    for line in _elsewhere(page):
        yield "…"
        yield _line(line, locale, few=few)
        if line.rating.is_hidden:
            yield say("ladder-hidden", locale)


def _line(line: LeaderboardRow, locale: str, *, few: bool) -> str:
    moves = say("ladder-new", locale) if line.moved is None else moved(line.moved).strip()
    who, thought = called(line.rating.person_id, locale), worth(line.rating, locale)
    if few:
        # That nobody has a rank, and what it takes, is said above and once.
        told = say("ladder-line-few", locale, who=who, worth=thought, matches=line.rating.match_count)
    elif missing(line.rating):
        left = ranked(line.standing, locale)
        told = say("ladder-line-missing", locale, who=who, worth=thought, missing=left)
        moves = ""
    else:
        told = say("ladder-line", locale, rank=line.rank, who=who, worth=thought, matches=line.rating.match_count)
    return " · ".join(part for part in (told, moves, _form(line.form)) if part)


def _alt(line: LeaderboardRow, locale: str) -> str:
    if missing(line.rating):
        return say("ladder-alt-missing", locale, points=figure(line.rating))
    return say("ladder-alt-line", locale, rank=line.rank, points=figure(line.rating))


def _form(form: tuple[RatedOutcome, ...]) -> str:
    """The newest at the right, as in the picture, and further back."""
    return " ".join(["🏁", *(placed(met) for met in reversed(form))]) if form else ""


def _buttons(page: LeaderboardPage, locale: str) -> tuple[Row, ...]:
    start = page.lines[0].standing.place - 1 if page.lines else 0
    # Of the first page nothing is written: the page before may be the same, and buttons must differ.
    row = [
        Button(say("button-first", locale), _to(page, ""), off=not start),
        Button(say("button-before", locale), _to(page, str(max(0, start - PAGE))), off=not start),
        Button(say("button-next", locale), _to(page, str(start + PAGE)), off=not page.more),
    ]
    if page.own and not page.own.rating.is_hidden:
        row.append(Button(say("button-own-rank", locale), _to(page, OWN_PAGE), off=not _elsewhere(page)))
    # Without anybody on it one page is like the other, and buttons must differ.
    return (tuple(row),) if page.lines else ((matches_button(locale),),)


def _to(page: LeaderboardPage, rest: str) -> str:
    return str(CustomId(Action.LADDER, page.number, 0, f"{page.game}.{rest}"))


def worth(rating: Rating, locale: str) -> str:
    return say("worth-likely", locale, points=figure(rating), unsure=unsure(rating))


def ranked(standing: LadderPlace, locale: str) -> str:
    left = missing(standing.rating)
    if left:
        return lacking(left, strangers(standing.rating), locale)
    return say("rated-rank", locale, rank=standing.rank)


def lacking(matches: int, new: int, locale: str) -> str:
    """So many matches until a rank, and so many of them against people whom one has not met."""
    if new == matches:
        return say("rank-strangers", locale, strangers=new)
    return say("rank-missing", locale, matches=matches, strangers=new)


def moved(ranks: int) -> str:
    return f" ▲ {ranks}" if ranks > 0 else f" ▼ {-ranks}" if ranks < 0 else ""


def draw_ladder(lines: Sequence[LeaderboardRow], own: LeaderboardRow | None) -> Picture:
    """`own` is on the page, or follows it."""
    below = [] if own is None or own in lines else [own]
    height = 2 * EDGE + PITCH * (len(lines) + len(below)) - (PITCH - ROW_HEIGHT) + APART * len(below)
    return Picture(PALETTE, BOARD_WIDTH, height, SLATE, tuple(_rows([*lines, *below], own, len(lines))))


def _rows(lines: Sequence[LeaderboardRow], own: LeaderboardRow | None, page: int) -> Iterator[PlacedMark]:
    for at, line in enumerate(lines):
        top = EDGE + at * PITCH + (APART if at >= page else 0)
        rim = GOLD if line == own else ""
        yield Rectangle(BOARD_WIDTH - 2 * EDGE, ROW_HEIGHT, PANEL, SLATE, corner=14, rim=rim), EDGE, top
        if not missing(line.rating):
            yield from _rank(line.rank, top)
        yield from _draw_moved(line.moved, top)
        left, width = CALLED
        yield PlayerName(at, width, NAMED, LIGHT, PANEL, instead="…"), left, _middle(top, NAMED)
        yield _number(figure(line.rating), RATED, top)
        yield from _likely(line, top)
        yield from _draw_form(line.form, top)


def _rank(rank: int, top: int) -> Iterator[PlacedMark]:
    if rank > MEDALS:
        yield _number(rank, RANKED, top)
        return
    left, width = RANKED
    yield Sprite(f"medal_{rank}", 60, PANEL), left + (width - 60) // 2, _middle(top, 60)


def _number(number: int, place: tuple[int, int], top: int) -> PlacedMark:
    left, width = place
    line = write_number(number, width, LIGHT, lie="middle")
    return line, left, _middle(top, line.height)


def _middle(top: int, height: int) -> int:
    return top + (ROW_HEIGHT - height) // 2


def _draw_moved(moved: int | None, top: int) -> Iterator[PlacedMark]:
    left, width = MOVED
    name = "came" if moved is None else "risen" if moved > 0 else "fallen" if moved < 0 else "stayed"
    yield Sprite(name, 26, PANEL), left, _middle(top, 26)
    if moved:
        number = write_line(str(abs(moved)), width - 32)
        if fits(number):
            yield number, left + 32, _middle(top, SMALL_TYPE_HEIGHT)


def _likely(line: LeaderboardRow, top: int) -> Iterator[PlacedMark]:
    """How unsure that is, as the words beside it say."""
    left, width = LIKELY
    told = write_line(f"±{unsure(line.rating)}", width)
    if fits(told):
        yield told, left, _middle(top, SMALL_TYPE_HEIGHT)


def _draw_form(form: Sequence[RatedOutcome], top: int) -> Iterator[PlacedMark]:
    """The places, the newest at the right end; who was first stands out."""
    left, width = FORM
    for at, met in enumerate(form[:LATELY]):
        place = placed(met)
        x, (wide, high) = left + width - (at + 1) * PITCHED, CHIP
        yield Rectangle(wide, high, SLATE, PANEL, corner=10), x, _middle(top, high)
        yield (
            Letters(place, wide, LARGE_TYPE_HEIGHT, GOLD if place == "1" else FAINT, SLATE),
            x,
            _middle(top, LARGE_TYPE_HEIGHT),
        )


def placed(met: RatedOutcome) -> str:
    """The place somebody had; where all had the same, that they had."""
    return "=" if met.last_rank == 1 else str(met.rank)
