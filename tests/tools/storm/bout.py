"""The same people at one match after the other, from the challenge to the end."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from deploy.playground.client import JSON, text
from tests.kit.wire_person import EPHEMERAL, does, verbs
from tests.tools.storm.person import Person
from tests.tools.storm.player import Player
from tests.wire.server import match_of, write_options

MANNERS: Final[Mapping[str, str]] = {"dm": "dm", "here": "channel", "both": "both", "none": "channel"}
"""How somebody plays who likes to be called like this."""


@dataclass
class Bout:
    people: Sequence[Person]
    channel: str
    options: Mapping[str, str]
    """Of the command."""
    form: Mapping[str, str]
    dice: random.Random
    matches: list[int] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    """The first match."""

    async def goes_on(self, leave: asyncio.Event) -> None:
        while not leave.is_set():
            match = await self._begins(leave)
            if match is None:
                continue
            self.begun.set()
            async with asyncio.TaskGroup() as group:
                for person in self.people:
                    dice = random.Random(f"{self.dice.random()}")
                    player = Player(person, match, self.channel, MANNERS[person.prompts], dice)
                    group.create_task(player.plays(leave))

    async def _begins(self, leave: asyncio.Event) -> int | None:
        """Which match, once everybody has accepted."""
        host, *others = self.people
        named = {f"opponent{at + 1}" if at else "opponent": str(other.id) for at, other in enumerate(others)}
        answer = await host.commands(
            self.channel, "duel challenge", **named, **self.options, options=write_options(self.form), clock="none"
        )
        # Whoever was answered nothing looks whether it is there all the same.
        card = await host.finds(self._offered, 3.0)
        if answer is None or card is None:
            return None
        match = match_of(card)
        self.matches.append(match)
        host.witness.offers.add(match)
        while not leave.is_set():
            waiting = [person for person in others if self._card(person, match)]
            for person in waiting:
                if card := self._card(person, match):
                    await person.presses(card, verbs(card)["si"])
            if await host.finds(lambda: self._begun(host, match), 2.0):
                return match
        return None

    def _offered(self) -> JSON | None:
        host = self.people[0]

        def law(message: JSON) -> bool:
            known = does("si")(message) and not message["flags"] & EPHEMERAL
            return known and match_of(message) not in self.matches and self._among(message)

        return host.watch.newest(self.channel, law)

    def _among(self, message: JSON) -> bool:
        told = text(message)
        return all(f"<@{person.id}>" in told for person in self.people)

    def _card(self, person: Person, match: int) -> JSON | None:
        return person.watch.newest(self.channel, does("si", match))

    def _begun(self, host: Person, match: int) -> JSON | None:
        laws = [does(verb, match) for verb in ("ch", "pi", "re")]
        return next((it for it in host.all() if any(law(it) for law in laws)), None)
