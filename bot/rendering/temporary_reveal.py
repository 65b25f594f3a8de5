"""Temporary reveals: a board that players must memorize is open for ten seconds, then covered again.

The time to cover it is a deadline in the store, so any process covers it, also after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bot.caches import BoundedCache
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.screens.match_card import must_hide_again
from storage import WHOLE_MATCH, Deadline, Store

REVEAL_DURATION_MS: Final = 10_000


class TemporaryReveal:
    """Knows which boards are open to everybody right now."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self._now = now
        self._open: BoundedCache[int, tuple[int, int]] = BoundedCache()
        """By match id: the step that is open, and until when."""

    def is_open(self, match: StartedMatch) -> bool:
        step, until = self._open.get(match.id, (0, 0))
        return match.engine.step == step and until > self._now()

    async def open_if_new(self, match: MatchState, before: MatchState | None) -> bool:
        """Open the board of a step that is about to be shown for the first time; return whether it is open.

        Each step opens once. Posting its card again does not prolong it.
        """
        if not isinstance(match, RunningMatch) or not must_hide_again(match, None):
            return False
        if isinstance(before, StartedMatch) and before.engine.step == match.engine.step:
            return self.is_open(match)
        until = self._now() + REVEAL_DURATION_MS
        # Stored before the board is shown: after a crash another process covers it.
        await self.store.deadlines.set_deadlines(
            match.id, Deadline(DeadlineKind.COVER_REVEAL, until, match.engine.step)
        )
        self._open[match.id] = (match.engine.step, until)
        return True

    def close(self, deadline: Deadline) -> None:
        """Close the board this deadline was set for; a board of a later step stays open for its own time."""
        if self._open.get(deadline.match_id, (deadline.step, 0))[0] == deadline.step:
            self._open.pop(deadline.match_id, None)

    def restore(self, match_id: int, deadlines: Iterable[Deadline]) -> None:
        """Learn from the stored deadlines what another process opened, or this one before a restart."""
        for deadline in deadlines:
            # A postponed deadline is due later than that: another process is covering the board already.
            if (
                deadline.kind == DeadlineKind.COVER_REVEAL
                and deadline.seat == WHOLE_MATCH
                and deadline.due_ms <= self._now() + REVEAL_DURATION_MS
            ):
                self._open[match_id] = (deadline.step, deadline.due_ms)

    def forget_match(self, match_id: int) -> None:
        self._open.pop(match_id, None)
