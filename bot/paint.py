"""Pictures as bytes, off the loop and kept: everybody who looks at a table asks for the same board."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Final, TypeAlias

from games import art, canvas
from games.art import Name, Picture

_KEPT: Final = 20 << 20
"""Bytes: boards are of ninety kilobytes at the most, so that there are some hundreds."""

PAUSE: Final = 2000
"""Milliseconds that an animation shows a board; time to read what is said of it."""
LAST: Final = 5000


Watch: TypeAlias = Callable[[str], AbstractContextManager[object]]
"""Measures how long something of that name takes."""


_Painting: TypeAlias = tuple[Picture, tuple[str, ...]]


def film(pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
    return canvas.gif([art.smaller(picture) for picture in pictures], names, pause=PAUSE, last=LAST)


class Brush:
    """Asked twice at once for the same board, it paints once."""

    def __init__(self, kept: int = _KEPT, timed: Watch = nullcontext) -> None:
        self._kept = kept
        self._timed = timed
        self._boards: OrderedDict[_Painting, bytes] = OrderedDict()
        self._weight = 0
        self._under_way: dict[_Painting, asyncio.Future[bytes]] = {}

    async def paint(self, picture: Picture, names: Sequence[str] = ()) -> bytes:
        """`names` are those of the people, by seat."""
        # Where nobody is named it is the same whoever plays.
        wanted = picture, tuple(names) if any(isinstance(what, Name) for what, _, _ in picture.marks) else ()
        if board := self._boards.get(wanted):
            self._boards.move_to_end(wanted)
            return board
        painting = self._under_way.get(wanted)
        if painting is None:
            painting = self._under_way[wanted] = asyncio.ensure_future(asyncio.to_thread(self._painted, *wanted))
            painting.add_done_callback(partial(self._keep, wanted))
        # Who waits may go away; the others still want the board.
        return await asyncio.shield(painting)

    def _keep(self, wanted: _Painting, painting: asyncio.Future[bytes]) -> None:
        del self._under_way[wanted]
        if painting.cancelled() or painting.exception():
            return
        self._boards[wanted] = board = painting.result()
        self._weight += len(board)
        while self._weight > self._kept:
            _, oldest = self._boards.popitem(last=False)
            self._weight -= len(oldest)

    async def film(self, pictures: Sequence[Picture], names: Sequence[str] = ()) -> bytes:
        return await asyncio.to_thread(self._filmed, pictures, names)

    def _painted(self, picture: Picture, names: Sequence[str]) -> bytes:
        with self._timed("board"):
            return canvas.png(picture, names)

    def _filmed(self, pictures: Sequence[Picture], names: Sequence[str]) -> bytes:
        with self._timed("film"):
            return film(pictures, names)
