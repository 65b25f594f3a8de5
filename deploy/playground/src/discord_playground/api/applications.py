"""The bot about itself, and the commands that it registers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord_playground.api.call import Answer, Call, route
from discord_playground.api_errors import (
    MISSING_ACCESS,
    NOT_FOR_BOTS,
    TOO_MANY_NEW_COMMANDS,
    UNKNOWN_APPLICATION,
    UNKNOWN_COMMAND,
    ApiError,
)
from discord_playground.world.change import PageFrameChanged

EVERYWHERE: Final = "/applications/{application_id}/commands"
OF_GUILD: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
COMMAND: Final = "/{command_id}"
ENGLISH: Final = "en-US"
DEFAULTS: Final[Mapping[str, Any]] = {
    "type": 1,
    "description": "",
    "default_member_permissions": None,
    "nsfw": False,
    "name_localizations": None,
    "description_localizations": None,
}


@route("GET", "/applications/@me")
@route("GET", "/oauth2/applications/@me")
def about(call: Call) -> Answer:
    guilds = sum(call.bot.id in guild.members for guild in call.world.guilds.values())
    return call.bot.to_api_json(call.world.people[call.bot.owner_id], guilds)


@route("PATCH", "/applications/@me")
async def describe(call: Call) -> Answer:
    body = call.checked()
    if "interactions_endpoint_url" in body:
        url = body["interactions_endpoint_url"] or None
        if url:
            await call.endpoints.verify_url(call.bot, url)
        call.bot.endpoint_url = url
    call.bot.description = body.get("description") or call.bot.description
    call.world.publish_change(PageFrameChanged())
    return about(call)


@route("GET", EVERYWHERE)
@route("GET", OF_GUILD)
def listed(call: Call) -> Answer:
    scope = _scope(call).values()
    if call.flag("with_localizations"):
        return [*scope]
    return [_localised(command) for command in scope]


def _localised(part: Mapping[str, Any]) -> dict[str, Any]:
    """A list names of all languages only the reader's: a bot's is English."""
    told = {key: value for key, value in part.items() if not key.endswith("_localizations")}
    for name in ("name", "description"):
        if text := (part.get(f"{name}_localizations") or {}).get(ENGLISH):
            told[f"{name}_localized"] = text
    for within in ("options", "choices"):
        if within in part:
            told[within] = [_localised(one) for one in part[within] or ()]
    return told


@route("PUT", EVERYWHERE)
@route("PUT", OF_GUILD)
def replace(call: Call) -> Answer:
    before = _scope(call)
    call.playground.body_validator.validate_commands(call.method, call.template, call.body)
    named = {_name(command): command for command in before.values()}
    _spend(call, sum(_name(command) not in named for command in call.body))
    fresh = [_registered(call, command, named.get(_name(command))) for command in call.body]
    before.clear()
    before.update({command["id"]: command for command in fresh})
    call.world.publish_change(PageFrameChanged())
    return fresh


@route("POST", EVERYWHERE)
@route("POST", OF_GUILD)
def add(call: Call) -> Answer:
    scope = _scope(call)
    name = _name(call.body) if isinstance(call.body, dict) else None
    same = [command for command in scope.values() if _name(command) == name]
    beside = [command for command in scope.values() if command not in same]
    call.playground.body_validator.validate_commands(call.method, call.template, call.body, other_commands=beside)
    _spend(call, 0 if same else 1)
    call.made = not same
    command = _registered(call, call.body, same[0] if same else None)
    scope[command["id"]] = command
    call.world.publish_change(PageFrameChanged())
    return command


@route("GET", EVERYWHERE + COMMAND)
@route("GET", OF_GUILD + COMMAND)
def told(call: Call) -> Answer:
    return _command(call)


@route("PATCH", EVERYWHERE + COMMAND)
@route("PATCH", OF_GUILD + COMMAND)
def change(call: Call) -> Answer:
    command = _command(call)
    scope = _scope(call)
    body = call.body if isinstance(call.body, dict) else {"options": call.body}
    merged = {key: value for key, value in command.items() if key in _SETTABLE} | body
    beside = [other for other in scope.values() if other is not command]
    call.playground.body_validator.validate_commands(call.method, call.template, merged, other_commands=beside)
    changed = _registered(call, merged, command)
    scope[changed["id"]] = changed
    call.world.publish_change(PageFrameChanged())
    return changed


@route("DELETE", EVERYWHERE + COMMAND)
@route("DELETE", OF_GUILD + COMMAND)
def remove(call: Call) -> Answer:
    del _scope(call)[_command(call)["id"]]
    call.world.publish_change(PageFrameChanged())
    return None


@route("PUT", OF_GUILD + COMMAND + "/permissions")
def permit(call: Call) -> Answer:
    """Who may use a command is for people to say."""
    raise ApiError(NOT_FOR_BOTS)


_SETTABLE: Final = {
    "name", "name_localizations", "description", "description_localizations", "options", "default_member_permissions",
    "contexts", "integration_types", "nsfw", "type",
}  # fmt: skip


def _name(command: Mapping[str, Any]) -> tuple[int, str]:
    return command.get("type") or 1, command.get("name", "")


def _registered(call: Call, body: Mapping[str, Any], before: Mapping[str, Any] | None) -> dict[str, Any]:
    """A command keeps its id for as long as it keeps its name."""
    command = dict(DEFAULTS) | {key: value for key, value in body.items() if key in _SETTABLE and value is not None}
    command["id"] = before["id"] if before else call.world.clock.new_snowflake()
    command["application_id"] = call.bot.id
    command["version"] = call.world.clock.new_snowflake()
    if (needed := command["default_member_permissions"]) is not None:
        # Some libraries send a number; Discord always tells digits.
        command["default_member_permissions"] = str(needed)
    command.setdefault("integration_types", [0])
    if guild := call.path.get("guild_id"):
        command["guild_id"] = guild
        command.setdefault("contexts", None)
    else:
        dms = body.get("dm_permission", True)
        command.setdefault("contexts", None if dms is not False else [0])
        command["dm_permission"] = dms is not False
    return {key: value for key, value in command.items() if not (key == "contexts" and value is None)}


def _spend(call: Call, fresh: int) -> None:
    """Only what was not there is made: whoever sends the same again makes nothing."""
    if not call.playground.new_command_quota.try_spend(f"{call.bot.id} {call.path.get('guild_id', '')}", fresh):
        raise ApiError(TOO_MANY_NEW_COMMANDS)


def _scope(call: Call) -> dict[str, dict[str, Any]]:
    if call.path["application_id"] != call.bot.id:
        raise ApiError(UNKNOWN_APPLICATION)
    guild = call.path.get("guild_id", "")
    if guild and call.bot.id not in call.world.get_guild(guild).members:
        raise ApiError(MISSING_ACCESS)
    return call.bot.commands_by_scope.setdefault(guild, {})


def _command(call: Call) -> dict[str, Any]:
    command = _scope(call).get(call.path["command_id"])
    if command is None:
        raise ApiError(UNKNOWN_COMMAND)
    return command
