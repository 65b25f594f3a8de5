"""The card of a challenge or an open table, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.i18n import say
from bot.matches.model import Closed, Foreign, Kind, Offer, Table
from bot.matches.terms import Agreement
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Address, Verb
from bot.screens.dialogs import matches_button, practising_on
from bot.screens.move_buttons import ELLIPSIS
from bot.screens.names import called, moment, plain, span
from bot.screens.outcome import terms
from bot.screens.proof import seal_line
from bot.screens.rules import banner
from bot.screens.scene import Button, Form, Row, Scene, Somebody, Tone
from bot.wall_clock import YOUNG_DAYS, young

LONGEST_LINE: Final = 100
"""Characters with which the dice may be shaken."""
USUAL: Final = Agreement(seats=1)
HOUSE: Final = "house"
"""Behind the button with which the house takes the seats of those who would rather not."""


def offer(table: Offer, locale: str, absences: Absences, *, called: frozenset[int]) -> Scene:
    """Who against whom and what the game is; below, what is not as usual and who has answered."""
    stands = say("offer-stands", locale, until=moment(table.stands(absences)))
    return Scene(
        above=(f"### {title(table, locale)}", table.game.say("about", locale)),
        board=banner(table.game.KEY, locale),
        below=(*_so_far(table, locale), *_unusual(table, locale), *_answers(table, locale, absences)),
        # What is rarely needed opens for one alone.
        rows=((*_answering(table, locale), Button(ELLIPSIS, str(Address(Verb.MORE, table.id, 0)))),),
        small=" · ".join([stands, seal_line(table, locale)]),
        called=called,
    )


def shaken(table: Table, person: int, text: str, locale: str) -> Scene:
    """What somebody shook the dice with, as they wrote it: no sign in it does anything."""
    return Scene(above=(say("offer-shaken", locale, who=called(person, locale), match=table.id, text=plain(text)),))


def closed(table: Closed, locale: str) -> Scene:
    """Nothing came of it, and why; a match that was called off can be played anew."""
    if table.how == Kind.SHELVED:
        # Practice that was put away has been offered to nobody.
        return Scene(above=(say("no-closed-shelved", locale),), rows=(practising_on(table.id, locale),))
    by = table.host if table.by is None else table.by
    facts = {"host": called(table.host, locale), "who": called(by, locale), "game": table.game.say("name", locale)}
    rows: tuple[Row, ...] = ()
    if isinstance(table, Foreign) and table.people:
        rows = ((Button(say("button-rematch", locale), str(Address(Verb.REMATCH, table.id, 0)), "main"),),)
    return Scene(above=(f"### {title(table, locale)}", say(f"offer-{table.how}", locale, **facts)), rows=rows)


def title(table: Table, locale: str) -> str:
    facts = {"host": called(table.host, locale), "game": table.game.say("name", locale)}
    if table.agreement.kind == "challenge":
        house = [called(None, locale)] * table.agreement.house
        guests = say.format_list([*(called(guest, locale) for guest in table.named), *house], locale)
        again = table.agreement.won is not None
        return say("offer-rematch" if again else "offer-challenge", locale, guests=guests, **facts)
    return say(f"offer-{table.agreement.kind}", locale, **facts)


def _so_far(table: Offer, locale: str) -> Iterator[str]:
    """How it stands between those who play once more."""
    if table.agreement.won is not None:
        people = (called(person, locale) for person in (table.host, *table.named))
        scores = (f"{who} {won}" for who, won in zip(people, table.agreement.won, strict=True))
        yield say("offer-so-far", locale, scores=" – ".join(scores))


def _unusual(table: Table, locale: str) -> Iterator[str]:
    """In a line: how it opens, then every option, the clock and whatever else was agreed that is not as usual."""
    _, *found = terms(table.game, table.options, locale, offered=True)
    agreement = table.agreement
    if table.options.is_drawn:
        found.append(say("term-drawn", locale))
    if agreement.clock is None:
        found.append(say("term-no-clock", locale))
    elif agreement.clock != USUAL.clock:
        found.append(say("term-clock", locale, span=span(agreement.clock, locale)))
    if agreement.limit is not None:
        found.append(say("term-limit", locale, span=span(agreement.limit, locale)))
    if agreement.level != USUAL.level and (agreement.house or agreement.fills is not None):
        found.append(say("term-level", locale, level=say(f"level-{agreement.level}", locale)))
    if _for_fun(table):
        found.append(say("term-unrated", locale))
    if agreement.shakes:
        found.append(say("term-shakes", locale))
    if found:
        yield "⚙️ " + " · ".join(found)


def _for_fun(table: Table) -> bool:
    return bool(table.agreement.house) or not table.agreement.rated or table.options.is_drawn


def _answers(table: Offer, locale: str, absences: Absences) -> Iterator[str]:
    """Who is in and who is not, and what it waits for where that is not they."""
    host = called(table.host, locale)
    there = [called(sitter.person, locale) for sitter in table.sat]
    if table.agreement.kind == "open":
        yield say(
            "offer-seats", locale, taken=len(there), seats=table.agreement.seats, who=say.format_list(there, locale)
        )
    elif there[1:]:
        yield say("offer-there", locale, who=say.format_list(there[1:], locale), count=len(there) - 1)
    if table.passed:
        told = [called(person, locale) for person in table.passed]
        yield say("offer-passed", locale, who=say.format_list(told, locale), count=len(told))
    if table.awaited:
        waits = [called(sitter.person, locale) for sitter in table.awaited]
        yield say("offer-unshaken", locale, who=say.format_list(waits, locale))
    elif table.spilt:
        yield say("offer-spilt", locale)
    if table.at_host:
        yield say("offer-at-host", locale, host=host)
    if table.filled and not table.full:
        yield say("offer-filled", locale, host=host)
    new = young(sorted(table.present), table.offered_at)
    if new and table.server and not _for_fun(table):
        who = say.format_list([called(person, locale) for person in new], locale)
        yield say("offer-young", locale, who=who, count=len(new), days=YOUNG_DAYS)
    fills = table.fills(absences)
    if fills is not None:
        yield say("offer-fills", locale, until=moment(fills))


def _answering(table: Offer, locale: str) -> tuple[Button, ...]:
    kind = table.agreement.kind
    if table.full:
        first = [_button(table, "shake", Verb.SHAKE, locale, tone="good")]
    else:
        first = [_button(table, f"sit-{kind}", Verb.SIT, locale, tone="good")]
    if kind == "challenge":
        first.append(_button(table, "decline", Verb.DECLINE, locale, tone="bad"))
    return tuple(first)


def aside(table: Offer, person: int, locale: str, note: str = "") -> Scene:
    """Behind the sign at the end of the row: what there is to read, and what this person may do besides. `note` says
    what has come of the last of it.
    """
    rows: list[Row] = []
    sitter = table.sitter(person)
    if person == table.host:
        rows += filter(None, [tuple(_goes_on(table, locale))])
        if table.passed:
            rows.append(Somebody(say("offer-invite", locale), str(Address(Verb.INVITE, table.id, 0))))
        rows.append(
            (
                _button(table, "options", Verb.OPTIONS, locale),
                _button(table, "withdraw", Verb.WITHDRAW, locale, tone="bad"),
            )
        )
    elif sitter and (table.agreement.kind == "open" or table.full):
        leave = "rise" if table.agreement.kind == "open" else "decline"
        rows.append((_button(table, leave, Verb.DECLINE, locale),))
    reads: tuple[Button, ...] = (
        _button(table, "rules", Verb.RULES, locale), _button(table, "verify", Verb.VERIFY, locale)
    )  # fmt: skip
    if sitter in table.unshaken:
        rows.insert(0, (_button(table, "shake", Verb.SHAKE, locale, tone="main"),))
    elif sitter:
        reads = (_button(table, "shake", Verb.SHAKE, locale), *reads)
    asks = [say("offer-asks", locale)] if sitter in table.unshaken else []
    return Scene(above=(f"### {title(table, locale)}", *filter(None, [note]), *asks), rows=(*rows, reads))


def opened(table: Offer, person: int, locale: str, absences: Absences) -> Scene:
    """The same for one alone, who came from a list: whoever may answer does so here."""
    card = offer(table, locale, absences, called=frozenset())
    may_sit = person in table.pending or (
        table.agreement.kind == "open" and not table.full and person not in table.company
    )
    beside = (_button(table, "rules", Verb.RULES, locale), matches_button(locale))
    rows = (_answering(table, locale), beside) if may_sit else (*aside(table, person, locale).rows, beside[1:])
    return replace(card, rows=rows)


def form(table: Offer, locale: str) -> Form:
    """For the line with which somebody shakes the dice."""
    asks, about = say("form-shake-line", locale), say("form-shake-about", locale)
    return Form(say("form-shake", locale), asks, about, str(Address(Verb.SHOOK, table.id, 0)), LONGEST_LINE)


def _goes_on(table: Offer, locale: str) -> Iterator[Button]:
    """How a host begins with those who came."""
    if not table.may_start:
        return
    if table.full:
        yield _button(table, "unshaken", Verb.START, locale)
        return
    few = table.agreement.fills is None and len(table.sat) < max(2, table.game.SEATS[0])
    if not few:
        yield _button(table, "start", Verb.START, locale, tone="main")
    if table.agreement.kind == "challenge" and len(table.sat) > 1:
        yield _button(table, "house", Verb.START, locale, HOUSE)


def _button(table: Offer, what: str, verb: Verb, locale: str, rest: str = "", tone: Tone = "plain") -> Button:
    return Button(say(f"button-{what}", locale), str(Address(verb, table.id, 0, rest)), tone)
