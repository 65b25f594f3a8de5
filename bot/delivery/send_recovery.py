"""Deletes messages that reached Discord although their sender was interrupted before the store knew of them.

A send that was interrupted is repeated, and Discord returns the message it already has: the repetition carries the same
nonce (`Messenger.post`). Usually nothing is left to do. A copy remains only if nobody repeats the send, since the match
has moved on, or if Discord has forgotten the nonce. Each send is noted in the store before it starts, so one look at
the channel afterwards is enough to find such a copy.
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
"""Discord compares nonces for "a few minutes". Until then a copy may still be returned to whoever repeats the send, and
must not be deleted.
"""
CLOCK_SKEW_MS: Final = 10_000
"""Discord's clock and ours rarely differ by more."""


@asynccontextmanager
async def record_pending_send(store: Store, pending_send: PendingSend) -> AsyncIterator[None]:
    """Note in the store that a message may arrive from now on. The note goes if Discord refuses the message; if it
    arrives, it goes with the write that stores the message.
    """
    await store.cleanup.begin_send(pending_send)
    try:
        yield
    except (MessageGone, DestinationUnreachable):
        await store.cleanup.finish_send(pending_send)
        raise


class SendRecovery:
    def __init__(self, store: Store, messenger: Messenger, now: Callable[[], int]) -> None:
        self._store = store
        self._messenger = messenger
        self._now = now

    async def delete_stray_messages(self, state: MatchDeliveryState) -> bool:
        """Delete what interrupted sends have left of this match. Return whether anything was looked for.

        The caller has brought the match up to date, so a repeated send is stored by now.
        """
        old = [it for it in state.pending_sends if it.started_ms <= self._now() - NONCE_LASTS_MS]
        for pending_send in old:
            try:
                if strays := await self._find_stray_messages(pending_send):
                    await self._store.cleanup.add_messages(pending_send.match_id, strays)
            except DiscordUnavailable:
                # The next sweep tries again.
                continue
            except (MessageGone, DestinationUnreachable):
                # Where the bot may not read back it cannot look.
                pass
            await self._store.cleanup.finish_send(pending_send)
        return bool(old)

    async def _find_stray_messages(self, pending_send: PendingSend) -> list[MessageLocation]:
        match_id, since = pending_send.match_id, pending_send.started_ms - CLOCK_SKEW_MS
        if pending_send.recipient_id == CARD:
            there = await self._messenger.find_cards(pending_send.channel_id or 0, match_id, since)
        else:
            there = await self._messenger.find_sent_dms(pending_send.recipient_id, match_id, since)
        known = await self._store.cleanup.list_known_messages(match_id)
        return [location for location in there if location.message_id not in known]
