"""The ladder screen, which shows a page of players as a picture and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import say
from bot.ratings.ladder import PAGE_SIZE, LadderPage, LadderRow
from bot.ratings.rating_math import KNOWN_MIN_OPPONENTS
from bot.ratings.rating_updates import (
    ALL_GAMES,
    RANK_MIN_MATCHES,
    compute_points_margin,
    count_matches_to_rank,
    count_opponents_to_rank,
    get_displayed_points,
)
from bot.screens.charts.chart_kit import (
    CHART_PALETTE,
    PANEL_GAP,
    ROW_HEIGHT,
    center_in_row,
    draw_name,
    draw_place,
    draw_result_tile,
    is_within_width,
    write_line,
    write_number,
)
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_inbox_button, build_practice_menu
from bot.screens.phrases import escape_markdown, format_date, format_mention
from bot.screens.scene import Button, Row, Scene, SceneImage
from bot.screens.shared_posts import build_challenge_button, build_post
from games import GAMES
from games.art import (
    BOARD_WIDTH,
    FAINT,
    GOLD,
    LIGHT,
    PANEL,
    SLATE,
    SMALL_TYPE_HEIGHT,
    Picture,
    PlacedMark,
    Rectangle,
    Sprite,
)
from storage import LadderPlace, RatedOutcome, Rating, Season

OWN_PAGE_ARGUMENT: Final = "own"
"""The argument for the page with the reader in the middle. Other arguments are the number of places before a page."""
ROW_PITCH: Final = 67
OWN_ROW_GAP: Final = 12
"""The space above the reader's own row if that row is on another page and is added at the bottom."""
ROW_PADDING: Final = 14

# The left edge and the width of each column.
RANK_COLUMN: Final = (ROW_PADDING, 112)
NAME_COLUMN: Final = (134, 374)
RATING_COLUMN: Final = (512, 124)
UNCERTAINTY_COLUMN: Final = (642, 98)
POINTS_CHANGE_COLUMN: Final = (744, 98)
"""The column for the points gained or lost. It is not next to the rank, because it would look like a change in rank."""
RECENT_RESULTS_COLUMN: Final = (846, 240)
RECENT_RESULTS_MAX: Final = 6
RECENT_RESULT_PITCH: Final = RECENT_RESULTS_COLUMN[1] // RECENT_RESULTS_MAX
RECENT_RESULT_WIDTH: Final = 36
"""The width of a result's tile. Without separate tiles, six digits would look like one number."""


def render_ladder(page: LadderPage, locale: str) -> Scene:
    title = f"### {say('ladder-title', locale, game=format_game_name(page.game, locale))}"
    above: tuple[str, ...] = (title, _format_season_dates(page, locale))
    if not page.rows and page.own_row is None:
        return Scene(
            above=(*above, say("ladder-empty", locale)),
            rows=((build_inbox_button(locale),), build_practice_menu(locale)),
        )
    if any(count_matches_to_rank(row.rating) for row in _list_all_rows(page)):
        facts = {"matches": RANK_MIN_MATCHES, "opponents": KNOWN_MIN_OPPONENTS}
        above = (*above, say("ladder-provisional", locale, **facts))
    return Scene(
        above=above,
        board=_render_ladder_image(page, locale),
        below=tuple(_format_own_row(page.own_row, locale)) if page.own_row else (),
        rows=_build_page_buttons(page, locale),
        footer=say("ladder-small", locale, players=page.player_count),
    )


def render_shared_ladder(page: LadderPage, sharer_id: int, locale: str) -> Scene:
    """Render a page of the ladder as a public post, which names the person who shares it."""
    ladder = Button(say("button-ladder", locale), _build_page_custom_id(page, ""))
    buttons = (ladder, build_challenge_button(sharer_id, locale, page.game))
    return build_post(render_ladder(page, locale), sharer_id, buttons, locale)


def render_ladder_shared(shared_id: CustomId, locale: str) -> Scene:
    """Render the confirmation that a page was shared, with a button that leads back to it."""
    back_id = CustomId(Action.SHOW_LADDER, shared_id.season_number, argument=shared_id.argument)
    return Scene(above=(say("shared", locale),), rows=((Button(say("button-back", locale), str(back_id)),),))


def format_game_name(key: str, locale: str) -> str:
    return say("ladder-everything", locale) if key == ALL_GAMES else GAMES[key].say("name", locale)


def format_season_name(season: Season, locale: str, *, escaped: bool = True) -> str:
    """Return a season's number, with its name if the server's managers have given it one.

    Set `escaped` to False for the options of a select menu, where Discord does not interpret Markdown.
    """
    if season.name:
        name = escape_markdown(season.name) if escaped else season.name
        return say("season-named", locale, name=name, number=season.number)
    return say("season", locale, number=season.number)


def _format_season_dates(page: LadderPage, locale: str) -> str:
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


def _render_ladder_image(page: LadderPage, locale: str) -> SceneImage:
    rows = _list_all_rows(page)
    return SceneImage(
        draw_ladder(page.rows, page.own_row),
        say("ladder-alt", locale, lines=" · ".join(_format_row_alt(row, locale) for row in rows)),
        tuple(row.rating.person_id for row in rows),
    )


def _list_all_rows(page: LadderPage) -> list[LadderRow]:
    """Return the rows of the page, followed by the reader's own row if it is not on the page."""
    return [*page.rows, *([page.own_row] if page.own_row and _is_own_row_off_page(page) else [])]


def _is_own_row_off_page(page: LadderPage) -> bool:
    return page.own_row is not None and page.own_row not in page.rows


def _format_own_row(row: LadderRow, locale: str) -> Iterator[str]:
    """Yield the reader's own row as text. The other rows are only in the picture and its description."""
    change = (
        say("ladder-new", locale)
        if row.points_gained_this_week is None
        else format_change_arrow(row.points_gained_this_week).strip()
    )
    facts: dict[str, str | int] = {
        "rank": row.rank,
        "who": format_mention(row.rating.person_id, locale),
        "worth": format_rating(row.rating, locale),
    }
    if count_matches_to_rank(row.rating):
        line = say("ladder-line-missing", locale, **facts, missing=format_rank_or_missing(row.ladder_place, locale))
        change = ""
    else:
        line = say("ladder-line", locale, **facts, matches=row.rating.match_count)
    yield " · ".join(part for part in (line, change, _format_recent_results(row.recent_form)) if part)
    if row.rating.is_hidden:
        yield say("ladder-hidden", locale)


def _format_row_alt(row: LadderRow, locale: str) -> str:
    key = "ladder-alt-missing" if count_matches_to_rank(row.rating) else "ladder-alt-line"
    who = format_mention(row.rating.person_id, locale)
    return say(key, locale, who=who, rank=row.rank, points=get_displayed_points(row.rating))


def _format_recent_results(outcomes: tuple[RatedOutcome, ...]) -> str:
    """Format the player's places in the latest matches, newest last.

    The text shows all of these matches, whereas the picture has room for only six.
    """
    return " ".join(["🏁", *(format_place(outcome) for outcome in reversed(outcomes))]) if outcomes else ""


def _build_page_buttons(page: LadderPage, locale: str) -> tuple[Row, ...]:
    # An empty page has only the inbox button, because its page buttons would all have the same custom ID.
    if not page.rows:
        return ((build_inbox_button(locale),),)
    start = page.rows[0].ladder_place.place - 1
    is_split = bool(start) or page.has_next_page
    can_share = page.own_row is not None and not page.own_row.rating.is_hidden
    row: list[Button] = []
    if is_split:
        # "First" and "previous" can lead to the same page. The empty argument keeps their custom IDs different.
        row += [
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
    if is_split and can_share:
        row.append(
            Button(
                say("button-own-rank", locale),
                _build_page_custom_id(page, OWN_PAGE_ARGUMENT),
                disabled=not _is_own_row_off_page(page),
            )
        )
    if can_share:
        share_id = CustomId(Action.SHARE_LADDER, page.season_number, argument=f"{page.game}.{start or ''}")
        row.append(Button(say("button-share", locale), str(share_id)))
    return (tuple(row),) if row else ()


def _build_page_custom_id(page: LadderPage, argument: str) -> str:
    return str(CustomId(Action.SHOW_LADDER, page.season_number, argument=f"{page.game}.{argument}"))


def format_rating(rating: Rating, locale: str) -> str:
    """Format the points of a rating with their margin of error."""
    return say("worth-likely", locale, points=get_displayed_points(rating), unsure=compute_points_margin(rating))


def format_rank_or_missing(place: LadderPlace, locale: str) -> str:
    """Format the rank, or the number of matches that are still needed to get a rank."""
    missing_matches = count_matches_to_rank(place.rating)
    if missing_matches:
        return format_missing_matches(missing_matches, count_opponents_to_rank(place.rating), locale)
    return say("rated-rank", locale, rank=place.rank)


def format_missing_matches(matches: int, new_opponents: int, locale: str) -> str:
    """Format how many of the matches needed for a rank were played, or how many new opponents are still needed."""
    if new_opponents == matches:
        return say("rank-strangers", locale, strangers=new_opponents)
    return say("rank-missing", locale, played=RANK_MIN_MATCHES - matches, needed=RANK_MIN_MATCHES)


def format_change_arrow(change: int) -> str:
    """Return " ▲ 3" for a gain of 3, " ▼ 3" for a loss of 3, or "" if nothing changed."""
    return f" ▲ {change}" if change > 0 else f" ▼ {-change}" if change < 0 else ""


def draw_ladder(rows: Sequence[LadderRow], own_row: LadderRow | None) -> Picture:
    """Draw a ladder page with the reader's own row highlighted. If that row is not on the page, add it below."""
    extra = [] if own_row is None or own_row in rows else [own_row]
    height = 2 * PANEL_GAP + ROW_PITCH * (len(rows) + len(extra)) - (ROW_PITCH - ROW_HEIGHT) + OWN_ROW_GAP * len(extra)
    return Picture(CHART_PALETTE, BOARD_WIDTH, height, SLATE, tuple(_draw_rows([*rows, *extra], own_row, len(rows))))


def _draw_rows(rows: Sequence[LadderRow], own_row: LadderRow | None, rows_on_page: int) -> Iterator[PlacedMark]:
    for index, row in enumerate(rows):
        top = PANEL_GAP + index * ROW_PITCH + (OWN_ROW_GAP if index >= rows_on_page else 0)
        rim = GOLD if row == own_row else ""
        yield (
            Rectangle(BOARD_WIDTH - 2 * PANEL_GAP, ROW_HEIGHT, PANEL, SLATE, corner=14, rim=rim),
            PANEL_GAP,
            top,
        )
        yield from _draw_rank(row.rank, top, is_provisional=count_matches_to_rank(row.rating) > 0)
        yield from _draw_points_change(row.points_gained_this_week, top)
        yield draw_name(index, *NAME_COLUMN, top)
        yield _draw_number(get_displayed_points(row.rating), RATING_COLUMN, top)
        yield from _draw_uncertainty(row, top)
        yield from _draw_recent_results(row.recent_form, top)


def _draw_rank(rank: int, top: int, *, is_provisional: bool) -> Iterator[PlacedMark]:
    """Draw a medal or the rank. The place of a player without a rank is in brackets."""
    left, width = RANK_COLUMN
    if not is_provisional:
        yield draw_place(rank, left, width, top)
    elif is_within_width(line := write_line(f"({rank})", width, align="middle")):
        yield line, left, center_in_row(top, SMALL_TYPE_HEIGHT)


def _draw_number(number: int, column: tuple[int, int], top: int) -> PlacedMark:
    left, width = column
    line = write_number(number, width, LIGHT, align="middle")
    return line, left, center_in_row(top, line.height)


def _draw_points_change(points_gained: int | None, top: int) -> Iterator[PlacedMark]:
    """Draw an arrow and the points gained or lost this week. If `points_gained` is None, draw a sign for newcomers."""
    left, width = POINTS_CHANGE_COLUMN
    if points_gained is None:
        sprite_name = "came"
    else:
        sprite_name = "risen" if points_gained > 0 else "fallen" if points_gained < 0 else "stayed"
    yield Sprite(sprite_name, 26, PANEL), left, center_in_row(top, 26)
    if points_gained:
        number = write_line(str(abs(points_gained)), width - 32)
        if is_within_width(number):
            yield number, left + 32, center_in_row(top, SMALL_TYPE_HEIGHT)


def _draw_uncertainty(row: LadderRow, top: int) -> Iterator[PlacedMark]:
    """Draw the margin of error of the player's points if it fits into the column."""
    left, width = UNCERTAINTY_COLUMN
    margin = write_line(f"±{compute_points_margin(row.rating)}", width)
    if is_within_width(margin):
        yield margin, left, center_in_row(top, SMALL_TYPE_HEIGHT)


def _draw_recent_results(outcomes: Sequence[RatedOutcome], top: int) -> Iterator[PlacedMark]:
    """Draw the player's places in the latest matches, the newest on the right. First places are highlighted."""
    left, width = RECENT_RESULTS_COLUMN
    for index, outcome in enumerate(outcomes[:RECENT_RESULTS_MAX]):
        place = format_place(outcome)
        x = left + width - (index + 1) * RECENT_RESULT_PITCH
        yield from draw_result_tile(place, x, RECENT_RESULT_WIDTH, top, GOLD if place == "1" else FAINT)


def format_place(outcome: RatedOutcome) -> str:
    """Return a player's place in a match as text, or "=" if all players tied for first place."""
    return "=" if outcome.last_rank == 1 else str(outcome.rank)
