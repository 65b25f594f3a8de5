"""Test that programs can start and stop playgrounds and bots."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.playground.tests.sandbox import Sandbox
from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground, full_text


async def test_bot_program_runs_against_started_playground(tmp_path: Path) -> None:
    program = tmp_path / "bot.py"
    program.write_text(
        "from discord_playground.sample.__main__ import main\nimport os\nmain(os.environ)\n", encoding="utf-8"
    )
    async with (
        Playground.start(bots=["Robin"]) as playground,
        playground.run_bot(sys.executable, str(program), PYTHONPATH=str(Path(__file__).parents[3])),
    ):
        result = await playground.person("otter").run_command("duels", "toys")
        assert "Leap" in full_text(result.message)


def test_command_prints_url_and_exits_on_sigterm() -> None:
    command = [sys.executable, "-m", "discord_playground", "--port", "0"]
    with subprocess.Popen(command, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("playground  http://127.0.0.1:")
        process.send_signal(signal.SIGTERM)
        assert process.wait(TIMEOUT_S) == 0


async def test_starting_on_used_port_raises_error(playground_url: str) -> None:
    with pytest.raises(OSError, match="before it was ready"):
        async with Playground.start(port=int(playground_url.rstrip("/").rpartition(":")[2])):
            pass


async def test_bot_exiting_before_connecting_raises_error(playground: Playground) -> None:
    with pytest.raises(OSError, match="did not connect"):
        async with playground.run_bot(sys.executable, "-c", "raise SystemExit(3)"):
            pass


async def test_bot_process_ends_with_block(sandbox: Sandbox) -> None:
    program = (sys.executable, "-m", "discord_playground.sample")
    async with sandbox.playground.run_bot(*program, bot=sandbox.bot_name) as process:
        assert process.returncode is None
    assert process.returncode is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)


async def test_saved_world_keeps_advanced_time(tmp_path: Path) -> None:
    async with Playground.start(folder=tmp_path) as playground:
        await playground.control("advance_time", seconds=86_400)
        message = await playground.person("otter").send_message("duels", "late")
    async with Playground.start(folder=tmp_path) as playground:
        assert (await playground.load_clock())["offset_ms"] == 86_400_000
        assert (await playground.person("otter").load_view())["now"] > message["timestamp"]
