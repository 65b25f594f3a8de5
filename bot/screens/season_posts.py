"""How a season has gone, for everybody: its end with a picture, its last week, and that a new one has begun."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.i18n import say
from bot.ratings.awards import AwardKind
from bot.ratings.leaderboard import LeaderboardPage, LeaderboardRow
from bot.ratings.rating_updates import ALL_GAMES, RANK_MIN_MATCHES, count_matches_to_rank, get_displayed_points
from bot.screens.charts.chart_kit import LOST_COLOR, PANEL_GAP, cut_text, draw_panel, fit_width, write_line
from bot.screens.custom_ids import Action, CustomId
from bot.screens.leaderboard import format_game_name, format_season_name, render_leaderboard
from bot.screens.phrases import format_date, format_mention
from bot.screens.scene import Button, Row, Scene, SceneImage
from games import GAMES, art, typeface
from storage import Award, Season

MEDAL_EMOJI: Final = {1: "🥇", 2: "🥈", 3: "🥉"}
AWARDS_PALETTE: Final = art.Palette(
    "bot",
    grounds=(art.SLATE, art.PANEL, art.INK, art.GOLD),
    inks=(art.LIGHT, art.GOLD, art.FAINT, art.INK, LOST_COLOR),
    common=("heads",),
)
STAGE_HEIGHT: Final = 500
"""How high it is; the drawing is so wide as the picture."""
PODIUM_STEP_WIDTH: Final = (art.BOARD_WIDTH - 4 * PANEL_GAP) // 3
PODIUM_STEP_TOPS: Final = {1: 262, 2: 306, 3: 330}
"""Where the step of each place begins."""
HEAD_SIZES: Final = {1: 236, 2: 176, 3: 160}
PODIUM_COLUMNS: Final = (1, 0, 2)
"""Whoever is best stands in the middle, the next to the left of them."""
MEDAL_SIZE: Final = 76
NAME_HEIGHT: Final = 58
AWARD_PANEL_HEIGHT: Final = 184
AWARD_PANEL_MAX_WIDTH: Final = 544
AWARD_ROW_HEIGHT: Final = 66
AWARD_TITLE_HEIGHT: Final = 46
"""Above the rows of a panel, for what it is about."""
AWARD_SPRITE_SIZE: Final = 68
AWARD_COUNT_WIDTH: Final = 122
"""For four digits."""
AWARD_SPRITES: Final = {AwardKind.IMPROVED: "risen", AwardKind.RIVAL: "swords", AwardKind.UPSET_WINNER: "bang"}
"""The panels below, in this order."""


class SeasonPost(StrEnum):
    """What is told of a season."""

    STARTED = "started"
    LAST_WEEK = "last_week"
    ENDED = "over"
    WEEKLY = "weekly"
    """Of a server, whichever season runs."""


class ChampionRole(NamedTuple):
    """The role that the champion has from now on, or that could not be given."""

    role_id: int
    was_given: bool


def render_season_end(
    season: Season,
    awards: Sequence[Award],
    player_count: int,
    locale: str,
    pinged_ids: frozenset[int],
    champion_role: ChampionRole | None = None,
) -> Scene:
    """`players` have had a match that counted; `pinged` are those of the named who may be called now."""
    assert season.ended_ms is not None
    told = {kind: [it for it in awards if it.kind == kind] for kind in AwardKind}
    places = sorted(told[AwardKind.SEASON_PLACE], key=lambda it: it.value)
    above = [
        f"### {say('season-over', locale, season=format_season_name(season, locale))}",
        say(
            "season-was",
            locale,
            began=format_date(season.started_ms),
            ended=format_date(season.ended_ms),
            players=player_count,
        ),
    ]
    if not places:
        above.append(say("season-unranked", locale, players=player_count, matches=RANK_MIN_MATCHES))
    below = [*_format_podium(places, locale), *_format_game_winners(told[AwardKind.FIRST_IN_GAME], locale)]
    named_besides = [*_format_other_awards(told, locale)]
    small = [say("season-rules", locale, matches=RANK_MIN_MATCHES)] if named_besides else []
    if champion_role and champion_role.was_given:
        below.append(say("season-crown", locale, role=f"<@&{champion_role.role_id}>"))
    elif champion_role:
        # For those who can mend it; all others celebrate.
        small.append(say("season-no-crown", locale, role=f"<@&{champion_role.role_id}>"))
    board = None
    if places:
        lines = [say("ladder-alt-line", locale, rank=it.value, points=it.second_value) for it in places]
        alt = say("season-alt", locale, lines=" · ".join(lines))
        board = SceneImage(draw_season_awards(awards, locale), alt, list_pictured_people(awards))
    return Scene(
        above=tuple(above),
        board=board,
        below=(*below, *named_besides),
        rows=_build_leaderboard_rows(season.number, locale, SeasonPost.ENDED),
        footer=" ".join(small),
        pinged_ids=pinged_ids,
    )


def collect_awarded_people(awards: Sequence[Award]) -> frozenset[int]:
    """All whom its end names."""
    return frozenset(it.person_id for it in awards if it.person_id > 0)


def list_champion_ids(awards: Sequence[Award]) -> list[int]:
    """Mostly one."""
    return [it.person_id for it in awards if it.kind == AwardKind.SEASON_PLACE and it.value == 1 and it.person_id > 0]


def render_season_start(season: Season, locale: str) -> Scene:
    lines = [say("season-begun", locale, season=format_season_name(season, locale))]
    if season.scheduled_end_ms:
        lines.append(say("season-closes", locale, due=format_date(season.scheduled_end_ms)))
    return Scene(above=tuple(lines), rows=_build_leaderboard_rows(season.number, locale, SeasonPost.STARTED))


def render_season_end_confirmation(season: Season, locale: str) -> Scene:
    """To whoever has ended it."""
    line = say("season-ended", locale, season=format_season_name(season, locale))
    return Scene(above=(line,), rows=_build_leaderboard_rows(season.number, locale, SeasonPost.ENDED))


def render_last_week(season: Season, leaders: Sequence[LeaderboardRow], locale: str) -> Scene:
    """`best` are those who have come furthest so far."""
    assert season.scheduled_end_ms is not None
    line = say(
        "season-last", locale, season=format_season_name(season, locale), due=format_date(season.scheduled_end_ms)
    )
    medalists = [it for it in leaders if it.rank in MEDAL_EMOJI and not count_matches_to_rank(it.rating)][:3]
    told = [
        f"{MEDAL_EMOJI[it.rank]} {format_mention(it.rating.person_id, locale)} · **{get_displayed_points(it.rating)}**"
        for it in medalists
    ]
    return Scene(
        above=(line,), below=tuple(told), rows=_build_leaderboard_rows(season.number, locale, SeasonPost.LAST_WEEK)
    )


def render_weekly_leaderboard(page: LeaderboardPage, locale: str) -> Scene:
    """The ladder as the week has left it."""
    told = render_leaderboard(page, locale)
    return replace(
        told,
        above=(f"### {say('week-title', locale)}", *told.above[1:]),
        rows=_build_leaderboard_rows(page.season_number, locale, SeasonPost.WEEKLY),
        footer=say("week-small", locale, players=page.player_count),
    )


def build_leaderboard_custom_id(season_number: int, post: SeasonPost) -> str:
    """The button under it: by it a message is known again."""
    return str(CustomId(Action.SHOW_LEADERBOARD, season_number, [*SeasonPost].index(post) + 1, f"{ALL_GAMES}."))


def _build_leaderboard_rows(season_number: int, locale: str, post: SeasonPost) -> tuple[Row, ...]:
    """All games of it together, from the top."""
    return ((Button(say("button-ladder", locale), build_leaderboard_custom_id(season_number, post)),),)


def _format_podium(places: Sequence[Award], locale: str) -> Iterator[str]:
    if first := [format_mention(it.person_id, locale) for it in places if it.value == 1]:
        yield say("season-champion", locale, count=len(first), who=say.format_list(first, locale))
    for it in places:
        yield f"{MEDAL_EMOJI[it.value]} {format_mention(it.person_id, locale)} · **{it.second_value}**"


def _format_game_winners(awards: Sequence[Award], locale: str) -> Iterator[str]:
    by_game = {key: [format_mention(it.person_id, locale) for it in awards if it.game == key] for key in GAMES}
    if told := [f"**{format_game_name(key, locale)}** {' '.join(who)}" for key, who in by_game.items() if who]:
        yield say("season-firsts", locale, firsts=" · ".join(told))


def _format_other_awards(awards_by_kind: Mapping[AwardKind, Sequence[Award]], locale: str) -> Iterator[str]:
    """Yield a line for who improved most, for the rivals, and for the least likely win."""
    for it in awards_by_kind[AwardKind.IMPROVED]:
        facts: dict[str, str | int] = {"points": it.value, "game": format_game_name(it.game, locale)}
        yield say("season-improved", locale, who=format_mention(it.person_id, locale), **facts)
    # A rivalry one of whose two was forgotten is not told.
    if len(awards_by_kind[AwardKind.RIVAL]) == 2:
        one, other = sorted(awards_by_kind[AwardKind.RIVAL], key=lambda it: -it.value)
        facts = {"met": one.second_value, "ahead": one.value, "behind": other.value}
        people = {"one": format_mention(one.person_id, locale), "other": format_mention(other.person_id, locale)}
        yield say("season-rivals", locale, **people, **facts)
    for one, other in zip(awards_by_kind[AwardKind.UPSET_WINNER], awards_by_kind[AwardKind.UPSET_LOSER], strict=False):
        facts = {"points": one.value, "chance": one.second_value, "game": format_game_name(one.game, locale)}
        yield say(
            "season-upset",
            locale,
            who=format_mention(one.person_id, locale),
            whom=format_mention(other.person_id, locale),
            **facts,
        )


def draw_season_awards(awards: Sequence[Award], locale: str) -> art.Picture:
    """At least one of these has a place."""
    who = {person_id: at for at, person_id in enumerate(list_pictured_people(awards))}
    panels = [(kind, theirs) for kind in AWARD_SPRITES if (theirs := _select_awards(awards, kind))]
    height = STAGE_HEIGHT + PANEL_GAP + (AWARD_PANEL_HEIGHT + PANEL_GAP if panels else 0)
    marks = (
        (art.Sprite("glory", art.BOARD_WIDTH, art.SLATE), 0, 0),
        *_draw_podium([it for it in awards if it.kind == AwardKind.SEASON_PLACE], who),
        *_draw_award_panels(panels, who, locale),
    )
    return art.Picture(AWARDS_PALETTE, art.BOARD_WIDTH, height, art.SLATE, marks)


def list_pictured_people(awards: Sequence[Award]) -> tuple[int, ...]:
    """Whom it shows, each once."""
    shown = [it for kind in (AwardKind.SEASON_PLACE, *AWARD_SPRITES) for it in _select_awards(awards, kind)]
    return tuple(dict.fromkeys(it.person_id for it in shown if it.person_id > 0))


def _select_awards(awards: Sequence[Award], kind: AwardKind) -> list[Award]:
    """An upset is of two, and so is a rivalry: of which nobody has been forgotten meanwhile."""
    kinds = (AwardKind.UPSET_WINNER, AwardKind.UPSET_LOSER) if kind == AwardKind.UPSET_WINNER else (kind,)
    theirs = [it for each in kinds for it in awards if it.kind == each]
    if kind == AwardKind.RIVAL:
        theirs.sort(key=lambda it: -it.value)
    return theirs if kind in {AwardKind.SEASON_PLACE, AwardKind.IMPROVED} or len(theirs) == 2 else []


def _draw_podium(places: Sequence[Award], name_indexes: Mapping[int, int]) -> Iterator[art.PlacedMark]:
    for at, it in enumerate(sorted(places, key=lambda it: it.value)[: len(PODIUM_COLUMNS)]):
        left, top, head = (
            PANEL_GAP + PODIUM_COLUMNS[at] * (PODIUM_STEP_WIDTH + PANEL_GAP),
            PODIUM_STEP_TOPS[it.value],
            HEAD_SIZES[it.value],
        )
        # Their outlines are of ink, and so is what lies round them.
        crown = " head_crown" if it.value == 1 else ""
        yield (
            art.Sprite(f"head_{at} face_glad{crown}", head, art.INK),
            left + (PODIUM_STEP_WIDTH - head) // 2,
            top - head * 222 // 260,
        )
        first = it.value == 1
        yield art.Rectangle(PODIUM_STEP_WIDTH, STAGE_HEIGHT - top, art.PANEL), left, top
        if first:
            yield art.Rectangle(PODIUM_STEP_WIDTH, 6, art.GOLD), left, top
        large, ink = (art.LARGE_TYPE_HEIGHT + 14, art.GOLD) if first else (art.LARGE_TYPE_HEIGHT, art.LIGHT)
        points = fit_width(art.Letters(typeface.format_number(it.second_value), 0, large, ink, art.PANEL, lie="left"))
        inside = (STAGE_HEIGHT - top - MEDAL_SIZE - NAME_HEIGHT) // 3
        x = left + max(PANEL_GAP, (PODIUM_STEP_WIDTH - MEDAL_SIZE - 12 - points.width) // 2)
        yield art.Sprite(f"medal_{it.value}", MEDAL_SIZE, art.PANEL), x, top + inside
        yield points, x + MEDAL_SIZE + 12, top + inside + (MEDAL_SIZE - points.height) // 2
        name = art.PlayerName(
            name_indexes[it.person_id],
            PODIUM_STEP_WIDTH - 40,
            NAME_HEIGHT,
            art.LIGHT,
            art.PANEL,
            lie="middle",
            instead="…",
        )
        yield name, left + 20, top + 2 * inside + MEDAL_SIZE


def _draw_award_panels(
    panels: Sequence[tuple[AwardKind, Sequence[Award]]], name_indexes: Mapping[int, int], locale: str
) -> Iterator[art.PlacedMark]:
    """Wide enough for names, and no wider."""
    width = min(AWARD_PANEL_MAX_WIDTH, (art.BOARD_WIDTH - PANEL_GAP * (len(panels) + 1)) // max(1, len(panels)))
    first_left = (art.BOARD_WIDTH - len(panels) * (width + PANEL_GAP) + PANEL_GAP) // 2
    for at, (kind, theirs) in enumerate(panels):
        left, top = first_left + at * (width + PANEL_GAP), STAGE_HEIGHT + PANEL_GAP
        yield draw_panel(width, AWARD_PANEL_HEIGHT, left, top)
        yield cut_text(write_line(say(f"laurels-{kind}", locale), width - 32)), left + 16, top + 5
        yield (
            art.Sprite(AWARD_SPRITES[kind], AWARD_SPRITE_SIZE, art.PANEL),
            left + 14,
            top + AWARD_TITLE_HEIGHT + (2 * AWARD_ROW_HEIGHT - AWARD_SPRITE_SIZE) // 2,
        )
        left, width_inside, top = (
            left + AWARD_SPRITE_SIZE + 28,
            width - AWARD_SPRITE_SIZE - 44,
            top + AWARD_TITLE_HEIGHT,
        )
        if kind == AwardKind.IMPROVED:
            (it,) = theirs
            yield (
                _write_name(name_indexes[it.person_id], width_inside, highlighted=True),
                left,
                top + (AWARD_ROW_HEIGHT - NAME_HEIGHT) // 2,
            )
            yield (
                _write_count(f"+{it.value}", width_inside, highlighted=True),
                left,
                top + AWARD_ROW_HEIGHT + (AWARD_ROW_HEIGHT - art.LARGE_TYPE_HEIGHT) // 2,
            )
            continue
        most = max(it.value for it in theirs)
        for row, it in enumerate(theirs):
            y, first = top + AWARD_ROW_HEIGHT * row, row == 0 if kind == AwardKind.UPSET_WINNER else it.value == most
            room = 0 if kind == AwardKind.UPSET_WINNER else AWARD_COUNT_WIDTH
            yield (
                _write_name(name_indexes[it.person_id], width_inside - room, highlighted=first),
                left,
                y + (AWARD_ROW_HEIGHT - NAME_HEIGHT) // 2,
            )
            if room:
                count = _write_count(str(it.value), room, highlighted=first)
                yield count, left + width_inside - room, y + (AWARD_ROW_HEIGHT - art.LARGE_TYPE_HEIGHT) // 2


def _write_name(name_index: int, width: int, *, highlighted: bool) -> art.PlayerName:
    return art.PlayerName(
        name_index, width, NAME_HEIGHT - 8, art.LIGHT if highlighted else art.FAINT, art.PANEL, instead="…"
    )


def _write_count(number: str, width: int, *, highlighted: bool) -> art.Letters:
    lie: art.Alignment = "left" if number.startswith("+") else "right"
    return art.Letters(number, width, art.LARGE_TYPE_HEIGHT, art.GOLD if highlighted else art.LIGHT, art.PANEL, lie=lie)
