"""Temporary reveals: a board that players must memorize is open for ten seconds, and then covered again.

The time to cover the board is stored as a deadline, so any process can cover it, even after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from bot.caches import BoundedCache
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import MatchState, RunningMatch, StartedMatch
from bot.screens.match_card import must_hide_again
from games.core import Seat
from storage import WHOLE_MATCH, Deadline, Store

REVEAL_DURATION_MS: Final = 10_000


def find_private_reveals(match: StartedMatch, deadlines: Iterable[Deadline], now_ms: int) -> frozenset[Seat]:
    """Return the seats that have opened the board for themselves and whose ten seconds are not over.

    This depends only on stored data, so any process shows the open board, and covers it in time.
    """
    return match.seats_that_opened_reveal.intersection(
        deadline.seat
        for deadline in deadlines
        if deadline.kind == DeadlineKind.COVER_REVEAL
        and deadline.step == match.engine.step
        # A later due time means that the deadline was postponed: a process is already covering the board.
        and now_ms < deadline.due_ms <= now_ms + REVEAL_DURATION_MS
    )


class TemporaryReveal:
    """Keeps track of the boards that are open to everybody at the moment."""

    def __init__(self, store: Store, now: Callable[[], int]) -> None:
        self.store = store
        self._now = now
        self._open: BoundedCache[int, tuple[int, int]] = BoundedCache()
        """Maps each match ID to the step whose board is open, and to the time when the board must be covered again."""

    def is_open(self, match: StartedMatch) -> bool:
        step, until = self._open.get(match.id, (0, 0))
        return match.engine.step == step and until > self._now()

    async def open_if_new(self, match: MatchState, before: MatchState | None) -> bool:
        """Open the board if players must memorize it and its step was not shown before. Return whether it is open.

        A step's board is opened only once. Posting the card again does not keep the board open for longer.
        """
        if not isinstance(match, RunningMatch) or not must_hide_again(match, None):
            return False
        if isinstance(before, StartedMatch) and before.engine.step == match.engine.step:
            return self.is_open(match)
        until = self._now() + REVEAL_DURATION_MS
        # The deadline is stored before the board is shown, so that another process covers the board after a crash.
        await self.store.deadlines.set_deadlines(
            match.id, Deadline(DeadlineKind.COVER_REVEAL, until, match.engine.step)
        )
        self._open[match.id] = (match.engine.step, until)
        return True

    def close(self, deadline: Deadline) -> None:
        """Mark the board of the deadline's step as covered. The board of a later step stays open."""
        if self._open.get(deadline.match_id, (deadline.step, 0))[0] == deadline.step:
            self._open.pop(deadline.match_id, None)

    def restore(self, match_id: int, deadlines: Iterable[Deadline]) -> None:
        """Mark a match's board as open if a stored deadline says so, because another process may have opened it."""
        for deadline in deadlines:
            # A later due time means that the deadline was postponed: another process is already covering the board.
            if (
                deadline.kind == DeadlineKind.COVER_REVEAL
                and deadline.seat == WHOLE_MATCH
                and deadline.due_ms <= self._now() + REVEAL_DURATION_MS
            ):
                self._open[match_id] = (deadline.step, deadline.due_ms)

    def forget_match(self, match_id: int) -> None:
        self._open.pop(match_id, None)
