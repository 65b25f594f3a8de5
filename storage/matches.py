"""Match headers, which are the rows of the match table, without the journals."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.results import MAX_INTEGER
from storage.statement import BoundStatement, Row, Statement, build_select


@dataclass(frozen=True, slots=True)
class MatchHeader:
    id: int
    server_id: int | None
    channel_id: int
    game: str
    edition: int
    options: str
    terms: str
    seed: str
    status: str
    is_live: bool
    event_count: int
    """The number of events, which is also the `seq` of the next event."""
    events_shown: int
    """How many events have been shown to everybody."""
    card_message_id: int | None
    opened_ms: int
    changed_ms: int
    forget_count: int
    """How many times a player of the match has been forgotten. If it changes, a cached match must be reloaded."""
    events_on_card: int
    """How many events the card shows."""
    parent_channel_id: int | None = None
    """The parent channel of the match's thread, if the match is or was played in a thread."""
    installation: str = "server"
    """How the bot was installed: "server" or "user"."""

    @property
    def is_in_thread(self) -> bool:
        """Whether the match is being played in its own thread. `channel_id` is then the thread."""
        return self.parent_channel_id not in {None, self.channel_id}

    @property
    def root_channel_id(self) -> int:
        """The channel of the match, or the parent channel of its thread."""
        return self.parent_channel_id or self.channel_id


@dataclass(frozen=True, slots=True)
class ActivityCounts:
    """The number of open offers and running matches of a person and of a server."""

    offers_of_person: int
    """How many open offers this person has made."""
    matches_of_person: int
    offers_on_server: int
    matches_on_server: int


_HEADER_COLUMNS: Final = (
    "id, server_id, channel_id, game, edition, options, terms, seed, status, is_live, event_count, events_shown,"
    " card_message_id, opened_ms, changed_ms, forget_count, events_on_card, parent_channel_id, installation"
)
SELECT_HEADER: Final = build_select(_HEADER_COLUMNS, "FROM match WHERE id = :match_id")
_SELECT_LIVE: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE is_live = 1 AND id > :after_match_id ORDER BY id LIMIT :count"
)
_SELECT_ENDED: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE is_live = 0 AND id > :after_match_id ORDER BY id LIMIT :count"
)
SELECT_LIVE_OF_PERSON: Final = build_select(
    _HEADER_COLUMNS,
    "FROM match WHERE id IN (SELECT match_id FROM seat WHERE person_id = :person_id AND seat.is_live = 1) ORDER BY id",
)
_SELECT_LIVE_IN_CHANNEL: Final = build_select(
    _HEADER_COLUMNS,
    "FROM match WHERE (channel_id = :channel_id OR parent_channel_id = :channel_id) AND is_live = 1 ORDER BY id",
)
_SELECT_NEWEST_IN_THREAD: Final = build_select(
    _HEADER_COLUMNS,
    """FROM match WHERE channel_id = :channel_id AND parent_channel_id IS NOT NULL AND parent_channel_id <> channel_id
    ORDER BY id DESC LIMIT 1""",
)
_SELECT_LIVE_ON_SERVER: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE server_id = :server_id AND is_live = 1 ORDER BY id"
)
# The person in seat 0 made the offer. The others were only invited or have joined.
_COUNT_ACTIVITY: Final = Statement(
    """
    SELECT
        (SELECT count(*) FROM seat WHERE person_id = :person_id AND is_live = 1 AND seat = 0
            AND EXISTS (SELECT 1 FROM match WHERE id = seat.match_id AND match.status = :offer_status)),
        (SELECT count(*) FROM seat WHERE person_id = :person_id AND is_live = 1 AND seat.status = 'playing'
            AND EXISTS (SELECT 1 FROM match WHERE id = seat.match_id AND match.status <> :offer_status)),
        (SELECT count(*) FROM match WHERE server_id = :server_id AND is_live = 1 AND status = :offer_status),
        (SELECT count(*) FROM match WHERE server_id = :server_id AND is_live = 1 AND status <> :offer_status)
    """
)
_COUNT_LIVE_BY_STATUS: Final = Statement(
    "SELECT status, count(*) FROM match WHERE is_live = 1 GROUP BY status ORDER BY status"
)
# Practice has no card, and nobody but its player sees it.
_COUNT_BY_OUTCOME: Final = Statement(
    """
    SELECT status, canceller_count, count(*) FROM (
        SELECT match.status AS status,
            CASE WHEN match.status = 'cancelled' THEN (
                SELECT count(DISTINCT event.person_id) FROM event
                WHERE event.match_id = match.id AND event.kind = :move_kind AND event.payload = :cancel_move
            ) ELSE 0 END AS canceller_count
        FROM match WHERE match.server_id = :server_id AND match.terms NOT LIKE '%"kind":"practice"%'
    ) AS match_outcome
    GROUP BY status, canceller_count ORDER BY status, canceller_count
    """
)
# A match that continues another one says nothing about the level that the person likes to choose.
_SELECT_LAST_PRACTICE_TERMS: Final = build_select(
    "match.terms",
    """FROM seat JOIN match ON match.id = seat.match_id
    WHERE seat.person_id = :person_id AND match.game = :game
        AND match.terms LIKE '%"kind":"practice"%' AND match.terms LIKE '%"since":[]%'
    ORDER BY match.id DESC LIMIT 1""",
)
# The first event of a match is the offer of its host.
_SELECT_LAST_OFFERED_OPTIONS: Final = build_select(
    "match.options",
    """FROM event JOIN match ON match.id = event.match_id
    WHERE event.person_id = :person_id AND event.seq = 0 AND match.game = :game ORDER BY match.id DESC LIMIT 1""",
)
_SELECT_NEWEST_REMATCH: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE rematch_of = :match_id ORDER BY id DESC LIMIT 1"
)
_SELECT_UNSHOWN: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE events_shown < event_count AND changed_ms <= :before_ms ORDER BY id"
)


class MatchRepository(Repository):
    async def load_header(self, match_id: int) -> MatchHeader | None:
        return next(iter(await self._list_headers(SELECT_HEADER(match_id=match_id))), None)

    async def load_newest_rematch(self, match_id: int) -> MatchHeader | None:
        """Return the header of the newest rematch of a match, or None if nobody has offered one."""
        return next(iter(await self._list_headers(_SELECT_NEWEST_REMATCH(match_id=match_id))), None)

    async def list_live(self, after_match_id: int = 0, count: int = 1000) -> list[MatchHeader]:
        """Return a page of the matches that have not ended, oldest first, beginning after `after_match_id`."""
        return await self._list_headers(_SELECT_LIVE(after_match_id=after_match_id, count=count))

    async def list_ended(self, after_match_id: int = 0, count: int = 1000) -> list[MatchHeader]:
        """Return a page of the matches that have ended, oldest first, beginning after `after_match_id`."""
        return await self._list_headers(_SELECT_ENDED(after_match_id=after_match_id, count=count))

    async def iterate_all(self, *, is_live: bool) -> AsyncIterator[MatchHeader]:
        """Yield the headers of all live or all ended matches, oldest first. They are loaded page by page."""
        list_page, last_id = self.list_live if is_live else self.list_ended, 0
        while headers := await list_page(last_id):
            for header in headers:
                yield header
            last_id = headers[-1].id

    async def list_live_of_person(self, person_id: int) -> list[MatchHeader]:
        return await self._list_headers(SELECT_LIVE_OF_PERSON(person_id=person_id))

    async def list_live_in_channel(self, channel_id: int) -> list[MatchHeader]:
        """Return the live matches in a channel or in its threads."""
        return await self._list_headers(_SELECT_LIVE_IN_CHANNEL(channel_id=channel_id))

    async def load_newest_in_thread(self, channel_id: int) -> MatchHeader | None:
        """Return the header of the newest match in this thread, or None if the channel is not the thread of a match."""
        return next(iter(await self._list_headers(_SELECT_NEWEST_IN_THREAD(channel_id=channel_id))), None)

    async def list_live_on_server(self, server_id: int) -> list[MatchHeader]:
        return await self._list_headers(_SELECT_LIVE_ON_SERVER(server_id=server_id))

    async def find_last_practice_terms(self, person_id: int, game: str) -> str | None:
        """Return the terms of a person's latest practice match of a game, as JSON, or None if there was none.

        Practice matches that continue another match do not count.
        """
        row = await self.fetch_row(_SELECT_LAST_PRACTICE_TERMS(person_id=person_id, game=game))
        return str(row[0]) if row else None

    async def find_last_offered_options(self, person_id: int, game: str) -> str | None:
        """Return the options of the latest match of a game that a person offered, as JSON, or None if there is none."""
        row = await self.fetch_row(_SELECT_LAST_OFFERED_OPTIONS(person_id=person_id, game=game))
        return str(row[0]) if row else None

    async def count_activity(self, person_id: int, server_id: int | None, offer_status: str) -> ActivityCounts:
        """Count the open offers and running matches of a person and of a server.

        `offer_status` is the status of a match that is still an offer.
        """
        (row,) = await self.fetch_rows(
            _COUNT_ACTIVITY(person_id=person_id, server_id=server_id or 0, offer_status=offer_status)
        )
        return ActivityCounts(*row)

    async def count_live_by_status(self) -> dict[str, int]:
        return {str(status): int(count) for status, count in await self.fetch_rows(_COUNT_LIVE_BY_STATUS())}

    async def count_by_outcome(self, server_id: int, *, move_kind: str, cancel_move: str) -> list[tuple[str, int, int]]:
        """Count a server's matches by status and by how many people asked to cancel them. Practice is left out.

        Each row is (status, number of people who asked to cancel, number of matches). `move_kind` is the kind of the
        events that are moves, and `cancel_move` the payload of a request to cancel.
        """
        rows = await self.fetch_rows(
            _COUNT_BY_OUTCOME(server_id=server_id, move_kind=move_kind, cancel_move=cancel_move)
        )
        return [(str(status), int(cancellers), int(count)) for status, cancellers, count in rows]

    async def list_unshown(self, before_ms: int = MAX_INTEGER) -> list[MatchHeader]:
        """Return the live and ended matches that have unshown events and last changed at or before `before_ms`."""
        return await self._list_headers(_SELECT_UNSHOWN(before_ms=before_ms))

    async def _list_headers(self, query: BoundStatement) -> list[MatchHeader]:
        return read_headers(await self.fetch_rows(query))


def read_headers(rows: Iterable[Row]) -> list[MatchHeader]:
    return [MatchHeader(*(*row[:9], bool(row[9]), *row[10:])) for row in rows]
