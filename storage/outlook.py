"""What a match has beside its journal, read at once: whoever looks after it sees all of it as of one moment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from storage.attendance import GONE
from storage.deadline import STANDING, read_deadlines
from storage.hand import DOORS, HANDS, read_doors, read_hands
from storage.header import COLUMNS, HEADER, read_headers
from storage.leftover import LEFT, POSTINGS
from storage.part import Part
from storage.statement import Row, select
from storage.values import ASIDE, HAND, Company, Header, Leftover, Outlook, Posting

# Somebody may sit on both sides, and is told once.
_LIVE: Final = select(
    ", ".join(["plays.person", *(f"match.{column.strip()}" for column in COLUMNS.split(","))]),
    """
    FROM (
        SELECT DISTINCT there.person, there.match FROM seat AS here
        JOIN seat AS there ON there.person = here.person AND there.live = 1 WHERE here.match = :match
    ) AS plays JOIN match ON match.id = plays.match ORDER BY plays.person, match.id
    """,
)


class Outlooks(Part):
    async def outlook(self, match: int) -> Outlook | None:
        headers, standing, hands, doors, left, postings, live, gone = await self.database.read(
            HEADER(match=match),
            STANDING(match=match),
            HANDS(match=match),
            DOORS(match=match),
            LEFT(match=match),
            POSTINGS(match=match),
            _LIVE(match=match),
            GONE(match=match),
        )
        if not headers:
            return None
        there = read_hands(hands)
        return Outlook(
            header=read_headers(headers)[0],
            standing=tuple(read_deadlines(standing)),
            hands=tuple(it for it in there if it.kind == HAND),
            asides=tuple(it for it in there if it.kind == ASIDE),
            doors=tuple(read_doors(doors)),
            leftovers=tuple(Leftover(*row) for row in left),
            postings=tuple(Posting(*row) for row in postings),
            company=_company(live, gone),
        )

    async def company(self, match: int) -> Company:
        live, gone = await self.database.read(_LIVE(match=match), GONE(match=match))
        return _company(live, gone)


def _company(live: Iterable[Row], gone: Sequence[Row]) -> Company:
    found: dict[int, list[Header]] = {}
    for row in live:
        found.setdefault(row[0], []).extend(read_headers([row[1:]]))
    return Company(found, frozenset(row[0] for row in gone))
