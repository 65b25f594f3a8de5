"""Where an app is because a server has brought it, where because a person has, and what an interaction is due to."""

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
    """In which of the three surfaces that is, for this app."""
    if channel.guild_id in world.guilds:
        return GUILD_CONTEXT
    return BOT_DM_CONTEXT if bot_id in channel.recipient_ids else PRIVATE_CHANNEL_CONTEXT


def list_channel_participants(world: World, channel: Channel) -> Collection[str]:
    """Among them are the apps that are there by themselves: in a server that has them, in their own direct messages."""
    guild = world.guilds.get(channel.guild_id or "")
    return guild.members if guild else channel.recipient_ids


def find_installation_owners(
    world: World, bot_id: str, user_id: str, channel: Channel, installation_types: Collection[int] = (0, 1)
) -> dict[str, str]:
    """By kind of installation who has made it, of those `kinds`; empty where the app may not be asked at all."""
    found: dict[str, str] = {}
    if int(GUILD_INSTALL) in installation_types and bot_id in list_channel_participants(world, channel):
        found[GUILD_INSTALL] = channel.guild_id or "0"
    if int(USER_INSTALL) in installation_types and user_id in world.bots[bot_id].installed_user_ids:
        found[USER_INSTALL] = user_id
    return found
