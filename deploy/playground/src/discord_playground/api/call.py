"""A request of a bot, and the table of routes that answer."""

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
    playground: PlaygroundServer
    endpoints: InteractionsEndpoints
    method: str
    template: str
    path_params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any
    files: Sequence[MultipartFile]
    caller: BotApplication | None
    has_created: bool = False
    """Answered with 201, where that depends."""

    @property
    def world(self) -> World:
        return self.playground.world

    @property
    def bot(self) -> BotApplication:
        assert self.caller, "routes that are not open have one"
        return self.caller

    @property
    def uploads(self) -> list[Upload]:
        return [Upload(part.key, part.name, len(part.data)) for part in self.files]

    def validate_body(self) -> dict[str, Any]:
        """The body, well formed."""
        self.playground.body_validator.validate_other(self.method, self.template, self.body)
        return self.body or {}

    def validate_message(self, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
        self.playground.body_validator.validate_message(
            self.method,
            self.template,
            self.body,
            self.uploads,
            previous=before,
            allowed_emoji_ids=self.get_usable_emoji_ids(self.body),
        )
        self.reject_unsupported(self.body)
        return self.body or {}

    def reject_unsupported(self, message: Any, place: FieldPath = ()) -> None:
        """Nothing is dropped: what the playground has none of cannot be sent, well formed as it may be."""
        if not isinstance(message, dict):
            return
        if message.get("poll") is not None:
            raise ApiError(
                INVALID_FORM, [FieldError((*place, "poll"), "POLL_UNAVAILABLE", "The playground has no polls.")]
            )
        if message.get("sticker_ids"):
            raise ApiError(INVALID_STICKER)

    @property
    def sender(self) -> BotApplication | None:
        """The bot whose message it is: the caller, or the one that the interaction has asked."""
        return self.caller or self.world.bots.get(self.path_params.get("webhook_id", "")) or self._interaction_bot

    def get_usable_emoji_ids(self, message: Any, place: FieldPath = ()) -> Collection[str]:
        """The ids of those that its sender may show; refuses those that are there where that is ordered."""
        bot = self.sender
        components = message.get("components") if isinstance(message, dict) else None
        if (
            bot
            and any(emoji.walk_custom_emojis(components))
            and self.playground.fault_injector.take_emoji_rejection(bot.id)
        ):
            found = emoji.check_emojis_exist(components, (*place, "components"), (), "Invalid emoji (injected fault)")
            raise ApiError(INVALID_FORM, found)
        return bot.emojis if bot else ()

    @property
    def _interaction_bot(self) -> BotApplication | None:
        """Whom the interaction of the path has asked."""
        interaction = self.world.interactions.get(self.path_params.get("interaction_token", ""))
        return self.world.bots.get(interaction.bot_id) if interaction else None

    def query_flag(self, name: str) -> bool:
        """Of the query."""
        return self.query.get(name, "").lower() in {"1", "true"}

    def query_number(self, name: str, default: int, minimum: int, maximum: int) -> int:
        """Of the query."""
        told = self.query.get(name, str(default))
        if not SNOWFLAKE_PATTERN.fullmatch(told):
            raise ApiError(INVALID_FORM, [field_errors.not_a_number((name,), told)])
        if int(told) > maximum:
            raise ApiError(INVALID_FORM, [field_errors.number_too_large((name,), maximum)])
        if int(told) < minimum:
            raise ApiError(INVALID_FORM, [field_errors.number_too_small((name,), minimum)])
        return int(told)

    def query_snowflake(self, name: str) -> int | None:
        """Of the query."""
        told = self.query.get(name)
        if told is not None and not SNOWFLAKE_PATTERN.fullmatch(told):
            raise ApiError(INVALID_FORM, [field_errors.not_a_number((name,), told, "snowflake")])
        return None if told is None else int(told)

    def require_channel(self, *needed: str) -> Channel:
        """The channel of the path, if the bot may see it and has what it needs there."""
        channel = self.world.get_channel(self.path_params["channel_id"])
        self.require_permissions(channel, *needed)
        return channel

    def require_guild(self, *needed: str) -> Guild:
        """The server of the path, if the bot is there and has what it needs in all of it."""
        guild = self.world.get_guild(self.path_params["guild_id"])
        if self.bot.id not in guild.members:
            raise ApiError(MISSING_ACCESS)
        if combine_bits(*needed) & ~compute_permissions(guild, None, self.bot.id):
            raise ApiError(MISSING_PERMISSIONS)
        return guild

    def require_permissions(self, channel: Channel, *needed: str) -> None:
        granted = self.world.get_permissions(self.bot.id, channel)
        locked = channel.type == VOICE_CHANNEL and not granted & PERMISSION_BITS["connect"]
        if locked or not granted & PERMISSION_BITS["view_channel"]:
            raise ApiError(MISSING_ACCESS)
        if any(not granted & PERMISSION_BITS[name] for name in needed):
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
    """The token in its path is enough."""
    success_status: int
    """Of an answer that has a body."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.template}"


ROUTES: Final[list[ApiRoute]] = []


def route(method: str, template: str, *, is_token_in_path: bool = False, success_status: int = 200) -> Callable[[H], H]:
    def register_route(handler: H) -> H:
        ROUTES.append(ApiRoute(method, template, handler, is_token_in_path, success_status))
        return handler

    return register_route
