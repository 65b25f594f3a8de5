"""What was replaced and is to go: taken away when it is due, and tried again with pauses that grow."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Final

from bot.errors import ChannelGone, DiscordUnavailable, DiscordUnreachable, MessageGone
from bot.matches.model import MatchState
from bot.messenger import MessageLocation, Messenger
from bot.wall_clock import DAY
from storage import ObsoleteMessage, Store

log: Final = logging.getLogger(__name__)

SOON: Final = 5_000
"""Milliseconds until what could not be taken away is tried once more; then as long again as it has stood."""
SELDOM: Final = DAY
GIVEN_UP: Final = 30 * DAY
"""So long nobody has let us."""


class MessageCleanup:
    def __init__(self, store: Store, messenger: Messenger, now: Callable[[], int]) -> None:
        self.store = store
        self.messenger = messenger
        self._now = now

    async def clear(self, match: MatchState, leftovers: Iterable[ObsoleteMessage]) -> None:
        """As far as they are due; nothing else waits for it. Abroad they lie: nobody lets us take a message away but
        whoever presses it.
        """
        for left in leftovers:
            if match.is_user_installed or (left.due_ms <= self._now() and await self._is_gone(left)):
                await self.store.cleanup.remove_message(match.id, left.message_id)

    async def _is_gone(self, left: ObsoleteMessage) -> bool:
        """Tried until it is, or nobody has let us for long: nothing dead stays in a channel."""
        now = self._now()
        try:
            await self.messenger.remove(MessageLocation(left.channel_id, left.message_id))
        except (MessageGone, ChannelGone):
            return True
        except (DiscordUnavailable, DiscordUnreachable):
            since = left.first_failed_ms or now
            if now - since < GIVEN_UP:
                await self.store.cleanup.postpone_deletion(left, since, now + min(max(now - since, SOON), SELDOM))
                return False
            log.error("message %d stays in channel %d: nobody lets us take it away", left.message_id, left.channel_id)
        return True
