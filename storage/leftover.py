"""Messages that are to be deleted, and messages that are being sent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from storage.part import Part
from storage.statement import Statement, fields, insert, select

CARD: Final = 0
"""In the place of a person: what is sent is the card of a match."""


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
    """A message that is being sent. After a crash nobody knows whether it arrived."""

    match: int
    person: int
    """Who gets it as a direct message; `CARD` for the card."""
    channel: int
    """0 for direct messages."""
    at: int
    """When sending began, in milliseconds."""


LEAVE: Final = insert("leftover", "match, channel, message", "ON CONFLICT DO NOTHING")
_COLUMNS: Final = "match, channel, message, since, due"
LEFT: Final = select(_COLUMNS, "FROM leftover WHERE match = :match ORDER BY message")
_DUE: Final = Statement("SELECT match FROM leftover WHERE due <= :now ORDER BY due, match LIMIT :count")
_STUCK: Final = select(_COLUMNS, "FROM leftover WHERE due > 0 AND since <= :before ORDER BY due, message")
_LATER: Final = Statement("UPDATE leftover SET since = :since, due = :due WHERE match = :match AND message = :message")
_CLEAR: Final = Statement("DELETE FROM leftover WHERE match = :match AND message = :message")

_POSTING: Final = "match, person, channel, at"
# A send that is repeated keeps the time of the first attempt: that one may have arrived as a message of its own.
SENDING: Final = insert("posting", _POSTING, "ON CONFLICT DO NOTHING")
# An attempt that was interrupted before this one stays: what became of that is still to be looked for.
SENT: Final = Statement("DELETE FROM posting WHERE match = :match AND person = :person AND at >= :at")
_INTERRUPTED: Final = Statement("SELECT match FROM posting WHERE at <= :before ORDER BY at, match LIMIT :count")
_KNOWN: Final = Statement(
    """
    SELECT message FROM match WHERE id = :match AND message IS NOT NULL
    UNION SELECT channel FROM match WHERE id = :match AND home IS NOT NULL
    UNION SELECT message FROM hand WHERE match = :match
    UNION SELECT message FROM leftover WHERE match = :match
    """
)
POSTINGS: Final = select(_POSTING, "FROM posting WHERE match = :match ORDER BY person")


class Leftovers(Part):
    async def left_behind(self, match: int) -> list[Leftover]:
        """The messages of a match that are still to go."""
        return [Leftover(*row) for row in await self.rows(LEFT(match=match))]

    async def littered(self, now: int, count: int) -> list[int]:
        """Matches of which something is to go now, looking at so many messages."""
        return [*dict.fromkeys(match for (match,) in await self.rows(_DUE(now=now, count=count)))]

    async def stuck(self, before: int) -> list[Leftover]:
        """What could not be taken away then already."""
        return [Leftover(*row) for row in await self.rows(_STUCK(before=before))]

    async def leave(self, match: int, places: Iterable[tuple[int, int]]) -> None:
        """They are to go, by channel and number."""
        await self.database.write(*(LEAVE(match=match, channel=it[0], message=it[1]) for it in places))

    async def stays(self, leftover: Leftover, since: int, due: int) -> None:
        """It could not be taken away, and is tried again."""
        await self.database.write(_LATER(match=leftover.match, message=leftover.message, since=since, due=due))

    async def cleared(self, match: int, message: int) -> None:
        await self.database.write(_CLEAR(match=match, message=message))

    async def posts(self, posting: Posting) -> None:
        """From now on this message may arrive, even if its sender dies."""
        await self.database.write(SENDING(match=posting.match, **fields(posting)))

    async def settled(self, posting: Posting) -> None:
        """It is known what became of this attempt, and of those after it."""
        await self.database.write(SENT(match=posting.match, person=posting.person, at=posting.at))

    async def interrupted(self, before: int, count: int) -> list[int]:
        """Return some of the matches for which a send began before that time and is still open."""
        return [*dict.fromkeys(match for (match,) in await self.rows(_INTERRUPTED(before=before, count=count)))]

    async def messages_of(self, match: int) -> set[int]:
        """Return every message of a match that the store knows: its card, the one its thread hangs on, those in which
        it is played, and those that are to be deleted.
        """
        return {message for (message,) in await self.rows(_KNOWN(match=match))}
