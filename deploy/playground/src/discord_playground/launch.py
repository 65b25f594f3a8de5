"""Runs somebody's bot as it is, after its library was told where the playground is; with the bot's own interpreter.

`python launch.py PROGRAM`. Each library is told by what it calls its address; whichever is not there is not asked. Of
the playground nothing else need be there.
"""

from __future__ import annotations

import importlib
import os
import runpy
import sys
from pathlib import Path
from typing import Any

API, GATEWAY, CDN, TOKEN = (os.environ[f"DISCORD_{name}"] for name in ("API", "GATEWAY", "CDN", "TOKEN"))


def found(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def point() -> None:
    for name in ("discord", "disnake", "nextcord"):
        if library := found(name):
            route = library.http.Route
            # py-cord has another name for it, and puts the version in.
            route.BASE = route.API_BASE_URL = API
            library.asset.Asset.BASE = CDN
            socket = library.gateway.DiscordWebSocket
            if hasattr(socket, "DEFAULT_GATEWAY"):
                socket.DEFAULT_GATEWAY = importlib.import_module("yarl").URL(GATEWAY)
            known(library.http.HTTPClient)
    if library := found("hikari.urls"):
        library.REST_API_URL, library.CDN_URL = API, CDN
    if library := found("interactions.api.http.route"):
        library.Route.BASE = API


def known(http: Any) -> None:
    """Whatever token it brings, here it is known by another: a real one stays where it is."""
    login = http.static_login

    async def static_login(self: Any, _: str) -> Any:
        return await login(self, TOKEN)

    http.static_login = static_login


if __name__ == "__main__":
    program = sys.argv[1]
    sys.path[0] = str(Path(program).parent)
    sys.argv = sys.argv[1:]
    point()
    runpy.run_path(program, run_name="__main__")
