"""The card of a challenge or an open table, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.scenes.address import Address
from bot.scenes.names import called
from bot.scenes.scene import Button, Row, Scene
from bot.scenes.spans import moment, span
from bot.scenes.terms import terms
from bot.scenes.verb import Verb
from bot.table.allowance import Absences
from bot.table.table import Closed, Offer, Table
from bot.texts import say
from games.fair import brief

HOUSE: Final = "house"
"""Behind the button with which the house takes the seats of those who would rather not."""


def offer(table: Offer, locale: str, absences: Absences, *, called: frozenset[int]) -> Scene:
    return Scene(
        above=(f"### {_title(table, locale)}", *_agreed(table, locale), *_answers(table, locale)),
        below=tuple(_until(table, locale, absences)),
        rows=_buttons(table, locale),
        small=say("offer-commitment", locale, commitment=brief(table.commitment)),
        called=called,
    )


def _until(table: Offer, locale: str, absences: Absences) -> Iterator[str]:
    """When the house sits down, where it will, and when it is too late for anybody."""
    fills = table.fills(absences)
    if fills is not None:
        yield say("offer-fills", locale, until=moment(fills))
    yield say("offer-stands", locale, until=moment(table.stands(absences)))


def closed(table: Closed, locale: str) -> Scene:
    """Nothing came of it, and why."""
    by = table.host if table.by is None else table.by
    told = say(f"offer-{table.how}", locale, host=called(table.host, locale), who=called(by, locale))
    return Scene(above=(f"### {_title(table, locale)}", told))


def _title(table: Table, locale: str) -> str:
    facts = {"host": called(table.host, locale), "game": table.game.say("name", locale)}
    if table.agreement.kind == "challenge":
        house = [called(None, locale)] * table.agreement.house
        guests = say.listed([*(called(guest, locale) for guest in table.named), *house], locale)
        return say("offer-challenge", locale, guests=guests, **facts)
    return say(f"offer-{table.agreement.kind}", locale, **facts)


def _agreed(table: Table, locale: str) -> Iterator[str]:
    """Every option that is not as usual, then the clock."""
    _, *settings = terms(table.game, table.options, locale)
    yield from (f"- {setting}" for setting in settings)
    agreement = table.agreement
    yield "- " + say("term-clock", locale, span=span(agreement.clock, locale))
    if agreement.limit is not None:
        yield "- " + say("term-limit", locale, span=span(agreement.limit, locale))
    if agreement.house or not agreement.rated or table.options.drawn:
        yield "- " + say("term-unrated", locale)
    if agreement.house or agreement.fills is not None:
        yield "- " + say("term-level", locale, level=say(f"level-{agreement.level}", locale))
    if agreement.fills is not None:
        yield "- " + say("term-fills", locale, span=span(agreement.fills, locale))
    if agreement.kind == "open":
        yield "- " + say("term-seats", locale, seats=agreement.seats)


def _answers(table: Offer, locale: str) -> Iterator[str]:
    there = [called(sitter.person, locale) for sitter in table.sat if sitter.person != table.host]
    if there:
        yield say("offer-there", locale, who=say.listed(there, locale), count=len(there))
    if table.passed:
        told = [called(person, locale) for person in table.passed]
        yield say("offer-passed", locale, who=say.listed(told, locale), count=len(told))
    if table.filled:
        yield say("offer-filled", locale, host=called(table.host, locale))


def _buttons(table: Offer, locale: str) -> tuple[Row, ...]:
    def to(verb: Verb, rest: str = "") -> str:
        return str(Address(verb, table.id, 0, rest))

    kind = table.agreement.kind
    first = [Button(say(f"button-sit-{kind}", locale), to(Verb.SIT), "good")]
    if kind == "challenge":
        first.append(Button(say("button-decline", locale), to(Verb.DECLINE), "bad"))
    few = table.agreement.fills is None and len(table.sat) < max(2, table.game.SEATS[0])
    if kind == "open":
        first.append(Button(say("button-rise", locale), to(Verb.DECLINE)))
        first.append(Button(say("button-start", locale), to(Verb.START), off=few))
    elif table.may_start:
        if not few:
            first.append(Button(say("button-start", locale), to(Verb.START)))
        first.append(Button(say("button-house", locale), to(Verb.START, HOUSE), off=len(table.sat) < 2))
    second = (
        Button(say("button-rules", locale), to(Verb.RULES)),
        Button(say("button-options", locale), to(Verb.OPTIONS)),
        Button(say("button-withdraw", locale), to(Verb.WITHDRAW)),
    )
    return (tuple(first), second)
