"""The mind reader's report, in words that fit whoever reads it: it may be shared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.ladder.habits import LEAST, Report
from bot.scenes.address import Address
from bot.scenes.names import called
from bot.scenes.scene import Button, Scene
from bot.scenes.verb import Verb
from bot.texts import say
from games.core import Game


def report(
    person: int, game: Game[Any, Any, Any], reports: Sequence[Report], locale: str, *, matches: int, most: int
) -> Scene:
    title = say("mind-title", locale, who=called(person, locale), game=game.say("name", locale))
    told = [line for report in reports for line in _told(game, report, locale)]
    return Scene(
        above=(f"### {title}", *(told or [say("mind-nothing", locale)])),
        small=say("mind-how", locale, matches=matches, most=most),
    )


def own(scene: Scene, game: Game[Any, Any, Any], locale: str, *, shares: bool) -> Scene:
    """With the way back, and a way to show it to everybody."""
    share = Button(say("button-share", locale), str(Address(Verb.SHARE, 0, 0, game.KEY)))
    return replace(scene, rows=((_profile(locale), *((share,) if shares else ())),))


def shared(game: Game[Any, Any, Any], locale: str) -> Scene:
    again = Button(say("button-mind", locale, game=game.say("name", locale)), str(Address(Verb.MIND, 0, 0, game.KEY)))
    return Scene(above=(say("shared", locale),), rows=((_profile(locale), again),))


def _profile(locale: str) -> Button:
    return Button(say("button-profile", locale), str(Address(Verb.PROFILE, 0, 0)))


def _told(game: Game[Any, Any, Any], report: Report, locale: str) -> Iterator[str]:
    def named(symbol: str) -> str:
        return game.say(f"habit-{report.kind}-{symbol}", locale)

    yield say("mind-habit", locale, habit=game.say(f"habit-{report.kind}", locale), count=report.choices)
    if not report.enough:
        yield say("mind-little", locale, least=LEAST)
        return
    if report.predictable:
        share = max(1, round(100 * report.predictable))
        favourite = named(report.favourite)
        yield say("mind-predictable", locale, percent=share, favourite=favourite, times=report.times, of=report.of)
    else:
        yield say("mind-dice", locale)
    if report.follow:
        it = report.follow
        usual = round(100 * it.expected)
        yield say(
            "mind-follow", locale, first=named(it.first), then=named(it.then), times=it.times, of=it.of, usual=usual
        )
    if report.reading:
        read = report.reading
        ahead = round(read.reader) > round(read.stranger)
        how = "more" if read.tells else "luck" if ahead else "none"
        yield say(f"mind-reading-{how}", locale, reader=round(read.reader), of=read.of, stranger=round(read.stranger))
