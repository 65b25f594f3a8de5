"""Reviews of finished matches: each match is reviewed once, and the store keeps the result."""

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
"""The number of recently requested reviews that are kept in memory."""
PENDING_REVIEWS_MAX: Final = 16
"""How many matches may wait for a review at once. Most of them wait only for a second or two. While the queue is full,
players of other matches see only the score.
"""
REVIEW_TIMEOUT_S: Final = 4.0
"""How long a player waits for a review. After that, they see the score until the review is ready."""
BACKLOG_PAUSE_FACTOR: Final = 3
"""How long the coach pauses after each match of the backlog, as a multiple of the time that the review took."""
BACKLOG_SIZE: Final = 500
"""The maximum number of matches in the backlog. A match that is dropped is added again when its review is needed."""
_REVIEW_ADAPTER: Final = TypeAdapter(Review)


class Coach:
    def __init__(self, matches: MatchCache, store: Store, ai_workers: AiWorkers) -> None:
        self._matches = matches
        self._store = store
        self._ai_workers = ai_workers
        self._reviews: SingleFlightCache[int, Review] = SingleFlightCache(REVIEW_CACHE_SIZE)
        self._review_slot = asyncio.Semaphore(1)
        self._pending_match_ids: set[int] = set()
        """Matches whose reviews somebody is waiting for."""
        self._backlog: BoundedCache[int, None] = BoundedCache(BACKLOG_SIZE)
        self._backlog_task: asyncio.Task[None] | None = None

    async def review_match(self, match: StartedMatch, journal: Journal) -> Review | None:
        """Return the review of a finished match.

        Returns None if the game has no coach, the review takes too long, or too many matches are waiting.
        """
        if not match.is_over or not match.game.can_judge:
            return None
        if len(self._pending_match_ids - {match.id}) >= PENDING_REVIEWS_MAX:
            return None
        self._pending_match_ids.add(match.id)
        try:
            async with asyncio.timeout(REVIEW_TIMEOUT_S):
                review = await self.wait_for_review(match, journal)
        except TimeoutError:
            return None
        self._pending_match_ids.discard(match.id)
        return review

    async def wait_for_review(self, match: StartedMatch, journal: Journal) -> Review | None:
        """Wait as long as it takes for a pending review. Returns None if the review fails."""
        try:
            return await self._get_shared_review(match, journal, self._review_slot)
        except LookupError:
            return None

    def is_review_pending(self, match_id: int) -> bool:
        """Return whether somebody is waiting for the review of this match."""
        return match_id in self._pending_match_ids

    def _get_shared_review(
        self, match: StartedMatch, journal: Journal, slot: AbstractAsyncContextManager[object]
    ) -> Awaitable[Review]:
        """Return an awaitable for the review of a match. Callers that ask at the same time share one computation."""
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
        packed = await self._store.results.load_review(match.id, COACH_EDITION)
        if packed and (stored := await asyncio.to_thread(unpack_review, packed)):
            return stored
        review = await self._ai_workers.review_match(await asyncio.to_thread(export.build_record, journal))
        if review is None:
            # An exception is not cached, so the next request tries again.
            raise LookupError(match.id)
        shares = (
            []
            if None in match.player_ids
            else [(balance.luck, balance.play) for balance in map(review.compute_balance, review.seats)]
        )
        # The review can be shown even if the store is unavailable.
        with suppress(StoreUnavailable):
            await self._store.results.save_review(
                match.id, COACH_EDITION, await asyncio.to_thread(pack_review, review), shares
            )
        return review

    def add_to_backlog(self, match_ids: Iterable[int]) -> None:
        """Review these matches in the background, the most recently added first, with a pause after each match."""
        for match_id in match_ids:
            self._backlog[match_id] = None
        if self._backlog and (self._backlog_task is None or self._backlog_task.done()):
            self._backlog_task = asyncio.create_task(self._review_backlog(), name="coach")

    async def wait_for_backlog(self) -> None:
        """Wait until the backlog is empty."""
        if self._backlog_task:
            await self._backlog_task

    async def _review_backlog(self) -> None:
        while self._backlog:
            match_id, _ = self._backlog.popitem()
            start_s = time.monotonic()
            try:
                match = await self._matches.find_match(match_id)
                if isinstance(match, FinishedMatch):
                    # The backlog does not use the slot, so that a player who requests a review does not wait for it.
                    await self._get_shared_review(match, await self._matches.load_journal(match_id), nullcontext())
            except (DatabaseUnusable, LookupError, Refused, StoreUnavailable):
                # The match is added again the next time somebody needs its review.
                log.info("match %d could not be reviewed", match_id)
            await asyncio.sleep(BACKLOG_PAUSE_FACTOR * (time.monotonic() - start_s))


def pack_review(review: Review) -> bytes:
    """Return the review as compressed JSON for the store."""
    return zlib.compress(_REVIEW_ADAPTER.dump_json(review), 9)


def unpack_review(packed: bytes) -> Review | None:
    """Return a stored review, or None if it cannot be read and must be computed again."""
    try:
        return _REVIEW_ADAPTER.validate_json(zlib.decompress(packed))
    except (zlib.error, ValidationError):
        return None
