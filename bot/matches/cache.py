"""Tables as they stand. The newest are kept in memory, the longest unused dropped first; the store is the only truth.

Whoever only looks at tables needs no more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.caches import BoundedCache
from bot.matches import export, fold
from bot.matches.deadlines import list_deadlines
from bot.matches.model import EventType, MatchState, Offer, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.wall_clock import DAY_MS, MINUTE_MS
from games.core import Seat
from games.record import Record
from games.refused import Refused
from storage import DatabaseUnusable, Deadline, Journal, MatchHeader, Store

_HOLIDAY_STORE_DELAY_MS: Final = MINUTE_MS
"""So much later than it says a holiday may be stored: clocks differ, and what is written waits."""
ABSENCE_LOOKBACK_MS: Final = 366 * DAY_MS
"""No turn goes back further."""

log: Final = logging.getLogger(__name__)


class MatchCache:
    def __init__(self, store: Store, absences: Absences, capacity: int | None = None) -> None:
        self.store = store
        self.absences = absences
        self.cached_matches: BoundedCache[int, MatchState] = BoundedCache(capacity)
        self._last_holiday_change_ms = 0
        """When the newest holiday that we know of was taken, or ended."""

    async def find_match(self, match_id: int) -> MatchState:
        """As it stands now, whichever process was the last to change it."""
        header = await self.store.matches.load_header(match_id) if match_id in self.cached_matches else None
        return await self.load_current(header) if header else await self.load_match(match_id)

    async def load_current(self, header: MatchHeader) -> MatchState:
        """The same for whoever has just read its header."""
        kept = self.cached_matches.get(header.id)
        if kept is None or _is_newer(header, kept):
            return await self.load_match(header.id)
        # No event tells that it is played in a thread of its own by now.
        return self.cache_match(
            kept if kept.channel_id == header.channel_id else replace(kept, channel_id=header.channel_id)
        )

    async def find_cached_or_load(self, match_id: int) -> MatchState:
        """As we remember it, if we do: where it is played, and by whom, hardly ever changes."""
        return self.cached_matches.get(match_id) or await self.load_match(match_id)

    async def find_at_step(self, match_id: int, step: int) -> MatchState:
        """As we remember it, if we remember it at that step: an append finds out whether others have been faster."""
        kept = self.cached_matches.get(match_id)
        return kept if isinstance(kept, RunningMatch) and kept.engine.step == step else await self.find_match(match_id)

    async def list_matches_waiting_for(self, person_id: int) -> list[RunningMatch]:
        """Every match in which this person is to choose, the most urgent first."""
        return await self.select_matches_waiting_for(person_id, await self.store.matches.list_live_of_person(person_id))

    async def select_matches_waiting_for(self, person_id: int, headers: Iterable[MatchHeader]) -> list[RunningMatch]:
        """Of those that they play, as whoever asks has just read."""
        found = await self._load_by_urgency(person_id, headers)
        return [match for match in found if isinstance(match, RunningMatch) and match.is_waiting_for(person_id)]

    async def list_live_by_urgency(self, person_id: int) -> list[RunningMatch | Offer]:
        """All that somebody plays, has offered or is asked to: what waits for them first, the most urgent before the
        others.
        """
        return await self._load_by_urgency(person_id, await self.store.matches.list_live_of_person(person_id))

    async def _load_by_urgency(self, person_id: int, headers: Iterable[MatchHeader]) -> list[RunningMatch | Offer]:
        found = [
            (
                not match.is_waiting_for(person_id),
                match.compute_person_deadline(person_id, self.absences) or 1 << 62,
                match.id,
                match,
            )
            async for match in self.load_readable(headers)
            if isinstance(match, RunningMatch | Offer) and person_id in match.active_person_ids
        ]
        return [match for *_, match in sorted(found, key=lambda it: it[:3])]

    async def load_readable(self, headers: Iterable[MatchHeader]) -> AsyncIterator[MatchState]:
        """But for what is damaged, or of a game that is not here: that is in no other match's way."""
        for header in headers:
            if fold.is_known_game(header):
                try:
                    match = await self.load_current(header)
                except DatabaseUnusable:
                    log.warning("cannot be read", exc_info=True, extra={"match": header.id})
                    continue
                yield match

    async def select_offers_awaiting_seed(self, person_id: int, headers: Iterable[MatchHeader]) -> list[Offer]:
        """Of those the offers that wait for this person to shake the dice."""
        matches = self.load_readable(it for it in headers if it.status == EventType.OFFERED)
        return [it async for it in matches if isinstance(it, Offer) and it.is_full and it.is_waiting_for(person_id)]

    async def find_practice_match(self, person_id: int) -> RunningMatch | None:
        """What somebody practises just now; there is one at the most."""
        matches = self.load_readable(await self.store.matches.list_live_of_person(person_id))
        return await anext((it async for it in matches if isinstance(it, RunningMatch) and it.is_practice), None)

    async def load_record(self, match_id: int) -> Record:
        """Of a match that is over: no record of a running one is ever given out."""
        # Off the loop: all of it is folded.
        return await asyncio.to_thread(export.build_record, await self.load_journal(match_id))

    async def load_match(self, match_id: int) -> MatchState:
        return self.cache_match(fold.fold_journal(await self.load_journal(match_id), self.absences))

    async def load_journal(self, match_id: int) -> Journal:
        found = await self.store.journal.load_match(match_id)
        if found is None:
            raise Refused("no-table", match=match_id)
        return found

    def cache_match(self, match: MatchState) -> MatchState:
        self.cached_matches[match.id] = match
        return match

    def set_downtimes(self, spans: Sequence[tuple[int, int]]) -> None:
        """The bot was away: what was used before stays used, and what runs is not charged for it."""
        self.absences = replace(self.absences, uncharged_spans=tuple(spans))

    async def refresh_holidays(self, now: int) -> None:
        """Who has gone on holiday since we last looked, or come back: their clocks are read anew."""
        news = await self.store.holidays.list_changed(
            self._last_holiday_change_ms - _HOLIDAY_STORE_DELAY_MS, now - ABSENCE_LOOKBACK_MS
        )
        known, changed = self.absences.holidays, set()
        for it in news:
            self._last_holiday_change_ms = max(self._last_holiday_change_ms, it.changed_ms)
            own = known.get(it.person_id, {})
            if own.get(it.start_ms) != it.end_ms:
                changed.add(it.person_id)
                known = {**known, it.person_id: {**own, it.start_ms: it.end_ms}}
        if changed:
            self.absences = replace(self.absences, holidays=known)
            for match_id, match in [*self.cached_matches.items()]:
                if isinstance(match, StartedMatch) and changed & set(match.player_ids):
                    del self.cached_matches[match_id]

    def index_deadlines(self, match: MatchState) -> Mapping[tuple[str, Seat], Deadline]:
        """Return what is due there, by what is known of absences."""
        return {(it.kind, it.seat): it for it in list_deadlines(match, self.absences.without_holidays)}

    async def list_outdated(self) -> list[int]:
        """What still stands by rules that have changed since."""
        found: list[int] = []
        after = 0
        while headers := await self.store.matches.list_live(after):
            found += [header.id for header in headers if fold.is_outdated(header)]
            after = headers[-1].id
        return found

    async def is_stale(self, match: MatchState) -> bool:
        """Does the store know more than we remember?"""
        header = await self.store.matches.load_header(match.id)
        return header is not None and _is_newer(header, match)


def _is_newer(header: MatchHeader, match: MatchState) -> bool:
    # Whoever has read it before somebody chose knows less than we do.
    return header.event_count > match.event_count or header.forget_count != match.forget_count
