"""The controls, with which tests make changes that no user can make in Discord's app."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.api.call import ROUTES
from discord_playground.cdn import draw_avatar_png
from discord_playground.fault_injection import DROP_CONNECTION, InjectedFault
from discord_playground.gateway.client_payloads import Opcode
from discord_playground.limits.locale import DISCORD_LOCALES
from discord_playground.people import lookup
from discord_playground.people.action_request import ActionDenied, ActionRequest
from discord_playground.playground import PlaygroundServer
from discord_playground.rate_limits import EVERY_ROUTE, RateLimit
from discord_playground.world.change import ChannelUpdated, PageFrameChanged, RoleUpdated
from discord_playground.world.channel import SERVER_CHANNEL_TYPES, PermissionOverwrite
from discord_playground.world.emoji import ApplicationEmoji
from discord_playground.world.interaction import GUILD_INSTALL, USER_INSTALL
from discord_playground.world.permissions import PERMISSION_BITS, combine_bits
from discord_playground.world.person import new_install_config

ControlResponse: TypeAlias = dict[str, Any]
MAX_SECONDS: Final = 100 * 365 * 86400.0
MAX_SERVERS_PER_REQUEST: Final = 2500
"""Maximum number of servers that one `create_server` request creates. Discord has the same limit per shard."""
INSTALL_CONTEXTS: Final = {"server": GUILD_INSTALL, "user": USER_INSTALL}


class ControlHandler:
    """Performs the controls that `API.md` describes."""

    def __init__(self, playground: PlaygroundServer) -> None:
        self.playground = playground
        self.world = playground.world

    def handle_control(self, request: ActionRequest) -> ControlResponse:
        do = request.get("do") or ""
        method = CONTROL_METHODS.get(do)
        if method is None:
            raise ActionDenied(f"there is no control {do!r}; there are: {', '.join(CONTROL_METHODS)}")
        try:
            return {"ok": True} | (method(self, request) or {})
        except (TypeError, ValueError, OverflowError) as error:
            raise ActionDenied(f"{do}: {error}") from None

    def advance_time(self, request: ActionRequest) -> None:
        self.world.clock.advance_by(_parse_seconds(request["seconds"]))
        self.world.publish_change(PageFrameChanged())

    def set_rate_limit(self, request: ActionRequest) -> None:
        max_requests = request["limit"]
        limit = None if max_requests is None else RateLimit(int(max_requests), _parse_seconds(request["seconds"]))
        self.playground.rate_limits.set_limit(self._check_route(request), limit)

    def add_fault(self, request: ActionRequest) -> None:
        status = request.get("status")
        if not (status is None or status == DROP_CONNECTION or (isinstance(status, int) and 400 <= status < 600)):
            raise ActionDenied("status must be 4xx, 5xx or drop")
        times, delay_s = int(request.get("times", 1)), _parse_seconds(request.get("delay", 0))
        after_handling = bool(request.get("processed"))
        code, channel = int(request.get("code", 0)), request.get("channel")
        channel_id = lookup.find_any_channel(self.world, channel).id if channel else None
        self.playground.fault_injector.add_fault(
            InjectedFault(self._check_route(request), status, times, after_handling, delay_s, code, channel_id)
        )

    def clear_faults(self, request: ActionRequest) -> ControlResponse:
        """Cancel a route's pending faults. Return the number of requests that they would have affected."""
        return {"remaining": self.playground.fault_injector.cancel_faults(request.get("route", EVERY_ROUTE))}

    def disrupt_gateway(self, request: ActionRequest) -> ControlResponse:
        gateway = self.playground.gateway
        bot_id = lookup.find_bot(self.world, request["bot"]).id if request.get("bot") else None
        shard = request.get("shard")
        match request["send"]:
            case "reconnect":
                return {"sessions": gateway.send_opcode(Opcode.RECONNECT, None, bot_id, shard)}
            case "invalid":
                is_resumable = bool(request.get("resumable"))
                return {"sessions": gateway.send_opcode(Opcode.INVALID_SESSION, is_resumable, bot_id, shard)}
            case "drop":
                return {"sessions": gateway.drop_connections(bot_id, shard)}
        raise ActionDenied("send must be reconnect, invalid or drop")

    def set_permissions(self, request: ActionRequest) -> None:
        allow, deny = _parse_permissions(request.get("allow")), _parse_permissions(request.get("deny"))
        if "channel" in request:
            channel = lookup.find_any_channel(self.world, request["channel"])
            guild = lookup.find_guild(self.world, channel.guild_id)
            target_id, is_member = self._find_permission_target(guild.id, request.get("target"))
            overwrite = channel.overwrites.setdefault(target_id, PermissionOverwrite(is_member))
            overwrite.allowed_bits = (overwrite.allowed_bits | allow) & ~deny
            overwrite.denied_bits = (overwrite.denied_bits | deny) & ~allow
            self.world.publish_change(ChannelUpdated(channel))
        else:
            guild = lookup.find_guild(self.world, request["server"])
            target_id, is_member = self._find_permission_target(guild.id, request.get("target"))
            if is_member:
                raise ActionDenied("in a whole server, only roles have permissions")
            role = guild.roles[target_id]
            role.permissions = (role.permissions | allow) & ~deny
            self.world.publish_change(RoleUpdated(guild, role))
        self.world.publish_change(PageFrameChanged())

    def _find_permission_target(self, guild_id: str, name_or_id: object) -> tuple[str, bool]:
        """Return the ID of the role or person with this name or ID, and whether it is a person.

        Without a name, return the role of the server's only bot.
        """
        roles = self.world.guilds[guild_id].roles.values()
        bot_roles = [role for role in roles if role.bot_id]
        if name_or_id is None:
            if len(bot_roles) != 1:
                raise ActionDenied("target is needed unless there is exactly one bot")
            return bot_roles[0].id, False
        for role in roles:
            if str(name_or_id) in {role.id, role.name}:
                return role.id, False
        return lookup.find_person(self.world, name_or_id).id, True

    def create_server(self, request: ActionRequest) -> ControlResponse:
        member_ids = [lookup.find_human(self.world, it).id for it in request.get("members") or ["otter"]]
        locale = _parse_locale(request)
        if "bots" in request:
            bot_ids = [lookup.find_bot(self.world, it).id for it in request["bots"]]
        else:
            bot_ids = list(self.world.bots)
        channel_names = [str(name) for name in request.get("channels") or ["general"]]
        count = int(request.get("count", 1))
        if not 1 <= count <= MAX_SERVERS_PER_REQUEST:
            raise ActionDenied(f"count must be 1 to {MAX_SERVERS_PER_REQUEST}")
        for number in range(count):
            name = request["name"] if count == 1 else f"{request['name']} {number + 1}"
            guild = self.world.create_guild(name, member_ids[0], channel_names, locale)
            for user_id in [*member_ids, *bot_ids]:
                self.world.add_member(guild, user_id)
        return {"server": {"id": guild.id, "name": guild.name}}

    def create_role(self, request: ActionRequest) -> ControlResponse:
        guild = lookup.find_guild(self.world, request["server"])
        role = self.world.create_role(guild, request["name"])
        return {"role": role.api_json}

    def create_user(self, request: ActionRequest) -> ControlResponse:
        person = self.world.create_person(self._check_name_is_free(request["name"]), _parse_locale(request))
        return {"user": person.api_json}

    def create_bot(self, request: ActionRequest) -> ControlResponse:
        owner = next(person for person in self.world.people.values() if not person.is_bot)
        bot = self.world.create_bot(self._check_name_is_free(request["name"]), owner.id)
        return {"application_id": bot.id, "token": bot.token}

    def add_member(self, request: ActionRequest) -> None:
        guild = lookup.find_guild(self.world, request["server"])
        self.world.add_member(guild, lookup.find_person(self.world, request["target"]).id)

    def remove_member(self, request: ActionRequest) -> None:
        guild = lookup.find_guild(self.world, request["server"])
        self.world.remove_member(guild, lookup.find_person(self.world, request["target"]).id)

    def delete_channel(self, request: ActionRequest) -> None:
        self.world.delete_channel(lookup.find_any_channel(self.world, request["channel"]))

    def create_channel(self, request: ActionRequest) -> ControlResponse:
        kind = request.get("kind") or "text"
        if kind not in SERVER_CHANNEL_TYPES:
            raise ActionDenied(f"kind must be one of: {', '.join(SERVER_CHANNEL_TYPES)}")
        channel = self.world.create_channel(
            lookup.find_guild(self.world, request["server"]), request["name"], SERVER_CHANNEL_TYPES[kind]
        )
        return {"channel": {"id": channel.id, "name": channel.name}}

    def set_intents(self, request: ActionRequest) -> None:
        lookup.find_bot(self.world, request["bot"]).has_privileged_intents = bool(request["intents"])
        self.world.publish_change(PageFrameChanged())

    def set_application(self, request: ActionRequest) -> None:
        """Change an application as its owner can in Discord's developer portal.

        The endpoint URL is not checked, so tests can set a URL that does not respond.
        """
        bot = lookup.find_bot(self.world, request["bot"])
        if "endpoint_url" in request:
            bot.endpoint_url = request["endpoint_url"]
        if "contexts" in request:
            contexts = _parse_contexts(request["contexts"])
            bot.install_config = {key: config for key, config in new_install_config().items() if key in contexts}
        if "public" in request:
            bot.is_public = bool(request["public"])
            if not bot.is_public:
                # Discord's portal requires that a private bot has no default install links.
                bot.install_params, bot.install_config = None, {context: {} for context in bot.install_config}
        self.world.publish_change(PageFrameChanged())

    def set_shards(self, request: ActionRequest) -> None:
        """Set the recommended number of shards and the number that may identify at the same time."""
        count, concurrency = int(request["count"]), request.get("concurrency")
        if count < 1:
            raise ActionDenied("count must be at least 1")
        if concurrency is not None and int(concurrency) < 1:
            raise ActionDenied("concurrency must be at least 1")
        self.playground.recommended_shard_count = count
        self.playground.gateway.max_concurrency = None if concurrency is None else int(concurrency)

    def set_remaining_sessions(self, request: ActionRequest) -> None:
        """Set how many sessions a bot may still start today."""
        self.playground.gateway.session_quota.set_remaining(
            lookup.find_bot(self.world, request["bot"]).id, int(request["remaining"])
        )

    def set_emojis(self, request: ActionRequest) -> None:
        """Add application emoji to a bot. If `refused` is given, reject that many of its messages with emoji."""
        bot = lookup.find_bot(self.world, request["bot"])
        for number, name in enumerate(request.get("names", ())):
            emoji = ApplicationEmoji(self.world.clock.new_snowflake(), str(name))
            self.playground.cdn.store_file(emoji.id, draw_avatar_png(number))
            bot.emojis[emoji.id] = emoji
        self.world.publish_change(PageFrameChanged())
        if "refused" in request or "names" not in request:
            rejection_count = int(request["refused"])
            if rejection_count < 0:
                raise ActionDenied("refused must be a number of messages")
            self.playground.fault_injector.emoji_rejections_left[bot.id] = rejection_count

    def set_dm_limit(self, request: ActionRequest) -> None:
        """Set the number of new DMs that a bot may open within a number of seconds."""
        self.playground.new_dm_quota.set_limit(int(request["count"]), _parse_seconds(request["seconds"]))

    def set_response_timeout(self, request: ActionRequest) -> None:
        """Set how long a bot may take to respond to an interaction. Tests on busy machines may need more time."""
        self.playground.response_timeout_s = _parse_seconds(request["seconds"])

    def set_latency(self, request: ActionRequest) -> None:
        """Set the maximum random delay that is added to each request and each response."""
        self.playground.fault_injector.max_latency_s = _parse_seconds(request["seconds"])

    def _check_name_is_free(self, name: str) -> str:
        people = self.world.people.values()
        if any(name.casefold() in {it.name.casefold(), it.display_name.casefold()} for it in people):
            raise ActionDenied(f"the name {name!r} is already taken")
        return name

    def _check_route(self, request: ActionRequest) -> str:
        known_routes = {EVERY_ROUTE, *(route.name for route in ROUTES)}
        if request["route"] not in known_routes:
            raise ActionDenied(f"no route {request['route']!r}; there are: {', '.join(sorted(known_routes))}")
        return str(request["route"])


def _parse_seconds(value: object) -> float:
    seconds = float(value) if isinstance(value, (int, float, str)) else -1.0
    if not 0 <= seconds <= MAX_SECONDS:
        raise ActionDenied(f"seconds must be 0 to {MAX_SECONDS:.0f}")
    return seconds


def _parse_permissions(names: list[str] | None) -> int:
    names = names or []
    for name in names:
        if name not in PERMISSION_BITS:
            raise ActionDenied(f"no permission {name!r}; there are: {', '.join(PERMISSION_BITS)}")
    return combine_bits(*names)


def _parse_contexts(names: list[str]) -> set[str]:
    for name in names:
        if name not in INSTALL_CONTEXTS:
            raise ActionDenied(f"no context {name!r}; there are: {', '.join(INSTALL_CONTEXTS)}")
    return {INSTALL_CONTEXTS[name] for name in names}


def _parse_locale(request: ActionRequest) -> str:
    locale = request.get("locale") or "en-US"
    if locale not in DISCORD_LOCALES:
        raise ActionDenied(f"Discord has no language {locale!r}")
    return str(locale)


ControlMethod: TypeAlias = Callable[[ControlHandler, ActionRequest], ControlResponse | None]
CONTROL_METHODS: Final[Mapping[str, ControlMethod]] = {
    name: getattr(ControlHandler, name)
    for name in (
        "advance_time",
        "set_rate_limit",
        "add_fault",
        "clear_faults",
        "set_permissions",
        "create_server",
        "create_role",
        "create_user",
        "create_bot",
        "add_member",
        "remove_member",
        "create_channel",
        "set_intents",
        "set_application",
        "set_shards",
        "delete_channel",
        "set_remaining_sessions",
        "set_emojis",
        "set_dm_limit",
        "set_response_timeout",
        "set_latency",
        "disrupt_gateway",
    )
}
