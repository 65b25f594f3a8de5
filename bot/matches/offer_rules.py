"""The rules for offers. Most functions return the events of an action, or raise `Refused`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from bot.matches.fold import encode_terms
from bot.matches.model import ClosedMatch, EventType, MatchState, Offer
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences
from games.chained_record import LOBBY_MAX_LINES, hash_player_seed
from games.core import Game
from games.dice import UNSEEDED
from games.match import begin_match
from games.options import Options
from games.refused import Refused
from storage import Event

OFFER_MAX_EVENTS: Final = LOBBY_MAX_LINES - 100
"""After so many events, nobody can join, add a seed or change the terms. Otherwise, no record could contain the match.

The difference leaves room for people who leave, and for the lines with which a match begins.
"""


def check_terms(game: Game[Any, Any, Any], options: Options, terms: MatchTerms) -> None:
    """Raise `Refused` if no match can start with these terms."""
    if terms.limit is not None and not game.MAY_LIMIT_MATCH_TIME:
        raise Refused("untimed")
    if terms.level not in game.LEVELS:
        raise Refused("button")
    if terms.people_count < 1 or (terms.people_count == 1) != (terms.kind == "practice"):
        raise Refused("nobody")
    if terms.reads:
        check_can_read_minds(game)
        if terms.kind != "practice":
            # The AI learns only from practice matches.
            raise Refused("nobody")
    if terms.order is not None:
        seats = set(terms.order)
        if not len(seats) == len(terms.order) == terms.people_count or not seats <= set(range(terms.seats)):
            raise Refused("nobody")
    # The game refuses options that it cannot set up, so try to set it up with fixed dice.
    begin_match(game, options, terms.seats, UNSEEDED)


def check_can_read_minds(game: Game[Any, Any, Any]) -> None:
    """Raise `Refused` if the AI cannot learn to predict its opponent's choices in this game."""
    if not game.can_exploit:
        raise Refused("illegible")


def create_offer(
    host_id: int,
    invited_ids: Sequence[int],
    options: Options,
    terms: MatchTerms,
    interaction_id: int,
    now_ms: int,
    earlier_moves: Iterable[Event] = (),
) -> list[Event]:
    """Return the first events of an offer.

    A practice match starts immediately. If it continues another match, it repeats that match's moves.
    """
    if host_id in invited_ids:
        raise Refused("yourself")
    if len(set(invited_ids)) < len(invited_ids):
        raise Refused("named-twice")
    wanted = terms.people_count - 1 if terms.kind == "challenge" else 0
    if len(invited_ids) != wanted:
        raise Refused("named-count", wanted=wanted, named=len(invited_ids))
    offered = Event(
        EventType.OFFERED, encode_terms(options, terms), now_ms, person_id=host_id, interaction_id=interaction_id
    )
    if terms.kind == "practice":
        if len(terms.since) > OFFER_MAX_EVENTS:
            raise Refused("changed-too-often")
        # The match starts at once, so the nonce was chosen before the commitment was shown. Such a nonce proves nothing
        # about the dice.
        earlier = [replace(move, created_ms=now_ms, interaction_id=None) for move in earlier_moves]
        return [
            replace(offered, interaction_id=None),
            Event(EventType.JOINED, "", now_ms, person_id=host_id, interaction_id=interaction_id),
            *earlier,
        ]
    return [offered, *(Event(EventType.INVITED, "", now_ms, person_id=person_id) for person_id in invited_ids)]


def join_offer(match: MatchState, person_id: int, interaction_id: int, now_ms: int, absences: Absences) -> list[Event]:
    """Accept a challenge or join an open offer."""
    offer = require_offer(match)
    if is_past(offer.compute_expiry(absences), now_ms):
        # The deadline loop is about to close the offer.
        raise Refused("closed-expired")
    if offer.find_joined_player(person_id):
        raise Refused("sits-already")
    _check_event_count(offer)
    if match.terms.kind == "challenge":
        _check_invited(offer, person_id)
    if offer.is_full:
        # All seats are taken, and the offer waits only for seeds.
        raise Refused("no-seat-free")
    joined = Event(EventType.JOINED, "", now_ms, person_id=person_id, interaction_id=interaction_id)
    if offer.has_ai_joined and len(offer.joined_players) + 1 < offer.terms.people_count:
        # The AI takes the other seats.
        return [joined, _build_started_event(offer.terms.seats, now_ms)]
    return [joined]


def leave_offer(match: MatchState, person_id: int, interaction_id: int | None, now_ms: int) -> list[Event]:
    """Leave an open offer before it starts."""
    offer = require_offer(match)
    if match.terms.kind != "open" or person_id == match.host_id:
        raise Refused("not-open")
    if not offer.find_joined_player(person_id):
        raise Refused("not-seated")
    return [Event(EventType.LEFT, "", now_ms, person_id=person_id, interaction_id=interaction_id)]


def add_player_seed(
    match: MatchState, person_id: int, player_seed: str, interaction_id: int, now_ms: int, absences: Absences
) -> list[Event]:
    """Add a player's seed to the dice. Only the hash of their latest seed is stored."""
    check_can_add_seed(match, person_id, now_ms, absences)
    return [
        Event(
            EventType.SEED_ADDED,
            hash_player_seed(player_seed),
            now_ms,
            person_id=person_id,
            interaction_id=interaction_id,
        )
    ]


def check_can_add_seed(match: MatchState, person_id: int, now_ms: int, absences: Absences) -> Offer:
    """Return the offer, or raise `Refused` if it has expired or this person has not joined it."""
    offer = require_offer(match)
    if is_past(offer.compute_expiry(absences), now_ms):
        raise Refused("closed-expired")
    if not offer.find_joined_player(person_id):
        raise Refused("not-seated")
    _check_event_count(offer)
    return offer


def decline_offer(match: MatchState, person_id: int, interaction_id: int | None, now_ms: int) -> list[Event]:
    """Decline a challenge. This closes the offer unless other invited players remain."""
    offer = require_offer(match)
    _check_invited(offer, person_id)
    others = (offer.unanswered_ids | {player.person_id for player in offer.joined_players}) - {offer.host_id, person_id}
    return [
        Event(
            EventType.INVITEE_DECLINED if others else EventType.OFFER_DECLINED,
            "",
            now_ms,
            person_id=person_id,
            interaction_id=interaction_id,
        )
    ]


def invite_replacement(
    match: MatchState, person_id: int, invited_id: int, interaction_id: int | None, now_ms: int
) -> list[Event]:
    """Invite somebody in place of a person who declined."""
    offer = require_offer(match)
    _check_host(match, person_id)
    if not offer.declined_ids:
        raise Refused("no-seat-free")
    if invited_id in match.involved_person_ids:
        raise Refused("named-twice")
    return [Event(EventType.INVITED, "", now_ms, person_id=invited_id, interaction_id=interaction_id)]


def withdraw_offer(match: MatchState, person_id: int, interaction_id: int | None, now_ms: int) -> list[Event]:
    require_offer(match)
    _check_host(match, person_id)
    return [Event(EventType.WITHDRAWN, "", now_ms, person_id=person_id, interaction_id=interaction_id)]


def change_terms(
    match: MatchState, person_id: int, options: Options, terms: MatchTerms, interaction_id: int, now_ms: int
) -> list[Event]:
    """Change the terms. Players who had joined must accept again."""
    _check_event_count(require_offer(match))
    _check_host(match, person_id)
    check_terms(match.game, options, terms)
    return [
        Event(
            EventType.TERMS_CHANGED,
            encode_terms(options, terms),
            now_ms,
            person_id=person_id,
            interaction_id=interaction_id,
        )
    ]


def start_match(match: MatchState, person_id: int, seats: int, interaction_id: int | None, now_ms: int) -> list[Event]:
    """Start a match of `seats` seats with the players who joined. The AI takes the remaining seats.

    If the terms require seeds, the match waits until the players have added theirs. With more than two players, the
    host can start a second time to begin without the missing seeds.
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
        return [replace(_build_started_event(seats, now_ms), person_id=person_id, interaction_id=interaction_id)]
    # A single nonce that was chosen before the commitment proves nothing about the dice, so the host joins again.
    rejoined = Event(EventType.JOINED, "", now_ms, person_id=person_id, interaction_id=interaction_id)
    return [Event(EventType.LEFT, "", now_ms, person_id=person_id), rejoined, _build_started_event(seats, now_ms)]


def fill_with_ai(match: MatchState, now_ms: int, absences: Absences) -> list[Event]:
    """Start the match with the AI in the empty seats. If only the host has joined, wait for the host to start it."""
    check_is_due(require_offer(match).compute_ai_fill_time(absences), now_ms)
    return [
        _build_started_event(match.terms.seats, now_ms)
        if len(match.joined_players) > 1
        else Event(EventType.AI_JOINED, "", now_ms)
    ]


def _build_started_event(seats: int, now_ms: int) -> Event:
    return Event(EventType.STARTED, str(seats), now_ms)


def expire_offer(match: MatchState, now_ms: int, absences: Absences) -> list[Event]:
    check_is_due(require_offer(match).compute_expiry(absences), now_ms)
    return [Event(EventType.EXPIRED, "", now_ms)]


def is_past(due_ms: int | None, now_ms: int) -> bool:
    return due_ms is not None and due_ms <= now_ms


def check_is_due(due_ms: int | None, now_ms: int) -> None:
    if not is_past(due_ms, now_ms):
        raise Refused("not-due")


def _check_event_count(offer: Offer) -> None:
    if offer.event_count >= OFFER_MAX_EVENTS:
        raise Refused("changed-too-often")


def require_offer(match: MatchState) -> Offer:
    """Return the match if it is an offer, or else raise `Refused`."""
    if isinstance(match, Offer):
        return match
    if isinstance(match, ClosedMatch):
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
