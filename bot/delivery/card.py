"""Decides how to bring a match's card up to date: by an edit, or by a new card at the bottom of the channel."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.card_messages import CardMessages, CardPlace
from bot.delivery.card_state import CardFacts, CardState, CardTracker
from bot.delivery.due_notifications import DueNotifications, find_people_to_ping
from bot.delivery.message_cleanup import MessageCleanup
from bot.delivery.threads import Threads, find_starter_message
from bot.errors import DestinationUnreachable, MessageGone
from bot.matches.model import ClosedMatch, FinishedMatch, MatchState, Offer, RunningMatch, UnreadableMatch
from bot.messenger import (
    REVEAL_CUTOFF_MS,
    MessageLocation,
    MessageTarget,
    Messenger,
    edit_by_token_or_channel,
    is_too_old_to_edit,
)
from bot.preferences import Preferences
from bot.rendering.attendance import Attendance
from bot.rendering.card_renderer import CardRenderer
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.wall_clock import MINUTE_MS
from storage import MatchDeliveryState, MatchHeader, Store

log: Final = logging.getLogger(__name__)


@dataclass(eq=False)
class CardDelivery:
    store: Store
    messenger: Messenger
    preferences: Preferences
    tracker: CardTracker
    temporary_reveal: TemporaryReveal
    attendance: Attendance
    card_renderer: CardRenderer
    message_cleanup: MessageCleanup
    card_messages: CardMessages
    threads: Threads
    _now: Callable[[], int]

    async def update_card(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> CardPlace | None:
        """Bring the card up to date and return its place; return None if the edit has to wait (`CardState.TRAILING`).

        A new card also pings the players in `notifications` who are notified by card. Those notifications are then
        marked as done.
        """
        if not match.has_card or match.is_user_installed:
            # A user-installed card can change only after a click on it.
            self.tracker.finish_repost(match.id)
            self.tracker.finish_updates(match.id)
        if not match.has_card:
            await self.temporary_reveal.open_if_new(match, last_shown)
            return CardPlace.from_header(state.header)
        if match.is_user_installed:
            return await self._update_user_installed_card(match, last_shown, state)
        place = await self._update_or_leave_thread(match, last_shown, state, notifications)
        self.tracker.finish_repost(match.id)
        if place:
            self.tracker.finish_updates(match.id)
        return place

    async def show_due_score(self, match: MatchState, state: MatchDeliveryState) -> None:
        """Show the score in the starter message of the match's thread, if this edit was postponed and is now due."""
        if self.threads.has_due_score(match.id):
            await self.threads.show_due_score(state, match, await self.card_renderer.find_locale(match))

    async def cover_card(self, match: MatchState, state: MatchDeliveryState) -> None:
        """Edit the card to cover the board that players had to memorize.

        A new card would not do: the board would stay readable on the old card until that card is deleted.
        """
        header = state.header
        if not header.card_message_id or not isinstance(match, RunningMatch) or match.is_practice:
            return
        locale = await self.card_renderer.find_locale(match)
        try:
            scene = await self.card_renderer.render_dated_card(match, locale, state.departed)
            channel_id = None if match.is_user_installed else header.channel_id
            token = self.card_messages.find_usable_token(state.tokens, header.card_message_id)
            target = MessageTarget(header.card_message_id, channel_id, token)
            await edit_by_token_or_channel(self.messenger, target, scene, self._now())
        except MessageGone:
            if not match.is_user_installed and is_too_old_to_edit(header.card_message_id, self._now()):
                # The card became too old to edit while no process was running. Replace it with a covered one.
                self.tracker.request_repost(match.id)
        except DestinationUnreachable:
            pass

    # Cards of user-installed matches

    def can_edit_user_installed_card(self, match: MatchState, state: MatchDeliveryState) -> bool:
        """Return whether the card of a user-installed match should be edited, and a recent click makes this possible.

        The card should be edited if it is behind its match, or if the click came over a minute after the last edit.
        """
        header = state.header
        if not match.is_user_installed or match.is_practice:
            return False
        if not self.card_messages.find_usable_token(state.tokens, header.card_message_id):
            return False
        pressed_ms = next(it.issued_ms for it in state.tokens if it.message_id == header.card_message_id)
        is_stale = not match.is_over and pressed_ms > self.tracker.last_edited_ms(match.id) + MINUTE_MS
        return header.events_on_card < match.event_count or is_stale

    async def _update_user_installed_card(
        self, match: MatchState, last_shown: MatchState | None, state: MatchDeliveryState
    ) -> CardPlace | None:
        """Edit the card of a user-installed match, if the token of a recent click on the card makes this possible.

        The bot is not on the server, so it cannot post. Such a card therefore never moves and pings nobody.
        """
        header, tokens = state.header, state.tokens
        place = CardPlace.from_header(header)
        if place.message_id is None:
            # A crash may have kept the card from being stored, but each click on the card stores its ID.
            place = place._replace(message_id=next((it.message_id for it in tokens if it.message_id), None))
        token = self.card_messages.find_usable_token(tokens, place.message_id)
        if place.message_id is None:
            place = await self.card_messages.find_command_reply(match.id, place, tokens)
            # The card is the response to a command, so the token of this command can edit it.
            token = next((it.token for it in tokens if place.message_id and not it.message_id), None)
        is_open = await self.temporary_reveal.open_if_new(match, last_shown)
        if (
            place.message_id is not None
            and header.events_on_card == header.events_shown < match.event_count
            and self.card_renderer.looks_the_same(match, last_shown)
        ):
            return place
        is_behind = header.events_on_card < match.event_count
        if not token or place.message_id is None or not (is_behind or self.can_edit_user_installed_card(match, state)):
            return place._replace(is_up_to_date=not is_behind)
        if self.tracker.should_delay_edit(match, last_shown):
            return None
        can_cover_in_time = any(it.token == token and self._now() - it.issued_ms < REVEAL_CUTOFF_MS for it in tokens)
        scene = await self.card_renderer.render_dated_card(
            match,
            await self.card_renderer.find_locale(match),
            state.departed,
            is_covered=not (is_open and can_cover_in_time),
        )
        try:
            await self.messenger.edit_by_token(token, place.message_id, scene)
        except (MessageGone, DestinationUnreachable):
            return place._replace(is_up_to_date=False)
        self.tracker.record_edit(match.id)
        await self.store.cards.save_card(match.id, match.event_count, place.channel_id, place.message_id)
        return place

    # Cards on servers with the bot

    async def _update_or_leave_thread(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> CardPlace | None:
        """Update the card; if its thread cannot be reached, continue the match in the parent channel."""
        try:
            return await self._update_in_channel(match, last_shown, state, notifications)
        except DestinationUnreachable as error:
            log.info("cannot send to channel %d", state.header.channel_id, extra={"reason": error.reason_key})
        header = await self.store.matches.load_header(match.id) or state.header
        if find_starter_message(header):
            self.tracker.forget_clicked_location(match.id)
            state = replace(state, header=await self.threads.abandon_thread(header))
            return await self._update_or_leave_thread(match, last_shown, state, notifications)
        # Players whom this card should ping are notified by direct message instead.
        place = CardPlace.from_header(header)
        if match.is_over and place.message:
            # The card cannot show the result. Give it up, so that later refreshes do not try to update it.
            await self.store.cleanup.add_messages(match.id, [place.message])
            place = CardPlace(place.channel_id, None)
        return place._replace(is_up_to_date=False)

    async def _update_in_channel(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> CardPlace | None:
        header = state.header
        place = await self._find_place(match, last_shown, state)
        announced_to = await find_people_to_ping(
            match,
            last_shown,
            self.attendance,
            was_clicked=self.tracker.find_clicked_location(match.id) is not None,
        )
        due = await notifications.filter_still_due(notifications.by_card)
        pinged_ids = announced_to | {it.person_id for it in due}
        is_behind = header.events_on_card != match.event_count
        # Comparing two cards takes long, so do it only if nothing else requires an update.
        if is_behind and header.card_message_id and not pinged_ids and not self.tracker.has_request(match.id):
            is_behind = not self.card_renderer.looks_the_same(match, last_shown)
        facts = CardFacts(
            place.message_id,
            is_behind=is_behind,
            has_pings=bool(pinged_ids),
            has_token=bool(self.card_messages.find_usable_token(state.tokens, place.message_id)),
            is_in_thread=header.parent_channel_id is not None,
        )
        match self.tracker.find_state(match, last_shown, facts):
            case CardState.CURRENT:
                return CardPlace.from_header(header)
            case CardState.TRAILING:
                return None
        locale = await self.card_renderer.find_locale(match)
        if place.message and isinstance(match, ClosedMatch) and not isinstance(match, UnreadableMatch):
            return await self._close_offer_card(match, state, place.message, locale)
        if isinstance(match, RunningMatch) and isinstance(last_shown, Offer):
            settings = await self.preferences.load_server(match.server_id)
            place = await self._enter_thread(match, state, place, locale, use_thread=settings.threads)
        elif isinstance(match, FinishedMatch | UnreadableMatch):
            if starter := find_starter_message(header):
                result = await self.card_renderer.render_last_message_in_thread(match, starter, locale, pinged_ids)
                place = CardPlace(*await self.threads.close_thread(state, match, result))
                await self.message_cleanup.delete_due_messages(match, await self.store.cleanup.list_of_match(match.id))
            if header.parent_channel_id is not None:
                # The result posted in the thread has already pinged everybody.
                pinged_ids = announced_to = frozenset()
        facts = replace(
            facts,
            message_id=place.message_id,
            has_pings=bool(pinged_ids),
            must_be_last=await self._must_move_result_down(match, header, place),
        )
        await self.threads.update_score(state, match, last_shown, locale)
        card_state = self.tracker.find_state(match, last_shown, facts)
        if card_state not in {CardState.UNPOSTED, CardState.MOVING} and await self._update_in_place(
            match, last_shown, state, place, locale, is_expired=card_state is CardState.EXPIRED
        ):
            return place
        return await self._post_at_bottom(match, last_shown, state, place, locale, announced_to, notifications)

    async def _close_offer_card(
        self, match: ClosedMatch, state: MatchDeliveryState, message: MessageLocation, locale: str
    ) -> CardPlace:
        """Edit the card to say that the offer was closed, even if it is old. If that fails, queue it for deletion.

        The card is not posted again, because nobody has to see that an offer was closed.
        """
        scene = await self.card_renderer.render_card(match, locale, frozenset(), state.departed)
        try:
            await self.card_messages.edit_card(state.tokens, message, scene, even_if_old=True)
        except (MessageGone, DestinationUnreachable):
            await self.store.cards.save_card(match.id, match.event_count, message.channel_id, None, message)
            return CardPlace(message.channel_id, None)
        return CardPlace(*message)

    async def _find_place(
        self, match: MatchState, last_shown: MatchState | None, state: MatchDeliveryState
    ) -> CardPlace:
        """Return the card's place. If no message is stored, look for one that a crash kept from being stored."""
        header = state.header
        place = CardPlace.from_header(header)
        if place.message_id is not None:
            return place
        clicked = self.tracker.find_clicked_location(match.id)
        # A message clicked in another channel is the one above the thread, not the card.
        if clicked and clicked.channel_id == header.channel_id:
            return CardPlace(*clicked)
        if last_shown is None:
            return await self.card_messages.find_command_reply(match.id, place, state.tokens)
        return place

    async def _enter_thread(
        self, match: RunningMatch, state: MatchDeliveryState, place: CardPlace, locale: str, *, use_thread: bool
    ) -> CardPlace:
        """Move a starting match into a thread if possible, and return the place for its card.

        A place in a thread has no message, because no card has been posted there yet.
        """
        thread_id = await self.threads.enter_thread(state, place.message, match, locale, use_thread=use_thread)
        return place if thread_id is None else CardPlace(thread_id, None)

    async def _must_move_result_down(self, match: MatchState, header: MatchHeader, place: CardPlace) -> bool:
        """Return whether to post a result at the bottom of the channel, because newer messages follow the card.

        A card above a thread never moves, because the thread belongs to that message.
        """
        return (
            isinstance(match, FinishedMatch | UnreadableMatch)
            and header.parent_channel_id is None
            and await self.messenger.fetch_last_message_id(place.channel_id) != place.message_id
        )

    async def _update_in_place(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        place: CardPlace,
        locale: str,
        *,
        is_expired: bool,
    ) -> bool:
        """Edit the card, or leave it unchanged if it is too old to edit. Return False if a new card must replace it."""
        assert place.message
        try:
            if is_expired:
                if self.tracker.must_announce_departure(match.id):
                    return False
                if not await self.messenger.message_exists(place.message):
                    return False
                self.tracker.record_edit(match.id)
                return True
            # The message above a thread cannot be replaced, so the result is edited in even if the message is old.
            is_above_thread = match.is_over and state.header.parent_channel_id is not None
            scene = await self.card_renderer.render_card_in_channel(
                match, locale, frozenset(), state.departed, was_in_thread=is_above_thread
            )
            await self.card_messages.edit_card(state.tokens, place.message, scene, even_if_old=is_above_thread)
            self.tracker.record_edit(match.id)
            await self._show_temporary_reveal(match, last_shown, state, place.message, locale)
        except (MessageGone, DestinationUnreachable):
            return False
        return True

    async def _post_at_bottom(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        place: CardPlace,
        locale: str,
        announced_to: frozenset[int],
        notifications: DueNotifications,
    ) -> CardPlace:
        # Only one process at a time posts in a channel, so that its cards appear in order. Edits need no lock.
        async with self.store.hold_lock(f"channel {place.channel_id}"):
            # Players who moved while we waited for the lock need no ping.
            due = await notifications.filter_still_due(notifications.by_card)
            pinged_deadlines = {it.person_id: it.deadline for it in due}
            # The card is posted covered, so that push notifications do not show a board that must be hidden later.
            scene = await self.card_renderer.render_card_in_channel(
                match,
                locale,
                announced_to | pinged_deadlines.keys(),
                state.departed,
                is_covered=True,
                was_in_thread=state.header.parent_channel_id is not None,
            )
            message = await self.card_messages.replace_card(match, state, place, scene, pinged_deadlines)
        self.tracker.finish_repost(match.id)
        self.tracker.record_edit(match.id)
        await self._show_temporary_reveal(match, last_shown, state, message, locale)
        return CardPlace(*message)

    async def _show_temporary_reveal(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        location: MessageLocation,
        locale: str,
    ) -> None:
        """Uncover the board on the card for ten seconds, if players must memorize the board of a new step."""
        if await self.temporary_reveal.open_if_new(match, last_shown):
            with suppress(MessageGone, DestinationUnreachable):
                scene = await self.card_renderer.render_card(match, locale, frozenset(), state.departed)
                await self.card_messages.edit_card(state.tokens, location, scene)
