"""The bot about itself, and the commands that it registers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api_errors import (
    MISSING_ACCESS,
    NOT_FOR_BOTS,
    TOO_MANY_NEW_COMMANDS,
    UNKNOWN_APPLICATION,
    UNKNOWN_COMMAND,
    ApiError,
)
from discord_playground.world.change import PageFrameChanged

GLOBAL_COMMANDS_PATH: Final = "/applications/{application_id}/commands"
GUILD_COMMANDS_PATH: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
COMMAND_PATH_SUFFIX: Final = "/{command_id}"
BOT_LOCALE: Final = "en-US"
COMMAND_DEFAULTS: Final[Mapping[str, Any]] = {
    "type": 1,
    "description": "",
    "default_member_permissions": None,
    "nsfw": False,
    "name_localizations": None,
    "description_localizations": None,
}


@route("GET", "/applications/@me")
@route("GET", "/oauth2/applications/@me")
def get_application(call: ApiCall) -> ResponseBody:
    guilds = sum(call.bot.id in guild.members for guild in call.world.guilds.values())
    return call.bot.to_api_json(call.world.people[call.bot.owner_id], guilds)


@route("PATCH", "/applications/@me")
async def edit_application(call: ApiCall) -> ResponseBody:
    body = call.validate_body()
    if "interactions_endpoint_url" in body:
        url = body["interactions_endpoint_url"] or None
        if url:
            await call.endpoints.verify_url(call.bot, url)
        call.bot.endpoint_url = url
    call.bot.description = body.get("description") or call.bot.description
    call.world.publish_change(PageFrameChanged())
    return get_application(call)


@route("GET", GLOBAL_COMMANDS_PATH)
@route("GET", GUILD_COMMANDS_PATH)
def list_commands(call: ApiCall) -> ResponseBody:
    scope = _commands_in_scope(call).values()
    if call.query_flag("with_localizations"):
        return [*scope]
    return [_localize_command(command) for command in scope]


def _localize_command(part: Mapping[str, Any]) -> dict[str, Any]:
    """A list names of all languages only the reader's: a bot's is English."""
    told = {key: value for key, value in part.items() if not key.endswith("_localizations")}
    for name in ("name", "description"):
        if text := (part.get(f"{name}_localizations") or {}).get(BOT_LOCALE):
            told[f"{name}_localized"] = text
    for within in ("options", "choices"):
        if within in part:
            told[within] = [_localize_command(one) for one in part[within] or ()]
    return told


@route("PUT", GLOBAL_COMMANDS_PATH)
@route("PUT", GUILD_COMMANDS_PATH)
def replace_commands(call: ApiCall) -> ResponseBody:
    before = _commands_in_scope(call)
    call.playground.body_validator.validate_commands(call.method, call.template, call.body)
    named = {_command_key(command): command for command in before.values()}
    _spend_command_quota(call, sum(_command_key(command) not in named for command in call.body))
    fresh = [_build_command(call, command, named.get(_command_key(command))) for command in call.body]
    before.clear()
    before.update({command["id"]: command for command in fresh})
    call.world.publish_change(PageFrameChanged())
    return fresh


@route("POST", GLOBAL_COMMANDS_PATH)
@route("POST", GUILD_COMMANDS_PATH)
def create_command(call: ApiCall) -> ResponseBody:
    scope = _commands_in_scope(call)
    name = _command_key(call.body) if isinstance(call.body, dict) else None
    same = [command for command in scope.values() if _command_key(command) == name]
    beside = [command for command in scope.values() if command not in same]
    call.playground.body_validator.validate_commands(call.method, call.template, call.body, other_commands=beside)
    _spend_command_quota(call, 0 if same else 1)
    call.has_created = not same
    command = _build_command(call, call.body, same[0] if same else None)
    scope[command["id"]] = command
    call.world.publish_change(PageFrameChanged())
    return command


@route("GET", GLOBAL_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
@route("GET", GUILD_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
def get_command(call: ApiCall) -> ResponseBody:
    return _find_command(call)


@route("PATCH", GLOBAL_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
@route("PATCH", GUILD_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
def edit_command(call: ApiCall) -> ResponseBody:
    command = _find_command(call)
    scope = _commands_in_scope(call)
    body = call.body if isinstance(call.body, dict) else {"options": call.body}
    merged = {key: value for key, value in command.items() if key in _SETTABLE_FIELDS} | body
    beside = [other for other in scope.values() if other is not command]
    call.playground.body_validator.validate_commands(call.method, call.template, merged, other_commands=beside)
    changed = _build_command(call, merged, command)
    scope[changed["id"]] = changed
    call.world.publish_change(PageFrameChanged())
    return changed


@route("DELETE", GLOBAL_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
@route("DELETE", GUILD_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
def delete_command(call: ApiCall) -> ResponseBody:
    del _commands_in_scope(call)[_find_command(call)["id"]]
    call.world.publish_change(PageFrameChanged())
    return None


@route("PUT", GUILD_COMMANDS_PATH + COMMAND_PATH_SUFFIX + "/permissions")
def edit_command_permissions(call: ApiCall) -> ResponseBody:
    """Who may use a command is for people to say."""
    raise ApiError(NOT_FOR_BOTS)


_SETTABLE_FIELDS: Final = {
    "name", "name_localizations", "description", "description_localizations", "options", "default_member_permissions",
    "contexts", "integration_types", "nsfw", "type",
}  # fmt: skip


def _command_key(command: Mapping[str, Any]) -> tuple[int, str]:
    return command.get("type") or 1, command.get("name", "")


def _build_command(call: ApiCall, body: Mapping[str, Any], old_command: Mapping[str, Any] | None) -> dict[str, Any]:
    """A command keeps its id for as long as it keeps its name."""
    command = dict(COMMAND_DEFAULTS) | {
        key: value for key, value in body.items() if key in _SETTABLE_FIELDS and value is not None
    }
    command["id"] = old_command["id"] if old_command else call.world.clock.new_snowflake()
    command["application_id"] = call.bot.id
    command["version"] = call.world.clock.new_snowflake()
    if (needed := command["default_member_permissions"]) is not None:
        # Some libraries send a number; Discord always tells digits.
        command["default_member_permissions"] = str(needed)
    command.setdefault("integration_types", [0])
    if guild := call.path_params.get("guild_id"):
        command["guild_id"] = guild
        command.setdefault("contexts", None)
    else:
        dms = body.get("dm_permission", True)
        command.setdefault("contexts", None if dms is not False else [0])
        command["dm_permission"] = dms is not False
    return {key: value for key, value in command.items() if not (key == "contexts" and value is None)}


def _spend_command_quota(call: ApiCall, new_command_count: int) -> None:
    """Only what was not there is made: whoever sends the same again makes nothing."""
    if not call.playground.new_command_quota.try_spend(
        f"{call.bot.id} {call.path_params.get('guild_id', '')}", new_command_count
    ):
        raise ApiError(TOO_MANY_NEW_COMMANDS)


def _commands_in_scope(call: ApiCall) -> dict[str, dict[str, Any]]:
    if call.path_params["application_id"] != call.bot.id:
        raise ApiError(UNKNOWN_APPLICATION)
    guild = call.path_params.get("guild_id", "")
    if guild and call.bot.id not in call.world.get_guild(guild).members:
        raise ApiError(MISSING_ACCESS)
    return call.bot.commands_by_scope.setdefault(guild, {})


def _find_command(call: ApiCall) -> dict[str, Any]:
    command = _commands_in_scope(call).get(call.path_params["command_id"])
    if command is None:
        raise ApiError(UNKNOWN_COMMAND)
    return command
