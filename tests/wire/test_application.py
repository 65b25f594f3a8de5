"""Test the settings of the application at Discord, and what the bot says about them before it connects."""

from __future__ import annotations

from itertools import count
from typing import Final

import pytest
from discord.http import Route

from bot.discord.application import open_application
from bot.errors import ConfigError, StartupUnavailable
from bot.ops.config import Environment
from bot.ops.invite_links import REQUIRED_PERMISSIONS
from discord_playground.client import Playground

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


async def test_setting_that_discord_refuses_is_an_error_for_the_host(
    playground: Playground, environment: pytest.MonkeyPatch
) -> None:
    _, settings = await create_application(playground)
    await playground.control("add_fault", route="PATCH /applications/@me", status=400, code=50035)
    with pytest.raises(ConfigError, match="Discord refused a request"):
        async with open_application(load_environment(environment, settings)) as application:
            await application.edit(description="Duels")
    assert (await playground.control("clear_faults", route="PATCH /applications/@me"))["remaining"] == 0
