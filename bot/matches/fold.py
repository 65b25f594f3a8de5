"""The journal of a table, folded: its events make what it is, and its seal. Pure; `tables` stores and refuses.

One file, because every kind of event is folded beside the others, in one pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, TypeVar

from bot.matches import chain_lines
from bot.matches.model import (
    ClosedMatch,
    EventType,
    FinishedMatch,
    Installation,
    JoinedPlayer,
    MatchState,
    Offer,
    PastStep,
    RunningMatch,
    StartedMatch,
    UnreadableMatch,
)
from bot.matches.terms import MatchTerms
from bot.matches.time_budget import Absences, TimeBudget, update_time_budgets
from games import GAMES, chain
from games.chained_record import list_nonces
from games.core import Game, Move, Seat
from games.dice import Chance
from games.match import CANCEL, OFFER_DRAW, SPECIAL_MOVES, Match, begin_match, check_edition
from games.options import Options, validate_options
from games.refused import Refused
from storage import Event, Journal, MatchHeader, NewMatch, SeatStatus

T = TypeVar("T", bound=MatchState)
STARTED_SEAT_STATUSES: Final = frozenset({SeatStatus.AI, SeatStatus.LEFT, SeatStatus.PLAYING})
"""How the seats of a match stand in the store, once it has begun."""

RECENT_STEPS_MAX: Final = 24
"""Steps that are told to who comes back; of a longer absence the newest."""
_CLOSING_EVENT_TYPES: Final = frozenset(
    {EventType.OFFER_DECLINED, EventType.WITHDRAWN, EventType.EXPIRED, EventType.OUTDATED}
)
"""With which an offer, or a match, comes to nothing."""


def is_practice(header: MatchHeader) -> bool:
    """Before anything of it is folded: of what is practised nobody else hears."""
    return bool(json.loads(header.terms)["kind"] == "practice")


def encode_terms(options: Options, terms: MatchTerms) -> str:
    """What is offered, as the word of an event."""
    told = {"options": options, "agreement": terms}
    return json.dumps({key: it.model_dump(mode="json", exclude_defaults=True) for key, it in told.items()})


def _decode_terms(game: Game[Any, Any, Any], payload: str) -> tuple[Options, MatchTerms]:
    told = json.loads(payload)
    return validate_options(game.options_class, told["options"]), MatchTerms.model_validate(told["agreement"])


def fold_new_match(new_match: NewMatch, events: Sequence[Event]) -> MatchState:
    """The table as it will be once it is stored, and has an id."""
    return _apply_events(_build_offer(new_match, events[0]), events, Absences())


def fold_journal(journal: Journal, absences: Absences) -> MatchState:
    if not is_known_game(journal.header):
        # A newer version has begun it, and was taken back.
        raise Refused("no-table", match=journal.header.id, game=journal.header.game)
    if journal.header.edition != GAMES[journal.header.game].EDITION:
        return _build_unreadable_match(journal)
    return _apply_events(build_initial_offer(journal), journal.events, absences)


def is_known_game(header: MatchHeader) -> bool:
    """Is there such a game here?"""
    return header.game in GAMES


def is_outdated(header: MatchHeader) -> bool:
    """Does it still stand, by rules that have changed since? By newer ones it is somebody else's: versions come and go
    while everybody plays.
    """
    game = GAMES.get(header.game)
    return header.is_live and game is not None and header.edition < game.EDITION


def _build_unreadable_match(journal: Journal) -> UnreadableMatch:
    """What can be told of it without its rules. Options that are still there are kept, for a rematch."""
    header, last = journal.header, journal.events[-1]
    game = GAMES[header.game]
    try:
        options = validate_options(game.options_class, json.loads(header.options))
    except Refused:
        options = game.options_class()
    if not header.is_live:
        how = last.kind if last.kind in _CLOSING_EVENT_TYPES else "bygone"
    else:
        how = str(EventType.OUTDATED) if is_outdated(header) else "newer"
    begun = any(seated.status in STARTED_SEAT_STATUSES for seated in journal.seats)
    host = journal.events[0].person_id
    assert host is not None
    return UnreadableMatch(
        **_list_header_fields(header),
        id=header.id,
        options=options,
        terms=MatchTerms.model_validate_json(header.terms),
        offered_ms=header.opened_ms,
        forget_count=header.forget_count,
        event_count=len(journal.events),
        host_id=host,
        invited_ids=tuple(
            event.person_id for event in journal.events if event.kind == EventType.INVITED and event.person_id
        ),
        joined_players=tuple(
            _build_joined_player(event, came)
            for came, event in enumerate((it for it in journal.events if it.kind == EventType.JOINED), 1)
        ),
        close_reason=how,
        declined_by_id=last.person_id,
        player_ids=tuple(seated.person_id for seated in journal.seats) if begun else (),
    )


def _apply_events(match: MatchState, events: Sequence[Event], absences: Absences) -> MatchState:
    for event in events[1:]:
        match = apply_event(match, event, absences)
    return match


def build_initial_offer(journal: Journal) -> Offer:
    """With the offer, and before anybody has answered it."""
    match = _build_offer(journal.header, journal.events[0])
    match = replace(match, id=journal.header.id, forget_count=journal.header.forget_count)
    match = replace(match, seal=chain.initial_seal(str(match.id), match.game, match.seed))
    return _extend_seal(match, chain_lines.list_offer_lines(match), match.event_count)


def _build_offer(header: NewMatch | MatchHeader, offered_event: Event) -> Offer:
    game = GAMES[header.game]
    check_edition(game, header.edition)
    options, terms = _decode_terms(game, offered_event.payload)
    assert offered_event.person_id is not None
    return Offer(
        **_list_header_fields(header),
        id=0,
        options=options,
        terms=terms,
        offered_ms=offered_event.created_ms,
        forget_count=0,
        event_count=1,
        host_id=offered_event.person_id,
        # In practice one sits down by Begin, when the commitment has been seen.
        joined_players=() if terms.kind == "practice" else (_build_joined_player(offered_event, 1),),
        join_count=0 if terms.kind == "practice" else 1,
    )


def _list_header_fields(header: NewMatch | MatchHeader) -> dict[str, Any]:
    """Where what is played, and with which seed."""
    place = {
        "server_id": header.server_id,
        "installation": Installation(header.installation),
        "channel_id": header.channel_id,
    }
    return place | {"game": GAMES[header.game], "seed": bytes.fromhex(header.seed)}


def _build_joined_player(event: Event, join_number: int) -> JoinedPlayer:
    assert event.person_id is not None
    assert event.interaction_id is not None
    return JoinedPlayer(event.person_id, str(event.interaction_id), join_number)


def apply_event(match: MatchState, event: Event, absences: Absences) -> MatchState:
    """Return the match after one more event. `match_rules` or `offer_rules` allowed the event before it was stored."""
    match match:
        case Offer():
            went = _apply_offer_event(match, event, absences)
        case RunningMatch():
            went = _apply_match_event(match, event, absences)
        case _:
            raise ValueError(f"nothing follows at a table that is {match.status}, and {event.kind} does")
    return _extend_seal(went, chain_lines.list_event_lines(match, event, went), match.event_count + 1)


def _extend_seal(match: T, lines: Iterable[str], event_count: int) -> T:
    """After so many events, with its newest seal, which everybody may see unless it would tell that somebody thought
    again.
    """
    told = tuple(lines)
    if not match.seal or not told:
        return replace(match, event_count=event_count)
    *_, seal = chain.list_seals(match.seal, told, match.seed)
    if not isinstance(match, RunningMatch):
        return replace(match, event_count=event_count, seal=seal, public_seal=seal)
    new = [seat for seat in match.engine.sealed if seat not in match.first_choice_seals]
    entered = {seat: match.first_choice_seals.get(seat, seal) for seat in match.engine.sealed}
    shows = new or not match.engine.sealed
    return replace(
        match,
        event_count=event_count,
        seal=seal,
        public_seal=seal if shows else match.public_seal,
        first_choice_seals=entered,
    )


def _apply_offer_event(match: Offer, event: Event, absences: Absences) -> MatchState:
    match event.kind:
        case EventType.INVITED:
            return _apply_invitation(match, event)
        case EventType.JOINED:
            came = match.join_count + 1
            match = replace(
                match, joined_players=(*match.joined_players, _build_joined_player(event, came)), join_count=came
            )
            return _begin_unless_seeds_missing(match, event.created_ms, absences) if match.is_full else match
        case EventType.LEFT:
            return replace(
                match,
                joined_players=tuple(sitter for sitter in match.joined_players if sitter.person_id != event.person_id),
            )
        case EventType.SEED_ADDED:
            sat = tuple(
                replace(it, player_seed_hash=event.payload) if it.person_id == event.person_id else it
                for it in match.joined_players
            )
            match = replace(match, joined_players=sat, were_seeds_discarded=False)
            ready = match.terms.shakes and match.is_full and not match.players_without_seed
            return _begin_match(match, event.created_ms, absences) if ready else match
        case EventType.TERMS_CHANGED:
            options, terms = _decode_terms(match.game, event.payload)
            # What was shaken was shaken for other terms.
            spilt = match.were_seeds_discarded or any(sitter.player_seed_hash for sitter in match.joined_players)
            sat = tuple(replace(sitter, player_seed_hash="") for sitter in match.joined_players[:1])
            match = replace(match, options=options, terms=terms, joined_players=sat, were_seeds_discarded=spilt)
            return replace(match, declined_ids=(), offered_ms=event.created_ms)
        case EventType.AI_JOINED:
            return replace(match, has_ai_joined=True)
        case EventType.STARTED:
            if match.is_full:
                # Without whoever has not shaken the dice.
                return _begin_match(match, event.created_ms, absences)
            seats = int(event.payload)
            # Who sits where was meant for all who were named.
            fewer = {"seats": seats, "house": seats - len(match.joined_players), "order": None}
            terms = match.terms.model_copy(update=fewer)
            return _begin_unless_seeds_missing(replace(match, terms=terms), event.created_ms, absences)
        case EventType.INVITEE_DECLINED:
            assert event.person_id is not None
            sat = tuple(sitter for sitter in match.joined_players if sitter.person_id != event.person_id)
            return replace(match, declined_ids=(*match.declined_ids, event.person_id), joined_players=sat)
        case EventType.OFFER_DECLINED:
            return _convert_match(ClosedMatch, match, close_reason=str(event.kind), declined_by_id=event.person_id)
        case EventType.WITHDRAWN | EventType.EXPIRED | EventType.OUTDATED:
            return _convert_match(ClosedMatch, match, close_reason=str(event.kind))
    raise ValueError(f"no answer to an offer is called {event.kind}")


def _begin_unless_seeds_missing(match: Offer, now_ms: int, absences: Absences) -> Offer | StartedMatch:
    """Everybody is there; whoever has still to shake the dice has as long for it as an offer stands."""
    return replace(match, offered_ms=now_ms) if match.players_without_seed else _begin_match(match, now_ms, absences)


def _apply_invitation(match: Offer, event: Event) -> Offer:
    """With the offer; later in the place of the first who would rather not, and then it stands anew."""
    assert event.person_id is not None
    if not match.declined_ids:
        return replace(match, invited_ids=(*match.invited_ids, event.person_id))
    gone, *passed = match.declined_ids
    named = tuple(event.person_id if person_id == gone else person_id for person_id in match.invited_ids)
    # Who comes in somebody's place is no opponent of old.
    terms = match.terms.model_copy(update={"won": None})
    return replace(match, invited_ids=named, declined_ids=tuple(passed), offered_ms=event.created_ms, terms=terms)


def _apply_match_event(match: RunningMatch, event: Event, absences: Absences) -> MatchState:
    if event.kind == EventType.OUTDATED:
        # By whoever has newer rules; and the older ones have come back.
        return _convert_match(ClosedMatch, match, close_reason=str(event.kind))
    if event.kind == EventType.MOVED:
        return _apply_move(match, event, tuple(event.payload.split()), absences)
    match event.kind:
        case EventType.REMINDED:
            assert event.seat is not None
            reminded = replace(match.time_budgets[event.seat], was_reminded=True)
            return replace(match, time_budgets={**match.time_budgets, event.seat: reminded})
        case EventType.REVEAL_OPENED:
            assert event.seat is not None
            return replace(match, seats_that_opened_reveal=match.seats_that_opened_reveal | {event.seat})
        case EventType.PRACTICE_CLOSED:
            return _convert_match(ClosedMatch, match, close_reason=str(event.kind))
    raise ValueError(f"nothing that happens while one plays is called {event.kind}")


def _begin_match(match: Offer, now_ms: int, absences: Absences) -> StartedMatch:
    """Nobody is waited for any more: the dice are complete, and say who sits where."""
    terms = match.terms
    brought = list_nonces((sitter.nonce, sitter.player_seed_hash) for sitter in match.joined_players)
    chance = Chance.derive(match.seed, brought, terms.earlier_dice)
    sitters = [sitter.person_id for sitter in match.joined_players]
    if terms.order:
        places = [terms.order[(match.host_id, *match.invited_ids).index(person_id)] for person_id in sitters]
    else:
        places = list(chance.draw_seats(terms.seats, len(sitters)))
    people: list[int | None] = [None] * terms.seats
    for person_id, place in zip(sitters, places, strict=True):
        people[place] = person_id
    engine = begin_match(match.game, match.options, terms.seats, chance)
    play = _convert_match(
        RunningMatch, match, engine=engine, player_ids=tuple(people), began_ms=now_ms, step_began_ms=now_ms
    )
    return _update_clocks_and_finish(play, {}, now_ms, absences)


def _apply_move(match: RunningMatch, event: Event, move: Move, absences: Absences) -> StartedMatch:
    seat, engine = event.seat, match.engine.play_move(event.seat, move)
    resolved = engine.step != match.engine.step
    counts = {} if resolved else match.choice_counts
    if seat is not None and seat in engine.sealed and move not in SPECIAL_MOVES:
        counts = {**counts, seat: counts.get(seat, 0) + 1}
    changed: dict[str, Any] = {"choice_counts": counts}
    if move in (OFFER_DRAW, CANCEL):
        changed["last_proposal_ms"] = event.created_ms
    if resolved:
        changed |= {
            "seats_that_opened_reveal": frozenset(),
            "step_began_ms": event.created_ms,
            "recent_steps": _extend_recent_steps(match, event, engine),
        }
    return _update_clocks_and_finish(
        replace(match, engine=engine, **changed), match.time_budgets, event.created_ms, absences
    )


def _extend_recent_steps(before: RunningMatch, event: Event, engine: Match) -> tuple[PastStep, ...]:
    """With the step that has just come to its end, and without what everybody has decided after."""
    people = frozenset(range(engine.seats)) - before.ai_controlled_seats
    unasked = event.person_id is None and len(before.engine.seats_asked) == 1
    recent = (
        *before.recent_steps,
        PastStep(engine.state, frozenset() if unasked else before.engine.seats_asked & people),
    )
    decided = [max((at for at, it in enumerate(recent) if seat in it.deciding_seats), default=0) for seat in people]
    return recent[min(decided, default=0) :][-RECENT_STEPS_MAX:]


def _update_clocks_and_finish(
    match: RunningMatch, time_budgets: Mapping[Seat, TimeBudget], now_ms: int, absences: Absences
) -> RunningMatch | FinishedMatch:
    """Where its match stands now, by which it is over or goes on; the house needs no clock."""
    engine = match.engine
    awaited, waiting = engine.seats_asked - match.ai_controlled_seats, engine.to_move - match.ai_controlled_seats
    match = replace(
        match, time_budgets=update_time_budgets(time_budgets, awaited, waiting, now_ms, absences, match.player_ids)
    )
    return _convert_match(FinishedMatch, match) if engine.result else match


def _convert_match(kind: type[T], match: MatchState, **changes: Any) -> T:
    """The same table, as it goes on."""
    known = {it.name for it in fields(kind)}
    kept = {it.name: getattr(match, it.name) for it in fields(match) if it.name in known}
    return kind(**kept | changes)
