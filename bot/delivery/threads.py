"""A match in a thread of its own: its card becomes one line above it, and at the end the end."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol

from bot.errors import DiscordUnreachable, MessageGone
from bot.i18n import say
from bot.matches.model import FinishedMatch, MatchState, StartedMatch, UnreadableMatch
from bot.messenger import MessageLocation, Messenger
from bot.screens import match_card as scenes
from bot.screens import offer_card, result_card
from bot.screens.names import called as mentioned
from bot.screens.scene import Scene
from storage import InteractionToken, MatchDeliveryState, MatchHeader, Store

log: Final = logging.getLogger(__name__)


def home(header: MatchHeader) -> MessageLocation | None:
    """Where the line is, of a match that is in its thread: a thread has the number of the message it hangs on."""
    return (
        MessageLocation(header.parent_channel_id, header.channel_id)
        if header.parent_channel_id and header.parent_channel_id != header.channel_id
        else None
    )


class Edit(Protocol):
    async def __call__(
        self, doors: Iterable[InteractionToken], location: MessageLocation, scene: Scene, *, late: bool = False
    ) -> None: ...


class Threads:
    def __init__(self, store: Store, messenger: Messenger, edit: Edit) -> None:
        """`edit` changes a message of a match, by one of its doors where it can."""
        self.store = store
        self.messenger = messenger
        self._edit = edit

    async def entered(
        self, outlook: MatchDeliveryState, card: MessageLocation, match: StartedMatch, locale: str, *, wanted: bool
    ) -> MessageLocation:
        """Where it is played; where the bot may make no thread, in the channel. As often as it takes."""
        header = outlook.header
        line = home(header)
        if line is None:
            if not wanted or match.server_id is None or not card.message_id:
                return card
            try:
                thread = await self.messenger.thread(card, scenes.name(match, await self._names(match, locale), locale))
            except (MessageGone, DiscordUnreachable) as no:
                log.info("no thread in channel %d", card.channel_id, extra={"why": str(no)})
                return card
            line = MessageLocation(card.channel_id, thread)
            await self.store.cards.move_to_thread(match.id, header.events_on_card, thread, card.channel_id)
        # First the line: of card and table one at the most has buttons.
        with suppress(MessageGone, DiscordUnreachable):
            await self._edit(outlook.tokens, line, scenes.threaded(match, line.message_id, locale), late=True)
        return MessageLocation(line.message_id, 0)

    async def _names(self, match: StartedMatch, locale: str) -> list[str]:
        names = []
        for person_id in match.people:
            name = await self.messenger.member(match.server_id, person_id) if match.server_id and person_id else None
            names.append(name or (mentioned(None, locale) if person_id is None else say("somebody", locale)))
        return names

    async def left(
        self, outlook: MatchDeliveryState, match: FinishedMatch | UnreadableMatch, called: frozenset[int], locale: str
    ) -> MessageLocation:
        """The thread is told how it ended, and calls whom the end calls; then the line is the card once more.

        That it was told is that the line is the card again: whoever goes on after a crash calls nobody twice.
        """
        header = outlook.header
        line = home(header)
        assert line
        last = MessageLocation(header.channel_id, header.card_message_id or 0)
        if isinstance(match, FinishedMatch):
            scene = result_card.closing(match, line, locale, called=called)
        else:
            scene = replace(offer_card.closed(match, locale), rows=(), called=called)
        leaves = await self._told(outlook, last, match, scene)
        await self.store.cards.save_card(
            match.id, header.events_on_card, *line, last if leaves and last.message_id else None
        )
        return line

    async def forsaken(self, header: MatchHeader) -> MatchHeader:
        """The thread is out of reach, and nothing of the match stays in it, or of the line above."""
        line = home(header)
        assert line
        leaves = [
            line,
            *([MessageLocation(header.channel_id, header.card_message_id)] if header.card_message_id else []),
        ]
        await self.store.cards.leave_thread(header.id, header.events_on_card, line.channel_id, leaves)
        return replace(header, channel_id=line.channel_id, card_message_id=None, parent_channel_id=None)

    async def _told(self, outlook: MatchDeliveryState, last: MessageLocation, match: MatchState, scene: Scene) -> bool:
        """Says whether what stood there before is to go."""
        if last.message_id and not scene.called:
            with suppress(MessageGone, DiscordUnreachable):
                await self._edit(outlook.tokens, last, scene)
                return False
        with suppress(MessageGone, DiscordUnreachable):
            await self.messenger.post(last.channel_id, scene, f"{match.id} {match.seq} thread")
        return True
