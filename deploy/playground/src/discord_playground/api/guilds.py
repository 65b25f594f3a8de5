"""Routes for servers, members, roles and users, and for the gateway's address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from discord_playground.api.call import ApiCall, ResponseBody, route
from discord_playground.api.channels import check_overwrites, replace_overwrites
from discord_playground.api_errors import (
    INVALID_FORM,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    UNKNOWN_MEMBER,
    UNKNOWN_ROLE,
    WRONG_CHANNEL_TYPE,
    ApiError,
    FieldError,
)
from discord_playground.world.change import MemberUpdated, UserRenamed
from discord_playground.world.channel import SERVER_CHANNEL_TYPES, TEXT_CHANNEL, normalize_channel_name
from discord_playground.world.guild import Guild, Role
from discord_playground.world.permissions import compute_permissions
from discord_playground.world.person import Member

FORBIDDEN_IN_USERNAMES: Final = ("@", "#", ":", "```", "discord")
RESERVED_USERNAMES: Final = ("everyone", "here")
TIMEOUT_FIELD: Final = "communication_disabled_until"
PERMISSION_BY_MEMBER_FIELD: Final = {
    "nick": "manage_nicknames",
    "roles": "manage_roles",
}
"""The permissions required to change fields of a member, by field."""


@route("GET", "/gateway", is_token_in_path=True)
def get_gateway(call: ApiCall) -> ResponseBody:
    return {"url": call.playground.gateway_url}


@route("GET", "/gateway/bot")
def get_gateway_bot(call: ApiCall) -> ResponseBody:
    gateway = call.playground.gateway
    remaining, reset_ms = gateway.session_quota.get_remaining(call.bot.id)
    return {
        "url": call.playground.gateway_url,
        "shards": call.playground.recommended_shard_count,
        "session_start_limit": {
            "total": gateway.session_quota.limit,
            "remaining": remaining,
            "reset_after": reset_ms,
            "max_concurrency": gateway.max_concurrency or 1,
        },
    }


@route("GET", "/users/@me")
def get_current_user(call: ApiCall) -> ResponseBody:
    person = call.world.people[call.bot.id]
    return person.api_json | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


@route("PATCH", "/users/@me")
def edit_current_user(call: ApiCall) -> ResponseBody:
    body = call.validate_body()
    if body.get("avatar"):
        error = FieldError(("avatar",), "AVATAR_UNAVAILABLE", "The playground has only generated avatars.")
        raise ApiError(INVALID_FORM, [error])
    _check_username(body.get("username") or "")
    person = call.world.people[call.bot.id]
    person.name = body.get("username") or person.name
    call.world.publish_change(UserRenamed(person.id))
    return get_current_user(call)


def _check_username(name: str) -> None:
    if name in RESERVED_USERNAMES or any(part in name.lower() for part in FORBIDDEN_IN_USERNAMES):
        message = "This username is reserved, or contains forbidden text."
        raise ApiError(INVALID_FORM, [FieldError(("username",), "USERNAME_INVALID_CONTAINS", message)])


@route("GET", "/users/@me/guilds")
def list_own_guilds(call: ApiCall) -> ResponseBody:
    limit = call.get_query_number("limit", 200, 1, 200)
    before, after = call.get_query_snowflake("before"), call.get_query_snowflake("after") or 0
    guilds = sorted((it for it in call.world.guilds.values() if call.bot.id in it.members), key=lambda it: int(it.id))
    guilds = [it for it in guilds if int(it.id) > after and (before is None or int(it.id) < before)]
    # With `before`, the result is the last servers before that ID, not the first ones.
    page = guilds[-limit:] if before is not None else guilds[:limit]
    return [
        {
            "id": guild.id,
            "name": guild.name,
            "icon": None,
            "banner": None,
            "owner": guild.owner_id == call.bot.id,
            "permissions": str(compute_permissions(guild, None, call.bot.id)),
            "features": [],
        }
        for guild in page
    ]


@route("GET", "/users/{user_id}")
def get_user(call: ApiCall) -> ResponseBody:
    return call.world.get_person(call.path_params["user_id"]).api_json


@route("GET", "/guilds/{guild_id}")
def get_guild(call: ApiCall) -> ResponseBody:
    guild = call.require_guild()
    if not call.get_query_flag("with_counts"):
        return guild.api_json
    online = sum(user_id in call.world.presences for user_id in guild.members)
    return guild.api_json | {"approximate_member_count": len(guild.members), "approximate_presence_count": online}


@route("DELETE", "/users/@me/guilds/{guild_id}")
def leave_guild(call: ApiCall) -> ResponseBody:
    call.world.remove_member(call.require_guild(), call.bot.id)
    return None


@route("GET", "/guilds/{guild_id}/channels")
def list_guild_channels(call: ApiCall) -> ResponseBody:
    guild = call.require_guild()
    channels = [it for it in call.world.channels.values() if it.guild_id == guild.id and not it.is_thread]
    return [channel.to_api_json(call.world.people, call.bot.id) for channel in channels]


@route("GET", "/guilds/{guild_id}/threads/active")
def list_active_threads(call: ApiCall) -> ResponseBody:
    threads = [it for it in call.world.list_threads(call.require_guild().id) if not it.archived]
    threads = [it for it in threads if call.world.can_view(call.bot.id, it)]
    return {
        "threads": [thread.to_api_json(call.world.people, call.bot.id) for thread in threads],
        "members": [it.thread_member_json(call.bot.id) for it in threads if call.bot.id in it.joined_at_by_member],
        "has_more": False,
    }


@route("POST", "/guilds/{guild_id}/channels", success_status=201)
def create_guild_channel(call: ApiCall) -> ResponseBody:
    guild = call.require_guild("manage_channels")
    body = call.validate_body()
    channel_type = body.get("type") or TEXT_CHANNEL
    overwrites = body.get("permission_overwrites") or []
    check_overwrites(call, guild, overwrites, existing={})
    if channel_type not in SERVER_CHANNEL_TYPES.values():
        raise ApiError(WRONG_CHANNEL_TYPE)
    channel = call.world.build_channel(guild, normalize_channel_name(channel_type, body["name"]), channel_type)
    channel.topic, channel.nsfw = body.get("topic"), bool(body.get("nsfw"))
    channel.slowmode_s = body.get("rate_limit_per_user") or 0
    if body.get("position") is not None:
        channel.position = body["position"]
    replace_overwrites(channel, overwrites)
    call.world.add_channel(channel)
    return channel.to_api_json(call.world.people, call.bot.id)


@route("GET", "/guilds/{guild_id}/roles")
def list_roles(call: ApiCall) -> ResponseBody:
    return [role.api_json for role in call.require_guild().roles.values()]


@route("GET", "/guilds/{guild_id}/roles/{role_id}")
def get_role(call: ApiCall) -> ResponseBody:
    found = call.require_guild().roles.get(call.path_params["role_id"])
    if found is None:
        raise ApiError(UNKNOWN_ROLE)
    return found.api_json


@route("GET", "/guilds/{guild_id}/members")
def list_members(call: ApiCall) -> ResponseBody:
    if not call.bot.has_privileged_intents:
        raise ApiError(MISSING_ACCESS)
    guild = call.require_guild()
    limit, after = call.get_query_number("limit", 1, 1, 1000), call.get_query_snowflake("after") or 0
    user_ids = sorted((user_id for user_id in guild.members if int(user_id) > after), key=int)[:limit]
    return [call.world.member_to_api_json(guild, user_id) for user_id in user_ids]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(call: ApiCall) -> ResponseBody:
    guild = call.require_guild()
    return call.world.member_to_api_json(guild, _find_member(call, guild).user_id)


@route("PATCH", "/guilds/{guild_id}/members/@me")
def edit_own_member(call: ApiCall) -> ResponseBody:
    guild, body = call.require_guild(), call.validate_body()
    if "nick" in body:
        call.require_guild("change_nickname")
    return _update_member(call, guild, call.bot.id, {"nick": body["nick"]} if "nick" in body else {})


@route("PATCH", "/guilds/{guild_id}/members/{user_id}")
def edit_member(call: ApiCall) -> ResponseBody:
    guild, body = call.require_guild(), call.validate_body()
    member = _find_member(call, guild)
    user_id = member.user_id
    if body.get(TIMEOUT_FIELD):
        error = FieldError((TIMEOUT_FIELD,), "TIME_OUT_UNAVAILABLE", "The playground has no timeouts.")
        raise ApiError(INVALID_FORM, [error])
    for field, permission in PERMISSION_BY_MEMBER_FIELD.items():
        if field in body:
            call.require_guild(permission)
    is_below_bot = _get_highest_role_position(guild, user_id) < _get_highest_role_position(guild, call.bot.id)
    if user_id == guild.owner_id or not (is_below_bot or user_id == call.bot.id):
        raise ApiError(MISSING_PERMISSIONS)
    if body.get("roles") is not None:
        changed_role_ids = {*map(str, body["roles"])} ^ {*member.role_ids}
        for role_id in changed_role_ids:
            _require_lower_role(call, guild, role_id)
    return _update_member(call, guild, user_id, body)


def _update_member(call: ApiCall, guild: Guild, user_id: str, body: Mapping[str, Any]) -> ResponseBody:
    member = guild.members[user_id]
    if "nick" in body:
        member.nick = body["nick"] or None
    if body.get("roles") is not None:
        member.role_ids = [str(role_id) for role_id in body["roles"]]
    call.world.publish_change(MemberUpdated(guild, user_id))
    return call.world.member_to_api_json(guild, user_id)


@route("PUT", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def add_member_role(call: ApiCall) -> ResponseBody:
    member, role = _find_member_and_role(call)
    if role.id not in member.role_ids:
        member.role_ids.append(role.id)
        call.world.publish_change(MemberUpdated(call.require_guild(), member.user_id))
    return None


@route("DELETE", "/guilds/{guild_id}/members/{user_id}/roles/{role_id}")
def remove_member_role(call: ApiCall) -> ResponseBody:
    member, role = _find_member_and_role(call)
    if role.id in member.role_ids:
        member.role_ids.remove(role.id)
        call.world.publish_change(MemberUpdated(call.require_guild(), member.user_id))
    return None


def _find_member_and_role(call: ApiCall) -> tuple[Member, Role]:
    """Return the member and the role in the path. Raises an error if the bot may not assign the role."""
    guild = call.require_guild()
    member = _find_member(call, guild)
    if call.path_params["role_id"] not in guild.roles:
        raise ApiError(UNKNOWN_ROLE)
    call.require_guild("manage_roles")
    return member, _require_lower_role(call, guild, call.path_params["role_id"])


def _find_member(call: ApiCall, guild: Guild) -> Member:
    """Return the member in the path. Raises an error if the user does not exist or is not a member."""
    person = call.world.get_person(call.path_params["user_id"])
    if person.id not in guild.members:
        raise ApiError(UNKNOWN_MEMBER)
    return guild.members[person.id]


def _require_lower_role(call: ApiCall, guild: Guild, role_id: str) -> Role:
    """Return the role with this ID. Raises an error if the bot may not assign it to members.

    A bot may assign only roles below its own highest role, and neither @everyone nor the role of a bot.
    """
    role = guild.roles.get(role_id)
    if role is None:
        raise ApiError(UNKNOWN_ROLE)
    if role.bot_id or role.id == guild.id or role.position >= _get_highest_role_position(guild, call.bot.id):
        raise ApiError(MISSING_PERMISSIONS)
    return role


def _get_highest_role_position(guild: Guild, user_id: str) -> int:
    return max((guild.roles[role_id].position for role_id in guild.members[user_id].role_ids), default=0)
