"""The least that is a bot with discord.py: what is clicked says so, and one button changes a picture elsewhere."""

from __future__ import annotations

import os
from io import BytesIO
from typing import Any, Final

import discord
import yarl
from discord import app_commands, ui
from PIL import Image

TOUCH: Final = "touch"
PAINT: Final = "paint"


class Trivial(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.tree = app_commands.CommandTree(self)
        drawn = BytesIO()
        Image.new("P", (8, 8)).save(drawn, "PNG")
        self.picture = drawn.getvalue()

        @self.tree.command(name="stones", description="Lays stones")
        async def stones(interaction: discord.Interaction, count: int) -> None:
            await interaction.response.send_message("Here they are.", ephemeral=True)
            channel = self.get_partial_messageable(interaction.channel_id or 0)
            for number in range(count):
                await channel.send(view=stone(f"Stone {number}"))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is not discord.InteractionType.component or not interaction.message:
            return
        await self.touched(interaction)
        if data["custom_id"] == PAINT:
            where = self.get_partial_messageable(interaction.channel_id or 0)
            view = stone("Painted", ui.MediaGallery(discord.MediaGalleryItem("attachment://stone.png")))
            await where.send(view=view, files=[discord.File(BytesIO(self.picture), "stone.png")])

    async def touched(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=stone(f"Touched by {interaction.user.mention}"))

    def lives(self) -> None:
        """Where the playground says that Discord is."""
        discord.http.Route.BASE = os.environ["DISCORD_API"]
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
        self.run(os.environ["DISCORD_TOKEN"], log_handler=None)


def stone(text: str, *more: ui.Item[Any]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    for item in more:
        view.add_item(item)
    view.add_item(ui.ActionRow(*(ui.Button(label=each, custom_id=each) for each in (TOUCH, PAINT))))
    view.stop()
    return view


if __name__ == "__main__":
    Trivial().lives()
