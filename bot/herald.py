"""Tells channels what the store holds. What is told may be late, but it is never wrong for long.

Each match has one teller at a time, in whichever process something happened; what happens meanwhile is told by the next
round, and only its newest state. What a process remembers of a match is good as long as no other has told it since.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot import journal
from bot.agreement import MINUTE
from bot.channel import Channels, Lost, Place, Unavailable, Unreachable
from bot.crier import Crier
from bot.deadlines import Due
from bot.house import House
from bot.journal import Table
from bot.log import about
from bot.preferences import Preferences, spoken
from bot.scene import Scene
from bot.scenes import match as scenes
from bot.scenes import offer
from bot.table import Tables
from games.refused import Refused
from storage import NO_SEAT, Deadline, Header, Unstored

log: Final = logging.getLogger(__name__)

REVEALED: Final = 10_000
"""Milliseconds that what must be forgotten is seen."""
EPOCH: Final = 1_420_070_400_000
"""The millisecond from which Discord's ids count."""
TOO_OLD: Final = 55 * MINUTE
"""Discord takes few edits of a message that is older than an hour."""
FORSAKEN: Final = 5_000
"""Milliseconds after which whoever stored something should have told it."""
SWEEP: Final = 5.0
"""Seconds between two looks for it."""
HANDFUL: Final = 100
"""So many of them at once: the others of us look, too."""
CREW: Final = 8
"""Matches that are told at once after a start."""
PATIENCE: Final = 1.0
"""Seconds before the next follow, told or not."""
AGAIN: Final = (1.0, 5.0, 30.0, 120.0)
"""Seconds between tries while Discord is out of reach; then as the last."""
LATER: Final = 600.0
"""Seconds until what went wrong is tried once more: after the last word of a match nothing else would tell it."""


class Herald:
    def __init__(
        self,
        tables: Tables,
        channels: Channels,
        preferences: Preferences,
        now: Callable[[], int],
        lull: Callable[[], Awaitable[None]],
    ) -> None:
        self.tables = tables
        self.channels = channels
        self.preferences = preferences
        self.house = House(tables, now)
        self.crier = Crier(tables.store, channels, preferences, now)
        self._now = now
        self._lull = lull
        """Until nobody waits for an answer: they come before what channels are told."""
        self._shown: dict[int, Table] = {}
        """As each match was last told here."""
        self._open: dict[int, tuple[int, int]] = {}
        """Which step of a match lies open, and until when; then it will be covered."""
        self._covering: dict[int, set[Deadline]] = {}
        """What is to be covered again, whoever sees it."""
        self._clicked: dict[int, Place] = {}
        """Where the message of a match was when somebody clicked it; a start may not know what was posted last."""
        self._anew: set[int] = set()
        """Whose board somebody wants at the bottom again."""
        self._called: dict[int, set[int]] = {}
        """Who must be pinged in the channel, because nothing else reaches them."""
        self._stirred: set[int] = set()
        self._tellers: dict[int, asyncio.Task[None]] = {}
        self._put_off: set[int] = set()
        """What could not be told for a reason that is ours."""

    def stir(self, match: int) -> None:
        """Something happened at this table."""
        self._put_off.discard(match)
        self._stirred.add(match)
        if match not in self._tellers:
            self._tellers[match] = asyncio.create_task(self._told(match), name=f"match {match}")

    def clicked(self, match: int, place: Place) -> None:
        """Somebody has the message of this match before them, there."""
        self._clicked[match] = place

    def again(self, match: int) -> None:
        """The board at the bottom, though nothing happened."""
        self._anew.add(match)
        self.stir(match)

    async def fired(self, deadline: Deadline) -> None:
        """The clock has spoken."""
        if deadline.kind == Due.COVER:
            # Whoever covers lifts it. While Discord is out of reach the clock has others to look after.
            later = replace(deadline, due=self._now() + MINUTE)
            if not await self.tables.store.put_off(deadline, later.due):
                # Another process covers it, or it lies open anew.
                return
            self._covering.setdefault(deadline.match, set()).add(later)
        self.stir(deadline.match)

    async def catch_up(self) -> None:
        """After a start: all that was stored and not shown, and prompts that were left open."""
        unshown = await self.tables.store.unshown()
        for at in range(0, len(unshown), CREW):
            for header in unshown[at : at + CREW]:
                self.stir(header.id)
            # A thousand at once would leave nobody to answer clicks; one slow channel does not hold up the others.
            tellers = [self._tellers[header.id] for header in unshown[at : at + CREW] if header.id in self._tellers]
            if tellers:
                await asyncio.wait(tellers, timeout=PATIENCE)
        await self.crier.close_all(await self.tables.store.prompts_left_open())

    async def sweeping(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(SWEEP)
            try:
                await self.sweep()
            except Unstored:
                log.warning("the store is out of reach; sweeping later")

    async def sweep(self) -> None:
        """What another process has stored and not told: it has been killed, or is none that tells."""
        forsaken = await self.tables.store.unshown(self._now() - FORSAKEN)
        ours = self._tellers.keys() | self._put_off
        for match in [header.id for header in forsaken if header.id not in ours][:HANDFUL]:
            self.stir(match)

    @property
    def queue(self) -> int:
        """How many matches have something to be told."""
        return len(self._tellers)

    async def settle(self) -> None:
        """Until nothing is left to tell."""
        while self._tellers:
            await asyncio.wait(list(self._tellers.values()))

    async def _told(self, match: int) -> None:
        with about(match=match):
            await self._tell(match)

    async def _tell(self, match: int) -> None:
        failed = 0
        try:
            while match in self._stirred:
                self._stirred.discard(match)
                try:
                    await self._lull()
                    async with self.tables.store.turn(f"match {match}"):
                        await self._round(match)
                    failed = 0
                except (Unavailable, Unstored) as away:
                    wait = AGAIN[min(failed, len(AGAIN) - 1)]
                    failed += 1
                    whose = "Discord" if isinstance(away, Unavailable) else "the store"
                    log.warning("%s is out of reach, again in %.0f s", whose, wait)
                    await asyncio.sleep(wait)
                    self._stirred.add(match)
        except Exception:
            # It stays unshown in the store: whatever happens next at this table tells it, or the next start.
            log.exception("could not be told")
            self._put_off.add(match)
            asyncio.get_running_loop().call_later(LATER, self.stir, match)
        finally:
            del self._tellers[match]
            if match in self._stirred:
                self.stir(match)

    async def _round(self, match: int) -> None:
        try:
            table = await self.tables.table(match)
        except Refused:
            return
        table = await self.house.follow(table)
        header = await self.tables.store.header(match)
        assert header
        before = await self._as_told(header)
        stood = before if header.posted == header.shown else await self._as_it_was(header, header.posted)
        while covering := self._covering.get(match):
            deadline = next(iter(covering))
            await self._cover(deadline, stood or table, header)
            covering.discard(deadline)
        self._covering.pop(match, None)
        if match not in self._anew and match not in self._called and header.shown >= table.seq:
            await self.crier.mend(table)
            return
        place = await self._placed(table, stood, header)
        try:
            unreached = await self.crier.ask(table, before)
        except Unavailable:
            # It stands in the channel: whoever tries again has only people to ask.
            await self.tables.store.post(match, table.seq, place.channel, place.message or None)
            raise
        # Only now: whoever starts after a crash asks again rather than not at all.
        await self.tables.store.show(match, table.seq, place.channel, place.message or None)
        if table.over:
            self._forget(match)
        else:
            self._shown[match] = table
        if unreached:
            # Their direct messages are closed: the table calls them.
            self._called.setdefault(match, set()).update(unreached)
            self._stirred.add(match)

    def _forget(self, match: int) -> None:
        self._shown.pop(match, None)
        self._open.pop(match, None)
        self._called.pop(match, None)
        self._clicked.pop(match, None)

    async def _as_told(self, header: Header) -> Table | None:
        """The table as everybody was last told of it; folded anew after a restart, or if another process told it."""
        shown = self._shown.get(header.id)
        if shown and shown.seq == header.shown:
            return shown
        self._open.pop(header.id, None)
        return await self._as_it_was(header, header.shown)

    async def _as_it_was(self, header: Header, seq: int) -> Table | None:
        if not seq:
            return None
        whole = await self.tables.store.load(header.id)
        assert whole
        for deadline in whole.deadlines:
            # One that has been put off is due later: then somebody covers it already.
            if deadline.kind == Due.COVER and deadline.seat == NO_SEAT and deadline.due <= self._now() + REVEALED:
                self._open[header.id] = (deadline.step, deadline.due)
        return journal.folded(replace(whole, events=whole.events[:seq]), self.tables.absences)

    # the channel's message

    async def _placed(self, table: Table, before: Table | None, header: Header) -> Place:
        """Once for the same events, however often it takes to ask everybody."""
        if header.posted == table.seq and table.id not in self._anew and table.id not in self._called:
            return Place(header.channel, header.message or 0)
        # One writer a channel: between the look at its last message and our own nobody of us comes in.
        async with self.tables.store.turn(f"channel {header.channel}"):
            place = await self._channel(table, before, header)
        self._anew.discard(table.id)
        return place

    async def _channel(self, table: Table, before: Table | None, header: Header) -> Place:
        place = Place(header.channel, header.message) if header.message else self._clicked.get(table.id)
        place = place or Place(header.channel, 0)
        try:
            return await self._shown_at(place, table, before)
        except Unreachable as lost:
            log.info("channel %d is out of reach", place.channel, extra={"why": lost.why})
            return Place(header.channel, 0)

    async def _shown_at(self, place: Place, table: Table, before: Table | None) -> Place:
        settings = await self.preferences.server(table.server)
        locale = spoken(settings.locale, await self.channels.locale(table.server))
        begins = table.match and before and not before.match
        if settings.threads and table.server and begins and before and place.channel == before.channel:
            place = await self._in_a_thread(place, table, before, locale)
        called = await self._to_call(table, before)
        scene = await self._scene(table, locale, called)
        here = place.message and not called and table.id not in self._anew
        if here and not self._old(place) and await self.channels.newest(place.channel) == place.message:
            try:
                await self.channels.edit(place, scene)
                return await self._revealed(place, table, before, locale)
            except (Lost, Unreachable):
                # A thread that was archived takes no edits, and wakes when something is posted.
                pass
        covered = await self._scene(table, locale, called, strips=True)
        posted = await self.channels.post(place.channel, covered, f"{table.id} {table.seq} {place.message}")
        self._called.pop(table.id, None)
        self._anew.discard(table.id)
        await self._strip(place, before, locale)
        # From here on it is there, whatever becomes of the rest.
        await self.tables.store.post(table.id, table.seq, posted.channel, posted.message)
        return await self._revealed(posted, table, before, locale)

    async def _in_a_thread(self, place: Place, table: Table, before: Table, locale: str) -> Place:
        """Where the bot may make none it is played in the channel."""
        try:
            thread = await self.channels.thread(place.channel, scenes.name(table, locale))
        except Unreachable as no:
            log.info("no thread in channel %d", place.channel, extra={"why": no.why})
            return place
        # At once: made again and again it would be one thread a try.
        await self.tables.store.post(table.id, before.seq, thread, None)
        await self._strip(place, before, locale)
        return Place(thread, 0)

    async def _scene(self, table: Table, locale: str, called: frozenset[int], *, strips: bool = False) -> Scene:
        """What lies open is covered where it lies; a message that is stripped meanwhile will not be found again."""
        if table.closed:
            return offer.closed(table, locale)
        if table.match is None:
            return offer.offer(table, locale, self.tables.absences, called=called)
        if table.match.result:
            return scenes.over(table, locale, str(await self.tables.record(table.id)).encode(), called=called)
        step, until = self._open.get(table.id, (0, 0))
        still_open = step == table.match.step and until > self._now()
        return scenes.playing(table, locale, self.tables.absences, uncovered=still_open and not strips, called=called)

    async def _to_call(self, table: Table, before: Table | None) -> frozenset[int]:
        """Who hears of it here: those challenged, those newly awaited who want it here, everybody at the end."""
        if table.match is None:
            # What somebody has clicked was posted, and has called them.
            return frozenset(table.named) if before is None and table.id not in self._clicked else frozenset()
        if table.match.result:
            told = before and before.match and before.match.result
            return frozenset(person for person in table.people if person is not None and person > 0 and not told)
        called = set(self._called.get(table.id, ()))
        for person in scenes.newly_awaited(table, before):
            if (await self.preferences.player(person)).prompts != "dm" or self.crier.shut(person):
                called.add(person)
        for person in scenes.newly_reminded(table, before):
            player = await self.preferences.player(person)
            if player.reminders and (player.prompts == "here" or self.crier.shut(person)):
                called.add(person)
        return frozenset(called)

    def _old(self, place: Place) -> bool:
        """A message's id tells when it was posted; the old ones take hardly any edits."""
        return self._now() - ((place.message >> 22) + EPOCH) > TOO_OLD

    async def _strip(self, place: Place, before: Table | None, locale: str) -> None:
        """What stays above is history: no buttons."""
        if not place.message:
            return
        with suppress(Lost, Unreachable, Unavailable):
            if before is None or self._old(place):
                await self.channels.remove(place)
            else:
                await self.channels.edit(
                    place, replace(await self._scene(before, locale, frozenset(), strips=True), rows=())
                )

    # what must be forgotten

    async def _revealed(self, place: Place, table: Table, before: Table | None, locale: str) -> Place:
        """Posted covered, so that notifications and scroll-back show backs; open for ten seconds."""
        if not table.playing or not table.match or not scenes.forgets(table, None):
            return place
        step, until = self._open.get(table.id, (-1, 0))
        if before and before.match and before.match.step == table.match.step:
            if step == table.match.step and until > self._now():
                # Posted anew meanwhile, and not open for longer because of that.
                with suppress(Lost, Unreachable):
                    await self.channels.edit(place, await self._scene(table, locale, frozenset()))
            return place
        until = self._now() + REVEALED
        # Before it is open: whoever starts after a crash covers at once.
        await self.tables.store.schedule(table.id, Deadline(Due.COVER, until, table.match.step))
        self._open[table.id] = (table.match.step, until)
        with suppress(Lost, Unreachable):
            await self.channels.edit(place, await self._scene(table, locale, frozenset()))
        return place

    async def _cover(self, deadline: Deadline, table: Table, header: Header) -> None:
        """Where it lies, however far up: what is covered at the bottom alone can be scrolled back to."""
        if deadline.seat != NO_SEAT:
            await self.crier.cover(deadline, table.people[deadline.seat])
            return
        if self._open.get(table.id, (deadline.step, 0))[0] == deadline.step:
            # What was opened since stays open for its own time.
            self._open.pop(table.id, None)
        settings = await self.preferences.server(table.server)
        locale = spoken(settings.locale, await self.channels.locale(table.server))
        if header.message and table.playing:
            with suppress(Lost, Unreachable):
                scene = await self._scene(table, locale, frozenset())
                await self.channels.edit(Place(header.channel, header.message), scene)
        await self.tables.store.lift(deadline)
