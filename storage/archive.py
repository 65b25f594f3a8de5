"""Old matches: their journals lie as texts in the place of their rows, and are read as before."""

from __future__ import annotations

from typing import Final

from storage.event import Event
from storage.header import HEADER, read_headers
from storage.part import Part
from storage.scroll import WITNESSES, rolled
from storage.statement import Statement, insert

_OLD: Final = Statement(
    "SELECT id FROM match WHERE live = 0 AND archived < seq AND changed < :before ORDER BY changed LIMIT :count"
)
EVENTS: Final = Statement(
    "SELECT kind, word, at, seat, person, interaction FROM event WHERE match = :match ORDER BY seq"
)
# First in its transaction: whoever appends or forgets meanwhile, or archives the same, is before it or after it. A
# process that is older than the archive would find such a match empty, so none is made while one is at work.
_TAKE: Final = Statement(
    """
    UPDATE match SET archived = :seq
    WHERE id = :match AND seq = :seq AND archived = :archived AND forgotten = :forgotten AND live = 0
        AND NOT EXISTS (SELECT 1 FROM heartbeat WHERE at > :silent AND knows < :knows)
    """,
    must=True,
)
_PUT: Final = insert("archive", "match, seq, lines")
_NAME: Final = insert("witness", "match, number, person")
_CLEAR: Final = Statement("DELETE FROM event WHERE match = :match")
KNOWS: Final = 21
"""The migration that made the archive."""


class Archives(Part):
    async def old(self, before: int, count: int) -> list[int]:
        """Matches that are over, in which nothing has happened since then, and of which something is not archived."""
        return [int(match) for (match,) in await self.rows(_OLD(before=before, count=count))]

    async def archive(self, match: int, silent: int) -> bool:
        """All that has happened in it becomes a text, at once or not at all. No is said where somebody else was there
        first, and as long as a process that knows no archive has beaten since `silent`.
        """
        headers, rows, known = await self.database.read(
            HEADER(match=match), EVENTS(match=match), WITNESSES(match=match)
        )
        if not headers or not rows:
            return False
        header = read_headers(headers)[0]
        events = [Event(*row) for row in rows]
        numbers = {int(person): int(number) for number, person in known}
        new = dict.fromkeys(it.person for it in events if it.person is not None and it.person not in numbers)
        named = {person: number for number, person in enumerate(new, len(known))}
        now = {"seq": header.seq, "archived": header.archived, "forgotten": header.forgotten}
        take = _TAKE(match=match, **now, silent=silent, knows=KNOWS)
        put = _PUT(match=match, seq=header.archived, lines=rolled(events, numbers | named))
        names = [_NAME(match=match, number=number, person=person) for person, number in named.items()]
        return await self.wrote(take, put, *names, _CLEAR(match=match))
