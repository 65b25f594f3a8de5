"""discord.py, unmodified: an application's own emoji, uploaded, shown, changed and gone."""

from __future__ import annotations

from typing import Any

import aiohttp
import discord
import pytest
from discord import ui

from deploy.playground.tests.discordpy.listener import Listener, custom_id, view_of
from deploy.playground.tests.ground import Bot, Ground
from discord_playground.cdn import draw_avatar_png
from discord_playground.client import Denied, components

PICTURE = draw_avatar_png(7)
OTHER = discord.PartialEmoji(name="wolf", id=1234)


def wolves(emoji: discord.PartialEmoji | discord.Emoji) -> ui.View:
    return view_of(ui.Button(label="Howl", custom_id="howl", emoji=emoji))


def chosen(emoji: discord.Emoji | discord.PartialEmoji) -> ui.View:
    options = [discord.SelectOption(label="Bison"), discord.SelectOption(label="Wolf", emoji=emoji)]
    return view_of(ui.Select(custom_id="who", options=options))


async def test_an_emoji_is_made_listed_renamed_and_deleted(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        made = await bot.create_application_emoji(name="wolf_7", image=PICTURE)
        assert (made.name, made.animated, made.is_application_owned()) == ("wolf_7", False, True)
        assert made.user
        assert bot.user
        assert made.user.id == bot.user.id
        assert [it.name for it in await bot.fetch_application_emojis()] == ["wolf_7"]
        async with aiohttp.ClientSession() as session, session.get(made.url) as fetched:
            assert (fetched.status, fetched.content_type) == (200, "image/png")
            assert await fetched.read() == PICTURE
        assert (await made.edit(name="wolf_8")).name == "wolf_8"
        assert (await bot.fetch_application_emoji(made.id)).name == "wolf_8"
        await made.delete()
        assert await bot.fetch_application_emojis() == []
        with pytest.raises(discord.NotFound, match="10014"):
            await bot.fetch_application_emoji(made.id)


async def test_each_name_is_there_once(ground: Ground) -> None:
    bot = Bot()
    async with bot.living(ground):
        await bot.create_application_emoji(name="bison", image=PICTURE)
        wolf = await bot.create_application_emoji(name="wolf", image=PICTURE)
        with pytest.raises(discord.HTTPException, match="In name: An emoji with this name already exists") as no:
            await bot.create_application_emoji(name="wolf", image=PICTURE)
        assert no.value.code == 50035
        with pytest.raises(discord.HTTPException, match="already exists"):
            await wolf.edit(name="bison")
        assert (await wolf.edit(name="wolf")).name == "wolf"


async def test_it_is_shown_on_buttons_and_in_selects(ground: Ground) -> None:
    bot = Listener()
    async with bot.living(ground):
        wolf = await bot.create_application_emoji(name="wolf", image=PICTURE)
        place = bot.told(ground.duels)
        await place.send("A den", view=wolves(wolf))
        shown: Any = await ground.heron.waits_for(ground.duels)
        assert next(one["emoji"] for one in components(shown) if "emoji" in one)["id"] == str(wolf.id)
        clicked = ground.heron.click(shown, "Howl", wait=False)
        await clicked
        heard = await bot.next()
        assert custom_id(heard) == "howl"
        await heard.response.edit_message(view=chosen(wolf))
        await ground.heron.waits_for(ground.duels, lambda one: any("options" in part for part in components(one)))


@pytest.mark.parametrize("view", [wolves, chosen])
async def test_what_is_not_there_refuses_the_whole_message(ground: Ground, view: Any) -> None:
    """Be it posted, edited, or answered; of a text it is let be, and shown by its name."""
    bot = Listener()
    async with bot.living(ground):
        place = bot.told(ground.duels)
        with pytest.raises(discord.HTTPException, match=r"emoji\.id: Invalid emoji") as no:
            await place.send("A den", view=view(OTHER))
        assert no.value.code == 50035
        wolf = await bot.create_application_emoji(name="wolf", image=PICTURE)
        sent = await place.send("A den <:wolf:1234>", view=view_of(ui.Button(label="Howl", custom_id="howl")))
        await wolf.delete()
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await sent.edit(view=view(wolf))
        await ground.heron.click(await ground.heron.waits_for(ground.duels), "Howl", wait=False)
        heard = await bot.next()
        with pytest.raises(discord.HTTPException, match=r"data\.components.*Invalid emoji"):
            await heard.response.edit_message(view=view(wolf))
        await heard.response.defer()
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await heard.followup.send("Hoo", view=view(OTHER))


async def test_another_applications_emoji_is_nobodys(ground: Ground) -> None:
    made = await ground.playground.stage("create_bot", name=f"Wren of {ground.name}")
    owner, other = Bot(), Bot()
    async with owner.living(ground), other.living(ground, made["token"]):
        wolf = await owner.create_application_emoji(name="wolf", image=PICTURE)
        await ground.playground.stage("add_member", server=ground.server["id"], target=f"Wren of {ground.name}")
        with pytest.raises(discord.HTTPException, match="Invalid emoji"):
            await other.told(ground.duels).send("A den", view=wolves(wolf))


async def test_emoji_that_are_there_can_be_refused_for_a_while(ground: Ground) -> None:
    """Discord does that now and then."""
    bot = Bot()
    async with bot.living(ground):
        wolf = await bot.create_application_emoji(name="wolf", image=PICTURE)
        place = bot.told(ground.duels)
        await ground.playground.stage("set_emojis", bot=ground.name, refused=2)
        await place.send("A den without")
        for _ in range(2):
            with pytest.raises(discord.HTTPException, match="Invalid emoji"):
                await place.send("A den", view=wolves(wolf))
        await place.send("A den", view=wolves(wolf))
        await ground.playground.stage("set_emojis", bot=ground.name, refused=1)
        await ground.playground.stage("clear_faults")
        await place.send("A den", view=wolves(wolf))
        with pytest.raises(Denied, match="number of messages"):
            await ground.playground.stage("set_emojis", bot=ground.name, refused=-1)


async def test_emoji_can_be_given_to_a_bot(ground: Ground) -> None:
    """As if it had brought them: it lists them, shows them and takes them away."""
    await ground.playground.stage("set_emojis", bot=ground.name, names=["wolf", "bison"])
    bot = Bot()
    async with bot.living(ground):
        wolf, bison = await bot.fetch_application_emojis()
        assert (wolf.name, bison.name) == ("wolf", "bison")
        assert wolf.user == bison.user == bot.user
        assert (await wolf.read())[:4] == b"\x89PNG"
        await bot.told(ground.duels).send("A den", view=wolves(wolf))
        await bison.delete()
        assert [each.name for each in await bot.fetch_application_emojis()] == ["wolf"]
