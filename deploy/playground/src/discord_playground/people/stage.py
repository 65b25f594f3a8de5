"""What nobody can do in Discord's app but a test must."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from discord_playground.api.call import ROUTES
from discord_playground.cdn import draw_avatar_png
from discord_playground.fault_injection import DROP_CONNECTION, InjectedFault
from discord_playground.limits.locale import DISCORD_LOCALES
from discord_playground.people import naming
from discord_playground.people.given import Denied, Given
from discord_playground.playground import PlaygroundServer
from discord_playground.rate_limits import EVERY_ROUTE, RateLimit
from discord_playground.world.change import ChannelUpdated, PageFrameChanged, RoleUpdated
from discord_playground.world.channel import SERVER_CHANNEL_TYPES, PermissionOverwrite
from discord_playground.world.emoji import ApplicationEmoji
from discord_playground.world.permissions import PERMISSION_BITS, combine_bits

Told: TypeAlias = dict[str, Any]
MOST_SECONDS: Final = 100 * 365 * 86400.0
MOST_SERVERS: Final = 2500
"""Servers that are founded at once; Discord puts at most so many on one shard."""


class StageHand:
    def __init__(self, playground: PlaygroundServer) -> None:
        self.playground = playground
        self.world = playground.world

    def act(self, given: Given) -> Told:
        do = given.get("do") or ""
        deed = DEEDS.get(do)
        if deed is None:
            raise Denied(f"there is no control {do!r}; there are: {', '.join(DEEDS)}")
        try:
            return {"ok": True} | (deed(self, given) or {})
        except (TypeError, ValueError, OverflowError) as wrong:
            raise Denied(f"{do}: {wrong}") from None

    def advance_time(self, given: Given) -> None:
        self.world.clock.advance_by(_seconds(given["seconds"]))
        self.world.publish_change(PageFrameChanged())

    def set_rate_limit(self, given: Given) -> None:
        requests = given["limit"]
        limit = None if requests is None else RateLimit(int(requests), _seconds(given["seconds"]))
        self.playground.rate_limits.set_limit(self._route(given), limit)

    def add_fault(self, given: Given) -> None:
        status = given.get("status")
        if not (status is None or status == DROP_CONNECTION or (isinstance(status, int) and 400 <= status < 600)):
            raise Denied("status is 4xx, 5xx or drop")
        times, delay = int(given.get("times", 1)), _seconds(given.get("delay", 0))
        carried = bool(given.get("processed"))
        code, channel = int(given.get("code", 0)), given.get("channel")
        where = naming.any_channel(self.world, channel).id if channel else None
        self.playground.fault_injector.add_fault(
            InjectedFault(self._route(given), status, times, carried, delay, code, where)
        )

    def clear_faults(self, given: Given) -> Told:
        """Whatever trouble was ordered and has not come yet does not come."""
        return {"remaining": self.playground.fault_injector.cancel_faults(given.get("route", EVERY_ROUTE))}

    def disrupt_gateway(self, given: Given) -> Told:
        gateway = self.playground.gateway
        bot = naming.bot(self.world, given["bot"]).id if given.get("bot") else None
        shard = given.get("shard")
        match given["send"]:
            case "reconnect":
                return {"sessions": gateway.send_control_op(7, None, bot, shard)}
            case "invalid":
                return {"sessions": gateway.send_control_op(9, bool(given.get("resumable")), bot, shard)}
            case "drop":
                return {"sessions": gateway.drop_connections(bot, shard)}
        raise Denied("send is reconnect, invalid or drop")

    def set_permissions(self, given: Given) -> None:
        allow, deny = _bits(given.get("allow")), _bits(given.get("deny"))
        if "channel" in given:
            channel = naming.any_channel(self.world, given["channel"])
            guild = naming.guild(self.world, channel.guild_id)
            whom, member = self._whom(guild.id, given.get("target"))
            overwrite = channel.overwrites.setdefault(whom, PermissionOverwrite(member))
            overwrite.allowed_bits = (overwrite.allowed_bits | allow) & ~deny
            overwrite.denied_bits = (overwrite.denied_bits | deny) & ~allow
            self.world.publish_change(ChannelUpdated(channel))
        else:
            guild = naming.guild(self.world, given["server"])
            whom, member = self._whom(guild.id, given.get("target"))
            if member:
                raise Denied("in a whole server permissions are a role's")
            role = guild.roles[whom]
            role.permissions = (role.permissions | allow) & ~deny
            self.world.publish_change(RoleUpdated(guild, role))
        self.world.publish_change(PageFrameChanged())

    def _whom(self, guild: str, named: object) -> tuple[str, bool]:
        """A role, or a person; the only bot's own role if nobody is named."""
        roles = self.world.guilds[guild].roles.values()
        own = [role for role in roles if role.bot_id]
        if named is None:
            if len(own) != 1:
                raise Denied("target is needed unless there is exactly one bot")
            return own[0].id, False
        for role in roles:
            if str(named) in {role.id, role.name}:
                return role.id, False
        return naming.person(self.world, named).id, True

    def create_server(self, given: Given) -> Told:
        members = [naming.player(self.world, one) for one in given.get("members") or ["otter"]]
        if not members:
            raise Denied("a server needs an owner")
        locale = _locale(given)
        bots = [naming.bot(self.world, one).id for one in given["bots"]] if "bots" in given else list(self.world.bots)
        channels = [str(one) for one in given.get("channels") or ["general"]]
        count = int(given.get("count", 1))
        if not 1 <= count <= MOST_SERVERS:
            raise Denied(f"count is 1 to {MOST_SERVERS}")
        for number in range(count):
            name = given["name"] if count == 1 else f"{given['name']} {number + 1}"
            guild = self.world.create_guild(name, members[0].id, channels, locale)
            for one in [*(member.id for member in members), *bots]:
                self.world.add_member(guild, one)
        return {"server": {"id": guild.id, "name": guild.name}}

    def create_role(self, given: Given) -> Told:
        """Below all others but that of everybody, as Discord makes them."""
        guild = naming.guild(self.world, given["server"])
        role = self.world.create_role(guild, given["name"])
        return {"role": role.api_json}

    def create_user(self, given: Given) -> Told:
        one = self.world.create_person(self._unheard(given["name"]), _locale(given))
        return {"user": one.api_json}

    def create_bot(self, given: Given) -> Told:
        owner = next(one for one in self.world.people.values() if not one.is_bot)
        bot = self.world.create_bot(self._unheard(given["name"]), owner.id)
        return {"application_id": bot.id, "token": bot.token}

    def add_member(self, given: Given) -> None:
        self.world.add_member(naming.guild(self.world, given["server"]), naming.person(self.world, given["target"]).id)

    def remove_member(self, given: Given) -> None:
        self.world.remove_member(
            naming.guild(self.world, given["server"]), naming.person(self.world, given["target"]).id
        )

    def delete_channel(self, given: Given) -> None:
        self.world.delete_channel(naming.any_channel(self.world, given["channel"]))

    def create_channel(self, given: Given) -> Told:
        kind = given.get("kind") or "text"
        if kind not in SERVER_CHANNEL_TYPES:
            raise Denied(f"a channel is one of: {', '.join(SERVER_CHANNEL_TYPES)}")
        channel = self.world.create_channel(
            naming.guild(self.world, given["server"]), given["name"], SERVER_CHANNEL_TYPES[kind]
        )
        return {"channel": {"id": channel.id, "name": channel.name}}

    def set_intents(self, given: Given) -> None:
        naming.bot(self.world, given["bot"]).has_privileged_intents = bool(given["intents"])
        self.world.publish_change(PageFrameChanged())

    def set_shards(self, given: Given) -> None:
        """How many a bot is advised to have that asks when it connects, and how many of them may identify at once."""
        count, concurrency = int(given["count"]), given.get("concurrency")
        if count < 1:
            raise Denied("a bot has one shard at least")
        if concurrency is not None and int(concurrency) < 1:
            raise Denied("one shard at least may identify at once")
        self.playground.recommended_shard_count = count
        self.playground.gateway.max_concurrency = None if concurrency is None else int(concurrency)

    def set_remaining_sessions(self, given: Given) -> None:
        """How many sessions a bot may still begin until its day is over."""
        self.playground.gateway.session_quota.set_remaining(
            naming.bot(self.world, given["bot"]).id, int(given["remaining"])
        )

    def set_emojis(self, given: Given) -> None:
        """Emoji that it has as if it had brought them; how many messages with some are refused, as if it had none."""
        bot = naming.bot(self.world, given["bot"])
        for number, name in enumerate(given.get("names", ())):
            made = ApplicationEmoji(self.world.clock.new_snowflake(), str(name))
            self.playground.cdn.store_file(made.id, draw_avatar_png(number))
            bot.emojis[made.id] = made
        self.world.publish_change(PageFrameChanged())
        if "refused" in given or "names" not in given:
            times = int(given["refused"])
            if times < 0:
                raise Denied("refused is a number of messages")
            self.playground.fault_injector.emoji_rejections_left[bot.id] = times

    def set_dm_limit(self, given: Given) -> None:
        """How many new DMs a bot may open in so many seconds."""
        self.playground.new_dm_quota.set_limit(int(given["count"]), _seconds(given["seconds"]))

    def set_response_timeout(self, given: Given) -> None:
        """How long a bot may take to answer; where a machine is busy, Discord's three seconds tell nothing."""
        self.playground.response_timeout_s = _seconds(given["seconds"])

    def set_latency(self, given: Given) -> None:
        """How long what a bot asks may be under way, and what it is answered."""
        self.playground.fault_injector.max_latency_s = _seconds(given["seconds"])

    def _unheard(self, name: str) -> str:
        if any(
            name.casefold() in {one.name.casefold(), one.display_name.casefold()} for one in self.world.people.values()
        ):
            raise Denied(f"somebody is called {name!r} already")
        return name

    def _route(self, given: Given) -> str:
        known = {EVERY_ROUTE, *(route.name for route in ROUTES)}
        if given["route"] not in known:
            raise Denied(f"no route {given['route']!r}; there are: {', '.join(sorted(known))}")
        return str(given["route"])


def _seconds(given: object) -> float:
    """As many as a clock can go on and still have a date to tell."""
    seconds = float(given) if isinstance(given, (int, float, str)) else -1.0
    if not 0 <= seconds <= MOST_SECONDS:
        raise Denied(f"seconds are 0 to {MOST_SECONDS:.0f}; time goes on, not back")
    return seconds


def _bits(names: list[str] | None) -> int:
    named = names or []
    for name in named:
        if name not in PERMISSION_BITS:
            raise Denied(f"no permission {name!r}; there are: {', '.join(PERMISSION_BITS)}")
    return combine_bits(*named)


def _locale(given: Given) -> str:
    locale = given.get("locale") or "en-US"
    if locale not in DISCORD_LOCALES:
        raise Denied(f"Discord has no language {locale!r}")
    return str(locale)


Deed: TypeAlias = Callable[[StageHand, Given], Told | None]
DEEDS: Final[Mapping[str, Deed]] = {
    name: getattr(StageHand, name)
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
