"""A gateway client that records every payload it receives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp

from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON


class GatewayClient:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.payloads: list[JSON] = []
        """All payloads received so far, starting with hello."""

    async def receive_payload(self) -> JSON:
        async with asyncio.timeout(TIMEOUT_S):
            self.payloads.append(await self.socket.receive_json())
        return self.payloads[-1]

    async def wait_for_event(self, event_name: str, condition: Callable[[JSON], bool] = lambda _: True) -> JSON:
        """Receive payloads until an event with this name meets the condition, and return the event's data."""
        while True:
            payload = await self.receive_payload()
            if payload["t"] == event_name and condition(payload["d"]):
                event: JSON = payload["d"]
                return event

    async def wait_for_opcode(self, opcode: int) -> JSON:
        """Receive payloads until one has this opcode, and return it."""
        while (payload := await self.receive_payload())["op"] != opcode:
            """Skip other payloads."""
        return payload

    def list_received_events(self, event_name: str) -> list[JSON]:
        """Return the data of all events with this name that were received so far."""
        return [payload["d"] for payload in self.payloads if payload["t"] == event_name]

    async def send(self, payload: Any) -> None:
        """Send a payload. A string is sent unchanged, and any other value as JSON."""
        await (self.socket.send_str(payload) if isinstance(payload, str) else self.socket.send_json(payload))

    async def get_close_code_after(self, *payloads: Any) -> int | None:
        """Send the payloads, and return the close code if the gateway closes the connection.

        If the gateway instead answers a heartbeat, return None.
        """
        for payload in payloads:
            await self.send(payload)
        if not self.socket.closed:
            await self.send({"op": 1, "d": None})
        async with asyncio.timeout(TIMEOUT_S):
            while (message := await self.socket.receive()).type == aiohttp.WSMsgType.TEXT:
                if message.json()["op"] == 11:
                    return None
        return self.socket.close_code

    async def wait_for_close(self) -> int | None:
        """Wait until the gateway closes the connection, and return the close code."""
        async with asyncio.timeout(TIMEOUT_S):
            while (await self.socket.receive()).type == aiohttp.WSMsgType.TEXT:
                """Skip earlier payloads."""
        return self.socket.close_code
