"""A minimal discord.py bot, which is the baseline of `click.py` and `load.py`.

One button edits the message, and another also posts a picture.
"""

from __future__ import annotations

import os
from io import BytesIO
from typing import Any, Final

import discord
import yarl
from discord import app_commands, ui
from PIL import Image

BOT_NAME: Final = "Stone"
TOUCH_ACTION: Final = "touch"
PAINT_ACTION: Final = "paint"


class TrivialBot(discord.AutoShardedClient):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.tree = app_commands.CommandTree(self)
        png = BytesIO()
        Image.new("P", (8, 8)).save(png, "PNG")
        self.picture = png.getvalue()

        @self.tree.command(name="stones", description="Post messages")
        async def stones(interaction: discord.Interaction, count: int) -> None:
            await interaction.response.send_message("Here they are.", ephemeral=True)
            channel = self.get_partial_messageable(interaction.channel_id or 0)
            for number in range(count):
                await channel.send(view=build_message(f"Stone {number}"))

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        if interaction.type is not discord.InteractionType.component or not interaction.message:
            return
        await self.edit_message(interaction)
        if data["custom_id"] == PAINT_ACTION:
            channel = self.get_partial_messageable(interaction.channel_id or 0)
            view = build_message("Painted", ui.MediaGallery(discord.MediaGalleryItem("attachment://stone.png")))
            await channel.send(view=view, files=[discord.File(BytesIO(self.picture), "stone.png")])

    async def edit_message(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=build_message(f"Touched by {interaction.user.mention}"))

    def run_at_playground(self) -> None:
        """Connect discord.py to the playground instead of Discord, and run the bot."""
        discord.http.Route.BASE = os.environ["DISCORD_API"]
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
        self.run(os.environ["DISCORD_TOKEN"], log_handler=None)


def build_message(text: str, *more: ui.Item[Any]) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(text))
    for item in more:
        view.add_item(item)
    view.add_item(ui.ActionRow(*(ui.Button(label=each, custom_id=each) for each in (TOUCH_ACTION, PAINT_ACTION))))
    view.stop()
    return view


if __name__ == "__main__":
    TrivialBot().run_at_playground()
