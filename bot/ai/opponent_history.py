"""What the house has seen of somebody who asked to be read: their choices in practice where it said that it reads them.

What they play against people, or against the house where it does not read, is nobody's to learn from. Nothing of it is
kept: it is folded from the journals of those matches, as the seat of the house saw them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, TypeAlias

from bot.caches import LruCache
from bot.matches import fold
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.matches.time_budget import Absences
from bot.preferences import Preferences
from games import mind_reader
from games.core import Move, Seat
from games.insight import OpponentChoice
from games.mind_reader import ReadingVerdict
from games.refused import Refused
from storage import DatabaseUnusable, Journal, Store

READ: Final = 20
"""Matches of a game, the newest: people change."""
SAID_SO: Final = '"reads":true'
"""In the terms of those matches."""
FINISHED_CACHE_SIZE: Final = 500
"""Finished matches that are not folded again: to fold twenty of them takes some fifty milliseconds."""

MetAt: TypeAlias = tuple[int, OpponentChoice]
"""When something met, and what."""


class OpponentHistory:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._finished: LruCache[int, list[MetAt]] = LruCache(FINISHED_CACHE_SIZE)

    async def runs(self, match: StartedMatch) -> list[list[OpponentChoice]]:
        """Of each match before this one, the oldest first, then of this one as far as it has come; nothing from before
        they had it forgotten.
        """
        person_id = next((one for one in match.people if one is not None), None)
        if person_id is None or not match.terms.reads:
            return []
        since = (await self._preferences.stored(person_id)).unread
        earlier = await self._store.history.list_matches_with_terms(
            person_id, match.game.KEY, SAID_SO, before_match_id=match.id, since_ms=since, count=READ
        )
        runs = [await self._list_met(match_id) for match_id in (*reversed(earlier), match.id)]
        return [[met for at, met in run if at > since] for run in runs]

    async def verdict(self, match: FinishedMatch) -> ReadingVerdict | None:
        """What it read in this match, and whether it was right."""
        *before, run = await self.runs(match) or [[]]
        return await asyncio.to_thread(mind_reader.judge_reading, before, run)

    async def _list_met(self, match_id: int) -> list[MetAt]:
        if (known := self._finished.get(match_id)) is not None:
            return known
        try:
            stored = await self._store.journal.load_match(match_id)
        except DatabaseUnusable:
            # That of all others is known.
            return []
        if stored is None:
            return []
        # Off the loop: a long match takes some milliseconds.
        found = await asyncio.to_thread(list_met, stored)
        if not stored.header.is_live:
            self._finished[match_id] = found
        return found


def list_met(stored: Journal) -> list[MetAt]:
    """Return what met in a match, step by step; what is sealed has met nothing yet."""
    try:
        match: MatchState = fold.laid(stored)
    except Refused:
        # What was played by rules that are no more is not read.
        return []
    found = []
    for event in stored.events[1:]:
        was, match = match, fold.after(match, event, Absences())
        match was, match:
            case RunningMatch(), RunningMatch() | FinishedMatch() if (
                match.engine.step > was.engine.step and event.seat is not None
            ):
                met = _met(was, match, {**was.engine.sealed, event.seat: tuple(event.payload.split())})
                found += [(event.created_ms, met)] if met else []
    return found


def _met(before: RunningMatch, after: StartedMatch, joint: Mapping[Seat, Move]) -> OpponentChoice | None:
    """As the one seat of the house that chose saw it."""
    ours = [seat for seat in joint if before.people[seat] is None]
    if len(ours) != 1:
        return None
    game, seat = before.game, ours[0]
    return game.observe_opponent(before.engine.view_of(seat), after.engine.view_of(seat), joint)
