"""discord.py, unmodified: three seconds, one answer, a quarter of an hour, and who sees what."""

from __future__ import annotations

import asyncio

import discord
import pytest
from discord import app_commands, ui

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import InteractionResult, full_text

EPHEMERAL_FLAG, LOADING_FLAG = 64, 128
UNKNOWN_MESSAGE, UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED, INVALID_TOKEN = 10008, 10062, 40060, 50027


class CallCommandBot(DiscordPyBot):
    """Has one command, `call`, and hands its interactions over."""

    def __init__(self) -> None:
        super().__init__()
        self.interactions: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.tree.add_command(app_commands.Command(name="call", description="Calls", callback=self._record_call))

    async def _record_call(self, interaction: discord.Interaction) -> None:
        await self.interactions.put(interaction)

    async def run_call_command(self, ground: Sandbox) -> discord.Interaction:
        """By the otter, who does not wait."""
        await ground.otter.run_command(ground.duels_id, "call", wait=False)
        return await asyncio.wait_for(self.interactions.get(), TIMEOUT_S)


async def pop_failed_interaction(ground: Sandbox) -> str:
    """What the otter is told of the interaction that failed: at once, when the clock was moved."""
    [one] = (await ground.otter.load_view())["interactions"]
    assert one["state"] == "failed"
    await ground.otter.dismiss(interaction=one["id"])
    assert not (await ground.otter.load_view())["interactions"]
    return str(one["error"])


async def test_an_ephemeral_answer_is_seen_by_one_alone(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        call = await bot.run_call_command(sandbox)
        await call.response.send_message("For you", ephemeral=True)
        message = await sandbox.otter.wait_for_message(sandbox.duels_id, lambda one: full_text(one) == "For you")
        assert message["flags"] & EPHEMERAL_FLAG
        assert await sandbox.heron.load_messages(sandbox.duels_id) == []
        with pytest.raises(discord.NotFound) as unknown:
            await bot.messageable(sandbox.duels_id).fetch_message(int(message["id"]))
        assert unknown.value.code == UNKNOWN_MESSAGE
        await call.edit_original_response(content="Still for you")
        await sandbox.otter.wait_for_message(sandbox.duels_id, lambda one: full_text(one) == "Still for you")
        assert (await call.original_response()).flags.ephemeral
        await sandbox.otter.dismiss(message=message)
        assert await sandbox.otter.load_messages(sandbox.duels_id) == []


async def test_the_first_follow_up_fills_what_was_thinking(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        call = await bot.run_call_command(sandbox)
        await call.response.defer(thinking=True)
        thinking = await sandbox.heron.wait_for_message(sandbox.duels_id, lambda one: one["flags"] & LOADING_FLAG)
        first = await call.followup.send("Found it", wait=True)
        second = await call.followup.send("And this", wait=True, ephemeral=True)
        shown = await sandbox.otter.load_messages(sandbox.duels_id)
        assert [one["id"] for one in shown] == [thinking["id"], str(second.id)]
        assert first.id == int(thinking["id"])
        assert [full_text(one) for one in shown] == ["Found it", "And this"]
        assert [one["flags"] & (EPHEMERAL_FLAG | LOADING_FLAG) for one in shown] == [0, EPHEMERAL_FLAG]
        assert [full_text(one) for one in await sandbox.heron.load_messages(sandbox.duels_id)] == ["Found it"]


async def test_what_was_deferred_privately_stays_private(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        call = await bot.run_call_command(sandbox)
        await call.response.defer(thinking=True, ephemeral=True)
        await call.followup.send("Only you", ephemeral=False)
        message = await sandbox.otter.wait_for_message(sandbox.duels_id, lambda one: full_text(one) == "Only you")
        assert message["flags"] & EPHEMERAL_FLAG
        assert await sandbox.heron.load_messages(sandbox.duels_id) == []


async def test_answers_and_follow_ups_are_edited_and_deleted_by_the_token(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        call = await bot.run_call_command(sandbox)
        await call.response.send_message("One")
        more = await call.followup.send("Two", wait=True)
        await call.edit_original_response(content="Eins")
        await more.edit(content="Zwei")
        shown = await sandbox.heron.load_messages(sandbox.duels_id)
        assert [full_text(one) for one in shown] == ["Eins", "Zwei"]
        assert all(one["edited_timestamp"] for one in shown)
        await call.delete_original_response()
        await more.delete()
        assert await sandbox.heron.load_messages(sandbox.duels_id) == []
        with pytest.raises(discord.NotFound) as unknown:
            await call.edit_original_response(content="Un")
        assert unknown.value.code == UNKNOWN_MESSAGE


async def test_who_says_nothing_for_as_long_as_there_is_patience_did_not_respond(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        call = await bot.run_call_command(sandbox)
        waiting = (await sandbox.otter.load_view())["interactions"]
        assert [(one["what"], one["state"]) for one in waiting] == [("/call", "waiting")]
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S / 2)
        assert [one["state"] for one in (await sandbox.otter.load_view())["interactions"]] == ["waiting"]
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S / 2)
        assert await pop_failed_interaction(sandbox) == "The application did not respond"
        with pytest.raises(discord.NotFound) as late:
            await call.response.send_message("Sorry")
        assert late.value.code == UNKNOWN_INTERACTION
        assert await sandbox.otter.load_messages(sandbox.duels_id) == []


async def test_who_waits_for_an_answer_is_told_that_none_came(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        answer: asyncio.Future[InteractionResult] = asyncio.ensure_future(
            sandbox.otter.run_command(sandbox.duels_id, "call")
        )
        await bot.interactions.get()
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S)
        told = await asyncio.wait_for(answer, TIMEOUT_S)
        assert (told.state, told.error) == ("failed", "The application did not respond")
        await pop_failed_interaction(sandbox)


async def test_a_second_answer_is_refused(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        call = await bot.run_call_command(sandbox)
        await call.response.send_message("One")
        with pytest.raises(discord.HTTPException) as twice:
            await discord.InteractionResponse(call).send_message("Two")
        assert (twice.value.status, twice.value.code) == (400, ALREADY_ACKNOWLEDGED)
        assert [full_text(one) for one in await sandbox.otter.load_messages(sandbox.duels_id)] == ["One"]


async def test_a_token_ends_after_a_quarter_of_an_hour(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        call = await bot.run_call_command(sandbox)
        await call.response.send_message("One", ephemeral=True)
        await sandbox.playground.control("advance_time", seconds=600)
        await call.followup.send("Two")
        await sandbox.playground.control("advance_time", seconds=301)
        for attempt in (call.followup.send("Three"), call.edit_original_response(content="Eins")):
            with pytest.raises(discord.HTTPException) as late:
                await attempt
            assert (late.value.status, late.value.code) == (401, INVALID_TOKEN)
        assert [full_text(one) for one in await sandbox.otter.load_messages(sandbox.duels_id)] == ["One", "Two"]


async def test_an_interaction_tells_where_it_is_and_what_the_bot_may_do_there(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, deny=["attach_files"], target=sandbox.bot_name
        )
        call = await bot.run_call_command(sandbox)
        assert call.guild_id == sandbox.guild.id
        assert isinstance(call.channel, discord.TextChannel)
        assert (call.channel.name, str(call.channel.id)) == ("duels", sandbox.duels_id)
        assert isinstance(call.user, discord.Member)
        assert call.app_permissions.send_messages
        assert not call.app_permissions.attach_files
        assert call.context.guild
        assert call.is_guild_integration()
        await call.response.send_message("One")


async def test_a_command_in_a_dm_knows_no_server(sandbox: Sandbox) -> None:
    bot = CallCommandBot()
    async with bot.run_in(sandbox):
        await sandbox.otter.run_command(sandbox.dm_name, "call", wait=False)
        call = await bot.interactions.get()
        assert call.guild_id is None
        assert call.context.dm_channel
        assert isinstance(call.channel, discord.DMChannel)
        assert isinstance(call.user, discord.User)
        await call.response.send_message("Psst", ephemeral=True)
        assert [full_text(one) for one in await sandbox.otter.load_messages(sandbox.dm_name)] == ["Psst"]
        assert await sandbox.heron.load_messages(sandbox.dm_name) == []


async def test_a_button_whose_bot_is_silent_fails_under_its_message(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Knock", custom_id="knock"))
        await bot.messageable(sandbox.duels_id).send("A door", view=view)
        view.stop()
        door = await sandbox.otter.wait_for_message(sandbox.duels_id)
        clicked = await sandbox.otter.click(door, "Knock", wait=False)
        assert clicked.state == "waiting"
        [waiting] = (await sandbox.otter.load_view())["interactions"]
        assert (waiting["id"], waiting["message_id"], waiting["custom_id"]) == (
            clicked.interaction_id,
            door["id"],
            "knock",
        )
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S)
        await pop_failed_interaction(sandbox)
