"""Paints boards and films (animations of a match), and caches them because all viewers of a match see the same board.

All boards are painted in one thread, and all films in another. Each thread has its own part of the heap, in which small
cached sprites lie between large temporary images. With more threads, this part would exist several times, and most of
its memory would be unused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final, TypeAlias

from bot.caches import SingleFlightCache
from games import art, canvas
from games.art import Picture

_BOARD_CACHE_BYTES: Final = 5 << 20
"""Enough for over a hundred boards of about 40 kB. While 24 people played, half of all boards were found in the cache,
and 95% of these among its newest 3 MB. The keys of the cache take about half as much again."""
_FILM_CACHE_BYTES: Final = 4 << 20
"""Enough for at least four films of at most 1 MB. Few films are watched by several people."""
FRAME_DURATION_MS: Final = 2000
"""How long a film shows each board, so that people can read the text below it."""
LAST_FRAME_DURATION_MS: Final = 5000

Stopwatch: TypeAlias = Callable[[str], AbstractContextManager[object]]
"""Returns a context manager that measures how long its block takes, and records the time under a name."""
_BoardKey: TypeAlias = tuple[Picture, tuple[str, ...]]
_FilmKey: TypeAlias = tuple[tuple[Picture, ...], tuple[str, ...]]


def paint_film(pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
    return canvas.paint_gif(
        [art.scale_for_film(picture) for picture in pictures],
        names,
        frame_ms=FRAME_DURATION_MS,
        last_frame_ms=LAST_FRAME_DURATION_MS,
    )


class Painter:
    """Paints boards and films (animations of a match) as image files, and caches the results."""

    def __init__(self, board_cache_bytes: int = _BOARD_CACHE_BYTES, stopwatch: Stopwatch = nullcontext) -> None:
        self._stopwatch = stopwatch
        self._boards: SingleFlightCache[_BoardKey, bytes] = SingleFlightCache(board_cache_bytes, len)
        self._films: SingleFlightCache[_FilmKey, bytes] = SingleFlightCache(_FILM_CACHE_BYTES, len)
        self._board_thread = ThreadPoolExecutor(1, "boards")
        self._film_thread = ThreadPoolExecutor(1, "films")

    async def paint_board(self, picture: Picture, names: Sequence[str] = ()) -> bytes:
        """Paint a board as a PNG. `names` are the players' names by seat."""
        key = picture, tuple(names) if picture.has_names else ()
        run_in_executor = asyncio.get_running_loop().run_in_executor
        return await self._boards.get_or_make(
            key, partial(run_in_executor, self._board_thread, self._paint_board_sync, *key)
        )

    async def paint_film(self, pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
        """Paint a film as a GIF. `names` are the players' names by seat."""
        key = tuple(pictures), tuple(names)
        run_in_executor = asyncio.get_running_loop().run_in_executor
        return await self._films.get_or_make(
            key, partial(run_in_executor, self._film_thread, self._paint_film_sync, *key)
        )

    def _paint_board_sync(self, picture: Picture, names: Sequence[str]) -> bytes:
        with self._stopwatch("board"):
            return canvas.paint_png(picture, names)

    def _paint_film_sync(self, pictures: Sequence[Picture], names: Sequence[str]) -> bytes:
        with self._stopwatch("film"):
            return paint_film(pictures, names)
