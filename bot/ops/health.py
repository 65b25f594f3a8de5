"""A door for the host's own machinery: is the bot well, and how fast is it? Loopback, unless it is told otherwise."""

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
"""Seconds for each part to say that it is well."""

HealthCheck: TypeAlias = Callable[[], Awaitable[bool]]


@asynccontextmanager
async def serve_health(
    environment: Environment,
    bot_metrics: Metrics,
    checks: Mapping[str, HealthCheck],
    update_store_gauges: Callable[[], Awaitable[None]],
) -> AsyncIterator[None]:
    """Answer `/healthz` and `/metrics` as long as the block lasts, if the host has set a port for them.

    `weigh` updates the gauges of what only the store knows.
    """

    async def healthz(_: web.Request) -> web.Response:
        """200 while everything is well, else 503; each part is named."""
        parts = {name: await _is_healthy(check) for name, check in checks.items()}
        return web.json_response(parts, status=200 if all(parts.values()) else 503)

    async def metrics(_: web.Request) -> web.Response:
        try:
            async with asyncio.timeout(CHECK_TIMEOUT_S):
                await update_store_gauges()
        except Exception:
            # All the rest is told: it says more of a store that does not answer than its weight would.
            bot_metrics.set_store_gauges({}, math.nan)
        return web.Response(
            body=bot_metrics.format_for_prometheus(),
            headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"},
        )

    if environment.duel_health_port is None:
        yield
        return
    application = web.Application()
    application.add_routes([web.get("/healthz", healthz), web.get("/metrics", metrics)])
    runner = web.AppRunner(application, access_log=None, handle_signals=False)
    await runner.setup()
    host, port = environment.duel_health_host, environment.duel_health_port
    try:
        try:
            await web.TCPSite(runner, host, port, shutdown_timeout=1.0).start()
        except OSError as wrong:
            raise ConfigError(f"nothing can listen at {host}:{port}: {wrong.strerror}") from wrong
        log.info("health and metrics are at port %d", runner.addresses[0][1])
        yield
    finally:
        await runner.cleanup()


async def _is_healthy(check: HealthCheck) -> bool:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            return await check()
    except Exception:
        # Whatever is wrong with it, it is not well; whoever uses it says more.
        return False
