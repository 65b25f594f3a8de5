"""Checks for single JSON values: numbers, snowflakes, URLs and timestamps."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, TypeGuard
from urllib.parse import urlsplit

SNOWFLAKE_PATTERN: Final = re.compile(r"0|[1-9][0-9]{0,19}")
ILLEGAL_URL_CHARACTERS: Final = re.compile(r"[\s<>\"{}|\\^`]")


def is_number(value: object) -> TypeGuard[float]:
    """Return whether the value is a JSON number. Booleans do not count, although they are integers in Python."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_absolute_url(value: str) -> bool:
    """Return whether the value is an absolute URL. Any scheme is allowed."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return bool(parts.scheme and parts.netloc) and not ILLEGAL_URL_CHARACTERS.search(value)


def is_timestamp(value: Any) -> bool:
    """Return whether the value is an ISO 8601 timestamp with a time zone."""
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def get_list(container: Any, field: str) -> list[Any]:
    """Return the list in a field of the container, or an empty list if the field contains no list."""
    value = container.get(field) if isinstance(container, dict) else None
    return value if isinstance(value, list) else []


def get_number(container: Mapping[str, Any], field: str, default: float) -> float:
    value = container.get(field)
    return value if is_number(value) else default
