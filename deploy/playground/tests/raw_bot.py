"""A bot without a library: what it sends is sent as it is, sound or not."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp

from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON

MULTIPART_MESSAGE = (
    b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "Hoo"}\r\n'
    b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\na\r\n--x--\r\n'
)
"""A message with a file, and how it is sent."""
MULTIPART_HEADERS = {"Content-Type": "multipart/form-data; boundary=x"}


@dataclass(frozen=True)
class RawBot:
    sandbox: Sandbox
    session: aiohttp.ClientSession

    async def request(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Its status and what was answered; bytes go as they are, anything else as JSON."""
        headers = {"Authorization": f"Bot {self.sandbox.bot_token}", "Content-Type": "application/json"} | headers
        data = body if isinstance(body, bytes) or body is None else json.dumps(body)
        url = f"{self.sandbox.setup['api']}{path}"
        async with self.session.request(method, url, data=data, headers=headers) as response:
            return response.status, await response.json() if response.status != 204 else None

    async def send_message(self, channel_id: str, content: str = "Hoo", **fields: Any) -> JSON:
        status, message = await self.request("POST", f"/channels/{channel_id}/messages", {"content": content, **fields})
        assert status == 200, message
        told: JSON = message
        return told

    async def get_close_code(self, *frames: Any) -> int | None:
        """The code with which the gateway closes after these frames."""
        async with self.session.ws_connect(self.sandbox.setup["gateway"]) as socket:
            for frame in frames:
                await socket.send_str(frame if isinstance(frame, str) else json.dumps(frame))
            while (await socket.receive(timeout=TIMEOUT_S)).type == aiohttp.WSMsgType.TEXT:
                """Whatever it has to say before."""
            return socket.close_code

    def identify_payload(self, **fields: Any) -> JSON:
        return {"op": 2, "d": {"token": self.sandbox.bot_token, "intents": 1, "properties": {}, **fields}}


@asynccontextmanager
async def open_raw_bot(ground: Sandbox) -> AsyncIterator[RawBot]:
    async with aiohttp.ClientSession() as session:
        yield RawBot(ground, session)


async def wait_for_event(socket: Any, event_name: str) -> JSON:
    async with asyncio.timeout(TIMEOUT_S):
        while (event := await socket.receive_json())["t"] != event_name:
            """Until then."""
    body: JSON = event["d"]
    return body


def image_data_uri(data: bytes, image_format: str = "png") -> str:
    return f"data:image/{image_format};base64,{b64encode(data).decode()}"
