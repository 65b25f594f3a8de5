"""Builds the data of an interaction from a person's input, as Discord's app does."""

from __future__ import annotations

import base64
import math
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from discord_playground.limits import command_option as option_types
from discord_playground.people import lookup
from discord_playground.people.action_request import ActionDenied
from discord_playground.playground import PlaygroundServer
from discord_playground.world.channel import Channel
from discord_playground.world.installation import find_installation_owners, get_context
from discord_playground.world.interaction import SLASH_COMMAND, Interaction
from discord_playground.world.world import World

UPLOAD_LIFETIME_S: Final = 86_400.0
"""Time for which a file from a command or modal can be downloaded."""
PARTIAL_CHANNEL_FIELDS: Final = (
    "id", "name", "type", "parent_id", "guild_id", "thread_metadata", "last_message_id", "flags", "nsfw", "position",
    "rate_limit_per_user", "topic",
)  # fmt: skip
"""The fields of channels that interactions contain."""


@dataclass(slots=True)
class ResolvedData:
    """The `resolved` data of an interaction: the users, roles, channels and files to which its IDs refer.

    Each `add_` method takes an object's name or ID, adds the object and returns its ID.
    """

    playground: PlaygroundServer
    channel: Channel
    user_id: str
    objects: dict[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def world(self) -> World:
        return self.playground.world

    def add_user(self, name_or_id: object) -> str:
        person = lookup.find_person(self.world, name_or_id)
        self._add_object("users", person.id, person.api_json)
        if self.channel.guild_id:
            member = self.world.guilds[self.channel.guild_id].members.get(person.id)
            if member:
                permissions = str(self.world.get_permissions(person.id, self.channel))
                partial = {key: value for key, value in member.api_json.items() if key not in ("deaf", "mute")}
                self._add_object("members", person.id, partial | {"permissions": permissions})
        return person.id

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
        full = channel.to_api_json(self.world.people)
        partial = {key: full[key] for key in PARTIAL_CHANNEL_FIELDS if key in full}
        permissions = str(self.world.get_permissions(self.user_id, channel))
        self._add_object("channels", channel.id, partial | {"permissions": permissions})
        return channel.id

    def add_attachment(self, file: object) -> str:
        if not isinstance(file, Mapping):
            raise ActionDenied("a file must be {name, data}")
        attachment_id = self.world.clock.new_snowflake()
        name, data = decode_file(file)
        attachment = self.playground.cdn.store_attachment(self.channel.id, attachment_id, name, data, None)
        self.world.clock.call_later(
            UPLOAD_LIFETIME_S, lambda: self.playground.cdn.delete_files_later(self.world.clock, attachment_id)
        )
        self._add_object("attachments", attachment_id, attachment | {"ephemeral": True})
        return attachment_id

    def add_message(self, message_id: object) -> str:
        message = lookup.find_message_in_channel(self.world, message_id, self.user_id, self.channel)
        self._add_object("messages", message.id, self.world.message_to_api_json(message))
        return message.id

    def _add_object(self, group: str, object_id: str, api_object: dict[str, Any]) -> None:
        self.objects.setdefault(group, {})[object_id] = api_object


def decode_file(file: Mapping[str, Any]) -> tuple[str, bytes]:
    try:
        return str(file["name"]), base64.b64decode(str(file["data"]), validate=True)
    except (KeyError, TypeError, ValueError):
        raise ActionDenied("a file must be {name, data}, with the data in base64") from None


def create_interaction(
    playground: PlaygroundServer,
    interaction_type: int,
    bot_id: str,
    user_id: str,
    channel: Channel,
    data: dict[str, Any],
    title: str,
    owner_ids: Mapping[str, str] | None = None,
) -> Interaction:
    """Create an interaction without sending it.

    `owner_ids` is a result of `find_installation_owners`, by default with all installations that apply in the channel.
    """
    world = playground.world
    owners = find_installation_owners(world, bot_id, user_id, channel) if owner_ids is None else dict(owner_ids)
    return Interaction(
        world.clock.new_snowflake(), secrets.token_urlsafe(96), bot_id, interaction_type, user_id, channel.id,
        channel.guild_id, world.clock.now(), data, title, get_context(world, bot_id, channel), owners,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SelectedCommand:
    """A command with the selected subcommand. `path` holds the subcommand group and subcommand, if any."""

    command: dict[str, Any]
    path: tuple[dict[str, Any], ...]

    @property
    def options(self) -> list[dict[str, Any]]:
        return (self.path[-1] if self.path else self.command).get("options") or []

    @property
    def name(self) -> str:
        return " ".join([self.command["name"], *(part["name"] for part in self.path)])

    def build_data(self, options: list[dict[str, Any]], resolved: ResolvedData) -> dict[str, Any]:
        """Return the data of an interaction for this command, with `options` nested in the selected subcommand."""
        nested = options
        for part in reversed(self.path):
            nested = [{"type": part["type"], "name": part["name"], "options": nested}]
        data: dict[str, Any] = {"id": self.command["id"], "name": self.command["name"], "type": self.command["type"]}
        if guild_id := self.command.get("guild_id"):
            data["guild_id"] = guild_id
        data["options"] = nested
        if resolved.objects:
            data["resolved"] = resolved.objects
        return data


def select_command(commands: list[dict[str, Any]], text: str, locale: str) -> SelectedCommand:
    """Return the command whose full name, such as `duel challenge`, is `text`. Localized names work too."""
    words = text.removeprefix("/").strip()
    matches = [
        it for it in commands if any(f"{words} ".startswith(f"{name} ") for name in _list_accepted_names(it, locale))
    ]
    if len({it["application_id"] for it in matches}) > 1:
        raise ActionDenied(f"several bots have {words!r}: name the bot")
    for command in commands:
        for name in _list_accepted_names(command, locale):
            if words == name:
                if command["type"] == SLASH_COMMAND and _list_subcommands(command):
                    raise ActionDenied(
                        f"/{name} needs one of: {', '.join(it['name'] for it in _list_options(command))}"
                    )
                return SelectedCommand(command, ())
            if command["type"] == SLASH_COMMAND and words.startswith(name + " "):
                path = tuple(_walk_subcommands(command, words[len(name) + 1 :].split(), locale))
                return SelectedCommand(command, path)
    known_names = ", ".join(sorted(command["name"] for command in commands)) or "none"
    raise ActionDenied(f"there is no command {words!r} here; there are: {known_names}")


def _walk_subcommands(node: dict[str, Any], words: list[str], locale: str) -> Iterator[dict[str, Any]]:
    """Yield the subcommand group, if any, and the subcommand that `words` name, such as `["forest", "gather"]`."""
    for word in words:
        children = _list_subcommands(node)
        node = next((it for it in children if word in _list_accepted_names(it, locale)), {})
        if not node:
            names = ", ".join(it["name"] for it in children) or "none"
            raise ActionDenied(f"no subcommand {word!r}; there are: {names}")
        yield node
    if node["type"] == option_types.SUBCOMMAND_GROUP_OPTION:
        raise ActionDenied(f"{node['name']} needs one of: {', '.join(it['name'] for it in _list_options(node))}")


def _list_options(node: Mapping[str, Any]) -> list[dict[str, Any]]:
    return node.get("options") or []


def _list_subcommands(node: Mapping[str, Any]) -> list[dict[str, Any]]:
    types = {option_types.SUBCOMMAND_OPTION, option_types.SUBCOMMAND_GROUP_OPTION}
    return [option for option in _list_options(node) if option["type"] in types]


def _list_accepted_names(node: Mapping[str, Any], locale: str) -> set[str]:
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
    """Return a command's options in the format of an interaction.

    If `focused` names the option being typed, required options may be missing.
    """
    options_by_name = {name: option for option in selected.options for name in _list_accepted_names(option, locale)}
    for name in [*inputs, *([focused] if focused else [])]:
        if name not in options_by_name:
            names = ", ".join(options_by_name) or "none"
            raise ActionDenied(f"/{selected.name} has no option {name!r}; it has: {names}")
    values = {options_by_name[name]["name"]: value for name, value in inputs.items() if value is not None}
    focused_name = options_by_name[focused]["name"] if focused else None
    built: list[dict[str, Any]] = []
    for option in selected.options:
        name = option["name"]
        if name == focused_name:
            built.append({"type": option["type"], "name": name, "value": values.get(name, ""), "focused": True})
        elif name in values:
            value = _convert_value(option, values[name], resolved, locale)
            built.append({"type": option["type"], "name": name, "value": value})
        elif option.get("required") and focused_name is None:
            raise ActionDenied(f"/{selected.name} needs the option {name!r}")
    return built


def _convert_value(option: Mapping[str, Any], value: Any, resolved: ResolvedData, locale: str) -> Any:
    match option["type"]:
        case option_types.STRING_OPTION:
            return _check_range(option, _match_choice(option, str(value), locale), len(str(value)), "length")
        case option_types.INTEGER_OPTION | option_types.NUMBER_OPTION:
            choice = _match_choice(option, value, locale)
            try:
                number = int(choice) if option["type"] == option_types.INTEGER_OPTION else float(choice)
                if not math.isfinite(number):
                    raise ValueError
            except (TypeError, ValueError, OverflowError):
                raise ActionDenied(f"{option['name']} must be a number, not {value!r}") from None
            return _check_range(option, number, number, "value")
        case option_types.BOOLEAN_OPTION:
            if not isinstance(value, bool):
                raise ActionDenied(f"{option['name']} must be true or false, not {value!r}")
            return value
        case option_types.USER_OPTION:
            return resolved.add_user(value)
        case option_types.CHANNEL_OPTION:
            channel_id = resolved.add_channel(value)
            channel_types = option.get("channel_types")
            if channel_types and resolved.objects["channels"][channel_id]["type"] not in channel_types:
                raise ActionDenied(f"{option['name']} does not accept channels of that type")
            return channel_id
        case option_types.ROLE_OPTION:
            return resolved.add_role(value)
        case option_types.MENTIONABLE_OPTION:
            return resolved.add_mentionable(value)
        case _:
            return resolved.add_attachment(value)


def _match_choice(option: Mapping[str, Any], value: Any, locale: str) -> Any:
    """Return the value of the choice that has this value or name. Without choices, return `value` unchanged."""
    choices = option.get("choices")
    if not choices:
        return value
    for choice in choices:
        if value in [choice["value"], *_list_accepted_names(choice, locale)] or str(value) == str(choice["value"]):
            return choice["value"]
    raise ActionDenied(f"{option['name']} must be one of: {', '.join(str(choice['name']) for choice in choices)}")


def _check_range(option: Mapping[str, Any], value: Any, size: float, measure: str) -> Any:
    """Return `value`, or raise an error if `size` is outside the limits of the option.

    These are `min_length` and `max_length` if `measure` is "length", or `min_value` and `max_value` if it is "value".
    """
    lower, upper = option.get(f"min_{measure}"), option.get(f"max_{measure}")
    unit = " characters" if measure == "length" else ""
    if lower is not None and size < lower:
        raise ActionDenied(f"{option['name']} must be at least {lower}{unit}")
    if upper is not None and size > upper:
        raise ActionDenied(f"{option['name']} must be at most {upper}{unit}")
    return value
