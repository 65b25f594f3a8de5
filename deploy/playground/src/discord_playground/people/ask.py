"""From what a person picked in Discord's app to the data of an interaction."""

from __future__ import annotations

import base64
import math
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.limits import command_option as kind
from discord_playground.limits.command import SLASH_COMMAND
from discord_playground.people import naming
from discord_playground.people.given import Denied
from discord_playground.playground import PlaygroundServer
from discord_playground.world.channel import Channel
from discord_playground.world.installation import find_installation_owners, get_context
from discord_playground.world.interaction import Interaction
from discord_playground.world.world import World

KEPT: Final = 86_400.0
"""Seconds that a file of a command or a form is there."""


@dataclass(slots=True)
class Resolved:
    """What an interaction points to, told in full beside it."""

    playground: PlaygroundServer
    channel: Channel
    user: str
    parts: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def world(self) -> World:
        return self.playground.world

    def someone(self, named: object) -> str:
        one = naming.person(self.world, named)
        self._add("users", one.id, one.api_json)
        if self.channel.guild_id:
            member = self.world.guilds[self.channel.guild_id].members.get(one.id)
            if member:
                may = str(self.world.get_permissions(one.id, self.channel))
                partial = {key: value for key, value in member.api_json.items() if key not in ("deaf", "mute")}
                self._add("members", one.id, partial | {"permissions": may})
        return one.id

    def role(self, named: object) -> str:
        guild = self.world.guilds.get(self.channel.guild_id or "")
        for role in guild.roles.values() if guild else ():
            if str(named) in {role.id, role.name}:
                self._add("roles", role.id, role.api_json)
                return role.id
        raise Denied(f"no role is called {named!r} here")

    def mentionable(self, named: object) -> str:
        try:
            return self.role(named)
        except Denied:
            return self.someone(named)

    def place(self, named: object) -> str:
        channel = naming.channel(self.world, named, self.user, within=self.channel.guild_id)
        shape = channel.to_api_json(self.world.people)
        partial = {key: shape[key] for key in _PARTIAL_CHANNEL if key in shape}
        self._add(
            "channels", channel.id, partial | {"permissions": str(self.world.get_permissions(self.user, channel))}
        )
        return channel.id

    def file(self, given: object) -> str:
        if not isinstance(given, Mapping):
            raise Denied("a file is {name, data}")
        key = self.world.clock.new_snowflake()
        name, data = decoded(given)
        told = self.playground.cdn.store_attachment(self.channel.id, key, name, data, None)
        self.world.clock.call_later(KEPT, lambda: self.playground.cdn.delete_files_later(self.world.clock, key))
        self._add("attachments", key, told | {"ephemeral": True})
        return key

    def message(self, named: object) -> str:
        message = naming.message(self.world, named, self.user)
        if message.channel_id != self.channel.id:
            raise Denied("that message is in another channel")
        self._add("messages", message.id, self.world.message_to_api_json(message))
        return message.id

    def _add(self, kind: str, key: str, shape: dict[str, Any]) -> None:
        self.parts.setdefault(kind, {})[key] = shape


_PARTIAL_CHANNEL: Final = (
    "id", "name", "type", "parent_id", "guild_id", "thread_metadata", "last_message_id", "flags", "nsfw", "position",
    "rate_limit_per_user", "topic",
)  # fmt: skip


def decoded(file: Mapping[str, Any]) -> tuple[str, bytes]:
    try:
        return str(file["name"]), base64.b64decode(str(file["data"]), validate=True)
    except (KeyError, TypeError, ValueError):
        raise Denied("a file is {name, data}, the data in base64") from None


def asked(
    playground: PlaygroundServer,
    kind: int,
    bot: str,
    user: str,
    channel: Channel,
    data: dict[str, Any],
    what: str,
    owned: Mapping[str, str] | None = None,
) -> Interaction:
    """`owned` by whom its app is there; else by whoever has brought it."""
    world = playground.world
    by = find_installation_owners(world, bot, user, channel) if owned is None else dict(owned)
    return Interaction(
        world.clock.new_snowflake(), secrets.token_urlsafe(96), bot, kind, user, channel.id, channel.guild_id,
        world.clock.now(), data, what, get_context(world, bot, channel), by,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Chosen:
    """A command, and the way down to the subcommand that was meant."""

    command: dict[str, Any]
    path: tuple[dict[str, Any], ...]

    @property
    def options(self) -> list[dict[str, Any]]:
        return (self.path[-1] if self.path else self.command).get("options") or []

    @property
    def name(self) -> str:
        return " ".join([self.command["name"], *(part["name"] for part in self.path)])

    def data(self, options: list[dict[str, Any]], resolved: Resolved) -> dict[str, Any]:
        nested = options
        for part in reversed(self.path):
            nested = [{"type": part["type"], "name": part["name"], "options": nested}]
        data: dict[str, Any] = {"id": self.command["id"], "name": self.command["name"], "type": self.command["type"]}
        if guild := self.command.get("guild_id"):
            data["guild_id"] = guild
        data["options"] = nested
        if resolved.parts:
            data["resolved"] = resolved.parts
        return data


def chosen(commands: list[dict[str, Any]], typed: str, locale: str) -> Chosen:
    """A command by its words, in the plain or the person's own language."""
    words = typed.removeprefix("/").strip()
    meant = [it for it in commands if any(f"{words} ".startswith(f"{name} ") for name in _names(it, locale))]
    if len({it["application_id"] for it in meant}) > 1:
        raise Denied(f"several bots have {words!r}: say which bot is meant")
    for command in commands:
        for name in _names(command, locale):
            if words == name:
                if command["type"] == SLASH_COMMAND and any(
                    it["type"] in {kind.SUBCOMMAND_OPTION, kind.SUBCOMMAND_GROUP_OPTION} for it in _options(command)
                ):
                    raise Denied(f"/{name} needs one of: {', '.join(it['name'] for it in _options(command))}")
                return Chosen(command, ())
            if command["type"] == SLASH_COMMAND and words.startswith(name + " "):
                path = tuple(_descend(command, words[len(name) + 1 :].split(), locale))
                return Chosen(command, path)
    known = ", ".join(sorted(command["name"] for command in commands)) or "none"
    raise Denied(f"there is no command {words!r} here; there are: {known}")


def _descend(node: dict[str, Any], words: list[str], locale: str) -> Iterator[dict[str, Any]]:
    for word in words:
        children = [it for it in _options(node) if it["type"] in {kind.SUBCOMMAND_OPTION, kind.SUBCOMMAND_GROUP_OPTION}]
        node = next((it for it in children if word in _names(it, locale)), {})
        if not node:
            raise Denied(f"no subcommand {word!r}; there are: {', '.join(it['name'] for it in children) or 'none'}")
        yield node
    if node["type"] == kind.SUBCOMMAND_GROUP_OPTION:
        raise Denied(f"{node['name']} needs one of: {', '.join(it['name'] for it in _options(node))}")


def _options(node: Mapping[str, Any]) -> list[dict[str, Any]]:
    return node.get("options") or []


def _names(node: Mapping[str, Any], locale: str) -> set[str]:
    localized = (node.get("name_localizations") or {}).get(locale)
    return {node["name"], localized} if localized else {node["name"]}


def values(
    chosen: Chosen, given: Mapping[str, Any], resolved: Resolved, locale: str, *, focused: str | None = None
) -> list[dict[str, Any]]:
    """The options as a bot gets them; with `focused` they may be unfinished."""
    byname = {name: option for option in chosen.options for name in _names(option, locale)}
    for name in [*given, *([focused] if focused else [])]:
        if name not in byname:
            raise Denied(f"/{chosen.name} has no option {name!r}; it has: {', '.join(byname) or 'none'}")
    named = {byname[name]["name"]: value for name, value in given.items() if value is not None}
    focus = byname[focused]["name"] if focused else None
    told: list[dict[str, Any]] = []
    for option in chosen.options:
        name = option["name"]
        if name == focus:
            told.append({"type": option["type"], "name": name, "value": named.get(name, ""), "focused": True})
        elif name in named:
            value = _value(option, named[name], resolved, locale)
            told.append({"type": option["type"], "name": name, "value": value})
        elif option.get("required") and focus is None:
            raise Denied(f"/{chosen.name} needs the option {name!r}")
    return told


def _value(option: Mapping[str, Any], given: Any, resolved: Resolved, locale: str) -> Any:
    match option["type"]:
        case kind.STRING_OPTION:
            return _within(option, _choice(option, str(given), locale), len(str(given)), "length")
        case kind.INTEGER_OPTION | kind.NUMBER_OPTION:
            choice = _choice(option, given, locale)
            try:
                number = int(choice) if option["type"] == kind.INTEGER_OPTION else float(choice)
                if not math.isfinite(number):
                    raise ValueError
            except (TypeError, ValueError, OverflowError):
                raise Denied(f"{option['name']} is a number, not {given!r}") from None
            return _within(option, number, number, "value")
        case kind.BOOLEAN_OPTION:
            if not isinstance(given, bool):
                raise Denied(f"{option['name']} is true or false, not {given!r}")
            return given
        case kind.USER_OPTION:
            return resolved.someone(given)
        case kind.CHANNEL_OPTION:
            place = resolved.place(given)
            kinds = option.get("channel_types")
            if kinds and resolved.parts["channels"][place]["type"] not in kinds:
                raise Denied(f"{option['name']} takes no channel of that kind")
            return place
        case kind.ROLE_OPTION:
            return resolved.role(given)
        case kind.MENTIONABLE_OPTION:
            return resolved.mentionable(given)
        case _:
            return resolved.file(given)


def _choice(option: Mapping[str, Any], given: Any, locale: str) -> Any:
    choices = option.get("choices")
    if not choices:
        return given
    for choice in choices:
        if given in [choice["value"], *_names(choice, locale)] or str(given) == str(choice["value"]):
            return choice["value"]
    raise Denied(f"{option['name']} is one of: {', '.join(str(choice['name']) for choice in choices)}")


def _within(option: Mapping[str, Any], value: Any, size: float, what: str) -> Any:
    least, most = option.get(f"min_{what}"), option.get(f"max_{what}")
    if (least is not None and size < least) or (most is not None and size > most):
        raise Denied(f"{option['name']} must be between {least} and {most}" + (" long" if what == "length" else ""))
    return value
