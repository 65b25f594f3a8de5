"""What somebody's matches have come to: records, ratings over time, luck and play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final, TypeAlias

from bot.i18n import say
from bot.ratings.mean_interval import Mean
from bot.ratings.profile import MEETINGS, CurrentRating, Curve, Encounter, GameRecord, Profile
from bot.ratings.rating_updates import EVERYTHING, missing
from bot.screens.charts import profile_chart
from bot.screens.charts.profile_chart import SHAPES, drawn
from bot.screens.coach_texts import points
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import matches_button, profile_button
from bot.screens.leaderboard import ranked, worth
from bot.screens.move_buttons import even
from bot.screens.names import called, moment
from bot.screens.scene import Button, PersonSelect, Row, Scene, SceneImage
from games import GAMES
from games.core import Game
from storage import Award, LuckAndPlay

MOST_WEIGHED: Final = 50
"""Matches, the newest."""
LEAST_WEIGHED: Final = 10
"""Of fewer no mean is told."""

Found: TypeAlias = tuple[Game[Any, Any, Any], Sequence[LuckAndPlay]]


def profile(
    person_id: int, told: Profile, stood: Sequence[CurrentRating], awards: Sequence[Award], locale: str
) -> Scene:
    title = f"### {say('profile-title', locale, who=called(person_id, locale))}"
    if not told.records:
        return Scene(above=(title, say("profile-nothing", locale)))
    curves = drawn(told.curves)
    stands = {it.standing.rating.game: it for it in stood}
    return Scene(
        above=(title, *_games(told, curves, stands, locale)),
        board=_board(told, curves, awards, locale) if curves else None,
        below=(*profile_chart.list_trophies(awards, locale), *_people(told, locale)),
        small=say("profile-rules", locale, least=MEETINGS),
    )


def _board(told: Profile, curves: Sequence[Curve], awards: Sequence[Award], locale: str) -> SceneImage:
    names = tuple(rival.person_id for rival in profile_chart.rivals(told))
    games = [GAMES[curve.game].say("name", locale) for curve in curves]
    picture = profile_chart.picture(told, curves, games, locale, profile_chart.shelf(awards))
    return SceneImage(picture, _alt(curves, locale), names)


def of_another(scene: Scene, person_id: int, locale: str) -> Scene:
    """With the way to whom they have met."""
    asks = (_asks(person_id, locale),) if scene.below else ()
    return replace(scene, rows=(*asks, (matches_button(locale),)))


def _asks(person_id: int, locale: str) -> Row:
    return PersonSelect(say("meeting-ask", locale), str(CustomId(Action.MEET, 0, 0, str(person_id))))


def meeting(one: int, other: int, told: Encounter, locale: str) -> Scene:
    """How often who of them was ahead; the next may be asked for at once."""
    title = f"### {say('meeting-title', locale, one=called(one, locale), other=called(other, locale))}"
    rows: tuple[Row, ...] = (_asks(one, locale), (matches_button(locale),))
    if not told.games:
        return Scene(above=(title, say("meeting-never", locale)), rows=rows)
    ahead, behind = told.all.won, told.all.lost
    lines = [say("meeting-all", locale, matches=told.all.matches, ahead=ahead, behind=behind, level=told.all.drawn)]
    for game, tally in told.games:
        name = GAMES[game].say("name", locale)
        lines.append(say("meeting-game", locale, game=name, ahead=tally.won, behind=tally.lost, level=tally.drawn))
    lines.append(say("meeting-latest", locale, latest=moment(told.latest)))
    return Scene(above=(title, *lines), rows=rows, small=say("meeting-rules", locale))


def own(scene: Scene, person_id: int, games: Sequence[str], locale: str, *, shares: bool) -> Scene:
    """With what nobody else may ask for: the mind reader, by game; on a server with whom they have met there."""
    readers = [
        Button(
            say("button-mind", locale, game=GAMES[key].say("name", locale)),
            str(CustomId(Action.MIND, 0, 0, key)),
            "main",
        )
        for key in games
    ]
    share = Button(say("button-share", locale), str(CustomId(Action.SHARE, 0, 0)))
    last = (*([share] if shares and scene.below else []), matches_button(locale))
    asks: list[Row] = [_asks(person_id, locale)] if shares and scene.below else []
    rows: list[Row] = [*even(readers), *asks, last]
    return replace(scene, rows=tuple(rows))


def lucky(scene: Scene, fortunes: Sequence[str], locale: str) -> Scene:
    """With what chance and choices came to, which is shown to nobody else."""
    if not fortunes:
        return scene
    return replace(scene, below=(*scene.below, *fortunes, f"-# {say('fortune-rules', locale)}"))


def shared(locale: str) -> Scene:
    return Scene(above=(say("shared", locale),), rows=((profile_button(locale),),))


def _games(told: Profile, curves: Sequence[Curve], stands: Mapping[str, CurrentRating], locale: str) -> Iterator[str]:
    signs = {curve.game: f"{SHAPES[at]} " for at, curve in enumerate(curves)}
    peaks = {curve.game: curve.peak for curve in told.curves}
    if EVERYTHING in stands:
        rating = _rating(stands[EVERYTHING], None, locale)
        yield say("profile-game", locale, game=say("all-games", locale), rating=rating)
    for record in told.records:
        name = GAMES[record.game].say("name", locale)
        if record.game in stands:
            rating = _rating(stands[record.game], peaks.get(record.game), locale)
            yield signs.get(record.game, "") + say("profile-game", locale, game=name, rating=rating)
        else:
            yield f"{signs.get(record.game, '')}**{name}**"
        counts = asdict(record.all) | {"matches": record.all.matches}
        yield f"-# {say('profile-record', locale, **counts)}"
        if record.variants:
            yield f"-# {' · '.join(_variants(record, locale))}"


def _variants(record: GameRecord, locale: str) -> Iterator[str]:
    """In the order that the line above has: won, drawn, lost."""
    for variant, tally in record.variants.items():
        told = GAMES[record.game].say(f"option-variant-{variant}", locale)
        yield f"{told} {tally.won}–{tally.drawn}–{tally.lost}"


def _rating(stood: CurrentRating, peak: float | None, locale: str) -> str:
    """What it is, how far that may be believed, and how high it once was."""
    standing = stood.standing
    rank = ranked(standing, locale)
    told = [worth(standing.rating, locale)]
    told.append(say("profile-provisional", locale, rank=rank) if missing(standing.rating) else rank)
    if stood.top is not None and not missing(standing.rating):
        told.append(say("profile-top", locale, percent=stood.top))
    if peak is not None:
        told.append(say("profile-peak", locale, points=round(peak)))
    return " · ".join(told)


def _people(told: Profile, locale: str) -> Iterator[str]:
    if told.streak:
        yield say(f"profile-streak-{told.streak.outcome}", locale, count=told.streak.matches)
    if told.longest > 1:
        yield say("profile-longest", locale, count=told.longest)
    if told.nemesis:
        who, rival = called(told.nemesis.person_id, locale), told.nemesis
        yield say("profile-nemesis", locale, who=who, behind=rival.behind, met=rival.met)
    if told.favourite:
        who, rival = called(told.favourite.person_id, locale), told.favourite
        yield say("profile-favourite", locale, who=who, met=rival.met, ahead=rival.ahead, behind=rival.behind)


def _alt(curves: Sequence[Curve], locale: str) -> str:
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


def describe_fortunes(played: Sequence[Found], locale: str) -> list[str]:
    """A line a game, and one for all of which there is nothing to tell yet."""
    lines, few = [], []
    for game, matches in played:
        name = game.say("name", locale)
        known = [(it.luck, it.play) for it in matches if it.luck is not None and it.play is not None]
        if len(known) < LEAST_WEIGHED:
            few.append(say("fortune-so-far", locale, game=name, matches=len(known), of=len(matches)))
        else:
            lines.append(_line(name, known, locale))
    return [*lines, say("fortune-few", locale, least=LEAST_WEIGHED, games=" · ".join(few))] if few else lines


def _line(name: str, known: Sequence[tuple[float, float]], locale: str) -> str:
    """Where the interval leaves it open it says so."""
    luck, play = (Mean.of(shares) for shares in zip(*known, strict=True))
    facts: dict[str, str | int] = {"play": points(play.mean), "loose": round(100 * play.within)}
    # Of some games nothing is luck.
    lucky = any(share for share, _ in known)
    if lucky:
        facts |= {"luck": points(luck.mean), "unsure": round(100 * luck.within)}
    lines = [say("fortune" if lucky else "fortune-plain", locale, game=name, matches=len(known), **facts)]
    if lucky:
        lines.append(say(f"fortune-luck-{_side(luck)}", locale))
    return " ".join((*lines, say(f"fortune-play-{_side(play)}", locale)))


def _side(found: Mean) -> str:
    if abs(found.mean) <= found.within:
        return "open"
    return "more" if found.mean > 0 else "less"
