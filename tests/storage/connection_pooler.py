"""A simple imitation of a connection pooler such as PgBouncer, with session mode and transaction mode."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path


class PooledSession:
    """A connection of the pooler to the server. Clients receive a made-up cancellation key."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer
        self.client: asyncio.StreamWriter | None = None
        self.greeting = b""
        self.is_free = asyncio.Lock()
        self.transaction_states: asyncio.Queue[bytes] = asyncio.Queue()
        """The transaction states that the server reports whenever it is ready for the next query."""
        self.forwarding_task = asyncio.create_task(self._forward_messages())

    async def _forward_messages(self) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                message = await read_message(self._reader)
                if message[:1] == b"K":
                    message = message[:5] + struct.pack("!ii", 1, 1)
                if self.client:
                    self.client.write(message)
                else:
                    self.greeting += message
                if message[:1] == b"Z":
                    self.transaction_states.put_nowait(message[-1:])


async def read_message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    (length,) = struct.unpack("!i", head[1:])
    return head + await reader.readexactly(length - 4)


@asynccontextmanager
async def run_pooler(server_socket: Path, socket_folder: Path, *, per_transaction: bool) -> AsyncIterator[None]:
    """Listen on a socket in `socket_folder`, and connect its clients to the server at `server_socket`."""
    sessions: list[PooledSession] = []
    client_tasks: set[asyncio.Task[None]] = set()
    starting = asyncio.Lock()

    async def find_session(startup: bytes) -> PooledSession:
        async with starting:
            if not (sessions and per_transaction):
                sessions.append(PooledSession(*await asyncio.open_unix_connection(server_socket)))
                sessions[-1].writer.write(startup)
                await sessions[-1].transaction_states.get()
            return sessions[0] if per_transaction else sessions[-1]

    async def serve_client(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError), closing(writer):
            (length,) = struct.unpack("!i", head := await reader.readexactly(4))
            session = await find_session(head + await reader.readexactly(length - 4))
            writer.write(session.greeting)
            while (request := await read_message(reader))[:1] != b"X":
                # The client keeps the session until its transaction ends.
                async with session.is_free:
                    session.client = writer
                    session.writer.write(request)
                    while request[:1] not in b"QS" or await session.transaction_states.get() != b"I":
                        session.writer.write(request := await read_message(reader))

    pooler = await asyncio.start_unix_server(
        lambda reader, writer: client_tasks.add(asyncio.create_task(serve_client(reader, writer))),
        socket_folder / ".s.PGSQL.5432",
    )
    try:
        yield
    finally:
        pooler.close()
        tasks = [*client_tasks, *(session.forwarding_task for session in sessions)]
        for task in tasks:
            task.cancel()
        for session in sessions:
            session.writer.close()
        await asyncio.gather(*tasks, return_exceptions=True)
