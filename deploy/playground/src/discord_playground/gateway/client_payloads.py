"""Payloads that clients send to the gateway, and their validation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, Field, ValidationError

from discord_playground.api_errors import ApiError
from discord_playground.json_codec import parse_json
from discord_playground.limits.values import SNOWFLAKE_PATTERN

MAX_PAYLOAD_BYTES: Final = 4096
"""Larger payloads make Discord close the connection."""

SnowflakeId: TypeAlias = Annotated[int, Field(ge=0)] | Annotated[str, Field(pattern=f"^({SNOWFLAKE_PATTERN.pattern})$")]


class ActivityPayload(BaseModel, strict=True):
    name: str | None = None
    state: str | None = None


class PresencePayload(BaseModel, strict=True):
    status: str | None = None
    activities: list[ActivityPayload] | None = None
    game: ActivityPayload | None = None


class IdentifyPayload(BaseModel, strict=True):
    token: str
    properties: dict[str, Any]
    intents: int | None = None
    shard: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    presence: PresencePayload | None = None


class ResumePayload(BaseModel, strict=True):
    token: str
    session_id: str
    seq: int | None = None


class RequestMembersPayload(BaseModel, strict=True):
    guild_id: SnowflakeId | list[SnowflakeId]
    query: str | None = None
    limit: Annotated[int, Field(ge=0)] | None = None
    user_ids: SnowflakeId | list[SnowflakeId] | None = None


PAYLOAD_MODELS: Final[Mapping[int, type[BaseModel]]] = {
    2: IdentifyPayload,
    3: PresencePayload,
    6: ResumePayload,
    8: RequestMembersPayload,
}


def parse_payload(data: str | bytes) -> tuple[int, Any] | None:
    """Return a payload's opcode and data, or None if it is invalid. Unknown fields are ignored."""
    if len(data) > MAX_PAYLOAD_BYTES:
        return None
    try:
        payload = parse_json(data)
        if not isinstance(payload, dict) or type(op := payload.get("op")) is not int:
            return None
        body = payload.get("d")
        if op in PAYLOAD_MODELS:
            PAYLOAD_MODELS[op].model_validate(body)
    except (ApiError, ValidationError):
        return None
    return op, body
