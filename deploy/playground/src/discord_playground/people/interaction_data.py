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
from discord_playground.people import lookup
from discord_playground.people.action_request import ActionDenied
from discord_playground.playground import PlaygroundServer
from discord_playground.world.channel import Channel
from discord_playground.world.installation import find_installation_owners, get_context
from discord_playground.world.interaction import Interaction
from discord_playground.world.world import World

UPLOAD_LIFETIME_S: Final = 86_400.0
"""Seconds that a file of a command or a form is there."""


@dataclass(slots=True)
class ResolvedData:
    """What an interaction points to, told in full beside it."""

    playground: PlaygroundServer
    channel: Channel
    user_id: str
    objects: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def world(self) -> World:
        return self.playground.world

    def add_user(self, name_or_id: object) -> str:
        one = lookup.find_person(self.world, name_or_id)
        self._add_object("users", one.id, one.api_json)
        if self.channel.guild_id:
            member = self.world.guilds[self.channel.guild_id].members.get(one.id)
            if member:
                may = str(self.world.get_permissions(one.id, self.channel))
                partial = {key: value for key, value in member.api_json.items() if key not in ("deaf", "mute")}
                self._add_object("members", one.id, partial | {"permissions": may})
        return one.id

    def add_role(self, name_or_id: object) -> str:
        guild = self.world.guilds.get(self.channel.guild_id or "")
        for role in guild.roles.values() if guild else ():
            if str(name_or_id) in {role.id, role.name}:
                self._add_object("roles", role.id, role.api_json)
                return role.id
        raise ActionDenied(f"no role is called {name_or_id!r} here")

    def add_mentionable(self, name_or_id: object) -> str:
        try:
            return self.add_role(name_or_id)
        except ActionDenied:
            return self.add_user(name_or_id)

    def add_channel(self, name_or_id: object) -> str:
        channel = lookup.find_visible_channel(self.world, name_or_id, self.user_id, guild_id=self.channel.guild_id)
        shape = channel.to_api_json(self.world.people)
        partial = {key: shape[key] for key in _PARTIAL_CHANNEL_FIELDS if key in shape}
        self._add_object(
            "channels", channel.id, partial | {"permissions": str(self.world.get_permissions(self.user_id, channel))}
        )
        return channel.id

    def add_attachment(self, file: object) -> str:
        if not isinstance(file, Mapping):
            raise ActionDenied("a file is {name, data}")
        key = self.world.clock.new_snowflake()
        name, data = decode_file(file)
        told = self.playground.cdn.store_attachment(self.channel.id, key, name, data, None)
        self.world.clock.call_later(
            UPLOAD_LIFETIME_S, lambda: self.playground.cdn.delete_files_later(self.world.clock, key)
        )
        self._add_object("attachments", key, told | {"ephemeral": True})
        return key

    def add_message(self, message_id: object) -> str:
        message = lookup.find_visible_message(self.world, message_id, self.user_id)
        if message.channel_id != self.channel.id:
            raise ActionDenied("that message is in another channel")
        self._add_object("messages", message.id, self.world.message_to_api_json(message))
        return message.id

    def _add_object(self, kind: str, object_id: str, shape: dict[str, Any]) -> None:
        self.objects.setdefault(kind, {})[object_id] = shape


_PARTIAL_CHANNEL_FIELDS: Final = (
    "id", "name", "type", "parent_id", "guild_id", "thread_metadata", "last_message_id", "flags", "nsfw", "position",
    "rate_limit_per_user", "topic",
)  # fmt: skip


def decode_file(file: Mapping[str, Any]) -> tuple[str, bytes]:
    try:
        return str(file["name"]), base64.b64decode(str(file["data"]), validate=True)
    except (KeyError, TypeError, ValueError):
        raise ActionDenied("a file is {name, data}, the data in base64") from None


def create_interaction(
    playground: PlaygroundServer,
    interaction_type: int,
    bot_id: str,
    user_id: str,
    channel: Channel,
    data: dict[str, Any],
    label: str,
    owner_ids: Mapping[str, str] | None = None,
) -> Interaction:
    """`owned` by whom its app is there; else by whoever has brought it."""
    world = playground.world
    by = find_installation_owners(world, bot_id, user_id, channel) if owner_ids is None else dict(owner_ids)
    return Interaction(
        world.clock.new_snowflake(), secrets.token_urlsafe(96), bot_id, interaction_type, user_id, channel.id,
            channel.guild_id,
        world.clock.now(), data, label, get_context(world, bot_id, channel), by,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SelectedCommand:
    """A command, and the way down to the subcommand that was meant."""

    command: dict[str, Any]
    path: tuple[dict[str, Any], ...]

    @property
    def options(self) -> list[dict[str, Any]]:
        return (self.path[-1] if self.path else self.command).get("options") or []

    @property
    def name(self) -> str:
        return " ".join([self.command["name"], *(part["name"] for part in self.path)])

    def build_data(self, options: list[dict[str, Any]], resolved: ResolvedData) -> dict[str, Any]:
        nested = options
        for part in reversed(self.path):
            nested = [{"type": part["type"], "name": part["name"], "options": nested}]
        data: dict[str, Any] = {"id": self.command["id"], "name": self.command["name"], "type": self.command["type"]}
        if guild := self.command.get("guild_id"):
            data["guild_id"] = guild
        data["options"] = nested
        if resolved.objects:
            data["resolved"] = resolved.objects
        return data


def select_command(commands: list[dict[str, Any]], text: str, locale: str) -> SelectedCommand:
    """A command by its words, in the plain or the person's own language."""
    words = text.removeprefix("/").strip()
    meant = [it for it in commands if any(f"{words} ".startswith(f"{name} ") for name in _accepted_names(it, locale))]
    if len({it["application_id"] for it in meant}) > 1:
        raise ActionDenied(f"several bots have {words!r}: say which bot is meant")
    for command in commands:
        for name in _accepted_names(command, locale):
            if words == name:
                if command["type"] == SLASH_COMMAND and any(
                    it["type"] in {kind.SUBCOMMAND_OPTION, kind.SUBCOMMAND_GROUP_OPTION} for it in _option_list(command)
                ):
                    raise ActionDenied(f"/{name} needs one of: {', '.join(it['name'] for it in _option_list(command))}")
                return SelectedCommand(command, ())
            if command["type"] == SLASH_COMMAND and words.startswith(name + " "):
                path = tuple(_walk_subcommands(command, words[len(name) + 1 :].split(), locale))
                return SelectedCommand(command, path)
    known = ", ".join(sorted(command["name"] for command in commands)) or "none"
    raise ActionDenied(f"there is no command {words!r} here; there are: {known}")


def _walk_subcommands(node: dict[str, Any], words: list[str], locale: str) -> Iterator[dict[str, Any]]:
    for word in words:
        children = [
            it for it in _option_list(node) if it["type"] in {kind.SUBCOMMAND_OPTION, kind.SUBCOMMAND_GROUP_OPTION}
        ]
        node = next((it for it in children if word in _accepted_names(it, locale)), {})
        if not node:
            raise ActionDenied(
                f"no subcommand {word!r}; there are: {', '.join(it['name'] for it in children) or 'none'}"
            )
        yield node
    if node["type"] == kind.SUBCOMMAND_GROUP_OPTION:
        raise ActionDenied(f"{node['name']} needs one of: {', '.join(it['name'] for it in _option_list(node))}")


def _option_list(node: Mapping[str, Any]) -> list[dict[str, Any]]:
    return node.get("options") or []


def _accepted_names(node: Mapping[str, Any], locale: str) -> set[str]:
    localized = (node.get("name_localizations") or {}).get(locale)
    return {node["name"], localized} if localized else {node["name"]}


def build_options(
    selected: SelectedCommand,
    inputs: Mapping[str, Any],
    resolved: ResolvedData,
    locale: str,
    *,
    focused: str | None = None,
) -> list[dict[str, Any]]:
    """The options as a bot gets them; with `focused` they may be unfinished."""
    byname = {name: option for option in selected.options for name in _accepted_names(option, locale)}
    for name in [*inputs, *([focused] if focused else [])]:
        if name not in byname:
            raise ActionDenied(f"/{selected.name} has no option {name!r}; it has: {', '.join(byname) or 'none'}")
    named = {byname[name]["name"]: value for name, value in inputs.items() if value is not None}
    focus = byname[focused]["name"] if focused else None
    told: list[dict[str, Any]] = []
    for option in selected.options:
        name = option["name"]
        if name == focus:
            told.append({"type": option["type"], "name": name, "value": named.get(name, ""), "focused": True})
        elif name in named:
            value = _convert_value(option, named[name], resolved, locale)
            told.append({"type": option["type"], "name": name, "value": value})
        elif option.get("required") and focus is None:
            raise ActionDenied(f"/{selected.name} needs the option {name!r}")
    return told


def _convert_value(option: Mapping[str, Any], value: Any, resolved: ResolvedData, locale: str) -> Any:
    match option["type"]:
        case kind.STRING_OPTION:
            return _check_range(option, _match_choice(option, str(value), locale), len(str(value)), "length")
        case kind.INTEGER_OPTION | kind.NUMBER_OPTION:
            choice = _match_choice(option, value, locale)
            try:
                number = int(choice) if option["type"] == kind.INTEGER_OPTION else float(choice)
                if not math.isfinite(number):
                    raise ValueError
            except (TypeError, ValueError, OverflowError):
                raise ActionDenied(f"{option['name']} is a number, not {value!r}") from None
            return _check_range(option, number, number, "value")
        case kind.BOOLEAN_OPTION:
            if not isinstance(value, bool):
                raise ActionDenied(f"{option['name']} is true or false, not {value!r}")
            return value
        case kind.USER_OPTION:
            return resolved.add_user(value)
        case kind.CHANNEL_OPTION:
            place = resolved.add_channel(value)
            kinds = option.get("channel_types")
            if kinds and resolved.objects["channels"][place]["type"] not in kinds:
                raise ActionDenied(f"{option['name']} takes no channel of that kind")
            return place
        case kind.ROLE_OPTION:
            return resolved.add_role(value)
        case kind.MENTIONABLE_OPTION:
            return resolved.add_mentionable(value)
        case _:
            return resolved.add_attachment(value)


def _match_choice(option: Mapping[str, Any], value: Any, locale: str) -> Any:
    choices = option.get("choices")
    if not choices:
        return value
    for choice in choices:
        if value in [choice["value"], *_accepted_names(choice, locale)] or str(value) == str(choice["value"]):
            return choice["value"]
    raise ActionDenied(f"{option['name']} is one of: {', '.join(str(choice['name']) for choice in choices)}")


def _check_range(option: Mapping[str, Any], value: Any, size: float, measure: str) -> Any:
    least, most = option.get(f"min_{measure}"), option.get(f"max_{measure}")
    if (least is not None and size < least) or (most is not None and size > most):
        raise ActionDenied(
            f"{option['name']} must be between {least} and {most}" + (" long" if measure == "length" else "")
        )
    return value
