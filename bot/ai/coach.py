"""Who looks back: matches that are over go to the minds one after the other, each once, and what was said is kept."""

from __future__ import annotations

import asyncio
import logging
import time
import zlib
from collections.abc import Awaitable, Iterable
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from functools import partial
from typing import Final

from pydantic import TypeAdapter, ValidationError

from bot.ai.workers import AiWorkers
from bot.caches import BoundedCache, SingleFlightCache
from bot.matches import export
from bot.matches.cache import MatchCache
from bot.matches.model import FinishedMatch, StartedMatch
from games.coach import COACH_EDITION
from games.refused import Refused
from games.review import Review
from storage import DatabaseUnusable, Journal, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

REVIEW_CACHE_SIZE: Final = 32
"""Reviews of matches that somebody has just looked back upon."""
PENDING_REVIEWS_MAX: Final = 16
"""So many matches wait for the coach at the most, most of them for a second or two; of others the score tells
meanwhile.
"""
REVIEW_TIMEOUT_S: Final = 4.0
"""Seconds that somebody waits for the coach; then the score tells, and they may look again."""
BACKLOG_PAUSE_FACTOR: Final = 3
"""So many times as long as a match took it does nothing before the next that nobody waits for."""
BACKLOG_SIZE: Final = 500
"""So many are still to be looked at while nobody waits; what is more is asked for again."""
_REVIEW_ADAPTER: Final = TypeAdapter(Review)


class Coach:
    def __init__(self, matches: MatchCache, store: Store, ai_workers: AiWorkers) -> None:
        self._matches = matches
        self._store = store
        self._ai_workers = ai_workers
        self._reviews: SingleFlightCache[int, Review] = SingleFlightCache(REVIEW_CACHE_SIZE)
        self._review_slot = asyncio.Semaphore(1)
        self._pending_match_ids: set[int] = set()
        """The matches that are to be thought of because somebody looks."""
        self._backlog: BoundedCache[int, None] = BoundedCache(BACKLOG_SIZE)
        self._backlog_task: asyncio.Task[None] | None = None

    async def review_match(self, match: StartedMatch, journal: Journal) -> Review | None:
        """Of a match that is over, by a game that can tell; in the processes that think, one after the other."""
        if not match.is_over or not match.game.can_judge:
            return None
        if len(self._pending_match_ids - {match.id}) >= PENDING_REVIEWS_MAX:
            return None
        self._pending_match_ids.add(match.id)
        try:
            async with asyncio.timeout(REVIEW_TIMEOUT_S):
                review = await self._get_shared_review(match, journal, self._review_slot)
        except TimeoutError:
            return None
        except LookupError:
            review = None
        self._pending_match_ids.discard(match.id)
        return review

    def is_review_pending(self, match_id: int) -> bool:
        """Is it thought of, or about to be?"""
        return match_id in self._pending_match_ids

    def _get_shared_review(
        self, match: StartedMatch, journal: Journal, slot: AbstractAsyncContextManager[object]
    ) -> Awaitable[Review]:
        """Whoever is first to ask for a match, all others hear what comes of that."""
        return self._reviews.get_or_make(match.id, partial(self._review_in_slot, match, journal, slot))

    async def _review_in_slot(
        self, match: StartedMatch, journal: Journal, slot: AbstractAsyncContextManager[object]
    ) -> Review:
        try:
            async with slot:
                return await self._load_or_compute_review(match, journal)
        finally:
            self._pending_match_ids.discard(match.id)

    async def _load_or_compute_review(self, match: StartedMatch, journal: Journal) -> Review:
        told = await self._store.results.load_review(match.id, COACH_EDITION)
        if told and (kept := await asyncio.to_thread(unpack_review, told)):
            return kept
        review = await self._ai_workers.review_match(await asyncio.to_thread(export.build_record, journal))
        if review is None:
            # Not kept: whoever looks again may have more luck.
            raise LookupError(match.id)
        shares = (
            []
            if None in match.player_ids
            else [(way.luck, way.play) for way in map(review.compute_balance, review.seats)]
        )
        # Who only wants to look is not kept from it by a store that is busy.
        with suppress(StoreUnavailable):
            await self._store.results.save_review(
                match.id, COACH_EDITION, await asyncio.to_thread(pack_review, review), shares
            )
        return review

    def add_to_backlog(self, match_ids: Iterable[int]) -> None:
        """These, too, as soon as nobody waits: the last that were asked for first, with a pause after each."""
        for match_id in match_ids:
            self._backlog[match_id] = None
        if self._backlog and (self._backlog_task is None or self._backlog_task.done()):
            self._backlog_task = asyncio.create_task(self._review_backlog(), name="coach")

    async def wait_for_backlog(self) -> None:
        """When nothing is left of it."""
        if self._backlog_task:
            await self._backlog_task

    async def _review_backlog(self) -> None:
        while self._backlog:
            match_id, _ = self._backlog.popitem()
            began = time.monotonic()
            try:
                match = await self._matches.find_match(match_id)
                if isinstance(match, FinishedMatch):
                    # Bit by bit: whoever opens a door meanwhile does not wait for its end.
                    await self._get_shared_review(match, await self._matches.load_journal(match_id), nullcontext())
            except (DatabaseUnusable, LookupError, Refused, StoreUnavailable):
                # Whoever looks for it finds it missing, and asks again.
                log.info("match %d is not looked back upon", match_id)
            await asyncio.sleep(BACKLOG_PAUSE_FACTOR * (time.monotonic() - began))


def pack_review(review: Review) -> bytes:
    """Return the review as the store keeps it."""
    return zlib.compress(_REVIEW_ADAPTER.dump_json(review), 9)


def unpack_review(packed: bytes) -> Review | None:
    """Nothing, where they cannot be read: the coach can judge the match again."""
    try:
        return _REVIEW_ADAPTER.validate_json(zlib.decompress(packed))
    except (zlib.error, ValidationError):
        return None
