"""Passes interactions received by HTTP to discord.py, which only accepts them from a gateway.

The bridge takes the place of the gateway's websocket. It imitates the messages that discord.py needs: the hello, the
ready event, heartbeat acknowledgments, and interaction events. The rest of the code is therefore the same for HTTP and
the gateway.
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
"""Longer than any process runs, so that discord.py sends only the first heartbeat.

The bridge acknowledges a heartbeat before discord.py has recorded when it was sent. The latency of a second heartbeat
would therefore be measured from the first one, and discord.py would log a false warning.
"""
FAKE_GATEWAY_URL: Final = "ws://bridge.invalid"
"""discord.py requires a URL for reconnecting, but never uses this one, because it always connects to the bridge."""


class InteractionBridge:
    """A replacement for the websocket between discord.py and the gateway."""

    def __init__(self) -> None:
        self._client: discord.Client | None = None
        self._messages: asyncio.Queue[aiohttp.WSMessage] = asyncio.Queue()
        self._sequence_number = 0
        self.close_code: int | None = None
        self.closed = False

    def attach_to_client(self, client: discord.Client) -> None:
        """Make a client connect to this bridge instead of the gateway."""
        self._client = client
        # discord.py calls this method for every gateway connection.
        client.http.ws_connect = self._connect_socket  # type: ignore[method-assign,assignment]

    def deliver_interaction(self, interaction_json: str) -> None:
        """Pass an interaction to discord.py, as if it came from the gateway."""
        self._sequence_number += 1
        self._send_text(
            f'{{"op":{OP_DISPATCH},"t":"INTERACTION_CREATE","s":{self._sequence_number},"d":{interaction_json}}}'
        )

    async def _connect_socket(self, _url: str, **_: object) -> InteractionBridge:
        self.closed, self.close_code = False, None
        self._send_message({"op": OP_HELLO, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL_MS}})
        return self

    # The websocket methods that discord.py calls.

    async def receive(self, timeout: float | None = None) -> aiohttp.WSMessage:  # noqa: ARG002 - discord.py passes it
        return await self._messages.get()

    async def send_str(self, text: str) -> None:
        op = json.loads(text).get("op")
        if op == OP_HEARTBEAT:
            self._send_message({"op": OP_HEARTBEAT_ACK})
        elif op == OP_IDENTIFY:
            self._send_ready()

    async def close(self, code: int = 1000) -> None:
        self.closed, self.close_code = True, code
        self._messages.put_nowait(aiohttp.WSMessage(aiohttp.WSMsgType.CLOSED, None, None))

    def _send_ready(self) -> None:
        assert self._client
        user = self._client.user
        assert user
        bot_user = {
            "id": str(user.id),
            "username": user.name,
            "discriminator": user.discriminator,
            "global_name": user.global_name,
            "avatar": user.avatar and user.avatar.key,
            "bot": True,
        }
        self._sequence_number += 1
        ready = {
            "user": bot_user,
            "guilds": [],
            "session_id": "bridge",
            "resume_gateway_url": FAKE_GATEWAY_URL,
            "shard": [0, 1],
        }
        self._send_message({"op": OP_DISPATCH, "t": "READY", "s": self._sequence_number, "d": ready})

    def _send_message(self, message: Mapping[str, Any]) -> None:
        self._send_text(json.dumps(message))

    def _send_text(self, text: str) -> None:
        self._messages.put_nowait(aiohttp.WSMessage(aiohttp.WSMsgType.TEXT, text, None))
