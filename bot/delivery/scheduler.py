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

from bot.delivery.card import Notice
from bot.delivery.change_listener import FORSAKEN, SWEEP, Ear
from bot.delivery.notifications import Crier
from bot.delivery.refresh import Rounds
from bot.delivery.send_recovery import NONCE_LASTS_MS
from bot.delivery.temporary_reveal import Veil
from bot.errors import Unavailable
from bot.matches.cache import Kept
from bot.matches.deadlines import ERRANDS, Due
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
class Herald:
    tables: Kept
    store: Store
    _check: Callable[[int], Awaitable[None]]
    """Raises what posting in a channel would."""
    rounds: Rounds
    notice: Notice
    crier: Crier
    veil: Veil
    ear: Ear
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

    def stir(self, match: int) -> None:
        """Something happened at this table."""
        if self._left:
            return
        if again := self._put_off.pop(match, None):
            again.cancel()
        self._stirred.add(match)
        if match in self._waking:
            # It may be but one person who is out of reach, and the others play on.
            self._waking[match].set()
        if match not in self._tellers:
            self._tellers[match] = asyncio.create_task(self._teller(match), name=f"match {match}")

    async def again(self, match: int) -> None:
        """The board at the bottom, though nothing happened; or it is said at once why it cannot be there."""
        header = await self.store.matches.load_header(match)
        assert header
        # Where a thread is out of reach it goes on above it.
        await self._check(header.parent_channel_id or header.channel_id)
        self.notice.again(match)
        self.stir(match)

    def renew(self, match: int) -> None:
        """Who is there has changed; nothing has happened at the table."""
        self.notice.renew(match)
        self.stir(match)

    async def fired(self, deadline: Deadline) -> None:
        """The clock has spoken. What comes of it here is put off, for the clock has others to look after."""
        if deadline.kind in ERRANDS:
            later = replace(deadline, due_ms=self._now() + MINUTE)
            if not await self.store.deadlines.claim_and_postpone(deadline, later.due_ms):
                # Another process does it, or it is due anew.
                return
            if deadline.kind == Due.COVER:
                self.veil.due(later)
            if deadline.kind == Due.CALL:
                self.crier.due(later)
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
        unshown += await self.tables.outdated()
        for at in range(0, len(unshown), CREW):
            for match in unshown[at : at + CREW]:
                self.stir(match)
            # A thousand at once would leave nobody to answer clicks; one slow channel does not hold up the others.
            tellers = [self._tellers[match] for match in unshown[at : at + CREW] if match in self._tellers]
            if tellers:
                await asyncio.wait(tellers, timeout=PATIENCE)
        for match in {hand.match_id for hand in await self.store.player_messages.list_of_ended_matches()}:
            self.stir(match)

    def woken(self) -> None:
        """Discord, or the store, is within reach again: nobody sleeps on."""
        for waking in self._waking.values():
            waking.set()

    async def sweeping(self) -> None:
        """Until cancelled."""
        away = False
        while True:
            rung = await self.ear.look()
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
        for match in others[:HANDFUL]:
            self.stir(match)
        if len(others) > HANDFUL:
            self.ear.soon()

    async def _tidy(self) -> None:
        """What is to go and could not be taken away is tried when it is due, whether or not anything is told there. The
        same goes for what an interrupted send may have left.
        """
        ours = self._tellers.keys() | self._put_off.keys()
        littered = await self.store.cleanup.list_matches_due(self._now(), HANDFUL)
        interrupted = await self.store.cleanup.list_matches_with_open_sends(self._now() - NONCE_LASTS_MS, HANDFUL)
        for match in (*littered, *interrupted):
            if match not in ours:
                self.stir(match)
        if HANDFUL in {len(littered), len(interrupted)}:
            self.ear.soon()
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
        self.notice.hurry()
        for match in list(self._put_off):
            self.stir(match)
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

    async def _teller(self, match: int) -> None:
        with about(match=match):
            await self._tell(match)

    async def _tell(self, match: int) -> None:
        failed = 0
        try:
            while match in self._stirred:
                self._stirred.discard(match)
                self._waking[match] = waking = asyncio.Event()
                try:
                    await self._lull()
                    async with self.store.hold_lock(f"match {match}"):
                        after = await self.rounds.told(match)
                        if after.again:
                            self._stirred.add(match)
                        if after.later is not None:
                            self._later(match, after.later)
                    if failed:
                        # Whoever waits longer, and longer each time, need not: it may be over for them, too.
                        failed = 0
                        self.woken()
                except (Unavailable, StoreUnavailable) as away:
                    wait = AGAIN[min(failed, len(AGAIN) - 1)]
                    failed += 1
                    whose = "Discord" if isinstance(away, Unavailable) else "the store"
                    log.warning("%s is out of reach, again in %.0f s", whose, wait)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait):
                            await waking.wait()
                    self._stirred.add(match)
        except Exception:
            # It stays unshown in the store: whatever happens next at this table tells it, or the next start.
            log.exception("could not be told")
            self._later(match, LATER)
        finally:
            del self._tellers[match], self._waking[match]
            if match in self._stirred:
                self.stir(match)

    def _later(self, match: int, seconds: float) -> None:
        self._put_off[match] = asyncio.get_running_loop().call_later(seconds, self.stir, match)
