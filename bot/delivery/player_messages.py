"""Keeps the hands of a match: each shows what the store holds now, is opened where it can be, and paused in time.

One file, because to open, to renew and to pause a hand is to look at the same row of the store.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from bot.delivery.staggered import run_staggered
from bot.errors import ChannelGone, DiscordUnavailable, DiscordUnreachable, MessageGone
from bot.matches.cache import MatchCache
from bot.matches.deadlines import PAUSE_DELAY_MS, DeadlineKind, pause_deadline
from bot.matches.model import ClosedMatch, MatchState, RunningMatch, StartedMatch
from bot.messenger import REVEAL_CUTOFF_MS, TOKEN_LIFETIME_MS, MessageLocation, Messenger, edited, removed, too_old
from bot.preferences import Preferences
from bot.rendering.player_renderer import PlayerRenderer
from bot.rendering.temporary_reveal import TemporaryReveal
from bot.screens import dialogs, offer_card
from bot.screens import player_screen as scenes
from bot.screens.player_screen import OVER
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE
from games.core import Seat
from storage import Deadline, InteractionToken, MatchDeliveryState, PlayerMessage, Store

PAUSED: Final = "paused"
DEVICES: Final = 2
"""So many hands of one person at one match are kept: whoever types each word has a new one every time."""


@dataclass(eq=False)
class PlayerMessages:
    matches: MatchCache
    store: Store
    messenger: Messenger
    preferences: Preferences
    temporary_reveal: TemporaryReveal
    player_renderer: PlayerRenderer
    _stir: Callable[[int], None]
    """Has a match told once more, where its hand was pressed while something was written there, or shows its end."""
    _now: Callable[[], int]

    async def tend(self, match: MatchState, outlook: MatchDeliveryState) -> None:
        """As often as it takes: what shows is not shown again; raises `DiscordUnavailable` while something is left."""
        if not isinstance(match, StartedMatch | ClosedMatch):
            return
        hands = outlook.player_messages
        passed = (self._passed(match, aside) for aside in outlook.offer_panels)
        deeds: Iterator[Awaitable[None]]
        if isinstance(match, ClosedMatch):
            deeds = chain((self._given_up(match, hand) for hand in hands), passed)
        else:
            deeds = chain(self._shown(match, hands), self._opened(match, hands, outlook.tokens), passed)
        _, out_of_reach = await run_staggered(deeds, "a hand could not be shown")
        if isinstance(match, StartedMatch):
            await self._paced(match, hands, outlook.deadlines)
        if out_of_reach:
            raise out_of_reach
        if match.is_over:
            await self._shut(outlook)

    async def _shut(self, outlook: MatchDeliveryState) -> None:
        """Nothing is told there any more for which a press would be needed."""
        if outlook.tokens:
            await self.store.player_messages.delete_tokens(outlook.header.id, self._now())

    def _shown(self, match: StartedMatch, hands: Iterable[PlayerMessage]) -> Iterator[Awaitable[None]]:
        outgrown = set() if match.is_over else _outgrown(hands)
        for hand in hands:
            yield self._outdone(match, hand) if hand in outgrown else self._tended(match, hand)

    async def _tended(self, match: StartedMatch, hand: PlayerMessage) -> None:
        seat = match.eyes_of(hand.person_id)
        if seat is None:
            # They have left, or are nobody any more: whoever plays on there is no business of theirs.
            await self.store.player_messages.delete_message(hand)
            return
        if not self._takes(hand):
            await self._outlived(match, hand)
            return
        locale = await self.preferences.speaks(hand.person_id)
        context = await self.player_renderer.build_context(match, hand.person_id)
        if self.temporary_reveal.is_open(match) and (
            hand.channel_id or self._now() - hand.last_used_ms < REVEAL_CUTOFF_MS
        ):
            context = replace(context, uncovered=True)
        shows = scenes.shown(match, seat, locale, context)
        if not hand.channel_id and not match.is_over and self._now() - hand.last_used_ms >= PAUSE_DELAY_MS:
            shows = PAUSED
        if (
            hand.content_key != shows
            and not (hand.content_key == PAUSED and not match.is_over)
            and (shows == PAUSED or not self.player_renderer.shows_hint(hand, match, seat))
        ):
            if shows == PAUSED:
                scene = scenes.paused(match, locale)
            else:
                context = self.player_renderer.restore_draft(hand, match, context)
                scene = await self.player_renderer.render_player_message(match, seat, locale, context)
            if not await self._edited(hand, scene):
                await (self._outlived(match, hand) if self._old(hand) else self._dropped(hand))
                return
            self._show_again(await self.store.player_messages.record_edit(hand, match.engine.step, shows, self._now()))
        if match.is_over:
            await self.store.player_messages.delete_message(hand)

    async def _outlived(self, match: StartedMatch, hand: PlayerMessage) -> None:
        """It takes no edits any more. As long as it is played there a press brings it up to date, and the next call
        comes with another one in its place; nobody is called twice to the same, and so it must not go before.
        """
        if match.is_over or scenes.lies_open(hand.content_key or ""):
            await self._dropped(hand)

    async def _passed(self, match: StartedMatch | ClosedMatch, aside: PlayerMessage) -> None:
        """It is an offer no more: what opened beside it says what became of it."""
        locale = await self.preferences.speaks(aside.person_id)
        await self._ended(
            aside, offer_card.closed(match, locale) if isinstance(match, ClosedMatch) else dialogs.begun(match, locale)
        )

    async def _given_up(self, match: ClosedMatch, hand: PlayerMessage) -> None:
        """Nothing is played there any more, and nothing stays on which something could be pressed."""
        await self._ended(hand, offer_card.closed(match, await self.preferences.speaks(hand.person_id)))

    async def _ended(self, hand: PlayerMessage, scene: Scene) -> None:
        """This is the last that is said there, where something still can be."""
        if self._takes(hand) and await self._edited(hand, scene):
            self._show_again(await self.store.player_messages.record_last_edit(hand, self._now()))
        else:
            await self._dropped(hand)

    async def _dropped(self, hand: PlayerMessage) -> None:
        """It is a hand no more; nothing lies dead in somebody's direct messages but what shows how it ended."""
        await (
            self.put_down(hand)
            if hand.channel_id and hand.content_key != OVER
            else self.store.player_messages.delete_message(hand)
        )

    async def _outdone(self, match: StartedMatch, hand: PlayerMessage) -> None:
        """Others lie further down; a press in it takes it up again."""
        await self._ended(hand, scenes.paused(match, await self.preferences.speaks(hand.person_id)))

    def _takes(self, hand: PlayerMessage) -> bool:
        """Can it still be changed?"""
        return bool(self._token(hand)) or (bool(hand.channel_id) and not self._old(hand))

    def _old(self, hand: PlayerMessage) -> bool:
        """In direct messages; what is whispered goes by its press alone."""
        return bool(hand.channel_id) and too_old(_place(hand), self._now())

    async def _edited(self, hand: PlayerMessage, scene: Scene) -> bool:
        try:
            await edited(self.messenger, _place(hand), self._token(hand), scene, self._now())
        except (MessageGone, DiscordUnreachable):
            return False
        except DiscordUnavailable:
            # It may have come all the same, and upon what somebody was answered meanwhile.
            self._show_again(await self.store.player_messages.record_edit(hand, hand.step, None, self._now()))
            raise
        return True

    def _show_again(self, matches: Iterable[int]) -> None:
        """Start another round for matches with a hand that may show something old."""
        for match_id in matches:
            self._stir(match_id)

    def _token(self, hand: PlayerMessage) -> str:
        """As long as it lasts."""
        return (hand.token or "") if self._now() - hand.last_used_ms < TOKEN_LIFETIME_MS else ""

    def _opened(
        self, match: StartedMatch, hands: Iterable[PlayerMessage], doors: Iterable[InteractionToken]
    ) -> Iterator[Awaitable[None]]:
        """For whoever has pressed something on the card a while ago, and has no hand yet."""
        if not isinstance(match, RunningMatch) or match.is_practice:
            return
        have = {hand.person_id for hand in hands}
        for door in doors:
            seat = match.eyes_of(door.person_id)
            open_still = door.message_id and self._now() - door.issued_ms < PAUSE_DELAY_MS
            if seat is not None and door.person_id not in have and open_still:
                yield self._entered(match, seat, door)

    async def _entered(self, match: RunningMatch, seat: Seat, door: InteractionToken) -> None:
        locale = await self.preferences.speaks(door.person_id)
        context = await self.player_renderer.build_context(match, door.person_id)
        with suppress(MessageGone, DiscordUnreachable):
            # Who follows somebody who dies before it is held opens another: for what is whispered nobody can look.
            scene = await self.player_renderer.render_player_message(match, seat, locale, context)
            message_id = await self.messenger.open(door.token, scene)
            shows = scenes.shown(match, seat, locale, context)
            hand = PlayerMessage(
                match.id, door.person_id, message_id, None, match.engine.step, door.issued_ms, door.token, shows
            )
            await self.store.player_messages.save_message(hand, pause_deadline=pause_deadline(hand))

    async def _paced(self, match: StartedMatch, hands: Sequence[PlayerMessage], standing: Iterable[Deadline]) -> None:
        """When the next hand has to be paused; looked at once too often rather than too late. What is due for a press
        before the last stays until it is nearly due, lest every press set it anew.
        """
        known = next((it for it in standing if it.kind == DeadlineKind.PAUSE), None)
        open_still = [
            it.last_used_ms + PAUSE_DELAY_MS
            for it in hands
            if not it.channel_id and it.last_used_ms + PAUSE_DELAY_MS > self._now()
        ]
        due = None if match.is_over else min(open_still, default=None)
        if due is None:
            if known:
                await self.store.deadlines.claim_and_remove(known)
        elif known is None or not (known.due_ms == due or self._now() + MINUTE < known.due_ms < due):
            await self.store.deadlines.set_deadlines(match.id, Deadline(DeadlineKind.PAUSE, due, 0))

    async def put_down(self, hand: PlayerMessage) -> None:
        """A direct message in whose place another one has come; what Discord does not let go now goes later."""
        try:
            await removed(self.messenger, _place(hand), self._token(hand))
        except (MessageGone, ChannelGone):
            pass
        except (DiscordUnavailable, DiscordUnreachable):
            await self.store.player_messages.queue_deletion(hand)
            return
        await self.store.player_messages.delete_message(hand)


def _place(hand: PlayerMessage) -> MessageLocation:
    """Return where a player message is; the channel is 0 if only its token reaches it."""
    return MessageLocation(hand.channel_id or 0, hand.message_id)


def _outgrown(hands: Iterable[PlayerMessage]) -> set[PlayerMessage]:
    """Of each person all but the newest, and but for what stands in their direct messages."""
    whispered: dict[int, list[PlayerMessage]] = {}
    for hand in sorted(hands, key=lambda it: (it.last_used_ms, it.message_id)):
        if not hand.channel_id:
            whispered.setdefault(hand.person_id, []).append(hand)
    return {hand for mine in whispered.values() for hand in mine[:-DEVICES]}
