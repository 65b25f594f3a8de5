"""A match in a thread of its own: its card becomes one line above it, and at the end the end."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final, Protocol

from bot.delivery.messenger import Channels, Place
from bot.errors import Lost, Unreachable
from bot.i18n import say
from bot.matches.model import Begun, Foreign, Over, Table
from bot.screens import match_card as scenes
from bot.screens import offer_card, result_card
from bot.screens.names import called as mentioned
from bot.screens.scene import Scene
from storage import InteractionToken, MatchDeliveryState, MatchHeader, Store

log: Final = logging.getLogger(__name__)


def home(header: MatchHeader) -> Place | None:
    """Where the line is, of a match that is in its thread: a thread has the number of the message it hangs on."""
    return (
        Place(header.parent_channel_id, header.channel_id)
        if header.parent_channel_id and header.parent_channel_id != header.channel_id
        else None
    )


class Edit(Protocol):
    async def __call__(
        self, doors: Iterable[InteractionToken], place: Place, scene: Scene, *, late: bool = False
    ) -> None: ...


class Threads:
    def __init__(self, store: Store, channels: Channels, edit: Edit) -> None:
        """`edit` changes a message of a match, by one of its doors where it can."""
        self.store = store
        self.channels = channels
        self._edit = edit

    async def entered(
        self, outlook: MatchDeliveryState, card: Place, table: Begun, locale: str, *, wanted: bool
    ) -> Place:
        """Where it is played; where the bot may make no thread, in the channel. As often as it takes."""
        header = outlook.header
        line = home(header)
        if line is None:
            if not wanted or table.server is None or not card.message:
                return card
            try:
                thread = await self.channels.thread(card, scenes.name(table, await self._names(table, locale), locale))
            except (Lost, Unreachable) as no:
                log.info("no thread in channel %d", card.channel, extra={"why": str(no)})
                return card
            line = Place(card.channel, thread)
            await self.store.cards.move_to_thread(table.id, header.events_on_card, thread, card.channel)
        # First the line: of card and table one at the most has buttons.
        with suppress(Lost, Unreachable):
            await self._edit(outlook.tokens, line, scenes.threaded(table, line.message, locale), late=True)
        return Place(line.message, 0)

    async def _names(self, table: Begun, locale: str) -> list[str]:
        names = []
        for person in table.people:
            name = await self.channels.member(table.server, person) if table.server and person else None
            names.append(name or (mentioned(None, locale) if person is None else say("somebody", locale)))
        return names

    async def left(
        self, outlook: MatchDeliveryState, table: Over | Foreign, called: frozenset[int], locale: str
    ) -> Place:
        """The thread is told how it ended, and calls whom the end calls; then the line is the card once more.

        That it was told is that the line is the card again: whoever goes on after a crash calls nobody twice.
        """
        header = outlook.header
        line = home(header)
        assert line
        last = Place(header.channel_id, header.card_message_id or 0)
        if isinstance(table, Over):
            scene = result_card.closing(table, line, locale, called=called)
        else:
            scene = replace(offer_card.closed(table, locale), rows=(), called=called)
        leaves = await self._told(outlook, last, table, scene)
        await self.store.cards.save_card(
            table.id, header.events_on_card, *line, last if leaves and last.message else None
        )
        return line

    async def forsaken(self, header: MatchHeader) -> MatchHeader:
        """The thread is out of reach, and nothing of the match stays in it, or of the line above."""
        line = home(header)
        assert line
        leaves = [line, *([Place(header.channel_id, header.card_message_id)] if header.card_message_id else [])]
        await self.store.cards.leave_thread(header.id, header.events_on_card, line.channel, leaves)
        return replace(header, channel_id=line.channel, card_message_id=None, parent_channel_id=None)

    async def _told(self, outlook: MatchDeliveryState, last: Place, table: Table, scene: Scene) -> bool:
        """Says whether what stood there before is to go."""
        if last.message and not scene.called:
            with suppress(Lost, Unreachable):
                await self._edit(outlook.tokens, last, scene)
                return False
        with suppress(Lost, Unreachable):
            await self.channels.post(last.channel, scene, f"{table.id} {table.seq} thread")
        return True
