"""Test interaction responses of unmodified discord.py: their deadlines, number and visibility."""

from __future__ import annotations

import asyncio

import discord
import pytest
from discord import ui

from deploy.playground.tests.discordpy.interaction_queue_bot import InteractionQueueBot, make_view
from deploy.playground.tests.sandbox import EPHEMERAL_FLAG, LOADING_FLAG, DiscordPyBot, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import InteractionResult, full_text

UNKNOWN_MESSAGE, UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, INVALID_TOKEN = 10008, 10062, 40060, 50027


async def pop_failed_interaction(sandbox: Sandbox) -> str:
    """Dismiss the only interaction of the user otter, which must have failed, and return its error message."""
    [failed] = (await sandbox.otter.load_view())["interactions"]
    assert failed["state"] == "failed"
    await sandbox.otter.dismiss(interaction=failed["id"])
    assert not (await sandbox.otter.load_view())["interactions"]
    return str(failed["error"])


async def test_ephemeral_response_is_visible_to_its_user_only(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        interaction = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        await interaction.response.send_message("For you", ephemeral=True)
        message = await sandbox.otter.wait_for_message(sandbox.duels_id, lambda item: full_text(item) == "For you")
        assert message["flags"] & EPHEMERAL_FLAG
        assert await sandbox.heron.load_messages(sandbox.duels_id) == []
        with pytest.raises(discord.NotFound) as refusal:
            await bot.messageable(sandbox.duels_id).fetch_message(int(message["id"]))
        assert refusal.value.code == UNKNOWN_MESSAGE
        await interaction.edit_original_response(content="Still for you")
        await sandbox.otter.wait_for_message(sandbox.duels_id, lambda item: full_text(item) == "Still for you")
        assert (await interaction.original_response()).flags.ephemeral
        await sandbox.otter.dismiss(message=message)
        assert await sandbox.otter.load_messages(sandbox.duels_id) == []


async def test_first_follow_up_replaces_deferred_response(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        interaction = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        await interaction.response.defer(thinking=True)
        thinking = await sandbox.heron.wait_for_message(sandbox.duels_id, lambda item: item["flags"] & LOADING_FLAG)
        first = await interaction.followup.send("Found it", wait=True)
        second = await interaction.followup.send("And this", wait=True, ephemeral=True)
        messages = await sandbox.otter.load_messages(sandbox.duels_id)
        assert [message["id"] for message in messages] == [thinking["id"], str(second.id)]
        assert first.id == int(thinking["id"])
        assert [full_text(message) for message in messages] == ["Found it", "And this"]
        assert [message["flags"] & (EPHEMERAL_FLAG | LOADING_FLAG) for message in messages] == [0, EPHEMERAL_FLAG]
        assert [full_text(message) for message in await sandbox.heron.load_messages(sandbox.duels_id)] == ["Found it"]


async def test_responses_and_follow_ups_can_be_edited_and_deleted(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        interaction = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        await interaction.response.send_message("One")
        followup = await interaction.followup.send("Two", wait=True)
        await interaction.edit_original_response(content="Eins")
        await followup.edit(content="Zwei")
        messages = await sandbox.heron.load_messages(sandbox.duels_id)
        assert [full_text(message) for message in messages] == ["Eins", "Zwei"]
        assert all(message["edited_timestamp"] for message in messages)
        await interaction.delete_original_response()
        await followup.delete()
        assert await sandbox.heron.load_messages(sandbox.duels_id) == []
        with pytest.raises(discord.NotFound) as refusal:
            await interaction.edit_original_response(content="Un")
        assert refusal.value.code == UNKNOWN_MESSAGE


async def test_interaction_without_response_fails_after_timeout(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        interaction = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        waiting = (await sandbox.otter.load_view())["interactions"]
        assert [(item["what"], item["state"]) for item in waiting] == [("/call", "waiting")]
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S / 2)
        assert [item["state"] for item in (await sandbox.otter.load_view())["interactions"]] == ["waiting"]
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S / 2)
        assert await pop_failed_interaction(sandbox) == "The application did not respond"
        with pytest.raises(discord.NotFound) as refusal:
            await interaction.response.send_message("Sorry")
        assert refusal.value.code == UNKNOWN_INTERACTION
        assert await sandbox.otter.load_messages(sandbox.duels_id) == []


async def test_run_command_returns_failure_without_response(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        answer: asyncio.Future[InteractionResult] = asyncio.ensure_future(
            sandbox.otter.run_command(sandbox.duels_id, "call")
        )
        await bot.interactions.get()
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S)
        result = await asyncio.wait_for(answer, TIMEOUT_S)
        assert (result.state, result.error) == ("failed", "The application did not respond")
        await pop_failed_interaction(sandbox)


async def test_interaction_has_channel_and_app_permissions(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, deny=["attach_files"], target=sandbox.bot_name
        )
        interaction = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        assert interaction.guild_id == sandbox.guild.id
        assert isinstance(interaction.channel, discord.TextChannel)
        assert (interaction.channel.name, str(interaction.channel.id)) == ("duels", sandbox.duels_id)
        assert isinstance(interaction.user, discord.Member)
        assert interaction.app_permissions.send_messages
        assert not interaction.app_permissions.attach_files
        assert interaction.context.guild
        assert interaction.is_guild_integration()
        await interaction.response.send_message("One")


async def test_command_in_dm_has_no_server(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        interaction = await bot.run_call_command(sandbox.otter, sandbox.dm_name)
        assert interaction.guild_id is None
        assert interaction.context.dm_channel
        assert isinstance(interaction.channel, discord.DMChannel)
        assert isinstance(interaction.user, discord.User)
        await interaction.response.send_message("Psst", ephemeral=True)
        assert [full_text(message) for message in await sandbox.otter.load_messages(sandbox.dm_name)] == ["Psst"]
        assert await sandbox.heron.load_messages(sandbox.dm_name) == []


async def test_click_without_response_fails_at_its_message(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        view = make_view(ui.Button(label="Knock", custom_id="knock"))
        await bot.messageable(sandbox.duels_id).send("A door", view=view)
        message = await sandbox.otter.wait_for_message(sandbox.duels_id)
        result = await sandbox.otter.click(message, "Knock", wait=False)
        assert result.state == "waiting"
        [waiting] = (await sandbox.otter.load_view())["interactions"]
        assert (waiting["id"], waiting["message_id"], waiting["custom_id"]) == (
            result.interaction_id,
            message["id"],
            "knock",
        )
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S)
        await pop_failed_interaction(sandbox)
