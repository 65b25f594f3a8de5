"""A bot that is asked at an address of its own."""

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
class Hut:
    """Where a bot listens."""

    public: bytes = b""
    trusting: bool = False
    """It looks at no signature."""
    pong: int = 1
    said: Any = None
    """What it answers next; nothing is 202."""
    asked: list[JSON] = field(default_factory=list)
    news: asyncio.Queue[JSON] = field(default_factory=asyncio.Queue)
    url: str = ""

    async def hear(self, request: web.Request) -> web.Response:
        body = await request.read()
        stamp, signed = (request.headers[f"X-Signature-{name}"] for name in ("Timestamp", "Ed25519"))
        try:
            VerifyKey(self.public).verify(stamp.encode() + body, bytes.fromhex(signed))
        except BadSignatureError:
            if not self.trusting:
                return web.Response(status=401)
        self.asked.append(await request.json())
        self.news.put_nowait(self.asked[-1])
        if self.asked[-1]["type"] == 1:
            return web.json_response({"type": self.pong})
        return web.json_response(self.said) if self.said else web.Response(status=202)


@asynccontextmanager
async def hut() -> AsyncIterator[Hut]:
    here = Hut()
    async with serve([web.post("/", here.hear)]) as url:
        here.url = f"{url}/"
        yield here
