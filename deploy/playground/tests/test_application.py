"""Test the settings of an application, as a bot changes them and as the developer portal does."""

from __future__ import annotations

from typing import Any

import pytest

from deploy.playground.tests.raw_bot import open_raw_bot
from deploy.playground.tests.sandbox import Sandbox
from discord_playground.client import PlaygroundError

BOT_LINK = {"scopes": ["applications.commands", "bot"], "permissions": 3072}


async def test_settings_are_returned_as_discord_formats_them(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        status, application = await bot.request(
            "PATCH",
            "/applications/@me",
            {
                "description": "An owl",
                "tags": ["owls", "games"],
                "install_params": BOT_LINK,
                "integration_types_config": {"0": {"oauth2_install_params": BOT_LINK}, "1": {}},
            },
        )
        formatted_link = BOT_LINK | {"permissions": "3072"}
        expected = {
            "description": "An owl",
            "tags": ["owls", "games"],
            "install_params": formatted_link,
            "integration_types_config": {"0": {"oauth2_install_params": formatted_link}, "1": {}},
        }
        assert (status, {key: application[key] for key in expected}) == (200, expected)
        assert (await bot.request("GET", "/oauth2/applications/@me"))[1] == application
        _, cleared = await bot.request(
            "PATCH", "/applications/@me", {"description": None, "tags": None, "install_params": None}
        )
        assert (cleared["description"], cleared["tags"], "install_params" in cleared) == ("", [], False)


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"description": "x" * 401}, ["description"]),
        ({"tags": ["a", "b", "c", "d", "e", "f"]}, ["tags"]),
        ({"tags": ["a", "x" * 21]}, ["tags", "1"]),
        ({"tags": ["a", "a"]}, ["tags", "1"]),
        ({"integration_types_config": {"2": {}}}, ["integration_types_config", "2"]),
        ({"install_params": {"scopes": ["bot", "email"]}}, ["install_params", "scopes", "1"]),
        (
            {"integration_types_config": {"1": {"oauth2_install_params": {"permissions": 8}}}},
            ["integration_types_config", "1", "oauth2_install_params", "permissions"],
        ),
        ({"interactions_endpoint_url": "owl"}, ["interactions_endpoint_url"]),
    ],
)
async def test_invalid_setting_is_refused_and_changes_nothing(
    sandbox: Sandbox, settings: dict[str, Any], path: list[str]
) -> None:
    async with open_raw_bot(sandbox) as bot:
        before = await bot.request("GET", "/applications/@me")
        status, error = await bot.request("PATCH", "/applications/@me", {"description": "An owl"} | settings)
        assert status == 400
        errors = error["errors"]
        for step in path:
            assert [*errors] == [step]
            errors = errors[step]
        assert await bot.request("GET", "/applications/@me") == before


async def test_portal_sets_an_unchecked_endpoint_url_and_contexts(sandbox: Sandbox) -> None:
    url = "https://owls.example/interactions"
    await sandbox.playground.control("set_application", bot=sandbox.bot_name, endpoint_url=url, contexts=["server"])
    async with open_raw_bot(sandbox) as bot:
        _, application = await bot.request("GET", "/applications/@me")
    assert application["interactions_endpoint_url"] == url
    assert [*application["integration_types_config"]] == ["0"]
    with pytest.raises(PlaygroundError, match="cannot be added to a person's apps"):
        await sandbox.heron.set_bot_installed(sandbox.bot_name)


async def test_private_bot_has_no_default_link(sandbox: Sandbox) -> None:
    await sandbox.playground.control("set_application", bot=sandbox.bot_name, public=False)
    async with open_raw_bot(sandbox) as bot:
        _, before = await bot.request("GET", "/applications/@me")
        assert (before["bot_public"], before["integration_types_config"]) == (False, {"0": {}, "1": {}})
        for settings in (
            {"install_params": BOT_LINK}, {"integration_types_config": {"0": {"oauth2_install_params": BOT_LINK}}},
        ):  # fmt: skip
            assert (await bot.request("PATCH", "/applications/@me", settings))[0] == 400
        status, after = await bot.request("PATCH", "/applications/@me", {"integration_types_config": {"1": {}}})
        assert (status, after["integration_types_config"]) == (200, {"1": {}})


async def test_edit_does_not_change_type_of_command(sandbox: Sandbox) -> None:
    async with open_raw_bot(sandbox) as bot:
        path = f"/applications/{await sandbox.find_person_id(sandbox.bot_name)}/commands"
        _, command = await bot.request("POST", path, {"name": "hoot", "description": "Hoots"})
        body = {"type": 2, "description": "Hoots twice"}
        status, edited = await bot.request("PATCH", f"{path}/{command['id']}", body)
        assert (status, edited["type"], edited["description"]) == (200, 1, "Hoots twice")
