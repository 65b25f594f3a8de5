"""People, channels, servers and bots by id or by name."""

from __future__ import annotations

from collections.abc import Iterable

from discord_playground.people.action_request import ActionDenied
from discord_playground.world.channel import Channel
from discord_playground.world.guild import Guild
from discord_playground.world.message import Message
from discord_playground.world.person import BotApplication, Person
from discord_playground.world.world import World


def find_person(world: World, name_or_id: object) -> Person:
    wanted = str(name_or_id).removeprefix("@")
    if found := world.people.get(wanted):
        return found
    for one in world.people.values():
        if wanted == one.name:
            return one
    for one in world.people.values():
        if wanted.casefold() in {one.name.casefold(), one.display_name.casefold()}:
            return one
    raise ActionDenied(
        f"nobody is called {wanted!r}; there are {_join_names(one.name for one in world.people.values())}"
    )


def find_human(world: World, name_or_id: object) -> Person:
    one = find_person(world, name_or_id)
    if one.is_bot:
        raise ActionDenied(f"{one.name} is a bot: it acts through the API")
    return one


def find_bot(world: World, name_or_id: object) -> BotApplication:
    one = find_person(world, name_or_id)
    if one.id not in world.bots:
        raise ActionDenied(f"{one.name} is no bot")
    return world.bots[one.id]


def find_guild(world: World, name_or_id: object) -> Guild:
    for one in world.guilds.values():
        if str(name_or_id) in {one.id, one.name}:
            return one
    raise ActionDenied(
        f"no server is called {name_or_id!r}; there are {_join_names(one.name for one in world.guilds.values())}"
    )


def find_visible_channel(world: World, name_or_id: object, user_id: str, guild_id: str | None = None) -> Channel:
    """As the user sees it, `within` a server or anywhere: `@name` is the DM with somebody."""
    wanted = str(name_or_id)
    if wanted.startswith("@"):
        return find_dm(world, user_id, wanted)
    wanted = wanted.removeprefix("#")
    visible = [
        one for one in world.channels.values() if guild_id in {None, one.guild_id} and world.can_view(user_id, one)
    ]
    for one in visible:
        if wanted == one.id:
            return one
    for one in visible:
        if one.name == wanted:
            return one
    raise ActionDenied(f"no channel {wanted!r} here; there are {_join_names(one.name for one in visible if one.name)}")


def find_dm(world: World, user_id: str, name_or_id: object) -> Channel:
    other = find_person(world, name_or_id)
    if other.id == user_id:
        raise ActionDenied("nobody has a DM with themselves")
    return world.get_or_create_dm(user_id, other.id)


def find_any_channel(world: World, name_or_id: object) -> Channel:
    wanted = str(name_or_id).removeprefix("#")
    for one in world.channels.values():
        if wanted in {one.id, one.name}:
            return one
    raise ActionDenied(f"no channel {wanted!r}")


def find_visible_message(world: World, message_id: object, user_id: str) -> Message:
    for channel_id, messages in world.messages.items():
        if (
            (found := messages.get(str(message_id)))
            and found.is_visible_to(user_id)
            and world.can_view(user_id, world.channels[channel_id])
        ):
            return found
    raise ActionDenied(f"there is no message {message_id} here")


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"
