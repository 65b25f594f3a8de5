"""API requests and the list of routes that handle them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

from discord_playground.api.message_builder import MultipartFile
from discord_playground.api_errors import (
    INVALID_FORM,
    INVALID_STICKER,
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    ApiError,
    FieldError,
)
from discord_playground.interactions_endpoint import InteractionsEndpoints
from discord_playground.limits import emoji, field_errors
from discord_playground.limits.field_errors import FieldPath
from discord_playground.limits.files import Upload
from discord_playground.limits.values import SNOWFLAKE_PATTERN
from discord_playground.playground import PlaygroundServer
from discord_playground.world.channel import VOICE_CHANNEL, Channel
from discord_playground.world.guild import Guild
from discord_playground.world.permissions import PERMISSION_BITS, combine_bits, compute_permissions
from discord_playground.world.person import BotApplication
from discord_playground.world.world import World


@dataclass(slots=True)
class ApiCall:
    """A request from a bot to Discord's API. Its methods raise `ApiError` if the request is not allowed."""

    playground: PlaygroundServer
    endpoints: InteractionsEndpoints
    method: str
    template: str
    path_params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Sequence[MultipartFile]
    caller: BotApplication | None
    """The bot whose token authorized the request, or None for routes with an interaction token in the path."""
    has_created: bool = False
    """Whether the handler created an object. The response then has status 201."""

    @property
    def world(self) -> World:
        return self.playground.world

    @property
    def bot(self) -> BotApplication:
        assert self.caller, "only routes with a token in the path have no caller"
        return self.caller

    @property
    def uploads(self) -> list[Upload]:
        return [Upload(file.key, file.name, len(file.data)) for file in self.files]

    def validate_body(self) -> dict[str, Any]:
        """Validate and return the body. Messages, commands and interaction responses have their own methods."""
        self.playground.body_validator.validate_other(self.method, self.template, self.body)
        return self.body or {}

    def validate_message(self, previous: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Validate and return the body of a new message or, if `previous` is given, of an edit to that message."""
        self.playground.body_validator.validate_message(
            self.method,
            self.template,
            self.body,
            self.uploads,
            previous=previous,
            allowed_emoji_ids=self.get_usable_emoji_ids(self.body),
        )
        self.reject_unsupported(self.body)
        return self.body or {}

    def reject_unsupported(self, message: Any, path: FieldPath = ()) -> None:
        """Raise an error for polls and stickers, which the playground does not support."""
        if not isinstance(message, dict):
            return
        if message.get("poll") is not None:
            error = FieldError((*path, "poll"), "POLL_UNAVAILABLE", "The playground has no polls.")
            raise ApiError(INVALID_FORM, [error])
        if message.get("sticker_ids"):
            raise ApiError(INVALID_STICKER)

    @property
    def sender(self) -> BotApplication | None:
        """The bot that sent the request, identified by its own token or by the webhook or interaction in the path."""
        return self.caller or self.world.bots.get(self.path_params.get("webhook_id", "")) or self._interaction_bot

    def get_usable_emoji_ids(self, message: Any, path: FieldPath = ()) -> Collection[str]:
        """Return the IDs of the custom emoji that the sender may use in the message.

        Raises an error for a message with custom emoji if a test ordered the rejection of such messages.
        """
        bot = self.sender
        components = message.get("components") if isinstance(message, dict) else None
        if (
            bot
            and any(emoji.walk_custom_emojis(components))
            and self.playground.fault_injector.take_emoji_rejection(bot.id)
        ):
            errors = emoji.check_emojis_exist(components, (*path, "components"), (), "Invalid emoji (injected fault)")
            raise ApiError(INVALID_FORM, errors)
        return bot.emojis if bot else ()

    @property
    def _interaction_bot(self) -> BotApplication | None:
        interaction = self.world.interactions.get(self.path_params.get("interaction_token", ""))
        return self.world.bots.get(interaction.bot_id) if interaction else None

    def get_query_flag(self, name: str) -> bool:
        """Return a query parameter as a bool, or False if it is missing."""
        return self.query.get(name, "").lower() in {"1", "true"}

    def get_query_number(self, name: str, default: int, minimum: int, maximum: int) -> int:
        """Return a query parameter as an integer. Raises `INVALID_FORM` if the value is malformed or out of range."""
        text = self.query.get(name, str(default))
        if not SNOWFLAKE_PATTERN.fullmatch(text):
            raise ApiError(INVALID_FORM, [field_errors.not_a_number((name,), text)])
        if int(text) > maximum:
            raise ApiError(INVALID_FORM, [field_errors.number_too_large((name,), maximum)])
        if int(text) < minimum:
            raise ApiError(INVALID_FORM, [field_errors.number_too_small((name,), minimum)])
        return int(text)

    def get_query_snowflake(self, name: str) -> int | None:
        """Return a query parameter as a snowflake, or None if it is missing."""
        text = self.query.get(name)
        if text is not None and not SNOWFLAKE_PATTERN.fullmatch(text):
            raise ApiError(INVALID_FORM, [field_errors.not_a_number((name,), text, "snowflake")])
        return None if text is None else int(text)

    def require_channel(self, *permissions: str) -> Channel:
        """Return the channel in the path.

        Raises an error if the bot cannot view the channel or lacks one of the permissions in it.
        """
        channel = self.world.get_channel(self.path_params["channel_id"])
        self.require_permissions(channel, *permissions)
        return channel

    def require_guild(self, *permissions: str) -> Guild:
        """Return the server in the path.

        Raises an error if the bot is not a member or lacks one of the permissions in the whole server.
        """
        guild = self.world.get_guild(self.path_params["guild_id"])
        if self.bot.id not in guild.members:
            raise ApiError(MISSING_ACCESS)
        if combine_bits(*permissions) & ~compute_permissions(guild, None, self.bot.id):
            raise ApiError(MISSING_PERMISSIONS)
        return guild

    def has_permission(self, name: str) -> bool:
        """Return whether the bot has a permission in the server in the path, regardless of channels."""
        return bool(combine_bits(name) & compute_permissions(self.require_guild(), None, self.bot.id))

    def require_permissions(self, channel: Channel, *permissions: str) -> None:
        """Raise an error if the bot cannot view the channel or lacks one of the permissions in it."""
        granted_bits = self.world.get_permissions(self.bot.id, channel)
        cannot_connect = channel.type == VOICE_CHANNEL and not granted_bits & PERMISSION_BITS["connect"]
        if cannot_connect or not granted_bits & PERMISSION_BITS["view_channel"]:
            raise ApiError(MISSING_ACCESS)
        if any(not granted_bits & PERMISSION_BITS[name] for name in permissions):
            raise ApiError(MISSING_PERMISSIONS)


ResponseBody: TypeAlias = dict[str, Any] | list[dict[str, Any]] | None
RouteHandler: TypeAlias = Callable[[ApiCall], ResponseBody | Awaitable[ResponseBody]]
H = TypeVar("H", bound=RouteHandler)


@dataclass(frozen=True, slots=True)
class ApiRoute:
    method: str
    template: str
    handler: RouteHandler
    is_token_in_path: bool
    """Whether the request is authorized by a token in its path instead of a bot token."""
    success_status: int
    """The status of responses with a body. Responses without a body have status 204."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.template}"


ROUTES: Final[list[ApiRoute]] = []


def route(method: str, template: str, *, is_token_in_path: bool = False, success_status: int = 200) -> Callable[[H], H]:
    """Register the decorated function as the handler of a route."""

    def register_route(handler: H) -> H:
        ROUTES.append(ApiRoute(method, template, handler, is_token_in_path, success_status))
        return handler

    return register_route
