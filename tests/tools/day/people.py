"""People of a simulated day: they press what they are shown, after a while, and read what comes of it.

The bot runs in this process, so people reach its desk directly and not over the wire.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from bot.delivery.attendance import AT_IT
from bot.delivery.messenger import Place, too_old
from bot.handlers.requests import Answer, Asked, Wish
from bot.screens.custom_ids import Address, Verb
from bot.screens.player_screen import OVER
from bot.screens.scene import Listed, Scene
from bot.wall_clock import EPOCH
from games.refused import Refused
from storage import OFFER_PANEL, InteractionToken, PlayerMessage
from tests.tools.day.discord import SimulatedDiscord, direct_channel, find_reader, private_channel
from tests.tools.day.model import ANSWERS, RETURNS, THINKS, PlannedMatch, draw_time

if TYPE_CHECKING:
    from tests.tools.day.day import DayProcess

CHANNEL_OFFSET: Final = 1_000_000_000
"""Distance from a server's id to the id of its one channel."""
NOWHERE: Final = Place(0, 0)
HAND_LIVES_S: Final = 13 * 60.0
"""A hand shows what is new for so long after a press."""
GIVE_UP_S: Final = 6 * 3600.0


def addresses(scene: Scene, verb: str) -> Iterator[Address]:
    for row in scene.rows:
        buttons = row if isinstance(row, tuple) else row.buttons if isinstance(row, Listed) else ()
        for button in buttons:
            if not button.off and (address := Address.parse(button.to)) and address.verb == verb:
                yield address


def match_of(scene: Scene) -> int:
    """Return the match that a scene is about, or 0."""
    for row in scene.rows:
        for button in row if isinstance(row, tuple) else row.buttons if isinstance(row, Listed) else ():
            if (address := Address.parse(button.to)) and address.match:
                return address.match
    return 0


def find_resume(scene: Scene) -> Address | None:
    """Return the button that resumes a paused hand."""
    return None if any(addresses(scene, Verb.MORE)) else next(addresses(scene, Verb.CHOOSE), None)


@dataclass
class DayRecord:
    """What people did, and when they saw what came of it."""

    acknowledged: set[int] = field(default_factory=set)
    """Interactions of choices that were acknowledged."""
    refused: int = 0
    presses: int = 0
    unseen: dict[tuple[int, int], float] = field(default_factory=dict)
    """Since when something new is to be shown, by match and person; person 0 is the card."""
    hand_delays_s: list[float] = field(default_factory=list)
    """Until an open hand showed what another player did."""
    card_delays_s: list[float] = field(default_factory=list)
    """Until the card showed it, which trails on purpose."""
    call_delays_s: list[float] = field(default_factory=list)
    """From when somebody who is away is to be called until they were."""


@dataclass
class People:
    discord: SimulatedDiscord
    processes: Sequence[DayProcess]
    now: Callable[[], int]
    seed: int
    record: DayRecord = field(default_factory=DayRecord)
    match_ids: list[int] = field(default_factory=list)
    _hands: dict[tuple[int, int], Place] = field(default_factory=dict)
    """The message in which each plays, by person and match."""
    _cards: dict[int, Place] = field(default_factory=dict)
    _pressed_at: dict[int, float] = field(default_factory=dict)
    """When each person pressed last."""
    _touched: dict[tuple[int, int], float] = field(default_factory=dict)
    """The same by person and match."""
    _awaited: dict[tuple[int, int], float] = field(default_factory=dict)
    """Since when something new is to be seen, by person and match."""
    _stirred: dict[tuple[int, int], asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))

    def __post_init__(self) -> None:
        self.discord.listeners.append(self._hear)

    def _hear(self, place: Place, scene: Scene, since: float) -> None:
        match, who = match_of(scene), find_reader(place.channel)
        if not match:
            return
        anew = place != self._hands.get((who, match)) and place.channel == direct_channel(who)
        if anew and (who, match) in self._awaited:
            due = max(self._awaited.pop((who, match)), self._pressed_at.get(who, 0.0) + AT_IT / 1000)
            self.record.call_delays_s.append(max(0.0, self.discord.seconds() - due))
        if not who:
            self._cards[match] = place
        else:
            self._hands[who, match] = place
            self._stirred[who, match].set()
        seen = self.record.unseen.get((match, who))
        # A message that was under way before cannot show it.
        if seen is not None and since >= seen:
            del self.record.unseen[match, who]
            (self.record.hand_delays_s if who else self.record.card_delays_s).append(self.discord.seconds() - seen)

    def process_of(self, server: int, *, alone: bool = False) -> DayProcess:
        """Return the process with the server's shard. The first one has the direct messages."""
        return self.processes[0 if alone else server % len(self.processes)]

    async def play(self, planned: PlannedMatch) -> None:
        await asyncio.sleep(planned.at_s - self.discord.seconds())
        match = await (self._practice(planned) if len(planned.people) == 1 else self._challenge(planned))
        if not match:
            return
        await asyncio.gather(*(self._play_match(planned, match, person) for person in planned.people))

    async def _practice(self, planned: PlannedMatch) -> int:
        process, (person,) = self.process_of(planned.server), planned.people
        asked = self._ask(planned.server, person)
        answer = await process.rooms.practice.begin(asked, Wish(planned.game))
        await self._apply(process, asked, answer)
        if not answer.holds:
            # They are practicing already.
            return 0
        self.match_ids.append(answer.holds.match)
        return answer.holds.match

    async def _challenge(self, planned: PlannedMatch) -> int:
        process, (host, guest) = self.process_of(planned.server), planned.people
        asked = self._ask(planned.server, host)
        answer = await process.rooms.offers.challenge(asked, [guest], Wish(planned.game))
        await self._apply(process, asked, answer)
        assert answer.card
        match = answer.card.id
        self.match_ids.append(match)
        await asyncio.sleep(draw_time(self._dice(planned, guest), RETURNS if planned.is_away else ANSWERS))
        header = await process.store.matches.load_header(match)
        assert header
        card = Place(header.channel_id, header.card_message_id or 0)
        await self._press(planned, guest, card, Address(Verb.SIT, match, 0))
        return match

    async def _play_match(self, planned: PlannedMatch, match: int, person: int) -> None:
        """Play in the hand until the match is over."""
        chosen, dice = -1, self._dice(planned, person)
        while True:
            stirred = self._stirred[person, match]
            stirred.clear()
            place = self._hands.get((person, match))
            scene = self.discord.messages.get(place) if place else None
            if place and scene:
                if any(addresses(scene, Verb.REPLAY)) or any(addresses(scene, Verb.REMATCH)):
                    break
                step = next((it.step for it in addresses(scene, Verb.PICK)), None)
                if step is not None and step > chosen:
                    await asyncio.sleep(draw_time(dice, RETURNS if planned.is_away else THINKS))
                    await self._choose(planned, match, person, step, dice)
                    chosen = step
                    continue
                if step is None and not planned.is_away and (paused := find_resume(scene)):
                    await asyncio.sleep(draw_time(dice, THINKS))
                    await self._press(planned, person, place, paused)
                    continue
            try:
                async with asyncio.timeout(GIVE_UP_S):
                    await stirred.wait()
            except TimeoutError:
                break

    def _dice(self, planned: PlannedMatch, person: int) -> random.Random:
        """Return dice of their own, so that the order of people at one moment changes nothing."""
        return random.Random(f"{self.seed} {planned.at_s} {person}")

    async def _choose(self, planned: PlannedMatch, match: int, person: int, step: int, dice: random.Random) -> None:
        """Press page by page until a whole move is chosen."""
        while place := self._hands.get((person, match)):
            scene = self.discord.messages.get(place)
            ways = [it for it in addresses(scene, Verb.PICK) if it.step == step] if scene else []
            if not ways or not await self._press(planned, person, place, dice.choice(ways)):
                return
            if any(addresses(self.discord.messages[place], Verb.CHANGE)):
                return

    async def _press(self, planned: PlannedMatch, person: int, place: Place, address: Address) -> bool:
        server = planned.server
        alone = place.channel == direct_channel(person)
        process = self.process_of(server, alone=alone)
        asked = self._ask(server, person, place, alone=alone)
        self.record.presses += 1
        try:
            answer = await process.rooms.desk.answer(asked, address)
        except Refused:
            self.record.refused += 1
            return False
        held = answer.holds
        if address.verb == Verb.SIT or (
            held and (held.shows == OVER or (held.step > address.step >= 0 and address.verb == Verb.PICK))
        ):
            self._resolve(planned, address.match, person)
        if held and address.verb in {Verb.PICK, Verb.SIT} and answer.stirs:
            self.record.acknowledged.add(asked.cause)
        await self._apply(process, asked, answer)
        return True

    def _resolve(self, planned: PlannedMatch, match: int, by: int) -> None:
        """Note that there is something new for the others to see."""
        now = self.discord.seconds()
        for other in planned.people:
            self._awaited[other, match] = now
            if other != by and now - self._touched.get((other, match), -HAND_LIVES_S) < HAND_LIVES_S:
                self.record.unseen.setdefault((match, other), now)
        if len(planned.people) > 1 and not too_old(self._cards[match], self.now()):
            self.record.unseen.setdefault((match, 0), now)

    def _ask(self, server: int, person: int, place: Place = NOWHERE, *, alone: bool = False) -> Asked:
        cause = ((self.now() - EPOCH) << 22) + next(self.discord.numbers)
        channel = direct_channel(person) if alone else CHANNEL_OFFSET + server
        return Asked(
            person, "en", None if alone else server, channel, cause,
            self.now(), message=place.message, private=bool(find_reader(place.channel)), token=f"{person} {cause}",
        )  # fmt: skip

    async def _apply(self, process: DayProcess, asked: Asked, answer: Answer) -> None:
        """Show an answer as `discord/reply` does: first to the person, then in the channel."""
        self._pressed_at[asked.person] = self.discord.seconds()
        await asyncio.sleep(0)
        rooms, store = process.rooms, process.store
        if answer.card:
            door = InteractionToken(answer.card.id, asked.person, None, asked.token, asked.now)
            await store.player_messages.save_pending_token(door, asked.channel)
            place = self.discord.put(asked.channel, await rooms.notice.card(answer.card))
            self._cards[answer.card.id] = place
            await store.cards.mark_shown(
                answer.card.id, answer.card.seq, *place, replace(door, message_id=place.message)
            )
        else:
            lies = self._put_answer(asked, answer)
            opens = answer.opens and asked.message
            beside = (
                InteractionToken(answer.opens, asked.person, asked.message, asked.token, asked.now) if opens else None
            )
            channel = direct_channel(asked.person) if lies and find_reader(lies.channel) and lies.channel > 0 else None
            message = lies.message if lies else 0
            if answer.holds:
                held = answer.holds
                hand = PlayerMessage(
                    held.match, asked.person, message, channel, held.step, asked.now, asked.token, held.shows
                )
                await rooms.hands.held(hand, held.seq, beside)
            elif answer.aside:
                aside = PlayerMessage(
                    answer.aside.id, asked.person, message, channel, 0, asked.now, asked.token, kind=OFFER_PANEL
                )
                await rooms.hands.laid(aside, answer.aside.seq, beside)
            elif beside:
                await store.player_messages.save_token(beside)
        for match in filter(None, (answer.stirs, answer.ends)):
            rooms.herald.stir(match)

    def _put_answer(self, asked: Asked, answer: Answer) -> Place | None:
        if answer.scene is None:
            return None
        here = Place(asked.channel if not asked.server else private_channel(asked.person), asked.message)
        if answer.here and here in self.discord.messages:
            self.discord.messages[here] = answer.scene
            place = here
        else:
            place = self.discord.put(
                direct_channel(asked.person) if not asked.server else private_channel(asked.person), answer.scene
            )
        if match := match_of(answer.scene):
            # The person who presses sees it in the answer.
            self.record.unseen.pop((match, asked.person), None)
            self._touched[asked.person, match] = self.discord.seconds()
            self._hands[asked.person, match] = place
            self._stirred[asked.person, match].set()
        return place
