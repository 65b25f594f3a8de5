"""How a season has gone, for everybody: the end of it, its last week, and that a new one has begun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.ladder.awards import Kind
from bot.ladder.rating import EVERYTHING, PLACED, figure, missing
from bot.ladder.standings import Line, Page
from bot.scenes import laurels
from bot.scenes.address import Address
from bot.scenes.ladder import game, named, shown
from bot.scenes.names import called
from bot.scenes.scene import Board, Button, Row, Scene
from bot.scenes.spans import day
from bot.scenes.verb import Verb
from bot.texts import say
from games import GAMES
from storage import Award, Season

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


class Telling(StrEnum):
    """What is told of a season."""

    BEGUN = "begun"
    LAST = "last"
    OVER = "over"
    WEEK = "week"
    """Of a server, whichever season runs."""


class Crowned(NamedTuple):
    """The role that the champion has from now on, or that could not be given."""

    role: int
    given: bool


def over(
    season: Season,
    awards: Sequence[Award],
    players: int,
    locale: str,
    pinged: frozenset[int],
    crowned: Crowned | None = None,
) -> Scene:
    """`players` have had a match that counted; `pinged` are those of the named who may be called now."""
    assert season.ended is not None
    told = {kind: [it for it in awards if it.kind == kind] for kind in Kind}
    places = sorted(told[Kind.PLACE], key=lambda it: it.number)
    above = [
        f"### {say('season-over', locale, season=named(season, locale))}",
        say("season-was", locale, began=day(season.began), ended=day(season.ended), players=players),
    ]
    if not places:
        above.append(say("season-unranked", locale, players=players, matches=PLACED))
    below = [*_champions(places, locale), *_places(places, locale), *_firsts(told[Kind.FIRST], locale)]
    named_besides = [*_improved(told[Kind.IMPROVED], locale), *_rivals(told[Kind.RIVAL], locale)]
    named_besides += _upset(told[Kind.UPSET], told[Kind.FELLED], locale)
    small = [say("season-rules", locale, matches=PLACED)] if named_besides else []
    if crowned and crowned.given:
        below.append(say("season-crown", locale, role=f"<@&{crowned.role}>"))
    elif crowned:
        # For those who can mend it; all others celebrate.
        small.append(say("season-no-crown", locale, role=f"<@&{crowned.role}>"))
    board = None
    if places:
        alt = say("season-alt", locale, lines=" · ".join(_alt(places, locale)))
        board = Board(laurels.picture(awards, locale), alt, laurels.named(awards))
    return Scene(
        above=tuple(above),
        board=board,
        below=(*below, *named_besides),
        rows=_whole(season.number, locale, Telling.OVER),
        small=" ".join(small),
        called=pinged,
    )


def people(awards: Sequence[Award]) -> frozenset[int]:
    """All whom its end names."""
    return frozenset(it.person for it in awards if it.person > 0)


def champions(awards: Sequence[Award]) -> list[int]:
    """Mostly one."""
    return [it.person for it in awards if it.kind == Kind.PLACE and it.number == 1 and it.person > 0]


def begun(season: Season, locale: str) -> Scene:
    lines = [say("season-begun", locale, season=named(season, locale))]
    if season.due:
        lines.append(say("season-closes", locale, due=day(season.due)))
    return Scene(above=tuple(lines), rows=_whole(season.number, locale, Telling.BEGUN))


def ended(season: Season, locale: str) -> Scene:
    """To whoever has ended it."""
    line = say("season-ended", locale, season=named(season, locale))
    return Scene(above=(line,), rows=_whole(season.number, locale, Telling.OVER))


def last_week(season: Season, best: Sequence[Line], locale: str) -> Scene:
    """`best` are those who have come furthest so far."""
    assert season.due is not None
    line = say("season-last", locale, season=named(season, locale), due=day(season.due))
    told = [f"{MEDALS[it.rank]} {called(it.rating.player, locale)} · **{figure(it.rating)}**" for it in best
            if it.rank in MEDALS and not missing(it.rating)][:3]  # fmt: skip
    return Scene(above=(line,), below=tuple(told), rows=_whole(season.number, locale, Telling.LAST))


def weekly(page: Page, locale: str) -> Scene:
    """The ladder as the week has left it."""
    told = shown(page, locale)
    return replace(
        told,
        above=(f"### {say('week-title', locale)}", *told.above[1:]),
        rows=_whole(page.number, locale, Telling.WEEK),
        small=say("week-small", locale, players=page.players),
    )


def to(season: int, what: Telling) -> str:
    """The button under it: by it a message is known again."""
    return str(Address(Verb.LADDER, season, [*Telling].index(what) + 1, f"{EVERYTHING}."))


def _whole(season: int, locale: str, what: Telling) -> tuple[Row, ...]:
    """All games of it together, from the top."""
    return ((Button(say("button-ladder", locale), to(season, what)),),)


def _champions(places: Sequence[Award], locale: str) -> Iterator[str]:
    first = [called(it.person, locale) for it in places if it.number == 1]
    if first:
        yield say("season-champion", locale, count=len(first), who=say.listed(first, locale))


def _places(places: Sequence[Award], locale: str) -> Iterator[str]:
    for it in places:
        yield f"{MEDALS[it.number]} {called(it.person, locale)} · **{it.beside}**"


def _alt(places: Sequence[Award], locale: str) -> Iterator[str]:
    for it in places:
        yield say("ladder-alt-line", locale, rank=it.number, points=it.beside)


def _firsts(firsts: Sequence[Award], locale: str) -> Iterator[str]:
    by_game = {key: [called(it.person, locale) for it in firsts if it.game == key] for key in GAMES}
    told = [f"**{game(key, locale)}** {' '.join(who)}" for key, who in by_game.items() if who]
    if told:
        yield say("season-firsts", locale, firsts=" · ".join(told))


def _improved(improved: Sequence[Award], locale: str) -> Iterator[str]:
    for it in improved:
        yield say(
            "season-improved", locale, who=called(it.person, locale), points=it.number, game=game(it.game, locale)
        )


def _rivals(rivals: Sequence[Award], locale: str) -> Iterator[str]:
    """Of whom one was forgotten nothing is told."""
    if len(rivals) == 2:
        one, other = sorted(rivals, key=lambda it: -it.number)
        yield say(
            "season-rivals",
            locale,
            one=called(one.person, locale),
            other=called(other.person, locale),
            met=one.beside,
            ahead=one.number,
            behind=other.number,
        )


def _upset(winners: Sequence[Award], losers: Sequence[Award], locale: str) -> Iterator[str]:
    for one, other in zip(winners, losers, strict=False):
        yield say(
            "season-upset",
            locale,
            who=called(one.person, locale),
            whom=called(other.person, locale),
            points=one.number,
            chance=one.beside,
            game=game(one.game, locale),
        )
