"""A ladder: the page as a picture, and the same in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.ladder.belief import ACQUAINTED
from bot.ladder.rating import EVERYTHING, figure, missing, strangers
from bot.ladder.standings import PAGE, Line, Page
from bot.scenes import ladder_picture
from bot.scenes.address import Address
from bot.scenes.end import moved
from bot.scenes.menu import matches_button, practices
from bot.scenes.names import called, plain
from bot.scenes.scene import Board, Button, Row, Scene
from bot.scenes.spans import day
from bot.scenes.verb import Verb
from bot.scenes.worth import ranked, worth
from bot.texts import say
from games import GAMES
from storage import Met, Season

OWN_PAGE: Final = "own"
"""Stands where a page starts, for the one with the reader in its middle."""


def shown(page: Page, locale: str) -> Scene:
    title = f"### {say('ladder-title', locale, game=game(page.game, locale))}"
    above: tuple[str, ...] = (title, _when(page, locale))
    if not page.lines and page.own is None:
        return Scene(above=(*above, say("ladder-empty", locale)), rows=((matches_button(locale),), practices(locale)))
    if few := _few(page):
        over = page.season is not None and page.season.ended is not None
        above = (*above, say("ladder-few-ended" if over else "ladder-few", locale, players=few))
    return Scene(
        above=above,
        board=_board(page, locale),
        below=tuple(_lines(page, locale)),
        rows=_buttons(page, locale),
        small=say("ladder-small", locale, players=page.players),
    )


def game(key: str, locale: str) -> str:
    return say("ladder-everything", locale) if key == EVERYTHING else GAMES[key].say("name", locale)


def named(season: Season, locale: str, *, plainly: bool = True) -> str:
    """Whoever manages a server calls it as they like; in lists to choose from no sign does anything anyway."""
    if season.name:
        name = plain(season.name) if plainly else season.name
        return say("season-named", locale, name=name, number=season.number)
    return say("season", locale, number=season.number)


def _when(page: Page, locale: str) -> str:
    season = page.season
    if season is None:
        return say("ladder-open", locale)
    name = named(season, locale)
    if season.ended is not None:
        return say("ladder-ended", locale, season=name, began=day(season.began), ended=day(season.ended))
    if season.due is None:
        return say("ladder-running", locale, season=name, began=day(season.began))
    return say("ladder-running-until", locale, season=name, began=day(season.began), due=day(season.due))


def _few(page: Page) -> int:
    """How many play, where they are so few that nobody can have met as many others as a rank takes; else 0."""
    lines = [*page.lines, *_elsewhere(page)]
    count = max(page.players, len(lines))
    return count if 1 < count <= ACQUAINTED and all(strangers(line.rating) for line in lines) else 0


def _board(page: Page, locale: str) -> Board:
    lines = [*page.lines, *_elsewhere(page)]
    told = [_alt(it, locale) for it in lines]
    return Board(
        ladder_picture.picture(page.lines, page.own),
        say("ladder-alt", locale, lines=" · ".join(told)),
        tuple(it.rating.player for it in lines),
    )


def _elsewhere(page: Page) -> list[Line]:
    """One's own row, where it is not on the page."""
    return [page.own] if page.own and page.own not in page.lines else []


def _lines(page: Page, locale: str) -> Iterator[str]:
    few = _few(page) > 0
    for line in page.lines:
        yield _line(line, locale, few=few)
    for line in _elsewhere(page):
        yield "…"
        yield _line(line, locale, few=few)
        if line.rating.hidden:
            yield say("ladder-hidden", locale)


def _line(line: Line, locale: str, *, few: bool) -> str:
    moves = say("ladder-new", locale) if line.moved is None else moved(line.moved).strip()
    who, thought = called(line.rating.player, locale), worth(line.rating, locale)
    if few:
        # That nobody has a rank, and what it takes, is said above and once.
        told = say("ladder-line-few", locale, who=who, worth=thought, matches=line.rating.matches)
    elif missing(line.rating):
        left = ranked(line.standing, locale)
        told = say("ladder-line-missing", locale, who=who, worth=thought, missing=left)
        moves = ""
    else:
        told = say("ladder-line", locale, rank=line.rank, who=who, worth=thought, matches=line.rating.matches)
    return " · ".join(part for part in (told, moves, _form(line.form)) if part)


def _alt(line: Line, locale: str) -> str:
    if missing(line.rating):
        return say("ladder-alt-missing", locale, points=figure(line.rating))
    return say("ladder-alt-line", locale, rank=line.rank, points=figure(line.rating))


def _form(form: tuple[Met, ...]) -> str:
    """The newest at the right, as in the picture, and further back."""
    return " ".join(["🏁", *(ladder_picture.placed(met) for met in reversed(form))]) if form else ""


def _buttons(page: Page, locale: str) -> tuple[Row, ...]:
    start = page.lines[0].standing.place - 1 if page.lines else 0
    # Of the first page nothing is written: the page before may be the same, and buttons must differ.
    row = [
        Button(say("button-first", locale), _to(page, ""), off=not start),
        Button(say("button-before", locale), _to(page, str(max(0, start - PAGE))), off=not start),
        Button(say("button-next", locale), _to(page, str(start + PAGE)), off=not page.more),
    ]
    if page.own and not page.own.rating.hidden:
        row.append(Button(say("button-own-rank", locale), _to(page, OWN_PAGE), off=not _elsewhere(page)))
    # Without anybody on it one page is like the other, and buttons must differ.
    return (tuple(row),) if page.lines else ((matches_button(locale),),)


def _to(page: Page, rest: str) -> str:
    return str(Address(Verb.LADDER, page.number, 0, f"{page.game}.{rest}"))
