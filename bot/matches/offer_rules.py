"""What may be done about an offer, and by whom: each answer is the events it comes to, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.matches.fold import terms
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from games.chained_record import hash_player_seed
from games.core import Game, Level, Move, Seat
from games.dice import UNSEEDED
from games.match import begin_match
from games.options import Options
from games.refused import Refused
from storage import Event


def check_terms(game: Game[Any, Any, Any], options: Options, terms: MatchTerms) -> None:
    """Could this match begin? A start is tried with plain dice."""
    if terms.limit is not None and not game.MAY_LIMIT_MATCH_TIME:
        raise Refused("untimed")
    check_level(game, terms.level)
    if terms.people < 1 or (terms.people == 1) != (terms.kind == "practice"):
        raise Refused("nobody")
    if terms.reads:
        check_read(game)
        if terms.kind != "practice":
            # Nobody is read whom others play against.
            raise Refused("nobody")
    order = terms.order
    if order is not None and (len(set(order)), len(order)) != (terms.people,) * 2:
        raise Refused("nobody")
    if order is not None and not set(order) <= set(range(terms.seats)):
        raise Refused("nobody")
    begin_match(game, options, terms.seats, UNSEEDED)


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
    agreement: MatchTerms,
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
    told = Event(EventType.OFFERED, terms(options, agreement), now, person_id=by, interaction_id=cause)
    if agreement.kind == "practice":
        # At once: nobody else is to answer. The dice rest on the moment of asking, which proves nothing about them.
        before = [Event(EventType.SAID, " ".join(word), now, seat=seat) for seat, word in said]
        return [
            replace(told, interaction_id=None),
            Event(EventType.SAT, "", now, person_id=by, interaction_id=cause),
            *before,
        ]
    return [told, *(Event(EventType.NAMED, "", now, person_id=person_id) for person_id in named)]


def sit(match: MatchState, person_id: int, cause: int, now: int, absences: Absences) -> list[Event]:
    """Accepts a challenge, joins an open table, begins a practice match."""
    offer = standing(match)
    if past(offer.stands(absences), now):
        # The clock will be here in a moment.
        raise Refused("closed-expired")
    if offer.sitter(person_id):
        raise Refused("sits-already")
    if match.terms.kind == "challenge":
        _check_named(offer, person_id)
    if offer.full:
        # It waits for the dice alone.
        raise Refused("no-seat-free")
    if match.terms.kind == "practice" and person_id != match.host_id:
        raise Refused("not-host")
    sits = Event(EventType.SAT, "", now, person_id=person_id, interaction_id=cause)
    if offer.filled and len(offer.sat) + 1 < offer.terms.people:
        # Everybody has waited long enough.
        return [sits, _started(offer.terms.seats, now)]
    return [sits]


def rise(match: MatchState, person_id: int, cause: int | None, now: int) -> list[Event]:
    """Leaves an open table that has not begun."""
    offer = standing(match)
    if match.terms.kind != "open" or person_id == match.host_id:
        raise Refused("not-open")
    if not offer.sitter(person_id):
        raise Refused("not-seated")
    return [Event(EventType.ROSE, "", now, person_id=person_id, interaction_id=cause)]


def shake(match: MatchState, person_id: int, text: str, cause: int, now: int, absences: Absences) -> list[Event]:
    """Their part of the dice, in a line of anything; the last counts. Of the line itself nothing is stored."""
    check_shaker(match, person_id, now, absences)
    return [Event(EventType.SHOOK, hash_player_seed(text), now, person_id=person_id, interaction_id=cause)]


def check_shaker(match: MatchState, person_id: int, now: int, absences: Absences) -> Offer:
    """Whoever sits there, until the match begins."""
    offer = standing(match)
    if past(offer.stands(absences), now):
        raise Refused("closed-expired")
    if not offer.sitter(person_id):
        raise Refused("not-seated")
    return offer


def decline(match: MatchState, person_id: int, cause: int | None, now: int) -> list[Event]:
    """With the last of the others the offer is over; else they may go on without whoever would rather not."""
    offer = standing(match)
    _check_named(offer, person_id)
    others = (offer.pending | {sitter.person_id for sitter in offer.sat}) - {offer.host_id, person_id}
    return [
        Event(EventType.PASSED if others else EventType.DECLINED, "", now, person_id=person_id, interaction_id=cause)
    ]


def invite(match: MatchState, person_id: int, other: int, cause: int | None, now: int) -> list[Event]:
    """Somebody else is asked, in the place of who would rather not."""
    offer = standing(match)
    _check_host(match, person_id)
    if not offer.passed:
        raise Refused("no-seat-free")
    if other in match.company:
        raise Refused("named-twice")
    return [Event(EventType.NAMED, "", now, person_id=other, interaction_id=cause)]


def withdraw(match: MatchState, person_id: int, cause: int | None, now: int) -> list[Event]:
    standing(match)
    _check_host(match, person_id)
    return [Event(EventType.WITHDRAWN, "", now, person_id=person_id, interaction_id=cause)]


def change(
    match: MatchState, person_id: int, options: Options, agreement: MatchTerms, cause: int, now: int
) -> list[Event]:
    """Other terms; whoever had accepted is asked again."""
    standing(match)
    _check_host(match, person_id)
    check_terms(match.game, options, agreement)
    return [Event(EventType.SET, terms(options, agreement), now, person_id=person_id, interaction_id=cause)]


def start(match: MatchState, person_id: int, seats: int, cause: int | None, now: int) -> list[Event]:
    """Begins an open table before it is full; the house takes the seats between those who came and `seats`. Where all
    are to shake the dice first they are the ones who play, and begins once they have; of several, without those who
    have not as soon as it is asked for once more.
    """
    offer = standing(match)
    _check_host(match, person_id)
    if offer.full and not offer.may_start:
        raise Refused("unshaken")
    if not offer.may_start:
        raise Refused("not-open")
    least = 2 if match.terms.fills is None else 1
    if len(match.sat) < least or seats < max(2, len(match.sat)):
        raise Refused("too-few", sat=len(match.sat), least=least)
    if seats > match.terms.seats:
        raise Refused("seats-stay")
    begin_match(match.game, match.options, seats, UNSEEDED)
    if len(match.sat) > 1 or match.sat[0].shook:
        return [replace(_started(seats, now), person_id=person_id, interaction_id=cause)]
    # Alone they would have one part of the dice only, from before the commitment: so they sit down anew.
    again = Event(EventType.SAT, "", now, person_id=person_id, interaction_id=cause)
    return [Event(EventType.ROSE, "", now, person_id=person_id), again, _started(seats, now)]


def fill(match: MatchState, now: int, absences: Absences) -> list[Event]:
    """Who is there begins with the house in the other seats; a host who is alone is asked to."""
    check_due(standing(match).fills(absences), now)
    return [_started(match.terms.seats, now) if len(match.sat) > 1 else Event(EventType.FILLED, "", now)]


def _started(seats: int, now: int) -> Event:
    return Event(EventType.STARTED, str(seats), now)


def expire(match: MatchState, now: int, absences: Absences) -> list[Event]:
    check_due(standing(match).stands(absences), now)
    return [Event(EventType.EXPIRED, "", now)]


def past(due: int | None, now: int) -> bool:
    return due is not None and due <= now


def check_due(due: int | None, now: int) -> None:
    if not past(due, now):
        raise Refused("not-due")


def standing(match: MatchState) -> Offer:
    """The offer, while it is one."""
    match match:
        case Offer():
            return match
        case ClosedMatch():
            raise Refused(f"closed-{match.how}", match=match.id)
    raise Refused("begun")


def _check_named(offer: Offer, person_id: int) -> None:
    if person_id in offer.passed:
        raise Refused("said-no")
    if person_id == offer.host_id:
        raise Refused("own-challenge")
    if person_id not in offer.named:
        raise Refused("not-named")


def _check_host(match: MatchState, person_id: int) -> None:
    if person_id != match.host_id:
        raise Refused("not-host")
