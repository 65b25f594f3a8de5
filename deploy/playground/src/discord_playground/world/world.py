"""Changes to the state of the playground."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Iterable
from typing import Final

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
    ScheduledEventUpdated,
    ThreadMembersChanged,
    ThreadReopened,
    WorldChange,
)
from discord_playground.world.channel import DM_CHANNEL, GROUP_CHANNEL, TEXT_CHANNEL, Channel
from discord_playground.world.clock import WorldClock
from discord_playground.world.guild import Guild, Role
from discord_playground.world.interaction import TOKEN_LIFETIME_S, Interaction, OpenModal
from discord_playground.world.message import HAS_THREAD, Message
from discord_playground.world.person import BotApplication, Member, Person
from discord_playground.world.reaction import Reaction
from discord_playground.world.scheduled_event import EventStatus, ScheduledEvent
from discord_playground.world.world_state import WorldState

GUILD_ID_BIT: Final = 1 << 21
"""Bit that is set in server IDs, to keep them distinct from other IDs of the same millisecond."""
ACCOUNT_AGE_OFFSET: Final = 365 * 86_400_000 << 22
"""Number subtracted from people's IDs, to make their accounts look a year old. Bots may distrust new accounts."""


class World(WorldState):
    """The state of the playground, with methods that change it and publish each change to the listeners."""

    def __init__(self, clock: WorldClock) -> None:
        super().__init__(clock)
        self.listeners: list[Callable[[WorldChange], None]] = []

    def publish_change(self, change: WorldChange) -> None:
        for listener in self.listeners:
            listener(change)

    def create_person(
        self, name: str, locale: str = "en-US", *, display_name: str | None = None, is_bot: bool = False
    ) -> Person:
        snowflake = int(self.clock.new_snowflake())
        user_id = str(snowflake if is_bot else snowflake - ACCOUNT_AGE_OFFSET)
        person = Person(user_id, name, display_name or name.title(), locale, is_bot=is_bot)
        self.people[person.id] = person
        self.publish_change(PageFrameChanged())
        return person

    def create_bot(self, name: str, owner_id: str) -> BotApplication:
        person = self.create_person(name, display_name=name, is_bot=True)
        encoded_id = base64.urlsafe_b64encode(person.id.encode()).decode().rstrip("=")
        token = f"{encoded_id}.{secrets.token_urlsafe(4)[:6]}.{secrets.token_urlsafe(29)[:38]}"
        self.bots[person.id] = BotApplication(person.id, name, token, owner_id)
        return self.bots[person.id]

    def create_guild(self, name: str, owner_id: str, channel_names: Iterable[str], locale: str = "en-US") -> Guild:
        # Server IDs have consecutive milliseconds, which spreads the servers evenly over shards.
        last_ms = max((int(guild_id) >> 22 for guild_id in self.guilds), default=0)
        created_ms = last_ms + 1 if last_ms else int(self.clock.new_snowflake()) >> 22
        guild = Guild(str(created_ms << 22 | GUILD_ID_BIT), name, owner_id, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.DEFAULT_EVERYONE_PERMISSIONS)
        self.guilds[guild.id] = guild
        channels = [self.create_channel(guild, channel_name) for channel_name in channel_names]
        guild.system_channel_id = channels[0].id if channels else None
        self.add_member(guild, owner_id)
        return guild

    def create_channel(self, guild: Guild, name: str, channel_type: int = TEXT_CHANNEL) -> Channel:
        channel = self.build_channel(guild, name, channel_type)
        self.add_channel(channel)
        return channel

    def build_channel(self, guild: Guild, name: str, channel_type: int) -> Channel:
        """Return a new channel without adding it to the world."""
        position = sum(channel.guild_id == guild.id and not channel.is_thread for channel in self.channels.values())
        return Channel(self.clock.new_snowflake(), channel_type, name, guild.id, position=position)

    def add_channel(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        self.publish_change(ChannelCreated(channel))

    def delete_channel(self, channel: Channel) -> None:
        for thread in [other for other in self.channels.values() if other.parent_id == channel.id and other.is_thread]:
            self.delete_channel(thread)
        guild = self.guilds.get(channel.guild_id or "")
        if guild and guild.system_channel_id == channel.id:
            guild.system_channel_id = None
        self.publish_change(ChannelDeleted(channel))
        del self.channels[channel.id]
        del self.messages[channel.id]

    def create_role(self, guild: Guild, name: str) -> Role:
        """Create a role below all others except @everyone."""
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
                other.role_ids = [role_id for role_id in other.role_ids if role_id != role.id]
        for thread in self.list_threads(guild.id):
            thread.joined_at_by_member.pop(user_id, None)
        self.publish_change(MemberLeft(guild, user_id))

    def get_or_create_dm(self, first_user_id: str, second_user_id: str) -> Channel:
        if existing := self.find_dm(first_user_id, second_user_id):
            return existing
        channel = Channel(self.clock.new_snowflake(), DM_CHANNEL, recipient_ids=[first_user_id, second_user_id])
        self.add_channel(channel)
        return channel

    def create_group(self, name: str, *user_ids: str) -> Channel:
        """Create a group DM. The first user becomes its owner."""
        channel = Channel(
            self.clock.new_snowflake(), GROUP_CHANNEL, name, recipient_ids=[*user_ids], owner_id=user_ids[0]
        )
        self.add_channel(channel)
        return channel

    def set_user_installed(self, bot_id: str, user_id: str, *, installed: bool = True) -> None:
        """Install or uninstall an app for a user. A user can use installed apps in any channel."""
        other_ids = [other_id for other_id in self.bots[bot_id].installed_user_ids if other_id != user_id]
        self.bots[bot_id].installed_user_ids = [*other_ids, user_id] if installed else other_ids
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
        existing = next((other for other in message.reactions if other.url_key == reaction.url_key), None)
        if existing is None:
            message.reactions.append(existing := reaction)
        if user_id not in existing.user_ids:
            existing.user_ids.append(user_id)
            self.publish_change(ReactionChanged(message, existing, user_id))

    def remove_reaction(self, message: Message, reaction: Reaction, user_id: str) -> None:
        if user_id in reaction.user_ids:
            reaction.user_ids.remove(user_id)
            message.reactions = [other for other in message.reactions if other.user_ids]
            self.publish_change(ReactionChanged(message, reaction, user_id, is_removal=True))

    def clear_reactions(self, message: Message, reaction: Reaction | None = None) -> None:
        """Remove all users' reactions with one emoji, or all reactions if `reaction` is None."""
        message.reactions = [other for other in message.reactions if reaction and other is not reaction]
        self.publish_change(ReactionsCleared(message, reaction))

    def build_thread(self, parent: Channel, thread_type: int, name: str, owner_id: str) -> Channel:
        """Return a new thread without adding it to the world."""
        now = self.clock.now()
        return Channel(
            self.clock.new_snowflake(), thread_type, name, parent.guild_id, parent.id,
            owner_id=owner_id, created_at=now, archive_changed_at=now,
        )  # fmt: skip

    def start_thread(self, thread: Channel, message: Message | None) -> None:
        """Add a new thread to the world, with its owner as a member. A thread of a message gets the message's ID."""
        if message:
            thread.id = message.id
        self.add_channel(thread)
        self.archive_when_inactive(thread)
        if message:
            message.thread_id = thread.id
            message.flags |= HAS_THREAD
            self.publish_edit(message)
        self.add_thread_members(thread, thread.owner_id or "")

    def add_thread_members(self, thread: Channel, *user_ids: str) -> None:
        added_ids = tuple(user_id for user_id in user_ids if user_id not in thread.joined_at_by_member)
        for user_id in added_ids:
            thread.joined_at_by_member[user_id] = self.clock.now()
        if added_ids:
            self.publish_change(ThreadMembersChanged(thread, added_ids=added_ids))

    def remove_thread_member(self, thread: Channel, user_id: str) -> None:
        if thread.joined_at_by_member.pop(user_id, None) is not None:
            self.publish_change(ThreadMembersChanged(thread, removed_ids=(user_id,)))

    def archive_when_inactive(self, thread: Channel) -> None:
        """Archive the thread once it has been inactive for `auto_archive_minutes`. Until then, check again later."""
        if thread.id not in self.channels or thread.archived:
            return
        last_message = self.messages[thread.id].get(thread.last_message_id or "")
        active_at = max(thread.archive_changed_at, last_message.sent_at if last_message else 0)
        remaining_s = active_at + thread.auto_archive_minutes * 60 - self.clock.now()
        if remaining_s <= 0:
            self.set_archived(thread, True)
        else:
            self.clock.call_later(remaining_s, lambda: self.archive_when_inactive(thread))

    def update_event_on_time(self, event: ScheduledEvent) -> None:
        """Activate the event at its start time and complete it at its end time. Until then, check again later."""
        if not event.is_open or self.guilds[event.guild_id].scheduled_events.get(event.id) is not event:
            return
        due_at = event.start_at if event.status is EventStatus.SCHEDULED else event.end_at
        remaining_s = due_at - self.clock.now()
        if remaining_s > 0:
            self.clock.call_later(remaining_s, lambda: self.update_event_on_time(event))
            return
        event.status = EventStatus(event.status + 1)
        self.publish_change(ScheduledEventUpdated(event))
        self.update_event_on_time(event)

    def set_archived(self, thread: Channel, archived: bool) -> None:
        is_reopened = thread.archived and not archived
        if thread.archived != archived:
            thread.archive_changed_at = self.clock.now()
        thread.archived = archived
        self.publish_change(ChannelUpdated(thread))
        if is_reopened:
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
        """Schedule the removal of the interaction, one minute after its token expires."""
        remaining_s = interaction.created_at + TOKEN_LIFETIME_S + 60 - self.clock.now()
        self.clock.call_later(max(0.0, remaining_s), lambda: self.interactions.pop(interaction.token, None))


def create_default_world(clock: WorldClock) -> World:
    """Return the world for the first run: one server with two channels and four people."""
    world = World(clock)
    locales = {"otter": "en-US", "heron": "de", "lynx": "fr", "badger": "en-US"}
    players = [world.create_person(name, locale) for name, locale in locales.items()]
    guild = world.create_guild("Clearing", players[0].id, ["duels", "lounge"])
    for player in players:
        world.add_member(guild, player.id)
    return world
