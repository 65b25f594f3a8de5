"""What was at a match, read from the store of the bot while it lives, and what each reader may have seen of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from bot.scenes.positions import passed
from bot.table.chronicle import record
from games.art import Picture, spoken
from games.core import Seat, Word
from games.match import Match
from games.record import Record
from games.words import LOCALES
from storage import Journal, Store
from tests.kit.process import Process


async def steps(bot: Process, match: int) -> Sequence[Match]:
    """The match at its start and after each step."""
    return passed(await _journal(bot, match))


async def recorded(bot: Process, match: int) -> Record:
    return record(await _journal(bot, match))


async def _journal(bot: Process, match: int) -> Journal:
    async with await Store.look(f"sqlite:///{bot.database}") as store:
        journal = await store.load(match)
    assert journal
    return journal


def allowed(match: Match, seat: Seat | None) -> Iterator[Any]:
    """The views that this reader may be shown at that step: their own, and what lies open for everybody."""
    game = match.game
    for eyes in {seat, None}:
        view = match.view(eyes)
        yield view
        yield game.forget(view)


def others(match: Match, seat: Seat | None) -> Iterator[Any]:
    """What all others may see, and what nobody may."""
    for eyes in range(match.seats):
        if eyes != seat:
            yield match.view(eyes)
    yield match.game.view(match.game.reveal_all(match.state), None)


def lines(match: Match, view: Any, names: Sequence[str]) -> Iterator[str]:
    """All that is told of a view, in every language, to whomever it may be told."""
    for locale in LOCALES:
        for reader in (None, *range(match.seats)):
            yield from match.game.told(replace(view, seat=reader), locale, names)
        yield match.game.alt(view, locale)
        yield match.game.text(view, locale)


def pictures(match: Match, view: Any) -> Iterator[Picture]:
    """All that may be painted of a view, in every language."""
    yield from _spoken(match, match.game.picture(view))
    if shown := match.game.reveal(view):
        yield from _spoken(match, shown)


def _spoken(match: Match, picture: Picture) -> Iterator[Picture]:
    yield from {spoken(picture, match.game.say, locale) for locale in LOCALES}


def sketches(match: Match, seat: Seat | None, words: Iterable[Word]) -> Iterator[Picture]:
    """What a seat may see of its own choices as it puts them together, and of nobody else's."""
    if seat is not None and seat in match.waiting:
        said = [word for word in words if word in match.legal(seat)]
        for view in (match.view(seat), match.game.forget(match.view(seat))):
            for word in said:
                for end in range(1, len(word) + 1):
                    if sketch := match.game.sketch(view, word[:end]):
                        yield from _spoken(match, sketch)


def labels(match: Match, seat: Seat) -> Iterator[str]:
    """What the buttons of a seat say."""
    view = match.game.forget(match.view(seat))
    for locale in LOCALES:
        for word in match.legal(seat):
            yield from (match.game.label(view, word[:end], locale) for end in range(1, len(word) + 1))
