"""A speaking tube to Discord's library: what came to our own address goes on in it as if the gateway had sent it.

Where interactions come by HTTP there is no gateway, and the library knows no other way to hear them. So all the rest is
one way, whoever brought it.

Of the gateway it has only what the library waits for: a greeting, an echo of its heartbeats, and events.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final

import aiohttp
import discord

HELLO: Final = 10
BEAT: Final = 1
ECHO: Final = 11
IDENTIFY: Final = 2
EVENT: Final = 0
INTERVAL: Final = 365 * 24 * 60 * 60 * 1000
"""Milliseconds between two heartbeats of the library: longer than a process lives. An echo from within is there before
the library has looked at its watch, which then says in the log, with each of them, how far behind it must be.
"""
GATEWAY: Final = "ws://tube.invalid"
"""It wants to know where to come back to, and comes here."""


class InteractionBridge:
    """Stands where the library expects the socket of its gateway."""

    def __init__(self) -> None:
        self._client: discord.Client | None = None
        self._said: asyncio.Queue[aiohttp.WSMessage] = asyncio.Queue()
        self._events = 0
        self.close_code: int | None = None
        self.closed = False

    def leads_to(self, client: discord.Client) -> None:
        """From now on this client calls nobody outside when it connects."""
        self._client = client
        client.http.ws_connect = self._connected  # type: ignore[method-assign,assignment]  # its one door to a gateway

    def heard(self, interaction: str) -> None:
        """As it came, in JSON."""
        self._events += 1
        self._say(f'{{"op":{EVENT},"t":"INTERACTION_CREATE","s":{self._events},"d":{interaction}}}')

    async def _connected(self, _url: str, **_: object) -> InteractionBridge:
        self.closed, self.close_code = False, None
        self._tell({"op": HELLO, "d": {"heartbeat_interval": INTERVAL}})
        return self

    # as the library's socket

    async def receive(self, timeout: float | None = None) -> aiohttp.WSMessage:  # noqa: ARG002 - theirs
        return await self._said.get()

    async def send_str(self, text: str) -> None:
        match json.loads(text).get("op"):
            case op if op == BEAT:
                self._tell({"op": ECHO})
            case op if op == IDENTIFY:
                self._greet()

    async def close(self, code: int = 1000) -> None:
        self.closed, self.close_code = True, code
        self._said.put_nowait(aiohttp.WSMessage(aiohttp.WSMsgType.CLOSED, None, None))

    def _greet(self) -> None:
        assert self._client
        user = self._client.user
        assert user
        ours = {
            "id": str(user.id),
            "username": user.name,
            "discriminator": user.discriminator,
            "global_name": user.global_name,
            "avatar": user.avatar and user.avatar.key,
            "bot": True,
        }
        self._events += 1
        greeting = {"user": ours, "guilds": [], "session_id": "tube", "resume_gateway_url": GATEWAY, "shard": [0, 1]}
        self._tell({"op": EVENT, "t": "READY", "s": self._events, "d": greeting})

    def _tell(self, message: Mapping[str, Any]) -> None:
        self._say(json.dumps(message))

    def _say(self, text: str) -> None:
        self._said.put_nowait(aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, text, None))
