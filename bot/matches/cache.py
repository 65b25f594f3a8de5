"""Tables as they stand. The newest are kept in memory, the longest unused dropped first; the store is the only truth.

Whoever only looks at tables needs no more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.caches import LruCache
from bot.matches import export, fold
from bot.matches.deadlines import deadlines
from bot.matches.model import EventType, MatchState, Offer, RunningMatch, StartedMatch
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


class MatchCache:
    def __init__(self, store: Store, absences: Absences, keep: int | None = None) -> None:
        self.store = store
        self.absences = absences
        self.memory: LruCache[int, MatchState] = LruCache(keep)
        self._learnt = 0
        """When the newest holiday that we know of was taken, or ended."""

    async def find_match(self, match_id: int) -> MatchState:
        """As it stands now, whichever process was the last to change it."""
        header = await self.store.matches.load_header(match_id) if match_id in self.memory else None
        return await self.current(header) if header else await self.loaded(match_id)

    async def current(self, header: MatchHeader) -> MatchState:
        """The same for whoever has just read its header."""
        kept = self.memory.get(header.id)
        if kept is None or _outruns(header, kept):
            return await self.loaded(header.id)
        # No event tells that it is played in a thread of its own by now.
        return self.remembered(
            kept if kept.channel_id == header.channel_id else replace(kept, channel_id=header.channel_id)
        )

    async def known(self, match_id: int) -> MatchState:
        """As we remember it, if we do: where it is played, and by whom, hardly ever changes."""
        return self.memory.get(match_id) or await self.loaded(match_id)

    async def recalled(self, match_id: int, step: int) -> MatchState:
        """As we remember it, if we remember it at that step: an append finds out whether others have been faster."""
        kept = self.memory.get(match_id)
        return kept if isinstance(kept, RunningMatch) and kept.engine.step == step else await self.find_match(match_id)

    async def waiting(self, person_id: int) -> list[RunningMatch]:
        """Every match in which this person is to choose, the most urgent first."""
        return await self.awaiting(person_id, await self.store.matches.list_live_of_person(person_id))

    async def awaiting(self, person_id: int, headers: Iterable[MatchHeader]) -> list[RunningMatch]:
        """Of those that they play, as whoever asks has just read."""
        found = await self._sorted(person_id, headers)
        return [match for match in found if isinstance(match, RunningMatch) and match.waits_for(person_id)]

    async def engaging(self, person_id: int) -> list[RunningMatch | Offer]:
        """All that somebody plays, has offered or is asked to: what waits for them first, the most urgent before the
        others.
        """
        return await self._sorted(person_id, await self.store.matches.list_live_of_person(person_id))

    async def _sorted(self, person_id: int, headers: Iterable[MatchHeader]) -> list[RunningMatch | Offer]:
        found = [
            (not match.waits_for(person_id), match.due_of(person_id, self.absences) or 1 << 62, match.id, match)
            async for match in self.readable(headers)
            if isinstance(match, RunningMatch | Offer) and person_id in match.present
        ]
        return [match for *_, match in sorted(found, key=lambda it: it[:3])]

    async def readable(self, headers: Iterable[MatchHeader]) -> AsyncIterator[MatchState]:
        """But for what is damaged, or of a game that is not here: that is in no other match's way."""
        for header in headers:
            if fold.is_known(header):
                try:
                    match = await self.current(header)
                except DatabaseUnusable:
                    log.warning("cannot be read", exc_info=True, extra={"match": header.id})
                    continue
                yield match

    async def unshaken(self, person_id: int, headers: Iterable[MatchHeader]) -> list[Offer]:
        """Of those the offers that wait for this person to shake the dice."""
        matches = self.readable(it for it in headers if it.status == EventType.OFFERED)
        return [it async for it in matches if isinstance(it, Offer) and it.full and it.waits_for(person_id)]

    async def practising(self, person_id: int) -> RunningMatch | None:
        """What somebody practises just now; there is one at the most."""
        matches = self.readable(await self.store.matches.list_live_of_person(person_id))
        return await anext((it async for it in matches if isinstance(it, RunningMatch) and it.is_practice), None)

    async def record(self, match_id: int) -> Record:
        """Of a match that is over: no record of a running one is ever given out."""
        # Off the loop: all of it is folded.
        return await asyncio.to_thread(export.record, await self.journal(match_id))

    async def loaded(self, match_id: int) -> MatchState:
        return self.remembered(fold.folded(await self.journal(match_id), self.absences))

    async def journal(self, match_id: int) -> Journal:
        found = await self.store.journal.load_match(match_id)
        if found is None:
            raise Refused("no-table", match=match_id)
        return found

    def remembered(self, match: MatchState) -> MatchState:
        self.memory[match.id] = match
        return match

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
            for match_id, match in [*self.memory.items()]:
                if isinstance(match, StartedMatch) and changed & set(match.people):
                    del self.memory[match_id]

    def dues(self, match: MatchState) -> Mapping[tuple[str, Seat], Deadline]:
        """Return what is due there, by what is known of absences."""
        return {(it.kind, it.seat): it for it in deadlines(match, self.absences.ours)}

    async def outdated(self) -> list[int]:
        """What still stands by rules that have changed since."""
        found: list[int] = []
        after = 0
        while headers := await self.store.matches.list_live(after):
            found += [header.id for header in headers if fold.is_outdated(header)]
            after = headers[-1].id
        return found

    async def outrun(self, match: MatchState) -> bool:
        """Does the store know more than we remember?"""
        header = await self.store.matches.load_header(match.id)
        return header is not None and _outruns(header, match)


def _outruns(header: MatchHeader, match: MatchState) -> bool:
    # Whoever has read it before somebody chose knows less than we do.
    return header.event_count > match.seq or header.forget_count != match.forgotten
