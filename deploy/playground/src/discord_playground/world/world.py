"""The world: all there is, how it changes, and who is told.

One file, because nothing else changes it: whoever looks for what a change brings about finds all of it here.
"""

from __future__ import annotations

import base64
import secrets
from collections.abc import Callable, Iterable
from typing import Any, Final

from discord_playground.refusal import UNKNOWN_CHANNEL, UNKNOWN_GUILD, UNKNOWN_MESSAGE, UNKNOWN_USER, Refused
from discord_playground.world import permissions
from discord_playground.world.change import (
    Change,
    ChannelChanged,
    ChannelGone,
    ChannelMade,
    Cleared,
    Deleted,
    Departed,
    Edited,
    FrameChanged,
    Joined,
    ModalShown,
    Posted,
    Reacted,
    Read,
    RoleChanged,
    RoleMade,
    ThreadMembers,
    ThreadWoken,
)
from discord_playground.world.channel import DM, GROUP, PRIVATE_THREAD, TEXT, Channel
from discord_playground.world.clock import Clock
from discord_playground.world.guild import Guild, Role
from discord_playground.world.interaction import SECONDS_OF_TOKEN, Interaction, Modal
from discord_playground.world.message import HAS_THREAD, Message
from discord_playground.world.person import Bot, Member, Person
from discord_playground.world.reaction import Reaction

GUILD: Final = 1 << 21
"""Keeps the ids of servers apart from all others of their millisecond."""
AROUND: Final = 365 * 86_400_000 << 22
"""So much older than they are met are people's ids: a bot may be wary of accounts that are new."""
MOST_UNREAD: Final = 100
"""Nobody counts further."""


class World:
    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.people: dict[str, Person] = {}
        self.bots: dict[str, Bot] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.read: dict[str, dict[str, str]] = {}
        """By person and channel, the last message that was read."""
        self.interactions: dict[str, Interaction] = {}
        """By token."""
        # What does not outlive the process:
        self.presences: dict[str, dict[str, Any]] = {}
        self.modals: dict[str, Modal] = {}
        self.listeners: list[Callable[[Change], None]] = []

    def publish(self, change: Change) -> None:
        for listener in self.listeners:
            listener(change)

    # asking

    def channel(self, channel: str) -> Channel:
        found = self.channels.get(channel)
        if found is None:
            raise Refused(UNKNOWN_CHANNEL)
        return found

    def bot(self, token: str) -> Bot | None:
        return next((bot for bot in self.bots.values() if bot.token == token), None)

    def guild(self, guild: str) -> Guild:
        found = self.guilds.get(guild)
        if found is None:
            raise Refused(UNKNOWN_GUILD)
        return found

    def person(self, user: str) -> Person:
        found = self.people.get(user)
        if found is None:
            raise Refused(UNKNOWN_USER)
        return found

    def message(self, channel: str, message: str) -> Message:
        found = self.messages.get(channel, {}).get(message)
        if found is None:
            raise Refused(UNKNOWN_MESSAGE)
        return found

    def quoted(self, message: Message) -> Message | None:
        if not message.reference:
            return None
        channel, key = message.reference["channel_id"], message.reference["message_id"]
        quoted = self.messages.get(channel, {}).get(key)
        # What is for one person's eyes is quoted to nobody else.
        return quoted if quoted and quoted.reader in (None, message.reader) else None

    def shape(self, message: Message, viewer: str | None = None) -> dict[str, Any]:
        """To a `viewer` it is told which reactions are their own."""
        shape = message.shape(self.people, self.quoted(message), viewer)
        if message.thread in self.channels:
            shape["thread"] = self.channels[message.thread].shape(self.people)
        return shape

    def may(self, user: str, channel: Channel) -> int:
        """Return somebody's permissions in a channel; a thread asks its parent, a private one its members too."""
        guild = self.guilds.get(channel.guild or "")
        if not channel.thread:
            return permissions.permissions(guild, channel, user)
        granted = permissions.permissions(guild, self.channels[channel.parent or ""], user)
        invited = (
            channel.type != PRIVATE_THREAD or user in channel.members or granted & permissions.BITS["manage_threads"]
        )
        return granted if invited else 0

    def sees(self, user: str, channel: Channel) -> bool:
        return bool(self.may(user, channel) & permissions.BITS["view_channel"])

    def member(self, guild: Guild, user: str) -> dict[str, Any]:
        """As it is told where nothing beside it tells who that is."""
        return guild.members[user].shape | {"user": self.people[user].shape}

    def history(self, channel: str, user: str) -> list[Message]:
        return [message for message in self.messages.get(channel, {}).values() if message.seen_by(user)]

    def threads(self, guild: str) -> list[Channel]:
        return [it for it in self.channels.values() if it.guild == guild and it.thread]

    def pings(self, message: Message, user: str) -> bool:
        if not (message.mentions or message.mention_roles or message.everyone):
            return False
        if message.author == user or not message.seen_by(user):
            return False
        member = self.guilds[message.guild].members.get(user) if message.guild in self.guilds else None
        held = member.roles if member else []
        return user in message.mentions or message.everyone or any(role in held for role in message.mention_roles)

    def unread(self, channel: Channel, user: str) -> tuple[int, int]:
        """How many messages, and how many of them mention the reader."""
        until = int(self.read.get(user, {}).get(channel.id, "0"))
        unread = mentions = 0
        for message in reversed(self.messages.get(channel.id, {}).values()):
            if int(message.id) <= until or unread >= MOST_UNREAD:
                break
            # What only its reader sees came as an answer, and is no news.
            if message.author != user and message.reader is None:
                unread += 1
                mentions += channel.private or self.pings(message, user)
        return unread, mentions

    # changing

    def meet(self, name: str, locale: str = "en-US", *, shown: str | None = None, bot: bool = False) -> Person:
        met = int(self.clock.snowflake())
        person = Person(str(met if bot else met - AROUND), name, shown or name.title(), locale, bot=bot)
        self.people[person.id] = person
        self.publish(FrameChanged())
        return person

    def hire(self, name: str, owner: str) -> Bot:
        person = self.meet(name, shown=name, bot=True)
        head = base64.urlsafe_b64encode(person.id.encode()).decode().rstrip("=")
        token = f"{head}.{secrets.token_urlsafe(4)[:6]}.{secrets.token_urlsafe(29)[:38]}"
        self.bots[person.id] = Bot(person.id, name, token, owner)
        return self.bots[person.id]

    def found(self, name: str, owner: str, channels: Iterable[str], locale: str = "en-US") -> Guild:
        # Neighbouring milliseconds: servers founded in turn fall to different shards.
        last = max((int(guild) >> 22 for guild in self.guilds), default=0)
        moment = last + 1 if last else int(self.clock.snowflake()) >> 22
        guild = Guild(str(moment << 22 | GUILD), name, owner, locale)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE)
        self.guilds[guild.id] = guild
        opened = [self.open(guild, channel) for channel in channels]
        guild.system = opened[0].id if opened else None
        self.join(guild, owner)
        return guild

    def open(self, guild: Guild, name: str, kind: int = TEXT) -> Channel:
        self.add(channel := self.planned(guild, name, kind))
        return channel

    def planned(self, guild: Guild, name: str, kind: int) -> Channel:
        """One that nobody has heard of yet."""
        position = sum(channel.guild == guild.id and not channel.thread for channel in self.channels.values())
        return Channel(self.clock.snowflake(), kind, name, guild.id, position=position)

    def add(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        self.messages.setdefault(channel.id, {})
        self.publish(ChannelMade(channel))

    def remove(self, channel: Channel) -> None:
        for thread in [it for it in self.channels.values() if it.parent == channel.id and it.thread]:
            self.remove(thread)
        guild = self.guilds.get(channel.guild or "")
        if guild and guild.system == channel.id:
            guild.system = None
        self.publish(ChannelGone(channel))
        del self.channels[channel.id]
        del self.messages[channel.id]

    def enrol(self, guild: Guild, name: str) -> Role:
        """A new role, below all others but that of everybody."""
        for other in guild.roles.values():
            other.position += other.id != guild.id
        role = Role(self.clock.snowflake(), name, 0, 1)
        guild.roles[role.id] = role
        for changed in guild.roles.values():
            self.publish(RoleMade(guild, changed) if changed is role else RoleChanged(guild, changed))
        self.publish(FrameChanged())
        return role

    def join(self, guild: Guild, user: str) -> None:
        if user in guild.members:
            return
        member = Member(user, self.clock.now())
        guild.members[user] = member
        if user in self.bots:
            role = Role(self.clock.snowflake(), self.people[user].name, permissions.BOT, len(guild.roles), bot=user)
            guild.roles[role.id] = role
            member.roles.append(role.id)
        self.publish(Joined(guild, user))

    def depart(self, guild: Guild, user: str) -> None:
        member = guild.members.pop(user, None)
        if member is None:
            return
        for role in [role for role in guild.roles.values() if role.bot == user]:
            del guild.roles[role.id]
            for other in guild.members.values():
                other.roles = [one for one in other.roles if one != role.id]
        for thread in self.threads(guild.id):
            thread.members.pop(user, None)
        self.publish(Departed(guild, user))

    def dm(self, one: str, other: str) -> Channel:
        """The one DM of two."""
        for channel in self.channels.values():
            if channel.type == DM and set(channel.recipients) == {one, other}:
                return channel
        channel = Channel(self.clock.snowflake(), DM, recipients=[one, other])
        self.add(channel)
        return channel

    def gather(self, name: str, *people: str) -> Channel:
        """A group; the first has begun it."""
        channel = Channel(self.clock.snowflake(), GROUP, name, recipients=[*people], owner=people[0])
        self.add(channel)
        return channel

    def install(self, bot: str, user: str, *, installed: bool = True) -> None:
        """For oneself: then it goes wherever that person does."""
        others = [one for one in self.bots[bot].installs if one != user]
        self.bots[bot].installs = [*others, user] if installed else others
        self.publish(FrameChanged())

    def post(self, message: Message) -> None:
        channel = self.channels[message.channel]
        self.messages[channel.id][message.id] = message
        channel.last = message.id if message.reader is None else channel.last
        channel.said += message.reader is None
        self.publish(Posted(message))

    def edit(self, message: Message) -> None:
        self.publish(Edited(message))

    def delete(self, channel: Channel, *messages: Message) -> None:
        for message in messages:
            del self.messages[channel.id][message.id]
            channel.unsaid += message.reader is None
        self.publish(Deleted(channel, messages))

    def react(self, message: Message, reaction: Reaction, user: str) -> None:
        there = next((one for one in message.reactions if one.key == reaction.key), None)
        if there is None:
            message.reactions.append(there := reaction)
        if user not in there.users:
            there.users.append(user)
            self.publish(Reacted(message, there, user))

    def unreact(self, message: Message, reaction: Reaction, user: str) -> None:
        if user in reaction.users:
            reaction.users.remove(user)
            self._sweep(message)
            self.publish(Reacted(message, reaction, user, gone=True))

    def clear(self, message: Message, reaction: Reaction | None = None) -> None:
        """Of one emoji, or of all."""
        message.reactions = [one for one in message.reactions if reaction and one is not reaction]
        self.publish(Cleared(message, reaction))

    def _sweep(self, message: Message) -> None:
        message.reactions = [one for one in message.reactions if one.users]

    def start_thread(self, thread: Channel, message: Message | None) -> None:
        self.add(thread)
        self.falls_asleep(thread)
        if message:
            message.thread = thread.id
            message.flags |= HAS_THREAD
            self.edit(message)

    def join_thread(self, thread: Channel, *users: str) -> None:
        added = tuple(user for user in users if user not in thread.members)
        for user in added:
            thread.members[user] = self.clock.now()
        if added:
            self.publish(ThreadMembers(thread, added=added))

    def leave_thread(self, thread: Channel, user: str) -> None:
        if thread.members.pop(user, None) is not None:
            self.publish(ThreadMembers(thread, removed=(user,)))

    def falls_asleep(self, thread: Channel) -> None:
        """When nobody has said anything there, nor opened it again or changed how long it waits, for so long."""
        if thread.id not in self.channels or thread.archived:
            return
        last = self.messages[thread.id].get(thread.last or "")
        left = max(thread.changed, last.at if last else 0) + thread.archive_after * 60 - self.clock.now()
        if left <= 0:
            self.archive(thread, True)
        else:
            self.clock.later(left, lambda: self.falls_asleep(thread))

    def may_archive(self, user: str, thread: Channel, archived: bool) -> bool:
        """A moderator or its owner closes it; whoever may speak there opens it again, if it is locked a moderator."""
        needed = "manage_threads" if archived or thread.locked else thread.speech
        return (archived and thread.owner == user) or bool(self.may(user, thread) & permissions.BITS[needed])

    def may_speak(self, user: str, channel: Channel) -> bool:
        return bool(self.may(user, channel) & permissions.BITS[channel.speech]) and not self.locked_to(user, channel)

    def locked_to(self, user: str, thread: Channel) -> bool:
        """In a locked thread only those who govern threads have something to say."""
        return thread.locked and not self.may(user, thread) & permissions.BITS["manage_threads"]

    def archive(self, thread: Channel, archived: bool) -> None:
        woken = thread.archived and not archived
        if thread.archived != archived:
            thread.changed = self.clock.now()
        thread.archived = archived
        self.publish(ChannelChanged(thread))
        if woken:
            self.publish(ThreadWoken(thread))
            self.falls_asleep(thread)

    def mark_read(self, channel: Channel, user: str) -> None:
        self.read.setdefault(user, {})[channel.id] = next(reversed(self.messages[channel.id]), "0")
        self.publish(Read(channel, user))

    def show_modal(self, user: str, modal: Modal | None) -> None:
        if modal:
            self.modals[user] = modal
        elif self.modals.pop(user, None) is None:
            return
        self.publish(ModalShown(user, modal))

    def forget_spent(self, interaction: Interaction) -> None:
        """Tokens end; a little later nobody asks for them any more."""
        left = interaction.made + SECONDS_OF_TOKEN + 60 - self.clock.now()
        self.clock.later(max(0.0, left), lambda: self._forget(interaction))

    def _forget(self, interaction: Interaction) -> None:
        self.interactions.pop(interaction.token, None)


def populated(clock: Clock) -> World:
    """The world of a stranger's first visit: one server, two channels and four players."""
    world = World(clock)
    locales = {"otter": "en-US", "heron": "de", "lynx": "fr", "badger": "en-US"}
    players = [world.meet(name, locale) for name, locale in locales.items()]
    guild = world.found("Clearing", players[0].id, ["duels", "lounge"])
    for player in players:
        world.join(guild, player.id)
    return world
