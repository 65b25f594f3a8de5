"""Refreshes a match: brings its card and player messages up to date with the store, and notifies players."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace

from bot.caches import BoundedCache
from bot.delivery.card import CardDelivery
from bot.delivery.card_messages import CardPlace
from bot.delivery.card_state import CardTracker
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
from bot.rendering.temporary_reveal import TemporaryReveal
from storage import MatchDeliveryState, MatchHeader, Store, StoreUnavailable


@dataclass(frozen=True, slots=True)
class NextRefresh:
    """When to refresh the match again even if nothing happens in it; by default never."""

    is_due_now: bool = False
    delay_s: float | None = None


@dataclass(frozen=True, slots=True)
class RefreshResult:
    """The outcome of a refresh so far."""

    delivery_state: MatchDeliveryState
    card: CardPlace
    is_card_readable: bool = True
    is_card_trailing: bool = False
    needs_card_ping: bool = False
    """Whether a player whose direct messages are closed still has to be pinged by the card."""
    unavailable: DiscordUnavailable | None = None
    """The error to raise at the end, if somebody could not be reached."""


@dataclass(eq=False)
class MatchRefresher:
    matches: MatchService
    store: Store
    card_tracker: CardTracker
    card_delivery: CardDelivery
    player_messages: PlayerMessages
    notifier: TurnNotifier
    temporary_reveal: TemporaryReveal
    reveal_covering: RevealCovering
    recovery: SendRecovery
    message_cleanup: MessageCleanup
    _play_automatic_moves: Callable[[MatchState], Awaitable[MatchState]]
    """Plays forced moves and lets the computer opponent start choosing its moves."""
    _now: Callable[[], int]
    _last_shown: BoundedCache[int, MatchState] = field(default_factory=BoundedCache, init=False)
    """By match ID: the match as this process last showed it."""

    async def refresh_match(self, match_id: int) -> NextRefresh:
        """Bring a match's card and player messages up to date, and send its notifications.

        Raises `DiscordUnavailable` if somebody could not be reached. Repeated calls are safe: changes that have
        been shown are not shown again. If a game of another package fails, its match is closed.
        """
        try:
            return await self._refresh(match_id)
        except (DiscordUnavailable, StoreUnavailable):
            raise
        except Exception:
            if not await self.matches.close_failed_match(match_id):
                raise
            self._last_shown.pop(match_id, None)
            return NextRefresh(is_due_now=True)

    async def _refresh(self, match_id: int) -> NextRefresh:
        state = await self.store.delivery_states.load_state(match_id)
        if state is None:
            return NextRefresh()
        header = state.header
        if not fold.is_known_game(header):
            return NextRefresh()
        match = await self._prepare_match(await self.matches.load_current(header))
        if match is None:
            return NextRefresh()
        on_card = await self._load_match_on_card(header, match)
        due_reveals = await self.reveal_covering.cover_due_boards(match, on_card or match, state)
        if due_reveals or match.event_count != header.event_count:
            # Deadlines are always read after the match. Otherwise, the match's newest deadlines would seem missing.
            state = await self._reload_state(state)
        result = await self._deliver(match, on_card, state)
        is_behind = header.events_shown < match.event_count
        if result.unavailable:
            if is_behind and not result.is_card_trailing and not match.is_user_installed:
                # The card is up to date, so the next attempt only has to reach the players.
                await self.store.cards.save_card(
                    match_id, match.event_count, result.card.channel_id, result.card.message_id
                )
            raise result.unavailable
        await self.reveal_covering.finish_covering(due_reveals)
        await self.card_delivery.show_due_score(match, result.delivery_state)
        if result.is_card_trailing:
            delay_s = self.card_tracker.seconds_until_next_edit(match_id)
            return NextRefresh(is_due_now=result.needs_card_ping, delay_s=delay_s)
        if is_behind:
            # This is stored last, so that a crash leads to showing an event twice rather than never.
            if match.is_user_installed and not match.is_practice and not result.is_card_readable:
                await self.store.cards.skip_events(match_id, match.event_count)
            else:
                await self.store.cards.mark_shown(
                    match_id, match.event_count, result.card.channel_id, result.card.message_id
                )
        self._remember_shown_match(match)
        # Repeated sends are stored by now. The next refresh deletes the stray messages found here.
        has_checked = await self.recovery.queue_stray_messages(state)
        return NextRefresh(is_due_now=result.needs_card_ping or has_checked)

    # Loading the match

    async def _prepare_match(self, loaded: MatchState) -> MatchState | None:
        """Play automatic moves, and close the match if its rules have changed.

        Returns None if only a newer version of the bot can read the match.
        """
        match = await self.matches.close_if_outdated(loaded, self._now())
        if isinstance(match, UnreadableMatch) and match.close_reason == "newer":
            return None
        return await self._play_automatic_moves(match)

    async def _load_match_on_card(self, header: MatchHeader, match: MatchState) -> MatchState | None:
        """Return the match in the state that its card shows; None if nothing has been shown yet."""
        last_shown = self._last_shown.get(header.id)
        known = last_shown and (last_shown.event_count, last_shown.forget_count)
        if known != (header.events_shown, header.forget_count):
            # This process was restarted, or another process showed the match.
            self.temporary_reveal.forget_match(header.id)
            last_shown = await self._load_match_as_of(header, header.events_shown)
        if match.is_user_installed or header.events_on_card == header.events_shown:
            return last_shown
        return await self._load_match_as_of(header, header.events_on_card)

    async def _load_match_as_of(self, header: MatchHeader, event_count: int) -> MatchState | None:
        if not event_count:
            return None
        journal = await self.store.journal.load_match(header.id)
        assert journal
        self.temporary_reveal.restore(header.id, journal.deadlines)
        return fold.fold_journal(replace(journal, events=journal.events[:event_count]), self.matches.absences)

    def _remember_shown_match(self, match: MatchState) -> None:
        if not match.is_over:
            self._last_shown[match.id] = match
            return
        self._last_shown.pop(match.id, None)
        self.temporary_reveal.forget_match(match.id)
        self.card_tracker.forget_clicked_location(match.id)

    async def _reload_state(self, state: MatchDeliveryState) -> MatchDeliveryState:
        return await self.store.delivery_states.load_state(state.header.id) or state

    # Delivery

    async def _deliver(self, match: MatchState, on_card: MatchState | None, state: MatchDeliveryState) -> RefreshResult:
        """Update the card and the player messages, and notify players.

        If the card has to ping players, it is updated first. Otherwise, notifications are sent at the same time as
        the edits, because Discord may delay edits.
        """
        async with AsyncExitStack() as person_locks:
            notifications = await person_locks.enter_async_context(
                self.notifier.hold_due_notifications(match, state.deadlines)
            )
            if notifications.of_departed:
                # The notifier found out about these departures after the state was loaded.
                self.card_tracker.request_departure_notice(match.id)
                state = await self._reload_state(state)
            result = None
            if notifications.by_card or notifications.of_departed:
                result = await self._update_card(match, on_card, state, notifications)
            if notifications.notifications:
                updated, needs_card_ping = await asyncio.gather(
                    self._update_messages(match, on_card, state, notifications, result),
                    self._send_notification_dms(match, state, notifications, result, person_locks),
                    return_exceptions=True,
                )
                if isinstance(updated, BaseException):
                    raise updated
                if isinstance(needs_card_ping, DiscordUnavailable):
                    return replace(updated, unavailable=needs_card_ping)
                if isinstance(needs_card_ping, BaseException):
                    raise needs_card_ping
                return replace(updated, needs_card_ping=needs_card_ping)
        return await self._update_messages(match, on_card, state, notifications, result)

    async def _update_card(
        self,
        match: MatchState,
        on_card: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
    ) -> RefreshResult:
        header = state.header
        place = CardPlace.from_header(header)
        needs_update = (
            self.card_tracker.has_request(match.id)
            or bool(notifications.by_card)
            or header.events_shown < match.event_count
            or self.card_delivery.can_edit_user_installed_card(match, state)
        )
        if not needs_update:
            return RefreshResult(state, place)
        updated = await self.card_delivery.update_card(match, on_card, state, notifications)
        if updated is None:
            return RefreshResult(state, place, is_card_readable=place.message_id is not None, is_card_trailing=True)
        is_readable = updated.message_id is not None and updated.is_up_to_date
        # Players may have acted in the meantime.
        return RefreshResult(await self._reload_state(state), updated, is_card_readable=is_readable)

    async def _update_messages(
        self,
        match: MatchState,
        on_card: MatchState | None,
        state: MatchDeliveryState,
        notifications: DueNotifications,
        result: RefreshResult | None,
    ) -> RefreshResult:
        """Update the card, unless `result` shows that this refresh has done so, and then the player messages.

        Meanwhile, delete replaced messages.
        """
        result = result or await self._update_card(match, on_card, state, notifications)
        # A notification by direct message is a new player message, so the old direct message is not updated.
        renewed = {it.person_id for it in notifications.notifications if it.by_dm and not it.has_left}
        messages = tuple(
            it for it in result.delivery_state.player_messages if not (it.channel_id and it.person_id in renewed)
        )
        updating, cleaning = await asyncio.gather(
            self.player_messages.update_messages(match, replace(result.delivery_state, player_messages=messages)),
            self.message_cleanup.delete_due_messages(match, result.delivery_state.obsolete_messages),
            return_exceptions=True,
        )
        for error in (cleaning, updating):
            if isinstance(error, BaseException) and not isinstance(error, DiscordUnavailable):
                raise error
        return replace(result, unavailable=updating) if isinstance(updating, DiscordUnavailable) else result

    async def _send_notification_dms(
        self,
        match: MatchState,
        state: MatchDeliveryState,
        notifications: DueNotifications,
        result: RefreshResult | None,
        person_locks: AsyncExitStack,
    ) -> bool:
        """Notify players by direct message; return whether the card must ping a player who could not be reached."""
        result = result or RefreshResult(state, CardPlace.from_header(state.header))
        unavailable, needs_card_ping = None, False
        try:
            needs_card_ping = await self.notifier.send_notifications(
                match,
                notifications,
                result.delivery_state,
                is_card_readable=result.is_card_readable,
                is_card_trailing=result.is_card_trailing,
            )
        except DiscordUnavailable as error:
            unavailable = error
        finally:
            # Release the locks before deleting messages, so that other matches can notify the same people.
            await person_locks.aclose()
        for message in notifications.replaced_messages:
            await self.player_messages.delete_replaced_dm(message)
        if unavailable:
            raise unavailable
        return needs_card_ping
