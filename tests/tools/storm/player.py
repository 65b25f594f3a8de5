"""One person at one match: any legal choice, in the way that they like, however often nobody answers."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Final

from bot.texts import say
from deploy.playground.client import JSON, text
from games.words import LOCALES
from tests.kit.wire_person import DEFERRED_UPDATE, does, leads, picks, step, verbs
from tests.tools.storm.person import Person, addresses
from tests.tools.storm.witness import ENDED, Press

MAX_PAUSE_S: Final = 0.3
"""Longest pause after a choice. The storm is to have as many presses as the machine can answer in time."""
CHANGES_MIND: Final = 0.5
"""Chance that somebody whose choice is sealed makes another one in the same step."""
IMPATIENT: Final = 0.1
"""Chance, each time they look, that somebody who is waiting for a direct message takes the card instead.

Nobody is called within two minutes of their last press, so most matches would wait for the next jump of time.
"""
AGAIN: Final = 1.0
"""Seconds until somebody presses once more what did nothing."""


@dataclass
class Player:
    person: Person
    match: int
    channel: str
    manner: str
    """`dm`, `channel` or `both`."""
    dice: random.Random
    chosen: int = -1
    """The step of the last choice that was answered."""
    doubted: set[int] = field(default_factory=set)
    """Steps at which nobody answered them: it may count all the same, and what they see next may be because of that."""
    tired: dict[tuple[str, int], float] = field(default_factory=dict)
    """By message and step until when it is not pressed again."""
    reconsidered: set[int] = field(default_factory=set)
    """Steps in which they have changed their mind, or decided not to."""

    def over(self) -> bool:
        law = does("re", self.match)
        return any(law(it) for it in self.person.all())

    async def plays(self, leave: asyncio.Event) -> None:
        """To its end, or until all go home."""
        while not leave.is_set() and not self.over():
            if hand := self._hand():
                await self.answers(hand)
                if not await self.reconsiders():
                    await asyncio.sleep(self.dice.uniform(0, MAX_PAUSE_S))
            elif card := self._card():
                await self._opens(card)
            else:
                await self.person.notices(1.0)

    def _hand(self) -> JSON | None:
        law = does("pi", self.match, self.chosen + 1)
        places = (False,) if self.manner == "channel" else (True, False)
        return self.person.private(lambda it: self.person.direct(it) in places and law(it) and self._fresh(it, "pi"))

    async def reconsiders(self) -> bool:
        """Sometimes change a sealed choice, at most once a step. Return whether anything was pressed."""
        law = does("an", self.match, self.chosen)
        sealed = self.person.private(lambda it: law(it) and step(it, "an") == self.chosen)
        if sealed is None or self.chosen in self.reconsidered:
            return False
        self.reconsidered.add(self.chosen)
        if self.dice.random() >= CHANGES_MIND:
            return False
        self.person.witness.notes(
            f"{self.person.id} wants to change their choice at match {self.match}, step {self.chosen}"
        )
        answer = await self.person.presses(sealed, verbs(sealed)["an"])
        hand = answer.body.get("message") if answer and answer.state == "answered" else None
        # The step may be over by now.
        if hand and does("pi", self.match)(hand) and step(hand, "pi") == self.chosen:
            await self.answers(hand, revises=True)
        return True

    def _card(self) -> JSON | None:
        if self.manner == "dm" and self.dice.random() >= IMPATIENT:
            return None
        law = does("ch", self.match, self.chosen + 1)
        shown = self.person.watch.newest(self.channel, lambda it: law(it) and self._fresh(it, "ch"))
        # Most of these are pressed by somebody who is not to choose: they look what there is.
        return shown if shown and self.dice.random() < 0.5 else None

    def _fresh(self, message: JSON, verb: str) -> bool:
        return self.tired.get((message["id"], step(message, verb)), 0) < time.monotonic()

    def _tires(self, message: JSON, verb: str, seconds: float = AGAIN) -> None:
        self.tired[message["id"], step(message, verb)] = time.monotonic() + self.dice.uniform(1, 2) * seconds

    async def _opens(self, card: JSON) -> None:
        self._tires(card, "ch", 3 * AGAIN)
        before = {it["id"] for it in self.person.all()}
        law = does("mo", self.match)
        answer = await self.person.presses(card, verbs(card)["ch"])
        if answer and answer.state == "answered":
            await self.person.finds(lambda: self.person.private(lambda it: it["id"] not in before and law(it)))

    async def answers(self, hand: JSON, *, revises: bool = False) -> None:
        """Page by page, until a whole word is said. `revises` says that one was said in this step before."""
        asked, shown = step(hand, "pi"), hand
        while True:
            to = self.dice.choice(picks(shown))
            press = await self._pressed(shown, to, asked)
            if press is None:
                self._tires(hand, "pi")
                return
            before, shown = press
            mine = [it for it in addresses(shown) if it[1] == self.match]
            rest = to.split(":", 3)[3]
            pages = [it for it in leads(shown) if it.startswith(f"pi:{self.match}:{asked}:")]
            if not mine or moved_on(shown):
                # They were told that it cannot be: that turn is over, or it is not theirs.
                self._tires(hand, "pi", 3 * AGAIN)
                return
            if not pages:
                break
            if not any(it.split(":", 3)[3].startswith(rest) for it in pages if it != to):
                self._tires(hand, "pi")
                return
        now = max(ENDED if verb == "re" else at for verb, _, at in mine)
        # That this came too late may lie under what was told there at the same time.
        before.acknowledged = not (asked in self.doubted and (before.late or now > asked))
        before.revises, before.screen = revises, text(shown)
        self.person.witness.notes(f"{self.person.id} at match {self.match}, step {asked}: {before.what}")
        self.chosen = asked
        if now > asked:
            self.person.witness.resolved(self.match, now, self.person.id)

    async def _pressed(self, shown: JSON, to: str, asked: int) -> tuple[Press, JSON] | None:
        """And what they are shown then, if anything."""
        answer = await self.person.presses(shown, to)
        if answer is None or answer.state == "failed":
            self.doubted.add(asked)
        if answer is None:
            return None
        # Each token ends with a dot, the last one of a whole move too.
        move = tuple(to.split(":", 3)[3].split(".")[:-1])
        late = answer.type == DEFERRED_UPDATE
        press = Press(self.person.id, self.match, asked, int(answer.interaction), to, move, late=late)
        self.person.witness.presses.append(press)
        message = answer.body.get("message")
        press.what += f", type {answer.type}: {' '.join(leads(message)[:4]) if message else answer.error}"
        return (press, message) if answer.state == "answered" and message else None


def moved_on(shown: JSON) -> bool:
    """It is no acknowledgement: what they chose may count or not."""
    return any(say("hand-moved-on", locale) in text(shown) for locale in LOCALES)
