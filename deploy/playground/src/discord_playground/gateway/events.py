"""Gateway events for changes to the world: their names, bodies and recipients."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from discord_playground.world.change import (
    ChannelCreated,
    ChannelDeleted,
    ChannelUpdated,
    MemberJoined,
    MemberLeft,
    MemberUpdated,
    MessageEdited,
    MessagePosted,
    MessagesDeleted,
    ReactionChanged,
    ReactionsCleared,
    RoleCreated,
    RoleUpdated,
    ScheduledEventCreated,
    ScheduledEventDeleted,
    ScheduledEventUpdated,
    ThreadMembersChanged,
    ThreadReopened,
    TypingStarted,
    UserRenamed,
    WorldChange,
)
from discord_playground.world.channel import PRIVATE_THREAD, Channel
from discord_playground.world.guild import Guild
from discord_playground.world.message import Message, hide_content
from discord_playground.world.world import World

GUILDS_INTENT: Final = 1 << 0
GUILD_MEMBERS_INTENT: Final = 1 << 1
GUILD_PRESENCES_INTENT: Final = 1 << 8
GUILD_MESSAGES_INTENT: Final = 1 << 9
GUILD_REACTIONS_INTENT: Final = 1 << 10
GUILD_TYPING_INTENT: Final = 1 << 11
DIRECT_MESSAGES_INTENT: Final = 1 << 12
DIRECT_REACTIONS_INTENT: Final = 1 << 13
DIRECT_TYPING_INTENT: Final = 1 << 14
MESSAGE_CONTENT_INTENT: Final = 1 << 15
SCHEDULED_EVENTS_INTENT: Final = 1 << 16
THREAD_DELETE_FIELDS: Final = ("id", "guild_id", "parent_id", "type")
"""The only fields in the body of a THREAD_DELETE event."""

EVENT_SUFFIXES: Final[Mapping[type[WorldChange], str]] = {
    ChannelCreated: "CREATE",
    ChannelUpdated: "UPDATE",
    ChannelDeleted: "DELETE",
    ScheduledEventCreated: "CREATE",
    ScheduledEventUpdated: "UPDATE",
    ScheduledEventDeleted: "DELETE",
}


@dataclass(frozen=True, slots=True)
class GatewayEvent:
    name: str
    required_intent: int
    """The intent that a session needs to receive the event; 0 if no intent is needed."""
    guild_id: str | None
    build_body: Callable[[str, int], dict[str, Any]]
    """Function that builds the body for a bot, given the bot's ID and intents."""
    is_visible_to: Callable[[str], bool]
    """Function that returns whether the bot with a given ID may receive the event."""


def build_events(world: World, change: WorldChange) -> Iterator[GatewayEvent]:
    match change:
        case MessagePosted(message) | MessageEdited(message):
            name = f"MESSAGE_{'CREATE' if isinstance(change, MessagePosted) else 'UPDATE'}"
            yield (
                _build_message_event(world, name, message)
                if message.ephemeral_user_id is None
                else _build_ephemeral_event(world, name, message)
            )
        case MessagesDeleted(channel, messages):
            yield from _build_delete_events(world, channel, messages)
        case ReactionChanged() | ReactionsCleared():
            yield _build_reaction_event(world, change)
        case ChannelCreated(channel) | ChannelUpdated(channel) | ChannelDeleted(channel):
            yield from _build_channel_events(world, EVENT_SUFFIXES[type(change)], channel)
        case ThreadMembersChanged(thread, added, removed):
            yield from _build_thread_member_events(world, thread, added, removed)
        case ThreadReopened(thread):
            yield GatewayEvent(
                "THREAD_MEMBER_UPDATE", GUILDS_INTENT, thread.guild_id,
                lambda bot, _: thread.thread_member_json(bot) | {"guild_id": thread.guild_id},
                lambda bot: bot in thread.joined_at_by_member and world.can_view(bot, thread),
            )  # fmt: skip
        case MemberJoined() | MemberUpdated() | MemberLeft():
            yield from _build_member_events(world, change)
        case RoleUpdated(guild, role) | RoleCreated(guild, role):
            body = {"guild_id": guild.id, "role": role.api_json}
            name = "GUILD_ROLE_CREATE" if isinstance(change, RoleCreated) else "GUILD_ROLE_UPDATE"
            yield GatewayEvent(name, GUILDS_INTENT, guild.id, _same_body_for_all(body), _member_filter(guild))
        case ScheduledEventCreated(event) | ScheduledEventUpdated(event) | ScheduledEventDeleted(event):
            body = event.to_api_json(world.people[event.creator_id].api_json)
            name = f"GUILD_SCHEDULED_EVENT_{EVENT_SUFFIXES[type(change)]}"
            is_visible = _member_filter(world.guilds[event.guild_id])
            yield GatewayEvent(name, SCHEDULED_EVENTS_INTENT, event.guild_id, _same_body_for_all(body), is_visible)
        case TypingStarted(channel, user):
            yield _build_typing_event(world, channel, user)
        case UserRenamed(user):
            # Bots receive this event only about themselves. For other users, they receive GUILD_MEMBER_UPDATE.
            yield GatewayEvent(
                "USER_UPDATE", 0, None, _same_body_for_all(world.people[user].api_json), lambda bot: bot == user
            )


def build_guild_create(world: World, guild: Guild, bot_id: str) -> dict[str, Any]:
    """Return the body of a GUILD_CREATE event. It lists only the active threads that the bot can see."""
    channels = [channel for channel in world.channels.values() if channel.guild_id == guild.id]
    threads = [
        channel
        for channel in channels
        if channel.is_thread and not channel.archived and world.can_view(bot_id, channel)
    ]
    member = guild.members[bot_id]
    return guild.api_json | {
        "joined_at": member.api_json["joined_at"],
        "large": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [world.member_to_api_json(guild, bot_id)],
        "channels": [channel.to_api_json(world.people, bot_id) for channel in channels if not channel.is_thread],
        "threads": [thread.to_api_json(world.people, bot_id) for thread in threads],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [
            event.to_api_json(world.people[event.creator_id].api_json) for event in guild.open_events
        ],
        "soundboard_sounds": [],
    }


def _same_body_for_all(body: dict[str, Any]) -> Callable[[str, int], dict[str, Any]]:
    return lambda *_: body


def _member_filter(guild: Guild) -> Callable[[str], bool]:
    return lambda bot: bot in guild.members


def _viewer_filter(world: World, channel: Channel) -> Callable[[str], bool]:
    return lambda bot: world.can_view(bot, channel)


def _build_message_event(world: World, event_name: str, message: Message) -> GatewayEvent:
    channel = world.channels[message.channel_id]
    data = world.message_to_api_json(message) | {"channel_type": channel.type}
    if event_name == "MESSAGE_UPDATE":
        data["tts"] = False  # clients read only new messages aloud
    if message.guild_id:
        data["guild_id"] = message.guild_id
        members = world.guilds[message.guild_id].members
        if message.author_id in members and not message.application_id:
            data["member"] = members[message.author_id].api_json
        data["mentions"] = [
            mention | ({"member": members[mention["id"]].api_json} if mention["id"] in members else {})
            for mention in data["mentions"]
        ]

    def build_body(bot: str, intents: int) -> dict[str, Any]:
        return data if intents & MESSAGE_CONTENT_INTENT or channel.is_private else hide_content(data, bot)

    intent = DIRECT_MESSAGES_INTENT if channel.is_private else GUILD_MESSAGES_INTENT
    return GatewayEvent(event_name, intent, message.guild_id, build_body, _viewer_filter(world, channel))


def _build_ephemeral_event(world: World, event_name: str, message: Message) -> GatewayEvent:
    """Return the event for an ephemeral message, which only the bot that sent it receives.

    The event has no server ID, so it goes to the bot's first shard.
    """
    data = world.message_to_api_json(message) | {"channel_type": world.channels[message.channel_id].type}
    return GatewayEvent(
        event_name, DIRECT_MESSAGES_INTENT, None, _same_body_for_all(data), lambda bot: bot == message.author_id
    )


def _build_delete_events(world: World, channel: Channel, messages: tuple[Message, ...]) -> Iterator[GatewayEvent]:
    ids = [message.id for message in messages if message.ephemeral_user_id is None]
    if not ids:
        return
    body: dict[str, Any] = {"channel_id": channel.id} | ({"guild_id": channel.guild_id} if channel.guild_id else {})
    intent = DIRECT_MESSAGES_INTENT if channel.is_private else GUILD_MESSAGES_INTENT
    name, deleted = ("MESSAGE_DELETE_BULK", {"ids": ids}) if len(ids) > 1 else ("MESSAGE_DELETE", {"id": ids[0]})
    body |= deleted
    yield GatewayEvent(name, intent, channel.guild_id, _same_body_for_all(body), _viewer_filter(world, channel))


def _build_reaction_event(world: World, change: ReactionChanged | ReactionsCleared) -> GatewayEvent:
    # Nobody can react to ephemeral messages, so they need no special case.
    message, reaction = change.message, change.reaction
    channel = world.channels[message.channel_id]
    body: dict[str, Any] = {"channel_id": channel.id, "message_id": message.id}
    body |= {"guild_id": channel.guild_id} if channel.guild_id else {}
    body |= {"emoji": reaction.emoji_json} if reaction else {}
    suffix = "REMOVE_EMOJI" if reaction else "REMOVE_ALL"
    if isinstance(change, ReactionChanged):
        suffix = "REMOVE" if change.is_removal else "ADD"
        body |= {"user_id": change.user_id, "burst": False, "type": 0}
        guild = world.guilds.get(channel.guild_id or "")
        if not change.is_removal:
            body["message_author_id"] = message.author_id
            body |= (
                {"member": world.member_to_api_json(guild, change.user_id)}
                if guild and change.user_id in guild.members
                else {}
            )
    intent = DIRECT_REACTIONS_INTENT if channel.is_private else GUILD_REACTIONS_INTENT
    return GatewayEvent(
        f"MESSAGE_REACTION_{suffix}", intent, channel.guild_id, _same_body_for_all(body), _viewer_filter(world, channel)
    )


def _build_channel_events(world: World, suffix: str, channel: Channel) -> Iterator[GatewayEvent]:
    if channel.is_private:
        return  # since API version 8, bots receive no events about DM channels
    prefix = "THREAD" if channel.is_thread else "CHANNEL"
    fields = THREAD_DELETE_FIELDS if channel.is_thread and suffix == "DELETE" else ()
    extra = {"newly_created": True} if channel.is_thread and suffix == "CREATE" else {}

    def build_body(bot: str, intents: int) -> dict[str, Any]:
        data = channel.to_api_json(world.people, bot) | {"guild_id": channel.guild_id} | extra
        return {name: data[name] for name in fields} if fields else data

    yield GatewayEvent(
        f"{prefix}_{suffix}", GUILDS_INTENT, channel.guild_id, build_body, _viewer_filter(world, channel)
    )


def _build_thread_member_events(
    world: World, thread: Channel, added_ids: tuple[str, ...], removed_ids: tuple[str, ...]
) -> Iterator[GatewayEvent]:
    guild = world.guilds[thread.guild_id or ""]
    body = {
        "id": thread.id,
        "guild_id": thread.guild_id,
        "member_count": len(thread.joined_at_by_member),
        "added_members": [
            thread.thread_member_json(user) | {"member": world.member_to_api_json(guild, user), "presence": None}
            for user in added_ids
        ],
        "removed_member_ids": list(removed_ids),
    }
    if thread.type == PRIVATE_THREAD and added_ids:
        # The private thread is new to bots that were just added to it.
        yield GatewayEvent(
            "THREAD_CREATE", GUILDS_INTENT, thread.guild_id,
            lambda bot, _: thread.to_api_json(world.people, bot),
            lambda bot: bot in added_ids,
        )  # fmt: skip
    changed_ids = {*added_ids, *removed_ids}
    # Bots without the members intent receive only changes to their own membership.
    yield GatewayEvent(
        "THREAD_MEMBERS_UPDATE", GUILDS_INTENT, thread.guild_id, _same_body_for_all(body),
        lambda bot: bot in changed_ids and world.can_view(bot, thread),
    )  # fmt: skip
    yield GatewayEvent(
        "THREAD_MEMBERS_UPDATE", GUILD_MEMBERS_INTENT, thread.guild_id, _same_body_for_all(body),
        lambda bot: bot not in changed_ids and world.can_view(bot, thread),
    )  # fmt: skip


def _build_member_events(world: World, change: MemberJoined | MemberUpdated | MemberLeft) -> Iterator[GatewayEvent]:
    guild, user = change.guild, change.user_id
    if isinstance(change, MemberJoined):
        yield from _build_join_events(world, guild, user)
    elif isinstance(change, MemberLeft):
        yield from _build_leave_events(world, guild, user)
    else:
        body = world.member_to_api_json(guild, user) | {"guild_id": guild.id}
        yield GatewayEvent(
            "GUILD_MEMBER_UPDATE", GUILD_MEMBERS_INTENT, guild.id, _same_body_for_all(body), _member_filter(guild)
        )


def _build_join_events(world: World, guild: Guild, user_id: str) -> Iterator[GatewayEvent]:
    if user_id in world.bots:
        yield GatewayEvent(
            "GUILD_CREATE",
            GUILDS_INTENT,
            guild.id,
            lambda bot, _: build_guild_create(world, guild, bot),
            lambda bot: bot == user_id,
        )
    body = world.member_to_api_json(guild, user_id) | {"guild_id": guild.id}
    yield GatewayEvent(
        "GUILD_MEMBER_ADD", GUILD_MEMBERS_INTENT, guild.id, _same_body_for_all(body), _member_filter(guild)
    )


def _build_leave_events(world: World, guild: Guild, user_id: str) -> Iterator[GatewayEvent]:
    if user_id in world.bots:
        yield GatewayEvent(
            "GUILD_DELETE", GUILDS_INTENT, guild.id, _same_body_for_all({"id": guild.id}), lambda bot: bot == user_id
        )
    body = {"guild_id": guild.id, "user": world.people[user_id].api_json}
    yield GatewayEvent(
        "GUILD_MEMBER_REMOVE", GUILD_MEMBERS_INTENT, guild.id, _same_body_for_all(body), _member_filter(guild)
    )


def _build_typing_event(world: World, channel: Channel, user_id: str) -> GatewayEvent:
    body: dict[str, Any] = {"channel_id": channel.id, "user_id": user_id, "timestamp": int(world.clock.now())}
    if channel.guild_id:
        body["guild_id"] = channel.guild_id
        body["member"] = world.member_to_api_json(world.guilds[channel.guild_id], user_id)
    intent = DIRECT_TYPING_INTENT if channel.is_private else GUILD_TYPING_INTENT
    return GatewayEvent(
        "TYPING_START", intent, channel.guild_id, _same_body_for_all(body), _viewer_filter(world, channel)
    )
