"""Somebody at the playground who looks at all that is shown to them, and tells a witness."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

import aiohttp

from bot.herald.channels import TOO_OLD
from bot.time import made
from deploy.playground.client import JSON, Answer, Denied, selects, text
from deploy.playground.client.line import Line
from deploy.playground.world.interaction import ABSENCE
from tests.kit.listener import Listener
from tests.kit.wire_person import DEFERRED, DEFERRED_UPDATE, EPHEMERAL, leads
from tests.tools.storm.witness import ENDED, Failed, Witness

T = TypeVar("T")
COMES: Final = 6.0
"""Seconds that somebody waits for what was put off."""


class Person(Listener):
    def __init__(self, line: Line, name: str, number: int, bot: str, witness: Witness, prompts: str) -> None:
        super().__init__(line, name)
        self.id = number
        self.bot = bot
        self.dm = f"@{bot}"
        self.witness = witness
        self.prompts = prompts
        self._known: set[int] = set()

    def hears(self, message: JSON) -> None:
        if not message["author"]["bot"]:
            return
        number, new = int(message["id"]), int(message["id"]) not in self._known
        self._known.add(number)
        direct, private = self.direct(message), bool(message["flags"] & EPHEMERAL)
        for verb, match, step in addresses(message):
            outlived = partial(self._outlived, message, match) if new and not private else bool
            self.witness.sees(self.id, match, ENDED if verb == "re" else step, outlived)
        # What answers their own press calls nobody: where that was taken away meanwhile it is a message of its own.
        if not new or private or "interaction_metadata" in message:
            return
        asks = [
            (match, step) for verb, match, step in addresses(message) if verb == "pi" or (verb == "ch" and not direct)
        ]
        if message["playground"]["pings"] or (direct and asks):
            self.witness.pinged[self.id].append(number)
            reminds = "⏰" in text(message)
            for match, step in asks[:1]:
                kind = f"{'dm' if direct else 'card'}{' again' if reminds else ''}"
                self.witness.calls[self.id, match, step, kind].add(number)
                self.witness.notes(f"{self.id} is called by {kind} {number} for match {match}, step {step}")

    def _outlived(self, new: JSON, match: int) -> bool:
        """Is all that they had of it so old that it takes no edits?"""
        had = [it for it in self.all() if it["id"] != new["id"] and any(match == of for _, of, _ in addresses(it))]
        return bool(had) and all(made(int(new["id"])) - made(int(it["id"])) > TOO_OLD for it in had)

    def direct(self, message: JSON) -> bool:
        channel = self.watch.channel(self.dm)
        return channel is not None and message["channel_id"] == channel["id"]

    def all(self) -> Iterator[JSON]:
        """The newest first."""
        shown = (message for messages in self.watch.see["messages"].values() for message in messages)
        return iter(sorted(shown, key=lambda it: -int(it["id"])))

    def private(self, law: Callable[[JSON], bool]) -> JSON | None:
        """The newest before their eyes alone."""
        return next((it for it in self.all() if (it["flags"] & EPHEMERAL or self.direct(it)) and law(it)), None)

    async def notices(self, seconds: float) -> None:
        """Until something is new, or for so long."""
        self.news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.news.wait()

    async def finds(self, law: Callable[[], T | None], seconds: float = COMES) -> T | None:
        end = time.monotonic() + seconds
        while (found := law()) is None and time.monotonic() < end:
            await self.notices(end - time.monotonic())
        return found

    # what they do; nothing is raised where somebody at Discord would shrug

    async def presses(self, message: JSON, to: str) -> Answer | None:
        """None where it could not be pressed any more, or nobody answered."""
        listed = {option["value"]: one["custom_id"] for one in selects(message) for option in one.get("options", ())}
        if to in listed:
            return await self._asks(f"press {to}", self.select(message, listed[to], [to]), message)
        return await self._asks(f"press {to}", self.click(message, custom_id=to), message)

    async def commands(self, channel: str, command: str, **options: Any) -> Answer | None:
        return await self._asks(f"/{command}", self.command(channel, command, bot=self.bot, **options))

    async def _asks(self, what: str, asking: Any, pressed: JSON | None = None) -> Answer | None:
        async with self.witness.slot():
            began = time.monotonic()
            try:
                answer: Answer = await asking
            except (Denied, aiohttp.ClientError):
                return None
        if answer.state == "failed":
            heard = answer.error != ABSENCE
            self.witness.failed.append(Failed(began, time.monotonic(), int(answer.interaction), what, heard))
            self.witness.notes(f"{self.id} is not answered: {what}, {answer.interaction}")
            return answer
        self.witness.acted(self.id, int(answer.interaction))
        return await self._come(answer, pressed)

    async def _come(self, answer: Answer, pressed: JSON | None) -> Answer:
        """With what was put off, once that is there."""
        late = None
        if answer.type == DEFERRED:
            late = answer.message
        elif answer.type == DEFERRED_UPDATE:
            late = pressed
        if late is None:
            return answer
        number, before = late["id"], late["components"]
        there = await self.finds(
            lambda: next((it for it in self.all() if it["id"] == number and it["components"] != before), None)
        )
        return Answer(JSON(answer.body | {"message": there}))


def addresses(message: JSON) -> Iterator[tuple[str, int, int]]:
    for to in leads(message):
        verb, match, step, *_ = to.split(":")
        if verb in {"pi", "ch", "mo", "re", "an", "si"}:
            yield verb, int(match), int(step)
