"""A person's earlier choices, from which the mind reader (an AI that predicts its opponent) learns their habits.

Only practice matches against the mind reader are used. The choices are not stored: they are computed from the
matches' journals, and include only what the AI's seat could see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final, TypeAlias

from bot.caches import BoundedCache
from bot.matches import fold
from bot.matches.model import FinishedMatch, RunningMatch, StartedMatch
from bot.preferences import Preferences
from games import mind_reader
from games.core import Move, Seat
from games.insight import OpponentChoice
from games.mind_reader import ReadingVerdict
from games.refused import Refused
from storage import DatabaseUnusable, Journal, Store

MATCHES_READ_MAX: Final = 20
"""How many matches are used per person and game, the latest first. People change, so older matches are ignored."""
READING_TERMS_JSON: Final = '"reads":true'
"""The part of the stored terms that identifies a match against the mind reader."""
FINISHED_CACHE_SIZE: Final = 500
"""The number of finished matches whose choices are cached. Computing the choices of twenty matches takes about 50 ms.
"""

TimedChoice: TypeAlias = tuple[int, OpponentChoice]
"""The time of a choice, in milliseconds, and the choice itself."""


class OpponentHistory:
    def __init__(self, store: Store, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._finished_matches: BoundedCache[int, list[TimedChoice]] = BoundedCache(FINISHED_CACHE_SIZE)

    async def load_choices_by_match(self, match: StartedMatch) -> list[list[OpponentChoice]]:
        """Return what the person in this match chose in it and in their earlier matches, one list per match.

        The matches are in chronological order, and this match is the last one. Choices from before the person last
        reset the mind reader are left out. The result is empty if this match is not against the mind reader.
        """
        person_id = next((player_id for player_id in match.player_ids if player_id is not None), None)
        if person_id is None or not match.terms.reads:
            return []
        since_ms = (await self._preferences.reload_player(person_id)).unread
        earlier_ids = await self._store.history.list_matches_with_terms(
            person_id,
            match.game.KEY,
            READING_TERMS_JSON,
            before_match_id=match.id,
            since_ms=since_ms,
            count=MATCHES_READ_MAX,
        )
        choices_by_match = [
            await self._load_opponent_choices(match_id) for match_id in (*reversed(earlier_ids), match.id)
        ]
        return [[choice for created_ms, choice in choices if created_ms > since_ms] for choices in choices_by_match]

    async def judge_reading(self, match: FinishedMatch) -> ReadingVerdict | None:
        """Return how well the AI predicted the person in this match, or None if too few predictions were confident."""
        *earlier, choices = await self.load_choices_by_match(match) or [[]]
        return await asyncio.to_thread(mind_reader.judge_reading, earlier, choices)

    async def _load_opponent_choices(self, match_id: int) -> list[TimedChoice]:
        if (cached := self._finished_matches.get(match_id)) is not None:
            return cached
        try:
            journal = await self._store.journal.load_match(match_id)
        except DatabaseUnusable:
            # A damaged match is skipped, so that the others can be used.
            return []
        if journal is None:
            return []
        # In a thread: folding a long match takes some milliseconds.
        choices = await asyncio.to_thread(list_opponent_choices, journal)
        if not journal.header.is_live:
            self._finished_matches[match_id] = choices
        return choices


def list_opponent_choices(journal: Journal) -> list[TimedChoice]:
    """Return the choices of the AI's opponent in a match, in order. The current step is not included."""
    try:
        replayed_events = [*fold.replay_events(journal)]
    except Refused:
        # The rules of this match are outdated.
        return []
    choices: list[TimedChoice] = []
    for before, event, after in replayed_events:
        if not isinstance(before, RunningMatch) or not isinstance(after, StartedMatch):
            continue
        if after.engine.step > before.engine.step and event.seat is not None:
            step_moves = {**before.engine.sealed, event.seat: tuple(event.payload.split())}
            choice = _observe_step(before, after, step_moves)
            if choice:
                choices.append((event.created_ms, choice))
    return choices


def _observe_step(before: RunningMatch, after: StartedMatch, step_moves: Mapping[Seat, Move]) -> OpponentChoice | None:
    """Return the opponent's choice in a step as the AI saw it, or None unless exactly one AI seat moved."""
    ai_seats = [seat for seat in step_moves if before.player_ids[seat] is None]
    if len(ai_seats) != 1:
        return None
    game, seat = before.game, ai_seats[0]
    return game.observe_opponent(before.engine.view_of(seat), after.engine.view_of(seat), step_moves)
