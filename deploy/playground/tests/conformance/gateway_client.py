"""A bot's end of the gateway: what it is told, in order, and what it says."""

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
        """All payloads so far, the first the hello."""

    async def receive_payload(self) -> JSON:
        async with asyncio.timeout(TIMEOUT_S):
            self.payloads.append(await self.socket.receive_json())
        return self.payloads[-1]

    async def wait_for_event(self, event_name: str, condition: Callable[[JSON], bool] = lambda _: True) -> JSON:
        """What the first event of that name that keeps the law tells."""
        while True:
            payload = await self.receive_payload()
            if payload["t"] == event_name and condition(payload["d"]):
                told: JSON = payload["d"]
                return told

    async def wait_for_opcode(self, opcode: int) -> JSON:
        """The first payload with that op."""
        while (payload := await self.receive_payload())["op"] != opcode:
            """Something else."""
        return payload

    def received_events(self, event_name: str) -> list[JSON]:
        """Of all that was heard."""
        return [payload["d"] for payload in self.payloads if payload["t"] == event_name]

    async def send(self, payload: Any) -> None:
        """Text goes as it is."""
        await (self.socket.send_str(payload) if isinstance(payload, str) else self.socket.send_json(payload))

    async def close_code_after(self, *payloads: Any) -> int | None:
        """With which code the gateway closes after these; None if it still answers a heartbeat."""
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
        """With which code, when whoever speaks here has ended."""
        async with asyncio.timeout(TIMEOUT_S):
            while (await self.socket.receive()).type == aiohttp.WSMsgType.TEXT:
                """What it had to say before."""
        return self.socket.close_code
