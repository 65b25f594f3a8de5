"""Tells channels what the store holds. What is told may be late, but it is never wrong for long.

Each match has one teller at a time; what happens meanwhile is told by the next round, and only its newest state.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Set
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.errors import Unavailable
from bot.herald.calls import Calls
from bot.herald.channels import Place
from bot.herald.crier import Crier
from bot.herald.ear import FORSAKEN, SWEEP, Ear
from bot.herald.hands import Hands
from bot.herald.notice import Notice
from bot.herald.seeker import Seeker
from bot.herald.veil import Veil
from bot.host.log import about
from bot.lru import Lru
from bot.table import journal
from bot.table.deadlines import HERALDS, Due
from bot.table.table import Foreign, Table
from bot.table.tables import Tables
from bot.time import MINUTE
from storage import Deadline, Header, Outlook, Store, Unstored

log: Final = logging.getLogger(__name__)

CREW: Final = 8
"""Matches that are told at once after a start."""
PATIENCE: Final = 1.0
"""Seconds before the next follow, told or not."""
AGAIN: Final = (1.0, 5.0, 30.0, 120.0)
"""Seconds between tries while Discord is out of reach; then as the last."""
LATER: Final = 600.0
"""Seconds until what went wrong is tried once more: after the last word of a match nothing else would tell it."""
PATROL: Final = 20
"""Matches of which each look, every few seconds, asks whether everybody who is awaited is asked; of one that comes
seldom as many more.
"""
HANDFUL: Final = 100
"""So many of them at once: the others of us look, too."""


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a round."""

    outlook: Outlook
    place: Place
    """Of the card."""
    carded: bool = True
    """It can be read there."""
    trailing: bool = False
    """It says what is new only later."""
    left: bool = False
    """There is somebody whom only the card can call."""
    away: Unavailable | None = None
    """Somebody was out of reach."""


class Herald:
    def __init__(
        self,
        tables: Tables,
        store: Store,
        check: Callable[[int], Awaitable[None]],
        notice: Notice,
        hands: Hands,
        crier: Crier,
        veil: Veil,
        seeker: Seeker,
        ear: Ear,
        follow: Callable[[Table], Awaitable[Table]],
        lull: Callable[[], Awaitable[None]],
        now: Callable[[], int],
    ) -> None:
        """`check` raises what posting in a channel would; `follow` says what goes without asking, and lets the house
        think; `lull` waits until nobody waits for an answer: they come before what channels are told.
        """
        self.tables = tables
        self.store = store
        self.notice = notice
        self.hands = hands
        self.crier = crier
        self.veil = veil
        self.seeker = seeker
        self.ear = ear
        self._check = check
        self._follow = follow
        self._lull = lull
        self._now = now
        self._shown: Lru[int, Table] = Lru()
        """As each match was last told here."""
        self._stirred: set[int] = set()
        self._tellers: dict[int, asyncio.Task[None]] = {}
        self._waking: dict[int, asyncio.Event] = {}
        """What wakes a teller that found Discord, or the store, out of reach: something happened at its table, or it is
        within reach again.
        """
        self._put_off: dict[int, asyncio.TimerHandle] = {}
        """What could not be told for a reason that is ours, and is tried once more."""
        self._patrolled = 0
        """The last live match that was looked at."""
        self.stuck = 0
        """Messages that are to go and could not be taken away, when last looked for."""
        self._left = False

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
        header = await self.store.header(match)
        assert header
        # Where a thread is out of reach it goes on above it.
        await self._check(header.home or header.channel)
        self.notice.again(match)
        self.stir(match)

    def renew(self, match: int) -> None:
        """Who is there has changed; nothing has happened at the table."""
        self.notice.renew(match)
        self.stir(match)

    async def fired(self, deadline: Deadline) -> None:
        """The clock has spoken. What comes of it here is put off, for the clock has others to look after."""
        if deadline.kind in HERALDS or deadline.kind == Due.HOUSE:
            later = replace(deadline, due=self._now() + MINUTE)
            if not await self.store.put_off(deadline, later.due):
                # Another process does it, or it is due anew.
                return
            if deadline.kind == Due.COVER:
                self.veil.due(later)
            if deadline.kind == Due.CALL:
                self.crier.due(later)
        self.stir(deadline.match)

    async def catch_up(self) -> None:
        """After a start: all that was stored and not shown, and hands that were left open; when the store is there."""
        while not self._left:
            try:
                await self._caught_up()
                return
            except Unstored:
                log.warning("the store is out of reach; catching up later")
                await asyncio.sleep(SWEEP)

    async def _caught_up(self) -> None:
        unshown = [header.id for header in await self.store.unshown()]
        unshown += await self.tables.outdated()
        for at in range(0, len(unshown), CREW):
            for match in unshown[at : at + CREW]:
                self.stir(match)
            # A thousand at once would leave nobody to answer clicks; one slow channel does not hold up the others.
            tellers = [self._tellers[match] for match in unshown[at : at + CREW] if match in self._tellers]
            if tellers:
                await asyncio.wait(tellers, timeout=PATIENCE)
        for match in {hand.match for hand in await self.store.hands_left_open()}:
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
            except Unstored:
                away = True
                log.warning("the store is out of reach; sweeping later")
                continue
            if away:
                away = False
                self.woken()

    async def sweep(self) -> None:
        """What another process has stored and not told: it has been killed, or is none that tells."""
        self._taken_on(header.id for header in await self.store.unshown(self._now() - FORSAKEN))
        await self._tidy()
        await self._patrol(PATROL * self.ear.rarer)

    async def heed(self, rung: Set[int]) -> None:
        """That, at these tables: another process has stored something there, some time ago by our own watch."""
        self._taken_on(header.id for header in await self.store.unshown() if header.id in rung)

    def _taken_on(self, forsaken: Iterable[int]) -> None:
        ours = self._tellers.keys() | self._put_off.keys()
        others = [it for it in forsaken if it not in ours]
        for match in others[:HANDFUL]:
            self.stir(match)
        if len(others) > HANDFUL:
            self.ear.soon()

    async def _tidy(self) -> None:
        """What is to go and could not be taken away is tried when it is due, whether or not anything is told there."""
        ours = self._tellers.keys() | self._put_off.keys()
        littered = await self.store.littered(self._now(), HANDFUL)
        for match in littered:
            if match not in ours:
                self.stir(match)
        if len(littered) == HANDFUL:
            self.ear.soon()
        self.stuck = len(await self.store.stuck(self._now()))

    async def _patrol(self, count: int) -> None:
        """Some of the live matches after the others: is anybody awaited there whom nobody would ask?"""
        headers = await self.store.live(self._patrolled, count)
        self._patrolled = headers[-1].id if len(headers) == count else 0
        for header in headers:
            if header.id not in self._put_off and not await self._is_well(header):
                self.stir(header.id)

    async def _is_well(self, header: Header) -> bool:
        """One that cannot be read is not: whoever tells it finds out why, and all others are looked at."""
        if journal.is_outdated(header):
            return False
        try:
            standing = await self.store.standing(header.id)
            return self.crier.well(await self.tables.current(header), standing)
        except Unstored:
            raise
        except Exception:
            return False

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
                    async with self.store.turn(f"match {match}"):
                        await self._round(match)
                    if failed:
                        # Whoever waits longer, and longer each time, need not: it may be over for them, too.
                        failed = 0
                        self.woken()
                except (Unavailable, Unstored) as away:
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
            self._put_off[match] = asyncio.get_running_loop().call_later(LATER, self.stir, match)
        finally:
            del self._tellers[match], self._waking[match]
            if match in self._stirred:
                self.stir(match)

    async def _round(self, match: int) -> None:
        outlook = await self.store.outlook(match)
        if outlook is None:
            return
        header = outlook.header
        table = await self._upheld(await self.tables.current(header))
        if table is None:
            return
        outlook = await self.seeker.found(table, outlook)
        header = outlook.header
        before = await self._as_told(header)
        # Abroad the card may be behind what those who play have before them.
        stood = (
            before if table.abroad or header.posted == header.shown else await self._as_it_was(header, header.posted)
        )
        # What somebody looks at is of the table as it is, and what lies in the channel as it stood there.
        card, look = partial(self.notice.covered, stood or table, outlook), partial(self.hands.cover, table)
        if await self.veil.falls(match, card, look) or table.seq != header.seq:
            # What is due at a table is never read before the table: what was stored meanwhile would seem to be missing.
            outlook = await self._again(outlook)
        told = await self._told_and_called(table, stood, outlook)
        place, behind = told.place, header.shown < table.seq
        if told.away:
            if behind and not told.trailing and not table.abroad:
                # It stands in the channel: whoever tries again has only people to tell.
                await self.store.post(match, table.seq, place.channel, place.message or None)
            raise told.away
        if told.left:
            # Their direct messages are closed: the next round calls them by the card.
            self._stirred.add(match)
        if told.trailing:
            self._put_off[match] = asyncio.get_running_loop().call_later(self.notice.trails(match), self.stir, match)
            return
        if behind:
            # Only now: whoever starts after a crash tells again rather than not at all.
            if table.abroad and not table.private and not told.carded:
                await self.store.pass_over(match, table.seq)
            else:
                await self.store.show(match, table.seq, place.channel, place.message or None)
        self._remember(table)

    async def _told_and_called(self, table: Table, stood: Table | None, outlook: Outlook) -> Told:
        """Whom the card calls it calls first. Nobody else who is called, here or at another match, waits for what is
        only edited: Discord may put that off.
        """
        async with AsyncExitStack() as turns:
            calls = await turns.enter_async_context(self.crier.calling(table, outlook.standing))
            if calls.gone:
                # Heard a moment ago, by whoever asked whom to call.
                self.notice.parted(table.id)
                outlook = await self._again(outlook)
            card = await self._carded(table, stood, outlook, calls) if calls.here or calls.gone else None
            if calls.all:
                told, left = await asyncio.gather(
                    self._told(table, stood, outlook, calls, card),
                    self._called(table, outlook, calls, card, turns),
                    return_exceptions=True,
                )
                if isinstance(told, BaseException):
                    raise told
                if isinstance(left, Unavailable):
                    return replace(told, away=left)
                if isinstance(left, BaseException):
                    raise left
                return replace(told, left=left)
        return await self._told(table, stood, outlook, calls, card)

    async def _called(
        self, table: Table, outlook: Outlook, calls: Calls, card: Told | None, turns: AsyncExitStack
    ) -> bool:
        """Says whether somebody is left. From then on others may call them; and what was asked before goes."""
        card, away, left = card or Told(outlook, Place(0, 0)), None, False
        try:
            left = await self.crier.call(table, calls, card.outlook, carded=card.carded, trailing=card.trailing)
        except Unavailable as no:
            away = no
        finally:
            await turns.aclose()
        for old in calls.replaced:
            await self.hands.put_down(old)
        if away:
            raise away
        return left

    async def _told(self, table: Table, stood: Table | None, outlook: Outlook, calls: Calls, card: Told | None) -> Told:
        """In the channel, if that is not done yet, and each in their hand; of whom a call comes by direct message with
        a new one.
        """
        card = card or await self._carded(table, stood, outlook, calls)
        comes = {call.person for call in calls.all if call.direct and not call.gone}
        hands = tuple(it for it in card.outlook.hands if not (it.channel and it.person in comes))
        clear = self.notice.let_lie if table.abroad else self.notice.clear
        tended, cleared = await asyncio.gather(
            self.hands.tend(table, replace(card.outlook, hands=hands)),
            clear(table.id, card.outlook.leftovers),
            return_exceptions=True,
        )
        for no in (cleared, tended):
            if isinstance(no, BaseException) and not isinstance(no, Unavailable):
                raise no
        return replace(card, away=tended) if isinstance(tended, Unavailable) else card

    async def _carded(self, table: Table, stood: Table | None, outlook: Outlook, calls: Calls) -> Told:
        header = outlook.header
        place = Place(header.channel, header.message or 0)
        wanted = self.notice.wanted(table.id) or bool(calls.here) or header.shown < table.seq
        if not wanted and not self.notice.reaches(table, outlook):
            return Told(outlook, place)
        shown = await self.notice.placed(table, stood, outlook, calls)
        if shown is None:
            return Told(outlook, place, carded=bool(place.message), trailing=True)
        # Meanwhile people have gone on.
        return Told(await self._again(outlook), shown.place, carded=bool(shown.place.message) and shown.reached)

    def _remember(self, table: Table) -> None:
        if table.over:
            self._forget(table.id)
        else:
            self._shown[table.id] = table

    async def _upheld(self, found: Table) -> Table | None:
        """As it is to be told; nothing of a match that only a newer bot can read."""
        table = await self.tables.called_off(found, self._now())
        if isinstance(table, Foreign) and table.how == "newer":
            return None
        return await self._follow(table)

    async def _again(self, outlook: Outlook) -> Outlook:
        return await self.store.outlook(outlook.header.id) or outlook

    def _forget(self, match: int) -> None:
        self._shown.pop(match, None)
        self.veil.forget(match)
        self.notice.forget(match)

    async def _as_told(self, header: Header) -> Table | None:
        """The table as everybody was last told of it; folded anew after a restart, or if another process told it."""
        shown = self._shown.get(header.id)
        if shown and (shown.seq, shown.forgotten) == (header.shown, header.forgotten):
            return shown
        self.veil.forget(header.id)
        return await self._as_it_was(header, header.shown)

    async def _as_it_was(self, header: Header, seq: int) -> Table | None:
        if not seq:
            return None
        whole = await self.store.load(header.id)
        assert whole
        self.veil.recalls(header.id, whole.deadlines)
        return journal.folded(replace(whole, events=whole.events[:seq]), self.tables.absences)
