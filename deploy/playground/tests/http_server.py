"""A web server on the loopback interface that a test serves its own routes from."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from aiohttp import web


@asynccontextmanager
async def serve(routes: Iterable[web.RouteDef]) -> AsyncIterator[str]:
    """Serve these routes and yield the server's address, without a slash at the end."""
    app = web.Application()
    app.add_routes(routes)
    # Requests that are still open when the test ends are dropped.
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
