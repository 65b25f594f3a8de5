"""One shard of one bot: what it is owed, and what it missed while it was away."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from discord_playground.world.person import Bot
from discord_playground.writing import written

REMEMBERED: Final = 2000
"""Events that a client may have missed when it resumes."""
SECONDS_TO_RESUME: Final = 180.0
BLANK: Final[dict[str, Any]] = {"t": None, "s": None, "op": 0, "d": None}
"""Discord leaves no field out, not even where it has nothing to say."""


class Line:
    """A socket that is written by one task, in order."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, *, compressed: bool) -> None:
        self.socket = socket
        self._transport = transport
        self._zlib = zlib.compressobj() if compressed else None
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def say(self, payload: dict[str, Any]) -> None:
        self._waiting.put_nowait(BLANK | payload)

    def cut(self) -> None:
        if self._transport:
            self._transport.abort()

    async def write(self) -> None:
        with contextlib.suppress(ConnectionError):
            await self._write()

    async def _write(self) -> None:
        while True:
            payload = await self._waiting.get()
            text = written(payload)
            if self._zlib:
                await self.socket.send_bytes(self._zlib.compress(text) + self._zlib.flush(zlib.Z_SYNC_FLUSH))
            else:
                await self.socket.send_frame(text, WSMsgType.TEXT)


class Session:
    def __init__(self, key: str, bot: Bot, intents: int, shard: tuple[int, int]) -> None:
        self.id = key
        self.bot = bot
        self.intents = intents
        self.shard = shard
        self.said = 0
        self.cuts = 0
        """How often it was cut off."""
        self.presence: dict[str, Any] | None = None
        self.line: Line | None = None
        self._sent: deque[dict[str, Any]] = deque(maxlen=REMEMBERED)

    def serves(self, guild: str | None) -> bool:
        """DMs are the first shard's."""
        number, count = self.shard
        return ((int(guild) >> 22) % count if guild else 0) == number

    def dispatch(self, name: str, body: dict[str, Any]) -> None:
        self.said += 1
        payload = {"op": 0, "t": name, "s": self.said, "d": body}
        self._sent.append(payload)
        if self.line:
            self.line.say(payload)

    def missed(self, since: int) -> list[dict[str, Any]] | None:
        """What came after `since`; None if it is no longer known."""
        if self._sent and since < self._sent[0]["s"] - 1:
            return None
        return [payload for payload in self._sent if payload["s"] > since]
