"""Test user-installed apps with unmodified discord.py, outside the servers of the app.

The comment above a test names the section of Discord's documentation. `test_conformance` tests the rules that need no
library.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
from discord import ui

from deploy.playground.tests.discordpy.interaction_queue_bot import InteractionQueueBot, make_view
from deploy.playground.tests.sandbox import EPHEMERAL_FLAG, PERSON_NAMES, Sandbox, create_server
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, PlaygroundError, full_text

MISSING_ACCESS = 50001
GUEST_PERMISSIONS = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)


class GuestBot(InteractionQueueBot):
    """A bot that queues interactions and records messages."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[discord.Message] = []

    async def on_message(self, message: discord.Message) -> None:
        self.messages.append(message)


def make_button_view() -> ui.View:
    return make_view(ui.Button(label="Press", custom_id="press"))


async def install_for_otter(sandbox: Sandbox) -> None:
    await sandbox.otter.set_bot_installed(sandbox.bot_name)


async def create_group(sandbox: Sandbox) -> str:
    return str((await sandbox.otter.create_group("heron", "lynx", name=f"Reeds of {sandbox.bot_name}"))["id"])


def list_command_ids(view: JSON, channel_id: str) -> list[str]:
    channels = [*view["dms"], *(channel for server in view["servers"] for channel in server["channels"])]
    return next(channel["commands"] for channel in channels if channel["id"] == channel_id)


async def load_installation_owners(sandbox: Sandbox) -> dict[str, str]:
    """Return the IDs of the server and user whose installations allowed the last interaction, by installation type."""
    log = await sandbox.load_traffic_log()
    interactions = [entry["answered"] for entry in log if entry["what"] == "INTERACTION_CREATE"]
    return dict(interactions[-1]["authorizing_integration_owners"])


@pytest.fixture(autouse=True)
async def uninstall_afterwards(sandbox: Sandbox) -> AsyncIterator[None]:
    """Uninstall the app after the test, because other tests use the same people."""
    yield
    for player in (sandbox.otter, sandbox.heron):
        await player.set_bot_installed(sandbox.bot_name, installed=False)


@pytest.fixture
async def channel_without_bot(sandbox: Sandbox) -> AsyncIterator[str]:
    """The ID of a channel on a server to which the bot does not belong."""
    server = await create_server(sandbox.playground, f"Far from {sandbox.bot_name}", [])
    yield str(server["channels"][0]["id"])
    for name in PERSON_NAMES:
        await sandbox.playground.control("remove_member", server=server["id"], target=name)


# Documented in resources/application, user context.
async def test_commands_are_visible_to_the_installing_user_only(sandbox: Sandbox, channel_without_bot: str) -> None:
    bot = GuestBot()
    async with bot.run_in(sandbox):
        group_id = await create_group(sandbox)
        dm_id = str((await sandbox.otter.perform_action("dm", **{"with": "heron"}))["channel"]["id"])
        for channel_id in (group_id, dm_id, channel_without_bot):
            assert list_command_ids(await sandbox.otter.load_view(), channel_id) == []
        await install_for_otter(sandbox)
        for channel_id in (group_id, dm_id, channel_without_bot):
            assert list_command_ids(await sandbox.otter.load_view(), channel_id)
            with pytest.raises(PlaygroundError):
                await sandbox.heron.run_command(channel_id, "call", wait=False)
        await sandbox.otter.set_bot_installed(sandbox.bot_name, installed=False)
        assert list_command_ids(await sandbox.otter.load_view(), group_id) == []


# Documented in interactions/receiving-and-responding, interaction context types and authorizing integration owners
# object.
async def test_interaction_has_context_and_installation_owners(sandbox: Sandbox) -> None:
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        otter_id = await sandbox.find_person_id("otter")
        channel_types = {await create_group(sandbox): discord.ChannelType.group, "@heron": discord.ChannelType.private}
        for channel_id, channel_type in channel_types.items():
            interaction = await bot.run_call_command(sandbox.otter, channel_id)
            context = interaction.context
            assert (context.private_channel, context.dm_channel, context.guild) == (True, False, False)
            assert (interaction.is_user_integration(), interaction.is_guild_integration()) == (True, False)
            assert await load_installation_owners(sandbox) == {"1": otter_id}
            assert interaction.channel
            assert interaction.channel.type is channel_type
            # "includes `ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE` permissions for (G)DMs with other users"
            assert interaction.app_permissions == GUEST_PERMISSIONS
            await interaction.response.send_message("Here")
        interaction = await bot.run_call_command(sandbox.otter, sandbox.dm_name)
        assert interaction.context.dm_channel
        # "The value will be "0" if the interaction is triggered from a DM with the app's bot user"
        assert await load_installation_owners(sandbox) == {"0": "0", "1": otter_id}
        interaction = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        # "The value will be the guild ID if the interaction is triggered from a server"
        assert await load_installation_owners(sandbox) == {"0": str(sandbox.guild.id), "1": otter_id}
        interaction = await bot.run_call_command(sandbox.heron, sandbox.duels_id)
        assert await load_installation_owners(sandbox) == {"0": str(sandbox.guild.id)}


# Documented in interactions/receiving-and-responding, authorizing integration owners object.
async def test_click_by_another_user_keeps_installation_owner(sandbox: Sandbox) -> None:
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        group_id = await create_group(sandbox)
        await (await bot.run_call_command(sandbox.otter, group_id)).response.send_message(
            "Press it", view=make_button_view()
        )
        message = await sandbox.heron.wait_for_message(group_id)
        await sandbox.heron.click(message, "Press", wait=False)
        click = await bot.next_interaction()
        assert click.user.id == int(await sandbox.find_person_id("heron"))
        assert await load_installation_owners(sandbox) == {"1": await sandbox.find_person_id("otter")}
        assert click.context.private_channel
        # Everybody sees the edited message; only the user who clicked sees the ephemeral follow-up.
        await click.response.edit_message(content="Pressed", view=make_button_view())
        await click.followup.send("For you", ephemeral=True)
        await sandbox.otter.wait_for_message(group_id, lambda item: item["content"] == "Pressed")
        assert [item["content"] for item in await sandbox.heron.load_messages(group_id)] == ["Pressed", "For you"]
        assert [item["content"] for item in await sandbox.lynx.load_messages(group_id)] == ["Pressed"]


# Documented in resources/application, installation context.
async def test_bot_token_has_no_access_outside_own_servers(sandbox: Sandbox, channel_without_bot: str) -> None:
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        for channel_id in (await create_group(sandbox), channel_without_bot):
            await (await bot.run_call_command(sandbox.otter, channel_id)).response.send_message("Here")
            response = await sandbox.otter.wait_for_message(channel_id, lambda item: full_text(item) == "Here")
            channel, message_id = bot.get_partial_messageable(int(channel_id)), int(response["id"])
            http = bot.http
            for attempt in (
                channel.send("There"),
                channel.fetch_message(message_id),
                channel.get_partial_message(message_id).edit(content="There"),
                channel.get_partial_message(message_id).delete(),
                http.get_channel(int(channel_id)),
                channel.typing().__aenter__(),
            ):
                with pytest.raises(discord.Forbidden) as refusal:
                    await attempt
                assert refusal.value.code == MISSING_ACCESS
        await sandbox.otter.send_message(sandbox.duels_id, "Home")
        await asyncio.wait_for(bot.wait_for("message"), TIMEOUT_S) if not bot.messages else None
        assert {str(item.channel.id) for item in bot.messages} == {sandbox.duels_id}


# Documented in topics/permissions, USE_EXTERNAL_APPS.
@pytest.mark.parametrize("denied", ["use_external_apps", "send_messages"])
async def test_responses_are_ephemeral_without_permission(
    sandbox: Sandbox, channel_without_bot: str, denied: str
) -> None:
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        await sandbox.heron.set_bot_installed(sandbox.bot_name)
        await sandbox.playground.control("set_permissions", channel=channel_without_bot, deny=[denied], target="heron")
        interaction = await bot.run_call_command(sandbox.heron, channel_without_bot)
        assert isinstance(interaction.user, discord.Member)
        assert not getattr(interaction.permissions, denied)
        await interaction.response.send_message("Aloud")
        await interaction.followup.send("And again")
        messages = await sandbox.heron.load_messages(channel_without_bot)
        assert [full_text(message) for message in messages] == ["Aloud", "And again"]
        assert all(message["flags"] & EPHEMERAL_FLAG for message in messages)
        assert await sandbox.otter.load_messages(channel_without_bot) == []
        # The response to a member with the permission is public.
        await (await bot.run_call_command(sandbox.otter, channel_without_bot)).response.send_message("Heard")
        assert full_text((await sandbox.lynx.load_messages(channel_without_bot))[-1]) == "Heard"
        # An app that is installed in the server needs no such permission.
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, deny=["use_external_apps"], target="otter"
        )
        await (await bot.run_call_command(sandbox.otter, sandbox.duels_id)).response.send_message("At home")
        assert full_text((await sandbox.lynx.load_messages(sandbox.duels_id))[-1]) == "At home"


# Documented in resources/channel, channel types.
async def test_group_has_no_bots(sandbox: Sandbox) -> None:
    group = await sandbox.otter.create_group("heron", "lynx", "badger")
    for player in (sandbox.otter, sandbox.heron, sandbox.lynx):
        assert group["id"] in {dm["id"] for dm in (await player.load_view())["dms"]}
    await sandbox.heron.send_message(group["id"], "All of us")
    assert full_text((await sandbox.lynx.load_messages(group["id"]))[-1]) == "All of us"
    for others in ([sandbox.bot_name], []):
        with pytest.raises(PlaygroundError):
            await sandbox.otter.create_group(*others)
