"""What Discord refuses, by its codes and for want of permissions; that it does not answer is a refusal, too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import aiohttp
import discord

from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone

UNKNOWN_MESSAGE_CODE: Final = 10008
THREAD_ARCHIVED_CODE: Final = 50083
FOLLOW_UP_LIMIT_CODE: Final = 40094
"""A press has opened as much as one may abroad."""
CODES_NOT_ABOUT_CONTENT: Final = frozenset({THREAD_ARCHIVED_CODE, FOLLOW_UP_LIMIT_CODE})
"""Refusals, called bad requests, that have nothing to do with what is sent."""
EXPIRED_TOKEN_CODES: Final = frozenset({10015, 50027})
"""A press lets us do nothing any more."""
THREAD_EXISTS_CODE: Final = 160004
AUTOMOD_BLOCKED_CODE: Final = 200000
REQUEST_TIMEOUT_S: Final = 45.0
"""Seconds that Discord may take, its limits included. Where a line is dead without a word the library waits for five
minutes, and all that while nobody would tell the match.
"""
UNKNOWN_PERSON_CODES: Final = frozenset({10007, 10013})
"""What Discord says of somebody who is not there: member, user."""


@asynccontextmanager
async def translate_discord_errors() -> AsyncIterator[None]:
    """Discord's refusals as what they mean to us; that it does not answer is one."""
    try:
        async with asyncio.timeout(REQUEST_TIMEOUT_S):
            yield
    except discord.HTTPException as error:
        raise _to_bot_error(error) from error
    except (discord.RateLimited, TimeoutError, aiohttp.ClientError, OSError) as error:
        # A limit that discord.py does not wait for is no refusal: it is nobody's fault, and over in a while.
        raise DiscordUnavailable(str(error)) from error


def _to_bot_error(error: discord.HTTPException) -> Exception:
    match error.code:
        # Message, webhook, token, late edits, interaction, follow-ups.
        case 10008 | 10015 | 50027 | 30046 | 10062 | 40094:
            return MessageGone(error.text)
        case 10003 | 10004:  # channel, server
            return ChannelGone("unreachable-channel")
        case 50001:  # access
            return DestinationUnreachable("unreachable-channel")
        case 10011 | 50013 | 50083:  # role, permissions, archived thread
            return DestinationUnreachable("unreachable-permissions")
        case 50007 | 50278 | 10013:  # closed, no server in common, no such person
            return DestinationUnreachable("unreachable-dm")
        case 40003:  # too many new DMs at once
            return DiscordUnavailable(error.text)
    if error.status >= 500 or error.status == 429:
        return DiscordUnavailable(error.text)
    if error.status == 403:
        # Whatever else it forbids: the match goes on without that channel.
        return DestinationUnreachable("unreachable-permissions")
    return error


@contextmanager
def translate_automod_block(reason_key: str) -> Iterator[None]:
    """What AutoMod takes away is no failure of ours, and whoever has to do with it hears `why`."""
    try:
        yield
    except discord.HTTPException as no:
        if no.code != AUTOMOD_BLOCKED_CODE:
            raise
        raise DestinationUnreachable(reason_key) from no


def list_missing_permissions(channel: object, permissions: discord.Permissions) -> tuple[str, ...]:
    """Of what a table needs to be posted there."""
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel) and not permissions.connect:
        # Without it Discord denies everything else there, too, whatever is allowed.
        return ("connect",)
    return tuple(
        name
        for name in ("view_channel", _send_permission_name(channel), "attach_files")
        if not getattr(permissions, name)
    )


def list_missing_thread_permissions(channel: object, permissions: discord.Permissions) -> tuple[str, ...]:
    """Return what is missing to play each match in a thread of its own; nothing where there are no threads to make."""
    if not isinstance(channel, discord.TextChannel):
        return ()
    return tuple(
        name for name in ("create_public_threads", "send_messages_in_threads") if not getattr(permissions, name)
    )


def list_missing_user_app_permissions(channel: object, permissions: discord.Permissions) -> tuple[str, ...]:
    """Of what somebody needs who has brought us along; without it Discord shows our answers to them alone."""
    return tuple(
        name for name in ("use_external_apps", _send_permission_name(channel)) if not getattr(permissions, name)
    )


def _send_permission_name(channel: object) -> str:
    return "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
