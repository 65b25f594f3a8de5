"""Seasons: one runs at a time on a server, whoever closes one closes it once, and what is told of it stands here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from storage.part import Part
from storage.statement import Bound, Row, Statement, Value, fields, insert, select


@dataclass(frozen=True, slots=True)
class Season:
    server: int
    number: int
    name: str
    began: int
    ended: int | None
    due: int | None = None
    """When it closes by itself."""


@dataclass(frozen=True, slots=True)
class News:
    """What is to be told of a season beside its end."""

    server: int
    season: int
    kind: str
    due: int
    claimed: int = 0
    """When somebody took it upon themselves to tell of it."""


@dataclass(frozen=True, slots=True)
class Award:
    """What somebody has won in a season, or is named for at its end."""

    person: int
    server: int
    season: int
    kind: str
    game: str
    """The key of one, or nothing where it is for all together."""
    number: int
    """A place, or how much it was."""
    beside: int
    """Of what, or what it came to."""


_COLUMNS: Final = "server, number, name, began, ended, due"
_END: Final = Statement("UPDATE season SET ended = :at WHERE server = :server AND ended IS NULL")
# Whoever closes it meanwhile waits for us, or we find it closed: what counts for it counts before its end is told.
STANDS: Final = Statement(
    "UPDATE season SET ended = NULL WHERE server = :server AND number = :number AND ended IS NULL", must=True
)
_BEGIN: Final = Statement(
    """
    INSERT INTO season (server, number, name, began, due)
    VALUES (:server, (SELECT COALESCE(MAX(number), 0) + 1 FROM season WHERE server = :server), :name, :at, :due)
    RETURNING number
    """
)
# Of two who find the same season due the second finds it closed.
_CLOSE: Final = Statement(
    "UPDATE season SET ended = :at WHERE server = :server AND number = :number AND ended IS NULL", must=True
)
# Of a season that is over nobody is told how it began; nor when it ends, where that has changed.
_OLD_NEWS: Final = Statement("DELETE FROM news WHERE server = :server AND kind IN ('begun', 'last')")
_NO_LAST: Final = Statement("DELETE FROM news WHERE server = :server AND kind = 'last'")
_BEGUN: Final = Statement(
    """
    INSERT INTO news (server, season, kind, due)
    SELECT server, number, 'begun', began FROM season WHERE server = :server AND ended IS NULL
    """
)
_LAST: Final = Statement(
    """
    INSERT INTO news (server, season, kind, due)
    SELECT server, number, 'last', due - :before FROM season
    WHERE server = :server AND ended IS NULL AND due - :before > :at
    """
)
_LAST_UNTIL: Final = Statement("UPDATE season SET due = :due WHERE server = :server AND ended IS NULL")
_SEASONS: Final = select(_COLUMNS, "FROM season WHERE server = :server ORDER BY number")
_NUMBERED: Final = select(_COLUMNS, "FROM season WHERE server = :server AND number = :number")
_RUNNING: Final = select(_COLUMNS, "FROM season WHERE server = :server AND ended IS NULL")
_DUE: Final = select(_COLUMNS, "FROM season WHERE ended IS NULL AND due <= :now ORDER BY due LIMIT 100")
_UNTOLD: Final = select(
    f"{_COLUMNS}, claimed",
    """FROM season WHERE ended IS NOT NULL AND posted = 0 AND claimed < :before
    ORDER BY server, number LIMIT 100""",
)
_CLAIM: Final = Statement(
    """
    UPDATE season SET claimed = :now WHERE server = :server AND number = :number AND posted = 0 AND claimed < :before
    """,
    must=True,
)
_TOLD: Final = Statement("UPDATE season SET posted = 1 WHERE server = :server AND number = :number")
_NEWS: Final = select(
    "server, season, kind, due, claimed",
    "FROM news WHERE due <= :now AND claimed < :before ORDER BY due, server, season, kind LIMIT 100",
)
_CLAIM_NEWS: Final = Statement(
    """
    UPDATE news SET claimed = :now WHERE server = :server AND season = :season AND kind = :kind AND claimed < :before
    """,
    must=True,
)
_WEEKLY: Final = Statement(
    "INSERT INTO news (server, season, kind, due) VALUES (:server, 0, 'week', :due) ON CONFLICT DO NOTHING"
)
_NEWS_AGAIN: Final = Statement(
    "UPDATE news SET due = :due, claimed = 0 WHERE server = :server AND season = :season AND kind = :kind"
)
_NEWS_TOLD: Final = Statement("DELETE FROM news WHERE server = :server AND season = :season AND kind = :kind")
# Of two who have counted at once one writes it down, and the other reads it.
_AWARDED: Final = Statement(
    "UPDATE season SET awarded = 1 WHERE server = :server AND number = :number AND awarded = 0", must=True
)
_AWARDS: Final = "person, server, season, kind, game, number, beside"
_AWARD: Final = insert("award", _AWARDS)
_IS_AWARDED: Final = select("awarded", "FROM season WHERE server = :server AND number = :number")
_OF_SEASON: Final = select(
    _AWARDS, "FROM award WHERE server = :server AND season = :season ORDER BY kind, game, number, person"
)
_OF_PERSON: Final = select(
    _AWARDS, "FROM award WHERE person = :person AND server = :server ORDER BY season, kind, game"
)
_PLACED: Final = "FROM award WHERE server = :server AND kind = :kind AND number = 1 AND person > 0"
# Of those whom nobody has forgotten, in the newest season before that had any.
_BEFORE: Final = select(
    "person", f"{_PLACED} AND season = (SELECT MAX(season) {_PLACED} AND season < :season) ORDER BY person"
)
LAST_WEEK: Final = 604_800_000
"""So long before it closes."""


class Seasons(Part):
    async def seasons(self, server: int) -> list[Season]:
        return _read(await self.rows(_SEASONS(server=server)))

    async def season(self, server: int, number: int | None = None) -> Season | None:
        """The one that runs, or that of a number."""
        asked = _RUNNING(server=server) if number is None else _NUMBERED(server=server, number=number)
        return next(iter(_read(await self.rows(asked))), None)

    async def begin_season(self, server: int, name: str, now: int, due: int | None = None) -> int:
        """Ends the one before; the first is 1."""
        *_, ((number,),), _, _ = await self.database.write(
            _END(server=server, at=now), _OLD_NEWS(server=server), *_begins(server, name, now, due)
        )
        return int(number)

    async def end_season(self, server: int, now: int) -> None:
        await self.database.write(_END(server=server, at=now), _OLD_NEWS(server=server))

    async def follow_season(self, season: Season, now: int, due: int | None) -> bool:
        """Closes this one and begins the next; of all who try, one is told yes."""
        close = _CLOSE(server=season.server, number=season.number, at=now)
        return await self.wrote(close, _OLD_NEWS(server=season.server), *_begins(season.server, "", now, due))

    async def prolong_season(self, server: int, due: int | None, now: int) -> None:
        """The one that runs closes then, or never by itself."""
        await self.database.write(_LAST_UNTIL(server=server, due=due), _NO_LAST(server=server), _last(server, now))

    async def seasons_due(self, now: int) -> list[Season]:
        return _read(await self.rows(_DUE(now=now)))

    async def seasons_untold(self, before: int) -> list[tuple[Season, int]]:
        """Those that ended and were not told of, and that nobody has taken upon themselves since then; and when
        somebody did.
        """
        return [(Season(*row), int(claimed)) for *row, claimed in await self.rows(_UNTOLD(before=before))]

    async def claim_season(self, season: Season, now: int, before: int) -> bool:
        """Of all who want to tell of it, one is told yes."""
        return await self.wrote(_CLAIM(server=season.server, number=season.number, now=now, before=before))

    async def season_told(self, season: Season) -> None:
        await self.database.write(_TOLD(server=season.server, number=season.number))

    async def news(self, now: int, before: int) -> list[News]:
        """What is due, and that nobody has taken upon themselves since then."""
        return [News(*row) for row in await self.rows(_NEWS(now=now, before=before))]

    async def claim_news(self, news: News, now: int, before: int) -> bool:
        """Of all who want to tell of it, one is told yes."""
        return await self.wrote(_CLAIM_NEWS(**_which(news), now=now, before=before))

    async def news_told(self, news: News) -> None:
        await self.database.write(_NEWS_TOLD(**_which(news)))

    async def tell_weekly(self, server: int, due: int) -> None:
        """From then on, unless it is told already."""
        await self.database.write(_WEEKLY(server=server, due=due))

    async def news_again(self, news: News, due: int) -> None:
        """It was told, and is to be told anew then."""
        await self.database.write(_NEWS_AGAIN(**_which(news), due=due))

    async def awarded(self, season: Season) -> list[Award] | None:
        """None as long as nobody has written it down."""
        of = {"server": season.server, "season": season.number}
        flags, rows = await self.database.read(
            _IS_AWARDED(server=season.server, number=season.number), _OF_SEASON(**of)
        )
        return [Award(*row) for row in rows] if flags and flags[0][0] else None

    async def award(self, season: Season, awards: Sequence[Award]) -> None:
        """Once: what has been written down stays."""
        await self.wrote(_AWARDED(server=season.server, number=season.number), *(_AWARD(**fields(it)) for it in awards))

    async def awards_of(self, person: int, server: int) -> list[Award]:
        """The oldest first."""
        return [Award(*row) for row in await self.rows(_OF_PERSON(person=person, server=server))]

    async def first_before(self, season: Season, kind: str) -> list[int]:
        """Who was first of all in the newest season before this one that had somebody there."""
        return [person for (person,) in await self.rows(_BEFORE(server=season.server, season=season.number, kind=kind))]


def _begins(server: int, name: str, now: int, due: int | None) -> tuple[Bound, ...]:
    begin = _BEGIN(server=server, name=name, at=now, due=due)
    return begin, _BEGUN(server=server), _last(server, now)


def _last(server: int, now: int) -> Bound:
    return _LAST(server=server, before=LAST_WEEK, at=now)


def _which(news: News) -> dict[str, Value]:
    return {"server": news.server, "season": news.season, "kind": news.kind}


def _read(rows: list[Row]) -> list[Season]:
    return [Season(*row) for row in rows]
