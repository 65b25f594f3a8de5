"""The state of the playground and queries about it."""

from __future__ import annotations

from typing import Any, Final

from discord_playground.api_errors import UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER, ApiError
from discord_playground.world import permissions
from discord_playground.world.channel import DM_CHANNEL, PRIVATE_THREAD, Channel
from discord_playground.world.clock import WorldClock
from discord_playground.world.guild import Guild
from discord_playground.world.interaction import Interaction, OpenModal
from discord_playground.world.message import Message
from discord_playground.world.person import BotApplication, Person

MAX_UNREAD_COUNT: Final = 100
"""Unread messages beyond this number are not counted."""


class WorldState:
    """All people, bots, servers, channels, messages and interactions, with methods that only read them."""

    def __init__(self, clock: WorldClock) -> None:
        self.clock = clock
        self.people: dict[str, Person] = {}
        self.bots: dict[str, BotApplication] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.last_read: dict[str, dict[str, str]] = {}
        """IDs of the last messages read, by person and channel."""
        self.interactions: dict[str, Interaction] = {}
        """Interactions by token."""
        # The fields below are not saved.
        self.presences: dict[str, dict[str, Any]] = {}
        self.open_modals: dict[str, OpenModal] = {}

    def get_channel(self, channel_id: str) -> Channel:
        channel = self.channels.get(channel_id)
        if channel is None:
            raise ApiError(UNKNOWN_CHANNEL)
        return channel

    def find_bot_by_token(self, token: str) -> BotApplication | None:
        return next((bot for bot in self.bots.values() if bot.token == token), None)

    def get_guild(self, guild_id: str) -> Guild:
        guild = self.guilds.get(guild_id)
        if guild is None:
            raise ApiError(UNKNOWN_GUILD)
        return guild

    def get_person(self, user_id: str) -> Person:
        person = self.people.get(user_id)
        if person is None:
            raise ApiError(UNKNOWN_USER)
        return person

    def get_message(self, channel_id: str, message_id: str) -> Message:
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            raise ApiError(UNKNOWN_MESSAGE)
        return message

    def find_quoted_message(self, message: Message) -> Message | None:
        if not message.reference:
            return None
        channel_id, message_id = message.reference["channel_id"], message.reference["message_id"]
        quoted = self.messages.get(channel_id, {}).get(message_id)
        # An ephemeral message may be quoted only to the user who can see it.
        return quoted if quoted and quoted.ephemeral_user_id in (None, message.ephemeral_user_id) else None

    def message_to_api_json(self, message: Message, viewer_id: str | None = None) -> dict[str, Any]:
        """Return the message as JSON. If `viewer_id` is given, reactions include whether that user added them."""
        data = message.to_api_json(self.people, self.find_quoted_message(message), viewer_id)
        if message.thread_id in self.channels:
            data["thread"] = self.channels[message.thread_id].to_api_json(self.people)
        return data

    def get_permissions(self, user_id: str, channel: Channel) -> int:
        """Return a user's permissions in a channel.

        Threads inherit the permissions of their parent channel. Only members and moderators can see a private thread.
        """
        guild = self.guilds.get(channel.guild_id or "")
        if not channel.is_thread:
            return permissions.compute_permissions(guild, channel, user_id)
        granted = permissions.compute_permissions(guild, self.channels[channel.parent_id or ""], user_id)
        has_access = (
            channel.type != PRIVATE_THREAD
            or user_id in channel.joined_at_by_member
            or granted & permissions.PERMISSION_BITS["manage_threads"]
        )
        return granted if has_access else 0

    def has_permission(self, user_id: str, channel: Channel, name: str) -> bool:
        return bool(self.get_permissions(user_id, channel) & permissions.PERMISSION_BITS[name])

    def can_view(self, user_id: str, channel: Channel) -> bool:
        return self.has_permission(user_id, channel, "view_channel")

    def can_set_archived(self, user_id: str, thread: Channel, archived: bool) -> bool:
        """Return whether the user may archive the thread or, if `archived` is False, reopen it.

        The owner and moderators may archive a thread. All users who may write in it may reopen it, but only
        moderators may reopen a locked thread.
        """
        permission = "manage_threads" if archived or thread.locked else thread.send_permission
        return (archived and thread.owner_id == user_id) or self.has_permission(user_id, thread, permission)

    def can_send_messages(self, user_id: str, channel: Channel) -> bool:
        may_send = self.has_permission(user_id, channel, channel.send_permission)
        return may_send and not self.is_locked_for(user_id, channel)

    def is_locked_for(self, user_id: str, thread: Channel) -> bool:
        """Return whether the thread is locked and the user lacks the permission to manage threads."""
        return thread.locked and not self.has_permission(user_id, thread, "manage_threads")

    def member_to_api_json(self, guild: Guild, user_id: str) -> dict[str, Any]:
        """Return the member as JSON, including the `user` field."""
        return guild.members[user_id].api_json | {"user": self.people[user_id].api_json}

    def list_visible_messages(self, channel_id: str, user_id: str) -> list[Message]:
        return [message for message in self.messages.get(channel_id, {}).values() if message.is_visible_to(user_id)]

    def find_dm(self, first_user_id: str, second_user_id: str) -> Channel | None:
        user_ids = {first_user_id, second_user_id}
        dms = (channel for channel in self.channels.values() if channel.type == DM_CHANNEL)
        return next((dm for dm in dms if set(dm.recipient_ids) == user_ids), None)

    def list_threads(self, guild_id: str) -> list[Channel]:
        return [channel for channel in self.channels.values() if channel.guild_id == guild_id and channel.is_thread]

    def is_user_mentioned(self, message: Message, user_id: str) -> bool:
        if not (message.mentioned_user_ids or message.mentioned_role_ids or message.mentions_everyone):
            return False
        if message.author_id == user_id or not message.is_visible_to(user_id):
            return False
        member = self.guilds[message.guild_id].members.get(user_id) if message.guild_id in self.guilds else None
        role_ids = member.role_ids if member else []
        return (
            user_id in message.mentioned_user_ids
            or message.mentions_everyone
            or any(role_id in role_ids for role_id in message.mentioned_role_ids)
        )

    def count_unread(self, channel: Channel, user_id: str) -> tuple[int, int]:
        """Return the numbers of unread messages and of unread mentions. In DMs, each message counts as a mention."""
        last_read_id = int(self.last_read.get(user_id, {}).get(channel.id, "0"))
        unread = mentions = 0
        for message in reversed(self.messages.get(channel.id, {}).values()):
            if int(message.id) <= last_read_id or unread >= MAX_UNREAD_COUNT:
                break
            # Ephemeral messages respond to the user's own action, so they do not count as unread.
            if message.author_id != user_id and message.ephemeral_user_id is None:
                unread += 1
                mentions += channel.is_private or self.is_user_mentioned(message, user_id)
        return unread, mentions
