"""Runs a bot's program as a child process of the playground."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

from discord_playground.playground import PlaygroundServer

LAUNCHER_PATH: Final = Path(__file__).with_name("bot_launcher.py")
"""Script that runs an unmodified Python bot. Any Python interpreter can run it."""
BOT_SHUTDOWN_TIMEOUT_S: Final = 10.0
"""Time that a bot has to exit after SIGTERM before it is killed."""


def build_bot_environment(playground: PlaygroundServer) -> dict[str, str]:
    """Return the environment variables that the playground's first bot needs to connect."""
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
    """Run a bot's program until the block ends. An empty `command` runs nothing.

    If the bot exits earlier, its exit code is printed. It is not restarted.
    """
    if not command:
        yield
        return
    # In a new session, the bot does not receive Ctrl-C. The playground receives it and stops the bot.
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
