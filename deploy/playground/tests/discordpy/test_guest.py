"""discord.py, unmodified: an app that people have installed for themselves, where it is no more than their guest.

Each test has the place in Discord's documentation that it holds to; what needs no library is asked in `test_sentences`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest
from discord import app_commands

from deploy.playground.tests.sandbox import PERSON_NAMES, DiscordPyBot, Sandbox, create_server
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON, PersonClient, PlaygroundError, full_text

EPHEMERAL_FLAG = 64
MISSING_ACCESS, TOO_MANY_FOLLOW_UPS = 50001, 40094
GUEST_PERMISSIONS = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)


class GuestBot(DiscordPyBot):
    """Answers by a button that all may press; each interaction is handed over."""

    def __init__(self, *, users: bool = True) -> None:
        super().__init__(intents=discord.Intents(guilds=True, dm_messages=True, guild_messages=True))
        self.interactions: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.messages: list[discord.Message] = []
        self.tree.add_command(
            app_commands.Command(
                name="call",
                description="Calls",
                callback=self._record_call,
                allowed_installs=app_commands.AppInstallationType(guild=True, user=users),
                allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=users),
            )
        )

    async def _record_call(self, interaction: discord.Interaction) -> None:
        await self.interactions.put(interaction)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self.interactions.put(interaction)

    async def on_message(self, message: discord.Message) -> None:
        self.messages.append(message)

    async def next_interaction(self) -> discord.Interaction:
        return await asyncio.wait_for(self.interactions.get(), TIMEOUT_S)

    async def run_call_command(self, player: PersonClient, channel: str) -> discord.Interaction:
        await player.run_command(channel, "call", wait=False)
        return await self.next_interaction()


def make_button_view() -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="Press", custom_id="press"))
    return view


async def install_for_otter(ground: Sandbox) -> None:
    """By the otter alone."""
    await ground.otter.set_bot_installed(ground.bot_name)


async def create_group(ground: Sandbox) -> str:
    return str((await ground.otter.create_group("heron", "lynx", name=f"Reeds of {ground.bot_name}"))["id"])


def list_command_ids(view: JSON, channel: str) -> list[str]:
    there = [*view["dms"], *(it for server in view["servers"] for it in server["channels"])]
    return next(it["commands"] for it in there if it["id"] == channel)


async def load_installation_owners(ground: Sandbox) -> dict[str, str]:
    """By kind of installation whose it is, of the interaction that came last."""
    told = [it["answered"] for it in await ground.load_traffic_log() if it["what"] == "INTERACTION_CREATE"]
    return dict(told[-1]["authorizing_integration_owners"])


@pytest.fixture(autouse=True)
async def uninstall_afterwards(sandbox: Sandbox) -> AsyncIterator[None]:
    """Others play there, too: nobody keeps an app that is gone."""
    yield
    for player in (sandbox.otter, sandbox.heron):
        await player.set_bot_installed(sandbox.bot_name, installed=False)


@pytest.fixture
async def channel_without_bot(sandbox: Sandbox) -> AsyncIterator[str]:
    """A channel of a server that has never heard of the bot."""
    server = await create_server(sandbox.playground, f"Far from {sandbox.bot_name}", [])
    yield str(server["channels"][0]["id"])
    for name in PERSON_NAMES:
        await sandbox.playground.control("remove_member", server=server["id"], target=name)


async def test_it_is_visible_only_to_the_authorizing_user(sandbox: Sandbox, channel_without_bot: str) -> None:
    """resources/application, user context."""
    bot = GuestBot()
    async with bot.run_in(sandbox):
        group = await create_group(sandbox)
        two = str((await sandbox.otter.perform_action("dm", **{"with": "heron"}))["channel"]["id"])
        for place in (group, two, channel_without_bot):
            assert list_command_ids(await sandbox.otter.load_view(), place) == []
        await install_for_otter(sandbox)
        for place in (group, two, channel_without_bot):
            assert list_command_ids(await sandbox.otter.load_view(), place)
            with pytest.raises(PlaygroundError):
                await sandbox.heron.run_command(place, "call", wait=False)
        await sandbox.otter.set_bot_installed(sandbox.bot_name, installed=False)
        assert list_command_ids(await sandbox.otter.load_view(), group) == []


async def test_an_interaction_tells_its_context_and_who_has_installed_the_app(sandbox: Sandbox) -> None:
    """interactions/receiving-and-responding, interaction context types and authorizing integration owners object."""
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        otter = await sandbox.find_person_id("otter")
        places = {await create_group(sandbox): discord.ChannelType.group, "@heron": discord.ChannelType.private}
        for place, kind in places.items():
            call = await bot.run_call_command(sandbox.otter, place)
            assert (call.context.private_channel, call.context.dm_channel, call.context.guild) == (True, False, False)
            assert (call.is_user_integration(), call.is_guild_integration()) == (True, False)
            assert await load_installation_owners(sandbox) == {"1": otter}
            assert call.channel
            assert call.channel.type is kind
            # "includes `ATTACH_FILES | EMBED_LINKS | MENTION_EVERYONE` permissions for (G)DMs with other users"
            assert call.app_permissions == GUEST_PERMISSIONS
            await call.response.send_message("Here")
        call = await bot.run_call_command(sandbox.otter, sandbox.dm_name)
        assert call.context.dm_channel
        # "The value will be "0" if the interaction is triggered from a DM with the app's bot user"
        assert await load_installation_owners(sandbox) == {"0": "0", "1": otter}
        call = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        # "The value will be the guild ID if the interaction is triggered from a server"
        assert await load_installation_owners(sandbox) == {"0": str(sandbox.guild.id), "1": otter}
        call = await bot.run_call_command(sandbox.heron, sandbox.duels_id)
        assert await load_installation_owners(sandbox) == {"0": str(sandbox.guild.id)}


async def test_whoever_presses_is_not_who_has_installed_it(sandbox: Sandbox) -> None:
    """interactions/receiving-and-responding, authorizing integration owners object."""
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        group = await create_group(sandbox)
        await (await bot.run_call_command(sandbox.otter, group)).response.send_message(
            "Press it", view=make_button_view()
        )
        message = await sandbox.heron.wait_for_message(group)
        await sandbox.heron.click(message, "Press", wait=False)
        press = await bot.next_interaction()
        assert press.user.id == int(await sandbox.find_person_id("heron"))
        assert await load_installation_owners(sandbox) == {"1": await sandbox.find_person_id("otter")}
        assert press.context.private_channel
        # By the press the message changes, and nobody but its reader sees what is whispered beside it.
        await press.response.edit_message(content="Pressed", view=make_button_view())
        await press.followup.send("For you", ephemeral=True)
        await sandbox.otter.wait_for_message(group, lambda one: one["content"] == "Pressed")
        assert [one["content"] for one in await sandbox.heron.load_messages(group)] == ["Pressed", "For you"]
        assert [one["content"] for one in await sandbox.lynx.load_messages(group)] == ["Pressed"]


async def test_where_it_has_no_part_it_may_do_nothing_by_its_own_token(
    sandbox: Sandbox, channel_without_bot: str
) -> None:
    """resources/application, installation context."""
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        for place in (await create_group(sandbox), channel_without_bot):
            await (await bot.run_call_command(sandbox.otter, place)).response.send_message("Here")
            said = await sandbox.otter.wait_for_message(place, lambda one: full_text(one) == "Here")
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
        await sandbox.otter.send_message(sandbox.duels_id, "Home")
        await asyncio.wait_for(bot.wait_for("message"), TIMEOUT_S) if not bot.messages else None
        assert {str(one.channel.id) for one in bot.messages} == {sandbox.duels_id}


async def test_five_follow_ups_and_no_more(sandbox: Sandbox) -> None:
    """interactions/receiving-and-responding, create followup message."""
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        call = await bot.run_call_command(sandbox.otter, await create_group(sandbox))
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
        call = await bot.run_call_command(sandbox.otter, sandbox.duels_id)
        await call.response.send_message("Zero")
        for number in range(7):
            await call.followup.send(str(number))


@pytest.mark.parametrize("denied", ["use_external_apps", "send_messages"])
async def test_where_outside_apps_may_not_speak_the_responses_are_ephemeral(
    sandbox: Sandbox, channel_without_bot: str, denied: str
) -> None:
    """topics/permissions, USE_EXTERNAL_APPS."""
    bot = GuestBot()
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        await sandbox.heron.set_bot_installed(sandbox.bot_name)
        await sandbox.playground.control("set_permissions", channel=channel_without_bot, deny=[denied], target="heron")
        call = await bot.run_call_command(sandbox.heron, channel_without_bot)
        assert isinstance(call.user, discord.Member)
        assert not getattr(call.permissions, denied)
        await call.response.send_message("Aloud")
        await call.followup.send("And again")
        assert [full_text(one) for one in await sandbox.heron.load_messages(channel_without_bot)] == [
            "Aloud",
            "And again",
        ]
        assert all(one["flags"] & EPHEMERAL_FLAG for one in await sandbox.heron.load_messages(channel_without_bot))
        assert await sandbox.otter.load_messages(channel_without_bot) == []
        # Whoever may is heard by all.
        await (await bot.run_call_command(sandbox.otter, channel_without_bot)).response.send_message("Heard")
        assert full_text((await sandbox.lynx.load_messages(channel_without_bot))[-1]) == "Heard"
        # The server's own bot answers as it likes.
        await sandbox.playground.control(
            "set_permissions", channel=sandbox.duels_id, deny=["use_external_apps"], target="otter"
        )
        await (await bot.run_call_command(sandbox.otter, sandbox.duels_id)).response.send_message("At home")
        assert full_text((await sandbox.lynx.load_messages(sandbox.duels_id))[-1]) == "At home"


async def test_a_private_channel_needs_an_installation_by_a_person(sandbox: Sandbox) -> None:
    """interactions/application-commands, interaction contexts. It is refused nowhere: py-cord names it with every
    command of a server's, and lives at Discord.
    """
    bot = GuestBot(users=False)
    async with bot.run_in(sandbox):
        await install_for_otter(sandbox)
        group = await create_group(sandbox)
        await bot.http.upsert_global_command(
            bot.application_id or 0,
            {"name": "astray", "description": "Astray", "contexts": [0, 2], "integration_types": [0]},  # type: ignore[arg-type]  # theirs knows no contexts
        )
        await sandbox.otter.wait_for_command("astray", sandbox.bot_name)
        assert list_command_ids(await sandbox.otter.load_view(), group) == []


async def test_a_group_is_of_people(sandbox: Sandbox) -> None:
    """resources/channel, channel types; no bot is in one."""
    group = await sandbox.otter.create_group("heron", "lynx", "badger")
    for player in (sandbox.otter, sandbox.heron, sandbox.lynx):
        assert group["id"] in {one["id"] for one in (await player.load_view())["dms"]}
    await sandbox.heron.send_message(group["id"], "All of us")
    assert full_text((await sandbox.lynx.load_messages(group["id"]))[-1]) == "All of us"
    for others in ([sandbox.bot_name], []):
        with pytest.raises(PlaygroundError):
            await sandbox.otter.create_group(*others)
