"""What the bot may do in a channel, or whoever has brought it along: of all that is needed there, what is missing."""

from __future__ import annotations

import discord


def lacking(where: object, allowed: discord.Permissions) -> tuple[str, ...]:
    """Of what a table needs to be posted there."""
    if isinstance(where, discord.VoiceChannel | discord.StageChannel) and not allowed.connect:
        # Without it Discord denies everything else there, too, whatever is allowed.
        return ("connect",)
    return tuple(name for name in ("view_channel", _writing(where), "attach_files") if not getattr(allowed, name))


def lacking_for_threads(where: object, allowed: discord.Permissions) -> tuple[str, ...]:
    """Return what is missing to play each match in a thread of its own; nothing where there are no threads to make."""
    if not isinstance(where, discord.TextChannel):
        return ()
    return tuple(name for name in ("create_public_threads", "send_messages_in_threads") if not getattr(allowed, name))


def whispering(where: object, theirs: discord.Permissions) -> tuple[str, ...]:
    """Of what somebody needs who has brought us along; without it Discord shows our answers to them alone."""
    return tuple(name for name in ("use_external_apps", _writing(where)) if not getattr(theirs, name))


def _writing(where: object) -> str:
    return "send_messages_in_threads" if isinstance(where, discord.Thread) else "send_messages"
