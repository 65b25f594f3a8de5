"""The sample bot's commands and client."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import discord
from discord import app_commands

from discord_playground.sample.views import (
    BERRY_NAMES,
    ClearingLayout,
    ToysView,
    create_modal,
    draw_leaf_file,
    format_values,
)

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
TRANSLATIONS: Mapping[discord.Locale, Mapping[str, str]] = {
    discord.Locale.german: {"forest": "wald", "gather": "sammeln", "clearing": "lichtung", "Wave": "Winken"},
    discord.Locale.french: {"forest": "forêt", "gather": "cueillir", "clearing": "clairière", "Wave": "Saluer"},
}


class SampleTranslator(app_commands.Translator):
    async def translate(self, string: app_commands.locale_str, locale: discord.Locale, _: Any) -> str | None:
        return TRANSLATIONS.get(locale, {}).get(string.message)


class DenCommands(app_commands.Group, name="den", description="Things to do at home"):
    @app_commands.command(description="Sleep, and never respond")
    async def sleep(self, interaction: discord.Interaction) -> None:
        """Do nothing. The interaction then fails, because the bot never responds."""

    @app_commands.command(description="Whisper to another animal, in its direct messages")
    async def whisper(self, interaction: discord.Interaction, animal: discord.User, words: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        try:
            await animal.send(f"{interaction.user.mention} whispers: {words}")
        except discord.Forbidden:
            await interaction.followup.send(f"{animal.mention} does not listen.")
        else:
            await interaction.followup.send(f"{animal.mention} has heard it.")


class ForestCommands(app_commands.Group, name="forest", description="Things to do in the forest"):
    den_group = DenCommands()

    @app_commands.command(description="Gather berries, with an option of every type")
    @app_commands.describe(berry="Completed while you type", weight="In pounds", ripe="Are they ripe?")
    async def gather(
        self,
        interaction: discord.Interaction,
        berry: str,
        season: Literal["summer", "autumn"] = "summer",
        count: app_commands.Range[int, 1, 99] = 1,
        weight: app_commands.Range[float, 0.0, 9.5] | None = None,
        ripe: bool | None = None,
        animal: discord.User | None = None,
        place: discord.TextChannel | None = None,
        role: discord.Role | None = None,
        whom: discord.Member | discord.Role | None = None,
        basket: discord.Attachment | None = None,
    ) -> None:
        text = format_values((season, weight, ripe, animal, place, role, whom, basket))
        await interaction.response.send_message(embed=discord.Embed(title=f"{count} × {berry}", description=text))

    @gather.autocomplete("berry")
    async def complete_berry(self, _: discord.Interaction, text: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=berry.title(), value=berry) for berry in BERRY_NAMES if text.lower() in berry]


@app_commands.command(description="Every component of a layout")
async def clearing(interaction: discord.Interaction) -> None:
    map_file = discord.File(io.BytesIO("oak ── den ── brook\n".encode()), "map.txt")
    await interaction.response.send_message(view=ClearingLayout(), files=[draw_leaf_file(), map_file])


@app_commands.command(description="Buttons and selects")
@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
async def toys(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Choose.", view=ToysView())


@app_commands.command(description="Forms")
async def write(interaction: discord.Interaction, what: Literal["letter", "picnic", "burrow"]) -> None:
    await interaction.response.send_modal(create_modal(what))


@app_commands.command(description="Look for food; it takes a while")
async def forage(interaction: discord.Interaction, quietly: bool = False) -> None:
    await interaction.response.defer(thinking=True, ephemeral=quietly)
    await interaction.followup.send("Three berries.", ephemeral=quietly)
    more = await interaction.followup.send("And a mushroom!", ephemeral=quietly, wait=True)
    stone = await interaction.followup.send("And a stone.", ephemeral=quietly, wait=True)
    await more.edit(content="And a leaf.", attachments=[draw_leaf_file()])
    await stone.delete()
    await interaction.edit_original_response(content="Two berries; one was eaten.")


@app_commands.command(description="Start a thread")
@app_commands.guild_only()
async def trail(interaction: discord.Interaction, name: app_commands.Range[str, 1, 100]) -> None:
    await interaction.response.send_message(f"A trail begins: {name}")
    if isinstance(interaction.channel, discord.TextChannel):
        thread = await interaction.channel.create_thread(name=name, message=await interaction.original_response())
        await thread.send(f"{interaction.user.mention} went this way.")


@app_commands.context_menu(name="Wave")
async def wave_at_user(interaction: discord.Interaction, animal: discord.User) -> None:
    await interaction.response.send_message(f"{interaction.user.mention} waves at {animal.mention}.")


@app_commands.context_menu(name="Sniff")
async def show_message_author(interaction: discord.Interaction, message: discord.Message) -> None:
    await interaction.response.send_message(f"It smells of {message.author.mention}.", ephemeral=True)


class SampleBot(discord.AutoShardedClient):
    def __init__(self, shard_count: int | None = None) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True, dm_messages=True),
            shard_count=shard_count,
            activity=discord.Activity(type=discord.ActivityType.watching, name="the clearing"),
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=True),
            max_messages=None,
        )
        self.tree = app_commands.CommandTree(self)
        commands: Sequence[AnyCommand] = (
            ForestCommands(),
            clearing,
            toys,
            write,
            forage,
            trail,
            wave_at_user,
            show_message_author,
        )
        for command in commands:
            self.tree.add_command(command)

    async def setup_hook(self) -> None:
        self.add_view(ToysView())
        self.add_view(ClearingLayout())
        await self.tree.set_translator(SampleTranslator())
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        if not message.author.bot:
            await message.reply("The forest heard you. Try a command.", mention_author=False)
