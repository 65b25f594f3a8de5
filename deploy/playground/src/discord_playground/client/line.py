"""The line to a playground: HTTP for what is asked, a websocket for what happens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from types import MappingProxyType

import aiohttp

from discord_playground.client.reading import JSON


class Denied(Exception):
    """Discord's app would not let you; one line says why."""


class Line:
    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url.rstrip("/")
        self._session = session

    async def get(self, what: str, query: Mapping[str, str] = MappingProxyType({})) -> JSON:
        async with self._session.get(f"{self.url}/playground/{what}", params=query) as response:
            return await _told(response)

    async def post(self, what: str, body: JSON) -> JSON:
        async with self._session.post(f"{self.url}/playground/{what}", json=body) as response:
            return await _told(response)

    @asynccontextmanager
    async def connected(self, name: str, **query: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
        """The websocket of this person."""
        url = f"{self.url}/playground/watch"
        async with self._session.ws_connect(url, params={"as": name, **query}, max_msg_size=0) as socket:
            yield socket


async def _told(response: aiohttp.ClientResponse) -> JSON:
    body: JSON = await response.json()
    if response.status != HTTPStatus.OK:
        raise Denied(body["error"])
    return body
