"""A ladder: the page as a picture, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import say
from bot.ratings.leaderboard import PAGE_SIZE, LeaderboardPage, LeaderboardRow
from bot.ratings.rating_math import KNOWN_MIN_OPPONENTS
from bot.ratings.rating_updates import (
    ALL_GAMES,
    compute_points_margin,
    count_matches_to_rank,
    count_opponents_to_rank,
    get_displayed_points,
)
from bot.screens.charts.chart_kit import CHART_PALETTE, PANEL_GAP, is_within_width, write_line, write_number
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_inbox_button, build_practice_menu
from bot.screens.phrases import escape_markdown, format_date, format_mention
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

OWN_PAGE_ARGUMENT: Final = "own"
"""Stands where a page starts, for the one with the reader in its middle."""
ROW_HEIGHT: Final = 65
ROW_PITCH: Final = 67
OWN_ROW_GAP: Final = 12
"""Between the page and one's own row, where that is elsewhere."""
ROW_PADDING: Final = 14
MAX_MEDAL_RANK: Final = 3
NAME_HEIGHT: Final = 52

RANK_COLUMN: Final = (ROW_PADDING, 112)
NAME_COLUMN: Final = (134, 374)
RATING_COLUMN: Final = (512, 124)
UNCERTAINTY_COLUMN: Final = (642, 98)
RANK_CHANGE_COLUMN: Final = (744, 98)
"""Beside the points that it is about: beside the rank it would be taken for places."""
RECENT_RESULTS_COLUMN: Final = (846, 240)
"""From the left, and how wide."""
RECENT_RESULTS_MAX: Final = 6
"""Matches."""
RECENT_RESULT_PITCH: Final = RECENT_RESULTS_COLUMN[1] // RECENT_RESULTS_MAX
RECENT_RESULT_SIZE: Final = (36, 53)
"""What a place stands on, or six of them would look like a number."""


def render_leaderboard(page: LeaderboardPage, locale: str) -> Scene:
    title = f"### {say('ladder-title', locale, game=format_game_name(page.game, locale))}"
    above: tuple[str, ...] = (title, _format_season_dates(page, locale))
    if not page.rows and page.own_row is None:
        return Scene(
            above=(*above, say("ladder-empty", locale)),
            rows=((build_inbox_button(locale),), build_practice_menu(locale)),
        )
    if few := _count_players_if_too_few_for_ranks(page):
        over = page.season is not None and page.season.ended_ms is not None
        above = (*above, say("ladder-few-ended" if over else "ladder-few", locale, players=few))
    return Scene(
        above=above,
        board=_render_leaderboard_image(page, locale),
        below=tuple(_format_rows(page, locale)),
        rows=_build_page_buttons(page, locale),
        footer=say("ladder-small", locale, players=page.player_count),
    )


def format_game_name(key: str, locale: str) -> str:
    return say("ladder-everything", locale) if key == ALL_GAMES else GAMES[key].say("name", locale)


def format_season_name(season: Season, locale: str, *, escaped: bool = True) -> str:
    """Whoever manages a server calls it as they like; in lists to choose from no sign does anything anyway."""
    if season.name:
        name = escape_markdown(season.name) if escaped else season.name
        return say("season-named", locale, name=name, number=season.number)
    return say("season", locale, number=season.number)


def _format_season_dates(page: LeaderboardPage, locale: str) -> str:
    season = page.season
    if season is None:
        return say("ladder-open", locale)
    name = format_season_name(season, locale)
    if season.ended_ms is not None:
        return say(
            "ladder-ended",
            locale,
            season=name,
            began=format_date(season.started_ms),
            ended=format_date(season.ended_ms),
        )
    if season.scheduled_end_ms is None:
        return say("ladder-running", locale, season=name, began=format_date(season.started_ms))
    return say(
        "ladder-running-until",
        locale,
        season=name,
        began=format_date(season.started_ms),
        due=format_date(season.scheduled_end_ms),
    )


def _count_players_if_too_few_for_ranks(page: LeaderboardPage) -> int:
    """How many play, where they are so few that nobody can have met as many others as a rank takes; else 0."""
    lines = [*page.rows, *_list_own_row_if_off_page(page)]
    count = max(page.player_count, len(lines))
    return (
        count if 1 < count <= KNOWN_MIN_OPPONENTS and all(count_opponents_to_rank(line.rating) for line in lines) else 0
    )


def _render_leaderboard_image(page: LeaderboardPage, locale: str) -> SceneImage:
    lines = [*page.rows, *_list_own_row_if_off_page(page)]
    told = [_format_row_alt(it, locale) for it in lines]
    return SceneImage(
        draw_leaderboard(page.rows, page.own_row),
        say("ladder-alt", locale, lines=" · ".join(told)),
        tuple(it.rating.person_id for it in lines),
    )


def _list_own_row_if_off_page(page: LeaderboardPage) -> list[LeaderboardRow]:
    """One's own row, where it is not on the page."""
    return [page.own_row] if page.own_row and page.own_row not in page.rows else []


def _format_rows(page: LeaderboardPage, locale: str) -> Iterator[str]:
    few = _count_players_if_too_few_for_ranks(page) > 0
    for line in page.rows:
        yield _format_row(line, locale, too_few_for_ranks=few)
    for line in _list_own_row_if_off_page(page):
        yield "…"
        yield _format_row(line, locale, too_few_for_ranks=few)
        if line.rating.is_hidden:
            yield say("ladder-hidden", locale)


def _format_row(row: LeaderboardRow, locale: str, *, too_few_for_ranks: bool) -> str:
    moves = (
        say("ladder-new", locale)
        if row.points_gained_this_week is None
        else format_rank_change(row.points_gained_this_week).strip()
    )
    who, thought = format_mention(row.rating.person_id, locale), format_rating(row.rating, locale)
    if too_few_for_ranks:
        # That nobody has a rank, and what it takes, is said above and once.
        told = say("ladder-line-few", locale, who=who, worth=thought, matches=row.rating.match_count)
    elif count_matches_to_rank(row.rating):
        left = format_rank_or_missing(row.standing, locale)
        told = say("ladder-line-missing", locale, who=who, worth=thought, missing=left)
        moves = ""
    else:
        told = say("ladder-line", locale, rank=row.rank, who=who, worth=thought, matches=row.rating.match_count)
    return " · ".join(part for part in (told, moves, _format_recent_results(row.recent_form)) if part)


def _format_row_alt(row: LeaderboardRow, locale: str) -> str:
    if count_matches_to_rank(row.rating):
        return say("ladder-alt-missing", locale, points=get_displayed_points(row.rating))
    return say("ladder-alt-line", locale, rank=row.rank, points=get_displayed_points(row.rating))


def _format_recent_results(outcomes: tuple[RatedOutcome, ...]) -> str:
    """The newest at the right, as in the picture, and further back."""
    return " ".join(["🏁", *(format_place(met) for met in reversed(outcomes))]) if outcomes else ""


def _build_page_buttons(page: LeaderboardPage, locale: str) -> tuple[Row, ...]:
    start = page.rows[0].standing.place - 1 if page.rows else 0
    # Of the first page nothing is written: the page before may be the same, and buttons must differ.
    row = [
        Button(say("button-first", locale), _build_page_custom_id(page, ""), disabled=not start),
        Button(
            say("button-before", locale),
            _build_page_custom_id(page, str(max(0, start - PAGE_SIZE))),
            disabled=not start,
        ),
        Button(
            say("button-next", locale),
            _build_page_custom_id(page, str(start + PAGE_SIZE)),
            disabled=not page.has_next_page,
        ),
    ]
    if page.own_row and not page.own_row.rating.is_hidden:
        row.append(
            Button(
                say("button-own-rank", locale),
                _build_page_custom_id(page, OWN_PAGE_ARGUMENT),
                disabled=not _list_own_row_if_off_page(page),
            )
        )
    # Without anybody on it one page is like the other, and buttons must differ.
    return (tuple(row),) if page.rows else ((build_inbox_button(locale),),)


def _build_page_custom_id(page: LeaderboardPage, argument: str) -> str:
    return str(CustomId(Action.SHOW_LEADERBOARD, page.season_number, 0, f"{page.game}.{argument}"))


def format_rating(rating: Rating, locale: str) -> str:
    return say("worth-likely", locale, points=get_displayed_points(rating), unsure=compute_points_margin(rating))


def format_rank_or_missing(standing: LadderPlace, locale: str) -> str:
    left = count_matches_to_rank(standing.rating)
    if left:
        return format_missing_matches(left, count_opponents_to_rank(standing.rating), locale)
    return say("rated-rank", locale, rank=standing.rank)


def format_missing_matches(matches: int, new_opponents: int, locale: str) -> str:
    """So many matches until a rank, and so many of them against people whom one has not met."""
    if new_opponents == matches:
        return say("rank-strangers", locale, strangers=new_opponents)
    return say("rank-missing", locale, matches=matches, strangers=new_opponents)


def format_rank_change(ranks_gained: int) -> str:
    return f" ▲ {ranks_gained}" if ranks_gained > 0 else f" ▼ {-ranks_gained}" if ranks_gained < 0 else ""


def draw_leaderboard(rows: Sequence[LeaderboardRow], own: LeaderboardRow | None) -> Picture:
    """`own` is on the page, or follows it."""
    below = [] if own is None or own in rows else [own]
    height = 2 * PANEL_GAP + ROW_PITCH * (len(rows) + len(below)) - (ROW_PITCH - ROW_HEIGHT) + OWN_ROW_GAP * len(below)
    return Picture(CHART_PALETTE, BOARD_WIDTH, height, SLATE, tuple(_draw_rows([*rows, *below], own, len(rows))))


def _draw_rows(rows: Sequence[LeaderboardRow], own: LeaderboardRow | None, rows_on_page: int) -> Iterator[PlacedMark]:
    for at, line in enumerate(rows):
        top = PANEL_GAP + at * ROW_PITCH + (OWN_ROW_GAP if at >= rows_on_page else 0)
        rim = GOLD if line == own else ""
        yield Rectangle(BOARD_WIDTH - 2 * PANEL_GAP, ROW_HEIGHT, PANEL, SLATE, corner=14, rim=rim), PANEL_GAP, top
        if not count_matches_to_rank(line.rating):
            yield from _draw_rank(line.rank, top)
        yield from _draw_rank_change(line.points_gained_this_week, top)
        left, width = NAME_COLUMN
        yield PlayerName(at, width, NAME_HEIGHT, LIGHT, PANEL, instead="…"), left, _center_in_row(top, NAME_HEIGHT)
        yield _draw_number(get_displayed_points(line.rating), RATING_COLUMN, top)
        yield from _draw_uncertainty(line, top)
        yield from _draw_recent_results(line.recent_form, top)


def _draw_rank(rank: int, top: int) -> Iterator[PlacedMark]:
    if rank > MAX_MEDAL_RANK:
        yield _draw_number(rank, RANK_COLUMN, top)
        return
    left, width = RANK_COLUMN
    yield Sprite(f"medal_{rank}", 60, PANEL), left + (width - 60) // 2, _center_in_row(top, 60)


def _draw_number(number: int, column: tuple[int, int], top: int) -> PlacedMark:
    left, width = column
    line = write_number(number, width, LIGHT, lie="middle")
    return line, left, _center_in_row(top, line.height)


def _center_in_row(top: int, height: int) -> int:
    return top + (ROW_HEIGHT - height) // 2


def _draw_rank_change(ranks_gained: int | None, top: int) -> Iterator[PlacedMark]:
    left, width = RANK_CHANGE_COLUMN
    name = (
        "came" if ranks_gained is None else "risen" if ranks_gained > 0 else "fallen" if ranks_gained < 0 else "stayed"
    )
    yield Sprite(name, 26, PANEL), left, _center_in_row(top, 26)
    if ranks_gained:
        number = write_line(str(abs(ranks_gained)), width - 32)
        if is_within_width(number):
            yield number, left + 32, _center_in_row(top, SMALL_TYPE_HEIGHT)


def _draw_uncertainty(row: LeaderboardRow, top: int) -> Iterator[PlacedMark]:
    """How unsure that is, as the words beside it say."""
    left, width = UNCERTAINTY_COLUMN
    told = write_line(f"±{compute_points_margin(row.rating)}", width)
    if is_within_width(told):
        yield told, left, _center_in_row(top, SMALL_TYPE_HEIGHT)


def _draw_recent_results(outcomes: Sequence[RatedOutcome], top: int) -> Iterator[PlacedMark]:
    """The places, the newest at the right end; who was first stands out."""
    left, width = RECENT_RESULTS_COLUMN
    for at, met in enumerate(outcomes[:RECENT_RESULTS_MAX]):
        place = format_place(met)
        x, (wide, high) = left + width - (at + 1) * RECENT_RESULT_PITCH, RECENT_RESULT_SIZE
        yield Rectangle(wide, high, SLATE, PANEL, corner=10), x, _center_in_row(top, high)
        yield (
            Letters(place, wide, LARGE_TYPE_HEIGHT, GOLD if place == "1" else FAINT, SLATE),
            x,
            _center_in_row(top, LARGE_TYPE_HEIGHT),
        )


def format_place(outcome: RatedOutcome) -> str:
    """The place somebody had; where all had the same, that they had."""
    return "=" if outcome.last_rank == 1 else str(outcome.rank)
