"""Matches as rows: lists of them by player, channel and server, without their journals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from storage.repository import Repository
from storage.results import MAX_INTEGER
from storage.statement import BoundStatement, Row, Statement, build_select


@dataclass(frozen=True, slots=True)
class MatchHeader:
    id: int
    server: int | None
    channel: int
    game: str
    edition: int
    options: str
    terms: str
    seed: str
    status: str
    live: bool
    seq: int
    """The number of events, and so the key of the next one."""
    shown: int
    """How many events have been shown to everybody."""
    message: int | None
    opened: int
    changed: int
    forgotten: int
    """How often a player of it was forgotten. A cached match with another number still holds that person."""
    posted: int
    """How many events the card shows."""
    home: int | None = None
    """The channel above the match's thread, if it is or was played in one."""
    venue: str = "home"


@dataclass(frozen=True, slots=True)
class ActivityCounts:
    """The open offers and running matches of a person and of a server."""

    offers: int
    """Those that this person has made."""
    matches: int
    offers_there: int
    matches_there: int


_HEADER_COLUMNS: Final = (
    "id, server, channel, game, edition, options, terms, seed, status, live, seq, shown, message, opened, changed,"
    " forgotten, posted, home, venue"
)
SELECT_HEADER: Final = build_select(_HEADER_COLUMNS, "FROM match WHERE id = :match")
_SELECT_LIVE: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE live = 1 AND id > :after ORDER BY id LIMIT :count"
)
_SELECT_ENDED: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE live = 0 AND id > :after ORDER BY id LIMIT :count"
)
SELECT_LIVE_OF_PERSON: Final = build_select(
    _HEADER_COLUMNS,
    "FROM match WHERE id IN (SELECT match FROM seat WHERE person = :person AND seat.live = 1) ORDER BY id",
)
_SELECT_LIVE_IN_CHANNEL: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE channel = :channel AND live = 1 ORDER BY id"
)
_SELECT_LIVE_ON_SERVER: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE server = :server AND live = 1 ORDER BY id"
)
# Seat 0 of an offer is the person who made it. The others were only asked.
_COUNT_ACTIVITY: Final = Statement(
    """
    SELECT
        (SELECT count(*) FROM seat WHERE person = :person AND live = 1 AND seat = 0
            AND EXISTS (SELECT 1 FROM match WHERE id = seat.match AND status = :offered)),
        (SELECT count(*) FROM seat WHERE person = :person AND live = 1 AND standing = 'plays'
            AND EXISTS (SELECT 1 FROM match WHERE id = seat.match AND status <> :offered)),
        (SELECT count(*) FROM match WHERE server = :server AND live = 1 AND status = :offered),
        (SELECT count(*) FROM match WHERE server = :server AND live = 1 AND status <> :offered)
    """
)
_COUNT_LIVE_BY_STATUS: Final = Statement(
    "SELECT status, count(*) FROM match WHERE live = 1 GROUP BY status ORDER BY status"
)
_SELECT_UNSHOWN: Final = build_select(
    _HEADER_COLUMNS, "FROM match WHERE shown < seq AND changed <= :before ORDER BY id"
)


class MatchRepository(Repository):
    async def load_header(self, match: int) -> MatchHeader | None:
        return next(iter(await self._list_headers(SELECT_HEADER(match=match))), None)

    async def list_live(self, after: int = 0, count: int = 1000) -> list[MatchHeader]:
        """Return a page of the matches that have not ended, oldest first, beginning after the match `after`."""
        return await self._list_headers(_SELECT_LIVE(after=after, count=count))

    async def list_ended(self, after: int = 0, count: int = 1000) -> list[MatchHeader]:
        """Return a page of the matches that have ended, oldest first."""
        return await self._list_headers(_SELECT_ENDED(after=after, count=count))

    async def list_live_of_person(self, person: int) -> list[MatchHeader]:
        return await self._list_headers(SELECT_LIVE_OF_PERSON(person=person))

    async def list_live_in_channel(self, channel: int) -> list[MatchHeader]:
        return await self._list_headers(_SELECT_LIVE_IN_CHANNEL(channel=channel))

    async def list_live_on_server(self, server: int) -> list[MatchHeader]:
        return await self._list_headers(_SELECT_LIVE_ON_SERVER(server=server))

    async def count_activity(self, person: int, server: int | None, offered: str) -> ActivityCounts:
        """Count offers and matches. `offered` is the status of an offer."""
        ((row,),) = await self.database.read(_COUNT_ACTIVITY(person=person, server=server or 0, offered=offered))
        return ActivityCounts(*row)

    async def count_live_by_status(self) -> dict[str, int]:
        return {str(status): int(count) for status, count in await self.fetch_rows(_COUNT_LIVE_BY_STATUS())}

    async def list_unshown(self, before: int = MAX_INTEGER) -> list[MatchHeader]:
        """Return the matches, ended ones included, that have events to show and none newer than `before`."""
        return await self._list_headers(_SELECT_UNSHOWN(before=before))

    async def _list_headers(self, query: BoundStatement) -> list[MatchHeader]:
        return read_headers(await self.fetch_rows(query))


def read_headers(rows: Iterable[Row]) -> list[MatchHeader]:
    return [MatchHeader(*(*row[:9], bool(row[9]), *row[10:])) for row in rows]
