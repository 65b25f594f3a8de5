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
from bot.matches.time_budget import Absences, TimeBudget, passed
from games import GAMES, chain
from games.chained_record import list_nonces
from games.core import Game, Move, Seat
from games.dice import Chance
from games.match import CANCEL, OFFER_DRAW, SPECIAL_MOVES, Match, begin_match, check_edition
from games.options import Options, validate_options
from games.refused import Refused
from storage import Event, Journal, MatchHeader, NewMatch, SeatStatus

T = TypeVar("T", bound=MatchState)
SEATED: Final = frozenset({SeatStatus.AI, SeatStatus.LEFT, SeatStatus.PLAYING})
"""How the seats of a match stand in the store, once it has begun."""

MOST_RECENT: Final = 24
"""Steps that are told to who comes back; of a longer absence the newest."""
_CLOSING: Final = frozenset({EventType.DECLINED, EventType.WITHDRAWN, EventType.EXPIRED, EventType.OUTDATED})
"""With which an offer, or a match, comes to nothing."""


def practised(header: MatchHeader) -> bool:
    """Before anything of it is folded: of what is practised nobody else hears."""
    return bool(json.loads(header.terms)["kind"] == "practice")


def terms(options: Options, terms: MatchTerms) -> str:
    """What is offered, as the word of an event."""
    told = {"options": options, "agreement": terms}
    return json.dumps({key: it.model_dump(mode="json", exclude_defaults=True) for key, it in told.items()})


def _settled(game: Game[Any, Any, Any], word: str) -> tuple[Options, MatchTerms]:
    told = json.loads(word)
    return validate_options(game.options_class, told["options"]), MatchTerms.model_validate(told["agreement"])


def offered(opening: NewMatch, events: Sequence[Event]) -> MatchState:
    """The table as it will be once it is stored, and has an id."""
    return _folded(_opened(opening, events[0]), events, Absences())


def folded(journal: Journal, absences: Absences) -> MatchState:
    if not is_known(journal.header):
        # A newer version has begun it, and was taken back.
        raise Refused("no-table", match=journal.header.id, game=journal.header.game)
    if journal.header.edition != GAMES[journal.header.game].EDITION:
        return _foreign(journal)
    return _folded(laid(journal), journal.events, absences)


def is_known(header: MatchHeader) -> bool:
    """Is there such a game here?"""
    return header.game in GAMES


def is_outdated(header: MatchHeader) -> bool:
    """Does it still stand, by rules that have changed since? By newer ones it is somebody else's: versions come and go
    while everybody plays.
    """
    game = GAMES.get(header.game)
    return header.is_live and game is not None and header.edition < game.EDITION


def _foreign(journal: Journal) -> UnreadableMatch:
    """What can be told of it without its rules. Options that are still there are kept, for a rematch."""
    header, last = journal.header, journal.events[-1]
    game = GAMES[header.game]
    try:
        options = validate_options(game.options_class, json.loads(header.options))
    except Refused:
        options = game.options_class()
    if not header.is_live:
        how = last.kind if last.kind in _CLOSING else "bygone"
    else:
        how = str(EventType.OUTDATED) if is_outdated(header) else "newer"
    begun = any(seated.status in SEATED for seated in journal.seats)
    host = journal.events[0].person_id
    assert host is not None
    return UnreadableMatch(
        **_where(header),
        id=header.id,
        options=options,
        terms=MatchTerms.model_validate_json(header.terms),
        offered_at=header.opened_ms,
        forgotten=header.forget_count,
        seq=len(journal.events),
        host_id=host,
        named=tuple(event.person_id for event in journal.events if event.kind == EventType.NAMED and event.person_id),
        sat=tuple(
            _sitter(event, came)
            for came, event in enumerate((it for it in journal.events if it.kind == EventType.SAT), 1)
        ),
        how=how,
        by=last.person_id,
        people=tuple(seated.person_id for seated in journal.seats) if begun else (),
    )


def _folded(match: MatchState, events: Sequence[Event], absences: Absences) -> MatchState:
    for event in events[1:]:
        match = after(match, event, absences)
    return match


def laid(journal: Journal) -> Offer:
    """With the offer, and before anybody has answered it."""
    match = _opened(journal.header, journal.events[0])
    match = replace(match, id=journal.header.id, forgotten=journal.header.forget_count)
    match = replace(match, seal=chain.initial_seal(str(match.id), match.game, match.seed))
    return _bound(match, chain_lines.offered(match), match.seq)


def _opened(header: NewMatch | MatchHeader, offer: Event) -> Offer:
    game = GAMES[header.game]
    check_edition(game, header.edition)
    options, terms = _settled(game, offer.payload)
    assert offer.person_id is not None
    return Offer(
        **_where(header),
        id=0,
        options=options,
        terms=terms,
        offered_at=offer.created_ms,
        forgotten=0,
        seq=1,
        host_id=offer.person_id,
        # In practice one sits down by Begin, when the commitment has been seen.
        sat=() if terms.kind == "practice" else (_sitter(offer, 1),),
        came=0 if terms.kind == "practice" else 1,
    )


def _where(header: NewMatch | MatchHeader) -> dict[str, Any]:
    """Where what is played, and with which seed."""
    place = {
        "server_id": header.server_id,
        "installation": Installation(header.installation),
        "channel_id": header.channel_id,
    }
    return place | {"game": GAMES[header.game], "seed": bytes.fromhex(header.seed)}


def _sitter(event: Event, number: int) -> JoinedPlayer:
    assert event.person_id is not None
    assert event.interaction_id is not None
    return JoinedPlayer(event.person_id, str(event.interaction_id), number)


def after(match: MatchState, event: Event, absences: Absences) -> MatchState:
    """Return the match after one more event. `match_rules` or `offer_rules` allowed the event before it was stored."""
    match match:
        case Offer():
            went = _answered(match, event, absences)
        case RunningMatch():
            went = _went_on(match, event, absences)
        case _:
            raise ValueError(f"nothing follows at a table that is {match.status}, and {event.kind} does")
    return _bound(went, chain_lines.links(match, event, went), match.seq + 1)


def _bound(match: T, lines: Iterable[str], seq: int) -> T:
    """After so many events, with its newest seal, which everybody may see unless it would tell that somebody thought
    again.
    """
    told = tuple(lines)
    if not match.seal or not told:
        return replace(match, seq=seq)
    *_, seal = chain.list_seals(match.seal, told, match.seed)
    if not isinstance(match, RunningMatch):
        return replace(match, seq=seq, seal=seal, shown=seal)
    new = [seat for seat in match.engine.sealed if seat not in match.entered]
    entered = {seat: match.entered.get(seat, seal) for seat in match.engine.sealed}
    shows = new or not match.engine.sealed
    return replace(match, seq=seq, seal=seal, shown=seal if shows else match.shown, entered=entered)


def _answered(match: Offer, event: Event, absences: Absences) -> MatchState:
    match event.kind:
        case EventType.NAMED:
            return _named(match, event)
        case EventType.SAT:
            came = match.came + 1
            match = replace(match, sat=(*match.sat, _sitter(event, came)), came=came)
            return _filled(match, event.created_ms, absences) if match.full else match
        case EventType.ROSE:
            return replace(match, sat=tuple(sitter for sitter in match.sat if sitter.person_id != event.person_id))
        case EventType.SHOOK:
            sat = tuple(replace(it, shook=event.payload) if it.person_id == event.person_id else it for it in match.sat)
            match = replace(match, sat=sat, spilt=False)
            ready = match.terms.shakes and match.full and not match.unshaken
            return _begun(match, event.created_ms, absences) if ready else match
        case EventType.SET:
            options, terms = _settled(match.game, event.payload)
            # What was shaken was shaken for other terms.
            spilt = match.spilt or any(sitter.shook for sitter in match.sat)
            sat = tuple(replace(sitter, shook="") for sitter in match.sat[:1])
            match = replace(match, options=options, terms=terms, sat=sat, spilt=spilt)
            return replace(match, passed=(), offered_at=event.created_ms)
        case EventType.FILLED:
            return replace(match, filled=True)
        case EventType.STARTED:
            if match.full:
                # Without whoever has not shaken the dice.
                return _begun(match, event.created_ms, absences)
            seats = int(event.payload)
            # Who sits where was meant for all who were named.
            fewer = {"seats": seats, "house": seats - len(match.sat), "order": None}
            terms = match.terms.model_copy(update=fewer)
            return _filled(replace(match, terms=terms), event.created_ms, absences)
        case EventType.PASSED:
            assert event.person_id is not None
            sat = tuple(sitter for sitter in match.sat if sitter.person_id != event.person_id)
            return replace(match, passed=(*match.passed, event.person_id), sat=sat)
        case EventType.DECLINED:
            return _became(ClosedMatch, match, how=str(event.kind), by=event.person_id)
        case EventType.WITHDRAWN | EventType.EXPIRED | EventType.OUTDATED:
            return _became(ClosedMatch, match, how=str(event.kind))
    raise ValueError(f"no answer to an offer is called {event.kind}")


def _filled(match: Offer, at: int, absences: Absences) -> Offer | StartedMatch:
    """Everybody is there; whoever has still to shake the dice has as long for it as an offer stands."""
    return replace(match, offered_at=at) if match.unshaken else _begun(match, at, absences)


def _named(match: Offer, event: Event) -> Offer:
    """With the offer; later in the place of the first who would rather not, and then it stands anew."""
    assert event.person_id is not None
    if not match.passed:
        return replace(match, named=(*match.named, event.person_id))
    gone, *passed = match.passed
    named = tuple(event.person_id if person_id == gone else person_id for person_id in match.named)
    # Who comes in somebody's place is no opponent of old.
    terms = match.terms.model_copy(update={"won": None})
    return replace(match, named=named, passed=tuple(passed), offered_at=event.created_ms, terms=terms)


def _went_on(match: RunningMatch, event: Event, absences: Absences) -> MatchState:
    if event.kind == EventType.OUTDATED:
        # By whoever has newer rules; and the older ones have come back.
        return _became(ClosedMatch, match, how=str(event.kind))
    if event.kind == EventType.SAID:
        return _said(match, event, tuple(event.payload.split()), absences)
    match event.kind:
        case EventType.REMINDED:
            assert event.seat is not None
            reminded = replace(match.time_budgets[event.seat], reminded=True)
            return replace(match, time_budgets={**match.time_budgets, event.seat: reminded})
        case EventType.LOOKED:
            assert event.seat is not None
            return replace(match, looked=match.looked | {event.seat})
        case EventType.SHELVED:
            return _became(ClosedMatch, match, how=str(event.kind))
    raise ValueError(f"nothing that happens while one plays is called {event.kind}")


def _begun(match: Offer, at: int, absences: Absences) -> StartedMatch:
    """Nobody is waited for any more: the dice are complete, and say who sits where."""
    terms = match.terms
    brought = list_nonces((sitter.nonce, sitter.shook) for sitter in match.sat)
    chance = Chance.derive(match.seed, brought, terms.goes_on)
    sitters = [sitter.person_id for sitter in match.sat]
    if terms.order:
        places = [terms.order[(match.host_id, *match.named).index(person_id)] for person_id in sitters]
    else:
        places = list(chance.draw_seats(terms.seats, len(sitters)))
    people: list[int | None] = [None] * terms.seats
    for person_id, place in zip(sitters, places, strict=True):
        people[place] = person_id
    engine = begin_match(match.game, match.options, terms.seats, chance)
    play = _became(RunningMatch, match, engine=engine, people=tuple(people), began=at, moved=at)
    return _stood(play, {}, at, absences)


def _said(match: RunningMatch, event: Event, word: Move, absences: Absences) -> StartedMatch:
    seat, engine = event.seat, match.engine.play_move(event.seat, word)
    resolved = engine.step != match.engine.step
    counts = {} if resolved else match.counts
    if seat is not None and seat in engine.sealed and word not in SPECIAL_MOVES:
        counts = {**counts, seat: counts.get(seat, 0) + 1}
    changed: dict[str, Any] = {"counts": counts}
    if word in (OFFER_DRAW, CANCEL):
        changed["wished"] = event.created_ms
    if resolved:
        changed |= {"looked": frozenset(), "moved": event.created_ms, "recent": _recent(match, event, engine)}
    return _stood(replace(match, engine=engine, **changed), match.time_budgets, event.created_ms, absences)


def _recent(before: RunningMatch, event: Event, engine: Match) -> tuple[PastStep, ...]:
    """With the step that has just come to its end, and without what everybody has decided after."""
    people = frozenset(range(engine.seats)) - before.housed
    unasked = event.person_id is None and len(before.engine.seats_asked) == 1
    recent = (*before.recent, PastStep(engine.state, frozenset() if unasked else before.engine.seats_asked & people))
    decided = [max((at for at, it in enumerate(recent) if seat in it.by), default=0) for seat in people]
    return recent[min(decided, default=0) :][-MOST_RECENT:]


def _stood(
    match: RunningMatch, allowances: Mapping[Seat, TimeBudget], at: int, absences: Absences
) -> RunningMatch | FinishedMatch:
    """Where its match stands now, by which it is over or goes on; the house needs no clock."""
    engine = match.engine
    awaited, waiting = engine.seats_asked - match.housed, engine.to_move - match.housed
    match = replace(match, time_budgets=passed(allowances, awaited, waiting, at, absences, match.people))
    return _became(FinishedMatch, match) if engine.result else match


def _became(kind: type[T], match: MatchState, **more: Any) -> T:
    """The same table, as it goes on."""
    known = {it.name for it in fields(kind)}
    kept = {it.name: getattr(match, it.name) for it in fields(match) if it.name in known}
    return kind(**kept | more)
