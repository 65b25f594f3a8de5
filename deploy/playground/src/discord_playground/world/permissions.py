"""Permission bits, and Discord's algorithm that computes a user's permissions from roles and overwrites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord_playground.world.channel import VOICE_CHANNEL

if TYPE_CHECKING:
    from discord_playground.world.channel import Channel
    from discord_playground.world.guild import Guild

_NAMES_BY_BIT: Final = """
create_instant_invite kick_members ban_members administrator manage_channels manage_guild add_reactions view_audit_log
priority_speaker stream view_channel send_messages send_tts_messages manage_messages embed_links attach_files
read_message_history mention_everyone use_external_emojis view_guild_insights connect speak mute_members deafen_members
move_members use_vad change_nickname manage_nicknames manage_roles manage_webhooks manage_guild_expressions
use_application_commands request_to_speak manage_events manage_threads create_public_threads create_private_threads
use_external_stickers send_messages_in_threads use_embedded_activities moderate_members
view_creator_monetization_analytics use_soundboard create_guild_expressions create_events use_external_sounds
send_voice_messages - set_voice_channel_status send_polls use_external_apps
pin_messages bypass_slowmode
"""
PERMISSION_BITS: Final = {name: 1 << index for index, name in enumerate(_NAMES_BY_BIT.split()) if name != "-"}
ALL_PERMISSIONS: Final = sum(PERMISSION_BITS.values())


def combine_bits(*names: str) -> int:
    return sum(PERMISSION_BITS[name] for name in names)


DEFAULT_EVERYONE_PERMISSIONS: Final = combine_bits(
    "create_instant_invite", "add_reactions", "stream", "view_channel", "send_messages", "embed_links", "attach_files",
    "read_message_history", "use_external_emojis", "connect", "speak", "use_vad", "change_nickname",
    "use_application_commands", "create_public_threads", "create_private_threads", "send_messages_in_threads",
    "use_external_apps",
)  # fmt: skip
BOT_ROLE_PERMISSIONS: Final = combine_bits("manage_messages", "manage_threads", "mention_everyone")
"""Permissions of the role that each bot gets in a server, in addition to those of @everyone."""
DM_PERMISSIONS: Final = combine_bits(
    "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
    "mention_everyone", "use_external_emojis", "use_application_commands",
)  # fmt: skip

USER_INSTALL_DM_PERMISSIONS: Final = combine_bits("attach_files", "embed_links", "mention_everyone")
"""Permissions of a user-installed app in a DM or group DM that the app is not a member of."""


def compute_permissions(guild: Guild | None, channel: Channel | None, user_id: str) -> int:
    """Return a user's permissions in a channel, or in the whole server if `channel` is None.

    Return 0 if the user is not in the server or DM. For a thread, pass its parent channel.
    """
    if guild is None:
        return DM_PERMISSIONS if channel and user_id in channel.recipient_ids else 0
    member = guild.members.get(user_id)
    if member is None:
        return 0
    if guild.owner_id == user_id:
        return ALL_PERMISSIONS
    allowed = 0
    for role_id in [guild.id, *member.role_ids]:
        allowed |= guild.roles[role_id].permissions
    if allowed & PERMISSION_BITS["administrator"]:
        return ALL_PERMISSIONS
    if channel is None:
        return allowed
    layers = [[guild.id], member.role_ids, [user_id]]
    for layer in layers:
        overwrites = [channel.overwrites[target_id] for target_id in layer if target_id in channel.overwrites]
        for overwrite in overwrites:
            allowed &= ~overwrite.denied_bits
        for overwrite in overwrites:
            allowed |= overwrite.allowed_bits
    if channel.type == VOICE_CHANNEL and not allowed & PERMISSION_BITS["connect"]:
        # Members who cannot join a voice channel cannot use its text chat either, but the channel is visible to them.
        return allowed & PERMISSION_BITS["view_channel"]
    return allowed if allowed & PERMISSION_BITS["view_channel"] else 0
