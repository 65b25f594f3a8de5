"""What a match has beside its journal, read at once: whoever looks after it sees all of it as of one moment."""

from __future__ import annotations

from dataclasses import dataclass

from storage.deadline import STANDING, Deadline, read_deadlines
from storage.hand import ASIDE, DOORS, HAND, HANDS, Door, Hand, read_doors, read_hands
from storage.header import HEADER, LIVE_OF, Header, read_headers
from storage.leftover import LEFT, POSTINGS, Leftover, Posting
from storage.part import Part
from storage.person import GONE


@dataclass(frozen=True, slots=True)
class Company:
    """What is to be known of somebody, and of who is with them at a match."""

    live: tuple[Header, ...]
    """All that they play just now, the oldest first."""
    gone: frozenset[int]
    """Who has left the server of the match, and done nothing since that was heard."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """A match without its journal."""

    header: Header
    standing: tuple[Deadline, ...]
    """The earliest first."""
    hands: tuple[Hand, ...]
    """In which somebody plays."""
    asides: tuple[Hand, ...]
    doors: tuple[Door, ...]
    """The newest first."""
    leftovers: tuple[Leftover, ...]
    postings: tuple[Posting, ...]
    gone: frozenset[int]
    """Who has left its server, and done nothing since that was heard."""


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
            leftovers=tuple(Leftover(*row) for row in left),
            postings=tuple(Posting(*row) for row in postings),
            gone=frozenset(row[0] for row in gone),
        )

    async def company(self, match: int, person: int) -> Company:
        """Read where it is needed, and not with the rest: somebody may play a thousand matches, and each of them is
        looked after for as long as Discord takes.
        """
        live, gone = await self.database.read(LIVE_OF(person=person), GONE(match=match))
        return Company(tuple(read_headers(live)), frozenset(row[0] for row in gone))
