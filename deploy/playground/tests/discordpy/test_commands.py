"""Test that unmodified discord.py can register commands and run them with all types of options.

Each test defines a complete bot, as in an application that uses discord.py.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

import discord
import pytest
from discord import app_commands

from deploy.playground.tests.sandbox import DiscordPyBot, Sandbox, create_server
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import File, PlaygroundError, full_text

INVALID_FORM = 50035


async def send_hello(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Hello.")


def make_greet_command(name: str = "greet") -> app_commands.Command[Any, ..., None]:
    return app_commands.Command(name=name, description="Greets", callback=send_hello)


async def test_commands_appear_and_disappear_with_sync(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    bot.tree.add_command(make_greet_command("greet"))
    bot.tree.add_command(make_greet_command("bow"))
    async with bot.run_in(sandbox):
        assert {command.name for command in await bot.tree.fetch_commands()} == {"greet", "bow"}
        assert full_text((await sandbox.otter.run_command(sandbox.duels_id, "bow")).message) == "Hello."
        bot.tree.remove_command("bow")
        synced = {command.name: command.id for command in await bot.tree.sync()}
        assert set(synced) == {"greet"}
        with pytest.raises(PlaygroundError, match="bow"):
            await sandbox.otter.run_command(sandbox.duels_id, "bow")
        assert {command.name: command.id for command in await bot.tree.sync()} == synced


async def test_guild_command_exists_in_its_server_only(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    bot.tree.add_command(make_greet_command(), guild=sandbox.guild)
    async with bot.run_in(sandbox):
        await bot.tree.sync(guild=sandbox.guild)
        assert await bot.tree.fetch_commands() == []
        assert [command.guild_id for command in await bot.tree.fetch_commands(guild=sandbox.guild)] == [
            sandbox.guild.id
        ]
        assert (await sandbox.otter.run_command(sandbox.duels_id, "greet")).state == "answered"
        with pytest.raises(PlaygroundError):
            await sandbox.otter.run_command(sandbox.dm_name, "greet")
        elsewhere = await create_server(sandbox.playground, f"Beech of {sandbox.bot_name}", [sandbox.bot_name])
        with pytest.raises(PlaygroundError):
            await sandbox.otter.run_command(elsewhere["channels"][0]["id"], "greet")


async def test_command_over_8000_characters_is_refused(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    bot.tree.add_command(make_greet_command())
    async with bot.run_in(sandbox):
        long = app_commands.Group(name="long", description="d" * 100)
        for name in ("first", "second", "third", "fourth"):
            group = app_commands.Group(name=name, description="d" * 100, parent=long)
            for n in range(20):
                group.add_command(app_commands.Command(name=f"{name}-{n}", description="d" * 100, callback=send_hello))
        bot.tree.add_command(long)
        with pytest.raises(app_commands.CommandSyncFailure) as failure:
            await bot.tree.sync()
        assert (failure.value.status, failure.value.code) == (400, INVALID_FORM)
        assert {command.name for command in await bot.tree.fetch_commands()} == {"greet"}


async def test_option_values_arrive_with_their_types(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    received: dict[str, Any] = {}

    @bot.tree.command()
    async def gather(
        interaction: discord.Interaction,
        words: app_commands.Range[str, 2, 9],
        season: Literal["summer", "autumn"],
        count: app_commands.Range[int, 1, 99],
        weight: float,
        ripe: bool,
        animal: discord.Member,
        place: discord.TextChannel,
        role: discord.Role,
        whom: discord.Member | discord.Role,
        basket: discord.Attachment,
        left_out: int = 7,
    ) -> None:
        received.update(iter(interaction.namespace), content=await basket.read(), left_out=left_out)
        await interaction.response.send_message("Done.")

    options: dict[str, Any] = {
        "words": "oak", "season": "autumn", "count": 3, "weight": 2.5, "ripe": False, "animal": "heron",
        "place": sandbox.lounge_id, "role": sandbox.bot_role_id, "whom": "lynx", "basket": File("leaf.txt", b"\0leaf"),
    }  # fmt: skip
    async with bot.run_in(sandbox):
        await sandbox.otter.run_command(sandbox.duels_id, "gather", **options)
        assert received["words"] == "oak"
        assert received["season"] == "autumn"
        assert (received["count"], received["weight"], received["ripe"], received["left_out"]) == (3, 2.5, False, 7)
        assert isinstance(received["animal"], discord.Member)
        assert str(received["animal"].id) == await sandbox.find_person_id("heron")
        assert received["animal"].guild.id == sandbox.guild.id
        assert isinstance(received["place"], app_commands.AppCommandChannel)
        assert (str(received["place"].id), received["place"].name) == (sandbox.lounge_id, "lounge")
        assert isinstance(received["role"], discord.Role)
        assert received["role"].name == sandbox.bot_name
        assert isinstance(received["whom"], discord.Member)
        assert received["whom"].name == "lynx"
        assert isinstance(received["basket"], discord.Attachment)
        assert (received["basket"].filename, received["basket"].size) == ("leaf.txt", 5)
        assert received["content"] == b"\0leaf"


@pytest.mark.parametrize(
    ("options", "reported_option"),
    [
        ({"count": 3}, "words"),
        ({"words": "o", "count": 3}, "words"),
        ({"words": "oak", "count": 100}, "count"),
        ({"words": "oak", "count": "many"}, "count"),
        ({"words": "oak", "count": 3, "season": "winter"}, "season"),
        ({"words": "oak", "count": 3, "acorns": 3}, "acorns"),
    ],
)
async def test_invalid_options_are_not_sent(sandbox: Sandbox, options: dict[str, Any], reported_option: str) -> None:
    bot = DiscordPyBot()

    @bot.tree.command()
    async def gather(
        interaction: discord.Interaction,
        words: app_commands.Range[str, 2, 9],
        count: app_commands.Range[int, 1, 99],
        season: Literal["summer", "autumn"] = "summer",
    ) -> None:
        raise AssertionError(interaction.data, words, count, season)

    async with bot.run_in(sandbox):
        with pytest.raises(PlaygroundError, match=reported_option):
            await sandbox.otter.run_command(sandbox.duels_id, "gather", **options)


async def test_autocomplete_receives_earlier_options(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()

    @bot.tree.command()
    async def pick(interaction: discord.Interaction, tree: str, fruit: str) -> None:
        await interaction.response.send_message(f"{fruit} of {tree}")

    @pick.autocomplete("fruit")
    async def fruits(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        tree = interaction.namespace.tree
        return [app_commands.Choice(name=f"{typed}{n} of {tree}", value=f"{n}") for n in range(25)]

    async with bot.run_in(sandbox):
        choices = await sandbox.otter.autocomplete(sandbox.duels_id, "pick", "fruit", tree="oak", fruit="ac")
        assert len(choices) == 25
        assert choices[7] == {"name": "ac7 of oak", "value": "7"}
        result = await sandbox.otter.run_command(sandbox.duels_id, "pick", tree="oak", fruit="7")
        assert full_text(result.message) == "7 of oak"


async def test_late_autocomplete_fails(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    requested, released = asyncio.Event(), asyncio.Event()

    @bot.tree.command()
    async def pick(interaction: discord.Interaction, fruit: str) -> None:
        raise AssertionError(interaction.data, fruit)

    @pick.autocomplete("fruit")
    async def fruits(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        requested.set()
        await released.wait()
        return [app_commands.Choice(name="late", value=typed)]

    async with bot.run_in(sandbox):
        choices = asyncio.ensure_future(sandbox.otter.autocomplete(sandbox.duels_id, "pick", "fruit", fruit="a"))
        await requested.wait()
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S)
        with pytest.raises(PlaygroundError):
            await asyncio.wait_for(choices, TIMEOUT_S)
        released.set()
        # discord.py ignores the error that it gets for a late autocomplete response.
        async with asyncio.timeout(TIMEOUT_S):
            while not [
                entry
                for entry in await sandbox.load_traffic_log()
                if entry["source"] == "rest" and "10062" in str(entry["refused"])
            ]:
                await asyncio.sleep(0.01)


async def test_subcommands_run_by_their_full_names(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    forest = app_commands.Group(name="forest", description="A forest")
    den = app_commands.Group(name="den", description="A den", parent=forest)
    forest.add_command(make_greet_command("enter"))

    @den.command()
    async def sleep(interaction: discord.Interaction, hours: int) -> None:
        assert interaction.command
        await interaction.response.send_message(f"{interaction.command.qualified_name} {hours}")

    bot.tree.add_command(forest)
    async with bot.run_in(sandbox):
        assert full_text((await sandbox.otter.run_command(sandbox.duels_id, "forest enter")).message) == "Hello."
        result = await sandbox.otter.run_command(sandbox.duels_id, "forest den sleep", hours=9)
        assert full_text(result.message) == "forest den sleep 9"
        assert result.message["playground"]["command"] == "forest den sleep"
        assert result.message["interaction_metadata"]["user"]["username"] == "otter"
        with pytest.raises(PlaygroundError):
            await sandbox.otter.run_command(sandbox.duels_id, "forest")


async def test_context_menus_receive_their_targets(sandbox: Sandbox) -> None:
    """A user command and a message command with the same name must not be confused."""
    bot = DiscordPyBot()
    targets: list[discord.Member | discord.Message] = []

    @bot.tree.context_menu(name="Greet")
    async def wave(interaction: discord.Interaction, animal: discord.Member) -> None:
        targets.append(animal)
        await interaction.response.send_message("Waved.")

    @bot.tree.context_menu(name="Greet")
    async def sniff(interaction: discord.Interaction, message: discord.Message) -> None:
        targets.append(message)
        await interaction.response.send_message("Sniffed.", ephemeral=True)

    async with bot.run_in(sandbox):
        sent = await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        assert full_text(
            (
                await sandbox.otter.run_command(sandbox.duels_id, "Greet", target=await sandbox.find_person_id("lynx"))
            ).message
        )
        await sandbox.otter.run_command(sandbox.duels_id, "Greet", target=sent)
        animal, message = targets
        assert isinstance(animal, discord.Member)
        assert animal.name == "lynx"
        assert isinstance(message, discord.Message)
        assert (message.content, message.author.name) == ("Quack", "heron")


async def test_interaction_has_the_locale_of_its_user(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    locales: list[tuple[discord.Locale, discord.Locale | None]] = []

    class German(app_commands.Translator):
        async def translate(self, string: app_commands.locale_str, locale: discord.Locale, _: Any) -> str | None:
            return "grüßen" if (string.message, locale) == ("greet", discord.Locale.german) else None

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        locales.append((interaction.locale, interaction.guild_locale))
        await interaction.response.send_message("Hello.")

    await bot.tree.set_translator(German())
    async with bot.run_in(sandbox):
        command = await sandbox.heron.wait_for_command("greet", sandbox.bot_name)
        assert command["name_localizations"] == {"de": "grüßen"}
        await sandbox.heron.run_command(sandbox.duels_id, "grüßen")
        await sandbox.otter.run_command(sandbox.duels_id, "greet")
        await sandbox.otter.set_locale("fr")
        await sandbox.otter.run_command(sandbox.duels_id, "greet")
        await sandbox.otter.set_locale("en-US")
    english = discord.Locale.american_english
    assert locales == [(discord.Locale.german, english), (english, english), (discord.Locale.french, english)]


async def test_command_of_two_bots_needs_a_bot_name(sandbox: Sandbox) -> None:
    created = await sandbox.playground.control("create_bot", name=f"{sandbox.bot_name} junior")
    await sandbox.playground.control("add_member", server=sandbox.server["id"], target=f"{sandbox.bot_name} junior")
    elder, junior = DiscordPyBot(), DiscordPyBot()
    for bot in (elder, junior):
        bot.tree.add_command(make_greet_command())
    async with elder.run_in(sandbox), junior.run_in(sandbox, created["token"]):
        assert elder.user
        with pytest.raises(PlaygroundError, match="bot"):
            await sandbox.otter.run_command(sandbox.duels_id, "greet")
        result = await sandbox.otter.run_command(sandbox.duels_id, "greet", bot=sandbox.bot_name)
        assert result.message["author"]["id"] == str(elder.user.id)
        assert {guild.id for guild in junior.guilds} == {sandbox.guild.id}


async def test_guild_only_command_is_not_available_in_dm(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()

    @bot.tree.command()
    @app_commands.guild_only()
    async def gather(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Gathered.")

    bot.tree.add_command(make_greet_command())
    async with bot.run_in(sandbox):
        assert (await sandbox.otter.run_command(sandbox.dm_name, "greet")).state == "answered"
        assert (await sandbox.otter.run_command(sandbox.duels_id, "gather")).state == "answered"
        with pytest.raises(PlaygroundError):
            await sandbox.otter.run_command(sandbox.dm_name, "gather")


async def test_manager_command_is_not_available_to_others(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    manage = make_greet_command()
    manage.default_permissions = discord.Permissions(manage_guild=True)
    bot.tree.add_command(manage)
    async with bot.run_in(sandbox):
        assert (await sandbox.otter.run_command(sandbox.duels_id, "greet")).state == "answered"
        with pytest.raises(PlaygroundError):
            await sandbox.heron.run_command(sandbox.duels_id, "greet")
