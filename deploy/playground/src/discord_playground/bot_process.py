"""A bot's program that is started beside the playground, and ends with it."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

from discord_playground.playground import PlaygroundServer

LAUNCHER_PATH: Final = Path(__file__).with_name("bot_launcher.py")
"""What runs a bot in Python as it is, with whichever interpreter."""
BOT_SHUTDOWN_TIMEOUT_S: Final = 10.0
"""Seconds that a bot has to say goodbye."""


def build_bot_environment(playground: PlaygroundServer) -> dict[str, str]:
    """What the first bot's program has to know."""
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
    """Without a command, alone. A bot that ends is told of and not started again: its maker wants to know."""
    if not command:
        yield
        return
    # A group of its own: Ctrl-C is for the playground, which then lets the bot finish.
    process = await asyncio.create_subprocess_exec(
        *command, env={**os.environ, **build_bot_environment(playground)}, start_new_session=True
    )

    async def report_exit() -> None:
        code = await process.wait()
        print_line(f"playground: the bot ended with {code}")

    watching = asyncio.create_task(report_exit())
    try:
        yield
    finally:
        watching.cancel()
        if process.returncode is None:
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), BOT_SHUTDOWN_TIMEOUT_S)
            except TimeoutError:
                process.kill()
                await process.wait()
