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

OP_HELLO: Final = 10
OP_HEARTBEAT: Final = 1
OP_HEARTBEAT_ACK: Final = 11
OP_IDENTIFY: Final = 2
OP_DISPATCH: Final = 0
HEARTBEAT_INTERVAL_MS: Final = 365 * 24 * 60 * 60 * 1000
"""Milliseconds between two heartbeats of the library: longer than a process lives. An echo from within is there before
the library has looked at its watch, which then says in the log, with each of them, how far behind it must be.
"""
FAKE_GATEWAY_URL: Final = "ws://tube.invalid"
"""It wants to know where to come back to, and comes here."""


class InteractionBridge:
    """Stands where the library expects the socket of its gateway."""

    def __init__(self) -> None:
        self._client: discord.Client | None = None
        self._messages: asyncio.Queue[aiohttp.WSMessage] = asyncio.Queue()
        self._sequence_number = 0
        self.close_code: int | None = None
        self.closed = False

    def attach_to_client(self, client: discord.Client) -> None:
        """From now on this client calls nobody outside when it connects."""
        self._client = client
        client.http.ws_connect = self._connect_socket  # type: ignore[method-assign,assignment]  # its one door to a gateway

    def deliver_interaction(self, interaction_json: str) -> None:
        """As it came, in JSON."""
        self._sequence_number += 1
        self._send_text(
            f'{{"op":{OP_DISPATCH},"t":"INTERACTION_CREATE","s":{self._sequence_number},"d":{interaction_json}}}'
        )

    async def _connect_socket(self, _url: str, **_: object) -> InteractionBridge:
        self.closed, self.close_code = False, None
        self._send_message({"op": OP_HELLO, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL_MS}})
        return self

    # as the library's socket

    async def receive(self, timeout: float | None = None) -> aiohttp.WSMessage:  # noqa: ARG002 - theirs
        return await self._messages.get()

    async def send_str(self, text: str) -> None:
        match json.loads(text).get("op"):
            case op if op == OP_HEARTBEAT:
                self._send_message({"op": OP_HEARTBEAT_ACK})
            case op if op == OP_IDENTIFY:
                self._send_ready()

    async def close(self, code: int = 1000) -> None:
        self.closed, self.close_code = True, code
        self._messages.put_nowait(aiohttp.WSMessage(aiohttp.WSMsgType.CLOSED, None, None))

    def _send_ready(self) -> None:
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
        self._sequence_number += 1
        greeting = {
            "user": ours,
            "guilds": [],
            "session_id": "tube",
            "resume_gateway_url": FAKE_GATEWAY_URL,
            "shard": [0, 1],
        }
        self._send_message({"op": OP_DISPATCH, "t": "READY", "s": self._sequence_number, "d": greeting})

    def _send_message(self, message: Mapping[str, Any]) -> None:
        self._send_text(json.dumps(message))

    def _send_text(self, text: str) -> None:
        self._messages.put_nowait(aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, text, None))
