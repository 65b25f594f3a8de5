"""A connection pooler before a PostgreSQL, in session mode or in transaction mode, such as PgBouncer."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path


class PooledSession:
    """A session of the server. Clients see a cancellation key of the pooler's own."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer
        self.client: asyncio.StreamWriter | None = None
        self.greeting = b""
        self.is_free = asyncio.Lock()
        self.messages: asyncio.Queue[bytes] = asyncio.Queue()
        """The state of the transaction, each time the server has answered everything."""
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
                    self.messages.put_nowait(message[-1:])


async def read_message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    (length,) = struct.unpack("!i", head[1:])
    return head + await reader.readexactly(length - 4)


@asynccontextmanager
async def run_pooler(server_socket: Path, socket_folder: Path, *, per_transaction: bool) -> AsyncIterator[None]:
    """Listen on a socket in this folder, for clients of the server at the other socket."""
    sessions: list[PooledSession] = []
    serving: set[asyncio.Task[None]] = set()
    starting = asyncio.Lock()

    async def find_session(startup: bytes) -> PooledSession:
        async with starting:
            if not (sessions and per_transaction):
                sessions.append(PooledSession(*await asyncio.open_unix_connection(server_socket)))
                sessions[-1].writer.write(startup)
                await sessions[-1].messages.get()
            return sessions[0] if per_transaction else sessions[-1]

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError), closing(writer):
            (length,) = struct.unpack("!i", head := await reader.readexactly(4))
            session = await find_session(head + await reader.readexactly(length - 4))
            writer.write(session.greeting)
            while (asked := await read_message(reader))[:1] != b"X":
                # The session is this client's until the transaction ends.
                async with session.is_free:
                    session.client = writer
                    session.writer.write(asked)
                    while asked[:1] not in b"QS" or await session.messages.get() != b"I":
                        session.writer.write(asked := await read_message(reader))

    listening = await asyncio.start_unix_server(
        lambda reader, writer: serving.add(asyncio.create_task(serve(reader, writer))), socket_folder / ".s.PGSQL.5432"
    )
    try:
        yield
    finally:
        listening.close()
        tasks = [*serving, *(session.forwarding_task for session in sessions)]
        for task in tasks:
            task.cancel()
        for session in sessions:
            session.writer.close()
        await asyncio.gather(*tasks, return_exceptions=True)
