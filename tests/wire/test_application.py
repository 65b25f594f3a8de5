"""Test the settings of the application at Discord, and what the bot says about them before it connects."""

from __future__ import annotations

import asyncio
import os
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from discord.http import Route

from bot.discord.application import ENDPOINT_FIELD, open_application
from bot.discord.application_check import check_application
from bot.discord.emoji_upload import drawings_by_emoji_name
from bot.errors import ConfigError, StartupUnavailable
from bot.ops.config import Environment
from bot.ops.invite_links import REQUIRED_PERMISSIONS, parse_application_id
from discord_playground.client import Playground
from storage import Store
from tests.bot.cli_runner import run_subprocess

APPLICATION_NUMBERS: Final = count(1)


async def create_application(playground: Playground) -> tuple[str, dict[str, str]]:
    """Create an application, and return its name and the settings of its bot."""
    name = f"Applicant {next(APPLICATION_NUMBERS)}"
    created = await playground.control("create_bot", name=name)
    return name, {"DISCORD_TOKEN": created["token"], "DUEL_API": (await playground.load_setup())["api"]}


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Restore discord.py's URL after the test, which logging in changes."""
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    return monkeypatch


def load_environment(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str]) -> Environment:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    return Environment()


async def test_settings_of_the_portal_are_read_and_corrected(
    playground: Playground, environment: pytest.MonkeyPatch
) -> None:
    name, settings = await create_application(playground)
    await playground.control("set_application", bot=name, endpoint_url="https://owls.example/", contexts=["server"])
    async with open_application(load_environment(environment, settings)) as application:
        assert application.info.interactions_endpoint_url == "https://owls.example/"
        assert application.list_install_problems() == [
            "the default link for servers adds only the commands, without the bot",
            "the bot cannot be added to a user's account",
        ]
        await application.clear_endpoint_url()
        await application.set_install_contexts()
        await application.edit(description="Duels", tags=["games"])
    async with open_application(load_environment(environment, settings)) as application:
        info = application.info
        assert (info.interactions_endpoint_url, info.description, info.tags) == (None, "Duels", ["games"])
        assert application.list_install_problems() == []
        assert info.guild_integration_config
        assert info.guild_integration_config.oauth2_install_params
        granted = info.guild_integration_config.oauth2_install_params.permissions
        assert granted.value == sum(REQUIRED_PERMISSIONS.values())


async def test_private_bot_gets_contexts_without_default_links(
    playground: Playground, environment: pytest.MonkeyPatch
) -> None:
    name, settings = await create_application(playground)
    await playground.control("set_application", bot=name, contexts=["user"], public=False)
    async with open_application(load_environment(environment, settings)) as application:
        assert application.list_install_problems() == ["the bot cannot be added to servers"]
        await application.set_install_contexts()
        assert application.list_install_problems() == []


async def test_permissions_are_listed_for_more_servers_than_a_page_has(
    playground: Playground, environment: pytest.MonkeyPatch
) -> None:
    name, settings = await create_application(playground)
    owner = (await playground.control("create_user", name=f"Owner of {name}"))["user"]["id"]
    await playground.control("create_server", name="Oak", bots=[name], members=[owner], count=5)
    environment.setattr("bot.discord.application.SERVERS_PER_PAGE", 2)
    async with open_application(load_environment(environment, settings)) as application:
        servers = await application.list_missing_permissions_by_server()
    assert servers == [(f"Oak {number}", []) for number in range(1, 6)]


async def test_invalid_token_and_outage_are_different_errors(
    playground: Playground, environment: pytest.MonkeyPatch
) -> None:
    _, settings = await create_application(playground)
    for changes, error, text in (
        ({"DISCORD_TOKEN": ""}, ConfigError, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "MTIz.hoo.hoo"}, ConfigError, "rejected DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "MTIz.hoo.hoo\nhoo"}, ConfigError, "not a valid bot token"),
        ({"DISCORD_TOKEN": "MTIz.hüh.hoo"}, ConfigError, "not a valid bot token"),
        ({"DUEL_API": "http://127.0.0.1:9/api/v10"}, StartupUnavailable, "cannot reach Discord"),
    ):
        with pytest.raises(error, match=text):
            async with open_application(load_environment(environment, settings | changes)):
                pass


async def test_run_refuses_to_start_while_interactions_go_to_an_endpoint_url(
    playground: Playground, tmp_path: Path
) -> None:
    name, settings = await create_application(playground)
    await playground.control("set_application", bot=name, endpoint_url="https://owls.example/")
    settings["DATABASE_URL"] = f"sqlite:///{tmp_path / 'duel.db'}"
    done = await asyncio.to_thread(run_subprocess, "run", settings=settings)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert ENDPOINT_FIELD in done.stderr
    assert "duel setup --clear-endpoint" in done.stderr
    assert "https://owls.example/" in done.stderr
    # The bot has not registered its commands either, since nobody could use them.
    routes = {entry["route"] for entry in (await playground.load_traffic_log())["entries"] if entry["bot"] == name}
    assert routes == {"GET /users/@me", "GET /oauth2/applications/@me"}


@pytest.fixture
async def database(tmp_path: Path) -> dict[str, str]:
    """Create an empty database, and return the setting with its URL."""
    url = f"sqlite:///{tmp_path / 'duel.db'}"
    async with await Store.open(url):
        pass
    return {"DATABASE_URL": url}


async def run_doctor(settings: dict[str, str], *args: str) -> tuple[int, list[str]]:
    """Run `duel doctor` as a host does, and return its exit code and output without the common prefix of lines."""
    done = await asyncio.to_thread(run_subprocess, "doctor", *args, settings=settings)
    assert done.stderr == ""
    assert settings["DISCORD_TOKEN"] not in done.stdout
    return done.returncode, [line.removeprefix("discord: ") for line in done.stdout.splitlines()]


async def test_doctor_finds_nothing_wrong_with_a_correct_application(
    playground: Playground, environment: pytest.MonkeyPatch, database: dict[str, str]
) -> None:
    name, settings = await create_application(playground)
    async with open_application(load_environment(environment, settings)) as application:
        await application.set_install_contexts()
    needed = [*drawings_by_emoji_name()]
    await playground.control("set_emojis", bot=name, names=[*needed[1:], "of_the_host"])
    await playground.control("create_server", name="Oak", bots=[name])
    assert await run_doctor(settings | database) == (
        0,
        [
            f"the token belongs to {name} ({parse_application_id(settings['DISCORD_TOKEN'])})",
            f"{len(needed) - 1} of {len(needed)} emoji are uploaded; a running bot uploads the others",
            "1000 of 1000 sessions are left today",
            "no permissions are missing (servers: 1)",
            "No problems found.",
        ],
    )
    code, lines = await run_doctor(settings | database, "--http")
    assert (code, [line for line in lines if "duel serve" in line]) == (
        1,
        ["no Interactions Endpoint URL is set, so duel serve receives nothing"],
    )
    assert lines[-1] == "No other problems found."


async def test_check_of_a_new_bot_leads_to_the_invite_link(
    playground: Playground, environment: pytest.MonkeyPatch
) -> None:
    _, settings = await create_application(playground)
    report = await check_application(load_environment(environment, settings), via_http=False)
    assert report.facts[-1] == "discord: the bot is on no server yet; duel invite prints the link"


async def test_doctor_lists_what_the_host_has_to_correct(
    playground: Playground, environment: pytest.MonkeyPatch, database: dict[str, str]
) -> None:
    name, settings = await create_application(playground)
    url = "https://owls.example/"
    await playground.control("set_application", bot=name, endpoint_url=url, contexts=["user"])
    await playground.control("set_remaining_sessions", bot=name, remaining=49)
    await playground.control("create_server", name="Oak", bots=[name])
    for server, denied in (("Birch \x1b[2J", ["attach_files"]), ("Elm", ["send_messages", "create_public_threads"])):
        created = await playground.control("create_server", name=server, bots=[name])
        server_id = created["server"]["id"]
        for target in (name, "@everyone"):
            await playground.control("set_permissions", server=server_id, target=target, deny=denied)
    code, lines = await run_doctor(settings | database)
    assert code == 1
    start = next(index for index, line in enumerate(lines) if "setup --clear-endpoint" in line)
    assert url in lines[start]
    assert "duel doctor --http" in lines[start]
    assert lines[start + 1] == "the bot cannot be added to servers; duel setup corrects this"
    assert lines[start + 2].startswith("49 of 1000 sessions are left, so the bot does not start before ")
    assert lines[start + 3 :] == [
        "permissions are missing on 2 of 3 servers",
        "  server      missing permissions",
        "  Birch  [2J  attach files",
        "  Elm         send messages, create public threads",
        "No other problems found.",
    ]


async def test_doctor_checks_the_database_even_if_discord_cannot_be_checked(
    playground: Playground, database: dict[str, str]
) -> None:
    _, settings = await create_application(playground)
    code, lines = await run_doctor(settings | database | {"DUEL_API": "http://127.0.0.1:9/api/v10"})
    assert (code, lines[0][:49], lines[1:]) == (
        os.EX_TEMPFAIL, "could not be checked: cannot reach Discord: Canno", ["No other problems found."],
    )  # fmt: skip
    rejected = settings | database | {"DISCORD_TOKEN": "MTIz.hoo.hoo"}
    assert await run_doctor(rejected) == (
        1,
        [
            "Discord rejected DISCORD_TOKEN; press “Reset Token” in the developer portal, and run duel setup",
            "No other problems found.",
        ],
    )
