"""JSON encoding of the playground's responses and events, and parsing of data from bots and people."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

import orjson

from discord_playground.api_errors import INVALID_JSON, ApiError

JsonValue: TypeAlias = Any  # a result of `json.loads`


def encode_json(body: Any) -> bytes:
    try:
        return orjson.dumps(body)
    except TypeError:
        # orjson rejects lone surrogates and very large integers, which bots may send.
        return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def parse_json(data: str | bytes) -> JsonValue:
    """Parse a request body. Raises `INVALID_JSON` if it is malformed or could not be encoded as JSON again."""
    try:
        body = json.loads(data, parse_float=_parse_number)
    except (ValueError, RecursionError):
        raise ApiError(INVALID_JSON) from None
    check_json(body)
    return body


def _parse_number(literal: str) -> float:
    """Return an int for whole numbers such as `4.0`, because JSON does not distinguish them from `4`."""
    value = float(literal)
    return int(value) if value.is_integer() else value


def check_json(body: JsonValue) -> None:
    """Raise `INVALID_JSON` for lone surrogates, NaN and excessive nesting, which only Python's parser accepts."""
    try:
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise ApiError(INVALID_JSON) from error
