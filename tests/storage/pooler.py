"""A pooler before a PostgreSQL: who comes has a session of the server for as long as they are there, or, in transaction
mode, whenever they have a transaction.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path


class Session:
    """One of the server's. The number by which it may be cancelled is the pooler's own."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self.writer = writer
        self.client: asyncio.StreamWriter | None = None
        self.greeting = b""
        self.free = asyncio.Lock()
        self.ready: asyncio.Queue[bytes] = asyncio.Queue()
        """As often as the server has answered all, and whether a transaction goes on."""
        self.hearing = asyncio.create_task(self._heard())

    async def _heard(self) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                message = await _message(self._reader)
                if message[:1] == b"K":
                    message = message[:5] + struct.pack("!ii", 1, 1)
                if self.client:
                    self.client.write(message)
                else:
                    self.greeting += message
                if message[:1] == b"Z":
                    self.ready.put_nowait(message[-1:])


class Pooler:
    def __init__(self, server: Path, *, transactions: bool) -> None:
        self._server = server
        self._transactions = transactions
        self._sessions: list[Session] = []
        self._serving: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()

    def came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.add(asyncio.create_task(self._served(reader, writer)))

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError), closing(writer):
            (length,) = struct.unpack("!i", head := await reader.readexactly(4))
            session = await self._session(head + await reader.readexactly(length - 4))
            writer.write(session.greeting)
            while await self._transacted(session, reader, writer):
                pass

    async def _transacted(self, session: Session, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        asked = await _message(reader)
        async with session.free:
            session.client = writer
            while asked[:1] != b"X":
                session.writer.write(asked)
                if asked[:1] in b"QS" and await session.ready.get() == b"I":
                    return True
                asked = await _message(reader)
        return False

    async def _session(self, startup: bytes) -> Session:
        async with self._starting:
            if self._sessions and self._transactions:
                return self._sessions[0]
            session = Session(*await asyncio.open_unix_connection(self._server))
            session.writer.write(startup)
            await session.ready.get()
            self._sessions.append(session)
            return session

    async def close(self) -> None:
        for task in self._serving:
            task.cancel()
        for session in self._sessions:
            session.hearing.cancel()
            session.writer.close()
        await asyncio.gather(*self._serving, *(session.hearing for session in self._sessions), return_exceptions=True)


async def _message(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readexactly(5)
    (length,) = struct.unpack("!i", head[1:])
    return head + await reader.readexactly(length - 4)


@asynccontextmanager
async def pooling(server: Path, folder: Path, *, transactions: bool) -> AsyncIterator[None]:
    """A pooler that listens in this folder, to whoever would come to the server's socket."""
    pooler = Pooler(server, transactions=transactions)
    listening = await asyncio.start_unix_server(pooler.came, folder / ".s.PGSQL.5432")
    try:
        yield
    finally:
        listening.close()
        await pooler.close()
