"""Routes for a bot's application and its commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api_errors import (
    INVALID_FORM,
    MISSING_ACCESS,
    NOT_FOR_BOTS,
    TOO_MANY_NEW_COMMANDS,
    UNKNOWN_APPLICATION,
    UNKNOWN_COMMAND,
    ApiError,
    FieldError,
)
from discord_playground.world.change import PageFrameChanged
from discord_playground.world.interaction import SLASH_COMMAND
from discord_playground.world.person import format_install_params

GLOBAL_COMMANDS_PATH: Final = "/applications/{application_id}/commands"
GUILD_COMMANDS_PATH: Final = "/applications/{application_id}/guilds/{guild_id}/commands"
COMMAND_PATH_SUFFIX: Final = "/{command_id}"
BOT_LOCALE: Final = "en-US"
SETTABLE_COMMAND_FIELDS: Final = {
    "name", "name_localizations", "description", "description_localizations", "options", "default_member_permissions",
    "contexts", "integration_types", "nsfw", "type",
}  # fmt: skip
COMMAND_DEFAULTS: Final[Mapping[str, Any]] = {
    "type": SLASH_COMMAND,
    "description": "",
    "default_member_permissions": None,
    "nsfw": False,
    "name_localizations": None,
    "description_localizations": None,
}


@route("GET", "/applications/@me")
@route("GET", "/oauth2/applications/@me")
def get_application(call: ApiCall) -> ResponseBody:
    guild_count = sum(call.bot.id in guild.members for guild in call.world.guilds.values())
    return call.bot.to_api_json(call.world.people[call.bot.owner_id], guild_count)


@route("PATCH", "/applications/@me")
async def edit_application(call: ApiCall) -> ResponseBody:
    body = call.validate_body()
    bot = call.bot
    if not bot.is_public and _has_default_link(body):
        message = "Private application cannot have a default authorization link."
        raise ApiError(INVALID_FORM, [FieldError(("integration_types_config",), "INVALID_INSTALL_LINK", message)])
    if "interactions_endpoint_url" in body:
        url = body["interactions_endpoint_url"] or None
        if url:
            await call.endpoints.verify_url(bot, url)
        bot.endpoint_url = url
    if "description" in body:
        bot.description = body["description"] or ""
    if "tags" in body:
        bot.tags = body["tags"] or []
    if "install_params" in body:
        params = body["install_params"]
        bot.install_params = format_install_params(params) if params else None
    if body.get("integration_types_config") is not None:
        bot.install_config = {
            context: _format_context(config)
            for context, config in body["integration_types_config"].items()
            if config is not None
        }
    call.world.publish_change(PageFrameChanged())
    return get_application(call)


def _has_default_link(body: Mapping[str, Any]) -> bool:
    contexts = (body.get("integration_types_config") or {}).values()
    return bool(body.get("install_params") or any(it and it.get("oauth2_install_params") for it in contexts))


def _format_context(config: Mapping[str, Any]) -> dict[str, Any]:
    params = config.get("oauth2_install_params")
    return {"oauth2_install_params": format_install_params(params)} if params else {}


@route("GET", GLOBAL_COMMANDS_PATH)
@route("GET", GUILD_COMMANDS_PATH)
def list_commands(call: ApiCall) -> ResponseBody:
    scope = _get_commands_in_scope(call).values()
    if call.get_query_flag("with_localizations"):
        return [*scope]
    return [_localize_command(command) for command in scope]


def _localize_command(node: Mapping[str, Any]) -> dict[str, Any]:
    """Return a command, option or choice with its English translation instead of all translations.

    `{"name": "duel", "name_localizations": {"en-US": "Duel", "de": "Duell"}}` becomes
    `{"name": "duel", "name_localized": "Duel"}`.
    """
    localized = {key: value for key, value in node.items() if not key.endswith("_localizations")}
    for name in ("name", "description"):
        if text := (node.get(f"{name}_localizations") or {}).get(BOT_LOCALE):
            localized[f"{name}_localized"] = text
    for key in ("options", "choices"):
        if key in node:
            localized[key] = [_localize_command(child) for child in node[key] or ()]
    return localized


@route("PUT", GLOBAL_COMMANDS_PATH)
@route("PUT", GUILD_COMMANDS_PATH)
def replace_commands(call: ApiCall) -> ResponseBody:
    scope = _get_commands_in_scope(call)
    call.playground.body_validator.validate_commands(call.method, call.template, call.body)
    old_commands = {_get_command_key(command): command for command in scope.values()}
    _spend_command_quota(call, sum(_get_command_key(command) not in old_commands for command in call.body))
    new_commands = [_build_command(call, command, old_commands.get(_get_command_key(command))) for command in call.body]
    scope.clear()
    scope.update({command["id"]: command for command in new_commands})
    call.world.publish_change(PageFrameChanged())
    return new_commands


@route("POST", GLOBAL_COMMANDS_PATH)
@route("POST", GUILD_COMMANDS_PATH)
def create_command(call: ApiCall) -> ResponseBody:
    scope = _get_commands_in_scope(call)
    key = _get_command_key(call.body) if isinstance(call.body, dict) else None
    old_command = next((command for command in scope.values() if _get_command_key(command) == key), None)
    others = [command for command in scope.values() if command is not old_command]
    call.playground.body_validator.validate_commands(call.method, call.template, call.body, other_commands=others)
    _spend_command_quota(call, 0 if old_command else 1)
    call.has_created = old_command is None
    command = _build_command(call, call.body, old_command)
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
    scope = _get_commands_in_scope(call)
    body = call.body if isinstance(call.body, dict) else {"options": call.body}
    kept_fields = {*SETTABLE_COMMAND_FIELDS, "dm_permission"}
    # The type of a command cannot be changed.
    merged = {key: value for key, value in command.items() if key in kept_fields} | body | {"type": command["type"]}
    others = [other for other in scope.values() if other is not command]
    call.playground.body_validator.validate_commands(call.method, call.template, merged, other_commands=others)
    edited = _build_command(call, merged, command)
    scope[edited["id"]] = edited
    call.world.publish_change(PageFrameChanged())
    return edited


@route("DELETE", GLOBAL_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
@route("DELETE", GUILD_COMMANDS_PATH + COMMAND_PATH_SUFFIX)
def delete_command(call: ApiCall) -> ResponseBody:
    del _get_commands_in_scope(call)[_find_command(call)["id"]]
    call.world.publish_change(PageFrameChanged())
    return None


@route("PUT", GUILD_COMMANDS_PATH + COMMAND_PATH_SUFFIX + "/permissions")
def edit_command_permissions(call: ApiCall) -> ResponseBody:
    """Raise an error, since only users can change a command's permissions."""
    raise ApiError(NOT_FOR_BOTS)


def _get_command_key(command: Mapping[str, Any]) -> tuple[int, str]:
    return command.get("type") or SLASH_COMMAND, command.get("name", "")


def _build_command(call: ApiCall, body: Mapping[str, Any], old_command: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the command to store for a request body. It keeps the ID of `old_command`, if it replaces one."""
    command = dict(COMMAND_DEFAULTS) | {
        key: value for key, value in body.items() if key in SETTABLE_COMMAND_FIELDS and value is not None
    }
    command["id"] = old_command["id"] if old_command else call.world.clock.new_snowflake()
    command["application_id"] = call.bot.id
    command["version"] = call.world.clock.new_snowflake()
    if (permissions := command["default_member_permissions"]) is not None:
        # Some libraries send a number, but Discord always returns a string.
        command["default_member_permissions"] = str(permissions)
    command.setdefault("integration_types", [0])
    if guild_id := call.path_params.get("guild_id"):
        command["guild_id"] = guild_id
        command.setdefault("contexts", None)
    else:
        allows_dms = body.get("dm_permission", True) is not False
        command.setdefault("contexts", None if allows_dms else [0])
        command["dm_permission"] = allows_dms
    return {key: value for key, value in command.items() if not (key == "contexts" and value is None)}


def _spend_command_quota(call: ApiCall, new_command_count: int) -> None:
    """Count newly created commands towards the bot's daily quota. Raises an error if the quota is exceeded."""
    key = f"{call.bot.id} {call.path_params.get('guild_id', '')}"
    if not call.playground.new_command_quota.try_spend(key, new_command_count):
        raise ApiError(TOO_MANY_NEW_COMMANDS)


def _get_commands_in_scope(call: ApiCall) -> dict[str, dict[str, Any]]:
    """Return the bot's commands by ID: those of the server in the path or, if there is no server, the global ones."""
    if call.path_params["application_id"] != call.bot.id:
        raise ApiError(UNKNOWN_APPLICATION)
    guild_id = call.path_params.get("guild_id", "")
    if guild_id and call.bot.id not in call.world.get_guild(guild_id).members:
        raise ApiError(MISSING_ACCESS)
    return call.bot.commands_by_scope.setdefault(guild_id, {})


def _find_command(call: ApiCall) -> dict[str, Any]:
    command = _get_commands_in_scope(call).get(call.path_params["command_id"])
    if command is None:
        raise ApiError(UNKNOWN_COMMAND)
    return command
