"""What the house has seen of somebody who asked to be read: their choices in practice where it said that it reads them.

What they play against people, or against the house where it does not read, is nobody's to learn from. Nothing of it is
kept: it is folded from the journals of those matches, as the seat of the house saw them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, TypeAlias

from bot.caches import BoundedCache
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

MATCHES_READ_MAX: Final = 20
"""Matches of a game, the newest: people change."""
READING_TERMS_JSON: Final = '"reads":true'
"""In the terms of those matches."""
FINISHED_CACHE_SIZE: Final = 500
"""Finished matches that are not folded again: to fold twenty of them takes some fifty milliseconds."""

TimedChoice: TypeAlias = tuple[int, OpponentChoice]
"""When something met, and what."""


class OpponentHistory:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._finished_matches: BoundedCache[int, list[TimedChoice]] = BoundedCache(FINISHED_CACHE_SIZE)

    async def load_runs(self, match: StartedMatch) -> list[list[OpponentChoice]]:
        """Of each match before this one, the oldest first, then of this one as far as it has come; nothing from before
        they had it forgotten.
        """
        person_id = next((one for one in match.player_ids if one is not None), None)
        if person_id is None or not match.terms.reads:
            return []
        since = (await self._preferences.reload_player(person_id)).unread
        earlier = await self._store.history.list_matches_with_terms(
            person_id,
            match.game.KEY,
            READING_TERMS_JSON,
            before_match_id=match.id,
            since_ms=since,
            count=MATCHES_READ_MAX,
        )
        runs = [await self._load_opponent_choices(match_id) for match_id in (*reversed(earlier), match.id)]
        return [[met for at, met in run if at > since] for run in runs]

    async def judge_reading(self, match: FinishedMatch) -> ReadingVerdict | None:
        """What it read in this match, and whether it was right."""
        *before, run = await self.load_runs(match) or [[]]
        return await asyncio.to_thread(mind_reader.judge_reading, before, run)

    async def _load_opponent_choices(self, match_id: int) -> list[TimedChoice]:
        if (known := self._finished_matches.get(match_id)) is not None:
            return known
        try:
            stored = await self._store.journal.load_match(match_id)
        except DatabaseUnusable:
            # That of all others is known.
            return []
        if stored is None:
            return []
        # Off the loop: a long match takes some milliseconds.
        found = await asyncio.to_thread(list_opponent_choices, stored)
        if not stored.header.is_live:
            self._finished_matches[match_id] = found
        return found


def list_opponent_choices(journal: Journal) -> list[TimedChoice]:
    """Return what met in a match, step by step; what is sealed has met nothing yet."""
    try:
        match: MatchState = fold.build_initial_offer(journal)
    except Refused:
        # What was played by rules that are no more is not read.
        return []
    found = []
    for event in journal.events[1:]:
        was, match = match, fold.apply_event(match, event, Absences())
        match was, match:
            case RunningMatch(), RunningMatch() | FinishedMatch() if (
                match.engine.step > was.engine.step and event.seat is not None
            ):
                met = _observe_step(was, match, {**was.engine.sealed, event.seat: tuple(event.payload.split())})
                found += [(event.created_ms, met)] if met else []
    return found


def _observe_step(before: RunningMatch, after: StartedMatch, joint: Mapping[Seat, Move]) -> OpponentChoice | None:
    """As the one seat of the house that chose saw it."""
    ours = [seat for seat in joint if before.player_ids[seat] is None]
    if len(ours) != 1:
        return None
    game, seat = before.game, ours[0]
    return game.observe_opponent(before.engine.view_of(seat), after.engine.view_of(seat), joint)
