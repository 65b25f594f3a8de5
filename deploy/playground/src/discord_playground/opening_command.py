"""The first thing that happens in a new world: its owner uses a command, so that there is something to press."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from discord_playground.people.act import Hands
from discord_playground.people.given import Denied, checked
from discord_playground.playground import PlaygroundServer

CONNECTION_POLL_INTERVAL_S: Final = 0.2
"""Seconds between two looks whether the bot is there."""


async def run_opening_command(playground: PlaygroundServer, command: str) -> None:
    """Once the bot is there and has told that command; where somebody has been before, nothing."""
    world = playground.world
    if not command or any(world.messages.values()):
        return
    guild = next(iter(world.guilds.values()))
    owner = Hands(playground, world.people[guild.owner_id])
    bot = next(iter(world.bots))
    channel = next(channel.id for channel in world.channels.values() if channel.guild_id == guild.id)
    while True:
        await asyncio.sleep(CONNECTION_POLL_INTERVAL_S)
        if playground.gateway.is_connected(bot):
            with suppress(Denied):
                await owner.act(checked({"do": "command", "channel": channel, "command": command}))
                return
