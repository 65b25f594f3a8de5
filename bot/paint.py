"""Pictures as bytes, off the loop and kept: everybody who looks at a table asks for the same board."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, TypeAlias

from games import art, canvas
from games.art import Picture

_KEPT: Final = 256
"""Seventy-five kilobytes a board at the most: nineteen megabytes when full."""


PAUSE: Final = 1500
"""Milliseconds that an animation shows a board; time to read it."""
LAST: Final = 5000


Watch: TypeAlias = Callable[[str], AbstractContextManager[object]]
"""Measures how long something of that name takes."""


def film(pictures: Sequence[Picture]) -> bytes:
    return canvas.gif([art.smaller(picture) for picture in pictures], pause=PAUSE, last=LAST)


class Brush:
    """Asked twice at once for the same board, it paints once."""

    def __init__(self, kept: int = _KEPT, timed: Watch = nullcontext) -> None:
        self._kept = kept
        self._timed = timed
        self._boards: OrderedDict[Picture, asyncio.Future[bytes]] = OrderedDict()

    async def paint(self, picture: Picture) -> bytes:
        board = self._boards.get(picture)
        if board is None or (board.done() and board.exception()):
            board = asyncio.ensure_future(asyncio.to_thread(self._painted, picture))
            self._boards[picture] = board
            while len(self._boards) > self._kept:
                self._boards.popitem(last=False)
        self._boards.move_to_end(picture)
        # Who waits may go away; the others still want the board.
        return await asyncio.shield(board)

    async def film(self, pictures: Sequence[Picture]) -> bytes:
        return await asyncio.to_thread(self._filmed, pictures)

    def _painted(self, picture: Picture) -> bytes:
        with self._timed("board"):
            return canvas.png(picture)

    def _filmed(self, pictures: Sequence[Picture]) -> bytes:
        with self._timed("film"):
            return film(pictures)
