"""A web server for tests, which listens on the loopback interface."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from aiohttp import web


@asynccontextmanager
async def serve(routes: Iterable[web.RouteDef]) -> AsyncIterator[str]:
    """Serve these routes and yield the URL of the server, without a trailing slash."""
    app = web.Application()
    app.add_routes(routes)
    # When the test ends, do not wait for open requests.
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
