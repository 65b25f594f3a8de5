"""Tests for `duel setup`: questions in a terminal, options elsewhere, the settings file, and the application."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from stat import S_IMODE
from typing import Final

import aiohttp
import pytest

from bot.cli.setup import DESCRIPTION, TAGS
from bot.ops.config import ENV_FILE
from bot.ops.invite_links import REQUIRED_PERMISSIONS, server_invite_url, user_install_url
from discord_playground.client import JSON, Playground
from tests.bot.cli_runner import UNKNOWN_TOKEN, get_environment_without_settings, run_subprocess
from tests.kit.bot_process import BotProcess
from tests.waiting import TEST_TIMEOUT_S

ENDPOINT_URL: Final = "https://duel.example.org/"
OWN_SETTING: Final = "DUEL_PAUSE=3"
INTERRUPT_KEY: Final = "\x03"
END_OF_INPUT_KEY: Final = "\x04"
TERMINAL_PROGRAM: Final = """
import os, signal
os.login_tty(0)
# A background job, such as these tests may be, ignores SIGINT, and its children inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
from bot.__main__ import run_process
run_process()
"""
APPLICATION_NUMBERS: Final = count(1)


class Host:
    """Somebody who sets up a new application in an empty folder."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground = playground
        self.folder = folder
        self.bot = BotProcess(f"Application {next(APPLICATION_NUMBERS)}", folder)
        self.settings: dict[str, str] = {}
        """The environment variables that replace Discord. The token is not among them."""
        self.token = ""

    @property
    def default_database_url(self) -> str:
        return f"sqlite:///{self.folder}/wolf-and-bison/duel.db"

    @property
    def env_file(self) -> Path:
        return self.folder / ENV_FILE

    async def register_application(self) -> None:
        await self.bot.register_application(self.playground)
        names = ("DUEL_API", "DUEL_GATEWAY", "DUEL_CDN", "DUEL_CLOCK")
        self.settings = {name: self.bot.environment[name] for name in names} | {"XDG_STATE_HOME": str(self.folder)}
        self.token = self.bot.environment["DISCORD_TOKEN"]

    async def run_setup(self, *args: str, stdin: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
        """Run the command without a terminal."""
        done = await asyncio.to_thread(
            run_subprocess, "setup", *args, stdin=stdin, settings=self.settings | settings, folder=self.folder
        )
        assert self.token not in done.stdout + done.stderr
        return done

    async def find_refusal(self, *args: str, stdin: str = "", **settings: str) -> str:
        """Run the command, which must fail with a single line and code 2. Return the line."""
        done = await self.run_setup(*args, stdin=stdin, **settings)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done
        return done.stderr

    async def load_application(self) -> JSON:
        url = f"{self.settings['DUEL_API']}/applications/@me"
        async with aiohttp.ClientSession(headers=self.bot.headers) as session, session.get(url) as response:
            application: JSON = await response.json()
            return application

    async def change_application(self, **fields: object) -> None:
        url = f"{self.settings['DUEL_API']}/applications/@me"
        async with (
            aiohttp.ClientSession(headers=self.bot.headers) as session,
            session.patch(url, json=fields) as response,
        ):
            assert response.ok, await response.text()


@pytest.fixture
async def host(playground: Playground, tmp_path: Path) -> Host:
    host = Host(playground, tmp_path)
    await host.register_application()
    return host


class Terminal:
    """A terminal in which a `duel` command runs."""

    def __init__(self, master_fd: int, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.output = ""
        self._master_fd = master_fd

    async def read_until(self, text: str) -> None:
        """Read the output until it contains this text, or until the command has ended if the text is empty."""
        async with asyncio.timeout(TEST_TIMEOUT_S):
            while not text or text not in self.output:
                try:
                    data = await asyncio.to_thread(os.read, self._master_fd, 4096)
                except OSError:
                    # Linux reports an error once the command has ended.
                    data = b""
                if not data:
                    assert not text, self.output
                    return
                self.output += data.decode()

    def press(self, keys: str) -> None:
        os.write(self._master_fd, keys.encode())

    async def wait_for_end(self) -> int:
        await self.read_until("")
        return await asyncio.to_thread(self.process.wait, TEST_TIMEOUT_S)


@contextmanager
def open_terminal(folder: Path, settings: Mapping[str, str], *args: str) -> Iterator[Terminal]:
    master_fd, slave_fd = os.openpty()
    command = [sys.executable, "-c", TERMINAL_PROGRAM, *args]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=get_environment_without_settings() | dict(settings),
        stdin=slave_fd,
        stdout=slave_fd,
        stderr=slave_fd,
    )
    os.close(slave_fd)
    try:
        yield Terminal(master_fd, process)
    finally:
        process.kill()
        process.wait()
        os.close(master_fd)


# In a terminal


async def answer_questions(terminal: Terminal, host: Host, start: str) -> None:
    """Enter the token, accept the default database, and say whether to start the bot."""
    for question, answer in (
        ("Token (hidden): ", host.token),
        (f"Database [{host.default_database_url}]: ", ""),
        ("Start the bot now? [Y/n]: ", start),
    ):
        await terminal.read_until(question)
        terminal.press(f"{answer}\r")


async def test_answers_in_a_terminal_set_up_the_bot(host: Host) -> None:
    with open_terminal(host.folder, host.settings, "setup") as terminal:
        await answer_questions(terminal, host, "n")
        assert await terminal.wait_for_end() == 0
    assert host.token not in terminal.output
    assert server_invite_url(int((await host.load_application())["id"])) in terminal.output
    assert host.env_file.read_text("utf-8") == f"DISCORD_TOKEN={host.token}\n"
    assert S_IMODE(host.env_file.stat().st_mode) == 0o600
    with open_terminal(host.folder, host.settings, "setup", "--no-start") as terminal:
        await terminal.read_until("Enter keeps the one in .env): ")
        terminal.press("\r")
        await terminal.read_until(f"Database [{host.default_database_url}]: ")
        terminal.press("sqlite:///other.db\r")
        assert await terminal.wait_for_end() == 0
    assert host.token not in terminal.output
    assert host.env_file.read_text("utf-8") == f"DISCORD_TOKEN={host.token}\nDATABASE_URL=sqlite:///other.db\n"


@pytest.mark.gate
async def test_setup_starts_the_bot_on_request(host: Host) -> None:
    with open_terminal(host.folder, host.settings, "setup") as terminal:
        await answer_questions(terminal, host, "")
        await terminal.read_until("connected to Discord")
        terminal.press(INTERRUPT_KEY)
        assert await terminal.wait_for_end() == 0
    assert host.token not in terminal.output
    assert (host.folder / "wolf-and-bison" / "duel.db").exists()


@pytest.mark.parametrize("key", [INTERRUPT_KEY, END_OF_INPUT_KEY], ids=["interrupt", "end of input"])
async def test_setup_can_be_canceled_at_a_question(host: Host, key: str) -> None:
    with open_terminal(host.folder, host.settings, "setup") as terminal:
        await terminal.read_until("Token (hidden): ")
        terminal.press(key)
        assert await terminal.wait_for_end() == 1
    assert terminal.output.split("Token (hidden): ")[1].split() == ["duel:", "setup", "was", "canceled"]
    assert not host.env_file.exists()


async def test_password_of_the_database_is_not_shown(host: Host) -> None:
    host.env_file.write_text("DATABASE_URL=postgresql://duel:swordfish@127.0.0.1/duel\n", "utf-8")
    (host.folder / "token").write_text(f"{host.token}\n", "utf-8")
    with open_terminal(host.folder, host.settings, "setup", "--token-file", "token", "--no-start") as terminal:
        await terminal.read_until("Database [postgresql://duel:…@127.0.0.1/duel]: ")
        terminal.press("\r")
        assert await terminal.wait_for_end() == 0
    assert "swordfish" not in terminal.output


# Without a terminal


async def test_second_run_without_a_terminal_finds_everything_right(host: Host) -> None:
    host.env_file.write_text(f"# mine\nDISCORD_TOKEN=\n{OWN_SETTING}", "utf-8")
    host.env_file.chmod(0o644)
    first = await host.run_setup("--token-file", "-", stdin=f"{host.token}\n")
    assert (first.returncode, first.stderr) == (0, "")
    assert re.findall(r"^(\w+)[^:]*: (?:set|saved in \.env)\.$", first.stdout, re.MULTILINE) == [
        "Settings",
        "Description",
        "Tags",
        "Installation",
    ]
    assert host.env_file.read_text("utf-8") == f"# mine\nDISCORD_TOKEN={host.token}\n{OWN_SETTING}"
    assert S_IMODE(host.env_file.stat().st_mode) == 0o600
    application = await host.load_application()
    assert (application["description"], application["tags"]) == (DESCRIPTION, [*TAGS])
    server, user = (application["integration_types_config"][key]["oauth2_install_params"] for key in ("0", "1"))
    assert (server["permissions"], "bot" in server["scopes"]) == (str(sum(REQUIRED_PERMISSIONS.values())), True)
    assert (user["permissions"], user["scopes"]) == ("0", ["applications.commands"])
    for url in (server_invite_url, user_install_url):
        assert url(int(application["id"])) in first.stdout
    second = await host.run_setup()
    assert second.returncode == 0
    assert re.findall(r": (.*)\.$", second.stdout, re.MULTILINE)[1:5] == [
        "already in .env",
        "already there",
        "already there",
        "already right",
    ]
    assert await host.load_application() == application


async def test_own_description_and_tags_are_kept(host: Host) -> None:
    await host.change_application(description="Ours", tags=["chess"])
    await host.playground.control("set_application", bot=host.bot.name, contexts=["server"])
    assert (await host.run_setup(DISCORD_TOKEN=host.token)).returncode == 0
    application = await host.load_application()
    assert (application["description"], application["tags"]) == ("Ours", ["chess"])
    assert [*application["integration_types_config"]] == ["0", "1"]


async def test_endpoint_url_is_refused_until_it_is_cleared(host: Host) -> None:
    await host.playground.control("set_application", bot=host.bot.name, endpoint_url=ENDPOINT_URL)
    refusal = await host.find_refusal("--token-file", "-", stdin=host.token)
    assert ENDPOINT_URL in refusal
    assert "duel setup --clear-endpoint" in refusal
    application = await host.load_application()
    assert (application["description"], application["interactions_endpoint_url"]) == ("", ENDPOINT_URL)
    # The token has been saved, so that it need not be entered again.
    cleared = await host.run_setup("--clear-endpoint")
    assert f"removed ({ENDPOINT_URL})" in cleared.stdout
    application = await host.load_application()
    assert (application["description"], application["interactions_endpoint_url"]) == (DESCRIPTION, None)


async def test_endpoint_url_is_kept_for_a_bot_that_receives_http(host: Host) -> None:
    await host.playground.control("set_application", bot=host.bot.name, endpoint_url=ENDPOINT_URL)
    assert (await host.run_setup("--http", DISCORD_TOKEN=host.token)).returncode == 0
    assert (await host.load_application())["interactions_endpoint_url"] == ENDPOINT_URL


@pytest.mark.parametrize(
    ("args", "stdin", "settings", "expected"),
    [
        ((), "", {}, "no token"),
        (("--token-file", "-"), "", {}, "not a bot's token"),
        (("--token-file", "-"), "one.two.three\nfour.five.six", {}, "not a bot's token"),
        (("--token-file", "nowhere"), "", {}, "nowhere: No such file"),
        (("--token-file", "-"), UNKNOWN_TOKEN, {}, "Discord rejected"),
        (("--token-file", "-"), UNKNOWN_TOKEN, {"DISCORD_TOKEN": "one.two.three"}, "unset DISCORD_TOKEN"),
        (("--database", "mysql://here"), "", {"DISCORD_TOKEN": UNKNOWN_TOKEN}, "database URL"),
        ((), "", {"DISCORD_TOKEN": UNKNOWN_TOKEN, "DUEL_LOG": "loud"}, "DUEL_LOG"),
    ],
)
async def test_wrong_input_is_refused_with_one_line(
    host: Host, args: tuple[str, ...], stdin: str, settings: dict[str, str], expected: str
) -> None:
    refusal = await host.find_refusal(*args, stdin=stdin, **settings)
    assert expected in refusal
    for secret in (UNKNOWN_TOKEN, "one.two", "four.five"):
        assert secret not in refusal
    assert not host.env_file.exists()


async def test_outage_and_unwritable_file_are_reported_with_one_line(host: Host) -> None:
    host.settings["DISCORD_TOKEN"] = host.token
    outage = await host.run_setup(DUEL_API="http://127.0.0.1:9/api/v10")
    assert (outage.returncode, outage.stdout, outage.stderr.count("\n")) == (os.EX_TEMPFAIL, "", 1)
    assert "cannot reach Discord" in outage.stderr
    assert not host.env_file.exists()
    env_file = Path("missing") / ENV_FILE
    refusal = await host.find_refusal("--env-file", str(env_file))
    assert refusal == f"duel: {env_file}: No such file or directory\n"


async def test_unreadable_file_is_refused_with_one_line(host: Host) -> None:
    host.env_file.write_bytes(b"DUEL_LOG=\xff\n")
    assert "not UTF-8" in await host.find_refusal(DISCORD_TOKEN=host.token)
    assert host.env_file.read_bytes() == b"DUEL_LOG=\xff\n"


@pytest.mark.parametrize("status", [400, 403])
async def test_refusal_by_discord_is_reported_with_one_line(host: Host, status: int) -> None:
    await host.playground.control("add_fault", route="PATCH /applications/@me", status=status, times=1)
    refusal = await host.find_refusal(DISCORD_TOKEN=host.token)
    assert refusal.startswith(f"duel: Discord refused a request: {status} ")
    assert (await host.run_setup()).returncode == 0, "a second run sets what the first could not"
    assert (await host.load_application())["tags"] == [*TAGS]


async def test_closed_standard_input_is_no_terminal(host: Host) -> None:
    command = f"exec {sys.executable} -m bot setup <&-"
    done = await asyncio.to_thread(
        subprocess.run, ["sh", "-c", command], cwd=host.folder, capture_output=True, text=True, check=False,
        env=get_environment_without_settings(),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (
        2,
        "duel: no token: set DISCORD_TOKEN, use --token-file, or run this command in a terminal\n",
    )
