"""A TCP proxy between a process and a server that can pause traffic, drop connections and run a fault at a request."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Final, TypeAlias

CHUNK_BYTES: Final = 1 << 16
COUNTED_REQUEST_PATTERN: Final = re.compile(rb"(?:GET|POST|PUT|PATCH|DELETE) /\S* HTTP/1\.1|COMMIT;\x00")
"""Matches HTTP requests and database commits, which are counted."""
ANSWER_REQUEST_PATTERN: Final = re.compile(rb"POST /api/v10/interactions/(\d+)/")
Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True, slots=True)
class RequestTrap:
    """Runs a fault when the next request matches a pattern."""

    pattern: re.Pattern[bytes]
    after_arrival: bool
    """Whether the server still receives the request, and only the response is lost."""
    run_fault: Callable[[], None]


class TcpProxy:
    def __init__(self, connect: Callable[[], Awaitable[Streams]]) -> None:
        self._connect = connect
        self._unblocked = asyncio.Event()
        self._unblocked.set()
        self._connections: set[asyncio.Task[None]] = set()
        self.request_count = 0
        """Number of requests and commits that were received."""
        self.gateway_called = asyncio.Event()
        self.answered_ids: set[int] = set()
        """Interactions that the bot has tried to answer, in time or not."""
        self.trap: RequestTrap | None = None
        self.port = 0

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[None]:
        server = await asyncio.start_server(self._accept_connection, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield
        finally:
            server.close()
            await self.drop_connections()

    def hold_bytes(self) -> None:
        self._unblocked.clear()

    def release_bytes(self) -> None:
        self._unblocked.set()

    async def drop_connections(self) -> None:
        for connection in list(self._connections):
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _accept_connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve_connection((reader, writer)))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)
        # This also works if the task is canceled before it starts.
        task.add_done_callback(lambda _: writer.transport.abort())

    async def _serve_connection(self, client: Streams) -> None:
        await self._unblocked.wait()
        try:
            server = await self._connect()
        except OSError:
            return
        sprung_traps: list[RequestTrap] = []
        tasks = [
            asyncio.ensure_future(self._forward_requests(client, server, sprung_traps)),
            asyncio.ensure_future(self._forward_responses(server, client, sprung_traps)),
        ]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            server[1].transport.abort()

    async def _forward_requests(self, client: Streams, server: Streams, sprung_traps: list[RequestTrap]) -> None:
        with suppress(OSError):
            while data := await client[0].read(CHUNK_BYTES):
                await self._unblocked.wait()
                self.request_count += len(COUNTED_REQUEST_PATTERN.findall(data))
                self.answered_ids.update(map(int, ANSWER_REQUEST_PATTERN.findall(data)))
                if b"GET /gateway" in data:
                    self.gateway_called.set()
                if (trap := self.trap) and trap.pattern.search(data):
                    self.trap = None
                    sprung_traps.append(trap)
                    if not trap.after_arrival:
                        trap.run_fault()
                        return
                server[1].write(data)
                await server[1].drain()

    async def _forward_responses(self, server: Streams, client: Streams, sprung_traps: list[RequestTrap]) -> None:
        with suppress(OSError):
            while data := await server[0].read(CHUNK_BYTES):
                await self._unblocked.wait()
                if sprung_traps:
                    sprung_traps[0].run_fault()
                    return
                client[1].write(data)
                await client[1].drain()
