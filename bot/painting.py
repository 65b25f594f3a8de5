"""Pictures as bytes, off the loop and kept: everybody who looks at a table asks for the same board."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final, TypeAlias

from bot.caches import SingleFlightCache
from games import art, canvas
from games.art import Picture

_BOARD_CACHE_BYTES: Final = 20 << 20
"""Bytes: boards are of ninety kilobytes at the most, so that there are some hundreds."""
_FILM_CACHE_BYTES: Final = 10 << 20
"""Bytes: a film has up to a megabyte."""

FRAME_DURATION_MS: Final = 2000
"""Milliseconds that an animation shows a board; time to read what is said of it."""
LAST_FRAME_DURATION_MS: Final = 5000
MAX_CONCURRENT_BOARDS: Final = 2
"""Boards that are painted at once. Of many each would find the same sprites, and hold up whoever answers for it."""


Stopwatch: TypeAlias = Callable[[str], AbstractContextManager[object]]
"""Measures how long something of that name takes."""


_BoardKey: TypeAlias = tuple[Picture, tuple[str, ...]]
_FilmKey: TypeAlias = tuple[tuple[Picture, ...], tuple[str, ...]]


def paint_film(pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
    return canvas.paint_gif(
        [art.scale_for_film(picture) for picture in pictures],
        names,
        pause=FRAME_DURATION_MS,
        last=LAST_FRAME_DURATION_MS,
    )


class Painter:
    """Asked twice for the same board, or the same film, it paints once."""

    def __init__(self, board_cache_bytes: int = _BOARD_CACHE_BYTES, stopwatch: Stopwatch = nullcontext) -> None:
        self._stopwatch = stopwatch
        self._boards: SingleFlightCache[_BoardKey, bytes] = SingleFlightCache(
            board_cache_bytes, len, MAX_CONCURRENT_BOARDS
        )
        self._films: SingleFlightCache[_FilmKey, bytes] = SingleFlightCache(_FILM_CACHE_BYTES, len, max_concurrent=1)

    async def paint_board(self, picture: Picture, names: Sequence[str] = ()) -> bytes:
        """`names` are those of the people, by seat."""
        wanted = picture, tuple(names) if picture.has_names else ()
        return await self._boards.get_or_make(wanted, partial(asyncio.to_thread, self._paint_board_sync, *wanted))

    async def paint_film(self, pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
        wanted = tuple(pictures), tuple(names)
        return await self._films.get_or_make(wanted, partial(asyncio.to_thread, self._paint_film_sync, *wanted))

    def _paint_board_sync(self, picture: Picture, names: Sequence[str]) -> bytes:
        with self._stopwatch("board"):
            return canvas.paint_png(picture, names)

    def _paint_film_sync(self, pictures: Sequence[Picture], names: Sequence[str]) -> bytes:
        with self._stopwatch("film"):
            return paint_film(pictures, names)
