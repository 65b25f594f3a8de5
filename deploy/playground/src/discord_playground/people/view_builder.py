"""What one person's Discord shows."""

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
from discord_playground.world.world import World

MAX_MESSAGES_PER_CHANNEL: Final = 100
HISTORY_PAGE_SIZE: Final = 50


class ViewBuilder:
    """Sees as one person does."""

    def __init__(self, world: World, person: Person) -> None:
        self.world = world
        self.person = person

    def build_view(self, only_channel: Channel | None = None) -> dict[str, Any]:
        world, me = self.world, self.person
        mine = [guild for guild in world.guilds.values() if me.id in guild.members]
        dms = [it for it in world.channels.values() if self._is_in_dm_list(it)]
        dms.sort(key=lambda it: int(it.last_message_id or it.id), reverse=True)
        servers = [self.render_server(guild) for guild in mine]
        there = [world.channels[it["id"]] for server in servers for it in server["channels"]]
        shown = [only_channel] if only_channel else [*there, *dms]
        return {
            "me": self.render_person(me) | {"locale": me.locale, "dms": me.accepts_dms, "apps": self.installed_app_ids},
            "now": format_timestamp(world.clock.now()),
            "people": [self.render_person(one) for one in world.people.values()],
            "servers": servers,
            "dms": [self.render_channel(it) for it in dms],
            "commands": self.render_commands([*there, *dms]),
            "messages": {it.id: [self.render_message(one) for one in self.list_recent_messages(it)] for it in shown},
            "interactions": [
                it.page_json
                for it in world.interactions.values()
                if it.user_id == me.id and it.state != ANSWERED_STATE and it.title
            ],
            "modal": world.open_modals[me.id].page_json if me.id in world.open_modals else None,
        }

    @property
    def installed_app_ids(self) -> list[str]:
        """What they have installed for themselves."""
        return [bot.id for bot in self.world.bots.values() if self.person.id in bot.installed_user_ids]

    def render_person(self, person: Person) -> dict[str, Any]:
        told: dict[str, Any] = {
            "id": person.id,
            "username": person.name,
            "global_name": None if person.is_bot else person.display_name,
            "bot": person.is_bot,
            "presence": None,
        }
        if person.is_bot:
            told["presence"] = self.world.presences.get(person.id) or {"status": "offline", "activity": None}
        return told

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
            "manage": bool(compute_permissions(guild, None, self.person.id) & PERMISSION_BITS["manage_guild"]),
        }

    def render_channel(self, channel: Channel) -> dict[str, Any]:
        me = self.person.id
        unread, mentions = self.world.count_unread(channel, me)
        return {
            "id": channel.id,
            "type": channel.type,
            "name": channel.name,
            "guild_id": channel.guild_id,
            "parent_id": channel.parent_id,
            "archived": channel.archived,
            "closable": channel.is_thread and self.world.can_set_archived(me, channel, not channel.archived),
            "recipient": next((one for one in channel.recipient_ids if one != me), None)
            if channel.type == DM_CHANNEL
            else None,
            "recipients": channel.recipient_ids,
            "unread": unread,
            "mentions": mentions,
            "writable": self.world.can_send_messages(me, channel),
            "moderated": bool(self.world.get_permissions(me, channel) & PERMISSION_BITS["manage_messages"]),
            "commands": [command["id"] for command in self.list_usable_commands(channel)],
            "last_message_id": channel.last_message_id,
        }

    def list_usable_commands(self, channel: Channel) -> list[dict[str, Any]]:
        """The commands that may be used here; a server's own cover those of everywhere with the same name."""
        may = self.world.get_permissions(self.person.id, channel)
        if not may & PERMISSION_BITS["use_application_commands"]:
            return []
        # Of what is not for everybody nothing is seen where everybody is.
        bare = channel.guild_id is not None and not self.world.channels.get(channel.parent_id or "", channel).nsfw
        there = list_channel_participants(self.world, channel)
        found: list[dict[str, Any]] = []
        for bot in self.world.bots.values():
            # Of a thousand apps a few are here, and each look asks everywhere.
            if bot.id not in there and self.person.id not in bot.installed_user_ids:
                continue
            context = get_context(self.world, bot.id, channel)
            own = bot.commands_by_scope.get(channel.guild_id or "-", {}) if bot.id in there else {}
            names = {(it["type"], it["name"]) for it in own.values()}
            everywhere = bot.commands_by_scope.get("", {})
            usable = [*own.values(), *(it for it in everywhere.values() if (it["type"], it["name"]) not in names)]
            found += [
                it
                for it in usable
                if find_installation_owners(self.world, bot.id, self.person.id, channel, it["integration_types"])
                and _is_command_allowed(it, may, context)
                and not (bare and it.get("nsfw"))
            ]
        return found

    def render_commands(self, channels: Iterable[Channel]) -> list[dict[str, Any]]:
        found = {command["id"]: command for channel in channels for command in self.list_usable_commands(channel)}
        return [it | {"bot": self.world.people[it["application_id"]].name} for it in found.values()]

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
        mine = channel.is_private and self.person.id in channel.recipient_ids
        begun = channel.type == GROUP_CHANNEL or self.person.id in channel.opened_by_user_ids
        return mine and (begun or bool(self.world.list_visible_messages(channel.id, self.person.id)))


def _is_command_allowed(command: dict[str, Any], permission_bits: int, context: int) -> bool:
    contexts = command.get("contexts")
    if contexts is not None and context not in contexts:
        return False
    needed = command.get("default_member_permissions")
    if context == GUILD_CONTEXT and needed is not None:
        # "0" is for administrators alone.
        return bool(permission_bits & PERMISSION_BITS["administrator"]) or (
            int(needed) != 0 and permission_bits & int(needed) == int(needed)
        )
    return True
