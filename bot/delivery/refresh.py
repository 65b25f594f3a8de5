"""One round of telling, as the store has it now: the card in its channel, the hand of each player, and whom to call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace

from bot.caches import BoundedCache
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

    is_due_now: bool = False
    """Somebody's direct messages are closed: the next round calls them by the card."""
    delay_s: float | None = None
    """The seconds after which the card may say what is new."""


@dataclass(frozen=True, slots=True)
class RefreshResult:
    """What came of a round."""

    delivery_state: MatchDeliveryState
    card_location: MessageLocation
    """Of the card."""
    card_is_readable: bool = True
    """It can be read there."""
    card_is_delayed: bool = False
    """It says what is new only later."""
    needs_card_ping: bool = False
    """There is somebody whom only the card can call."""
    unavailable: DiscordUnavailable | None = None
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
    _play_automatic_moves: Callable[[MatchState], Awaitable[MatchState]]
    """Says what goes without asking, and lets the house think."""
    _now: Callable[[], int]
    _last_shown: BoundedCache[int, MatchState] = field(default_factory=BoundedCache, init=False)
    """As each match was last told here."""

    async def refresh_match(self, match_id: int) -> NextRefresh:
        """As it is now; raises `DiscordUnavailable` while somebody is out of reach."""
        state = await self.store.delivery_states.load_state(match_id)
        if state is None:
            return NextRefresh()
        header = state.header
        match = await self._prepare_for_delivery(await self.matches.load_current(header))
        if match is None:
            return NextRefresh()
        before = await self._load_last_shown(header)
        # Abroad the card may be behind what those who play have before them.
        stood = (
            before
            if match.is_user_installed or header.events_on_card == header.events_shown
            else await self._load_match_as_of(header, header.events_on_card)
        )
        if (
            await self.reveal_covering.cover_due_boards(match, stood or match, state)
            or match.event_count != header.event_count
        ):
            # Deadlines are always read after the match: otherwise a newer one would seem to be missing.
            state = await self._reload_delivery_state(state)
        told = await self._deliver_and_notify(match, stood, state)
        location, behind = told.card_location, header.events_shown < match.event_count
        if told.unavailable:
            if behind and not told.card_is_delayed and not match.is_user_installed:
                # It stands in the channel: whoever tries again has only people to tell.
                await self.store.cards.save_card(
                    match_id, match.event_count, location.channel_id, location.message_id or None
                )
            raise told.unavailable
        if told.card_is_delayed:
            return NextRefresh(
                is_due_now=told.needs_card_ping, delay_s=self.card_delivery.seconds_until_next_edit(match_id)
            )
        if behind:
            # Only now: whoever starts after a crash tells again rather than not at all.
            if match.is_user_installed and not match.is_practice and not told.card_is_readable:
                await self.store.cards.skip_events(match_id, match.event_count)
            else:
                await self.store.cards.mark_shown(
                    match_id, match.event_count, location.channel_id, location.message_id or None
                )
        self._remember_last_shown(match)
        # A repeated send is stored by now; whatever it may have left is deleted in the next round.
        cleaned = await self.recovery.delete_stray_messages(state)
        return NextRefresh(is_due_now=told.needs_card_ping or cleaned)

    async def _deliver_and_notify(
        self, match: MatchState, last_shown: MatchState | None, state: MatchDeliveryState
    ) -> RefreshResult:
        """Whom the card calls it calls first. Nobody else who is called, here or at another match, waits for what is
        only edited: Discord may put that off.
        """
        async with AsyncExitStack() as turns:
            notifications = await turns.enter_async_context(
                self.notifier.hold_due_notifications(match, state.deadlines)
            )
            if notifications.of_departed:
                # Heard a moment ago, by whoever asked whom to call.
                self.card_delivery.request_departure_notice(match.id)
                state = await self._reload_delivery_state(state)
            card = (
                await self._update_card(match, last_shown, state, notifications)
                if notifications.by_card or notifications.of_departed
                else None
            )
            if notifications.notifications:
                told, left = await asyncio.gather(
                    self._update_card_and_messages(match, last_shown, state, notifications, card),
                    self._send_notifications(match, state, notifications, card, turns),
                    return_exceptions=True,
                )
                if isinstance(told, BaseException):
                    raise told
                if isinstance(left, DiscordUnavailable):
                    return replace(told, unavailable=left)
                if isinstance(left, BaseException):
                    raise left
                return replace(told, needs_card_ping=left)
        return await self._update_card_and_messages(match, last_shown, state, notifications, card)

    async def _send_notifications(
        self,
        match: MatchState,
        state: MatchDeliveryState,
        notifications: DueNotifications,
        card_result: RefreshResult | None,
        person_locks: AsyncExitStack,
    ) -> bool:
        """Says whether somebody is left. From then on others may call them; and what was asked before goes."""
        card_result, away, left = card_result or RefreshResult(state, MessageLocation(0, 0)), None, False
        try:
            left = await self.notifier.send_notifications(
                match,
                notifications,
                card_result.delivery_state,
                card_is_readable=card_result.card_is_readable,
                card_is_delayed=card_result.card_is_delayed,
            )
        except DiscordUnavailable as no:
            away = no
        finally:
            await person_locks.aclose()
        for old in notifications.replaced_messages:
            await self.player_messages.delete_replaced_dm(old)
        if away:
            raise away
        return left

    async def _update_card_and_messages(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
        card_result: RefreshResult | None,
    ) -> RefreshResult:
        """In the channel, if that is not done yet, and each in their hand; of whom a call comes by direct message with
        a new one.
        """
        card_result = card_result or await self._update_card(match, last_shown, state, notifications)
        comes = {
            notification.person_id
            for notification in notifications.notifications
            if notification.by_dm and not notification.has_left
        }
        messages = tuple(
            it for it in card_result.delivery_state.player_messages if not (it.channel_id and it.person_id in comes)
        )
        tended, cleared = await asyncio.gather(
            self.player_messages.update_messages(match, replace(card_result.delivery_state, player_messages=messages)),
            self.message_cleanup.delete_due_messages(match, card_result.delivery_state.obsolete_messages),
            return_exceptions=True,
        )
        for no in (cleared, tended):
            if isinstance(no, BaseException) and not isinstance(no, DiscordUnavailable):
                raise no
        return replace(card_result, unavailable=tended) if isinstance(tended, DiscordUnavailable) else card_result

    async def _update_card(
        self,
        match: MatchState,
        last_shown: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> RefreshResult:
        header = state.header
        location = MessageLocation(header.channel_id, header.card_message_id or 0)
        wanted = (
            self.card_delivery.has_pending_request(match.id)
            or bool(notifications.by_card)
            or header.events_shown < match.event_count
        )
        if not wanted and not self.card_delivery.should_edit_by_token(match, state):
            return RefreshResult(state, location)
        shown = await self.card_delivery.update_card(match, last_shown, state, notifications)
        if shown is None:
            return RefreshResult(state, location, card_is_readable=bool(location.message_id), card_is_delayed=True)
        # Meanwhile people have gone on.
        return RefreshResult(
            await self._reload_delivery_state(state),
            shown.location,
            card_is_readable=bool(shown.location.message_id) and shown.is_up_to_date,
        )

    def _remember_last_shown(self, match: MatchState) -> None:
        if match.is_over:
            self._forget_match(match.id)
        else:
            self._last_shown[match.id] = match

    async def _prepare_for_delivery(self, loaded: MatchState) -> MatchState | None:
        """As it is to be told; nothing of a match that only a newer bot can read."""
        match = await self.matches.close_if_outdated(loaded, self._now())
        if isinstance(match, UnreadableMatch) and match.close_reason == "newer":
            return None
        return await self._play_automatic_moves(match)

    async def _reload_delivery_state(self, state: MatchDeliveryState) -> MatchDeliveryState:
        return await self.store.delivery_states.load_state(state.header.id) or state

    def _forget_match(self, match_id: int) -> None:
        self._last_shown.pop(match_id, None)
        self.temporary_reveal.forget_match(match_id)
        self.card_delivery.forget_clicked_location(match_id)

    async def _load_last_shown(self, header: MatchHeader) -> MatchState | None:
        """The table as everybody was last told of it; folded anew after a restart, or if another process told it."""
        shown = self._last_shown.get(header.id)
        if shown and (shown.event_count, shown.forget_count) == (header.events_shown, header.forget_count):
            return shown
        self.temporary_reveal.forget_match(header.id)
        return await self._load_match_as_of(header, header.events_shown)

    async def _load_match_as_of(self, header: MatchHeader, event_count: int) -> MatchState | None:
        if not event_count:
            return None
        whole = await self.store.journal.load_match(header.id)
        assert whole
        self.temporary_reveal.restore(header.id, whole.deadlines)
        return fold.fold_journal(replace(whole, events=whole.events[:event_count]), self.matches.absences)
