"""Low-level client of the playground's HTTP API and of its websocket."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from types import MappingProxyType

import aiohttp

from discord_playground.client.message_content import JSON


class PlaygroundError(Exception):
    """Raised for a request that Discord's app would not allow. The message explains why in one line."""


class ApiClient:
    """Sends the requests that `API.md` describes. `url` is the address that the playground prints."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url.rstrip("/")
        self._session = session

    async def get(self, path: str, query: Mapping[str, str] = MappingProxyType({})) -> JSON:
        async with self._session.get(f"{self.url}/playground/{path}", params=query) as response:
            return await _read_json(response)

    async def post(self, path: str, body: JSON) -> JSON:
        async with self._session.post(f"{self.url}/playground/{path}", json=body) as response:
            return await _read_json(response)

    @asynccontextmanager
    async def open_websocket(self, person_name: str, **query: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """Open a websocket that receives one person's events. With `wire="1"`, it also receives all bot traffic."""
        url = f"{self.url}/playground/watch"
        async with self._session.ws_connect(url, params={"as": person_name, **query}, max_msg_size=0) as socket:
            yield socket


async def _read_json(response: aiohttp.ClientResponse) -> JSON:
    body: JSON = await response.json()
    if response.status != HTTPStatus.OK:
        raise PlaygroundError(body["error"])
    return body
