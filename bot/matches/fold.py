"""The journal of a table, folded: its events make what it is, and its seal. Pure; `tables` stores and refuses.

One file, because every kind of event is folded beside the others, in one pass.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, Final, TypeVar

from bot.matches import chain_lines
from bot.matches.model import Begun, Closed, Foreign, Installation, Kind, Offer, Over, Passed, Play, Sitter, Table
from bot.matches.terms import Agreement
from bot.matches.time_budget import Absences, Allowance, passed
from games import GAMES, chain
from games.chained_record import list_nonces
from games.core import Game, Move, Seat
from games.dice import Chance
from games.match import CANCEL, OFFER_DRAW, SPECIAL_MOVES, Match, begin_match, check_edition
from games.options import Options, validate_options
from games.refused import Refused
from storage import Event, Journal, MatchHeader, NewMatch, SeatStatus

T = TypeVar("T", bound=Table)
SEATED: Final = frozenset({SeatStatus.AI, SeatStatus.LEFT, SeatStatus.PLAYING})
"""How the seats of a match stand in the store, once it has begun."""

MOST_RECENT: Final = 24
"""Steps that are told to who comes back; of a longer absence the newest."""
_CLOSING: Final = frozenset({Kind.DECLINED, Kind.WITHDRAWN, Kind.EXPIRED, Kind.OUTDATED})
"""With which an offer, or a match, comes to nothing."""


def practised(header: MatchHeader) -> bool:
    """Before anything of it is folded: of what is practised nobody else hears."""
    return bool(json.loads(header.terms)["kind"] == "practice")


def terms(options: Options, agreement: Agreement) -> str:
    """What is offered, as the word of an event."""
    told = {"options": options, "agreement": agreement}
    return json.dumps({key: it.model_dump(mode="json", exclude_defaults=True) for key, it in told.items()})


def _settled(game: Game[Any, Any, Any], word: str) -> tuple[Options, Agreement]:
    told = json.loads(word)
    return validate_options(game.options_class, told["options"]), Agreement.model_validate(told["agreement"])


def offered(opening: NewMatch, events: Sequence[Event]) -> Table:
    """The table as it will be once it is stored, and has an id."""
    return _folded(_opened(opening, events[0]), events, Absences())


def folded(journal: Journal, absences: Absences) -> Table:
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


def _foreign(journal: Journal) -> Foreign:
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
        how = str(Kind.OUTDATED) if is_outdated(header) else "newer"
    begun = any(seated.status in SEATED for seated in journal.seats)
    host = journal.events[0].person_id
    assert host is not None
    return Foreign(
        **_where(header),
        id=header.id,
        options=options,
        agreement=Agreement.model_validate_json(header.terms),
        offered_at=header.opened_ms,
        forgotten=header.forget_count,
        seq=len(journal.events),
        host=host,
        named=tuple(event.person_id for event in journal.events if event.kind == Kind.NAMED and event.person_id),
        sat=tuple(
            _sitter(event, came) for came, event in enumerate((it for it in journal.events if it.kind == Kind.SAT), 1)
        ),
        how=how,
        by=last.person_id,
        people=tuple(seated.person_id for seated in journal.seats) if begun else (),
    )


def _folded(table: Table, events: Sequence[Event], absences: Absences) -> Table:
    for event in events[1:]:
        table = after(table, event, absences)
    return table


def laid(journal: Journal) -> Offer:
    """With the offer, and before anybody has answered it."""
    table = _opened(journal.header, journal.events[0])
    table = replace(table, id=journal.header.id, forgotten=journal.header.forget_count)
    table = replace(table, seal=chain.initial_seal(str(table.id), table.game, table.seed))
    return _bound(table, chain_lines.offered(table), table.seq)


def _opened(header: NewMatch | MatchHeader, offer: Event) -> Offer:
    game = GAMES[header.game]
    check_edition(game, header.edition)
    options, agreement = _settled(game, offer.payload)
    assert offer.person_id is not None
    return Offer(
        **_where(header),
        id=0,
        options=options,
        agreement=agreement,
        offered_at=offer.created_ms,
        forgotten=0,
        seq=1,
        host=offer.person_id,
        # In practice one sits down by Begin, when the commitment has been seen.
        sat=() if agreement.kind == "practice" else (_sitter(offer, 1),),
        came=0 if agreement.kind == "practice" else 1,
    )


def _where(header: NewMatch | MatchHeader) -> dict[str, Any]:
    """Where what is played, and with which seed."""
    place = {
        "server": header.server_id,
        "installation": Installation(header.installation),
        "channel": header.channel_id,
    }
    return place | {"game": GAMES[header.game], "seed": bytes.fromhex(header.seed)}


def _sitter(event: Event, number: int) -> Sitter:
    assert event.person_id is not None
    assert event.interaction_id is not None
    return Sitter(event.person_id, str(event.interaction_id), number)


def after(table: Table, event: Event, absences: Absences) -> Table:
    """The table after one more event. It was allowed when it was stored: `manners` has been asked."""
    match table:
        case Offer():
            went = _answered(table, event, absences)
        case Play():
            went = _went_on(table, event, absences)
        case _:
            raise ValueError(f"nothing follows at a table that is {table.status}, and {event.kind} does")
    return _bound(went, chain_lines.links(table, event, went), table.seq + 1)


def _bound(table: T, lines: Iterable[str], seq: int) -> T:
    """After so many events, with its newest seal, which everybody may see unless it would tell that somebody thought
    again.
    """
    told = tuple(lines)
    if not table.seal or not told:
        return replace(table, seq=seq)
    *_, seal = chain.list_seals(table.seal, told, table.seed)
    if not isinstance(table, Play):
        return replace(table, seq=seq, seal=seal, shown=seal)
    new = [seat for seat in table.match.sealed if seat not in table.entered]
    entered = {seat: table.entered.get(seat, seal) for seat in table.match.sealed}
    shows = new or not table.match.sealed
    return replace(table, seq=seq, seal=seal, shown=seal if shows else table.shown, entered=entered)


def _answered(table: Offer, event: Event, absences: Absences) -> Table:
    match event.kind:
        case Kind.NAMED:
            return _named(table, event)
        case Kind.SAT:
            came = table.came + 1
            table = replace(table, sat=(*table.sat, _sitter(event, came)), came=came)
            return _filled(table, event.created_ms, absences) if table.full else table
        case Kind.ROSE:
            return replace(table, sat=tuple(sitter for sitter in table.sat if sitter.person != event.person_id))
        case Kind.SHOOK:
            sat = tuple(replace(it, shook=event.payload) if it.person == event.person_id else it for it in table.sat)
            table = replace(table, sat=sat, spilt=False)
            ready = table.agreement.shakes and table.full and not table.unshaken
            return _begun(table, event.created_ms, absences) if ready else table
        case Kind.SET:
            options, agreement = _settled(table.game, event.payload)
            # What was shaken was shaken for other terms.
            spilt = table.spilt or any(sitter.shook for sitter in table.sat)
            sat = tuple(replace(sitter, shook="") for sitter in table.sat[:1])
            table = replace(table, options=options, agreement=agreement, sat=sat, spilt=spilt)
            return replace(table, passed=(), offered_at=event.created_ms)
        case Kind.FILLED:
            return replace(table, filled=True)
        case Kind.STARTED:
            if table.full:
                # Without whoever has not shaken the dice.
                return _begun(table, event.created_ms, absences)
            seats = int(event.payload)
            # Who sits where was meant for all who were named.
            fewer = {"seats": seats, "house": seats - len(table.sat), "order": None}
            agreement = table.agreement.model_copy(update=fewer)
            return _filled(replace(table, agreement=agreement), event.created_ms, absences)
        case Kind.PASSED:
            assert event.person_id is not None
            sat = tuple(sitter for sitter in table.sat if sitter.person != event.person_id)
            return replace(table, passed=(*table.passed, event.person_id), sat=sat)
        case Kind.DECLINED:
            return _became(Closed, table, how=str(event.kind), by=event.person_id)
        case Kind.WITHDRAWN | Kind.EXPIRED | Kind.OUTDATED:
            return _became(Closed, table, how=str(event.kind))
    raise ValueError(f"no answer to an offer is called {event.kind}")


def _filled(table: Offer, at: int, absences: Absences) -> Offer | Begun:
    """Everybody is there; whoever has still to shake the dice has as long for it as an offer stands."""
    return replace(table, offered_at=at) if table.unshaken else _begun(table, at, absences)


def _named(table: Offer, event: Event) -> Offer:
    """With the offer; later in the place of the first who would rather not, and then it stands anew."""
    assert event.person_id is not None
    if not table.passed:
        return replace(table, named=(*table.named, event.person_id))
    gone, *passed = table.passed
    named = tuple(event.person_id if person == gone else person for person in table.named)
    # Who comes in somebody's place is no opponent of old.
    agreement = table.agreement.model_copy(update={"won": None})
    return replace(table, named=named, passed=tuple(passed), offered_at=event.created_ms, agreement=agreement)


def _went_on(table: Play, event: Event, absences: Absences) -> Table:
    if event.kind == Kind.OUTDATED:
        # By whoever has newer rules; and the older ones have come back.
        return _became(Closed, table, how=str(event.kind))
    if event.kind == Kind.SAID:
        return _said(table, event, tuple(event.payload.split()), absences)
    match event.kind:
        case Kind.REMINDED:
            assert event.seat is not None
            reminded = replace(table.allowances[event.seat], reminded=True)
            return replace(table, allowances={**table.allowances, event.seat: reminded})
        case Kind.LOOKED:
            assert event.seat is not None
            return replace(table, looked=table.looked | {event.seat})
        case Kind.SHELVED:
            return _became(Closed, table, how=str(event.kind))
    raise ValueError(f"nothing that happens while one plays is called {event.kind}")


def _begun(table: Offer, at: int, absences: Absences) -> Begun:
    """Nobody is waited for any more: the dice are complete, and say who sits where."""
    agreement = table.agreement
    brought = list_nonces((sitter.nonce, sitter.shook) for sitter in table.sat)
    chance = Chance.derive(table.seed, brought, agreement.goes_on)
    sitters = [sitter.person for sitter in table.sat]
    if agreement.order:
        places = [agreement.order[(table.host, *table.named).index(person)] for person in sitters]
    else:
        places = list(chance.draw_seats(agreement.seats, len(sitters)))
    people: list[int | None] = [None] * agreement.seats
    for person, place in zip(sitters, places, strict=True):
        people[place] = person
    match = begin_match(table.game, table.options, agreement.seats, chance)
    play = _became(Play, table, match=match, people=tuple(people), began=at, moved=at)
    return _stood(play, {}, at, absences)


def _said(table: Play, event: Event, word: Move, absences: Absences) -> Begun:
    seat, match = event.seat, table.match.play_move(event.seat, word)
    resolved = match.step != table.match.step
    counts = {} if resolved else table.counts
    if seat is not None and seat in match.sealed and word not in SPECIAL_MOVES:
        counts = {**counts, seat: counts.get(seat, 0) + 1}
    changed: dict[str, Any] = {"counts": counts}
    if word in (OFFER_DRAW, CANCEL):
        changed["wished"] = event.created_ms
    if resolved:
        changed |= {"looked": frozenset(), "moved": event.created_ms, "recent": _recent(table, event, match)}
    return _stood(replace(table, match=match, **changed), table.allowances, event.created_ms, absences)


def _recent(before: Play, event: Event, match: Match) -> tuple[Passed, ...]:
    """With the step that has just come to its end, and without what everybody has decided after."""
    people = frozenset(range(match.seats)) - before.housed
    unasked = event.person_id is None and len(before.match.seats_asked) == 1
    recent = (*before.recent, Passed(match.state, frozenset() if unasked else before.match.seats_asked & people))
    decided = [max((at for at, it in enumerate(recent) if seat in it.by), default=0) for seat in people]
    return recent[min(decided, default=0) :][-MOST_RECENT:]


def _stood(table: Play, allowances: Mapping[Seat, Allowance], at: int, absences: Absences) -> Play | Over:
    """Where its match stands now, by which it is over or goes on; the house needs no clock."""
    match = table.match
    awaited, waiting = match.seats_asked - table.housed, match.to_move - table.housed
    table = replace(table, allowances=passed(allowances, awaited, waiting, at, absences, table.people))
    return _became(Over, table) if match.result else table


def _became(kind: type[T], table: Table, **more: Any) -> T:
    """The same table, as it goes on."""
    known = {it.name for it in fields(kind)}
    kept = {it.name: getattr(table, it.name) for it in fields(table) if it.name in known}
    return kind(**kept | more)
