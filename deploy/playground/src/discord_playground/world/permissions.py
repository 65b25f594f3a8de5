"""Who may do what where, by Discord's own arithmetic of roles and overwrites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from discord_playground.world.channel import VOICE

if TYPE_CHECKING:
    from discord_playground.world.channel import Channel
    from discord_playground.world.guild import Guild

_IN_ORDER: Final = """
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
BITS: Final = {name: 1 << place for place, name in enumerate(_IN_ORDER.split()) if name != "-"}
ALL: Final = sum(BITS.values())


def bits(*names: str) -> int:
    return sum(BITS[name] for name in names)


EVERYONE: Final = bits(
    "create_instant_invite", "add_reactions", "stream", "view_channel", "send_messages", "embed_links", "attach_files",
    "read_message_history", "use_external_emojis", "connect", "speak", "use_vad", "change_nickname",
    "use_application_commands", "create_public_threads", "create_private_threads", "send_messages_in_threads",
    "use_external_apps",
)  # fmt: skip
BOT: Final = bits("manage_messages", "manage_threads", "mention_everyone")
"""What a bot's own role has beyond everybody's, until a test takes it away."""
DM: Final = bits(
    "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files", "read_message_history",
    "mention_everyone", "use_external_emojis", "use_application_commands",
)  # fmt: skip

AMONG_OTHERS: Final = bits("attach_files", "embed_links", "mention_everyone")
"""An app's, in a DM or a group in which it has no part."""


def permissions(guild: Guild | None, channel: Channel | None, user: str) -> int:
    """In a channel, or of a member at large; nothing for who is not there."""
    if guild is None:
        return DM if channel and user in channel.recipients else 0
    member = guild.members.get(user)
    if member is None:
        return 0
    if guild.owner == user:
        return ALL
    held = [guild.id, *member.roles]
    allowed = 0
    for role in held:
        allowed |= guild.roles[role].permissions
    if allowed & BITS["administrator"]:
        return ALL
    if channel is None:
        return allowed
    layers = [[guild.id], member.roles, [user]]
    for layer in layers:
        overwrites = [channel.overwrites[one] for one in layer if one in channel.overwrites]
        for overwrite in overwrites:
            allowed &= ~overwrite.deny
        for overwrite in overwrites:
            allowed |= overwrite.allow
    if channel.type == VOICE and not allowed & BITS["connect"]:
        # Whoever may not enter may not use the text chat there either; the channel is seen all the same.
        return allowed & BITS["view_channel"]
    return allowed if allowed & BITS["view_channel"] else 0
