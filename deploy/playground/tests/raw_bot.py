"""A bot that uses no Discord library, so that tests can send invalid requests and gateway frames."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, cast

import aiohttp

from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import JSON

MULTIPART_MESSAGE = (
    b'--x\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content": "Hoo"}\r\n'
    b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a.txt"\r\n\r\na\r\n--x--\r\n'
)
"""The multipart request body of a message with one file."""
MULTIPART_HEADERS = {"Content-Type": "multipart/form-data; boundary=x"}


@dataclass(frozen=True)
class RawBot:
    sandbox: Sandbox
    session: aiohttp.ClientSession

    async def request(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        """Send a request and return its status and JSON response. Bytes are sent unchanged, other bodies as JSON."""
        headers = {"Authorization": f"Bot {self.sandbox.bot_token}", "Content-Type": "application/json"} | headers
        data = body if isinstance(body, bytes) or body is None else json.dumps(body)
        url = f"{self.sandbox.setup['api']}{path}"
        async with self.session.request(method, url, data=data, headers=headers) as response:
            return response.status, await response.json() if response.status != 204 else None

    async def send_message(self, channel_id: str, content: str = "Hoo", **fields: Any) -> JSON:
        status, message = await self.request("POST", f"/channels/{channel_id}/messages", {"content": content, **fields})
        assert status == 200, message
        return cast(JSON, message)

    @asynccontextmanager
    async def open_gateway(self, **fields: Any) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """Connect to the gateway, identify with these fields, and yield the socket after the event GUILD_CREATE."""
        async with self.session.ws_connect(self.sandbox.setup["gateway"]) as socket:
            await socket.send_json(self.identify_payload(**fields))
            await wait_for_event(socket, "GUILD_CREATE")
            yield socket

    async def get_close_code(self, *frames: Any) -> int | None:
        """Connect to the gateway, send frames, and return the code with which the gateway closes the connection."""
        async with self.session.ws_connect(self.sandbox.setup["gateway"]) as socket:
            for frame in frames:
                await socket.send_str(frame if isinstance(frame, str) else json.dumps(frame))
            while (await socket.receive(timeout=TIMEOUT_S)).type == aiohttp.WSMsgType.TEXT:
                """Skip frames that come before the close frame."""
            return socket.close_code

    def identify_payload(self, **fields: Any) -> JSON:
        return {"op": 2, "d": {"token": self.sandbox.bot_token, "intents": 1, "properties": {}, **fields}}


@asynccontextmanager
async def open_raw_bot(sandbox: Sandbox) -> AsyncIterator[RawBot]:
    async with aiohttp.ClientSession() as session:
        yield RawBot(sandbox, session)


async def wait_for_event(socket: Any, event_name: str) -> JSON:
    async with asyncio.timeout(TIMEOUT_S):
        while (event := await socket.receive_json())["t"] != event_name:
            """Skip other events."""
    return cast(JSON, event["d"])


def image_data_uri(data: bytes, image_format: str = "png") -> str:
    return f"data:image/{image_format};base64,{b64encode(data).decode()}"
