"""Calls people who are to choose and not at it: once, in the way that each of them likes.

Whom and when stands in the store as a deadline, from the append that made it their turn until they have been called.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.errors import Unavailable, Unreachable
from bot.herald.attendance import Attendance
from bot.herald.channels import Channels
from bot.herald.hands import Hands
from bot.lru import Lru
from bot.preferences import Preferences
from bot.scenes import hand as scenes
from bot.table.deadlines import REMINDER, Due
from bot.table.table import Play, Table
from bot.table.tables import Tables
from bot.time import MINUTE
from games.core import Seat
from storage import Deadline, Hand, Store, Unstored

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
        return self.deadline.step == REMINDER


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

    def shut(self, person: int) -> bool:
        return person in self._shut

    def due(self, deadline: Deadline) -> None:
        """The clock has spoken, and put it off until we have done it."""
        self._due.setdefault(deadline.match, set()).add(deadline)

    async def calls(self, table: Table, standing: Iterable[Deadline]) -> list[Call]:
        """Who is to be called now. Who is at it, or sleeps, is called later; who does not want to be, never."""
        due = self._due.pop(table.id, set())
        found = []
        for deadline in standing:
            if deadline.kind == Due.CALL and (deadline.due <= self._now() or deadline in due):
                call = await self._call(table, deadline)
                if call:
                    found.append(call)
        return found

    async def _call(self, table: Table, deadline: Deadline) -> Call | None:
        person = table.people[deadline.seat] if isinstance(table, Play) else None
        if not isinstance(table, Play) or person is None or deadline.seat in table.housed:
            await self.store.lift(deadline)
            return None
        player, presence = await self.preferences.player(person), await self.store.presence(person)
        reminding = deadline.step == REMINDER
        called = presence.called > max(presence.at, self._now() - ONE_CALL)
        if player.prompts == "none" or (reminding and not player.reminders) or (called and not reminding):
            await self.store.lift(deadline)
            await self._elsewhere(table.id, person)
            return None
        # In their quiet hours they sleep, and on a holiday their clocks do, too.
        sleeps = max(player.quiet_until(self._now()), self.tables.absences.away(person, self._now()) or 0)
        later = max(presence.at + AT_IT, sleeps)
        if later > self._now() and not (reminding and sleeps <= self._now()):
            await self.store.schedule(table.id, replace(deadline, due=later))
            await self._elsewhere(table.id, person)
            return None
        if await self.attendance.gone(table.server, person):
            return Call(person, deadline.seat, deadline, direct=False, here=False, gone=True)
        shut = self.shut(person)
        direct = player.prompts in {"dm", "both"} and not shut
        return Call(person, deadline.seat, deadline, direct=direct, here=player.prompts != "dm" or shut)

    async def _elsewhere(self, match: int, person: int) -> None:
        """The hands that they have before them say that one more match waits; whoever has many has not all of them
        before their eyes.
        """
        others = [it for it in await self.store.hands_of(person) if it.match != match]
        for other in {it.match for it in sorted(others, key=lambda it: it.at)[-BEFORE_THEM:]}:
            self._stir(other)

    async def call(self, table: Table, calls: Sequence[Call]) -> bool:
        """Those who have not been called yet; says whether somebody is left whom only the card can call.

        Tried as often as it takes: who has been called is not called again. Raises `Unavailable` while there is
        somebody left.
        """
        out_of_reach: Unavailable | None = None
        left = False
        for call in calls:
            try:
                if call.direct and isinstance(table, Play) and not await self._direct(table, call):
                    left = True
                    self.due(call.deadline)
                    continue
                if not call.gone:
                    await self.store.called(call.person, self._now())
                await self._lift(call)
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

    async def _lift(self, call: Call) -> None:
        """Whatever the clock has made of it meanwhile."""
        standing = await self.store.standing(call.deadline.match)
        for it in standing:
            if (it.kind, it.seat, it.step) == (Due.CALL, call.seat, call.deadline.step):
                await self.store.lift(it)

    async def _direct(self, table: Play, call: Call) -> bool:
        """A new message, for an edit calls nobody; what was asked there before goes."""
        player = await self.preferences.player(call.person)
        beside = await self.hands.beside(table, call.person, reminding=call.reminding)
        scene = await self.hands.shows(table, call.seat, player.speaks, beside)
        before = [it for it in await self.store.hands(table.id) if it.person == call.person and it.channel]
        kind = "reminder" if call.reminding else "turn"
        try:
            once = f"{table.id} {table.match.step} {call.person} {kind}"
            place = await self.channels.tell(call.person, scene, once)
        except Unreachable:
            self._shut[call.person] = None
            return False
        self._shut.pop(call.person, None)
        shows = scenes.shown(table, call.seat, player.speaks, beside)
        step, now = table.match.step, self._now()
        await self.store.hold(Hand(table.id, call.person, place.message, place.channel, step, now, "", shows))
        for old in before:
            if old.message != place.message:
                await self.hands.put_down(old)
        return True
