"""INTERACTION_CREATE: all that Discord tells a bot of who asked what, and where."""

from __future__ import annotations

from typing import Any

from discord_playground.limits.files import MAX_FILE_BYTES
from discord_playground.world.interaction import BOT_DM_CONTEXT, PRIVATE_CHANNEL_CONTEXT, Interaction
from discord_playground.world.permissions import DM_PERMISSIONS
from discord_playground.world.permissions import USER_INSTALL_DM_PERMISSIONS as AS_A_GUEST
from discord_playground.world.world import World


def build_interaction_create(world: World, interaction: Interaction) -> dict[str, Any]:
    channel = world.channels[interaction.channel_id]
    person = world.people[interaction.user_id]
    body: dict[str, Any] = {
        "version": 1,
        "id": interaction.id,
        "application_id": interaction.bot_id,
        "type": interaction.type,
        "token": interaction.token,
        "data": interaction.data,
        "channel_id": channel.id,
        "locale": person.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": MAX_FILE_BYTES,
        "authorizing_integration_owners": interaction.installation_owners,
        "context": interaction.context,
    }
    shape = channel.to_api_json(world.people, interaction.bot_id)
    if interaction.guild_id:
        guild = world.guilds[interaction.guild_id]
        may = str(world.get_permissions(person.id, channel))
        body["guild_id"] = guild.id
        body["guild"] = {"id": guild.id, "locale": guild.locale, "features": []}
        body["guild_locale"] = guild.locale
        body["channel"] = shape | {"permissions": may}
        body["member"] = world.member_to_api_json(guild, person.id) | {"permissions": may}
        body["app_permissions"] = (
            may if interaction.is_user_install_only else str(world.get_permissions(interaction.bot_id, channel))
        )
    else:
        body["channel"] = shape | ({"recipients": [person.api_json]} if interaction.context == BOT_DM_CONTEXT else {})
        body["user"] = person.api_json
        body["app_permissions"] = str(AS_A_GUEST if interaction.context == PRIVATE_CHANNEL_CONTEXT else DM_PERMISSIONS)
    message = world.messages[channel.id].get(interaction.message_id or "")
    if message:
        body["message"] = world.message_to_api_json(message)
    return body
