"""Obsolete messages that are queued for deletion, and pending sends that may have been interrupted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from storage.database import Repository
from storage.statement import Statement, build_insert, build_select, to_values

CARD: Final = 0
"""The `recipient_id` of a send that posts a card. It is 0 and not NULL because the column is part of a key."""


@dataclass(frozen=True, slots=True)
class ObsoleteMessage:
    """A message that has been replaced and is to be deleted."""

    match_id: int
    channel_id: int
    message_id: int
    first_failed_ms: int | None = None
    """When deleting the message first failed; None if it has not failed."""
    due_ms: int = 0
    """When to try to delete the message next; 0 means at once."""


@dataclass(frozen=True, slots=True)
class PendingSend:
    """A message that is being sent. After a crash, it is unknown whether the message arrived."""

    match_id: int
    recipient_id: int
    """The person who gets the direct message, or `CARD` if the message is the card."""
    channel_id: int | None
    """The channel's ID; None for direct messages."""
    started_ms: int
    """When sending began."""


INSERT_OBSOLETE: Final = build_insert("obsolete_message", "match_id, channel_id, message_id", "ON CONFLICT DO NOTHING")
_COLUMNS: Final = "match_id, channel_id, message_id, first_failed_ms, due_ms"
SELECT_OBSOLETE: Final = build_select(_COLUMNS, "FROM obsolete_message WHERE match_id = :match_id ORDER BY message_id")
_SELECT_DUE: Final = Statement(
    "SELECT match_id FROM obsolete_message WHERE due_ms <= :now_ms ORDER BY due_ms, match_id LIMIT :count"
)
_SELECT_STUCK: Final = build_select(
    _COLUMNS, "FROM obsolete_message WHERE first_failed_ms <= :failing_since_ms ORDER BY due_ms, message_id"
)
_WHERE_OBSOLETE: Final = "match_id = :match_id AND message_id = :message_id"
_POSTPONE_DELETION: Final = Statement(
    f"UPDATE obsolete_message SET first_failed_ms = :first_failed_ms, due_ms = :due_ms WHERE {_WHERE_OBSOLETE}"  # noqa: S608 - names of ours
)
_DELETE_OBSOLETE: Final = Statement(f"DELETE FROM obsolete_message WHERE {_WHERE_OBSOLETE}")  # noqa: S608 - names of ours

_SEND_COLUMNS: Final = "match_id, recipient_id, channel_id, started_ms"
# A repeated send keeps the time of its first attempt, because that attempt may have posted a message, too.
INSERT_SEND: Final = build_insert("pending_send", _SEND_COLUMNS, "ON CONFLICT DO NOTHING")
# An earlier, interrupted attempt stays, because the bot must still look for its message.
DELETE_SEND: Final = Statement(
    "DELETE FROM pending_send WHERE match_id = :match_id AND recipient_id = :recipient_id AND started_ms >= :started_ms"
)
_SELECT_OPEN_SENDS: Final = Statement(
    """
    SELECT match_id FROM pending_send WHERE started_ms <= :started_before_ms
    ORDER BY started_ms, match_id LIMIT :count
    """
)
_SELECT_KNOWN_MESSAGES: Final = Statement(
    """
    SELECT card_message_id FROM match WHERE id = :match_id AND card_message_id IS NOT NULL
    UNION SELECT channel_id FROM match WHERE id = :match_id AND parent_channel_id IS NOT NULL
    UNION SELECT message_id FROM player_message WHERE match_id = :match_id
    UNION SELECT message_id FROM obsolete_message WHERE match_id = :match_id
    """
)
SELECT_SENDS: Final = build_select(_SEND_COLUMNS, "FROM pending_send WHERE match_id = :match_id ORDER BY recipient_id")


class MessageCleanupRepository(Repository):
    async def list_of_match(self, match_id: int) -> list[ObsoleteMessage]:
        """Return a match's messages that are queued for deletion."""
        return [ObsoleteMessage(*row) for row in await self.fetch_rows(SELECT_OBSOLETE(match_id=match_id))]

    async def list_matches_due(self, now_ms: int, count: int) -> list[int]:
        """Find the first `count` messages that are due for deletion, and return the IDs of their matches."""
        rows = await self.fetch_rows(_SELECT_DUE(now_ms=now_ms, count=count))
        return [*dict.fromkeys(match_id for (match_id,) in rows)]

    async def list_stuck(self, failing_since_ms: int) -> list[ObsoleteMessage]:
        """Return the messages whose deletion has been failing since `failing_since_ms` or earlier."""
        rows = await self.fetch_rows(_SELECT_STUCK(failing_since_ms=failing_since_ms))
        return [ObsoleteMessage(*row) for row in rows]

    async def add_messages(self, match_id: int, places: Iterable[tuple[int, int]]) -> None:
        """Queue messages for deletion. `places` holds each message's (channel ID, message ID)."""
        await self.database.write(
            *(
                INSERT_OBSOLETE(match_id=match_id, channel_id=channel_id, message_id=message_id)
                for channel_id, message_id in places
            )
        )

    async def postpone_deletion(self, obsolete: ObsoleteMessage, first_failed_ms: int, due_ms: int) -> None:
        """Record when deleting a message first failed and when to try again."""
        changed = {"first_failed_ms": first_failed_ms, "due_ms": due_ms}
        await self.database.write(
            _POSTPONE_DELETION(match_id=obsolete.match_id, message_id=obsolete.message_id, **changed)
        )

    async def remove_message(self, match_id: int, message_id: int) -> None:
        """Remove a message from the queue after it has been deleted."""
        await self.database.write(_DELETE_OBSOLETE(match_id=match_id, message_id=message_id))

    async def begin_send(self, send: PendingSend) -> None:
        """Record that a message is about to be sent, so that it can be found if this process dies while sending."""
        await self.database.write(INSERT_SEND(match_id=send.match_id, **to_values(send)))

    async def finish_send(self, send: PendingSend) -> None:
        """Remove the record of a send once its outcome is known. A record of an earlier attempt stays."""
        await self.database.write(DELETE_SEND(match_id=send.match_id, **to_values(send)))

    async def list_matches_with_open_sends(self, started_before_ms: int, count: int) -> list[int]:
        """Find the first `count` unfinished sends, and return the IDs of their matches.

        Only sends that began at or before `started_before_ms` are included.
        """
        rows = await self.fetch_rows(_SELECT_OPEN_SENDS(started_before_ms=started_before_ms, count=count))
        return [*dict.fromkeys(match_id for (match_id,) in rows)]

    async def list_known_messages(self, match_id: int) -> set[int]:
        """Return the IDs of all of a match's messages that are recorded in the store.

        These are the card, the message that the match's thread was started from, the player messages, and the messages
        that are queued for deletion.
        """
        rows = await self.fetch_rows(_SELECT_KNOWN_MESSAGES(match_id=match_id))
        return {message_id for (message_id,) in rows}
