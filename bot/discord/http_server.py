"""The HTTP endpoint that receives signed interactions from Discord, for `duel serve`.

It accepts each interaction with status 202 at once. The response to the interaction is sent in a request to Discord, as
with the gateway. The server keeps no state, so any number of processes can run behind one address.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

from aiohttp import web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.errors import ConfigError
from bot.ops.config import Environment
from bot.wall_clock import current_time_ms

log: Final = logging.getLogger(__name__)

MAX_SIGNATURE_AGE_MS: Final = 60_000
"""Older signatures are rejected. Discord waits only three seconds for a response."""
TIMESTAMP_PATTERN: Final = re.compile(r"[0-9]{1,12}")
"""A Unix time in seconds. Anybody can send requests, so the header may contain anything."""
PING_TYPE: Final = 1
BALANCER_NOTICE_S: Final = 3.0
"""The time in which a load balancer, which checks every two seconds, notices that this process is leaving."""
CONNECTION_SHUTDOWN_TIMEOUT_S: Final = 1.0
"""The time for requests that are being received when the server stops."""
HANDOVER_DELAY_S: Final = 0.1
"""The time until a received interaction has reached the router and counts as pending."""
MAX_BODY_BYTES: Final = 1 << 20
"""Ten times the size of the largest form."""


class InteractionServer:
    def __init__(self, on_interaction: Callable[[str], None], now: Callable[[], int] = current_time_ms) -> None:
        """`on_interaction` receives the JSON of each interaction."""
        self._on_interaction = on_interaction
        self._now = now
        self._public_key: VerifyKey | None = None
        self.port = 0
        self._is_leaving = False
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None

    def set_public_key(self, public_key_hex: str) -> None:
        """Set the key that verifies Discord's signatures; until then, requests get status 503."""
        self._public_key = VerifyKey(bytes.fromhex(public_key_hex))
        log.info("interactions are heard at port %d", self.port)

    @property
    def is_accepting(self) -> bool:
        return self._public_key is not None and not self._is_leaving

    async def stop_accepting(self) -> None:
        """Announce to load balancers that this process is leaving, then close the port.

        Requests that have arrived by then are still handled.
        """
        self._is_leaving = True
        await asyncio.sleep(BALANCER_NOTICE_S)
        if self._site:
            await self._site.stop()
        if self._runner and self._runner.server:
            # A load balancer keeps connections open, and would go on using them.
            await self._runner.server.shutdown(CONNECTION_SHUTDOWN_TIMEOUT_S)
        await asyncio.sleep(HANDOVER_DELAY_S)

    async def handle_request(self, request: web.Request) -> web.Response:
        if self._public_key is None:
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            body = await request.read()
        except OSError:
            # The client disconnected before it had sent the whole body.
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        timestamp = request.headers.get("X-Signature-Timestamp", "")
        if not self._is_signature_valid(timestamp, body, request.headers.get("X-Signature-Ed25519", "")):
            return web.Response(status=HTTPStatus.UNAUTHORIZED)
        try:
            text = body.decode()
            interaction_type = json.loads(text)["type"]
        except (ValueError, TypeError, KeyError):
            interaction_type = None
        if not isinstance(interaction_type, int):
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        if interaction_type == PING_TYPE:
            return web.json_response({"type": PING_TYPE})
        self._on_interaction(text)
        return web.Response(status=HTTPStatus.ACCEPTED)

    def _is_signature_valid(self, timestamp: str, body: bytes, signature: str) -> bool:
        if (
            not self._public_key
            or not TIMESTAMP_PATTERN.fullmatch(timestamp)
            or self._now() - int(timestamp) * 1000 > MAX_SIGNATURE_AGE_MS
        ):
            return False
        try:
            self._public_key.verify(timestamp.encode() + body, bytes.fromhex(signature))
        except (BadSignatureError, ValueError):
            return False
        return True

    @asynccontextmanager
    async def serve_interactions(self, environment: Environment) -> AsyncIterator[None]:
        """Listen at the configured host and port while the context is open."""
        application = web.Application(client_max_size=MAX_BODY_BYTES)
        application.add_routes([web.post("/", self.handle_request)])
        self._runner = runner = web.AppRunner(
            application, access_log=None, handle_signals=False, shutdown_timeout=CONNECTION_SHUTDOWN_TIMEOUT_S
        )
        await runner.setup()
        host, port = environment.duel_host, environment.duel_port
        try:
            try:
                self._site = web.TCPSite(runner, host, port)
                await self._site.start()
            except OSError as error:
                raise ConfigError(f"nothing can listen at {host}:{port}: {error.strerror}") from error
            self.port = runner.addresses[0][1]
            yield
        finally:
            await runner.cleanup()
