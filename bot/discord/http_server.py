"""The HTTP endpoint that receives signed interactions from Discord, for `duel serve`.

It acknowledges each interaction with status 202 at once. The bot then responds with a separate request to Discord, as
it does for interactions from the gateway. The server keeps no state, so any number of processes can run behind one
address.
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

MAX_TIMESTAMP_OFFSET_MS: Final = 60_000
"""Maximum difference between a request's timestamp and this machine's clock, which may be slightly wrong.

Discord waits only three seconds, so older requests are late or repeated. A timestamp in the future would let somebody
repeat a request for longer.
"""
TIMESTAMP_PATTERN: Final = re.compile(r"[0-9]{1,12}")
"""Matches the Unix time in a request's timestamp header, which must be validated because anyone can send requests."""
PING_TYPE: Final = 1
BALANCER_NOTICE_S: Final = 3.0
"""How long the port stays open after the shutdown is announced. Load balancers check the server every two seconds."""
CONNECTION_SHUTDOWN_TIMEOUT_S: Final = 1.0
"""How long a server that is stopping waits for requests in progress."""
HANDOVER_DELAY_S: Final = 0.1
"""How long the shutdown waits for accepted interactions to reach the router, which then counts them as pending."""
MAX_BODY_BYTES: Final = 1 << 19
"""Size limit for request bodies, which is five times the size of the largest form."""
BODY_TIMEOUT_S: Final = 3.0
"""How long a client may take to send a body. Discord gives up after this time, too."""
MAX_CONNECTIONS: Final = 256
"""Maximum number of open connections. Together with the size limit, it bounds the memory that strangers can use.

asyncio accepts up to a hundred waiting connections at once, so there may briefly be as many more.
"""
KEEP_ALIVE_S: Final = 150.0
"""How long a connection can be idle or send its headers. Caddy closes idle connections after two minutes."""


class InteractionServer:
    def __init__(
        self,
        on_interaction: Callable[[str], None],
        now: Callable[[], int] = current_time_ms,
        *,
        body_timeout_s: float = BODY_TIMEOUT_S,
        max_connections: int = MAX_CONNECTIONS,
    ) -> None:
        """Create a server that passes the JSON of each interaction to `on_interaction`."""
        self._on_interaction = on_interaction
        self._now = now
        self._body_timeout_s = body_timeout_s
        self._max_connections = max_connections
        self._public_key: VerifyKey | None = None
        self.port = 0
        self._is_stopping = False
        self._runner: web.AppRunner | None = None
        self._listener: asyncio.Server | None = None

    def set_public_key(self, public_key_hex: str) -> None:
        """Set the key that verifies Discord's signatures. Until a key is set, requests get status 503."""
        self._public_key = VerifyKey(bytes.fromhex(public_key_hex))
        log.info("listening for interactions on port %d", self.port)

    @property
    def is_accepting(self) -> bool:
        return self._public_key is not None and not self._is_stopping

    async def stop_accepting(self) -> None:
        """Announce the shutdown to load balancers, then close the port.

        Requests that arrive before the port closes are still handled.
        """
        self._is_stopping = True
        await asyncio.sleep(BALANCER_NOTICE_S)
        if self._listener:
            self._listener.close()
        if self._runner and self._runner.server:
            # Load balancers keep connections open and would continue to use them.
            await self._runner.server.shutdown(CONNECTION_SHUTDOWN_TIMEOUT_S)
        await asyncio.sleep(HANDOVER_DELAY_S)

    async def handle_request(self, request: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(self._body_timeout_s):
                body = await request.read()
        except TimeoutError:
            return web.Response(status=HTTPStatus.REQUEST_TIMEOUT)
        except OSError:
            # The client disconnected before it had sent the whole body.
            return web.Response(status=HTTPStatus.BAD_REQUEST)
        if self._public_key is None:
            return web.Response(status=HTTPStatus.SERVICE_UNAVAILABLE)
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
            or abs(self._now() - int(timestamp) * 1000) > MAX_TIMESTAMP_OFFSET_MS
        ):
            return False
        try:
            self._public_key.verify(timestamp.encode() + body, bytes.fromhex(signature))
        except (BadSignatureError, ValueError):
            return False
        return True

    @asynccontextmanager
    async def serve_interactions(self, environment: Environment) -> AsyncIterator[None]:
        """Listen on the configured host and port while the context is open."""
        application = web.Application(client_max_size=MAX_BODY_BYTES)
        application.add_routes([web.post("/", self.handle_request)])
        self._runner = runner = web.AppRunner(
            application,
            access_log=None,
            handle_signals=False,
            shutdown_timeout=CONNECTION_SHUTDOWN_TIMEOUT_S,
            keepalive_timeout=KEEP_ALIVE_S,
            # Do not wait for the rest of a body that is too large or too slow.
            lingering_time=0,
        )
        await runner.setup()
        host, port = environment.duel_host, environment.duel_port
        try:
            try:
                self._listener = await asyncio.get_running_loop().create_server(self._accept_connection, host, port)
            except OSError as error:
                raise ConfigError(f"cannot listen on {host}:{port}: {error.strerror}") from error
            self.port = self._listener.sockets[0].getsockname()[1]
            yield
        finally:
            if self._listener:
                self._listener.close()
            await runner.cleanup()

    def _accept_connection(self) -> asyncio.Protocol:
        """Return the protocol that handles a new connection, or one that closes it if too many connections are open."""
        assert self._runner
        assert self._runner.server
        is_full = len(self._runner.server.connections) >= self._max_connections
        return _ClosingProtocol() if is_full else self._runner.server()


class _ClosingProtocol(asyncio.Protocol):
    """A protocol that closes its connection as soon as it is made."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()
