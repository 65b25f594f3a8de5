"""The world: all there is, how it changes, and who is told.

One file, because nothing else changes it: whoever looks for what a change brings about finds all of it here.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

from discord_playground.api_errors import UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER, ApiError
from discord_playground.world import permissions
from discord_playground.world.change import (
    ChannelCreated,
    ChannelDeleted,
    ChannelRead,
    ChannelUpdated,
    MemberJoined,
    MemberLeft,
    MessageEdited,
    MessagePosted,
    MessagesDeleted,
    ModalChanged,
    PageFrameChanged,
    ReactionChanged,
    ReactionsCleared,
    RoleCreated,
    RoleUpdated,
    ThreadMembersChanged,
    ThreadReopened,
    WorldChange,
)
from discord_playground.world.channel import DM_CHANNEL, GROUP_CHANNEL, PRIVATE_THREAD, TEXT_CHANNEL, Channel
from discord_playground.world.clock import WorldClock
from discord_playground.world.guild import Guild, Role
from discord_playground.world.interaction import TOKEN_LIFETIME_S, Interaction, OpenModal
from discord_playground.world.message import HAS_THREAD, Message
from discord_playground.world.person import BotApplication, Member, Person
from discord_playground.world.reaction import Reaction

GUILD_ID_BIT: Final = 1 << 21
"""Keeps the ids of servers apart from all others of their millisecond."""
ACCOUNT_AGE_OFFSET: Final = 365 * 86_400_000 << 22
"""So much older than they are met are people's ids: a bot may be wary of accounts that are new."""
MAX_UNREAD_COUNT: Final = 100
"""Nobody counts further."""


class World:
    def __init__(self, clock: WorldClock) -> None:
        self.clock = clock
        self.people: dict[str, Person] = {}
        self.bots: dict[str, BotApplication] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.last_read: dict[str, dict[str, str]] = {}
        """By person and channel, the last message that was read."""
        self.interactions: dict[str, Interaction] = {}
        """By token."""
        # What does not outlive the process:
        self.presences: dict[str, dict[str, Any]] = {}
        self.open_modals: dict[str, OpenModal] = {}
        self.listeners: list[Callable[[WorldChange], None]] = []

    def publish_change(self, change: WorldChange) -> None:
        for listener in self.listeners:
            listener(change)

    # asking

    def get_channel(self, channel_id: str) -> Channel:
        found = self.channels.get(channel_id)
        if found is None:
            raise ApiError(UNKNOWN_CHANNEL)
        return found

    def find_bot_by_token(self, token: str) -> BotApplication | None:
        return next((bot for bot in self.bots.values() if bot.token == token), None)

    def get_guild(self, guild_id: str) -> Guild:
        found = self.guilds.get(guild_id)
        if found is None:
            raise ApiError(UNKNOWN_GUILD)
        return found

    def get_person(self, user_id: str) -> Person:
        found = self.people.get(user_id)
        if found is None:
            raise ApiError(UNKNOWN_USER)
        return found

    def get_message(self, channel_id: str, message_id: str) -> Message:
        found = self.messages.get(channel_id, {}).get(message_id)
        if found is None:
            raise ApiError(UNKNOWN_MESSAGE)
        return found

    def find_quoted_message(self, message: Message) -> Message | None:
        if not message.reference:
            return None
        channel, key = message.reference["channel_id"], message.reference["message_id"]
        quoted = self.messages.get(channel, {}).get(key)
        # What is for one person's eyes is quoted to nobody else.
        return quoted if quoted and quoted.ephemeral_user_id in (None, message.ephemeral_user_id) else None

    def message_to_api_json(self, message: Message, viewer_id: str | None = None) -> dict[str, Any]:
        """To a `viewer` it is told which reactions are their own."""
        shape = message.to_api_json(self.people, self.find_quoted_message(message), viewer_id)
        if message.thread_id in self.channels:
            shape["thread"] = self.channels[message.thread_id].to_api_json(self.people)
        return shape

    def get_permissions(self, user_id: str, channel: Channel) -> int:
        """Return somebody's permissions in a channel; a thread asks its parent, a private one its members too."""
        guild = self.guilds.get(channel.guild_id or "")
        if not channel.is_thread:
            return permissions.compute_permissions(guild, channel, user_id)
        granted = permissions.compute_permissions(guild, self.channels[channel.parent_id or ""], user_id)
        invited = (
            channel.type != PRIVATE_THREAD
            or user_id in channel.joined_at_by_member
            or granted & permissions.PERMISSION_BITS["manage_threads"]
        )
        return granted if invited else 0

    def can_view(self, user_id: str, channel: Channel) -> bool:
        return bool(self.get_permissions(user_id, channel) & permissions.PERMISSION_BITS["view_channel"])

    def member_to_api_json(self, guild: Guild, user_id: str) -> dict[str, Any]:
        """As it is told where nothing beside it tells who that is."""
        return guild.members[user_id].api_json | {"user": self.people[user_id].api_json}

    def list_visible_messages(self, channel_id: str, user_id: str) -> list[Message]:
        return [message for message in self.messages.get(channel_id, {}).values() if message.is_visible_to(user_id)]

    def list_threads(self, guild_id: str) -> list[Channel]:
        return [it for it in self.channels.values() if it.guild_id == guild_id and it.is_thread]

    def is_user_mentioned(self, message: Message, user_id: str) -> bool:
        if not (message.mentioned_user_ids or message.mentioned_role_ids or message.mentions_everyone):
            return False
        if message.author_id == user_id or not message.is_visible_to(user_id):
            return False
        member = self.guilds[message.guild_id].members.get(user_id) if message.guild_id in self.guilds else None
        held = member.role_ids if member else []
        return (
            user_id in message.mentioned_user_ids
            or message.mentions_everyone
            or any(role in held for role in message.mentioned_role_ids)
        )

    def count_unread(self, channel: Channel, user_id: str) -> tuple[int, int]:
        """How many messages, and how many of them mention the reader."""
        until = int(self.last_read.get(user_id, {}).get(channel.id, "0"))
        unread = mentions = 0
        for message in reversed(self.messages.get(channel.id, {}).values()):
            if int(message.id) <= until or unread >= MAX_UNREAD_COUNT:
                break
            # What only its reader sees came as an answer, and is no news.
            if message.author_id != user_id and message.ephemeral_user_id is None:
                unread += 1
                mentions += channel.is_private or self.is_user_mentioned(message, user_id)
        return unread, mentions

    # changing

    def create_person(
        self, name: str, locale: str = "en-US", *, display_name: str | None = None, is_bot: bool = False
    ) -> Person:
        met = int(self.clock.new_snowflake())
        person = Person(
            str(met if is_bot else met - ACCOUNT_AGE_OFFSET), name, display_name or name.title(), locale, is_bot=is_bot
        )
        self.people[person.id] = person
        self.publish_change(PageFrameChanged())
        return person

    def create_bot(self, name: str, owner_id: str) -> BotApplication:
        person = self.create_person(name, display_name=name, is_bot=True)
        head = base64.urlsafe_b64encode(person.id.encode()).decode().rstrip("=")
        token = f"{head}.{secrets.token_urlsafe(4)[:6]}.{secrets.token_urlsafe(29)[:38]}"
        self.bots[person.id] = BotApplication(person.id, name, token, owner_id)
        return self.bots[person.id]

    def create_guild(self, name: str, owner_id: str, channel_names: Iterable[str], locale: str = "en-US") -> Guild:
        # Neighbouring milliseconds: servers founded in turn fall to different shards.
        last = max((int(guild) >> 22 for guild in self.guilds), default=0)
        moment = last + 1 if last else int(self.clock.new_snowflake()) >> 22
        guild = Guild(str(moment << 22 | GUILD_ID_BIT), name, owner_id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.DEFAULT_EVERYONE_PERMISSIONS)
        self.guilds[guild.id] = guild
        opened = [self.create_channel(guild, channel) for channel in channel_names]
        guild.system_channel_id = opened[0].id if opened else None
        self.add_member(guild, owner_id)
        return guild

    def create_channel(self, guild: Guild, name: str, channel_type: int = TEXT_CHANNEL) -> Channel:
        self.add_channel(channel := self.build_channel(guild, name, channel_type))
        return channel

    def build_channel(self, guild: Guild, name: str, channel_type: int) -> Channel:
        """One that nobody has heard of yet."""
        position = sum(channel.guild_id == guild.id and not channel.is_thread for channel in self.channels.values())
        return Channel(self.clock.new_snowflake(), channel_type, name, guild.id, position=position)

    def add_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        self.publish_change(ChannelCreated(channel))

    def delete_channel(self, channel: Channel) -> None:
        for thread in [it for it in self.channels.values() if it.parent_id == channel.id and it.is_thread]:
            self.delete_channel(thread)
        guild = self.guilds.get(channel.guild_id or "")
        if guild and guild.system_channel_id == channel.id:
            guild.system_channel_id = None
        self.publish_change(ChannelDeleted(channel))
        del self.channels[channel.id]
        del self.messages[channel.id]

    def create_role(self, guild: Guild, name: str) -> Role:
        """A new role, below all others but that of everybody."""
        for other in guild.roles.values():
            other.position += other.id != guild.id
        role = Role(self.clock.new_snowflake(), name, 0, 1)
        guild.roles[role.id] = role
        for changed in guild.roles.values():
            self.publish_change(RoleCreated(guild, changed) if changed is role else RoleUpdated(guild, changed))
        self.publish_change(PageFrameChanged())
        return role

    def add_member(self, guild: Guild, user_id: str) -> None:
        if user_id in guild.members:
            return
        member = Member(user_id, self.clock.now())
        guild.members[user_id] = member
        if user_id in self.bots:
            role = Role(
                self.clock.new_snowflake(),
                self.people[user_id].name,
                permissions.BOT_ROLE_PERMISSIONS,
                len(guild.roles),
                bot_id=user_id,
            )
            guild.roles[role.id] = role
            member.role_ids.append(role.id)
        self.publish_change(MemberJoined(guild, user_id))

    def remove_member(self, guild: Guild, user_id: str) -> None:
        member = guild.members.pop(user_id, None)
        if member is None:
            return
        for role in [role for role in guild.roles.values() if role.bot_id == user_id]:
            del guild.roles[role.id]
            for other in guild.members.values():
                other.role_ids = [one for one in other.role_ids if one != role.id]
        for thread in self.list_threads(guild.id):
            thread.joined_at_by_member.pop(user_id, None)
        self.publish_change(MemberLeft(guild, user_id))

    def get_or_create_dm(self, first_user_id: str, second_user_id: str) -> Channel:
        """The one DM of two."""
        for channel in self.channels.values():
            if channel.type == DM_CHANNEL and set(channel.recipient_ids) == {first_user_id, second_user_id}:
                return channel
        channel = Channel(self.clock.new_snowflake(), DM_CHANNEL, recipient_ids=[first_user_id, second_user_id])
        self.add_channel(channel)
        return channel

    def create_group(self, name: str, *people: str) -> Channel:
        """A group; the first has begun it."""
        channel = Channel(self.clock.new_snowflake(), GROUP_CHANNEL, name, recipient_ids=[*people], owner_id=people[0])
        self.add_channel(channel)
        return channel

    def set_user_installed(self, bot_id: str, user_id: str, *, installed: bool = True) -> None:
        """For oneself: then it goes wherever that person does."""
        others = [one for one in self.bots[bot_id].installed_user_ids if one != user_id]
        self.bots[bot_id].installed_user_ids = [*others, user_id] if installed else others
        self.publish_change(PageFrameChanged())

    def post_message(self, message: Message) -> None:
        channel = self.channels[message.channel_id]
        self.messages[channel.id][message.id] = message
        channel.last_message_id = message.id if message.ephemeral_user_id is None else channel.last_message_id
        channel.sent_count += message.ephemeral_user_id is None
        self.publish_change(MessagePosted(message))

    def publish_edit(self, message: Message) -> None:
        self.publish_change(MessageEdited(message))

    def delete_messages(self, channel: Channel, *messages: Message) -> None:
        for message in messages:
            del self.messages[channel.id][message.id]
            channel.deleted_count += message.ephemeral_user_id is None
        self.publish_change(MessagesDeleted(channel, messages))

    def add_reaction(self, message: Message, reaction: Reaction, user_id: str) -> None:
        there = next((one for one in message.reactions if one.url_key == reaction.url_key), None)
        if there is None:
            message.reactions.append(there := reaction)
        if user_id not in there.user_ids:
            there.user_ids.append(user_id)
            self.publish_change(ReactionChanged(message, there, user_id))

    def remove_reaction(self, message: Message, reaction: Reaction, user_id: str) -> None:
        if user_id in reaction.user_ids:
            reaction.user_ids.remove(user_id)
            self._drop_empty_reactions(message)
            self.publish_change(ReactionChanged(message, reaction, user_id, is_removal=True))

    def clear_reactions(self, message: Message, reaction: Reaction | None = None) -> None:
        """Of one emoji, or of all."""
        message.reactions = [one for one in message.reactions if reaction and one is not reaction]
        self.publish_change(ReactionsCleared(message, reaction))

    def _drop_empty_reactions(self, message: Message) -> None:
        message.reactions = [one for one in message.reactions if one.user_ids]

    def start_thread(self, thread: Channel, message: Message | None) -> None:
        self.add_channel(thread)
        self.archive_when_inactive(thread)
        if message:
            message.thread_id = thread.id
            message.flags |= HAS_THREAD
            self.publish_edit(message)

    def add_thread_members(self, thread: Channel, *users: str) -> None:
        added = tuple(user for user in users if user not in thread.joined_at_by_member)
        for user in added:
            thread.joined_at_by_member[user] = self.clock.now()
        if added:
            self.publish_change(ThreadMembersChanged(thread, added_ids=added))

    def remove_thread_member(self, thread: Channel, user_id: str) -> None:
        if thread.joined_at_by_member.pop(user_id, None) is not None:
            self.publish_change(ThreadMembersChanged(thread, removed_ids=(user_id,)))

    def archive_when_inactive(self, thread: Channel) -> None:
        """When nobody has said anything there, nor opened it again or changed how long it waits, for so long."""
        if thread.id not in self.channels or thread.archived:
            return
        last = self.messages[thread.id].get(thread.last_message_id or "")
        left = (
            max(thread.archive_changed_at, last.sent_at if last else 0)
            + thread.auto_archive_minutes * 60
            - self.clock.now()
        )
        if left <= 0:
            self.set_archived(thread, True)
        else:
            self.clock.call_later(left, lambda: self.archive_when_inactive(thread))

    def can_set_archived(self, user_id: str, thread: Channel, archived: bool) -> bool:
        """A moderator or its owner closes it; whoever may speak there opens it again, if it is locked a moderator."""
        needed = "manage_threads" if archived or thread.locked else thread.send_permission
        return (archived and thread.owner_id == user_id) or bool(
            self.get_permissions(user_id, thread) & permissions.PERMISSION_BITS[needed]
        )

    def can_send_messages(self, user_id: str, channel: Channel) -> bool:
        return bool(
            self.get_permissions(user_id, channel) & permissions.PERMISSION_BITS[channel.send_permission]
        ) and not self.is_locked_for(user_id, channel)

    def is_locked_for(self, user_id: str, thread: Channel) -> bool:
        """In a locked thread only those who govern threads have something to say."""
        return (
            thread.locked and not self.get_permissions(user_id, thread) & permissions.PERMISSION_BITS["manage_threads"]
        )

    def set_archived(self, thread: Channel, archived: bool) -> None:
        woken = thread.archived and not archived
        if thread.archived != archived:
            thread.archive_changed_at = self.clock.now()
        thread.archived = archived
        self.publish_change(ChannelUpdated(thread))
        if woken:
            self.publish_change(ThreadReopened(thread))
            self.archive_when_inactive(thread)

    def mark_read(self, channel: Channel, user_id: str) -> None:
        self.last_read.setdefault(user_id, {})[channel.id] = next(reversed(self.messages[channel.id]), "0")
        self.publish_change(ChannelRead(channel, user_id))

    def set_open_modal(self, user_id: str, modal: OpenModal | None) -> None:
        if modal:
            self.open_modals[user_id] = modal
        elif self.open_modals.pop(user_id, None) is None:
            return
        self.publish_change(ModalChanged(user_id, modal))

    def schedule_token_expiry(self, interaction: Interaction) -> None:
        """Tokens end; a little later nobody asks for them any more."""
        left = interaction.created_at + TOKEN_LIFETIME_S + 60 - self.clock.now()
        self.clock.call_later(max(0.0, left), lambda: self._drop_interaction(interaction))

    def _drop_interaction(self, interaction: Interaction) -> None:
        self.interactions.pop(interaction.token, None)


def create_default_world(clock: WorldClock) -> World:
    """The world of a stranger's first visit: one server, two channels and four players."""
    world = World(clock)
    locales = {"otter": "en-US", "heron": "de", "lynx": "fr", "badger": "en-US"}
    players = [world.create_person(name, locale) for name, locale in locales.items()]
    guild = world.create_guild("Clearing", players[0].id, ["duels", "lounge"])
    for player in players:
        world.add_member(guild, player.id)
    return world
