"""How many requests of a match count against what Discord allows a bot in a second: whole matches, at a pace.

What goes by the token of a press counts for nothing (`/interactions/…`, `/webhooks/…`); everything else does.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Denied, Playground
from tests.kit.wire_person import WirePerson, does, picks, step, verbs
from tests.tools.bench.timing import row

BOT: Final = "Wolf & Bison"
FREE: Final = re.compile(r"/(interactions|webhooks)/")
QUICK, SLOW = 20, 3_600
"""Seconds for a decision: of two who play where they are, and of two who come back now and then."""
CALLED: Final = 3
"""For a decision of somebody who has to be called."""
NAMES: Final = ("otter", "heron")


@dataclass
class Evening:
    playground: Playground
    channel: str
    guests: list[WirePerson]
    told: int = 0
    """So much of the wire has been counted."""
    dice: random.Random = field(default_factory=lambda: random.Random(17))

    async def counted(self) -> Counter[str]:
        """What the bot has asked for since, by method and kind of route; free ones by themselves."""
        await asyncio.sleep(0.5)
        found: Counter[str] = Counter()
        while entries := (await self.playground.wire(self.told))["entries"]:
            for entry in entries:
                self.told = entry["n"]
                if entry["way"] == "rest" and entry["bot"] == BOT:
                    found["free" if FREE.search(entry["what"]) else "counted"] += 1
        return found

    async def passes(self, seconds: int) -> None:
        # A clock that is moved on by nothing would still wake whoever waits for it.
        if seconds:
            await self.playground.stage("time", seconds=seconds)

    async def plays(self, match: int, pace: int) -> int:
        """Everybody in their own hand, wherever that is, until it is over; says how many decisions there were."""
        decisions, chosen = 0, dict.fromkeys(range(len(self.guests)), -1)
        while True:
            for at, guest in enumerate(self.guests):
                hand = guest.hand(does(Verb.PICK, match, chosen[at] + 1)) or await self._continued(guest, match)
                if hand is None:
                    continue
                await self.passes(pace)
                now = step(hand, Verb.PICK)
                while does(Verb.PICK, match)(hand) and step(hand, Verb.PICK) == now:
                    try:
                        hand = (await guest.click(hand, custom_id=self.dice.choice(picks(hand)))).message
                    except Denied:
                        break
                else:
                    chosen[at] = now
                    decisions += 1
            if any(guest.hand(does(Verb.REPLAY, match)) for guest in self.guests):
                return decisions
            await asyncio.sleep(0.05)

    async def _continued(self, guest: WirePerson, match: int) -> JSON | None:
        """A hand that is paused goes on with a press."""
        paused = guest.hand(lambda it: set(verbs(it)) == {Verb.CHOOSE} and does(Verb.CHOOSE, match)(it))
        return (await guest.click(paused, custom_id=verbs(paused)[Verb.CHOOSE])).message if paused else None


@asynccontextmanager
async def evening(*names: str) -> AsyncIterator[Evening]:
    with tempfile.TemporaryDirectory() as folder:
        async with Playground.started(bots=[BOT], strict=True, hasty=True) as playground:
            command = (sys.executable, "-m", "bot", "run")
            store = f"sqlite:///{folder}/duel.db"
            async with playground.hosting(
                *command, bot=BOT, DATABASE_URL=store, DUEL_PAUSE="0.05", DUEL_PRESSES="0", DUEL_LOG="error"
            ):
                see = await playground.as_(names[0]).see()
                channel = see["servers"][0]["channels"][0]["id"]
                people = {person["username"]: person["id"] for person in see["people"]}
                guests = [WirePerson(playground.line, name, people[name], BOT) for name in names]
                for guest in guests:
                    await guest.__aenter__()
                    await guest.learns("duel")
                yield Evening(playground, channel, guests)
                for guest in guests:
                    await guest.__aexit__()


def number(message: JSON) -> int:
    return int(next(iter(verbs(message).values())).split(":")[1])


async def duel(pace: int) -> tuple[Counter[str], int]:
    async with evening(*NAMES) as one:
        otter, heron = one.guests
        await one.counted()
        await otter.command(one.channel, "duel challenge", opponent=heron.id, bot=BOT)
        card = await otter.waits_for(one.channel, does(Verb.SIT))
        await heron.click(card, custom_id=verbs(card)[Verb.SIT])
        decisions = await one.plays(number(card), pace)
        return await one.counted(), decisions


async def practice(game: str) -> tuple[Counter[str], int]:
    async with evening(NAMES[0]) as one:
        (otter,) = one.guests
        await one.counted()
        options: dict[str, Any] = {"game": game, "level": "playful"}
        hand = (await otter.command(one.channel, "duel practice", bot=BOT, **options)).message
        decisions = await one.plays(number(hand), QUICK)
        return await one.counted(), decisions


async def measured() -> bool:
    found, decisions = await duel(QUICK)
    held = _told(f"a Duel, {decisions} decisions, one in 20 s", found, 12)
    found, decisions = await duel(SLOW)
    held &= _told(f"a Duel, {decisions} decisions, one an hour", found, CALLED * decisions)
    found, decisions = await practice("schamanen")
    return held & _told(f"a practised Duel, {decisions} decisions", found, 2)


def _told(what: str, found: Counter[str], most: int) -> bool:
    counted = found["counted"]
    return row(f"requests of {what}", f"{counted} ({found['free']} free)", f"at most {most}", holds=counted <= most)


def main() -> bool:
    return asyncio.run(measured())


if __name__ == "__main__":
    sys.exit(not main())
