"""One round of telling, as the store has it now: the card in its channel, the hand of each player, and whom to call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from functools import partial

from bot.caches import Lru
from bot.delivery.card import Notice
from bot.delivery.due_notifications import Calls
from bot.delivery.message_cleanup import Leftovers
from bot.delivery.messenger import Place
from bot.delivery.notifications import Crier
from bot.delivery.player_messages import Hands
from bot.delivery.send_recovery import SendRecovery
from bot.delivery.temporary_reveal import Veil
from bot.errors import Unavailable
from bot.matches import fold
from bot.matches.model import Foreign, Table
from bot.matches.service import Tables
from storage import MatchDeliveryState, MatchHeader, Store


@dataclass(frozen=True, slots=True)
class After:
    """What is still to come, though nothing happens."""

    again: bool = False
    """Somebody's direct messages are closed: the next round calls them by the card."""
    later: float | None = None
    """The seconds after which the card may say what is new."""


@dataclass(frozen=True, slots=True)
class Told:
    """What came of a round."""

    outlook: MatchDeliveryState
    place: Place
    """Of the card."""
    carded: bool = True
    """It can be read there."""
    trailing: bool = False
    """It says what is new only later."""
    left: bool = False
    """There is somebody whom only the card can call."""
    away: Unavailable | None = None
    """Somebody was out of reach."""


@dataclass(eq=False)
class Rounds:
    tables: Tables
    store: Store
    notice: Notice
    hands: Hands
    crier: Crier
    veil: Veil
    recovery: SendRecovery
    leftovers: Leftovers
    _follow: Callable[[Table], Awaitable[Table]]
    """Says what goes without asking, and lets the house think."""
    _now: Callable[[], int]
    _shown: Lru[int, Table] = field(default_factory=Lru, init=False)
    """As each match was last told here."""

    async def told(self, match: int) -> After:
        """As it is now; raises `Unavailable` while somebody is out of reach."""
        outlook = await self.store.delivery_states.load_state(match)
        if outlook is None:
            return After()
        header = outlook.header
        table = await self._upheld(await self.tables.current(header))
        if table is None:
            return After()
        before = await self._as_told(header)
        # Abroad the card may be behind what those who play have before them.
        stood = (
            before
            if table.abroad or header.events_on_card == header.events_shown
            else await self._as_it_was(header, header.events_on_card)
        )
        # What somebody looks at is of the table as it is, and what lies in the channel as it stood there.
        card, look = partial(self.notice.covered, stood or table, outlook), partial(self.hands.cover, table)
        if await self.veil.falls(match, card, look) or table.seq != header.event_count:
            # What is due at a table is never read before the table: what was stored meanwhile would seem to be missing.
            outlook = await self._again(outlook)
        told = await self._told_and_called(table, stood, outlook)
        place, behind = told.place, header.events_shown < table.seq
        if told.away:
            if behind and not told.trailing and not table.abroad:
                # It stands in the channel: whoever tries again has only people to tell.
                await self.store.cards.save_card(match, table.seq, place.channel, place.message or None)
            raise told.away
        if told.trailing:
            return After(again=told.left, later=self.notice.trails(match))
        if behind:
            # Only now: whoever starts after a crash tells again rather than not at all.
            if table.abroad and not table.private and not told.carded:
                await self.store.cards.skip_events(match, table.seq)
            else:
                await self.store.cards.mark_shown(match, table.seq, place.channel, place.message or None)
        self._remember(table)
        # A repeated send is stored by now; whatever it may have left is deleted in the next round.
        cleaned = await self.recovery.clean_up(outlook)
        return After(again=told.left or cleaned)

    async def _told_and_called(self, table: Table, stood: Table | None, outlook: MatchDeliveryState) -> Told:
        """Whom the card calls it calls first. Nobody else who is called, here or at another match, waits for what is
        only edited: Discord may put that off.
        """
        async with AsyncExitStack() as turns:
            calls = await turns.enter_async_context(self.crier.calling(table, outlook.deadlines))
            if calls.gone:
                # Heard a moment ago, by whoever asked whom to call.
                self.notice.parted(table.id)
                outlook = await self._again(outlook)
            card = await self._carded(table, stood, outlook, calls) if calls.here or calls.gone else None
            if calls.all:
                told, left = await asyncio.gather(
                    self._told(table, stood, outlook, calls, card),
                    self._called(table, outlook, calls, card, turns),
                    return_exceptions=True,
                )
                if isinstance(told, BaseException):
                    raise told
                if isinstance(left, Unavailable):
                    return replace(told, away=left)
                if isinstance(left, BaseException):
                    raise left
                return replace(told, left=left)
        return await self._told(table, stood, outlook, calls, card)

    async def _called(
        self, table: Table, outlook: MatchDeliveryState, calls: Calls, card: Told | None, turns: AsyncExitStack
    ) -> bool:
        """Says whether somebody is left. From then on others may call them; and what was asked before goes."""
        card, away, left = card or Told(outlook, Place(0, 0)), None, False
        try:
            left = await self.crier.call(table, calls, card.outlook, carded=card.carded, trailing=card.trailing)
        except Unavailable as no:
            away = no
        finally:
            await turns.aclose()
        for old in calls.replaced:
            await self.hands.put_down(old)
        if away:
            raise away
        return left

    async def _told(
        self, table: Table, stood: Table | None, outlook: MatchDeliveryState, calls: Calls, card: Told | None
    ) -> Told:
        """In the channel, if that is not done yet, and each in their hand; of whom a call comes by direct message with
        a new one.
        """
        card = card or await self._carded(table, stood, outlook, calls)
        comes = {call.person for call in calls.all if call.direct and not call.gone}
        hands = tuple(it for it in card.outlook.player_messages if not (it.channel_id and it.person_id in comes))
        tended, cleared = await asyncio.gather(
            self.hands.tend(table, replace(card.outlook, player_messages=hands)),
            self.leftovers.clear(table, card.outlook.obsolete_messages),
            return_exceptions=True,
        )
        for no in (cleared, tended):
            if isinstance(no, BaseException) and not isinstance(no, Unavailable):
                raise no
        return replace(card, away=tended) if isinstance(tended, Unavailable) else card

    async def _carded(self, table: Table, stood: Table | None, outlook: MatchDeliveryState, calls: Calls) -> Told:
        header = outlook.header
        place = Place(header.channel_id, header.card_message_id or 0)
        wanted = self.notice.wanted(table.id) or bool(calls.here) or header.events_shown < table.seq
        if not wanted and not self.notice.reaches(table, outlook):
            return Told(outlook, place)
        shown = await self.notice.placed(table, stood, outlook, calls)
        if shown is None:
            return Told(outlook, place, carded=bool(place.message), trailing=True)
        # Meanwhile people have gone on.
        return Told(await self._again(outlook), shown.place, carded=bool(shown.place.message) and shown.reached)

    def _remember(self, table: Table) -> None:
        if table.over:
            self._forget(table.id)
        else:
            self._shown[table.id] = table

    async def _upheld(self, found: Table) -> Table | None:
        """As it is to be told; nothing of a match that only a newer bot can read."""
        table = await self.tables.called_off(found, self._now())
        if isinstance(table, Foreign) and table.how == "newer":
            return None
        return await self._follow(table)

    async def _again(self, outlook: MatchDeliveryState) -> MatchDeliveryState:
        return await self.store.delivery_states.load_state(outlook.header.id) or outlook

    def _forget(self, match: int) -> None:
        self._shown.pop(match, None)
        self.veil.forget(match)
        self.notice.forget(match)

    async def _as_told(self, header: MatchHeader) -> Table | None:
        """The table as everybody was last told of it; folded anew after a restart, or if another process told it."""
        shown = self._shown.get(header.id)
        if shown and (shown.seq, shown.forgotten) == (header.events_shown, header.forget_count):
            return shown
        self.veil.forget(header.id)
        return await self._as_it_was(header, header.events_shown)

    async def _as_it_was(self, header: MatchHeader, seq: int) -> Table | None:
        if not seq:
            return None
        whole = await self.store.journal.load_match(header.id)
        assert whole
        self.veil.recalls(header.id, whole.deadlines)
        return fold.folded(replace(whole, events=whole.events[:seq]), self.tables.absences)
