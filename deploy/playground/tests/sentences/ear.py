"""A bot's end of the gateway: what it is told, in order, and what it says."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import aiohttp

from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON


class Ear:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[JSON] = []
        """All payloads so far, the first the hello."""

    async def next(self) -> JSON:
        async with asyncio.timeout(TIMEOUT_S):
            self.heard.append(await self.socket.receive_json())
        return self.heard[-1]

    async def until(self, name: str, law: Callable[[JSON], bool] = lambda _: True) -> JSON:
        """What the first event of that name that keeps the law tells."""
        while True:
            payload = await self.next()
            if payload["t"] == name and law(payload["d"]):
                told: JSON = payload["d"]
                return told

    async def op(self, number: int) -> JSON:
        """The first payload with that op."""
        while (payload := await self.next())["op"] != number:
            """Something else."""
        return payload

    def told(self, name: str) -> list[JSON]:
        """Of all that was heard."""
        return [payload["d"] for payload in self.heard if payload["t"] == name]

    async def says(self, payload: Any) -> None:
        """Text goes as it is."""
        await (self.socket.send_str(payload) if isinstance(payload, str) else self.socket.send_json(payload))

    async def answered(self, *payloads: Any) -> int | None:
        """With which code the gateway closes after these; None if it still answers a heartbeat."""
        for payload in payloads:
            await self.says(payload)
        if not self.socket.closed:
            await self.says({"op": 1, "d": None})
        async with asyncio.timeout(TIMEOUT_S):
            while (message := await self.socket.receive()).type == aiohttp.WSMsgType.TEXT:
                if message.json()["op"] == 11:
                    return None
        return self.socket.close_code

    async def ended(self) -> int | None:
        """With which code, when whoever speaks here has ended."""
        async with asyncio.timeout(TIMEOUT_S):
            while (await self.socket.receive()).type == aiohttp.WSMsgType.TEXT:
                """What it had to say before."""
        return self.socket.close_code
