"""The card of each match in its channel: one at a time, edited where it is, moved when somebody is to look.

One file, because whether a card is edited, moved or left alone hangs on the same few things that are remembered of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from bot.caches import BoundedCache
from bot.delivery.due_notifications import DueNotifications, find_people_to_ping
from bot.delivery.message_cleanup import MessageCleanup
from bot.delivery.send_recovery import record_pending_send
from bot.delivery.threads import Threads, find_starter_message
from bot.errors import DestinationUnreachable, MessageGone
from bot.matches.deadlines import PAUSE_DELAY_MS
from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch, UnreadableMatch
from bot.messenger import (
    REVEAL_CUTOFF_MS,
    MessageLocation,
    Messenger,
    SentMessage,
    edit_by_token_or_channel,
    is_too_old_to_edit,
)
from bot.preferences import Preferences
from bot.rendering.attendance import Attendance
from bot.rendering.card_renderer import CardRenderer
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.screens.match_card import must_hide_again
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS
from storage import CARD, Deadline, InteractionToken, MatchDeliveryState, PendingSend, Store

log: Final = logging.getLogger(__name__)

EDIT_INTERVAL_S: Final = 2.0
"""Seconds between two edits of a card by the token of somebody's press."""
SLOW_EDIT_FACTOR: Final = 30
"""So much slower where there is none that is young enough: such edits count."""


class ShownCard(NamedTuple):
    location: MessageLocation
    is_up_to_date: bool = True
    """Does it say there what is new?"""


class CardDelivery:
    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        preferences: Preferences,
        temporary_reveal: TemporaryReveal,
        attendance: Attendance,
        card_renderer: CardRenderer,
        message_cleanup: MessageCleanup,
        now: Callable[[], int],
        edit_interval_s: float = EDIT_INTERVAL_S,
    ) -> None:
        self.store = store
        self.messenger = messenger
        self.preferences = preferences
        self.temporary_reveal = temporary_reveal
        self.attendance = attendance
        self.card_renderer = card_renderer
        self.message_cleanup = message_cleanup
        self.threads = Threads(store, messenger, self._edit_card)
        self._now = now
        self._edit_interval_ms = round(edit_interval_s * 1000)
        self._clicked_locations: BoundedCache[int, MessageLocation] = BoundedCache()
        """Where the message of a match was when somebody clicked it; a start may not know what was posted last."""
        self._repost_requests: set[int] = set()
        """Whose board somebody wants at the bottom again."""
        self._update_requests: set[int] = set()
        """Where something else is to be read than what happened there."""
        self._departure_requests: set[int] = set()
        """Whose card says from here on that somebody has left: where it takes no edits any more, by another one."""
        self._last_edited_ms: BoundedCache[int, int] = BoundedCache()
        """When each card was edited last."""
        self._next_edit_ms: BoundedCache[int, int] = BoundedCache()
        """When one that trails its match may be edited again."""
        self._edits_at_once = False

    def remember_clicked_location(self, match_id: int, location: MessageLocation) -> None:
        """Somebody has the message of this match before them, there."""
        self._clicked_locations[match_id] = location

    def request_repost(self, match_id: int) -> None:
        """The board at the bottom, though nothing happened."""
        self._repost_requests.add(match_id)

    def request_update(self, match_id: int) -> None:
        """Something is to be said there, though nothing happened."""
        self._update_requests.add(match_id)

    def request_departure_notice(self, match_id: int) -> None:
        """Somebody who is waited for has left, and nobody calls them."""
        self._departure_requests.add(match_id)

    def seconds_until_next_edit(self, match_id: int) -> float:
        """Seconds until a card that trails its match is edited again."""
        return max(0, self._next_edit_ms.get(match_id, 0) - self._now()) / 1000

    def stop_delaying_edits(self) -> None:
        """From here on no card trails its match."""
        self._edits_at_once = True

    def has_pending_request(self, match_id: int) -> bool:
        """Is there a reason to post it, though nothing happened?"""
        return any(match_id in it for it in (self._repost_requests, self._update_requests, self._departure_requests))

    def forget_clicked_location(self, match_id: int) -> None:
        self._clicked_locations.pop(match_id, None)

    async def update_card(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> ShownCard | None:
        """Where it is, showing the newest; None where it trails, as those who play have their hands before them. It
        calls whom these calls are for and nobody else, and with it they are done.
        """
        header = state.header
        here = MessageLocation(header.channel_id, header.card_message_id or 0)
        if match.is_practice or match.is_user_installed:
            # Whoever plays has it in their hand; and abroad it changes by presses alone.
            self._repost_requests.discard(match.id)
            self._update_requests.discard(match.id)
        if match.is_practice:
            await self.temporary_reveal.open_if_new(match, last_shown)
            return ShownCard(here)
        if match.is_user_installed:
            return await self._update_user_installed_card(match, last_shown, state)
        if not (self.has_pending_request(match.id) or notifications.by_card) and (
            header.events_on_card == match.event_count
            or (header.card_message_id and self.card_renderer.looks_the_same(match, last_shown))
        ):
            return ShownCard(here)
        shown = await self._update_card_or_leave_thread(match, last_shown, state, notifications)
        self._repost_requests.discard(match.id)
        if shown:
            self._update_requests.discard(match.id)
            self._departure_requests.discard(match.id)
        return shown

    def should_edit_by_token(self, match: MatchState, state: MatchDeliveryState) -> bool:
        """Abroad: has somebody pressed the card lately, and is it behind its match, or as of a while ago?"""
        header = state.header
        pressed = next((it.issued_ms for it in state.tokens if it.message_id == header.card_message_id), 0)
        if (
            not match.is_user_installed
            or match.is_practice
            or not self._find_usable_token(state.tokens, header.card_message_id or 0)
        ):
            return False
        stale = not match.is_over and pressed > self._last_edited_ms.get(match.id, 0) + MINUTE_MS
        return header.events_on_card < match.event_count or stale

    async def _update_user_installed_card(
        self, match: MatchState, last_shown: MatchState | None, state: MatchDeliveryState
    ) -> ShownCard | None:
        """Abroad: by the newest press on it, and by nothing else; it calls nobody, and never moves."""
        header, tokens = state.header, state.tokens
        location = MessageLocation(header.channel_id, header.card_message_id or 0)
        token = self._find_usable_token(tokens, location.message_id)
        if not location.message_id:
            # What answers a command can be changed by that, too.
            location = await self._find_command_reply(match.id, location, tokens)
            token = next((it.token for it in tokens if location.message_id and not it.message_id), "")
        lifted = await self.temporary_reveal.open_if_new(match, last_shown)
        if (
            location.message_id
            and header.events_on_card == header.events_shown < match.event_count
            and self.card_renderer.looks_the_same(match, last_shown)
        ):
            return ShownCard(location)
        if token and (header.events_on_card < match.event_count or self.should_edit_by_token(match, state)):
            if self._should_delay_edit(match, last_shown, token):
                return None
            locale = await self.card_renderer.find_locale(match)
            # Nothing is opened that could not be covered again.
            covers = any(it.token == token and self._now() - it.issued_ms < REVEAL_CUTOFF_MS for it in tokens)
            scene = await self.card_renderer.render_dated_card(
                match, locale, state.departed, is_covered=not (lifted and covers)
            )
            try:
                await self.messenger.edit_by_token(token, location.message_id, scene)
            except (MessageGone, DestinationUnreachable):
                return ShownCard(location, is_up_to_date=False)
            self._last_edited_ms[match.id] = self._now()
            await self.store.cards.save_card(match.id, match.event_count, *location)
            return ShownCard(location)
        return ShownCard(location, is_up_to_date=header.events_on_card >= match.event_count)

    async def cover_card(self, match: MatchState, state: MatchDeliveryState) -> None:
        """Where it lies, however far up: what is covered at the bottom alone can be scrolled back to."""
        header = state.header
        if header.card_message_id and isinstance(match, RunningMatch) and not match.is_practice:
            locale = await self.card_renderer.find_locale(match)
            way = _find_edit_location(match, MessageLocation(header.channel_id, header.card_message_id))
            try:
                scene = await self.card_renderer.render_dated_card(match, locale, state.departed)
                # The way by which it was opened, as long as there is one: the channel may have been closed to us since.
                await self._edit_card(state.tokens, way, scene)
            except MessageGone:
                if way.channel_id and is_too_old_to_edit(way, self._now()):
                    # Whoever opened it died for an hour: another one takes its place, covered.
                    self._repost_requests.add(match.id)
            except DestinationUnreachable:
                pass

    async def _update_card_or_leave_thread(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> ShownCard | None:
        header = state.header
        try:
            location = await self._edit_or_repost(match, last_shown, state, notifications)
            return location and ShownCard(location)
        except DestinationUnreachable as lost:
            log.info("channel %d is out of reach", header.channel_id, extra={"why": lost.reason_key})
        header = await self.store.matches.load_header(match.id) or header
        if find_starter_message(header) is None:
            # Whom it was to call is called otherwise.
            last = MessageLocation(header.channel_id, header.card_message_id or 0)
            if match.is_over and last.message_id:
                # Nothing will ever change it, and it would ask for ever.
                await self.store.cleanup.add_messages(match.id, [last])
                last = MessageLocation(header.channel_id, 0)
            return ShownCard(last, is_up_to_date=False)
        # Somebody has deleted the thread, or the bot may not speak there: it goes on above.
        self._clicked_locations.pop(match.id, None)
        state = replace(state, header=await self.threads.abandon_thread(header))
        return await self._update_card_or_leave_thread(match, last_shown, state, notifications)

    async def _edit_or_repost(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> MessageLocation | None:
        header, tokens, gone = state.header, state.tokens, state.departed
        location, clicked = (
            MessageLocation(header.channel_id, header.card_message_id or 0),
            self._clicked_locations.get(match.id),
        )
        # What was clicked elsewhere lies above the thread that was made since.
        if clicked and not header.card_message_id and clicked.channel_id == header.channel_id:
            location = clicked
        if last_shown is None and not location.message_id:
            location = await self._find_command_reply(match.id, location, tokens)
        told = await find_people_to_ping(
            match, last_shown, self.attendance, was_clicked=match.id in self._clicked_locations
        )
        called = told | {
            notification.person_id for notification in await notifications.filter_still_due(notifications.by_card)
        }
        old = is_too_old_to_edit(location, self._now()) and not match.is_over
        moves = not location.message_id or bool(called) or match.id in self._repost_requests
        if not moves and self._should_delay_edit(
            match, last_shown, "" if old else self._find_usable_token(tokens, location.message_id)
        ):
            return None
        locale = await self.card_renderer.find_locale(match)
        if isinstance(match, RunningMatch) and isinstance(last_shown, Offer):
            settings = await self.preferences.load_server(match.server_id)
            location = await self.threads.enter_thread(state, location, match, locale, use_thread=settings.threads)
        ended = isinstance(match, FinishedMatch | UnreadableMatch)
        if isinstance(match, FinishedMatch | UnreadableMatch) and header.parent_channel_id is not None:
            if find_starter_message(header):
                location = await self.threads.close_thread(state, match, called, locale)
                await self.message_cleanup.delete_due_messages(match, await self.store.cleanup.list_of_match(match.id))
            # Whom it calls the thread has called.
            called = told = frozenset()
        # The end is shown where people read; what is above a thread is what they come from.
        stays = (
            not ended
            or header.parent_channel_id is not None
            or await self.messenger.fetch_last_message_id(location.channel_id) == location.message_id
        )
        if location.message_id and not called and match.id not in self._repost_requests and stays:
            with suppress(MessageGone, DestinationUnreachable):
                if old and match.id in self._departure_requests:
                    raise MessageGone
                if not old:
                    # What a thread hangs on stays where it is.
                    line = ended and header.parent_channel_id is not None
                    await self._edit_card(
                        tokens,
                        location,
                        await self.card_renderer.render_card(match, locale, called, gone),
                        even_if_old=line,
                    )
                elif not await self.messenger.message_exists(location):
                    raise MessageGone
                self._last_edited_ms[match.id] = self._now()
                return location if old else await self._reveal_for_a_moment(state, location, match, last_shown, locale)
        # Cards of a channel are posted one after the other; none of them waits for what is only edited there.
        async with self.store.hold_lock(f"channel {location.channel_id}"):
            # Whoever has chosen while we waited needs no call.
            still = {
                notification.person_id: notification.deadline
                for notification in await notifications.filter_still_due(notifications.by_card)
            }
            covered = await self.card_renderer.render_card(match, locale, told | still.keys(), gone, is_covered=True)
            posted = await self._repost_at_bottom(match, state, location, covered, still)
        self._repost_requests.discard(match.id)
        self._last_edited_ms[match.id] = self._now()
        return await self._reveal_for_a_moment(state, posted, match, last_shown, locale)

    async def _repost_at_bottom(
        self,
        match: MatchState,
        state: MatchDeliveryState,
        location: MessageLocation,
        scene: Scene,
        pinged_deadlines: Mapping[int, Deadline],
    ) -> MessageLocation:
        """To the bottom, where it calls."""
        began, posted = self._now(), state.header.events_on_card
        sent = await self._post_card(match, location, posted, scene)
        # From here on it is there, whatever becomes of the rest; and the one before is to go.
        leaves = location if location.message_id else None
        if not sent.has_requested_content and scene.pinged_ids - sent.pinged_ids:
            # An earlier attempt was interrupted, and called others. An edit calls nobody, so the rest get a new card.
            await self.store.cards.save_card(match.id, posted, *sent.location, leaves)
            missed = replace(scene, pinged_ids=scene.pinged_ids - sent.pinged_ids)
            leaves, sent = sent.location, await self._post_card(match, sent.location, posted, missed)
        if not sent.has_requested_content:
            # What is stored is what it shows: if the edit fails, the next round makes it.
            await self.store.cards.save_card(match.id, posted, *sent.location, leaves, pinged_deadlines, began)
            await self._edit_card(state.tokens, sent.location, scene)
        await self.store.cards.save_card(match.id, match.event_count, *sent.location, leaves, pinged_deadlines, began)
        return sent.location

    async def _post_card(
        self, match: MatchState, replaced: MessageLocation, events_on_card: int, scene: Scene
    ) -> SentMessage:
        """Post a new card in place of the one `before`. To repeat an interrupted attempt finds its message, even if the
        match has gone on meanwhile.
        """
        once = f"{match.id} {replaced.channel_id} {replaced.message_id} {events_on_card}"
        async with record_pending_send(self.store, PendingSend(match.id, CARD, replaced.channel_id, self._now())):
            return await self.messenger.post_message(replaced.channel_id, scene, once)

    async def _find_command_reply(
        self, match_id: int, default: MessageLocation, tokens: Iterable[InteractionToken]
    ) -> MessageLocation:
        """Whoever answered a command with it may have died before they could note where it is; it has called them."""
        for interaction_token in tokens:
            if not interaction_token.message_id and self._now() - interaction_token.issued_ms < PAUSE_DELAY_MS:
                with suppress(MessageGone, DestinationUnreachable):
                    default = self._clicked_locations[match_id] = MessageLocation(
                        default.channel_id, await self.messenger.fetch_reply_id(interaction_token.token)
                    )
                    await self.store.player_messages.save_token(
                        replace(interaction_token, message_id=default.message_id)
                    )
        return default

    def _find_usable_token(self, tokens: Iterable[InteractionToken], message_id: int) -> str:
        """Of the newest press on the card; an edit by that counts for nothing."""
        return next(
            (it.token for it in tokens if it.message_id == message_id and self._now() - it.issued_ms < PAUSE_DELAY_MS),
            "",
        )

    def _should_delay_edit(self, match: MatchState, last_shown: MatchState | None, token: str) -> bool:
        """Does it wait with the next edit? Not where everybody looks: when something begins, and when it ends."""
        if (
            self._edits_at_once
            or not isinstance(match, RunningMatch)
            or not isinstance(last_shown, RunningMatch)
            or must_hide_again(match, None)
        ):
            return False
        self._next_edit_ms[match.id] = self._last_edited_ms.get(match.id, 0) + self._edit_interval_ms * (
            1 if token else SLOW_EDIT_FACTOR
        )
        return self._now() < self._next_edit_ms[match.id]

    async def _edit_card(
        self, tokens: Iterable[InteractionToken], location: MessageLocation, scene: Scene, *, even_if_old: bool = False
    ) -> None:
        """What cannot be reached by a press is reached in its channel, as a thread that was archived."""
        await edit_by_token_or_channel(
            self.messenger,
            location,
            self._find_usable_token(tokens, location.message_id),
            scene,
            self._now(),
            even_if_old=even_if_old,
        )

    async def _reveal_for_a_moment(
        self,
        state: MatchDeliveryState,
        location: MessageLocation,
        match: MatchState,
        last_shown: MatchState | None,
        locale: str,
    ) -> MessageLocation:
        """Posted covered, so that notifications and scroll-back show backs; then open for a moment."""
        if await self.temporary_reveal.open_if_new(match, last_shown):
            with suppress(MessageGone, DestinationUnreachable):
                scene = await self.card_renderer.render_card(match, locale, frozenset(), state.departed)
                await self._edit_card(state.tokens, location, scene)
        return location


def _find_edit_location(match: MatchState, location: MessageLocation) -> MessageLocation:
    """Abroad nothing but a press leads there."""
    return MessageLocation(0, location.message_id) if match.is_user_installed else location
