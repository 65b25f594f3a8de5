"""What a client says on its socket, and how it must be said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, Field, ValidationError

from discord_playground.form import parsed
from discord_playground.limits.values import SNOWFLAKE
from discord_playground.refusal import Refused

MOST_BYTES: Final = 4096
"""Of a payload; Discord hangs up on a longer one."""

Id: TypeAlias = Annotated[int, Field(ge=0)] | Annotated[str, Field(pattern=f"^({SNOWFLAKE.pattern})$")]


class Activity(BaseModel, strict=True):
    name: str | None = None
    state: str | None = None


class Presence(BaseModel, strict=True):
    status: str | None = None
    activities: list[Activity] | None = None
    game: Activity | None = None


class Identify(BaseModel, strict=True):
    token: str
    properties: dict[str, Any]
    intents: int | None = None
    shard: Annotated[list[int], Field(min_length=2, max_length=2)] | None = None
    presence: Presence | None = None


class Resume(BaseModel, strict=True):
    token: str
    session_id: str
    seq: int | None = None


class RequestMembers(BaseModel, strict=True):
    guild_id: Id | list[Id]
    query: str | None = None
    limit: Annotated[int, Field(ge=0)] | None = None
    user_ids: Id | list[Id] | None = None


PAYLOADS: Final[Mapping[int, type[BaseModel]]] = {
    2: Identify,
    3: Presence,
    6: Resume,
    8: RequestMembers,
}


def said(data: str | bytes) -> tuple[int, Any] | None:
    """Return the op and what it carries; None if it cannot be read. Fields that nobody reads are not looked at."""
    if len(data) > MOST_BYTES:
        return None
    try:
        payload = parsed(data)
        if not isinstance(payload, dict) or type(op := payload.get("op")) is not int:
            return None
        body = payload.get("d")
        if op in PAYLOADS:
            PAYLOADS[op].model_validate(body)
    except (Refused, ValidationError):
        return None
    return op, body
