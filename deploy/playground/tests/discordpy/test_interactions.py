"""discord.py, unmodified: three seconds, one answer, a quarter of an hour, and who sees what."""

from __future__ import annotations

import asyncio

import discord
import pytest
from discord import app_commands, ui

from deploy.playground.tests.ground import Bot, Ground
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Answer, text

EPHEMERAL, THINKING = 64, 128
UNKNOWN_MESSAGE, UNKNOWN_INTERACTION, ALREADY, INVALID_TOKEN = 10008, 10062, 40060, 50027


class Listener(Bot):
    """Has one command, `call`, and hands its interactions over."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.tree.add_command(app_commands.Command(name="call", description="Calls", callback=self._call))

    async def _call(self, interaction: discord.Interaction) -> None:
        await self.calls.put(interaction)

    async def called(self, ground: Ground) -> discord.Interaction:
        """By the otter, who does not wait."""
        await ground.otter.command(ground.duels, "call", wait=False)
        return await asyncio.wait_for(self.calls.get(), TIMEOUT_S)


async def failed(ground: Ground) -> str:
    """What the otter is told of the interaction that failed: at once, when the clock was moved."""
    [one] = (await ground.otter.see())["interactions"]
    assert one["state"] == "failed"
    await ground.otter.dismiss(interaction=one["id"])
    assert not (await ground.otter.see())["interactions"]
    return str(one["error"])


async def test_an_ephemeral_answer_is_seen_by_one_alone(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        call = await bot.called(ground)
        await call.response.send_message("For you", ephemeral=True)
        message = await ground.otter.waits_for(ground.duels, lambda one: text(one) == "For you")
        assert message["flags"] & EPHEMERAL
        assert await ground.heron.messages(ground.duels) == []
        with pytest.raises(discord.NotFound) as unknown:
            await bot.told(ground.duels).fetch_message(int(message["id"]))
        assert unknown.value.code == UNKNOWN_MESSAGE
        await call.edit_original_response(content="Still for you")
        await ground.otter.waits_for(ground.duels, lambda one: text(one) == "Still for you")
        assert (await call.original_response()).flags.ephemeral
        await ground.otter.dismiss(message=message)
        assert await ground.otter.messages(ground.duels) == []


async def test_the_first_follow_up_fills_what_was_thinking(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        call = await bot.called(ground)
        await call.response.defer(thinking=True)
        thinking = await ground.heron.waits_for(ground.duels, lambda one: one["flags"] & THINKING)
        first = await call.followup.send("Found it", wait=True)
        second = await call.followup.send("And this", wait=True, ephemeral=True)
        shown = await ground.otter.messages(ground.duels)
        assert [one["id"] for one in shown] == [thinking["id"], str(second.id)]
        assert first.id == int(thinking["id"])
        assert [text(one) for one in shown] == ["Found it", "And this"]
        assert [one["flags"] & (EPHEMERAL | THINKING) for one in shown] == [0, EPHEMERAL]
        assert [text(one) for one in await ground.heron.messages(ground.duels)] == ["Found it"]


async def test_what_was_deferred_privately_stays_private(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        call = await bot.called(ground)
        await call.response.defer(thinking=True, ephemeral=True)
        await call.followup.send("Only you", ephemeral=False)
        message = await ground.otter.waits_for(ground.duels, lambda one: text(one) == "Only you")
        assert message["flags"] & EPHEMERAL
        assert await ground.heron.messages(ground.duels) == []


async def test_answers_and_follow_ups_are_edited_and_deleted_by_the_token(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        call = await bot.called(ground)
        await call.response.send_message("One")
        more = await call.followup.send("Two", wait=True)
        await call.edit_original_response(content="Eins")
        await more.edit(content="Zwei")
        shown = await ground.heron.messages(ground.duels)
        assert [text(one) for one in shown] == ["Eins", "Zwei"]
        assert all(one["edited_timestamp"] for one in shown)
        await call.delete_original_response()
        await more.delete()
        assert await ground.heron.messages(ground.duels) == []
        with pytest.raises(discord.NotFound) as unknown:
            await call.edit_original_response(content="Un")
        assert unknown.value.code == UNKNOWN_MESSAGE


async def test_who_says_nothing_for_as_long_as_there_is_patience_did_not_respond(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        call = await bot.called(ground)
        waiting = (await ground.otter.see())["interactions"]
        assert [(one["what"], one["state"]) for one in waiting] == [("/call", "waiting")]
        await ground.playground.stage("advance_time", seconds=TIMEOUT_S / 2)
        assert [one["state"] for one in (await ground.otter.see())["interactions"]] == ["waiting"]
        await ground.playground.stage("advance_time", seconds=TIMEOUT_S / 2)
        assert await failed(ground) == "The application did not respond"
        with pytest.raises(discord.NotFound) as late:
            await call.response.send_message("Sorry")
        assert late.value.code == UNKNOWN_INTERACTION
        assert await ground.otter.messages(ground.duels) == []


async def test_who_waits_for_an_answer_is_told_that_none_came(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        answer: asyncio.Future[Answer] = asyncio.ensure_future(ground.otter.command(ground.duels, "call"))
        await bot.calls.get()
        await ground.playground.stage("advance_time", seconds=TIMEOUT_S)
        told = await asyncio.wait_for(answer, TIMEOUT_S)
        assert (told.state, told.error) == ("failed", "The application did not respond")
        await failed(ground)


async def test_a_second_answer_is_refused(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        call = await bot.called(ground)
        await call.response.send_message("One")
        with pytest.raises(discord.HTTPException) as twice:
            await discord.InteractionResponse(call).send_message("Two")
        assert (twice.value.status, twice.value.code) == (400, ALREADY)
        assert [text(one) for one in await ground.otter.messages(ground.duels)] == ["One"]


async def test_a_token_ends_after_a_quarter_of_an_hour(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        call = await bot.called(ground)
        await call.response.send_message("One", ephemeral=True)
        await ground.playground.stage("advance_time", seconds=600)
        await call.followup.send("Two")
        await ground.playground.stage("advance_time", seconds=301)
        for attempt in (call.followup.send("Three"), call.edit_original_response(content="Eins")):
            with pytest.raises(discord.HTTPException) as late:
                await attempt
            assert (late.value.status, late.value.code) == (401, INVALID_TOKEN)
        assert [text(one) for one in await ground.otter.messages(ground.duels)] == ["One", "Two"]


async def test_an_interaction_tells_where_it_is_and_what_the_bot_may_do_there(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        await ground.playground.stage(
            "set_permissions", channel=ground.duels, deny=["attach_files"], target=ground.name
        )
        call = await bot.called(ground)
        assert call.guild_id == ground.guild.id
        assert isinstance(call.channel, discord.TextChannel)
        assert (call.channel.name, str(call.channel.id)) == ("duels", ground.duels)
        assert isinstance(call.user, discord.Member)
        assert call.app_permissions.send_messages
        assert not call.app_permissions.attach_files
        assert call.context.guild
        assert call.is_guild_integration()
        await call.response.send_message("One")


async def test_a_command_in_a_dm_knows_no_server(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        await ground.otter.command(ground.dm, "call", wait=False)
        call = await bot.calls.get()
        assert call.guild_id is None
        assert call.context.dm_channel
        assert isinstance(call.channel, discord.DMChannel)
        assert isinstance(call.user, discord.User)
        await call.response.send_message("Psst", ephemeral=True)
        assert [text(one) for one in await ground.otter.messages(ground.dm)] == ["Psst"]
        assert await ground.heron.messages(ground.dm) == []


async def test_a_button_whose_bot_is_silent_fails_under_its_message(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        view = ui.View(timeout=None)
        view.add_item(ui.Button(label="Knock", custom_id="knock"))
        await bot.told(ground.duels).send("A door", view=view)
        view.stop()
        door = await ground.otter.waits_for(ground.duels)
        clicked = await ground.otter.click(door, "Knock", wait=False)
        assert clicked.state == "waiting"
        [waiting] = (await ground.otter.see())["interactions"]
        assert (waiting["id"], waiting["message_id"], waiting["custom_id"]) == (
            clicked.interaction,
            door["id"],
            "knock",
        )
        await ground.playground.stage("advance_time", seconds=TIMEOUT_S)
        await failed(ground)
