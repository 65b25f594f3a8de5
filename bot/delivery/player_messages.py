"""Keeps the hands of a match: each shows what the store holds now, is opened where it can be, and paused in time.

One file, because to open, to renew and to pause a hand is to look at the same row of the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from bot.caches import LruCache
from bot.delivery.attendance import Attendance
from bot.delivery.messenger import ANSWER, MessageLocation, Messenger, edited, removed, too_old
from bot.delivery.staggered import run_staggered
from bot.delivery.temporary_reveal import TemporaryReveal
from bot.errors import ChannelGone, DiscordUnavailable, DiscordUnreachable, MessageGone
from bot.matches.cache import MatchCache
from bot.matches.deadlines import DeadlineKind
from bot.matches.model import ClosedMatch, FinishedMatch, MatchState, RunningMatch, StartedMatch
from bot.preferences import Preferences
from bot.screens import dialogs, offer_card, review_positions
from bot.screens import player_screen as scenes
from bot.screens.player_screen import ALONE, OVER, PlayerScreenContext
from bot.screens.scene import Scene
from bot.wall_clock import MINUTE
from games.core import Seat
from games.mind_reader import ReadingVerdict
from storage import REVEAL, Deadline, InteractionToken, MatchDeliveryState, PlayerContext, PlayerMessage, Store

TOKEN: Final = 15 * MINUTE
"""So long Discord lets us change what somebody pressed."""
PAUSE: Final = 14 * MINUTE
"""So long after the last press in a hand that nothing else can change it is paused."""
SAFE: Final = TOKEN - 2 * MINUTE
"""Nothing is opened that could not be covered again."""
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
    attendance: Attendance
    _verdict: Callable[[FinishedMatch], Awaitable[ReadingVerdict | None]]
    """What the house has read in a match."""
    _stir: Callable[[int], None]
    """Has a match told once more, where its hand was pressed while something was written there, or shows its end."""
    _now: Callable[[], int]
    _pages: LruCache[int, tuple[int, PlayerScreenContext]] = field(default_factory=LruCache, init=False)
    """By message the step, and what its reader is in the middle of there: a word, second thoughts."""
    _hinted: LruCache[int, int] = field(default_factory=LruCache, init=False)
    """By message the step for which it says what the house would do."""

    async def beside(
        self,
        match: StartedMatch,
        person_id: int,
        context: PlayerScreenContext = ALONE,
        company: PlayerContext | None = None,
    ) -> PlayerScreenContext:
        """With what a hand of theirs says beside its table, as far as it can change while the table does not; so
        whoever changes that may have looked up the `company` meanwhile.
        """
        company = company or await self.store.delivery_states.load_player_context(match.id, person_id)
        elsewhere = [it for it in company.live_matches if it.id != match.id]
        others = [
            *await self.matches.awaiting(person_id, elsewhere),
            *await self.matches.unshaken(person_id, elsewhere),
        ]
        absent = self.attendance.among(match, company.departed).but(person_id)
        return replace(context, others=len(others), absent=absent)

    async def shows(self, match: StartedMatch, seat: Seat, locale: str, context: PlayerScreenContext) -> Scene:
        """Their hand, with all that has to be looked up for it."""
        context = await self.recalled(match, seat, context)
        return scenes.hand(match, seat, locale, self.matches.absences, context)

    async def recalled(self, match: StartedMatch, seat: Seat, context: PlayerScreenContext) -> PlayerScreenContext:
        """With whether they know the game, only for who reads it now; at the end with all that happened."""
        if match.is_over:
            journal = await self.matches.journal(match.id)
            passed = tuple(await asyncio.to_thread(review_positions.passed, journal))
            verdict = await self._verdict(match) if isinstance(match, FinishedMatch) else None
            return replace(context, passed=passed, verdict=verdict)
        person_id = match.people[seat]
        if not isinstance(match, RunningMatch) or seat not in match.engine.to_move or person_id is None or context.rest:
            # Whoever is in the middle of a word has read it.
            return context
        # Mostly there is nothing new, and nobody has to be looked up.
        meets = scenes.welcomed(match, seat, "en")
        first = bool(meets) and not await self.store.history.list_newest_matches(person_id, None, match.game.KEY, 1)
        return replace(context, first=first)

    def turned(self, message_id: int, step: int, rest: str, *, again: bool) -> None:
        """Its reader is in the middle of a word, or thinks again, and goes on whatever the others do."""
        self._hinted.pop(message_id, None)
        if rest or again:
            self._pages[message_id] = (step, PlayerScreenContext(rest=rest, again=again))
        else:
            self._pages.pop(message_id, None)

    def hinted(self, message_id: int, step: int) -> None:
        """Its reader has asked what to do there; that the others have chosen meanwhile does not take it away."""
        self._hinted[message_id] = step

    async def held(self, hand: PlayerMessage, seq: int, door: InteractionToken | None) -> None:
        """Somebody has pressed it, or the door beside which it lies, and reads what came of the first `seq` events of
        its match.
        """
        over = hand.content_key == OVER
        pause = None if over else _pause(hand)
        self._show_again(
            await self.store.player_messages.save_message(hand, seq, was_pressed=True, pause_deadline=pause, token=door)
        )
        if over:
            # That does not change, and so this is a hand no more as soon as it has been told; but what was being told
            # there meanwhile may lie upon this answer, or beneath it.
            self._stir(hand.match_id)

    async def laid(self, aside: PlayerMessage, seq: int, door: InteractionToken | None) -> None:
        """The same of what opened beside an offer, which is not paused: it says what became of the offer."""
        self._show_again(await self.store.player_messages.save_message(aside, seq, was_pressed=True, token=door))

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
        context = await self.beside(match, hand.person_id)
        if self.temporary_reveal.lifted(match) and (hand.channel_id or self._now() - hand.last_used_ms < SAFE):
            context = replace(context, uncovered=True)
        shows = scenes.shown(match, seat, locale, context)
        if not hand.channel_id and not match.is_over and self._now() - hand.last_used_ms >= PAUSE:
            shows = PAUSED
        if (
            hand.content_key != shows
            and not (hand.content_key == PAUSED and not match.is_over)
            and (shows == PAUSED or not self._stays(hand, match, seat))
        ):
            step, page = self._pages.get(hand.message_id, (match.engine.step, PlayerScreenContext()))
            if isinstance(match, RunningMatch) and step == match.engine.step:
                context = replace(context, rest=page.rest, again=page.again)
            scene = scenes.paused(match, locale) if shows == PAUSED else await self.shows(match, seat, locale, context)
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

    def _stays(self, hand: PlayerMessage, match: StartedMatch, seat: Seat) -> bool:
        """Its reader has a hint before them, and still thinks about it."""
        return seat in match.engine.to_move and self._hinted.get(hand.message_id) == match.engine.step == hand.step

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
        return (hand.token or "") if self._now() - hand.last_used_ms < TOKEN else ""

    def _opened(
        self, match: StartedMatch, hands: Iterable[PlayerMessage], doors: Iterable[InteractionToken]
    ) -> Iterator[Awaitable[None]]:
        """For whoever has pressed something on the card a while ago, and has no hand yet."""
        if not isinstance(match, RunningMatch) or match.is_practice:
            return
        have = {hand.person_id for hand in hands}
        for door in doors:
            seat = match.eyes_of(door.person_id)
            open_still = door.message_id and self._now() - door.issued_ms < PAUSE
            if seat is not None and door.person_id not in have and open_still:
                yield self._entered(match, seat, door)

    async def _entered(self, match: RunningMatch, seat: Seat, door: InteractionToken) -> None:
        locale = await self.preferences.speaks(door.person_id)
        context = await self.beside(match, door.person_id)
        with suppress(MessageGone, DiscordUnreachable):
            # Who follows somebody who dies before it is held opens another: for what is whispered nobody can look.
            message_id = await self.messenger.open(door.token, await self.shows(match, seat, locale, context))
            shows = scenes.shown(match, seat, locale, context)
            hand = PlayerMessage(
                match.id, door.person_id, message_id, None, match.engine.step, door.issued_ms, door.token, shows
            )
            await self.store.player_messages.save_message(hand, pause_deadline=_pause(hand))

    async def _paced(self, match: StartedMatch, hands: Sequence[PlayerMessage], standing: Iterable[Deadline]) -> None:
        """When the next hand has to be paused; looked at once too often rather than too late. What is due for a press
        before the last stays until it is nearly due, lest every press set it anew.
        """
        known = next((it for it in standing if it.kind == DeadlineKind.PAUSE), None)
        open_still = [
            it.last_used_ms + PAUSE for it in hands if not it.channel_id and it.last_used_ms + PAUSE > self._now()
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

    async def cover(self, match: MatchState, deadline: Deadline) -> None:
        """What somebody looked at for themselves; others may still look."""
        person_id = match.at(deadline.seat)
        for look in [
            it for it in await self.store.player_messages.list_of_match(match.id, REVEAL) if it.person_id == person_id
        ]:
            if self._now() - look.last_used_ms < TOKEN:
                locale = await self.preferences.speaks(look.person_id)
                with suppress(MessageGone, DiscordUnreachable):
                    await self.messenger.edit_private(
                        look.token or "", ANSWER, dialogs.looked(match, match.eyes_of(look.person_id), locale)
                    )
            await self.store.player_messages.delete_message(look)


def _place(hand: PlayerMessage) -> MessageLocation:
    """Return where a player message is; the channel is 0 if only its token reaches it."""
    return MessageLocation(hand.channel_id or 0, hand.message_id)


def _pause(hand: PlayerMessage) -> Deadline | None:
    """With the hand itself: nothing else may happen at its match before it is due."""
    return None if hand.channel_id else Deadline(DeadlineKind.PAUSE, hand.last_used_ms + PAUSE, 0)


def _outgrown(hands: Iterable[PlayerMessage]) -> set[PlayerMessage]:
    """Of each person all but the newest, and but for what stands in their direct messages."""
    whispered: dict[int, list[PlayerMessage]] = {}
    for hand in sorted(hands, key=lambda it: (it.last_used_ms, it.message_id)):
        if not hand.channel_id:
            whispered.setdefault(hand.person_id, []).append(hand)
    return {hand for mine in whispered.values() for hand in mine[:-DEVICES]}
