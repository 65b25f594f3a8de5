"""Uploads game drawings as application emoji, and keeps the emoji cache up to date.

Every process fetches the list of emoji, but only the leader uploads new emoji. Discord's list is the only record of the
uploads. An emoji's name contains a hash of its drawing, so a changed drawing is uploaded as a new emoji, and the old
emoji is deleted.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from typing import Final, TypeAlias

import aiohttp
import discord

from bot.discord.client import Client
from bot.discord.scene_sender import EmojiCache
from bot.screens import move_buttons
from games import drawing
from games.art import Emblem
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

DRAWING_VERSION: Final = 1
"""Increase this number when a code change makes existing drawings look different."""
EMOJI_NAME_PATTERN: Final = re.compile(r"duel_\w+_[0-9a-f]{6}")
MAX_LABEL_LENGTH: Final = 20
"""Length limit for the readable part of an emoji's name. Discord allows 32 characters for the whole name."""
MIN_RETRY_DELAY_S: Final = 30.0
"""Delay before the first retry if emoji are missing. The delay doubles with each further retry."""
MAX_RETRY_DELAY_S: Final = 3600.0

HoldLock: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class EmojiDrawing:
    """A game drawing that is uploaded as an emoji."""

    package: str
    emblem: Emblem

    @property
    def name(self) -> str:
        """The emoji's name, such as `duel_bison_1_159770`. Drawings that look the same share a name across games."""
        source = drawing.emoji_source(self.package, self.emblem.drawing, self.emblem.text)
        source_hash = blake2s(f"{DRAWING_VERSION}{source}".encode(), digest_size=3).hexdigest()
        label = re.sub(r"\W+", "_", f"{self.emblem.drawing} {self.emblem.text}".strip().lower(), flags=re.ASCII)
        return f"duel_{label[:MAX_LABEL_LENGTH]}_{source_hash}"

    def render_png(self) -> bytes:
        return drawing.render_emoji(self.package, self.emblem.drawing, self.emblem.text)


@cache
def emoji_names_by_key() -> Mapping[str, str]:
    """Map the emoji keys used in scenes to the emoji names."""
    return {key: EmojiDrawing(package, emblem).name for key, package, emblem in move_buttons.list_emblems()}


@cache
def drawings_by_emoji_name() -> Mapping[str, EmojiDrawing]:
    """Map all emoji names to their drawings. Drawings that look the same share a name and appear only once."""
    return {
        emoji_names_by_key()[key]: EmojiDrawing(package, emblem) for key, package, emblem in move_buttons.list_emblems()
    }


class EmojiUploader:
    def __init__(self, client: Client, emoji_cache: EmojiCache, hold_lock: HoldLock) -> None:
        """Create an uploader. `hold_lock` returns a context manager that holds a lock shared by all processes."""
        self._client = client
        self._emoji_cache = emoji_cache
        self._hold_lock = hold_lock
        self._upload_due = False
        """Whether this process is the leader and has not checked the uploads since it connected."""

    def on_connected(self) -> None:
        self._upload_due = self._client.is_leader
        self._emoji_cache.refresh_requested.set()

    async def sync_forever(self) -> None:
        """Synchronize the emoji whenever a refresh is requested, and retry until no emoji is missing."""
        timeout_s: float | None = None
        retry_delay_s = MIN_RETRY_DELAY_S
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._emoji_cache.refresh_requested.wait()
            self._emoji_cache.refresh_requested.clear()
            timeout_s = retry_delay_s
            try:
                if await self._sync_once():
                    timeout_s, retry_delay_s = None, MIN_RETRY_DELAY_S
                    continue
            except discord.RateLimited as error:
                timeout_s = error.retry_after
                continue
            except (discord.HTTPException, aiohttp.ClientError, OSError, StoreUnavailable) as error:
                log.warning("the emoji could not be updated: %s", error)
            except Exception:
                # A broken drawing must not stop the bot.
                log.exception("the emoji could not be updated")
            retry_delay_s = min(MAX_RETRY_DELAY_S, 2 * retry_delay_s)

    async def _sync_once(self) -> bool:
        """Fetch the list of emoji, upload missing emoji if needed, and return whether the cache is complete."""
        # The first call reads all drawings, which takes too long for the event loop.
        await asyncio.to_thread(drawings_by_emoji_name)
        # Processes that only fetch take the lock too, so that they do not read the list during an upload.
        async with self._hold_lock("emoji"):
            uploaded = await self._fetch_uploaded()
            self._update_cache(uploaded)
            # Emoji can also disappear after the upload if somebody deletes them.
            if self._upload_due or (self._client.is_leader and not self._is_complete):
                await self._upload_missing_and_delete_old(uploaded)
                self._upload_due = False
        return self._is_complete

    @property
    def _is_complete(self) -> bool:
        return self._emoji_cache.emoji_by_key.keys() == emoji_names_by_key().keys()

    async def _fetch_uploaded(self) -> dict[str, discord.Emoji]:
        return {emoji.name: emoji for emoji in await self._client.fetch_application_emojis()}

    async def _upload_missing_and_delete_old(self, uploaded: dict[str, discord.Emoji]) -> None:
        """Upload missing emoji, and delete outdated emoji that the bot uploaded earlier."""
        for name, emoji_drawing in drawings_by_emoji_name().items():
            if name not in uploaded:
                image = await asyncio.to_thread(emoji_drawing.render_png)
                uploaded[name] = await self._client.create_application_emoji(name=name, image=image)
                self._update_cache(uploaded)
        for name in uploaded.keys() - drawings_by_emoji_name().keys():
            if self._is_uploaded_by_bot(uploaded[name]):
                with suppress(discord.NotFound):
                    await uploaded[name].delete()

    def _update_cache(self, uploaded: Mapping[str, discord.Emoji]) -> None:
        self._emoji_cache.emoji_by_key = {
            key: discord.PartialEmoji(name=name, id=uploaded[name].id)
            for key, name in emoji_names_by_key().items()
            if name in uploaded
        }

    def _is_uploaded_by_bot(self, emoji: discord.Emoji) -> bool:
        """Return whether this emoji was uploaded by the bot.

        Hosts can also upload emoji, so both the uploader and the name are checked.
        """
        return (
            emoji.user is not None
            and self._client.is_this_bot(emoji.user)
            and bool(EMOJI_NAME_PATTERN.fullmatch(emoji.name))
        )
