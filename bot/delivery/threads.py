"""Moves a match into its own thread. Its first card becomes the thread's starter message and later shows the result."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.caches import BoundedCache
from bot.delivery.card_messages import CardMessages
from bot.errors import DestinationUnreachable, MessageGone
from bot.i18n import say
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import FinishedMatch, MatchState, RunningMatch, StartedMatch, UnreadableMatch
from bot.messenger import MessageLocation, Messenger
from bot.screens import channel_line, match_card
from bot.screens.phrases import format_mention
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS
from storage import Deadline, MatchDeliveryState, MatchHeader, Store

log: Final = logging.getLogger(__name__)

SCORE_EDIT_INTERVAL_MS: Final = MINUTE_MS
"""The minimum time between two edits that show a running match's score in the starter message of its thread."""


def find_starter_message(header: MatchHeader) -> MessageLocation | None:
    """Return the starter message of a match's thread; None if the match is not in a thread.

    A thread has the same ID as its starter message.
    """
    if header.parent_channel_id is None or not header.is_in_thread:
        return None
    return MessageLocation(header.parent_channel_id, header.channel_id)


class Threads:
    def __init__(self, store: Store, messenger: Messenger, card_messages: CardMessages, now: Callable[[], int]) -> None:
        self.store = store
        self.messenger = messenger
        self._card_messages = card_messages
        self._now = now
        self._last_score_edit_ms: BoundedCache[int, int] = BoundedCache()
        self._due_scores: BoundedCache[int, Deadline] = BoundedCache()
        """By match ID: the fired deadline of a postponed score, which the next refresh must show."""

    async def enter_thread(
        self,
        state: MatchDeliveryState,
        card: MessageLocation | None,
        match: StartedMatch,
        locale: str,
        *,
        use_thread: bool,
    ) -> int | None:
        """Create the match's thread if it has none, and return the thread's ID. Link to it in the starter message.

        Return None if the match stays in the channel, for example because the bot cannot create a thread. Repeating the
        call after a crash is safe.
        """
        header = state.header
        starter = find_starter_message(header)
        if starter is None:
            if not use_thread or match.server_id is None or card is None:
                return None
            if not self.messenger.can_create_thread(match.server_id, card.channel_id):
                # Without this check, every match would look up its players for a thread name that is not used.
                return None
            name = match_card.format_thread_name(match, await self._load_player_names(match, locale), locale)
            try:
                thread_id = await self.messenger.create_thread(card, name)
            except (MessageGone, DestinationUnreachable) as error:
                log.info("no thread could be created in channel %d", card.channel_id, extra={"reason": str(error)})
                return None
            starter = MessageLocation(card.channel_id, thread_id)
            await self.store.cards.move_to_thread(match.id, header.events_on_card, thread_id, card.channel_id)
        thread_id = starter.message_id
        # The starter message is edited before a card is posted in the thread, so that only one message has buttons.
        with suppress(MessageGone, DestinationUnreachable):
            link = channel_line.render_thread_link(match, thread_id, locale)
            await self._card_messages.edit_card(state.tokens, starter, link, even_if_old=True)
        return thread_id

    async def update_score(
        self, state: MatchDeliveryState, match: MatchState, last_shown: MatchState | None, locale: str
    ) -> None:
        """Show a changed score in the starter message of a running match's thread.

        To save requests, an edit that would follow the last one too soon is postponed. Its deadline is stored, so it
        happens even if nobody moves again, or after a crash. A starter message that is too old keeps its last score,
        because the result needs one of the few late edits.
        """
        starter = find_starter_message(state.header)
        if starter is None or not isinstance(match, RunningMatch):
            return
        if last_shown and channel_line.format_running_score(last_shown) == channel_line.format_running_score(match):
            return
        next_edit_ms = self._last_score_edit_ms.get(match.id, 0) + SCORE_EDIT_INTERVAL_MS
        if next_edit_ms > self._now():
            deadline = Deadline(DeadlineKind.SCORE_EDIT, next_edit_ms, match.engine.step)
            await self.store.deadlines.set_deadlines(match.id, deadline)
            return
        await self._edit_score(state, match, starter, locale)

    def schedule_score_edit(self, deadline: Deadline) -> None:
        self._due_scores[deadline.match_id] = deadline

    def has_due_score(self, match_id: int) -> bool:
        return match_id in self._due_scores

    async def show_due_score(self, state: MatchDeliveryState, match: MatchState, locale: str) -> None:
        """Show the score that `update_score` postponed. Call this when `has_due_score` is true."""
        deadline = self._due_scores[match.id]
        starter = find_starter_message(state.header)
        if starter and isinstance(match, RunningMatch):
            await self._edit_score(state, match, starter, locale)
        self._due_scores.pop(match.id, None)
        await self.store.deadlines.claim_and_remove(deadline)

    async def _edit_score(
        self, state: MatchDeliveryState, match: RunningMatch, starter: MessageLocation, locale: str
    ) -> None:
        with suppress(MessageGone, DestinationUnreachable):
            link = channel_line.render_thread_link(match, starter.message_id, locale)
            await self._card_messages.edit_card(state.tokens, starter, link)
        self._last_score_edit_ms[match.id] = self._now()

    async def _load_player_names(self, match: StartedMatch, locale: str) -> list[str]:
        names = []
        for person_id in match.player_ids:
            name = None
            if match.server_id and person_id:
                name = await self.messenger.fetch_member_name(match.server_id, person_id)
            names.append(name or (format_mention(None, locale) if person_id is None else say("somebody", locale)))
        return names

    async def close_thread(
        self, state: MatchDeliveryState, match: FinishedMatch | UnreadableMatch, result: Scene
    ) -> MessageLocation:
        """Show the result in the thread. Return the starter message, which becomes the card.

        The store changes the card only after the result is shown, so that a crash does not lose the result.
        """
        header = state.header
        starter = find_starter_message(header)
        assert starter
        card = MessageLocation(header.channel_id, header.card_message_id) if header.card_message_id else None
        was_edited = await self._show_result(state, card, match, result)
        replaced = None if was_edited else card
        await self.store.cards.save_card(match.id, header.events_on_card, *starter, replaced)
        return starter

    async def abandon_thread(self, header: MatchHeader) -> MatchHeader:
        """Move the match back to the parent channel, because its thread cannot be reached.

        The match's previous card and the thread's starter message are queued for deletion.
        """
        starter = find_starter_message(header)
        assert starter
        obsolete = [starter]
        if header.card_message_id:
            obsolete.append(MessageLocation(header.channel_id, header.card_message_id))
        await self.store.cards.leave_thread(header.id, header.events_on_card, starter.channel_id, obsolete)
        return replace(header, channel_id=starter.channel_id, card_message_id=None, parent_channel_id=None)

    async def _show_result(
        self, state: MatchDeliveryState, card: MessageLocation | None, match: MatchState, scene: Scene
    ) -> bool:
        """Show the result in the thread. Return True if the card was edited, or False if a new message was needed."""
        if card and not scene.pinged_ids:
            with suppress(MessageGone, DestinationUnreachable):
                await self._card_messages.edit_card(state.tokens, card, scene)
                return True
        with suppress(MessageGone, DestinationUnreachable):
            await self.messenger.post_message(state.header.channel_id, scene, f"{match.id} {match.event_count} thread")
        return False
