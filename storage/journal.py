"""A match is its events. The key (match, seq) is the lock, and the interaction tells a doubled click."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from storage.database import Conflict, Missed
from storage.deadline import SET, STANDING, UNSET, Deadline, read_deadlines
from storage.hand import PRESENT
from storage.header import HEADER, Header, read_headers
from storage.ladder import RATE, Rating
from storage.part import Part
from storage.played import PLAYED
from storage.result import RESULT, Result
from storage.season import STANDS, Season
from storage.statement import Bound, Statement, fields, insert


@dataclass(frozen=True, slots=True)
class Event:
    """What somebody did. Where a person is meant, `person` says so: words and terms name nobody, so that a player can
    be forgotten.
    """

    kind: str
    word: str
    at: int
    seat: int | None = None
    person: int | None = None
    interaction: int | None = None
    """Stored once in all matches together: a doubled click is answered with what happened the first time."""


@dataclass(frozen=True, slots=True)
class Seated:
    seat: int
    person: int | None
    """Nobody yet, or the house."""
    standing: str


@dataclass(frozen=True, slots=True)
class Opening:
    server: int | None
    """None in direct messages."""
    channel: int
    game: str
    edition: int
    options: str
    terms: str
    """What else was agreed: clock, limit, rated."""
    seed: str
    """Secret until the end."""
    status: str
    at: int
    venue: str = "home"
    """What the channel is to us, by a name that is not the store's."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A match as stored, all from one moment; an event's place is its seq."""

    header: Header
    seats: tuple[Seated, ...]
    events: tuple[Event, ...]
    deadlines: tuple[Deadline, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """What an append carries beside its events, in the same transaction. None leaves a thing as it is."""

    status: str | None = None
    live: bool | None = None
    options: str | None = None
    terms: str | None = None
    seats: tuple[Seated, ...] | None = None
    """All of them: whoever is not named has got up."""
    undue: tuple[tuple[str, int], ...] = ()
    """Deadlines that are gone, by kind and seat."""
    due: tuple[Deadline, ...] = ()
    """New, or in the place of the one of the same kind and seat."""
    results: tuple[Result, ...] = ()
    ratings: tuple[Rating, ...] = ()
    season: Season | None = None
    """It must not have ended."""


UNCHANGED: Final = Change()


@dataclass(frozen=True, slots=True)
class Appended:
    match: int
    seq: int
    """Where the first of the events stands."""
    again: bool = False
    """The interaction was heard before; this is where, and nothing was stored now."""


OPEN: Final = Statement(
    """
    INSERT INTO match (server, channel, game, edition, options, terms, seed, status, live, seq, shown, opened, changed,
        venue)
    VALUES (:server, :channel, :game, :edition, :options, :terms, :seed, :status, 1, :seq, 0, :at, :at, :venue)
    RETURNING id AS match, ring(id)
    """,
)
# First in its transaction: it keeps the journal without gaps, and on PostgreSQL the second of two waits here.
ADVANCE: Final = Statement(
    "UPDATE match SET seq = :next, changed = :at WHERE id = :match AND seq = :seq RETURNING ring(id)",
    must=True,
)
# No conflict target: it may be the key that is taken or the interaction, and either means that nothing is stored.
EVENT: Final = insert(
    "event", "match, seq, kind, seat, person, word, at, interaction", "ON CONFLICT DO NOTHING", must=True
)
# Apart from ADVANCE, since most events change none of this and so leave its indexes alone.
_CHANGE: Final = Statement(
    """
    UPDATE match SET status = COALESCE(:status, status), options = COALESCE(:options, options),
        terms = COALESCE(:terms, terms), live = COALESCE(:live, live)
    WHERE id = :match
    """
)
_RISE: Final = Statement("DELETE FROM seat WHERE match = :match")
_SIT: Final = Statement(
    """
    INSERT INTO seat (match, seat, person, standing, live)
    VALUES (:match, :seat, :person, :standing, (SELECT live FROM match WHERE id = :match))
    """
)
_SETTLE: Final = Statement("UPDATE seat SET live = :live WHERE match = :match")

_HEARD: Final = Statement("SELECT match, seq FROM event WHERE interaction = :interaction")
_EVENTS: Final = Statement(
    "SELECT kind, word, at, seat, person, interaction FROM event WHERE match = :match ORDER BY seq"
)
_SEATS: Final = Statement("SELECT seat, person, standing FROM seat WHERE match = :match ORDER BY seat")
_BROKEN: Final = Statement(
    """
    SELECT id FROM match LEFT JOIN
        (SELECT match, COUNT(*) AS events, MAX(seq) AS latest FROM event GROUP BY match) AS told ON told.match = id
    WHERE seq <> COALESCE(events, 0) OR seq <> COALESCE(latest, -1) + 1 ORDER BY id
    """
)


class Journals(Part):
    async def create(self, opening: Opening, events: Sequence[Event], change: Change = UNCHANGED) -> Appended:
        """A match with its first events; the same interaction again finds the match that it opened."""
        opened = OPEN(**fields(opening), seq=len(events))
        # The match is known to the rest by the number that the first statement returned.
        return await self._stored(0, events, opened, {}, change)

    async def append(self, match: int, seq: int, events: Sequence[Event], change: Change = UNCHANGED) -> Appended:
        """All of it or nothing. `seq` is how many events the caller knows of; who knows too few gets a Conflict."""
        if not events:
            raise ValueError("an append without an event would lock nothing")
        advanced = ADVANCE(match=match, seq=seq, next=seq + len(events), at=events[-1].at)
        return await self._stored(seq, events, advanced, {"match": match}, change)

    async def _stored(
        self, seq: int, events: Sequence[Event], first: Bound, match: Mapping[str, int], change: Change
    ) -> Appended:
        causes = {event.interaction for event in events if event.interaction is not None}
        if len(causes) > 1:
            raise ValueError("an append has one cause at the most: its events stand and fall together")
        told = [EVENT(**match, seq=seq + place, **fields(event)) for place, event in enumerate(events)]
        # Whoever does something by a press is there.
        told += [PRESENT(person=it.person, at=it.at) for it in events if None not in (it.interaction, it.person)]
        try:
            returned, *_ = await self.database.write(first, *told, *_carried(match, change))
        except Missed as missed:
            for cause in causes:
                if heard := await self.heard(cause):
                    return heard
            what = "the ladder" if missed.statement in {RATE, STANDS} else "the journal"
            raise Conflict(f"{what} has moved on: match {match.get('match', 'new')}, event {seq}") from missed
        return Appended(match["match"] if match else returned[0][0], seq)

    async def heard(self, interaction: int) -> Appended | None:
        """What became of an interaction: the answer to everything that was cut off."""
        rows = await self.rows(_HEARD(interaction=interaction))
        return next((Appended(match, seq, again=True) for match, seq in rows), None)

    async def load(self, match: int) -> Journal | None:
        headers, seats, events, deadlines = await self.database.read(
            HEADER(match=match), _SEATS(match=match), _EVENTS(match=match), STANDING(match=match)
        )
        if not headers:
            return None
        return Journal(
            header=read_headers(headers)[0],
            seats=tuple(Seated(*row) for row in seats),
            events=tuple(Event(*row) for row in events),
            deadlines=tuple(read_deadlines(deadlines)),
        )

    async def seats(self, match: int) -> list[Seated]:
        return [Seated(*row) for row in await self.rows(_SEATS(match=match))]

    async def broken(self) -> list[int]:
        """Matches whose events are not as many as they say, or have gaps; there are none."""
        return [match for (match,) in await self.rows(_BROKEN())]


def _carried(match: Mapping[str, int], change: Change) -> Iterator[Bound]:
    if change.seats is not None:
        yield _RISE(**match)
        for seated in change.seats:
            yield _SIT(**match, **fields(seated))
    live = None if change.live is None else int(change.live)
    if (change.status, change.options, change.terms, live) != (None,) * 4:
        yield _CHANGE(**match, status=change.status, options=change.options, terms=change.terms, live=live)
    if live is not None:
        yield _SETTLE(**match, live=live)
    for kind, seat in change.undue:
        yield UNSET(**match, kind=kind, seat=seat)
    for deadline in change.due:
        yield SET(**match, **fields(deadline))
    for result in change.results:
        yield RESULT(**match, **fields(result))
    if change.results:
        yield PLAYED(**match)
    if change.season is not None:
        yield STANDS(server=change.season.server, number=change.season.number)
    # In one order, lest two ends with the same players wait for each other.
    for rating in sorted(change.ratings, key=lambda each: (each.game, each.player)):
        yield RATE(**fields(rating))
