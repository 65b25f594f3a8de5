"""Tables as they stand. The newest are kept in memory, the longest unused dropped first; the store is the only truth.

Whoever only looks at tables needs no more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.caches import Lru
from bot.matches import export, fold
from bot.matches.deadlines import deadlines
from bot.matches.model import Begun, Kind, Offer, Play, Table
from bot.matches.time_budget import Absences
from bot.wall_clock import DAY, MINUTE
from games.core import Seat
from games.record import Record
from games.refused import Refused
from storage import DatabaseUnusable, Deadline, Journal, MatchHeader, Store

_LATE: Final = MINUTE
"""So much later than it says a holiday may be stored: clocks differ, and what is written waits."""
PAST: Final = 366 * DAY
"""No turn goes back further."""

log: Final = logging.getLogger(__name__)


class Kept:
    def __init__(self, store: Store, absences: Absences, keep: int | None = None) -> None:
        self.store = store
        self.absences = absences
        self.memory: Lru[int, Table] = Lru(keep)
        self._learnt = 0
        """When the newest holiday that we know of was taken, or ended."""

    async def table(self, match: int) -> Table:
        """As it stands now, whichever process was the last to change it."""
        header = await self.store.matches.load_header(match) if match in self.memory else None
        return await self.current(header) if header else await self.loaded(match)

    async def current(self, header: MatchHeader) -> Table:
        """The same for whoever has just read its header."""
        kept = self.memory.get(header.id)
        if kept is None or _outruns(header, kept):
            return await self.loaded(header.id)
        # No event tells that it is played in a thread of its own by now.
        return self.remembered(kept if kept.channel == header.channel_id else replace(kept, channel=header.channel_id))

    async def known(self, match: int) -> Table:
        """As we remember it, if we do: where it is played, and by whom, hardly ever changes."""
        return self.memory.get(match) or await self.loaded(match)

    async def recalled(self, match: int, step: int) -> Table:
        """As we remember it, if we remember it at that step: an append finds out whether others have been faster."""
        kept = self.memory.get(match)
        return kept if isinstance(kept, Play) and kept.match.step == step else await self.table(match)

    async def waiting(self, person: int) -> list[Play]:
        """Every match in which this person is to choose, the most urgent first."""
        return await self.awaiting(person, await self.store.matches.list_live_of_person(person))

    async def awaiting(self, person: int, headers: Iterable[MatchHeader]) -> list[Play]:
        """Of those that they play, as whoever asks has just read."""
        found = await self._sorted(person, headers)
        return [table for table in found if isinstance(table, Play) and table.waits_for(person)]

    async def engaging(self, person: int) -> list[Play | Offer]:
        """All that somebody plays, has offered or is asked to: what waits for them first, the most urgent before the
        others.
        """
        return await self._sorted(person, await self.store.matches.list_live_of_person(person))

    async def _sorted(self, person: int, headers: Iterable[MatchHeader]) -> list[Play | Offer]:
        found = [
            (not table.waits_for(person), table.due_of(person, self.absences) or 1 << 62, table.id, table)
            async for table in self.readable(headers)
            if isinstance(table, Play | Offer) and person in table.present
        ]
        return [table for *_, table in sorted(found, key=lambda it: it[:3])]

    async def readable(self, headers: Iterable[MatchHeader]) -> AsyncIterator[Table]:
        """But for what is damaged, or of a game that is not here: that is in no other match's way."""
        for header in headers:
            if fold.is_known(header):
                try:
                    table = await self.current(header)
                except DatabaseUnusable:
                    log.warning("cannot be read", exc_info=True, extra={"match": header.id})
                    continue
                yield table

    async def unshaken(self, person: int, headers: Iterable[MatchHeader]) -> list[Offer]:
        """Of those the offers that wait for this person to shake the dice."""
        tables = self.readable(it for it in headers if it.status == Kind.OFFERED)
        return [it async for it in tables if isinstance(it, Offer) and it.full and it.waits_for(person)]

    async def practising(self, person: int) -> Play | None:
        """What somebody practises just now; there is one at the most."""
        tables = self.readable(await self.store.matches.list_live_of_person(person))
        return await anext((it async for it in tables if isinstance(it, Play) and it.private), None)

    async def record(self, match: int) -> Record:
        """Of a match that is over: no record of a running one is ever given out."""
        # Off the loop: all of it is folded.
        return await asyncio.to_thread(export.record, await self.journal(match))

    async def loaded(self, match: int) -> Table:
        return self.remembered(fold.folded(await self.journal(match), self.absences))

    async def journal(self, match: int) -> Journal:
        found = await self.store.journal.load_match(match)
        if found is None:
            raise Refused("no-table", match=match)
        return found

    def remembered(self, table: Table) -> Table:
        self.memory[table.id] = table
        return table

    def returned(self, spans: Sequence[tuple[int, int]]) -> None:
        """The bot was away: what was used before stays used, and what runs is not charged for it."""
        self.absences = replace(self.absences, spans=tuple(spans))

    async def learn(self, now: int) -> None:
        """Who has gone on holiday since we last looked, or come back: their clocks are read anew."""
        news = await self.store.holidays.list_changed(self._learnt - _LATE, now - PAST)
        known, changed = self.absences.holidays, set()
        for it in news:
            self._learnt = max(self._learnt, it.changed_ms)
            own = known.get(it.person_id, {})
            if own.get(it.start_ms) != it.end_ms:
                changed.add(it.person_id)
                known = {**known, it.person_id: {**own, it.start_ms: it.end_ms}}
        if changed:
            self.absences = replace(self.absences, holidays=known)
            for match, table in [*self.memory.items()]:
                if isinstance(table, Begun) and changed & set(table.people):
                    del self.memory[match]

    def dues(self, table: Table) -> Mapping[tuple[str, Seat], Deadline]:
        """Return what is due there, by what is known of absences."""
        return {(it.kind, it.seat): it for it in deadlines(table, self.absences.ours)}

    async def outdated(self) -> list[int]:
        """What still stands by rules that have changed since."""
        found: list[int] = []
        after = 0
        while headers := await self.store.matches.list_live(after):
            found += [header.id for header in headers if fold.is_outdated(header)]
            after = headers[-1].id
        return found

    async def outrun(self, table: Table) -> bool:
        """Does the store know more than we remember?"""
        header = await self.store.matches.load_header(table.id)
        return header is not None and _outruns(header, table)


def _outruns(header: MatchHeader, table: Table) -> bool:
    # Whoever has read it before somebody chose knows less than we do.
    return header.event_count > table.seq or header.forget_count != table.forgotten
