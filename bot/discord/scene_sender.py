"""Sends scenes: paints their pictures, fills in names, and leaves out emoji that Discord refuses."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from io import BytesIO
from typing import Final, Protocol, TypeVar

import discord

from bot.discord.api_errors import ErrorCode
from bot.discord.layout import (
    NO_COMMAND_MENTIONS,
    NO_EMOJI,
    NO_NAMES,
    CommandMentions,
    EmojiByKey,
    NameByPerson,
    SceneLayout,
    fill_in_names,
    list_mentioned_people,
    list_pictures,
    render_layout,
)
from bot.display_names import DisplayNames
from bot.painting import Painter
from bot.screens.scene import Film, Scene, SceneImage

log: Final = logging.getLogger(__name__)

EMOJI_ERROR_PATTERN: Final = re.compile(r"^In \S*\bemoji\b", re.MULTILINE)
"""Matches error messages about emoji fields, such as `In components.1.components.0.emoji.id: Invalid emoji`."""

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class SendLayout(Protocol[T_co]):
    """A function that sends a layout and its files as a new message, or edits an existing message to show them."""

    def __call__(self, *, view: SceneLayout, files: list[discord.File]) -> Awaitable[T_co]: ...


class EmojiCache:
    """The application's emoji, as last fetched by this process."""

    def __init__(self, on_refused: Callable[[], object]) -> None:
        """Create an empty cache. `on_refused` is called for each message that Discord refuses because of an emoji."""
        self.emoji_by_key: EmojiByKey = NO_EMOJI
        self.refresh_requested = asyncio.Event()
        """Set when the emoji should be fetched again."""
        self._on_refused = on_refused

    def report_refusal(self) -> None:
        self._on_refused()
        self.refresh_requested.set()


class SceneSender:
    def __init__(
        self,
        painter: Painter,
        display_names: DisplayNames,
        emoji_cache: EmojiCache,
        command_mentions: CommandMentions = NO_COMMAND_MENTIONS,
    ) -> None:
        self._painter = painter
        self._display_names = display_names
        self._emoji_cache = emoji_cache
        self._command_mentions = command_mentions

    async def paint_and_send(self, scene: Scene, send: SendLayout[T]) -> T:
        return await self.send_with_fallback(scene, await self.paint_files(scene), send)

    async def send_with_fallback(self, scene: Scene, files: Sequence[discord.File], send: SendLayout[T]) -> T:
        """Send a scene. If Discord refuses an emoji, send the scene again without emoji."""
        names = await self._load_mentioned_names(scene)
        try:
            layout = render_layout(scene, self._emoji_cache.emoji_by_key, names, self._command_mentions)
            return await send(view=layout, files=[*files])
        except discord.HTTPException as error:
            if error.code != ErrorCode.INVALID_FORM or not EMOJI_ERROR_PATTERN.search(error.text):
                raise
            log.info("Discord rejected emoji; sending again without them: %s", error.text)
        self._emoji_cache.report_refusal()
        return await send(view=self.render_without_emoji(scene, names), files=[_reopen_file(file) for file in files])

    def render_without_emoji(self, scene: Scene, names: NameByPerson = NO_NAMES) -> SceneLayout:
        return render_layout(scene, names=names, command_mentions=self._command_mentions)

    async def paint_files(self, scene: Scene) -> list[discord.File]:
        """Return a scene's pictures and attachment as files. The painter works outside the event loop."""
        pictures = list(list_pictures(scene))
        # Most pictures are in the painter's cache, so separate tasks would take longer than painting one by one.
        painted = [await self._paint_picture(picture) for _, picture in pictures]
        names = await self._load_mentioned_names(scene)
        files = [
            discord.File(BytesIO(data), name, description=fill_in_names(picture.alt, names))
            for (name, picture), data in zip(pictures, painted, strict=True)
        ]
        if scene.attachment:
            files.append(discord.File(BytesIO(scene.attachment.data), scene.attachment.name))
        return files

    async def _load_mentioned_names(self, scene: Scene) -> NameByPerson:
        people = [*list_mentioned_people(scene)]
        return await self._display_names.load_names(people) if people else NO_NAMES

    async def _paint_picture(self, image: SceneImage | Film) -> bytes:
        known_names = await self._display_names.load_names(label for label in image.names if isinstance(label, int))
        names = [known_names.get(label, "") if isinstance(label, int) else label for label in image.names]
        match image:
            case SceneImage(picture):
                return await self._painter.paint_board(picture, names)
            case Film(boards):
                return await self._painter.paint_film(boards, names)


def _reopen_file(file: discord.File) -> discord.File:
    """Return a copy of a file for sending it again, because the first attempt has read the file to its end."""
    assert isinstance(file.fp, BytesIO), "all files of a scene must be in memory"
    return discord.File(BytesIO(file.fp.getvalue()), file.filename, description=file.description)
