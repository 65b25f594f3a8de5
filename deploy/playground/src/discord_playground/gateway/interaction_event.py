"""The body of INTERACTION_CREATE events."""

from __future__ import annotations

from typing import Any

from discord_playground.limits.files import MAX_FILE_BYTES
from discord_playground.world.interaction import BOT_DM_CONTEXT, PRIVATE_CHANNEL_CONTEXT, Interaction
from discord_playground.world.permissions import DM_PERMISSIONS, USER_INSTALL_DM_PERMISSIONS
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
    channel_json = channel.to_api_json(world.people, interaction.bot_id)
    if interaction.guild_id:
        guild = world.guilds[interaction.guild_id]
        user_permissions = str(world.get_permissions(person.id, channel))
        body["guild_id"] = guild.id
        body["guild"] = {"id": guild.id, "locale": guild.locale, "features": []}
        body["guild_locale"] = guild.locale
        body["channel"] = channel_json | {"permissions": user_permissions}
        body["member"] = world.member_to_api_json(guild, person.id) | {"permissions": user_permissions}
        body["app_permissions"] = (
            user_permissions
            if interaction.is_user_install_only
            else str(world.get_permissions(interaction.bot_id, channel))
        )
    else:
        body["channel"] = channel_json | (
            {"recipients": [person.api_json]} if interaction.context == BOT_DM_CONTEXT else {}
        )
        body["user"] = person.api_json
        is_private_channel = interaction.context == PRIVATE_CHANNEL_CONTEXT
        body["app_permissions"] = str(USER_INSTALL_DM_PERMISSIONS if is_private_channel else DM_PERMISSIONS)
    message = world.messages[channel.id].get(interaction.message_id or "")
    if message:
        body["message"] = world.message_to_api_json(message)
    return body
