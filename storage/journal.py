"""The journal: the events of each match, append-only.

The key (match, seq) is the lock: of two processes that append at once, one gets a `Conflict`. The id of an interaction
is stored once, so a click that Discord delivers twice is recognized.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from storage.database import Conflict, NoRowMatched
from storage.deadlines import DELETE_DEADLINE, SELECT_DEADLINES_OF_MATCH, SET_DEADLINE, Deadline, read_deadlines
from storage.history import INSERT_HISTORY
from storage.matches import SELECT_HEADER, MatchHeader, read_headers
from storage.player_messages import UPSERT_PRESENCE
from storage.ratings import UPSERT_RATING, Rating
from storage.repository import Repository
from storage.results import INSERT_RESULT, Result
from storage.seasons import CHECK_SEASON_IS_OPEN, Season
from storage.statement import BoundStatement, Statement, build_insert, to_values


@dataclass(frozen=True, slots=True)
class Event:
    """Something that somebody did. Only `person` identifies a person, so that people can be forgotten."""

    kind: str
    word: str
    at: int
    seat: int | None = None
    person: int | None = None
    interaction: int | None = None
    """Unique over all matches. A repeated click is answered with what the first one did."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    seat: int
    person: int | None
    """None for a free seat and for the house."""
    standing: str


@dataclass(frozen=True, slots=True)
class NewMatch:
    server: int | None
    """None in direct messages."""
    channel: int
    game: str
    edition: int
    options: str
    terms: str
    """What else was agreed (clock, limit, rated), as JSON."""
    seed: str
    """Secret until the match is over."""
    status: str
    at: int
    venue: str = "home"
    """How the bot got into the channel; the bot defines the values."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A stored match, all from one snapshot. The index of an event is its seq."""

    header: MatchHeader
    seats: tuple[StoredSeat, ...]
    events: tuple[Event, ...]
    deadlines: tuple[Deadline, ...]


@dataclass(frozen=True, slots=True)
class MatchChange:
    """What an append changes beside adding events, in the same transaction. None leaves a value as it is."""

    status: str | None = None
    live: bool | None = None
    options: str | None = None
    terms: str | None = None
    seats: tuple[StoredSeat, ...] | None = None
    """All seats. A seat that is not listed is removed."""
    removed_deadlines: tuple[tuple[str, int], ...] = ()
    """Deadlines to remove, as (kind, seat)."""
    set_deadlines: tuple[Deadline, ...] = ()
    """Deadlines to set. Each replaces the one of the same kind and seat."""
    results: tuple[Result, ...] = ()
    ratings: tuple[Rating, ...] = ()
    season: Season | None = None
    """The season that the result counts for. The append fails if it has ended."""


NO_CHANGE: Final = MatchChange()


@dataclass(frozen=True, slots=True)
class AppendResult:
    match: int
    seq: int
    """The seq of the first of the events."""
    is_repeat: bool = False
    """The interaction was stored before, at this seq; nothing was stored now."""


INSERT_MATCH: Final = Statement(
    """
    INSERT INTO match (server, channel, game, edition, options, terms, seed, status, live, seq, shown, opened, changed,
        venue)
    VALUES (:server, :channel, :game, :edition, :options, :terms, :seed, :status, 1, :seq, 0, :at, :at, :venue)
    RETURNING id AS match, ring(id)
    """,
)
# First in its transaction: it keeps the journal free of gaps, and on PostgreSQL the second of two writers waits here.
ADVANCE_SEQ: Final = Statement(
    "UPDATE match SET seq = :next, changed = :at WHERE id = :match AND seq = :seq RETURNING ring(id)",
    must_match=True,
)
# No conflict target: the key or the interaction may be taken, and in both cases nothing is stored.
INSERT_EVENT: Final = build_insert(
    "event", "match, seq, kind, seat, person, word, at, interaction", "ON CONFLICT DO NOTHING", must_match=True
)
# Separate from `ADVANCE_SEQ`: most events change none of this, and so its indexes stay untouched.
_UPDATE_MATCH: Final = Statement(
    """
    UPDATE match SET status = COALESCE(:status, status), options = COALESCE(:options, options),
        terms = COALESCE(:terms, terms), live = COALESCE(:live, live)
    WHERE id = :match
    """
)
_DELETE_SEATS: Final = Statement("DELETE FROM seat WHERE match = :match")
_INSERT_SEAT: Final = Statement(
    """
    INSERT INTO seat (match, seat, person, standing, live)
    VALUES (:match, :seat, :person, :standing, (SELECT live FROM match WHERE id = :match))
    """
)
_SET_SEATS_LIVE: Final = Statement("UPDATE seat SET live = :live WHERE match = :match")

_SELECT_INTERACTION: Final = Statement("SELECT match, seq FROM event WHERE interaction = :interaction")
_SELECT_EVENTS: Final = Statement(
    "SELECT kind, word, at, seat, person, interaction FROM event WHERE match = :match ORDER BY seq"
)
_SELECT_SEATS: Final = Statement("SELECT seat, person, standing FROM seat WHERE match = :match ORDER BY seat")
_SELECT_BROKEN: Final = Statement(
    """
    SELECT id FROM match LEFT JOIN
        (SELECT match, COUNT(*) AS events, MAX(seq) AS latest FROM event GROUP BY match) AS told ON told.match = id
    WHERE seq <> COALESCE(events, 0) OR seq <> COALESCE(latest, -1) + 1 ORDER BY id
    """
)


class JournalRepository(Repository):
    async def create_match(
        self, opening: NewMatch, events: Sequence[Event], change: MatchChange = NO_CHANGE
    ) -> AppendResult:
        """Store a match with its first events. A repeated interaction returns the match that it created."""
        opened = INSERT_MATCH(**to_values(opening), seq=len(events))
        # The other statements get the id of the match from the first one.
        return await self._write_events(0, events, opened, {}, change)

    async def append_events(
        self, match: int, seq: int, events: Sequence[Event], change: MatchChange = NO_CHANGE
    ) -> AppendResult:
        """Append events, all or nothing. Raises `Conflict` if the match no longer has exactly `seq` events."""
        if not events:
            raise ValueError("an append without an event would lock nothing")
        advanced = ADVANCE_SEQ(match=match, seq=seq, next=seq + len(events), at=events[-1].at)
        return await self._write_events(seq, events, advanced, {"match": match}, change)

    async def _write_events(
        self, seq: int, events: Sequence[Event], first: BoundStatement, match: Mapping[str, int], change: MatchChange
    ) -> AppendResult:
        causes = {event.interaction for event in events if event.interaction is not None}
        if len(causes) > 1:
            raise ValueError("an append has one cause at the most: its events stand and fall together")
        inserts = [INSERT_EVENT(**match, seq=seq + place, **to_values(event)) for place, event in enumerate(events)]
        # A person who presses something is active.
        inserts += [
            UPSERT_PRESENCE(person=it.person, at=it.at) for it in events if None not in (it.interaction, it.person)
        ]
        try:
            returned, *_ = await self.database.write(first, *inserts, *_bind_state_updates(match, change))
        except NoRowMatched as missed:
            for cause in causes:
                if heard := await self.find_interaction(cause):
                    return heard
            what = "the ladder" if missed.statement in {UPSERT_RATING, CHECK_SEASON_IS_OPEN} else "the journal"
            raise Conflict(f"{what} has moved on: match {match.get('match', 'new')}, event {seq}") from missed
        return AppendResult(match["match"] if match else returned[0][0], seq)

    async def find_interaction(self, interaction: int) -> AppendResult | None:
        """Return where the events of an interaction are stored, e.g. after a connection was lost."""
        rows = await self.fetch_rows(_SELECT_INTERACTION(interaction=interaction))
        return next((AppendResult(match, seq, is_repeat=True) for match, seq in rows), None)

    async def load_match(self, match: int) -> Journal | None:
        headers, seats, events, deadlines = await self.database.read(
            SELECT_HEADER(match=match),
            _SELECT_SEATS(match=match),
            _SELECT_EVENTS(match=match),
            SELECT_DEADLINES_OF_MATCH(match=match),
        )
        if not headers:
            return None
        return Journal(
            header=read_headers(headers)[0],
            seats=tuple(StoredSeat(*row) for row in seats),
            events=tuple(Event(*row) for row in events),
            deadlines=tuple(read_deadlines(deadlines)),
        )

    async def list_seats(self, match: int) -> list[StoredSeat]:
        return [StoredSeat(*row) for row in await self.fetch_rows(_SELECT_SEATS(match=match))]

    async def list_broken(self) -> list[int]:
        """Return the matches whose events are not complete. There should be none."""
        return [match for (match,) in await self.fetch_rows(_SELECT_BROKEN())]


def _bind_state_updates(match: Mapping[str, int], change: MatchChange) -> Iterator[BoundStatement]:
    if change.seats is not None:
        yield _DELETE_SEATS(**match)
        for seated in change.seats:
            yield _INSERT_SEAT(**match, **to_values(seated))
    live = None if change.live is None else int(change.live)
    if (change.status, change.options, change.terms, live) != (None,) * 4:
        yield _UPDATE_MATCH(**match, status=change.status, options=change.options, terms=change.terms, live=live)
    if live is not None:
        yield _SET_SEATS_LIVE(**match, live=live)
    for kind, seat in change.removed_deadlines:
        yield DELETE_DEADLINE(**match, kind=kind, seat=seat)
    for deadline in change.set_deadlines:
        yield SET_DEADLINE(**match, **to_values(deadline))
    for result in change.results:
        yield INSERT_RESULT(**match, **to_values(result))
    if change.results:
        yield INSERT_HISTORY(**match)
    if change.season is not None:
        yield CHECK_SEASON_IS_OPEN(server=change.season.server, number=change.season.number)
    # Always in the same order: two matches of the same players that end at once must not deadlock.
    for rating in sorted(change.ratings, key=lambda each: (each.game, each.player)):
        yield UPSERT_RATING(**to_values(rating))
