"""Discord's error codes, their translation into the bot's own errors, and checks for missing permissions."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import IntEnum
from http import HTTPStatus
from typing import Final

import aiohttp
import discord

from bot.errors import ChannelGone, DestinationUnreachable, DiscordUnavailable, MessageGone, MessageTooOld


class ErrorCode(IntEnum):
    """The Discord API error codes that the bot handles."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_SERVER = 10004
    UNKNOWN_MEMBER = 10007
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_ROLE = 10011
    UNKNOWN_USER = 10013
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    UNKNOWN_EVENT = 10070
    TOO_MANY_NEW_DMS = 40003
    ALREADY_ACKNOWLEDGED = 40060
    FOLLOW_UP_LIMIT = 40094
    """The interaction already has too many follow-up messages. This limit applies only to user-installed bots."""
    TOO_MANY_EVENTS = 30038
    """The server already has 100 events that have not ended."""
    OLD_MESSAGE_EDIT_LIMIT = 30046
    MISSING_ACCESS = 50001
    CANNOT_SEND_DM = 50007
    MISSING_PERMISSIONS = 50013
    INVALID_TOKEN = 50027
    INVALID_FORM = 50035
    THREAD_ARCHIVED = 50083
    NO_SHARED_SERVER = 50278
    THREAD_EXISTS = 160004
    AUTOMOD_BLOCKED = 200000


CODES_NOT_ABOUT_CONTENT: Final = frozenset({ErrorCode.THREAD_ARCHIVED, ErrorCode.FOLLOW_UP_LIMIT})
"""Codes of errors with HTTP status 400 that are not caused by the message's content."""
EXPIRED_TOKEN_CODES: Final = frozenset({ErrorCode.UNKNOWN_WEBHOOK, ErrorCode.INVALID_TOKEN})
"""Codes for an expired interaction token."""
UNKNOWN_PERSON_CODES: Final = frozenset({ErrorCode.UNKNOWN_MEMBER, ErrorCode.UNKNOWN_USER})
REQUEST_TIMEOUT_S: Final = 45.0
"""Time limit for one request, including waits for rate limits.

The default limit of discord.py is five minutes. For all that time, a dead connection would delay other updates of a
match.
"""


@asynccontextmanager
async def translate_discord_errors() -> AsyncIterator[None]:
    """Convert discord.py errors, network errors and timeouts to exceptions from `bot.errors`.

    Other errors are raised unchanged.
    """
    try:
        async with asyncio.timeout(REQUEST_TIMEOUT_S):
            yield
    except discord.HTTPException as error:
        raise _to_bot_error(error) from error
    except (discord.RateLimited, TimeoutError, aiohttp.ClientError, OSError) as error:
        # discord.py raises RateLimited instead of waiting a long time. The problem is temporary, so it is not a
        # refusal.
        raise DiscordUnavailable(str(error)) from error


def _to_bot_error(error: discord.HTTPException) -> Exception:
    match error.code:
        case (
            ErrorCode.UNKNOWN_MESSAGE
            | ErrorCode.UNKNOWN_WEBHOOK
            | ErrorCode.UNKNOWN_INTERACTION
            | ErrorCode.UNKNOWN_EVENT
            | ErrorCode.INVALID_TOKEN
            | ErrorCode.FOLLOW_UP_LIMIT
        ):
            return MessageGone(error.text)
        case ErrorCode.OLD_MESSAGE_EDIT_LIMIT:
            return MessageTooOld(error.text)
        case ErrorCode.UNKNOWN_CHANNEL | ErrorCode.UNKNOWN_SERVER:
            return ChannelGone("unreachable-channel")
        case ErrorCode.MISSING_ACCESS:
            return DestinationUnreachable("unreachable-channel")
        case ErrorCode.UNKNOWN_ROLE | ErrorCode.MISSING_PERMISSIONS | ErrorCode.THREAD_ARCHIVED:
            return DestinationUnreachable("unreachable-permissions")
        case ErrorCode.CANNOT_SEND_DM | ErrorCode.NO_SHARED_SERVER | ErrorCode.UNKNOWN_USER:
            return DestinationUnreachable("unreachable-dm")
        case ErrorCode.TOO_MANY_NEW_DMS:
            return DiscordUnavailable(error.text)
    if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR or error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return DiscordUnavailable(error.text)
    if error.status == HTTPStatus.FORBIDDEN:
        # Treat unknown reasons as missing permissions: the match goes on without that channel.
        return DestinationUnreachable("unreachable-permissions")
    return error


@contextmanager
def translate_automod_block() -> Iterator[None]:
    """Raise `DestinationUnreachable` if AutoMod rejects a response sent inside the block."""
    try:
        yield
    except discord.HTTPException as error:
        if error.code != ErrorCode.AUTOMOD_BLOCKED:
            raise
        raise DestinationUnreachable("unreachable-answer") from error


def list_missing_permissions(channel: object, permissions: discord.Permissions) -> tuple[str, ...]:
    """Return the names of the permissions that the bot lacks for posting cards in a channel."""
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel) and not permissions.connect:
        # Without Connect, Discord denies everything else in a voice channel, even if it is allowed.
        return ("connect",)
    return tuple(
        name
        for name in ("view_channel", _send_permission_name(channel), "attach_files")
        if not getattr(permissions, name)
    )


def list_missing_thread_permissions(channel: object, permissions: discord.Permissions) -> tuple[str, ...]:
    """Return the names of the permissions that the bot lacks for opening a thread for each match.

    The result is empty for channels that cannot have such threads.
    """
    if not isinstance(channel, discord.TextChannel):
        return ()
    return tuple(
        name for name in ("create_public_threads", "send_messages_in_threads") if not getattr(permissions, name)
    )


def list_missing_user_app_permissions(channel: object, permissions: discord.Permissions) -> tuple[str, ...]:
    """Return the names of the permissions that the user of a user-installed bot lacks for playing in a channel.

    Without these permissions, Discord shows the bot's responses only to that user.
    """
    return tuple(
        name for name in ("use_external_apps", _send_permission_name(channel)) if not getattr(permissions, name)
    )


def _send_permission_name(channel: object) -> str:
    return "send_messages_in_threads" if isinstance(channel, discord.Thread) else "send_messages"
