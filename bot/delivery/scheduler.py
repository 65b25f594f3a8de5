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
from bot.delivery.change_listener import FORSAKEN, SWEEP, ChangeListener
from bot.delivery.notifications import TurnNotifier
from bot.delivery.refresh import MatchRefresher
from bot.delivery.reveal_covering import RevealCovering
from bot.delivery.send_recovery import NONCE_LASTS_MS
from bot.errors import DiscordUnavailable
from bot.matches.cache import MatchCache
from bot.matches.deadlines import ERRANDS, DeadlineKind
from bot.ops.logs import about
from bot.wall_clock import MINUTE
from storage import Deadline, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

CREW: Final = 8
"""Matches that are told at once after a start."""
PATIENCE: Final = 1.0
"""Seconds before the next follow, told or not."""
AGAIN: Final = (1.0, 5.0, 30.0, 120.0)
"""Seconds between tries while Discord is out of reach; then as the last."""
LATER: Final = 600.0
"""Seconds until what went wrong is tried once more: after the last word of a match nothing else would tell it."""
HANDFUL: Final = 100
"""So many of them at once: the others of us look, too."""


@dataclass(eq=False)
class DeliveryScheduler:
    matches: MatchCache
    store: Store
    _check: Callable[[int], Awaitable[None]]
    """Raises what posting in a channel would."""
    refresher: MatchRefresher
    card_delivery: CardDelivery
    notifier: TurnNotifier
    reveal_covering: RevealCovering
    change_listener: ChangeListener
    _lull: Callable[[], Awaitable[None]]
    """Waits until Discord knows us and nobody waits for an answer: they come before what channels are told."""
    _now: Callable[[], int]
    _stirred: set[int] = field(default_factory=set, init=False)
    _tellers: dict[int, asyncio.Task[None]] = field(default_factory=dict, init=False)
    _waking: dict[int, asyncio.Event] = field(default_factory=dict, init=False)
    """What wakes a teller that found Discord, or the store, out of reach: something happened at its table, or it is
    within reach again.
    """
    _put_off: dict[int, asyncio.TimerHandle] = field(default_factory=dict, init=False)
    """What could not be told for a reason that is ours, and is tried once more."""
    stuck: int = field(default=0, init=False)
    """Messages that are to go and could not be taken away, when last looked for."""
    _left: bool = field(default=False, init=False)

    def stir(self, match_id: int) -> None:
        """Something happened at this table."""
        if self._left:
            return
        if again := self._put_off.pop(match_id, None):
            again.cancel()
        self._stirred.add(match_id)
        if match_id in self._waking:
            # It may be but one person who is out of reach, and the others play on.
            self._waking[match_id].set()
        if match_id not in self._tellers:
            self._tellers[match_id] = asyncio.create_task(self._teller(match_id), name=f"match {match_id}")

    async def again(self, match_id: int) -> None:
        """The board at the bottom, though nothing happened; or it is said at once why it cannot be there."""
        header = await self.store.matches.load_header(match_id)
        assert header
        # Where a thread is out of reach it goes on above it.
        await self._check(header.parent_channel_id or header.channel_id)
        self.card_delivery.again(match_id)
        self.stir(match_id)

    def renew(self, match_id: int) -> None:
        """Who is there has changed; nothing has happened at the table."""
        self.card_delivery.renew(match_id)
        self.stir(match_id)

    async def fired(self, deadline: Deadline) -> None:
        """The clock has spoken. What comes of it here is put off, for the clock has others to look after."""
        if deadline.kind in ERRANDS:
            later = replace(deadline, due_ms=self._now() + MINUTE)
            if not await self.store.deadlines.claim_and_postpone(deadline, later.due_ms):
                # Another process does it, or it is due anew.
                return
            if deadline.kind == DeadlineKind.COVER:
                self.reveal_covering.schedule(later)
            if deadline.kind == DeadlineKind.CALL:
                self.notifier.due(later)
        self.stir(deadline.match_id)

    async def catch_up(self) -> None:
        """After a start: all that was stored and not shown, and hands that were left open; when the store is there."""
        while not self._left:
            try:
                await self._caught_up()
                return
            except StoreUnavailable:
                log.warning("the store is out of reach; catching up later")
                await asyncio.sleep(SWEEP)

    async def _caught_up(self) -> None:
        unshown = [header.id for header in await self.store.matches.list_unshown()]
        unshown += await self.matches.outdated()
        for at in range(0, len(unshown), CREW):
            for match_id in unshown[at : at + CREW]:
                self.stir(match_id)
            # A thousand at once would leave nobody to answer clicks; one slow channel does not hold up the others.
            tellers = [self._tellers[match_id] for match_id in unshown[at : at + CREW] if match_id in self._tellers]
            if tellers:
                await asyncio.wait(tellers, timeout=PATIENCE)
        for match_id in {hand.match_id for hand in await self.store.player_messages.list_of_ended_matches()}:
            self.stir(match_id)

    def woken(self) -> None:
        """Discord, or the store, is within reach again: nobody sleeps on."""
        for waking in self._waking.values():
            waking.set()

    async def sweeping(self) -> None:
        """Until cancelled."""
        away = False
        while True:
            rung = await self.change_listener.look()
            try:
                await (self.sweep() if rung is None else self.heed(rung))
            except StoreUnavailable:
                away = True
                log.warning("the store is out of reach; sweeping later")
                continue
            if away:
                away = False
                self.woken()

    async def sweep(self) -> None:
        """What another process has stored and not told: it has been killed, or is none that tells."""
        self._taken_on(header.id for header in await self.store.matches.list_unshown(self._now() - FORSAKEN))
        await self._tidy()

    async def heed(self, rung: Set[int]) -> None:
        """That, at these tables: another process has stored something there, some time ago by our own watch."""
        untold = {header.id for header in await self.store.matches.list_unshown() if header.id in rung}
        # It may have come too late for what is told there just now.
        self._stirred |= self._tellers.keys() & untold
        self._taken_on(untold)

    def _taken_on(self, forsaken: Iterable[int]) -> None:
        ours = self._tellers.keys() | self._put_off.keys()
        others = [it for it in forsaken if it not in ours]
        for match_id in others[:HANDFUL]:
            self.stir(match_id)
        if len(others) > HANDFUL:
            self.change_listener.soon()

    async def _tidy(self) -> None:
        """What is to go and could not be taken away is tried when it is due, whether or not anything is told there. The
        same goes for what an interrupted send may have left.
        """
        ours = self._tellers.keys() | self._put_off.keys()
        littered = await self.store.cleanup.list_matches_due(self._now(), HANDFUL)
        interrupted = await self.store.cleanup.list_matches_with_open_sends(self._now() - NONCE_LASTS_MS, HANDFUL)
        for match_id in (*littered, *interrupted):
            if match_id not in ours:
                self.stir(match_id)
        if HANDFUL in {len(littered), len(interrupted)}:
            self.change_listener.soon()
        self.stuck = len(await self.store.cleanup.list_stuck(self._now()))

    @property
    def queue(self) -> int:
        """How many matches have something to be told."""
        return len(self._tellers)

    async def settle(self) -> None:
        """Until nothing is left to tell."""
        while self._tellers:
            await asyncio.wait(list(self._tellers.values()))

    async def finish(self) -> None:
        """That, and no card waits with it: soon nobody is there to tell."""
        self.card_delivery.hurry()
        for match_id in list(self._put_off):
            self.stir(match_id)
        await self.settle()

    async def leave(self) -> None:
        """What is not told yet stays untold in the store. Before the connection goes: to find it closed in the middle
        would look like trouble of whoever is asked just then, which is not the others', and is not tried again.
        """
        self._left = True
        tellers = list(self._tellers.values())
        for teller in tellers:
            teller.cancel()
        await asyncio.gather(*tellers, return_exceptions=True)

    async def _teller(self, match_id: int) -> None:
        with about(match=match_id):
            await self._tell(match_id)

    async def _tell(self, match_id: int) -> None:
        failed = 0
        try:
            while match_id in self._stirred:
                self._stirred.discard(match_id)
                self._waking[match_id] = waking = asyncio.Event()
                try:
                    await self._lull()
                    async with self.store.hold_lock(f"match {match_id}"):
                        after = await self.refresher.told(match_id)
                        if after.again:
                            self._stirred.add(match_id)
                        if after.later is not None:
                            self._later(match_id, after.later)
                    if failed:
                        # Whoever waits longer, and longer each time, need not: it may be over for them, too.
                        failed = 0
                        self.woken()
                except (DiscordUnavailable, StoreUnavailable) as away:
                    wait = AGAIN[min(failed, len(AGAIN) - 1)]
                    failed += 1
                    whose = "Discord" if isinstance(away, DiscordUnavailable) else "the store"
                    log.warning("%s is out of reach, again in %.0f s", whose, wait)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await waking.wait()
                    self._stirred.add(match_id)
        except Exception:
            # It stays unshown in the store: whatever happens next at this table tells it, or the next start.
            log.exception("could not be told")
            self._later(match_id, LATER)
        finally:
            del self._tellers[match_id], self._waking[match_id]
            if match_id in self._stirred:
                self.stir(match_id)

    def _later(self, match_id: int, seconds: float) -> None:
        self._put_off[match_id] = asyncio.get_running_loop().call_later(seconds, self.stir, match_id)
