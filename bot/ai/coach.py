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
from bot.caches import LruCache, OnceCache
from bot.matches import export
from bot.matches.cache import MatchCache
from bot.matches.model import FinishedMatch, StartedMatch
from games.coach import COACH_EDITION
from games.refused import Refused
from games.review import Review
from storage import DatabaseUnusable, Journal, Store, StoreUnavailable

log: Final = logging.getLogger(__name__)

KEPT: Final = 32
"""Reviews of matches that somebody has just looked back upon."""
CROWD: Final = 16
"""So many matches wait for the coach at the most, most of them for a second or two; of others the score tells
meanwhile.
"""
SOON: Final = 4.0
"""Seconds that somebody waits for the coach; then the score tells, and they may look again."""
PAUSE: Final = 3
"""So many times as long as a match took it does nothing before the next that nobody waits for."""
BEHIND: Final = 500
"""So many are still to be looked at while nobody waits; what is more is asked for again."""
_REVIEW: Final = TypeAdapter(Review)


class Coach:
    def __init__(self, matches: MatchCache, store: Store, ai_workers: AiWorkers) -> None:
        self._matches = matches
        self._store = store
        self._ai_workers = ai_workers
        self._reviews: OnceCache[int, Review] = OnceCache(KEPT)
        self._room = asyncio.Semaphore(1)
        self._waiting: set[int] = set()
        """The matches that are to be thought of because somebody looks."""
        self._behind: LruCache[int, None] = LruCache(BEHIND)
        self._catching: asyncio.Task[None] | None = None

    async def review(self, match: StartedMatch, stored: Journal) -> Review | None:
        """Of a match that is over, by a game that can tell; in the processes that think, one after the other."""
        if not match.is_over or not match.game.can_judge:
            return None
        if len(self._waiting - {match.id}) >= CROWD:
            return None
        self._waiting.add(match.id)
        try:
            async with asyncio.timeout(SOON):
                review = await self._told(match, stored, self._room)
        except TimeoutError:
            return None
        except LookupError:
            review = None
        self._waiting.discard(match.id)
        return review

    def thinks(self, match_id: int) -> bool:
        """Is it thought of, or about to be?"""
        return match_id in self._waiting

    def _told(
        self, match: StartedMatch, stored: Journal, room: AbstractAsyncContextManager[object]
    ) -> Awaitable[Review]:
        """Whoever is first to ask for a match, all others hear what comes of that."""
        return self._reviews.of(match.id, partial(self._debriefed, match, stored, room))

    async def _debriefed(
        self, match: StartedMatch, stored: Journal, room: AbstractAsyncContextManager[object]
    ) -> Review:
        try:
            async with room:
                return await self._looked(match, stored)
        finally:
            self._waiting.discard(match.id)

    async def _looked(self, match: StartedMatch, stored: Journal) -> Review:
        told = await self._store.results.load_review(match.id, COACH_EDITION)
        if told and (kept := await asyncio.to_thread(unpack_review, told)):
            return kept
        review = await self._ai_workers.debriefed(await asyncio.to_thread(export.record, stored))
        if review is None:
            # Not kept: whoever looks again may have more luck.
            raise LookupError(match.id)
        shares = (
            [] if None in match.people else [(way.luck, way.play) for way in map(review.compute_balance, review.seats)]
        )
        # Who only wants to look is not kept from it by a store that is busy.
        with suppress(StoreUnavailable):
            await self._store.results.save_review(
                match.id, COACH_EDITION, await asyncio.to_thread(pack_review, review), shares
            )
        return review

    def catch_up(self, matches: Iterable[int]) -> None:
        """These, too, as soon as nobody waits: the last that were asked for first, with a pause after each."""
        for match_id in matches:
            self._behind[match_id] = None
        if self._behind and (self._catching is None or self._catching.done()):
            self._catching = asyncio.create_task(self._catch_up(), name="coach")

    async def caught_up(self) -> None:
        """When nothing is left of it."""
        if self._catching:
            await self._catching

    async def _catch_up(self) -> None:
        while self._behind:
            match_id, _ = self._behind.popitem()
            began = time.monotonic()
            try:
                match = await self._matches.find_match(match_id)
                if isinstance(match, FinishedMatch):
                    # Bit by bit: whoever opens a door meanwhile does not wait for its end.
                    await self._told(match, await self._matches.journal(match_id), nullcontext())
            except (DatabaseUnusable, LookupError, Refused, StoreUnavailable):
                # Whoever looks for it finds it missing, and asks again.
                log.info("match %d is not looked back upon", match_id)
            await asyncio.sleep(PAUSE * (time.monotonic() - began))


def pack_review(review: Review) -> bytes:
    """Return the review as the store keeps it."""
    return zlib.compress(_REVIEW.dump_json(review), 9)


def unpack_review(notes: bytes) -> Review | None:
    """Nothing, where they cannot be read: the coach can judge the match again."""
    try:
        return _REVIEW.validate_json(zlib.decompress(notes))
    except (zlib.error, ValidationError):
        return None
