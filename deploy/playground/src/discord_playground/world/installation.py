"""Where an app is because a server has brought it, where because a person has, and what an interaction is due to."""

from __future__ import annotations

from collections.abc import Collection

from discord_playground.world.channel import Channel
from discord_playground.world.interaction import AMONG_OTHERS, BY_GUILD, BY_PERSON, IN_GUILD, WITH_BOT
from discord_playground.world.world import World


def context_of(world: World, bot: str, channel: Channel) -> int:
    """In which of the three surfaces that is, for this app."""
    if channel.guild in world.guilds:
        return IN_GUILD
    return WITH_BOT if bot in channel.recipients else AMONG_OTHERS


def company(world: World, channel: Channel) -> Collection[str]:
    """Among them are the apps that are there by themselves: in a server that has them, in their own direct messages."""
    guild = world.guilds.get(channel.guild or "")
    return guild.members if guild else channel.recipients


def owners(world: World, bot: str, user: str, channel: Channel, kinds: Collection[int] = (0, 1)) -> dict[str, str]:
    """By kind of installation who has made it, of those `kinds`; empty where the app may not be asked at all."""
    found: dict[str, str] = {}
    if int(BY_GUILD) in kinds and bot in company(world, channel):
        found[BY_GUILD] = channel.guild or "0"
    if int(BY_PERSON) in kinds and user in world.bots[bot].installs:
        found[BY_PERSON] = user
    return found
