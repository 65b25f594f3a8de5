"""Messages that are to be deleted, and sends that may have been interrupted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from storage.repository import Repository
from storage.statement import Statement, build_insert, build_select, to_values

CARD: Final = 0
"""Stands for the card where a send otherwise has a person."""


@dataclass(frozen=True, slots=True)
class ObsoleteMessage:
    """A message that has been replaced and is to be deleted."""

    match: int
    channel: int
    message: int
    since: int = 0
    """When deleting it first failed, or 0."""
    due: int = 0


@dataclass(frozen=True, slots=True)
class PendingSend:
    """A message that is being sent. After a crash nobody knows whether it arrived."""

    match: int
    person: int
    """Who gets it as a direct message; `CARD` for the card."""
    channel: int
    """0 for direct messages."""
    at: int
    """When sending began, in milliseconds."""


INSERT_OBSOLETE: Final = build_insert("leftover", "match, channel, message", "ON CONFLICT DO NOTHING")
_COLUMNS: Final = "match, channel, message, since, due"
SELECT_OBSOLETE: Final = build_select(_COLUMNS, "FROM leftover WHERE match = :match ORDER BY message")
_SELECT_DUE: Final = Statement("SELECT match FROM leftover WHERE due <= :now ORDER BY due, match LIMIT :count")
_SELECT_STUCK: Final = build_select(_COLUMNS, "FROM leftover WHERE due > 0 AND since <= :before ORDER BY due, message")
_POSTPONE_DELETION: Final = Statement(
    "UPDATE leftover SET since = :since, due = :due WHERE match = :match AND message = :message"
)
_DELETE_OBSOLETE: Final = Statement("DELETE FROM leftover WHERE match = :match AND message = :message")

_SEND_COLUMNS: Final = "match, person, channel, at"
# A send that is repeated keeps the time of the first attempt: that one may have arrived as a message of its own.
INSERT_SEND: Final = build_insert("posting", _SEND_COLUMNS, "ON CONFLICT DO NOTHING")
# An earlier attempt that was interrupted stays: its message is still to be looked for.
DELETE_SEND: Final = Statement("DELETE FROM posting WHERE match = :match AND person = :person AND at >= :at")
_SELECT_OPEN_SENDS: Final = Statement("SELECT match FROM posting WHERE at <= :before ORDER BY at, match LIMIT :count")
_SELECT_KNOWN_MESSAGES: Final = Statement(
    """
    SELECT message FROM match WHERE id = :match AND message IS NOT NULL
    UNION SELECT channel FROM match WHERE id = :match AND home IS NOT NULL
    UNION SELECT message FROM hand WHERE match = :match
    UNION SELECT message FROM leftover WHERE match = :match
    """
)
SELECT_SENDS: Final = build_select(_SEND_COLUMNS, "FROM posting WHERE match = :match ORDER BY person")


class MessageCleanupRepository(Repository):
    async def list_of_match(self, match: int) -> list[ObsoleteMessage]:
        """Return the messages of a match that are still to be deleted."""
        return [ObsoleteMessage(*row) for row in await self.fetch_rows(SELECT_OBSOLETE(match=match))]

    async def list_matches_due(self, now: int, count: int) -> list[int]:
        """Return matches with a message that is due for deletion, checking at most `count` messages."""
        return [*dict.fromkeys(match for (match,) in await self.fetch_rows(_SELECT_DUE(now=now, count=count)))]

    async def list_stuck(self, before: int) -> list[ObsoleteMessage]:
        """Return the messages whose deletion has been failing since `before` or longer."""
        return [ObsoleteMessage(*row) for row in await self.fetch_rows(_SELECT_STUCK(before=before))]

    async def add_messages(self, match: int, places: Iterable[tuple[int, int]]) -> None:
        """Queue messages, as (channel, message), for deletion."""
        await self.database.write(*(INSERT_OBSOLETE(match=match, channel=it[0], message=it[1]) for it in places))

    async def postpone_deletion(self, leftover: ObsoleteMessage, since: int, due: int) -> None:
        """Record that deleting a message failed, and when to try again."""
        await self.database.write(
            _POSTPONE_DELETION(match=leftover.match, message=leftover.message, since=since, due=due)
        )

    async def remove_message(self, match: int, message: int) -> None:
        await self.database.write(_DELETE_OBSOLETE(match=match, message=message))

    async def begin_send(self, posting: PendingSend) -> None:
        """Record that a message is about to be sent: from now on it may arrive, even if this process dies."""
        await self.database.write(INSERT_SEND(match=posting.match, **to_values(posting)))

    async def finish_send(self, posting: PendingSend) -> None:
        """Record that the outcome of this attempt and of all later ones is known."""
        await self.database.write(DELETE_SEND(match=posting.match, person=posting.person, at=posting.at))

    async def list_matches_with_open_sends(self, before: int, count: int) -> list[int]:
        """Return some of the matches with a send that began before `before` and is still open."""
        return [
            *dict.fromkeys(match for (match,) in await self.fetch_rows(_SELECT_OPEN_SENDS(before=before, count=count)))
        ]

    async def list_known_messages(self, match: int) -> set[int]:
        """Return the ids of all stored messages of a match.

        These are its card, the message that its thread was started from, its player messages, and those that are
        queued for deletion.
        """
        return {message for (message,) in await self.fetch_rows(_SELECT_KNOWN_MESSAGES(match=match))}
