"""The journal: an append-only list of events for each match.

The key (match_id, seq) acts as an optimistic lock: if two processes append at once, one of them gets a `Conflict`. Each
interaction ID is stored only once, so a click that Discord delivers twice is recognized.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from storage.database import Conflict, NoRowMatched, Repository
from storage.deadlines import DELETE_DEADLINE, SELECT_DEADLINES_OF_MATCH, SET_DEADLINE, Deadline, read_deadlines
from storage.follows import INSERT_FOLLOW_NOTICES
from storage.history import INSERT_HISTORY
from storage.matches import SELECT_HEADER, MatchHeader, read_headers
from storage.player_messages import UPSERT_MATCH_PRESENCE, UPSERT_PRESENCE
from storage.predictions import SCORE_PREDICTIONS, ResolvedChoice
from storage.ratings import UPSERT_RATING, Rating
from storage.results import INSERT_RESULT, SeatResult
from storage.seasons import CHECK_SEASON_IS_OPEN, Season
from storage.statement import BoundStatement, Statement, build_insert, build_select, to_values

OWN_INTERACTION_IDS: Final = range(1 << 52, 1 << 53)
"""The interaction IDs that the bot makes up for events without a click, such as seating the players of a tournament.
Discord's IDs are greater.
"""


@dataclass(frozen=True, slots=True)
class Event:
    """An action in a match. Its `person_id` is the only field that changes when the person is forgotten."""

    kind: str
    payload: str
    created_ms: int
    seat: int | None = None
    person_id: int | None = None
    interaction_id: int | None = None
    """The ID of the interaction that caused the event. No two events have the same ID.

    If Discord delivers the interaction twice, the second append returns the result of the first.
    """


class SeatStatus(StrEnum):
    """The status of a seat in a match, or of a player in an offer."""

    INVITED = "invited"
    """The person was challenged and has not answered yet, or has declined."""
    JOINED = "joined"
    PLAYING = "playing"
    LEFT = "left"
    """The player has left, and the computer opponent plays on for them."""
    AI = "ai"


@dataclass(frozen=True, slots=True)
class StoredSeat:
    seat: int
    person_id: int | None
    """The player's ID; None for a free seat and for the computer opponent."""
    status: SeatStatus


@dataclass(frozen=True, slots=True)
class NewMatch:
    server_id: int | None
    """The server's ID; None for a match in direct messages."""
    channel_id: int
    game: str
    edition: int
    options: str
    terms: str
    """Terms other than the game's options, such as the clock and whether the match is rated, as JSON."""
    seed: str
    """The seed of the match's dice, which is secret until the match is over."""
    status: str
    opened_ms: int
    installation: str = "server"
    """How the bot was installed: "server" or "user"."""
    rematch_of: int | None = None
    """The ID of the previous match, if this match is a rematch."""


@dataclass(frozen=True, slots=True)
class Journal:
    """A complete stored match, read from one snapshot. An event's index in `events` is its `seq`."""

    header: MatchHeader
    seats: tuple[StoredSeat, ...]
    events: tuple[Event, ...]
    deadlines: tuple[Deadline, ...]


@dataclass(frozen=True, slots=True)
class MatchChange:
    """Changes to a match that are stored together with its new events. A field that is None changes nothing."""

    status: str | None = None
    is_live: bool | None = None
    options: str | None = None
    terms: str | None = None
    seats: tuple[StoredSeat, ...] | None = None
    """The new list of all seats. Stored seats that are not in it are removed."""
    removed_deadlines: tuple[tuple[str, int], ...] = ()
    """Deadlines to remove, as (kind, seat)."""
    set_deadlines: tuple[Deadline, ...] = ()
    """Deadlines to set. Each replaces any stored deadline of the same kind and seat."""
    resolved_choices: tuple[ResolvedChoice, ...] = ()
    """The choices of the steps that the events resolve, for scoring the predictions of them."""
    results: tuple[SeatResult, ...] = ()
    ratings: tuple[Rating, ...] = ()
    season: Season | None = None
    """The season that the results count for. The append fails if this season has ended."""
    follow_phase: str | None = None
    """Which notice followers get: 'started' or 'ended'."""


NO_CHANGE: Final = MatchChange()


@dataclass(frozen=True, slots=True)
class AppendResult:
    match_id: int
    first_seq: int
    """The `seq` of the first appended event."""
    is_repeat: bool = False
    """Whether the interaction had already been stored (at `first_seq`), so this append stored nothing."""


INSERT_MATCH: Final = Statement(
    """
    INSERT INTO match (server_id, channel_id, game, edition, options, terms, seed, status, is_live, event_count,
        events_shown, opened_ms, changed_ms, installation, rematch_of)
    VALUES (:server_id, :channel_id, :game, :edition, :options, :terms, :seed, :status, 1, :event_count,
        0, :opened_ms, :opened_ms, :installation, :rematch_of)
    RETURNING id AS match_id, notify(id)
    """,
)
# Runs first in its transaction. It keeps the journal free of gaps, and on PostgreSQL it makes a second writer wait.
ADVANCE_EVENT_COUNT: Final = Statement(
    """
    UPDATE match SET event_count = :new_count, changed_ms = :changed_ms
    WHERE id = :match_id AND event_count = :event_count RETURNING notify(id)
    """,
    must_match=True,
)
# No conflict target, because the key or the interaction ID can already be taken. In both cases, nothing is stored.
INSERT_EVENT: Final = build_insert(
    "event",
    "match_id, seq, kind, seat, person_id, payload, created_ms, interaction_id",
    "ON CONFLICT DO NOTHING",
    must_match=True,
)
# Separate from `ADVANCE_EVENT_COUNT`, so that most events, which change none of these columns, update no index on them.
_UPDATE_MATCH: Final = Statement(
    """
    UPDATE match SET status = COALESCE(:status, status), options = COALESCE(:options, options),
        terms = COALESCE(:terms, terms), is_live = COALESCE(:is_live, is_live)
    WHERE id = :match_id
    """
)
_DELETE_SEATS: Final = Statement("DELETE FROM seat WHERE match_id = :match_id")
_INSERT_SEAT: Final = Statement(
    """
    INSERT INTO seat (match_id, seat, person_id, status, is_live)
    VALUES (:match_id, :seat, :person_id, :status, (SELECT is_live FROM match WHERE id = :match_id))
    """
)
_SET_SEATS_LIVE: Final = Statement("UPDATE seat SET is_live = :is_live WHERE match_id = :match_id")

_SELECT_INTERACTION: Final = Statement("SELECT match_id, seq FROM event WHERE interaction_id = :interaction_id")
_SELECT_EVENTS: Final = build_select(
    "kind, payload, created_ms, seat, person_id, interaction_id", "FROM event WHERE match_id = :match_id ORDER BY seq"
)
_SELECT_SEATS: Final = Statement("SELECT seat, person_id, status FROM seat WHERE match_id = :match_id ORDER BY seat")
_SELECT_GAPS: Final = Statement(
    """
    SELECT id FROM match LEFT JOIN
        (SELECT match_id, COUNT(*) AS stored, MAX(seq) AS latest FROM event GROUP BY match_id) AS journal
        ON journal.match_id = id
    WHERE event_count <> COALESCE(stored, 0) OR event_count <> COALESCE(latest, -1) + 1 ORDER BY id
    """
)


class JournalRepository(Repository):
    async def create_match(
        self, new_match: NewMatch, events: Sequence[Event], change: MatchChange = NO_CHANGE
    ) -> AppendResult:
        """Store a match with its first events.

        If an earlier delivery of the same interaction has already created a match, return that match.
        """
        insert = INSERT_MATCH(**to_values(new_match), event_count=len(events))
        return await self._write_events(None, 0, events, insert, change)

    async def append_events(
        self, match_id: int, event_count: int, events: Sequence[Event], change: MatchChange = NO_CHANGE
    ) -> AppendResult:
        """Append all the events in one transaction.

        Raises `Conflict` if the match does not have exactly `event_count` events when the transaction runs.
        """
        if not events:
            raise ValueError("at least one event is required")
        advance = ADVANCE_EVENT_COUNT(
            match_id=match_id,
            event_count=event_count,
            new_count=event_count + len(events),
            changed_ms=events[-1].created_ms,
        )
        return await self._write_events(match_id, event_count, events, advance, change)

    async def _write_events(
        self,
        match_id: int | None,
        first_seq: int,
        events: Sequence[Event],
        first: BoundStatement,
        change: MatchChange,
    ) -> AppendResult:
        """Run `first`, then store the events and the change, all in one transaction.

        `first` locks the match. If `match_id` is None, it creates the match instead.
        """
        # For a new match, the INSERT statement returns `match_id` to the statements after it.
        match: dict[str, int] = {} if match_id is None else {"match_id": match_id}
        interactions = {event.interaction_id for event in events if event.interaction_id is not None}
        if len(interactions) > 1:
            raise ValueError("all events of an append must have the same interaction")
        inserts = [INSERT_EVENT(**match, seq=seq, **to_values(event)) for seq, event in enumerate(events, first_seq)]
        # An event that a person's click or command caused means that the person is active.
        active_ms = {
            it.person_id: it.created_ms
            for it in events
            if None not in (it.interaction_id, it.person_id) and it.interaction_id not in OWN_INTERACTION_IDS
        }
        for person_id, last_active_ms in active_ms.items():
            inserts.append(UPSERT_PRESENCE(person_id=person_id, last_active_ms=last_active_ms))
            inserts.append(UPSERT_MATCH_PRESENCE(**match, person_id=person_id, last_active_ms=last_active_ms))
        try:
            returned, *_ = await self.database.write(first, *inserts, *_bind_state_updates(match, change))
        except NoRowMatched as error:
            for interaction_id in interactions:
                if repeated := await self.find_interaction(interaction_id):
                    return repeated
            subject = "the ladder" if error.statement in {UPSERT_RATING, CHECK_SEASON_IS_OPEN} else "the journal"
            raise Conflict(f"{subject} has changed: match {match_id or 'new'}, event {first_seq}") from error
        return AppendResult(match_id or returned[0][0], first_seq)

    async def find_interaction(self, interaction_id: int) -> AppendResult | None:
        """Return the match and the position of the events that an interaction caused, or None if none are stored.

        After a lost connection, this shows whether an append succeeded.
        """
        row = await self.fetch_row(_SELECT_INTERACTION(interaction_id=interaction_id))
        return AppendResult(row[0], row[1], is_repeat=True) if row else None

    async def load_match(self, match_id: int) -> Journal | None:
        headers, seats, events, deadlines = await self.database.read(
            SELECT_HEADER(match_id=match_id),
            _SELECT_SEATS(match_id=match_id),
            _SELECT_EVENTS(match_id=match_id),
            SELECT_DEADLINES_OF_MATCH(match_id=match_id),
        )
        if not headers:
            return None
        return Journal(
            header=read_headers(headers)[0],
            seats=tuple(StoredSeat(seat, person_id, SeatStatus(status)) for seat, person_id, status in seats),
            events=tuple(Event(*row) for row in events),
            deadlines=tuple(read_deadlines(deadlines)),
        )

    async def list_matches_with_gaps(self) -> list[int]:
        """Return the IDs of the matches whose journals lack an event. There should be none."""
        return [match_id for (match_id,) in await self.fetch_rows(_SELECT_GAPS())]


def _bind_state_updates(match: Mapping[str, int], change: MatchChange) -> Iterator[BoundStatement]:
    if change.seats is not None:
        yield _DELETE_SEATS(**match)
        for seat in change.seats:
            yield _INSERT_SEAT(**match, **to_values(seat))
    is_live = None if change.is_live is None else int(change.is_live)
    if (change.status, change.options, change.terms, is_live) != (None,) * 4:
        yield _UPDATE_MATCH(**match, status=change.status, options=change.options, terms=change.terms, is_live=is_live)
    if is_live is not None:
        yield _SET_SEATS_LIVE(**match, is_live=is_live)
    if change.follow_phase is not None:
        yield INSERT_FOLLOW_NOTICES(**match, phase=change.follow_phase)
    for kind, deadline_seat in change.removed_deadlines:
        yield DELETE_DEADLINE(**match, kind=kind, seat=deadline_seat)
    for deadline in change.set_deadlines:
        yield SET_DEADLINE(**match, **to_values(deadline))
    yield from (SCORE_PREDICTIONS(**match, **to_values(resolved)) for resolved in change.resolved_choices)
    yield from (INSERT_RESULT(**match, **to_values(result)) for result in change.results)
    if change.results:
        yield INSERT_HISTORY(**match)
    if change.season is not None:
        yield CHECK_SEASON_IS_OPEN(server_id=change.season.server_id, number=change.season.number)
    # Always write in the same order, so that two matches of the same players that end at once do not deadlock.
    for rating in sorted(change.ratings, key=lambda changed: (changed.game, changed.person_id)):
        yield UPSERT_RATING(**to_values(rating))
