"""INTERACTION_CREATE: all that Discord tells a bot of who asked what, and where."""

from __future__ import annotations

from typing import Any

from discord_playground.limits.files import LARGEST
from discord_playground.world.interaction import AMONG_OTHERS, WITH_BOT, Interaction
from discord_playground.world.permissions import AMONG_OTHERS as AS_A_GUEST
from discord_playground.world.permissions import DM as DM_PERMISSIONS
from discord_playground.world.world import World


def interaction_create(world: World, interaction: Interaction) -> dict[str, Any]:
    channel = world.channels[interaction.channel]
    person = world.people[interaction.user]
    body: dict[str, Any] = {
        "version": 1,
        "id": interaction.id,
        "application_id": interaction.bot,
        "type": interaction.type,
        "token": interaction.token,
        "data": interaction.data,
        "channel_id": channel.id,
        "locale": person.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "attachment_size_limit": LARGEST,
        "authorizing_integration_owners": interaction.owners,
        "context": interaction.context,
    }
    shape = channel.shape(world.people, interaction.bot)
    if interaction.guild:
        guild = world.guilds[interaction.guild]
        may = str(world.may(person.id, channel))
        body["guild_id"] = guild.id
        body["guild"] = {"id": guild.id, "locale": guild.locale, "features": []}
        body["guild_locale"] = guild.locale
        body["channel"] = shape | {"permissions": may}
        body["member"] = world.member(guild, person.id) | {"permissions": may}
        body["app_permissions"] = may if interaction.foreign else str(world.may(interaction.bot, channel))
    else:
        body["channel"] = shape | ({"recipients": [person.shape]} if interaction.context == WITH_BOT else {})
        body["user"] = person.shape
        body["app_permissions"] = str(AS_A_GUEST if interaction.context == AMONG_OTHERS else DM_PERMISSIONS)
    message = world.messages[channel.id].get(interaction.message or "")
    if message:
        body["message"] = world.shape(message)
    return body
