"""The posts about a season: its start, its last week, its end with a picture of the awards, and the weekly ranking."""

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
"""The stage with the podium is as wide as the picture."""
PODIUM_STEP_WIDTH: Final = (art.BOARD_WIDTH - 4 * PANEL_GAP) // 3
PODIUM_STEP_TOPS: Final = {1: 262, 2: 306, 3: 330}
"""The top of the podium's step for each place."""
HEAD_SIZES: Final = {1: 236, 2: 176, 3: 160}
PODIUM_COLUMNS: Final = (1, 0, 2)
"""The column of each award, the best first. The winner stands in the middle, the second to the left."""
MEDAL_SIZE: Final = 76
NAME_HEIGHT: Final = 58
AWARD_PANEL_HEIGHT: Final = 184
AWARD_PANEL_MAX_WIDTH: Final = 544
AWARD_ROW_HEIGHT: Final = 66
AWARD_TITLE_HEIGHT: Final = 46
AWARD_SPRITE_SIZE: Final = 68
AWARD_COUNT_WIDTH: Final = 122
"""Wide enough for four digits."""
AWARD_SPRITES: Final = {AwardKind.IMPROVED: "risen", AwardKind.RIVAL: "swords", AwardKind.UPSET_WINNER: "bang"}
"""The panels below the stage, in this order, with their sprites."""


class SeasonPost(StrEnum):
    """The kinds of posts about a season."""

    STARTED = "started"
    LAST_WEEK = "last_week"
    ENDED = "over"
    WEEKLY = "weekly"
    """Belongs to a server rather than to a season."""


class ChampionRole(NamedTuple):
    """The server's role for the champion, and whether the bot could assign it."""

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
    """Render the end of a season with its awards. `player_count` is how many people played a rated match."""
    assert season.ended_ms is not None
    awards_by_kind = {kind: [award for award in awards if award.kind == kind] for kind in AwardKind}
    places = sorted(awards_by_kind[AwardKind.SEASON_PLACE], key=lambda award: award.value)
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
    game_winners = awards_by_kind[AwardKind.FIRST_IN_GAME]
    below = [*_format_podium(places, locale), *_format_game_winners(game_winners, locale)]
    other_awards = [*_format_other_awards(awards_by_kind, locale)]
    footer = [say("season-rules", locale, matches=RANK_MIN_MATCHES)] if other_awards else []
    if champion_role and champion_role.was_given:
        below.append(say("season-crown", locale, role=f"<@&{champion_role.role_id}>"))
    elif champion_role:
        # In small type: it only matters to those who can fix the permissions.
        footer.append(say("season-no-crown", locale, role=f"<@&{champion_role.role_id}>"))
    board = None
    if places:
        lines = [say("ladder-alt-line", locale, rank=award.value, points=award.second_value) for award in places]
        alt = say("season-alt", locale, lines=" · ".join(lines))
        board = SceneImage(draw_season_awards(awards, locale), alt, list_pictured_people(awards))
    return Scene(
        above=tuple(above),
        board=board,
        below=(*below, *other_awards),
        rows=_build_leaderboard_rows(season.number, locale, SeasonPost.ENDED),
        footer=" ".join(footer),
        pinged_ids=pinged_ids,
    )


def collect_awarded_people(awards: Sequence[Award]) -> frozenset[int]:
    """Return everybody with an award, except people whose data was deleted."""
    return frozenset(award.person_id for award in awards if award.person_id > 0)


def list_champion_ids(awards: Sequence[Award]) -> list[int]:
    """Return the winner of the season. There are several if they had the same points."""
    return [
        award.person_id
        for award in awards
        if award.kind == AwardKind.SEASON_PLACE and award.value == 1 and award.person_id > 0
    ]


def render_season_start(season: Season, locale: str) -> Scene:
    """Render the post that a season has started, and when it ends."""
    lines = [say("season-begun", locale, season=format_season_name(season, locale))]
    if season.scheduled_end_ms:
        lines.append(say("season-closes", locale, due=format_date(season.scheduled_end_ms)))
    return Scene(above=tuple(lines), rows=_build_leaderboard_rows(season.number, locale, SeasonPost.STARTED))


def render_season_end_confirmation(season: Season, locale: str) -> Scene:
    """Render the answer to the manager who ended a season."""
    line = say("season-ended", locale, season=format_season_name(season, locale))
    return Scene(above=(line,), rows=_build_leaderboard_rows(season.number, locale, SeasonPost.ENDED))


def render_last_week(season: Season, leaders: Sequence[LeaderboardRow], locale: str) -> Scene:
    """Render the post that a season is in its last week, with up to three of the `leaders` who have a rank."""
    assert season.scheduled_end_ms is not None
    line = say(
        "season-last", locale, season=format_season_name(season, locale), due=format_date(season.scheduled_end_ms)
    )
    medalists = [row for row in leaders if row.rank in MEDAL_EMOJI and not count_matches_to_rank(row.rating)][:3]
    lines = [
        _format_place_line(row.rank, row.rating.person_id, get_displayed_points(row.rating), locale)
        for row in medalists
    ]
    return Scene(
        above=(line,), below=tuple(lines), rows=_build_leaderboard_rows(season.number, locale, SeasonPost.LAST_WEEK)
    )


def render_weekly_leaderboard(page: LeaderboardPage, locale: str) -> Scene:
    """Render a server's weekly post with the first page of its leaderboard."""
    scene = render_leaderboard(page, locale)
    return replace(
        scene,
        above=(f"### {say('week-title', locale)}", *scene.above[1:]),
        rows=_build_leaderboard_rows(page.season_number, locale, SeasonPost.WEEKLY),
        footer=say("week-small", locale, players=page.player_count),
    )


def build_leaderboard_custom_id(season_number: int, post: SeasonPost) -> str:
    """Return the custom_id of a post's leaderboard button. It identifies the post, to find its message later."""
    return str(CustomId(Action.SHOW_LEADERBOARD, season_number, [*SeasonPost].index(post) + 1, f"{ALL_GAMES}."))


def _build_leaderboard_rows(season_number: int, locale: str, post: SeasonPost) -> tuple[Row, ...]:
    """Build the button below a post that opens the leaderboard of its season."""
    return ((Button(say("button-ladder", locale), build_leaderboard_custom_id(season_number, post)),),)


def _format_podium(places: Sequence[Award], locale: str) -> Iterator[str]:
    """Yield a line that congratulates the champions, then a line per place with its points."""
    if champions := [format_mention(award.person_id, locale) for award in places if award.value == 1]:
        yield say("season-champion", locale, count=len(champions), who=say.format_list(champions, locale))
    for award in places:
        yield _format_place_line(award.value, award.person_id, award.second_value, locale)


def _format_place_line(place: int, person_id: int, points: int, locale: str) -> str:
    return f"{MEDAL_EMOJI[place]} {format_mention(person_id, locale)} · **{points}**"


def _format_game_winners(awards: Sequence[Award], locale: str) -> Iterator[str]:
    """Yield one line with the best players of each game."""
    winners_by_game = {
        key: [format_mention(award.person_id, locale) for award in awards if award.game == key] for key in GAMES
    }
    if parts := [
        f"**{format_game_name(key, locale)}** {' '.join(winners)}"
        for key, winners in winners_by_game.items()
        if winners
    ]:
        yield say("season-firsts", locale, firsts=" · ".join(parts))


def _format_other_awards(awards_by_kind: Mapping[AwardKind, Sequence[Award]], locale: str) -> Iterator[str]:
    """Yield a line for who improved most, for the rivals, and for the least likely win."""
    for award in awards_by_kind[AwardKind.IMPROVED]:
        facts: dict[str, str | int] = {"points": award.value, "game": format_game_name(award.game, locale)}
        yield say("season-improved", locale, who=format_mention(award.person_id, locale), **facts)
    # There is only one rival if the data of the other was deleted.
    if len(awards_by_kind[AwardKind.RIVAL]) == 2:
        leader, follower = sorted(awards_by_kind[AwardKind.RIVAL], key=lambda award: -award.value)
        facts = {"met": leader.second_value, "ahead": leader.value, "behind": follower.value}
        people = {
            "one": format_mention(leader.person_id, locale),
            "other": format_mention(follower.person_id, locale),
        }
        yield say("season-rivals", locale, **people, **facts)
    upsets = zip(awards_by_kind[AwardKind.UPSET_WINNER], awards_by_kind[AwardKind.UPSET_LOSER], strict=False)
    for winner, loser in upsets:
        yield say(
            "season-upset",
            locale,
            who=format_mention(winner.person_id, locale),
            whom=format_mention(loser.person_id, locale),
            points=winner.value,
            chance=winner.second_value,
            game=format_game_name(winner.game, locale),
        )


def draw_season_awards(awards: Sequence[Award], locale: str) -> art.Picture:
    """Draw the podium and a panel for each other kind of award. At least one award must be a place on the podium."""
    name_indexes = {person_id: index for index, person_id in enumerate(list_pictured_people(awards))}
    panels = [(kind, selected) for kind in AWARD_SPRITES if (selected := _select_awards(awards, kind))]
    height = STAGE_HEIGHT + PANEL_GAP + (AWARD_PANEL_HEIGHT + PANEL_GAP if panels else 0)
    marks = (
        (art.Sprite("glory", art.BOARD_WIDTH, art.SLATE), 0, 0),
        *_draw_podium(_select_awards(awards, AwardKind.SEASON_PLACE), name_indexes),
        *_draw_award_panels(panels, name_indexes, locale),
    )
    return art.Picture(AWARDS_PALETTE, art.BOARD_WIDTH, height, art.SLATE, marks)


def list_pictured_people(awards: Sequence[Award]) -> tuple[int, ...]:
    """Return the people in the picture, in the order of its names."""
    pictured = [award for kind in (AwardKind.SEASON_PLACE, *AWARD_SPRITES) for award in _select_awards(awards, kind)]
    return tuple(dict.fromkeys(award.person_id for award in pictured if award.person_id > 0))


def _select_awards(awards: Sequence[Award], kind: AwardKind) -> list[Award]:
    """Return the awards of a kind, the leading rival or the upset's winner first.

    Rivalries and upsets are left out if the data of one of the two people was deleted.
    """
    kinds = (AwardKind.UPSET_WINNER, AwardKind.UPSET_LOSER) if kind == AwardKind.UPSET_WINNER else (kind,)
    selected = [award for each_kind in kinds for award in awards if award.kind == each_kind]
    if kind == AwardKind.RIVAL:
        selected.sort(key=lambda award: -award.value)
    return selected if kind in {AwardKind.SEASON_PLACE, AwardKind.IMPROVED} or len(selected) == 2 else []


def _draw_podium(places: Sequence[Award], name_indexes: Mapping[int, int]) -> Iterator[art.PlacedMark]:
    for index, award in enumerate(sorted(places, key=lambda award: award.value)[: len(PODIUM_COLUMNS)]):
        left = PANEL_GAP + PODIUM_COLUMNS[index] * (PODIUM_STEP_WIDTH + PANEL_GAP)
        top, head_size = PODIUM_STEP_TOPS[award.value], HEAD_SIZES[award.value]
        is_champion = award.value == 1
        crown = " head_crown" if is_champion else ""
        # The ground is ink because the outlines of the heads are.
        yield (
            art.Sprite(f"head_{index} face_glad{crown}", head_size, art.INK),
            left + (PODIUM_STEP_WIDTH - head_size) // 2,
            top - head_size * 222 // 260,
        )
        yield art.Rectangle(PODIUM_STEP_WIDTH, STAGE_HEIGHT - top, art.PANEL), left, top
        if is_champion:
            yield art.Rectangle(PODIUM_STEP_WIDTH, 6, art.GOLD), left, top
        points_height = art.LARGE_TYPE_HEIGHT + 14 if is_champion else art.LARGE_TYPE_HEIGHT
        points_ink = art.GOLD if is_champion else art.LIGHT
        points_text = typeface.format_number(award.second_value)
        points = fit_width(art.Letters(points_text, 0, points_height, points_ink, art.PANEL, lie="left"))
        gap = (STAGE_HEIGHT - top - MEDAL_SIZE - NAME_HEIGHT) // 3
        x = left + max(PANEL_GAP, (PODIUM_STEP_WIDTH - MEDAL_SIZE - 12 - points.width) // 2)
        yield art.Sprite(f"medal_{award.value}", MEDAL_SIZE, art.PANEL), x, top + gap
        yield points, x + MEDAL_SIZE + 12, top + gap + (MEDAL_SIZE - points.height) // 2
        name = art.PlayerName(
            name_indexes[award.person_id],
            PODIUM_STEP_WIDTH - 40,
            NAME_HEIGHT,
            art.LIGHT,
            art.PANEL,
            lie="middle",
            instead="…",
        )
        yield name, left + 20, top + 2 * gap + MEDAL_SIZE


def _draw_award_panels(
    panels: Sequence[tuple[AwardKind, Sequence[Award]]], name_indexes: Mapping[int, int], locale: str
) -> Iterator[art.PlacedMark]:
    """Draw the panels side by side, centered."""
    width = min(AWARD_PANEL_MAX_WIDTH, (art.BOARD_WIDTH - PANEL_GAP * (len(panels) + 1)) // max(1, len(panels)))
    first_left = (art.BOARD_WIDTH - len(panels) * (width + PANEL_GAP) + PANEL_GAP) // 2
    for index, (kind, awards) in enumerate(panels):
        left, top = first_left + index * (width + PANEL_GAP), STAGE_HEIGHT + PANEL_GAP
        yield draw_panel(width, AWARD_PANEL_HEIGHT, left, top)
        yield cut_text(write_line(say(f"laurels-{kind}", locale), width - 32)), left + 16, top + 5
        yield (
            art.Sprite(AWARD_SPRITES[kind], AWARD_SPRITE_SIZE, art.PANEL),
            left + 14,
            top + AWARD_TITLE_HEIGHT + (2 * AWARD_ROW_HEIGHT - AWARD_SPRITE_SIZE) // 2,
        )
        row_left, row_width = left + AWARD_SPRITE_SIZE + 28, width - AWARD_SPRITE_SIZE - 44
        yield from _draw_award_rows(kind, awards, name_indexes, row_left, top + AWARD_TITLE_HEIGHT, row_width)


def _draw_award_rows(
    kind: AwardKind, awards: Sequence[Award], name_indexes: Mapping[int, int], left: int, top: int, width: int
) -> Iterator[art.PlacedMark]:
    """Draw the two rows of a panel: a name and a gain for the most improved player, else two names."""
    name_offset = (AWARD_ROW_HEIGHT - NAME_HEIGHT) // 2
    count_offset = (AWARD_ROW_HEIGHT - art.LARGE_TYPE_HEIGHT) // 2
    if kind == AwardKind.IMPROVED:
        (award,) = awards
        yield _write_name(name_indexes[award.person_id], width, highlighted=True), left, top + name_offset
        yield (
            _write_count(f"+{award.value}", width, highlighted=True),
            left,
            top + AWARD_ROW_HEIGHT + count_offset,
        )
        return
    # Only rivals have a count: how often each was ahead.
    count_width = 0 if kind == AwardKind.UPSET_WINNER else AWARD_COUNT_WIDTH
    max_value = max(award.value for award in awards)
    for row, award in enumerate(awards):
        y = top + AWARD_ROW_HEIGHT * row
        highlighted = row == 0 if kind == AwardKind.UPSET_WINNER else award.value == max_value
        name = _write_name(name_indexes[award.person_id], width - count_width, highlighted=highlighted)
        yield name, left, y + name_offset
        if count_width:
            count = _write_count(str(award.value), count_width, highlighted=highlighted)
            yield count, left + width - count_width, y + count_offset


def _write_name(name_index: int, width: int, *, highlighted: bool) -> art.PlayerName:
    return art.PlayerName(
        name_index, width, NAME_HEIGHT - 8, art.LIGHT if highlighted else art.FAINT, art.PANEL, instead="…"
    )


def _write_count(number: str, width: int, *, highlighted: bool) -> art.Letters:
    lie: art.Alignment = "left" if number.startswith("+") else "right"
    return art.Letters(number, width, art.LARGE_TYPE_HEIGHT, art.GOLD if highlighted else art.LIGHT, art.PANEL, lie=lie)
