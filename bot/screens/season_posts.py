"""The posts about the start, the last week and the end of a season, and the weekly post with the ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.i18n import say
from bot.matches.model import FinishedMatch
from bot.ratings.awards import AwardKind
from bot.ratings.ladder import LadderPage, LadderRow
from bot.ratings.rating_updates import ALL_GAMES, RANK_MIN_MATCHES, count_matches_to_rank, get_displayed_points
from bot.ratings.week_highlights import Upset
from bot.screens.channel_line import format_result_line
from bot.screens.charts.awards_picture import draw_season_awards, list_pictured_people
from bot.screens.custom_ids import Action, CustomId
from bot.screens.film import render_film
from bot.screens.front_door import render_game_list_image
from bot.screens.ladder import format_game_name, format_season_name, render_ladder
from bot.screens.phrases import MEDAL_EMOJI, format_date, format_mention, is_forgotten
from bot.screens.scene import Button, Form, Scene, SceneImage, TextField
from games import GAMES
from games.match import Match
from storage import Award, Season

SEASON_NAME_MAX_LENGTH: Final = 60


class SeasonPost(StrEnum):
    """The kinds of posts about a season."""

    STARTED = "started"
    LAST_WEEK = "last_week"
    ENDED = "over"
    WEEKLY = "weekly"
    """Unlike the other posts, the weekly post belongs to a server rather than to a season."""


class ChampionRole(NamedTuple):
    """The server's role for the champion, and whether the bot was able to assign the role."""

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
    """Render the post about the end of a season, with its podium and other awards.

    `player_count` is the number of people who played a rated match in the season.
    """
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
        above.append(say("season-unranked", locale, matches=RANK_MIN_MATCHES))
    game_winners = awards_by_kind[AwardKind.FIRST_IN_GAME]
    below = [*_format_podium(places, locale), *_format_game_winners(game_winners, locale)]
    other_awards = [*_format_other_awards(awards_by_kind, locale)]
    footer = [say("season-rules", locale, matches=RANK_MIN_MATCHES)] if other_awards else []
    if champion_role and champion_role.was_given:
        below.append(say("season-crown", locale, role=f"<@&{champion_role.role_id}>"))
    elif champion_role:
        # The footer is in small type, because only people who can fix the permissions need this note.
        footer.append(say("season-no-crown", locale, role=f"<@&{champion_role.role_id}>"))
    board = None
    if places:
        lines = [say("season-alt-line", locale, rank=award.value, points=award.second_value) for award in places]
        alt = say("season-alt", locale, lines=" · ".join(lines))
        board = SceneImage(draw_season_awards(awards, locale), alt, list_pictured_people(awards))
    return Scene(
        above=tuple(above),
        board=board,
        below=(*below, *other_awards),
        rows=_build_ladder_rows(season.number, locale, SeasonPost.ENDED),
        footer=" ".join(footer),
        pinged_ids=pinged_ids,
    )


def collect_awarded_people(awards: Sequence[Award]) -> frozenset[int]:
    """Return the IDs of all people with an award, except people whose data was deleted."""
    return frozenset(award.person_id for award in awards if not is_forgotten(award.person_id))


def list_champion_ids(awards: Sequence[Award]) -> list[int]:
    """Return the IDs of the season's winners. There is more than one winner if several players had equal points.

    Winners whose data was deleted are left out.
    """
    return [
        award.person_id
        for award in awards
        if award.kind == AwardKind.SEASON_PLACE and award.value == 1 and not is_forgotten(award.person_id)
    ]


def render_season_start(season: Season, locale: str) -> Scene:
    """Render the post that announces the start of a season and its scheduled end, if there is one.

    A picture shows all games, and buttons lead to them and to the ladder.
    """
    lines = [f"### {say('season-begun', locale, season=format_season_name(season, locale))}"]
    if season.scheduled_end_ms:
        lines.append(say("season-closes", locale, due=format_date(season.scheduled_end_ms)))
    play = Button(say("button-play", locale), str(CustomId(Action.SHOW_GAME)), "main")
    [ladder] = _build_ladder_rows(season.number, locale, SeasonPost.STARTED)
    return Scene(above=tuple(lines), board=render_game_list_image(locale), rows=((play, *ladder),))


def render_new_season_form(running: Season, name: str, locale: str) -> Form:
    """Render the form in which a manager confirms that a new season with this name replaces the running one."""
    return Form(
        say("form-season", locale),
        str(CustomId(Action.SUBMIT_SEASON, running.number)),
        (
            TextField(
                say("form-season-name", locale),
                say("about-season-name", locale),
                SEASON_NAME_MAX_LENGTH,
                value=name,
                is_required=False,
            ),
        ),
        note=say("form-season-note", locale, season=format_season_name(running, locale)),
    )


def render_season_end_question(season: Season, locale: str) -> Scene:
    """Render the question whether a manager really wants to end this season."""
    question, *more = say("sure-season-end", locale, season=format_season_name(season, locale)).splitlines()
    end = Button(say("button-season-end", locale), str(CustomId(Action.END_SEASON, season.number)), "bad")
    ladder_id = CustomId(Action.SHOW_LADDER, season.number, argument=f"{ALL_GAMES}.")
    back = Button(say("button-back", locale), str(ladder_id))
    return Scene(above=(f"### {question}", *more), rows=((end, back),))


def render_season_end_confirmation(season: Season, locale: str) -> Scene:
    """Render the private confirmation for the manager who has just ended a season."""
    line = say("season-ended", locale, season=format_season_name(season, locale))
    return Scene(above=(line,), rows=_build_ladder_rows(season.number, locale, SeasonPost.ENDED))


def render_last_week(season: Season, leaders: Sequence[LadderRow], locale: str) -> Scene:
    """Render the post that announces a season's last week. It lists up to three `leaders` who have a rank."""
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
        above=(line,), below=tuple(lines), rows=_build_ladder_rows(season.number, locale, SeasonPost.LAST_WEEK)
    )


@dataclass(frozen=True, slots=True)
class WeekHighlights:
    """The highlights that the weekly post shows below the ladder."""

    upset: Upset | None = None
    match: FinishedMatch | None = None
    """The match of the week."""
    positions: Sequence[Match] = ()
    """The match of the week at its start and after each step."""


def render_weekly_ladder(page: LadderPage, highlights: WeekHighlights, locale: str) -> Scene:
    """Render a server's weekly post: the first page of its ladder, and the film of the match of the week."""
    scene, match = render_ladder(page, locale), highlights.match
    post = replace(
        scene,
        above=(f"### {say('week-title', locale)}", *scene.above[1:]),
        below=tuple(_format_highlights(highlights, locale)),
        rows=_build_ladder_rows(page.season_number, locale, SeasonPost.WEEKLY),
        footer=say("week-small", locale, players=page.player_count),
    )
    if match is None or not isinstance(scene.board, SceneImage):
        return post
    review = Button(say("button-replay", locale), str(CustomId(Action.SHOW_REVIEW, match.id)))
    [ladder] = post.rows
    assert isinstance(ladder, tuple)
    film = render_film(match, highlights.positions, locale)
    return replace(post, reveal=scene.board, board=film, rows=((review, *ladder),))


def _format_highlights(highlights: WeekHighlights, locale: str) -> Iterator[str]:
    """Yield a line about the match of the week, whose film is above it, and one about the upset of the week."""
    if match := highlights.match:
        yield say("week-match", locale, result=format_result_line(match, locale))
    if upset := highlights.upset:
        yield say(
            "week-upset",
            locale,
            who=format_mention(upset.winner.person_id, locale),
            whom=format_mention(upset.loser.person_id, locale),
            points=upset.gained_points,
            game=format_game_name(upset.winner.game, locale),
        )


def build_ladder_custom_id(season_number: int, post: SeasonPost) -> str:
    """Return the custom ID of a post's ladder button.

    The custom ID also identifies the post, so that the bot can check whether the post was already sent.
    """
    return str(CustomId(Action.SHOW_LADDER, season_number, [*SeasonPost].index(post) + 1, f"{ALL_GAMES}."))


def _build_ladder_rows(season_number: int, locale: str, post: SeasonPost) -> tuple[tuple[Button, ...], ...]:
    """Build the row below a post. Its only button opens the season's ladder."""
    return ((Button(say("button-ladder", locale), build_ladder_custom_id(season_number, post)),),)


def _format_podium(places: Sequence[Award], locale: str) -> Iterator[str]:
    """Yield a line that congratulates the champions, then a line per place with the player and their points."""
    if champions := [format_mention(award.person_id, locale) for award in places if award.value == 1]:
        yield say("season-champion", locale, count=len(champions), who=say.format_list(champions, locale))
    for award in places:
        yield _format_place_line(award.value, award.person_id, award.second_value, locale)


def _format_place_line(place: int, person_id: int, points: int, locale: str) -> str:
    return f"{MEDAL_EMOJI[place]} {format_mention(person_id, locale)} · **{points}**"


def _format_game_winners(awards: Sequence[Award], locale: str) -> Iterator[str]:
    """Yield one line that lists the best players in each game, or nothing if there are none."""
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
    """Yield a line each for the most improved player, the rivals, and the least likely win."""
    for award in awards_by_kind[AwardKind.IMPROVED]:
        facts: dict[str, str | int] = {"points": award.value, "game": format_game_name(award.game, locale)}
        yield say("season-improved", locale, who=format_mention(award.person_id, locale), **facts)
    # Only one rival is left if the other's data was deleted.
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
