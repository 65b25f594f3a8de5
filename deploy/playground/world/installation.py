"""Where an app is because a server has brought it, where because a person has, and what an interaction is due to."""

from __future__ import annotations

from collections.abc import Collection

from deploy.playground.world.channel import Channel
from deploy.playground.world.interaction import AMONG_OTHERS, BY_GUILD, BY_PERSON, IN_GUILD, WITH_BOT
from deploy.playground.world.world import World


def context_of(world: World, bot: str, channel: Channel) -> int:
    """In which of the three surfaces that is, for this app."""
    if channel.guild in world.guilds:
        return IN_GUILD
    return WITH_BOT if bot in channel.recipients else AMONG_OTHERS


def brought(world: World, bot: str, channel: Channel) -> bool:
    """Is it there by itself: in a server that has it, or in its own direct messages?"""
    guild = world.guilds.get(channel.guild or "")
    return bot in (guild.members if guild else channel.recipients)


def owners(world: World, bot: str, user: str, channel: Channel, kinds: Collection[int] = (0, 1)) -> dict[str, str]:
    """By kind of installation who has made it, of those `kinds`; empty where the app may not be asked at all."""
    found: dict[str, str] = {}
    if int(BY_GUILD) in kinds and brought(world, bot, channel):
        found[BY_GUILD] = channel.guild or "0"
    if int(BY_PERSON) in kinds and user in world.bots[bot].installs:
        found[BY_PERSON] = user
    return found
