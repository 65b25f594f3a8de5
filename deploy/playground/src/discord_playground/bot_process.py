"""Runs a bot's program together with the playground."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

from discord_playground.playground import PlaygroundServer

LAUNCHER_PATH: Final = Path(__file__).with_name("bot_launcher.py")
"""A script that runs an unmodified Python bot, with any interpreter."""
BOT_SHUTDOWN_TIMEOUT_S: Final = 10.0
"""How long a bot may take to end after SIGTERM, before it is killed."""


def build_bot_environment(playground: PlaygroundServer) -> dict[str, str]:
    """Return the environment variables with which the first bot connects."""
    setup = playground.connection_info
    return {
        "DISCORD_TOKEN": setup["bots"][0]["token"],
        "DISCORD_API": setup["api"],
        "DISCORD_GATEWAY": setup["gateway"],
        "DISCORD_CDN": setup["cdn"],
        "DISCORD_CLOCK": setup["clock"],
    }


@contextlib.asynccontextmanager
async def run_bot_process(
    playground: PlaygroundServer, command: Sequence[str], print_line: Callable[[str], None]
) -> AsyncIterator[None]:
    """Run a bot's program until the block ends; do nothing if `command` is empty.

    If the bot ends earlier, its exit code is printed and it is not restarted.
    """
    if not command:
        yield
        return
    # A new session: Ctrl-C reaches only the playground, which then ends the bot.
    process = await asyncio.create_subprocess_exec(
        *command, env={**os.environ, **build_bot_environment(playground)}, start_new_session=True
    )

    async def report_exit() -> None:
        code = await process.wait()
        print_line(f"playground: the bot ended with exit code {code}")

    exit_task = asyncio.create_task(report_exit())
    try:
        yield
    finally:
        exit_task.cancel()
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), BOT_SHUTDOWN_TIMEOUT_S)
            except TimeoutError:
                process.kill()
                await process.wait()
