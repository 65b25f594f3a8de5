"""An HTTP server for monitoring: `/healthz` and `/metrics`. It listens on loopback by default."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final, TypeAlias

from aiohttp import web

from bot.errors import ConfigError
from bot.ops.config import Environment
from bot.ops.metrics import Metrics

log: Final = logging.getLogger(__name__)

CHECK_TIMEOUT_S: Final = 2.0
"""The number of seconds after which a health check counts as failed."""

HealthCheck: TypeAlias = Callable[[], Awaitable[bool]]


@asynccontextmanager
async def serve_health(
    environment: Environment,
    bot_metrics: Metrics,
    checks: Mapping[str, HealthCheck],
    update_store_gauges: Callable[[], Awaitable[None]],
) -> AsyncIterator[None]:
    """Serve `/healthz` and `/metrics` inside the block, if the host has configured a port for them."""

    async def respond_with_health(_: web.Request) -> web.Response:
        """Respond with the result of each check, and with status 200 if all checks succeed, or 503 otherwise."""
        results = {name: await _is_healthy(check) for name, check in checks.items()}
        return web.json_response(results, status=200 if all(results.values()) else 503)

    async def respond_with_metrics(_: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                await update_store_gauges()
        except Exception:
            # The other metrics are even more important while the store does not respond.
            bot_metrics.set_store_gauges({}, math.nan)
        return web.Response(
            body=bot_metrics.format_for_prometheus(),
            headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"},
        )

    if environment.duel_health_port is None:
        yield
        return
    application = web.Application()
    application.add_routes([web.get("/healthz", respond_with_health), web.get("/metrics", respond_with_metrics)])
    runner = web.AppRunner(application, access_log=None, handle_signals=False)
    await runner.setup()
    host, port = environment.duel_health_host, environment.duel_health_port
    try:
        try:
            await web.TCPSite(runner, host, port, shutdown_timeout=1.0).start()
        except OSError as error:
            raise ConfigError(f"cannot listen on {host}:{port}: {error.strerror}") from error
        log.info("serving health and metrics on port %d", runner.addresses[0][1])
        yield
    finally:
        await runner.cleanup()


async def _is_healthy(check: HealthCheck) -> bool:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            return await check()
    except Exception:
        # The failing component is used elsewhere, and that code logs the error.
        return False
