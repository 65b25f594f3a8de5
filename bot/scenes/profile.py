"""What somebody's matches have come to: their ratings over time, and the same as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from bot.ladder.profile import MEETINGS, Curve, Profile, Record, Tally
from bot.scenes import portrait
from bot.scenes.address import Address
from bot.scenes.choices import even
from bot.scenes.menu import matches_button
from bot.scenes.names import called
from bot.scenes.plot import SHAPES, drawn
from bot.scenes.scene import Board, Button, Row, Scene
from bot.scenes.verb import Verb
from bot.scenes.worth import ranked, worth
from bot.texts import say
from games import GAMES
from storage import Standing


def profile(person: int, told: Profile, stands: Sequence[Standing], locale: str) -> Scene:
    title = f"### {say('profile-title', locale, who=called(person, locale))}"
    if not told.records:
        return Scene(above=(title, say("profile-nothing", locale)))
    curves = drawn(told.curves)
    return Scene(
        above=(title, *_games(told.records, curves, {stand.rating.game: stand for stand in stands}, locale)),
        board=_board(told, curves, locale) if curves else None,
        below=tuple(_people(told, locale)),
        small=say("profile-rules", locale, least=MEETINGS),
    )


def _board(told: Profile, curves: Sequence[Curve], locale: str) -> Board:
    names = tuple(rival.person for rival in portrait.rivals(told))
    games = [GAMES[curve.game].say("name", locale) for curve in curves]
    return Board(portrait.picture(told, curves, games, locale), _alt(curves, locale), names)


def own(scene: Scene, games: Sequence[str], locale: str, *, shares: bool) -> Scene:
    """With what nobody else may ask for: the mind reader, by game."""
    readers = [
        Button(
            say("button-mind", locale, game=GAMES[key].say("name", locale)), str(Address(Verb.MIND, 0, 0, key)), "main"
        )
        for key in games
    ]
    share = Button(say("button-share", locale), str(Address(Verb.SHARE, 0, 0)))
    last = (*([share] if shares and scene.below else []), matches_button(locale))
    rows: list[Row] = [*even(readers), last]
    return replace(scene, rows=tuple(rows))


def shared(locale: str) -> Scene:
    return Scene(
        above=(say("shared", locale),),
        rows=((Button(say("button-profile", locale), str(Address(Verb.PROFILE, 0, 0))),),),
    )


def _games(
    records: Sequence[Record], curves: Sequence[Curve], stands: Mapping[str, Standing], locale: str
) -> Iterator[str]:
    signs = {curve.game: f"{SHAPES[at]} " for at, curve in enumerate(curves)}
    if "" in stands:
        yield say("profile-game", locale, game=say("all-games", locale), rating=_rating(stands[""], locale))
    for record in records:
        name = GAMES[record.game].say("name", locale)
        if record.game in stands:
            rating = _rating(stands[record.game], locale)
            yield signs.get(record.game, "") + say("profile-game", locale, game=name, rating=rating)
        else:
            yield f"{signs.get(record.game, '')}**{name}**"
        yield f"-# {say('profile-record', locale, **_facts(record.all))}"
        if record.variants:
            yield f"-# {' · '.join(_variants(record, locale))}"


def _variants(record: Record, locale: str) -> Iterator[str]:
    """In the order that the line above has: won, drawn, lost."""
    for variant, tally in record.variants.items():
        told = GAMES[record.game].say(f"option-variant-{variant}", locale)
        yield f"{told} {tally.won}–{tally.drawn}–{tally.lost}"


def _rating(stand: Standing, locale: str) -> str:
    return say("profile-rating", locale, worth=worth(stand.rating, locale), rank=ranked(stand, locale))


def _facts(tally: Tally) -> dict[str, int]:
    return {"matches": tally.matches, "won": tally.won, "drawn": tally.drawn, "lost": tally.lost}


def _people(told: Profile, locale: str) -> Iterator[str]:
    if told.streak:
        yield say(f"profile-streak-{told.streak.outcome}", locale, count=told.streak.matches)
    if told.longest > 1:
        yield say("profile-longest", locale, count=told.longest)
    if told.nemesis:
        who, rival = called(told.nemesis.person, locale), told.nemesis
        yield say("profile-nemesis", locale, who=who, behind=rival.behind, met=rival.met)
    if told.favourite:
        who, rival = called(told.favourite.person, locale), told.favourite
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
