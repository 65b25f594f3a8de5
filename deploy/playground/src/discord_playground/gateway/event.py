"""What the gateway says of a change: an event's name, its body, and who may hear it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord_playground.world.change import (
    Change,
    ChannelChanged,
    ChannelGone,
    ChannelMade,
    Cleared,
    Deleted,
    Departed,
    Edited,
    Joined,
    MemberChanged,
    Posted,
    Reacted,
    RoleChanged,
    RoleMade,
    ThreadMembers,
    ThreadWoken,
    Typing,
    UserChanged,
)
from discord_playground.world.channel import PRIVATE_THREAD, Channel
from discord_playground.world.guild import Guild
from discord_playground.world.message import Message, veiled
from discord_playground.world.world import World

GUILDS: Final = 1 << 0
GUILD_MEMBERS: Final = 1 << 1
GUILD_PRESENCES: Final = 1 << 8
GUILD_MESSAGES: Final = 1 << 9
GUILD_REACTIONS: Final = 1 << 10
GUILD_TYPING: Final = 1 << 11
DIRECT_MESSAGES: Final = 1 << 12
DIRECT_REACTIONS: Final = 1 << 13
DIRECT_TYPING: Final = 1 << 14
MESSAGE_CONTENT: Final = 1 << 15
THREAD_GONE: Final = ("id", "guild_id", "parent_id", "type")
"""All that is told of a thread that is gone."""

VERBS: Final[Mapping[type[Change], str]] = {ChannelMade: "CREATE", ChannelChanged: "UPDATE", ChannelGone: "DELETE"}


@dataclass(frozen=True, slots=True)
class Event:
    name: str
    intent: int
    """Which a session must have asked for; 0 needs none."""
    guild: str | None
    body: Callable[[str, int], dict[str, Any]]
    """For a bot that asked for these intents."""
    hears: Callable[[str], bool]


def events(world: World, change: Change) -> Iterator[Event]:
    match change:
        case Posted(message) | Edited(message):
            what = f"MESSAGE_{'CREATE' if isinstance(change, Posted) else 'UPDATE'}"
            yield _of_message(world, what, message) if message.reader is None else _whispered(world, what, message)
        case Deleted(channel, messages):
            yield from _deleted(world, channel, messages)
        case Reacted() | Cleared():
            yield _of_reactions(world, change)
        case ChannelMade(channel) | ChannelChanged(channel) | ChannelGone(channel):
            yield from _of_channel(world, VERBS[type(change)], channel)
        case ThreadMembers(thread, added, removed):
            yield from _thread_members(world, thread, added, removed)
        case ThreadWoken(thread):
            yield Event(
                "THREAD_MEMBER_UPDATE", GUILDS, thread.guild,
                lambda bot, _: thread.membership(bot) | {"guild_id": thread.guild},
                lambda bot: bot in thread.members and world.sees(bot, thread),
            )  # fmt: skip
        case Joined() | MemberChanged() | Departed():
            yield from _of_member(world, change)
        case RoleChanged(guild, role) | RoleMade(guild, role):
            body = {"guild_id": guild.id, "role": role.shape}
            what = "GUILD_ROLE_CREATE" if isinstance(change, RoleMade) else "GUILD_ROLE_UPDATE"
            yield Event(what, GUILDS, guild.id, _same(body), _member(guild))
        case Typing(channel, user):
            yield from _typing(world, channel, user)
        case UserChanged(user):
            # Of others a bot hears what their servers tell of their members.
            yield Event("USER_UPDATE", 0, None, _same(world.people[user].shape), lambda bot: bot == user)


def guild_create(world: World, guild: Guild, bot: str) -> dict[str, Any]:
    here = [it for it in world.channels.values() if it.guild == guild.id]
    threads = [it for it in here if it.thread and not it.archived and world.sees(bot, it)]
    member = guild.members[bot]
    return guild.shape | {
        "joined_at": member.shape["joined_at"],
        "large": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [world.member(guild, bot)],
        "channels": [it.shape(world.people, bot) for it in here if not it.thread],
        "threads": [it.shape(world.people, bot) for it in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _same(body: dict[str, Any]) -> Callable[[str, int], dict[str, Any]]:
    return lambda *_: body


def _member(guild: Guild) -> Callable[[str], bool]:
    return lambda bot: bot in guild.members


def _sees(world: World, channel: Channel) -> Callable[[str], bool]:
    return lambda bot: world.sees(bot, channel)


def _of_message(world: World, name: str, message: Message) -> Event:
    channel = world.channels[message.channel]
    shape = world.shape(message) | {"channel_type": channel.type}
    if name == "MESSAGE_UPDATE":
        shape["tts"] = False  # what was read aloud is not read again
    if message.guild:
        shape["guild_id"] = message.guild
        members = world.guilds[message.guild].members
        if message.author in members and not message.application:
            shape["member"] = members[message.author].shape
        shape["mentions"] = [
            mention | ({"member": members[mention["id"]].shape} if mention["id"] in members else {})
            for mention in shape["mentions"]
        ]

    def body(bot: str, intents: int) -> dict[str, Any]:
        return shape if intents & MESSAGE_CONTENT or channel.private else veiled(shape, bot)

    intent = DIRECT_MESSAGES if channel.private else GUILD_MESSAGES
    return Event(name, intent, message.guild, body, _sees(world, channel))


def _whispered(world: World, name: str, message: Message) -> Event:
    """What one person alone sees goes to the bot itself past the server, so to its first shard."""
    shape = world.shape(message) | {"channel_type": world.channels[message.channel].type}
    return Event(name, DIRECT_MESSAGES, None, _same(shape), lambda bot: bot == message.author)


def _deleted(world: World, channel: Channel, messages: tuple[Message, ...]) -> Iterator[Event]:
    ids = [message.id for message in messages if message.reader is None]
    if not ids:
        return
    body: dict[str, Any] = {"channel_id": channel.id} | ({"guild_id": channel.guild} if channel.guild else {})
    intent = DIRECT_MESSAGES if channel.private else GUILD_MESSAGES
    what, gone = ("MESSAGE_DELETE_BULK", {"ids": ids}) if len(ids) > 1 else ("MESSAGE_DELETE", {"id": ids[0]})
    yield Event(what, intent, channel.guild, _same(body | gone), _sees(world, channel))


def _of_reactions(world: World, change: Reacted | Cleared) -> Event:
    """Nobody reacts to what one person alone sees."""
    message, reaction = change.message, change.reaction
    channel = world.channels[message.channel]
    body: dict[str, Any] = {"channel_id": channel.id, "message_id": message.id}
    body |= {"guild_id": channel.guild} if channel.guild else {}
    body |= {"emoji": reaction.emoji} if reaction else {}
    what = "REMOVE_EMOJI" if reaction else "REMOVE_ALL"
    if isinstance(change, Reacted):
        what = "REMOVE" if change.gone else "ADD"
        body |= {"user_id": change.user, "burst": False, "type": 0}
        guild = world.guilds.get(channel.guild or "")
        if not change.gone:
            body["message_author_id"] = message.author
            body |= {"member": world.member(guild, change.user)} if guild and change.user in guild.members else {}
    intent = DIRECT_REACTIONS if channel.private else GUILD_REACTIONS
    return Event(f"MESSAGE_REACTION_{what}", intent, channel.guild, _same(body), _sees(world, channel))


def _of_channel(world: World, what: str, channel: Channel) -> Iterator[Event]:
    if channel.private:
        return  # bots have not been told of DMs since v8
    kind = "THREAD" if channel.thread else "CHANNEL"
    subset = THREAD_GONE if channel.thread and what == "DELETE" else ()
    extra = {"newly_created": True} if channel.thread and what == "CREATE" else {}

    def body(bot: str, intents: int) -> dict[str, Any]:
        shape = channel.shape(world.people, bot) | {"guild_id": channel.guild} | extra
        return {name: shape[name] for name in subset} if subset else shape

    yield Event(f"{kind}_{what}", GUILDS, channel.guild, body, _sees(world, channel))


def _thread_members(world: World, thread: Channel, added: tuple[str, ...], removed: tuple[str, ...]) -> Iterator[Event]:
    guild = world.guilds[thread.guild or ""]
    body = {
        "id": thread.id,
        "guild_id": thread.guild,
        "member_count": len(thread.members),
        "added_members": [
            thread.membership(user) | {"member": world.member(guild, user), "presence": None} for user in added
        ],
        "removed_member_ids": list(removed),
    }
    if thread.type == PRIVATE_THREAD and added:
        # Before they were let in there was nothing for them to see; moderators are told, too.
        yield Event(
            "THREAD_CREATE", GUILDS, thread.guild,
            lambda bot, _: thread.shape(world.people, bot),
            lambda bot: bot in added,
        )  # fmt: skip
    concerned = {*added, *removed}
    # Without the members' intent a bot hears only of itself.
    yield Event(
        "THREAD_MEMBERS_UPDATE", GUILDS, thread.guild, _same(body),
        lambda bot: bot in concerned and world.sees(bot, thread),
    )  # fmt: skip
    yield Event(
        "THREAD_MEMBERS_UPDATE", GUILD_MEMBERS, thread.guild, _same(body),
        lambda bot: bot not in concerned and world.sees(bot, thread),
    )  # fmt: skip


def _of_member(world: World, change: Joined | MemberChanged | Departed) -> Iterator[Event]:
    guild, user = change.guild, change.user
    if isinstance(change, Joined):
        yield from _joined(world, guild, user)
    elif isinstance(change, Departed):
        yield from _departed(world, guild, user)
    else:
        body = world.member(guild, user) | {"guild_id": guild.id}
        yield Event("GUILD_MEMBER_UPDATE", GUILD_MEMBERS, guild.id, _same(body), _member(guild))


def _joined(world: World, guild: Guild, user: str) -> Iterator[Event]:
    if user in world.bots:
        yield Event(
            "GUILD_CREATE", GUILDS, guild.id, lambda bot, _: guild_create(world, guild, bot), lambda bot: bot == user
        )
    body = world.member(guild, user) | {"guild_id": guild.id}
    yield Event("GUILD_MEMBER_ADD", GUILD_MEMBERS, guild.id, _same(body), _member(guild))


def _departed(world: World, guild: Guild, user: str) -> Iterator[Event]:
    if user in world.bots:
        yield Event("GUILD_DELETE", GUILDS, guild.id, _same({"id": guild.id}), lambda bot: bot == user)
    body = {"guild_id": guild.id, "user": world.people[user].shape}
    yield Event("GUILD_MEMBER_REMOVE", GUILD_MEMBERS, guild.id, _same(body), _member(guild))


def _typing(world: World, channel: Channel, user: str) -> Iterator[Event]:
    body: dict[str, Any] = {"channel_id": channel.id, "user_id": user, "timestamp": int(world.clock.now())}
    if channel.guild:
        body["guild_id"] = channel.guild
        body["member"] = world.member(world.guilds[channel.guild], user)
    intent = DIRECT_TYPING if channel.private else GUILD_TYPING
    yield Event("TYPING_START", intent, channel.guild, _same(body), _sees(world, channel))
