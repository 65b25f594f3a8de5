"""Posts and edits standing cards: public messages that always show the current state of a lobby or a tournament."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from bot.errors import DestinationUnreachable, MessageGone, MessageTooOld
from bot.messenger import MessageLocation, Messenger
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS
from storage import StandingCard, Store

log: Final = logging.getLogger(__name__)

EDIT_INTERVAL_MS: Final = 30_000
"""The minimum time between two edits of a standing card."""
REPLACE_AFTER_MS: Final = 10 * MINUTE_MS
"""How long Discord must have refused to edit an old card before another one replaces it.

Discord allows a few edits of a message that is older than an hour, and then none for a while (error 30046).
"""


@dataclass(eq=False)
class StandingCards:
    _store: Store
    _messenger: Messenger
    _now: Callable[[], int]

    async def show_card(
        self, kind: str, subject_id: int, channel_id: int, scene: Scene, *, urgent_ms: int = 0
    ) -> StandingCard | None:
        """Post a standing card, or edit it to show `scene`. Return the card, or None if the bot cannot post there.

        A card is edited only if its content has changed and at most once in `EDIT_INTERVAL_MS`, unless it was last
        edited before the time `urgent_ms`. So call this method again until the returned card `is_up_to_date`. Raises
        `DiscordUnavailable` if Discord does not respond.
        """
        async with self._store.hold_lock(f"standing card {kind} {subject_id}"):
            card = await self._store.standing_cards.load(kind, subject_id)
            try:
                if card is None or card.channel_id != channel_id:
                    return await self._post_card(kind, subject_id, channel_id, scene, card)
                if is_up_to_date(card, scene):
                    return card
                if card.refused_ms is not None:
                    must_replace = self._now() - card.refused_ms >= REPLACE_AFTER_MS
                    return await self._post_card(kind, subject_id, channel_id, scene, card) if must_replace else card
                if self._now() - card.edited_ms < EDIT_INTERVAL_MS and card.edited_ms > urgent_ms:
                    return card
                return await self._edit_card(card, scene)
            except MessageGone:
                return await self._post_card(kind, subject_id, channel_id, scene, card)
            except DestinationUnreachable as error:
                log.info("cannot send to channel %d", channel_id, extra={"reason": error.reason_key})
                return None

    async def _edit_card(self, card: StandingCard, scene: Scene) -> StandingCard:
        edited = replace(card, content_key=compute_content_key(scene), edited_ms=self._now())
        try:
            await self._messenger.edit_message(MessageLocation(card.channel_id, card.message_id), scene)
        except MessageTooOld:
            edited = replace(card, refused_ms=self._now())
        await self._store.standing_cards.save(edited)
        return edited

    async def _post_card(
        self, kind: str, subject_id: int, channel_id: int, scene: Scene, replaced: StandingCard | None
    ) -> StandingCard | None:
        nonce_key = f"{kind} {subject_id} {channel_id} {replaced.message_id if replaced else 0}"
        try:
            sent = await self._messenger.post_message(channel_id, scene, nonce_key)
        except DestinationUnreachable as error:
            log.info("cannot send to channel %d", channel_id, extra={"reason": error.reason_key})
            return None
        # An interrupted attempt may have posted an older state.
        content_key = compute_content_key(scene) if sent.has_requested_content else ""
        card = StandingCard(kind, subject_id, *sent.location, content_key, self._now())
        await self._store.standing_cards.save(card)
        if replaced:
            with suppress(MessageGone, DestinationUnreachable):
                await self._messenger.delete_message(MessageLocation(replaced.channel_id, replaced.message_id))
        return card

    async def remove_card(self, kind: str, subject_id: int) -> None:
        """Delete a card and its message, if they exist."""
        async with self._store.hold_lock(f"standing card {kind} {subject_id}"):
            card = await self._store.standing_cards.load(kind, subject_id)
            if card is None:
                return
            with suppress(MessageGone, DestinationUnreachable):
                await self._messenger.delete_message(MessageLocation(card.channel_id, card.message_id))
            await self._store.standing_cards.delete(kind, subject_id)


def is_up_to_date(card: StandingCard, scene: Scene) -> bool:
    """Return whether a card shows this scene."""
    return card.content_key == compute_content_key(scene)


def compute_content_key(scene: Scene) -> str:
    """Return a hash of a scene, which is stored to find out later whether a card shows this scene."""
    return sha256(repr(scene).encode()).hexdigest()[:24]
