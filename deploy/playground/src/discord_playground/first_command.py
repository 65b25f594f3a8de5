"""Uses a command in a new world, to give the page something to show and click."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from discord_playground.people.action_request import ActionDenied, validate_request
from discord_playground.people.actions import ActionHandler
from discord_playground.playground import PlaygroundServer

CONNECTION_POLL_INTERVAL_S: Final = 0.2


async def run_first_command(playground: PlaygroundServer, command: str) -> None:
    """Wait until the bot has registered `command`, and use it as the server's owner.

    Do nothing if the world already has messages.
    """
    world = playground.world
    if not command or any(world.messages.values()):
        return
    guild = next(iter(world.guilds.values()))
    owner = ActionHandler(playground, world.people[guild.owner_id])
    bot_id = next(iter(world.bots))
    channel_id = next(channel.id for channel in world.channels.values() if channel.guild_id == guild.id)
    while True:
        await asyncio.sleep(CONNECTION_POLL_INTERVAL_S)
        if playground.gateway.is_connected(bot_id):
            with suppress(ActionDenied):
                request = validate_request({"do": "command", "channel": channel_id, "command": command})
                await owner.handle_action(request)
                return
