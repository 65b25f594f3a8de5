"""What single values are: numbers, snowflakes, links, times."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final, TypeGuard
from urllib.parse import urlsplit

SNOWFLAKE_PATTERN: Final = re.compile(r"0|[1-9][0-9]{0,19}")
ILLEGAL_URL_CHARACTERS: Final = re.compile(r"[\s<>\"{}|\\^`]")


def is_number(value: object) -> TypeGuard[float]:
    """Whether JSON calls it a number; Python takes true for one, too."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_absolute_url(value: str) -> bool:
    """Whether it is an absolute URL, whatever its scheme."""
    try:
        parts = urlsplit(value)
    except ValueError:
        return False
    return bool(parts.scheme and parts.netloc) and not ILLEGAL_URL_CHARACTERS.search(value)


def is_timestamp(value: Any) -> bool:
    """Whether it is a time in ISO 8601 with its time zone."""
    try:
        return datetime.fromisoformat(value).tzinfo is not None
    except (TypeError, ValueError):
        return False


def get_list(container: Any, field: str) -> list[Any]:
    """Return the list under `name`; an empty one if there is none."""
    value = container.get(field) if isinstance(container, dict) else None
    return value if isinstance(value, list) else []
