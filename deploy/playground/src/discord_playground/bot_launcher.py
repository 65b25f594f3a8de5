"""Runs an unmodified Python bot on the playground: `python bot_launcher.py PROGRAM [ARGUMENT ...]`.

The bot's own interpreter runs this file, so the file does not import other modules of the playground.
"""

from __future__ import annotations

import importlib
import os
import runpy
import sys
from pathlib import Path
from typing import Any

API_URL, GATEWAY_URL, CDN_URL, BOT_TOKEN = (
    os.environ[f"DISCORD_{name}"] for name in ("API", "GATEWAY", "CDN", "TOKEN")
)


def import_or_none(module_name: str) -> Any:
    try:
        return importlib.import_module(module_name)
    except ImportError:
        return None


def redirect_libraries() -> None:
    """Replace Discord's addresses in all installed client libraries with those of the playground."""
    for name in ("discord", "disnake", "nextcord"):
        if library := import_or_none(name):
            route = library.http.Route
            # py-cord uses `API_BASE_URL`, and inserts the version into it.
            route.BASE = route.API_BASE_URL = API_URL
            library.asset.Asset.BASE = CDN_URL
            socket = library.gateway.DiscordWebSocket
            if hasattr(socket, "DEFAULT_GATEWAY"):
                socket.DEFAULT_GATEWAY = importlib.import_module("yarl").URL(GATEWAY_URL)
            replace_login_token(library.http.HTTPClient)
    if library := import_or_none("hikari.urls"):
        library.REST_API_URL, library.CDN_URL = API_URL, CDN_URL
    if library := import_or_none("interactions.api.http.route"):
        library.Route.BASE = API_URL


def replace_login_token(http_client: Any) -> None:
    """Make the library log in with the playground's token instead of the bot's own, which may be a real one."""
    login = http_client.static_login

    async def static_login(self: Any, _: str) -> Any:
        return await login(self, BOT_TOKEN)

    http_client.static_login = static_login


if __name__ == "__main__":
    program = sys.argv[1]
    sys.path[0] = str(Path(program).parent)
    sys.argv = sys.argv[1:]
    redirect_libraries()
    runpy.run_path(program, run_name="__main__")
