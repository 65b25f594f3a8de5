"""A table as its events tell it: from the offer to the last word. Folding is pure; `table` stores and refuses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from bot.agreement import OFFER_STANDS, Agreement
from bot.allowance import Absences, Allowance, passed
from games import GAMES
from games.core import Game, Seat, Word
from games.dice import Chance
from games.fair import commitment, sealed
from games.match import CALLS, Match, begin, check_edition
from games.options import Options, settled
from games.record import Line
from storage import Event, Header, Journal, Opening


class Kind(StrEnum):
    """What can happen at a table; stored by name."""

    OFFERED = "offered"
    NAMED = "named"
    SAT = "sat"
    ROSE = "rose"
    SET = "set"
    """Other terms: whoever had accepted is asked again."""
    STARTED = "started"
    """By its host, before the table was full."""
    FILLED = "filled"
    """The house sat down, and its host is there alone: they begin by a click, their part of the dice."""
    SAID = "said"
    REMINDED = "reminded"
    LOOKED = "looked"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who sat down, and the interaction by which they did: their part of the dice."""

    person: int
    nonce: str


@dataclass(frozen=True, slots=True)
class Table:
    """Where everything stands after `seq` events."""

    id: int
    server: int | None
    channel: int
    game: Game[Any, Any, Any]
    options: Options
    agreement: Agreement
    seed: bytes
    offered_at: int
    forgotten: int
    """How many of its people have been forgotten; a memory from before still has their names."""
    seq: int = 0
    host: int = 0
    named: tuple[int, ...] = ()
    """Whom the host challenged; at an open table nobody in particular."""
    sat: tuple[Sitter, ...] = ()
    filled: bool = False
    """The house sits here already, and waits for the first who comes."""
    closed: str = ""
    """How the offer ended, if it came to no match."""
    match: Match | None = None
    people: tuple[int | None, ...] = ()
    """By seat; None is the house."""
    began: int = 0
    moved: int = 0
    """When the step began that is being chosen now."""
    counts: dict[Seat, int] = field(default_factory=dict)
    """How often each seat has chosen in this step."""
    allowances: dict[Seat, Allowance] = field(default_factory=dict)
    looked: frozenset[Seat] = frozenset()
    """Who has looked, in this step, at what lay open when they were not there."""

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    @property
    def private(self) -> bool:
        """Played in the direct messages of its host: nobody else is there, and the table itself asks."""
        return self.server is None

    @property
    def offered(self) -> bool:
        return not self.closed and self.match is None

    @property
    def playing(self) -> bool:
        return self.match is not None and self.match.result is None

    @property
    def over(self) -> bool:
        return bool(self.closed) or (self.match is not None and self.match.result is not None)

    @property
    def status(self) -> str:
        """For lists: `offered`, `playing`, or how it ended."""
        if self.match is None:
            return self.closed or Kind.OFFERED.value
        return self.match.result.reason if self.match.result else "playing"

    @property
    def company(self) -> frozenset[int | None]:
        """Everybody who has to do with it: who offered, was named, sat down or sits."""
        return frozenset((self.host, *self.named, *self.people, *(sitter.person for sitter in self.sat)))

    def seat_of(self, person: int) -> Seat | None:
        return self.people.index(person) if person in self.people else None

    def eyes_of(self, person: int) -> Seat | None:
        """The seat with whose eyes somebody sees the table: what the house does in a seat that was left is its own."""
        seat = self.seat_of(person)
        return None if seat in self.housed else seat

    @property
    def housed(self) -> frozenset[Seat]:
        """The seats that the house plays: its own, and those that were left."""
        left = self.match.left if self.match else frozenset()
        return left | {seat for seat, person in enumerate(self.people) if person is None}

    def sealed(self, seat: Seat) -> Line | None:
        """What a seat has chosen and may still change; its player is shown the receipt."""
        if self.match is None or seat not in self.match.sealed:
            return None
        return sealed(self.match, str(self.id), seat, self.match.sealed[seat], self.counts[seat])

    def stands(self, absences: Absences) -> int:
        """Until when the offer stands."""
        return absences.due(self.offered_at, OFFER_STANDS)

    def fills(self, absences: Absences) -> int | None:
        """When the house sits down, unless it has."""
        after = self.agreement.fills
        return None if after is None or self.filled else absences.due(self.offered_at, after)

    def limit(self, absences: Absences) -> int | None:
        """When the time for the whole match is up."""
        return None if self.agreement.limit is None else absences.due(self.began, self.agreement.limit)

    def due(self, seat: Seat, absences: Absences) -> int | None:
        """When the time of a seat is up."""
        return self._used(seat, self.agreement.clock, absences)

    def reminder(self, seat: Seat, absences: Absences) -> int | None:
        """When four fifths of it are gone; None where that was told, or had passed before the seat's turn came."""
        clock, allowance = self.agreement.clock, self.allowances.get(seat)
        if clock is None or allowance is None or allowance.reminded or allowance.spent >= clock * 4 // 5:
            return None
        return self._used(seat, clock * 4 // 5, absences)

    def _used(self, seat: Seat, time: int | None, absences: Absences) -> int | None:
        allowance = self.allowances.get(seat)
        if time is None or allowance is None or allowance.since is None:
            return None
        return absences.due(allowance.since, time - allowance.spent)


def terms(options: Options, agreement: Agreement) -> str:
    """What is offered, as the word of an event."""
    told = {"options": options.model_dump(mode="json", exclude_defaults=True)}
    return json.dumps(told | {"agreement": agreement.model_dump(mode="json", exclude_defaults=True)})


def _settled(game: Game[Any, Any, Any], word: str) -> tuple[Options, Agreement]:
    told = json.loads(word)
    return settled(game.Options, told["options"]), Agreement.model_validate(told["agreement"])


def offered(opening: Opening, events: Sequence[Event]) -> Table:
    """The table as it will be once it is stored, and has an id."""
    return _folded(_opened(opening, events[0]), events, Absences())


def folded(journal: Journal, absences: Absences) -> Table:
    return _folded(laid(journal), journal.events, absences)


def _folded(table: Table, events: Sequence[Event], absences: Absences) -> Table:
    for event in events[1:]:
        table = after(table, event, absences)
    return table


def laid(journal: Journal) -> Table:
    """With the offer, and before anybody has answered it."""
    table = _opened(journal.header, journal.events[0])
    return replace(table, id=journal.header.id, forgotten=journal.header.forgotten)


def _opened(header: Opening | Header, offer: Event) -> Table:
    game = GAMES[header.game]
    check_edition(game, header.edition)
    options, agreement = _settled(game, offer.word)
    assert offer.person is not None
    return Table(
        id=0,
        server=header.server,
        channel=header.channel,
        game=game,
        options=options,
        agreement=agreement,
        seed=bytes.fromhex(header.seed),
        offered_at=offer.at,
        forgotten=0,
        seq=1,
        host=offer.person,
        # In practice one sits down by Begin, when the commitment has been seen.
        sat=() if agreement.kind == "practice" else (_sitter(offer),),
    )


def _sitter(event: Event) -> Sitter:
    assert event.person is not None
    assert event.interaction is not None
    return Sitter(event.person, str(event.interaction))


def after(table: Table, event: Event, absences: Absences) -> Table:
    """The table after one more event. It was allowed when it was stored: `manners` has been asked."""
    table = replace(table, seq=table.seq + 1)
    match event.kind:
        case Kind.NAMED:
            assert event.person is not None
            return replace(table, named=(*table.named, event.person))
        case Kind.SAT:
            table = replace(table, sat=(*table.sat, _sitter(event)))
            return (
                _begun(table, table.agreement, event.at, absences)
                if len(table.sat) == table.agreement.people
                else table
            )
        case Kind.ROSE:
            return replace(table, sat=tuple(sitter for sitter in table.sat if sitter.person != event.person))
        case Kind.SET:
            options, agreement = _settled(table.game, event.word)
            return replace(table, options=options, agreement=agreement, sat=table.sat[:1], offered_at=event.at)
        case Kind.FILLED:
            return replace(table, filled=True)
        case Kind.STARTED:
            seats = int(event.word)
            house = seats - len(table.sat)
            return _begun(
                table, table.agreement.model_copy(update={"seats": seats, "house": house}), event.at, absences
            )
        case Kind.REMINDED:
            assert event.seat is not None
            reminded = replace(table.allowances[event.seat], reminded=True)
            return replace(table, allowances={**table.allowances, event.seat: reminded})
        case Kind.LOOKED:
            assert event.seat is not None
            return replace(table, looked=table.looked | {event.seat})
        case Kind.SAID:
            return _said(table, event.seat, tuple(event.word.split()), event.at, absences)
        case Kind.DECLINED | Kind.WITHDRAWN | Kind.EXPIRED:
            return replace(table, closed=event.kind)
    raise ValueError(f"no event is called {event.kind}")


def _begun(table: Table, agreement: Agreement, at: int, absences: Absences) -> Table:
    """Everybody is there: the dice are complete, and say who sits where."""
    chance = Chance.of(table.seed, tuple(sitter.nonce for sitter in table.sat))
    sitters = [sitter.person for sitter in table.sat]
    if agreement.order:
        places = [agreement.order[(table.host, *table.named).index(person)] for person in sitters]
    else:
        places = list(chance.seats(agreement.seats, len(sitters)))
    people: list[int | None] = [None] * agreement.seats
    for person, place in zip(sitters, places, strict=True):
        people[place] = person
    match = begin(table.game, table.options, agreement.seats, chance)
    begun = replace(table, agreement=agreement, match=match, people=tuple(people), began=at, moved=at)
    return _clocked(begun, {}, at, absences)


def _said(table: Table, seat: Seat | None, word: Word, at: int, absences: Absences) -> Table:
    assert table.match
    match = table.match.said(seat, word)
    counts = table.counts if match.step == table.match.step else {}
    if seat is not None and seat in match.sealed and word not in CALLS:
        counts = {**counts, seat: counts.get(seat, 0) + 1}
    looked = table.looked if match.step == table.match.step else frozenset()
    moved = table.moved if match.step == table.match.step else at
    table = replace(table, match=match, counts=counts, looked=looked, moved=moved)
    return _clocked(table, table.allowances, at, absences)


def _clocked(table: Table, allowances: dict[Seat, Allowance], at: int, absences: Absences) -> Table:
    """The house needs no clock."""
    assert table.match
    awaited, waiting = table.match.awaited - table.housed, table.match.waiting - table.housed
    return replace(table, allowances=passed(allowances, awaited, waiting, at, absences))
