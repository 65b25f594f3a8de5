"""Gateway sessions. Each belongs to one shard of a bot and keeps recent events, to replay them after a resume."""

from __future__ import annotations

import asyncio
import contextlib
import zlib
from collections import deque
from typing import Any, Final

from aiohttp import WSMsgType, web

from discord_playground.gateway.client_payloads import Opcode
from discord_playground.json_codec import encode_json
from discord_playground.world.person import BotApplication

MAX_REPLAYED_EVENTS: Final = 2000
"""Number of recent events that a session keeps, to replay them after a resume."""
RESUME_TIMEOUT_S: Final = 180.0
EMPTY_PAYLOAD: Final[dict[str, Any]] = {"t": None, "s": None, "op": Opcode.DISPATCH, "d": None}
"""The fields of every payload. Discord always sends all of them, even if they are null."""


class SocketWriter:
    """A queue of payloads for one socket. `send_until_closed` sends them in order."""

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport | None, *, compressed: bool) -> None:
        self.socket = socket
        self._transport = transport
        self._compressor = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def queue_payload(self, payload: dict[str, Any]) -> None:
        self._queue.put_nowait(EMPTY_PAYLOAD | payload)

    def drop_connection(self) -> None:
        if self._transport:
            self._transport.abort()

    async def send_until_closed(self) -> None:
        with contextlib.suppress(ConnectionError):
            await self._send_queued_payloads()

    async def _send_queued_payloads(self) -> None:
        while True:
            payload = await self._queue.get()
            data = encode_json(payload)
            if self._compressor:
                await self.socket.send_bytes(
                    self._compressor.compress(data) + self._compressor.flush(zlib.Z_SYNC_FLUSH)
                )
            else:
                await self.socket.send_frame(data, WSMsgType.TEXT)


class GatewaySession:
    def __init__(self, session_id: str, bot: BotApplication, intents: int, shard: tuple[int, int]) -> None:
        self.id = session_id
        self.bot = bot
        self.intents = intents
        self.shard = shard
        self.last_sequence = 0
        self.disconnect_count = 0
        self.presence: dict[str, Any] | None = None
        self.writer: SocketWriter | None = None
        self._recent_events: deque[dict[str, Any]] = deque(maxlen=MAX_REPLAYED_EVENTS)

    def serves_guild(self, guild_id: str | None) -> bool:
        """Return whether this shard receives the events of a server.

        A `guild_id` of None stands for DMs, whose events go to the first shard.
        """
        shard_id, shard_count = self.shard
        return ((int(guild_id) >> 22) % shard_count if guild_id else 0) == shard_id

    def send_event(self, event_name: str, body: dict[str, Any]) -> None:
        self.last_sequence += 1
        payload = {"op": Opcode.DISPATCH, "t": event_name, "s": self.last_sequence, "d": body}
        self._recent_events.append(payload)
        if self.writer:
            self.writer.queue_payload(payload)

    def list_missed_events(self, sequence: int) -> list[dict[str, Any]] | None:
        """Return the events after number `sequence`, or None if some of them are no longer kept."""
        if self._recent_events and sequence < self._recent_events[0]["s"] - 1:
            return None
        return [payload for payload in self._recent_events if payload["s"] > sequence]
