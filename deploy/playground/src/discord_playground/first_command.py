"""The first thing that happens in a new world: its owner uses a command, so that there is something to press."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from discord_playground.people.action_request import ActionDenied, validate_request
from discord_playground.people.actions import ActionHandler
from discord_playground.playground import PlaygroundServer

CONNECTION_POLL_INTERVAL_S: Final = 0.2
"""Seconds between two looks whether the bot is there."""


async def run_first_command(playground: PlaygroundServer, command: str) -> None:
    """Once the bot is there and has told that command; where somebody has been before, nothing."""
    world = playground.world
    if not command or any(world.messages.values()):
        return
    guild = next(iter(world.guilds.values()))
    owner = ActionHandler(playground, world.people[guild.owner_id])
    bot = next(iter(world.bots))
    channel = next(channel.id for channel in world.channels.values() if channel.guild_id == guild.id)
    while True:
        await asyncio.sleep(CONNECTION_POLL_INTERVAL_S)
        if playground.gateway.is_connected(bot):
            with suppress(ActionDenied):
                await owner.handle_action(validate_request({"do": "command", "channel": channel, "command": command}))
                return
