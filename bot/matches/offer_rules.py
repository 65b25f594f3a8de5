"""What may be done about an offer, and by whom: each answer is the events it comes to, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.matches.fold import terms
from bot.matches.model import Closed, Kind, Offer, Table
from bot.matches.terms import Agreement
from bot.matches.time_budget import Absences
from games.chained_record import hash_player_seed
from games.core import Game, Level, Move, Seat
from games.dice import UNSEEDED
from games.match import begin_match
from games.options import Options
from games.refused import Refused
from storage import Event


def check_terms(game: Game[Any, Any, Any], options: Options, agreement: Agreement) -> None:
    """Could this match begin? A start is tried with plain dice."""
    if agreement.limit is not None and not game.MAY_LIMIT_MATCH_TIME:
        raise Refused("untimed")
    check_level(game, agreement.level)
    if agreement.people < 1 or (agreement.people == 1) != (agreement.kind == "practice"):
        raise Refused("nobody")
    if agreement.reads:
        check_read(game)
        if agreement.kind != "practice":
            # Nobody is read whom others play against.
            raise Refused("nobody")
    order = agreement.order
    if order is not None and (len(set(order)), len(order)) != (agreement.people,) * 2:
        raise Refused("nobody")
    if order is not None and not set(order) <= set(range(agreement.seats)):
        raise Refused("nobody")
    begin_match(game, options, agreement.seats, UNSEEDED)


def check_level(game: Game[Any, Any, Any], level: Level) -> None:
    """Does the house play there as well as that?"""
    if level not in game.LEVELS:
        raise Refused("too-strong")


def check_read(game: Game[Any, Any, Any]) -> None:
    """Can the house learn there how somebody chooses?"""
    if not game.can_exploit:
        raise Refused("illegible")


def offer(
    by: int,
    named: Sequence[int],
    options: Options,
    agreement: Agreement,
    cause: int,
    now: int,
    said: Iterable[tuple[Seat, Move]] = (),
) -> list[Event]:
    """The first events of a table; practice begins with them, and with what was `said` in the match it goes on from."""
    if by in named:
        raise Refused("yourself")
    if len(set(named)) < len(named):
        raise Refused("named-twice")
    wanted = agreement.people - 1 if agreement.kind == "challenge" else 0
    if len(named) != wanted:
        raise Refused("named-count", wanted=wanted, named=len(named))
    told = Event(Kind.OFFERED, terms(options, agreement), now, person_id=by, interaction_id=cause)
    if agreement.kind == "practice":
        # At once: nobody else is to answer. The dice rest on the moment of asking, which proves nothing about them.
        before = [Event(Kind.SAID, " ".join(word), now, seat=seat) for seat, word in said]
        return [
            replace(told, interaction_id=None),
            Event(Kind.SAT, "", now, person_id=by, interaction_id=cause),
            *before,
        ]
    return [told, *(Event(Kind.NAMED, "", now, person_id=person) for person in named)]


def sit(table: Table, person: int, cause: int, now: int, absences: Absences) -> list[Event]:
    """Accepts a challenge, joins an open table, begins a practice match."""
    offer = standing(table)
    if past(offer.stands(absences), now):
        # The clock will be here in a moment.
        raise Refused("closed-expired")
    if offer.sitter(person):
        raise Refused("sits-already")
    if table.agreement.kind == "challenge":
        _check_named(offer, person)
    if offer.full:
        # It waits for the dice alone.
        raise Refused("no-seat-free")
    if table.agreement.kind == "practice" and person != table.host:
        raise Refused("not-host")
    sits = Event(Kind.SAT, "", now, person_id=person, interaction_id=cause)
    if offer.filled and len(offer.sat) + 1 < offer.agreement.people:
        # Everybody has waited long enough.
        return [sits, _started(offer.agreement.seats, now)]
    return [sits]


def rise(table: Table, person: int, cause: int | None, now: int) -> list[Event]:
    """Leaves an open table that has not begun."""
    offer = standing(table)
    if table.agreement.kind != "open" or person == table.host:
        raise Refused("not-open")
    if not offer.sitter(person):
        raise Refused("not-seated")
    return [Event(Kind.ROSE, "", now, person_id=person, interaction_id=cause)]


def shake(table: Table, person: int, text: str, cause: int, now: int, absences: Absences) -> list[Event]:
    """Their part of the dice, in a line of anything; the last counts. Of the line itself nothing is stored."""
    check_shaker(table, person, now, absences)
    return [Event(Kind.SHOOK, hash_player_seed(text), now, person_id=person, interaction_id=cause)]


def check_shaker(table: Table, person: int, now: int, absences: Absences) -> Offer:
    """Whoever sits there, until the match begins."""
    offer = standing(table)
    if past(offer.stands(absences), now):
        raise Refused("closed-expired")
    if not offer.sitter(person):
        raise Refused("not-seated")
    return offer


def decline(table: Table, person: int, cause: int | None, now: int) -> list[Event]:
    """With the last of the others the offer is over; else they may go on without whoever would rather not."""
    offer = standing(table)
    _check_named(offer, person)
    others = (offer.pending | {sitter.person for sitter in offer.sat}) - {offer.host, person}
    return [Event(Kind.PASSED if others else Kind.DECLINED, "", now, person_id=person, interaction_id=cause)]


def invite(table: Table, person: int, other: int, cause: int | None, now: int) -> list[Event]:
    """Somebody else is asked, in the place of who would rather not."""
    offer = standing(table)
    _check_host(table, person)
    if not offer.passed:
        raise Refused("no-seat-free")
    if other in table.company:
        raise Refused("named-twice")
    return [Event(Kind.NAMED, "", now, person_id=other, interaction_id=cause)]


def withdraw(table: Table, person: int, cause: int | None, now: int) -> list[Event]:
    standing(table)
    _check_host(table, person)
    return [Event(Kind.WITHDRAWN, "", now, person_id=person, interaction_id=cause)]


def change(table: Table, person: int, options: Options, agreement: Agreement, cause: int, now: int) -> list[Event]:
    """Other terms; whoever had accepted is asked again."""
    standing(table)
    _check_host(table, person)
    check_terms(table.game, options, agreement)
    return [Event(Kind.SET, terms(options, agreement), now, person_id=person, interaction_id=cause)]


def start(table: Table, person: int, seats: int, cause: int | None, now: int) -> list[Event]:
    """Begins an open table before it is full; the house takes the seats between those who came and `seats`. Where all
    are to shake the dice first they are the ones who play, and begins once they have; of several, without those who
    have not as soon as it is asked for once more.
    """
    offer = standing(table)
    _check_host(table, person)
    if offer.full and not offer.may_start:
        raise Refused("unshaken")
    if not offer.may_start:
        raise Refused("not-open")
    least = 2 if table.agreement.fills is None else 1
    if len(table.sat) < least or seats < max(2, len(table.sat)):
        raise Refused("too-few", sat=len(table.sat), least=least)
    if seats > table.agreement.seats:
        raise Refused("seats-stay")
    begin_match(table.game, table.options, seats, UNSEEDED)
    if len(table.sat) > 1 or table.sat[0].shook:
        return [replace(_started(seats, now), person_id=person, interaction_id=cause)]
    # Alone they would have one part of the dice only, from before the commitment: so they sit down anew.
    again = Event(Kind.SAT, "", now, person_id=person, interaction_id=cause)
    return [Event(Kind.ROSE, "", now, person_id=person), again, _started(seats, now)]


def fill(table: Table, now: int, absences: Absences) -> list[Event]:
    """Who is there begins with the house in the other seats; a host who is alone is asked to."""
    check_due(standing(table).fills(absences), now)
    return [_started(table.agreement.seats, now) if len(table.sat) > 1 else Event(Kind.FILLED, "", now)]


def _started(seats: int, now: int) -> Event:
    return Event(Kind.STARTED, str(seats), now)


def expire(table: Table, now: int, absences: Absences) -> list[Event]:
    check_due(standing(table).stands(absences), now)
    return [Event(Kind.EXPIRED, "", now)]


def past(due: int | None, now: int) -> bool:
    return due is not None and due <= now


def check_due(due: int | None, now: int) -> None:
    if not past(due, now):
        raise Refused("not-due")


def standing(table: Table) -> Offer:
    """The offer, while it is one."""
    match table:
        case Offer():
            return table
        case Closed():
            raise Refused(f"closed-{table.how}", match=table.id)
    raise Refused("begun")


def _check_named(offer: Offer, person: int) -> None:
    if person in offer.passed:
        raise Refused("said-no")
    if person == offer.host:
        raise Refused("own-challenge")
    if person not in offer.named:
        raise Refused("not-named")


def _check_host(table: Table, person: int) -> None:
    if person != table.host:
        raise Refused("not-host")
