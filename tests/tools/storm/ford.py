"""A ford: whatever goes between a process and a server crosses it. Flooded, nothing does, and nobody is told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

CHUNK: Final = 1 << 16
CROSSES: Final = re.compile(rb"(?:GET|POST|PUT|PATCH|DELETE) /\S* HTTP/1\.1|COMMIT;\x00")
"""What is counted: requests, and what is to be stored."""
ANSWERS: Final = re.compile(rb"POST /api/v10/interactions/(\d+)/")
Bank: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True, slots=True)
class Snare:
    """The next who crosses like this."""

    like: re.Pattern[bytes]
    arrives: bool
    """The other bank hears it, and only the answer does not come back."""
    springs: Callable[[], None]


class Ford:
    def __init__(self, far: Callable[[], Awaitable[Bank]]) -> None:
        self._far = far
        self._dry = asyncio.Event()
        self._dry.set()
        self._crossing: set[asyncio.Task[None]] = set()
        self.seen = 0
        """How many requests and commits have come here."""
        self.called: asyncio.Event = asyncio.Event()
        """Somebody has come for the gateway."""
        self.answered: set[int] = set()
        """Interactions that somebody has come to answer, in time or not."""
        self.snare: Snare | None = None
        self.port = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()
            await self.swept()

    def floods(self) -> None:
        self._dry.clear()

    def falls(self) -> None:
        """What waited goes on."""
        self._dry.set()

    async def swept(self) -> None:
        """Whoever was crossing is gone."""
        for crossing in list(self._crossing):
            crossing.cancel()
        await asyncio.gather(*self._crossing, return_exceptions=True)

    @property
    def crossing(self) -> int:
        """How many are under way."""
        return len(self._crossing)

    async def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._cross((reader, writer)))
        self._crossing.add(task)
        task.add_done_callback(self._crossing.discard)
        # Who is swept before they have set out, too.
        task.add_done_callback(lambda _: writer.transport.abort())

    async def _cross(self, near: Bank) -> None:
        await self._dry.wait()
        try:
            far = await self._far()
        except OSError:
            return
        try:
            await self._both_ways(near, far)
        finally:
            far[1].transport.abort()

    async def _both_ways(self, near: Bank, far: Bank) -> None:
        caught: list[Snare] = []
        ways = [
            asyncio.ensure_future(self._there(near, far, caught)),
            asyncio.ensure_future(self._back(far, near, caught)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)

    async def _there(self, near: Bank, far: Bank, caught: list[Snare]) -> None:
        with suppress(OSError):
            while data := await near[0].read(CHUNK):
                await self._dry.wait()
                self.seen += len(CROSSES.findall(data))
                self.answered.update(map(int, ANSWERS.findall(data)))
                if b"GET /gateway" in data:
                    self.called.set()
                if (snare := self.snare) and snare.like.search(data):
                    self.snare = None
                    caught.append(snare)
                    if not snare.arrives:
                        snare.springs()
                        return
                far[1].write(data)
                await far[1].drain()

    async def _back(self, far: Bank, near: Bank, caught: list[Snare]) -> None:
        with suppress(OSError):
            while data := await far[0].read(CHUNK):
                await self._dry.wait()
                if caught:
                    caught[0].springs()
                    return
                near[1].write(data)
                await near[1].drain()
