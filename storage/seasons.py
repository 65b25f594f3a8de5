"""A server's seasons, their announcements and their awards. Only one season runs at a time on a server."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import BoundStatement, Statement, Value, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class Season:
    server_id: int
    number: int
    name: str
    started_ms: int
    ended_ms: int | None
    scheduled_end_ms: int | None = None
    """When the season ends automatically; None means never."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A scheduled post: a season's start or last week, or the weekly ladder. Season ends are announced separately."""

    server_id: int
    season_number: int
    """The season's number, or 0 for the weekly ladder post, which belongs to no season.

    The column is part of a key, so it cannot be NULL.
    """
    kind: str
    """'started', 'last_week' or 'weekly'."""
    due_ms: int
    claimed_ms: int | None = None
    """When a process last claimed the announcement; None if no process has."""


@dataclass(frozen=True, slots=True)
class Award:
    """A prize or honorable mention that a player received at the end of a season."""

    person_id: int
    server_id: int
    season_number: int
    kind: str
    game: str
    """The key of a game; '' means all games together."""
    value: int
    """A place or an amount, depending on the kind."""
    second_value: int
    """The number of players if `value` is a place; otherwise a number that explains `value`, depending on the kind."""


_COLUMNS: Final = "server_id, number, name, started_ms, ended_ms, scheduled_end_ms"
_WHERE_RUNNING: Final = "server_id = :server_id AND ended_ms IS NULL"
_WHERE_SEASON: Final = "server_id = :server_id AND number = :number"
_END_RUNNING_SEASON: Final = Statement(f"UPDATE season SET ended_ms = :now_ms WHERE {_WHERE_RUNNING}")  # noqa: S608 - names of ours
# A no-op update that locks the row. Either ending the season waits until this result is stored, or this statement finds
# the season already ended.
CHECK_SEASON_IS_OPEN: Final = Statement(
    f"UPDATE season SET ended_ms = NULL WHERE {_WHERE_SEASON} AND ended_ms IS NULL",  # noqa: S608 - names of ours
    must_match=True,
)
_INSERT_SEASON: Final = Statement(
    """
    INSERT INTO season (server_id, number, name, started_ms, scheduled_end_ms)
    VALUES (:server_id, (SELECT COALESCE(MAX(number), 0) + 1 FROM season WHERE server_id = :server_id), :name, :now_ms,
        :scheduled_end_ms)
    RETURNING number
    """
)
# If a season is closed twice at the same time, the second statement matches no row.
_CLOSE_SEASON: Final = Statement(
    f"UPDATE season SET ended_ms = :now_ms WHERE {_WHERE_SEASON} AND ended_ms IS NULL",  # noqa: S608 - names of ours
    must_match=True,
)
# Once a season is over, its start and its last week must not be announced.
_DELETE_ANNOUNCEMENTS: Final = Statement(
    "DELETE FROM announcement WHERE server_id = :server_id AND kind IN ('started', 'last_week')"
)
_DELETE_LAST_WEEK: Final = Statement("DELETE FROM announcement WHERE server_id = :server_id AND kind = 'last_week'")
_ANNOUNCE_BEGIN: Final = Statement(
    f"""
    INSERT INTO announcement (server_id, season_number, kind, due_ms)
    SELECT server_id, number, 'started', started_ms FROM season WHERE {_WHERE_RUNNING}
    """  # noqa: S608 - names of ours
)
_ANNOUNCE_LAST_WEEK: Final = Statement(
    f"""
    INSERT INTO announcement (server_id, season_number, kind, due_ms)
    SELECT server_id, number, 'last_week', scheduled_end_ms - :ahead_ms FROM season
    WHERE {_WHERE_RUNNING} AND scheduled_end_ms - :ahead_ms > :now_ms
    """  # noqa: S608 - names of ours
)
_SET_SEASON_END: Final = Statement(
    f"UPDATE season SET scheduled_end_ms = :scheduled_end_ms WHERE {_WHERE_RUNNING}"  # noqa: S608 - names of ours
)
_SELECT_SEASONS: Final = build_select(_COLUMNS, "FROM season WHERE server_id = :server_id ORDER BY number")
_SELECT_SEASON: Final = build_select(_COLUMNS, f"FROM season WHERE {_WHERE_SEASON}")
_SELECT_RUNNING: Final = build_select(_COLUMNS, f"FROM season WHERE {_WHERE_RUNNING}")
_SELECT_DUE: Final = build_select(
    _COLUMNS, "FROM season WHERE ended_ms IS NULL AND scheduled_end_ms <= :now_ms ORDER BY scheduled_end_ms LIMIT 100"
)
_NOT_CLAIMED: Final = "(claimed_ms IS NULL OR claimed_ms < :claimed_before_ms)"
_SELECT_UNANNOUNCED: Final = build_select(
    f"{_COLUMNS}, claimed_ms",
    f"""FROM season WHERE ended_ms IS NOT NULL AND is_announced = 0 AND {_NOT_CLAIMED}
    ORDER BY server_id, number LIMIT 100""",
)
_CLAIM_SEASON: Final = Statement(
    f"UPDATE season SET claimed_ms = :now_ms WHERE {_WHERE_SEASON} AND is_announced = 0 AND {_NOT_CLAIMED}",  # noqa: S608
    must_match=True,
)
_MARK_ANNOUNCED: Final = Statement(f"UPDATE season SET is_announced = 1 WHERE {_WHERE_SEASON}")  # noqa: S608 - names of ours
_WHERE_ANNOUNCEMENT: Final = "server_id = :server_id AND season_number = :season_number AND kind = :kind"
_SELECT_ANNOUNCEMENTS: Final = build_select(
    "server_id, season_number, kind, due_ms, claimed_ms",
    f"""FROM announcement WHERE due_ms <= :now_ms AND {_NOT_CLAIMED}
    ORDER BY due_ms, server_id, season_number, kind LIMIT 100""",
)
_CLAIM_ANNOUNCEMENT: Final = Statement(
    f"UPDATE announcement SET claimed_ms = :now_ms WHERE {_WHERE_ANNOUNCEMENT} AND {_NOT_CLAIMED}",  # noqa: S608 - names of ours
    must_match=True,
)
_ANNOUNCE_WEEKLY: Final = Statement(
    """
    INSERT INTO announcement (server_id, season_number, kind, due_ms) VALUES (:server_id, 0, 'weekly', :due_ms)
    ON CONFLICT DO NOTHING
    """
)
_REPEAT_ANNOUNCEMENT: Final = Statement(
    f"UPDATE announcement SET due_ms = :due_ms, claimed_ms = NULL WHERE {_WHERE_ANNOUNCEMENT}"  # noqa: S608 - names of ours
)
_DELETE_ANNOUNCEMENT: Final = Statement(f"DELETE FROM announcement WHERE {_WHERE_ANNOUNCEMENT}")  # noqa: S608 - names of ours
# If two processes compute the awards at once, only one of them stores its awards.
_MARK_AWARDED: Final = Statement(
    f"UPDATE season SET has_awards = 1 WHERE {_WHERE_SEASON} AND has_awards = 0",  # noqa: S608 - names of ours
    must_match=True,
)
_AWARD_COLUMNS: Final = "person_id, server_id, season_number, kind, game, value, second_value"
_INSERT_AWARD: Final = build_insert("award", _AWARD_COLUMNS)
_SELECT_AWARDED: Final = build_select("has_awards", f"FROM season WHERE {_WHERE_SEASON}")
_SELECT_AWARDS_OF_SEASON: Final = build_select(
    _AWARD_COLUMNS,
    """FROM award WHERE server_id = :server_id AND season_number = :season_number
    ORDER BY kind, game, value, person_id""",
)
_SELECT_AWARDS_OF_PERSON: Final = build_select(
    _AWARD_COLUMNS,
    """FROM award WHERE person_id = :person_id AND server_id = :server_id
    ORDER BY season_number, kind, game""",
)
_FROM_WINNERS: Final = "FROM award WHERE server_id = :server_id AND kind = :kind AND value = 1 AND person_id > 0"
# Finds the winners of the latest earlier season that has any winners who have not been forgotten.
_SELECT_WINNERS_BEFORE: Final = build_select(
    "person_id",
    f"""{_FROM_WINNERS}
    AND season_number = (SELECT MAX(season_number) {_FROM_WINNERS} AND season_number < :season_number)
    ORDER BY person_id""",
)
NO_SEASON: Final = 0
"""The season number of matches that end while no season is running."""
LAST_WEEK_MS: Final = 604_800_000
"""How long before the end of a season its last week is announced."""


class SeasonRepository(Repository):
    async def list_seasons(self, server_id: int) -> list[Season]:
        return [Season(*row) for row in await self.fetch_rows(_SELECT_SEASONS(server_id=server_id))]

    async def load_season(self, server_id: int, number: int | None = None) -> Season | None:
        """Return the season with this number, or the running season if `number` is None."""
        query = (
            _SELECT_RUNNING(server_id=server_id)
            if number is None
            else _SELECT_SEASON(server_id=server_id, number=number)
        )
        row = await self.fetch_row(query)
        return Season(*row) if row else None

    async def find_running_number(self, server_id: int) -> int:
        """Return the number of the running season, or `NO_SEASON`."""
        season = await self.load_season(server_id)
        return season.number if season else NO_SEASON

    async def begin_season(self, server_id: int, name: str, now_ms: int, scheduled_end_ms: int | None = None) -> int:
        """End the running season, if any, and begin the next one. Return the new season's number, starting at 1."""
        *_, ((number,),), _, _ = await self.database.write(
            _END_RUNNING_SEASON(server_id=server_id, now_ms=now_ms),
            _DELETE_ANNOUNCEMENTS(server_id=server_id),
            *_bind_begin(server_id, name, now_ms, scheduled_end_ms),
        )
        return int(number)

    async def end_season(self, season: Season, now_ms: int) -> bool:
        """End this season. Return False if it has already ended."""
        return await self.try_write(
            _CLOSE_SEASON(server_id=season.server_id, number=season.number, now_ms=now_ms),
            _DELETE_ANNOUNCEMENTS(server_id=season.server_id),
        )

    async def close_and_begin_next(
        self, season: Season, now_ms: int, scheduled_end_ms: int | None, name: str = ""
    ) -> bool:
        """Close this season and begin the next one. If several processes try, only one gets True."""
        close = _CLOSE_SEASON(server_id=season.server_id, number=season.number, now_ms=now_ms)
        return await self.try_write(
            close,
            _DELETE_ANNOUNCEMENTS(server_id=season.server_id),
            *_bind_begin(season.server_id, name, now_ms, scheduled_end_ms),
        )

    async def set_season_end(self, server_id: int, scheduled_end_ms: int | None, now_ms: int) -> None:
        """Set when the running season ends automatically; None means never."""
        await self.database.write(
            _SET_SEASON_END(server_id=server_id, scheduled_end_ms=scheduled_end_ms),
            _DELETE_LAST_WEEK(server_id=server_id),
            _bind_last_week(server_id, now_ms),
        )

    async def list_due(self, now_ms: int) -> list[Season]:
        return [Season(*row) for row in await self.fetch_rows(_SELECT_DUE(now_ms=now_ms))]

    async def list_unannounced(self, claimed_before_ms: int) -> list[tuple[Season, int | None]]:
        """Return the ended seasons that are unannounced, except those that were claimed since `claimed_before_ms`.

        Each season is paired with the time of its last claim, or with None if it has never been claimed.
        """
        return [
            (Season(*row), claimed_ms)
            for *row, claimed_ms in await self.fetch_rows(_SELECT_UNANNOUNCED(claimed_before_ms=claimed_before_ms))
        ]

    async def claim_season(self, season: Season, now_ms: int, claimed_before_ms: int) -> bool:
        """Claim the right to announce the end of this season. If several processes try, only one gets True.

        A claim made before `claimed_before_ms` has expired.
        """
        return await self.try_write(
            _CLAIM_SEASON(
                server_id=season.server_id, number=season.number, now_ms=now_ms, claimed_before_ms=claimed_before_ms
            )
        )

    async def mark_announced(self, season: Season) -> None:
        await self.database.write(_MARK_ANNOUNCED(server_id=season.server_id, number=season.number))

    async def list_due_announcements(self, now_ms: int, claimed_before_ms: int) -> list[Announcement]:
        """Return the announcements that are due and have not been claimed since `claimed_before_ms`."""
        return [
            Announcement(*row)
            for row in await self.fetch_rows(_SELECT_ANNOUNCEMENTS(now_ms=now_ms, claimed_before_ms=claimed_before_ms))
        ]

    async def claim_announcement(self, announcement: Announcement, now_ms: int, claimed_before_ms: int) -> bool:
        """Claim the right to post this announcement. If several processes try, only one gets True.

        A claim made before `claimed_before_ms` has expired.
        """
        return await self.try_write(
            _CLAIM_ANNOUNCEMENT(**_announcement_key(announcement), now_ms=now_ms, claimed_before_ms=claimed_before_ms)
        )

    async def delete_announcement(self, announcement: Announcement) -> None:
        await self.database.write(_DELETE_ANNOUNCEMENT(**_announcement_key(announcement)))

    async def announce_weekly(self, server_id: int, due_ms: int) -> None:
        """Schedule the weekly ladder post, with the first post at `due_ms`, unless it is already scheduled."""
        await self.database.write(_ANNOUNCE_WEEKLY(server_id=server_id, due_ms=due_ms))

    async def repeat_announcement(self, announcement: Announcement, due_ms: int) -> None:
        """Schedule an announcement again at `due_ms`, after it has been posted."""
        await self.database.write(_REPEAT_ANNOUNCEMENT(**_announcement_key(announcement), due_ms=due_ms))

    async def load_awards(self, season: Season) -> list[Award] | None:
        """Return a season's awards, or None if they have not been computed yet."""
        flags, awards = await self.database.read(
            _SELECT_AWARDED(server_id=season.server_id, number=season.number),
            _SELECT_AWARDS_OF_SEASON(server_id=season.server_id, season_number=season.number),
        )
        return [Award(*row) for row in awards] if flags and flags[0][0] else None

    async def save_awards(self, season: Season, awards: Sequence[Award]) -> None:
        """Store a season's awards, unless the season already has stored awards."""
        await self.try_write(
            _MARK_AWARDED(server_id=season.server_id, number=season.number),
            *(_INSERT_AWARD(**to_values(award)) for award in awards),
        )

    async def list_awards_of_person(self, person_id: int, server_id: int) -> list[Award]:
        """Return a person's awards on a server, oldest first."""
        return [
            Award(*row)
            for row in await self.fetch_rows(_SELECT_AWARDS_OF_PERSON(person_id=person_id, server_id=server_id))
        ]

    async def list_winners_before(self, season: Season, kind: str) -> list[int]:
        """Find the latest earlier season with winners of this kind of award, and return the winners' IDs."""
        return [
            person_id
            for (person_id,) in await self.fetch_rows(
                _SELECT_WINNERS_BEFORE(server_id=season.server_id, season_number=season.number, kind=kind)
            )
        ]


def _bind_begin(server_id: int, name: str, now_ms: int, scheduled_end_ms: int | None) -> tuple[BoundStatement, ...]:
    begin = _INSERT_SEASON(server_id=server_id, name=name, now_ms=now_ms, scheduled_end_ms=scheduled_end_ms)
    return begin, _ANNOUNCE_BEGIN(server_id=server_id), _bind_last_week(server_id, now_ms)


def _bind_last_week(server_id: int, now_ms: int) -> BoundStatement:
    return _ANNOUNCE_LAST_WEEK(server_id=server_id, ahead_ms=LAST_WEEK_MS, now_ms=now_ms)


def _announcement_key(announcement: Announcement) -> dict[str, Value]:
    return {
        "server_id": announcement.server_id,
        "season_number": announcement.season_number,
        "kind": announcement.kind,
    }
