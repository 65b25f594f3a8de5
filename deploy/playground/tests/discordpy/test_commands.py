"""discord.py, unmodified: commands are told, and what people type arrives.

Each test writes the bot that it needs out in full, as somebody with discord.py would.
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


async def test_a_command_is_there_once_it_is_synced_and_gone_when_it_is_not(sandbox: Sandbox) -> None:
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


async def test_a_server_s_command_is_known_there_only(sandbox: Sandbox) -> None:
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


async def test_a_command_of_more_than_8000_letters_is_refused_and_the_old_ones_stay(sandbox: Sandbox) -> None:
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


async def test_all_types_of_options_arrive_as_what_they_are(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    got: dict[str, Any] = {}

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
        got.update(iter(interaction.namespace), content=await basket.read(), left_out=left_out)
        await interaction.response.send_message("Done.")

    options: dict[str, Any] = {
        "words": "oak", "season": "autumn", "count": 3, "weight": 2.5, "ripe": False, "animal": "heron",
        "place": sandbox.lounge_id, "role": sandbox.bot_role_id, "whom": "lynx", "basket": File("leaf.txt", b"\0leaf"),
    }  # fmt: skip
    async with bot.run_in(sandbox):
        await sandbox.otter.run_command(sandbox.duels_id, "gather", **options)
        assert got["words"] == "oak"
        assert got["season"] == "autumn"
        assert (got["count"], got["weight"], got["ripe"], got["left_out"]) == (3, 2.5, False, 7)
        assert isinstance(got["animal"], discord.Member)
        assert str(got["animal"].id) == await sandbox.find_person_id("heron")
        assert got["animal"].guild.id == sandbox.guild.id
        assert isinstance(got["place"], app_commands.AppCommandChannel)
        assert (str(got["place"].id), got["place"].name) == (sandbox.lounge_id, "lounge")
        assert isinstance(got["role"], discord.Role)
        assert got["role"].name == sandbox.bot_name
        assert isinstance(got["whom"], discord.Member)
        assert got["whom"].name == "lynx"
        assert isinstance(got["basket"], discord.Attachment)
        assert (got["basket"].filename, got["basket"].size) == ("leaf.txt", 5)
        assert got["content"] == b"\0leaf"


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"count": 3}, "words"),
        ({"words": "o", "count": 3}, "words"),
        ({"words": "oak", "count": 100}, "count"),
        ({"words": "oak", "count": "many"}, "count"),
        ({"words": "oak", "count": 3, "season": "winter"}, "season"),
        ({"words": "oak", "count": 3, "acorns": 3}, "acorns"),
    ],
)
async def test_the_app_sends_no_command_that_its_options_do_not_allow(
    sandbox: Sandbox, options: dict[str, Any], fault: str
) -> None:
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
        with pytest.raises(PlaygroundError, match=fault):
            await sandbox.otter.run_command(sandbox.duels_id, "gather", **options)


async def test_completion_knows_what_is_typed_already(sandbox: Sandbox) -> None:
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
        answer = await sandbox.otter.run_command(sandbox.duels_id, "pick", tree="oak", fruit="7")
        assert full_text(answer.message) == "7 of oak"


async def test_completion_that_takes_longer_than_three_seconds_shows_nothing(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    asked, go_on = asyncio.Event(), asyncio.Event()

    @bot.tree.command()
    async def pick(interaction: discord.Interaction, fruit: str) -> None:
        raise AssertionError(interaction.data, fruit)

    @pick.autocomplete("fruit")
    async def fruits(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        asked.set()
        await go_on.wait()
        return [app_commands.Choice(name="late", value=typed)]

    async with bot.run_in(sandbox):
        choices = asyncio.ensure_future(sandbox.otter.autocomplete(sandbox.duels_id, "pick", "fruit", fruit="a"))
        await asked.wait()
        await sandbox.playground.control("advance_time", seconds=TIMEOUT_S)
        with pytest.raises(PlaygroundError):
            await asyncio.wait_for(choices, TIMEOUT_S)
        go_on.set()
        # discord.py forgives itself a completion that came too late.
        async with asyncio.timeout(TIMEOUT_S):
            while not [
                one
                for one in await sandbox.load_traffic_log()
                if one["source"] == "rest" and "10062" in str(one["refused"])
            ]:
                await asyncio.sleep(0.01)


async def test_groups_and_their_subcommands_are_found_by_all_their_words(sandbox: Sandbox) -> None:
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
        answer = await sandbox.otter.run_command(sandbox.duels_id, "forest den sleep", hours=9)
        assert full_text(answer.message) == "forest den sleep 9"
        assert answer.message["playground"]["command"] == "forest den sleep"
        assert answer.message["interaction_metadata"]["user"]["username"] == "otter"
        with pytest.raises(PlaygroundError):
            await sandbox.otter.run_command(sandbox.duels_id, "forest")


async def test_context_menus_get_what_was_right_clicked(sandbox: Sandbox) -> None:
    """Each has its own names: that of people may have one that messages have."""
    bot = DiscordPyBot()
    met: list[discord.Member | discord.Message] = []

    @bot.tree.context_menu(name="Greet")
    async def wave(interaction: discord.Interaction, animal: discord.Member) -> None:
        met.append(animal)
        await interaction.response.send_message("Waved.")

    @bot.tree.context_menu(name="Greet")
    async def sniff(interaction: discord.Interaction, message: discord.Message) -> None:
        met.append(message)
        await interaction.response.send_message("Sniffed.", ephemeral=True)

    async with bot.run_in(sandbox):
        said = await sandbox.heron.send_message(sandbox.duels_id, "Quack")
        assert full_text(
            (
                await sandbox.otter.run_command(sandbox.duels_id, "Greet", target=await sandbox.find_person_id("lynx"))
            ).message
        )
        await sandbox.otter.run_command(sandbox.duels_id, "Greet", target=said)
        animal, message = met
        assert isinstance(animal, discord.Member)
        assert animal.name == "lynx"
        assert isinstance(message, discord.Message)
        assert (message.content, message.author.name) == ("Quack", "heron")


async def test_everybody_speaks_their_own_language(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    heard: list[tuple[discord.Locale, discord.Locale | None]] = []

    class German(app_commands.Translator):
        async def translate(self, string: app_commands.locale_str, locale: discord.Locale, _: Any) -> str | None:
            return "grüßen" if (string.message, locale) == ("greet", discord.Locale.german) else None

    @bot.tree.command()
    async def greet(interaction: discord.Interaction) -> None:
        heard.append((interaction.locale, interaction.guild_locale))
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
    assert heard == [(discord.Locale.german, english), (english, english), (discord.Locale.french, english)]


async def test_of_two_bots_with_the_same_command_one_must_be_named(sandbox: Sandbox) -> None:
    made = await sandbox.playground.control("create_bot", name=f"{sandbox.bot_name} junior")
    await sandbox.playground.control("add_member", server=sandbox.server["id"], target=f"{sandbox.bot_name} junior")
    elder, junior = DiscordPyBot(), DiscordPyBot()
    for bot in (elder, junior):
        bot.tree.add_command(make_greet_command())
    async with elder.run_in(sandbox), junior.run_in(sandbox, made["token"]):
        assert elder.user
        with pytest.raises(PlaygroundError, match="bot"):
            await sandbox.otter.run_command(sandbox.duels_id, "greet")
        answer = await sandbox.otter.run_command(sandbox.duels_id, "greet", bot=sandbox.bot_name)
        assert answer.message["author"]["id"] == str(elder.user.id)
        assert {guild.id for guild in junior.guilds} == {sandbox.guild.id}


async def test_what_is_for_servers_only_is_not_offered_in_a_dm(sandbox: Sandbox) -> None:
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


async def test_a_command_of_those_who_manage_is_not_offered_to_others(sandbox: Sandbox) -> None:
    bot = DiscordPyBot()
    manage = make_greet_command()
    manage.default_permissions = discord.Permissions(manage_guild=True)
    bot.tree.add_command(manage)
    async with bot.run_in(sandbox):
        assert (await sandbox.otter.run_command(sandbox.duels_id, "greet")).state == "answered"
        with pytest.raises(PlaygroundError):
            await sandbox.heron.run_command(sandbox.duels_id, "greet")
