"""A person's profile: game records, ratings over time, rivals, and the effects of luck and play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final, TypeAlias

from bot.i18n import say
from bot.ratings.profile import (
    RIVAL_MIN_MATCHES,
    CurrentRating,
    GameRecord,
    HeadToHeadTally,
    Profile,
    RatingCurve,
    SeasonState,
)
from bot.ratings.rating_math import KNOWN_MIN_OPPONENTS
from bot.ratings.rating_updates import ALL_GAMES, RANK_MIN_MATCHES, count_matches_to_rank, get_displayed_points
from bot.ratings.stats import MeanInterval
from bot.screens.charts import profile_chart
from bot.screens.charts.profile_chart import CURVE_SYMBOLS, select_drawable_curves
from bot.screens.coach_texts import format_share_as_points
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_follow_person_button, build_inbox_button, build_profile_button
from bot.screens.ladder import (
    format_missing_matches,
    format_rank_or_missing,
    format_rating,
    format_season_name,
)
from bot.screens.move_buttons import split_into_even_rows
from bot.screens.phrases import format_mention, format_relative_time
from bot.screens.scene import Button, PersonSelect, Row, Scene, SceneImage
from bot.screens.shared_posts import build_challenge_button, build_post
from games import GAMES
from games.core import Game
from storage import Award, Calibration, LuckAndPlay

LUCK_SAMPLE_MAX_MATCHES: Final = 50
"""The maximum number of recent matches from which the means of luck and play are computed."""
LUCK_SAMPLE_MIN_MATCHES: Final = 10
"""The minimum number of matches for computing the means of luck and play. With fewer, they are not meaningful."""

CALIBRATION_MIN_PREDICTIONS: Final = 10

EXPLANATIONS: Final = ("points", "wins", "matches", "rivals", "luck")
"""The sections of the *How?* page, in order."""

GameLuckAndPlay: TypeAlias = tuple[Game[Any, Any, Any], Sequence[LuckAndPlay]]


def render_profile(
    person_id: int,
    profile: Profile,
    ratings: Sequence[CurrentRating],
    awards: Sequence[Award],
    locale: str,
    seasons: SeasonState | None = None,
) -> Scene:
    title = f"### {say('profile-title', locale, who=format_mention(person_id, locale))}"
    if not profile.game_records:
        return Scene(above=(title, say("profile-nothing", locale)))
    curves = select_drawable_curves(profile.rating_curves)
    rating_by_game = {current.ladder_place.rating.game: current for current in ratings}
    return Scene(
        above=(
            title,
            *(_format_season_state(seasons, locale, is_rated=bool(ratings)) if seasons else ()),
            *_format_game_records(profile, curves, rating_by_game, locale),
        ),
        board=_render_profile_image(profile, curves, awards, locale) if curves else None,
        below=(*profile_chart.format_trophies(awards, locale), *_format_streaks_and_rivals(profile, locale)),
        footer=say("profile-small", locale),
    )


def add_calibration(scene: Scene, calibration: Calibration, locale: str) -> Scene:
    """Return a profile with a line about how many of the person's predictions were right, if there are enough."""
    count = calibration.prediction_count
    if count < CALIBRATION_MIN_PREDICTIONS:
        return scene
    percent = {"right": calibration.hit_count, "guessed": calibration.guessed_hits}
    facts = {name: round(100 * hits / count) for name, hits in percent.items()}
    line = say("profile-seer", locale, count=count, **facts)
    # A person who has not played has neither a picture nor lines below it.
    return replace(scene, below=(*scene.below, line)) if scene.below else replace(scene, above=(*scene.above, line))


def _format_season_state(seasons: SeasonState, locale: str, *, is_rated: bool) -> Iterator[str]:
    """Yield a line about the running season if the person has not played in it yet, and one about the last season."""
    if seasons.running and not is_rated:
        missing = format_missing_matches(RANK_MIN_MATCHES, KNOWN_MIN_OPPONENTS, locale)
        name = format_season_name(seasons.running, locale)
        yield say("profile-season-new", locale, season=name, missing=missing)
    if seasons.latest_ended and seasons.place_at_end:
        yield say(
            "profile-season-last",
            locale,
            season=format_season_name(seasons.latest_ended, locale),
            rank=format_rank_or_missing(seasons.place_at_end, locale),
            points=get_displayed_points(seasons.place_at_end.rating),
        )


def render_explanation(argument: str, locale: str) -> Scene:
    """Render the page that explains what counts in a profile. Its back button opens the profile named by `argument`."""
    lines = [say(f"profile-how-{key}", locale, least=RIVAL_MIN_MATCHES) for key in EXPLANATIONS]
    back = Button(say("button-back", locale), str(CustomId(Action.SHOW_PROFILE, argument=argument)))
    return Scene(above=(f"### {say('profile-how', locale)}", *(f"- {line}" for line in lines)), rows=((back,),))


def _build_explanation_button(person_id: int, locale: str) -> Button:
    return Button(say("button-how", locale), str(CustomId(Action.EXPLAIN_PROFILE, argument=str(person_id))))


def _render_profile_image(
    profile: Profile, curves: Sequence[RatingCurve], awards: Sequence[Award], locale: str
) -> SceneImage:
    rival_ids = tuple(rival.person_id for rival in profile_chart.list_rivals(profile))
    game_names = [GAMES[curve.game].say("name", locale) for curve in curves]
    picture = profile_chart.draw_profile(profile, curves, game_names, locale, profile_chart.count_trophies(awards))
    return SceneImage(picture, _format_plot_alt(curves, locale), rival_ids)


def add_visitor_rows(scene: Scene, person_id: int, locale: str, *, is_followed: bool) -> Scene:
    """Return a profile with the rows that other people see: a head-to-head menu, and buttons to follow its owner."""
    selects = (_build_head_to_head_select(person_id, locale),) if scene.below else ()
    how = [_build_explanation_button(person_id, locale)] if scene.footer else []
    follow = build_follow_person_button(person_id, locale, is_followed=is_followed)
    return replace(scene, rows=(*selects, (follow, *how, build_inbox_button(locale))))


def _build_head_to_head_select(person_id: int, locale: str) -> Row:
    return PersonSelect(say("meeting-ask", locale), str(CustomId(Action.SHOW_HEAD_TO_HEAD, argument=str(person_id))))


def render_head_to_head(
    person_id: int, opponent_id: int, encounter: HeadToHeadTally, locale: str, *, other_id: int | None = None
) -> Scene:
    """Render how often each of two people finished ahead of the other, with a menu for selecting another opponent.

    If the reader is one of them, `other_id` is the other one, and the reader can share the comparison.
    """
    one, other = format_mention(person_id, locale), format_mention(opponent_id, locale)
    title = f"### {say('meeting-title', locale, one=one, other=other)}"
    select = _build_head_to_head_select(person_id, locale)
    if not encounter.tallies_by_game:
        never = say("meeting-never", locale)
        return Scene(above=(title, never), rows=(select, (build_inbox_button(locale),)))
    share_id = CustomId(Action.SHARE_HEAD_TO_HEAD, argument=str(other_id))
    share = [] if other_id is None else [Button(say("button-share", locale), str(share_id))]
    rows: tuple[Row, ...] = (select, (*share, build_inbox_button(locale)))
    ahead, behind = encounter.total.won, encounter.total.lost
    lines = [
        say(
            "meeting-all",
            locale,
            matches=encounter.total.match_count,
            ahead=ahead,
            behind=behind,
            level=encounter.total.drawn,
        )
    ]
    for game, tally in encounter.tallies_by_game:
        name = GAMES[game].say("name", locale)
        lines.append(say("meeting-game", locale, game=name, ahead=tally.won, behind=tally.lost, level=tally.drawn))
    lines.append(say("meeting-latest", locale, latest=format_relative_time(encounter.latest_ms)))
    return Scene(above=(title, *lines), rows=rows, footer=say("meeting-rules", locale))


def add_owner_rows(
    scene: Scene, person_id: int, mind_reader_games: Sequence[str], locale: str, *, can_share: bool
) -> Scene:
    """Return a profile with the rows for its owner: mind reader buttons and the inbox button.

    `can_share` says whether the profile is shown in a server. If so, add a head-to-head menu and a share button.
    """
    mind_reader_buttons = [
        Button(
            say("button-mind", locale, game=GAMES[key].say("name", locale)),
            str(CustomId(Action.SHOW_MIND_READER, argument=key)),
            "main",
        )
        for key in mind_reader_games
    ]
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE_PROFILE_OR_REPORT)))
    how = [_build_explanation_button(person_id, locale)] if scene.footer else []
    last_row = (*([share] if can_share and scene.below else []), *how, build_inbox_button(locale))
    selects: list[Row] = [_build_head_to_head_select(person_id, locale)] if can_share and scene.below else []
    return replace(scene, rows=(*split_into_even_rows(mind_reader_buttons), *selects, last_row))


def add_luck_lines(scene: Scene, luck_lines: Sequence[str], locale: str) -> Scene:
    """Return a profile with the lines about luck and play, which only its owner may see."""
    if not luck_lines:
        return scene
    footer = " · ".join([scene.footer, say("fortune-private", locale)])
    return replace(scene, below=(*scene.below, *luck_lines), footer=footer)


def render_shared_profile(scene: Scene, person_id: int, locale: str) -> Scene:
    """Render a profile as a public post by its owner."""
    profile_id = CustomId(Action.SHOW_PROFILE, argument=str(person_id))
    buttons = (Button(say("button-profile", locale), str(profile_id)), build_challenge_button(person_id, locale))
    return build_post(scene, person_id, buttons, locale)


def render_shared_head_to_head(sharer_id: int, other_id: int, encounter: HeadToHeadTally, locale: str) -> Scene:
    """Render the comparison of two people as a public post by the first one."""
    scene = render_head_to_head(sharer_id, other_id, encounter, locale)
    return build_post(scene, sharer_id, (build_challenge_button(sharer_id, locale),), locale)


def render_profile_shared(locale: str) -> Scene:
    """Render the confirmation that the profile was shared."""
    return Scene(above=(say("shared", locale),), rows=((build_profile_button(locale),),))


def _format_game_records(
    profile: Profile, curves: Sequence[RatingCurve], ratings: Mapping[str, CurrentRating], locale: str
) -> Iterator[str]:
    """Yield lines with the rating across all games, then the rating and the record of each game."""
    symbols = {curve.game: f"{symbol} " for symbol, curve in zip(CURVE_SYMBOLS, curves, strict=False)}
    peaks = {curve.game: curve.peak_rating for curve in profile.rating_curves}
    if ALL_GAMES in ratings:
        rating = _format_current_rating(ratings[ALL_GAMES], None, locale)
        yield say("profile-game", locale, game=say("all-games", locale), rating=rating)
        yield from _explain_difference(ratings, locale)
    for record in profile.game_records:
        name = GAMES[record.game].say("name", locale)
        if record.game in ratings:
            rating = _format_current_rating(ratings[record.game], peaks.get(record.game), locale)
            yield symbols.get(record.game, "") + say("profile-game", locale, game=name, rating=rating)
        else:
            yield f"{symbols.get(record.game, '')}**{name}**"
        counts = asdict(record.total) | {"matches": record.total.match_count}
        yield f"-# {say('profile-record', locale, **counts)}"
        if record.tallies_by_variant:
            yield f"-# {' · '.join(_format_variant_records(record, locale))}"


def _explain_difference(ratings: Mapping[str, CurrentRating], locale: str) -> Iterator[str]:
    """Yield an explanation if the rating across all games differs from that of the only game, which looks wrong."""
    points = {game: get_displayed_points(current.ladder_place.rating) for game, current in ratings.items()}
    games = [game for game in ratings if game != ALL_GAMES]
    if len(games) == 1 and points[ALL_GAMES] != points[games[0]]:
        yield f"-# {say('profile-all-games-differ', locale, game=GAMES[games[0]].say('name', locale))}"


def _format_variant_records(record: GameRecord, locale: str) -> Iterator[str]:
    """Yield the record in each variant, such as "Short 3–1–2" for three wins, one draw and two losses."""
    for variant, tally in record.tallies_by_variant.items():
        variant_name = GAMES[record.game].say(f"option-variant-{variant}", locale)
        yield f"{variant_name} {tally.won}–{tally.drawn}–{tally.lost}"


def _format_current_rating(current: CurrentRating, peak: float | None, locale: str) -> str:
    """Format a rating with its margin of error, the player's rank, and the peak rating."""
    rating = current.ladder_place.rating
    is_provisional = count_matches_to_rank(rating) > 0
    rank = format_rank_or_missing(current.ladder_place, locale)
    parts = [format_rating(rating, locale), rank]
    if current.top_percent is not None and not is_provisional:
        parts.append(say("profile-top", locale, percent=current.top_percent))
    if peak is not None:
        parts.append(say("profile-peak", locale, points=round(peak)))
    return " · ".join(parts)


def _format_streaks_and_rivals(profile: Profile, locale: str) -> Iterator[str]:
    if profile.current_streak:
        yield say(f"profile-streak-{profile.current_streak.outcome}", locale, count=profile.current_streak.match_count)
    if profile.longest_win_streak > 1:
        yield say("profile-longest", locale, count=profile.longest_win_streak)
    if nemesis := profile.nemesis:
        who = format_mention(nemesis.person_id, locale)
        yield say("profile-nemesis", locale, who=who, behind=nemesis.behind_count, met=nemesis.match_count)
    if favorite := profile.favorite_opponent:
        yield say(
            "profile-favourite",
            locale,
            who=format_mention(favorite.person_id, locale),
            met=favorite.match_count,
            ahead=favorite.ahead_count,
            behind=favorite.behind_count,
        )


def _format_plot_alt(curves: Sequence[RatingCurve], locale: str) -> str:
    """Describe each rating curve by its start, end, highest and lowest points."""
    lines = [
        say(
            "profile-curve",
            locale,
            game=GAMES[curve.game].say("name", locale),
            first=round(curve.points[0][1]),
            last=round(curve.points[-1][1]),
            most=round(max(rating for _, rating in curve.points)),
            least=round(min(rating for _, rating in curve.points)),
        )
        for curve in curves
    ]
    return " ".join([say("profile-plot", locale), *lines])


def format_luck_and_play(played: Sequence[GameLuckAndPlay], locale: str) -> list[str]:
    """Return a line about luck and play for each game, then a line about games with too few reviewed matches."""
    lines, too_few = [], []
    for game, matches in played:
        name = game.say("name", locale)
        known = [(match.luck, match.play) for match in matches if match.luck is not None and match.play is not None]
        if len(known) < LUCK_SAMPLE_MIN_MATCHES:
            # While there are too few matches, count all of them. Then count only those that the coach has reviewed.
            counted = len(matches) if len(matches) < LUCK_SAMPLE_MIN_MATCHES else len(known)
            too_few.append(say("fortune-so-far", locale, game=name, matches=counted, of=LUCK_SAMPLE_MIN_MATCHES))
        else:
            lines.append(_format_luck_line(name, known, locale))
    if too_few:
        lines.append(say("fortune-few", locale, least=LUCK_SAMPLE_MIN_MATCHES, games=" · ".join(too_few)))
    return lines


def _format_luck_line(game_name: str, known_shares: Sequence[tuple[float, float]], locale: str) -> str:
    """Describe the mean of luck and of play, and whether each differs significantly from zero."""
    luck, play = (MeanInterval.from_samples(shares) for shares in zip(*known_shares, strict=True))
    facts: dict[str, str | int] = {"play": format_share_as_points(play.mean), "loose": round(100 * play.within)}
    # Some games involve no luck.
    has_luck = any(share for share, _ in known_shares)
    if has_luck:
        facts |= {"luck": format_share_as_points(luck.mean), "unsure": round(100 * luck.within)}
    key = "fortune" if has_luck else "fortune-plain"
    sentences = [say(key, locale, game=game_name, matches=len(known_shares), **facts)]
    if has_luck:
        sentences.append(say(f"fortune-luck-{_classify_mean(luck)}", locale))
    sentences.append(say(f"fortune-play-{_classify_mean(play)}", locale))
    return " ".join(sentences)


def _classify_mean(mean: MeanInterval) -> str:
    """Return "more" or "less" for a mean above or below zero, or "open" if the interval includes zero."""
    if abs(mean.mean) <= mean.within:
        return "open"
    return "more" if mean.mean > 0 else "less"
