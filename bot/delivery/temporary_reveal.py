"""What must be forgotten: seen for ten seconds, and covered again by a deadline in the store, whoever is there then."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from bot.caches import LruCache
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.screens.match_card import forgets
from storage import WHOLE_MATCH, Deadline, Store

REVEALED: Final = 10_000
"""Milliseconds that what must be forgotten is seen."""


class TemporaryReveal:
    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self._now = now
        self._open: LruCache[int, tuple[int, int]] = LruCache()
        """Which step of a match lies open, and until when."""
        self._falling: LruCache[int, set[Deadline]] = LruCache()
        """What is to be covered again, whoever sees it."""

    def lifted(self, match: StartedMatch) -> bool:
        """Does the table lie open now?"""
        step, until = self._open.get(match.id, (0, 0))
        return match.engine.step == step and until > self._now()

    async def lifts(self, match: MatchState, before: MatchState | None) -> bool:
        """Is it to lie open, now that it is told? Each step once, and not for longer because it is posted anew."""
        if not isinstance(match, RunningMatch) or not forgets(match, None):
            return False
        if isinstance(before, StartedMatch) and before.engine.step == match.engine.step:
            return self.lifted(match)
        until = self._now() + REVEALED
        # Before it is open: whoever starts after a crash covers at once.
        await self.store.deadlines.set_deadlines(match.id, Deadline(DeadlineKind.COVER, until, match.engine.step))
        self._open[match.id] = (match.engine.step, until)
        return True

    def due(self, deadline: Deadline) -> None:
        """The clock has spoken; whoever covers lifts it."""
        self._falling[deadline.match_id] = self._falling.get(deadline.match_id, set()) | {deadline}

    async def falls(
        self, match_id: int, card: Callable[[], Awaitable[None]], look: Callable[[Deadline], Awaitable[None]]
    ) -> bool:
        """Covers the `card`, or a `look` of somebody's own, whichever is due. What could not be covered stays to be;
        says whether there was something.
        """
        falls = match_id in self._falling
        while falling := self._falling.get(match_id):
            deadline = next(iter(falling))
            if deadline.seat == WHOLE_MATCH:
                self.fell(deadline)
                await card()
            else:
                await look(deadline)
            await self.store.deadlines.claim_and_remove(deadline)
            self._falling[match_id] = self._falling.get(match_id, set()) - {deadline}
        self._falling.pop(match_id, None)
        return falls

    def fell(self, deadline: Deadline) -> None:
        """What was opened since stays open for its own time."""
        if self._open.get(deadline.match_id, (deadline.step, 0))[0] == deadline.step:
            self._open.pop(deadline.match_id, None)

    def recalls(self, match_id: int, deadlines: Iterable[Deadline]) -> None:
        """What another process has opened, or this one before it was killed."""
        for deadline in deadlines:
            # One that has been put off is due later: then somebody covers it already.
            if (
                deadline.kind == DeadlineKind.COVER
                and deadline.seat == WHOLE_MATCH
                and deadline.due_ms <= self._now() + REVEALED
            ):
                self._open[match_id] = (deadline.step, deadline.due_ms)

    def forget(self, match_id: int) -> None:
        self._open.pop(match_id, None)
