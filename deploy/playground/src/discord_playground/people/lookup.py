"""Finds people, bots, servers, channels and messages by ID or name. Raises `ActionDenied` if none matches."""

from __future__ import annotations

from collections.abc import Iterable

from discord_playground.people.action_request import ActionDenied
from discord_playground.world.channel import Channel
from discord_playground.world.guild import Guild
from discord_playground.world.message import Message
from discord_playground.world.person import BotApplication, Person
from discord_playground.world.world import World


def find_person(world: World, name_or_id: object) -> Person:
    """Return a person or bot by ID or name. Exact usernames take precedence over case-insensitive matches."""
    wanted = str(name_or_id).removeprefix("@")
    if found := world.people.get(wanted):
        return found
    for person in world.people.values():
        if wanted == person.name:
            return person
    for person in world.people.values():
        if wanted.casefold() in {person.name.casefold(), person.display_name.casefold()}:
            return person
    raise ActionDenied(f"nobody is called {wanted!r}; there are {_join_names(it.name for it in world.people.values())}")


def find_human(world: World, name_or_id: object) -> Person:
    person = find_person(world, name_or_id)
    if person.is_bot:
        raise ActionDenied(f"{person.name} is a bot: bots act through Discord's API")
    return person


def find_bot(world: World, name_or_id: object) -> BotApplication:
    person = find_person(world, name_or_id)
    if person.id not in world.bots:
        raise ActionDenied(f"{person.name} is not a bot")
    return world.bots[person.id]


def find_guild(world: World, name_or_id: object) -> Guild:
    for guild in world.guilds.values():
        if str(name_or_id) in {guild.id, guild.name}:
            return guild
    names = _join_names(guild.name for guild in world.guilds.values())
    raise ActionDenied(f"no server is called {name_or_id!r}; there are {names}")


def find_visible_channel(world: World, name_or_id: object, user_id: str, guild_id: str | None = None) -> Channel:
    """Return a channel that the user can view, in any server or only in `guild_id`.

    `@name` stands for the user's DM with that person or bot, which is created if it does not exist.
    """
    wanted = str(name_or_id)
    if wanted.startswith("@"):
        return get_or_create_dm(world, user_id, wanted)
    wanted = wanted.removeprefix("#")
    visible = [it for it in world.channels.values() if guild_id in {None, it.guild_id} and world.can_view(user_id, it)]
    for channel in visible:
        if wanted == channel.id:
            return channel
    for channel in visible:
        if channel.name == wanted:
            return channel
    raise ActionDenied(f"no channel {wanted!r} here; there are {_join_names(it.name for it in visible if it.name)}")


def get_or_create_dm(world: World, user_id: str, name_or_id: object) -> Channel:
    other = find_person(world, name_or_id)
    if other.id == user_id:
        raise ActionDenied("users cannot have a DM with themselves")
    return world.get_or_create_dm(user_id, other.id)


def find_any_channel(world: World, name_or_id: object) -> Channel:
    """Return a channel of any server, whether or not anyone can view it."""
    wanted = str(name_or_id).removeprefix("#")
    for channel in world.channels.values():
        if wanted in {channel.id, channel.name}:
            return channel
    raise ActionDenied(f"no channel {wanted!r}")


def find_visible_message(world: World, message_id: object, user_id: str) -> Message:
    for channel_id, messages in world.messages.items():
        message = messages.get(str(message_id))
        if message and message.is_visible_to(user_id) and world.can_view(user_id, world.channels[channel_id]):
            return message
    raise ActionDenied(f"there is no message {message_id} here")


def find_message_in_channel(world: World, message_id: object, user_id: str, channel: Channel) -> Message:
    message = find_visible_message(world, message_id, user_id)
    if message.channel_id != channel.id:
        raise ActionDenied("that message is in another channel")
    return message


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"
