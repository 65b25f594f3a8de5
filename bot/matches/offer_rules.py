"""What may be done about an offer, and by whom: each answer is the events it comes to, or a refusal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from bot.matches.fold import encode_terms
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
    if terms.people_count < 1 or (terms.people_count == 1) != (terms.kind == "practice"):
        raise Refused("nobody")
    if terms.reads:
        check_can_read_minds(game)
        if terms.kind != "practice":
            # Nobody is read whom others play against.
            raise Refused("nobody")
    order = terms.order
    if order is not None and (len(set(order)), len(order)) != (terms.people_count,) * 2:
        raise Refused("nobody")
    if order is not None and not set(order) <= set(range(terms.seats)):
        raise Refused("nobody")
    begin_match(game, options, terms.seats, UNSEEDED)


def check_level(game: Game[Any, Any, Any], level: Level) -> None:
    """Does the house play there as well as that?"""
    if level not in game.LEVELS:
        raise Refused("too-strong")


def check_can_read_minds(game: Game[Any, Any, Any]) -> None:
    """Can the house learn there how somebody chooses?"""
    if not game.can_exploit:
        raise Refused("illegible")


def create_offer(
    host_id: int,
    invited_ids: Sequence[int],
    options: Options,
    terms: MatchTerms,
    interaction_id: int,
    now: int,
    earlier_moves: Iterable[tuple[Seat, Move]] = (),
) -> list[Event]:
    """The first events of a table; practice begins with them, and with what was `said` in the match it goes on from."""
    if host_id in invited_ids:
        raise Refused("yourself")
    if len(set(invited_ids)) < len(invited_ids):
        raise Refused("named-twice")
    wanted = terms.people_count - 1 if terms.kind == "challenge" else 0
    if len(invited_ids) != wanted:
        raise Refused("named-count", wanted=wanted, named=len(invited_ids))
    told = Event(EventType.OFFERED, encode_terms(options, terms), now, person_id=host_id, interaction_id=interaction_id)
    if terms.kind == "practice":
        # At once: nobody else is to answer. The dice rest on the moment of asking, which proves nothing about them.
        before = [Event(EventType.MOVED, " ".join(word), now, seat=seat) for seat, word in earlier_moves]
        return [
            replace(told, interaction_id=None),
            Event(EventType.JOINED, "", now, person_id=host_id, interaction_id=interaction_id),
            *before,
        ]
    return [told, *(Event(EventType.INVITED, "", now, person_id=person_id) for person_id in invited_ids)]


def join_offer(match: MatchState, person_id: int, interaction_id: int, now: int, absences: Absences) -> list[Event]:
    """Accepts a challenge, joins an open table, begins a practice match."""
    offer = require_offer(match)
    if is_past(offer.compute_expiry(absences), now):
        # The clock will be here in a moment.
        raise Refused("closed-expired")
    if offer.find_joined_player(person_id):
        raise Refused("sits-already")
    if match.terms.kind == "challenge":
        _check_invited(offer, person_id)
    if offer.is_full:
        # It waits for the dice alone.
        raise Refused("no-seat-free")
    if match.terms.kind == "practice" and person_id != match.host_id:
        raise Refused("not-host")
    sits = Event(EventType.JOINED, "", now, person_id=person_id, interaction_id=interaction_id)
    if offer.has_ai_joined and len(offer.joined_players) + 1 < offer.terms.people_count:
        # Everybody has waited long enough.
        return [sits, _build_started_event(offer.terms.seats, now)]
    return [sits]


def leave_offer(match: MatchState, person_id: int, interaction_id: int | None, now: int) -> list[Event]:
    """Leaves an open table that has not begun."""
    offer = require_offer(match)
    if match.terms.kind != "open" or person_id == match.host_id:
        raise Refused("not-open")
    if not offer.find_joined_player(person_id):
        raise Refused("not-seated")
    return [Event(EventType.LEFT, "", now, person_id=person_id, interaction_id=interaction_id)]


def add_player_seed(
    match: MatchState, person_id: int, player_seed: str, interaction_id: int, now: int, absences: Absences
) -> list[Event]:
    """Their part of the dice, in a line of anything; the last counts. Of the line itself nothing is stored."""
    check_can_add_seed(match, person_id, now, absences)
    return [
        Event(
            EventType.SEED_ADDED, hash_player_seed(player_seed), now, person_id=person_id, interaction_id=interaction_id
        )
    ]


def check_can_add_seed(match: MatchState, person_id: int, now: int, absences: Absences) -> Offer:
    """Whoever sits there, until the match begins."""
    offer = require_offer(match)
    if is_past(offer.compute_expiry(absences), now):
        raise Refused("closed-expired")
    if not offer.find_joined_player(person_id):
        raise Refused("not-seated")
    return offer


def decline_offer(match: MatchState, person_id: int, interaction_id: int | None, now: int) -> list[Event]:
    """With the last of the others the offer is over; else they may go on without whoever would rather not."""
    offer = require_offer(match)
    _check_invited(offer, person_id)
    others = (offer.unanswered_ids | {sitter.person_id for sitter in offer.joined_players}) - {offer.host_id, person_id}
    return [
        Event(
            EventType.INVITEE_DECLINED if others else EventType.OFFER_DECLINED,
            "",
            now,
            person_id=person_id,
            interaction_id=interaction_id,
        )
    ]


def invite_replacement(
    match: MatchState, person_id: int, invited_id: int, interaction_id: int | None, now: int
) -> list[Event]:
    """Somebody else is asked, in the place of who would rather not."""
    offer = require_offer(match)
    _check_host(match, person_id)
    if not offer.declined_ids:
        raise Refused("no-seat-free")
    if invited_id in match.involved_person_ids:
        raise Refused("named-twice")
    return [Event(EventType.INVITED, "", now, person_id=invited_id, interaction_id=interaction_id)]


def withdraw_offer(match: MatchState, person_id: int, interaction_id: int | None, now: int) -> list[Event]:
    require_offer(match)
    _check_host(match, person_id)
    return [Event(EventType.WITHDRAWN, "", now, person_id=person_id, interaction_id=interaction_id)]


def change_terms(
    match: MatchState, person_id: int, options: Options, terms: MatchTerms, interaction_id: int, now: int
) -> list[Event]:
    """Other terms; whoever had accepted is asked again."""
    require_offer(match)
    _check_host(match, person_id)
    check_terms(match.game, options, terms)
    return [
        Event(
            EventType.TERMS_CHANGED,
            encode_terms(options, terms),
            now,
            person_id=person_id,
            interaction_id=interaction_id,
        )
    ]


def start_match(match: MatchState, person_id: int, seats: int, interaction_id: int | None, now: int) -> list[Event]:
    """Begins an open table before it is full; the house takes the seats between those who came and `seats`. Where all
    are to shake the dice first they are the ones who play, and begins once they have; of several, without those who
    have not as soon as it is asked for once more.
    """
    offer = require_offer(match)
    _check_host(match, person_id)
    if offer.is_full and not offer.can_host_start:
        raise Refused("unshaken")
    if not offer.can_host_start:
        raise Refused("not-open")
    least = 2 if match.terms.fills is None else 1
    if len(match.joined_players) < least or seats < max(2, len(match.joined_players)):
        raise Refused("too-few", sat=len(match.joined_players), least=least)
    if seats > match.terms.seats:
        raise Refused("seats-stay")
    begin_match(match.game, match.options, seats, UNSEEDED)
    if len(match.joined_players) > 1 or match.joined_players[0].player_seed_hash:
        return [replace(_build_started_event(seats, now), person_id=person_id, interaction_id=interaction_id)]
    # Alone they would have one part of the dice only, from before the commitment: so they sit down anew.
    again = Event(EventType.JOINED, "", now, person_id=person_id, interaction_id=interaction_id)
    return [Event(EventType.LEFT, "", now, person_id=person_id), again, _build_started_event(seats, now)]


def fill_with_ai(match: MatchState, now: int, absences: Absences) -> list[Event]:
    """Who is there begins with the house in the other seats; a host who is alone is asked to."""
    check_is_due(require_offer(match).compute_ai_fill_time(absences), now)
    return [
        _build_started_event(match.terms.seats, now)
        if len(match.joined_players) > 1
        else Event(EventType.AI_JOINED, "", now)
    ]


def _build_started_event(seats: int, now: int) -> Event:
    return Event(EventType.STARTED, str(seats), now)


def expire_offer(match: MatchState, now: int, absences: Absences) -> list[Event]:
    check_is_due(require_offer(match).compute_expiry(absences), now)
    return [Event(EventType.EXPIRED, "", now)]


def is_past(due_ms: int | None, now: int) -> bool:
    return due_ms is not None and due_ms <= now


def check_is_due(due_ms: int | None, now: int) -> None:
    if not is_past(due_ms, now):
        raise Refused("not-due")


def require_offer(match: MatchState) -> Offer:
    """The offer, while it is one."""
    match match:
        case Offer():
            return match
        case ClosedMatch():
            raise Refused(f"closed-{match.close_reason}", match=match.id)
    raise Refused("begun")


def _check_invited(offer: Offer, person_id: int) -> None:
    if person_id in offer.declined_ids:
        raise Refused("said-no")
    if person_id == offer.host_id:
        raise Refused("own-challenge")
    if person_id not in offer.invited_ids:
        raise Refused("not-named")


def _check_host(match: MatchState, person_id: int) -> None:
    if person_id != match.host_id:
        raise Refused("not-host")
