"""Looks for what somebody posted who died before they could note it, or had no answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.channels import Channels, Place
from bot.lru import Lru
from bot.table.deadlines import Due
from bot.table.table import Offer, Table
from storage import ASIDE, CARD, HAND, Deadline, Hand, Header, Outlook, Posting, Store

EARLIER: Final = 10_000
"""Whoever posts where a message may be there already and is given one that is older is not its author; clocks mostly
differ by less.
"""


@asynccontextmanager
async def announced(store: Store, posting: Posting, *, unseen: bool = False) -> AsyncIterator[None]:
    """Whoever dies in it, before it is noted what they posted, leaves word that it may be there; as stays the word of
    somebody who died before, of whose nobody knows.
    """
    await store.posts(posting)
    try:
        yield
    except (Lost, Unreachable):
        if not unseen:
            await store.settled(posting)
        raise


class Seeker:
    def __init__(self, store: Store, channels: Channels) -> None:
        self.store = store
        self.channels = channels
        self._unseen: Lru[Posting, None] = Lru()
        """Cards that nobody could look for here."""

    async def found(self, table: Table, outlook: Outlook) -> Outlook:
        """The match as it stands once all is known again; mostly there is nothing to look for. Of whom nobody knows
        still whether they were called that stands in it: they alone wait for it. So does a card that nobody may look
        for, until there is another: it has called others than that will.
        """
        sought = [it for it in outlook.postings if it not in self._unseen]
        for it in sought:
            try:
                await (self._carded(outlook.header, it) if it.person == CARD else self._called(table, it))
            except (Lost, Unreachable):
                # Where we may not read back it cannot be looked for.
                if it.person == CARD:
                    self._unseen[it] = None
                    continue
            except Unavailable:
                if it.person == CARD:
                    raise
                continue
            await self.store.settled(it)
        return (await self.store.outlook(table.id) if sought else None) or outlook

    async def _carded(self, header: Header, posting: Posting) -> None:
        """The newest is the card, and all others are to go."""
        there = await self.channels.ours(posting.channel, header.id, posting.at - EARLIER)
        known = {header.message, *(it.message for it in await self.store.left_behind(header.id))}
        new = [place for place in there if place.message not in known]
        newest = max(new, key=lambda place: place.message, default=None)
        if newest and newest.channel == header.channel and newest.message > (header.message or 0):
            new.remove(newest)
            before = (header.channel, header.message) if header.message else None
            await self.store.post(header.id, header.posted, *newest, before)
        if new:
            await self.store.leave(header.id, new)

    async def _called(self, table: Table, posting: Posting) -> None:
        """It is their hand from here on, and shows in a moment what there is now; and they have been called."""
        there = await self.channels.told(posting.person, table.id, posting.at - EARLIER)
        known = {it.message for it in await self.store.hands(table.id)}
        new: Sequence[Place] = [place for place in there if place.message not in known]
        seat, kind = table.place_of(posting.person), ASIDE if isinstance(table, Offer) else HAND
        call = None if seat is None else Deadline(Due.CALL, 0, posting.step, seat, table.id)
        for place in new:
            step = posting.step // 2
            hand = Hand(table.id, posting.person, place.message, place.channel, step, posting.at, kind=kind)
            await self.store.came(hand, call, posting.at)
