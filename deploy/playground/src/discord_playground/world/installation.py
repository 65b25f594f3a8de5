"""Where an app can be used, because it is installed in a server or by a user."""

from __future__ import annotations

from collections.abc import Collection

from discord_playground.world.channel import Channel
from discord_playground.world.interaction import (
    BOT_DM_CONTEXT,
    GUILD_CONTEXT,
    GUILD_INSTALL,
    PRIVATE_CHANNEL_CONTEXT,
    USER_INSTALL,
)
from discord_playground.world.world import World


def get_context(world: World, bot_id: str, channel: Channel) -> int:
    """Return the interaction context of the channel for this app: server, DM with the app, or other DM or group."""
    if channel.guild_id in world.guilds:
        return GUILD_CONTEXT
    return BOT_DM_CONTEXT if bot_id in channel.recipient_ids else PRIVATE_CHANNEL_CONTEXT


def list_channel_participants(world: World, channel: Channel) -> Collection[str]:
    """Return the ids of server members or DM recipients, including apps."""
    guild = world.guilds.get(channel.guild_id or "")
    return guild.members if guild else channel.recipient_ids


def find_installation_owners(
    world: World, bot_id: str, user_id: str, channel: Channel, installation_types: Collection[int] = (0, 1)
) -> dict[str, str]:
    """Return who installed the app so that the user can use it here: the server's or user's id by installation type.

    The result is empty if the user cannot use the app in the channel.
    """
    owners: dict[str, str] = {}
    if int(GUILD_INSTALL) in installation_types and bot_id in list_channel_participants(world, channel):
        owners[GUILD_INSTALL] = channel.guild_id or "0"
    if int(USER_INSTALL) in installation_types and user_id in world.bots[bot_id].installed_user_ids:
        owners[USER_INSTALL] = user_id
    return owners
