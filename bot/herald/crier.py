"""Calls people who are to choose and not at it: once, in the way that each of them likes.

Whom and when stands in the store as a deadline, from the append that made it their turn until the one that ends it; and
from when they have been called, how.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.errors import Unavailable, Unreachable
from bot.herald.attendance import Attendance
from bot.herald.channels import Channels
from bot.herald.hands import Hands
from bot.herald.seeker import announced
from bot.lru import Lru
from bot.preferences import Preferences
from bot.scenes import hand as scenes
from bot.scenes.hand import Beside
from bot.table.deadlines import Due, calls, reminds
from bot.table.table import Play, Table
from bot.table.tables import Tables
from bot.time import HOUR, MINUTE
from games.core import Seat
from storage import Deadline, Hand, Posting, Store, Unstored

log: Final = logging.getLogger(__name__)

AT_IT: Final = 2 * MINUTE
"""Whoever did something so lately, in whichever match, is at it."""
ONE_CALL: Final = 10 * MINUTE
"""Who has been called so lately, and has not come yet, finds everything else where they are called to."""
BEFORE_THEM: Final = 4
"""Hands of one person, at most, that are told of a match elsewhere."""


@dataclass(frozen=True, slots=True)
class Call:
    """Somebody is to hear that they are to choose."""

    person: int
    seat: Seat
    deadline: Deadline
    direct: bool
    """By direct message."""
    here: bool
    """By the card, which moves for that."""
    gone: bool = False
    """They have left the server: nobody calls them, and the others are told."""

    @property
    def reminding(self) -> bool:
        return reminds(self.deadline)


class Crier:
    def __init__(
        self,
        tables: Tables,
        store: Store,
        channels: Channels,
        preferences: Preferences,
        hands: Hands,
        attendance: Attendance,
        stir: Callable[[int], None],
        now: Callable[[], int],
    ) -> None:
        """`stir` has another match told, whose hands say that this one waits, too."""
        self.tables = tables
        self.store = store
        self.channels = channels
        self.preferences = preferences
        self.hands = hands
        self.attendance = attendance
        self._stir = stir
        self._now = now
        self._shut: Lru[int, None] = Lru()
        """Whose direct messages were closed when they were last tried."""
        self._due: dict[int, set[Deadline]] = {}
        """What the clock has put off while we call."""
        self.unasked = 0
        """How often somebody was awaited here and the store knew of no call."""

    def shut(self, person: int) -> bool:
        return person in self._shut

    def due(self, deadline: Deadline) -> None:
        """The clock has spoken, and put it off until we have done it."""
        self._due.setdefault(deadline.match, set()).add(deadline)

    async def calls(self, table: Table, standing: Sequence[Deadline]) -> list[Call]:
        """Who is to be called now. Who is at it, or sleeps, is called later; who does not want to be, never."""
        due = self._due.pop(table.id, set())
        found = []
        for deadline in await self._owed(table, standing):
            if not deadline.answer and (deadline.due <= self._now() or deadline in due):
                call = await self._call(table, deadline)
                if call:
                    found.append(call)
        return found

    def well(self, table: Table, standing: Iterable[Deadline]) -> bool:
        """Does the store know of everybody who is awaited whether they were called?"""
        return calls(table, standing, self.tables.absences) == ([], [])

    async def _owed(self, table: Table, standing: Sequence[Deadline]) -> Sequence[Deadline]:
        """The calls that follow from the table; what the store does not know of it knows from here on."""
        missing, stray = calls(table, standing, self.tables.absences)
        if missing or stray:
            if not await self.store.set_right(table.id, table.seq, missing, [(it.kind, it.seat) for it in stray]):
                # Somebody was faster than our look at the store, and has us look again.
                self._stir(table.id)
                return ()
            if missing:
                log.error("nobody would have asked seats %s", [it.seat for it in missing])
                self.unasked += len(missing)
            standing = await self.store.standing(table.id)
        return [it for it in standing if it.kind == Due.CALL]

    async def _call(self, table: Table, deadline: Deadline) -> Call | None:
        person = table.people[deadline.seat] if isinstance(table, Play) else None
        if person is None:
            return None
        player, (presence, hands) = await self.preferences.player(person), await self.store.whereabouts(person)
        reminding = reminds(deadline)
        called = presence.called > max(presence.at, self._now() - ONE_CALL)
        if player.prompts == "none" or (reminding and not player.reminders) or (called and not reminding):
            await self.store.answer(deadline, "called" if called else "unwanted")
            self._elsewhere(table.id, hands)
            return None
        # In their quiet hours they sleep, and on a holiday their clocks do, too.
        sleeps = max(player.quiet_until(self._now()), self.tables.absences.away(person, self._now()) or 0)
        later = max(presence.at + AT_IT, sleeps)
        if later > self._now() and not (reminding and sleeps <= self._now()):
            await self.store.put_off(deadline, later)
            self._elsewhere(table.id, hands)
            return None
        if await self.attendance.gone(table.server, person):
            return Call(person, deadline.seat, deadline, direct=False, here=False, gone=True)
        shut = self.shut(person)
        direct = player.prompts in {"dm", "both"} and not shut
        return Call(person, deadline.seat, deadline, direct=direct, here=player.prompts != "dm" or shut)

    def _elsewhere(self, match: int, hands: Iterable[Hand]) -> None:
        """The hands that they have before them say that one more match waits; whoever has many has not all of them
        before their eyes.
        """
        others = [it for it in hands if it.match != match]
        for other in {it.match for it in sorted(others, key=lambda it: it.at)[-BEFORE_THEM:]}:
            self._stir(other)

    async def call(
        self, table: Table, calls: Sequence[Call], unknown: Collection[int], *, carded: bool, trailing: bool
    ) -> bool:
        """Those who have not been called yet; says whether somebody is left whom only the card can call. `carded` says
        whether there is one that can be read, `trailing` whether it says what is new only later.

        Tried as often as it takes: who has been called is not called again, nor are those of whom it is `unknown`.
        Raises `Unavailable` while there is somebody left.
        """
        out_of_reach = Unavailable("somebody may have been called") if unknown else None
        left = False
        for call in calls:
            if call.person in unknown:
                self.due(call.deadline)
                continue
            if call.gone and trailing:
                self.due(call.deadline)
                continue
            try:
                if not await self._called(table, call, carded=carded):
                    left = left or carded
                    await self._later(call, carded=carded)
            except Unavailable as no:
                out_of_reach = no
                self.due(call.deadline)
            except Unstored:
                raise
            except Exception:
                log.exception("somebody could not be called")
        if out_of_reach:
            raise out_of_reach
        return left

    async def _called(self, table: Table, call: Call, *, carded: bool) -> bool:
        """Says whether they know, or the others do that they never will."""
        if call.gone:
            if carded:
                await self.store.answer(call.deadline, "gone")
            return carded
        # Whoever comes while Discord takes its time has come since.
        began = self._now()
        # Where nobody reads a card it calls nobody either.
        direct = call.direct or (call.here and not carded and not self.shut(call.person))
        if direct and isinstance(table, Play) and not await self._direct(table, call):
            return False
        if not direct:
            # Whom the card calls is noted with the card.
            return carded
        await self.store.called(call.person, began)
        await self.store.answer(call.deadline, "called")
        return True

    async def _later(self, call: Call, *, carded: bool) -> None:
        if carded and not call.gone:
            self.due(call.deadline)
            return
        # Nobody can be told anywhere.
        for it in await self.store.standing(call.deadline.match):
            if (it.kind, it.seat, it.step) == (Due.CALL, call.seat, call.deadline.step):
                await self.store.put_off(it, self._now() + HOUR)

    async def _direct(self, table: Play, call: Call) -> bool:
        """A new message, for an edit calls nobody; what was asked there before goes."""
        player = await self.preferences.player(call.person)
        beside = await self.hands.beside(table, call.person, Beside(reminding=call.reminding))
        scene = await self.hands.shows(table, call.seat, player.speaks, beside)
        before = [it for it in await self.store.hands(table.id) if it.person == call.person and it.channel]
        kind = "reminder" if call.reminding else "turn"
        posting = Posting(table.id, call.person, 0, call.deadline.step, self._now())
        once = f"{table.id} {table.match.step} {call.person} {kind}"
        try:
            async with announced(self.store, posting):
                place = await self.channels.tell(call.person, scene, once)
        except Unreachable:
            self._shut[call.person] = None
            return False
        self._shut.pop(call.person, None)
        shows = scenes.shown(table, call.seat, player.speaks, beside)
        step, now = table.match.step, self._now()
        await self.store.came(Hand(table.id, call.person, place.message, place.channel, step, now, "", shows))
        for old in before:
            if old.message != place.message:
                await self.hands.put_down(old)
        return True
