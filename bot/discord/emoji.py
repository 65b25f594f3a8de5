"""Which emoji are known, and how scenes are sent with them and with names in lists: where Discord takes no emoji, the
words go alone.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from io import BytesIO
from typing import Final, Protocol, TypeVar

import discord

from bot.discord.layout import NO_NAMES, EmojiByKey, NameByPerson, SceneLayout, list_mentioned_people, render_layout
from bot.screens.scene import Scene

log: Final = logging.getLogger(__name__)

INVALID_FORM_CODE: Final = 50035
EMOJI_ERROR_PATTERN: Final = re.compile(r"^In \S*\bemoji\b", re.MULTILINE)
"""Discord says where in a message it hurts: `In components.1.components.0.emoji.id: Invalid emoji`."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class SendLayout(Protocol[T_co]):
    """One of the library's ways to send a message, or to change one."""

    def __call__(self, *, view: SceneLayout, files: list[discord.File]) -> Awaitable[T_co]: ...


class EmojiCache:
    def __init__(
        self, on_refused: Callable[[], object], load_names: Callable[[Iterable[int]], Awaitable[NameByPerson]]
    ) -> None:
        """`refused` hears of each message that went out without; `names` says what people are called."""
        self.emoji_by_key: EmojiByKey = {}
        self.refresh_requested = asyncio.Event()
        """Somebody wants to know anew which there are."""
        self._on_refused = on_refused
        self._load_names = load_names

    async def send_with_fallback(self, scene: Scene, files: Sequence[discord.File], send: SendLayout[T]) -> T:
        """By that deed; and by it again at once, without any emoji, if it is those that Discord does not take."""
        people = [*list_mentioned_people(scene)]
        names = await self._load_names(people) if people else NO_NAMES
        try:
            return await send(view=render_layout(scene, self.emoji_by_key, names), files=[*files])
        except discord.HTTPException as no:
            if no.code != INVALID_FORM_CODE or not EMOJI_ERROR_PATTERN.search(no.text):
                raise
            log.info("sent again without emoji: %s", no.text)
        self._on_refused()
        self.refresh_requested.set()
        return await send(view=render_layout(scene, names=names), files=[_reopen_file(file) for file in files])


def _reopen_file(file: discord.File) -> discord.File:
    """What was sent once has been read to its end."""
    assert isinstance(file.fp, BytesIO), "whatever we send is in memory"
    return discord.File(BytesIO(file.fp.getvalue()), file.filename, description=file.description)
