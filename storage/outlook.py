"""What a match has beside its journal, read at once: whoever looks after it sees all of it as of one moment."""

from __future__ import annotations

from storage.attendance import GONE
from storage.deadline import STANDING, read_deadlines
from storage.hand import DOORS, HANDS, read_doors, read_hands
from storage.header import HEADER, LIVE_OF, read_headers
from storage.leftover import LEFT, POSTINGS, read_leftovers
from storage.part import Part
from storage.values import ASIDE, HAND, Company, Outlook, Posting


class Outlooks(Part):
    async def outlook(self, match: int) -> Outlook | None:
        headers, standing, hands, doors, left, postings, gone = await self.database.read(
            HEADER(match=match),
            STANDING(match=match),
            HANDS(match=match),
            DOORS(match=match),
            LEFT(match=match),
            POSTINGS(match=match),
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
            leftovers=tuple(read_leftovers(left)),
            late=tuple(read_leftovers(left, late=True)),
            postings=tuple(Posting(*row) for row in postings),
            gone=frozenset(row[0] for row in gone),
        )

    async def company(self, match: int, person: int) -> Company:
        """Read where it is needed, and not with the rest: somebody may play a thousand matches, and each of them is
        looked after for as long as Discord takes.
        """
        live, gone = await self.database.read(LIVE_OF(person=person), GONE(match=match))
        return Company(tuple(read_headers(live)), frozenset(row[0] for row in gone))
