"""People, channels, servers and bots by id or by name."""

from __future__ import annotations

from collections.abc import Iterable

from discord_playground.people.given import Denied
from discord_playground.world.channel import Channel
from discord_playground.world.guild import Guild
from discord_playground.world.message import Message
from discord_playground.world.person import BotApplication, Person
from discord_playground.world.world import World


def person(world: World, named: object) -> Person:
    wanted = str(named).removeprefix("@")
    if found := world.people.get(wanted):
        return found
    for one in world.people.values():
        if wanted == one.name:
            return one
    for one in world.people.values():
        if wanted.casefold() in {one.name.casefold(), one.display_name.casefold()}:
            return one
    raise Denied(f"nobody is called {wanted!r}; there are {_all(one.name for one in world.people.values())}")


def player(world: World, named: object) -> Person:
    one = person(world, named)
    if one.is_bot:
        raise Denied(f"{one.name} is a bot: it acts through the API")
    return one


def bot(world: World, named: object) -> BotApplication:
    one = person(world, named)
    if one.id not in world.bots:
        raise Denied(f"{one.name} is no bot")
    return world.bots[one.id]


def guild(world: World, named: object) -> Guild:
    for one in world.guilds.values():
        if str(named) in {one.id, one.name}:
            return one
    raise Denied(f"no server is called {named!r}; there are {_all(one.name for one in world.guilds.values())}")


def channel(world: World, named: object, user: str, within: str | None = None) -> Channel:
    """As the user sees it, `within` a server or anywhere: `@name` is the DM with somebody."""
    wanted = str(named)
    if wanted.startswith("@"):
        return dm(world, user, wanted)
    wanted = wanted.removeprefix("#")
    visible = [one for one in world.channels.values() if within in {None, one.guild_id} and world.can_view(user, one)]
    for one in visible:
        if wanted == one.id:
            return one
    for one in visible:
        if one.name == wanted:
            return one
    raise Denied(f"no channel {wanted!r} here; there are {_all(one.name for one in visible if one.name)}")


def dm(world: World, user: str, named: object) -> Channel:
    other = person(world, named)
    if other.id == user:
        raise Denied("nobody has a DM with themselves")
    return world.get_or_create_dm(user, other.id)


def any_channel(world: World, named: object) -> Channel:
    wanted = str(named).removeprefix("#")
    for one in world.channels.values():
        if wanted in {one.id, one.name}:
            return one
    raise Denied(f"no channel {wanted!r}")


def message(world: World, named: object, user: str) -> Message:
    for channel_id, messages in world.messages.items():
        if (
            (found := messages.get(str(named)))
            and found.is_visible_to(user)
            and world.can_view(user, world.channels[channel_id])
        ):
            return found
    raise Denied(f"there is no message {named} here")


def _all(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none"
