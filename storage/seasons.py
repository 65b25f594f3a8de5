"""Seasons of a server, their announcements and their awards. One season runs at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from storage.repository import Repository
from storage.statement import BoundStatement, Row, Statement, Value, build_insert, build_select, to_values


@dataclass(frozen=True, slots=True)
class Season:
    server: int
    number: int
    name: str
    began: int
    ended: int | None
    due: int | None = None
    """When it closes by itself; None for never."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """Something to announce about a season, beside its end."""

    server: int
    season: int
    kind: str
    due: int
    claimed: int = 0
    """When a process claimed it; 0 if none has."""


@dataclass(frozen=True, slots=True)
class Award:
    """What somebody has won in a season, or is mentioned for at its end."""

    person: int
    server: int
    season: int
    kind: str
    game: str
    """The key of a game; '' for all games together."""
    number: int
    """A place, or an amount."""
    beside: int
    """A second figure: out of how many, or what the amount came to."""


_COLUMNS: Final = "server, number, name, began, ended, due"
_END_SEASON: Final = Statement("UPDATE season SET ended = :at WHERE server = :server AND ended IS NULL")
# A no-op update that locks the row: closing the season waits for this result, or this finds the season closed.
CHECK_SEASON_IS_OPEN: Final = Statement(
    "UPDATE season SET ended = NULL WHERE server = :server AND number = :number AND ended IS NULL", must_match=True
)
_INSERT_SEASON: Final = Statement(
    """
    INSERT INTO season (server, number, name, began, due)
    VALUES (:server, (SELECT COALESCE(MAX(number), 0) + 1 FROM season WHERE server = :server), :name, :at, :due)
    RETURNING number
    """
)
# Of two processes that find the same season due, the second finds it closed.
_CLOSE_SEASON: Final = Statement(
    "UPDATE season SET ended = :at WHERE server = :server AND number = :number AND ended IS NULL", must_match=True
)
# When a season is over, its begin and its last week are not announced any more.
_DELETE_ANNOUNCEMENTS: Final = Statement("DELETE FROM news WHERE server = :server AND kind IN ('begun', 'last')")
_DELETE_LAST_WEEK: Final = Statement("DELETE FROM news WHERE server = :server AND kind = 'last'")
_ANNOUNCE_BEGIN: Final = Statement(
    """
    INSERT INTO news (server, season, kind, due)
    SELECT server, number, 'begun', began FROM season WHERE server = :server AND ended IS NULL
    """
)
_ANNOUNCE_LAST_WEEK: Final = Statement(
    """
    INSERT INTO news (server, season, kind, due)
    SELECT server, number, 'last', due - :before FROM season
    WHERE server = :server AND ended IS NULL AND due - :before > :at
    """
)
_SET_SEASON_END: Final = Statement("UPDATE season SET due = :due WHERE server = :server AND ended IS NULL")
_SELECT_SEASONS: Final = build_select(_COLUMNS, "FROM season WHERE server = :server ORDER BY number")
_SELECT_SEASON: Final = build_select(_COLUMNS, "FROM season WHERE server = :server AND number = :number")
_SELECT_RUNNING: Final = build_select(_COLUMNS, "FROM season WHERE server = :server AND ended IS NULL")
_SELECT_DUE: Final = build_select(_COLUMNS, "FROM season WHERE ended IS NULL AND due <= :now ORDER BY due LIMIT 100")
_SELECT_UNANNOUNCED: Final = build_select(
    f"{_COLUMNS}, claimed",
    """FROM season WHERE ended IS NOT NULL AND posted = 0 AND claimed < :before
    ORDER BY server, number LIMIT 100""",
)
_CLAIM_SEASON: Final = Statement(
    """
    UPDATE season SET claimed = :now WHERE server = :server AND number = :number AND posted = 0 AND claimed < :before
    """,
    must_match=True,
)
_MARK_ANNOUNCED: Final = Statement("UPDATE season SET posted = 1 WHERE server = :server AND number = :number")
_SELECT_ANNOUNCEMENTS: Final = build_select(
    "server, season, kind, due, claimed",
    "FROM news WHERE due <= :now AND claimed < :before ORDER BY due, server, season, kind LIMIT 100",
)
_CLAIM_ANNOUNCEMENT: Final = Statement(
    """
    UPDATE news SET claimed = :now WHERE server = :server AND season = :season AND kind = :kind AND claimed < :before
    """,
    must_match=True,
)
_ANNOUNCE_WEEKLY: Final = Statement(
    "INSERT INTO news (server, season, kind, due) VALUES (:server, 0, 'week', :due) ON CONFLICT DO NOTHING"
)
_REPEAT_ANNOUNCEMENT: Final = Statement(
    "UPDATE news SET due = :due, claimed = 0 WHERE server = :server AND season = :season AND kind = :kind"
)
_DELETE_ANNOUNCEMENT: Final = Statement("DELETE FROM news WHERE server = :server AND season = :season AND kind = :kind")
# Of two processes that compute the awards at once, one stores them.
_MARK_AWARDED: Final = Statement(
    "UPDATE season SET awarded = 1 WHERE server = :server AND number = :number AND awarded = 0", must_match=True
)
_AWARD_COLUMNS: Final = "person, server, season, kind, game, number, beside"
_INSERT_AWARD: Final = build_insert("award", _AWARD_COLUMNS)
_SELECT_AWARDED: Final = build_select("awarded", "FROM season WHERE server = :server AND number = :number")
_SELECT_AWARDS_OF_SEASON: Final = build_select(
    _AWARD_COLUMNS, "FROM award WHERE server = :server AND season = :season ORDER BY kind, game, number, person"
)
_SELECT_AWARDS_OF_PERSON: Final = build_select(
    _AWARD_COLUMNS, "FROM award WHERE person = :person AND server = :server ORDER BY season, kind, game"
)
_FROM_WINNERS: Final = "FROM award WHERE server = :server AND kind = :kind AND number = 1 AND person > 0"
# In the newest earlier season that has winners who have not been forgotten.
_SELECT_WINNERS_BEFORE: Final = build_select(
    "person", f"{_FROM_WINNERS} AND season = (SELECT MAX(season) {_FROM_WINNERS} AND season < :season) ORDER BY person"
)
LAST_WEEK_MS: Final = 604_800_000
"""How long before its end the last week is announced."""


class SeasonRepository(Repository):
    async def list_seasons(self, server: int) -> list[Season]:
        return _read_seasons(await self.fetch_rows(_SELECT_SEASONS(server=server)))

    async def load_season(self, server: int, number: int | None = None) -> Season | None:
        """Return the season with this number, or the running one."""
        asked = _SELECT_RUNNING(server=server) if number is None else _SELECT_SEASON(server=server, number=number)
        return next(iter(_read_seasons(await self.fetch_rows(asked))), None)

    async def begin_season(self, server: int, name: str, now: int, due: int | None = None) -> int:
        """End the running season and begin the next one. Return its number; the first is 1."""
        *_, ((number,),), _, _ = await self.database.write(
            _END_SEASON(server=server, at=now),
            _DELETE_ANNOUNCEMENTS(server=server),
            *_bind_begin(server, name, now, due),
        )
        return int(number)

    async def end_season(self, server: int, now: int) -> None:
        await self.database.write(_END_SEASON(server=server, at=now), _DELETE_ANNOUNCEMENTS(server=server))

    async def close_and_begin_next(self, season: Season, now: int, due: int | None) -> bool:
        """Close this season and begin the next one. Of all processes that try, one gets True."""
        close = _CLOSE_SEASON(server=season.server, number=season.number, at=now)
        return await self.try_write(
            close, _DELETE_ANNOUNCEMENTS(server=season.server), *_bind_begin(season.server, "", now, due)
        )

    async def set_season_end(self, server: int, due: int | None, now: int) -> None:
        """Set when the running season closes; None for never."""
        await self.database.write(
            _SET_SEASON_END(server=server, due=due), _DELETE_LAST_WEEK(server=server), _bind_last_week(server, now)
        )

    async def list_due(self, now: int) -> list[Season]:
        return _read_seasons(await self.fetch_rows(_SELECT_DUE(now=now)))

    async def list_unannounced(self, before: int) -> list[tuple[Season, int]]:
        """Return ended seasons that are not announced and not claimed since `before`, each with its last claim."""
        return [
            (Season(*row), int(claimed)) for *row, claimed in await self.fetch_rows(_SELECT_UNANNOUNCED(before=before))
        ]

    async def claim_season(self, season: Season, now: int, before: int) -> bool:
        """Claim the announcement. Of all processes that try, one gets True."""
        return await self.try_write(_CLAIM_SEASON(server=season.server, number=season.number, now=now, before=before))

    async def mark_announced(self, season: Season) -> None:
        await self.database.write(_MARK_ANNOUNCED(server=season.server, number=season.number))

    async def list_due_announcements(self, now: int, before: int) -> list[Announcement]:
        """Return the announcements that are due and have not been claimed since `before`."""
        return [Announcement(*row) for row in await self.fetch_rows(_SELECT_ANNOUNCEMENTS(now=now, before=before))]

    async def claim_announcement(self, news: Announcement, now: int, before: int) -> bool:
        """Claim the announcement. Of all processes that try, one gets True."""
        return await self.try_write(_CLAIM_ANNOUNCEMENT(**_announcement_key(news), now=now, before=before))

    async def delete_announcement(self, news: Announcement) -> None:
        await self.database.write(_DELETE_ANNOUNCEMENT(**_announcement_key(news)))

    async def announce_weekly(self, server: int, due: int) -> None:
        """Announce the state of the ladder weekly from `due` on, unless that is set up already."""
        await self.database.write(_ANNOUNCE_WEEKLY(server=server, due=due))

    async def repeat_announcement(self, news: Announcement, due: int) -> None:
        """Record that an announcement was made and is to be made again at `due`."""
        await self.database.write(_REPEAT_ANNOUNCEMENT(**_announcement_key(news), due=due))

    async def load_awards(self, season: Season) -> list[Award] | None:
        """Return the awards of a season; None if they have not been computed yet."""
        of = {"server": season.server, "season": season.number}
        flags, rows = await self.database.read(
            _SELECT_AWARDED(server=season.server, number=season.number), _SELECT_AWARDS_OF_SEASON(**of)
        )
        return [Award(*row) for row in rows] if flags and flags[0][0] else None

    async def save_awards(self, season: Season, awards: Sequence[Award]) -> None:
        """Store the awards of a season, unless they are stored already."""
        await self.try_write(
            _MARK_AWARDED(server=season.server, number=season.number),
            *(_INSERT_AWARD(**to_values(it)) for it in awards),
        )

    async def list_awards_of_person(self, person: int, server: int) -> list[Award]:
        """Return a person's awards, oldest first."""
        return [Award(*row) for row in await self.fetch_rows(_SELECT_AWARDS_OF_PERSON(person=person, server=server))]

    async def list_winners_before(self, season: Season, kind: str) -> list[int]:
        """Return who won this kind of award in the newest earlier season that has winners."""
        return [
            person
            for (person,) in await self.fetch_rows(
                _SELECT_WINNERS_BEFORE(server=season.server, season=season.number, kind=kind)
            )
        ]


def _bind_begin(server: int, name: str, now: int, due: int | None) -> tuple[BoundStatement, ...]:
    begin = _INSERT_SEASON(server=server, name=name, at=now, due=due)
    return begin, _ANNOUNCE_BEGIN(server=server), _bind_last_week(server, now)


def _bind_last_week(server: int, now: int) -> BoundStatement:
    return _ANNOUNCE_LAST_WEEK(server=server, before=LAST_WEEK_MS, at=now)


def _announcement_key(news: Announcement) -> dict[str, Value]:
    return {"server": news.server, "season": news.season, "kind": news.kind}


def _read_seasons(rows: list[Row]) -> list[Season]:
    return [Season(*row) for row in rows]
