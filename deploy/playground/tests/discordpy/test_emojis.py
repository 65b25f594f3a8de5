"""Test that unmodified discord.py can upload, show, rename and delete application emojis."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from deploy.playground.tests.discordpy.interaction_queue_bot import InteractionQueueBot, get_custom_id, make_view
from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import PlaygroundError, iter_components

EMOJI_IMAGE = draw_avatar_png(7)
FOREIGN_EMOJI = discord.PartialEmoji(name="wolf", id=1234)


def make_button_view(emoji: discord.PartialEmoji | discord.Emoji) -> ui.View:
    return make_view(ui.Button(label="Howl", custom_id="howl", emoji=emoji))


def make_select_view(emoji: discord.Emoji | discord.PartialEmoji) -> ui.View:
    options = [discord.SelectOption(label="Bison"), discord.SelectOption(label="Wolf", emoji=emoji)]
    return make_view(ui.Select(custom_id="who", options=options))


async def test_emoji_is_created_listed_renamed_and_deleted(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        emoji = await bot.create_application_emoji(name="wolf_7", image=EMOJI_IMAGE)
        assert (emoji.name, emoji.animated, emoji.is_application_owned()) == ("wolf_7", False, True)
        assert emoji.user
        assert bot.user
        assert emoji.user.id == bot.user.id
        assert [each.name for each in await bot.fetch_application_emojis()] == ["wolf_7"]
        async with aiohttp.ClientSession() as session, session.get(emoji.url) as fetched:
            assert (fetched.status, fetched.content_type) == (200, "image/png")
            assert await fetched.read() == EMOJI_IMAGE
        assert (await emoji.edit(name="wolf_8")).name == "wolf_8"
        assert (await bot.fetch_application_emoji(emoji.id)).name == "wolf_8"
        await emoji.delete()
        assert await bot.fetch_application_emojis() == []
        with pytest.raises(discord.NotFound, match="10014"):
            await bot.fetch_application_emoji(emoji.id)


async def test_duplicate_emoji_name_is_refused(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await bot.create_application_emoji(name="bison", image=EMOJI_IMAGE)
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        with pytest.raises(discord.HTTPException, match="In name: An emoji with this name already exists") as refusal:
            await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        assert refusal.value.code == 50035
        with pytest.raises(discord.HTTPException, match="already exists"):
            await wolf.edit(name="bison")
        assert (await wolf.edit(name="wolf")).name == "wolf"


async def test_emoji_is_shown_on_button_and_in_select(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        channel = bot.messageable(sandbox.duels_id)
        await channel.send("A den", view=make_button_view(wolf))
        message: Any = await sandbox.heron.wait_for_message(sandbox.duels_id)
        assert next(item["emoji"] for item in iter_components(message) if "emoji" in item)["id"] == str(wolf.id)
        await sandbox.heron.click(message, "Howl", wait=False)
        interaction = await bot.next_interaction()
        assert get_custom_id(interaction) == "howl"
        await interaction.response.edit_message(view=make_select_view(wolf))
        await sandbox.heron.wait_for_message(
            sandbox.duels_id, lambda candidate: any("options" in item for item in iter_components(candidate))
        )


@pytest.mark.parametrize("make_emoji_view", [make_button_view, make_select_view])
async def test_message_with_unknown_emoji_is_refused(sandbox: Sandbox, make_emoji_view: Any) -> None:
    """Components with an unknown emoji are refused in new and edited messages, responses and follow-ups.

    In text, unknown emojis are accepted.
    """
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        channel = bot.messageable(sandbox.duels_id)
        with pytest.raises(discord.HTTPException, match=r"emoji\.id: Invalid emoji") as refusal:
            await channel.send("A den", view=make_emoji_view(FOREIGN_EMOJI))
        assert refusal.value.code == 50035
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        sent = await channel.send("A den <:wolf:1234>", view=make_view(ui.Button(label="Howl", custom_id="howl")))
        await wolf.delete()
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await sent.edit(view=make_emoji_view(wolf))
        await sandbox.heron.click(await sandbox.heron.wait_for_message(sandbox.duels_id), "Howl", wait=False)
        interaction = await bot.next_interaction()
        with pytest.raises(discord.HTTPException, match=r"data\.components.*Invalid emoji"):
            await interaction.response.edit_message(view=make_emoji_view(wolf))
        await interaction.response.defer()
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await interaction.followup.send("Hoo", view=make_emoji_view(FOREIGN_EMOJI))


async def test_set_emojis_refuses_known_emojis_temporarily(sandbox: Sandbox) -> None:
    """Discord occasionally refuses valid emojis, and `set_emojis` lets tests of bots imitate such a refusal."""
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        channel = bot.messageable(sandbox.duels_id)
        await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, refused=2)
        await channel.send("A den without")
        for _ in range(2):
            with pytest.raises(discord.HTTPException, match="Invalid emoji"):
                await channel.send("A den", view=make_button_view(wolf))
        await channel.send("A den", view=make_button_view(wolf))
        await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, refused=1)
        await sandbox.playground.control("clear_faults")
        await channel.send("A den", view=make_button_view(wolf))
        with pytest.raises(PlaygroundError, match="number of messages"):
            await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, refused=-1)


async def test_set_emojis_gives_emojis_to_bot(sandbox: Sandbox) -> None:
    """The bot can list, use and delete the emojis as if it had uploaded them itself."""
    await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, names=["wolf", "bison"])
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        wolf, bison = await bot.fetch_application_emojis()
        assert (wolf.name, bison.name) == ("wolf", "bison")
        assert wolf.user == bison.user == bot.user
        assert (await wolf.read())[:4] == b"\x89PNG"
        await bot.messageable(sandbox.duels_id).send("A den", view=make_button_view(wolf))
        await bison.delete()
        assert [emoji.name for emoji in await bot.fetch_application_emojis()] == ["wolf"]
