"""Our own address: Discord brings interactions here, signed, and hears at once that they have come.

What comes of them it hears as always, by the route of the answer (202 says so): so nothing is done twice, or otherwise,
because of it. Any number of processes may stand behind one address, for none remembers anything.
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
"""Milliseconds after which a signature is worth nothing: Discord waits three seconds for an answer."""
TIMESTAMP_PATTERN: Final = re.compile(r"[0-9]{1,12}")
"""Seconds; anybody may send a header that no number is read from."""
PING_TYPE: Final = 1
BALANCER_NOTICE_S: Final = 3.0
"""Seconds in which a balancer finds out that we are leaving: it looks every two."""
CONNECTION_SHUTDOWN_TIMEOUT_S: Final = 1.0
"""Seconds for who is just being heard."""
HANDOVER_DELAY_S: Final = 0.1
"""Seconds until what has been heard is somebody's to answer."""
MAX_BODY_BYTES: Final = 1 << 20
"""Bytes. A form that is filled to the brim has a tenth of it."""


class InteractionServer:
    def __init__(self, on_interaction: Callable[[str], None], now: Callable[[], int] = current_time_ms) -> None:
        self._on_interaction = on_interaction
        self._now = now
        self._public_key: VerifyKey | None = None
        self.port = 0
        self._is_leaving = False
        self._runner: web.AppRunner | None = None
        self._site: web.TCPSite | None = None

    def set_public_key(self, public_key_hex: str) -> None:
        """By which Discord is known, in hexadecimal, as it says itself."""
        self._public_key = VerifyKey(bytes.fromhex(public_key_hex))
        log.info("interactions are heard at port %d", self.port)

    @property
    def is_accepting(self) -> bool:
        return self._public_key is not None and not self._is_leaving

    async def stop_accepting(self) -> None:
        """From now on others are to take what comes: it is said to whoever looks, and when they have had the time to
        look whoever calls finds nobody. What had come by then is heard.
        """
        self._is_leaving = True
        await asyncio.sleep(BALANCER_NOTICE_S)
        if self._site:
            await self._site.stop()
        if self._runner and self._runner.server:
            # A balancer keeps its lines open, and would go on.
            await self._runner.server.shutdown(CONNECTION_SHUTDOWN_TIMEOUT_S)
        await asyncio.sleep(HANDOVER_DELAY_S)

    async def handle_request(self, request: web.Request) -> web.Response:
        if self._public_key is None:
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            body = await request.read()
        except OSError:
            # Whoever began to say it is gone.
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        stamp = request.headers.get("X-Signature-Timestamp", "")
        if not self._is_signature_valid(stamp, body, request.headers.get("X-Signature-Ed25519", "")):
            return web.Response(status=HTTPStatus.UNAUTHORIZED)
        try:
            text = body.decode()
            kind = json.loads(text)["type"]
        except (ValueError, TypeError, KeyError):
            kind = None
        if not isinstance(kind, int):
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        if kind == PING_TYPE:
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
        """As long as the block lasts."""
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
            except OSError as wrong:
                raise ConfigError(f"nothing can listen at {host}:{port}: {wrong.strerror}") from wrong
            self.port = runner.addresses[0][1]
            yield
        finally:
            await runner.cleanup()
