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

EDITION: Final = 1
"""Raised when the same drawings are painted otherwise."""
OURS: Final = re.compile(r"duel_\w+_[0-9a-f]{6}")
"""Nobody else calls theirs so."""
LONGEST: Final = 20
"""Letters of a name that tell people what it is; Discord takes 32 in all."""
AGAIN: Final = 30.0
"""Seconds until the list is asked for again where some are missing; each time twice as many."""
SELDOM: Final = 3600.0

Turn: TypeAlias = Callable[[str], AbstractAsyncContextManager[None]]


@dataclass(frozen=True, slots=True)
class EmojiDrawing:
    package: str
    emblem: Emblem

    @property
    def name(self) -> str:
        """The same as long as it looks the same, in whichever game."""
        made = drawing.emoji_source(self.package, self.emblem.drawing, self.emblem.text)
        told = re.sub(r"\W+", "_", f"{self.emblem.drawing} {self.emblem.text}".strip().lower(), flags=re.ASCII)
        return f"duel_{told[:LONGEST]}_{blake2s(f'{EDITION}{made}'.encode(), digest_size=3).hexdigest()}"

    def painted(self) -> bytes:
        return drawing.render_emoji(self.package, self.emblem.drawing, self.emblem.text)


@cache
def names() -> Mapping[str, str]:
    """At Discord, by the key that scenes carry."""
    return {key: EmojiDrawing(package, each).name for key, package, each in move_buttons.list_emblems()}


@cache
def drawings() -> Mapping[str, EmojiDrawing]:
    """By name at Discord: what two games draw alike is there once."""
    return {names()[key]: EmojiDrawing(package, each) for key, package, each in move_buttons.list_emblems()}


class EmojiUploader:
    def __init__(self, client: Client, emblems: EmojiCache, turn: Turn) -> None:
        """`turn` is what all processes do one after the other."""
        self._client = client
        self._emoji_cache = emblems
        self._turn = turn
        self._owed = False
        """We lead, and have not seen to it yet that all are there."""

    def connected(self) -> None:
        self._owed = self._client.leads
        self._emoji_cache.wanted.set()

    async def engraving(self) -> None:
        """For as long as the bot lives; whatever comes of it, nobody waits for it."""
        wait, pause = None, AGAIN
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._emoji_cache.wanted.wait()
            self._emoji_cache.wanted.clear()
            wait = pause
            try:
                if await self._looked():
                    wait, pause = None, AGAIN
                    continue
            except discord.RateLimited as later:
                wait = later.retry_after
                continue
            except (discord.HTTPException, aiohttp.ClientError, OSError, StoreUnavailable) as no:
                log.warning("the emoji stay as they are: %s", no)
            except Exception:
                # What is wrong with a drawing is no reason for anything else to stop.
                log.exception("the emoji stay as they are")
            pause = min(SELDOM, 2 * pause)

    async def _looked(self) -> bool:
        """Are all of them there?"""
        # They are read beside the loop, once.
        await asyncio.to_thread(drawings)
        # Whoever only asks asks when nobody is about to add to them.
        async with self._turn("emoji"):
            there = await self._listed()
            self._learn(there)
            # One that somebody has deleted is missed once a message was refused for it.
            if self._owed or (self._client.leads and not self._complete):
                await self._brought(there)
                self._owed = False
        return self._complete

    @property
    def _complete(self) -> bool:
        return self._emoji_cache.known.keys() == names().keys()

    async def _listed(self) -> dict[str, discord.Emoji]:
        return {each.name: each for each in await self._client.fetch_application_emojis()}

    async def _brought(self, there: dict[str, discord.Emoji]) -> None:
        """None missing, none twice; what is not ours is let be."""
        for name, each in drawings().items():
            if name not in there:
                image = await asyncio.to_thread(each.painted)
                there[name] = await self._client.create_application_emoji(name=name, image=image)
                self._learn(there)
        for name in there.keys() - drawings().keys():
            if self._is_ours(there[name]):
                with suppress(discord.NotFound):
                    await there[name].delete()

    def _learn(self, there: Mapping[str, discord.Emoji]) -> None:
        self._emoji_cache.known = {
            key: discord.PartialEmoji(name=name, id=there[name].id) for key, name in names().items() if name in there
        }

    def _is_ours(self, each: discord.Emoji) -> bool:
        """Uploaded by us, and named as we do."""
        return each.user is not None and self._client.is_ours(each.user) and bool(OURS.fullmatch(each.name))
