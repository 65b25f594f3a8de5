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

from bot.caches import LruCache
from bot.delivery.due_notifications import DueNotifications, Notification
from bot.delivery.send_recovery import noted
from bot.delivery.staggered import run_staggered
from bot.errors import DiscordUnavailable, DiscordUnreachable
from bot.matches.cache import MatchCache
from bot.matches.deadlines import DeadlineKind, same
from bot.matches.model import MatchState, Offer, RunningMatch
from bot.messenger import Messenger
from bot.preferences import Preferences
from bot.rendering.attendance import ACTIVE_WINDOW_MS, Attendance
from bot.rendering.player_renderer import PlayerRenderer
from bot.screens import offer_card
from bot.screens import player_screen as scenes
from bot.screens.player_screen import PlayerScreenContext
from bot.screens.scene import Scene
from bot.wall_clock import HOUR, MINUTE
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

ONE_CALL: Final = 10 * MINUTE
"""Who has been called so lately, and has not come yet, finds everything else where they are called to."""
BEFORE_THEM: Final = 4
"""Hands of one person, at most, that are told of a match elsewhere."""


@dataclass(eq=False)
class TurnNotifier:
    matches: MatchCache
    store: Store
    messenger: Messenger
    preferences: Preferences
    player_renderer: PlayerRenderer
    attendance: Attendance
    _stir: Callable[[int], None]
    """Has another match told, whose hands say that this one waits, too."""
    _now: Callable[[], int]
    _shut: LruCache[int, None] = field(default_factory=LruCache, init=False)
    """Whose direct messages were closed when they were last tried."""
    _due: LruCache[int, set[Deadline]] = field(default_factory=LruCache, init=False)
    """What the clock has put off while we call."""

    def shut(self, person_id: int) -> bool:
        return person_id in self._shut

    def due(self, deadline: Deadline) -> None:
        """The clock has spoken, and put it off until we have done it."""
        self._due[deadline.match_id] = self._due.get(deadline.match_id, set()) | {deadline}

    @asynccontextmanager
    async def calling(self, match: MatchState, standing: Sequence[Deadline]) -> AsyncIterator[DueNotifications]:
        """Who is to be called now; as long as this lasts no other match calls them. Who is at it, or sleeps, is called
        later; who does not want to be, never.
        """
        # Where `standing` was read after the table, people have gone on since, and the next round calls them.
        owed = [it for it in standing if not it.outcome and self._is_owed(match, it)]
        # What could not be done stays due, though the clock has put it off since we looked; what was done, or put off
        # for longer, does not.
        due = {
            it
            for it in self._due.pop(match.id, ())
            if any(same(it, call) and call.due_ms <= it.due_ms for call in owed)
        }
        if due:
            self._due[match.id] = due
        urgent = [it for it in owed if it.due_ms <= self._now() or it in due]
        people = {match.at(it.seat) for it in urgent}
        async with AsyncExitStack() as turns:
            # In one order, whoever they are: nobody waits in a ring.
            for person_id in sorted(filter(None, people)):
                await turns.enter_async_context(self.store.hold_lock(f"call {person_id}"))
            made = [call for it in urgent if (call := await self._tried(match, it))]
            yield DueNotifications(tuple(made), partial(self.store.deadlines.list_of_match, match.id))

    def _is_owed(self, match: MatchState, deadline: Deadline) -> bool:
        """Tell whether this is a call for what the table shows."""
        known = self.matches.dues(match).get((DeadlineKind.CALL, deadline.seat))
        return deadline.kind == DeadlineKind.CALL and known is not None and known.step == deadline.step

    async def _tried(self, match: MatchState, deadline: Deadline) -> Notification | None:
        """One person's trouble is not the others'; theirs stays due."""
        try:
            return await self._call(match, deadline)
        except (DiscordUnavailable, StoreUnavailable):
            raise
        except Exception:
            log.exception("nobody can say whether somebody is to be called")
            return None

    async def _call(self, match: MatchState, deadline: Deadline) -> Notification | None:
        person_id = match.at(deadline.seat)
        if person_id is None:
            return None
        player, (presence, hands) = (
            await self.preferences.player(person_id),
            await self.store.player_messages.load_presence_and_messages(person_id),
        )
        reminding = deadline.is_reminder
        called = presence.last_notified_ms > max(presence.last_active_ms, self._now() - ONE_CALL)
        if player.prompts == "none" or (reminding and not player.reminders) or (called and not reminding):
            await self.store.deadlines.mark_done(
                deadline, DeadlineOutcome.NOTIFIED if called else DeadlineOutcome.UNWANTED
            )
            self._elsewhere(match.id, hands)
            return None
        # In their quiet hours they sleep, and on a holiday their clocks do, too.
        sleeps = max(player.quiet_until(self._now()), self.matches.absences.away(person_id, self._now()) or 0)
        later = max(presence.last_active_ms + ACTIVE_WINDOW_MS, sleeps)
        if later > self._now() and not (reminding and sleeps <= self._now()):
            await self.store.deadlines.claim_and_postpone(deadline, later)
            self._elsewhere(match.id, hands)
            return None
        if await self.attendance.has_left_server(match.server_id, person_id):
            return Notification(person_id, deadline.seat, deadline, direct=False, here=False, gone=True)
        shut = self.shut(person_id)
        direct = player.prompts in {"dm", "both"} and not shut
        return Notification(person_id, deadline.seat, deadline, direct=direct, here=player.prompts != "dm" or shut)

    def _elsewhere(self, match_id: int, hands: Iterable[PlayerMessage]) -> None:
        """The hands that they have before them say that one more match waits; whoever has many has not all of them
        before their eyes.
        """
        others = [it for it in hands if it.match_id != match_id]
        for other in {it.match_id for it in sorted(others, key=lambda it: it.last_used_ms)[-BEFORE_THEM:]}:
            self._stir(other)

    async def call(
        self, match: MatchState, calls: DueNotifications, outlook: MatchDeliveryState, *, carded: bool, trailing: bool
    ) -> bool:
        """Those who have not been called yet; says whether somebody is left whom only the card can call. `carded` says
        whether there is one that can be read, `trailing` whether it says what is new only later.

        Tried as often as it takes: who has been called is not called again.
        Raises `DiscordUnavailable` while there is somebody left.
        """
        those = [it for it in calls.all if not (it.gone and trailing)]
        deeds = (self._knows(match, call, calls, outlook, carded=carded) for call in those)
        known, out_of_reach = await run_staggered(deeds, "somebody could not be called")
        if out_of_reach:
            raise out_of_reach
        return carded and not all(known)

    async def _knows(
        self,
        match: MatchState,
        call: Notification,
        calls: DueNotifications,
        outlook: MatchDeliveryState,
        *,
        carded: bool,
    ) -> bool:
        known = await self._called(match, call, calls, outlook, carded=carded)
        if not (known or carded):
            # Nobody can be told anywhere.
            await self._later(call)
        return known

    async def _called(
        self,
        match: MatchState,
        call: Notification,
        calls: DueNotifications,
        outlook: MatchDeliveryState,
        *,
        carded: bool,
    ) -> bool:
        """Says whether they know, or the others do that they never will."""
        if call.gone:
            if carded:
                await self.store.deadlines.mark_done(call.deadline, DeadlineOutcome.LEFT_SERVER)
            return carded
        # Some like to be called by the card as well.
        if not await calls.still([call], *([DeadlineOutcome.NOTIFIED] if call.here else [])):
            return True
        # Whoever comes from here on has come since.
        began = self._now()
        # Where nobody reads a card it calls nobody either.
        direct = call.direct or (call.here and not carded and not self.shut(call.person_id))
        # Whom the card calls is noted with the card.
        if not direct or not isinstance(match, RunningMatch | Offer):
            return carded
        before = await self._direct(match, call, outlook, began)
        calls.replaced.extend(before or ())
        return before is not None

    async def _later(self, call: Notification) -> None:
        """Whatever the clock has made of it meanwhile."""
        for it in await self.store.deadlines.list_of_match(call.deadline.match_id):
            if same(it, call.deadline):
                await self.store.deadlines.claim_and_postpone(it, self._now() + HOUR)

    async def _direct(
        self, match: RunningMatch | Offer, call: Notification, outlook: MatchDeliveryState, began: int
    ) -> Sequence[PlayerMessage] | None:
        """A new message, for an edit calls nobody: says in whose place it came; None where nobody may write to them."""
        player = await self.preferences.player(call.person_id)
        scene, hand = await self._asked(match, call, player.speaks)
        there = (*outlook.player_messages, *outlook.offer_panels)
        before = [it for it in there if it.person_id == call.person_id and it.channel_id]
        kind = "reminder" if call.reminding else "turn"
        posting = PendingSend(match.id, call.person_id, None, self._now())
        turn = f"shake {match.offered_at}" if isinstance(match, Offer) else match.engine.step
        once = f"{match.id} {turn} {call.person_id} {kind}"
        try:
            async with noted(self.store, posting):
                sent = await self.messenger.tell(call.person_id, scene, once)
        except DiscordUnreachable:
            self._shut[call.person_id] = None
            return None
        self._shut.pop(call.person_id, None)
        location, shows = sent.place, hand.content_key if sent.as_asked else None
        hand = replace(
            hand,
            message_id=location.message_id,
            channel_id=location.channel_id,
            last_used_ms=posting.started_ms,
            content_key=shows,
        )
        await self.store.player_messages.save_direct_message(hand, call.deadline, began)
        if not sent.as_asked:
            # It was sent by an earlier attempt, and the match has gone on since.
            self._stir(match.id)
        return [old for old in before if old.message_id != location.message_id]

    async def _asked(self, match: RunningMatch | Offer, call: Notification, locale: str) -> tuple[Scene, PlayerMessage]:
        """What they are asked, and what is noted of it: to shake the dice beside the offer, or to choose in a hand."""
        hand = PlayerMessage(match.id, call.person_id, 0, None, 0, 0)
        if isinstance(match, Offer):
            return offer_card.aside(match, call.person_id, locale), replace(hand, kind=OFFER_PANEL)
        context = await self.player_renderer.build_context(
            match, call.person_id, PlayerScreenContext(reminding=call.reminding)
        )
        shows = scenes.shown(match, call.seat, locale, context)
        scene = await self.player_renderer.render_player_message(match, call.seat, locale, context)
        return scene, replace(hand, step=match.engine.step, content_key=shows)
