"""Who may come in: this machine's own page and programs, and no page of others' in the same browser."""

from __future__ import annotations

from typing import Final

from aiohttp import web

HOME: Final = {"127.0.0.1", "localhost"}


def is_own(request: web.Request) -> bool:
    """The people's side asks for no password, so that a browser must not carry strangers in.

    A page from elsewhere says so by its origin; one whose name was made to lead here says that name as the host.
    """
    return request.url.host in HOME and request.headers.get("Origin") in {None, f"http://{request.host}"}
