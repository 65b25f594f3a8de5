"""The card of a challenge or an open table, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.i18n import say
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer, UnreadableMatch
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from bot.screens.custom_ids import Action, CustomId
from bot.screens.dialogs import matches_button, practising_on
from bot.screens.move_buttons import ELLIPSIS
from bot.screens.names import called, moment, plain, span
from bot.screens.outcome import terms
from bot.screens.proof import seal_line
from bot.screens.rules import banner
from bot.screens.scene import Button, Form, PersonSelect, Row, Scene, Tone
from bot.wall_clock import YOUNG_DAYS, young

LONGEST_LINE: Final = 100
"""Characters with which the dice may be shaken."""
USUAL: Final = MatchTerms(seats=1)
HOUSE: Final = "house"
"""Behind the button with which the house takes the seats of those who would rather not."""


def offer(match: Offer, locale: str, absences: Absences, *, called: frozenset[int]) -> Scene:
    """Who against whom and what the game is; below, what is not as usual and who has answered."""
    stands = say("offer-stands", locale, until=moment(match.stands(absences)))
    return Scene(
        above=(f"### {title(match, locale)}", match.game.say("about", locale)),
        board=banner(match.game.KEY, locale),
        below=(*_so_far(match, locale), *_unusual(match, locale), *_answers(match, locale, absences)),
        # What is rarely needed opens for one alone.
        rows=((*_answering(match, locale), Button(ELLIPSIS, str(CustomId(Action.MORE, match.id, 0)))),),
        small=" · ".join([stands, seal_line(match, locale)]),
        called=called,
    )


def shaken(match: MatchState, person_id: int, text: str, locale: str) -> Scene:
    """What somebody shook the dice with, as they wrote it: no sign in it does anything."""
    return Scene(above=(say("offer-shaken", locale, who=called(person_id, locale), match=match.id, text=plain(text)),))


def closed(match: ClosedMatch, locale: str) -> Scene:
    """Nothing came of it, and why; a match that was called off can be played anew."""
    if match.how == EventType.SHELVED:
        # Practice that was put away has been offered to nobody.
        return Scene(above=(say("no-closed-shelved", locale),), rows=(practising_on(match.id, locale),))
    by = match.host_id if match.by is None else match.by
    facts = {"host": called(match.host_id, locale), "who": called(by, locale), "game": match.game.say("name", locale)}
    rows: tuple[Row, ...] = ()
    if isinstance(match, UnreadableMatch) and match.people:
        rows = ((Button(say("button-rematch", locale), str(CustomId(Action.REMATCH, match.id, 0)), "main"),),)
    return Scene(above=(f"### {title(match, locale)}", say(f"offer-{match.how}", locale, **facts)), rows=rows)


def title(match: MatchState, locale: str) -> str:
    facts = {"host": called(match.host_id, locale), "game": match.game.say("name", locale)}
    if match.terms.kind == "challenge":
        house = [called(None, locale)] * match.terms.house
        guests = say.format_list([*(called(guest, locale) for guest in match.named), *house], locale)
        again = match.terms.won is not None
        return say("offer-rematch" if again else "offer-challenge", locale, guests=guests, **facts)
    return say(f"offer-{match.terms.kind}", locale, **facts)


def _so_far(match: Offer, locale: str) -> Iterator[str]:
    """How it stands between those who play once more."""
    if match.terms.won is not None:
        people = (called(person_id, locale) for person_id in (match.host_id, *match.named))
        scores = (f"{who} {won}" for who, won in zip(people, match.terms.won, strict=True))
        yield say("offer-so-far", locale, scores=" – ".join(scores))


def _unusual(match: MatchState, locale: str) -> Iterator[str]:
    """In a line: how it opens, then every option, the clock and whatever else was agreed that is not as usual."""
    _, *found = terms(match.game, match.options, locale, offered=True)
    agreement = match.terms
    if match.options.is_preset:
        found.append(say("term-drawn", locale))
    if agreement.clock is None:
        found.append(say("term-no-clock", locale))
    elif agreement.clock != USUAL.clock:
        found.append(say("term-clock", locale, span=span(agreement.clock, locale)))
    if agreement.limit is not None:
        found.append(say("term-limit", locale, span=span(agreement.limit, locale)))
    if agreement.level != USUAL.level and (agreement.house or agreement.fills is not None):
        found.append(say("term-level", locale, level=say(f"level-{agreement.level}", locale)))
    if _for_fun(match):
        found.append(say("term-unrated", locale))
    if agreement.shakes:
        found.append(say("term-shakes", locale))
    if found:
        yield "⚙️ " + " · ".join(found)


def _for_fun(match: MatchState) -> bool:
    return bool(match.terms.house) or not match.terms.rated or match.options.is_preset


def _answers(match: Offer, locale: str, absences: Absences) -> Iterator[str]:
    """Who is in and who is not, and what it waits for where that is not they."""
    host = called(match.host_id, locale)
    there = [called(sitter.person_id, locale) for sitter in match.sat]
    if match.terms.kind == "open":
        yield say("offer-seats", locale, taken=len(there), seats=match.terms.seats, who=say.format_list(there, locale))
    elif there[1:]:
        yield say("offer-there", locale, who=say.format_list(there[1:], locale), count=len(there) - 1)
    if match.passed:
        told = [called(person_id, locale) for person_id in match.passed]
        yield say("offer-passed", locale, who=say.format_list(told, locale), count=len(told))
    if match.awaited:
        waits = [called(sitter.person_id, locale) for sitter in match.awaited]
        yield say("offer-unshaken", locale, who=say.format_list(waits, locale))
    elif match.spilt:
        yield say("offer-spilt", locale)
    if match.at_host:
        yield say("offer-at-host", locale, host=host)
    if match.filled and not match.full:
        yield say("offer-filled", locale, host=host)
    new = young(sorted(match.present), match.offered_at)
    if new and match.server_id and not _for_fun(match):
        who = say.format_list([called(person_id, locale) for person_id in new], locale)
        yield say("offer-young", locale, who=who, count=len(new), days=YOUNG_DAYS)
    fills = match.fills(absences)
    if fills is not None:
        yield say("offer-fills", locale, until=moment(fills))


def _answering(match: Offer, locale: str) -> tuple[Button, ...]:
    kind = match.terms.kind
    if match.full:
        first = [_button(match, "shake", Action.SHAKE, locale, tone="good")]
    else:
        first = [_button(match, f"sit-{kind}", Action.SIT, locale, tone="good")]
    if kind == "challenge":
        first.append(_button(match, "decline", Action.DECLINE, locale, tone="bad"))
    return tuple(first)


def aside(match: Offer, person_id: int, locale: str, note: str = "") -> Scene:
    """Behind the sign at the end of the row: what there is to read, and what this person may do besides. `note` says
    what has come of the last of it.
    """
    rows: list[Row] = []
    sitter = match.sitter(person_id)
    if person_id == match.host_id:
        rows += filter(None, [tuple(_goes_on(match, locale))])
        if match.passed:
            rows.append(PersonSelect(say("offer-invite", locale), str(CustomId(Action.INVITE, match.id, 0))))
        rows.append(
            (
                _button(match, "options", Action.OPTIONS, locale),
                _button(match, "withdraw", Action.WITHDRAW, locale, tone="bad"),
            )
        )
    elif sitter and (match.terms.kind == "open" or match.full):
        leave = "rise" if match.terms.kind == "open" else "decline"
        rows.append((_button(match, leave, Action.DECLINE, locale),))
    reads: tuple[Button, ...] = (
        _button(match, "rules", Action.RULES, locale), _button(match, "verify", Action.VERIFY, locale)
    )  # fmt: skip
    if sitter in match.unshaken:
        rows.insert(0, (_button(match, "shake", Action.SHAKE, locale, tone="main"),))
    elif sitter:
        reads = (_button(match, "shake", Action.SHAKE, locale), *reads)
    asks = [say("offer-asks", locale)] if sitter in match.unshaken else []
    return Scene(above=(f"### {title(match, locale)}", *filter(None, [note]), *asks), rows=(*rows, reads))


def opened(match: Offer, person_id: int, locale: str, absences: Absences) -> Scene:
    """The same for one alone, who came from a list: whoever may answer does so here."""
    card = offer(match, locale, absences, called=frozenset())
    may_sit = person_id in match.pending or (
        match.terms.kind == "open" and not match.full and person_id not in match.company
    )
    beside = (_button(match, "rules", Action.RULES, locale), matches_button(locale))
    rows = (_answering(match, locale), beside) if may_sit else (*aside(match, person_id, locale).rows, beside[1:])
    return replace(card, rows=rows)


def form(match: Offer, locale: str) -> Form:
    """For the line with which somebody shakes the dice."""
    asks, about = say("form-shake-line", locale), say("form-shake-about", locale)
    return Form(say("form-shake", locale), asks, about, str(CustomId(Action.SHOOK, match.id, 0)), LONGEST_LINE)


def _goes_on(match: Offer, locale: str) -> Iterator[Button]:
    """How a host begins with those who came."""
    if not match.may_start:
        return
    if match.full:
        yield _button(match, "unshaken", Action.START, locale)
        return
    few = match.terms.fills is None and len(match.sat) < max(2, match.game.SEATS[0])
    if not few:
        yield _button(match, "start", Action.START, locale, tone="main")
    if match.terms.kind == "challenge" and len(match.sat) > 1:
        yield _button(match, "house", Action.START, locale, HOUSE)


def _button(match: Offer, what: str, verb: Action, locale: str, rest: str = "", tone: Tone = "plain") -> Button:
    return Button(say(f"button-{what}", locale), str(CustomId(verb, match.id, 0, rest)), tone)
