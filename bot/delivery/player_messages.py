"""Keeps the hands of a match: each shows what the store holds now, is opened where it can be, and paused in time.

One file, because to open, to renew and to pause a hand is to look at the same row of the store.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from bot.delivery.staggered import run_staggered
from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone
from bot.matches.cache import MatchCache
from bot.matches.deadlines import PAUSE_DELAY_MS, DeadlineKind, build_pause_deadline
from bot.matches.model import ClosedMatch, MatchState, RunningMatch, StartedMatch
from bot.messenger import (
    REVEAL_CUTOFF_MS,
    TOKEN_LIFETIME_MS,
    MessageLocation,
    Messenger,
    delete_by_token_or_channel,
    edit_by_token_or_channel,
    is_too_old_to_edit,
)
from bot.preferences import Preferences
from bot.rendering.player_renderer import PlayerRenderer
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.screens import dialogs, offer_card
from bot.screens import player_screen as scenes
from bot.screens.player_screen import FINISHED_STATE
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE_MS
from games.core import Seat
from storage import Deadline, InteractionToken, MatchDeliveryState, PlayerMessage, Store

PAUSED_CONTENT_KEY: Final = "paused"
MAX_MESSAGES_PER_PERSON: Final = 2
"""So many hands of one person at one match are kept: whoever types each word has a new one every time."""


@dataclass(eq=False)
class PlayerMessages:
    matches: MatchCache
    store: Store
    messenger: Messenger
    preferences: Preferences
    temporary_reveal: TemporaryReveal
    player_renderer: PlayerRenderer
    _schedule_refresh: Callable[[int], None]
    """Has a match told once more, where its hand was pressed while something was written there, or shows its end."""
    _now: Callable[[], int]

    async def update_messages(self, match: MatchState, state: MatchDeliveryState) -> None:
        """As often as it takes: what shows is not shown again; raises `DiscordUnavailable` while something is left."""
        if not isinstance(match, StartedMatch | ClosedMatch):
            return
        messages = state.player_messages
        passed = (self._close_offer_panel(match, panel) for panel in state.offer_panels)
        deeds: Iterator[Awaitable[None]]
        if isinstance(match, ClosedMatch):
            deeds = chain((self._close_message(match, message) for message in messages), passed)
        else:
            deeds = chain(
                self._update_or_pause_each(match, messages),
                self._open_missing_messages(match, messages, state.tokens),
                passed,
            )
        _, out_of_reach = await run_staggered(deeds, "a hand could not be shown")
        if isinstance(match, StartedMatch):
            await self._schedule_next_pause(match, messages, state.deadlines)
        if out_of_reach:
            raise out_of_reach
        if match.is_over:
            await self._delete_tokens(state)

    async def _delete_tokens(self, state: MatchDeliveryState) -> None:
        """Nothing is told there any more for which a press would be needed."""
        if state.tokens:
            await self.store.player_messages.delete_tokens(state.header.id, self._now())

    def _update_or_pause_each(
        self, match: StartedMatch, messages: Iterable[PlayerMessage]
    ) -> Iterator[Awaitable[None]]:
        outgrown = set() if match.is_over else _find_superseded_messages(messages)
        for message in messages:
            yield (
                self._pause_older_message(match, message)
                if message in outgrown
                else self._update_message(match, message)
            )

    async def _update_message(self, match: StartedMatch, message: PlayerMessage) -> None:
        seat = match.find_view_seat(message.person_id)
        if seat is None:
            # They have left, or are nobody any more: whoever plays on there is no business of theirs.
            await self.store.player_messages.delete_message(message)
            return
        if not self._is_editable(message):
            await self._discard_if_needless(match, message)
            return
        locale = await self.preferences.load_player_locale(message.person_id)
        context = await self.player_renderer.build_context(match, message.person_id)
        if self.temporary_reveal.is_open(match) and (
            message.channel_id or self._now() - message.last_used_ms < REVEAL_CUTOFF_MS
        ):
            context = replace(context, uncovered=True)
        shows = scenes.encode_screen_state(match, seat, locale, context)
        if not message.channel_id and not match.is_over and self._now() - message.last_used_ms >= PAUSE_DELAY_MS:
            shows = PAUSED_CONTENT_KEY
        if (
            message.content_key != shows
            and not (message.content_key == PAUSED_CONTENT_KEY and not match.is_over)
            and (shows == PAUSED_CONTENT_KEY or not self.player_renderer.shows_hint(message, match, seat))
        ):
            if shows == PAUSED_CONTENT_KEY:
                scene = scenes.render_paused(match, locale)
            else:
                context = self.player_renderer.restore_draft(message, match, context)
                scene = await self.player_renderer.render_player_message(match, seat, locale, context)
            if not await self._try_edit(message, scene):
                await (
                    self._discard_if_needless(match, message)
                    if self._is_old_dm(message)
                    else self._discard_message(message)
                )
                return
            self._schedule_refreshes(
                await self.store.player_messages.record_edit(message, match.engine.step, shows, self._now())
            )
        if match.is_over:
            await self.store.player_messages.delete_message(message)

    async def _discard_if_needless(self, match: StartedMatch, message: PlayerMessage) -> None:
        """It takes no edits any more. As long as it is played there a press brings it up to date, and the next call
        comes with another one in its place; nobody is called twice to the same, and so it must not go before.
        """
        if match.is_over or scenes.is_uncovered(message.content_key or ""):
            await self._discard_message(message)

    async def _close_offer_panel(self, match: StartedMatch | ClosedMatch, panel: PlayerMessage) -> None:
        """It is an offer no more: what opened beside it says what became of it."""
        locale = await self.preferences.load_player_locale(panel.person_id)
        await self._edit_last_time(
            panel,
            offer_card.render_closed_offer(match, locale)
            if isinstance(match, ClosedMatch)
            else dialogs.render_offer_already_started(match, locale),
        )

    async def _close_message(self, match: ClosedMatch, message: PlayerMessage) -> None:
        """Nothing is played there any more, and nothing stays on which something could be pressed."""
        await self._edit_last_time(
            message, offer_card.render_closed_offer(match, await self.preferences.load_player_locale(message.person_id))
        )

    async def _edit_last_time(self, message: PlayerMessage, scene: Scene) -> None:
        """This is the last that is said there, where something still can be."""
        if self._is_editable(message) and await self._try_edit(message, scene):
            self._schedule_refreshes(await self.store.player_messages.record_last_edit(message, self._now()))
        else:
            await self._discard_message(message)

    async def _discard_message(self, message: PlayerMessage) -> None:
        """It is a hand no more; nothing lies dead in somebody's direct messages but what shows how it ended."""
        await (
            self.delete_replaced_dm(message)
            if message.channel_id and message.content_key != FINISHED_STATE
            else self.store.player_messages.delete_message(message)
        )

    async def _pause_older_message(self, match: StartedMatch, message: PlayerMessage) -> None:
        """Others lie further down; a press in it takes it up again."""
        await self._edit_last_time(
            message, scenes.render_paused(match, await self.preferences.load_player_locale(message.person_id))
        )

    def _is_editable(self, message: PlayerMessage) -> bool:
        """Can it still be changed?"""
        return bool(self._find_usable_token(message)) or (bool(message.channel_id) and not self._is_old_dm(message))

    def _is_old_dm(self, message: PlayerMessage) -> bool:
        """In direct messages; what is whispered goes by its press alone."""
        return bool(message.channel_id) and is_too_old_to_edit(_locate_message(message), self._now())

    async def _try_edit(self, message: PlayerMessage, scene: Scene) -> bool:
        try:
            await edit_by_token_or_channel(
                self.messenger, _locate_message(message), self._find_usable_token(message), scene, self._now()
            )
        except (MessageGone, DestinationUnreachable):
            return False
        except DiscordUnavailable:
            # It may have come all the same, and upon what somebody was answered meanwhile.
            self._schedule_refreshes(
                await self.store.player_messages.record_edit(message, message.step, None, self._now())
            )
            raise
        return True

    def _schedule_refreshes(self, match_ids: Iterable[int]) -> None:
        """Start another round for matches with a hand that may show something old."""
        for match_id in match_ids:
            self._schedule_refresh(match_id)

    def _find_usable_token(self, message: PlayerMessage) -> str:
        """As long as it lasts."""
        return (message.token or "") if self._now() - message.last_used_ms < TOKEN_LIFETIME_MS else ""

    def _open_missing_messages(
        self, match: StartedMatch, messages: Iterable[PlayerMessage], tokens: Iterable[InteractionToken]
    ) -> Iterator[Awaitable[None]]:
        """For whoever has pressed something on the card a while ago, and has no hand yet."""
        if not isinstance(match, RunningMatch) or match.is_practice:
            return
        have = {message.person_id for message in messages}
        for interaction_token in tokens:
            seat = match.find_view_seat(interaction_token.person_id)
            open_still = interaction_token.message_id and self._now() - interaction_token.issued_ms < PAUSE_DELAY_MS
            if seat is not None and interaction_token.person_id not in have and open_still:
                yield self._open_message(match, seat, interaction_token)

    async def _open_message(self, match: RunningMatch, seat: Seat, interaction_token: InteractionToken) -> None:
        locale = await self.preferences.load_player_locale(interaction_token.person_id)
        context = await self.player_renderer.build_context(match, interaction_token.person_id)
        with suppress(MessageGone, DestinationUnreachable):
            # Who follows somebody who dies before it is held opens another: for what is whispered nobody can look.
            scene = await self.player_renderer.render_player_message(match, seat, locale, context)
            message_id = await self.messenger.send_ephemeral(interaction_token.token, scene)
            shows = scenes.encode_screen_state(match, seat, locale, context)
            message = PlayerMessage(
                match.id,
                interaction_token.person_id,
                message_id,
                None,
                match.engine.step,
                interaction_token.issued_ms,
                interaction_token.token,
                shows,
            )
            await self.store.player_messages.save_message(message, pause_deadline=build_pause_deadline(message))

    async def _schedule_next_pause(
        self, match: StartedMatch, messages: Sequence[PlayerMessage], deadlines: Iterable[Deadline]
    ) -> None:
        """When the next hand has to be paused; looked at once too often rather than too late. What is due for a press
        before the last stays until it is nearly due, lest every press set it anew.
        """
        known = next((it for it in deadlines if it.kind == DeadlineKind.TOKEN_EXPIRY), None)
        open_still = [
            it.last_used_ms + PAUSE_DELAY_MS
            for it in messages
            if not it.channel_id and it.last_used_ms + PAUSE_DELAY_MS > self._now()
        ]
        due = None if match.is_over else min(open_still, default=None)
        if due is None:
            if known:
                await self.store.deadlines.claim_and_remove(known)
        elif known is None or not (known.due_ms == due or self._now() + MINUTE_MS < known.due_ms < due):
            await self.store.deadlines.set_deadlines(match.id, Deadline(DeadlineKind.TOKEN_EXPIRY, due, 0))

    async def delete_replaced_dm(self, message: PlayerMessage) -> None:
        """A direct message in whose place another one has come; what Discord does not let go now goes later."""
        try:
            await delete_by_token_or_channel(self.messenger, _locate_message(message), self._find_usable_token(message))
        except (MessageGone, ChannelGone):
            pass
        except (DiscordUnavailable, DestinationUnreachable):
            await self.store.player_messages.queue_deletion(message)
            return
        await self.store.player_messages.delete_message(message)


def _locate_message(message: PlayerMessage) -> MessageLocation:
    """Return where a player message is; the channel is 0 if only its token reaches it."""
    return MessageLocation(message.channel_id or 0, message.message_id)


def _find_superseded_messages(messages: Iterable[PlayerMessage]) -> set[PlayerMessage]:
    """Of each person all but the newest, and but for what stands in their direct messages."""
    whispered: dict[int, list[PlayerMessage]] = {}
    for message in sorted(messages, key=lambda it: (it.last_used_ms, it.message_id)):
        if not message.channel_id:
            whispered.setdefault(message.person_id, []).append(message)
    return {message for mine in whispered.values() for message in mine[:-MAX_MESSAGES_PER_PERSON]}
