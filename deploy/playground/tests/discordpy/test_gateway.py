"""discord.py, unmodified: sessions that break and go on, shards, servers that come and go."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import discord
import pytest

from deploy.playground.tests.ground import Bot, Ground, founded
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Denied, text

MESSAGES = discord.Intents(guilds=True, guild_messages=True)


class Listener(Bot):
    """Counts its sessions, and keeps what it hears."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.met: Counter[str] = Counter()
        self.heard: list[int] = []
        self._changed = asyncio.Event()

    async def on_shard_ready(self, _: int) -> None:
        self._count("ready")

    async def on_shard_resumed(self, _: int) -> None:
        self._count("resumed")

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.heard.append(message.id)
            self._count("message")

    def _count(self, what: str) -> None:
        self.met[what] += 1
        self._changed.set()

    async def meets(self, **what: int) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while any(self.met[name] < times for name, times in what.items()):
                self._changed.clear()
                await self._changed.wait()


@pytest.mark.parametrize(
    "order", [{"send": "reconnect"}, {"send": "invalid", "resumable": True}, {"send": "drop"}], ids=str
)
async def test_a_broken_session_is_resumed_and_nothing_is_missed(ground: Ground, order: dict[str, Any]) -> None:
    bot = Listener()
    async with bot.living(ground):
        await bot.meets(ready=1)
        assert (await ground.playground.stage("disrupt_gateway", bot=ground.name, **order))["sessions"] == 1
        said = [int((await ground.heron.say(ground.duels, f"{n}"))["id"]) for n in range(30)]
        await bot.meets(resumed=1, message=30)
        assert bot.heard == said
        assert bot.met == {"ready": 1, "resumed": 1, "message": 30}
        await ground.otter.until(lambda seen: seen.online(ground.name))


async def test_an_invalid_session_begins_anew(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        await bot.meets(ready=1)
        await ground.playground.stage("disrupt_gateway", bot=ground.name, send="invalid", resumable=False)
        await bot.meets(ready=2)
        await ground.heron.say(ground.duels, "Quack")
        await bot.meets(message=1)
        assert bot.met["resumed"] == 0
        assert bot.get_guild(ground.guild.id)


async def test_a_session_that_is_gone_cannot_be_resumed(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground), _socket(ground) as socket:
        await bot.meets(ready=1)
        await socket.send_json({"op": 6, "d": {"token": ground.token, "session_id": "nowhere", "seq": 1}})
        assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_what_happens_while_nobody_listens_is_told_on_resume(ground: Ground) -> None:
    async with _socket(ground) as socket:
        await socket.send_json({"op": 2, "d": {"token": ground.token, "intents": MESSAGES.value, "properties": {}}})
        ready = await _event(socket, "READY")
        seen = (await _event(socket, "GUILD_CREATE"))["s"]
        await socket.close(code=4000)
    said = [(await ground.heron.say(ground.duels, f"{n}"))["id"] for n in range(3)]
    async with _socket(ground) as socket:
        again = {"token": ground.token, "session_id": ready["d"]["session_id"], "seq": seen}
        await socket.send_json({"op": 6, "d": again})
        events = []
        while (event := await _event(socket))["t"] != "RESUMED":
            events.append(event)
        assert [event["d"]["id"] for event in events if event["t"] == "MESSAGE_CREATE"] == said
        assert [event["s"] for event in events] == list(range(seen + 1, seen + 1 + len(events)))


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ({"op": 2, "d": {"token": "Owl", "intents": 1, "properties": {}}}, 4004),
        ({"op": 2, "d": {"token": None, "intents": 1, "properties": {}, "shard": [2, 2]}}, 4010),
        ({"op": 2, "d": {"token": None, "intents": 1 << 15, "properties": {}}}, 4014),
        ({"op": 3, "d": {}}, 4003),
        ({"op": 99}, 4001),
        ([], 4002),
    ],
)
async def test_who_talks_nonsense_is_hung_up_on(ground: Ground, payload: Any, code: int) -> None:
    if isinstance(payload, dict) and payload.get("d", {}).get("token", "") is None:
        payload = payload | {"d": payload["d"] | {"token": ground.token}}
    async with _socket(ground) as socket:
        await socket.send_json(payload)
        frame = await socket.receive(timeout=TIMEOUT_S)
        assert (frame.type, frame.data) == (aiohttp.WSMsgType.CLOSE, code)


async def test_who_has_the_wrong_token_does_not_come_in(ground: Ground) -> None:
    with pytest.raises(discord.LoginFailure):
        async with Bot().living(ground, "Owl"):
            pass


async def test_events_are_for_those_who_asked_for_them(ground: Ground) -> None:
    bot = Listener(intents=discord.Intents(guilds=True, dm_messages=True))
    async with bot.living(ground):
        await ground.heron.say(ground.duels, "Quack")
        said = await ground.heron.say(ground.dm, "Psst")
        await bot.meets(message=1)
        assert bot.heard == [int(said["id"])]


async def test_two_shards_share_the_servers(ground: Ground) -> None:
    other = await founded(ground.playground, f"Beech of {ground.name}", [ground.name])
    bot = Listener(intents=MESSAGES | discord.Intents(dm_messages=True), shard_count=2)
    shards: dict[str, int | None] = {}

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        place = str(interaction.guild_id)
        shards[place] = interaction.guild.shard_id if interaction.guild else None
        await interaction.response.send_message("Hello.")

    async with bot.living(ground):
        assert {guild.shard_id for guild in bot.guilds} == {0, 1}
        places = [ground.duels, other["channels"][0]["id"]]
        for place in (*places, ground.dm):
            assert text((await ground.otter.command(place, "greet")).message) == "Hello."
        assert shards == {
            **{server: (int(server) >> 22) % 2 for server in (ground.server["id"], other["id"])},
            "None": None,
        }
        # Only the shard that is meant breaks.
        await ground.playground.stage("disrupt_gateway", bot=ground.name, shard=1, send="drop")
        await bot.meets(resumed=1)
        for place in (*places, ground.dm):
            await ground.otter.say(place, "Splash")
        await bot.meets(message=3)
        assert bot.met == {"ready": 2, "resumed": 1, "message": 3}


async def test_two_processes_have_a_shard_each(ground: Ground) -> None:
    other = await founded(ground.playground, f"Beech of {ground.name}", [ground.name])
    program = (sys.executable, "-m", "deploy.playground.tests.bots.shard")
    async with (
        ground.playground.hosting(*program, bot=ground.name, SHARD="0"),
        ground.playground.hosting(*program, bot=ground.name, SHARD="1"),
    ):
        for server in (ground.server, other):
            shard = (int(server["id"]) >> 22) % 2
            place = server["channels"][0]["id"]
            answer = await ground.otter.command(place, "shard")
            assert text(answer.message) == f"Shard {shard} of 2"
        assert text((await ground.otter.command(ground.dm, "shard")).message) == "Shard 0 of 2"


async def test_presence_is_shown_until_the_bot_leaves(ground: Ground) -> None:
    bot = Bot()

    def presence(see: dict[str, Any]) -> dict[str, Any]:
        return next(dict(one["presence"]) for one in see["people"] if one["username"] == ground.name)

    async with bot.living(ground):
        await bot.change_presence(status=discord.Status.idle, activity=discord.CustomActivity("Asleep"))
        shown = {"status": "idle", "activity": "Asleep"}
        assert await ground.otter.until(lambda seen: presence(seen.see) == shown)
    assert await ground.otter.until(lambda seen: presence(seen.see)["status"] == "offline")


async def test_members_are_found_by_name_and_by_id(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        guild = bot.get_guild(ground.guild.id)
        assert guild
        assert [member.name for member in await guild.query_members("her")] == ["heron"]
        lynx = int(await ground.id("lynx"))
        assert [member.id for member in await guild.query_members(user_ids=[lynx, 1])] == [lynx]
        assert (await guild.fetch_member(lynx)).name == "lynx"


async def test_a_server_comes_and_goes(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        assert {guild.id for guild in bot.guilds} == {ground.guild.id}
        removed = bot.wait_for("guild_remove", timeout=TIMEOUT_S)
        await ground.playground.stage("remove_member", server=ground.server["id"], target=ground.name)
        assert (await removed).id == ground.guild.id
        with pytest.raises(discord.Forbidden):
            await bot.told(ground.duels).send("Hoo")
        joined = bot.wait_for("guild_join", timeout=TIMEOUT_S)
        await ground.playground.stage("add_member", server=ground.server["id"], target=ground.name)
        guild: discord.Guild = await joined
        assert {channel.name for channel in guild.text_channels} == {"duels", "lounge"}
        await bot.told(ground.duels).send("Hoo")


async def test_channels_and_permissions_change_under_the_bot(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        made = bot.wait_for("guild_channel_create", timeout=TIMEOUT_S)
        channel = (await ground.playground.stage("create_channel", server=ground.server["id"], name="den"))["channel"]
        den = await made
        assert (den.name, str(den.id)) == ("den", channel["id"])
        changed = bot.wait_for("guild_channel_update", timeout=TIMEOUT_S)
        await ground.playground.stage(
            "set_permissions", channel=channel["id"], target=ground.name, deny=["send_messages"]
        )
        before, after = await changed
        guild = bot.get_guild(ground.guild.id)
        assert guild
        assert before.permissions_for(guild.me).send_messages
        assert not after.permissions_for(guild.me).send_messages
        role = bot.wait_for("guild_role_update", timeout=TIMEOUT_S)
        await ground.playground.stage(
            "set_permissions", server=ground.server["id"], target=ground.role, deny=["create_public_threads"]
        )
        assert not (await role)[1].permissions.create_public_threads
        gone = bot.wait_for("guild_channel_delete", timeout=TIMEOUT_S)
        await ground.playground.stage("delete_channel", channel=channel["id"])
        assert (await gone).name == "den"
        with pytest.raises(discord.NotFound):
            await bot.fetch_channel(int(channel["id"]))


@asynccontextmanager
async def _socket(ground: Ground) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A client of our own; the server has said hello."""
    url = f"{ground.setup['gateway']}?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        assert (await socket.receive_json())["op"] == 10
        yield socket


async def _event(socket: aiohttp.ClientWebSocketResponse, name: str | None = None) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            event: dict[str, Any] = await socket.receive_json()
            if event["op"] == 0 and name in (None, event["t"]):
                return event


async def test_bot_in_many_servers_is_ready_once_it_knows_all_of_them(ground: Ground) -> None:
    owner, name = f"landlord of {ground.name}", f"Meadow of {ground.name}"
    await ground.playground.stage("create_user", name=owner)
    given = {"name": name, "members": [owner], "bots": [ground.name]}
    last = (await ground.playground.stage("create_server", count=40, **given))["server"]
    bot = Bot()
    async with bot.living(ground):
        names = {guild.id: guild.name for guild in bot.guilds}
        assert {*names.values()} == {ground.server["name"], *(f"{name} {number}" for number in range(1, 41))}
        assert names[int(last["id"])] == f"{name} 40"
    for count in (0, 2501):
        with pytest.raises(Denied):
            await ground.playground.stage("create_server", count=count, **given)
