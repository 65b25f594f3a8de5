"""Deletes stray messages: messages that were sent to Discord but not stored, because the bot was interrupted.

The next refresh repeats an interrupted send with the same nonce, and Discord returns the existing message (see
`Messenger.post_message`). A stray message remains only if the match has advanced, so that no refresh repeats the send,
or if Discord has forgotten the nonce. Each send is recorded before it starts, so the store knows where to look.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from bot.errors import DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.messenger import MessageLocation, Messenger
from bot.wall_clock import MINUTE_MS
from storage import CARD, MatchDeliveryState, PendingSend, Store

NONCE_LASTS_MS: Final = 6 * MINUTE_MS
"""How long Discord may remember a nonce. Its documentation says only "a few minutes".

During this time, a repeated send may still return the existing message, so that message must not be deleted.
"""
CLOCK_SKEW_MS: Final = 10_000
"""How far Discord's clock may be behind ours."""


@asynccontextmanager
async def record_pending_send(store: Store, pending_send: PendingSend) -> AsyncIterator[None]:
    """Record that the block is about to send a message, and remove the record if Discord refuses the message.

    If the message is sent, the transaction that stores it removes the record. So a record that stays means that the
    send was interrupted.
    """
    await store.cleanup.begin_send(pending_send)
    try:
        yield
    except (MessageGone, DestinationUnreachable):
        await store.cleanup.finish_send(pending_send)
        raise


async def was_posted(messenger: Messenger, channel_id: int, custom_id: str, since_ms: int) -> bool:
    """Return whether the bot has posted a message with this button in a channel since a time.

    Returns False if the bot cannot read the channel, because posting twice is better than not posting.
    """
    try:
        return await messenger.has_posted_button(channel_id, custom_id, since_ms - CLOCK_SKEW_MS)
    except (MessageGone, DestinationUnreachable):
        return False


class SendRecovery:
    def __init__(self, store: Store, messenger: Messenger, now: Callable[[], int]) -> None:
        self._store = store
        self._messenger = messenger
        self._now = now

    async def queue_stray_messages(self, state: MatchDeliveryState) -> bool:
        """Queue a match's stray messages for deletion; return whether any interrupted sends were checked.

        Call this after a refresh of the match, because the refresh may have repeated and stored some of the sends.
        """
        interrupted = [it for it in state.pending_sends if it.started_ms <= self._now() - NONCE_LASTS_MS]
        for pending_send in interrupted:
            try:
                if strays := await self._find_stray_messages(pending_send):
                    await self._store.cleanup.add_messages(pending_send.match_id, strays)
            except DiscordUnavailable:
                # The next sweep tries again.
                continue
            except (MessageGone, DestinationUnreachable):
                # The bot cannot read this channel, so stray messages cannot be found.
                pass
            await self._store.cleanup.finish_send(pending_send)
        return bool(interrupted)

    async def _find_stray_messages(self, pending_send: PendingSend) -> list[MessageLocation]:
        match_id, since_ms = pending_send.match_id, pending_send.started_ms - CLOCK_SKEW_MS
        if pending_send.recipient_id == CARD:
            sent = await self._messenger.find_cards(pending_send.channel_id or 0, match_id, since_ms)
        else:
            sent = await self._messenger.find_sent_dms(pending_send.recipient_id, match_id, since_ms)
        known_ids = await self._store.cleanup.list_known_messages(match_id)
        return [location for location in sent if location.message_id not in known_ids]
