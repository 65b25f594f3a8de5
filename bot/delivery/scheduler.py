"""Schedules refreshes of matches, so that channels and players soon see the current state of the store.

Each match has at most one refresh task. Changes during a refresh lead to one more refresh, which shows only the newest
state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from bot.delivery.card_state import CardTracker
from bot.delivery.notifications import TurnNotifier
from bot.delivery.refresh import MatchRefresher
from bot.delivery.reveal_covering import RevealCovering
from bot.delivery.send_recovery import NONCE_LASTS_MS
from bot.delivery.sweep_schedule import SWEEP_INTERVAL_S, TAKEOVER_DELAY_MS, SweepSchedule
from bot.delivery.threads import Threads
from bot.errors import DiscordUnavailable
from bot.matches.cache import MatchCache
from bot.matches.deadlines import KINDS_WITHOUT_EVENT, DeadlineKind
from bot.ops.logs import log_context
from bot.wall_clock import MINUTE_MS
from storage import Deadline, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

CATCH_UP_BATCH_SIZE: Final = 8
"""How many matches are refreshed at once after the bot starts."""
CATCH_UP_BATCH_TIMEOUT_S: Final = 1.0
"""How long to wait for a batch before the next one starts, so that one slow channel does not hold up all others."""
RETRY_DELAYS_S: Final = (1.0, 5.0, 30.0, 120.0)
"""The delays between attempts while Discord or the store is unavailable; the last delay repeats."""
ERROR_RETRY_DELAY_S: Final = 600.0
"""The delay before a retry after an unexpected error. Without a retry, a match's result might never be shown."""
SWEEP_BATCH_SIZE: Final = 100
"""The maximum number of matches that a sweep takes over from other processes. Each process runs its own sweeps."""


@dataclass(eq=False)
class DeliveryScheduler:
    matches: MatchCache
    store: Store
    _check_can_post: Callable[[int], Awaitable[None]]
    """Raises the error that posting in a channel would raise, if any."""
    refresher: MatchRefresher
    card_tracker: CardTracker
    notifier: TurnNotifier
    reveal_covering: RevealCovering
    threads: Threads
    sweep_schedule: SweepSchedule
    _wait_until_idle: Callable[[], Awaitable[None]]
    """Waits until the bot is connected and has responded to all interactions. Responses come before refreshes."""
    _now: Callable[[], int]
    _pending_match_ids: set[int] = field(default_factory=set, init=False)
    _refresh_tasks: dict[int, asyncio.Task[None]] = field(default_factory=dict, init=False)
    _retry_events: dict[int, asyncio.Event] = field(default_factory=dict, init=False)
    """By match ID: an event that wakes a task waiting because Discord or the store is unavailable."""
    _refresh_timers: dict[int, asyncio.TimerHandle] = field(default_factory=dict, init=False)
    """By match ID: the timer of a refresh that is due later."""
    stuck_deletions: int = field(default=0, init=False)
    """The number of messages that could not be deleted, as of the last sweep."""
    _is_stopped: bool = field(default=False, init=False)

    # Requests for a refresh

    def schedule_refresh(self, match_id: int) -> None:
        if self._is_stopped:
            return
        if timer := self._refresh_timers.pop(match_id, None):
            timer.cancel()
        self._pending_match_ids.add(match_id)
        if match_id in self._retry_events:
            # Retry at once: perhaps only one player is unreachable, and the others must see the change.
            self._retry_events[match_id].set()
        if match_id not in self._refresh_tasks:
            self._refresh_tasks[match_id] = asyncio.create_task(
                self._run_refresh_task(match_id), name=f"match {match_id}"
            )

    def schedule_card_update(self, match_id: int) -> None:
        """Refresh a match whose card changes without an event in the match, for example when a holiday begins."""
        self.card_tracker.request_update(match_id)
        self.schedule_refresh(match_id)

    async def repost_card(self, match_id: int) -> None:
        """Post the card again at the bottom of its channel; raise if the bot cannot post there."""
        header = await self.store.matches.load_header(match_id)
        assert header
        # If the thread cannot be reached, the match continues in the parent channel.
        await self._check_can_post(header.parent_channel_id or header.channel_id)
        self.card_tracker.request_repost(match_id)
        self.schedule_refresh(match_id)

    async def handle_deadline(self, deadline: Deadline) -> None:
        """Handle a deadline that fired.

        A deadline that needs an action by `delivery` is postponed first, so that only one process acts on it.
        """
        if deadline.kind in KINDS_WITHOUT_EVENT:
            postponed = replace(deadline, due_ms=self._now() + MINUTE_MS)
            if not await self.store.deadlines.claim_and_postpone(deadline, postponed.due_ms):
                # Another process is handling the deadline, or its time was changed.
                return
            if deadline.kind == DeadlineKind.COVER_REVEAL:
                self.reveal_covering.schedule_cover(postponed)
            if deadline.kind == DeadlineKind.SCORE_EDIT:
                self.threads.schedule_score_edit(postponed)
            if deadline.kind == DeadlineKind.NOTIFICATION:
                self.notifier.add_fired_deadline(postponed)
        self.schedule_refresh(deadline.match_id)

    def retry_waiting_now(self) -> None:
        """Wake all tasks that are waiting because Discord or the store was unavailable."""
        for retry in self._retry_events.values():
            retry.set()

    # Changes that nobody has shown yet

    async def catch_up(self) -> None:
        """Refresh all matches with changes that are not shown yet, once the store is available. Called at startup."""
        while not self._is_stopped:
            try:
                await self._refresh_unshown_matches()
                return
            except StoreUnavailable:
                log.warning("the store is unavailable; catching up later")
                await asyncio.sleep(SWEEP_INTERVAL_S)

    async def _refresh_unshown_matches(self) -> None:
        unshown = [header.id for header in await self.store.matches.list_unshown()]
        unshown += await self.matches.list_outdated_match_ids()
        # Refreshing all matches at once would leave no time to respond to interactions.
        for start in range(0, len(unshown), CATCH_UP_BATCH_SIZE):
            batch = unshown[start : start + CATCH_UP_BATCH_SIZE]
            for match_id in batch:
                self.schedule_refresh(match_id)
            tasks = [self._refresh_tasks[match_id] for match_id in batch if match_id in self._refresh_tasks]
            if tasks:
                await asyncio.wait(tasks, timeout=CATCH_UP_BATCH_TIMEOUT_S)
        for match_id in {message.match_id for message in await self.store.player_messages.list_of_ended_matches()}:
            self.schedule_refresh(match_id)

    async def run_sweeps(self) -> None:
        """Until canceled, look for changes that other processes have stored but not shown."""
        was_unavailable = False
        while True:
            changed = await self.sweep_schedule.wait_for_next_check()
            try:
                await (self.sweep_all_matches() if changed is None else self.check_changed_matches(changed))
            except StoreUnavailable:
                was_unavailable = True
                log.warning("the store is unavailable; sweeping later")
                continue
            if was_unavailable:
                was_unavailable = False
                self.retry_waiting_now()

    async def sweep_all_matches(self) -> None:
        """Take over matches with changes that were not shown in time, and schedule due cleanups.

        The process that stored such changes was killed, or is a command of the host, which shows nothing on Discord.
        """
        unshown = await self.store.matches.list_unshown(self._now() - TAKEOVER_DELAY_MS)
        self._take_over_matches(header.id for header in unshown)
        await self._schedule_due_cleanup()

    async def check_changed_matches(self, match_ids: Set[int]) -> None:
        """Take over the matches in `match_ids` with changes that the other process has still not shown."""
        unshown = {header.id for header in await self.store.matches.list_unshown() if header.id in match_ids}
        # Refresh matches with a running refresh once more, because it may have started before the change.
        self._pending_match_ids |= self._refresh_tasks.keys() & unshown
        self._take_over_matches(unshown)

    def _take_over_matches(self, match_ids: Iterable[int]) -> None:
        own = self._refresh_tasks.keys() | self._refresh_timers.keys()
        others = [it for it in match_ids if it not in own]
        for match_id in others[:SWEEP_BATCH_SIZE]:
            self.schedule_refresh(match_id)
        if len(others) > SWEEP_BATCH_SIZE:
            self.sweep_schedule.schedule_extra_sweep()

    async def _schedule_due_cleanup(self) -> None:
        """Refresh matches with messages to delete, or with an interrupted send that may have left a stray message."""
        own = self._refresh_tasks.keys() | self._refresh_timers.keys()
        with_messages = await self.store.cleanup.list_matches_due(self._now(), SWEEP_BATCH_SIZE)
        with_sends = await self.store.cleanup.list_matches_with_open_sends(
            self._now() - NONCE_LASTS_MS, SWEEP_BATCH_SIZE
        )
        for match_id in (*with_messages, *with_sends):
            if match_id not in own:
                self.schedule_refresh(match_id)
        if SWEEP_BATCH_SIZE in {len(with_messages), len(with_sends)}:
            self.sweep_schedule.schedule_extra_sweep()
        self.stuck_deletions = len(await self.store.cleanup.list_stuck(self._now()))

    # Shutdown

    @property
    def queue_length(self) -> int:
        """The number of matches that are being refreshed."""
        return len(self._refresh_tasks)

    async def wait_until_delivered(self) -> None:
        while self._refresh_tasks:
            await asyncio.wait(list(self._refresh_tasks.values()))

    async def deliver_everything(self) -> None:
        """Run all pending refreshes without the usual delays, and wait until they are done."""
        self.card_tracker.stop_delaying_edits()
        for match_id in list(self._refresh_timers):
            self.schedule_refresh(match_id)
        await self.wait_until_delivered()

    async def cancel_deliveries(self) -> None:
        """Cancel all refreshes. The store knows which changes are not shown yet.

        Call this before the connection to Discord closes: requests on a closed connection would raise errors that are
        not retried.
        """
        self._is_stopped = True
        tasks = list(self._refresh_tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Refresh tasks

    async def _run_refresh_task(self, match_id: int) -> None:
        with log_context(match=match_id):
            await self._refresh_until_shown(match_id)

    async def _refresh_until_shown(self, match_id: int) -> None:
        failures = 0
        try:
            while match_id in self._pending_match_ids:
                self._pending_match_ids.discard(match_id)
                self._retry_events[match_id] = retry = asyncio.Event()
                try:
                    await self._wait_until_idle()
                    async with self.store.hold_lock(f"match {match_id}"):
                        following = await self.refresher.refresh_match(match_id)
                        if following.is_due_now:
                            self._pending_match_ids.add(match_id)
                        if following.delay_s is not None:
                            self._schedule_refresh_in(match_id, following.delay_s)
                    if failures:
                        # The outage may be over for the other waiting tasks as well.
                        failures = 0
                        self.retry_waiting_now()
                except (DiscordUnavailable, StoreUnavailable) as error:
                    delay_s = RETRY_DELAYS_S[min(failures, len(RETRY_DELAYS_S) - 1)]
                    failures += 1
                    what = "Discord" if isinstance(error, DiscordUnavailable) else "the store"
                    log.warning("%s is unavailable, next attempt in %.0f s", what, delay_s)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(delay_s):
                            await retry.wait()
                    self._pending_match_ids.add(match_id)
        except Exception:
            # The store still knows that the change is not shown, so a later refresh can show it.
            log.exception("a match could not be refreshed")
            self._schedule_refresh_in(match_id, ERROR_RETRY_DELAY_S)
        finally:
            del self._refresh_tasks[match_id], self._retry_events[match_id]
            if match_id in self._pending_match_ids:
                self.schedule_refresh(match_id)

    def _schedule_refresh_in(self, match_id: int, delay_s: float) -> None:
        self._refresh_timers[match_id] = asyncio.get_running_loop().call_later(delay_s, self.schedule_refresh, match_id)
