"""What was replaced and is to go: taken away when it is due, and tried again with pauses that grow."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.matches.model import MatchState
from bot.messenger import MessageLocation, Messenger
from bot.wall_clock import DAY_MS
from storage import ObsoleteMessage, Store

log: Final = logging.getLogger(__name__)

MIN_RETRY_DELAY_MS: Final = 5_000
"""Milliseconds until what could not be taken away is tried once more; then as long again as it has stood."""
MAX_RETRY_DELAY_MS: Final = DAY_MS
GIVE_UP_AFTER_MS: Final = 30 * DAY_MS
"""So long nobody has let us."""


class MessageCleanup:
    def __init__(self, store: Store, messenger: Messenger, now: Callable[[], int]) -> None:
        self.store = store
        self.messenger = messenger
        self._now = now

    async def delete_due_messages(self, match: MatchState, obsolete_messages: Iterable[ObsoleteMessage]) -> None:
        """As far as they are due; nothing else waits for it. Abroad they lie: nobody lets us take a message away but
        whoever presses it.
        """
        for obsolete_message in obsolete_messages:
            if match.is_user_installed or (
                obsolete_message.due_ms <= self._now() and await self._delete_or_postpone(obsolete_message)
            ):
                await self.store.cleanup.remove_message(match.id, obsolete_message.message_id)

    async def _delete_or_postpone(self, obsolete_message: ObsoleteMessage) -> bool:
        """Tried until it is, or nobody has let us for long: nothing dead stays in a channel."""
        now = self._now()
        try:
            await self.messenger.delete_message(
                MessageLocation(obsolete_message.channel_id, obsolete_message.message_id)
            )
        except (MessageGone, ChannelGone):
            return True
        except (DiscordUnavailable, DestinationUnreachable):
            since = obsolete_message.first_failed_ms or now
            if now - since < GIVE_UP_AFTER_MS:
                await self.store.cleanup.postpone_deletion(
                    obsolete_message, since, now + min(max(now - since, MIN_RETRY_DELAY_MS), MAX_RETRY_DELAY_MS)
                )
                return False
            log.error(
                "message %d stays in channel %d: nobody lets us take it away",
                obsolete_message.message_id,
                obsolete_message.channel_id,
            )
        return True
