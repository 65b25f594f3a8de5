"""Where one test meets the bot: a server, a channel and people of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from itertools import count
from types import MappingProxyType
from typing import Any, Final

from bot.scenes.address import Verb
from deploy.playground.client import JSON, Answer, Playground, components
from tests.kit.process import Process
from tests.kit.wire_person import EPHEMERAL, WirePerson, does, verbs

NUMBERS: Final = count(1)
LANGUAGES: Final[Mapping[str, str]] = {
    "otter": "en-US",
    "heron": "de",
    "lynx": "fr",
    "badger": "en-US",
    "stoat": "en-GB",
    "swift": "de",
}
NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass
class Glade:
    playground: Playground
    bot: Process
    server: str
    channel: str
    guests: Mapping[str, WirePerson]

    @property
    def otter(self) -> WirePerson:
        return self.guests["otter"]

    @property
    def heron(self) -> WirePerson:
        return self.guests["heron"]

    @property
    def lynx(self) -> WirePerson:
        return self.guests["lynx"]

    @property
    def badger(self) -> WirePerson:
        return self.guests["badger"]

    @property
    def stoat(self) -> WirePerson:
        return self.guests["stoat"]

    async def challenges(self, by: WirePerson, *named: WirePerson, channel: str | None = None, **options: Any) -> JSON:
        """The card, as it is seen there."""
        others = {f"opponent{at + 2}": guest.id for at, guest in enumerate(named[1:])}
        before = {message["id"] for message in by.watch.messages(channel or self.channel)}
        answer = await self.says(by, "duel challenge", channel, opponent=named[0].id, **others, **options)
        assert answer.state == "answered", answer.error
        return await by.waits_for(
            channel or self.channel, lambda message: message["id"] not in before and does(Verb.SIT)(message)
        )

    async def begun(self, *players: WirePerson, form: Mapping[str, str] = NOTHING, **options: Any) -> int:
        """A match that has begun: who challenges, then who accept. Returns its number."""
        card = await self.challenges(players[0], *players[1:], options=written(form), **options)
        match = number(card)
        for guest in players[1:]:
            answer = await guest.click(card, custom_id=verbs(card)[Verb.SIT])
            assert answer.state == "answered", answer.error
        await self.table(match)
        for guest in players:
            await guest.handed(does(Verb.MORE, match))
        return match

    async def filled(self, host: WirePerson, card: JSON, form: Mapping[str, str]) -> None:
        """Options of the card, one after the other."""
        page = await self.page(host, card)
        for name, value in form.items():
            done = await host.select(page, option(page, name)["custom_id"], [value])
            assert done.state == "answered", done.error
            page = done.message
        await host.tidies()

    async def page(self, host: WirePerson, card: JSON) -> JSON:
        """All that a host can set."""
        shown = card if Verb.OPTIONS in verbs(card) else await self.aside(host, card)
        return (await host.click(shown, custom_id=verbs(shown)[Verb.OPTIONS])).message

    async def aside(self, guest: WirePerson, card: JSON) -> JSON:
        """What the sign at the end of its row opens, for this person alone."""
        return (await guest.click(card, custom_id=verbs(card)[Verb.MORE])).message

    async def table(self, match: int, least: int = 0, by: WirePerson | None = None) -> JSON:
        """What the channel shows of it, from that step on."""
        return await (by or self.otter).waits_for(
            self.channel, lambda it: does(Verb.CHOOSE, match, least)(it) and not it["flags"] & EPHEMERAL
        )

    async def over(self, match: int, by: WirePerson | None = None) -> JSON:
        """Its card, for all to see."""
        return await (by or self.otter).waits_for(
            self.channel, lambda it: does(Verb.REMATCH, match)(it) and not it["flags"] & EPHEMERAL
        )

    async def says(self, by: WirePerson, command: str, channel: str | None = None, /, **options: Any) -> Answer:
        return await by.command(channel or self.channel, command, bot=self.bot.name, **options)

    async def fault(self, route: str, status: int | str | None, times: int = 1, **more: object) -> None:
        await self.playground.stage("fault", route=route, status=status, times=times, **more)

    async def noted(self, match: int | None = None) -> None:
        """Until the store knows of all that was shown; of this match alone abroad, where there is no server."""
        # Yes of one that there is: where there is none, it waits.
        query = "SELECT min(shown = seq) FROM match WHERE coalesce(id = ?, server = ?)"
        await self.bot.stores(query, match, int(self.server))

    async def kept(self, hand: JSON) -> None:
        """Until the store knows of this message: not noted it would outlive what comes in its place."""
        await self.bot.stores("SELECT 1 FROM hand WHERE message = ?", int(hand["id"]))

    async def mended(self) -> None:
        await self.playground.stage("mend")


def components_of(shown: JSON) -> list[JSON]:
    """Those that can be used."""
    return [one for one in components(shown) if "custom_id" in one]


def option(page: JSON, name: str) -> JSON:
    """What sets it."""
    return next(one for one in components_of(page) if one["custom_id"].endswith(f":{name}"))


def written(form: Mapping[str, str]) -> str:
    """As whoever types them."""
    return "; ".join(f"{name}={value}" for name, value in form.items())


def number(message: JSON) -> int:
    """Which match a message is about."""
    return int(next(iter(verbs(message).values())).split(":")[1])


async def practises(
    glade: Glade, guest: WirePerson, channel: str = "", form: Mapping[str, str] = NOTHING, **options: Any
) -> int:
    """The answer is the first choice."""
    answer = await glade.says(guest, "duel practice", channel or glade.channel, options=written(form), **options)
    assert answer.state == "answered", answer.error
    return number(answer.message)


async def one_table(glade: Glade, over: JSON | None = None) -> None:
    """One message has the buttons of the match, whatever was posted anew."""
    verbs = (Verb.REMATCH,) if over else (Verb.CHOOSE, Verb.SIT)

    def alone() -> bool:
        shown = [it for it in glade.lynx.watch.messages(glade.channel) if any(does(verb)(it) for verb in verbs)]
        return len(shown) == 1 and (over is None or shown[0]["id"] == over["id"])

    await glade.lynx.until(lambda _: alone())


@asynccontextmanager
async def founded(playground: Playground, bot: Process, locale: str = "en-US") -> AsyncIterator[Glade]:
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
            name: await stack.enter_async_context(WirePerson(playground.line, f"{name}{own}", ids[name], bot.name))
            for name in ids
        }
        channels = guests["otter"].watch.see["servers"][0]["channels"]
        duels = next(one["id"] for one in channels if one["name"].startswith("duels"))
        yield Glade(playground, bot, made["server"]["id"], duels, guests)
