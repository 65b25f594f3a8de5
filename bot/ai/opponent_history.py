"""What the house has seen of somebody who asked to be read: their choices in practice where it said that it reads them.

What they play against people, or against the house where it does not read, is nobody's to learn from. Nothing of it is
kept: it is folded from the journals of those matches, as the seat of the house saw them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, TypeAlias

from bot.caches import Lru
from bot.matches import fold
from bot.matches.model import Begun, Over, Play, Table
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


class Acquaintance:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._finished: Lru[int, list[MetAt]] = Lru(FINISHED_CACHE_SIZE)

    async def runs(self, table: Begun) -> list[list[OpponentChoice]]:
        """Of each match before this one, the oldest first, then of this one as far as it has come; nothing from before
        they had it forgotten.
        """
        person = next((one for one in table.people if one is not None), None)
        if person is None or not table.agreement.reads:
            return []
        since = (await self._preferences.stored(person)).unread
        earlier = await self._store.history.list_matches_with_terms(
            person, table.game.KEY, SAID_SO, before_match_id=table.id, since_ms=since, count=READ
        )
        runs = [await self._list_met(match) for match in (*reversed(earlier), table.id)]
        return [[met for at, met in run if at > since] for run in runs]

    async def verdict(self, table: Over) -> ReadingVerdict | None:
        """What it read in this match, and whether it was right."""
        *before, run = await self.runs(table) or [[]]
        return await asyncio.to_thread(mind_reader.judge_reading, before, run)

    async def _list_met(self, match: int) -> list[MetAt]:
        if (known := self._finished.get(match)) is not None:
            return known
        try:
            stored = await self._store.journal.load_match(match)
        except DatabaseUnusable:
            # That of all others is known.
            return []
        if stored is None:
            return []
        # Off the loop: a long match takes some milliseconds.
        found = await asyncio.to_thread(list_met, stored)
        if not stored.header.is_live:
            self._finished[match] = found
        return found


def list_met(stored: Journal) -> list[MetAt]:
    """Return what met in a match, step by step; what is sealed has met nothing yet."""
    try:
        table: Table = fold.laid(stored)
    except Refused:
        # What was played by rules that are no more is not read.
        return []
    found = []
    for event in stored.events[1:]:
        was, table = table, fold.after(table, event, Absences())
        match was, table:
            case Play(), Play() | Over() if table.match.step > was.match.step and event.seat is not None:
                met = _met(was, table, {**was.match.sealed, event.seat: tuple(event.payload.split())})
                found += [(event.created_ms, met)] if met else []
    return found


def _met(before: Play, after: Begun, joint: Mapping[Seat, Move]) -> OpponentChoice | None:
    """As the one seat of the house that chose saw it."""
    ours = [seat for seat in joint if before.people[seat] is None]
    if len(ours) != 1:
        return None
    game, seat = before.game, ours[0]
    return game.observe_opponent(before.match.view_of(seat), after.match.view_of(seat), joint)
