"""discord.py, unmodified: an application's own emoji, uploaded, shown, changed and gone."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from deploy.playground.tests.discordpy.interaction_queue_bot import InteractionQueueBot, custom_id_of, make_view
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


async def test_an_emoji_is_made_listed_renamed_and_deleted(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        made = await bot.create_application_emoji(name="wolf_7", image=EMOJI_IMAGE)
        assert (made.name, made.animated, made.is_application_owned()) == ("wolf_7", False, True)
        assert made.user
        assert bot.user
        assert made.user.id == bot.user.id
        assert [it.name for it in await bot.fetch_application_emojis()] == ["wolf_7"]
        async with aiohttp.ClientSession() as session, session.get(made.url) as fetched:
            assert (fetched.status, fetched.content_type) == (200, "image/png")
            assert await fetched.read() == EMOJI_IMAGE
        assert (await made.edit(name="wolf_8")).name == "wolf_8"
        assert (await bot.fetch_application_emoji(made.id)).name == "wolf_8"
        await made.delete()
        assert await bot.fetch_application_emojis() == []
        with pytest.raises(discord.NotFound, match="10014"):
            await bot.fetch_application_emoji(made.id)


async def test_each_name_is_there_once(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        await bot.create_application_emoji(name="bison", image=EMOJI_IMAGE)
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        with pytest.raises(discord.HTTPException, match="In name: An emoji with this name already exists") as no:
            await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        assert no.value.code == 50035
        with pytest.raises(discord.HTTPException, match="already exists"):
            await wolf.edit(name="bison")
        assert (await wolf.edit(name="wolf")).name == "wolf"


async def test_it_is_shown_on_buttons_and_in_selects(sandbox: Sandbox) -> None:
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        place = bot.messageable(sandbox.duels_id)
        await place.send("A den", view=make_button_view(wolf))
        shown: Any = await sandbox.heron.wait_for_message(sandbox.duels_id)
        assert next(one["emoji"] for one in iter_components(shown) if "emoji" in one)["id"] == str(wolf.id)
        clicked = sandbox.heron.click(shown, "Howl", wait=False)
        await clicked
        heard = await bot.next_interaction()
        assert custom_id_of(heard) == "howl"
        await heard.response.edit_message(view=make_select_view(wolf))
        await sandbox.heron.wait_for_message(
            sandbox.duels_id, lambda one: any("options" in part for part in iter_components(one))
        )


@pytest.mark.parametrize("view", [make_button_view, make_select_view])
async def test_what_is_not_there_refuses_the_whole_message(sandbox: Sandbox, view: Any) -> None:
    """Be it posted, edited, or answered; of a text it is let be, and shown by its name."""
    bot = InteractionQueueBot()
    async with bot.run_in(sandbox):
        place = bot.messageable(sandbox.duels_id)
        with pytest.raises(discord.HTTPException, match=r"emoji\.id: Invalid emoji") as no:
            await place.send("A den", view=view(FOREIGN_EMOJI))
        assert no.value.code == 50035
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        sent = await place.send("A den <:wolf:1234>", view=make_view(ui.Button(label="Howl", custom_id="howl")))
        await wolf.delete()
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await sent.edit(view=view(wolf))
        await sandbox.heron.click(await sandbox.heron.wait_for_message(sandbox.duels_id), "Howl", wait=False)
        heard = await bot.next_interaction()
        with pytest.raises(discord.HTTPException, match=r"data\.components.*Invalid emoji"):
            await heard.response.edit_message(view=view(wolf))
        await heard.response.defer()
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await heard.followup.send("Hoo", view=view(FOREIGN_EMOJI))


async def test_another_applications_emoji_is_nobodys(sandbox: Sandbox) -> None:
    made = await sandbox.playground.control("create_bot", name=f"Wren of {sandbox.bot_name}")
    owner, other = DiscordPyBot(), DiscordPyBot()
    async with owner.run_in(sandbox), other.run_in(sandbox, made["token"]):
        wolf = await owner.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        await sandbox.playground.control(
            "add_member", server=sandbox.server["id"], target=f"Wren of {sandbox.bot_name}"
        )
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await other.messageable(sandbox.duels_id).send("A den", view=make_button_view(wolf))


async def test_emoji_that_are_there_can_be_refused_for_a_while(sandbox: Sandbox) -> None:
    """Discord does that now and then."""
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        wolf = await bot.create_application_emoji(name="wolf", image=EMOJI_IMAGE)
        place = bot.messageable(sandbox.duels_id)
        await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, refused=2)
        await place.send("A den without")
        for _ in range(2):
            with pytest.raises(discord.HTTPException, match="Invalid emoji"):
                await place.send("A den", view=make_button_view(wolf))
        await place.send("A den", view=make_button_view(wolf))
        await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, refused=1)
        await sandbox.playground.control("clear_faults")
        await place.send("A den", view=make_button_view(wolf))
        with pytest.raises(PlaygroundError, match="number of messages"):
            await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, refused=-1)


async def test_emoji_can_be_given_to_a_bot(sandbox: Sandbox) -> None:
    """As if it had brought them: it lists them, shows them and takes them away."""
    await sandbox.playground.control("set_emojis", bot=sandbox.bot_name, names=["wolf", "bison"])
    bot = DiscordPyBot()
    async with bot.run_in(sandbox):
        wolf, bison = await bot.fetch_application_emojis()
        assert (wolf.name, bison.name) == ("wolf", "bison")
        assert wolf.user == bison.user == bot.user
        assert (await wolf.read())[:4] == b"\x89PNG"
        await bot.messageable(sandbox.duels_id).send("A den", view=make_button_view(wolf))
        await bison.delete()
        assert [each.name for each in await bot.fetch_application_emojis()] == ["wolf"]
