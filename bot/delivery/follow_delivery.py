"""Sends direct messages to people who follow a match or one of its players, when the match starts or ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.delivery.periodic import run_periodically
from bot.delivery.send_recovery import CLOCK_SKEW_MS, NONCE_LASTS_MS
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.matches.cache import MatchCache
from bot.matches.model import FinishedMatch, RunningMatch
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.screens.follows import render_follow_message
from bot.wall_clock import DAY_MS
from storage import FollowNotice, MatchHeader, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

POLL_INTERVAL_S: Final = 10.0
SEND_INTERVAL_S: Final = 2.0
"""The time between two messages. Discord refuses to open many direct messages at once (error 40003)."""
BATCH_SIZE: Final = 50
NOTICE_MAX_AGE_MS: Final = DAY_MS
"""Messages that are due for longer than this are dropped, for example after the bot has not been running."""


@dataclass(eq=False)
class FollowDelivery:
    _matches: MatchCache
    _store: Store
    _messenger: Messenger
    _preferences: Preferences
    _now: Callable[[], int]

    async def run(self) -> None:
        """Send the messages that are due until canceled."""
        await run_periodically(self._send_all, POLL_INTERVAL_S)

    async def _send_all(self) -> None:
        while await self.send_next():
            await asyncio.sleep(SEND_INTERVAL_S)

    async def send_next(self) -> bool:
        """Send one due message to a follower. Return False if there was none to send.

        Due messages that their follower no longer wants are dropped.
        """
        async with self._store.hold_lock("follow notices"):
            for notice in await self._store.follows.list_due_notices(self._now(), BATCH_SIZE):
                try:
                    if await self._handle_notice(notice):
                        return True
                except (DiscordUnavailable, StoreUnavailable):
                    raise
                except Exception:
                    # Without the delay, the same message would fail again at once, and hold up the others.
                    log.exception("a follower cannot be told about match %d", notice.match_id)
                    await self._store.follows.postpone_notice(notice, self._now() + DAY_MS)
        return False

    async def _handle_notice(self, notice: FollowNotice) -> bool:
        """Send a notice to its follower, drop it if it is outdated or unwanted, or postpone it until they are awake.

        Return True only if this took an attempt to send a message.
        """
        header = await self._store.matches.load_header(notice.match_id)
        if header is None or notice.due_ms < self._now() - NOTICE_MAX_AGE_MS:
            await self._store.follows.finish_notice(notice)
            return False
        if header.server_id is None or not self._messenger.serves_server(header.server_id):
            return False
        match = await self._matches.find_match(notice.match_id)
        is_current = isinstance(match, RunningMatch if notice.phase == "started" else FinishedMatch)
        if not is_current or not await self._should_send(notice, header, header.server_id):
            await self._store.follows.finish_notice(notice)
            return False
        player = await self._preferences.load_player(notice.person_id)
        awake_ms = player.next_notification_time_ms(self._now())
        if awake_ms > self._now():
            await self._store.follows.postpone_notice(notice, awake_ms)
            return False
        assert isinstance(match, RunningMatch | FinishedMatch)
        followed_ids = await self._store.follows.list_followed_people(notice.person_id)
        scene = render_follow_message(match, header, followed_ids, player.effective_locale)
        try:
            if not await self._was_sent(notice):
                await self._store.follows.begin_sending(notice, self._now())
                nonce_key = f"follow {notice.match_id} {notice.person_id} {notice.phase}"
                await self._messenger.send_dm(notice.person_id, scene, nonce_key)
        except DestinationUnreachable as error:
            log.info("a follower cannot be reached", extra={"reason": error.reason_key})
            if error.reason_key == "unreachable-dm":
                await self._store.follows.unfollow_all(notice.person_id)
        await self._store.follows.finish_notice(notice)
        return True

    async def _should_send(self, notice: FollowNotice, header: MatchHeader, server_id: int) -> bool:
        """Return whether the follower still wants this message, and can see the match in its channel.

        A followed player who has hidden themselves on ladders is not a reason for a message.
        """
        if self._matches.absences.find_holiday_end(notice.person_id, self._now()):
            return False
        reasons = await self._store.follows.find_reasons(notice.person_id, notice.match_id)
        if not reasons.follows_match and not [
            it for it in reasons.followed_player_ids if (await self._preferences.reload_player(it)).listed
        ]:
            return False
        if not await self._messenger.is_open_channel(server_id, header.root_channel_id):
            return False
        try:
            return await self._messenger.fetch_member_name(server_id, notice.person_id) is not None
        except DestinationUnreachable:
            return False

    async def _was_sent(self, notice: FollowNotice) -> bool:
        """Return whether an earlier, interrupted attempt has sent the message, by looking for it on Discord.

        Soon after that attempt, return False without looking: Discord recognizes a repeated message by its nonce.
        """
        if notice.sending_ms is None or self._now() - notice.sending_ms < NONCE_LASTS_MS:
            return False
        since_ms = notice.sending_ms - CLOCK_SKEW_MS
        return bool(await self._messenger.find_sent_dms(notice.person_id, notice.match_id, since_ms))
