"""How matches ended, by person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from storage.part import Part
from storage.statement import Row, Statement, select
from storage.values import Result

RESULT: Final = Statement(
    """
    INSERT INTO result (match, seat, person, server, game, season, rank, score, reason, rated, at,
        rating_before, rating_after)
    VALUES (:match, :seat, :person, :server, :game, :season, :rank, :score, :reason, :rated, :at,
        :rating_before, :rating_after)
    """
)
_COLUMNS: Final = (
    "seat, person, server, game, season, rank, score, reason, rated, at, rating_before, rating_after, match"
)
_OF_MATCH: Final = select(_COLUMNS, "FROM result WHERE match = :match ORDER BY seat")
OF_PERSON: Final = select(
    _COLUMNS,
    "FROM result WHERE person = :person AND (at, match) < (:at, :match) ORDER BY at DESC, match DESC LIMIT :count",
)
LAST: Final = (1 << 63) - 1
"""After everything."""


class Results(Part):
    async def results(self, match: int) -> list[Result]:
        (rows,) = await self.database.read(_OF_MATCH(match=match))
        return read_results(rows)

    async def results_of(self, person: int, before: Result | None = None, count: int = 100) -> list[Result]:
        """A page, the newest first; the next begins after the last of this."""
        at, match = (before.at, before.match) if before else (LAST, LAST)
        (rows,) = await self.database.read(OF_PERSON(person=person, at=at, match=match, count=count))
        return read_results(rows)


def read_results(rows: Iterable[Row]) -> list[Result]:
    return [Result(*(*row[:8], bool(row[8]), *row[9:])) for row in rows]
