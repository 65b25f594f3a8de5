"""A house on the loopback, at whose doors a test hears whoever knocks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from aiohttp import web


@asynccontextmanager
async def standing(doors: Iterable[web.RouteDef]) -> AsyncIterator[str]:
    """Its address, without a slash at the end."""
    app = web.Application()
    app.add_routes(doors)
    # Who still waits inside when it is closed is not waited for.
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
