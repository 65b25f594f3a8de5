"""discord.py, unmodified: an app that people have installed for themselves, where it is no more than their guest.

Each test has the place in Discord's documentation that it holds to; what needs no library is asked in `test_sentences`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
from discord import app_commands

from deploy.playground.tests.ground import PLAYERS, Bot, Ground, founded
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, Denied, Player, text

EPHEMERAL = 64
MISSING_ACCESS, TOO_MANY_FOLLOW_UPS = 50001, 40094
GUEST = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)


class Guest(Bot):
    """Answers by a button that all may press; each interaction is handed over."""

    def __init__(self, *, users: bool = True) -> None:
        super().__init__(intents=discord.Intents(guilds=True, dm_messages=True, guild_messages=True))
        self.calls: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.heard: list[discord.Message] = []
        self.tree.add_command(
            app_commands.Command(
                name="call",
                description="Calls",
                callback=self._call,
                allowed_installs=app_commands.AppInstallationType(guild=True, user=users),
                allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=users),
            )
        )

    async def _call(self, interaction: discord.Interaction) -> None:
        await self.calls.put(interaction)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.calls.put(interaction)

    async def on_message(self, message: discord.Message) -> None:
        self.heard.append(message)

    async def next(self) -> discord.Interaction:
        return await asyncio.wait_for(self.calls.get(), TIMEOUT_S)

    async def called(self, player: Player, channel: str) -> discord.Interaction:
        await player.command(channel, "call", wait=False)
        return await self.next()


def button() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Press", custom_id="press"))
    return view


async def installed(ground: Ground) -> None:
    """By the otter alone."""
    await ground.otter.install(ground.name)


async def trio(ground: Ground) -> str:
    return str((await ground.otter.group("heron", "lynx", name=f"Reeds of {ground.name}"))["id"])


def commands(see: JSON, channel: str) -> list[str]:
    there = [*see["dms"], *(it for server in see["servers"] for it in server["channels"])]
    return next(it["commands"] for it in there if it["id"] == channel)


async def owners(ground: Ground) -> dict[str, str]:
    """By kind of installation whose it is, of the interaction that came last."""
    told = [it["answered"] for it in await ground.wire() if it["what"] == "INTERACTION_CREATE"]
    return dict(told[-1]["authorizing_integration_owners"])


@pytest.fixture(autouse=True)
async def removed(ground: Ground) -> AsyncIterator[None]:
    """Others play there, too: nobody keeps an app that is gone."""
    yield
    for player in (ground.otter, ground.heron):
        await player.install(ground.name, installed=False)


@pytest.fixture
async def lake(ground: Ground) -> AsyncIterator[str]:
    """A channel of a server that has never heard of the bot."""
    server = await founded(ground.playground, f"Far from {ground.name}", [])
    yield str(server["channels"][0]["id"])
    for name in PLAYERS:
        await ground.playground.stage("remove_member", server=server["id"], target=name)


async def test_it_is_visible_only_to_the_authorizing_user(ground: Ground, lake: str) -> None:
    """resources/application, user context."""
    bot = Guest()
    async with bot.living(ground):
        group = await trio(ground)
        two = str((await ground.otter.act("dm", **{"with": "heron"}))["channel"]["id"])
        for place in (group, two, lake):
            assert commands(await ground.otter.see(), place) == []
        await installed(ground)
        for place in (group, two, lake):
            assert commands(await ground.otter.see(), place)
            with pytest.raises(Denied):
                await ground.heron.command(place, "call", wait=False)
        await ground.otter.install(ground.name, installed=False)
        assert commands(await ground.otter.see(), group) == []


async def test_an_interaction_tells_its_context_and_who_has_installed_the_app(ground: Ground) -> None:
    """interactions/receiving-and-responding, interaction context types and authorizing integration owners object."""
    bot = Guest()
    async with bot.living(ground):
        await installed(ground)
        otter = await ground.id("otter")
        places = {await trio(ground): discord.ChannelType.group, "@heron": discord.ChannelType.private}
        for place, kind in places.items():
            call = await bot.called(ground.otter, place)
            assert (call.context.private_channel, call.context.dm_channel, call.context.guild) == (True, False, False)
            assert (call.is_user_integration(), call.is_guild_integration()) == (True, False)
            assert await owners(ground) == {"1": otter}
            assert call.channel
            assert call.channel.type is kind
            # "includes `ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE` permissions for (G)DMs with other users"
            assert call.app_permissions == GUEST
            await call.response.send_message("Here")
        call = await bot.called(ground.otter, ground.dm)
        assert call.context.dm_channel
        # "The value will be "0" if the interaction is triggered from a DM with the app's bot user"
        assert await owners(ground) == {"0": "0", "1": otter}
        call = await bot.called(ground.otter, ground.duels)
        # "The value will be the guild ID if the interaction is triggered from a server"
        assert await owners(ground) == {"0": str(ground.guild.id), "1": otter}
        call = await bot.called(ground.heron, ground.duels)
        assert await owners(ground) == {"0": str(ground.guild.id)}


async def test_whoever_presses_is_not_who_has_installed_it(ground: Ground) -> None:
    """interactions/receiving-and-responding, authorizing integration owners object."""
    bot = Guest()
    async with bot.living(ground):
        await installed(ground)
        group = await trio(ground)
        await (await bot.called(ground.otter, group)).response.send_message("Press it", view=button())
        message = await ground.heron.waits_for(group)
        await ground.heron.click(message, "Press", wait=False)
        press = await bot.next()
        assert press.user.id == int(await ground.id("heron"))
        assert await owners(ground) == {"1": await ground.id("otter")}
        assert press.context.private_channel
        # By the press the message changes, and nobody but its reader sees what is whispered beside it.
        await press.response.edit_message(content="Pressed", view=button())
        await press.followup.send("For you", ephemeral=True)
        await ground.otter.waits_for(group, lambda one: one["content"] == "Pressed")
        assert [one["content"] for one in await ground.heron.messages(group)] == ["Pressed", "For you"]
        assert [one["content"] for one in await ground.lynx.messages(group)] == ["Pressed"]


async def test_where_it_has_no_part_it_may_do_nothing_by_its_own_token(ground: Ground, lake: str) -> None:
    """resources/application, installation context."""
    bot = Guest()
    async with bot.living(ground):
        await installed(ground)
        for place in (await trio(ground), lake):
            await (await bot.called(ground.otter, place)).response.send_message("Here")
            said = await ground.otter.waits_for(place, lambda one: text(one) == "Here")
            channel, message = bot.get_partial_messageable(int(place)), int(said["id"])
            http = bot.http
            for attempt in (
                channel.send("There"),
                channel.fetch_message(message),
                channel.get_partial_message(message).edit(content="There"),
                channel.get_partial_message(message).delete(),
                http.get_channel(int(place)),
                channel.typing().__aenter__(),
            ):
                with pytest.raises(discord.Forbidden) as no:
                    await attempt
                assert no.value.code == MISSING_ACCESS
        await ground.otter.say(ground.duels, "Home")
        await asyncio.wait_for(bot.wait_for("message"), TIMEOUT_S) if not bot.heard else None
        assert {str(one.channel.id) for one in bot.heard} == {ground.duels}


async def test_five_follow_ups_and_no_more(ground: Ground) -> None:
    """interactions/receiving-and-responding, create followup message."""
    bot = Guest()
    async with bot.living(ground):
        await installed(ground)
        call = await bot.called(ground.otter, await trio(ground))
        await call.response.send_message("Zero")
        for number in range(5):
            last = await call.followup.send(str(number), wait=True)
        with pytest.raises(discord.HTTPException) as no:
            await call.followup.send("Five")
        assert (no.value.status, no.value.code) == (400, TOO_MANY_FOLLOW_UPS)
        # What is there may be changed as often as one likes.
        await last.edit(content="The last")
        await call.edit_original_response(content="The first")
        # "apps installed to the server are unaffected" (change log)
        call = await bot.called(ground.otter, ground.duels)
        await call.response.send_message("Zero")
        for number in range(7):
            await call.followup.send(str(number))


@pytest.mark.parametrize("denied", ["use_external_apps", "send_messages"])
async def test_where_outside_apps_may_not_speak_the_responses_are_ephemeral(
    ground: Ground, lake: str, denied: str
) -> None:
    """topics/permissions, USE_EXTERNAL_APPS."""
    bot = Guest()
    async with bot.living(ground):
        await installed(ground)
        await ground.heron.install(ground.name)
        await ground.playground.stage("set_permissions", channel=lake, deny=[denied], target="heron")
        call = await bot.called(ground.heron, lake)
        assert isinstance(call.user, discord.Member)
        assert not getattr(call.permissions, denied)
        await call.response.send_message("Aloud")
        await call.followup.send("And again")
        assert [text(one) for one in await ground.heron.messages(lake)] == ["Aloud", "And again"]
        assert all(one["flags"] & EPHEMERAL for one in await ground.heron.messages(lake))
        assert await ground.otter.messages(lake) == []
        # Whoever may is heard by all.
        await (await bot.called(ground.otter, lake)).response.send_message("Heard")
        assert text((await ground.lynx.messages(lake))[-1]) == "Heard"
        # The server's own bot answers as it likes.
        await ground.playground.stage(
            "set_permissions", channel=ground.duels, deny=["use_external_apps"], target="otter"
        )
        await (await bot.called(ground.otter, ground.duels)).response.send_message("At home")
        assert text((await ground.lynx.messages(ground.duels))[-1]) == "At home"


async def test_a_private_channel_needs_an_installation_by_a_person(ground: Ground) -> None:
    """interactions/application-commands, interaction contexts. It is refused nowhere: py-cord names it with every
    command of a server's, and lives at Discord.
    """
    bot = Guest(users=False)
    async with bot.living(ground):
        await installed(ground)
        group = await trio(ground)
        await bot.http.upsert_global_command(
            bot.application_id or 0,
            {"name": "astray", "description": "Astray", "contexts": [0, 2], "integration_types": [0]},  # type: ignore[arg-type]  # theirs knows no contexts
        )
        await ground.otter.learns("astray", ground.name)
        assert commands(await ground.otter.see(), group) == []


async def test_a_group_is_of_people(ground: Ground) -> None:
    """resources/channel, channel types; no bot is in one."""
    group = await ground.otter.group("heron", "lynx", "badger")
    for player in (ground.otter, ground.heron, ground.lynx):
        assert group["id"] in {one["id"] for one in (await player.see())["dms"]}
    await ground.heron.say(group["id"], "All of us")
    assert text((await ground.lynx.messages(group["id"]))[-1]) == "All of us"
    for others in ([ground.name], []):
        with pytest.raises(Denied):
            await ground.otter.group(*others)
