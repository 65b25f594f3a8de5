"""Builds views. A view contains everything that Discord's app shows to one person."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from discord_playground.world.channel import DM_CHANNEL, GROUP_CHANNEL, Channel
from discord_playground.world.clock import format_timestamp
from discord_playground.world.guild import Guild
from discord_playground.world.installation import find_installation_owners, get_context, list_channel_participants
from discord_playground.world.interaction import ANSWERED_STATE, GUILD_CONTEXT
from discord_playground.world.message import Message
from discord_playground.world.permissions import PERMISSION_BITS, compute_permissions
from discord_playground.world.person import Person
from discord_playground.world.scheduled_event import EventStatus, ScheduledEvent
from discord_playground.world.world import World

MAX_MESSAGES_PER_CHANNEL: Final = 100
HISTORY_PAGE_SIZE: Final = 50


class ViewBuilder:
    """Builds one person's view in the JSON format that `API.md` describes."""

    def __init__(self, world: World, person: Person) -> None:
        self.world = world
        self.person = person

    def build_view(self, only_channel: Channel | None = None) -> dict[str, Any]:
        """Return the view. If `only_channel` is given, the messages of other channels are left out."""
        world, me = self.world, self.person
        servers = [self.render_server(guild) for guild in world.guilds.values() if me.id in guild.members]
        server_channels = [world.channels[it["id"]] for server in servers for it in server["channels"]]
        dms = [it for it in world.channels.values() if self._is_in_dm_list(it)]
        dms.sort(key=lambda it: int(it.last_message_id or it.id), reverse=True)
        message_channels = [only_channel] if only_channel else [*server_channels, *dms]
        return {
            "me": self.render_person(me) | {"locale": me.locale, "dms": me.accepts_dms, "apps": self.installed_app_ids},
            "now": format_timestamp(world.clock.now()),
            "people": [self.render_person(person) for person in world.people.values()],
            "servers": servers,
            "dms": [self.render_channel(channel) for channel in dms],
            "commands": self.render_commands([*server_channels, *dms]),
            "messages": {
                channel.id: [self.render_message(message) for message in self.list_recent_messages(channel)]
                for channel in message_channels
            },
            "interactions": [
                it.page_json
                for it in world.interactions.values()
                if it.user_id == me.id and it.state != ANSWERED_STATE and it.title
            ],
            "modal": world.open_modals[me.id].page_json if me.id in world.open_modals else None,
        }

    @property
    def installed_app_ids(self) -> list[str]:
        """IDs of the bots that the person installed for their own account."""
        return [bot.id for bot in self.world.bots.values() if self.person.id in bot.installed_user_ids]

    def render_person(self, person: Person) -> dict[str, Any]:
        presence = self.world.presences.get(person.id) or {"status": "offline", "activity": None}
        return {
            "id": person.id,
            "username": person.name,
            "global_name": None if person.is_bot else person.display_name,
            "bot": person.is_bot,
            "presence": presence if person.is_bot else None,
        }

    def render_server(self, guild: Guild) -> dict[str, Any]:
        channels = [it for it in self.world.channels.values() if it.guild_id == guild.id]
        channels.sort(key=lambda it: (it.is_thread, it.position, int(it.id)))
        return {
            "id": guild.id,
            "name": guild.name,
            "roles": [
                {"id": role.id, "name": role.name, "color": role.color}
                for role in guild.roles.values()
                if role.id != guild.id
            ],
            "members": list(guild.members),
            "channels": [self.render_channel(it) for it in channels if self.world.can_view(self.person.id, it)],
            "events": [self.render_event(event) for event in guild.open_events],
            "manage": bool(compute_permissions(guild, None, self.person.id) & PERMISSION_BITS["manage_guild"]),
        }

    def render_event(self, event: ScheduledEvent) -> dict[str, Any]:
        return {
            "id": event.id,
            "name": event.name,
            "description": event.description,
            "location": event.location,
            "start": format_timestamp(event.start_at),
            "end": format_timestamp(event.end_at),
            "active": event.status is EventStatus.ACTIVE,
        }

    def render_channel(self, channel: Channel) -> dict[str, Any]:
        my_id = self.person.id
        unread, mentions = self.world.count_unread(channel, my_id)
        other_id = next((user_id for user_id in channel.recipient_ids if user_id != my_id), None)
        return {
            "id": channel.id,
            "type": channel.type,
            "name": channel.name,
            "guild_id": channel.guild_id,
            "parent_id": channel.parent_id,
            "archived": channel.archived,
            "closable": channel.is_thread and self.world.can_set_archived(my_id, channel, not channel.archived),
            "recipient": other_id if channel.type == DM_CHANNEL else None,
            "recipients": channel.recipient_ids,
            "unread": unread,
            "mentions": mentions,
            "writable": self.world.can_send_messages(my_id, channel),
            "moderated": self.world.has_permission(my_id, channel, "manage_messages"),
            "commands": [command["id"] for command in self.list_usable_commands(channel)],
            "last_message_id": channel.last_message_id,
        }

    def list_usable_commands(self, channel: Channel) -> list[dict[str, Any]]:
        """Return the commands that the person can use in a channel.

        A server's command replaces a global command with the same name.
        """
        permissions = self.world.get_permissions(self.person.id, channel)
        if not permissions & PERMISSION_BITS["use_application_commands"]:
            return []
        # Age-restricted commands are hidden in server channels that are not age-restricted.
        hides_nsfw = channel.guild_id is not None and not self.world.channels.get(channel.parent_id or "", channel).nsfw
        participant_ids = list_channel_participants(self.world, channel)
        usable: list[dict[str, Any]] = []
        for bot in self.world.bots.values():
            # Skip absent bots early: a world may have a thousand bots, and this runs for every channel.
            if bot.id not in participant_ids and self.person.id not in bot.installed_user_ids:
                continue
            context = get_context(self.world, bot.id, channel)
            guild_id = channel.guild_id if bot.id in participant_ids else None
            in_server = bot.commands_by_scope.get(guild_id, {}) if guild_id else {}
            names = {(it["type"], it["name"]) for it in in_server.values()}
            everywhere = bot.commands_by_scope.get("", {})
            commands = [
                *in_server.values(),
                *(it for it in everywhere.values() if (it["type"], it["name"]) not in names),
            ]
            usable += [
                it
                for it in commands
                if find_installation_owners(self.world, bot.id, self.person.id, channel, it["integration_types"])
                and _is_command_allowed(it, permissions, context)
                and not (hides_nsfw and it.get("nsfw"))
            ]
        return usable

    def render_commands(self, channels: Iterable[Channel]) -> list[dict[str, Any]]:
        by_id = {command["id"]: command for channel in channels for command in self.list_usable_commands(channel)}
        return [it | {"bot": self.world.people[it["application_id"]].name} for it in by_id.values()]

    def list_recent_messages(self, channel: Channel) -> list[Message]:
        return self.world.list_visible_messages(channel.id, self.person.id)[-MAX_MESSAGES_PER_CHANNEL:]

    def render_history(self, channel: Channel, before_id: int) -> dict[str, Any]:
        older = [it for it in self.world.list_visible_messages(channel.id, self.person.id) if int(it.id) < before_id]
        return {
            "messages": [self.render_message(it) for it in older[-HISTORY_PAGE_SIZE:]],
            "more": len(older) > HISTORY_PAGE_SIZE,
        }

    def render_message(self, message: Message) -> dict[str, Any]:
        extra: dict[str, Any] = {"pings": self.world.is_user_mentioned(message, self.person.id)}
        if message.interaction_metadata and message.interaction_metadata.get("name"):
            extra["command"] = message.interaction_metadata["name"]
        return self.world.message_to_api_json(message, self.person.id) | {"playground": extra}

    def _is_in_dm_list(self, channel: Channel) -> bool:
        if not channel.is_private or self.person.id not in channel.recipient_ids:
            return False
        is_opened = channel.type == GROUP_CHANNEL or self.person.id in channel.opened_by_user_ids
        return is_opened or bool(self.world.list_visible_messages(channel.id, self.person.id))


def _is_command_allowed(command: dict[str, Any], permission_bits: int, context: int) -> bool:
    contexts = command.get("contexts")
    if contexts is not None and context not in contexts:
        return False
    required = command.get("default_member_permissions")
    if context == GUILD_CONTEXT and required is not None:
        # "0" means administrators only.
        return bool(permission_bits & PERMISSION_BITS["administrator"]) or (
            int(required) != 0 and permission_bits & int(required) == int(required)
        )
    return True
