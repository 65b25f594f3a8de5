"""`playground`, or `python -m discord_playground`: a Discord on this machine."""

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
from discord_playground.world.saved_world_error import SavedWorldError

LOOPBACK_HOST: Final = "127.0.0.1"


def main(
    program: Annotated[
        list[str] | None, typer.Argument(help="A bot's program in Python, as it is, with its arguments after --.")
    ] = None,
    port: Annotated[int, typer.Option(help="0 takes any that is free.")] = 8765,
    bot: Annotated[
        list[str] | None, typer.Option(help="An application, by the name of its bot; may be repeated.")
    ] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Keep the world here from one run to the next; otherwise nothing is written.")
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Refuse fields that Discord does not know, too.")] = False,
    privileged_intents: Annotated[
        bool, typer.Option("--privileged-intents", help="Grant the privileged intents.")
    ] = False,
    discord_limits: Annotated[
        bool, typer.Option("--discord-limits", help="Rate limits as tight as bots have measured Discord's.")
    ] = False,
    skip_identify_limit: Annotated[
        bool,
        typer.Option(
            "--skip-identify-limit", help="Let a bot identify again at once, not five seconds later: for tests."
        ),
    ] = False,
    run: Annotated[
        str, typer.Option(metavar="COMMAND", help="Start this program too, with DISCORD_TOKEN and the addresses set.")
    ] = "",
    first_command: Annotated[
        str, typer.Option(metavar="COMMAND", help="In a new world its owner uses this command, without the slash.")
    ] = "",
    browse: Annotated[bool, typer.Option("--browse", help="Open the page, where there is a screen.")] = False,
    schemas: Annotated[Path, typer.Option(help="Discord's schemas, as `make schemas` writes them.")] = SCHEMAS_PATH,
) -> None:
    """A Discord on this machine: a page for people at the address it prints, and all that a bot needs to connect."""
    if program and run:
        raise typer.BadParameter("one bot at a time: a program, or --run")
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
    # The port comes first: every address that is told has it in it.
    try:
        ears = await asyncio.get_running_loop().create_server(asyncio.Protocol, LOOPBACK_HOST, port)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise OSError(f"port {port} is taken; --port names another, and 0 takes any that is free") from None
        raise
    socket = ears.sockets[0].dup()
    ears.close()
    playground = PlaygroundServer(settings, f"http://{LOOPBACK_HOST}:{socket.getsockname()[1]}")
    runner = web.AppRunner(create_application(playground), access_log=None, shutdown_timeout=1.0, handle_signals=False)
    playground.resume_timers()
    await runner.setup()
    await web.SockSite(runner, socket, shutdown_timeout=1.0).start()
    over = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    # Last: whoever reads this may at once ask it to end.
    typer.echo(format_startup_message(playground))
    if browse and has_graphical_display():
        webbrowser.open(f"{playground.base_url}/")
    async with run_bot_process(playground, command, partial(typer.echo, err=True)):
        begins = asyncio.create_task(run_first_command(playground, first_command))
        await over.wait()
        begins.cancel()
    await runner.cleanup()


def has_graphical_display() -> bool:
    """Elsewhere a browser of the terminal might take over the terminal."""
    return sys.platform in {"darwin", "win32"} or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def format_startup_message(playground: PlaygroundServer) -> str:
    setup: Any = playground.connection_info
    lines = [f"playground  {playground.base_url}/"]
    lines += [f"token       {bot['token']}  ({bot['name']})" for bot in setup["bots"]]
    lines += [
        f'discord.py  discord.http.Route.BASE = "{setup["api"]}"',
        f'            discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("{setup["gateway"]}")',
        f'            discord.asset.Asset.BASE = "{setup["cdn"]}"',
        f'hikari      hikari.GatewayBot(token, rest_url="{setup["api"]}")',
        f'discord.js  new Client({{rest: {{api: "{playground.base_url}/api", cdn: "{setup["cdn"]}"}}}})',
    ]
    if not playground.has_schemas:
        lines.append("            Single fields are not checked without Discord's schemas: see README, “Schemas”.")
    return "\n".join(lines)


def run_cli() -> None:
    typer.run(main)


if __name__ == "__main__":
    run_cli()
