"""What the mind reader says: one sentence, and how it comes to that; in words that fit whoever reads it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.ladder.habits import LEAST, Report, Story, Tally
from bot.scenes import wager
from bot.scenes.address import Address
from bot.scenes.menu import profile_button
from bot.scenes.names import called
from bot.scenes.scene import Board, Button, Scene
from bot.scenes.verb import Verb
from bot.texts import say
from games.core import Game

HOW: Final = 1
"""The step of a button that asks how."""


def report(person: int, game: Game[Any, Any, Any], reports: Sequence[Report], locale: str, *, choices: int) -> Scene:
    """The surest alone; `choices` there are of the kind of which there are most."""
    if not reports:
        return Scene(above=(_title(person, game, locale), say("mind-little", locale, least=LEAST, choices=choices)))
    return Scene(
        above=(_title(person, game, locale), _told(game, reports[0], locale)),
        board=_card(person, game, reports[0], locale),
    )


def how(
    person: int, game: Game[Any, Any, Any], reports: Sequence[Report], locale: str, *, matches: int, most: int
) -> Scene:
    """Of every kind what is told, and what it was counted from."""
    told = [line for report in reports for line in (_told(game, report, locale), *_counted(report, locale))]
    return Scene(
        above=(_title(person, game, locale), *told),
        small=say("mind-how", locale, matches=matches, most=most, least=LEAST),
    )


def own(scene: Scene, game: Game[Any, Any, Any], locale: str, *, told: bool, shares: bool) -> Scene:
    """With the way back, how it was found, and a way to show it to everybody."""
    ask = Button(say("button-mind-how", locale), str(Address(Verb.MIND, 0, HOW, game.KEY)))
    share = Button(say("button-share", locale), str(Address(Verb.SHARE, 0, 0, game.KEY)))
    return replace(
        scene, rows=((profile_button(locale), *((ask,) if told else ()), *((share,) if told and shares else ())),)
    )


def explained(scene: Scene, game: Game[Any, Any, Any], locale: str) -> Scene:
    return replace(scene, rows=((profile_button(locale), _again(game, locale)),))


def shared(game: Game[Any, Any, Any], locale: str) -> Scene:
    return Scene(above=(say("shared", locale),), rows=((profile_button(locale), _again(game, locale)),))


def _card(person: int, game: Game[Any, Any, Any], report: Report, locale: str) -> Board | None:
    """With the sentence for whoever does not see it."""
    if report.story is None:
        return None
    return Board(
        wager.picture(game, report, locale), " ".join(_bets(game, report.kind, report.story, locale)), (person,)
    )


def _title(person: int, game: Game[Any, Any, Any], locale: str) -> str:
    return f"### {say('mind-title', locale, who=called(person, locale), game=game.say('name', locale))}"


def _again(game: Game[Any, Any, Any], locale: str) -> Button:
    return Button(say("button-mind", locale, game=game.say("name", locale)), str(Address(Verb.MIND, 0, 0, game.KEY)))


def _told(game: Game[Any, Any, Any], report: Report, locale: str) -> str:
    habit = game.say(f"habit-{report.kind}", locale)
    if report.story is None:
        return say("mind-dice", locale, habit=habit, count=report.choices)
    return say("mind-bet", locale, habit=habit, told=" ".join(_bets(game, report.kind, report.story, locale)))


def _bets(game: Game[Any, Any, Any], kind: str, story: Story, locale: str) -> Iterator[str]:
    def named(symbol: str) -> str:
        return game.say(f"habit-{kind}-{symbol}", locale)

    def bet(key: str, tally: Tally, **facts: str) -> str:
        return say(f"mind-{key}", locale, times=tally.times, of=tally.of, dice=round(tally.dice), **facts)

    def turn(after: str, tally: Tally) -> str:
        return bet(f"{after}-stays", tally) if tally.more else bet(f"{after}-turns", tally.otherwise)

    match story.sort:
        case "outcome":
            for outcome, tally in story.outcomes:
                yield turn(outcome, tally)
        case "again":
            yield turn("again", story.tally)
        case "favourite":
            (favourite,) = story.symbols
            yield bet("favourite" if story.tally.more else "avoided", story.tally, favourite=named(favourite))
        case "ring":
            first, *_ = story.symbols
            yield bet("ring", story.tally, ring=" → ".join(map(named, (*story.symbols, first))))
        case "pair":
            then, before = story.symbols
            yield bet("pair", story.tally, first=named(before), then=named(then))
        case "answer":
            then, met = story.symbols
            yield bet("answer", story.tally, met=game.say(f"habit-{met}", locale), then=named(then))
        case "copy":
            yield bet("copy", story.tally)


def _counted(report: Report, locale: str) -> Iterator[str]:
    def counted(key: str, tally: Tally) -> str:
        return say(f"mind-{key}", locale, times=tally.times, of=tally.of, dice=round(tally.dice))

    yield from (counted(f"by-{way}", tally) for way, tally in report.guessed.items())
    if report.again:
        yield "-# " + " · ".join(counted(f"same-{out or 'all'}", tally) for out, tally in report.again.items())
