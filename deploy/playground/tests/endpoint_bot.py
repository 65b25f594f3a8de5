"""A bot that receives interactions at its own HTTP endpoint instead of the gateway."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from deploy.playground.tests.http_server import serve
from discord_playground.client import JSON


@dataclass
class EndpointBot:
    """An HTTP endpoint that records interactions and responds to them."""

    public_key: bytes = b""
    skips_verification: bool = False
    """Whether requests with an invalid signature are accepted."""
    ping_response_type: int = 1
    next_response: Any = None
    """The body of all following responses. If it is None, responses have status 202 and no body."""
    interactions: list[JSON] = field(default_factory=list)
    new_interactions: asyncio.Queue[JSON] = field(default_factory=asyncio.Queue)
    url: str = ""

    async def handle_interaction(self, request: web.Request) -> web.Response:
        body = await request.read()
        timestamp, signature = (request.headers[f"X-Signature-{name}"] for name in ("Timestamp", "Ed25519"))
        try:
            VerifyKey(self.public_key).verify(timestamp.encode() + body, bytes.fromhex(signature))
        except BadSignatureError:
            if not self.skips_verification:
                return web.Response(status=401)
        self.interactions.append(await request.json())
        self.new_interactions.put_nowait(self.interactions[-1])
        if self.interactions[-1]["type"] == 1:
            return web.json_response({"type": self.ping_response_type})
        return web.json_response(self.next_response) if self.next_response else web.Response(status=202)


@asynccontextmanager
async def run_endpoint_bot() -> AsyncIterator[EndpointBot]:
    bot = EndpointBot()
    async with serve([web.post("/", bot.handle_interaction)]) as url:
        bot.url = f"{url}/"
        yield bot
