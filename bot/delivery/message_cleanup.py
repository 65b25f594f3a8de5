"""Deletes replaced messages, and retries failed deletions with growing delays."""

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
"""The delay after the first failure. Each later delay equals the time since the first failure, so delays double."""
MAX_RETRY_DELAY_MS: Final = DAY_MS
GIVE_UP_AFTER_MS: Final = 30 * DAY_MS
"""How long after the first failure the bot gives up and leaves the message in place."""


class MessageCleanup:
    def __init__(self, store: Store, messenger: Messenger, now: Callable[[], int]) -> None:
        self.store = store
        self.messenger = messenger
        self._now = now

    async def delete_due_messages(self, match: MatchState, obsolete_messages: Iterable[ObsoleteMessage]) -> None:
        """Delete the messages that are due, and postpone those that cannot be deleted yet.

        Messages of user-installed matches cannot be deleted without a click on them, so they are only removed from the
        queue.
        """
        for message in obsolete_messages:
            if match.is_user_installed or (message.due_ms <= self._now() and await self._delete_or_postpone(message)):
                await self.store.cleanup.remove_message(match.id, message.message_id)

    async def _delete_or_postpone(self, message: ObsoleteMessage) -> bool:
        """Delete the message, or postpone its deletion if Discord refuses it. Return False if it was postponed."""
        now = self._now()
        try:
            await self.messenger.delete_message(MessageLocation(message.channel_id, message.message_id))
        except (MessageGone, ChannelGone):
            return True
        except (DiscordUnavailable, DestinationUnreachable):
            first_failed_ms = message.first_failed_ms or now
            failing_ms = now - first_failed_ms
            if failing_ms < GIVE_UP_AFTER_MS:
                retry_ms = now + min(max(failing_ms, MIN_RETRY_DELAY_MS), MAX_RETRY_DELAY_MS)
                await self.store.cleanup.postpone_deletion(message, first_failed_ms, retry_ms)
                return False
            log.error(
                "message %d in channel %d could not be deleted; giving up", message.message_id, message.channel_id
            )
        return True
