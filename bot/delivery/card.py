"""The card of each match in its channel: one at a time, edited where it is, moved when somebody is to look.

One file, because whether a card is edited, moved or left alone hangs on the same few things that are remembered of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from bot.caches import LruCache
from bot.delivery.due_notifications import DueNotifications, besides
from bot.delivery.message_cleanup import MessageCleanup
from bot.delivery.send_recovery import noted
from bot.delivery.threads import Threads, home
from bot.errors import DiscordUnreachable, MessageGone
from bot.matches.deadlines import PAUSE_DELAY_MS
from bot.matches.model import FinishedMatch, MatchState, Offer, RunningMatch, UnreadableMatch
from bot.messenger import REVEAL_CUTOFF_MS, MessageLocation, Messenger, SentMessage, edited, too_old
from bot.preferences import Preferences
from bot.rendering.attendance import Attendance
from bot.rendering.card_renderer import CardRenderer
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.screens.match_card import forgets
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE
from storage import CARD, Deadline, InteractionToken, MatchDeliveryState, PendingSend, Store

log: Final = logging.getLogger(__name__)

TRAILS: Final = 2.0
"""Seconds between two edits of a card by the token of somebody's press."""
PLODS: Final = 30
"""So much slower where there is none that is young enough: such edits count."""


class ShownCard(NamedTuple):
    place: MessageLocation
    reached: bool = True
    """Does it say there what is new?"""


class CardDelivery:
    def __init__(
        self,
        store: Store,
        messenger: Messenger,
        preferences: Preferences,
        temporary_reveal: TemporaryReveal,
        attendance: Attendance,
        card_renderer: CardRenderer,
        leftovers: MessageCleanup,
        now: Callable[[], int],
        trails: float = TRAILS,
    ) -> None:
        self.store = store
        self.messenger = messenger
        self.preferences = preferences
        self.temporary_reveal = temporary_reveal
        self.attendance = attendance
        self.card_renderer = card_renderer
        self.message_cleanup = leftovers
        self.threads = Threads(store, messenger, self._edit)
        self._now = now
        self._pace = round(trails * 1000)
        self._clicked: LruCache[int, MessageLocation] = LruCache()
        """Where the message of a match was when somebody clicked it; a start may not know what was posted last."""
        self._anew: set[int] = set()
        """Whose board somebody wants at the bottom again."""
        self._renewed: set[int] = set()
        """Where something else is to be read than what happened there."""
        self._parted: set[int] = set()
        """Whose card says from here on that somebody has left: where it takes no edits any more, by another one."""
        self._edited: LruCache[int, int] = LruCache()
        """When each card was edited last."""
        self._next: LruCache[int, int] = LruCache()
        """When one that trails its match may be edited again."""
        self._hurried = False

    def clicked(self, match_id: int, location: MessageLocation) -> None:
        """Somebody has the message of this match before them, there."""
        self._clicked[match_id] = location

    def again(self, match_id: int) -> None:
        """The board at the bottom, though nothing happened."""
        self._anew.add(match_id)

    def renew(self, match_id: int) -> None:
        """Something is to be said there, though nothing happened."""
        self._renewed.add(match_id)

    def parted(self, match_id: int) -> None:
        """Somebody who is waited for has left, and nobody calls them."""
        self._parted.add(match_id)

    def trails(self, match_id: int) -> float:
        """Seconds until a card that trails its match is edited again."""
        return max(0, self._next.get(match_id, 0) - self._now()) / 1000

    def hurry(self) -> None:
        """From here on no card trails its match."""
        self._hurried = True

    def wanted(self, match_id: int) -> bool:
        """Is there a reason to post it, though nothing happened?"""
        return any(match_id in it for it in (self._anew, self._renewed, self._parted))

    def forget(self, match_id: int) -> None:
        self._clicked.pop(match_id, None)

    async def placed(
        self, match: MatchState, before: MatchState | None, outlook: MatchDeliveryState, calls: DueNotifications
    ) -> ShownCard | None:
        """Where it is, showing the newest; None where it trails, as those who play have their hands before them. It
        calls whom these calls are for and nobody else, and with it they are done.
        """
        header = outlook.header
        here = MessageLocation(header.channel_id, header.card_message_id or 0)
        if match.is_practice or match.is_user_installed:
            # Whoever plays has it in their hand; and abroad it changes by presses alone.
            self._anew.discard(match.id)
            self._renewed.discard(match.id)
        if match.is_practice:
            await self.temporary_reveal.open_if_new(match, before)
            return ShownCard(here)
        if match.is_user_installed:
            return await self._pressed(match, before, outlook)
        if not (self.wanted(match.id) or calls.here) and (
            header.events_on_card == match.seq
            or (header.card_message_id and self.card_renderer.looks_the_same(match, before))
        ):
            return ShownCard(here)
        shown = await self._channel(match, before, outlook, calls)
        self._anew.discard(match.id)
        if shown:
            self._renewed.discard(match.id)
            self._parted.discard(match.id)
        return shown

    def reaches(self, match: MatchState, outlook: MatchDeliveryState) -> bool:
        """Abroad: has somebody pressed the card lately, and is it behind its match, or as of a while ago?"""
        header = outlook.header
        pressed = next((it.issued_ms for it in outlook.tokens if it.message_id == header.card_message_id), 0)
        if (
            not match.is_user_installed
            or match.is_practice
            or not self._token(outlook.tokens, header.card_message_id or 0)
        ):
            return False
        stale = not match.is_over and pressed > self._edited.get(match.id, 0) + MINUTE
        return header.events_on_card < match.seq or stale

    async def _pressed(
        self, match: MatchState, before: MatchState | None, outlook: MatchDeliveryState
    ) -> ShownCard | None:
        """Abroad: by the newest press on it, and by nothing else; it calls nobody, and never moves."""
        header, doors = outlook.header, outlook.tokens
        location = MessageLocation(header.channel_id, header.card_message_id or 0)
        token = self._token(doors, location.message_id)
        if not location.message_id:
            # What answers a command can be changed by that, too.
            location = await self._answered(match.id, location, doors)
            token = next((it.token for it in doors if location.message_id and not it.message_id), "")
        lifted = await self.temporary_reveal.open_if_new(match, before)
        if (
            location.message_id
            and header.events_on_card == header.events_shown < match.seq
            and self.card_renderer.looks_the_same(match, before)
        ):
            return ShownCard(location)
        if token and (header.events_on_card < match.seq or self.reaches(match, outlook)):
            if self._put_off(match, before, token):
                return None
            locale = await self.card_renderer.find_locale(match)
            # Nothing is opened that could not be covered again.
            covers = any(it.token == token and self._now() - it.issued_ms < REVEAL_CUTOFF_MS for it in doors)
            scene = await self.card_renderer.render_dated_card(
                match, locale, outlook.departed, is_covered=not (lifted and covers)
            )
            try:
                await self.messenger.edit_private(token, location.message_id, scene)
            except (MessageGone, DiscordUnreachable):
                return ShownCard(location, reached=False)
            self._edited[match.id] = self._now()
            await self.store.cards.save_card(match.id, match.seq, *location)
            return ShownCard(location)
        return ShownCard(location, reached=header.events_on_card >= match.seq)

    async def covered(self, match: MatchState, outlook: MatchDeliveryState) -> None:
        """Where it lies, however far up: what is covered at the bottom alone can be scrolled back to."""
        header = outlook.header
        if header.card_message_id and isinstance(match, RunningMatch) and not match.is_practice:
            locale = await self.card_renderer.find_locale(match)
            way = _way(match, MessageLocation(header.channel_id, header.card_message_id))
            try:
                scene = await self.card_renderer.render_dated_card(match, locale, outlook.departed)
                # The way by which it was opened, as long as there is one: the channel may have been closed to us since.
                await self._edit(outlook.tokens, way, scene)
            except MessageGone:
                if way.channel_id and too_old(way, self._now()):
                    # Whoever opened it died for an hour: another one takes its place, covered.
                    self._anew.add(match.id)
            except DiscordUnreachable:
                pass

    async def _channel(
        self, match: MatchState, before: MatchState | None, outlook: MatchDeliveryState, calls: DueNotifications
    ) -> ShownCard | None:
        header = outlook.header
        try:
            location = await self._shown(match, before, outlook, calls)
            return location and ShownCard(location)
        except DiscordUnreachable as lost:
            log.info("channel %d is out of reach", header.channel_id, extra={"why": lost.why})
        header = await self.store.matches.load_header(match.id) or header
        if home(header) is None:
            # Whom it was to call is called otherwise.
            last = MessageLocation(header.channel_id, header.card_message_id or 0)
            if match.is_over and last.message_id:
                # Nothing will ever change it, and it would ask for ever.
                await self.store.cleanup.add_messages(match.id, [last])
                last = MessageLocation(header.channel_id, 0)
            return ShownCard(last, reached=False)
        # Somebody has deleted the thread, or the bot may not speak there: it goes on above.
        self._clicked.pop(match.id, None)
        outlook = replace(outlook, header=await self.threads.forsaken(header))
        return await self._channel(match, before, outlook, calls)

    async def _shown(
        self, match: MatchState, before: MatchState | None, outlook: MatchDeliveryState, calls: DueNotifications
    ) -> MessageLocation | None:
        header, doors, gone = outlook.header, outlook.tokens, outlook.departed
        location, clicked = MessageLocation(header.channel_id, header.card_message_id or 0), self._clicked.get(match.id)
        # What was clicked elsewhere lies above the thread that was made since.
        if clicked and not header.card_message_id and clicked.channel_id == header.channel_id:
            location = clicked
        if before is None and not location.message_id:
            location = await self._answered(match.id, location, doors)
        told = await besides(match, before, self.attendance, clicked=match.id in self._clicked)
        called = told | {call.person_id for call in await calls.still(calls.here)}
        old = too_old(location, self._now()) and not match.is_over
        moves = not location.message_id or bool(called) or match.id in self._anew
        if not moves and self._put_off(match, before, "" if old else self._token(doors, location.message_id)):
            return None
        locale = await self.card_renderer.find_locale(match)
        if isinstance(match, RunningMatch) and isinstance(before, Offer):
            settings = await self.preferences.server(match.server_id)
            location = await self.threads.entered(outlook, location, match, locale, wanted=settings.threads)
        ended = isinstance(match, FinishedMatch | UnreadableMatch)
        if isinstance(match, FinishedMatch | UnreadableMatch) and header.parent_channel_id is not None:
            if home(header):
                location = await self.threads.left(outlook, match, called, locale)
                await self.message_cleanup.clear(match, await self.store.cleanup.list_of_match(match.id))
            # Whom it calls the thread has called.
            called = told = frozenset()
        # The end is shown where people read; what is above a thread is what they come from.
        stays = (
            not ended
            or header.parent_channel_id is not None
            or await self.messenger.newest(location.channel_id) == location.message_id
        )
        if location.message_id and not called and match.id not in self._anew and stays:
            with suppress(MessageGone, DiscordUnreachable):
                if old and match.id in self._parted:
                    raise MessageGone
                if not old:
                    # What a thread hangs on stays where it is.
                    line = ended and header.parent_channel_id is not None
                    await self._edit(
                        doors, location, await self.card_renderer.render_card(match, locale, called, gone), late=line
                    )
                elif not await self.messenger.there(location):
                    raise MessageGone
                self._edited[match.id] = self._now()
                return location if old else await self._revealed(outlook, location, match, before, locale)
        # Cards of a channel are posted one after the other; none of them waits for what is only edited there.
        async with self.store.hold_lock(f"channel {location.channel_id}"):
            # Whoever has chosen while we waited needs no call.
            still = {call.person_id: call.deadline for call in await calls.still(calls.here)}
            covered = await self.card_renderer.render_card(match, locale, told | still.keys(), gone, is_covered=True)
            posted = await self._moved(match, outlook, location, covered, still)
        self._anew.discard(match.id)
        self._edited[match.id] = self._now()
        return await self._revealed(outlook, posted, match, before, locale)

    async def _moved(
        self,
        match: MatchState,
        outlook: MatchDeliveryState,
        location: MessageLocation,
        scene: Scene,
        calls: Mapping[int, Deadline],
    ) -> MessageLocation:
        """To the bottom, where it calls."""
        began, posted = self._now(), outlook.header.events_on_card
        sent = await self._sent(match, location, posted, scene)
        # From here on it is there, whatever becomes of the rest; and the one before is to go.
        leaves = location if location.message_id else None
        if not sent.as_asked and scene.called - sent.called:
            # An earlier attempt was interrupted, and called others. An edit calls nobody, so the rest get a new card.
            await self.store.cards.save_card(match.id, posted, *sent.place, leaves)
            missed = replace(scene, called=scene.called - sent.called)
            leaves, sent = sent.place, await self._sent(match, sent.place, posted, missed)
        if not sent.as_asked:
            # What is stored is what it shows: if the edit fails, the next round makes it.
            await self.store.cards.save_card(match.id, posted, *sent.place, leaves, calls, began)
            await self._edit(outlook.tokens, sent.place, scene)
        await self.store.cards.save_card(match.id, match.seq, *sent.place, leaves, calls, began)
        return sent.place

    async def _sent(self, match: MatchState, before: MessageLocation, posted: int, scene: Scene) -> SentMessage:
        """Post a new card in place of the one `before`. To repeat an interrupted attempt finds its message, even if the
        match has gone on meanwhile.
        """
        once = f"{match.id} {before.channel_id} {before.message_id} {posted}"
        async with noted(self.store, PendingSend(match.id, CARD, before.channel_id, self._now())):
            return await self.messenger.post(before.channel_id, scene, once)

    async def _answered(
        self, match_id: int, location: MessageLocation, doors: Iterable[InteractionToken]
    ) -> MessageLocation:
        """Whoever answered a command with it may have died before they could note where it is; it has called them."""
        for door in doors:
            if not door.message_id and self._now() - door.issued_ms < PAUSE_DELAY_MS:
                with suppress(MessageGone, DiscordUnreachable):
                    location = self._clicked[match_id] = MessageLocation(
                        location.channel_id, await self.messenger.answered(door.token)
                    )
                    await self.store.player_messages.save_token(replace(door, message_id=location.message_id))
        return location

    def _token(self, doors: Iterable[InteractionToken], message_id: int) -> str:
        """Of the newest press on the card; an edit by that counts for nothing."""
        return next(
            (it.token for it in doors if it.message_id == message_id and self._now() - it.issued_ms < PAUSE_DELAY_MS),
            "",
        )

    def _put_off(self, match: MatchState, before: MatchState | None, token: str) -> bool:
        """Does it wait with the next edit? Not where everybody looks: when something begins, and when it ends."""
        if (
            self._hurried
            or not isinstance(match, RunningMatch)
            or not isinstance(before, RunningMatch)
            or forgets(match, None)
        ):
            return False
        self._next[match.id] = self._edited.get(match.id, 0) + self._pace * (1 if token else PLODS)
        return self._now() < self._next[match.id]

    async def _edit(
        self, doors: Iterable[InteractionToken], location: MessageLocation, scene: Scene, *, late: bool = False
    ) -> None:
        """What cannot be reached by a press is reached in its channel, as a thread that was archived."""
        await edited(self.messenger, location, self._token(doors, location.message_id), scene, self._now(), late=late)

    async def _revealed(
        self,
        outlook: MatchDeliveryState,
        location: MessageLocation,
        match: MatchState,
        before: MatchState | None,
        locale: str,
    ) -> MessageLocation:
        """Posted covered, so that notifications and scroll-back show backs; then open for a moment."""
        if await self.temporary_reveal.open_if_new(match, before):
            with suppress(MessageGone, DiscordUnreachable):
                scene = await self.card_renderer.render_card(match, locale, frozenset(), outlook.departed)
                await self._edit(outlook.tokens, location, scene)
        return location


def _way(match: MatchState, location: MessageLocation) -> MessageLocation:
    """Abroad nothing but a press leads there."""
    return MessageLocation(0, location.message_id) if match.is_user_installed else location
