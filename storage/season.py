"""Seasons: one runs at a time on a server, and whoever closes one closes it once."""

from __future__ import annotations

from typing import Final

from storage.database import Missed
from storage.part import Part
from storage.statement import Row, Statement, select
from storage.values import Season

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
_LAST_UNTIL: Final = Statement("UPDATE season SET due = :due WHERE server = :server AND ended IS NULL")
_SEASONS: Final = select(_COLUMNS, "FROM season WHERE server = :server ORDER BY number")
_RUNNING: Final = select(_COLUMNS, "FROM season WHERE server = :server AND ended IS NULL")
_DUE: Final = select(_COLUMNS, "FROM season WHERE ended IS NULL AND due <= :now ORDER BY due LIMIT :count")
_UNTOLD: Final = select(
    _COLUMNS,
    """FROM season WHERE ended IS NOT NULL AND posted = 0 AND claimed < :before
    ORDER BY server, number LIMIT :count""",
)
_CLAIM: Final = Statement(
    """
    UPDATE season SET claimed = :now WHERE server = :server AND number = :number AND posted = 0 AND claimed < :before
    """,
    must=True,
)
_TOLD: Final = Statement("UPDATE season SET posted = 1 WHERE server = :server AND number = :number")


class Seasons(Part):
    async def seasons(self, server: int) -> list[Season]:
        (rows,) = await self.database.read(_SEASONS(server=server))
        return _read(rows)

    async def season(self, server: int) -> Season | None:
        """The one that runs."""
        (rows,) = await self.database.read(_RUNNING(server=server))
        return next(iter(_read(rows)), None)

    async def begin_season(self, server: int, name: str, now: int, due: int | None = None) -> int:
        """Ends the one before; the first is 1."""
        _, ((number,),) = await self.database.write(
            _END(server=server, at=now), _BEGIN(server=server, name=name, at=now, due=due)
        )
        return int(number)

    async def end_season(self, server: int, now: int) -> None:
        await self.database.write(_END(server=server, at=now))

    async def follow_season(self, season: Season, now: int, due: int | None) -> bool:
        """Closes this one and begins the next; of all who try, one is told yes."""
        close = _CLOSE(server=season.server, number=season.number, at=now)
        try:
            await self.database.write(close, _BEGIN(server=season.server, name="", at=now, due=due))
        except Missed:
            return False
        return True

    async def prolong_season(self, server: int, due: int | None) -> None:
        """The one that runs closes then, or never by itself."""
        await self.database.write(_LAST_UNTIL(server=server, due=due))

    async def seasons_due(self, now: int, count: int = 100) -> list[Season]:
        (rows,) = await self.database.read(_DUE(now=now, count=count))
        return _read(rows)

    async def seasons_untold(self, before: int, count: int = 100) -> list[Season]:
        """Those that ended and were not told of, and that nobody has taken upon themselves since then."""
        (rows,) = await self.database.read(_UNTOLD(before=before, count=count))
        return _read(rows)

    async def claim_season(self, season: Season, now: int, before: int) -> bool:
        """Of all who want to tell of it, one is told yes."""
        try:
            await self.database.write(_CLAIM(server=season.server, number=season.number, now=now, before=before))
        except Missed:
            return False
        return True

    async def season_told(self, season: Season) -> None:
        await self.database.write(_TOLD(server=season.server, number=season.number))


def _read(rows: list[Row]) -> list[Season]:
    return [Season(*row) for row in rows]
