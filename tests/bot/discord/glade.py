"""Where one test meets the bot: a server, a channel and people of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from deploy.playground.client import JSON, Answer, Playground, components
from tests.bot.discord.bot import Bot
from tests.bot.discord.guest import EPHEMERAL, Guest, does, verbs
from tests.patience import PATIENCE

NUMBERS: Final = count(1)
LANGUAGES: Final[Mapping[str, str]] = {
    "otter": "en-US",
    "heron": "de",
    "lynx": "fr",
    "badger": "en-US",
    "stoat": "en-GB",
    "swift": "de",
}


@dataclass
class Glade:
    playground: Playground
    bot: Bot
    server: str
    channel: str
    guests: Mapping[str, Guest]

    @property
    def otter(self) -> Guest:
        return self.guests["otter"]

    @property
    def heron(self) -> Guest:
        return self.guests["heron"]

    @property
    def lynx(self) -> Guest:
        return self.guests["lynx"]

    @property
    def badger(self) -> Guest:
        return self.guests["badger"]

    async def challenges(self, by: Guest, *named: Guest, channel: str | None = None, **options: Any) -> JSON:
        """The card, as it is seen there."""
        others = {f"opponent{at + 2}": guest.id for at, guest in enumerate(named[1:])}
        before = {message["id"] for message in by.watch.messages(channel or self.channel)}
        answer = await self.says(by, "duel challenge", channel, opponent=named[0].id, **others, **options)
        assert answer.state == "answered", answer.error
        return await by.waits_for(
            channel or self.channel, lambda message: message["id"] not in before and does("si")(message)
        )

    async def begun(self, *players: Guest, form: Mapping[str, object] | None = None, **options: Any) -> int:
        """A match that has begun: who challenges, then who accept. Returns its number."""
        card = await self.challenges(players[0], *players[1:], **options)
        match = number(card)
        if form:
            await self.filled(players[0], card, form)
        for guest in players[1:]:
            answer = await guest.click(card, custom_id=verbs(card)["si"])
            assert answer.state == "answered", answer.error
        await self.table(match)
        for guest in players:
            await guest.handed(does("mo", match))
        return match

    async def filled(self, host: Guest, card: JSON, form: Mapping[str, object]) -> None:
        """The options of the card, each in the part of the form where it is."""
        left = dict(form)
        parts = await self.parts(host, card)
        for part in parts:
            answer = await host.click(part[0], custom_id=part[1])
            keys = {it["custom_id"] for it in components_of(answer.modal)}
            mine = {key: left.pop(key) for key in list(left) if key in keys}
            if mine:
                done = await host.submit(mine)
                assert done.state == "answered", done.error
            else:
                await host.close()
        assert not left, left
        await host.tidies()

    async def parts(self, host: Guest, card: JSON) -> list[tuple[JSON, str]]:
        """Where to click for each part of the form."""
        answer = await host.click(card, custom_id=verbs(card)["op"])
        if answer.type == 9:
            await host.close()
            return [(card, verbs(card)["op"])]
        chooser = answer.message
        return [
            (chooser, button["custom_id"])
            for button in components_of(chooser)
            if button.get("custom_id", "").startswith("op:")
        ]

    async def table(self, match: int, least: int = 0, by: Guest | None = None) -> JSON:
        """What the channel shows of it, from that step on."""
        return await (by or self.otter).waits_for(
            self.channel, lambda it: does("ch", match, least)(it) and not it["flags"] & EPHEMERAL
        )

    async def over(self, match: int, by: Guest | None = None) -> JSON:
        """Its card, for all to see."""
        return await (by or self.otter).waits_for(
            self.channel, lambda it: does("re", match)(it) and not it["flags"] & EPHEMERAL
        )

    async def says(self, by: Guest, command: str, channel: str | None = None, /, **options: Any) -> Answer:
        return await by.command(channel or self.channel, command, bot=self.bot.name, **options)

    async def fault(self, route: str, status: int | str | None, times: int = 1, **more: object) -> None:
        await self.playground.stage("fault", route=route, status=status, times=times, **more)

    async def noted(self) -> None:
        """Until the store knows of all that was shown."""
        query = "SELECT 1 FROM match WHERE server = ? AND shown < seq"
        async with asyncio.timeout(PATIENCE):
            while self.bot.asked(query, int(self.server)):
                await asyncio.sleep(0.02)

    async def mended(self) -> None:
        await self.playground.stage("mend")


def components_of(shown: JSON) -> list[JSON]:
    """Those that can be used."""
    return [one for one in components(shown) if "custom_id" in one]


def number(message: JSON) -> int:
    """Which match a message is about."""
    return int(next(iter(verbs(message).values())).split(":")[1])


@asynccontextmanager
async def founded(playground: Playground, bot: Bot, locale: str = "en-US") -> AsyncIterator[Glade]:
    """Names are unique in the whole playground."""
    own = next(NUMBERS)
    ids: dict[str, str] = {}
    for name, language in LANGUAGES.items():
        ids[name] = (await playground.stage("user", name=f"{name}{own}", locale=language))["user"]["id"]
    # The first owns it, and so may always manage it.
    members = [f"{name}{own}" for name in ids]
    made = await playground.stage(
        "server", name=f"Glade {own}", members=members, bots=[bot.name], channels=[f"duels{own}", f"lounge{own}"],
        locale=locale,
    )  # fmt: skip
    async with AsyncExitStack() as stack:
        guests = {
            name: await stack.enter_async_context(Guest(playground.line, f"{name}{own}", ids[name], bot.name))
            for name in ids
        }
        see = await guests["otter"].see()
        channels = see["servers"][0]["channels"]
        duels = next(one["id"] for one in channels if one["name"].startswith("duels"))
        yield Glade(playground, bot, made["server"]["id"], duels, guests)
