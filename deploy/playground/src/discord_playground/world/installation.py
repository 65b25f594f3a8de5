"""The channels in which an app can be used, depending on the servers and users that installed the app."""

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
    """Return the context of interactions in the channel: a server, a DM with the app, or any other DM."""
    if channel.guild_id in world.guilds:
        return GUILD_CONTEXT
    return BOT_DM_CONTEXT if bot_id in channel.recipient_ids else PRIVATE_CHANNEL_CONTEXT


def list_channel_participants(world: World, channel: Channel) -> Collection[str]:
    """Return the IDs of all users in the channel's server or DM, including apps."""
    guild = world.guilds.get(channel.guild_id or "")
    return guild.members if guild else channel.recipient_ids


def find_installation_owners(
    world: World, bot_id: str, user_id: str, channel: Channel, installation_types: Collection[int] = (0, 1)
) -> dict[str, str]:
    """Return the installations that allow a user to use the app in a channel.

    The keys are installation types, and the values are the IDs of the servers or users that installed the app.
    """
    owners: dict[str, str] = {}
    if int(GUILD_INSTALL) in installation_types and bot_id in list_channel_participants(world, channel):
        owners[GUILD_INSTALL] = channel.guild_id or "0"
    if int(USER_INSTALL) in installation_types and user_id in world.bots[bot_id].installed_user_ids:
        owners[USER_INSTALL] = user_id
    return owners
