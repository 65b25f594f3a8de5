"""The gateway's opcodes, and validation of the payloads that clients send."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, Field, ValidationError

from discord_playground.api_errors import ApiError
from discord_playground.json_codec import parse_json
from discord_playground.limits.values import SNOWFLAKE_PATTERN

MAX_PAYLOAD_BYTES: Final = 4096
"""Larger payloads make Discord close the connection."""

SnowflakeId: TypeAlias = Annotated[int, Field(ge=0)] | Annotated[str, Field(pattern=f"^({SNOWFLAKE_PATTERN.pattern})$")]


class Opcode(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE_UPDATE = 3
    VOICE_STATE_UPDATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_GUILD_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11
    REQUEST_SOUNDBOARD_SOUNDS = 31
    REQUEST_CHANNEL_INFO = 43


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
    Opcode.IDENTIFY: IdentifyPayload,
    Opcode.PRESENCE_UPDATE: PresencePayload,
    Opcode.RESUME: ResumePayload,
    Opcode.REQUEST_GUILD_MEMBERS: RequestMembersPayload,
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
