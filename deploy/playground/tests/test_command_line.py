"""Test the playground's command-line interface: its address, its files, its errors and the option `--first-command`."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import aiohttp
import pytest

from deploy.playground.tests.timeout import TIMEOUT_S
from discord_playground.client import Playground, full_text, run_playground
from discord_playground.first_command import CONNECTION_POLL_INTERVAL_S
from discord_playground.people import actions, controls
from discord_playground.world.saved_world import SAVE_FILE_NAME

REPOSITORY_ROOT = Path(__file__).parents[3]


def run_and_get_error(*options: str) -> str:
    """Run the playground with options that make it exit with an error, and return the error that it prints."""
    result = subprocess.run(
        [sys.executable, "-m", "discord_playground", *options], cwd=REPOSITORY_ROOT, capture_output=True, text=True,
        timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1), result
    return result.stderr


@contextmanager
def run_in_folder(folder: Path, *options: str) -> Iterator[str]:
    """Run the playground with this folder as its working, home and temporary directory, and yield its URL."""
    command = [sys.executable, "-m", "discord_playground", "--port", "0", *options]
    environment = {
        "PYTHONPATH": str(REPOSITORY_ROOT),
        "HOME": str(folder),
        "TMPDIR": str(folder),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            yield process.stdout.readline().partition(" ")[2].strip()
        finally:
            process.terminate()


async def send_test_message(url: str) -> None:
    async with Playground.connect(url) as playground:
        await playground.person("otter").perform_action(
            "send", channel="duels", content="hello", files=[{"name": "a.txt", "data": "YQ=="}]
        )


async def test_no_files_are_written_without_folder(tmp_path: Path) -> None:
    with run_in_folder(tmp_path) as url:
        await send_test_message(url)
    assert list(tmp_path.iterdir()) == []


async def test_files_are_only_written_to_folder(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    with run_in_folder(tmp_path, "--folder", "kept") as url:
        await send_test_message(url)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept" / SAVE_FILE_NAME).is_file()


async def test_world_is_loaded_from_folder_after_restart(tmp_path: Path) -> None:
    with run_playground(folder=tmp_path) as url:
        await send_test_message(url)
        async with Playground.connect(url) as playground:
            before = await playground.load_setup()
            result = await playground.person("otter").perform_action("set_dms_open", open=False)
            assert result["ok"]
    with run_playground(folder=tmp_path) as url:
        async with Playground.connect(url) as playground:
            assert (await playground.load_setup())["bots"][0]["token"] == before["bots"][0]["token"]
            [message] = await playground.person("heron").load_messages("duels")
            assert full_text(message) == "hello"
            assert not (await playground.person("otter").load_view())["me"]["dms"]
            async with aiohttp.ClientSession() as session:
                name = message["attachments"][0]["url"].partition("/cdn/")[2]
                async with session.get(f"{url}cdn/{name}") as response:
                    assert await response.read() == b"a"
            result = await playground.person("otter").perform_action("send", channel="duels", content="again")
            assert int(result["message"]["id"]) > int(message["id"])


def test_unknown_save_file_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / SAVE_FILE_NAME).write_text('{"edition": 1}')
    assert SAVE_FILE_NAME in run_and_get_error("--port", "0", "--folder", str(tmp_path))
    assert (tmp_path / SAVE_FILE_NAME).read_text() == '{"edition": 1}'


def test_used_port_is_reported(playground_url: str) -> None:
    port = playground_url.rpartition(":")[2].strip("/")
    assert f"port {port} is taken; use --port to choose another" in run_and_get_error("--port", port)


def test_listens_on_loopback_only() -> None:
    tables = [Path("/proc/net/tcp"), Path("/proc/net/tcp6")]
    if not tables[0].exists():
        pytest.skip("only Linux lists listening sockets in /proc")
    with run_playground() as url:
        port = f"{int(url.rpartition(':')[2].strip('/')):04X}"
        rows = [row.split() for table in tables if table.exists() for row in table.read_text().splitlines()[1:]]
        listening = {row[1].partition(":")[0] for row in rows if row[1].endswith(":" + port) and row[3] == "0A"}
    assert listening == {"0100007F"}


async def test_cdn_serves_no_files_outside_attachments(tmp_path: Path) -> None:
    with run_playground(folder=tmp_path) as url:
        await send_test_message(url)
        async with aiohttp.ClientSession() as session:
            for path in ("1/..%2f..%2fworld.json/x", "1/../../etc", "1/nothing/x", "1/%2e%2e/world.json"):
                async with session.get(f"{url}cdn/attachments/{path}") as response:
                    assert response.status == 404, path


async def test_uploaded_html_is_served_as_download(playground: Playground) -> None:
    page = {"name": "page.html", "data": "PHNjcmlwdD4="}
    result = await playground.person("otter").perform_action("send", channel="lounge", content="", files=[page])
    async with aiohttp.ClientSession() as session, session.get(result["message"]["attachments"][0]["url"]) as response:
        assert response.headers["Content-Disposition"] == "attachment"
        assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_api_page_lists_every_action_and_control() -> None:
    api_page = (REPOSITORY_ROOT / "deploy" / "playground" / "API.md").read_text("utf-8")
    for name in [*actions.ACTION_METHODS, *controls.CONTROL_METHODS]:
        assert f"`{name}`" in api_page, name


def test_unwritable_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("no folder")
    assert "kept" in run_and_get_error("--port", "0", "--folder", str(tmp_path / "kept"))


async def test_first_command_runs_once_in_new_world(tmp_path: Path) -> None:
    """The command runs when the bot connects for the first time. It must not run again after the world is loaded."""
    sample = f"{sys.executable} -m discord_playground.sample"
    options = ("--folder", str(tmp_path / "kept"), "--run", sample, "--first-command", "toys")
    for _ in range(2):
        with run_in_folder(tmp_path, *options) as url:
            async with Playground.connect(url) as playground:
                otter = playground.person("otter")
                greeting = await otter.wait_for_message("duels", lambda message: bool(full_text(message)))
                while not (await playground.load_setup())["bots"][0]["connected"]:
                    await asyncio.sleep(CONNECTION_POLL_INTERVAL_S)
                await asyncio.sleep(3 * CONNECTION_POLL_INTERVAL_S)
                assert len((await otter.load_view())["messages"][greeting["channel_id"]]) == 1
