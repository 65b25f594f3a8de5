"""Covers temporarily revealed boards when their time is up."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from bot.caches import BoundedCache
from bot.delivery.card import CardDelivery
from bot.errors import DestinationUnreachable, MessageGone
from bot.matches.model import MatchState
from bot.messenger import TOKEN_LIFETIME_MS, Messenger
from bot.preferences import Preferences
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.screens import dialogs
from storage import REVEAL, WHOLE_MATCH, Deadline, MatchDeliveryState, Store


class RevealCovering:
    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        preferences: Preferences,
        temporary_reveal: TemporaryReveal,
        card_delivery: CardDelivery,
        now: Callable[[], int],
    ) -> None:
        self.store = store
        self.messenger = messenger
        self.preferences = preferences
        self.temporary_reveal = temporary_reveal
        self.card_delivery = card_delivery
        self._now = now
        self._due: BoundedCache[int, frozenset[Deadline]] = BoundedCache()
        """By match ID: the deadlines of reveals to cover in the next refresh."""

    def schedule_cover(self, deadline: Deadline) -> None:
        self._due[deadline.match_id] = self._due.get(deadline.match_id, frozenset()) | {deadline}

    async def cover_due_boards(self, match: MatchState, card_match: MatchState, state: MatchDeliveryState) -> bool:
        """Cover the boards that are due, on the card and in private messages; return whether any were due.

        `card_match` is the match in the state that its card shows. A board that cannot be covered stays due.
        """
        was_due = match.id in self._due
        while due := self._due.get(match.id):
            deadline = next(iter(due))
            if deadline.seat == WHOLE_MATCH:
                self.temporary_reveal.close(deadline)
                await self.card_delivery.cover_card(card_match, state)
            else:
                await self._cover_private_reveals(match, deadline)
            await self.store.deadlines.claim_and_remove(deadline)
            self._due[match.id] = self._due.get(match.id, frozenset()) - {deadline}
        self._due.pop(match.id, None)
        return was_due

    async def _cover_private_reveals(self, match: MatchState, deadline: Deadline) -> None:
        """Cover the board that one player uncovered in private. Other players' private boards stay uncovered."""
        person_id = match.find_person_in_seat(deadline.seat)
        for message in await self.store.player_messages.list_of_match(match.id, REVEAL):
            if message.person_id != person_id:
                continue
            if self._now() - message.last_used_ms < TOKEN_LIFETIME_MS:
                locale = await self.preferences.load_player_locale(message.person_id)
                scene = dialogs.render_temporary_reveal_closed(match, match.find_view_seat(message.person_id), locale)
                with suppress(MessageGone, DestinationUnreachable):
                    await self.messenger.edit_by_token(message.token or "", None, scene)
            await self.store.player_messages.delete_message(message)
