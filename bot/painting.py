"""Pictures as bytes, off the loop and kept: everybody who looks at a table asks for the same board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final, TypeAlias

from bot.caches import OnceCache
from games import art, canvas
from games.art import Picture

_KEPT: Final = 20 << 20
"""Bytes: boards are of ninety kilobytes at the most, so that there are some hundreds."""
_FILMS: Final = 10 << 20
"""Bytes: a film has up to a megabyte."""

PAUSE: Final = 2000
"""Milliseconds that an animation shows a board; time to read what is said of it."""
LAST: Final = 5000
TOGETHER: Final = 2
"""Boards that are painted at once. Of many each would find the same sprites, and hold up whoever answers for it."""


Stopwatch: TypeAlias = Callable[[str], AbstractContextManager[object]]
"""Measures how long something of that name takes."""


_Painting: TypeAlias = tuple[Picture, tuple[str, ...]]
_Filming: TypeAlias = tuple[tuple[Picture, ...], tuple[str, ...]]


def film(pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
    return canvas.paint_gif([art.scale_for_film(picture) for picture in pictures], names, pause=PAUSE, last=LAST)


class Painter:
    """Asked twice for the same board, or the same film, it paints once."""

    def __init__(self, kept: int = _KEPT, timed: Stopwatch = nullcontext) -> None:
        self._timed = timed
        self._boards: OnceCache[_Painting, bytes] = OnceCache(kept, len, TOGETHER)
        self._films: OnceCache[_Filming, bytes] = OnceCache(_FILMS, len, at_once=1)

    async def paint(self, picture: Picture, names: Sequence[str] = ()) -> bytes:
        """`names` are those of the people, by seat."""
        wanted = picture, tuple(names) if picture.has_names else ()
        return await self._boards.of(wanted, partial(asyncio.to_thread, self._painted, *wanted))

    async def film(self, pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
        wanted = tuple(pictures), tuple(names)
        return await self._films.of(wanted, partial(asyncio.to_thread, self._filmed, *wanted))

    def _painted(self, picture: Picture, names: Sequence[str]) -> bytes:
        with self._timed("board"):
            return canvas.paint_png(picture, names)

    def _filmed(self, pictures: Sequence[Picture], names: Sequence[str]) -> bytes:
        with self._timed("film"):
            return film(pictures, names)
