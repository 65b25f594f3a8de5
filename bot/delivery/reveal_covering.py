"""Covers temporarily revealed boards when their time is up."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.caches import BoundedCache
from bot.delivery.card import CardDelivery
from bot.matches.model import MatchState
from bot.rendering.temporary_reveal import TemporaryReveal
from storage import WHOLE_MATCH, Deadline, MatchDeliveryState, Store


@dataclass(eq=False)
class RevealCovering:
    store: Store
    temporary_reveal: TemporaryReveal
    card_delivery: CardDelivery
    _due: BoundedCache[int, frozenset[Deadline]] = field(default_factory=BoundedCache, init=False)
    """By match ID: the deadlines of reveals to cover in the next refresh."""

    def schedule_cover(self, deadline: Deadline) -> None:
        self._due[deadline.match_id] = self._due.get(deadline.match_id, frozenset()) | {deadline}

    async def cover_due_boards(
        self, match: MatchState, card_match: MatchState, state: MatchDeliveryState
    ) -> frozenset[Deadline]:
        """Cover the board on the card if its time is up. Return the deadlines of all reveals whose time is up.

        `card_match` is the match in the state that its card shows. A board that cannot be covered stays due. Player
        messages are covered by the refresh itself, which then calls `finish_covering`.
        """
        due = self._due.get(match.id, frozenset())
        for deadline in due:
            if deadline.seat == WHOLE_MATCH:
                self.temporary_reveal.close(deadline)
                await self.card_delivery.cover_card(card_match, state)
                await self._finish_deadline(deadline)
        return due

    async def finish_covering(self, due: frozenset[Deadline]) -> None:
        """Remove the deadlines of private reveals, once the player messages show the covered board."""
        for deadline in due:
            if deadline.seat != WHOLE_MATCH:
                await self._finish_deadline(deadline)

    async def _finish_deadline(self, deadline: Deadline) -> None:
        await self.store.deadlines.claim_and_remove(deadline)
        remaining = self._due.get(deadline.match_id, frozenset()) - {deadline}
        if remaining:
            self._due[deadline.match_id] = remaining
        else:
            self._due.pop(deadline.match_id, None)
