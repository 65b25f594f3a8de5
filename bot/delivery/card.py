"""The card of each match in its channel: one at a time, edited where it is, moved when somebody is to look.

One file, because whether a card is edited, moved or left alone hangs on the same few things that are remembered of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, NamedTuple

from bot.caches import Lru
from bot.delivery.attendance import Attendance
from bot.delivery.card_screen import Face
from bot.delivery.due_notifications import Calls, besides
from bot.delivery.message_cleanup import Leftovers
from bot.delivery.messenger import Channels, Place, Sent, edited, too_old
from bot.delivery.player_messages import PAUSE, SAFE
from bot.delivery.send_recovery import noted
from bot.delivery.temporary_reveal import Veil
from bot.delivery.threads import Threads, home
from bot.errors import Lost, Unreachable
from bot.matches.model import Foreign, Offer, Over, Play, Table
from bot.preferences import Preferences, Server
from bot.screens.match_card import forgets
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE
from storage import CARD, Deadline, InteractionToken, MatchDeliveryState, PendingSend, Store

log: Final = logging.getLogger(__name__)

TRAILS: Final = 2.0
"""Seconds between two edits of a card by the token of somebody's press."""
PLODS: Final = 30
"""So much slower where there is none that is young enough: such edits count."""


class Shown(NamedTuple):
    place: Place
    reached: bool = True
    """Does it say there what is new?"""


class Notice:
    def __init__(
        self,
        store: Store,
        channels: Channels,
        preferences: Preferences,
        veil: Veil,
        attendance: Attendance,
        face: Face,
        leftovers: Leftovers,
        now: Callable[[], int],
        trails: float = TRAILS,
    ) -> None:
        self.store = store
        self.channels = channels
        self.preferences = preferences
        self.veil = veil
        self.attendance = attendance
        self.face = face
        self.leftovers = leftovers
        self.threads = Threads(store, channels, self._edit)
        self._now = now
        self._pace = round(trails * 1000)
        self._clicked: Lru[int, Place] = Lru()
        """Where the message of a match was when somebody clicked it; a start may not know what was posted last."""
        self._anew: set[int] = set()
        """Whose board somebody wants at the bottom again."""
        self._renewed: set[int] = set()
        """Where something else is to be read than what happened there."""
        self._parted: set[int] = set()
        """Whose card says from here on that somebody has left: where it takes no edits any more, by another one."""
        self._edited: Lru[int, int] = Lru()
        """When each card was edited last."""
        self._next: Lru[int, int] = Lru()
        """When one that trails its match may be edited again."""
        self._hurried = False

    def clicked(self, match: int, place: Place) -> None:
        """Somebody has the message of this match before them, there."""
        self._clicked[match] = place

    def again(self, match: int) -> None:
        """The board at the bottom, though nothing happened."""
        self._anew.add(match)

    def renew(self, match: int) -> None:
        """Something is to be said there, though nothing happened."""
        self._renewed.add(match)

    def parted(self, match: int) -> None:
        """Somebody who is waited for has left, and nobody calls them."""
        self._parted.add(match)

    def trails(self, match: int) -> float:
        """Seconds until a card that trails its match is edited again."""
        return max(0, self._next.get(match, 0) - self._now()) / 1000

    def hurry(self) -> None:
        """From here on no card trails its match."""
        self._hurried = True

    def wanted(self, match: int) -> bool:
        """Is there a reason to post it, though nothing happened?"""
        return any(match in it for it in (self._anew, self._renewed, self._parted))

    def forget(self, match: int) -> None:
        self._clicked.pop(match, None)

    async def placed(
        self, table: Table, before: Table | None, outlook: MatchDeliveryState, calls: Calls
    ) -> Shown | None:
        """Where it is, showing the newest; None where it trails, as those who play have their hands before them. It
        calls whom these calls are for and nobody else, and with it they are done.
        """
        header = outlook.header
        here = Place(header.channel_id, header.card_message_id or 0)
        if table.private or table.abroad:
            # Whoever plays has it in their hand; and abroad it changes by presses alone.
            self._anew.discard(table.id)
            self._renewed.discard(table.id)
        if table.private:
            await self.veil.lifts(table, before)
            return Shown(here)
        if table.abroad:
            return await self._pressed(table, before, outlook)
        if not (self.wanted(table.id) or calls.here) and (
            header.events_on_card == table.seq or (header.card_message_id and self.face.alike(table, before))
        ):
            return Shown(here)
        shown = await self._channel(table, before, outlook, calls)
        self._anew.discard(table.id)
        if shown:
            self._renewed.discard(table.id)
            self._parted.discard(table.id)
        return shown

    def reaches(self, table: Table, outlook: MatchDeliveryState) -> bool:
        """Abroad: has somebody pressed the card lately, and is it behind its match, or as of a while ago?"""
        header = outlook.header
        pressed = next((it.issued_ms for it in outlook.tokens if it.message_id == header.card_message_id), 0)
        if not table.abroad or table.private or not self._token(outlook.tokens, header.card_message_id or 0):
            return False
        stale = not table.over and pressed > self._edited.get(table.id, 0) + MINUTE
        return header.events_on_card < table.seq or stale

    async def _pressed(self, table: Table, before: Table | None, outlook: MatchDeliveryState) -> Shown | None:
        """Abroad: by the newest press on it, and by nothing else; it calls nobody, and never moves."""
        header, doors = outlook.header, outlook.tokens
        place = Place(header.channel_id, header.card_message_id or 0)
        token = self._token(doors, place.message)
        if not place.message:
            # What answers a command can be changed by that, too.
            place = await self._answered(table.id, place, doors)
            token = next((it.token for it in doors if place.message and not it.message_id), "")
        lifted = await self.veil.lifts(table, before)
        if (
            place.message
            and header.events_on_card == header.events_shown < table.seq
            and self.face.alike(table, before)
        ):
            return Shown(place)
        if token and (header.events_on_card < table.seq or self.reaches(table, outlook)):
            if self._put_off(table, before, token):
                return None
            locale = await self._locale(table, Server())
            # Nothing is opened that could not be covered again.
            covers = any(it.token == token and self._now() - it.issued_ms < SAFE for it in doors)
            scene = await self.face.as_of(table, locale, outlook.departed, strips=not (lifted and covers))
            try:
                await self.channels.edit_private(token, place.message, scene)
            except (Lost, Unreachable):
                return Shown(place, reached=False)
            self._edited[table.id] = self._now()
            await self.store.cards.save_card(table.id, table.seq, *place)
            return Shown(place)
        return Shown(place, reached=header.events_on_card >= table.seq)

    async def covered(self, table: Table, outlook: MatchDeliveryState) -> None:
        """Where it lies, however far up: what is covered at the bottom alone can be scrolled back to."""
        header = outlook.header
        if header.card_message_id and isinstance(table, Play) and not table.private:
            locale = await self._locale(table, await self.preferences.server(table.server))
            way = _way(table, Place(header.channel_id, header.card_message_id))
            try:
                scene = await self.face.as_of(table, locale, outlook.departed)
                # The way by which it was opened, as long as there is one: the channel may have been closed to us since.
                await self._edit(outlook.tokens, way, scene)
            except Lost:
                if way.channel and too_old(way, self._now()):
                    # Whoever opened it died for an hour: another one takes its place, covered.
                    self._anew.add(table.id)
            except Unreachable:
                pass

    async def _channel(
        self, table: Table, before: Table | None, outlook: MatchDeliveryState, calls: Calls
    ) -> Shown | None:
        header = outlook.header
        try:
            place = await self._shown(table, before, outlook, calls)
            return place and Shown(place)
        except Unreachable as lost:
            log.info("channel %d is out of reach", header.channel_id, extra={"why": lost.why})
        header = await self.store.matches.load_header(table.id) or header
        if home(header) is None:
            # Whom it was to call is called otherwise.
            last = Place(header.channel_id, header.card_message_id or 0)
            if table.over and last.message:
                # Nothing will ever change it, and it would ask for ever.
                await self.store.cleanup.add_messages(table.id, [last])
                last = Place(header.channel_id, 0)
            return Shown(last, reached=False)
        # Somebody has deleted the thread, or the bot may not speak there: it goes on above.
        self._clicked.pop(table.id, None)
        outlook = replace(outlook, header=await self.threads.forsaken(header))
        return await self._channel(table, before, outlook, calls)

    async def _shown(
        self, table: Table, before: Table | None, outlook: MatchDeliveryState, calls: Calls
    ) -> Place | None:
        header, doors, gone = outlook.header, outlook.tokens, outlook.departed
        place, clicked = Place(header.channel_id, header.card_message_id or 0), self._clicked.get(table.id)
        # What was clicked elsewhere lies above the thread that was made since.
        if clicked and not header.card_message_id and clicked.channel == header.channel_id:
            place = clicked
        if before is None and not place.message:
            place = await self._answered(table.id, place, doors)
        told = await besides(table, before, self.attendance, clicked=table.id in self._clicked)
        called = told | {call.person for call in await calls.still(calls.here)}
        old = too_old(place, self._now()) and not table.over
        moves = not place.message or bool(called) or table.id in self._anew
        if not moves and self._put_off(table, before, "" if old else self._token(doors, place.message)):
            return None
        settings = await self.preferences.server(table.server)
        locale = await self._locale(table, settings)
        if isinstance(table, Play) and isinstance(before, Offer):
            place = await self.threads.entered(outlook, place, table, locale, wanted=settings.threads)
        ended = isinstance(table, Over | Foreign)
        if isinstance(table, Over | Foreign) and header.parent_channel_id is not None:
            if home(header):
                place = await self.threads.left(outlook, table, called, locale)
                await self.leftovers.clear(table, await self.store.cleanup.list_of_match(table.id))
            # Whom it calls the thread has called.
            called = told = frozenset()
        # The end is shown where people read; what is above a thread is what they come from.
        stays = (
            not ended
            or header.parent_channel_id is not None
            or await self.channels.newest(place.channel) == place.message
        )
        if place.message and not called and table.id not in self._anew and stays:
            with suppress(Lost, Unreachable):
                if old and table.id in self._parted:
                    raise Lost
                if not old:
                    # What a thread hangs on stays where it is.
                    line = ended and header.parent_channel_id is not None
                    await self._edit(doors, place, await self.face.scene(table, locale, called, gone), late=line)
                elif not await self.channels.there(place):
                    raise Lost
                self._edited[table.id] = self._now()
                return place if old else await self._revealed(outlook, place, table, before, locale)
        # Cards of a channel are posted one after the other; none of them waits for what is only edited there.
        async with self.store.hold_lock(f"channel {place.channel}"):
            # Whoever has chosen while we waited needs no call.
            still = {call.person: call.deadline for call in await calls.still(calls.here)}
            covered = await self.face.scene(table, locale, told | still.keys(), gone, strips=True)
            posted = await self._moved(table, outlook, place, covered, still)
        self._anew.discard(table.id)
        self._edited[table.id] = self._now()
        return await self._revealed(outlook, posted, table, before, locale)

    async def _moved(
        self, table: Table, outlook: MatchDeliveryState, place: Place, scene: Scene, calls: Mapping[int, Deadline]
    ) -> Place:
        """To the bottom, where it calls."""
        began, posted = self._now(), outlook.header.events_on_card
        sent = await self._sent(table, place, posted, scene)
        # From here on it is there, whatever becomes of the rest; and the one before is to go.
        leaves = place if place.message else None
        if not sent.as_asked and scene.called - sent.called:
            # An earlier attempt was interrupted, and called others. An edit calls nobody, so the rest get a new card.
            await self.store.cards.save_card(table.id, posted, *sent.place, leaves)
            missed = replace(scene, called=scene.called - sent.called)
            leaves, sent = sent.place, await self._sent(table, sent.place, posted, missed)
        if not sent.as_asked:
            # What is stored is what it shows: if the edit fails, the next round makes it.
            await self.store.cards.save_card(table.id, posted, *sent.place, leaves, calls, began)
            await self._edit(outlook.tokens, sent.place, scene)
        await self.store.cards.save_card(table.id, table.seq, *sent.place, leaves, calls, began)
        return sent.place

    async def _sent(self, table: Table, before: Place, posted: int, scene: Scene) -> Sent:
        """Post a new card in place of the one `before`. To repeat an interrupted attempt finds its message, even if the
        match has gone on meanwhile.
        """
        once = f"{table.id} {before.channel} {before.message} {posted}"
        async with noted(self.store, PendingSend(table.id, CARD, before.channel, self._now())):
            return await self.channels.post(before.channel, scene, once)

    async def _answered(self, match: int, place: Place, doors: Iterable[InteractionToken]) -> Place:
        """Whoever answered a command with it may have died before they could note where it is; it has called them."""
        for door in doors:
            if not door.message_id and self._now() - door.issued_ms < PAUSE:
                with suppress(Lost, Unreachable):
                    place = self._clicked[match] = Place(place.channel, await self.channels.answered(door.token))
                    await self.store.player_messages.save_token(replace(door, message_id=place.message))
        return place

    def _token(self, doors: Iterable[InteractionToken], message: int) -> str:
        """Of the newest press on the card; an edit by that counts for nothing."""
        return next((it.token for it in doors if it.message_id == message and self._now() - it.issued_ms < PAUSE), "")

    def _put_off(self, table: Table, before: Table | None, token: str) -> bool:
        """Does it wait with the next edit? Not where everybody looks: when something begins, and when it ends."""
        if self._hurried or not isinstance(table, Play) or not isinstance(before, Play) or forgets(table, None):
            return False
        self._next[table.id] = self._edited.get(table.id, 0) + self._pace * (1 if token else PLODS)
        return self._now() < self._next[table.id]

    async def _edit(self, doors: Iterable[InteractionToken], place: Place, scene: Scene, *, late: bool = False) -> None:
        """What cannot be reached by a press is reached in its channel, as a thread that was archived."""
        await edited(self.channels, place, self._token(doors, place.message), scene, self._now(), late=late)

    async def _locale(self, table: Table, settings: Server) -> str:
        if table.abroad:
            # There is no server that speaks one: it is whose challenge it was.
            return await self.preferences.speaks(table.host)
        return settings.speaks(await self.channels.locale(table.server))

    async def speaks(self, table: Table) -> str:
        """The language in which everybody where it is played is told of it."""
        return await self._locale(table, await self.preferences.server(table.server))

    async def card(self, table: Table) -> Scene:
        """As it is first seen, in the language of its server; it calls whoever is challenged."""
        called = frozenset(table.named) if isinstance(table, Offer) else frozenset()
        return await self.face.as_of(
            table,
            await self.speaks(table),
            await self.store.people.list_departed(table.id),
            self.attendance.awake(called),
        )

    async def _revealed(
        self, outlook: MatchDeliveryState, place: Place, table: Table, before: Table | None, locale: str
    ) -> Place:
        """Posted covered, so that notifications and scroll-back show backs; then open for a moment."""
        if await self.veil.lifts(table, before):
            with suppress(Lost, Unreachable):
                scene = await self.face.scene(table, locale, frozenset(), outlook.departed)
                await self._edit(outlook.tokens, place, scene)
        return place


def _way(table: Table, place: Place) -> Place:
    """Abroad nothing but a press leads there."""
    return Place(0, place.message) if table.abroad else place
