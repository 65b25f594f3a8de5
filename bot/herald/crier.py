"""Asks people privately, and takes back what is no longer asked."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.channels import Channels, Place
from bot.lru import Lru
from bot.preferences import Preferences
from bot.scenes import menu, prompt
from bot.scenes.match import newly_awaited, newly_reminded
from bot.table.table import Begun, Play, Table
from bot.table.tables import Tables
from bot.time import MINUTE
from games.core import Seat
from storage import Deadline, Prompt, Store, Unstored

log: Final = logging.getLogger(__name__)

LOOK: Final = -1
"""In the place of a step: no prompt, but a look at what lay open."""
TOKEN: Final = 15 * MINUTE
"""So long an ephemeral message can be changed."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a prompt shows, as far as it changes."""

    step: int
    chosen: bool
    last: bool = False
    """Do all wait for its reader?"""
    agreed: frozenset[Seat] = frozenset()
    cancelled: frozenset[Seat] = frozenset()


class Crier:
    def __init__(
        self, tables: Tables, store: Store, channels: Channels, preferences: Preferences, now: Callable[[], int]
    ) -> None:
        self.tables = tables
        self.store = store
        self.channels = channels
        self.preferences = preferences
        self._now = now
        self._shut: Lru[int, None] = Lru()
        """Whose direct messages were closed when they were last tried."""
        self._told: Lru[int, Shown | None] = Lru()
        """By message what it shows.

        None for one that shows what came of it, for good.
        """

        self._written: Lru[int, None] = Lru()
        """Messages that an answer to a click has changed."""
        self._pages: Lru[int, tuple[int, str]] = Lru()
        """By message the step, and the characters of the word that its reader has clicked so far."""
        self._asks: Lru[int, int] = Lru()
        """By message the match, where it asked about another one before."""
        self._hinted: Lru[int, int] = Lru()
        """By message the step for which it says what the house would do."""
        self._reminded: dict[tuple[int, int], int] = {}
        """By match and person the step of which they were reminded, until everybody has been told."""

    def shut(self, person: int) -> bool:
        return person in self._shut

    def knows(self, message: int, step: int) -> None:
        """An answer to a click has shown already what was chosen."""
        self._told[message] = Shown(step, chosen=True)
        self._written[message] = None
        self._pages.pop(message, None)

    def turned(self, message: int, step: int, rest: str) -> None:
        """Its reader is in the middle of a word, and stays there whatever the others do."""
        self._pages[message] = (step, rest)

    def hinted(self, message: int, step: int) -> None:
        """Its reader has asked what to do there; that the others have chosen meanwhile does not take it away."""
        self._hinted[message] = step

    def answered(self, message: int) -> None:
        """Its reader has just read there what came of it; nothing is to take that away again."""
        self._told[message] = None
        self._written[message] = None
        self._pages.pop(message, None)

    def turned_over(self, message: int, match: int) -> None:
        """It asks about this match from now on, and what it showed before counts no more."""
        self._asks[message] = match
        self._told.pop(message, None)

    async def ask(self, table: Table, before: Table | None) -> list[int]:
        """Everybody as the table stands; who could not be reached is named.

        One person's trouble is not the others'. Whoever has been asked already is not asked again, so that this can be
        tried as often as it takes: it raises `Unavailable` while there is somebody left.
        """
        return await self._all(table, before, await self.store.prompts(table.id))

    async def mend(self, table: Table) -> None:
        """Another process has told it while we answered: our answer may have come after what it wrote there."""
        if self._written and (mine := [it for it in await self.store.prompts(table.id) if it.message in self._written]):
            await self._all(table, table, mine)

    async def _all(self, table: Table, before: Table | None, prompts: Sequence[Prompt]) -> list[int]:
        if not isinstance(table, Play):
            await self.close_all(prompts)
            return []
        unreached: list[int] = []
        fresh = newly_awaited(table, before) | newly_consulted(table, before)
        reminded = newly_reminded(table, before)

        async def asked(seat: Seat, person: int) -> None:
            mine = [it for it in prompts if it.person == person]
            direct = [it for it in mine if not it.token]
            if not await self._ask(table, seat, person, direct, fresh=person in fresh):
                unreached.append(person)
            if person in reminded and not await self._remind(table, seat, person, direct):
                unreached.append(person)
            if seat in sealed:
                await self._seal(table, seat, [it for it in mine if it.token and it.step == step])

        step, sealed = table.match.step, table.match.sealed
        wanted = {seat: person for seat in table.match.awaited - table.housed if (person := table.people[seat])}
        wanted |= consulted(table)
        stale = [
            it
            for it in prompts
            if it.step != LOOK and (it.person not in wanted.values() or (it.token and it.step != step))
        ]
        await self._each(
            [
                *(partial(asked, seat, person) for seat, person in sorted(wanted.items())),
                *(partial(self.close, it) for it in stale),
            ]
        )
        for person in reminded:
            self._reminded.pop((table.id, person), None)
        return unreached

    async def close_all(self, prompts: Sequence[Prompt]) -> None:
        await self._each([partial(self.close, it) for it in prompts])

    async def _each(self, deeds: Sequence[Callable[[], Awaitable[None]]]) -> None:
        """All that can be done is done before it is said that Discord is out of reach."""
        out_of_reach: Unavailable | None = None
        for deed in deeds:
            try:
                await deed()
            except Unavailable as no:
                out_of_reach = no
            except Unstored:
                raise
            except Exception:
                log.exception("somebody could not be told")
        if out_of_reach:
            raise out_of_reach

    async def _ask(self, table: Play, seat: Seat, person: int, mine: list[Prompt], *, fresh: bool) -> bool:
        player = await self.preferences.player(person)
        locale = player.speaks
        if mine and (not fresh or mine[0].step == table.match.step):
            return await self._update(table, seat, mine[0], locale)
        for old in mine:
            await self.close(old)
        if seat in table.match.sealed or not fresh or player.prompts == "here" or table.private:
            return True
        return await self._send(table, seat, person, locale)

    async def _send(self, table: Play, seat: Seat, person: int, locale: str, *, reminding: bool = False) -> bool:
        scene = prompt.current(table, seat, locale, self.tables.absences, reminding=reminding)
        try:
            kind = "reminder" if reminding else "prompt"
            place = await self.channels.tell(person, scene, f"{table.id} {table.seq} {person} {kind}")
        except Unreachable:
            first = person not in self._shut
            self._shut[person] = None
            # The table calls who has to choose there; what others wish can be read there anyway.
            return not first or seat not in table.match.awaited
        self._shut.pop(person, None)
        self._told[place.message] = shown(table, seat)
        await self.store.ask(Prompt(table.id, person, place.message, place.channel, table.match.step, self._now()))
        return True

    async def _update(self, table: Play, seat: Seat, old: Prompt, locale: str) -> bool:
        """Within one's own turn the prompt is edited where it is: nobody is pinged twice."""
        now = shown(table, seat)
        self._written.pop(old.message, None)
        hinted = not now.chosen and self._hinted.get(old.message) == table.match.step
        if hinted or self._told.get(old.message) == now:
            return True
        step, rest = self._pages.get(old.message, (0, ""))
        rest = rest if step == table.match.step else ""
        scene = prompt.current(table, seat, locale, self.tables.absences, rest=rest)
        try:
            await self.channels.edit(Place(old.channel, old.message), scene)
        except (Lost, Unreachable):
            self._told.pop(old.message, None)
            await self.store.close_prompt(old.match, old.person, old.message)
            return True if now.chosen else await self._send(table, seat, old.person, locale)
        self._told[old.message] = now
        await self.store.ask(Prompt(table.id, old.person, old.message, old.channel, table.match.step, self._now()))
        return True

    async def _seal(self, table: Play, seat: Seat, private: list[Prompt]) -> None:
        """Wherever else this seat was asked, its choice shows."""
        now = shown(table, seat)
        for it in private:
            if self._told.get(it.message) == now or self._now() - it.at >= TOKEN:
                continue
            locale = (await self.preferences.player(it.person)).speaks
            with suppress(Lost, Unreachable):
                await self.channels.edit_private(it.token, it.message, prompt.sealed(table, seat, locale))
            self._told[it.message] = now

    async def _remind(self, table: Play, seat: Seat, person: int, mine: list[Prompt]) -> bool:
        """A new message, for an edit pings nobody; once, however often it takes to tell the others."""
        player = await self.preferences.player(person)
        if not player.reminders or player.prompts == "here" or person in self._shut or table.private:
            # The table calls those who want it there, or cannot be called otherwise.
            return True
        if self._reminded.get((table.id, person)) == table.match.step:
            return True
        reached = await self._send(table, seat, person, player.speaks, reminding=True)
        if reached:
            self._reminded[table.id, person] = table.match.step
        for old in mine:
            await self.close(old)
        return reached

    async def cover(self, deadline: Deadline, person: int | None) -> None:
        """What somebody looked at for themselves; others may still look."""
        looks = [it for it in await self.store.prompts(deadline.match) if it.step == LOOK and it.person == person]
        for look in looks:
            if self._now() - look.at < TOKEN:
                locale = (await self.preferences.player(look.person)).speaks
                with suppress(Lost, Unreachable):
                    await self.channels.edit_private(look.token, look.message, menu.looked(locale))
            await self.store.close_prompt(look.match, look.person, look.message)
        await self.store.lift(deadline)

    async def close(self, old: Prompt) -> None:
        """A direct message goes; an ephemeral one says that the table has moved on, while Discord lets us."""
        if self._asks.get(old.message, old.match) != old.match:
            await self.store.close_prompt(old.match, old.person, old.message)
            return
        done = old.message in self._told and self._told[old.message] is None
        try:
            if not old.token:
                await self.channels.remove(Place(old.channel, old.message))
            elif not done and self._now() - old.at < TOKEN:
                locale = (await self.preferences.player(old.person)).speaks
                await self.channels.edit_private(old.token, old.message, prompt.moved_on(old.match, locale))
        except (Lost, Unreachable):
            pass
        for known in (self._asks, self._pages, self._hinted, self._told, self._written):
            known.pop(old.message, None)
        await self.store.close_prompt(old.match, old.person, old.message)


def shown(table: Play, seat: Seat) -> Shown:
    match = table.match
    return Shown(match.step, seat in match.sealed, prompt.last(table, seat), match.agreed, match.cancelled)


def consulted(table: Table) -> dict[Seat, int]:
    """Who has nothing to choose now, and is waited for all the same: to agree to what others wish."""
    if not isinstance(table, Play):
        return {}
    idle = table.match.stayed - table.match.awaited - table.housed
    return {seat: person for seat in idle if menu.unanswered(table, seat) and (person := table.people[seat])}


def newly_consulted(table: Table, before: Table | None) -> frozenset[int]:
    """Nobody is called twice in a step while they have not answered."""
    asked = frozenset(consulted(table).values())
    same = isinstance(before, Begun) and isinstance(table, Begun) and before.match.step == table.match.step
    return asked - frozenset(consulted(before).values()) if before and same else asked
