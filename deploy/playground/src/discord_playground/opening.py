"""The first thing that happens in a new world: its owner uses a command, so that there is something to press."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from discord_playground.people.act import Hands
from discord_playground.people.given import Denied, checked
from discord_playground.playground import Playground

LOOKS: Final = 0.2
"""Seconds between two looks whether the bot is there."""


async def opened(playground: Playground, command: str) -> None:
    """Once the bot is there and has told that command; where somebody has been before, nothing."""
    world = playground.world
    if not command or any(world.messages.values()):
        return
    guild = next(iter(world.guilds.values()))
    owner = Hands(playground, world.people[guild.owner])
    bot = next(iter(world.bots))
    channel = next(channel.id for channel in world.channels.values() if channel.guild == guild.id)
    while True:
        await asyncio.sleep(LOOKS)
        if playground.gateway.connected(bot):
            with suppress(Denied):
                await owner.act(checked({"do": "command", "channel": channel, "command": command}))
                return
