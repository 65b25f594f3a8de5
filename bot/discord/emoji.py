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

from bot.discord.layout import NOBODY, Emojis, Names, SceneLayout, layout, mentioned
from bot.screens.scene import Scene

log: Final = logging.getLogger(__name__)

INVALID_FORM: Final = 50035
ABOUT_EMOJI: Final = re.compile(r"^In \S*\bemoji\b", re.MULTILINE)
"""Discord says where in a message it hurts: `In components.1.components.0.emoji.id: Invalid emoji`."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class EmojiSend(Protocol[T_co]):
    """One of the library's ways to send a message, or to change one."""

    def __call__(self, *, view: SceneLayout, files: list[discord.File]) -> Awaitable[T_co]: ...


class EmojiCache:
    def __init__(self, refused: Callable[[], object], names: Callable[[Iterable[int]], Awaitable[Names]]) -> None:
        """`refused` hears of each message that went out without; `names` says what people are called."""
        self.known: Emojis = {}
        self.wanted = asyncio.Event()
        """Somebody wants to know anew which there are."""
        self._refused = refused
        self._names = names

    async def sent(self, scene: Scene, files: Sequence[discord.File], deed: EmojiSend[T]) -> T:
        """By that deed; and by it again at once, without any emoji, if it is those that Discord does not take."""
        people = [*mentioned(scene)]
        names = await self._names(people) if people else NOBODY
        try:
            return await deed(view=layout(scene, self.known, names), files=[*files])
        except discord.HTTPException as no:
            if no.code != INVALID_FORM or not ABOUT_EMOJI.search(no.text):
                raise
            log.info("sent again without emoji: %s", no.text)
        self._refused()
        self.wanted.set()
        return await deed(view=layout(scene, names=names), files=[_anew(file) for file in files])


def _anew(file: discord.File) -> discord.File:
    """What was sent once has been read to its end."""
    assert isinstance(file.fp, BytesIO), "whatever we send is in memory"
    return discord.File(BytesIO(file.fp.getvalue()), file.filename, description=file.description)
