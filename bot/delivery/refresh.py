"""One round of telling, as the store has it now: the card in its channel, the hand of each player, and whom to call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace

from bot.caches import LruCache
from bot.delivery.card import CardDelivery
from bot.delivery.due_notifications import DueNotifications
from bot.delivery.message_cleanup import MessageCleanup
from bot.delivery.notifications import TurnNotifier
from bot.delivery.player_messages import PlayerMessages
from bot.delivery.reveal_covering import RevealCovering
from bot.delivery.send_recovery import SendRecovery
from bot.errors import DiscordUnavailable
from bot.matches import fold
from bot.matches.model import MatchState, UnreadableMatch
from bot.matches.service import MatchService
from bot.messenger import MessageLocation
from bot.rendering.temporary_reveal import TemporaryReveal
from storage import MatchDeliveryState, MatchHeader, Store


@dataclass(frozen=True, slots=True)
class NextRefresh:
    """What is still to come, though nothing happens."""

    again: bool = False
    """Somebody's direct messages are closed: the next round calls them by the card."""
    later: float | None = None
    """The seconds after which the card may say what is new."""


@dataclass(frozen=True, slots=True)
class RefreshResult:
    """What came of a round."""

    outlook: MatchDeliveryState
    place: MessageLocation
    """Of the card."""
    carded: bool = True
    """It can be read there."""
    trailing: bool = False
    """It says what is new only later."""
    left: bool = False
    """There is somebody whom only the card can call."""
    away: DiscordUnavailable | None = None
    """Somebody was out of reach."""


@dataclass(eq=False)
class MatchRefresher:
    matches: MatchService
    store: Store
    card_delivery: CardDelivery
    player_messages: PlayerMessages
    notifier: TurnNotifier
    temporary_reveal: TemporaryReveal
    reveal_covering: RevealCovering
    recovery: SendRecovery
    message_cleanup: MessageCleanup
    _follow: Callable[[MatchState], Awaitable[MatchState]]
    """Says what goes without asking, and lets the house think."""
    _now: Callable[[], int]
    _shown: LruCache[int, MatchState] = field(default_factory=LruCache, init=False)
    """As each match was last told here."""

    async def told(self, match_id: int) -> NextRefresh:
        """As it is now; raises `DiscordUnavailable` while somebody is out of reach."""
        outlook = await self.store.delivery_states.load_state(match_id)
        if outlook is None:
            return NextRefresh()
        header = outlook.header
        match = await self._upheld(await self.matches.current(header))
        if match is None:
            return NextRefresh()
        before = await self._as_told(header)
        # Abroad the card may be behind what those who play have before them.
        stood = (
            before
            if match.is_user_installed or header.events_on_card == header.events_shown
            else await self._as_it_was(header, header.events_on_card)
        )
        if await self.reveal_covering.cover_due(match, stood or match, outlook) or match.seq != header.event_count:
            # Deadlines are always read after the match: otherwise a newer one would seem to be missing.
            outlook = await self._again(outlook)
        told = await self._told_and_called(match, stood, outlook)
        location, behind = told.place, header.events_shown < match.seq
        if told.away:
            if behind and not told.trailing and not match.is_user_installed:
                # It stands in the channel: whoever tries again has only people to tell.
                await self.store.cards.save_card(match_id, match.seq, location.channel_id, location.message_id or None)
            raise told.away
        if told.trailing:
            return NextRefresh(again=told.left, later=self.card_delivery.trails(match_id))
        if behind:
            # Only now: whoever starts after a crash tells again rather than not at all.
            if match.is_user_installed and not match.is_practice and not told.carded:
                await self.store.cards.skip_events(match_id, match.seq)
            else:
                await self.store.cards.mark_shown(match_id, match.seq, location.channel_id, location.message_id or None)
        self._remember(match)
        # A repeated send is stored by now; whatever it may have left is deleted in the next round.
        cleaned = await self.recovery.clean_up(outlook)
        return NextRefresh(again=told.left or cleaned)

    async def _told_and_called(
        self, match: MatchState, stood: MatchState | None, outlook: MatchDeliveryState
    ) -> RefreshResult:
        """Whom the card calls it calls first. Nobody else who is called, here or at another match, waits for what is
        only edited: Discord may put that off.
        """
        async with AsyncExitStack() as turns:
            calls = await turns.enter_async_context(self.notifier.calling(match, outlook.deadlines))
            if calls.gone:
                # Heard a moment ago, by whoever asked whom to call.
                self.card_delivery.parted(match.id)
                outlook = await self._again(outlook)
            card = await self._carded(match, stood, outlook, calls) if calls.here or calls.gone else None
            if calls.all:
                told, left = await asyncio.gather(
                    self._told(match, stood, outlook, calls, card),
                    self._called(match, outlook, calls, card, turns),
                    return_exceptions=True,
                )
                if isinstance(told, BaseException):
                    raise told
                if isinstance(left, DiscordUnavailable):
                    return replace(told, away=left)
                if isinstance(left, BaseException):
                    raise left
                return replace(told, left=left)
        return await self._told(match, stood, outlook, calls, card)

    async def _called(
        self,
        match: MatchState,
        outlook: MatchDeliveryState,
        calls: DueNotifications,
        card: RefreshResult | None,
        turns: AsyncExitStack,
    ) -> bool:
        """Says whether somebody is left. From then on others may call them; and what was asked before goes."""
        card, away, left = card or RefreshResult(outlook, MessageLocation(0, 0)), None, False
        try:
            left = await self.notifier.call(match, calls, card.outlook, carded=card.carded, trailing=card.trailing)
        except DiscordUnavailable as no:
            away = no
        finally:
            await turns.aclose()
        for old in calls.replaced:
            await self.player_messages.put_down(old)
        if away:
            raise away
        return left

    async def _told(
        self,
        match: MatchState,
        stood: MatchState | None,
        outlook: MatchDeliveryState,
        calls: DueNotifications,
        card: RefreshResult | None,
    ) -> RefreshResult:
        """In the channel, if that is not done yet, and each in their hand; of whom a call comes by direct message with
        a new one.
        """
        card = card or await self._carded(match, stood, outlook, calls)
        comes = {call.person_id for call in calls.all if call.direct and not call.gone}
        hands = tuple(it for it in card.outlook.player_messages if not (it.channel_id and it.person_id in comes))
        tended, cleared = await asyncio.gather(
            self.player_messages.tend(match, replace(card.outlook, player_messages=hands)),
            self.message_cleanup.clear(match, card.outlook.obsolete_messages),
            return_exceptions=True,
        )
        for no in (cleared, tended):
            if isinstance(no, BaseException) and not isinstance(no, DiscordUnavailable):
                raise no
        return replace(card, away=tended) if isinstance(tended, DiscordUnavailable) else card

    async def _carded(
        self, match: MatchState, stood: MatchState | None, outlook: MatchDeliveryState, calls: DueNotifications
    ) -> RefreshResult:
        header = outlook.header
        location = MessageLocation(header.channel_id, header.card_message_id or 0)
        wanted = self.card_delivery.wanted(match.id) or bool(calls.here) or header.events_shown < match.seq
        if not wanted and not self.card_delivery.reaches(match, outlook):
            return RefreshResult(outlook, location)
        shown = await self.card_delivery.placed(match, stood, outlook, calls)
        if shown is None:
            return RefreshResult(outlook, location, carded=bool(location.message_id), trailing=True)
        # Meanwhile people have gone on.
        return RefreshResult(
            await self._again(outlook), shown.place, carded=bool(shown.place.message_id) and shown.reached
        )

    def _remember(self, match: MatchState) -> None:
        if match.is_over:
            self._forget(match.id)
        else:
            self._shown[match.id] = match

    async def _upheld(self, found: MatchState) -> MatchState | None:
        """As it is to be told; nothing of a match that only a newer bot can read."""
        match = await self.matches.called_off(found, self._now())
        if isinstance(match, UnreadableMatch) and match.how == "newer":
            return None
        return await self._follow(match)

    async def _again(self, outlook: MatchDeliveryState) -> MatchDeliveryState:
        return await self.store.delivery_states.load_state(outlook.header.id) or outlook

    def _forget(self, match_id: int) -> None:
        self._shown.pop(match_id, None)
        self.temporary_reveal.forget_match(match_id)
        self.card_delivery.forget(match_id)

    async def _as_told(self, header: MatchHeader) -> MatchState | None:
        """The table as everybody was last told of it; folded anew after a restart, or if another process told it."""
        shown = self._shown.get(header.id)
        if shown and (shown.seq, shown.forgotten) == (header.events_shown, header.forget_count):
            return shown
        self.temporary_reveal.forget_match(header.id)
        return await self._as_it_was(header, header.events_shown)

    async def _as_it_was(self, header: MatchHeader, seq: int) -> MatchState | None:
        if not seq:
            return None
        whole = await self.store.journal.load_match(header.id)
        assert whole
        self.temporary_reveal.restore(header.id, whole.deadlines)
        return fold.folded(replace(whole, events=whole.events[:seq]), self.matches.absences)
