"""A program that runs one of a bot's two shards. The environment variable SHARD contains the number of the shard."""

from __future__ import annotations

import asyncio
import os

import discord
import yarl
from discord import app_commands


class SingleShardBot(discord.AutoShardedClient):
    async def setup_hook(self) -> None:
        tree = app_commands.CommandTree(self)
        tree.add_command(app_commands.Command(name="shard", description="Which shard", callback=send_shard_number))
        await tree.sync()


async def send_shard_number(interaction: discord.Interaction) -> None:
    assert isinstance(interaction.client, SingleShardBot)
    [shard] = interaction.client.shards.values()
    await interaction.response.send_message(f"Shard {shard.id} of {shard.shard_count}")


async def main() -> None:
    discord.http.Route.BASE = os.environ["DISCORD_API"]
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
    bot = SingleShardBot(intents=discord.Intents(guilds=True), shard_ids=[int(os.environ["SHARD"])], shard_count=2)
    async with bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    asyncio.run(main())
