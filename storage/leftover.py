"""Messages that are to go, and messages of which nobody knows whether they came: known until they are, and do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from storage.part import Part
from storage.statement import Row, Statement, fields, insert, select

CARD: Final = 0
"""In the place of a person: what is posted is the card of a match, and for all."""
LATE: Final = 0
"""In the place of a message that is to go: a card that was not there when somebody looked, and may still come."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """A message that has been replaced, and is to go."""

    match: int
    channel: int
    message: int
    since: int = 0
    """When it could not be taken away first."""
    due: int = 0


@dataclass(frozen=True, slots=True)
class Posting:
    """A message of which nobody knows yet whether it came."""

    match: int
    person: int
    """Whom it calls; 0 is the card, for all."""
    channel: int
    """0 for direct messages; whom a card calls is called where it is."""
    step: int
    """Of a call what its deadline has there; of a card how many events it shows."""
    at: int
    """It is no older."""


LEAVE: Final = insert("leftover", "match, channel, message", "ON CONFLICT DO NOTHING")
_COLUMNS: Final = "match, channel, message, since, due"
_MISSED: Final = insert("leftover", _COLUMNS, "ON CONFLICT (match, message) DO UPDATE SET due = excluded.due")
LEFT: Final = select(_COLUMNS, "FROM leftover WHERE match = :match ORDER BY message")
_DUE: Final = Statement("SELECT match FROM leftover WHERE due <= :now ORDER BY due, match LIMIT :count")
_STUCK: Final = select(_COLUMNS, "FROM leftover WHERE due > 0 AND since <= :before ORDER BY due, message")
_LATER: Final = Statement("UPDATE leftover SET since = :since, due = :due WHERE match = :match AND message = :message")
_CLEAR: Final = Statement("DELETE FROM leftover WHERE match = :match AND message = :message")

# Whoever has had no answer tries again: from when on it may be there is known from the first time.
_POSTING: Final = "match, person, channel, step, at"
_POST: Final = insert("posting", _POSTING, "ON CONFLICT DO NOTHING")
CAME: Final = Statement("DELETE FROM posting WHERE match = :match AND person = :person")
# A card, and whom it calls: one at a time is posted of a match.
CARDED: Final = Statement("DELETE FROM posting WHERE match = :match AND channel <> 0")
POSTINGS: Final = select(_POSTING, "FROM posting WHERE match = :match ORDER BY person")


class Leftovers(Part):
    async def left_behind(self, match: int) -> list[Leftover]:
        """The messages of a match that are still to go."""
        return read_leftovers(await self.rows(LEFT(match=match)))

    async def littered(self, now: int, count: int) -> list[int]:
        """Matches of which something is to go now, looking at so many messages."""
        return [*dict.fromkeys(match for (match,) in await self.rows(_DUE(now=now, count=count)))]

    async def stuck(self, before: int) -> list[Leftover]:
        """What could not be taken away then already."""
        return read_leftovers(await self.rows(_STUCK(before=before)))

    async def leave(self, match: int, places: Iterable[tuple[int, int]]) -> None:
        """They are to go, by channel and number."""
        await self.database.write(*(LEAVE(match=match, channel=it[0], message=it[1]) for it in places))

    async def stays(self, leftover: Leftover, since: int, due: int) -> None:
        """It could not be taken away, and is tried again."""
        await self.database.write(_LATER(match=leftover.match, message=leftover.message, since=since, due=due))

    async def cleared(self, match: int, message: int) -> None:
        await self.database.write(_CLEAR(match=match, message=message))

    async def posts(self, *postings: Posting) -> None:
        """They may be there from now on, whoever dies: a call, or a card and all whom it calls."""
        await self.database.write(*(_POST(match=it.match, **fields(it)) for it in postings))

    async def settled(self, posting: Posting) -> None:
        """It is known what became of it; and of all whom it was to call, if it is a card."""
        match, person = posting.match, posting.person
        await self.database.write(CARDED(match=match) if person == CARD else CAME(match=match, person=person))

    async def missed(self, posting: Posting, since: int, due: int) -> None:
        """A card that was not there when it was looked for: it may be under way, and is looked for once more."""
        late = _MISSED(match=posting.match, channel=posting.channel, message=LATE, since=since, due=due)
        await self.database.write(late, CARDED(match=posting.match))


def read_leftovers(rows: Iterable[Row], *, late: bool = False) -> list[Leftover]:
    """What is to go; or what has not come yet, which nobody can take away, or has failed to."""
    return [it for row in rows if ((it := Leftover(*row)).message == LATE) == late]
