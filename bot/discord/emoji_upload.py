"""The drawings of the games as emoji of the application: uploaded by the process that leads, asked for by all.

Discord's own list is the memory of them. A hash of what an emoji is made of stands in its name: a drawing that has
changed is another one, and the old one goes.
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
from bot.discord.emoji import EmojiCache
from bot.screens import move_buttons
from games import drawing
from games.art import Emblem
from storage import StoreUnavailable

log: Final = logging.getLogger(__name__)

DRAWING_VERSION: Final = 1
"""Raised when the same drawings are painted otherwise."""
EMOJI_NAME_PATTERN: Final = re.compile(r"duel_\w+_[0-9a-f]{6}")
"""Nobody else calls theirs so."""
MAX_LABEL_LENGTH: Final = 20
"""Letters of a name that tell people what it is; Discord takes 32 in all."""
MIN_RETRY_DELAY_S: Final = 30.0
"""Seconds until the list is asked for again where some are missing; each time twice as many."""
MAX_RETRY_DELAY_S: Final = 3600.0

HoldLock: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class EmojiDrawing:
    package: str
    emblem: Emblem

    @property
    def name(self) -> str:
        """The same as long as it looks the same, in whichever game."""
        made = drawing.emoji_source(self.package, self.emblem.drawing, self.emblem.text)
        told = re.sub(r"\W+", "_", f"{self.emblem.drawing} {self.emblem.text}".strip().lower(), flags=re.ASCII)
        return (
            f"duel_{told[:MAX_LABEL_LENGTH]}_{blake2s(f'{DRAWING_VERSION}{made}'.encode(), digest_size=3).hexdigest()}"
        )

    def render_png(self) -> bytes:
        return drawing.render_emoji(self.package, self.emblem.drawing, self.emblem.text)


@cache
def emoji_names_by_key() -> Mapping[str, str]:
    """At Discord, by the key that scenes carry."""
    return {key: EmojiDrawing(package, each).name for key, package, each in move_buttons.list_emblems()}


@cache
def drawings_by_emoji_name() -> Mapping[str, EmojiDrawing]:
    """By name at Discord: what two games draw alike is there once."""
    return {
        emoji_names_by_key()[key]: EmojiDrawing(package, each) for key, package, each in move_buttons.list_emblems()
    }


class EmojiUploader:
    def __init__(self, client: Client, emoji_cache: EmojiCache, hold_lock: HoldLock) -> None:
        """`turn` is what all processes do one after the other."""
        self._client = client
        self._emoji_cache = emoji_cache
        self._hold_lock = hold_lock
        self._upload_due = False
        """We lead, and have not seen to it yet that all are there."""

    def on_connected(self) -> None:
        self._upload_due = self._client.is_leader
        self._emoji_cache.refresh_requested.set()

    async def sync_forever(self) -> None:
        """For as long as the bot lives; whatever comes of it, nobody waits for it."""
        wait, pause = None, MIN_RETRY_DELAY_S
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._emoji_cache.refresh_requested.wait()
            self._emoji_cache.refresh_requested.clear()
            wait = pause
            try:
                if await self._sync_once():
                    wait, pause = None, MIN_RETRY_DELAY_S
                    continue
            except discord.RateLimited as later:
                wait = later.retry_after
                continue
            except (discord.HTTPException, aiohttp.ClientError, OSError, StoreUnavailable) as no:
                log.warning("the emoji stay as they are: %s", no)
            except Exception:
                # What is wrong with a drawing is no reason for anything else to stop.
                log.exception("the emoji stay as they are")
            pause = min(MAX_RETRY_DELAY_S, 2 * pause)

    async def _sync_once(self) -> bool:
        """Are all of them there?"""
        # They are read beside the loop, once.
        await asyncio.to_thread(drawings_by_emoji_name)
        # Whoever only asks asks when nobody is about to add to them.
        async with self._hold_lock("emoji"):
            there = await self._fetch_uploaded()
            self._update_cache(there)
            # One that somebody has deleted is missed once a message was refused for it.
            if self._upload_due or (self._client.is_leader and not self._is_complete):
                await self._upload_missing_and_delete_old(there)
                self._upload_due = False
        return self._is_complete

    @property
    def _is_complete(self) -> bool:
        return self._emoji_cache.emoji_by_key.keys() == emoji_names_by_key().keys()

    async def _fetch_uploaded(self) -> dict[str, discord.Emoji]:
        return {each.name: each for each in await self._client.fetch_application_emojis()}

    async def _upload_missing_and_delete_old(self, uploaded: dict[str, discord.Emoji]) -> None:
        """None missing, none twice; what is not ours is let be."""
        for name, each in drawings_by_emoji_name().items():
            if name not in uploaded:
                image = await asyncio.to_thread(each.render_png)
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
        """Uploaded by us, and named as we do."""
        return (
            emoji.user is not None
            and self._client.is_this_bot(emoji.user)
            and bool(EMOJI_NAME_PATTERN.fullmatch(emoji.name))
        )
