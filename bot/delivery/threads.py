"""A match in a thread of its own: its card becomes one line above it, and at the end the end."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol

from bot.errors import DestinationUnreachable, MessageGone
from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, StartedMatch, UnreadableMatch
from bot.messenger import MessageLocation, Messenger
from bot.screens import match_card as scenes
from bot.screens import offer_card, result_card
from bot.screens.phrases import format_mention
from bot.screens.scene import Scene
from storage import InteractionToken, MatchDeliveryState, MatchHeader, Store

log: Final = logging.getLogger(__name__)


def find_starter_message(header: MatchHeader) -> MessageLocation | None:
    """Where the line is, of a match that is in its thread: a thread has the number of the message it hangs on."""
    return (
        MessageLocation(header.parent_channel_id, header.channel_id)
        if header.parent_channel_id and header.parent_channel_id != header.channel_id
        else None
    )


class EditMessage(Protocol):
    async def __call__(
        self, tokens: Iterable[InteractionToken], location: MessageLocation, scene: Scene, *, even_if_old: bool = False
    ) -> None: ...


class Threads:
    def __init__(self, store: Store, messenger: Messenger, edit_message: EditMessage) -> None:
        """`edit` changes a message of a match, by one of its doors where it can."""
        self.store = store
        self.messenger = messenger
        self._edit_message = edit_message

    async def enter_thread(
        self,
        state: MatchDeliveryState,
        card_location: MessageLocation,
        match: StartedMatch,
        locale: str,
        *,
        use_thread: bool,
    ) -> MessageLocation:
        """Where it is played; where the bot may make no thread, in the channel. As often as it takes."""
        header = state.header
        line = find_starter_message(header)
        if line is None:
            if not use_thread or match.server_id is None or not card_location.message_id:
                return card_location
            try:
                thread = await self.messenger.create_thread(
                    card_location,
                    scenes.format_thread_name(match, await self._load_player_names(match, locale), locale),
                )
            except (MessageGone, DestinationUnreachable) as no:
                log.info("no thread in channel %d", card_location.channel_id, extra={"why": str(no)})
                return card_location
            line = MessageLocation(card_location.channel_id, thread)
            await self.store.cards.move_to_thread(match.id, header.events_on_card, thread, card_location.channel_id)
        # First the line: of card and table one at the most has buttons.
        with suppress(MessageGone, DestinationUnreachable):
            await self._edit_message(
                state.tokens, line, scenes.render_thread_link(match, line.message_id, locale), even_if_old=True
            )
        return MessageLocation(line.message_id, 0)

    async def _load_player_names(self, match: StartedMatch, locale: str) -> list[str]:
        names = []
        for person_id in match.player_ids:
            name = (
                await self.messenger.fetch_member_name(match.server_id, person_id)
                if match.server_id and person_id
                else None
            )
            names.append(name or (format_mention(None, locale) if person_id is None else say("somebody", locale)))
        return names

    async def close_thread(
        self, state: MatchDeliveryState, match: FinishedMatch | UnreadableMatch, pinged: frozenset[int], locale: str
    ) -> MessageLocation:
        """The thread is told how it ended, and calls whom the end calls; then the line is the card once more.

        That it was told is that the line is the card again: whoever goes on after a crash calls nobody twice.
        """
        header = state.header
        line = find_starter_message(header)
        assert line
        last = MessageLocation(header.channel_id, header.card_message_id or 0)
        if isinstance(match, FinishedMatch):
            scene = result_card.render_thread_result(match, line, locale, pinged_ids=pinged)
        else:
            scene = replace(offer_card.render_closed_offer(match, locale), rows=(), pinged_ids=pinged)
        leaves = await self._post_result(state, last, match, scene)
        await self.store.cards.save_card(
            match.id, header.events_on_card, *line, last if leaves and last.message_id else None
        )
        return line

    async def abandon_thread(self, header: MatchHeader) -> MatchHeader:
        """The thread is out of reach, and nothing of the match stays in it, or of the line above."""
        line = find_starter_message(header)
        assert line
        leaves = [
            line,
            *([MessageLocation(header.channel_id, header.card_message_id)] if header.card_message_id else []),
        ]
        await self.store.cards.leave_thread(header.id, header.events_on_card, line.channel_id, leaves)
        return replace(header, channel_id=line.channel_id, card_message_id=None, parent_channel_id=None)

    async def _post_result(
        self, state: MatchDeliveryState, last_location: MessageLocation, match: MatchState, scene: Scene
    ) -> bool:
        """Says whether what stood there before is to go."""
        if last_location.message_id and not scene.pinged_ids:
            with suppress(MessageGone, DestinationUnreachable):
                await self._edit_message(state.tokens, last_location, scene)
                return False
        with suppress(MessageGone, DestinationUnreachable):
            await self.messenger.post_message(last_location.channel_id, scene, f"{match.id} {match.event_count} thread")
        return True
