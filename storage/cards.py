"""Cards: each match's single public message, and how much of the match that message shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from storage.database import Repository
from storage.deadlines import Deadline, DeadlineOutcome, bind_mark_done
from storage.message_cleanup import CARD, DELETE_SEND, INSERT_OBSOLETE
from storage.player_messages import UPSERT_LAST_NOTIFIED, UPSERT_TOKEN, InteractionToken
from storage.statement import Statement, to_values

# A slow update must not overwrite a later one that shows more events, and a replaced card must not become the card
# again: within a channel, the newer message wins.
_UPDATE_CARD: Final = Statement(
    """
    UPDATE match SET events_on_card = :event_count, channel_id = :channel_id, card_message_id = :message_id
    WHERE id = :match_id AND events_on_card <= :event_count
        AND (card_message_id IS NULL OR channel_id <> :channel_id
            OR card_message_id <= COALESCE(CAST(:message_id AS INTEGER), card_message_id))
    """
)
_MARK_SHOWN: Final = Statement(
    """
    UPDATE match SET events_shown = :event_count WHERE id = :match_id AND events_on_card = :event_count
        AND channel_id = :channel_id AND COALESCE(card_message_id, 0) = COALESCE(CAST(:message_id AS INTEGER), 0)
    """
)
# The card does not show these events until somebody clicks one of its buttons.
_SKIP_EVENTS: Final = Statement(
    "UPDATE match SET events_shown = :event_count WHERE id = :match_id AND events_shown < :event_count"
)
# If two processes have each posted a card in the same channel, the older message is deleted.
_INSERT_REPLACED_CARD: Final = Statement(
    """
    INSERT INTO obsolete_message (match_id, channel_id, message_id)
    SELECT id, channel_id,
        CASE WHEN events_on_card <= :event_count AND card_message_id < CAST(:message_id AS INTEGER) THEN card_message_id
            ELSE CAST(:message_id AS INTEGER) END
    FROM match WHERE id = :match_id AND channel_id = :channel_id AND card_message_id <> :message_id
    ON CONFLICT DO NOTHING
    """,
    is_deferrable=True,
)
_SET_PARENT_CHANNEL: Final = Statement("UPDATE match SET parent_channel_id = :parent_channel_id WHERE id = :match_id")
_CLAIM_REVIEW_POST: Final = Statement(
    "UPDATE match SET is_review_posted = 1 WHERE id = :match_id AND is_review_posted = 0", must_match=True
)
_SELECT_REVIEW_POST: Final = Statement("SELECT is_review_posted FROM match WHERE id = :match_id")


class CardRepository(Repository):
    async def save_card(
        self,
        match_id: int,
        event_count: int,
        channel_id: int,
        message_id: int | None,
        replaced: tuple[int, int] | None = None,
        notified: Mapping[int, Deadline] = MappingProxyType({}),
        send_started_ms: int | None = None,
    ) -> None:
        """Record that this message is the match's card and shows the first `event_count` events.

        Unlike `mark_shown`, this does not record that all players have been notified. `replaced` is an older card to
        delete, as (channel ID, message ID).

        `notified` maps the IDs of the players whom the message pinged to their notification deadlines. These players
        are recorded as notified in the same transaction, so that they are not pinged again after a crash.

        `send_started_ms` is when the bot began to send the message. The record of this pending send is removed.
        """
        card = {
            "match_id": match_id,
            "event_count": event_count,
            "channel_id": channel_id,
            "message_id": message_id,
        }
        writes = [_INSERT_REPLACED_CARD(**card), _UPDATE_CARD(**card)]
        if send_started_ms is not None:
            writes.append(DELETE_SEND(match_id=match_id, recipient_id=CARD, started_ms=send_started_ms))
        for person_id, deadline in notified.items():
            writes.append(UPSERT_LAST_NOTIFIED(person_id=person_id, last_notified_ms=send_started_ms))
            writes.append(bind_mark_done(deadline, DeadlineOutcome.NOTIFIED))
        if replaced:
            writes.append(INSERT_OBSOLETE(match_id=match_id, channel_id=replaced[0], message_id=replaced[1]))
        await self.database.write(*writes)

    async def move_to_thread(self, match_id: int, event_count: int, thread_id: int, parent_channel_id: int) -> None:
        """Record that a match moves to a thread of the parent channel. It has no card in the thread yet."""
        await self.database.write(
            _UPDATE_CARD(match_id=match_id, event_count=event_count, channel_id=thread_id, message_id=None),
            _SET_PARENT_CHANNEL(match_id=match_id, parent_channel_id=parent_channel_id),
        )

    async def leave_thread(
        self, match_id: int, event_count: int, parent_channel_id: int, obsolete: Iterable[tuple[int, int]]
    ) -> None:
        """Record that a match moves from its unreachable thread to the parent channel. It has no card there yet.

        `obsolete` lists the messages to delete, as (channel ID, message ID).
        """
        inserts = (
            INSERT_OBSOLETE(match_id=match_id, channel_id=channel_id, message_id=message_id)
            for channel_id, message_id in obsolete
        )
        await self.database.write(
            _UPDATE_CARD(match_id=match_id, event_count=event_count, channel_id=parent_channel_id, message_id=None),
            _SET_PARENT_CHANNEL(match_id=match_id, parent_channel_id=None),
            *inserts,
        )

    async def mark_shown(
        self,
        match_id: int,
        event_count: int,
        channel_id: int,
        message_id: int | None,
        token: InteractionToken | None = None,
    ) -> None:
        """Record that this card shows the first `event_count` events and that everybody has been notified.

        `token` belongs to the person whose command posted the card. It is saved in the same transaction, because after
        a crash their player message can only be sent with this token.
        """
        card = {
            "match_id": match_id,
            "event_count": event_count,
            "channel_id": channel_id,
            "message_id": message_id,
        }
        writes = [_INSERT_REPLACED_CARD(**card), _UPDATE_CARD(**card), _MARK_SHOWN(**card)]
        if token:
            writes.append(UPSERT_TOKEN(match_id=token.match_id, **to_values(token)))
            writes.append(DELETE_SEND(match_id=match_id, recipient_id=CARD, started_ms=token.issued_ms))
        await self.database.write(*writes)

    async def skip_events(self, match_id: int, event_count: int) -> None:
        """Mark the first `event_count` events as shown, so that the bot stops trying to show them.

        This is for cards that the bot cannot edit until somebody clicks them.
        """
        await self.database.write(_SKIP_EVENTS(match_id=match_id, event_count=event_count))

    async def claim_review_post(self, match_id: int) -> bool:
        """Claim the right to post the match's review in its channel. Only one caller ever gets True."""
        return await self.try_write(_CLAIM_REVIEW_POST(match_id=match_id))

    async def is_review_posted(self, match_id: int) -> bool:
        row = await self.fetch_row(_SELECT_REVIEW_POST(match_id=match_id))
        return bool(row and row[0])
