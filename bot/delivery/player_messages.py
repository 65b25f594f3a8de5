"""Keeps a match's player messages up to date: opens missing ones, edits outdated ones and pauses idle ones.

A person has at most one ephemeral message per match. When a typed move opens a new one, the older one is deleted. This
module also edits or deletes the messages of matches and offers that are over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from bot.delivery.staggered import run_staggered
from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.matches.cache import MatchCache
from bot.matches.deadlines import PAUSE_DELAY_MS, DeadlineKind, build_pause_deadline
from bot.matches.model import ClosedMatch, FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.messenger import (
    REVEAL_CUTOFF_MS,
    TOKEN_LIFETIME_MS,
    MessageTarget,
    Messenger,
    delete_by_token_or_channel,
    edit_by_token_or_channel,
    is_too_old_to_edit,
)
from bot.preferences import Preferences
from bot.rendering.player_renderer import PlayerRenderer
from bot.rendering.temporary_reveal import TemporaryReveal, find_private_reveals
from bot.screens import dialogs, offer_card, player_screen
from bot.screens.player_screen_state import FINISHED_STATE, encode_screen_state, is_uncovered
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS
from games.core import Seat
from storage import (
    PLAY,
    Deadline,
    InteractionToken,
    MatchDeliveryState,
    MatchHeader,
    PlayerContext,
    PlayerMessage,
    Store,
)

PAUSED_CONTENT_KEY: Final = "paused"
"""The `content_key` of a paused message, which says that it is not updated until its player clicks it.

A player message is up to date if its stored `content_key` equals the newly computed one.
"""
MAX_EDIT_WAIT_S: Final = 1.0
"""How long the response to a click waits for an edit of the same message. Discord waits three seconds."""


@dataclass(eq=False)
class PlayerMessages:
    matches: MatchCache
    store: Store
    messenger: Messenger
    preferences: Preferences
    temporary_reveal: TemporaryReveal
    player_renderer: PlayerRenderer
    _schedule_refresh: Callable[[int], None]
    _now: Callable[[], int]
    _edits_in_progress: dict[int, asyncio.Future[None]] = field(default_factory=dict, init=False)
    """Futures by message ID. Each is done once the edit of the message has ended."""

    async def update_messages(self, match: MatchState, state: MatchDeliveryState) -> None:
        """Bring a match's player messages and offer panels (the private messages of an offer) up to date.

        Raises `DiscordUnavailable` if a message could not be reached. Repeated calls are safe: messages that are up
        to date are not edited again.
        """
        if not isinstance(match, StartedMatch | ClosedMatch):
            return
        messages = state.player_messages
        updates: Iterator[Awaitable[None]]
        if isinstance(match, ClosedMatch):
            updates = (self._close_message(match, message) for message in messages)
        else:
            live_matches = await self.store.delivery_states.load_live_matches({it.person_id for it in messages})
            updates = chain(
                self._list_updates(match, state, live_matches),
                self._open_missing_messages(match, messages, state.tokens),
            )
        panels = (
            self._turn_into_player_message(match, panel)
            if isinstance(match, RunningMatch) and self._can_become_player_message(match, panel, state)
            else self._close_offer_panel(match, panel)
            for panel in state.offer_panels
        )
        _, unavailable = await run_staggered(chain(updates, panels), "a player message could not be updated")
        if isinstance(match, StartedMatch):
            await self._schedule_next_pause(match, messages, state.deadlines)
        if unavailable:
            raise unavailable
        if match.is_over and state.tokens:
            # No later update will need a token.
            await self.store.player_messages.delete_tokens(match.id, self._now())

    # Running matches

    def _list_updates(
        self, match: StartedMatch, state: MatchDeliveryState, live_matches: Mapping[int, Sequence[MatchHeader]]
    ) -> Iterator[Awaitable[None]]:
        revealed_seats = find_private_reveals(match, state.deadlines, self._now())
        superseded = _find_superseded_messages(state.player_messages)
        for message in state.player_messages:
            if message in superseded:
                yield self._delete_superseded(message)
            else:
                player_context = PlayerContext(live_matches[message.person_id], state.departed)
                yield self._update_message(match, message, revealed_seats, player_context)

    async def _update_message(
        self,
        match: StartedMatch,
        message: PlayerMessage,
        revealed_seats: frozenset[Seat],
        player_context: PlayerContext | None = None,
    ) -> None:
        seat = match.find_view_seat(message.person_id)
        if seat is None:
            await self._end_message_of_leaver(match, message)
            return
        if not self._is_editable(message) or _is_unread_in_arena(match, seat, message):
            await self._discard_unless_needed(match, message)
            return
        locale = await self.preferences.load_player_locale(message.person_id)
        context = await self.player_renderer.build_context(match, message.person_id, player_context=player_context)
        age_ms = self._now() - message.last_used_ms
        is_open = seat in revealed_seats or self.temporary_reveal.is_open(match)
        if is_open and (message.channel_id or age_ms < REVEAL_CUTOFF_MS):
            context = replace(context, uncovered=True)
        content_key = encode_screen_state(match, seat, locale, context)
        if not message.channel_id and not match.is_over and age_ms >= PAUSE_DELAY_MS:
            content_key = PAUSED_CONTENT_KEY
        if self._needs_edit(match, seat, message, content_key):
            with self._track_edit(message.message_id):
                if content_key == PAUSED_CONTENT_KEY:
                    scene = player_screen.render_paused(match, locale)
                else:
                    context = self.player_renderer.restore_draft(message.message_id, match, context)
                    scene = await self.player_renderer.render_player_message(match, seat, locale, context)
                if self.matches.is_newer_cached(match):
                    # The message may already show a newer state, as the response to a click. If another process has
                    # responded, `record_edit` notices it.
                    self._schedule_refresh(match.id)
                    return
                is_edited = await self._try_edit(message, scene)
            if not is_edited:
                if self._is_old_dm(message):
                    await self._discard_unless_needed(match, message)
                else:
                    await self._discard(message)
                return
            self._refresh_all(
                await self.store.player_messages.record_edit(message, match.engine.step, content_key, self._now())
            )
        if match.is_over:
            await self.store.player_messages.delete_message(message)

    @contextmanager
    def _track_edit(self, message_id: int) -> Iterator[None]:
        edit = self._edits_in_progress[message_id] = asyncio.get_running_loop().create_future()
        try:
            yield
        finally:
            edit.set_result(None)
            if self._edits_in_progress.get(message_id) is edit:
                del self._edits_in_progress[message_id]

    async def wait_for_edit(self, message_id: int) -> None:
        """Wait until an edit of this message that is in progress has ended, or for `MAX_EDIT_WAIT_S`.

        The response to a click waits, so that the edit does not overwrite the page that the click opens.
        """
        if edit := self._edits_in_progress.get(message_id):
            await asyncio.wait([edit], timeout=MAX_EDIT_WAIT_S)

    async def _end_message_of_leaver(self, match: StartedMatch, message: PlayerMessage) -> None:
        """Edit the message of a person who has left the match to say so, and never update it again.

        The message must not show later moves. If the person's data was deleted, the message is not edited.
        """
        seat = match.find_seat(message.person_id)
        if seat is None:
            await self.store.player_messages.delete_message(message)
            return
        locale = await self.preferences.load_player_locale(message.person_id)
        if isinstance(match, RunningMatch):
            scene = player_screen.render_departure(match, seat, locale)
        else:
            context = await self.player_renderer.build_context(match, message.person_id)
            scene = await self.player_renderer.render_player_message(match, seat, locale, context)
        # A direct message is often hours old when its player runs out of time. Discord accepts one edit even then.
        await self._edit_last_time(message, scene, even_if_old=True)

    def _needs_edit(self, match: StartedMatch, seat: Seat, message: PlayerMessage, content_key: str) -> bool:
        if message.content_key == content_key:
            return False
        if message.content_key == PAUSED_CONTENT_KEY and not match.is_over:
            # Only a click wakes a paused message.
            return False
        return content_key == PAUSED_CONTENT_KEY or not self.player_renderer.shows_hint(message, match, seat)

    async def _delete_superseded(self, message: PlayerMessage) -> None:
        """Delete an ephemeral message of a person who has a newer one. If its token has expired, only forget it."""
        if self._is_editable(message):
            with suppress(MessageGone, DestinationUnreachable):
                await delete_by_token_or_channel(self.messenger, self._build_target(message))
        await self.store.player_messages.delete_message(message)

    def _open_missing_messages(
        self, match: StartedMatch, messages: Iterable[PlayerMessage], tokens: Iterable[InteractionToken]
    ) -> Iterator[Awaitable[None]]:
        """Open a player message for each player who clicked the card recently but has no message yet."""
        if not isinstance(match, RunningMatch) or not match.has_card:
            return
        person_ids = {message.person_id for message in messages}
        for token in tokens:
            seat = match.find_view_seat(token.person_id)
            is_usable = token.message_id is not None and self._now() - token.issued_ms < PAUSE_DELAY_MS
            if seat is not None and token.person_id not in person_ids and is_usable:
                yield self._open_message(match, seat, token)

    async def _open_message(self, match: RunningMatch, seat: Seat, token: InteractionToken) -> None:
        locale = await self.preferences.load_player_locale(token.person_id)
        context = await self.player_renderer.build_context(match, token.person_id)
        with suppress(MessageGone, DestinationUnreachable):
            scene = await self.player_renderer.render_player_message(match, seat, locale, context)
            # A crash right after this call leads to a second message, because ephemeral messages cannot be looked up.
            message_id = await self.messenger.send_ephemeral(token.token, scene)
            message = PlayerMessage(
                match.id,
                token.person_id,
                message_id,
                None,
                match.engine.step,
                token.issued_ms,
                token.token,
                encode_screen_state(match, seat, locale, context),
            )
            await self.store.player_messages.save_message(message, pause_deadline=build_pause_deadline(message))

    async def _schedule_next_pause(
        self, match: StartedMatch, messages: Sequence[PlayerMessage], deadlines: Iterable[Deadline]
    ) -> None:
        """Set the match's deadline to the time when its next player message has to be paused.

        A deadline that is too early is corrected only when it fires: otherwise, every click would write a new one.
        """
        known = next((it for it in deadlines if it.kind == DeadlineKind.TOKEN_EXPIRY), None)
        pauses = [deadline.due_ms for it in messages if (deadline := build_pause_deadline(it))]
        due_ms = None if match.is_over else min((it for it in pauses if it > self._now()), default=None)
        if due_ms is None:
            if known:
                await self.store.deadlines.claim_and_remove(known)
        elif known is None or not (known.due_ms == due_ms or self._now() + MINUTE_MS < known.due_ms < due_ms):
            await self.store.deadlines.set_deadlines(match.id, Deadline(DeadlineKind.TOKEN_EXPIRY, due_ms, 0))

    # Finished matches and closed offers

    def _can_become_player_message(self, match: RunningMatch, panel: PlayerMessage, state: MatchDeliveryState) -> bool:
        """Return whether an offer's panel can become the player message of its reader.

        The reader must play in the match, and must neither have a player message nor be about to get one.
        """
        has_message = any(message.person_id == panel.person_id for message in state.player_messages)
        gets_message = any(token.person_id == panel.person_id for token in state.tokens)
        is_editable = self._is_editable(panel) and self._now() - panel.last_used_ms < PAUSE_DELAY_MS
        has_seat = match.find_view_seat(panel.person_id) is not None
        return has_seat and is_editable and not has_message and not gets_message

    async def _turn_into_player_message(self, match: RunningMatch, panel: PlayerMessage) -> None:
        """Turn an offer's private panel into a player message, because the match has started."""
        message = replace(panel, kind=PLAY, step=match.engine.step, content_key=None)
        self._refresh_all(
            await self.store.player_messages.save_message(message, pause_deadline=build_pause_deadline(message))
        )
        await self._update_message(match, message, frozenset())

    async def _close_offer_panel(self, match: StartedMatch | ClosedMatch, panel: PlayerMessage) -> None:
        """Edit an offer's private panel to say that the offer was closed or that its match has started."""
        locale = await self.preferences.load_player_locale(panel.person_id)
        if isinstance(match, ClosedMatch):
            scene = offer_card.render_closed_offer(match, locale)
        else:
            scene = dialogs.render_offer_already_started(match, locale)
        await self._edit_last_time(panel, scene)

    async def _close_message(self, match: ClosedMatch, message: PlayerMessage) -> None:
        """Edit a player message to say that its match was closed without a result."""
        locale = await self.preferences.load_player_locale(message.person_id)
        await self._edit_last_time(message, offer_card.render_closed_offer(match, locale))

    async def _edit_last_time(self, message: PlayerMessage, scene: Scene, *, even_if_old: bool = False) -> None:
        can_edit = self._is_editable(message) or (even_if_old and message.channel_id is not None)
        with self._track_edit(message.message_id):
            is_edited = can_edit and await self._try_edit(message, scene, even_if_old=even_if_old)
        if is_edited:
            self._refresh_all(await self.store.player_messages.record_last_edit(message, self._now()))
        else:
            await self._discard(message)

    async def _discard_unless_needed(self, match: StartedMatch, message: PlayerMessage) -> None:
        """Handle a message that cannot be edited: discard it if the match is over or it shows an uncovered board.

        Otherwise, keep the message. A click can bring it up to date, and the next notification replaces it.
        """
        if match.is_over or is_uncovered(message.content_key or ""):
            await self._discard(message)

    async def _discard(self, message: PlayerMessage) -> None:
        """Stop updating a message, and delete it if it is a direct message that does not show the result."""
        if message.channel_id and message.content_key != FINISHED_STATE:
            await self.delete_replaced_dm(message)
        else:
            await self.store.player_messages.delete_message(message)

    async def delete_replaced_dm(self, message: PlayerMessage) -> None:
        """Delete a direct message, or queue it for deletion if Discord does not allow that at the moment."""
        try:
            await delete_by_token_or_channel(self.messenger, self._build_target(message))
        except (MessageGone, ChannelGone):
            pass
        except (DiscordUnavailable, DestinationUnreachable):
            await self.store.player_messages.queue_deletion(message)
            return
        await self.store.player_messages.delete_message(message)

    # Reaching a message

    def _is_editable(self, message: PlayerMessage) -> bool:
        target = self._build_target(message)
        return target.token is not None or (target.channel_id is not None and not self._is_old_dm(message))

    def _is_old_dm(self, message: PlayerMessage) -> bool:
        return message.channel_id is not None and is_too_old_to_edit(message.message_id, self._now())

    async def _try_edit(self, message: PlayerMessage, scene: Scene, *, even_if_old: bool = False) -> bool:
        try:
            await edit_by_token_or_channel(
                self.messenger, self._build_target(message), scene, self._now(), even_if_old=even_if_old
            )
        except (MessageGone, DestinationUnreachable):
            return False
        except DiscordUnavailable:
            # The edit may have arrived and overwritten a newer response, so the message's content is unknown.
            self._refresh_all(await self.store.player_messages.record_edit(message, message.step, None, self._now()))
            raise
        return True

    def _build_target(self, message: PlayerMessage) -> MessageTarget:
        is_token_valid = self._now() - message.last_used_ms < TOKEN_LIFETIME_MS
        token = (message.token or None) if is_token_valid else None
        return MessageTarget(message.message_id, message.channel_id, token)

    def _refresh_all(self, match_ids: Iterable[int]) -> None:
        """Schedule refreshes of these matches, because each of them may have an outdated player message."""
        for match_id in match_ids:
            self._schedule_refresh(match_id)


def _is_unread_in_arena(match: StartedMatch, seat: Seat, message: PlayerMessage) -> bool:
    """Return whether this is a direct message about a finished arena match that its player has never clicked.

    Such messages are deleted instead of showing the result: otherwise, an evening could leave 20 unread messages.
    A player who forfeited is an exception, because the message says so.
    """
    terms = match.terms.tournament
    return (
        isinstance(match, FinishedMatch)
        and terms is not None
        and terms.round is None
        and message.channel_id is not None
        and message.token is None
        and seat not in match.forfeiting_seats
    )


def _find_superseded_messages(messages: Iterable[PlayerMessage]) -> set[PlayerMessage]:
    """Return each person's ephemeral messages except the newest one."""
    by_person: dict[int, list[PlayerMessage]] = {}
    for message in sorted(messages, key=lambda it: (it.last_used_ms, it.message_id)):
        if not message.channel_id:
            by_person.setdefault(message.person_id, []).append(message)
    return {message for own in by_person.values() for message in own[:-1]}
