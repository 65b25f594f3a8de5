"""Who has left a server, as Discord said when it was last asked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from storage.part import Part
from storage.statement import Statement, insert


@dataclass(frozen=True, slots=True)
class Attended:
    """What Discord said of somebody on a server, and when."""

    at: int
    gone: bool


_ATTENDED: Final = insert(
    "attendance",
    "server, person, at, gone",
    "ON CONFLICT (server, person) DO UPDATE SET at = excluded.at, gone = excluded.gone",
)
_ATTENDANCE: Final = Statement("SELECT at, gone FROM attendance WHERE server = :server AND person = :person")
# Whoever has done something since, of whatever kind, is somewhere.
GONE: Final = Statement(
    """
    SELECT seat.person FROM seat
    JOIN match ON match.id = seat.match
    JOIN attendance ON attendance.server = match.server AND attendance.person = seat.person
    LEFT JOIN presence ON presence.person = seat.person
    WHERE seat.match = :match AND gone = 1 AND COALESCE(presence.at, 0) <= attendance.at
    """
)


class Attendances(Part):
    async def attended(self, server: int, person: int, at: int, *, gone: bool) -> None:
        """Discord has said so."""
        await self.database.write(_ATTENDED(server=server, person=person, at=at, gone=int(gone)))

    async def attendance(self, server: int, person: int) -> Attended | None:
        rows = await self.rows(_ATTENDANCE(server=server, person=person))
        return Attended(rows[0][0], bool(rows[0][1])) if rows else None

    async def gone(self, match: int) -> frozenset[int]:
        """Who of its people has left the server of this match, and done nothing since that was heard."""
        return frozenset(row[0] for row in await self.rows(GONE(match=match)))
