"""Test gateway sessions of unmodified discord.py: disconnecting and resuming, shards, and changes to servers."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from typing import Any

import discord
import pytest

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox, create_server
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import PlaygroundError, full_text

MESSAGE_INTENTS = discord.Intents(guilds=True, guild_messages=True)


class SessionCounter(DiscordPyBot):
    """A bot that counts new and resumed sessions and received messages, and records the IDs of these messages."""

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

    def _count_event(self, event_name: str) -> None:
        self.event_counts[event_name] += 1
        self._changed.set()

    async def wait_for_counts(self, **counts: int) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while any(self.event_counts[name] < count for name, count in counts.items()):
                self._changed.clear()
                await self._changed.wait()


@pytest.mark.parametrize(
    "disruption", [{"send": "reconnect"}, {"send": "invalid", "resumable": True}, {"send": "drop"}], ids=str
)
async def test_broken_session_resumes_without_missed_events(sandbox: Sandbox, disruption: dict[str, Any]) -> None:
    bot = SessionCounter()
    async with bot.run_in(sandbox):
        await bot.wait_for_counts(ready=1)
        reply = await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, **disruption)
        assert reply["sessions"] == 1
        message_ids = [int((await sandbox.heron.send_message(sandbox.duels_id, f"{n}"))["id"]) for n in range(30)]
        await bot.wait_for_counts(resumed=1, message=30)
        assert bot.message_ids == message_ids
        assert bot.event_counts == {"ready": 1, "resumed": 1, "message": 30}
        await sandbox.otter.wait_until(lambda view: view.is_online(sandbox.bot_name))


async def test_invalid_session_is_replaced_by_a_new_one(sandbox: Sandbox) -> None:
    bot = SessionCounter()
    async with bot.run_in(sandbox):
        await bot.wait_for_counts(ready=1)
        await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, send="invalid", resumable=False)
        await bot.wait_for_counts(ready=2)
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        await bot.wait_for_counts(message=1)
        assert bot.event_counts["resumed"] == 0
        assert bot.get_guild(sandbox.guild.id)


async def test_wrong_token_fails_to_log_in(sandbox: Sandbox) -> None:
    with pytest.raises(discord.LoginFailure):
        async with DiscordPyBot().run_in(sandbox, "Owl"):
            pass


async def test_events_follow_requested_intents(sandbox: Sandbox) -> None:
    bot = SessionCounter(intents=discord.Intents(guilds=True, dm_messages=True))
    async with bot.run_in(sandbox):
        await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        message = await sandbox.heron.send_message(sandbox.dm_name, "Psst")
        await bot.wait_for_counts(message=1)
        assert bot.message_ids == [int(message["id"])]


async def test_two_shards_share_servers(sandbox: Sandbox) -> None:
    other = await create_server(sandbox.playground, f"Beech of {sandbox.bot_name}", [sandbox.bot_name])
    bot = SessionCounter(intents=MESSAGE_INTENTS | discord.Intents(dm_messages=True), shard_count=2)
    shards: dict[str, int | None] = {}

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        channel_id = str(interaction.guild_id)
        shards[channel_id] = interaction.guild.shard_id if interaction.guild else None
        await interaction.response.send_message("Hello.")

    async with bot.run_in(sandbox):
        assert {guild.shard_id for guild in bot.guilds} == {0, 1}
        channel_ids = [sandbox.duels_id, other["channels"][0]["id"]]
        for channel_id in (*channel_ids, sandbox.dm_name):
            assert full_text((await sandbox.otter.run_command(channel_id, "greet")).message) == "Hello."
        assert shards == {
            **{server: (int(server) >> 22) % 2 for server in (sandbox.server["id"], other["id"])},
            "None": None,
        }
        # Only shard 1 is disconnected.
        await sandbox.playground.control("disrupt_gateway", bot=sandbox.bot_name, shard=1, send="drop")
        await bot.wait_for_counts(resumed=1)
        for channel_id in (*channel_ids, sandbox.dm_name):
            await sandbox.otter.send_message(channel_id, "Splash")
        await bot.wait_for_counts(message=3)
        assert bot.event_counts == {"ready": 2, "resumed": 1, "message": 3}


async def test_two_processes_run_one_shard_each(sandbox: Sandbox) -> None:
    other = await create_server(sandbox.playground, f"Beech of {sandbox.bot_name}", [sandbox.bot_name])
    program = (sys.executable, "-m", "deploy.playground.tests.bots.single_shard_bot")
    async with (
        sandbox.playground.run_bot(*program, bot=sandbox.bot_name, SHARD="0"),
        sandbox.playground.run_bot(*program, bot=sandbox.bot_name, SHARD="1"),
    ):
        for server in (sandbox.server, other):
            shard = (int(server["id"]) >> 22) % 2
            channel_id = server["channels"][0]["id"]
            result = await sandbox.otter.run_command(channel_id, "shard")
            assert full_text(result.message) == f"Shard {shard} of 2"
        assert full_text((await sandbox.otter.run_command(sandbox.dm_name, "shard")).message) == "Shard 0 of 2"


async def test_presence_is_shown_until_bot_disconnects(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()

    def find_presence(view: dict[str, Any]) -> dict[str, Any]:
        return next(dict(person["presence"]) for person in view["people"] if person["username"] == sandbox.bot_name)

    async with bot.run_in(sandbox):
        await bot.change_presence(status=discord.Status.idle, activity=discord.CustomActivity("Asleep"))
        expected = {"status": "idle", "activity": "Asleep"}
        assert await sandbox.otter.wait_until(lambda view: find_presence(view.view) == expected)
    assert await sandbox.otter.wait_until(lambda view: find_presence(view.view)["status"] == "offline")


async def test_members_are_found_by_name_and_by_id(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        guild = bot.get_guild(sandbox.guild.id)
        assert guild
        assert [member.name for member in await guild.query_members("her")] == ["heron"]
        bot_member = guild.me
        assert bot_member in await guild.query_members(bot_member.name[:3].upper())
        lynx_id = int(await sandbox.find_person_id("lynx"))
        assert [member.id for member in await guild.query_members(user_ids=[lynx_id, 1])] == [lynx_id]
        assert (await guild.fetch_member(lynx_id)).name == "lynx"


async def test_bot_leaves_and_rejoins_server(sandbox: Sandbox) -> None:
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


async def test_channel_and_role_changes_reach_the_bot(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        created = bot.wait_for("guild_channel_create", timeout=TIMEOUT_S)
        channel = (await sandbox.playground.control("create_channel", server=sandbox.server["id"], name="den"))[
            "channel"
        ]
        den = await created
        assert (den.name, str(den.id)) == ("den", channel["id"])
        channel_update = bot.wait_for("guild_channel_update", timeout=TIMEOUT_S)
        await sandbox.playground.control(
            "set_permissions", channel=channel["id"], target=sandbox.bot_name, deny=["send_messages"]
        )
        before, after = await channel_update
        guild = bot.get_guild(sandbox.guild.id)
        assert guild
        assert before.permissions_for(guild.me).send_messages
        assert not after.permissions_for(guild.me).send_messages
        role_update = bot.wait_for("guild_role_update", timeout=TIMEOUT_S)
        await sandbox.playground.control(
            "set_permissions", server=sandbox.server["id"], target=sandbox.bot_role_id, deny=["create_public_threads"]
        )
        assert not (await role_update)[1].permissions.create_public_threads
        deleted = bot.wait_for("guild_channel_delete", timeout=TIMEOUT_S)
        await sandbox.playground.control("delete_channel", channel=channel["id"])
        assert (await deleted).name == "den"
        with pytest.raises(discord.NotFound):
            await bot.fetch_channel(int(channel["id"]))


async def test_bot_is_ready_after_receiving_all_servers(sandbox: Sandbox) -> None:
    owner, name = f"landlord of {sandbox.bot_name}", f"Meadow of {sandbox.bot_name}"
    await sandbox.playground.control("create_user", name=owner)
    fields = {"name": name, "members": [owner], "bots": [sandbox.bot_name]}
    last = (await sandbox.playground.control("create_server", count=40, **fields))["server"]
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        names = {guild.id: guild.name for guild in bot.guilds}
        assert {*names.values()} == {sandbox.server["name"], *(f"{name} {number}" for number in range(1, 41))}
        assert names[int(last["id"])] == f"{name} 40"
    for count in (0, 2501):
        with pytest.raises(PlaygroundError):
            await sandbox.playground.control("create_server", count=count, **fields)
