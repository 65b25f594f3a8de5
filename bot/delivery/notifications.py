"""Notifies inactive players when it is their turn or they have to add a player seed (a text that affects the dice).

The event that begins a player's turn stores a notification deadline, and the event that ends the turn removes it. The
deadline's outcome records whether the player was notified.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.caches import BoundedCache
from bot.delivery.due_notifications import DueNotifications, Notification
from bot.delivery.send_recovery import record_pending_send
from bot.delivery.staggered import run_staggered
from bot.errors import DestinationUnreachable, DiscordUnavailable
from bot.matches.cache import MatchCache
from bot.matches.deadlines import DeadlineKind, is_same_deadline
from bot.matches.model import MatchState, Offer, RunningMatch
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.rendering.attendance import Attendance, find_active_until
from bot.rendering.player_renderer import PlayerRenderer
from bot.screens import offer_card
from bot.screens.player_screen_state import PlayerScreenContext, encode_screen_state
from bot.screens.scene import Scene
from bot.wall_clock import HOUR_MS, MINUTE_MS
from storage import (
    OFFER_PANEL,
    Deadline,
    DeadlineOutcome,
    MatchDeliveryState,
    PendingSend,
    PlayerMessage,
    Store,
    StoreUnavailable,
)

log: Final = logging.getLogger(__name__)

NOTIFICATION_COOLDOWN_MS: Final = 10 * MINUTE_MS
"""How long a player gets no other notification after the last one, unless the player has been active since."""
MAX_OTHER_MATCHES_REFRESHED: Final = 4
"""How many of a person's other matches are refreshed to update the number of waiting matches in their messages."""


@dataclass(eq=False)
class TurnNotifier:
    matches: MatchCache
    store: Store
    messenger: Messenger
    preferences: Preferences
    player_renderer: PlayerRenderer
    attendance: Attendance
    _schedule_refresh: Callable[[int], None]
    _now: Callable[[], int]
    _closed_dms: BoundedCache[int, None] = field(default_factory=BoundedCache, init=False)
    """The people who did not accept a direct message at the last attempt."""
    _fired_deadlines: BoundedCache[int, set[Deadline]] = field(default_factory=BoundedCache, init=False)
    """By match ID: deadlines that fired, and were postponed so that the next refresh can handle them."""

    def has_closed_dms(self, person_id: int) -> bool:
        return person_id in self._closed_dms

    def add_fired_deadline(self, deadline: Deadline) -> None:
        """Make the next refresh send a notification whose deadline fired.

        The stored deadline no longer looks due: it was postponed when it fired, so that no other process acts on it.
        """
        self._fired_deadlines[deadline.match_id] = self._fired_deadlines.get(deadline.match_id, set()) | {deadline}

    @asynccontextmanager
    async def hold_due_notifications(
        self, match: MatchState, deadlines: Sequence[Deadline]
    ) -> AsyncIterator[DueNotifications]:
        """Yield the notifications that are due. Until the context exits, no other match can notify the same people.

        Notifications to people who are active or away are postponed. Unwanted notifications are marked as done.
        """
        # Some deadlines may be newer than the match. The next refresh sends their notifications.
        pending = [it for it in deadlines if not it.outcome and self._is_for_current_step(match, it)]
        # A fired deadline is due even though it was postponed, unless it is done or was postponed further.
        fired = {
            it
            for it in self._fired_deadlines.pop(match.id, ())
            if any(is_same_deadline(it, deadline) and deadline.due_ms <= it.due_ms for deadline in pending)
        }
        if fired:
            self._fired_deadlines[match.id] = fired
        due = [it for it in pending if it.due_ms <= self._now() or it in fired]
        person_ids = {match.find_person_in_seat(it.seat) for it in due}
        async with AsyncExitStack() as person_locks:
            # Locks are always acquired in the same order, to avoid deadlocks.
            for person_id in sorted(filter(None, person_ids)):
                await person_locks.enter_async_context(self.store.hold_lock(f"notifying {person_id}"))
            planned = [notification for it in due if (notification := await self._try_plan_notification(match, it))]
            yield DueNotifications(tuple(planned), partial(self.store.deadlines.list_of_match, match.id))

    def _is_for_current_step(self, match: MatchState, deadline: Deadline) -> bool:
        current = self.matches.index_deadlines(match).get((DeadlineKind.NOTIFICATION, deadline.seat))
        return deadline.kind == DeadlineKind.NOTIFICATION and current is not None and current.step == deadline.step

    async def _try_plan_notification(self, match: MatchState, deadline: Deadline) -> Notification | None:
        """Call `_plan_notification`. Log an unexpected error and return None, so that other people are still notified.

        The failed notification stays due.
        """
        try:
            return await self._plan_notification(match, deadline)
        except (DiscordUnavailable, StoreUnavailable):
            raise
        except Exception:
            log.exception("a notification could not be planned")
            return None

    async def _plan_notification(self, match: MatchState, deadline: Deadline) -> Notification | None:
        """Return how to notify a player now, or None if the player must not be notified now.

        In the latter case, postpone the notification if the player is active or away, or else mark it as done.
        """
        person_id = match.find_person_in_seat(deadline.seat)
        if person_id is None:
            return None
        player, (presence, messages) = (
            await self.preferences.load_player(person_id),
            await self.store.player_messages.load_presence_and_messages(person_id, match.id),
        )
        is_reminder = deadline.is_reminder
        # Players who were notified recently and have not been active since need only reminders. The next match of a
        # tournament does not wait for them, so only notifications since it began count.
        began_ms = match.offered_ms if match.terms.tournament else 0
        cooldown_start_ms = max(presence.last_active_ms, self._now() - NOTIFICATION_COOLDOWN_MS, began_ms)
        was_notified = presence.last_notified_ms > cooldown_start_ms
        if player.prompts == "none" or (is_reminder and not player.reminders) or (was_notified and not is_reminder):
            await self.store.deadlines.mark_done(
                deadline, DeadlineOutcome.NOTIFIED if was_notified else DeadlineOutcome.UNWANTED
            )
            self._refresh_other_matches(match.id, messages)
            return None
        # Players are away during their quiet hours and on holiday.
        away_until_ms = max(
            player.next_notification_time_ms(self._now()),
            self.matches.absences.find_holiday_end(person_id, self._now()) or 0,
        )
        notify_ms = max(find_active_until(match, presence), away_until_ms)
        # Reminders are sent even to active players, unless they are away.
        if notify_ms > self._now() and not (is_reminder and away_until_ms <= self._now()):
            await self.store.deadlines.claim_and_postpone(deadline, notify_ms)
            self._refresh_other_matches(match.id, messages)
            return None
        if await self.attendance.has_left_server(match.server_id, person_id):
            return Notification(person_id, deadline, by_dm=False, by_card=False, has_left=True)
        has_closed_dms = self.has_closed_dms(person_id)
        return Notification(
            person_id,
            deadline,
            by_dm=player.prompts in {"dm", "both"} and not has_closed_dms,
            by_card=player.prompts != "dm" or has_closed_dms,
        )

    def _refresh_other_matches(self, match_id: int, messages: Iterable[PlayerMessage]) -> None:
        """Refresh a person's other matches, because their player messages say how many matches wait for the person.

        If there are many, only the most recently used ones are refreshed.
        """
        others = sorted((it for it in messages if it.match_id != match_id), key=lambda it: it.last_used_ms)
        for other_id in {it.match_id for it in others[-MAX_OTHER_MATCHES_REFRESHED:]}:
            self._schedule_refresh(other_id)

    async def send_notifications(
        self,
        match: MatchState,
        notifications: DueNotifications,
        state: MatchDeliveryState,
        *,
        is_card_readable: bool,
        is_card_trailing: bool,
    ) -> bool:
        """Send the direct messages; return whether the card must ping a player who could not be reached.

        Raises `DiscordUnavailable` if Discord does not respond. Repeated calls are safe: nobody is notified twice.
        """
        # A trailing card does not yet say that a player has left.
        notifying = (
            self._notify_person(match, notification, notifications, state, is_card_readable=is_card_readable)
            for notification in notifications.notifications
            if not (notification.has_left and is_card_trailing)
        )
        reached, unavailable = await run_staggered(notifying, "a player could not be notified")
        if unavailable:
            raise unavailable
        return is_card_readable and not all(reached)

    async def _notify_person(
        self,
        match: MatchState,
        notification: Notification,
        notifications: DueNotifications,
        state: MatchDeliveryState,
        *,
        is_card_readable: bool,
    ) -> bool:
        """Send a player's notification if it is still due; return False if the player could not be reached."""
        is_reached = is_card_readable
        if notification.has_left:
            if is_card_readable:
                await self.store.deadlines.mark_done(notification.deadline, DeadlineOutcome.LEFT_SERVER)
        elif not await self._is_still_due(notification, notifications):
            return True
        elif isinstance(match, RunningMatch | Offer) and self._should_send_dm(
            match, notification, is_card_readable=is_card_readable
        ):
            replaced = await self._send_dm(match, notification, state)
            notifications.replaced_messages.extend(replaced or ())
            is_reached = replaced is not None
        if not is_reached and not notification.has_left and match.terms.tournament:
            # A match of a tournament has no card. The tournament's thread pings the player together with others.
            await self.store.tournaments.request_call(
                match.terms.tournament.id, notification.person_id, notification.deadline, self._now()
            )
            return True
        if not (is_reached or is_card_readable):
            await self._postpone_notification(notification)
        return is_reached

    async def _is_still_due(self, notification: Notification, notifications: DueNotifications) -> bool:
        # If a new card has just pinged the player, a direct message that they also want must still be sent.
        accepted = [DeadlineOutcome.NOTIFIED] if notification.by_card else []
        return bool(await notifications.filter_still_due([notification], *accepted))

    def _should_send_dm(self, match: MatchState, notification: Notification, *, is_card_readable: bool) -> bool:
        """Return whether to send the player a direct message.

        If the card cannot be read, a player who wants only a ping by the card gets a direct message, too. This does not
        apply to players who do not accept any, or to tournaments, whose thread can ping the player.
        """
        return notification.by_dm or (
            notification.by_card
            and not is_card_readable
            and match.terms.tournament is None
            and not self.has_closed_dms(notification.person_id)
        )

    async def _postpone_notification(self, notification: Notification) -> None:
        # The deadline's due time may have changed in the meantime, so look it up.
        for deadline in await self.store.deadlines.list_of_match(notification.deadline.match_id):
            if is_same_deadline(deadline, notification.deadline):
                await self.store.deadlines.claim_and_postpone(deadline, self._now() + HOUR_MS)

    async def _send_dm(
        self, match: RunningMatch | Offer, notification: Notification, state: MatchDeliveryState
    ) -> Sequence[PlayerMessage] | None:
        """Send a new direct message and return the messages that it replaces.

        Returns None if the person does not accept direct messages. Editing an old message instead would not notify
        the person.
        """
        person_id = notification.person_id
        pending_send = PendingSend(match.id, person_id, None, self._now())
        player = await self.preferences.load_player(person_id)
        scene, content_key = await self._render_dm(match, notification, player.effective_locale)
        turn_key = f"shake {match.offered_ms}" if isinstance(match, Offer) else match.engine.step
        nonce_key = f"{match.id} {turn_key} {person_id} {'reminder' if notification.is_reminder else 'turn'}"
        try:
            async with record_pending_send(self.store, pending_send):
                sent = await self.messenger.send_dm(person_id, scene, nonce_key)
        except DestinationUnreachable:
            self._closed_dms[person_id] = None
            return None
        self._closed_dms.pop(person_id, None)
        message = PlayerMessage(
            match.id,
            person_id,
            sent.location.message_id,
            sent.location.channel_id,
            0 if isinstance(match, Offer) else match.engine.step,
            pending_send.started_ms,
            content_key=content_key if sent.has_requested_content else None,
        )
        if isinstance(match, Offer):
            message = replace(message, kind=OFFER_PANEL)
        await self.store.player_messages.save_direct_message(message, notification.deadline, pending_send.started_ms)
        if not sent.has_requested_content:
            # An earlier attempt sent this message, and the match has advanced since.
            self._schedule_refresh(match.id)
        return [
            old
            for old in (*state.player_messages, *state.offer_panels)
            if old.person_id == person_id and old.channel_id and old.message_id != message.message_id
        ]

    async def _render_dm(
        self, match: RunningMatch | Offer, notification: Notification, locale: str
    ) -> tuple[Scene, str | None]:
        """Return a player message, or an offer's panel that asks for a player seed, and the key of its content.

        The content key shows later whether the message is up to date. It is None for a panel.
        """
        if isinstance(match, Offer):
            return offer_card.render_offer_menu(match, notification.person_id, locale), None
        seat = notification.deadline.seat
        context = await self.player_renderer.build_context(
            match, notification.person_id, PlayerScreenContext(is_reminder=notification.is_reminder)
        )
        content_key = encode_screen_state(match, seat, locale, context)
        scene = await self.player_renderer.render_player_message(match, seat, locale, context)
        return scene, content_key
