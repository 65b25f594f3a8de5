"""Looks for what somebody posted who died before they could note it, or had no answer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Final

from bot.errors import Lost, Unavailable, Unreachable
from bot.herald.channels import Channels, Place
from bot.lru import Lru
from bot.table.deadlines import Due
from bot.table.table import Offer, Play, Table
from bot.time import MINUTE
from storage import ASIDE, CARD, HAND, LATE, Deadline, Hand, Header, Leftover, Outlook, Posting, Store

EARLIER: Final = 10_000
"""Whoever posts where a message may be there already and is given one that is older is not its author; clocks mostly
differ by less.
"""
ON_ITS_WAY: Final = 2 * MINUTE
"""What has not come by then does not come: a request waits for its limit, and hangs."""
AGAIN: Final = 5_000


@asynccontextmanager
async def announced(store: Store, posting: Posting, *calls: Posting, unseen: bool = False) -> AsyncIterator[None]:
    """Whoever dies in it, before it is noted what they posted, leaves word that it may be there, and whom it calls; as
    stays the word of somebody who died before, of whose nobody knows.
    """
    await store.posts(posting, *calls)
    try:
        yield
    except (Lost, Unreachable):
        for it in calls if unseen else [posting]:
            await store.settled(it)
        raise


class Seeker:
    def __init__(self, store: Store, channels: Channels, now: Callable[[], int]) -> None:
        self.store = store
        self.channels = channels
        self._now = now
        self._unseen: Lru[Posting, None] = Lru()
        """Cards that nobody could look for here."""

    async def found(self, table: Table, outlook: Outlook) -> Outlook:
        """The match as it stands once all is known again; mostly there is nothing to look for. Of whom nobody knows
        still whether they were called that stands in it: they alone wait for it. So does a card that nobody may look
        for, until there is another: it has called others than that will.
        """
        called = [it for it in outlook.postings if it.person != CARD and it.channel]
        # Whom it has called is known with the card.
        sought = [it for it in outlook.postings if it not in self._unseen and it not in called]
        late = [it for it in outlook.late if it.due <= self._now()]
        for it in sought:
            try:
                if it.person != CARD:
                    await self._told(table, it)
                elif not await self._carded(table, outlook.header, it, called):
                    # Whoever posts it may have lost the turn for that, and be slow: their card comes beside another.
                    await self.store.missed(it, now := self._now(), now + ON_ITS_WAY)
                    continue
            except (Lost, Unreachable):
                # Where we may not read back it cannot be looked for.
                if it.person == CARD:
                    self._unseen[it] = None
                    for each in called:
                        await self.store.settled(each)
                    continue
            except Unavailable:
                if it.person == CARD:
                    raise
                continue
            await self.store.settled(it)
        for left in late:
            await self._late(left)
        return (await self.store.outlook(table.id) if sought or late else None) or outlook

    async def _carded(self, table: Table, header: Header, posting: Posting, called: Iterable[Posting]) -> bool:
        """The newest is the card, and has called whom it was to call; all others are to go. Is there any?"""
        new = await self._unknown(header.id, header.message, posting.channel, posting.at)
        there = bool(new)
        newest = max(new, key=lambda place: place.message, default=None)
        if newest and newest.channel == header.channel and newest.message > (header.message or 0):
            new.remove(newest)
            before = (header.channel, header.message) if header.message else None
            # What is asked there is asked once more, and what is to be seen for a moment seen; nobody is called for it.
            seq = header.posted if isinstance(table, Play) else posting.step
            calls = {it.person: call for it in called if (call := _call(table, it))}
            await self.store.post(header.id, seq, *newest, before, calls, posting.at)
        if new:
            await self.store.leave(header.id, new)
        return there

    async def _late(self, left: Leftover) -> None:
        """Another is the card by now, or nothing is: what has come since is to go."""
        header = await self.store.header(left.match)
        try:
            if new := await self._unknown(left.match, header.message if header else None, left.channel, left.since):
                await self.store.leave(left.match, new)
        except Unavailable:
            await self.store.stays(left, left.since, self._now() + AGAIN)
            return
        except (Lost, Unreachable):
            pass  # Where we may not read back it cannot be looked for.
        await self.store.cleared(left.match, LATE)

    async def _unknown(self, match: int, card: int | None, channel: int, since: int) -> list[Place]:
        """What we have posted there since then of which nobody has noted anything."""
        there = await self.channels.ours(channel, match, since - EARLIER)
        known = {card, *(it.message for it in await self.store.left_behind(match))}
        return [place for place in there if place.message not in known]

    async def _told(self, table: Table, posting: Posting) -> None:
        """It is their hand from here on, and shows in a moment what there is now; and they have been called."""
        there = await self.channels.told(posting.person, table.id, posting.at - EARLIER)
        known = {it.message for it in await self.store.hands(table.id)}
        new: Sequence[Place] = [place for place in there if place.message not in known]
        kind, call = ASIDE if isinstance(table, Offer) else HAND, _call(table, posting)
        for place in new:
            step = posting.step // 2
            hand = Hand(table.id, posting.person, place.message, place.channel, step, posting.at, kind=kind)
            await self.store.came(hand, call, posting.at)


def _call(table: Table, posting: Posting) -> Deadline | None:
    """For which somebody was to be called."""
    place = table.place_of(posting.person)
    return None if place is None else Deadline(Due.CALL, 0, posting.step, place, table.id)
