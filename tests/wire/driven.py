"""People who play a whole match by themselves: any legal choice, whatever leads to it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Answer, Denied
from tests.kit.wire_person import WirePerson, does, picks, step, verbs
from tests.wire.glade import Glade

OVER = JSON()
"""There is nothing more to choose."""


@dataclass
class Driven:
    """One person at one match. `chosen` is the step of the last choice."""

    glade: Glade
    guest: WirePerson
    match: int
    dice: random.Random
    chosen: int = -1
    receipts: list[str] = field(default_factory=list)
    clicks: int = 0

    def ended(self) -> JSON | None:
        """On the card, or in the hand."""
        law = does(Verb.REMATCH, self.match)
        return self.guest.watch.newest(self.glade.channel, law) or self.guest.hand(law)

    async def in_the_hand(self) -> None:
        """Every choice in the private message that is there, or comes."""
        while hand := await self._next(self.hand):
            await self.clicks_through(hand)

    async def by_direct_message(self) -> None:
        """Every choice in the direct messages, whatever else there is."""
        while hand := await self._next(self.message):
            await self.clicks_through(hand)

    async def at_the_table(self) -> None:
        """Every choice by the table's own button; direct messages are closed, or left alone."""
        while table := await self._next(self.table):
            self.chosen = step(table, Verb.CHOOSE)
            try:
                answer = await self.guest.click(table, custom_id=verbs(table)[Verb.CHOOSE])
            except Denied:
                # It has just been posted anew.
                self.chosen -= 1
                await asyncio.sleep(0.01)
                continue
            assert answer.state == "answered", answer.error
            hand = await self.guest.handed(does(Verb.MORE, self.match, self.chosen))
            if picks(hand):
                await self.clicks_through(hand)
            await self.guest.tidies()

    async def by_typing(self) -> None:
        """Every choice by `/duel move`, as it was completed."""
        while hand := await self._next(self.hand):
            self.chosen = step(hand, Verb.PICK)
            channel = self.glade.channel
            words = await self.guest.complete(channel, "duel move", "word", word="", match=str(self.match))
            if not words:
                # What goes without asking was said in this very moment.
                continue
            word = self.dice.choice(words)["value"]
            answer = await self.glade.says(self.guest, "duel move", word=word, match=str(self.match))
            assert answer.state == "answered", answer.error

    async def clicks_through(self, hand: JSON) -> None:
        """Page by page, until a whole word is said."""
        self.chosen = step(hand, Verb.PICK)
        while True:
            to = self.dice.choice(picks(hand))
            try:
                answer: Answer = await self.guest.click(hand, custom_id=to)
            except Denied:
                # It was edited in this very moment: it is looked for again.
                self.chosen -= 1
                await asyncio.sleep(0.01)
                return
            self.clicks += 1
            assert answer.state == "answered", answer.error
            hand = answer.message
            if not does(Verb.PICK, self.match)(hand) or step(hand, Verb.PICK) > self.chosen:
                # Said, and mostly the next decision is there already.
                return

    def hand(self) -> JSON | None:
        return self.guest.hand(does(Verb.PICK, self.match, self.chosen + 1))

    def message(self) -> JSON | None:
        return self.guest.watch.newest(self.guest.dm, does(Verb.PICK, self.match, self.chosen + 1))

    def table(self) -> JSON | None:
        return self.guest.watch.newest(self.glade.channel, does(Verb.CHOOSE, self.match, self.chosen + 1))

    async def _next(self, look: Callable[[], JSON | None]) -> JSON | None:
        await self.guest.until(lambda _: look() or self.ended())
        return None if self.ended() else look()


Manner: TypeAlias = Callable[[Driven], Coroutine[object, object, None]]


async def played(glade: Glade, match: int, *guests: WirePerson, manner: Manner, seed: int = 1) -> JSON:
    """The match from where it stands to its end; returns the table as it is then."""
    driven = [Driven(glade, guest, match, random.Random(f"{seed}/{at}")) for at, guest in enumerate(guests)]
    async with asyncio.TaskGroup() as group:
        for one in driven:
            group.create_task(manner(one))
    return await glade.over(match, guests[0])
