"""What Discord refuses, by its codes and for want of permissions; that it does not answer is a refusal, too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import aiohttp
import discord

from bot.errors import ChannelGone, DiscordUnavailable, DiscordUnreachable, MessageGone

DELETED: Final = 10008
ARCHIVED: Final = 50083
EXHAUSTED: Final = 40094
"""A press has opened as much as one may abroad."""
NOT_THE_MESSAGE: Final = frozenset({ARCHIVED, EXHAUSTED})
"""Refusals, called bad requests, that have nothing to do with what is sent."""
SPENT: Final = frozenset({10015, 50027})
"""A press lets us do nothing any more."""
HAS_A_THREAD: Final = 160004
AUTOMOD: Final = 200000
HANGS: Final = 45.0
"""Seconds that Discord may take, its limits included. Where a line is dead without a word the library waits for five
minutes, and all that while nobody would tell the match.
"""
GONE: Final = frozenset({10007, 10013})
"""What Discord says of somebody who is not there: member, user."""


@asynccontextmanager
async def understood() -> AsyncIterator[None]:
    """Discord's refusals as what they mean to us; that it does not answer is one."""
    try:
        async with asyncio.timeout(HANGS):
            yield
    except discord.HTTPException as error:
        raise _meaning(error) from error
    except (discord.RateLimited, TimeoutError, aiohttp.ClientError, OSError) as error:
        # A limit that discord.py does not wait for is no refusal: it is nobody's fault, and over in a while.
        raise DiscordUnavailable(str(error)) from error


def _meaning(error: discord.HTTPException) -> Exception:
    match error.code:
        # Message, webhook, token, late edits, interaction, follow-ups.
        case 10008 | 10015 | 50027 | 30046 | 10062 | 40094:
            return MessageGone(error.text)
        case 10003 | 10004:  # channel, server
            return ChannelGone("unreachable-channel")
        case 50001:  # access
            return DiscordUnreachable("unreachable-channel")
        case 10011 | 50013 | 50083:  # role, permissions, archived thread
            return DiscordUnreachable("unreachable-permissions")
        case 50007 | 50278 | 10013:  # closed, no server in common, no such person
            return DiscordUnreachable("unreachable-dm")
        case 40003:  # too many new DMs at once
            return DiscordUnavailable(error.text)
    if error.status >= 500 or error.status == 429:
        return DiscordUnavailable(error.text)
    if error.status == 403:
        # Whatever else it forbids: the match goes on without that channel.
        return DiscordUnreachable("unreachable-permissions")
    return error


@contextmanager
def moderated(why: str) -> Iterator[None]:
    """What AutoMod takes away is no failure of ours, and whoever has to do with it hears `why`."""
    try:
        yield
    except discord.HTTPException as no:
        if no.code != AUTOMOD:
            raise
        raise DiscordUnreachable(why) from no


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
