"""Loads matches, and keeps the most recently used ones in memory.

The store is the only source of truth. Code that only reads matches needs `MatchCache` but not `MatchService`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
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
"""A holiday change can reach the store this long after its timestamp: clocks differ, and a write may have to wait."""
ABSENCE_LOOKBACK_MS: Final = 366 * DAY_MS
"""Absences that ended longer ago than this are not loaded. No turn lasts longer, so they would not affect any clock."""

MAX_ENDED_MATCHES: Final = 100
"""The number of ended matches to keep. People look at a result for a few minutes, and then hardly ever again."""

log: Final = logging.getLogger(__name__)


class MatchCache:
    def __init__(self, store: Store, absences: Absences, capacity: int | None = None) -> None:
        self.store = store
        self.absences = absences
        self.cached_matches: BoundedCache[int, MatchState] = BoundedCache(capacity)
        self._ended_match_ids: OrderedDict[int, None] = OrderedDict()
        """The ended matches in `cached_matches`, and perhaps some that were dropped. The last one was used last."""
        self._last_holiday_change_ms = 0
        """Timestamp of the newest holiday change that this process has loaded."""

    async def find_match(self, match_id: int) -> MatchState:
        """Return the match as it is stored, including changes made by other processes."""
        header = await self.store.matches.load_header(match_id) if match_id in self.cached_matches else None
        return await self.load_current(header) if header else await self.load_match(match_id)

    async def load_current(self, header: MatchHeader) -> MatchState:
        """Return the match for a header that was just read from the store.

        The cached match is used if it is up to date.
        """
        cached = self.cached_matches.get(header.id)
        if cached is None or _is_newer(header, cached):
            return await self.load_match(header.id)
        # Moving a match to its own thread changes its channel without adding an event.
        return self.cache_match(
            cached if cached.channel_id == header.channel_id else replace(cached, channel_id=header.channel_id)
        )

    async def find_cached_or_load(self, match_id: int) -> MatchState:
        """Return the match from memory if possible, or else from the store.

        A match from memory can be out of date. Use only its channel and players, which hardly ever change.
        """
        return self.cached_matches.get(match_id) or await self.load_match(match_id)

    async def find_at_step(self, match_id: int, step: int) -> MatchState:
        """Return the cached match if it is at this step, or else the stored match, to save a query after a click.

        The cached match can be out of date. In that case, the store refuses to append events to it.
        """
        cached = self.cached_matches.get(match_id)
        return (
            cached
            if isinstance(cached, RunningMatch) and cached.engine.step == step
            else await self.find_match(match_id)
        )

    async def select_matches_waiting_for(self, person_id: int, headers: Iterable[MatchHeader]) -> list[RunningMatch]:
        """Return the matches among `headers` in which this person is to move, the most urgent first."""
        matches = await self._load_by_urgency(person_id, headers)
        return [match for match in matches if isinstance(match, RunningMatch) and match.is_waiting_for(person_id)]

    async def list_live_by_urgency(self, person_id: int) -> list[RunningMatch | Offer]:
        """Return all of a person's live matches and offers, the most urgent first.

        Matches that wait for the person come first. Within each group, the nearest deadline comes first.
        """
        return await self._load_by_urgency(person_id, await self.store.matches.list_live_of_person(person_id))

    async def _load_by_urgency(self, person_id: int, headers: Iterable[MatchHeader]) -> list[RunningMatch | Offer]:
        matches = [
            match
            async for match in self.load_readable(headers)
            if isinstance(match, RunningMatch | Offer) and person_id in match.active_person_ids
        ]

        def get_urgency(match: MatchState) -> tuple[bool, float, int]:
            deadline_ms = match.compute_person_deadline(person_id, self.absences) or inf
            return not match.is_waiting_for(person_id), deadline_ms, match.id

        return sorted(matches, key=get_urgency)

    async def load_readable(self, headers: Iterable[MatchHeader]) -> AsyncIterator[MatchState]:
        """Load and yield a match for each header.

        Skips damaged matches, and matches of games that this version of the bot does not have.
        """
        for header in headers:
            if fold.is_known_game(header):
                try:
                    match = await self.load_current(header)
                except DatabaseUnusable:
                    log.warning("a match cannot be read", exc_info=True, extra={"match": header.id})
                    continue
                yield match

    async def select_offers_awaiting_seed(self, person_id: int, headers: Iterable[MatchHeader]) -> list[Offer]:
        """Return the full offers among `headers` that are waiting for this person's seed."""
        matches = self.load_readable(offer for offer in headers if offer.status == EventType.OFFERED)
        return [
            offer
            async for offer in matches
            if isinstance(offer, Offer) and offer.is_full and offer.is_waiting_for(person_id)
        ]

    async def find_practice_match(self, person_id: int, *, other_than: int | None = None) -> RunningMatch | None:
        """Return this person's running practice match, or None. A person has at most one.

        The match with the ID `other_than` does not count.
        """
        headers = await self.store.matches.list_live_of_person(person_id)
        matches = self.load_readable([header for header in headers if header.id != other_than])
        return await anext(
            (match async for match in matches if isinstance(match, RunningMatch) and match.is_practice), None
        )

    async def is_deal_secret(self, match: MatchState) -> bool:
        """Return whether onlookers must not see a match, because its deal will be played again with swapped seats."""
        tournament = match.terms.tournament
        return bool(tournament and tournament.is_mirror) and await self.store.tournaments.is_deal_secret(match.id)

    async def load_record(self, match_id: int) -> Record:
        """Return the record of a finished match. Raises `Refused` if the match has no result."""
        # Use a thread, because building the record folds the whole journal.
        return await asyncio.to_thread(export.build_record, await self.load_journal(match_id))

    async def load_match(self, match_id: int) -> MatchState:
        return self.cache_match(fold.fold_journal(await self.load_journal(match_id), self.absences))

    async def load_journal(self, match_id: int) -> Journal:
        journal = await self.store.journal.load_match(match_id)
        if journal is None:
            raise Refused("no-table", match=match_id)
        return journal

    def cache_match(self, match: MatchState) -> MatchState:
        self.cached_matches[match.id] = match
        if not isinstance(match, Offer | RunningMatch):
            self._ended_match_ids[match.id] = None
            self._ended_match_ids.move_to_end(match.id)
            if len(self._ended_match_ids) > MAX_ENDED_MATCHES:
                oldest_id, _ = self._ended_match_ids.popitem(last=False)
                self.cached_matches.pop(oldest_id, None)
        return match

    def set_downtimes(self, spans: Sequence[tuple[int, int]]) -> None:
        """Set the bot's downtimes, which are not charged to running clocks.

        Time that was already charged to a stopped clock stays charged.
        """
        self.absences = replace(self.absences, uncharged_spans=tuple(spans))

    async def refresh_holidays(self, now_ms: int) -> None:
        """Load the holidays that changed since the last call, and drop the affected players' matches from memory."""
        changed_holidays = await self.store.holidays.list_changed(
            self._last_holiday_change_ms - _HOLIDAY_STORE_DELAY_MS, now_ms - ABSENCE_LOOKBACK_MS
        )
        holidays, changed_ids = self.absences.holidays, set()
        for holiday in changed_holidays:
            self._last_holiday_change_ms = max(self._last_holiday_change_ms, holiday.changed_ms)
            person_holidays = holidays.get(holiday.person_id, {})
            if person_holidays.get(holiday.start_ms) != holiday.end_ms:
                changed_ids.add(holiday.person_id)
                holidays = {**holidays, holiday.person_id: {**person_holidays, holiday.start_ms: holiday.end_ms}}
        if changed_ids:
            self.absences = replace(self.absences, holidays=holidays)
            for match_id, match in [*self.cached_matches.items()]:
                if isinstance(match, StartedMatch) and changed_ids & set(match.player_ids):
                    del self.cached_matches[match_id]

    def index_deadlines(self, match: MatchState) -> Mapping[tuple[str, Seat], Deadline]:
        """Return the deadlines that a match should have in the store, by kind and seat.

        Stored deadlines do not take holidays into account.
        """
        return {
            (deadline.kind, deadline.seat): deadline
            for deadline in list_deadlines(match, self.absences.without_holidays)
        }

    async def list_outdated_match_ids(self) -> list[int]:
        """Return the IDs of live matches whose rules are outdated."""
        headers = self.store.matches.iterate_all(is_live=True)
        return [header.id async for header in headers if fold.is_outdated(header)]

    async def is_stale(self, match: MatchState) -> bool:
        """Return whether the store has a newer state of the match than `match`."""
        header = await self.store.matches.load_header(match.id)
        return header is not None and _is_newer(header, match)

    def is_newer_cached(self, match: MatchState) -> bool:
        """Return whether this process has seen a newer state of the match than `match`."""
        cached = self.cached_matches.get(match.id)
        return cached is not None and _is_newer(cached, match)


def _is_newer(stored: MatchHeader | MatchState, match: MatchState) -> bool:
    # A header that was read before the last event is older than the cached match.
    return stored.event_count > match.event_count or stored.forget_count != match.forget_count
