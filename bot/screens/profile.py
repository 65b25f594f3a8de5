"""What somebody's matches have come to: records, ratings over time, luck and play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final, TypeAlias

from bot.i18n import say
from bot.ratings.stats import MeanInterval
from bot.ratings.profile import RIVAL_MIN_MATCHES, CurrentRating, GameRecord, HeadToHeadTally, Profile, RatingCurve
from bot.ratings.rating_updates import ALL_GAMES, count_matches_to_rank
from bot.screens.charts import profile_chart
from bot.screens.charts.profile_chart import CURVE_SYMBOLS, select_drawable_curves
from bot.screens.coach_texts import format_share_as_points
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import build_inbox_button, build_profile_button
from bot.screens.leaderboard import format_rank_or_missing, format_rating
from bot.screens.move_buttons import split_into_even_rows
from bot.screens.phrases import format_mention, format_relative_time
from bot.screens.scene import Button, PersonSelect, Row, Scene, SceneImage
from games import GAMES
from games.core import Game
from storage import Award, LuckAndPlay

LUCK_SAMPLE_MAX_MATCHES: Final = 50
"""Matches, the newest."""
LUCK_SAMPLE_MIN_MATCHES: Final = 10
"""Of fewer no mean is told."""

GameLuckAndPlay: TypeAlias = tuple[Game[Any, Any, Any], Sequence[LuckAndPlay]]


def render_profile(
    person_id: int, profile: Profile, ratings: Sequence[CurrentRating], awards: Sequence[Award], locale: str
) -> Scene:
    title = f"### {say('profile-title', locale, who=format_mention(person_id, locale))}"
    if not profile.game_records:
        return Scene(above=(title, say("profile-nothing", locale)))
    curves = select_drawable_curves(profile.rating_curves)
    stands = {it.standing.rating.game: it for it in ratings}
    return Scene(
        above=(title, *_format_game_records(profile, curves, stands, locale)),
        board=_render_profile_image(profile, curves, awards, locale) if curves else None,
        below=(*profile_chart.format_trophies(awards, locale), *_format_streaks_and_rivals(profile, locale)),
        footer=say("profile-rules", locale, least=RIVAL_MIN_MATCHES),
    )


def _render_profile_image(
    profile: Profile, curves: Sequence[RatingCurve], awards: Sequence[Award], locale: str
) -> SceneImage:
    names = tuple(rival.person_id for rival in profile_chart.list_rivals(profile))
    games = [GAMES[curve.game].say("name", locale) for curve in curves]
    picture = profile_chart.draw_profile(profile, curves, games, locale, profile_chart.count_trophies(awards))
    return SceneImage(picture, _format_plot_alt(curves, locale), names)


def add_visitor_rows(scene: Scene, person_id: int, locale: str) -> Scene:
    """With the way to whom they have met."""
    asks = (_build_head_to_head_select(person_id, locale),) if scene.below else ()
    return replace(scene, rows=(*asks, (build_inbox_button(locale),)))


def _build_head_to_head_select(person_id: int, locale: str) -> Row:
    return PersonSelect(say("meeting-ask", locale), str(CustomId(Action.SHOW_HEAD_TO_HEAD, 0, 0, str(person_id))))


def render_head_to_head(person_id: int, opponent_id: int, encounter: HeadToHeadTally, locale: str) -> Scene:
    """How often who of them was ahead; the next may be asked for at once."""
    one, other = format_mention(person_id, locale), format_mention(opponent_id, locale)
    title = f"### {say('meeting-title', locale, one=one, other=other)}"
    rows: tuple[Row, ...] = (_build_head_to_head_select(person_id, locale), (build_inbox_button(locale),))
    if not encounter.tallies_by_game:
        return Scene(above=(title, say("meeting-never", locale)), rows=rows)
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
    """With what nobody else may ask for: the mind reader, by game; on a server with whom they have met there."""
    readers = [
        Button(
            say("button-mind", locale, game=GAMES[key].say("name", locale)),
            str(CustomId(Action.SHOW_MIND_READER, 0, 0, key)),
            "main",
        )
        for key in mind_reader_games
    ]
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE_PROFILE_OR_REPORT, 0, 0)))
    last = (*([share] if can_share and scene.below else []), build_inbox_button(locale))
    asks: list[Row] = [_build_head_to_head_select(person_id, locale)] if can_share and scene.below else []
    rows: list[Row] = [*split_into_even_rows(readers), *asks, last]
    return replace(scene, rows=tuple(rows))


def add_luck_lines(scene: Scene, luck_lines: Sequence[str], locale: str) -> Scene:
    """With what chance and choices came to, which is shown to nobody else."""
    if not luck_lines:
        return scene
    return replace(scene, below=(*scene.below, *luck_lines, f"-# {say('fortune-rules', locale)}"))


def render_profile_shared(locale: str) -> Scene:
    return Scene(above=(say("shared", locale),), rows=((build_profile_button(locale),),))


def _format_game_records(
    profile: Profile, curves: Sequence[RatingCurve], ratings: Mapping[str, CurrentRating], locale: str
) -> Iterator[str]:
    signs = {curve.game: f"{CURVE_SYMBOLS[at]} " for at, curve in enumerate(curves)}
    peaks = {curve.game: curve.peak_rating for curve in profile.rating_curves}
    if ALL_GAMES in ratings:
        rating = _format_current_rating(ratings[ALL_GAMES], None, locale)
        yield say("profile-game", locale, game=say("all-games", locale), rating=rating)
    for record in profile.game_records:
        name = GAMES[record.game].say("name", locale)
        if record.game in ratings:
            rating = _format_current_rating(ratings[record.game], peaks.get(record.game), locale)
            yield signs.get(record.game, "") + say("profile-game", locale, game=name, rating=rating)
        else:
            yield f"{signs.get(record.game, '')}**{name}**"
        counts = asdict(record.total) | {"matches": record.total.match_count}
        yield f"-# {say('profile-record', locale, **counts)}"
        if record.tallies_by_variant:
            yield f"-# {' · '.join(_format_variant_records(record, locale))}"


def _format_variant_records(record: GameRecord, locale: str) -> Iterator[str]:
    """In the order that the line above has: won, drawn, lost."""
    for variant, tally in record.tallies_by_variant.items():
        told = GAMES[record.game].say(f"option-variant-{variant}", locale)
        yield f"{told} {tally.won}–{tally.drawn}–{tally.lost}"


def _format_current_rating(current: CurrentRating, peak: float | None, locale: str) -> str:
    """What it is, how far that may be believed, and how high it once was."""
    standing = current.standing
    rank = format_rank_or_missing(standing, locale)
    told = [format_rating(standing.rating, locale)]
    told.append(say("profile-provisional", locale, rank=rank) if count_matches_to_rank(standing.rating) else rank)
    if current.top_percent is not None and not count_matches_to_rank(standing.rating):
        told.append(say("profile-top", locale, percent=current.top_percent))
    if peak is not None:
        told.append(say("profile-peak", locale, points=round(peak)))
    return " · ".join(told)


def _format_streaks_and_rivals(profile: Profile, locale: str) -> Iterator[str]:
    if profile.current_streak:
        yield say(f"profile-streak-{profile.current_streak.outcome}", locale, count=profile.current_streak.match_count)
    if profile.longest_win_streak > 1:
        yield say("profile-longest", locale, count=profile.longest_win_streak)
    if profile.nemesis:
        who, rival = format_mention(profile.nemesis.person_id, locale), profile.nemesis
        yield say("profile-nemesis", locale, who=who, behind=rival.behind_count, met=rival.match_count)
    if profile.favorite_opponent:
        who, rival = format_mention(profile.favorite_opponent.person_id, locale), profile.favorite_opponent
        yield say(
            "profile-favourite",
            locale,
            who=who,
            met=rival.match_count,
            ahead=rival.ahead_count,
            behind=rival.behind_count,
        )


def _format_plot_alt(curves: Sequence[RatingCurve], locale: str) -> str:
    """Where each line begins and ends, and how high it was."""
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
    """A line a game, and one for all of which there is nothing to tell yet."""
    lines, few = [], []
    for game, matches in played:
        name = game.say("name", locale)
        known = [(it.luck, it.play) for it in matches if it.luck is not None and it.play is not None]
        if len(known) < LUCK_SAMPLE_MIN_MATCHES:
            few.append(say("fortune-so-far", locale, game=name, matches=len(known), of=len(matches)))
        else:
            lines.append(_format_luck_line(name, known, locale))
    return [*lines, say("fortune-few", locale, least=LUCK_SAMPLE_MIN_MATCHES, games=" · ".join(few))] if few else lines


def _format_luck_line(name: str, known_shares: Sequence[tuple[float, float]], locale: str) -> str:
    """Where the interval leaves it open it says so."""
    luck, play = (MeanInterval.from_samples(shares) for shares in zip(*known_shares, strict=True))
    facts: dict[str, str | int] = {"play": format_share_as_points(play.mean), "loose": round(100 * play.within)}
    # Of some games nothing is luck.
    lucky = any(share for share, _ in known_shares)
    if lucky:
        facts |= {"luck": format_share_as_points(luck.mean), "unsure": round(100 * luck.within)}
    lines = [say("fortune" if lucky else "fortune-plain", locale, game=name, matches=len(known_shares), **facts)]
    if lucky:
        lines.append(say(f"fortune-luck-{_classify_mean(luck)}", locale))
    return " ".join((*lines, say(f"fortune-play-{_classify_mean(play)}", locale)))


def _classify_mean(mean: MeanInterval) -> str:
    if abs(mean.mean) <= mean.within:
        return "open"
    return "more" if mean.mean > 0 else "less"
