"""The command line of the playground: `playground`, or `python -m discord_playground`."""

from __future__ import annotations

import asyncio
import errno
import os
import shlex
import signal
import sys
import webbrowser
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

import typer
import uvloop
from aiohttp import web

from discord_playground.bot_process import LAUNCHER_PATH, run_bot_process
from discord_playground.first_command import run_first_command
from discord_playground.http_server import create_application
from discord_playground.playground import PlaygroundServer, PlaygroundSettings
from discord_playground.schemas import SCHEMAS_PATH
from discord_playground.world.saved_world import SavedWorldError

LOOPBACK_HOST: Final = "127.0.0.1"


def main(
    program: Annotated[
        list[str] | None, typer.Argument(help="A Python bot, run unchanged; its own arguments follow --.")
    ] = None,
    port: Annotated[int, typer.Option(help="The port; 0 picks a free one.")] = 8765,
    bot: Annotated[list[str] | None, typer.Option(help="The name of a bot application; can be repeated.")] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Keep the world here between runs; without it, nothing is written to disk.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Also refuse fields that Discord does not know.")] = False,
    privileged_intents: Annotated[
        bool, typer.Option("--privileged-intents", help="Grant the privileged intents.")
    ] = False,
    discord_limits: Annotated[
        bool, typer.Option("--discord-limits", help="Use rate limits as tight as those measured at Discord.")
    ] = False,
    skip_identify_limit: Annotated[
        bool,
        typer.Option(
            "--skip-identify-limit", help="Let a bot identify again immediately, for tests that start bots often."
        ),
    ] = False,
    run: Annotated[
        str,
        typer.Option(metavar="COMMAND", help="Also start this program, with DISCORD_TOKEN and the addresses set."),
    ] = "",
    first_command: Annotated[
        str,
        typer.Option(
            metavar="COMMAND", help="In a new world, the server's owner uses this command (without the slash)."
        ),
    ] = "",
    browse: Annotated[bool, typer.Option("--browse", help="Open the page, if there is a screen.")] = False,
    schemas: Annotated[Path, typer.Option(help="Discord's schemas, as written by `make schemas`.")] = SCHEMAS_PATH,
) -> None:
    """Run a local Discord server. Print the address of its page and the settings that bots need to connect."""
    if program and run:
        raise typer.BadParameter("PROGRAM and --run cannot be used together")
    name = Path(program[0]).stem if program else "Sample"
    command = [sys.executable, str(LAUNCHER_PATH), *program] if program else shlex.split(run)
    settings = PlaygroundSettings(
        tuple(bot or [name]), folder, schemas, strict, privileged_intents, discord_limits, skip_identify_limit
    )
    try:
        uvloop.run(serve_until_signal(port, settings, command, first_command, browse=browse))
    except (OSError, SavedWorldError) as error:
        typer.echo(f"playground: {error}", err=True)
        raise typer.Exit(2) from None


async def serve_until_signal(
    port: int, settings: PlaygroundSettings, command: Sequence[str], first_command: str, *, browse: bool
) -> None:
    """Run the server until SIGINT or SIGTERM. If `command` is not empty, also run it as a bot."""
    # Open the port first, because the playground's addresses contain its number.
    try:
        listener = await asyncio.get_running_loop().create_server(asyncio.Protocol, LOOPBACK_HOST, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise OSError(f"port {port} is taken; use --port to choose another, or 0 for a free one") from None
        raise
    socket = listener.sockets[0].dup()
    listener.close()
    playground = PlaygroundServer(settings, f"http://{LOOPBACK_HOST}:{socket.getsockname()[1]}")
    runner = web.AppRunner(create_application(playground), access_log=None, shutdown_timeout=1.0, handle_signals=False)
    playground.resume_timers()
    await runner.setup()
    await web.SockSite(runner, socket, shutdown_timeout=1.0).start()
    stop_requested = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop_requested.set)
    # Print this last: a program that reads it may send SIGTERM immediately.
    typer.echo(format_startup_message(playground, needs_bot=not command))
    if browse and has_graphical_display():
        webbrowser.open(f"{playground.base_url}/")
    async with run_bot_process(playground.connection_info, command, partial(typer.echo, err=True)):
        first_command_task = asyncio.create_task(run_first_command(playground, first_command))
        await stop_requested.wait()
        first_command_task.cancel()
    await runner.cleanup()


def has_graphical_display() -> bool:
    """Return whether there is a screen. Without one, a text browser could take over the terminal."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def format_startup_message(playground: PlaygroundServer, *, needs_bot: bool) -> str:
    """Return the page's address and, if no bot was started with the playground, how to connect one."""
    setup: Any = playground.connection_info
    lines = [f"playground  {playground.base_url}/"]
    if needs_bot:
        lines += [f"token       {bot['token']}  ({bot['name']})" for bot in setup["bots"]]
        lines += [
            f'discord.py  discord.http.Route.BASE = "{setup["api"]}"',
            f'            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("{setup["gateway"]}")',
            f'            discord.asset.Asset.BASE = "{setup["cdn"]}"',
            f'hikari      hikari.GatewayBot(token, rest_url="{setup["api"]}")',
            f'discord.js  new Client({{rest: {{api: "{playground.base_url}/api", cdn: "{setup["cdn"]}"}}}})',
        ]
    if not playground.has_schemas:
        lines.append("            For bot developers: without schemas, wrong fields may pass. See README, “Schemas”.")
    return "\n".join(lines)


def run_cli() -> None:
    typer.run(main)


if __name__ == "__main__":
    run_cli()
