"""What a message has in it, as Discord is told."""

from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.discord.layout import JSON, Laid

TEXT = discord.ComponentType.text_display.value
GALLERY = discord.ComponentType.media_gallery.value
BUTTON = discord.ComponentType.button.value
SELECT = discord.ComponentType.select.value


def inside(view: Laid, *kinds: int) -> Iterator[JSON]:
    """Everything, or all of these kinds, in the order in which it is read."""
    for row in view.components:
        for one in (row, *row.get("components", ())):
            if not kinds or one["type"] in kinds:
                yield one
