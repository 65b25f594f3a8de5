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
from bot.wall_clock import now

log: Final = logging.getLogger(__name__)

OLD: Final = 60_000
"""Milliseconds after which a signature is worth nothing: Discord waits three seconds for an answer."""
STAMP: Final = re.compile(r"[0-9]{1,12}")
"""Seconds; anybody may send a header that no number is read from."""
PING: Final = 1
NOTICE: Final = 3.0
"""Seconds in which a balancer finds out that we are leaving: it looks every two."""
ENDING: Final = 1.0
"""Seconds for who is just being heard."""
ON_ITS_WAY: Final = 0.1
"""Seconds until what has been heard is somebody's to answer."""
LARGEST: Final = 1 << 20
"""Bytes. A form that is filled to the brim has a tenth of it."""


class InteractionServer:
    def __init__(self, heard: Callable[[str], None], now: Callable[[], int] = now) -> None:
        self._heard = heard
        self._now = now
        self._key: VerifyKey | None = None
        self.port = 0
        self._left = False
        self._runner: web.AppRunner | None = None
        self._door: web.TCPSite | None = None

    def knows(self, key: str) -> None:
        """By which Discord is known, in hexadecimal, as it says itself."""
        self._key = VerifyKey(bytes.fromhex(key))
        log.info("interactions are heard at port %d", self.port)

    @property
    def is_there(self) -> bool:
        return self._key is not None and not self._left

    async def leave(self) -> None:
        """From now on others are to take what comes: it is said to whoever looks, and when they have had the time to
        look whoever calls finds nobody. What had come by then is heard.
        """
        self._left = True
        await asyncio.sleep(NOTICE)
        if self._door:
            await self._door.stop()
        if self._runner and self._runner.server:
            # A balancer keeps its lines open, and would go on.
            await self._runner.server.shutdown(ENDING)
        await asyncio.sleep(ON_ITS_WAY)

    async def asked(self, request: web.Request) -> web.Response:
        if self._key is None:
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            body = await request.read()
        except OSError:
            # Whoever began to say it is gone.
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        stamp = request.headers.get("X-Signature-Timestamp", "")
        if not self._is_signed(stamp, body, request.headers.get("X-Signature-Ed25519", "")):
            return web.Response(status=HTTPStatus.UNAUTHORIZED)
        try:
            text = body.decode()
            kind = json.loads(text)["type"]
        except (ValueError, TypeError, KeyError):
            kind = None
        if not isinstance(kind, int):
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        if kind == PING:
            return web.json_response({"type": PING})
        self._heard(text)
        return web.Response(status=HTTPStatus.ACCEPTED)

    def _is_signed(self, stamp: str, body: bytes, signature: str) -> bool:
        if not self._key or not STAMP.fullmatch(stamp) or self._now() - int(stamp) * 1000 > OLD:
            return False
        try:
            self._key.verify(stamp.encode() + body, bytes.fromhex(signature))
        except (BadSignatureError, ValueError):
            return False
        return True

    @asynccontextmanager
    async def open(self, environment: Environment) -> AsyncIterator[None]:
        """As long as the block lasts."""
        application = web.Application(client_max_size=LARGEST)
        application.add_routes([web.post("/", self.asked)])
        self._runner = runner = web.AppRunner(
            application, access_log=None, handle_signals=False, shutdown_timeout=ENDING
        )
        await runner.setup()
        host, port = environment.duel_host, environment.duel_port
        try:
            try:
                self._door = web.TCPSite(runner, host, port)
                await self._door.start()
            except OSError as wrong:
                raise ConfigError(f"nothing can listen at {host}:{port}: {wrong.strerror}") from wrong
            self.port = runner.addresses[0][1]
            yield
        finally:
            await runner.cleanup()
