"""Computes the state of a match, and its seal (the newest hash of its hash chain), from the events in its journal.

All functions are pure: `offer_rules` and `match_rules` decide which events are allowed, and `service` stores them. All
event types are handled in this file, because they are applied in a single pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
"""The stored statuses of seats in a match that has started."""

RECENT_STEPS_MAX: Final = 24
"""The maximum number of steps shown to a returning player."""
_CLOSING_EVENT_TYPES: Final = frozenset(
    {EventType.OFFER_DECLINED, EventType.WITHDRAWN, EventType.EXPIRED, EventType.OUTDATED, EventType.BROKEN}
)
"""The events that close an offer or a match without a result."""


def is_practice(header: MatchHeader) -> bool:
    """Return whether a stored match is a practice match, without computing its state."""
    return bool(json.loads(header.terms)["kind"] == "practice")


def encode_terms(options: Options, terms: MatchTerms) -> str:
    """Return the options and terms as the payload of an event."""
    payload = {"options": options, "agreement": terms}
    return json.dumps({key: model.model_dump(mode="json", exclude_defaults=True) for key, model in payload.items()})


def _decode_terms(game: Game[Any, Any, Any], payload: str) -> tuple[Options, MatchTerms]:
    decoded = json.loads(payload)
    return validate_options(game.options_class, decoded["options"]), MatchTerms.model_validate(decoded["agreement"])


def fold_new_match(new_match: NewMatch, events: Sequence[Event]) -> MatchState:
    """Return the state of a new match that is not stored yet and therefore has no ID."""
    return _apply_events(_build_offer(new_match, events[0]), events, Absences())


def fold_journal(journal: Journal, absences: Absences) -> MatchState:
    if not is_known_game(journal.header):
        # The game's package was removed, or a newer version of the bot, which has the game, was rolled back.
        raise Refused("game-missing", game=journal.header.game)
    if journal.header.edition != GAMES[journal.header.game].EDITION or journal.header.status == EventType.BROKEN:
        return _build_unreadable_match(journal)
    return _apply_events(build_initial_offer(journal), journal.events, absences)


def is_known_game(header: MatchHeader) -> bool:
    """Return whether this version of the bot has the game of the match."""
    return header.game in GAMES


def is_outdated(header: MatchHeader) -> bool:
    """Return whether a match is live and its rules are older than the current ones.

    A match with newer rules is not outdated: it belongs to a newer version of the bot, which can run at the same time.
    """
    game = GAMES.get(header.game)
    return header.is_live and game is not None and header.edition < game.EDITION


def _build_unreadable_match(journal: Journal) -> UnreadableMatch:
    """Build the state of a match whose rules have changed, or whose game failed.

    Options that are still valid are kept for a rematch.
    """
    header, last_event = journal.header, journal.events[-1]
    game = GAMES[header.game]
    try:
        options = validate_options(game.options_class, json.loads(header.options))
    except Refused:
        options = game.options_class()
    if not header.is_live and last_event.kind in _CLOSING_EVENT_TYPES:
        close_reason = last_event.kind
    elif header.edition > game.EDITION:
        close_reason = "newer"
    else:
        close_reason = str(EventType.OUTDATED) if header.is_live else "bygone"
    has_started = any(seat.status in STARTED_SEAT_STATUSES for seat in journal.seats)
    host_id = journal.events[0].person_id
    assert host_id is not None
    return UnreadableMatch(
        **_build_header_fields(header),
        id=header.id,
        options=options,
        terms=MatchTerms.model_validate_json(header.terms),
        offered_ms=header.opened_ms,
        forget_count=header.forget_count,
        event_count=len(journal.events),
        host_id=host_id,
        invited_ids=tuple(
            event.person_id for event in journal.events if event.kind == EventType.INVITED and event.person_id
        ),
        joined_players=tuple(
            _build_joined_player(event, join_number)
            for join_number, event in enumerate(
                (event for event in journal.events if event.kind == EventType.JOINED), 1
            )
        ),
        close_reason=close_reason,
        declined_by_id=last_event.person_id,
        player_ids=tuple(seat.person_id for seat in journal.seats) if has_started else (),
    )


def _apply_events(match: MatchState, events: Sequence[Event], absences: Absences) -> MatchState:
    for event in events[1:]:
        match = apply_event(match, event, absences)
    return match


def build_initial_offer(journal: Journal) -> Offer:
    """Return the offer as its first event created it."""
    match = _build_offer(journal.header, journal.events[0])
    match = replace(match, id=journal.header.id, forget_count=journal.header.forget_count)
    match = replace(match, seal=chain.initial_seal(str(match.id), match.game, match.seed))
    return _extend_seal(match, chain_lines.list_offer_lines(match), match.event_count)


def replay_events(journal: Journal) -> Iterator[tuple[MatchState, Event, MatchState]]:
    """Yield each event after the first one, with the match before and after it. Its clocks ignore all absences."""
    match: MatchState = build_initial_offer(journal)
    for event in journal.events[1:]:
        before, match = match, apply_event(match, event, Absences())
        yield before, event, match


def _build_offer(header: NewMatch | MatchHeader, offered_event: Event) -> Offer:
    game = GAMES[header.game]
    check_edition(game, header.edition)
    options, terms = _decode_terms(game, offered_event.payload)
    assert offered_event.person_id is not None
    return Offer(
        **_build_header_fields(header),
        id=0,
        options=options,
        terms=terms,
        offered_ms=offered_event.created_ms,
        forget_count=0,
        event_count=1,
        host_id=offered_event.person_id,
        # In a practice match, the host joins with the next event, which starts the match.
        joined_players=() if terms.kind == "practice" else (_build_joined_player(offered_event, 1),),
        join_count=0 if terms.kind == "practice" else 1,
    )


def _build_header_fields(header: NewMatch | MatchHeader) -> dict[str, Any]:
    return {
        "server_id": header.server_id,
        "installation": Installation(header.installation),
        "channel_id": header.channel_id,
        "game": GAMES[header.game],
        "seed": bytes.fromhex(header.seed),
    }


def _build_joined_player(event: Event, join_number: int) -> JoinedPlayer:
    assert event.person_id is not None
    assert event.interaction_id is not None
    return JoinedPlayer(event.person_id, str(event.interaction_id), join_number)


def apply_event(match: MatchState, event: Event, absences: Absences) -> MatchState:
    """Apply an event and return the new state. Do not check the event: `match_rules` or `offer_rules` allowed it."""
    if isinstance(match, Offer):
        after = _apply_offer_event(match, event, absences)
    elif isinstance(match, RunningMatch):
        after = _apply_match_event(match, event, absences)
    else:
        raise ValueError(f"event {event.kind} is not allowed in a match that is {match.status}")
    return _extend_seal(after, chain_lines.list_event_lines(match, event, after), match.event_count + 1)


def _extend_seal(match: T, lines: Iterable[str], event_count: int) -> T:
    """Return the match with its new event count and newest seal.

    The public seal stays the same if the event only changed a sealed move, because a new public seal would reveal the
    change.
    """
    added_lines = tuple(lines)
    if not match.seal or not added_lines:
        return replace(match, event_count=event_count)
    *_, seal = chain.list_seals(match.seal, added_lines, match.seed)
    if not isinstance(match, RunningMatch):
        return replace(match, event_count=event_count, seal=seal, public_seal=seal)
    newly_sealed = [seat for seat in match.engine.sealed if seat not in match.first_choice_seals]
    first_choice_seals = {seat: match.first_choice_seals.get(seat, seal) for seat in match.engine.sealed}
    is_public = newly_sealed or not match.engine.sealed
    return replace(
        match,
        event_count=event_count,
        seal=seal,
        public_seal=seal if is_public else match.public_seal,
        first_choice_seals=first_choice_seals,
    )


def _apply_offer_event(match: Offer, event: Event, absences: Absences) -> MatchState:
    match event.kind:
        case EventType.INVITED:
            return _apply_invitation(match, event)
        case EventType.JOINED:
            join_number = match.join_count + 1
            joined = (*match.joined_players, _build_joined_player(event, join_number))
            match = replace(match, joined_players=joined, join_count=join_number)
            match = _answer_new_terms(match, event.person_id)
            return _begin_unless_seeds_missing(match, event.created_ms, absences) if match.is_full else match
        case EventType.LEFT:
            return replace(
                match,
                joined_players=tuple(player for player in match.joined_players if player.person_id != event.person_id),
            )
        case EventType.SEED_ADDED:
            joined = tuple(
                replace(player, player_seed_hash=event.payload) if player.person_id == event.person_id else player
                for player in match.joined_players
            )
            match = replace(match, joined_players=joined, were_seeds_discarded=False)
            is_ready = match.terms.shakes and match.is_full and not match.players_without_seed
            return _begin_match(match, event.created_ms, absences) if is_ready else match
        case EventType.TERMS_CHANGED:
            options, terms = _decode_terms(match.game, event.payload)
            # The seeds were meant for the previous terms.
            were_discarded = match.were_seeds_discarded or any(
                player.player_seed_hash for player in match.joined_players
            )
            host, *others = match.joined_players
            unseated_ids = [*match.unseated_ids, *(player.person_id for player in others)]
            match = replace(
                match,
                options=options,
                terms=terms,
                joined_players=(replace(host, player_seed_hash=""),),
                were_seeds_discarded=were_discarded,
                # A negative number stands for somebody whose data was deleted.
                unseated_ids=tuple(person_id for person_id in unseated_ids if person_id > 0),
            )
            return replace(match, declined_ids=(), offered_ms=event.created_ms)
        case EventType.AI_JOINED:
            return replace(match, has_ai_joined=True)
        case EventType.STARTED:
            if match.is_full:
                # The match starts without the missing seeds.
                return _begin_match(match, event.created_ms, absences)
            seats = int(event.payload)
            # The agreed seats may not exist with fewer seats.
            order = match.terms.order if seats == match.terms.seats else None
            reduced = {"seats": seats, "house": seats - len(match.joined_players), "order": order}
            terms = match.terms.model_copy(update=reduced)
            return _begin_unless_seeds_missing(replace(match, terms=terms), event.created_ms, absences)
        case EventType.INVITEE_DECLINED:
            assert event.person_id is not None
            joined = tuple(player for player in match.joined_players if player.person_id != event.person_id)
            match = _answer_new_terms(match, event.person_id)
            return replace(match, declined_ids=(*match.declined_ids, event.person_id), joined_players=joined)
        case EventType.OFFER_DECLINED:
            return _convert_match(ClosedMatch, match, close_reason=str(event.kind), declined_by_id=event.person_id)
        case EventType.WITHDRAWN | EventType.EXPIRED | EventType.OUTDATED:
            return _convert_match(ClosedMatch, match, close_reason=str(event.kind))
    raise ValueError(f"event {event.kind} is not allowed in an offer")


def _answer_new_terms(match: Offer, answering_id: int | None) -> Offer:
    return replace(match, unseated_ids=tuple(it for it in match.unseated_ids if it != answering_id))


def _begin_unless_seeds_missing(match: Offer, now_ms: int, absences: Absences) -> Offer | StartedMatch:
    """Start the match if all seeds have been added, or else restart the lifetime of the full offer."""
    return replace(match, offered_ms=now_ms) if match.players_without_seed else _begin_match(match, now_ms, absences)


def _apply_invitation(match: Offer, event: Event) -> Offer:
    """Add an invited person. If people have declined, replace the first of them and restart the offer's lifetime."""
    assert event.person_id is not None
    if not match.declined_ids:
        return replace(match, invited_ids=(*match.invited_ids, event.person_id))
    replaced_id, *still_declined = match.declined_ids
    invited_ids = tuple(event.person_id if person_id == replaced_id else person_id for person_id in match.invited_ids)
    # The score of earlier matches does not include the new person.
    terms = match.terms.model_copy(update={"won": None})
    return replace(
        match, invited_ids=invited_ids, declined_ids=tuple(still_declined), offered_ms=event.created_ms, terms=terms
    )


def _apply_match_event(match: RunningMatch, event: Event, absences: Absences) -> MatchState:
    if event.kind == EventType.OUTDATED:
        # The event was stored by a newer version of the bot that was rolled back.
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
    raise ValueError(f"event {event.kind} is not allowed in a running match")


def _begin_match(match: Offer, now_ms: int, absences: Absences) -> StartedMatch:
    """Start the match: derive its dice from all seeds, and assign the seats as agreed or at random."""
    terms = match.terms
    nonces = list_nonces((player.nonce, player.player_seed_hash) for player in match.joined_players)
    chance = Chance.derive(match.seed, nonces, terms.earlier_dice)
    joined_ids = [player.person_id for player in match.joined_players]
    if terms.order:
        seats = [terms.order[(match.host_id, *match.invited_ids).index(person_id)] for person_id in joined_ids]
    else:
        seats = list(chance.draw_seats(terms.seats, len(joined_ids)))
    player_ids: list[int | None] = [None] * terms.seats
    for person_id, seat in zip(joined_ids, seats, strict=True):
        player_ids[seat] = person_id
    engine = begin_match(match.game, match.options, terms.seats, chance)
    running = _convert_match(
        RunningMatch, match, engine=engine, player_ids=tuple(player_ids), began_ms=now_ms, step_began_ms=now_ms
    )
    return _update_clocks_and_finish(running, {}, now_ms, absences)


def _apply_move(match: RunningMatch, event: Event, move: Move, absences: Absences) -> StartedMatch:
    seat, engine = event.seat, match.engine.play_move(event.seat, move)
    resolved = engine.step != match.engine.step
    counts = {} if resolved else match.choice_counts
    if seat is not None and seat in engine.sealed and move not in SPECIAL_MOVES:
        counts = {**counts, seat: counts.get(seat, 0) + 1}
    changed: dict[str, Any] = {"choice_counts": counts}
    budgets = match.time_budgets
    if move in (OFFER_DRAW, CANCEL):
        changed["last_proposal_ms"] = event.created_ms
    if resolved:
        recent_steps = _extend_recent_steps(match, event, engine)
        deciding_seats = recent_steps[-1].deciding_seats
        if match.terms.first_clock:
            # The time for the first decision is a budget of its own.
            budgets = {seat: budget for seat, budget in budgets.items() if seat in match.last_decision_steps}
        changed |= {
            "seats_that_opened_reveal": frozenset(),
            "step_began_ms": event.created_ms,
            "recent_steps": recent_steps,
            "last_decision_steps": {
                **match.last_decision_steps,
                **dict.fromkeys(deciding_seats, match.engine.step),
            },
        }
    return _update_clocks_and_finish(replace(match, engine=engine, **changed), budgets, event.created_ms, absences)


def _extend_recent_steps(before: RunningMatch, event: Event, engine: Match) -> tuple[PastStep, ...]:
    """Return the recent steps, including the step that was just resolved.

    Steps that are older than every person's last decision are dropped.
    """
    person_seats = frozenset(range(engine.seats)) - before.ai_controlled_seats
    was_forced = event.person_id is None and len(before.engine.seats_asked) == 1
    recent = (
        *before.recent_steps,
        PastStep(engine.state, frozenset() if was_forced else before.engine.seats_asked & person_seats),
    )
    last_decisions = [
        max((index for index, past_step in enumerate(recent) if seat in past_step.deciding_seats), default=0)
        for seat in person_seats
    ]
    return recent[min(last_decisions, default=0) :][-RECENT_STEPS_MAX:]


def _update_clocks_and_finish(
    match: RunningMatch, time_budgets: Mapping[Seat, TimeBudget], now_ms: int, absences: Absences
) -> RunningMatch | FinishedMatch:
    """Start and stop the clocks of people's seats, and return the match, as a `FinishedMatch` if it has a result."""
    engine = match.engine
    asked, moving = engine.seats_asked - match.ai_controlled_seats, engine.to_move - match.ai_controlled_seats
    updated = update_time_budgets(
        time_budgets, asked, moving, now_ms, match.select_absences(absences), match.player_ids
    )
    match = replace(match, time_budgets=updated)
    return _convert_match(FinishedMatch, match) if engine.result else match


def _convert_match(kind: type[T], match: MatchState, **changes: Any) -> T:
    """Return a match as an instance of `kind`, with the fields that both types have and with `changes`."""
    field_names = {field.name for field in fields(kind)}
    values = {field.name: getattr(match, field.name) for field in fields(match) if field.name in field_names}
    return kind(**values | changes)
