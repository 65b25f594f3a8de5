"""Posts, finds and edits the message of a card, even if a crash interrupted an earlier attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.delivery.card_state import CardTracker
from bot.delivery.send_recovery import record_pending_send
from bot.errors import DestinationUnreachable, MessageGone
from bot.matches.deadlines import PAUSE_DELAY_MS
from bot.matches.model import MatchState
from bot.messenger import MessageLocation, MessageTarget, Messenger, SentMessage, edit_by_token_or_channel
from bot.screens.scene import Scene
from storage import CARD, Deadline, InteractionToken, MatchDeliveryState, MatchHeader, PendingSend, Store


class CardPlace(NamedTuple):
    """The channel of a card, and the card's message if it has been posted."""

    channel_id: int
    message_id: int | None
    is_up_to_date: bool = True

    @property
    def message(self) -> MessageLocation | None:
        return None if self.message_id is None else MessageLocation(self.channel_id, self.message_id)

    @classmethod
    def from_header(cls, header: MatchHeader) -> CardPlace:
        return cls(header.channel_id, header.card_message_id)


@dataclass(eq=False)
class CardMessages:
    store: Store
    messenger: Messenger
    tracker: CardTracker
    _now: Callable[[], int]

    def find_usable_token(self, tokens: Iterable[InteractionToken], message_id: int | None) -> str | None:
        """Return the token of the newest click on a message, or None if there was no recent click.

        Edits with a token are preferable, because they do not count against the rate limit.
        """
        if message_id is None:
            return None
        for it in tokens:
            if it.message_id == message_id and self._now() - it.issued_ms < PAUSE_DELAY_MS:
                return it.token
        return None

    async def edit_card(
        self, tokens: Iterable[InteractionToken], location: MessageLocation, scene: Scene, *, even_if_old: bool = False
    ) -> None:
        """Edit a card, or the starter message of its thread, with a click's token if possible."""
        token = self.find_usable_token(tokens, location.message_id)
        target = MessageTarget(location.message_id, location.channel_id, token)
        await edit_by_token_or_channel(self.messenger, target, scene, self._now(), even_if_old=even_if_old)

    async def replace_card(
        self,
        match: MatchState,
        state: MatchDeliveryState,
        place: CardPlace,
        scene: Scene,
        pinged_deadlines: Mapping[int, Deadline],
    ) -> MessageLocation:
        """Post a new card, and record which message it replaces and which people it pinged.

        If an interrupted attempt already posted the card, edit that message, or ping the remaining people in another.
        """
        started_ms, events_on_card = self._now(), state.header.events_on_card
        sent = await self._post_card(match, place, events_on_card, scene)
        replaced = place.message
        if not sent.has_requested_content and scene.pinged_ids - sent.pinged_ids:
            # An interrupted attempt posted this card but did not ping everybody. Edits ping nobody, so post another.
            await self.store.cards.save_card(match.id, events_on_card, *sent.location, replaced)
            rest = replace(scene, pinged_ids=scene.pinged_ids - sent.pinged_ids)
            replaced = sent.location
            sent = await self._post_card(match, CardPlace(*sent.location), events_on_card, rest)
        if not sent.has_requested_content:
            # Record what the message shows before editing it: if the edit fails, the next refresh repeats it.
            await self.store.cards.save_card(
                match.id, events_on_card, *sent.location, replaced, pinged_deadlines, started_ms
            )
            await self.edit_card(state.tokens, sent.location, scene)
        await self.store.cards.save_card(
            match.id, match.event_count, *sent.location, replaced, pinged_deadlines, started_ms
        )
        return sent.location

    async def _post_card(self, match: MatchState, place: CardPlace, events_on_card: int, scene: Scene) -> SentMessage:
        """Post a card that replaces the one at `place`.

        If an interrupted attempt already posted a card, return that message, even if it shows an older state.
        """
        nonce_key = f"{match.id} {place.channel_id} {place.message_id or 0} {events_on_card}"
        async with record_pending_send(self.store, PendingSend(match.id, CARD, place.channel_id, self._now())):
            return await self.messenger.post_message(place.channel_id, scene, nonce_key)

    async def find_command_reply(
        self, match_id: int, place: CardPlace, tokens: Iterable[InteractionToken]
    ) -> CardPlace:
        """Return the place of a card sent in response to a command, or `place` if there is none.

        A process may have died after sending the card but before storing its location.
        """
        for token in tokens:
            if token.message_id is None and self._now() - token.issued_ms < PAUSE_DELAY_MS:
                with suppress(MessageGone, DestinationUnreachable):
                    message_id = await self.messenger.fetch_reply_id(token.token)
                    place = CardPlace(place.channel_id, message_id)
                    self.tracker.remember_clicked_location(match_id, MessageLocation(place.channel_id, message_id))
                    await self.store.player_messages.save_token(replace(token, message_id=message_id))
        return place
