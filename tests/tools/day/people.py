"""People who play: they press what lies before them, after a while, and read what comes of it."""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from bot.desk.asked import Answer, Asked, Wish
from bot.herald.attendance import AT_IT
from bot.herald.channels import Place, too_old
from bot.scenes.address import Address, Verb
from bot.scenes.hand import OVER
from bot.scenes.scene import Listed, Scene
from bot.time import EPOCH
from games.refused import Refused
from storage import ASIDE, Door, Hand
from tests.tools.day.model import ANSWERS, RETURNS, THINKS, Planned, takes
from tests.tools.day.process import Process
from tests.tools.day.wire import Wire, conversation, reader, whispered

CHANNEL: Final = 1_000_000_000
"""So much above the server is its one channel."""
NOWHERE: Final = Place(0, 0)
SEEN: Final = 13 * 60.0
"""Seconds after a press in which its hand shows whatever is new."""
GIVES_UP: Final = 6 * 3600.0
"""Seconds after which nobody waits any more who plays where they are."""


def addresses(scene: Scene, verb: str) -> Iterator[Address]:
    for row in scene.rows:
        buttons = row if isinstance(row, tuple) else row.buttons if isinstance(row, Listed) else ()
        for button in buttons:
            if not button.off and (address := Address.parse(button.to)) and address.verb == verb:
                yield address


def match_of(scene: Scene) -> int:
    """Which it is about."""
    for row in scene.rows:
        for button in row if isinstance(row, tuple) else row.buttons if isinstance(row, Listed) else ():
            if (address := Address.parse(button.to)) and address.match:
                return address.match
    return 0


def _paused(scene: Scene) -> Address | None:
    """What goes on with a hand that could not be changed any longer."""
    return None if any(addresses(scene, Verb.MORE)) else next(addresses(scene, Verb.CHOOSE), None)


@dataclass
class Ledger:
    """What people did and when they saw what came of it, beside what the store says."""

    causes: set[int] = field(default_factory=set)
    """Of the choices that were answered."""
    refused: int = 0
    presses: int = 0
    began: int = 0
    news: dict[tuple[int, int], float] = field(default_factory=dict)
    """By match and who is to see it since when something is new there; nobody is its card."""
    boards: list[float] = field(default_factory=list)
    """Seconds until somebody who has a hand open saw in it what another one did."""
    cards: list[float] = field(default_factory=list)
    """The same of the card in the channel, which trails on purpose."""
    called: list[float] = field(default_factory=list)
    """From when somebody who is not there is to be called until they were."""


@dataclass
class People:
    """All of them."""

    wire: Wire
    processes: Sequence[Process]
    now: Callable[[], int]
    seed: int
    ledger: Ledger = field(default_factory=Ledger)
    matches: list[int] = field(default_factory=list)
    """Those that were offered."""
    _before: dict[tuple[int, int], Place] = field(default_factory=dict)
    """By person and match the message in which they play."""
    _cards: dict[int, Place] = field(default_factory=dict)
    """By match; one that is too old takes no edits, and is not to."""
    _at: dict[int, float] = field(default_factory=dict)
    """When each pressed or asked for something last."""
    _touched: dict[tuple[int, int], float] = field(default_factory=dict)
    """The same by match."""
    _awaited: dict[tuple[int, int], float] = field(default_factory=dict)
    """Since when something new is to be seen there."""
    _stirred: dict[tuple[int, int], asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))

    def __post_init__(self) -> None:
        self.wire.ears.append(self._heard)

    def _heard(self, place: Place, scene: Scene, since: float) -> None:
        match, who = match_of(scene), reader(place.channel)
        if not match:
            return
        anew = place != self._before.get((who, match)) and place.channel == conversation(who)
        if anew and (who, match) in self._awaited:
            due = max(self._awaited.pop((who, match)), self._at.get(who, 0.0) + AT_IT / 1000)
            self.ledger.called.append(max(0.0, self.wire.seconds() - due))
        if not who:
            self._cards[match] = place
        else:
            self._before[who, match] = place
            self._stirred[who, match].set()
        seen = self.ledger.news.get((match, who))
        # What was under way before cannot tell of it.
        if seen is not None and since >= seen:
            del self.ledger.news[match, who]
            (self.ledger.boards if who else self.ledger.cards).append(self.wire.seconds() - seen)

    def at(self, server: int, *, alone: bool = False) -> Process:
        """Whose shard it is; direct messages are the first one's."""
        return self.processes[0 if alone else server % len(self.processes)]

    async def plays(self, planned: Planned) -> None:
        await asyncio.sleep(planned.at - self.wire.seconds())
        match = await (self._practises(planned) if len(planned.people) == 1 else self._challenges(planned))
        if not match:
            return
        self.ledger.began += 1
        await asyncio.gather(*(self._sits(planned, match, person) for person in planned.people))

    async def _practises(self, planned: Planned) -> int:
        process, (person,) = self.at(planned.server), planned.people
        asked = self._asked(planned.server, person)
        answer = await process.rooms.practice.begin(asked, Wish(planned.game))
        await self._answered(process, asked, answer)
        if not answer.holds:
            # They are in the middle of another one.
            return 0
        self.matches.append(answer.holds.match)
        return answer.holds.match

    async def _challenges(self, planned: Planned) -> int:
        process, (host, guest) = self.at(planned.server), planned.people
        asked = self._asked(planned.server, host)
        answer = await process.rooms.offers.challenge(asked, [guest], Wish(planned.game))
        await self._answered(process, asked, answer)
        assert answer.card
        match = answer.card.id
        self.matches.append(match)
        await asyncio.sleep(takes(self._dice(planned, guest), RETURNS if planned.away else ANSWERS))
        header = await process.store.header(match)
        assert header
        card = Place(header.channel, header.message or 0)
        await self._presses(planned, guest, card, Address(Verb.SIT, match, 0))
        return match

    async def _sits(self, planned: Planned, match: int, person: int) -> None:
        """At their hand, until it is over."""
        chosen, dice = -1, self._dice(planned, person)
        while True:
            stirred = self._stirred[person, match]
            stirred.clear()
            place = self._before.get((person, match))
            scene = self.wire.messages.get(place) if place else None
            if place and scene:
                if any(addresses(scene, Verb.REPLAY)) or any(addresses(scene, Verb.REMATCH)):
                    break
                step = next((it.step for it in addresses(scene, Verb.PICK)), None)
                if step is not None and step > chosen:
                    await asyncio.sleep(takes(dice, RETURNS if planned.away else THINKS))
                    await self._chooses(planned, match, person, step, dice)
                    chosen = step
                    continue
                if step is None and not planned.away and (paused := _paused(scene)):
                    await asyncio.sleep(takes(dice, THINKS))
                    await self._presses(planned, person, place, paused)
                    continue
            try:
                async with asyncio.timeout(GIVES_UP):
                    await stirred.wait()
            except TimeoutError:
                break

    def _dice(self, planned: Planned, person: int) -> random.Random:
        """Of their own: whoever is first in one moment changes nothing for the others."""
        return random.Random(f"{self.seed} {planned.at} {person}")

    async def _chooses(self, planned: Planned, match: int, person: int, step: int, dice: random.Random) -> None:
        """A press leads on to another page, until a word is whole."""
        while place := self._before.get((person, match)):
            scene = self.wire.messages.get(place)
            ways = [it for it in addresses(scene, Verb.PICK) if it.step == step] if scene else []
            if not ways or not await self._presses(planned, person, place, dice.choice(ways)):
                return
            if any(addresses(self.wire.messages[place], Verb.CHANGE)):
                return

    async def _presses(self, planned: Planned, person: int, place: Place, address: Address) -> bool:
        server = planned.server
        alone = place.channel == conversation(person)
        process = self.at(server, alone=alone)
        asked = self._asked(server, person, place, alone=alone)
        self.ledger.presses += 1
        try:
            answer = await process.rooms.desk.answer(asked, address)
        except Refused:
            self.ledger.refused += 1
            return False
        held = answer.holds
        if address.verb == Verb.SIT or (
            held and (held.shows == OVER or (held.step > address.step >= 0 and address.verb == Verb.PICK))
        ):
            self._resolved(planned, address.match, person)
        if held and address.verb in {Verb.PICK, Verb.SIT} and answer.stirs:
            self.ledger.causes.add(asked.cause)
        await self._answered(process, asked, answer)
        return True

    def _resolved(self, planned: Planned, match: int, by: int) -> None:
        """Something new stands there, and the others are to see it."""
        now = self.wire.seconds()
        for other in planned.people:
            self._awaited[other, match] = now
            if other != by and now - self._touched.get((other, match), -SEEN) < SEEN:
                self.ledger.news.setdefault((match, other), now)
        if len(planned.people) > 1 and not too_old(self._cards[match], self.now()):
            self.ledger.news.setdefault((match, 0), now)

    def _asked(self, server: int, person: int, place: Place = NOWHERE, *, alone: bool = False) -> Asked:
        cause = ((self.now() - EPOCH) << 22) + next(self.wire.numbers)
        return Asked(
            person, "en", None if alone else server, conversation(person) if alone else CHANNEL + server, cause,
            self.now(), message=place.message, private=bool(reader(place.channel)), token=f"{person} {cause}",
        )  # fmt: skip

    async def _answered(self, process: Process, asked: Asked, answer: Answer) -> None:
        """As `discord/reply` does: the person first, then the channel."""
        self._at[asked.person] = self.wire.seconds()
        await asyncio.sleep(0)
        rooms, store = process.rooms, process.store
        if answer.card:
            door = Door(answer.card.id, asked.person, 0, asked.token, asked.now)
            await store.ajar(door, asked.channel)
            place = self.wire.lies(asked.channel, await rooms.notice.card(answer.card))
            self._cards[answer.card.id] = place
            await store.show(answer.card.id, answer.card.seq, *place, replace(door, message=place.message))
        else:
            lies = self._lies(asked, answer)
            opens = answer.opens and asked.message
            beside = Door(answer.opens, asked.person, asked.message, asked.token, asked.now) if opens else None
            channel = conversation(asked.person) if lies and reader(lies.channel) and lies.channel > 0 else 0
            message = lies.message if lies else 0
            if answer.holds:
                held = answer.holds
                hand = Hand(held.match, asked.person, message, channel, held.step, asked.now, asked.token, held.shows)
                await rooms.hands.held(hand, held.seq, beside)
            elif answer.aside:
                aside = Hand(answer.aside.id, asked.person, message, channel, 0, asked.now, asked.token, kind=ASIDE)
                await rooms.hands.laid(aside, answer.aside.seq, beside)
            elif beside:
                await store.open_door(beside)
        for match in filter(None, (answer.stirs, answer.ends)):
            rooms.herald.stir(match)

    def _lies(self, asked: Asked, answer: Answer) -> Place | None:
        if answer.scene is None:
            return None
        here = Place(asked.channel if not asked.server else whispered(asked.person), asked.message)
        if answer.here and here in self.wire.messages:
            self.wire.messages[here] = answer.scene
            place = here
        else:
            place = self.wire.lies(
                conversation(asked.person) if not asked.server else whispered(asked.person), answer.scene
            )
        if match := match_of(answer.scene):
            # Whoever presses sees it by that.
            self.ledger.news.pop((match, asked.person), None)
            self._touched[asked.person, match] = self.wire.seconds()
            self._before[asked.person, match] = place
            self._stirred[asked.person, match].set()
        return place
