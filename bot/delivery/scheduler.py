"""Tells channels what the store holds. What is told may be late, but it is never wrong for long.

Each match has one teller at a time; what happens meanwhile is told by the next round, and only its newest state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from bot.delivery.card import CardDelivery
from bot.delivery.change_listener import SWEEP_INTERVAL_S, TAKEOVER_DELAY_MS, ChangeListener
from bot.delivery.notifications import TurnNotifier
from bot.delivery.refresh import MatchRefresher
from bot.delivery.reveal_covering import RevealCovering
from bot.delivery.send_recovery import NONCE_LASTS_MS
from bot.errors import DiscordUnavailable
from bot.matches.cache import MatchCache
from bot.matches.deadlines import KINDS_WITHOUT_EVENT, DeadlineKind
from bot.ops.logs import log_context
from bot.wall_clock import MINUTE_MS
from storage import Deadline, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

CATCH_UP_BATCH_SIZE: Final = 8
"""Matches that are told at once after a start."""
CATCH_UP_BATCH_TIMEOUT_S: Final = 1.0
"""Seconds before the next follow, told or not."""
RETRY_DELAYS_S: Final = (1.0, 5.0, 30.0, 120.0)
"""Seconds between tries while Discord is out of reach; then as the last."""
ERROR_RETRY_DELAY_S: Final = 600.0
"""Seconds until what went wrong is tried once more: after the last word of a match nothing else would tell it."""
SWEEP_BATCH_SIZE: Final = 100
"""So many of them at once: the others of us look, too."""


@dataclass(eq=False)
class DeliveryScheduler:
    matches: MatchCache
    store: Store
    _check_can_post: Callable[[int], Awaitable[None]]
    """Raises what posting in a channel would."""
    refresher: MatchRefresher
    card_delivery: CardDelivery
    notifier: TurnNotifier
    reveal_covering: RevealCovering
    change_listener: ChangeListener
    _wait_until_idle: Callable[[], Awaitable[None]]
    """Waits until Discord knows us and nobody waits for an answer: they come before what channels are told."""
    _now: Callable[[], int]
    _pending_match_ids: set[int] = field(default_factory=set, init=False)
    _refresh_tasks: dict[int, asyncio.Task[None]] = field(default_factory=dict, init=False)
    _retry_events: dict[int, asyncio.Event] = field(default_factory=dict, init=False)
    """What wakes a teller that found Discord, or the store, out of reach: something happened at its table, or it is
    within reach again.
    """
    _refresh_timers: dict[int, asyncio.TimerHandle] = field(default_factory=dict, init=False)
    """What could not be told for a reason that is ours, and is tried once more."""
    stuck_deletions: int = field(default=0, init=False)
    """Messages that are to go and could not be taken away, when last looked for."""
    _is_stopped: bool = field(default=False, init=False)

    def schedule_refresh(self, match_id: int) -> None:
        """Something happened at this table."""
        if self._is_stopped:
            return
        if again := self._refresh_timers.pop(match_id, None):
            again.cancel()
        self._pending_match_ids.add(match_id)
        if match_id in self._retry_events:
            # It may be but one person who is out of reach, and the others play on.
            self._retry_events[match_id].set()
        if match_id not in self._refresh_tasks:
            self._refresh_tasks[match_id] = asyncio.create_task(
                self._run_refresh_task(match_id), name=f"match {match_id}"
            )

    async def repost_card(self, match_id: int) -> None:
        """The board at the bottom, though nothing happened; or it is said at once why it cannot be there."""
        header = await self.store.matches.load_header(match_id)
        assert header
        # Where a thread is out of reach it goes on above it.
        await self._check_can_post(header.parent_channel_id or header.channel_id)
        self.card_delivery.request_repost(match_id)
        self.schedule_refresh(match_id)

    def schedule_card_update(self, match_id: int) -> None:
        """Who is there has changed; nothing has happened at the table."""
        self.card_delivery.request_update(match_id)
        self.schedule_refresh(match_id)

    async def handle_deadline(self, deadline: Deadline) -> None:
        """The clock has spoken. What comes of it here is put off, for the clock has others to look after."""
        if deadline.kind in KINDS_WITHOUT_EVENT:
            later = replace(deadline, due_ms=self._now() + MINUTE_MS)
            if not await self.store.deadlines.claim_and_postpone(deadline, later.due_ms):
                # Another process does it, or it is due anew.
                return
            if deadline.kind == DeadlineKind.COVER_REVEAL:
                self.reveal_covering.schedule_cover(later)
            if deadline.kind == DeadlineKind.NOTIFICATION:
                self.notifier.add_fired_deadline(later)
        self.schedule_refresh(deadline.match_id)

    async def catch_up(self) -> None:
        """After a start: all that was stored and not shown, and hands that were left open; when the store is there."""
        while not self._is_stopped:
            try:
                await self._schedule_unshown_matches()
                return
            except StoreUnavailable:
                log.warning("the store is out of reach; catching up later")
                await asyncio.sleep(SWEEP_INTERVAL_S)

    async def _schedule_unshown_matches(self) -> None:
        unshown = [header.id for header in await self.store.matches.list_unshown()]
        unshown += await self.matches.list_outdated()
        for at in range(0, len(unshown), CATCH_UP_BATCH_SIZE):
            for match_id in unshown[at : at + CATCH_UP_BATCH_SIZE]:
                self.schedule_refresh(match_id)
            # A thousand at once would leave nobody to answer clicks; one slow channel does not hold up the others.
            tellers = [
                self._refresh_tasks[match_id]
                for match_id in unshown[at : at + CATCH_UP_BATCH_SIZE]
                if match_id in self._refresh_tasks
            ]
            if tellers:
                await asyncio.wait(tellers, timeout=CATCH_UP_BATCH_TIMEOUT_S)
        for match_id in {message.match_id for message in await self.store.player_messages.list_of_ended_matches()}:
            self.schedule_refresh(match_id)

    def retry_waiting_now(self) -> None:
        """Discord, or the store, is within reach again: nobody sleeps on."""
        for waking in self._retry_events.values():
            waking.set()

    async def run_sweeps(self) -> None:
        """Until cancelled."""
        away = False
        while True:
            rung = await self.change_listener.wait_for_next_check()
            try:
                await (self.sweep_all_matches() if rung is None else self.check_changed_matches(rung))
            except StoreUnavailable:
                away = True
                log.warning("the store is out of reach; sweeping later")
                continue
            if away:
                away = False
                self.retry_waiting_now()

    async def sweep_all_matches(self) -> None:
        """What another process has stored and not told: it has been killed, or is none that tells."""
        self._take_over_matches(
            header.id for header in await self.store.matches.list_unshown(self._now() - TAKEOVER_DELAY_MS)
        )
        await self._schedule_due_cleanup()

    async def check_changed_matches(self, match_ids: Set[int]) -> None:
        """That, at these tables: another process has stored something there, some time ago by our own watch."""
        untold = {header.id for header in await self.store.matches.list_unshown() if header.id in match_ids}
        # It may have come too late for what is told there just now.
        self._pending_match_ids |= self._refresh_tasks.keys() & untold
        self._take_over_matches(untold)

    def _take_over_matches(self, match_ids: Iterable[int]) -> None:
        ours = self._refresh_tasks.keys() | self._refresh_timers.keys()
        others = [it for it in match_ids if it not in ours]
        for match_id in others[:SWEEP_BATCH_SIZE]:
            self.schedule_refresh(match_id)
        if len(others) > SWEEP_BATCH_SIZE:
            self.change_listener.schedule_extra_sweep()

    async def _schedule_due_cleanup(self) -> None:
        """What is to go and could not be taken away is tried when it is due, whether or not anything is told there. The
        same goes for what an interrupted send may have left.
        """
        ours = self._refresh_tasks.keys() | self._refresh_timers.keys()
        littered = await self.store.cleanup.list_matches_due(self._now(), SWEEP_BATCH_SIZE)
        interrupted = await self.store.cleanup.list_matches_with_open_sends(
            self._now() - NONCE_LASTS_MS, SWEEP_BATCH_SIZE
        )
        for match_id in (*littered, *interrupted):
            if match_id not in ours:
                self.schedule_refresh(match_id)
        if SWEEP_BATCH_SIZE in {len(littered), len(interrupted)}:
            self.change_listener.schedule_extra_sweep()
        self.stuck_deletions = len(await self.store.cleanup.list_stuck(self._now()))

    @property
    def queue_length(self) -> int:
        """How many matches have something to be told."""
        return len(self._refresh_tasks)

    async def wait_until_delivered(self) -> None:
        """Until nothing is left to tell."""
        while self._refresh_tasks:
            await asyncio.wait(list(self._refresh_tasks.values()))

    async def deliver_everything(self) -> None:
        """That, and no card waits with it: soon nobody is there to tell."""
        self.card_delivery.stop_delaying_edits()
        for match_id in list(self._refresh_timers):
            self.schedule_refresh(match_id)
        await self.wait_until_delivered()

    async def cancel_deliveries(self) -> None:
        """What is not told yet stays untold in the store. Before the connection goes: to find it closed in the middle
        would look like trouble of whoever is asked just then, which is not the others', and is not tried again.
        """
        self._is_stopped = True
        tellers = list(self._refresh_tasks.values())
        for teller in tellers:
            teller.cancel()
        await asyncio.gather(*tellers, return_exceptions=True)

    async def _run_refresh_task(self, match_id: int) -> None:
        with log_context(match=match_id):
            await self._refresh_until_shown(match_id)

    async def _refresh_until_shown(self, match_id: int) -> None:
        failed = 0
        try:
            while match_id in self._pending_match_ids:
                self._pending_match_ids.discard(match_id)
                self._retry_events[match_id] = waking = asyncio.Event()
                try:
                    await self._wait_until_idle()
                    async with self.store.hold_lock(f"match {match_id}"):
                        after = await self.refresher.refresh_match(match_id)
                        if after.is_due_now:
                            self._pending_match_ids.add(match_id)
                        if after.delay_s is not None:
                            self._schedule_refresh_in(match_id, after.delay_s)
                    if failed:
                        # Whoever waits longer, and longer each time, need not: it may be over for them, too.
                        failed = 0
                        self.retry_waiting_now()
                except (DiscordUnavailable, StoreUnavailable) as away:
                    wait = RETRY_DELAYS_S[min(failed, len(RETRY_DELAYS_S) - 1)]
                    failed += 1
                    whose = "Discord" if isinstance(away, DiscordUnavailable) else "the store"
                    log.warning("%s is out of reach, again in %.0f s", whose, wait)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await waking.wait()
                    self._pending_match_ids.add(match_id)
        except Exception:
            # It stays unshown in the store: whatever happens next at this table tells it, or the next start.
            log.exception("could not be told")
            self._schedule_refresh_in(match_id, ERROR_RETRY_DELAY_S)
        finally:
            del self._refresh_tasks[match_id], self._retry_events[match_id]
            if match_id in self._pending_match_ids:
                self.schedule_refresh(match_id)

    def _schedule_refresh_in(self, match_id: int, seconds: float) -> None:
        self._refresh_timers[match_id] = asyncio.get_running_loop().call_later(seconds, self.schedule_refresh, match_id)
