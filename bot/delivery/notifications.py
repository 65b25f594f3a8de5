"""Calls people who are to choose, or to shake the dice, and not at it: once, in the way that each of them likes.

Whom and when stands in the store as a deadline, from the append that made it their turn until the one that ends it; and
from when they have been called, how.
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
from bot.rendering.attendance import ACTIVE_WINDOW_MS, Attendance
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
"""Who has been called so lately, and has not come yet, finds everything else where they are called to."""
MAX_OTHER_MATCHES_REFRESHED: Final = 4
"""Hands of one person, at most, that are told of a match elsewhere."""


@dataclass(eq=False)
class TurnNotifier:
    matches: MatchCache
    store: Store
    messenger: Messenger
    preferences: Preferences
    player_renderer: PlayerRenderer
    attendance: Attendance
    _schedule_refresh: Callable[[int], None]
    """Has another match told, whose hands say that this one waits, too."""
    _now: Callable[[], int]
    _closed_dms: BoundedCache[int, None] = field(default_factory=BoundedCache, init=False)
    """Whose direct messages were closed when they were last tried."""
    _fired_deadlines: BoundedCache[int, set[Deadline]] = field(default_factory=BoundedCache, init=False)
    """What the clock has put off while we call."""

    def has_closed_dms(self, person_id: int) -> bool:
        return person_id in self._closed_dms

    def add_fired_deadline(self, deadline: Deadline) -> None:
        """The clock has spoken, and put it off until we have done it."""
        self._fired_deadlines[deadline.match_id] = self._fired_deadlines.get(deadline.match_id, set()) | {deadline}

    @asynccontextmanager
    async def hold_due_notifications(
        self, match: MatchState, deadlines: Sequence[Deadline]
    ) -> AsyncIterator[DueNotifications]:
        """Who is to be called now; as long as this lasts no other match calls them. Who is at it, or sleeps, is called
        later; who does not want to be, never.
        """
        # Where `standing` was read after the table, people have gone on since, and the next round calls them.
        owed = [it for it in deadlines if not it.outcome and self._is_for_current_step(match, it)]
        # What could not be done stays due, though the clock has put it off since we looked; what was done, or put off
        # for longer, does not.
        due = {
            it
            for it in self._fired_deadlines.pop(match.id, ())
            if any(is_same_deadline(it, call) and call.due_ms <= it.due_ms for call in owed)
        }
        if due:
            self._fired_deadlines[match.id] = due
        urgent = [it for it in owed if it.due_ms <= self._now() or it in due]
        people = {match.find_person_in_seat(it.seat) for it in urgent}
        async with AsyncExitStack() as turns:
            # In one order, whoever they are: nobody waits in a ring.
            for person_id in sorted(filter(None, people)):
                await turns.enter_async_context(self.store.hold_lock(f"call {person_id}"))
            made = [notification for it in urgent if (notification := await self._try_plan_notification(match, it))]
            yield DueNotifications(tuple(made), partial(self.store.deadlines.list_of_match, match.id))

    def _is_for_current_step(self, match: MatchState, deadline: Deadline) -> bool:
        """Tell whether this is a call for what the table shows."""
        known = self.matches.index_deadlines(match).get((DeadlineKind.NOTIFICATION, deadline.seat))
        return deadline.kind == DeadlineKind.NOTIFICATION and known is not None and known.step == deadline.step

    async def _try_plan_notification(self, match: MatchState, deadline: Deadline) -> Notification | None:
        """One person's trouble is not the others'; theirs stays due."""
        try:
            return await self._plan_notification(match, deadline)
        except (DiscordUnavailable, StoreUnavailable):
            raise
        except Exception:
            log.exception("nobody can say whether somebody is to be called")
            return None

    async def _plan_notification(self, match: MatchState, deadline: Deadline) -> Notification | None:
        person_id = match.find_person_in_seat(deadline.seat)
        if person_id is None:
            return None
        player, (presence, messages) = (
            await self.preferences.load_player(person_id),
            await self.store.player_messages.load_presence_and_messages(person_id),
        )
        reminding = deadline.is_reminder
        called = presence.last_notified_ms > max(presence.last_active_ms, self._now() - NOTIFICATION_COOLDOWN_MS)
        if player.prompts == "none" or (reminding and not player.reminders) or (called and not reminding):
            await self.store.deadlines.mark_done(
                deadline, DeadlineOutcome.NOTIFIED if called else DeadlineOutcome.UNWANTED
            )
            self._refresh_other_matches(match.id, messages)
            return None
        # In their quiet hours they sleep, and on a holiday their clocks do, too.
        sleeps = max(
            player.next_notification_time_ms(self._now()),
            self.matches.absences.find_holiday_end(person_id, self._now()) or 0,
        )
        later = max(presence.last_active_ms + ACTIVE_WINDOW_MS, sleeps)
        if later > self._now() and not (reminding and sleeps <= self._now()):
            await self.store.deadlines.claim_and_postpone(deadline, later)
            self._refresh_other_matches(match.id, messages)
            return None
        if await self.attendance.has_left_server(match.server_id, person_id):
            return Notification(person_id, deadline.seat, deadline, by_dm=False, by_card=False, has_left=True)
        shut = self.has_closed_dms(person_id)
        direct = player.prompts in {"dm", "both"} and not shut
        return Notification(person_id, deadline.seat, deadline, by_dm=direct, by_card=player.prompts != "dm" or shut)

    def _refresh_other_matches(self, match_id: int, messages: Iterable[PlayerMessage]) -> None:
        """The hands that they have before them say that one more match waits; whoever has many has not all of them
        before their eyes.
        """
        others = [it for it in messages if it.match_id != match_id]
        for other in {
            it.match_id for it in sorted(others, key=lambda it: it.last_used_ms)[-MAX_OTHER_MATCHES_REFRESHED:]
        }:
            self._schedule_refresh(other)

    async def send_notifications(
        self,
        match: MatchState,
        notifications: DueNotifications,
        state: MatchDeliveryState,
        *,
        is_card_readable: bool,
        is_card_trailing: bool,
    ) -> bool:
        """Those who have not been called yet; says whether somebody is left whom only the card can call. `carded` says
        whether there is one that can be read, `trailing` whether it says what is new only later.

        Tried as often as it takes: who has been called is not called again.
        Raises `DiscordUnavailable` while there is somebody left.
        """
        those = [it for it in notifications.notifications if not (it.has_left and is_card_trailing)]
        deeds = (
            self._notify_or_postpone(match, notification, notifications, state, is_card_readable=is_card_readable)
            for notification in those
        )
        known, out_of_reach = await run_staggered(deeds, "somebody could not be called")
        if out_of_reach:
            raise out_of_reach
        return is_card_readable and not all(known)

    async def _notify_or_postpone(
        self,
        match: MatchState,
        notification: Notification,
        notifications: DueNotifications,
        state: MatchDeliveryState,
        *,
        is_card_readable: bool,
    ) -> bool:
        known = await self._notify_person(match, notification, notifications, state, is_card_readable=is_card_readable)
        if not (known or is_card_readable):
            # Nobody can be told anywhere.
            await self._postpone_notification(notification)
        return known

    async def _notify_person(
        self,
        match: MatchState,
        notification: Notification,
        notifications: DueNotifications,
        state: MatchDeliveryState,
        *,
        is_card_readable: bool,
    ) -> bool:
        """Says whether they know, or the others do that they never will."""
        if notification.has_left:
            if is_card_readable:
                await self.store.deadlines.mark_done(notification.deadline, DeadlineOutcome.LEFT_SERVER)
            return is_card_readable
        # Some like to be called by the card as well.
        if not await notifications.filter_still_due(
            [notification], *([DeadlineOutcome.NOTIFIED] if notification.by_card else [])
        ):
            return True
        # Whoever comes from here on has come since.
        began = self._now()
        # Where nobody reads a card it calls nobody either.
        direct = notification.by_dm or (
            notification.by_card and not is_card_readable and not self.has_closed_dms(notification.person_id)
        )
        # Whom the card calls is noted with the card.
        if not direct or not isinstance(match, RunningMatch | Offer):
            return is_card_readable
        before = await self._send_dm(match, notification, state, began)
        notifications.replaced_messages.extend(before or ())
        return before is not None

    async def _postpone_notification(self, notification: Notification) -> None:
        """Whatever the clock has made of it meanwhile."""
        for it in await self.store.deadlines.list_of_match(notification.deadline.match_id):
            if is_same_deadline(it, notification.deadline):
                await self.store.deadlines.claim_and_postpone(it, self._now() + HOUR_MS)

    async def _send_dm(
        self, match: RunningMatch | Offer, notification: Notification, state: MatchDeliveryState, started_ms: int
    ) -> Sequence[PlayerMessage] | None:
        """A new message, for an edit calls nobody: says in whose place it came; None where nobody may write to them."""
        player = await self.preferences.load_player(notification.person_id)
        scene, message = await self._render_dm(match, notification, player.effective_locale)
        there = (*state.player_messages, *state.offer_panels)
        before = [it for it in there if it.person_id == notification.person_id and it.channel_id]
        kind = "reminder" if notification.is_reminder else "turn"
        pending_send = PendingSend(match.id, notification.person_id, None, self._now())
        turn = f"shake {match.offered_ms}" if isinstance(match, Offer) else match.engine.step
        once = f"{match.id} {turn} {notification.person_id} {kind}"
        try:
            async with record_pending_send(self.store, pending_send):
                sent = await self.messenger.send_dm(notification.person_id, scene, once)
        except DestinationUnreachable:
            self._closed_dms[notification.person_id] = None
            return None
        self._closed_dms.pop(notification.person_id, None)
        location, shows = sent.location, message.content_key if sent.has_requested_content else None
        message = replace(
            message,
            message_id=location.message_id,
            channel_id=location.channel_id,
            last_used_ms=pending_send.started_ms,
            content_key=shows,
        )
        await self.store.player_messages.save_direct_message(message, notification.deadline, started_ms)
        if not sent.has_requested_content:
            # It was sent by an earlier attempt, and the match has gone on since.
            self._schedule_refresh(match.id)
        return [old for old in before if old.message_id != location.message_id]

    async def _render_dm(
        self, match: RunningMatch | Offer, notification: Notification, locale: str
    ) -> tuple[Scene, PlayerMessage]:
        """What they are asked, and what is noted of it: to shake the dice beside the offer, or to choose in a hand."""
        message = PlayerMessage(match.id, notification.person_id, 0, None, 0, 0)
        if isinstance(match, Offer):
            return offer_card.render_offer_menu(match, notification.person_id, locale), replace(
                message, kind=OFFER_PANEL
            )
        context = await self.player_renderer.build_context(
            match, notification.person_id, PlayerScreenContext(is_reminder=notification.is_reminder)
        )
        shows = encode_screen_state(match, notification.seat, locale, context)
        scene = await self.player_renderer.render_player_message(match, notification.seat, locale, context)
        return scene, replace(message, step=match.engine.step, content_key=shows)
