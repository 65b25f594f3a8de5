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

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox, create_server
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import PlaygroundError, full_text

MESSAGE_INTENTS = discord.Intents(guilds=True, guild_messages=True)


class SessionCounter(DiscordPyBot):
    """Counts its sessions, and keeps what it hears."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.event_counts: Counter[str] = Counter()
        self.message_ids: list[int] = []
        self._changed = asyncio.Event()

    async def on_shard_ready(self, _: int) -> None:
        self._count_event("ready")

    async def on_shard_resumed(self, _: int) -> None:
        self._count_event("resumed")

    async def on_message(self, message: discord.Message) -> None:
        if message.author != self.user:
            self.message_ids.append(message.id)
            self._count_event("message")

    def _count_event(self, what: str) -> None:
        self.event_counts[what] += 1
        self._changed.set()

    async def wait_for_counts(self, **what: int) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while any(self.event_counts[name] < times for name, times in what.items()):
                self._changed.clear()
                await self._changed.wait()


@pytest.mark.parametrize(
    "order", [{"send": "reconnect"}, {"send": "invalid", "resumable": True}, {"send": "drop"}], ids=str
)
async def test_a_broken_session_is_resumed_and_nothing_is_missed(sandbox: Sandbox, order: dict[str, Any]) -> None:
    bot = SessionCounter()
    async with bot.run_in(sandbox):
        await bot.wait_for_counts(ready=1)
        assert (await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, **order))["sessions"] == 1
        said = [int((await sandbox.heron.send_message(sandbox.duels_id, f"{n}"))["id"]) for n in range(30)]
        await bot.wait_for_counts(resumed=1, message=30)
        assert bot.message_ids == said
        assert bot.event_counts == {"ready": 1, "resumed": 1, "message": 30}
        await sandbox.otter.wait_until(lambda seen: seen.is_online(sandbox.bot_name))


async def test_an_invalid_session_begins_anew(sandbox: Sandbox) -> None:
    bot = SessionCounter()
    async with bot.run_in(sandbox):
        await bot.wait_for_counts(ready=1)
        await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send="invalid", resumable=False)
        await bot.wait_for_counts(ready=2)
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        await bot.wait_for_counts(message=1)
        assert bot.event_counts["resumed"] == 0
        assert bot.get_guild(sandbox.guild.id)


async def test_a_session_that_is_gone_cannot_be_resumed(sandbox: Sandbox) -> None:
    bot = SessionCounter()
    async with bot.run_in(sandbox), _open_gateway(sandbox) as socket:
        await bot.wait_for_counts(ready=1)
        await socket.send_json({"op": 6, "d": {"token": sandbox.bot_token, "session_id": "nowhere", "seq": 1}})
        assert await socket.receive_json() == {"op": 9, "d": False, "s": None, "t": None}


async def test_what_happens_while_nobody_listens_is_told_on_resume(sandbox: Sandbox) -> None:
    async with _open_gateway(sandbox) as socket:
        await socket.send_json(
            {"op": 2, "d": {"token": sandbox.bot_token, "intents": MESSAGE_INTENTS.value, "properties": {}}}
        )
        ready = await _wait_for_event(socket, "READY")
        seen = (await _wait_for_event(socket, "GUILD_CREATE"))["s"]
        await socket.close(code=4000)
    said = [(await sandbox.heron.send_message(sandbox.duels_id, f"{n}"))["id"] for n in range(3)]
    async with _open_gateway(sandbox) as socket:
        again = {"token": sandbox.bot_token, "session_id": ready["d"]["session_id"], "seq": seen}
        await socket.send_json({"op": 6, "d": again})
        events = []
        while (event := await _wait_for_event(socket))["t"] != "RESUMED":
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
async def test_who_talks_nonsense_is_hung_up_on(sandbox: Sandbox, payload: Any, code: int) -> None:
    if isinstance(payload, dict) and payload.get("d", {}).get("token", "") is None:
        payload = payload | {"d": payload["d"] | {"token": sandbox.bot_token}}
    async with _open_gateway(sandbox) as socket:
        await socket.send_json(payload)
        frame = await socket.receive(timeout=TIMEOUT_S)
        assert (frame.type, frame.data) == (aiohttp.WSMsgType.CLOSE, code)


async def test_who_has_the_wrong_token_does_not_come_in(sandbox: Sandbox) -> None:
    with pytest.raises(discord.LoginFailure):
        async with DiscordPyBot().run_in(sandbox, "Owl"):
            pass


async def test_events_are_for_those_who_asked_for_them(sandbox: Sandbox) -> None:
    bot = SessionCounter(intents=discord.Intents(guilds=True, dm_messages=True))
    async with bot.run_in(sandbox):
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        said = await sandbox.heron.send_message(sandbox.dm_name, "Psst")
        await bot.wait_for_counts(message=1)
        assert bot.message_ids == [int(said["id"])]


async def test_two_shards_share_the_servers(sandbox: Sandbox) -> None:
    other = await create_server(sandbox.playground, f"Beech of {sandbox.bot_name}", [sandbox.bot_name])
    bot = SessionCounter(intents=MESSAGE_INTENTS | discord.Intents(dm_messages=True), shard_count=2)
    shards: dict[str, int | None] = {}

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        place = str(interaction.guild_id)
        shards[place] = interaction.guild.shard_id if interaction.guild else None
        await interaction.response.send_message("Hello.")

    async with bot.run_in(sandbox):
        assert {guild.shard_id for guild in bot.guilds} == {0, 1}
        places = [sandbox.duels_id, other["channels"][0]["id"]]
        for place in (*places, sandbox.dm_name):
            assert full_text((await sandbox.otter.run_command(place, "greet")).message) == "Hello."
        assert shards == {
            **{server: (int(server) >> 22) % 2 for server in (sandbox.server["id"], other["id"])},
            "None": None,
        }
        # Only the shard that is meant breaks.
        await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, shard=1, send="drop")
        await bot.wait_for_counts(resumed=1)
        for place in (*places, sandbox.dm_name):
            await sandbox.otter.send_message(place, "Splash")
        await bot.wait_for_counts(message=3)
        assert bot.event_counts == {"ready": 2, "resumed": 1, "message": 3}


async def test_two_processes_have_a_shard_each(sandbox: Sandbox) -> None:
    other = await create_server(sandbox.playground, f"Beech of {sandbox.bot_name}", [sandbox.bot_name])
    program = (sys.executable, "-m", "deploy.playground.tests.bots.single_shard_bot")
    async with (
        sandbox.playground.run_bot(*program, bot=sandbox.bot_name, SHARD="0"),
        sandbox.playground.run_bot(*program, bot=sandbox.bot_name, SHARD="1"),
    ):
        for server in (sandbox.server, other):
            shard = (int(server["id"]) >> 22) % 2
            place = server["channels"][0]["id"]
            answer = await sandbox.otter.run_command(place, "shard")
            assert full_text(answer.message) == f"Shard {shard} of 2"
        assert full_text((await sandbox.otter.run_command(sandbox.dm_name, "shard")).message) == "Shard 0 of 2"


async def test_presence_is_shown_until_the_bot_leaves(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()

    def presence(see: dict[str, Any]) -> dict[str, Any]:
        return next(dict(one["presence"]) for one in see["people"] if one["username"] == sandbox.bot_name)

    async with bot.run_in(sandbox):
        await bot.change_presence(status=discord.Status.idle, activity=discord.CustomActivity("Asleep"))
        shown = {"status": "idle", "activity": "Asleep"}
        assert await sandbox.otter.wait_until(lambda seen: presence(seen.view) == shown)
    assert await sandbox.otter.wait_until(lambda seen: presence(seen.view)["status"] == "offline")


async def test_members_are_found_by_name_and_by_id(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        guild = bot.get_guild(sandbox.guild.id)
        assert guild
        assert [member.name for member in await guild.query_members("her")] == ["heron"]
        lynx = int(await sandbox.find_person_id("lynx"))
        assert [member.id for member in await guild.query_members(user_ids=[lynx, 1])] == [lynx]
        assert (await guild.fetch_member(lynx)).name == "lynx"


async def test_a_server_comes_and_goes(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        assert {guild.id for guild in bot.guilds} == {sandbox.guild.id}
        removed = bot.wait_for("guild_remove", timeout=TIMEOUT_S)
        await sandbox.playground.control("remove_member", server=sandbox.server["id"], target=sandbox.bot_name)
        assert (await removed).id == sandbox.guild.id
        with pytest.raises(discord.Forbidden):
            await bot.messageable(sandbox.duels_id).send("Hoo")
        joined = bot.wait_for("guild_join", timeout=TIMEOUT_S)
        await sandbox.playground.control("add_member", server=sandbox.server["id"], target=sandbox.bot_name)
        guild: discord.Guild = await joined
        assert {channel.name for channel in guild.text_channels} == {"duels", "lounge"}
        await bot.messageable(sandbox.duels_id).send("Hoo")


async def test_channels_and_permissions_change_under_the_bot(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        made = bot.wait_for("guild_channel_create", timeout=TIMEOUT_S)
        channel = (await sandbox.playground.control("create_channel", server=sandbox.server["id"], name="den"))[
            "channel"
        ]
        den = await made
        assert (den.name, str(den.id)) == ("den", channel["id"])
        changed = bot.wait_for("guild_channel_update", timeout=TIMEOUT_S)
        await sandbox.playground.control(
            "set_permissions", channel=channel["id"], target=sandbox.bot_name, deny=["send_messages"]
        )
        before, after = await changed
        guild = bot.get_guild(sandbox.guild.id)
        assert guild
        assert before.permissions_for(guild.me).send_messages
        assert not after.permissions_for(guild.me).send_messages
        role = bot.wait_for("guild_role_update", timeout=TIMEOUT_S)
        await sandbox.playground.control(
            "set_permissions", server=sandbox.server["id"], target=sandbox.bot_role_id, deny=["create_public_threads"]
        )
        assert not (await role)[1].permissions.create_public_threads
        gone = bot.wait_for("guild_channel_delete", timeout=TIMEOUT_S)
        await sandbox.playground.control("delete_channel", channel=channel["id"])
        assert (await gone).name == "den"
        with pytest.raises(discord.NotFound):
            await bot.fetch_channel(int(channel["id"]))


@asynccontextmanager
async def _open_gateway(ground: Sandbox) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A client of our own; the server has said hello."""
    url = f"{ground.setup['gateway']}?v=10&encoding=json"
    async with aiohttp.ClientSession() as session, session.ws_connect(url) as socket:
        assert (await socket.receive_json())["op"] == 10
        yield socket


async def _wait_for_event(socket: aiohttp.ClientWebSocketResponse, name: str | None = None) -> dict[str, Any]:
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            event: dict[str, Any] = await socket.receive_json()
            if event["op"] == 0 and name in (None, event["t"]):
                return event


async def test_bot_in_many_servers_is_ready_once_it_knows_all_of_them(sandbox: Sandbox) -> None:
    owner, name = f"landlord of {sandbox.bot_name}", f"Meadow of {sandbox.bot_name}"
    await sandbox.playground.control("create_user", name=owner)
    given = {"name": name, "members": [owner], "bots": [sandbox.bot_name]}
    last = (await sandbox.playground.control("create_server", count=40, **given))["server"]
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        names = {guild.id: guild.name for guild in bot.guilds}
        assert {*names.values()} == {sandbox.server["name"], *(f"{name} {number}" for number in range(1, 41))}
        assert names[int(last["id"])] == f"{name} 40"
    for count in (0, 2501):
        with pytest.raises(PlaygroundError):
            await sandbox.playground.control("create_server", count=count, **given)
