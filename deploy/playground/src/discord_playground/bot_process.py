"""Runs a bot's program as a child process, for the playground's command line and for tests."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

LAUNCHER_PATH: Final = Path(__file__).with_name("bot_launcher.py")
"""Script that runs an unmodified Python bot. Any Python interpreter can run it."""
BOT_SHUTDOWN_TIMEOUT_S: Final = 10.0
"""Time that a bot has to exit after SIGTERM before it is killed."""


def build_bot_environment(setup: Mapping[str, Any], bot_name: str | None = None) -> dict[str, str]:
    """Return the environment variables that a bot needs to connect. Without a name, return those of the first bot.

    `setup` is the response of `GET /playground/setup`.
    """
    token = next(bot["token"] for bot in setup["bots"] if bot_name in (None, bot["name"]))
    urls = {f"DISCORD_{name.upper()}": setup[name] for name in ("api", "gateway", "cdn", "clock")}
    return {"DISCORD_TOKEN": token, **urls}


@contextlib.asynccontextmanager
async def run_bot_process(
    setup: Mapping[str, Any], command: Sequence[str], print_line: Callable[[str], None]
) -> AsyncIterator[None]:
    """Run a bot's program until the block ends. An empty `command` runs nothing.

    If the bot exits earlier, its exit code is printed. It is not restarted.
    """
    if not command:
        yield
        return
    # In a new session, the bot does not receive Ctrl-C. The playground receives it and stops the bot.
    process = await asyncio.create_subprocess_exec(
        *command, env={**os.environ, **build_bot_environment(setup)}, start_new_session=True
    )

    async def report_exit() -> None:
        code = await process.wait()
        print_line(f"playground: the bot ended with exit code {code}")

    exit_task = asyncio.create_task(report_exit())
    try:
        yield
    finally:
        exit_task.cancel()
        await stop_bot_process(process)


async def stop_bot_process(process: asyncio.subprocess.Process) -> None:
    """End a bot's program with SIGTERM. If it does not exit in time, kill it."""
    if process.returncode is None:
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), BOT_SHUTDOWN_TIMEOUT_S)
        except TimeoutError:
            process.kill()
            await process.wait()
